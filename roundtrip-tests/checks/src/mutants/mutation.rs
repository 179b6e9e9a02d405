//! Mutation test: one place of a module's text is edited, and the comparison must find the edit, in the right part of
//! the module and of the right category; the module against itself must have no difference.
//!
//! A mutation is a row of [`MUTATIONS`]: which lines it changes, what it makes of a line, and the categories that the
//! difference may have.

use std::path::Path;

use irtrip_dialect::{Context, ContextDialects};
use irtrip_diff::{Category, Comparison, Options, Side, compare};
use irtrip_export::export;
use irtrip_import::{ImportOptions, import};
use rayon::prelude::*;
use regex::{Captures, Regex};

/// Where an edit's lines stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditScope {
    /// In the body of a function.
    Body,
    /// At the top, where a line is an entity.
    Top,
}

/// One kind of edit.
pub struct Mutation {
    /// What it changes.
    pub name: &'static str,
    /// Where its lines stand.
    pub(crate) within: EditScope,
    /// The lines it is for, and what of them it replaces.
    pub(crate) pattern: &'static str,
    /// What it puts in the place.
    pub(crate) make: Replacement,
    /// What the difference may be reported as.
    pub categories: &'static [Category],
}

/// How a match becomes another text.
pub(crate) enum Replacement {
    /// This text, with `$1` and its kin for the pattern's groups.
    By(&'static str),
    /// The number in group 2 plus one, groups 1 and 3 around it.
    Next,
    /// The number in group 2 doubled, groups 1 and 3 around it.
    Double,
}

pub(crate) const fn body(
    name: &'static str,
    pattern: &'static str,
    with: &'static str,
    categories: &'static [Category],
) -> Mutation {
    Mutation { name, within: EditScope::Body, pattern, make: Replacement::By(with), categories }
}

pub(crate) const fn top(
    name: &'static str,
    pattern: &'static str,
    with: &'static str,
    categories: &'static [Category],
) -> Mutation {
    Mutation { name, within: EditScope::Top, pattern, make: Replacement::By(with), categories }
}

pub(crate) const fn number(
    name: &'static str,
    within: EditScope,
    pattern: &'static str,
    make: Replacement,
    categories: &'static [Category],
) -> Mutation {
    Mutation { name, within, pattern, make, categories }
}

use Category::*;

/// The kinds of edits.
pub static MUTATIONS: &[Mutation] = &[
    body("nsw dropped", r"= (add|sub|mul|shl)( nuw)? nsw ", "= $1$2 ", &[Flag]),
    body("nuw added", r"= (add|sub|mul|shl) (i\d+ )", "= $1 nuw $2", &[Flag]),
    body("exact added", r"= (udiv|sdiv|lshr|ashr) (i\d+ )", "= $1 exact $2", &[Flag]),
    body("disjoint added", r"= or (i\d+ )", "= or disjoint $1", &[Flag]),
    body("nneg added", r"= zext (i\d+ )", "= zext nneg $1", &[Flag]),
    body("fast-math flag added", r"= (fadd|fsub|fmul|fdiv) ((?:float|double) )", "= $1 nnan $2", &[Flag]),
    body("inbounds dropped", r"= getelementptr inbounds (nuw )?", "= getelementptr ", &[Flag]),
    body("inbounds added", r"= getelementptr ((?:i\d+|%|\[|ptr|\{))", "= getelementptr inbounds $1", &[Flag]),
    body("integer predicate", r"= icmp eq ", "= icmp ne ", &[Flag]),
    body("signed predicate", r"= icmp slt ", "= icmp ult ", &[Flag]),
    body("float predicate", r"= fcmp (\w+ )*?(oeq|olt|ogt|une|oge|ole|uno) ", "= fcmp ${1}ord ", &[Flag]),
    body("volatile load", r"= load (i\d+|ptr|float|double|<)", "= load volatile $1", &[Flag]),
    body("volatile store", r"^  store (i\d+|ptr|float|double|<)", "  store volatile $1", &[Flag]),
    number("alignment of a load", EditScope::Body, r"(= load [^!]*, align )(\d+)(.*)", Replacement::Double, &[Flag]),
    number("alignment of a store", EditScope::Body, r"(^  store [^!]*, align )(\d+)(.*)", Replacement::Double, &[Flag]),
    number("alignment of an alloca", EditScope::Body, r"(= alloca .*, align )(\d+)(.*)", Replacement::Double, &[Flag]),
    body("ordering of a fence", r"^  fence (.*)(acquire|release|acq_rel)$", "  fence ${1}seq_cst", &[Flag]),
    body("ordering of an atomicrmw", r"(= atomicrmw .*) (monotonic|acquire|release)(,| |$)", "$1 seq_cst$3", &[Flag]),
    body(
        "operation of an atomicrmw",
        r"= atomicrmw (volatile )?(add|sub|and|or|xor|umax) ",
        "= atomicrmw ${1}nand ",
        &[Flag],
    ),
    body("tail dropped", r"(^  |= )tail call ", "${1}call ", &[Flag]),
    body("notail added", r"(^  |= )call (void|i32|i64|ptr) @([a-z_]+\()", "${1}notail call $2 @$3", &[Flag]),
    body("another instruction", r"= add (nuw |nsw )*(i\d+|<[^>]*>) ", "= xor $2 ", &[Instruction]),
    body("another float instruction", r"= fadd ", "= fmul ", &[Instruction]),
    body(
        "operands swapped",
        r"= (sub|sdiv|udiv|shl|lshr) ((?:\w+ )*i\d+) (%[\w.]+), (%[\w.]+)$",
        "= $1 $2 $4, $3",
        &[Operand],
    ),
    number(
        "constant operand",
        EditScope::Body,
        r"(= (?:add|and|or|xor|sub|mul) (?:\w+ )*i(?:16|32|64) %[\w.]+, )(\d{1,4})()$",
        Replacement::Next,
        &[Operand],
    ),
    number(
        "index of a getelementptr",
        EditScope::Body,
        r"(= getelementptr .*i(?:32|64) )(\d{1,4})()$",
        Replacement::Next,
        &[Operand],
    ),
    number("returned constant", EditScope::Body, r"(^  ret i(?:16|32|64) )(\d{1,4})()$", Replacement::Next, &[Operand]),
    number(
        "stored constant",
        EditScope::Body,
        r"(^  store i(?:16|32|64) )(\d{1,4})(, .*)",
        Replacement::Next,
        &[Operand],
    ),
    body("element type of a getelementptr", r"= getelementptr ((?:\w+ )*)i8, ", "= getelementptr ${1}i16, ", &[Type]),
    body("allocated type", r"= alloca i32,", "= alloca i64,", &[Type]),
    body(
        "branch targets swapped",
        r"^  br i1 (.*), label (%.*), label (%[^ ,]+)",
        "  br i1 $1, label $3, label $2",
        &[ControlFlow, Phi],
    ),
    number(
        "case of a switch",
        EditScope::Body,
        r"(^    i(?:16|32|64) )(\d{1,6})(, label .*)",
        Replacement::By("${1}7654${3}"),
        &[ControlFlow],
    ),
    number(
        "constant in a phi",
        EditScope::Body,
        r"(= phi i(?:16|32|64) .*\[ )(\d{1,4})(, .*)",
        Replacement::Next,
        &[Phi],
    ),
    body("return becomes unreachable", r"^  ret void$", "  unreachable", &[ControlFlow, Instruction]),
    top(
        "linkage",
        r"^(define|declare) (?:dso_local )?(hidden |protected )?((?:\w+ )*)(void|i\d+|ptr|float|double) @",
        "$1 weak_marker $2$3$4 @",
        &[Global],
    ),
    top("internal variable", r"^(@\S+ = )(?:internal|private) ", "${1}weak ", &[Global]),
    top("constant variable", r"^(@\S+ = .*?)constant (.*)", "${1}global $2", &[Global]),
    top(
        "unnamed_addr of a variable",
        r"^(@\S+ = .*?)(?:local_)?unnamed_addr ((?:constant|global) )",
        "$1$2",
        &[Global],
    ),
    top("thread-local model", r"^(@\S+ = (?:\w+ )*)thread_local (.*)", "${1}thread_local(localexec) $2", &[Global]),
    number(
        "initializer",
        EditScope::Top,
        r"(^@\S+ = .*(?:global|constant) i(?:16|32|64) )(\d{1,4})(.*)",
        Replacement::Next,
        &[Initializer],
    ),
    number("alignment of a variable", EditScope::Top, r"(^@\S+ = .*, align )(\d+)(.*)", Replacement::Double, &[Global]),
    top("section of a variable", r#"^(@\S+ = .*?, section ")(\w?)"#, "${1}x$2", &[Global]),
    top("calling convention", r"^(define|declare) (void|i\d+|ptr) @", "$1 coldcc $2 @", &[Attribute]),
    top(
        "attribute of a parameter",
        r"^(define .*@[\w.]+\()ptr (%|noundef|nocapture|readonly)",
        "${1}ptr nonnull $2",
        &[Attribute],
    ),
    top("attribute of a result", r"^(define|declare) (i32|i64|i8|ptr) @", "$1 noundef $2 @", &[Attribute]),
    top("attribute group", r"^(attributes #\d+ = \{)(.*)\}", "$1$2 cold }", &[Attribute]),
    top("gc of a function", r"^(define [^{]*\))( [^{]*)?\{$", "$1$2 gc \"mutated\" {", &[Global]),
    top("comdat kind", r"^(\$\S+ = comdat )any", "${1}largest", &[Global]),
    top("data layout", r#"^target datalayout = "e"#, r#"target datalayout = "E"#, &[Layout]),
    top("target triple", r#"^target triple = "(\w)"#, r#"target triple = "x$1"#, &[Layout]),
    top("source file name", r#"^source_filename = ""#, r#"source_filename = "x"#, &[Global]),
    top("module assembly", r#"^module asm "(.*)""#, "module asm \"# $1\"", &[Global]),
    number(
        "module flag",
        EditScope::Top,
        r#"(^!\d+ = !\{i32 \d, !"[^"]*", i32 )(\d+)(\}$)"#,
        Replacement::Next,
        &[ModuleFlag],
    ),
    top("string of named metadata", r#"^(!\d+ = !\{!"clang version)"#, "${1} mutated", &[NamedMetadata]),
    top("branch weights", r#"^(!\d+ = !\{!"branch_weights", i32 )(\d+)"#, "${1}98765", &[Metadata]),
    number("TBAA offset", EditScope::Top, r"(^!\d+ = !\{!\d+, !\d+, i64 )(\d+)(\}$)", Replacement::Next, &[Metadata]),
    top("named metadata", r"^(!llvm\.ident|!opencl\.\w+) = ", "${1}x = ", &[NamedMetadata]),
    number(
        "line of a location",
        EditScope::Top,
        r"(^!\d+ = !DILocation\(line: )(\d+)(,.*)",
        Replacement::Next,
        &[DebugInfo],
    ),
    number(
        "line of a variable",
        EditScope::Top,
        r"(^!\d+ = !DILocalVariable\(name: .*line: )(\d+)(,.*)",
        Replacement::Next,
        &[DebugInfo],
    ),
    number(
        "line of a subprogram",
        EditScope::Top,
        r"(^!\d+ = distinct !DISubprogram\(name: .*line: )(\d+)(,.*)",
        Replacement::Next,
        &[DebugInfo],
    ),
    number(
        "size of a basic type",
        EditScope::Top,
        r"(^!\d+ = !DIBasicType\(.*size: )(\d+)(.*)",
        Replacement::Next,
        &[DebugInfo],
    ),
    top("body of a struct", r"^(%[\w.]+ = type \{ )(i32|i64|ptr)", "${1}i16, $2", &[Type]),
];

/// What became of an edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MutantOutcome {
    /// It was found, in the right part and of the right category.
    Detected,
    /// The edited module is none that is read, or is read as what it was.
    Unreadable,
    /// It was not found.
    Missed,
    /// It was found, but not where or as what it is: what was reported.
    Misplaced(String),
    /// The module differs from itself.
    FalseAlarm(String),
}

/// One edit of one module.
pub struct Mutant {
    /// The edited text.
    pub text: String,
    /// The function that it is in.
    pub function: Option<String>,
}

/// The first edit of a kind that a module offers from its line `from` on, around to its beginning.
pub fn mutate(mutation: &Mutation, pattern: &Regex, text: &str, from: usize) -> Option<Mutant> {
    let mut function = None;
    let mut sites: Vec<(usize, usize, &str, Option<String>)> = Vec::new();
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let bare = line.trim_end_matches('\n');
        if bare.starts_with("define ") {
            function = function_name(bare);
        }
        let inside = function.is_some() && !bare.starts_with("define ");
        let fits = (mutation.within == EditScope::Body) == inside;
        if fits && pattern.is_match(bare) {
            let owner = if bare.starts_with("define ") || inside { function.clone() } else { declared(bare) };
            sites.push((number, at, bare, owner));
        }
        if bare == "}" {
            function = None;
        }
        at += line.len();
    }
    let site = sites.iter().find(|s| s.0 >= from).or_else(|| sites.first())?;
    let line =
        pattern.replace(site.2, |captures: &Captures| mutation.make.text(captures)).replace("weak_marker", "weak_odr");
    if line == site.2 {
        return None;
    }
    let mut edited = String::with_capacity(text.len() + 64);
    edited.push_str(text.get(..site.1)?);
    edited.push_str(&line);
    edited.push_str(text.get(site.1 + site.2.len()..)?);
    Some(Mutant { text: edited, function: site.3.clone() })
}

impl Replacement {
    pub(crate) fn text(&self, captures: &Captures) -> String {
        let around = |number: u64| format!("{}{number}{}", &captures[1], &captures[3]);
        let value = || captures.get(2).and_then(|m| m.as_str().parse::<u64>().ok()).unwrap_or_default();
        match self {
            Replacement::By(template) => {
                let mut out = String::new();
                captures.expand(template, &mut out);
                out
            }
            Replacement::Next => around(value() + 1),
            Replacement::Double => around(value() * 2),
        }
    }
}

/// The name of the function that a line defines or declares.
fn function_name(line: &str) -> Option<String> {
    let name = line.get(line.find('@')? + 1..)?;
    let end = if let Some(quoted) = name.strip_prefix('"') { quoted.find('"')? + 2 } else { name.find('(')? };
    Some(unescaped(name.get(..end)?.trim_matches('"')))
}

/// A name without its escapes: a backslash and two hexadecimal digits each.
fn unescaped(name: &str) -> String {
    let mut parts = name.split('\\');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                out.push(char::from(byte));
                out.push_str(part.get(2..).unwrap_or_default());
            }
            None => {
                out.push('\\');
                out.push_str(part);
            }
        }
    }
    out
}

fn declared(line: &str) -> Option<String> {
    line.starts_with("declare ").then(|| function_name(line)).flatten()
}

/// How a comparison tells of an edit.
fn judge(mutation: &Mutation, edit: &Mutant, comparison: &Comparison) -> MutantOutcome {
    if comparison.is_same() {
        return MutantOutcome::Missed;
    }
    let right = comparison.differences().any(|(entity, difference)| {
        let name = entity.a.as_deref().unwrap_or_default().trim_start_matches('@');
        let place = edit.function.as_deref().is_none_or(|function| function == name);
        place && mutation.categories.contains(&difference.category)
    });
    if right {
        return MutantOutcome::Detected;
    }
    let reported = comparison.differences().take(3);
    MutantOutcome::Misplaced(
        reported.map(|(e, d)| format!("{}: {} ({})", e.title(), d.what, d.category)).collect::<Vec<_>>().join("; "),
    )
}

fn compared(a: &str, b: &str) -> Option<Comparison> {
    let (ctx_a, ctx_b) =
        (Context::with_dialects(irtrip_lower::all_dialects()), Context::with_dialects(irtrip_lower::all_dialects()));
    let module_a = import(&ctx_a, a, &ImportOptions::default()).ok()?;
    let module_b = import(&ctx_b, b, &ImportOptions::default()).ok()?;
    Some(compare(Side::new(&ctx_a, &module_a), Side::new(&ctx_b, &module_b), &Options::default()))
}

/// A module as it is written once it was read.
fn written(text: &str) -> Option<String> {
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let module = import(&ctx, text, &ImportOptions::default()).ok()?;
    export(&ctx, &module).ok().map(|pieces| pieces.concat())
}

/// What became of one edit, and of the module against itself.
pub fn try_mutant(mutation: &Mutation, edit: &Mutant, text: &str) -> MutantOutcome {
    // What LLVM's reader does not keep, such as the attributes of an intrinsic's declaration, is no edit.
    if written(text) == written(&edit.text) {
        return MutantOutcome::Unreadable;
    }
    let Some(comparison) = compared(text, &edit.text) else { return MutantOutcome::Unreadable };
    let outcome = judge(mutation, edit, &comparison);
    match compared(text, text) {
        Some(same) if !same.is_same() => {
            let heading = irtrip_diff::render::Heading { a: "it", b: "itself", color: false, made: None };
            MutantOutcome::FalseAlarm(irtrip_diff::render::unified(&same, &heading))
        }
        _ => outcome,
    }
}

/// What became of the edits of one mutation.
pub struct Tally {
    /// The kind's name.
    pub name: &'static str,
    /// Modules edited.
    pub mutants: usize,
    /// Edits found where and as what they are.
    pub found: usize,
    /// What else there was: the module and the outcome.
    pub others: Vec<(String, MutantOutcome)>,
}

/// Tries one kind on up to `modules` of some files.
///
/// # Errors
/// The kind's pattern is none.
pub fn try_mutation(
    mutation: &'static Mutation,
    paths: &[(std::path::PathBuf, std::sync::Arc<str>)],
    modules: usize,
) -> Result<Tally, regex::Error> {
    let pattern = Regex::new(mutation.pattern)?;
    let mut tally = Tally { name: mutation.name, mutants: 0, found: 0, others: Vec::new() };
    let mut edits = paths.iter().enumerate().filter_map(|(i, (path, text))| {
        let lines = text.len() / 40 + 1;
        Some((path, text, mutate(mutation, &pattern, text, (i * 7919) % lines)?))
    });
    while tally.mutants < modules {
        let batch: Vec<_> = edits.by_ref().take(modules - tally.mutants).collect();
        if batch.is_empty() {
            break;
        }
        let outcomes: Vec<_> =
            batch.par_iter().map(|(path, text, edit)| (*path, try_mutant(mutation, edit, text))).collect();
        for (path, outcome) in outcomes {
            match outcome {
                // An edit that makes no module is none.
                MutantOutcome::Unreadable => {}
                MutantOutcome::Detected => {
                    tally.mutants += 1;
                    tally.found += 1;
                }
                other => {
                    tally.mutants += 1;
                    tally.others.push((name_of(path), other));
                }
            }
        }
    }
    Ok(tally)
}

fn name_of(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const MODULE: &str = "define i32 @f(i32 %a, i32 %b) {\n  %c = add nsw i32 %a, %b\n  ret i32 %c\n}\n\n\
                          define i32 @g(i32 %a, i32 %b) {\n  %c = add nsw i32 %a, %b\n  ret i32 %c\n}\n";

    #[test]
    fn every_pattern_is_one_and_names_are_told_apart() {
        let mut names: Vec<&str> = MUTATIONS.iter().map(|k| k.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), MUTATIONS.len());
        assert!(MUTATIONS.len() >= 40);
        for mutation in MUTATIONS {
            Regex::new(mutation.pattern).unwrap();
        }
    }

    #[test]
    fn an_edit_is_found_in_its_function_and_as_what_it_is() {
        let mutation = &MUTATIONS[0];
        let pattern = Regex::new(mutation.pattern).unwrap();
        let edit = mutate(mutation, &pattern, MODULE, 5).unwrap();
        assert_eq!(edit.function.as_deref(), Some("g"));
        assert_eq!(try_mutant(mutation, &edit, MODULE), MutantOutcome::Detected);
        let elsewhere = Mutant { text: edit.text.clone(), function: Some("f".to_owned()) };
        assert!(matches!(try_mutant(mutation, &elsewhere, MODULE), MutantOutcome::Misplaced(_)));
        let none = Mutant { text: MODULE.to_owned(), function: None };
        assert_eq!(try_mutant(mutation, &none, MODULE), MutantOutcome::Unreadable);
        assert_eq!(judge(mutation, &edit, &Comparison::default()), MutantOutcome::Missed);
    }
}
