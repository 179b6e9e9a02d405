//! Types of the memory that a typed pointer named, and that an attribute names today. LangRef, "Parameter Attributes".

use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::verify::llvm_ir::inline_asm::{Constraint, constraints};

use crate::bodies::calls::{Arguments, CallPrefix, Callee};
use crate::bodies::reader::FunctionReader;
use irtrip_dialect::names::{CONSTRAINTS, LLVM_ELEMENTTYPE};

/// The intrinsics that need the type of the memory that an argument points to, and the argument's place.
const INTRINSICS: [(&str, usize); 10] = [
    ("aarch64.ldaxr", 0),
    ("aarch64.ldxr", 0),
    ("aarch64.stlxr", 1),
    ("aarch64.stxr", 1),
    ("arm.ldaex", 0),
    ("arm.ldrex", 0),
    ("arm.stlex", 1),
    ("arm.strex", 1),
    ("preserve.array.access.index", 0),
    ("preserve.struct.access.index", 0),
];

/// Gives `elementtype` to the arguments of a call that lack it; what their typed pointers point to is known.
#[cold]
pub(crate) fn add_element_types(reader: &mut FunctionReader<'_, '_>, call: &CallPrefix, arguments: &mut Arguments) {
    let ctx = reader.ctx;
    let places: Vec<usize> = match &call.callee {
        Callee::Asm(entries, _) => {
            let text = entries.iter().find(|entry| entry.0 == CONSTRAINTS).and_then(|entry| ctx.string_value(entry.1));
            let found = text.and_then(|text| constraints(ctx.bytes(text))).unwrap_or_default();
            let inputs = found.into_iter().filter(|constraint| matches!(constraint, Constraint::Input { .. }));
            let is_indirect = |constraint| matches!(constraint, Constraint::Input { indirect: true, .. });
            inputs.enumerate().filter(|(_, constraint)| is_indirect(*constraint)).map(|(place, _)| place).collect()
        }
        Callee::Symbol(symbol, ..) => INTRINSICS
            .iter()
            .filter(|(name, _)| is_overload(ctx.bytes(*symbol), name))
            .map(|(_, place)| *place)
            .collect(),
        Callee::Value(_) | Callee::Constant(_) => return,
    };
    for (place, pointee) in &arguments.pointees {
        if let Some(dictionary) = arguments.attrs.get_mut(*place).filter(|_| places.contains(place))
            && ctx.entry(*dictionary, LLVM_ELEMENTTYPE).is_none()
        {
            if matches!(call.callee, Callee::Asm(..)) {
                reader.constants.types.narrow(Spelling::AsmElementTypes.missing_in());
            }
            *dictionary = ctx.with_entry(*dictionary, LLVM_ELEMENTTYPE, Some(ctx.type_attr(*pointee)));
        }
    }
}

/// Whether a function's name is that of an intrinsic with types after it.
fn is_overload(function: &[u8], intrinsic: &str) -> bool {
    let rest = function.strip_prefix(b"llvm.").and_then(|name| name.strip_prefix(intrinsic.as_bytes()));
    rest.is_some_and(|rest| matches!(rest, [] | [b'.', ..]))
}
