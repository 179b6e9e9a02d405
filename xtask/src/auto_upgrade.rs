//! The instructions that LLVM's AutoUpgrade puts in place of calls of old intrinsics, as LLVM's own AutoUpgrade makes
//! them.
//!
//! `old-intrinsics.ll` declares the intrinsics, which no current `llvm-tblgen` knows, and names the source of each.
//! Each is called by a function of its own parameters alone; what LLVM's reader leaves in the function stands for the
//! call. `old-signatures.ll` has examples of those that are another intrinsic or signature today, by a table that is
//! written by hand. A check imports and exports both with irtrip, whose output must be LLVM's.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use irtrip_dialect::intrinsics::lookup_intrinsic;
use irtrip_dialect::{Context, ContextDialects};
use irtrip_import::ImportOptions;

use crate::generated::{Generated, differs};
use crate::llvm::Llvm;

/// Declarations of intrinsics that are instructions today, in LLVM assembly.
const DECLARATIONS: &str = "xtask/old-intrinsics.ll";

/// A module with calls of intrinsics that are another intrinsic, or have another signature, today.
const SIGNATURES: &str = "xtask/old-signatures.ll";

/// A module with calls of intrinsics of x86 that are shuffles today.
const SHUFFLES: &str = "xtask/old-shuffles.ll";

/// Makes the table of expansions; `import/src/auto_upgrade/expansions.rs` explains its format.
pub fn expansions(root: &Path, llvm: &Llvm) -> Result<Generated> {
    let text = read(root, DECLARATIONS)?;
    let old = declarations(&text)?;
    let mut table = String::new();
    for (declaration, body) in old.iter().zip(upgraded(llvm, &old, false)?) {
        let Declaration { name, result, parameters } = declaration;
        let lines = body.lines().skip(1);
        let instructions: Vec<&str> = lines.filter(|line| !line.trim_start().starts_with("ret ")).collect();
        let same = declaration.expression(false);
        ensure!(instructions.len() > 1 || !body.contains(&same), "LLVM keeps calls of {name}");
        // LLVM's AutoUpgrade takes a number for granted where it looks for one, and makes anything of what is none.
        let is_used = |place: usize| instructions.iter().any(|line| line.contains(&format!("%{place}")));
        let unused = parameters.iter().enumerate().find(|(place, ty)| is_integer(ty) && !is_used(*place));
        ensure!(unused.is_none(), "{name} wants a number: {unused:?}");
        writeln!(table, "{name} {result} ({})", parameters.join(", "))?;
        instructions.iter().for_each(|line| table.extend([line, "\n"]));
    }
    Ok(Generated::new("import/src/auto_upgrade/expansions.txt", table))
}

/// Whether irtrip makes something else of an old intrinsic than LLVM does. Prints the difference, or that there is
/// none.
pub fn irtrip_differs(root: &Path, llvm: &Llvm) -> Result<bool> {
    let text = read(root, DECLARATIONS)?;
    let old = declarations(&text)?;
    let by_llvm = upgraded(llvm, &old, true)?.concat();
    let mut compared = vec![(DECLARATIONS, module(&old, true, |_| true), by_llvm)];
    for path in [SIGNATURES, SHUFFLES] {
        let module = read(root, path)?;
        let by_llvm = definitions(&llvm.upgraded(&module)?);
        compared.push((path, module, by_llvm));
    }
    let mut any = false;
    for (path, module, by_llvm) in compared {
        any |= differs(path, &definitions(&by_irtrip(&module)?), &by_llvm, "as LLVM upgrades it")?;
    }
    Ok(any)
}

/// The functions that call each declared intrinsic, as LLVM upgrades them. Those with a current name are in a module of
/// their own: what others become may call that intrinsic, and a module declares a name with one type.
fn upgraded(llvm: &Llvm, old: &[Declaration], is_valid: bool) -> Result<Vec<String>> {
    let mut functions = vec![String::new(); old.len()];
    for is_current in [false, true] {
        let is_in = |declaration: &Declaration| declaration.is_current() == is_current;
        let by_llvm = definitions(&llvm.upgraded(&module(old, is_valid, is_in))?);
        let mut found = by_llvm.split_inclusive('\n').peekable();
        for (declaration, function) in old.iter().zip(&mut functions).filter(|(declaration, _)| is_in(declaration)) {
            function.push_str(found.next().with_context(|| format!("no function calls {}", declaration.name))?);
            while let Some(line) = found.next_if(|line| !line.starts_with("define ")) {
                function.push_str(line);
            }
        }
    }
    Ok(functions)
}

/// What irtrip makes of a module on the way to the LLVM dialect and back.
fn by_irtrip(module: &str) -> Result<String> {
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let module = irtrip_import::import(&ctx, module, &ImportOptions::default())?;
    Ok(irtrip_export::export(&ctx, &module)?.concat())
}

