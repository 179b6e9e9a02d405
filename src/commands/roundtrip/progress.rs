//! The progress bar of a run, on standard error.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar, which is cleared when the run ends.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar for a number of files. It is hidden unless `shown`, and for one file.
    pub fn new(files: usize, shown: bool) -> Progress {
        if !shown || files < 2 {
            return Progress(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(files as u64);
        // The template is a constant; were it ill-formed, the default style would do.
        if let Ok(style) = ProgressStyle::with_template("{bar:32} {pos}/{len} files, {per_sec}, {eta} left") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress(bar)
    }

    /// Counts one file, and does what writes to the terminal while the bar is not there.
    pub fn step<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.inc(1);
        self.0.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
