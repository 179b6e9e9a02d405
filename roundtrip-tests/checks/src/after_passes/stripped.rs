//! A module without what its preserved attributes say, and the comparison with it.

use irtrip_dialect::names::*;
use irtrip_dialect::{Attr, AttrData, Body, Context, ContextDialects, Module, Op, Str};
use irtrip_diff::{Category, Comparison, Options, Side, compare};
use irtrip_import::{ImportOptions, import};

/// Preserved attributes that say which instruction or global value this is, where upstream's form has no room for it:
/// without them the module is another one, whatever a pass did. The module stays one that was LLVM IR.
const KEPT: [Str; 19] = [
    IRTRIP_ADDRESS_SPACE,
    IRTRIP_ARGS,
    IRTRIP_BUNDLE_ARGS,
    IRTRIP_BLOCK,
    IRTRIP_CALLEE,
    IRTRIP_CALLEE_TYPE,
    IRTRIP_CCONV,
    IRTRIP_EDGE,
    IRTRIP_INITIALIZER,
    IRTRIP_INRANGE,
    IRTRIP_INSTRUCTION,
    IRTRIP_NO_INDEX,
    IRTRIP_NODES,
    IRTRIP_SOURCE_FILENAME,
    IRTRIP_SPLATS,
    IRTRIP_STANDS_FOR,
    IRTRIP_TYPE,
    IRTRIP_UNNAMED,
    IRTRIP_VALUE,
];

/// What no preserved attribute that is taken away may say.
const STRUCTURE: [Category; 6] =
    [Category::Instruction, Category::Operand, Category::Type, Category::ControlFlow, Category::Phi, Category::Layout];

/// Takes away all preserved attributes but those in [`KEPT`].
pub fn strip(ctx: &Context, module: &mut Module) {
    module.attrs = without_preserved(ctx, module.attrs);
    strip_body(ctx, &mut module.body);
    module.body.all_nested_mut().iter_mut().for_each(|body| strip_body(ctx, body));
}

fn strip_body(ctx: &Context, body: &mut Body) {
    for op in (0..body.op_count()).map(Op::new) {
        let attrs = without_preserved(ctx, body.attrs(op));
        body.set_attrs(op, attrs);
    }
}

/// Takes the numbers of blocks away, which say nothing of a module that is not exported any more.
fn without_block_numbers(ctx: &Context, body: &mut Body) {
    for op in body.linked_ops().collect::<Vec<_>>() {
        let attrs = ctx.with_entry(body.attrs(op), IRTRIP_BLOCK, None);
        body.set_attrs(op, attrs);
    }
}

/// A dictionary without preserved attributes, also in the dictionaries that its lists hold, which are those of arguments,
/// results and phis; anything else as it is.
fn without_preserved(ctx: &Context, dictionary: Attr) -> Attr {
    if !matches!(ctx.attr_data(dictionary), AttrData::Dictionary(_)) {
        return dictionary;
    }
    // Of phis the numbers of their values are kept.
    let lists = [ARG_ATTRS, RES_ATTRS, IRTRIP_PHIS];
    let is_taken = |key: Str| ctx.bytes(key).starts_with(b"irtrip.") && !KEPT.contains(&key) && !lists.contains(&key);
    let entries = ctx.entries(dictionary).iter().filter(|(key, _)| !is_taken(*key)).map(|&(key, value)| {
        let listed = match ctx.attr_data(value) {
            AttrData::Array(items) if lists.contains(&key) => items,
            _ => return (key, value),
        };
        let listed: Vec<Attr> = listed.iter().map(|item| without_preserved(ctx, *item)).collect();
        (key, ctx.array(&listed))
    });
    ctx.dictionary(&entries.collect::<Vec<_>>())
}

/// How the instructions of a module of LLVM assembly differ from those of the same without its preserved attributes, in
/// what no preserved attribute may say. None where the latter is no module: some metadata is one only with them.
///
/// # Errors
/// The module cannot be read; the message.
pub fn compare_structure(text: &str, stripped: &str) -> Result<Option<Comparison>, String> {
    let (ctx_a, ctx_b) =
        (Context::with_dialects(irtrip_lower::all_dialects()), Context::with_dialects(irtrip_lower::all_dialects()));
    let read = |ctx: &Context, text: &str| {
        let mut module = import(ctx, text, &ImportOptions::default()).map_err(|error| error.to_string())?;
        strip(ctx, &mut module);
        module.body.all_nested_mut().iter_mut().for_each(|body| without_block_numbers(ctx, body));
        Ok::<_, String>(module)
    };
    let module_a = read(&ctx_a, text)?;
    let Ok(module_b) = read(&ctx_b, stripped) else { return Ok(None) };
    let options = Options { categories: STRUCTURE.to_vec(), ..Options::default() };
    Ok(Some(compare(Side::new(&ctx_a, &module_a), Side::new(&ctx_b, &module_b), &options)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn flags_and_metadata_are_no_structure_and_operands_are() {
        let text = "define float @f(float %x) {\n  %y = fadd float %x, 1.0\n  ret float %y\n}\n";
        let differs =
            |from: &str, to: &str| !compare_structure(text, &text.replace(from, to)).unwrap().unwrap().is_same();
        assert!(!differs("fadd", "fadd nnan"));
        assert!(!differs("%y", "%z"));
        assert!(differs("ret float %y", "ret float %x"));
        assert!(differs("fadd", "fsub"));
    }
}
