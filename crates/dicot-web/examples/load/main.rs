//! Load test: many clients ask a running server for values of random 3x4 positions of Clobber.
//!
//! ```sh
//! cargo run --release --bin dicot -- serve &
//! cargo run --release -p dicot-web --example load -- 127.0.0.1:8080 200 60
//! ```
//!
//! The arguments are the address, the number of clients (200) and the seconds that they run (60). Each client waits
//! for an answer before its next request. It prints the errors, quantiles of the answer times, and the memory of the
//! server before and after.

#![expect(clippy::print_stdout, reason = "a command that prints its results")]

mod clients;

use std::error::Error;
use std::time::Duration;

use clients::Load;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:8080".to_owned()).parse()?;
    let clients = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let seconds = arguments.next().map_or(Ok(60), |text| text.parse())?;
    dicot_arena::net::allow_many_connections();
    let before = clients::memory(address).await?;
    let load = Load { address, clients, time: Duration::from_secs(seconds) };
    let tally = load.run().await;
    let after = clients::memory(address).await?;
    println!("requests   {}", tally.times.len() + tally.errors.len());
    println!("errors     {}", tally.errors.len());
    if let Some(error) = tally.errors.first() {
        println!("the first  {error}");
    }
    println!("a second   {:.0}", tally.times.len() as f64 / tally.took.as_secs_f64());
    for (name, share) in [("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("longest", 1.0)] {
        println!("{name:10} {:.1} ms", tally.quantile(share).as_secs_f64() * 1e3);
    }
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    println!("memory     {:.1} MiB before, {:.1} MiB after", mib(before), mib(after));
    match tally.errors.is_empty() {
        true => Ok(()),
        false => Err("there were errors".into()),
    }
}
