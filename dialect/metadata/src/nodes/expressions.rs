//! Operations of a `DIExpression` as older releases have them. LangRef, "DIExpression".

use crate::context::Context;
use crate::dwarf::Dwarf;
use crate::graph::{Field, NamedField};
use crate::names::EMPTY;
use crate::release::Release;

/// The first release whose `DW_OP_plus` and `DW_OP_minus` take what they add from the stack, not from after them.
const OPERANDS_ON_STACK: Release = Release::V5;

/// The first release with `DW_OP_LLVM_fragment` in the place of `DW_OP_bit_piece`.
const FRAGMENTS: Release = Release::V4;

fn is(ctx: &Context, field: Option<&NamedField>, operation: &str) -> bool {
    let name = |word| ctx.text(word).strip_prefix(Dwarf::Operation.prefix()) == Some(operation);
    matches!(field, Some((_, Field::Word(word))) if name(*word))
}

fn word(ctx: &Context, operation: &str) -> NamedField {
    (EMPTY, Field::Word(ctx.str(&format!("{}{operation}", Dwarf::Operation.prefix()))))
}

/// Whether a field is a number, which is no operation.
fn is_number(field: Option<&NamedField>) -> bool {
    matches!(field, Some((_, Field::Int(_))))
}

/// Gives an expression the current operations, as LLVM's reader of bitcode does; returns the first release that does not have
/// those that it had.
pub fn upgrade_expression(ctx: &Context, fields: &mut Vec<NamedField>) -> Option<Release> {
    let fragment = fields.len().checked_sub(3).filter(|place| is(ctx, fields.get(*place), "bit_piece"));
    if let Some(field) = fragment.and_then(|place| fields.get_mut(place)) {
        *field = word(ctx, "LLVM_fragment");
    }
    let mut until = fragment.map(|_| FRAGMENTS);
    let mut upgraded = Vec::with_capacity(fields.len());
    let mut rest = fields.iter().enumerate();
    while let Some((place, field)) = rest.next() {
        let number = fields.get(place + 1).filter(|next| is_number(Some(next)));
        match number {
            Some(number) if is(ctx, Some(field), "plus") => {
                upgraded.extend([word(ctx, "plus_uconst"), number.clone()]);
            }
            Some(number) if is(ctx, Some(field), "minus") => {
                upgraded.extend([word(ctx, "constu"), number.clone(), word(ctx, "minus")]);
            }
            _ => {
                upgraded.push(field.clone());
                continue;
            }
        }
        rest.next();
        until = until.or(Some(OPERANDS_ON_STACK));
    }
    if until.is_some() {
        if is(ctx, upgraded.first(), "deref") {
            // Releases of that time have it before what it is done after.
            let end = upgraded.len() - if fragment.is_some() { 3 } else { 0 };
            upgraded[..end].rotate_left(1);
        }
        *fields = upgraded;
    }
    until
}

/// An expression as a release has it; `None` where that is the current.
pub fn expression_for(ctx: &Context, fields: &[NamedField], release: Release) -> Option<Vec<NamedField>> {
    if release >= OPERANDS_ON_STACK {
        return None;
    }
    let mut older: Vec<NamedField> = Vec::with_capacity(fields.len());
    for field in fields {
        let constant = older.len().checked_sub(2).filter(|place| is(ctx, older.get(*place), "constu"));
        match constant {
            Some(place) if is(ctx, Some(field), "minus") => older[place] = word(ctx, "minus"),
            _ if is(ctx, Some(field), "plus_uconst") => older.push(word(ctx, "plus")),
            _ if release < FRAGMENTS && is(ctx, Some(field), "LLVM_fragment") => older.push(word(ctx, "bit_piece")),
            _ => older.push(field.clone()),
        }
    }
    (older != fields).then_some(older)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(ctx: &Context, text: &str) -> Vec<NamedField> {
        let field = |part: &str| part.parse().map_or_else(|_| word(ctx, part), |number| (EMPTY, Field::Int(number)));
        text.split(' ').map(field).collect()
    }

    #[test]
    fn operations_of_older_releases_become_current_and_come_back() {
        let ctx = Context::new();
        for (older, current, until) in [
            ("plus 8", "plus_uconst 8", Release::V5),
            ("minus 8 bit_piece 0 32", "constu 8 minus LLVM_fragment 0 32", Release::V4),
            ("bit_piece 0 32", "LLVM_fragment 0 32", Release::V4),
        ] {
            let mut upgraded = fields(&ctx, older);
            assert_eq!(upgrade_expression(&ctx, &mut upgraded), Some(until), "{older}");
            assert_eq!(upgraded, fields(&ctx, current));
            assert_eq!(expression_for(&ctx, &upgraded, Release::V3_9), Some(fields(&ctx, older)));
        }
        let mut moved = fields(&ctx, "deref plus 8 bit_piece 0 32");
        assert_eq!(upgrade_expression(&ctx, &mut moved), Some(Release::V4));
        assert_eq!(moved, fields(&ctx, "plus_uconst 8 deref LLVM_fragment 0 32"));
        let current = fields(&ctx, "constu 8 plus stack_value");
        assert_eq!(upgrade_expression(&ctx, &mut current.clone()), None);
        assert_eq!(expression_for(&ctx, &current, Release::V6), None);
    }
}
