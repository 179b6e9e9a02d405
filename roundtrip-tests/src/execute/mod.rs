//! Running both sides of a trip: what a module does before and after, its `main` by output and exit status, its other
//! functions by their results on generated inputs, bit for bit.
//!
//! Both sides are run unoptimized by the same code generator, so the same instructions compute the same results even where
//! LLVM leaves their behaviour undefined. What ends the process ends it on both sides, and is counted. The side before
//! is run twice: a function whose result is not decided by its input (it depends on an address, or on memory that was
//! never written) is left out. Where the sides differ, both are run some more times: a result that hangs on one bit of
//! an address is the same twice as often as not.

mod eligible;
mod side;

use irtrip_dialect::{Context, ContextDialects};
use irtrip_import::{ImportOptions, import};
use irtrip_llvm::child::Children;
use irtrip_llvm::execute::{ExecutionOptions, Run};

pub use eligible::{Candidate, Plan, Reason, plan};
pub use side::{Options, Outcome};
use side::{Outcomes, run, run_main};

pub use crate::execution_summary::ExecutionSummary;

/// How often each side is run again where the two differ.
const REPEATS: usize = 8;
/// Why a function that differs from itself is left out.
const UNDECIDED: &str = "its result is not decided by its input";

/// What can be run of a module of LLVM assembly; none where irtrip does not read it.
pub fn plan_of(text: &str) -> Option<Plan> {
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let module = import(&ctx, text, &ImportOptions::default()).ok()?;
    Some(plan(&ctx, &module))
}

/// Runs a module as it was before a trip and as it is after; `name` is what it is called in messages.
pub fn execute(
    children: &Children,
    name: &str,
    (before, after): (&str, &str),
    plan: &Plan,
    options: Options,
) -> ExecutionSummary {
    let mut executed = ExecutionSummary::default();
    for (reason, count) in &plan.left_out {
        executed.leave_out(*reason, *count);
    }
    if plan.main {
        compare_mains(children, name, (before, after), &mut executed);
    }
    if !plan.candidates.is_empty() {
        compare_functions(children, name, (before, after), plan, options, &mut executed);
    }
    executed
}

fn compare_mains(children: &Children, name: &str, (before, after): (&str, &str), executed: &mut ExecutionSummary) {
    let (was, again) = (run_main(children, before), run_main(children, before));
    match (was, run_main(children, after)) {
        (Err(why), Err(_)) => executed.leave_out(format!("main: {}", shortened(&why)), 1),
        // A function that does not do the same twice proves nothing.
        (Ok(was), _) if again.as_ref() != Ok(&was) => {
            executed.leave_out("main: it does not do the same each time", 1);
        }
        (Ok(was), Ok(is)) if was == is => executed.mains += 1,
        (was, is) => {
            let show = |ran: &Result<side::ProgramRun, String>| match ran {
                Ok(ran) => {
                    let shown = String::from_utf8_lossy(&ran.stdout);
                    format!("ended {}, wrote {:?}", ran.end, shown.chars().take(200).collect::<String>())
                }
                Err(why) => format!("not run: {why}"),
            };
            executed.mains += 1;
            let (was, is) = (show(&was), show(&is));
            executed.divergences.push(format!("{name}: @main\n  before: {was}\n  after:  {is}\n"));
        }
    }
}

fn compare_functions(
    children: &Children,
    name: &str,
    (before, after): (&str, &str),
    plan: &Plan,
    options: Options,
    executed: &mut ExecutionSummary,
) {
    // Run where the sides differ: what each side does when it is run again.
    let repeats = std::cell::OnceCell::new();
    let repeat = || -> Vec<[Outcomes; 2]> {
        let once = |text| run(children, text, plan, options).ok();
        (0..REPEATS).filter_map(|_| Some([once(before)?, once(after)?])).collect()
    };
    let first = run(children, before, plan, options);
    let after = run(children, after, plan, options);
    let (first, after) = match (first, after) {
        (Ok(first), Ok(after)) => (first, after),
        (Err(why), Err(_)) => {
            return executed.leave_out(format!("LLVM: {}", shortened(&why)), plan.candidates.len());
        }
        (first, after) => {
            let why = |side: Result<Outcomes, String>| side.map_or_else(|why| why, |_| "it runs".to_owned());
            let (was, is) = (why(first), why(after));
            return executed.divergences.push(format!("{name}\n  before: {was}\n  after:  {is}\n"));
        }
    };
    let again = run(children, before, plan, options).unwrap_or_default();
    for (number, candidate) in plan.candidates.iter().enumerate() {
        let of = |side: &Outcomes| side.get(&number).cloned().unwrap_or_default();
        let (was, is, again) = (of(&first), of(&after), of(&again));
        if [&was, &is, &again].iter().any(|side| side.contains(&Outcome::TimedOut)) {
            executed.timed_out += 1;
            continue;
        }
        if was != again {
            executed.leave_out(UNDECIDED, 1);
            continue;
        }
        let differs_from_itself = |[before, after]: &[Outcomes; 2]| of(before) != was || of(after) != is;
        if was != is && repeats.get_or_init(repeat).iter().any(differs_from_itself) {
            executed.leave_out(UNDECIDED, 1);
            continue;
        }
        executed.functions += 1;
        executed.inputs += was.iter().filter(|o| matches!(o, Outcome::Value(_))).count();
        executed.ended += was.iter().filter(|o| matches!(o, Outcome::ProcessOutput(_))).count();
        if was != is {
            executed.divergences.push(divergence(name, number, candidate, (&was, &is), options));
        }
    }
}

/// The first input on which a function differs.
fn divergence(
    name: &str,
    number: usize,
    candidate: &Candidate,
    (was, is): (&[Outcome], &[Outcome]),
    options: Options,
) -> String {
    let place = was.iter().zip(is).position(|(a, b)| a != b).unwrap_or(was.len().min(is.len()));
    let asked = ExecutionOptions { seed: options.seed, count: options.inputs, ..ExecutionOptions::default() };
    let inputs = Run::inputs(number, &candidate.params, &asked);
    let input = inputs.get(place).map(Vec::as_slice).unwrap_or_default();
    let given: Vec<String> = candidate.params.iter().zip(input).map(|(kind, bits)| kind.show(*bits)).collect();
    let show = |side: &[Outcome]| match side.get(place) {
        Some(Outcome::Value(bits)) => candidate.result.show(*bits),
        Some(other) => other.to_string(),
        None => "it was not run any more".to_owned(),
    };
    format!("{name}: @{}({})\n  before: {}\n  after:  {}\n", candidate.name, given.join(", "), show(was), show(is))
}

/// The first words of a message, without what is particular to a module.
fn shortened(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    line.split('\'').next().unwrap_or_default().chars().take(60).collect::<String>().trim().to_owned()
}
