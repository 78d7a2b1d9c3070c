//! dicot in WebAssembly: the requests of `dicot_api`, for JavaScript. What JavaScript programs use is the package around
//! it, in `package/`.

use dicot::Interrupt;
use dicot::analysis::Progress;
use dicot_api::{Client, Settings};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Whether the computation is to end.
    #[wasm_bindgen(js_namespace = ["globalThis", "__dicot"], js_name = isInterrupted)]
    fn is_interrupted() -> bool;

    /// Reports how far the value of a position has come.
    #[wasm_bindgen(js_namespace = ["globalThis", "__dicot"], js_name = progress)]
    fn progress(positions: u32, forms: u32);
}

/// Answers requests one after the other.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Dicot(Client);

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
impl Dicot {
    /// Creates a client without sessions. The seed is that of bots for which requests do not set one.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u32) -> Dicot {
        let report = |done: &Progress| {
            let count = |n| u32::try_from(n).unwrap_or(u32::MAX);
            progress(count(done.positions), count(done.forms));
        };
        let interrupt = Interrupt::polling(is_interrupted);
        let client = Client::new(Settings::default()).with_interrupt(interrupt);
        Dicot(client.on_progress(report).with_seed(seed.into()))
    }

    /// Answers a request.
    pub fn answer(&mut self, name: &str, body: &str, session: &str) -> Reply {
        match self.0.answer(name, body.as_bytes(), session) {
            Ok(body) => Reply { status: 200, body },
            Err(error) => Reply { status: error.kind().status(), body: error.json() },
        }
    }
}
