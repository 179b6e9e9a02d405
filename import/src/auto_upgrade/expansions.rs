//! Old intrinsics of targets that are plain instructions today.
//!
//! `expansions.txt` has them sorted by name: a line with the name without `llvm.`, the result's type and the
//! parameters', and after it, each on a line after two spaces, the instructions that LLVM has in place of a
//! call. They are numbered as in a function of these parameters alone; the last is the call's result. What is called
//! `%r` there takes the name of the call. A parameter with a number after its type is of calls that pass this number;
//! such an entry counts before those of the same name and type that have fewer numbers, and comes before them. `imm` is
//! after the type of one that has to be a number, whichever.

use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::names::{INVARIANT, NONTEMPORAL};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Context, Str, Type, Value};

use super::shuffles::{Shuffle, ShuffleRule, shuffle_rule};
use super::{ArgumentValue, CallArgument};
use crate::auto_upgrade::calls;
use crate::bodies::calls::CallPrefix;
use crate::bodies::instructions;
use crate::bodies::locals::Locals;
use crate::bodies::reader::FunctionReader;
use crate::tables::types::{NamedTypes, TypeReader};
use irtrip_dialect::llvm_text::cursor::{Cursor, Name};

/// What the instruction is called that takes the name of the call.
const NAME_OF_CALL: &[u8] = b"r";

/// What an instruction's line ends with, and a node's number after it, that accesses memory which nothing soon accesses
/// again, or nothing changes; and what the operation has for it.
const ACCESSES: [(&str, Str); 2] = [(", !nontemporal !", NONTEMPORAL), (", !invariant.load !", INVARIANT)];

/// What stands after the type of a parameter that has to be a number, whichever.
const NUMBER: &str = " imm";

const TEXT: &str = include_str!("expansions.txt");

/// What stands in place of calls of an intrinsic.
#[derive(Clone, Copy, Debug)]
pub(super) enum Expansion {
    /// Instructions for calls that pass certain numbers, and for any other.
    Listed(&'static [Entry]),
    /// A shuffle by a number that is passed.
    Shuffle(ShuffleRule),
}

/// The instructions in place of calls of an intrinsic.
#[derive(Debug)]
pub(super) struct Entry {
    /// The intrinsic's type.
    types: String,
    /// The numbers that are passed, by place.
    numbers: Vec<(usize, i64)>,
    instructions: &'static str,
}

/// The expansion for an intrinsic of a name, without `llvm.`, and a type.
pub(super) fn expansion(ctx: &Context, name: &str, ty: Type) -> Option<Expansion> {
    let Some(found) = by_name(name) else {
        let rule = shuffle_rule(name)?;
        return Shuffle::new(ctx, rule, ty).map(|_| Expansion::Shuffle(rule));
    };
    (function_type(ctx, &found.first()?.types)? == ty).then_some(Expansion::Listed(found))
}

/// Whether an intrinsic of this name, without `llvm.`, may have an expansion; its type decides.
pub(super) fn may_have_expansion(name: &str) -> bool {
    by_name(name).is_some() || shuffle_rule(name).is_some()
}

/// The listed instructions for an intrinsic of a name, without `llvm.`.
fn by_name(name: &str) -> Option<&'static [Entry]> {
    static EXPANSIONS: OnceLock<FxHashMap<&'static str, Vec<Entry>>> = OnceLock::new();
    let expansions = EXPANSIONS.get_or_init(|| {
        let mut by_name: FxHashMap<&'static str, Vec<Entry>> = FxHashMap::default();
        for (name, types, instructions) in entries() {
            let (types, numbers) = without_numbers(types);
            by_name.entry(name).or_default().push(Entry { types, numbers, instructions });
        }
        by_name
    });
    expansions.get(name).or_else(|| expansions.get(&*without_pointees(name))).map(Vec::as_slice)
}

