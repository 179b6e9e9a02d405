//! Threads whose stacks hold the deepest nesting of [`crate::limits`].
//!
//! The readers, the writers and the walks between them call themselves for what is nested. A library does not know on which
//! thread it is called; what a crate offers therefore begins with [`on_deep_stack`], which does nothing where a step
//! around it has done so. A target without threads has the stack that it has, and a limit that fits.

use std::cell::Cell;
use std::sync::OnceLock;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Room for the deepest nesting in an unoptimized build; only what is used of it is ever touched.
pub const STACK_BYTES: usize = 256 << 20;

thread_local! {
    static IS_DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread's stack is known to be deep enough.
pub fn is_deep() -> bool {
    IS_DEEP.get() || cfg!(target_family = "wasm")
}

/// Pools of threads with deep stacks.
///
/// ```
/// use irtrip_dialect::deep_stack::{is_deep, pool_builder};
/// let pool = pool_builder().num_threads(1).build();
/// assert!(pool.is_ok_and(|pool| pool.install(is_deep)));
/// ```
pub fn pool_builder() -> ThreadPoolBuilder {
    ThreadPoolBuilder::new().stack_size(STACK_BYTES).start_handler(|_| IS_DEEP.set(true))
}

/// Threads with deep stacks.
pub fn thread_builder() -> std::thread::Builder {
    std::thread::Builder::new().stack_size(STACK_BYTES)
}

/// Runs on this thread, which [`thread_builder`] made.
pub fn on_this_stack<R>(work: impl FnOnce() -> R) -> R {
    IS_DEEP.set(true);
    work()
}

/// Runs on a thread with a deep stack: on this one, if it has one.
///
/// A thread of another pool waits in a thread of its own: rayon would give it other work of that pool on top of its
/// stack meanwhile, another module that waits in the same way, and so on until the stack is full.
///
/// ```
/// use irtrip_dialect::deep_stack::{is_deep, on_deep_stack};
/// assert!(!is_deep() && on_deep_stack(is_deep));
/// ```
pub fn on_deep_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
    if is_deep() {
        return work();
    }
    match POOL.get_or_init(|| pool_builder().num_threads(rayon::current_num_threads()).build().ok()) {
        Some(pool) if rayon::current_thread_index().is_some() => std::thread::scope(|scope| {
            scope.spawn(|| pool.install(work)).join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        }),
        Some(pool) => pool.install(work),
        None => work(),
    }
}
