//! The options for limits of time and memory.

use std::time::Duration;

use clap::Args;
use dicot::solver::Solver;
use dicot::{LimitKind, Limits, ValueError};

use crate::ctrl_c;

#[derive(Args, Clone, Debug)]
pub(crate) struct LimitArgs {
    // What the time and the memory are for differs between commands: `shared` has the help of each.
    #[arg(long, global = true, value_parser = time)]
    pub(crate) time: Option<Limit<Duration>>,
    #[arg(long, global = true, value_name = "SIZE", value_parser = memory)]
    memory: Option<Limit<usize>>,
    /// The limit of stored positions
    #[arg(long, global = true, value_name = "N")]
    max_positions: Option<usize>,
    /// The limit of stored values
    #[arg(long, global = true, value_name = "N")]
    max_forms: Option<usize>,
}

/// A limit, if any. (clap reads an `Option` as an option that may be left out.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit<T>(pub(crate) Option<T>);

impl LimitArgs {
    /// The memory limit of an ordinary command.
    fn bytes(&self) -> Option<usize> {
        self.bytes_or(4 << 30)
    }

    /// The memory limit of a command with its own default.
    pub(crate) fn bytes_or(&self, default: usize) -> Option<usize> {
        self.memory.map_or(Some(default), |limit| limit.0)
    }

    /// The bytes of `--memory`, if it is given.
    pub(crate) fn given_bytes(&self) -> Option<usize> {
        self.memory.map(|limit| limit.0.unwrap_or(usize::MAX))
    }

    /// The time limit of an ordinary command.
    fn time(&self) -> Option<Duration> {
        self.time_or(Duration::from_secs(600))
    }

    /// The time limit of a command with its own default, which is a time or `None`.
    pub(crate) fn time_or(&self, default: impl Into<Option<Duration>>) -> Option<Duration> {
        self.time.map_or(default.into(), |limit| limit.0)
    }

    /// Limits for a solver, whose table takes a quarter of the bytes, or `None` if the memory is not
    /// limited. Ctrl-C interrupts it.
    pub(crate) fn solver_limits(&self) -> Option<Limits> {
        let bytes = self.bytes_or(Solver::DEFAULT_BYTES)?;
        let limits = Limits::default().with_interrupt(ctrl_c::interrupt());
        Some(limits.with_bytes(bytes).with_time(self.time()))
    }

    /// Limits for one call, which Ctrl-C interrupts.
    pub(crate) fn limits(&self) -> Limits {
        Limits::default()
            .with_interrupt(ctrl_c::interrupt())
            .with_positions(self.max_positions)
            .with_forms(self.max_forms)
            .with_bytes(self.bytes())
            .with_time(self.time())
    }
}

/// The option that sets the limit or names the damaged file.
pub(crate) fn option_of(error: ValueError) -> Option<&'static str> {
    match error {
        ValueError::Limit(LimitKind::Time) => Some("--time"),
        ValueError::Limit(LimitKind::Bytes(_)) => Some("--memory"),
        ValueError::Limit(LimitKind::Nodes(_)) => Some("--nodes"),
        ValueError::Limit(LimitKind::Positions(_)) => Some("--max-positions"),
        ValueError::Limit(LimitKind::Forms(_)) => Some("--max-forms"),
        ValueError::Damaged => Some("--db"),
        _ => None,
    }
}

fn time(text: &str) -> Result<Limit<Duration>, String> {
    const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];
    let text = if text == "0" { "0s" } else { text };
    let time = quantity(text, &UNITS, "a time like 500ms, 60s, 5m or 2h, or `none`")?;
    Ok(Limit(time.map(Duration::from_millis)))
}

/// Reads a time that is not `none`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    time(text)?.0.ok_or_else(|| "expected a time like 500ms, 60s, 5m or 2h".to_owned())
}

pub(crate) fn memory(text: &str) -> Result<Limit<usize>, String> {
    const UNITS: [(&str, u64); 8] = [
        ("", 1),
        ("B", 1),
        ("KB", 1000),
        ("KiB", 1 << 10),
        ("MB", 1_000_000),
        ("MiB", 1 << 20),
        ("GB", 1_000_000_000),
        ("GiB", 1 << 30),
    ];
    let bytes = quantity(text, &UNITS, "a size like 500MB or 4GiB, a number of bytes, or `none`")?;
    Ok(Limit(bytes.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX))))
}

/// Digits and a unit, in upper or lower case; `none` is no limit.
fn quantity(text: &str, units: &[(&str, u64)], expected: &str) -> Result<Option<u64>, String> {
    if text.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let known = units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit.trim()));
    match (digits.parse::<u64>(), known) {
        (Ok(n), Some((_, size))) => {
            n.checked_mul(*size).map(Some).ok_or_else(|| "the limit is too large".to_owned())
        }
        _ => Err(format!("expected {expected}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let millis = |text| time(text).unwrap().0.map(|t| t.as_millis());
        assert_eq!(millis("500ms"), Some(500));
        assert_eq!(millis("60s"), Some(60_000));
        assert_eq!(millis("5m"), Some(300_000));
        assert_eq!(millis("2h"), Some(7_200_000));
        assert_eq!(millis("0"), Some(0));
        assert_eq!(millis("none"), None);
        for bad in ["", "5", "m", "-5m", "5 minutes", "1.5h", "99999999999999999999s"] {
            assert!(time(bad).is_err(), "{bad}");
        }
        assert!(time("18446744073709551615h").is_err());
    }

    #[test]
    fn sizes() {
        let bytes = |text| memory(text).unwrap().0;
        assert_eq!(bytes("1000"), Some(1000));
        assert_eq!(bytes("2KiB"), Some(2048));
        assert_eq!(bytes("500mb"), Some(500_000_000));
        assert_eq!(bytes("4GiB"), Some(4 << 30));
        assert_eq!(bytes("none"), None);
        assert!(memory("4 apples").is_err());
    }
}
