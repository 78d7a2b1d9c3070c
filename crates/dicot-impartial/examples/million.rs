//! Grundy values of many heaps: the time, the last and the greatest value, and the period if it is proved.
//!
//! `cargo run --release -p dicot-impartial --example million -- 0.4562 0.16 1000000`

use std::error::Error;
use std::time::Instant;

use dicot::Limits;
use dicot_impartial::Sequence;

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut codes: Vec<String> = std::env::args().skip(1).collect();
    let heaps: usize = codes.pop().as_deref().unwrap_or("1000").parse()?;
    if codes.is_empty() {
        codes.push("0.77".to_owned());
    }
    for code in codes {
        let (start, mut sequence) = (Instant::now(), Sequence::new(code.parse()?));
        let done = sequence.extend_to(heaps, &Limits::default());
        done.map_err(|limit| format!("{code}: {limit}"))?;
        let (values, time) = (sequence.values(), start.elapsed().as_secs_f64());
        let (last, max) = (values[heaps], values.iter().max().unwrap_or(&0));
        println!("{code}: {time:.2} s, last {last}, greatest {max}, {:?}", sequence.period());
    }
    Ok(())
}
