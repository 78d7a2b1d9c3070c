//! Names of attributes and methods, each made once.

/// The text as an object of Python, as `pyo3::intern!`, which lets other threads run while a name is made: in the child of a fork at that moment
/// the name would never be there. Here a name is made without a lock, and stored in a step.
macro_rules! intern {
    ($py:expr, $text:literal) => {{
        static NAME: std::sync::OnceLock<Py<pyo3::types::PyString>> = std::sync::OnceLock::new();
        if NAME.get().is_none() {
            let name = pyo3::types::PyString::intern($py, $text).unbind();
            // Another thread may have been first.
            drop(NAME.set(name));
        }
        NAME.get().expect("a name that was made").bind($py)
    }};
}

pub(crate) use intern;
