//! dicot in WebAssembly: the requests of `dicot_api`, for JavaScript. What JavaScript programs use is the package around
//! it, in `package/`.

use std::time::Duration;

use dicot::Interrupt;
use dicot::analysis::Progress;
use dicot_api::requests::{Client, Settings};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(raw_module = "./host.js")]
extern "C" {
    /// Whether the computation is to end.
    #[wasm_bindgen(js_name = isInterrupted)]
    fn is_interrupted() -> bool;

    /// Reports how many positions have values, and how many forms there are.
    fn report(positions: u32, forms: u32);

    /// Takes the message of a panic. The module is in an unknown state from then on.
    fn panicked(message: &str);
}

/// Answers requests one after the other.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine(Client);

/// An answer or an error, in JSON.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Reply {
    /// The status of HTTP that says the same: 200 for an answer.
    pub status: u16,
    body: String,
}

#[wasm_bindgen]
impl Reply {
    /// The answer, or the error.
    #[wasm_bindgen(getter)]
    pub fn body(&self) -> String {
        self.body.clone()
    }
}

#[wasm_bindgen]
impl Engine {
    /// Creates an engine without sessions. `seconds` is the longest time that a request may ask for, `bytes` the memory
    /// limit of a computation, and `seed` the seed of bots for which requests do not set one.
    #[wasm_bindgen(constructor)]
    pub fn new(seconds: f64, bytes: u32, seed: u32) -> Engine {
        std::panic::set_hook(Box::new(|info| panicked(&info.to_string())));
        let usual = Settings::default();
        let max_time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let settings = Settings {
            max_time,
            value_time: usual.value_time.min(max_time),
            solve_time: usual.solve_time.min(max_time),
            value_bytes: bytes,
            solve_bytes: bytes,
            ..usual
        };
        let on_progress = |done: &Progress| {
            let count = |n| u32::try_from(n).unwrap_or(u32::MAX);
            report(count(done.positions), count(done.forms));
        };
        let client = Client::new(settings).with_interrupt(Interrupt::polling(is_interrupted));
        Engine(client.on_progress(on_progress).with_seed(seed.into()))
    }

    /// Answers a request.
    pub fn answer(&mut self, name: &str, body: &str, session: &str) -> Reply {
        match self.0.answer(name, body.as_bytes(), session) {
            Ok(body) => Reply { status: 200, body },
            Err(error) => Reply { status: error.kind().status(), body: error.json() },
        }
    }

    /// Ends a session: its definitions and values are forgotten.
    pub fn end(&mut self, session: &str) {
        self.0.end(session);
    }
}
