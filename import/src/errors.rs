//! Errors that stand on their own: the first of them, or all that can be found.
//!
//! A reader of many things hands each result to [`Errors::keep`]. Where the first error counts, it ends the reading; where
//! all do, the reader goes on with the next thing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticCode, DiagnosticResult};

/// Where the errors of a text go. Threads share it.
pub(crate) struct Errors {
    /// Those so far; none where the first one ends the reading.
    kept: Option<Mutex<Vec<Diagnostic>>>,
    /// Whether those of LLVM's verifier are left out.
    without_verifiers: AtomicBool,
}

/// The first error ends the reading.
pub(crate) static FIRST: Errors = Errors { kept: None, without_verifiers: AtomicBool::new(false) };

impl Errors {
    /// All errors count.
    pub fn all() -> Errors {
        Errors { kept: Some(Mutex::default()), without_verifiers: AtomicBool::new(false) }
    }

    /// Whether reading goes on after an error.
    pub fn all_count(&self) -> bool {
        self.kept.is_some()
    }

    /// What was read; none where that failed and reading goes on.
    ///
    /// # Errors
    /// The error of the result, where the first one counts.
    pub fn keep<T>(&self, result: DiagnosticResult<T>) -> DiagnosticResult<Option<T>> {
        match (result, &self.kept) {
            (Ok(value), _) => Ok(Some(value)),
            (Err(error), None) => Err(error),
            (Err(error), Some(kept)) => {
                if !(self.without_verifiers.load(Ordering::Relaxed) && is_of_verifier(&error)) {
                    kept.lock().unwrap_or_else(PoisonError::into_inner).push(*error);
                }
                Ok(None)
            }
        }
    }

    /// Fails with the first of some errors, and keeps the others.
    ///
    /// # Errors
    /// The first, if there is any.
    pub fn refuse(&self, errors: impl IntoIterator<Item = Diagnostic>) -> DiagnosticResult<()> {
        let mut errors = errors.into_iter();
        let Some(first) = errors.next() else { return Ok(()) };
        if let Some(kept) = &self.kept {
            let left_out = self.without_verifiers.load(Ordering::Relaxed);
            let errors = errors.filter(|error| !(left_out && is_of_verifier(error)));
            kept.lock().unwrap_or_else(PoisonError::into_inner).extend(errors);
        }
        Err(Box::new(first))
    }

    /// Fails if there were errors: what comes next would only report them again.
    ///
    /// # Errors
    /// One of those that were kept.
    pub fn stop(&self) -> DiagnosticResult<()> {
        let last = self.kept.as_ref().and_then(|kept| kept.lock().unwrap_or_else(PoisonError::into_inner).pop());
        last.map_or(Ok(()), |last| Err(Box::new(last)))
    }

    /// Leaves out what LLVM's verifier refuses from now on.
    pub fn leave_out_verifiers(&self) {
        self.without_verifiers.store(true, Ordering::Relaxed);
    }

    /// Whether errors were kept.
    pub fn any(&self) -> bool {
        self.kept.as_ref().is_some_and(|kept| !kept.lock().unwrap_or_else(PoisonError::into_inner).is_empty())
    }

    /// The errors that were kept, with the one that ended the reading, in the order of the text.
    pub fn into_sorted(self, last: Diagnostic) -> Vec<Diagnostic> {
        let mut errors = self.kept.and_then(|kept| kept.into_inner().ok()).unwrap_or_default();
        errors.push(last);
        errors.sort_by_key(|error| error.span().map_or(0, |span| span.start));
        errors
    }
}

fn is_of_verifier(error: &Diagnostic) -> bool {
    matches!(error.code, DiagnosticCode::LlvmVerify(_))
}
