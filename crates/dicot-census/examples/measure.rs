//! How long a census takes: `cargo run --release -p dicot-census --example measure -- clobber 3x4 [filled] [threads]`.

use std::time::Instant;

use dicot_census::{Census, Plan, Stage};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let filled = arguments.iter().any(|a| a == "filled");
    let threads = arguments.last().and_then(|a| a.parse().ok()).unwrap_or(2);
    let plan = Plan::boards(&arguments[0], arguments[1].parse()?, filled)?;
    let file = std::env::temp_dir().join(format!("dicot-measure-{}.parquet", std::process::id()));
    let (start, mut stage, mut most) = (Instant::now(), Stage::Components, 0);
    let summary = Census::new(plan, &file)
        .threads(threads)
        .memory(Some(12 << 30))
        .on_progress(|progress| {
            most = most.max(progress.bytes);
            if progress.stage != stage {
                eprintln!("{:.1} s: {progress:?}", start.elapsed().as_secs_f64());
                stage = progress.stage;
            }
        })
        .run()?;
    let size = std::fs::metadata(&file)?.len();
    eprintln!(
        "{:.1} s: {summary:?}, {} MiB, file {size}",
        start.elapsed().as_secs_f64(),
        most >> 20
    );
    std::fs::remove_file(file)?;
    Ok(())
}