/// A function's type without the numbers after its parameters, and these by place.
fn without_numbers(types: &str) -> (String, Vec<(usize, i64)>) {
    let mut numbers = Vec::new();
    let (result, parameters) = types.split_once(" (").unwrap_or((types, ""));
    let mut depth = 0;
    let at_commas = parameters.strip_suffix(')').unwrap_or(parameters).split(|c: char| {
        depth += i32::from(matches!(c, '<' | '{' | '[')) - i32::from(matches!(c, '>' | '}' | ']'));
        c == ',' && depth == 0
    });
    let of_type = at_commas.enumerate().map(|(place, parameter)| {
        let parameter = parameter.trim();
        let parameter = parameter.strip_suffix(NUMBER).unwrap_or(parameter);
        match parameter.split_once(' ').and_then(|(ty, number)| Some((ty, number.parse().ok()?))) {
            Some((ty, number)) => {
                numbers.push((place, number));
                ty
            }
            None => parameter,
        }
    });
    let parameters: Vec<&str> = of_type.collect();
    (format!("{result} ({})", parameters.join(", ")), numbers)
}

/// The instructions in place of a call of an intrinsic of this type that passes these arguments.
fn instructions_for(
    reader: &FunctionReader<'_, '_>,
    (expansion, ty): (Expansion, Type),
    given: &[CallArgument],
) -> Option<&'static str> {
    let passed = |place: usize| match given.get(place)?.passed {
        ArgumentValue::Constant(constant) => reader.constants.pool.int(constant),
        _ => None,
    };
    let is_passed = |&(place, number): &(usize, i64)| {
        let width = given.get(place).and_then(|argument| reader.ctx.int_width(argument.ty));
        let unused = 64u32.saturating_sub(width.unwrap_or(64));
        passed(place).is_some_and(|passed| (passed ^ number) << unused.min(63) == 0)
    };
    match expansion {
        Expansion::Listed(entries) => {
            let entry = entries.iter().find(|entry| entry.numbers.iter().all(is_passed))?;
            Some(entry.instructions)
        }
        Expansion::Shuffle(rule) => {
            let shuffle = Shuffle::new(reader.ctx, rule, ty)?;
            let place = shuffle.number_at();
            let unused = 64u32.saturating_sub(reader.ctx.int_width(given.get(place)?.ty)?).min(63);
            let number = passed(place)?.cast_unsigned() << unused >> unused;
            let takes_all = shuffle.mask_at().is_some_and(|mask| is_passed(&(mask, -1)));
            Some(shuffle.instructions(number, takes_all))
        }
    }
}

