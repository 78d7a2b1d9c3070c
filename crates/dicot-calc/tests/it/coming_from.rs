//! What the guide says to those who come from CGSuite.

use dicot_calc::Worksheet;

use crate::answer::answer;

const PAGE: &str = include_str!("../../../../docs/guide/coming-from.md");

/// The texts between backticks.
fn code(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(|code| code.replace("\\|", "|")).collect()
}

/// Each row of the first table: what is to be typed has that answer, and what CGSuite has where it is the same.
#[test]
fn rows_hold() {
    let table = PAGE.split("## ").nth(1).unwrap();
    let (mut count, mut same) = (0, 0);
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<String> =
            row.replace("\\|", "\0").split('|').map(|cell| cell.replace('\0', "\\|")).collect();
        let [_, cgsuite, dicot, expected, _] = &cells[..] else { panic!("{row}") };
        let mut texts = code(dicot);
        if dicot.contains("the same") {
            texts.push(code(cgsuite)[0].clone());
            same += 1;
        }
        assert!(!texts.is_empty(), "{row}");
        for text in texts {
            let found = answer(&mut Worksheet::new(), &text);
            assert_eq!(found, code(expected)[0], "{row}");
            count += 1;
        }
    }
    assert!(count >= 25 && same >= 15, "{count} {same}");
}
