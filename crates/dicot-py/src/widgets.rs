//! What the widgets of notebooks need: requests as `dicot serve` answers them, and a script of the pages' components.

use std::time::Duration;

use dicot::{Interrupt, Limits};
use dicot_api::Session;
use dicot_api::requests::{ApiError, Call, Kind, Settings, information, read};
use pyo3::prelude::*;

use crate::compute::{LimitSettings, interruptibly_with};
use crate::position::rulesets_from_texts;
use crate::session::{SharedSession, session};

/// A request of a widget, in JSON.
#[pyclass(frozen, module = "dicot._dicot")]
#[derive(Debug)]
pub(crate) struct Request {
    name: String,
    body: String,
    interrupt: Interrupt,
}

#[pymethods]
impl Request {
    #[new]
    fn new(name: String, body: String) -> Request {
        Request { name, body, interrupt: Interrupt::default() }
    }

    /// The status of HTTP that says whether there is an answer, and the answer or the error in JSON.
    ///
    /// It takes at most 10 seconds, or 60 if the request asks for them, and no more than `dicot.set_limits` allows.
    ///
    /// >>> dicot._dicot.Request("moves", '{"position": "xo"}').answer()[0]
    /// 200
    fn answer(&self, py: Python<'_>) -> PyResult<(u16, String)> {
        let (shared, limits) = session();
        let answer = interruptibly_with(py, self.interrupt.clone(), |interrupt| {
            self.compute(&shared, &settings(limits), interrupt)
        })?;
        Ok(match answer {
            Ok(json) => (200, json),
            Err(error) => (error.kind().status(), error.json()),
        })
    }

    /// Ends the computation of the answer, also one that has not started.
    fn cancel(&self) {
        self.interrupt.set();
    }
}

impl Request {
    fn compute(
        &self,
        shared: &SharedSession,
        settings: &Settings,
        interrupt: Interrupt,
    ) -> Result<String, ApiError> {
        if let Some(answer) = information(&self.name, settings) {
            return Ok(answer?.json);
        }
        let request = read(&self.name, self.body.as_bytes())?;
        let waiting = Limits::default()
            .with_time(request.time(settings)?)
            .with_interrupt(interrupt.clone())
            .starting_now();
        let answer = |session: &mut Session| {
            request.answer(&mut Call { settings, session, interrupt, seed: 0 })
        };
        let answer = match request.kind() {
            // Values that Python computes are in this session as well, and are not computed twice.
            Kind::InSession => shared.with(&waiting, answer)?,
            _ => answer(&mut Session::new()),
        };
        Ok(answer?.json)
    }
}

/// The limits of requests: those of the server where Python's own are not lower, and Python's limit of memory, which
/// includes the memory of earlier results.
fn settings(LimitSettings { time, bytes, .. }: LimitSettings) -> Settings {
    let usual = Settings::default();
    let at_most = |usual: Duration| time.map_or(usual, |time| time.min(usual));
    let bytes = bytes.unwrap_or(usize::MAX);
    Settings {
        value_time: at_most(usual.value_time),
        solve_time: at_most(usual.solve_time),
        max_time: at_most(usual.max_time),
        bot_time: at_most(usual.bot_time),
        value_bytes: bytes,
        solve_bytes: bytes.min(usual.solve_bytes),
        rulesets: rulesets_from_texts(),
        ..usual
    }
}

/// The modules of the widgets. They import those of the pages.
const MODULES: [(&str, &str); 6] = [
    ("js/transport.js", include_str!("../widgets/transport.js")),
    ("js/widgets.js", include_str!("../widgets/widgets.js")),
    ("js/widgets/board.js", include_str!("../widgets/board.js")),
    ("js/widgets/moves.js", include_str!("../widgets/moves.js")),
    ("js/widgets/sheet.js", include_str!("../widgets/sheet.js")),
    ("js/widgets/value.js", include_str!("../widgets/value.js")),
];

/// The script of the widgets: one module of JavaScript, with the styles.
#[pyfunction]
pub(crate) fn widget_script() -> String {
    let pages = dicot_pages::asset("style.css").unwrap_or_default();
    let styles =
        [&String::from_utf8_lossy(&pages), include_str!("../widgets/widgets.css")].concat();
    // A string of JSON is one of JavaScript.
    let styles = format!("export const STYLES = {};\n", serde_json::Value::from(styles));
    let modules = [&MODULES[..], &[("js/widgets/styles.js", &styles)]].concat();
    dicot_pages::linked("js/widgets.js", &modules)
}