/// An intrinsic's name whose types are the current: of the typed pointers of former releases the names say what they
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
fn entries() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let mut rest = TEXT;
    std::iter::from_fn(move || {
        let (head, after) = rest.split_once('\n')?;
        let lines = after.split_inclusive('\n').take_while(|line| line.starts_with(' '));
        let (expansion, next) = after.split_at_checked(lines.map(str::len).sum())?;
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
    expansion: (Expansion, Type),
    given: &[CallArgument],
) -> DiagnosticResult<()> {
    let Some(instructions) = instructions_for(reader, expansion, given) else {
        return reader.c.unsupported(call.at, "a call of an older LLVM's intrinsic with such numbers");
    };
    let values: Vec<Value> = given.iter().map(|one| calls::argument_value(reader, one)).collect();
    calls::keep_location_only(reader);
    reader.lists.given = None;
    let after = reader.c;
    let before = reader.f.implicit_declarations.len();
    enter_expansion(reader, &values);
    let mut lines = instructions.lines().peekable();
    let mut takes_name = false;
    let mut own_name = None;
    while let Some(line) = lines.next() {
        let access = ACCESSES.iter().find_map(|(end, entry)| Some((line.rsplit_once(end)?.0, *entry)));
        reader.c = Cursor::new(access.map_or(line, |(line, _)| line).as_bytes(), 0);
        if reader.c.peek() == b'%' {
            let name = reader.c.name()?;
            takes_name = name == Name::Named(Cow::Borrowed(NAME_OF_CALL));
            own_name = match &name {
                Name::Named(text) => Some(reader.ctx.byte_str(text)),
                Name::Number(_) => None,
            };
            reader.c.expect(b'=', "'=' after instruction id")?;
            reader.f.result = Some(name);
        }
        if let Some(expansion) = &mut reader.f.upgrade.expansion {
            expansion.last = lines.peek().is_none();
        }
        instructions::instruction(reader)?;
        if let Some((_, entry)) = access {
            mark_access(reader, entry);
        }
        if takes_name && lines.peek().is_some() {
            take_name(reader);
        }
    }
    leave_expansion(reader);
    reader.c = after;
    for call in reader.f.implicit_declarations.iter_mut().skip(before) {
        call.written = symbol;
    }
    if call.result != types::VOID && !takes_name {
        set_name(reader, own_name);
    }
    Ok(())
}

/// Gives the operation that was made last this unit attribute.
fn mark_access(reader: &mut FunctionReader<'_, '_>, entry: Str) {
    if let Some(op) = reader.f.block.and_then(|block| reader.f.body.last_op(block)) {
        let attrs = reader.ctx.with_entry(reader.f.body.attrs(op), entry, Some(UNIT));
        reader.f.body.set_attrs(op, attrs);
    }
}

/// Gives the operation that was made last the name of the call.
fn take_name(reader: &mut FunctionReader<'_, '_>) {
    let wanted = reader.f.upgrade.expansion.as_ref().and_then(|expansion| expansion.result.clone());
    let name = match wanted {
        Some(Name::Named(name)) => Some(reader.ctx.byte_str(&name)),
        _ => None,
    };
    set_name(reader, name);
}

/// Gives the operation that was made last this name and no other.
fn set_name(reader: &mut FunctionReader<'_, '_>, name: Option<Str>) {
    calls::forget_name(reader);
    let op = reader.f.block.and_then(|block| reader.f.body.last_op(block));
    if let Some(value) = op.and_then(|op| reader.f.body.results(op).next()) {
        reader.f.body.set_value_name(value, name);
    }
}

/// Has the first numbers stand for these values, and no other name for any.
fn enter_expansion(reader: &mut FunctionReader<'_, '_>, values: &[Value]) {
    let locals = std::mem::replace(&mut reader.f.locals, Locals::of(values));
    let result = reader.f.result.take();
    reader.f.upgrade.expansion = Some(ExpansionScope { locals, result, last: false });
    reader.constants.types.reads_other_text = true;
}

/// Has names stand for what they stood for before the expansion; the call's result is defined next.
pub(crate) fn leave_expansion(reader: &mut FunctionReader<'_, '_>) {
    if let Some(expansion) = reader.f.upgrade.expansion.take() {
        reader.f.locals = expansion.locals;
        reader.f.result = expansion.result;
        reader.constants.types.reads_other_text = false;
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
        for (name, head, _) in entries() {
            let (types, numbers) = without_numbers(head);
            assert!(function_type(&ctx, &types).is_some(), "{name}");
            let (result, params) = types.split_once(" (").unwrap();
            let params = params.strip_suffix(')').unwrap();
            let mut depth = 0;
            let at_commas = params.split(|c: char| {
                depth += i32::from(matches!(c, '<' | '{' | '[')) - i32::from(matches!(c, '>' | '}' | ']'));
                c == ',' && depth == 0
            });
            let passed = at_commas.filter(|ty| !ty.is_empty()).enumerate().map(|(place, ty)| {
                let number = numbers.iter().find(|number| number.0 == place).map(|(_, number)| *number);
                match number.or((ty != "i1" && wants_number(head, place)).then_some(1)) {
                    Some(number) => format!("{ty} {number}"),
                    None if wants_number(head, place) => format!("{ty} true"),
                    None => format!("{ty} %{place}"),
                }
            });
            let call = format!("call {result} @llvm.{name}({})", passed.collect::<Vec<_>>().join(","));
            let call = if result == "void" { call } else { format!("%r = {call}") };
            let text = format!("declare {types}\n").replacen(" (", &format!(" @llvm.{name}("), 1)
                + &format!("define void @f({params}) {{\n  {call}\n  ret void\n}}\n");
            let module = import(&ctx, &text, &ImportOptions::default());
            assert!(module.is_ok(), "{name}: {:?}\n{text}", module.err());
        }
    }

    /// Whether the parameter at a place has to be a number.
    fn wants_number(types: &str, place: usize) -> bool {
        let mut depth = 0;
        let mut at_commas = types.split_once(" (").unwrap().1.split(|c: char| {
            depth += i32::from(matches!(c, '<' | '{' | '[')) - i32::from(matches!(c, '>' | '}' | ']'));
            c == ',' && depth == 0
        });
        at_commas.nth(place).is_some_and(|parameter| parameter.trim_end_matches(')').ends_with(NUMBER))
    }

    #[test]
    fn names_are_sorted() {
        assert!(entries().map(|entry| entry.0).is_sorted());
    }
}
