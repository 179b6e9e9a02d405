//! Texts that several threads make, handed over in order while the next ones are made.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};

use rayon::prelude::*;

use crate::deep_stack::{on_this_stack, thread_builder};

/// All results, or the first error in order; rayon's own `collect` into a result has whichever error came first in time.
///
/// # Errors
/// The first one.
pub fn collect_in_order<T: Send, E: Send>(results: impl ParallelIterator<Item = Result<T, E>>) -> Result<Vec<T>, E> {
    let all: Vec<Result<T, E>> = results.collect();
    all.into_iter().collect()
}

/// Makes `count` things on `threads` threads, and hands each to `take` as soon as it and all before it are there. Each
/// thread has a `worker`, whose caches last. `make` gets the number of the thing, and memory for its text; `take` returns
/// memory that it has no more use for, so that long texts take little of it.
///
/// # Errors
/// The first of `take`, after which nothing more is made.
///
/// ```
/// let mut all = String::new();
/// let make = |_: &mut (), place: usize, mut memory: String| {
///     memory.push_str(&place.to_string());
///     memory
/// };
/// let take = |mut text: String| {
///     all.push_str(&text);
///     text.clear();
///     Ok::<String, ()>(text)
/// };
/// assert!(irtrip_dialect::ordered_sink::in_order(10, 2, || (), make, take).is_ok());
/// assert_eq!(all, "0123456789");
/// ```
pub fn in_order<W, T: Send, E>(
    count: usize,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    make: impl Fn(&mut W, usize, String) -> T + Sync,
    mut take: impl FnMut(T) -> Result<String, E>,
) -> Result<(), E> {
    if threads < 2 {
        let (mut worker, mut memory) = (worker(), String::new());
        for place in 0..count {
            memory = take(make(&mut worker, place, memory))?;
        }
        return Ok(());
    }
    let next = AtomicUsize::new(0);
    let spent: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let run = |sender: mpsc::Sender<(usize, T)>| {
        let mut worker = worker();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= count {
                break;
            }
            let memory = lock(&spent).pop().unwrap_or_default();
            if sender.send((place, make(&mut worker, place, memory))).is_err() {
                break;
            }
        }
    };
    // Threads of their own: whoever calls this from one of a pool's would wait for itself.
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let run = &run;
        let start = |sender: mpsc::Sender<(usize, T)>| {
            thread_builder().spawn_scoped(scope, move || on_this_stack(|| run(sender))).is_ok()
        };
        let started = (0..threads).filter(|_| start(sender.clone())).count();
        if started == 0 {
            run(sender);
        } else {
            drop(sender);
        }
        let mut waiting = BTreeMap::new();
        let mut taken = 0;
        for (place, made) in receiver {
            waiting.insert(place, made);
            while let Some(made) = waiting.remove(&taken) {
                lock(&spent).push(take(made)?);
                taken += 1;
            }
        }
        Ok(())
    })
}

/// A thread that panicked leaves memory that is as good as any.
fn lock(spent: &Mutex<Vec<String>>) -> MutexGuard<'_, Vec<String>> {
    spent.lock().unwrap_or_else(PoisonError::into_inner)
}
