//! The time for so many heaps of a code: `cargo run --release -p dicot-impartial --example million -- 0.0137 1000000`.
use std::time::Instant;
fn main() {
    let mut args = std::env::args().skip(1);
    let to: usize = args.next_back().unwrap().parse().unwrap();
    for code in args {
        let start = Instant::now();
        let mut sequence = dicot_impartial::Sequence::new(code.parse().unwrap());
        sequence.extend_to(to, &dicot::Limits::default()).unwrap();
        println!(
            "{code} {:.2} s, last {}, max {:?}, {:?}",
            start.elapsed().as_secs_f64(),
            sequence.values()[to],
            sequence.values().iter().max(),
            sequence.period()
        );
    }
}
