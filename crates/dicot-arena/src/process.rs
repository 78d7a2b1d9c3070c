//! Programs that are run as players: what they are asked and what they answer, in time.
//!
//! A [`Program`] says what to start, a [`Process`] is one run of it, usually for one game. Nothing that such a
//! program does holds up the game or takes memory: it may crash, be silent, not read, or write without end.
//!
//! # Examples
//! ```
//! # #[cfg(unix)] {
//! use std::time::{Duration, Instant};
//! use dicot_arena::process::{NoAnswer, Program};
//! let soon = || Instant::now() + Duration::from_secs(60);
//! let mut process = Program::shell("read name; echo hello $name").start()?;
//! process.write(b"world\n", soon()).unwrap();
//! assert_eq!(process.next_line(soon()).unwrap(), b"hello world");
//! assert!(matches!(process.next_line(soon()), Err(NoAnswer::Closed(_))));
//! # }
//! # Ok::<_, std::io::Error>(())
//! ```

use std::error::Error;
use std::ffi::OsStr;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that a program may write, in bytes.
pub const LONGEST_LINE: usize = 1 << 16;

/// How much is read at a time, and how many of these wait to be looked at; the program waits when they are full.
const CHUNK: usize = 1 << 13;
const CHUNKS: usize = 16;

/// How long a program that has closed its output may take to end.
const ENDING: Duration = Duration::from_millis(500);

/// A program and its arguments, to be run as a player.
#[derive(Debug)]
pub struct Program {
    command: Command,
}

impl Program {
    /// The program at that path, or of that name on the `PATH`.
    pub fn new(path: impl AsRef<OsStr>) -> Program {
        let mut command = Command::new(path);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Program { command }
    }

    /// A command line, as it is typed in a terminal: on Unix `sh` reads it, elsewhere `cmd`.
    ///
    /// The shell of the system, because its quotes and variables are those that people know.
    pub fn shell(command_line: &str) -> Program {
        let (shell, option) = if cfg!(unix) { ("sh", "-c") } else { ("cmd", "/C") };
        Program::new(shell).arg(option).arg(command_line)
    }

    /// The same, with one more argument.
    #[must_use]
    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Program {
        self.command.arg(argument);
        self
    }

    /// The same, in that directory.
    #[must_use]
    pub fn in_directory(mut self, directory: impl AsRef<Path>) -> Program {
        self.command.current_dir(directory);
        self
    }

    /// The same, with its standard error shown as our own; it is discarded otherwise.
    #[must_use]
    pub fn showing_errors(mut self) -> Program {
        self.command.stderr(Stdio::inherit());
        self
    }

    /// Starts the program.
    ///
    /// # Errors
    /// If the system cannot start it. A shell can always be started: what it does not find shows as the end of
    /// its output, with status 127.
    pub fn start(&mut self) -> io::Result<Process> {
        let mut child = self.command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (chunk_sender, chunks) = sync_channel(CHUNKS);
        let (job_sender, jobs) = channel();
        let (done_sender, done) = channel();
        // From here on it ends with the process, should a thread not start.
        let process = Process {
            child,
            status: None,
            patience: ENDING,
            jobs: job_sender,
            done,
            unwritten: 0,
            chunks,
            rest: Vec::new(),
            seen: 0,
            came: Instant::now(),
        };
        let thread = |name: &str| thread::Builder::new().name(name.to_owned());
        if let Some(stdin) = stdin {
            thread("to program").spawn(move || write_all(stdin, &jobs, &done_sender))?;
        }
        if let Some(stdout) = stdout {
            thread("from program").spawn(move || read_all(stdout, &chunk_sender))?;
        }
        Ok(process)
    }
}

/// Writes what it is given, in a thread, because a program need not read.
fn write_all(mut stdin: impl Write, jobs: &Receiver<Vec<u8>>, done: &Sender<Instant>) {
    while let Ok(job) = jobs.recv() {
        if stdin.write_all(&job).and_then(|()| stdin.flush()).is_err() {
            return;
        }
        if done.send(Instant::now()).is_err() {
            return;
        }
    }
}

/// Bytes, and when they came.
type Chunk = (Vec<u8>, Instant);

/// Reads to the end, in a thread, because a program need not write.
fn read_all(mut stdout: impl Read, chunks: &SyncSender<Chunk>) {
    let mut buffer = [0; CHUNK];
    loop {
        match stdout.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => {
                if chunks.send((buffer[..length].to_vec(), Instant::now())).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The deadline has passed.
    TimedOut,
    /// The program has ended, with that status, or has closed its input or output and goes on.
    Closed(Option<ExitStatus>),
    /// A line is longer than [`LONGEST_LINE`].
    TooLong,
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoAnswer::TimedOut => f.write_str("no answer in time"),
            NoAnswer::Closed(Some(status)) => write!(f, "the program has ended, {status}"),
            NoAnswer::Closed(None) => f.write_str("the program has closed its input or output"),
            NoAnswer::TooLong => write!(f, "a line is longer than {LONGEST_LINE} bytes"),
        }
    }
}

