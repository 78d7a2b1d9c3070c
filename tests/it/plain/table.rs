//! Tables of results by other programs: lines of cells between tabs, the first line with the titles.

use std::ops::Index;
use std::rc::Rc;

use dicot::Player;

/// A row; its cells are found by the titles of their columns.
pub(crate) struct Row<'t> {
    /// The line of the file, counted from 1.
    pub(crate) line: usize,
    titles: Rc<[&'t str]>,
    cells: Vec<&'t str>,
}

/// The rows of a table. A line that begins with `#` and a blank is a comment; `#` alone can begin a position.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = Row<'_>> {
    let mut lines = (1..).zip(table.lines()).filter(|(_, line)| !line.starts_with("# "));
    let titles: Rc<[&str]> = lines.next().map(|(_, line)| line.split('\t').collect()).unwrap();
    lines.map(move |(line, text)| {
        let cells: Vec<&str> = text.split('\t').collect();
        assert_eq!(cells.len(), titles.len(), "line {line}");
        Row { line, titles: Rc::clone(&titles), cells }
    })
}

impl<'t> Row<'t> {
    pub(crate) fn get(&self, title: &str) -> &'t str {
        let column = self.titles.iter().position(|&other| other == title);
        self.cells[column.unwrap_or_else(|| panic!("no column {title}"))]
    }

    /// Who moves first, in a table of perft counts, where either may be left open.
    pub(crate) fn side(&self) -> Option<Player> {
        match self.get("side") {
            "b" => Some(Player::Left),
            "w" => Some(Player::Right),
            _ => None,
        }
    }

    /// Checks the counts to each depth up to 7 that the row has, and returns how many it has.
    pub(crate) fn check_perft(&self, count: impl Fn(u32) -> u64) -> usize {
        let mut checked = 0;
        for depth in 1..=7 {
            let expected = self.get(&format!("d{depth}"));
            if expected != "-" {
                assert_eq!(count(depth).to_string(), expected, "line {}, d{depth}", self.line);
                checked += 1;
            }
        }
        checked
    }
}

impl Index<&str> for Row<'_> {
    type Output = str;

    fn index(&self, title: &str) -> &str {
        self.get(title)
    }
}
