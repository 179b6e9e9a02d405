//! A failing module made small: parts of its text are left out as long as it still fails the same way.
//!
//! Each candidate takes a trip of its own, and counts only if the readers take it and it ends in the same error, or comes
//! back different for the same cause. Large parts are tried first, in a fixed order, and both the number of tries and
//! the bytes they read are bounded; so the result is the same each time, and small modules come from large ones soon.

mod llvm;
mod mlir;
pub mod search;

use std::sync::atomic::AtomicBool;

use crate::language::Language;
use crate::model_difference::without_numbers;
use crate::trip::{Cause, Outcome, Trip};

use search::Search;

/// A trip, as [`crate::trip::trip`] takes it.
pub type TripFn<'a> = dyn Fn(Language, &str) -> Trip + 'a;

/// A smaller module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduced {
    /// Its text.
    pub text: String,
    /// The language it is in.
    pub language: Language,
    /// Lines of the text that it was made of.
    pub lines_before: usize,
    /// Trips that were taken to find it.
    pub tries: usize,
}

/// How a module fails.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Way {
    /// In a step, with this error but for numbers: the words between quotation marks are the operation and the attribute.
    Error(&'static str, String),
    /// It differs after the trip.
    Cause(Cause),
}

impl Way {
    /// How a trip fails, if it does.
    fn of(trip: &Trip) -> Option<Way> {
        match &trip.outcome {
            Outcome::Identical | Outcome::Equivalent(_) | Outcome::Upgraded(_) => None,
            Outcome::Different(_) => trip.cause.clone().map(Way::Cause),
            // What the first reader names is in the text, and must stay the same: anything else that is left out makes
            // errors of that kind.
            Outcome::Failed(f) if f.step == "import" && trip.middle.is_empty() => {
                Some(Way::Error(f.step, f.message.clone()))
            }
            Outcome::Failed(f) => Some(Way::Error(f.step, without_numbers(&f.message))),
        }
    }

    /// Whether another failure is of the same kind.
    fn is_also(&self, other: &Way) -> bool {
        match (self, other) {
            // Fewer of the words that were lost, fewer differences; none that was not there.
            (Way::Cause(Cause::Tokens(own)), Way::Cause(Cause::Tokens(other))) => other.iter().all(|w| own.contains(w)),
            (Way::Cause(Cause::Meaning(own)), Way::Cause(Cause::Meaning(other))) => {
                !other.is_empty() && other.iter().all(|difference| own.contains(difference))
            }
            (Way::Cause(Cause::Unreadable(own)), Way::Cause(Cause::Unreadable(other))) => {
                without_numbers(own) == without_numbers(other)
            }
            (own, other) => own == other,
        }
    }
}

/// A message without what it quotes and without numbers: messages of one kind seem to have one cause.
pub fn kind_of(message: &str) -> String {
    let mut quote = None;
    let mut out = String::new();
    for c in message.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, c) if c.is_ascii_digit() => {}
            (None, c) => out.push(c),
        }
    }
    out
}

