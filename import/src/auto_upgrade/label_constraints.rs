//! Labels of `callbr` that LLVM 14 and older passed as arguments. LangRef, "callbr".

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::names::CONSTRAINTS;
use irtrip_dialect::verify::llvm_ir::inline_asm::{Constraint, constraints};

use crate::bodies::calls::{Arguments, CallPrefix, Callee};
use crate::bodies::reader::FunctionReader;
use crate::tables::attribute_groups::call_attribute_range;

/// Has label constraints in place of the arguments at the end that are the addresses of the labels.
pub(crate) fn labels_of_arguments(
    reader: &FunctionReader<'_, '_>,
    call: &mut CallPrefix,
    arguments: &mut Arguments,
) -> DiagnosticResult<()> {
    let ctx = reader.ctx;
    let Callee::Asm(entries, _) = &mut call.callee else { return Ok(()) };
    let Some((_, attr)) = entries.iter_mut().find(|entry| entry.0 == CONSTRAINTS) else { return Ok(()) };
    let text = ctx.string_value(*attr).map(|text| ctx.text(text)).unwrap_or_default();
    let found = constraints(text.as_bytes()).unwrap_or_default();
    if found.contains(&Constraint::Label) {
        return Ok(());
    }
    let Some(first) = arguments.types.len().checked_sub(label_count(reader)?) else { return Ok(()) };
    let inputs = found.iter().scan(0, |inputs, constraint| {
        let is_input = matches!(constraint, Constraint::Input { .. });
        *inputs += usize::from(is_input);
        Some(is_input && *inputs > first)
    });
    let parts = text.split(',').zip(inputs.chain(std::iter::repeat(false)));
    let upgraded: Vec<String> =
        parts.map(|(part, is_label)| if is_label { format!("!{part}") } else { part.to_owned() }).collect();
    *attr = ctx.string_attr(&upgraded.join(","));
    arguments.truncate(first);
    Ok(())
}

/// How many labels the list has that comes after the arguments.
fn label_count(reader: &FunctionReader<'_, '_>) -> DiagnosticResult<usize> {
    let mut ahead = reader.c;
    call_attribute_range(&mut ahead)?;
    if ahead.peek() == b'[' {
        ahead.skip_balanced()?;
    }
    if !(ahead.eat_word("to") && ahead.eat_word("label")) {
        return Ok(0);
    }
    ahead.local_name()?;
    if !ahead.eat(b'[') {
        return Ok(0);
    }
    let mut count = 0;
    while ahead.eat_word("label") {
        ahead.local_name()?;
        count += 1;
        ahead.eat(b',');
    }
    Ok(count)
}
