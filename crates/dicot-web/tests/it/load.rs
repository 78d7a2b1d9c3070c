//! Ten clients at a time get no errors. The example `load` measures how long they wait.

#[path = "../../examples/load/clients.rs"]
mod clients;

use std::time::Duration;

use clients::Load;

use crate::support::Site;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_client_gets_an_error() {
    let server = Site::new();
    let load = Load { address: server.address, clients: 10, time: Duration::from_secs(2) };
    let tally = load.run().await;
    assert_eq!(tally.errors, Vec::<String>::new());
    assert!(!tally.times.is_empty());
    assert!(tally.quantile(0.5) <= tally.quantile(0.99) && tally.quantile(0.99) <= tally.took);
    // The server reports its memory.
    clients::memory(server.address).await.unwrap();
}
