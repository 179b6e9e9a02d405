//! Matches the global values of two modules: by name, then renamed functions by their bodies.

use irtrip_dialect::intrinsics::lookup_intrinsic;
use irtrip_dialect::names::{FUNCTION_TYPE, IRTRIP_DECLARATIONS, SYM_NAME};
use irtrip_dialect::ops::global_values::{LINKER_OPTIONS, MODULE_FLAGS};
use irtrip_dialect::{Attr, Context, ContextDialects, Op, OpNameDefinition, Str, Type, TypeData};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Side;
use crate::lines::listing::{GlobalValue, Listing};
use crate::lines::symbols::{pairs_by_content, plain_name};
use crate::structural_hash::global_value::GlobalValueHash;
use crate::structural_hash::metadata::Metadata;
use crate::structural_hash::{HashBuilder, StructuralHash, StructuralHasher, without_struct_names};

/// Matched global values of two modules, or one that has no match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GlobalValuePair {
    Both(GlobalValue, GlobalValue),
    OnlyA(GlobalValue),
    OnlyB(GlobalValue),
}

/// The symbol name of a global value.
pub(crate) fn symbol(side: Side, global_value: GlobalValue) -> Option<Str> {
    let name = match global_value {
        GlobalValue::Op(op) => side.module.body.attr(side.ctx, op, SYM_NAME)?,
        GlobalValue::Declaration(dictionary) => side.ctx.entry(dictionary, SYM_NAME)?,
    };
    side.ctx.string_value(name)
}

/// The symbol names of a module's global values.
pub(crate) fn symbol_names<'a>(side: Side<'a>) -> impl Iterator<Item = Str> + 'a {
    let declared = side.ctx.entry(side.module.attrs, IRTRIP_DECLARATIONS);
    let declared = declared.map(|d| side.ctx.items(d)).unwrap_or_default().iter().map(|&d| GlobalValue::Declaration(d));
    side.module.ops().map(GlobalValue::Op).chain(declared).filter_map(move |global_value| symbol(side, global_value))
}

/// What a global value is matched by: its symbol name, or its operation and which of the module's operations of that name
/// it is.
type MatchingName = (Vec<u8>, Option<(String, usize)>);

/// Whether a declaration is of a lifetime marker that takes a number: LLVM 22 leaves one where it reads older markers, and nothing
/// can call it.
fn is_left_of_markers(ctx: &Context, attrs: Attr) -> bool {
    let name = ctx.string_entry(attrs, SYM_NAME);
    let intrinsic = name.and_then(|name| lookup_intrinsic(ctx.bytes(name)));
    let ty = ctx.type_entry(attrs, FUNCTION_TYPE);
    let first = match ty.map(|ty| ctx.type_data(ty)) {
        Some(TypeData::LlvmFunction { params, .. }) => params.first().copied(),
        _ => None,
    };
    intrinsic.is_some_and(|known| known.base.starts_with(b"lifetime."))
        && first.is_some_and(|first| ctx.int_width(first).is_some())
}

/// The module's global values in order. Module flags and linker options are left out: they are compared as named metadata. Where
/// structs are compared by what they have, so are intrinsics whose names say which structs they are for.
fn named(side: Side, metadata: Option<&Metadata>) -> Vec<(MatchingName, GlobalValue)> {
    let by_shape = metadata.is_some_and(|metadata| metadata.structs_by_shape);
    let mut hasher = StructuralHasher::new(side.ctx, metadata);
    let mut met: FxHashMap<String, usize> = FxHashMap::default();
    let declared = side.ctx.entry(side.module.attrs, IRTRIP_DECLARATIONS);
    // LLVM's reader gives intrinsics the attributes that it knows of them, whatever a text says.
    let declaration = |attrs: Attr| irtrip_export::as_known(side.ctx, attrs);
    let declared = declared.map(|d| side.ctx.items(d)).unwrap_or_default().iter().copied();
    let declared = declared.filter(|attrs| !is_left_of_markers(side.ctx, *attrs));
    let declared = declared.map(|attrs| GlobalValue::Declaration(declaration(attrs)));
    let operations =
        side.module.ops().filter(|&op| ![MODULE_FLAGS, LINKER_OPTIONS].contains(&side.module.body.name(op)));
    let mut name = |global_value: GlobalValue| match (symbol(side, global_value), global_value) {
        (Some(symbol), _) => {
            let name = side.ctx.bytes(symbol);
            let base = if by_shape { without_struct_names(name) } else { name };
            let mut ty = || function_type(side, global_value).map(|ty| hasher.ty(ty)).unwrap_or_default();
            let of_structs = (base.len() < name.len()).then(|| (format!("{:x}", ty()), 0));
            (base.to_vec(), of_structs)
        }
        (None, GlobalValue::Declaration(_)) => (Vec::new(), None),
        (None, GlobalValue::Op(op)) => {
            let kind = side.ctx.op_name_str(side.module.body.name(op)).into_owned();
            let count = met.entry(kind.clone()).or_default();
            *count += 1;
            (Vec::new(), Some((kind, *count)))
        }
    };
    operations.map(GlobalValue::Op).chain(declared).map(|global_value| (name(global_value), global_value)).collect()
}

/// The type of a function.
fn function_type(side: Side, global_value: GlobalValue) -> Option<Type> {
    let attrs = match global_value {
        GlobalValue::Op(op) => side.module.body.attrs(op),
        GlobalValue::Declaration(dictionary) => dictionary,
    };
    side.ctx.type_entry(attrs, FUNCTION_TYPE)
}

/// The module's global values in order.
pub(crate) fn global_values(side: Side) -> Vec<GlobalValue> {
    named(side, None).into_iter().map(|e| e.1).collect()
}

