//! One attempt: what heapwright said, and what is wrong with it whatever the program.

use crate::support::compiler::Compiler;
use crate::support::process::{self, Ended, heapwright};
use crate::support::program::{RegressionProgram, programs};
use heapwright::config::DataModel;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What heapwright answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Proved,
    Refuted,
    Unknown,
    /// The program was not accepted, or nothing was tried.
    Rejected,
}

/// What came of one program.
pub struct Outcome {
    /// The name of the file in which it is kept if something is wrong.
    pub name: String,
    /// Its text.
    pub text: String,
    /// What heapwright answered.
    pub answer: Answer,
    /// What is wrong with that.
    pub wrong: Option<String>,
}

/// What is known of a program before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// It has no error.
    Correct,
    /// It has one.
    Faulty,
    /// Nobody knows.
    Open,
}

/// What all attempts share.
pub struct Context {
    /// The limit of heapwright's time.
    pub limit: Duration,
    /// Where what went wrong is kept.
    pub results: PathBuf,
    /// Whether time limits are watched: only where nothing else keeps the machine busy.
    pub timed: bool,
    /// The compilers of this machine.
    pub compilers: Vec<(DataModel, Compiler)>,
    /// The regression programs.
    pub programs: Vec<RegressionProgram>,
    /// Where files of attempts go.
    pub folder: PathBuf,
}

/// How much longer than its limit heapwright may take.
const MARGIN: Duration = Duration::from_secs(1);
/// How often what took too long is tried again: other work on the machine is no fault of heapwright's.
const AGAIN: u32 = 3;
/// After how much more time than its limit heapwright is ended.
const HANGING: Duration = Duration::from_secs(120);

impl Context {
    /// What is needed for a campaign.
    pub fn new(limit: Duration, results: PathBuf, timed: bool) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("campaign");
        fs::create_dir_all(&folder).expect("a writable folder");
        let compilers = [DataModel::Lp64, DataModel::Ilp32]
            .into_iter()
            .filter_map(|model| Some((model, Compiler::new(model, &folder).ok()?)))
            .collect();
        Self { limit, results, timed, compilers, programs: programs(), folder }
    }

    /// The compiler for a data model, if there is one.
    pub fn compiler(&self, model: DataModel) -> Option<&Compiler> {
        self.compilers.iter().find(|(other, _)| *other == model).map(|(_, compiler)| compiler)
    }

    /// A file for an attempt.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        fs::write(&path, text).expect("a writable folder");
        path
    }

    /// Runs `heapwright verify` on a file within the limit, and says what is wrong whatever the program.
    pub fn verify(&self, file: &Path, args: &[String]) -> (Ended, Option<String>) {
        let run = || {
            let mut command: Command = heapwright();
            let limit = format!("{}s", self.limit.as_secs());
            command.args(["verify", "--timeout", &limit]).args(args).arg(file);
            process::run(&mut command, self.limit + HANGING).expect("heapwright starts")
        };
        let mut ended = run();
        for _ in 0..AGAIN {
            if !self.timed || ended.time <= self.limit + MARGIN {
                break;
            }
            ended = run();
        }
        let wrong = match ended.status {
            _ if ended.hung => Some("it does not end".into()),
            Some(0 | 2 | 5 | 10) if self.timed && ended.time > self.limit + MARGIN => {
                Some(format!("it takes {:.1} s", ended.time.as_secs_f64()))
            }
            Some(0 | 2 | 5 | 10) => None,
            status => Some(format!("exit status {status:?}, signal {:?}: {}", ended.signal, ended.errors())),
        };
        (ended, wrong)
    }

    /// Verifies a program about which something is known. The file goes unless something is wrong.
    pub fn judge(&self, name: &str, text: String, args: &[String], truth: Truth) -> Outcome {
        let file = self.file(name, &text);
        let (ended, mut wrong) = self.verify(&file, args);
        let answer = match ended.verdict().as_deref() {
            Some("true") => Answer::Proved,
            Some("unknown") => Answer::Unknown,
            Some(_) => Answer::Refuted,
            None => Answer::Rejected,
        };
        wrong = wrong.or(match (truth, answer) {
            (Truth::Correct, Answer::Refuted) => Some(format!("refuted, but correct: {}", args.join(" "))),
            (Truth::Faulty, Answer::Proved) => Some(format!("proved, but faulty: {}", args.join(" "))),
            (Truth::Correct | Truth::Faulty, Answer::Rejected) => Some(format!("rejected: {}", ended.errors())),
            _ => None,
        });
        if wrong.is_none() {
            let _ = fs::remove_file(&file);
        }
        Outcome { name: name.to_string(), text, answer, wrong }
    }
}

/// Words as arguments.
pub fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(String::from).collect()
}
