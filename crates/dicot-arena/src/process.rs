//! Programs that run as players, over standard input and output, with deadlines.
//!
//! A [`Program`] is a command to start, a [`Process`] is one run of it, usually for one game. A program cannot block
//! the game or exhaust memory: it may crash, not answer, not read, or write without end.
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

use std::ffi::OsStr;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

// The following values are first choices, not compared with others.

/// The maximum length of a line that a program may write, in bytes.
pub const MAX_LINE: usize = 1 << 16;

/// The number of bytes that are read at a time.
const CHUNK: usize = 1 << 13;

/// The maximum number of buffered chunks; when the buffer is full, the program has to wait.
const MAX_CHUNKS: usize = 16;

/// How long the end of a program is waited for after it has closed its input or output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A program with its arguments, to run as a player.
#[derive(Debug)]
pub struct Program {
    command: Command,
}

impl Program {
    /// Creates the program at a path, or of a name on the `PATH`.
    pub fn new(path: impl AsRef<OsStr>) -> Program {
        let mut command = Command::new(path);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Program { command }
    }

    /// Creates a program from a command line, as it is typed in a terminal: `sh` interprets it on Unix, `cmd` on
    /// Windows, so quotes and variables work as usual.
    pub fn shell(command_line: &str) -> Program {
        let (shell, option) = if cfg!(unix) { ("sh", "-c") } else { ("cmd", "/C") };
        Program::new(shell).arg(option).arg(command_line)
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Program {
        self.command.arg(argument);
        self
    }

    /// Sets the working directory.
    #[must_use]
    pub fn in_directory(mut self, directory: impl AsRef<Path>) -> Program {
        self.command.current_dir(directory);
        self
    }

    /// Passes the program's standard error on to this process's; it is discarded by default.
    #[must_use]
    pub fn showing_errors(mut self) -> Program {
        self.command.stderr(Stdio::inherit());
        self
    }

    /// Starts the program.
    ///
    /// # Errors
    /// If the system cannot start it. A command line always starts, because the shell does; if the shell does not find
    /// the program, its output ends with status 127.
    pub fn start(&mut self) -> io::Result<Process> {
        let mut child = self.command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (chunk_sender, chunks) = sync_channel(MAX_CHUNKS);
        let (job_sender, jobs) = channel();
        let (done_sender, done) = channel();
        // Created before the threads, so that the program is killed if a thread cannot be started.
        let process = Process {
            child,
            status: None,
            exit_timeout: EXIT_TIMEOUT,
            jobs: job_sender,
            done,
            unwritten: 0,
            chunks,
            buffer: Vec::new(),
            scanned: 0,
            arrived: Instant::now(),
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

/// Writes the jobs to the program; runs in its own thread, because the program may not read.
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

/// Bytes with the time of their arrival.
type Chunk = (Vec<u8>, Instant);

/// Reads the program's output to the end; runs in its own thread, because the program may not write.
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

/// Why a program has not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The deadline has passed.
    #[error("no answer in time")]
    TimedOut,
    /// The program has ended with this status; `None` if it still runs, but has closed its input or output.
    #[error(fmt = closed)]
    Closed(Option<ExitStatus>),
    /// A line is longer than [`MAX_LINE`].
    #[error("a line is longer than {MAX_LINE} bytes")]
    TooLong,
}

fn closed(status: &Option<ExitStatus>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match status {
        Some(status) => write!(f, "the program has ended, {status}"),
        None => f.write_str("the program has closed its input or output"),
    }
}

/// A running program with its input and output.
///
/// When a process is dropped, the program and all others in its process group are killed.
#[derive(Debug)]
pub struct Process {
    child: Child,
    status: Option<ExitStatus>,
    /// How long the end is waited for after the input or output was closed; zero after the first time.
    exit_timeout: Duration,
    jobs: Sender<Vec<u8>>,
    done: Receiver<Instant>,
    /// The number of jobs that are not done.
    unwritten: usize,
    chunks: Receiver<Chunk>,
    /// Output that has arrived and was not returned yet.
    buffer: Vec<u8>,
    /// The number of bytes at the start of `buffer` that contain no line end.
    scanned: usize,
    /// When the last chunk arrived.
    arrived: Instant,
}

impl Process {
    /// Writes bytes to the program's standard input and returns the time at which the last one was written.
    ///
    /// Bytes of earlier calls that have timed out are written first.
    ///
    /// # Errors
    /// [`NoAnswer::TimedOut`] if the program does not read the bytes before the deadline, [`NoAnswer::Closed`] if it
    /// has closed its input.
    pub fn write(&mut self, bytes: &[u8], deadline: Instant) -> Result<Instant, NoAnswer> {
        // Waits for earlier bytes first, so that at most one job is in memory if the program does not read.
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

    /// Waits for the next line of the program's standard output and returns it without its line feed.
    ///
    /// A line that arrived before the deadline is returned even if the deadline has passed.
    ///
    /// # Errors
    /// [`NoAnswer`]; after [`NoAnswer::TimedOut`] the call can be repeated.
    pub fn next_line(&mut self, deadline: Instant) -> Result<Vec<u8>, NoAnswer> {
        loop {
            if let Some(end) = self.buffer[self.scanned..].iter().position(|&byte| byte == b'\n') {
                let end = self.scanned + end;
                if end > MAX_LINE {
                    return Err(NoAnswer::TooLong);
                }
                if self.arrived > deadline {
                    return Err(NoAnswer::TimedOut);
                }
                let after = self.buffer.split_off(end + 1);
                let mut line = std::mem::replace(&mut self.buffer, after);
                line.pop();
                self.scanned = 0;
                return Ok(line);
            }
            self.scanned = self.buffer.len();
            if self.scanned > MAX_LINE {
                return Err(NoAnswer::TooLong);
            }
            let chunk = self.next_chunk(deadline)?;
            self.buffer.extend(chunk);
        }
    }

    /// Waits for the next bytes of the program's standard output, at least one.
    ///
    /// # Errors
    /// [`NoAnswer::TimedOut`] or [`NoAnswer::Closed`].
    pub fn next_bytes(&mut self, deadline: Instant) -> Result<Vec<u8>, NoAnswer> {
        self.scanned = 0;
        let bytes = if self.buffer.is_empty() {
            self.next_chunk(deadline)?
        } else {
            std::mem::take(&mut self.buffer)
        };
        if self.arrived > deadline {
            self.buffer = bytes;
            return Err(NoAnswer::TimedOut);
        }
        Ok(bytes)
    }

    fn next_chunk(&mut self, deadline: Instant) -> Result<Vec<u8>, NoAnswer> {
        match self.chunks.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok((bytes, arrived)) => {
                self.arrived = arrived;
                Ok(bytes)
            }
            Err(RecvTimeoutError::Timeout) => Err(NoAnswer::TimedOut),
            Err(RecvTimeoutError::Disconnected) => Err(self.closed()),
        }
    }

    /// When the bytes that were returned last arrived from the program.
    pub fn arrived(&self) -> Instant {
        self.arrived
    }

    /// The process id; valid while the process runs.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn closed(&mut self) -> NoAnswer {
        // Waits only once: a program that still runs would otherwise delay every turn without using its clock.
        let until = Instant::now() + std::mem::take(&mut self.exit_timeout);
        while self.status.is_none() && !self.has_ended() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        if self.status.is_none() && self.has_ended() {
            self.kill();
        }
        NoAnswer::Closed(self.status)
    }

    /// Whether the process has ended. It is not reaped here: until then its id is not reused, so that its group can be
    /// killed safely.
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

    /// Kills the process and its group, and waits for the process.
    fn kill(&mut self) {
        if self.status.is_some() {
            return;
        }
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // Fails if the whole group has ended, which is not an error here.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let _ = self.child.kill();
        self.status = self.child.wait().ok();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