impl Error for NoAnswer {}

/// A program that runs, with its input and output.
///
/// It ends when this is dropped, with everything that it has started in its process group.
#[derive(Debug)]
pub struct Process {
    child: Child,
    status: Option<ExitStatus>,
    /// How long its end is waited for when it has closed its input or output.
    patience: Duration,
    jobs: Sender<Vec<u8>>,
    done: Receiver<Instant>,
    /// How many jobs are not done.
    unwritten: usize,
    chunks: Receiver<Chunk>,
    /// What has come and was not asked for yet, of which the first bytes were seen to have no line end.
    rest: Vec<u8>,
    seen: usize,
    came: Instant,
}

impl Process {
    /// Writes the bytes to the program's standard input, and says when the last one was written.
    ///
    /// What was written too late before is still written first.
    ///
    /// # Errors
    /// [`NoAnswer::TimedOut`] if the program does not read them before the deadline, [`NoAnswer::Closed`] if it
    /// never will.
    pub fn write(&mut self, bytes: &[u8], deadline: Instant) -> Result<Instant, NoAnswer> {
        // Of a program that has not read what it was sent before, no more than that is kept.
        let mut written = self.wait_written(deadline)?;
        if !bytes.is_empty() {
            if self.jobs.send(bytes.to_vec()).is_err() {
                return Err(self.closed());
            }
            self.unwritten += 1;
            written = self.wait_written(deadline)?;
        }
        Ok(written)
    }

    fn wait_written(&mut self, deadline: Instant) -> Result<Instant, NoAnswer> {
        let mut written = Instant::now();
        while self.unwritten > 0 {
            match self.done.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(at) => written = at,
                Err(RecvTimeoutError::Timeout) => return Err(NoAnswer::TimedOut),
                Err(RecvTimeoutError::Disconnected) => return Err(self.closed()),
            }
            self.unwritten -= 1;
        }
        Ok(written)
    }

    /// The next line of the program's standard output, without its line feed.
    ///
    /// A line that is already there is given also after the deadline, if it came before it.
    ///
    /// # Errors
    /// [`NoAnswer`]; after [`NoAnswer::TimedOut`] the line can be asked for again.
    pub fn next_line(&mut self, deadline: Instant) -> Result<Vec<u8>, NoAnswer> {
        loop {
            if let Some(end) = self.rest[self.seen..].iter().position(|&byte| byte == b'\n') {
                let end = self.seen + end;
                if end > LONGEST_LINE {
                    return Err(NoAnswer::TooLong);
                }
                if self.came > deadline {
                    return Err(NoAnswer::TimedOut);
                }
                let after = self.rest.split_off(end + 1);
                let mut line = std::mem::replace(&mut self.rest, after);
                line.pop();
                self.seen = 0;
                return Ok(line);
            }
            self.seen = self.rest.len();
            if self.seen > LONGEST_LINE {
                return Err(NoAnswer::TooLong);
            }
            let chunk = self.next_chunk(deadline)?;
            self.rest.extend(chunk);
        }
    }

    /// The next bytes of the program's standard output: one at least.
    ///
    /// # Errors
    /// [`NoAnswer::TimedOut`] or [`NoAnswer::Closed`].
    pub fn next_bytes(&mut self, deadline: Instant) -> Result<Vec<u8>, NoAnswer> {
        self.seen = 0;
        let bytes = if self.rest.is_empty() {
            self.next_chunk(deadline)?
        } else {
            std::mem::take(&mut self.rest)
        };
        if self.came > deadline {
            self.rest = bytes;
            return Err(NoAnswer::TimedOut);
        }
        Ok(bytes)
    }

    fn next_chunk(&mut self, deadline: Instant) -> Result<Vec<u8>, NoAnswer> {
        match self.chunks.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok((bytes, came)) => {
                self.came = came;
                Ok(bytes)
            }
            Err(RecvTimeoutError::Timeout) => Err(NoAnswer::TimedOut),
            Err(RecvTimeoutError::Disconnected) => Err(self.closed()),
        }
    }

    /// When the last bytes that were given came from the program, however late they were asked for.
    pub fn came(&self) -> Instant {
        self.came
    }

    /// The process id, as long as the process runs.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn closed(&mut self) -> NoAnswer {
        // Once: one that goes on would hold up the game in every turn, at the cost of nobody's clock.
        let until = Instant::now() + std::mem::take(&mut self.patience);
        while self.status.is_none() && !self.has_ended() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        if self.status.is_none() && self.has_ended() {
            self.end();
        }
        NoAnswer::Closed(self.status)
    }

    /// Whether the process has ended. It is not waited for here: until it is, nobody else gets its id, and its
    /// group can be ended without fear for others.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(Some(_)) | Err(_))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends the process with its group, and waits for it.
    fn end(&mut self) {
        if self.status.is_some() {
            return;
        }
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // It fails if the whole group is gone, which is as well.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let _ = self.child.kill();
        self.status = self.child.wait().ok();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}
