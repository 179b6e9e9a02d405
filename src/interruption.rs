//! What ends the program from outside: Ctrl-C, or another program. It ends within a second, leaves no file after that is
//! not finished, and its status is 130, as shells give it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::progress;

/// The status of a program that was interrupted.
pub const STATUS: u8 = 130;

/// How long a command that finishes what it has may take for it.
const GRACE: Duration = Duration::from_millis(800);

/// Set by the first interruption.
pub static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Set by the first interruption, and by what else has a command begin nothing new.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// Whether the command finishes what it has when it is interrupted.
static FINISHES: AtomicBool = AtomicBool::new(false);

/// Whether a pager runs. It takes the keys, and the program ends when it does.
static IN_PAGER: AtomicBool = AtomicBool::new(false);

/// Unfinished files, to be removed on an interrupt.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Begins to handle interruptions.
///
/// # Errors
/// The system does not let it.
pub fn handle() -> Result<()> {
    ctrlc::set_handler(|| {
        if IN_PAGER.load(Ordering::Relaxed) {
            return;
        }
        let again = INTERRUPTED.swap(true, Ordering::Relaxed);
        STOP.store(true, Ordering::Relaxed);
        if FINISHES.load(Ordering::Relaxed) && !again {
            // The handler is called for the next interruption only once it is done with this one.
            std::thread::spawn(|| {
                std::thread::sleep(GRACE);
                end();
            });
        } else {
            end();
        }
    })
    .context("interruptions cannot be handled")
}

/// Ends the program at once.
pub fn end() -> ! {
    progress::clear();
    for path in UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        let _ = std::fs::remove_file(path);
    }
    std::process::exit(STATUS.into())
}

/// Has the first interruption set [`INTERRUPTED`], and end the program only after some time.
pub fn finish_first() {
    FINISHES.store(true, Ordering::Relaxed);
}

/// Leaves interruptions to the pager that `run` runs.
pub fn in_pager<T>(run: impl FnOnce() -> T) -> T {
    IN_PAGER.store(true, Ordering::Relaxed);
    let result = run();
    IN_PAGER.store(false, Ordering::Relaxed);
    result
}

/// A file that is removed if the program is interrupted while this lives.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Of the file at a path.
    pub fn new(path: &Path) -> Unfinished {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
        Unfinished(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).retain(|path| *path != self.0);
    }
}
