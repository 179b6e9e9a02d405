//! LLVM in a process of its own. It aborts on input it does not expect, takes as long as it likes, and runs whatever a
//! module says; none of that reaches the process that asked.
//!
//! The process is this program itself, whose `main` begins with [`serve`]. It reads its input from standard input, writes its result to standard output, and its messages to standard error.

use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Duration;

use crate::process::{ProcessOutput, how, run_to_end};
use crate::{execute, ir};

/// What a child is asked to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Job {
    /// Module to assembly.
    ToAssembly,
    /// LLVM's verifier; see [`ir::verify`].
    Verify,
    /// Runs `main`; see [`execute::run_main`].
    Main,
    /// Runs functions on inputs; see [`execute::run_functions`].
    Functions,
}

/// The jobs and the words that name them.
const JOBS: [(&str, Job); 4] =
    [("assembly", Job::ToAssembly), ("verify", Job::Verify), ("main", Job::Main), ("functions", Job::Functions)];

/// The argument that a child is started with before those of its job.
const CHILD: &str = "llvm-child";

/// Exit status of a child whose input LLVM does not take; its messages are on standard error.
pub const REFUSED: u8 = 3;
/// Exit status of a child whose module LLVM's verifier does not take.
const UNSOUND: u8 = 4;

/// How much a child may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time by the clock.
    pub time: Duration,
    /// Bytes of memory; 0 is no limit.
    pub memory: u64,
}

impl Limits {
    /// For reading and writing a module of so many bytes.
    pub fn of_module(bytes: usize) -> Limits {
        Limits { time: Duration::from_secs(60) + Duration::from_micros(bytes as u64 * 10), memory: 0 }
    }
}

/// Why a child gave no result.
#[derive(Debug, thiserror::Error)]
pub enum ChildError {
    /// It could not be started, or its input not be written.
    #[error("a process for LLVM cannot be started: {0}")]
    Start(#[from] std::io::Error),
    /// LLVM does not accept the module.
    #[error("LLVM: {0}")]
    Refused(String),
    /// It ended otherwise than by finishing.
    #[error("LLVM ended {how}{}{message}", if message.is_empty() { "" } else { ": " })]
    Crashed {
        /// `by signal 6`, `with status 1`.
        how: String,
        /// The first line on its standard error.
        message: String,
    },
    /// It was ended because its time was up.
    #[error("LLVM took more than {} seconds", .0.as_secs())]
    TimedOut(Duration),
}

/// What a child gave.
#[derive(Debug)]
pub struct Output {
    /// Its standard output.
    pub result: Vec<u8>,
    /// Its standard error.
    pub messages: String,
    /// Whether LLVM's verifier accepts the module; `true` for all other jobs.
    pub sound: bool,
}

/// How children are started.
#[derive(Clone, Debug)]
pub struct Children {
    program: PathBuf,
}

impl Children {
    /// Children are this program.
    ///
    /// # Errors
    /// The program does not know where it is.
    pub fn of_this_program() -> std::io::Result<Children> {
        Ok(Children::new(std::env::current_exe()?))
    }

    /// Children are another program that begins with [`serve`].
    pub fn new(program: impl Into<PathBuf>) -> Children {
        Children { program: program.into() }
    }

    /// Has a child do a job that should succeed on any valid module.
    ///
    /// # Errors
    /// [`ChildError`].
    pub fn ask(&self, job: &Job, name: &str, input: &[u8], limits: Limits) -> Result<Output, ChildError> {
        let ended = self.run(job, &[name], input, limits)?;
        let messages = String::from_utf8_lossy(&ended.stderr).into_owned();
        let Some(status) = ended.status else { return Err(ChildError::TimedOut(limits.time)) };
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        match code {
            Some(0) => Ok(Output { result: ended.stdout, messages, sound: true }),
            Some(UNSOUND) => Ok(Output { result: ended.stdout, messages, sound: false }),
            Some(REFUSED) => Err(ChildError::Refused(messages.trim_end().to_owned())),
            _ => {
                // LLVM's report of a crash is long; what it is about is first.
                let message = messages.lines().find(|l| !l.trim().is_empty()).unwrap_or_default().trim().to_owned();
                Err(ChildError::Crashed { how: how(status), message })
            }
        }
    }

    /// Has a child do a job; returns how it ended.
    ///
    /// # Errors
    /// The child cannot be started.
    pub fn run(&self, job: &Job, arguments: &[&str], input: &[u8], limits: Limits) -> std::io::Result<ProcessOutput> {
        let word = JOBS.iter().find(|j| j.1 == *job).map_or("", |j| j.0);
        let mut command = Command::new(&self.program);
        command.arg(CHILD).arg(word).arg(limits.memory.to_string()).args(arguments);
        run_to_end(&mut command, input, limits.time)
    }
}

/// The child's side: does the job that this program's arguments name, and returns its status; `None` where the program was not
/// started as a child.
pub fn serve() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != CHILD {
        return None;
    }
    let arguments: Vec<String> = arguments.map(|argument| argument.to_string_lossy().into_owned()).collect();
    Some(do_job(&arguments))
}

/// `arguments` are the job's word, the limit of memory, and the job's own.
fn do_job(arguments: &[String]) -> ExitCode {
    let [word, memory, own @ ..] = arguments else { return usage() };
    let Some((_, job)) = JOBS.iter().find(|j| j.0 == word) else { return usage() };
    let Ok(memory) = memory.parse::<u64>() else { return usage() };
    let limited = memory == 0 || rlimit::Resource::AS.set(memory, memory).is_ok();
    // The status is that of a crash; nobody needs the core.
    let limited = limited && rlimit::Resource::CORE.set(0, 0).is_ok();
    if !limited {
        return refuse("the limits of the process cannot be set");
    }
    let mut input = Vec::new();
    if let Err(error) = std::io::stdin().lock().read_to_end(&mut input) {
        return refuse(&format!("standard input cannot be read: {error}"));
    }
    let name = own.first().map_or("<stdin>", String::as_str);
    match job {
        Job::ToAssembly => give(ir::to_assembly(&input, name)),
        Job::Verify => match ir::verify(&input, name) {
            Ok((true, _)) => ExitCode::SUCCESS,
            Ok((false, _)) => ExitCode::from(UNSOUND),
            Err(refused) => refuse(&refused.0),
        },
        Job::Main => match execute::run_main(&input, name) {
            Ok(()) => ExitCode::SUCCESS,
            Err(refused) if refused.0.starts_with(execute::NOT_RUN) => refuse(&refused.0),
            Err(refused) => refuse(&format!("{}{}", execute::NOT_RUN, refused.0)),
        },
        Job::Functions => match execute::run_functions(&input, own) {
            Ok(()) => ExitCode::SUCCESS,
            Err(refused) => refuse(&refused.0),
        },
    }
}

fn give(done: Result<(Vec<u8>, Vec<String>), ir::Refused>) -> ExitCode {
    match done {
        Ok((result, warned)) => {
            let mut out = std::io::stdout().lock();
            if out.write_all(&result).and_then(|()| out.flush()).is_err() {
                return ExitCode::FAILURE;
            }
            for warning in warned {
                // Where standard error is closed nobody reads the warnings.
                let _ = writeln!(std::io::stderr(), "{warning}");
            }
            ExitCode::SUCCESS
        }
        Err(refused) => refuse(&refused.0),
    }
}

fn refuse(message: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::from(REFUSED)
}

fn usage() -> ExitCode {
    refuse("this is how irtrip starts itself to work with LLVM; there is nothing to see here for people")
}