/// The global values of both modules in the order of the first, then those that only the second has. With `by_content`, those
/// that are defined are paired by what they stand for before they are by their names.
pub(crate) fn pairs(a: (Side, &Metadata), b: (Side, &Metadata), by_content: bool) -> Vec<GlobalValuePair> {
    let (of_a, of_b) = (named(a.0, Some(a.1)), named(b.0, Some(b.1)));
    let mut paired: FxHashMap<GlobalValue, GlobalValue> = FxHashMap::default();
    if by_content {
        let all = |of: &[(MatchingName, GlobalValue)]| of.iter().map(|e| e.1).collect::<Vec<GlobalValue>>();
        paired.extend(pairs_by_content((a.0, a.1, &all(&of_a)), (b.0, b.1, &all(&of_b))));
    }
    let mut taken: FxHashSet<GlobalValue> = paired.values().copied().collect();
    // A valid module has no two symbols of one name. In an invalid one, the first is matched and the others are not.
    let mut free: FxHashMap<&MatchingName, Vec<GlobalValue>> = FxHashMap::default();
    for (name, global_value) in of_b.iter().rev().filter(|e| !taken.contains(&e.1)) {
        free.entry(name).or_default().push(*global_value);
    }
    let mut pairs = Vec::with_capacity(of_b.len());
    for (name, global_value) in of_a {
        let other = paired.get(&global_value).copied();
        match other.or_else(|| free.get_mut(&name).and_then(Vec::pop)) {
            Some(other) => {
                taken.insert(other);
                pairs.push(GlobalValuePair::Both(global_value, other));
            }
            None => pairs.push(GlobalValuePair::OnlyA(global_value)),
        }
    }
    let left: Vec<GlobalValue> = of_b.iter().map(|e| e.1).filter(|e| !taken.contains(e)).collect();
    match_renamed(a, b, &mut pairs, left)
}

/// Matches the functions without a match that are equal but for their names; then global values whose names are the same but for
/// what a compiler put after them; then functions with the same sequence of operation names.
fn match_renamed(
    a: (Side, &Metadata),
    b: (Side, &Metadata),
    pairs: &mut Vec<GlobalValuePair>,
    mut left: Vec<GlobalValue>,
) -> Vec<GlobalValuePair> {
    for likeness in
        [whole_function as SimilarityHash, name_but_for_suffixes as SimilarityHash, operation_names as SimilarityHash]
    {
        let mut hasher_b = StructuralHasher::new(b.0.ctx, Some(b.1));
        let mut by_key: FxHashMap<StructuralHash, Vec<GlobalValue>> = FxHashMap::default();
        for &global_value in left.iter().rev() {
            if let Some(key) = likeness(b.0, &mut hasher_b, global_value) {
                by_key.entry(key).or_default().push(global_value);
            }
        }
        if by_key.is_empty() {
            continue;
        }
        let mut hasher_a = StructuralHasher::new(a.0.ctx, Some(a.1));
        let mut taken: FxHashSet<GlobalValue> = FxHashSet::default();
        for pair in pairs.iter_mut() {
            let GlobalValuePair::OnlyA(global_value) = *pair else { continue };
            let key = likeness(a.0, &mut hasher_a, global_value);
            if let Some(other) = key.and_then(|k| by_key.get_mut(&k)).and_then(Vec::pop) {
                taken.insert(other);
                *pair = GlobalValuePair::Both(global_value, other);
            }
        }
        left.retain(|e| !taken.contains(e));
    }
    pairs.extend(left.into_iter().map(GlobalValuePair::OnlyB));
    std::mem::take(pairs)
}

/// A hash that a renamed function has in common with the original; `None` if there is none to match by.
type SimilarityHash = for<'a> fn(Side<'a>, &mut StructuralHasher<'a>, GlobalValue) -> Option<StructuralHash>;

/// Whether an operation defines a function.
fn is_definition(side: Side, op: Op) -> bool {
    let body = &side.module.body;
    let function = body.name(op).def().is_some_and(|d| d.attr_slot("function_type").is_some());
    function && body.is_defined(op)
}

/// The hash of a function definition without its name and its metadata.
fn whole_function<'a>(
    side: Side<'a>,
    hasher: &mut StructuralHasher<'a>,
    global_value: GlobalValue,
) -> Option<StructuralHash> {
    let GlobalValue::Op(op) = global_value else { return None };
    is_definition(side, op).then(|| GlobalValueHash::of_op(hasher, &side.module.body, op).structure)
}

/// The hash of a global value's name, without what a compiler put after it.
fn name_but_for_suffixes<'a>(
    side: Side<'a>,
    hasher: &mut StructuralHasher<'a>,
    global_value: GlobalValue,
) -> Option<StructuralHash> {
    let name = side.ctx.bytes(symbol(side, global_value)?);
    let mut hash = HashBuilder::new();
    hash.add_u128(hasher.op_name(Listing::without_lines(side, global_value).name()));
    hash.add_bytes(plain_name(name));
    (!name.starts_with(b"llvm.")).then(|| hash.finish())
}

/// The hash of the sequence of operation names in a function. Short functions have none: too many would be alike.
fn operation_names<'a>(
    side: Side<'a>,
    hasher: &mut StructuralHasher<'a>,
    global_value: GlobalValue,
) -> Option<StructuralHash> {
    const MIN_LINES: usize = 8;
    let GlobalValue::Op(op) = global_value else { return None };
    let listing = is_definition(side, op).then(|| Listing::new(side, hasher, global_value))?;
    let kinds = listing.kinds(hasher);
    let mut hash = HashBuilder::new();
    kinds.iter().for_each(|&k| hash.add_u128(k));
    (kinds.len() >= MIN_LINES).then(|| hash.finish())
}
