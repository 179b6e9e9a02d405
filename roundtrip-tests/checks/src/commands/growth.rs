//! The command `growth`.

use std::io::Write;

use anyhow::{Context as _, Result, bail};
use irtrip_checks::growth::meter::DONE;
use irtrip_checks::growth::{self, Shape, law, steps};
use irtrip_roundtrip::language::Language;
use rayon::prelude::*;

/// The shapes that are known to cost more, a line each: the name, and the reason after a colon.
const LIST: &str = include_str!("../../out-of-proportion.txt");

/// How many shapes one process takes through the steps.
const TOGETHER: usize = 16;

/// Whether the shapes of these names, or all, cost in proportion to their size, but for those that are listed. What is found of a
/// shape is printed as soon as it is.
pub fn growth(names: &[String], minimum: usize, show: bool) -> Result<bool> {
    if let Some(name) = names.iter().find(|name| steps::find(name).is_none()) {
        bail!("there is no shape '{name}'");
    }
    let all = [Language::Llvm, Language::Mlir].into_iter().flat_map(growth::shapes);
    let is_chosen = |shape: &&Shape| names.is_empty() || names.iter().any(|name| shape.name == name);
    let chosen: Vec<&Shape> = all.filter(is_chosen).collect();
    let program = std::env::current_exe()?;
    let check = |shapes: &[&Shape]| {
        let measured = law::check(shapes, &program)?;
        let reports = shapes.iter().zip(&measured).map(|(shape, measured)| {
            let (text, problem) = report(shape, &measured.breaches, show.then_some(&measured.table));
            std::io::stdout().write_all(text.as_bytes())?;
            Ok((measured.breaches.is_empty(), problem))
        });
        reports.collect()
    };
    let checked: Vec<Vec<(bool, Option<String>)>> =
        chosen.par_chunks(TOGETHER).with_max_len(1).map(check).collect::<Result<_>>()?;
    let checked: Vec<(bool, Option<String>)> = checked.into_iter().flatten().collect();
    let kept = checked.iter().filter(|shape| shape.0).count();
    let mut problems = listed_wrongly(LIST)?;
    problems.extend(checked.into_iter().filter_map(|shape| shape.1));
    let mut out = std::io::stdout().lock();
    writeln!(out, "in proportion: {kept} of {}", chosen.len())?;
    if chosen.len() < minimum {
        writeln!(out, "only {} shapes were tried, and {minimum} are required", chosen.len())?;
    }
    for problem in &problems {
        writeln!(out, "{problem}")?;
    }
    Ok(problems.is_empty() && chosen.len() >= minimum)
}

/// What is to be said of a shape, and what is wrong with it or with the list.
fn report(shape: &Shape, breaches: &law::Breaches, table: Option<&String>) -> (String, Option<String>) {
    let kept = if breaches.is_empty() { "in proportion" } else { "out of proportion" };
    let mut text = format!("{}: {kept}\n", shape.name);
    let problem = match (breaches.is_empty(), reason(LIST, shape.name)) {
        (true, Some(_)) => Some(format!("{} is listed, and in proportion by now", shape.name)),
        (false, None) => Some(format!("{} is out of proportion, and not listed", shape.name)),
        (false, Some(reason)) => {
            text.extend(["  listed: ", reason, "\n"]);
            None
        }
        (true, None) => None,
    };
    breaches.iter().for_each(|breach| text.extend(["  ", breach, "\n"]));
    text.extend(table.map(String::as_str));
    (text, problem)
}

/// The lines of a list.
fn entries(list: &str) -> impl Iterator<Item = &str> {
    list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Why a shape is listed.
fn reason<'l>(list: &'l str, shape: &str) -> Option<&'l str> {
    entries(list).find_map(|line| line.strip_prefix(shape)?.strip_prefix(": "))
}

/// The names of a list that no shape has.
fn listed_wrongly(list: &str) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for line in entries(list) {
        let (name, _) = line.split_once(": ").with_context(|| format!("'{line}' of the list has no reason"))?;
        if steps::find(name).is_none() {
            problems.push(format!("{name} is listed, and there is no such shape"));
        }
    }
    Ok(problems)
}

/// Takes the inputs of shapes through all steps, in this process, and prints the costs.
pub fn costs_of(names: &[String]) -> Result<bool> {
    let mut out = std::io::stdout();
    for name in names {
        let (language, shape) = steps::find(name).with_context(|| format!("there is no shape '{name}'"))?;
        let mut failed = None;
        steps::run(language, shape, &mut |cost| {
            failed = out.write_all(cost.line().as_bytes()).err().or(failed.take());
        });
        failed.map_or(Ok(()), Err)?;
        out.write_all(DONE.as_bytes())?;
    }
    Ok(true)
}

/// Prints an input of a shape.
pub fn print_input(name: &str, n: usize) -> Result<bool> {
    let (_, shape) = steps::find(name).with_context(|| format!("there is no shape '{name}'"))?;
    if n == 0 {
        bail!("an input has at least one thing");
    }
    std::io::stdout().write_all((shape.text)(n).as_bytes())?;
    Ok(true)
}
