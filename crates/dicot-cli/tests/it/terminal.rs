//! The program in a terminal.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// No test takes longer than that.
const DEADLINE: Duration = Duration::from_secs(120);

/// A pseudo-terminal in which the program runs.
struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// All that was written so far.
    text: String,
}

impl Terminal {
    fn start(arguments: &[&str], columns: u16) -> Terminal {
        Terminal::configured(arguments, columns, "/nowhere")
    }

    /// As [`Terminal::start`], with a folder of the configuration.
    fn configured(arguments: &[&str], columns: u16, folder: &str) -> Terminal {
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&keyboard).unwrap();
        unlockpt(&keyboard).unwrap();
        let name = ptsname(&keyboard, Vec::new()).unwrap();
        let name = OsStr::from_bytes(name.to_bytes());
        let tty = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let size = Winsize { ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&tty, size).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_dicot"));
        command.args(arguments).env("TERM", "xterm").env("NO_COLOR", "1").env("LC_ALL", "C");
        command.env("XDG_CONFIG_HOME", folder);
        command.stdin(tty.try_clone().unwrap()).stdout(tty.try_clone().unwrap()).stderr(tty);
        let child = command.spawn().unwrap();
        // The command holds the terminal open.
        drop(command);
        let keyboard = File::from(keyboard);
        let (sender, screen) = channel();
        let mut reader = keyboard.try_clone().unwrap();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // It ends with the program, as an error or an end.
            while let Ok(length @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal { child, keyboard, screen, text: String::new() }
    }

    fn type_in(&mut self, text: &str) {
        self.keyboard.write_all(text.as_bytes()).unwrap();
    }

    /// Reads the screen until the text is enough; whether it was before the end of the program.
    fn read_until(&mut self, enough: impl Fn(&str) -> bool) -> bool {
        let start = Instant::now();
        while !enough(&self.text) {
            match self.screen.recv_timeout(DEADLINE.saturating_sub(start.elapsed())) {
                Ok(bytes) => self.text += &String::from_utf8_lossy(&bytes),
                Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) => panic!("still waiting: {:?}", self.text),
            }
        }
        true
    }

    /// Waits for the end of the program: what it wrote.
    fn finish(mut self) -> String {
        self.read_until(|_| false);
        assert!(self.child.wait().unwrap().success());
        std::mem::take(&mut self.text)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a session prints below its prompts for text that comes at once: `early` before the first prompt, or after it.
fn answers(typed: &str, early: bool) -> Vec<String> {
    let mut terminal = Terminal::start(&["repl", "--no-history"], 80);
    if !early {
        assert!(terminal.read_until(|text| text.contains("> ")));
    }
    let typed = format!("{typed}quit\r");
    terminal.type_in(&typed);
    let text = terminal.finish();
    // The editor draws its line again for each key, in escape sequences. The terminal echoes what comes while no prompt
    // is shown.
    let drawn = |line: &&str| line.contains('\x1b') || line.starts_with("dicot: ");
    let echoed = |line: &&str| line.is_empty() || typed.split('\r').any(|typed| typed == *line);
    let lines = text.split('\n').map(|line| line.trim_end_matches('\r'));
    lines.filter(|line| !drawn(line) && !echoed(line)).map(str::to_owned).collect()
}

/// Several lines that come at once are all answered: typed ahead, or pasted.
#[test]
fn every_line_is_answered() {
    assert_eq!(answers("1+1\r2+2\r3+3\r", false), ["2", "4", "6"]);
    assert_eq!(answers("1+1\r2+2\r3+3\r", true), ["2", "4", "6"]);
    let lines = "a := {1|*}\ra + a\ra.Mean\r{2|\r*}\r";
    assert_eq!(answers(lines, false), ["{1|*}", "1*", "1/2", "{2|*}"]);
    // Longer than the buffer of the editor, of 1 KiB.
    let many: String = (0..300).map(|n| format!("{n} + 1000\r")).collect();
    let sums: Vec<String> = (1000..1300).map(|n| n.to_string()).collect();
    assert_eq!(answers(&many, false), sums);
}

/// The editor makes one entry of a bracketed paste, in which each expression has its result.
#[test]
fn a_bracketed_paste_is_answered_line_by_line() {
    let paste = "\x1b[200~a := {1|*}\ra + a\r\r{2|\r*}\ra.Mean\x1b[201~\r";
    assert_eq!(answers(paste, false), ["{1|*}", "1*", "{2|*}", "1/2"]);
}

/// The worksheet of the start is evaluated first; what is undone is the last entry.
#[test]
fn the_start_defines_names() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("dicot");
    std::fs::create_dir(&config).unwrap();
    std::fs::write(config.join("start.dicot"), "// Mine\nhot := {2|-1}\nhot.Nonsense\n").unwrap();
    let name = folder.path().to_str().unwrap();
    let mut terminal = Terminal::configured(&["repl", "--no-history"], 80, name);
    terminal.type_in("hot.Mean\rhot := 7\rundo\rhot\rquit\r");
    let text = terminal.finish();
    assert!(text.contains("start.dicot: line 3: at offset 4: unknown name `Nonsense`"), "{text}");
    let answers: Vec<&str> = text.lines().map(str::trim_end).collect();
    for answer in ["1/2", "undone: hot := 7", "{2|-1}"] {
        assert!(answers.contains(&answer), "{answer} in {text}");
    }
    let mut terminal = Terminal::configured(&["repl", "--no-history", "--no-start"], 80, name);
    terminal.type_in("hot\rquit\r");
    assert!(terminal.finish().contains("unknown name `hot`"));
}

/// A line of progress never wraps: it would fill the screen.
#[test]
fn progress_fits_a_narrow_terminal() {
    let board = "xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox";
    let mut terminal = Terminal::start(&["solve", board], 30);
    assert!(terminal.read_until(|text| text.matches('\r').count() >= 3));
    for line in terminal.text.split('\r').skip(1).take(2) {
        let line = line.replace("\x1b[K", "").replace("\x1b[J", "");
        assert!(line.contains(" nodes") && line.len() == 29, "{line:?}");
    }
}