/// Makes a module smaller that fails in the trip it has taken. `trip` takes the candidates there and back. `None` if the
/// module does not fail. Once `stop` is set it ends with what it has.
pub fn reduce(
    language: Language,
    text: &str,
    failing: &Trip,
    trip: &TripFn<'_>,
    stop: Option<&AtomicBool>,
) -> Option<Reduced> {
    let way = Way::of(failing)?;
    let fails = |candidate: &str| Way::of(&trip(language, candidate)).is_some_and(|found| way.is_also(&found));
    let mut search = Search::new(text, &fails, stop);
    loop {
        let before = search.text.len();
        match language {
            Language::Llvm => llvm::pass(&mut search),
            Language::Mlir => mlir::pass(&mut search),
        }
        if search.text.len() == before || search.is_over() {
            break;
        }
    }
    Some(Reduced { text: search.text, language, lines_before: text.lines().count(), tries: search.tries })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::first_difference::FirstDifference;
    use crate::model_difference::ModelDifference;
    use crate::trip::trip;

    const MODULE: &str = include_str!("../../../examples/sort.ll");

    /// A trip that loses what `is_hit` sees.
    fn losing(is_hit: impl Fn(&str) -> bool) -> impl Fn(Language, &str) -> Trip {
        move |language, text| {
            let mut done = trip(language, text);
            if !matches!(done.outcome, Outcome::Failed(_)) && is_hit(text) {
                done.outcome = Outcome::Different(FirstDifference::default());
                done.cause = Some(Cause::Tokens(vec!["lost".to_owned()]));
            }
            done
        }
    }

    fn reduced(text: &str, trip: &TripFn<'_>) -> Reduced {
        let language = if text.contains("llvm.func") { Language::Mlir } else { Language::Llvm };
        let failing = trip(language, text);
        reduce(language, text, &failing, trip, None).unwrap()
    }

    #[test]
    fn an_instruction_that_is_lost_is_all_that_stays() {
        let lost = losing(|text| text.contains("zext nneg"));
        let small = reduced(MODULE, &lost);
        assert!(small.text.contains("zext nneg"), "{}", small.text);
        assert!(small.text.lines().count() <= 6, "{} tries:\n{}", small.tries, small.text);
        assert_eq!(reduced(MODULE, &lost), small, "the same each time");
    }

    #[test]
    fn a_phi_that_is_lost_keeps_its_block_and_edges() {
        let small = reduced(MODULE, &losing(|text| text.lines().any(|line| line.matches("[ ").count() == 2)));
        assert!(small.text.contains(" = phi "), "{}", small.text);
        assert!(small.text.lines().count() <= 16, "{} tries:\n{}", small.tries, small.text);
        assert!(!matches!(trip(Language::Llvm, &small.text).outcome, Outcome::Failed(_)), "{}", small.text);
    }

    #[test]
    fn mlir_shrinks_too() {
        let there = trip(Language::Llvm, &format!("{MODULE}\ndefine void @g() {{\n  ret void\n}}\n"));
        let small = reduced(&there.middle, &losing(|text| text.contains("llvm.zext nneg")));
        assert!(small.text.contains("llvm.zext nneg") && !small.text.contains("@g"), "{}", small.text);
        assert!(small.text.lines().count() < there.middle.lines().count() - 3, "{}", small.text);
    }

    #[test]
    fn an_error_of_the_reader_stays_the_same_error() {
        let wrong = MODULE.replace("ret void", "ret i32 %nowhere");
        let small = reduced(&wrong, &trip);
        let Outcome::Failed(failure) = trip(Language::Llvm, &small.text).outcome else { panic!("{}", small.text) };
        let Outcome::Failed(first) = trip(Language::Llvm, &wrong).outcome else { panic!("{wrong}") };
        assert_eq!(failure.message, first.message);
        assert!(small.text.lines().count() <= 6, "{}", small.text);
    }

    /// A trip that loses a flag of casts, and has `undef` for `poison`.
    fn losing_two_things(language: Language, text: &str) -> Trip {
        let mut done = trip(language, text);
        let [ctx, ctx_back] = [(), ()].map(|()| irtrip_dialect::Context::new());
        let back = text.replace("zext nneg", "zext").replace("poison", "undef");
        let read = |ctx, text: &str| irtrip_import::import(ctx, text, &irtrip_import::ImportOptions::default());
        if let (Ok(module), Ok(back)) = (read(&ctx, text), read(&ctx_back, &back)) {
            let sides = [(&ctx, &module), (&ctx_back, &back)].map(|(ctx, module)| irtrip_diff::Side::new(ctx, module));
            let comparison = irtrip_diff::compare(sides[0], sides[1], &irtrip_diff::Options::default());
            if !comparison.is_same() {
                done.outcome = Outcome::Different(FirstDifference::default());
                done.cause = Some(Cause::Meaning(ModelDifference::all(&comparison)));
            }
        }
        done
    }

    #[test]
    fn what_is_left_out_is_no_cause_of_its_own() {
        let small = reduced(MODULE, &losing_two_things);
        assert!(small.text.contains("zext nneg"), "{}", small.text);
        let cause = |text: &str| losing_two_things(Language::Llvm, text).cause;
        assert_eq!(cause(&small.text), cause(MODULE), "{}", small.text);
    }

    #[test]
    fn errors_of_two_operations_are_two_causes() {
        let failing = |operation: &str, line: usize| {
            let message = format!("'{operation}' op in line {line} has no LLVM IR");
            let failure = crate::trip::Failure { step: "export", place: None, message, line: String::new() };
            Trip { outcome: Outcome::Failed(failure), ..trip(Language::Llvm, "") }
        };
        let way = Way::of(&failing("llvm.add", 7)).unwrap();
        assert!(way.is_also(&Way::of(&failing("llvm.add", 1)).unwrap()));
        assert!(!way.is_also(&Way::of(&failing("llvm.mul", 7)).unwrap()));
    }

    #[test]
    fn an_interruption_leaves_what_there_is() {
        let lost = losing(|text| text.contains("zext nneg"));
        let failing = lost(Language::Llvm, MODULE);
        let small = reduce(Language::Llvm, MODULE, &failing, &lost, Some(&AtomicBool::new(true))).unwrap();
        assert_eq!((small.text.as_str(), small.tries), (MODULE, 0));
    }

    #[test]
    fn what_comes_back_is_not_reduced() {
        assert_eq!(reduce(Language::Llvm, MODULE, &trip(Language::Llvm, MODULE), &trip, None), None);
    }
}
