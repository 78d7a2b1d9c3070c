//! throwaway
use dicot::analysis::Analyzer;
use dicot::rules::*;
fn main() {
    for arg in std::env::args().skip(1) {
        let t = std::time::Instant::now();
        let mut a = Analyzer::new();
        let p = if let Some((w, h)) = arg.split_once(',') {
            Clobber::checkerboard(w.parse().unwrap(), h.parse().unwrap()).unwrap()
        } else {
            Clobber::parse(&arg).unwrap()
        };
        let v = a.canonical_form(&p).unwrap();
        println!("le,virtual,simplify {:?}", dicot::counts());
        let s = v.text_start(100);
        println!(
            "{arg}: {:?} {} positions {} forms {} MB  {s}",
            t.elapsed(),
            a.positions(),
            a.store().len(),
            a.store().bytes() >> 20
        );
        let _ = std::fs::read_to_string("/proc/self/status")
            .map(|s| s.lines().filter(|l| l.starts_with("VmHWM")).for_each(|l| println!("{l}")));
    }
}
