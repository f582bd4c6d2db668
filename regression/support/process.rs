//! Processes within limits: heapwright itself, and compiled programs.

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Against hanging alone: nothing that is tested takes as long, on whatever machine.
pub const HANGING: Duration = Duration::from_secs(600);

/// How a process ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// The exit status; `None` if a signal ended it.
    pub status: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error.
    pub stderr: Vec<u8>,
    /// Whether it was ended because it took too long.
    pub hung: bool,
    /// How long it took.
    pub time: Duration,
}

impl Ended {
    /// Standard output, for people.
    pub fn output(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Standard error, for people.
    pub fn errors(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }

    /// The verdict in the last line of standard output.
    pub fn verdict(&self) -> Option<String> {
        self.output().lines().last()?.strip_prefix("verdict: ").map(String::from)
    }
}

/// The heapwright that was built with the tests.
pub fn heapwright() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heapwright"));
    command.env("SOURCE_DATE_EPOCH", "1700000000");
    command
}

/// Runs a process to its end without input, or ends it after a time.
pub fn run(command: &mut Command, limit: Duration) -> std::io::Result<Ended> {
    let start = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (stdout, stderr) = (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
    let collect = |mut pipe: Box<dyn Read + Send>| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = pipe.read_to_end(&mut bytes);
            bytes
        })
    };
    let (stdout, stderr) = (collect(Box::new(stdout)), collect(Box::new(stderr)));
    let mut pause = Duration::from_millis(1);
    let mut hung = false;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > limit {
            hung = true;
            child.kill()?;
            break child.wait()?;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let time = start.elapsed();
    let collected = |thread: thread::JoinHandle<Vec<u8>>| thread.join().expect("reading does not panic");
    Ok(Ended {
        status: status.code(),
        signal: status.signal(),
        stdout: collected(stdout),
        stderr: collected(stderr),
        hung,
        time,
    })
}
