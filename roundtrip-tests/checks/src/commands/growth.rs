//! The command `growth`.

use std::io::Write;

use anyhow::{Context as _, Result, bail};
use irtrip_checks::growth::{self, Shape, law, steps};
use irtrip_roundtrip::language::Language;
use rayon::prelude::*;

/// The shapes that are known to cost more, a line each: the name, and the reason after a colon.
const LIST: &str = include_str!("../../out-of-proportion.txt");

/// Whether every shape whose name has this in it costs in proportion to its size, but for those that are listed.
pub fn growth(name: &str, minimum: usize, show: bool) -> Result<bool> {
    let all = [Language::Llvm, Language::Mlir].into_iter().flat_map(growth::shapes);
    let chosen: Vec<&Shape> = all.filter(|shape| shape.name.contains(name)).collect();
    let folder = tempfile::tempdir()?;
    let program = std::env::current_exe()?;
    let check = |shape: &&Shape| law::check(shape, &program, folder.path());
    let checked: Vec<_> = chosen.par_iter().map(check).collect::<Result<_>>()?;
    let mut out = std::io::stdout().lock();
    let mut kept = 0;
    let mut problems = listed_wrongly(LIST)?;
    for (shape, (breaches, table)) in chosen.iter().zip(&checked) {
        kept += usize::from(breaches.is_empty());
        if show || !breaches.is_empty() {
            writeln!(out, "{}", shape.name)?;
        }
        match (breaches.is_empty(), reason(LIST, shape.name)) {
            (true, Some(_)) => problems.push(format!("{} is listed, and in proportion by now", shape.name)),
            (false, None) => problems.push(format!("{} is out of proportion, and not listed", shape.name)),
            (false, Some(reason)) => writeln!(out, "  listed: {reason}")?,
            (true, None) => {}
        }
        for breach in breaches {
            writeln!(out, "  {breach}")?;
        }
        if show {
            out.write_all(table.as_bytes())?;
        }
    }
    writeln!(out, "in proportion: {kept} of {}", chosen.len())?;
    if chosen.len() < minimum {
        writeln!(out, "only {} shapes were tried, and {minimum} are required", chosen.len())?;
    }
    for problem in &problems {
        writeln!(out, "{problem}")?;
    }
    Ok(problems.is_empty() && chosen.len() >= minimum)
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
        let (name, _) = line.split_once(": ").with_context(|| format!("'{line}' of the list gives no reason"))?;
        if steps::find(name).is_none() {
            problems.push(format!("{name} is listed, and there is no such shape"));
        }
    }
    Ok(problems)
}

/// Takes the inputs of one shape through all steps, in this process, and prints the costs.
pub fn costs_of(name: &str) -> Result<bool> {
    let (language, shape) = steps::find(name).with_context(|| format!("there is no shape '{name}'"))?;
    let mut failed = None;
    steps::run(language, shape, &mut |cost| {
        failed = std::io::stdout().write_all(cost.line().as_bytes()).err().or(failed.take());
    });
    failed.map_or(Ok(true), |error| Err(error.into()))
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
