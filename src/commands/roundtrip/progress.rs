//! The progress bar of a run, on standard error.

use indicatif::ProgressBar;

use crate::progress;

/// A progress bar, which is cleared when the run ends.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar for a number of files. It is hidden unless `shown`, and for one file.
    pub fn new(files: usize, shown: bool) -> Progress {
        Progress(progress::bar(files, shown && files > 1))
    }

    /// Shows how many files are not as they should be.
    pub fn show_failures(&self, failures: u64) {
        if failures > 0 {
            self.0.set_message(format!("{failures} failed "));
        }
    }

    /// Counts one file, and does what writes to the terminal while the bar is not there.
    pub fn step<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.inc(1);
        self.0.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        progress::clear();
    }
}
