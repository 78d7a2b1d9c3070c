//! Tables of results by other programs.

use std::collections::HashMap;

/// The rows of a table, as cells by the titles of their columns. Lines that begin with `# ` are comments.
pub(crate) fn rows(table: &str) -> Vec<HashMap<&str, &str>> {
    let mut lines = table.lines().filter(|line| !line.starts_with("# "));
    let titles: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines.map(|line| titles.iter().copied().zip(line.split('\t')).collect()).collect()
}

/// Numbers with commas between.
pub(crate) fn numbers(text: &str) -> Vec<u32> {
    text.split(',').map(|n| n.parse().unwrap()).collect()
}
