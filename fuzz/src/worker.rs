//! A process that checks many inputs, one after the other, and reports on standard output.

use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::Result;
use irtrip_dialect::deep_stack::{on_this_stack, thread_builder};
use serde::{Deserialize, Serialize};

use crate::inputs::{Form, Inputs};
use crate::laws::{Breach, Outcome, check_form, check_silence};

/// Bytes of memory of a worker at most.
const MEMORY: u64 = 6 << 30;

/// A line of a worker's report, in JSON. What a worker reported last says what it was at when it ended.
#[derive(Debug, Serialize, Deserialize)]
pub enum Event {
    /// The input of this number is checked.
    Start(u64),
    /// LLVM is asked about the input.
    Llvm,
    /// The input was taken.
    Taken,
    /// The input breaks a law. It is given, as what it is made of may change while a run goes on.
    Breach(Breach, Vec<u8>),
    /// The worker is done.
    Done,
}

/// Checks the inputs of a range of numbers, until `time` is over. `inputs` makes them.
///
/// # Errors
/// Standard output cannot be written, or memory not be limited.
#[expect(clippy::disallowed_methods, reason = "it works for a time")]
pub fn work(
    form: Form,
    inputs: impl FnOnce() -> Result<Inputs> + Send,
    seed: u64,
    numbers: Range<u64>,
    time: Duration,
) -> Result<()> {
    let end = Instant::now() + time;
    rlimit::Resource::CORE.set(0, 0)?;
    rlimit::Resource::AS.set(MEMORY, MEMORY)?;
    // A panic is a breach; nobody reads its message on standard error.
    std::panic::set_hook(Box::new(|_| ()));
    std::thread::scope(|scope| {
        // All steps run on one thread: a pool would have to be waited for.
        let done = thread_builder().spawn_scoped(scope, || {
            on_this_stack(|| {
                rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global()?;
                let inputs = inputs()?;
                let mut out = BufWriter::new(io::stdout().lock());
                for number in numbers.take_while(|_| Instant::now() < end) {
                    report(&mut out, &Event::Start(number))?;
                    out.flush()?;
                    check_input(form, &inputs.input(seed, number), &mut out)?;
                }
                report(&mut out, &Event::Done)?;
                Ok(out.flush()?)
            })
        })?;
        done.join().unwrap_or_else(|_| anyhow::bail!("the worker's own code panicked"))
    })
}

fn check_input(form: Form, bytes: &[u8], out: &mut impl Write) -> Result<()> {
    let outcome = check_form(form, bytes);
    if outcome == Outcome::Taken {
        report(out, &Event::Taken)?;
    }
    if let Some(language) = form.language() {
        let text = String::from_utf8_lossy(bytes);
        if outcome == Outcome::Taken
            && let Some(breach) = check_silence(language, &text)
        {
            return report(out, &Event::Breach(breach, bytes.to_vec()));
        }
        #[cfg(feature = "llvm22")]
        if form == Form::Llvm {
            report(out, &Event::Llvm)?;
            out.flush()?;
            if let Some(breach) = crate::laws::compare_with_llvm(&text, &outcome) {
                return report(out, &Event::Breach(breach, bytes.to_vec()));
            }
        }
    }
    outcome.breach().map_or(Ok(()), |breach| report(out, &Event::Breach(breach, bytes.to_vec())))
}

fn report(out: &mut impl Write, event: &Event) -> Result<()> {
    serde_json::to_writer(&mut *out, event)?;
    Ok(writeln!(out)?)
}