/// The functions that a module defines, as it is printed. The order of declarations is left out: that of LLVM depends
/// on which of them its reader looks at first.
fn definitions(module: &str) -> String {
    let mut inside = false;
    let lines = module.lines().filter(|line| {
        inside = line.starts_with("define ") || inside && *line != "}";
        inside
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn read(root: &Path, path: &'static str) -> Result<String> {
    std::fs::read_to_string(root.join(path)).context(path)
}

/// The declarations of a text, by name.
fn declarations(text: &str) -> Result<Vec<Declaration<'_>>> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with(';'));
    let mut found = lines
        .map(|line| Declaration::of(line).with_context(|| format!("{DECLARATIONS} has no declaration: {line}")))
        .collect::<Result<Vec<Declaration>>>()?;
    // The more numbers one has, the earlier it counts.
    found.sort_by_key(|declaration| (declaration.name, std::cmp::Reverse(declaration.numbers())));
    Ok(found)
}

/// A module that calls each declared function that is in it, in their order. Where it is to be valid, a parameter that has to
/// be a number is passed one.
fn module(declarations: &[Declaration], is_valid: bool, is_in: impl Fn(&Declaration) -> bool) -> String {
    let mut before = None;
    let calls =
        declarations.iter().enumerate().filter(|(_, declaration)| is_in(declaration)).map(|(place, declaration)| {
            let is_first = before.replace(declaration.name) != Some(declaration.name);
            declaration.call(place, is_first, is_valid)
        });
    calls.collect()
}

/// A declared function.
struct Declaration<'a> {
    /// Without `llvm.`.
    name: &'a str,
    result: &'a str,
    parameters: Vec<&'a str>,
}

impl<'a> Declaration<'a> {
    /// Reads `declare RESULT @llvm.NAME(TYPE, TYPE)`.
    fn of(line: &'a str) -> Option<Declaration<'a>> {
        let (result, rest) = line.strip_prefix("declare ")?.split_once(" @llvm.")?;
        let (name, parameters) = rest.strip_suffix(')')?.split_once('(')?;
        Some(Declaration { name, result, parameters: types(parameters) })
    }

    /// Whether LLVM has an intrinsic of this name today.
    fn is_current(&self) -> bool {
        lookup_intrinsic(format!("llvm.{}", self.name).as_bytes()).is_some()
    }

    /// How many parameters have a number after their type.
    fn numbers(&self) -> usize {
        self.parameters
            .iter()
            .filter(|parameter| type_without_number(parameter) != parameter.trim_end_matches(NUMBER))
            .count()
    }

    /// `call RESULT @llvm.NAME(TYPE VALUE)` by a function of these parameters.
    fn expression(&self, is_valid: bool) -> String {
        let Declaration { name, result, parameters } = self;
        // A parameter with a number after its type is passed that number.
        let passed = |(number, ty): (usize, &&str)| match (type_without_number(ty), ty.strip_suffix(NUMBER)) {
            ("i1", Some(_)) if is_valid => "i1 true".to_owned(),
            (alone, Some(_)) if is_valid => format!("{alone} 1"),
            (alone, Some(_)) => format!("{alone} %{number}"),
            (alone, None) if alone == *ty => format!("{ty} %{number}"),
            _ => (*ty).to_owned(),
        };
        let values = parameters.iter().enumerate().map(passed);
        format!("call {result} @llvm.{name}({})", values.collect::<Vec<_>>().join(", "))
    }

    /// The declaration, if it is the first of its name, and the function of number `place` that calls it.
    fn call(&self, place: usize, is_first: bool, is_valid: bool) -> String {
        let Declaration { name, result, parameters } = self;
        let types = parameters.iter().map(|ty| type_without_number(ty)).collect::<Vec<_>>().join(", ");
        let call = self.expression(is_valid);
        let body = match *result {
            "void" => format!("  {call}\n  ret void\n"),
            _ => format!("  %r = {call}\n  ret {result} %r\n"),
        };
        let declaration = if is_first { format!("declare {result} @llvm.{name}({types})\n") } else { String::new() };
        format!("{declaration}define {result} @f{place}({types}) {{\n{body}}}\n")
    }
}

/// What stands after the type of a parameter that has to be a number, and is passed on as it is.
const NUMBER: &str = " imm";

/// A parameter's type without what is after it.
fn type_without_number(parameter: &str) -> &str {
    let parameter = parameter.strip_suffix(NUMBER).unwrap_or(parameter);
    let number = parameter.rsplit_once(' ').filter(|(_, number)| number.parse::<i64>().is_ok());
    number.map_or(parameter, |(ty, _)| ty)
}

/// Whether a parameter is an integer of any value.
fn is_integer(parameter: &str) -> bool {
    type_without_number(parameter) == parameter.trim_end_matches(NUMBER)
        && type_without_number(parameter).strip_prefix('i').is_some_and(|width| width.parse::<u32>().is_ok())
}

/// The types of a list with commas, of which some have commas in brackets.
fn types(list: &str) -> Vec<&str> {
    let mut depth = 0;
    let at_commas = list.split(|c: char| {
        depth += i32::from(matches!(c, '<' | '{' | '[')) - i32::from(matches!(c, '>' | '}' | ']'));
        c == ',' && depth == 0
    });
    at_commas.map(str::trim).filter(|ty| !ty.is_empty()).collect()
}
