//! Boards by their number of cells, and what follows from a position.

use std::collections::HashSet;

use dicot::Limits;
use dicot_rulesets::enumeration::{boards, connected_boards, followers, has_free_and_blocked};
use dicot_rulesets::{RulesetExt, library};

#[test]
fn boards_of_directed_rulesets_and_rows() {
    let count =
        |rules: &str, cells| boards(library().find(rules).unwrap().spec(), cells).unwrap().count();
    assert_eq!(count("domineering", 4), 3 * 16); // 4x1, 2x2, 1x4; empty or blocked
    assert_eq!(count("toads-and-frogs", 3), 27);
    assert_eq!(boards(library().find("clobber").unwrap().spec(), 0).unwrap().count(), 0);
}

/// The numbers of free polyominoes (OEIS A000105), and the same boards as by their definition: all boards without an
/// empty line at an edge, of those that are connected one of each class of images.
#[test]
fn connected_boards_are_the_free_polyominoes() {
    let domineering = library().find("domineering").unwrap();
    let spec = domineering.spec();
    let mut counts = Vec::new();
    for cells in 1..=9 {
        let mut found = HashSet::new();
        let visit = &mut |board: &str| -> Result<bool, ()> {
            assert!(found.insert(images(board).into_iter().min().unwrap()), "{board}");
            Ok(false)
        };
        connected_boards(spec, cells, visit).unwrap();
        if cells <= 6 {
            assert_eq!(found, plain_polyominoes(usize::from(cells)), "{cells}");
        }
        counts.push(found.len());
    }
    assert_eq!(counts, [1, 1, 2, 5, 12, 35, 108, 369, 1285]);
    let mut visited = 0;
    let visit = &mut |_: &str| {
        visited += 1;
        if visited == 3 { Err("stop") } else { Ok(false) }
    };
    assert_eq!(connected_boards(spec, 5, visit), Err("stop"));
    assert_eq!(has_free_and_blocked(library().find("clobber").unwrap().spec()), None);
}

/// The eight images of a board.
fn images(board: &str) -> Vec<String> {
    let mut rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    let mut images = Vec::new();
    for _ in 0..4 {
        let text = |rows: &[Vec<char>]| {
            rows.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("/")
        };
        images.push(text(&rows));
        images.push(text(&rows.iter().rev().cloned().collect::<Vec<_>>()));
        rows = (0..rows[0].len()).map(|x| rows.iter().rev().map(|row| row[x]).collect()).collect();
    }
    images
}

fn plain_polyominoes(size: usize) -> HashSet<String> {
    let mut found = HashSet::new();
    for (height, width) in (1..=size).flat_map(|h| (1..=size).map(move |w| (h, w))) {
        if height + width > size + 1 || height * width < size {
            continue;
        }
        for cells in 0..1u64 << (height * width) {
            let is_free = |y: usize, x: usize| cells >> (y * width + x) & 1 > 0;
            let edges = (0..height).all(|y| (0..width).any(|x| is_free(y, x)))
                && (0..width).all(|x| (0..height).any(|y| is_free(y, x)));
            if cells.count_ones() as usize != size || !edges {
                continue;
            }
            let mut reached = 1u64 << cells.trailing_zeros();
            for _ in 0..size {
                for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
                    let near = |a: usize, b: usize| reached >> (a * width + b) & 1 > 0;
                    if is_free(y, x)
                        && (y > 0 && near(y - 1, x)
                            || y + 1 < height && near(y + 1, x)
                            || x > 0 && near(y, x - 1)
                            || x + 1 < width && near(y, x + 1))
                    {
                        reached |= 1 << (y * width + x);
                    }
                }
            }
            if reached == cells {
                let row = |y| (0..width).map(move |x| if is_free(y, x) { '.' } else { '#' });
                let rows: Vec<String> = (0..height).map(|y| row(y).collect()).collect();
                found.insert(images(&rows.join("/")).into_iter().min().unwrap());
            }
        }
    }
    found
}

#[test]
fn what_follows() {
    let position = library().find("kayles").unwrap().parse("4").unwrap();
    let texts: Vec<String> = followers(&position, 100, &Limits::default())
        .unwrap()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(texts, ["0", "1", "2", "3", "1+1", "1+2", "4"]);
    assert!(followers(&position, 3, &Limits::default()).is_err());
    let over = Limits::default().with_deadline(dicot::Instant::now());
    assert!(followers(&position, 100, &over).is_err());
}
