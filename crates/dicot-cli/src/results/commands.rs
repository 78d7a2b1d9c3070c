//! Runs the commands of a case in processes of their own, and measures them.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use dicot::Interrupt;
use serde_json::Value;

use crate::failure::Failure;
use crate::results::claim::Field;

/// What the commands of a case answered, and what that took.
#[derive(Debug)]
pub(super) struct Answered {
    pub(super) answer: Vec<Value>,
    pub(super) cpu_seconds: Option<f64>,
    pub(super) peak_mib: Option<u64>,
}

/// Runs commands as `dicot A && dicot B` in an empty folder, which is removed afterwards. `None` if the time was over or
/// the run interrupted.
pub(super) fn run(
    commands: &str,
    fields: &[Field],
    time: Option<Duration>,
    interrupt: &Interrupt,
) -> Result<Option<Answered>, Failure> {
    let folder = std::env::temp_dir().join(format!("dicot-results-{}", std::process::id()));
    let failed = |error: io::Error| Failure::new(format!("{}: {error}", folder.display()));
    fs::create_dir_all(&folder).map_err(failed)?;
    let deadline = time.map(|time| Instant::now() + time);
    let answered = run_in(&folder, commands, fields, &|| {
        interrupt.is_set() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    });
    fs::remove_dir_all(&folder).map_err(failed)?;
    answered
}

fn run_in(
    folder: &Path,
    commands: &str,
    fields: &[Field],
    is_over: &dyn Fn() -> bool,
) -> Result<Option<Answered>, Failure> {
    let (before, mut peak_mib, mut line) = (cpu_of_children(), None, String::new());
    for command in commands.split(" && ") {
        let of_command = |error: String| Failure::new(format!("`{command}`: {error}"));
        let words = words(command).map_err(of_command)?;
        let [program, arguments @ ..] = &words[..] else { continue };
        if program != "dicot" {
            return Err(of_command("expected a command that begins with dicot".to_owned()));
        }
        let process = Process { folder, arguments, is_over };
        match process.run().map_err(|error| of_command(error.to_string()))? {
            None => return Ok(None),
            Some((out, memory)) => {
                peak_mib = peak_mib.max(memory.map(|bytes| bytes >> 20));
                line = out;
            }
        }
    }
    let json: Value = serde_json::from_str(line.trim()).map_err(|_| {
        Failure::new(format!("`{commands}`: expected one line of JSON, found {:?}", line.trim()))
    })?;
    let answer = fields.iter().map(|field| match json.pointer(&field.pointer) {
        Some(value) => Ok(value.clone()),
        None => Err(Failure::new(format!("`{commands}`: the answer has no {}", field.pointer))),
    });
    let answer = answer.collect::<Result<_, _>>()?;
    let cpu_seconds =
        before.zip(cpu_of_children()).map(|(before, now)| (now - before) as f64 / 100.0);
    Ok(Some(Answered { answer, cpu_seconds, peak_mib }))
}

/// A command of this program.
struct Process<'a> {
    folder: &'a Path,
    arguments: &'a [String],
    is_over: &'a dyn Fn() -> bool,
}

impl Process<'_> {
    /// Its output, and its peak memory in bytes; `None` if it was ended because the time is over.
    fn run(&self) -> io::Result<Option<(String, Option<u64>)>> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(self.arguments)
            .current_dir(self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let output =
            [child.stdout.take().map(read_in_thread), child.stderr.take().map(read_in_thread)];
        let (mut memory, mut pause) = (None, Duration::from_millis(1));
        let status = loop {
            memory = peak_memory(child.id()).or(memory);
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if (self.is_over)() {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(50));
        };
        let [out, err] =
            output.map(|text| text.and_then(|text| text.join().ok()).unwrap_or_default());
        match status.success() {
            true => Ok(Some((out, memory))),
            false => Err(io::Error::other(format!("{status}: {}", err.trim()))),
        }
    }
}

fn read_in_thread(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut text = Vec::new();
        // What was read before an error is worth showing.
        let _ = from.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    })
}

/// The peak memory of a process in bytes, if it runs under Linux.
fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// The CPU time of all processes that this one has waited for, in hundredths of a second, under Linux: the fields `cutime`
/// and `cstime` of proc_pid_stat(5), whose unit is 1/100 s on all machines (`USER_HZ`).
fn cpu_of_children() -> Option<u64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may have spaces. After it come the fields from 3 on.
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut times = fields.split(' ').skip(13).map(|field| field.parse::<u64>().ok());
    Some(times.next()?? + times.next()??)
}

/// The words of a command, as a shell has them: separated by spaces, and together in single quotes.
pub(crate) fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut rest = command.trim_start();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('\'') {
            Some(quoted) => quoted.split_once('\'').ok_or("a quote is not closed")?,
            None => rest.split_at(rest.find(' ').unwrap_or(rest.len())),
        };
        if !after.is_empty() && !after.starts_with(' ')
            || rest.starts_with(char::is_alphanumeric) && word.contains('\'')
        {
            return Err("expected quotes around whole words only".to_owned());
        }
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_command() {
        let words = |text| super::words(text).unwrap_or_else(|error| vec![error]);
        assert_eq!(words("dicot solve 'xo + v'  --json"), ["dicot", "solve", "xo + v", "--json"]);
        assert_eq!(words("dicot 'xo"), ["a quote is not closed"]);
        assert_eq!(words("dicot 'x'o"), ["expected quotes around whole words only"]);
        assert_eq!(words("dicot x'o'"), ["expected quotes around whole words only"]);
        assert_eq!(words(" "), [""; 0]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_tells_time_and_memory() {
        assert!(peak_memory(std::process::id()).is_some_and(|bytes| bytes > 1 << 20));
        assert!(cpu_of_children().is_some());
    }
}
