//! Holds a census of 3x4 against 5,000 boards that are valued one by one, each from scratch:
//! `cargo run --release -p dicot-census --example agree`.

use std::collections::HashMap;
use std::io::{self, Write as _};

use dicot::CanonicalForm;
use dicot::analysis::Analyze;
use dicot::rules::Clobber;
use dicot_census::parquet::Reader;
use dicot_census::{Census, Plan};

const SAMPLES: usize = 5000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::temp_dir().join(format!("dicot-agree-{}.parquet", std::process::id()));
    Census::new(Plan::boards("clobber", "3x4".parse()?, false)?, &file).run()?;
    let mut values = HashMap::new();
    for row in Reader::open(std::fs::File::open(&file)?)? {
        let row = row?;
        values.insert(row.position, row.value);
    }
    std::fs::remove_file(file)?;
    // Numbers like random ones, the same each time.
    let mut state = 1u64;
    for _ in 0..SAMPLES {
        let mut cells = Vec::new();
        for _ in 0..12 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            cells.push([b'x', b'o', b'.'][(state >> 33) as usize % 3]);
        }
        let value = text(&cells).parse::<Clobber>()?.canonical_form();
        let (position, negated) = images(&cells)
            .into_iter()
            .find(|(position, _)| values.contains_key(position))
            .ok_or("a board is in no class")?;
        let counted: CanonicalForm = values[&position].parse()?;
        let counted = if negated { -counted } else { counted };
        assert_eq!(counted, value, "{}", text(&cells));
    }
    writeln!(io::stdout(), "{SAMPLES} boards agree, of {} classes", values.len())?;
    Ok(())
}

fn text(cells: &[u8]) -> String {
    let rows: Vec<String> =
        cells.chunks(4).map(|row| row.iter().map(|&cell| char::from(cell)).collect()).collect();
    rows.join("/")
}

/// The images of a board of 3x4, and whether they have the negative of its value.
fn images(cells: &[u8]) -> Vec<(String, bool)> {
    let mut images = Vec::new();
    for (upside_down, mirrored, negated) in (0..8).map(|i| (i & 1 > 0, i & 2 > 0, i & 4 > 0)) {
        let image: Vec<u8> = (0..12)
            .map(|i| {
                let (row, column) = (i / 4, i % 4);
                let row = if upside_down { 2 - row } else { row };
                let column = if mirrored { 3 - column } else { column };
                match cells[4 * row + column] {
                    b'x' if negated => b'o',
                    b'o' if negated => b'x',
                    cell => cell,
                }
            })
            .collect();
        images.push((text(&image), negated));
    }
    images
}
