//! Old intrinsics of targets that are plain instructions today.
//!
//! `expansions.txt` has them sorted by name: a line with the name without `llvm.`, the result's type and the
//! parameters', and after it, each on a line with two spaces in front, the instructions that LLVM has in place of a
//! call. They are numbered as in a function of these parameters alone; the last gives the call's result.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Context, Str, Type, Value};

use super::CallArgument;
use crate::auto_upgrade::calls;
use crate::bodies::calls::CallPrefix;
use crate::bodies::instructions;
use crate::bodies::locals::Locals;
use crate::bodies::reader::FunctionReader;
use crate::cursor::{Cursor, Name};
use crate::tables::types::{NamedTypes, TypeReader};

const TEXT: &str = include_str!("expansions.txt");

/// The instructions in place of a call.
pub(super) type Expansion = &'static str;

/// The expansion for an intrinsic of a name, without `llvm.`, and a type.
pub(super) fn expansion(ctx: &Context, name: &str, ty: Type) -> Option<Expansion> {
    let (types, expansion) = by_name(name)?;
    (function_type(ctx, types)? == ty).then_some(expansion)
}

/// The type that is expanded and the expansion for an intrinsic of a name, without `llvm.`.
pub(super) fn by_name(name: &str) -> Option<(&'static str, Expansion)> {
    static EXPANSIONS: OnceLock<FxHashMap<&'static str, (&'static str, Expansion)>> = OnceLock::new();
    let expansions =
        EXPANSIONS.get_or_init(|| entries().map(|(name, types, expansion)| (name, (types, expansion))).collect());
    expansions.get(name).or_else(|| expansions.get(&*without_pointees(name))).copied()
}

/// An intrinsic's name whose types are those of today: of the typed pointers of former releases the names say what they
/// point to.
fn without_pointees(name: &str) -> String {
    let pointer = |part: &str| {
        let digits = part.strip_prefix('p')?.bytes().take_while(u8::is_ascii_digit).count();
        part.get(..=digits).filter(|_| digits > 0).map(str::to_owned)
    };
    let parts: Vec<String> = name.split('.').map(|part| pointer(part).unwrap_or_else(|| part.to_owned())).collect();
    parts.join(".")
}

/// Name, types and instructions of each.
fn entries() -> impl Iterator<Item = (&'static str, &'static str, Expansion)> {
    let mut rest = TEXT;
    std::iter::from_fn(move || {
        let (head, behind) = rest.split_once('\n')?;
        let lines = behind.split_inclusive('\n').take_while(|line| line.starts_with(' '));
        let (expansion, next) = behind.split_at_checked(lines.map(str::len).sum())?;
        rest = next;
        let (name, types) = head.split_once(' ')?;
        Some((name, types, expansion))
    })
}

/// `i32 (i32, ptr)`
fn function_type(ctx: &Context, text: &str) -> Option<Type> {
    let named = NamedTypes::default();
    TypeReader::new(ctx, &named).read(&mut Cursor::new(text.as_bytes(), 0)).ok()
}

/// What the names of a function stand for while an expansion is read, and what the expansion's last instruction is to
/// be.
pub(crate) struct ExpansionScope<'a> {
    locals: Locals<'a>,
    result: Option<Name<'a>>,
    /// Whether the instruction being read is the last.
    pub last: bool,
}

/// The instructions in place of a call of `symbol`, whose arguments have been read.
pub(super) fn expand_call(
    reader: &mut FunctionReader<'_, '_>,
    call: &CallPrefix,
    symbol: Str,
    expansion: Expansion,
    given: &[CallArgument],
) -> DiagnosticResult<()> {
    let values: Vec<Value> = given.iter().map(|one| calls::argument_value(reader, one)).collect();
    calls::keep_location_only(reader);
    reader.lists.given = None;
    let behind = reader.c;
    let before = reader.f.implicit_declarations.len();
    enter_expansion(reader, &values);
    let mut lines = expansion.lines().peekable();
    while let Some(line) = lines.next() {
        reader.c = Cursor::new(line.as_bytes(), 0);
        if reader.c.peek() == b'%' {
            let name = reader.c.name()?;
            reader.c.expect(b'=', "'=' after instruction id")?;
            reader.f.result = Some(name);
        }
        if let Some(expansion) = &mut reader.f.upgrade.expansion {
            expansion.last = lines.peek().is_none();
        }
        instructions::instruction(reader)?;
    }
    leave_expansion(reader);
    reader.c = behind;
    for call in reader.f.implicit_declarations.iter_mut().skip(before) {
        call.written = symbol;
    }
    if call.result != wk::VOID {
        calls::forget_name(reader);
    }
    Ok(())
}

/// Has the first numbers stand for these values, and no other name for any.
fn enter_expansion(reader: &mut FunctionReader<'_, '_>, values: &[Value]) {
    let locals = std::mem::replace(&mut reader.f.locals, Locals::of(values));
    let result = reader.f.result.take();
    reader.f.upgrade.expansion = Some(ExpansionScope { locals, result, last: false });
}

/// Has names stand for what they stood for before the expansion; the call's result is defined next.
pub(crate) fn leave_expansion(reader: &mut FunctionReader<'_, '_>) {
    if let Some(expansion) = reader.f.upgrade.expansion.take() {
        reader.f.locals = expansion.locals;
        reader.f.result = expansion.result;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{ImportOptions, import};

    #[test]
    fn every_expansion_is_read() {
        let ctx = Context::new();
        for (name, types, _) in entries() {
            let (result, params) = types.split_once(" (").unwrap();
            let params = params.strip_suffix(')').unwrap();
            assert!(function_type(&ctx, types).is_some(), "{name}");
            let arguments = params.to_owned();
            let mut numbered = String::new();
            let (mut depth, mut number) = (0, 0);
            for c in arguments.chars() {
                depth += i32::from(matches!(c, '<' | '{' | '[')) - i32::from(matches!(c, '>' | '}' | ']'));
                if c == ',' && depth == 0 {
                    numbered.push_str(&format!(" %{number}"));
                    number += 1;
                }
                numbered.push(c);
            }
            if !arguments.is_empty() {
                numbered.push_str(&format!(" %{number}"));
            }
            let call = format!("call {result} @llvm.{name}({numbered})");
            let call = if result == "void" { call } else { format!("%r = {call}") };
            let text = format!("declare {types}\n").replacen(" (", &format!(" @llvm.{name}("), 1)
                + &format!("define void @f({params}) {{\n  {call}\n  ret void\n}}\n");
            let module = import(&ctx, &text, &ImportOptions::default());
            assert!(module.is_ok(), "{name}: {:?}\n{text}", module.err());
        }
    }

    #[test]
    fn names_are_sorted() {
        assert!(entries().map(|entry| entry.0).is_sorted());
    }
}
