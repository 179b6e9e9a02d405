//! What takes over a second says so, on standard error, where that is a terminal.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use irtrip::dialect::llvm_text::printable;

use crate::arguments::Settings;

/// What takes less goes without.
const SHOWN_AFTER: Duration = Duration::from_secs(1);

/// The line that is shown, which [`clear`] takes away from any thread.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Set once something else is on the terminal.
static OVER: AtomicBool = AtomicBool::new(false);

/// Shows what the program does, once it has taken a second, until [`clear`] is called.
pub fn start(what: String, settings: &Settings) {
    if !settings.progress {
        return;
    }
    std::thread::spawn(move || {
        std::thread::sleep(SHOWN_AFTER);
        let mut shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if OVER.load(Ordering::Relaxed) {
            return;
        }
        let bar = ProgressBar::new_spinner().with_elapsed(SHOWN_AFTER).with_message(printable(&what).into_owned());
        set_style(&bar, "{spinner} {elapsed} {wide_msg}");
        bar.enable_steady_tick(Duration::from_millis(100));
        *shown = Some(bar);
    });
}

/// Takes the line away for good, before anything else is written to the terminal.
pub fn clear() {
    OVER.store(true, Ordering::Relaxed);
    if let Some(bar) = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).take() {
        bar.finish_and_clear();
    }
}

/// Does what writes to the terminal while the line is not there.
pub fn suspend<T>(write: impl FnOnce() -> T) -> T {
    match &*SHOWN.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// A bar for a number of files. It is hidden unless `shown`.
pub fn bar(files: usize, shown: bool) -> ProgressBar {
    if !shown {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(files as u64);
    set_style(&bar, "{msg}{wide_bar} {pos}/{len} {per_sec} {eta}");
    bar.enable_steady_tick(Duration::from_millis(200));
    *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
    bar
}

/// A template is a constant; were it ill-formed, the default style would do.
fn set_style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}
