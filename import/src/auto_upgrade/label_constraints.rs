//! Labels of `callbr` that LLVM 14 and older passed as arguments. LangRef, "callbr".

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::names::CONSTRAINTS;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::verify::llvm_ir::inline_asm::{Constraint, constraints};

use crate::bodies::calls::{CallPrefix, Callee};
use crate::bodies::reader::FunctionReader;
use crate::tables::attribute_groups::call_attribute_range;

/// Gives a call whose arguments come next label constraints in place of the arguments at the end that are the addresses of
/// the labels; returns how many arguments come before these, or `None` where no argument is one.
pub(crate) fn labels_of_arguments(
    reader: &FunctionReader<'_, '_>,
    call: &mut CallPrefix,
) -> DiagnosticResult<Option<usize>> {
    let ctx = reader.ctx;
    let Callee::Asm(entries, _) = &mut call.callee else { return Ok(None) };
    let Some((_, attr)) = entries.iter_mut().find(|entry| entry.0 == CONSTRAINTS) else { return Ok(None) };
    let text = ctx.string_value(*attr).map(|text| ctx.text(text)).unwrap_or_default();
    let found = constraints(text.as_bytes()).unwrap_or_default();
    if found.contains(&Constraint::Label) {
        return Ok(None);
    }
    let inputs = found.iter().filter(|constraint| matches!(constraint, Constraint::Input { .. })).count();
    let labels = label_count(reader)?;
    let Some(first) = inputs.checked_sub(labels).filter(|_| labels > 0) else { return Ok(None) };
    let inputs = found.iter().scan(0, |inputs, constraint| {
        let is_input = matches!(constraint, Constraint::Input { .. });
        *inputs += usize::from(is_input);
        Some(is_input && *inputs > first)
    });
    let parts = text.split(',').zip(inputs.chain(std::iter::repeat(false)));
    let upgraded: Vec<String> =
        parts.map(|(part, is_label)| if is_label { format!("!{part}") } else { part.to_owned() }).collect();
    *attr = ctx.string_attr(&upgraded.join(","));
    reader.tables.types.releases.narrow(Spelling::LabelConstraints.missing_in());
    Ok(Some(first))
}

/// How many labels the list has that comes after the arguments, which come next.
fn label_count(reader: &FunctionReader<'_, '_>) -> DiagnosticResult<usize> {
    let mut ahead = reader.c;
    ahead.peek();
    ahead.skip_balanced()?;
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
