//! Symbols whose names a compiler made up, and symbols by what they stand for in place of their names.

use irtrip_dialect::enums::Linkage;
use irtrip_dialect::names::{LINKAGE, VALUE};
use irtrip_dialect::{Attr, AttrData, ContextDialects, Op, Region, Str};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Side;
use crate::lines::global_values::{GlobalValuePair, symbol};
use crate::lines::listing::GlobalValue;
use crate::structural_hash::global_value::GlobalValueHash;
use crate::structural_hash::metadata::Metadata;
use crate::structural_hash::value_numbering::{block_order, constant_of, is_constant};
use crate::structural_hash::{HashBuilder, StructuralHash, StructuralHasher, Symbols, children, without_struct_names};

/// Words that LLVM's passes put after a name, with a number or without.
const SUFFIXES: &[&str] = &[
    "__uniq",
    "argelim",
    "argprom",
    "cold",
    "constprop",
    "isra",
    "llvm",
    "lto_priv",
    "part",
    "retelim",
    "specialized",
];

/// A name without what a compiler put after it: `f` of `f.llvm.123`, `f.isra.0` and `f.2`, and Rust's names without their
/// hashes.
pub(crate) fn plain_name(name: &[u8]) -> &[u8] {
    let mut plain = name;
    while let Some(dot) = plain.iter().rposition(|byte| *byte == b'.').filter(|dot| *dot > 0) {
        let word = plain.get(dot + 1..).unwrap_or_default();
        let is_number = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
        if !is_number && !SUFFIXES.iter().any(|suffix| suffix.as_bytes() == word) {
            break;
        }
        plain = plain.get(..dot).unwrap_or_default();
    }
    // `17h`, sixteen hexadecimal digits, `E`.
    const HASH: usize = 20;
    let hash = plain.len().checked_sub(HASH).and_then(|at| Some((plain.get(..at)?, plain.get(at..)?)));
    match hash {
        Some((before, [b'1', b'7', b'h', digits @ .., b'E'])) if digits.iter().all(u8::is_ascii_hexdigit) => before,
        _ => plain,
    }
}

/// A defined symbol of a module.
struct Defined {
    global_value: GlobalValue,
    op: Op,
    name: Str,
    is_local: bool,
    stands_for: StructuralHash,
}

/// The symbols of a module, by what they stand for.
struct Module<'a, 'm> {
    side: Side<'a>,
    metadata: &'m Metadata,
    defined: Vec<Defined>,
    /// Variables that LLVM knows by their names, such as `llvm.global_ctors`: they refer to others.
    known: Vec<Defined>,
    symbols: Symbols,
}

impl<'a, 'm: 'a> Module<'a, 'm> {
    fn new(side: Side<'a>, metadata: &'m Metadata, all: &[GlobalValue]) -> Module<'a, 'm> {
        let body = &side.module.body;
        let mut module = Module { side, metadata, defined: Vec::new(), known: Vec::new(), symbols: Symbols::default() };
        for &global_value in all {
            let Some(name) = symbol(side, global_value) else { continue };
            let bytes = side.ctx.bytes(name);
            let plain = if metadata.structs_by_shape { without_struct_names(bytes) } else { bytes };
            let mut stands_for = HashBuilder::hash_bytes(plain_name(plain));
            if let GlobalValue::Op(op) = global_value
                && is_defined(side, op)
            {
                let linkage = body.attr(side.ctx, op, LINKAGE).and_then(|it| side.ctx.enum_value::<Linkage>(it));
                let is_local = matches!(linkage, Some(Linkage::Private | Linkage::Internal));
                let defined = Defined { global_value, op, name, is_local, stands_for: 0 };
                if bytes.starts_with(b"llvm.") {
                    module.known.push(defined);
                } else {
                    module.defined.push(defined);
                    stands_for = 0;
                }
            }
            module.symbols.insert(name, stands_for);
        }
        module
    }

    /// The symbols' operations, and what they stand for.
    fn contents(&self) -> Contents {
        self.known.iter().chain(&self.defined).map(|of| (of.global_value, (of.op, of.stands_for))).collect()
    }

    /// Lets each symbol stand for what defines it, in which symbols stand for what they stood for.
    fn refine(&mut self) {
        let mut hasher = StructuralHasher::new(self.side.ctx, Some(self.metadata));
        hasher.symbols = Some(&self.symbols);
        let hash = |op: Op, hasher: &mut StructuralHasher| {
            GlobalValueHash::of_op(hasher, &self.side.module.body, op).structure
        };
        let hashes: Vec<StructuralHash> = self.defined.iter().map(|of| hash(of.op, &mut hasher)).collect();
        self.known.iter_mut().for_each(|of| of.stands_for = hash(of.op, &mut hasher));
        drop(hasher);
        for (of, hash) in self.defined.iter_mut().zip(hashes) {
            of.stands_for = hash;
            self.symbols.insert(of.name, hash);
        }
    }
}

/// Whether an operation defines what its symbol stands for.
fn is_defined(side: Side, op: Op) -> bool {
    side.module.body.is_defined(op) || side.module.body.attr(side.ctx, op, VALUE).is_some()
}

/// How often what symbols stand for takes in what those stand for that they refer to.
const ROUNDS: usize = 3;

/// What symbols are paired by, one after the other.
const STEPS: [Step; 6] = [Step::VisibleName, Step::NamedContent, Step::Use, Step::Content, Step::Name, Step::PlainName];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// The name, of symbols that other modules see.
    VisibleName,
    /// What they stand for, and the name.
    NamedContent,
    /// What they stand for, where no other symbol stands for the same; then who refers to them.
    Use,
    /// What they stand for.
    Content,
    /// The name.
    Name,
    /// The name without what a compiler put after it.
    PlainName,
}

/// Pairs the defined symbols of two modules by what they stand for; `all_a` and `all_b` are the modules' global values.
pub(crate) fn pairs_by_content(
    (a, metadata_a, all_a): (Side, &Metadata, &[GlobalValue]),
    (b, metadata_b, all_b): (Side, &Metadata, &[GlobalValue]),
) -> Vec<(GlobalValue, GlobalValue)> {
    let (mut a, mut b) = (Module::new(a, metadata_a, all_a), Module::new(b, metadata_b, all_b));
    for _ in 0..ROUNDS {
        rayon::join(|| a.refine(), || b.refine());
    }
    let mut pairs: Vec<(GlobalValue, GlobalValue)> = Vec::new();
    let mut taken: FxHashSet<GlobalValue> = FxHashSet::default();
    let contents = (a.contents(), b.contents());
    let known: FxHashMap<&[u8], GlobalValue> =
        b.known.iter().map(|of| (b.side.ctx.bytes(of.name), of.global_value)).collect();
    let known = a.known.iter().filter_map(|of| Some((of.global_value, *known.get(a.side.ctx.bytes(of.name))?)));
    pairs.extend(known);
    taken.extend(pairs.iter().map(|pair| pair.1));
    for step in STEPS {
        if step == Step::Use {
            pair_by_use((&a, &contents.0), (&b, &contents.1), &mut pairs, &mut taken);
            let paired: FxHashSet<GlobalValue> = pairs.iter().map(|pair| pair.0).collect();
            a.defined.retain(|of| !paired.contains(&of.global_value));
            continue;
        }
        let mut free: FxHashMap<StructuralHash, Vec<GlobalValue>> = FxHashMap::default();
        for of in b.defined.iter().rev().filter(|of| !taken.contains(&of.global_value)) {
            free.entry(key(&b, of, step)).or_default().push(of.global_value);
        }
        let mut left = Vec::new();
        for of in std::mem::take(&mut a.defined) {
            let skips = step == Step::VisibleName && of.is_local;
            match free.get_mut(&key(&a, &of, step)).filter(|_| !skips).and_then(Vec::pop) {
                Some(other) => {
                    taken.insert(other);
                    pairs.push((of.global_value, other));
                }
                None => left.push(of),
            }
        }
        a.defined = left;
    }
    pairs
}

/// The operations of symbols, and what these stand for.
type Contents = FxHashMap<GlobalValue, (Op, StructuralHash)>;

/// Pairs symbols that nothing else stands for; then those that pairs refer to: two that stand for the same refer to the same, in the
/// same order.
fn pair_by_use(
    (a, contents_a): (&Module, &Contents),
    (b, contents_b): (&Module, &Contents),
    pairs: &mut Vec<(GlobalValue, GlobalValue)>,
    taken: &mut FxHashSet<GlobalValue>,
) {
    let is_free = |of: &&Defined| !taken.contains(&of.global_value);
    let mut free_a: FxHashMap<Str, &Defined> = a.defined.iter().map(|of| (of.name, of)).collect();
    let mut free_b: FxHashMap<Str, &Defined> = b.defined.iter().filter(is_free).map(|of| (of.name, of)).collect();
    fn once<'d>(free: &FxHashMap<Str, &'d Defined>) -> FxHashMap<StructuralHash, Option<&'d Defined>> {
        let mut once = FxHashMap::default();
        for of in free.values() {
            once.entry(of.stands_for).and_modify(|known| *known = None).or_insert(Some(*of));
        }
        once
    }
    let (once_a, once_b) = (once(&free_a), once(&free_b));
    let alone = |of: &Defined| Some((once_a.get(&of.stands_for).copied()??, once_b.get(&of.stands_for).copied()??));
    let alone: Vec<(&Defined, &Defined)> = a.defined.iter().filter_map(alone).collect();
    let mut pair = |x: &Defined, y: &Defined, pairs: &mut Vec<(GlobalValue, GlobalValue)>| {
        pairs.push((x.global_value, y.global_value));
        taken.insert(y.global_value);
    };
    for (x, y) in alone {
        free_a.remove(&x.name);
        free_b.remove(&y.name);
        pair(x, y, pairs);
    }
    let mut at = 0;
    while let Some((x, y)) = pairs.get(at).copied().filter(|_| !free_a.is_empty()) {
        at += 1;
        let (Some((op_a, content_a)), Some((op_b, content_b))) = (contents_a.get(&x), contents_b.get(&y)) else {
            continue;
        };
        if content_a != content_b {
            continue;
        }
        for (name_a, name_b) in references(a.side, *op_a).into_iter().zip(references(b.side, *op_b)) {
            let (Some(x), Some(y)) = (free_a.get(&name_a).copied(), free_b.get(&name_b).copied()) else { continue };
            if x.stands_for == y.stands_for {
                free_a.remove(&name_a);
                free_b.remove(&name_b);
                pair(x, y, pairs);
            }
        }
    }
}

/// The symbols that an operation of a module refers to, as often as it does, in an order that does not depend on where blocks and
/// constants stand.
fn references(side: Side, op: Op) -> Vec<Str> {
    let mut found = Vec::new();
    let mut add = |attrs: Attr| {
        let mut open = vec![attrs];
        while let Some(attr) = open.pop() {
            if let AttrData::SymbolRef { root, .. } = side.ctx.attr_data(attr) {
                found.push(*root);
            }
            open.extend(children(side.ctx, attr).into_iter().rev());
        }
    };
    add(side.module.body.attrs(op));
    let Some(body) = side.module.body.nested(op) else { return found };
    let mut regions: Vec<Region> = body.regions().iter().rev().copied().collect();
    while let Some(region) = regions.pop() {
        for op in block_order(body, region).iter().flat_map(|block| body.ops(*block)) {
            regions.extend(body.op_regions(op).iter().rev());
            if !is_constant(body, op) {
                add(body.attrs(op));
                let constants = body.all_operands(op).iter().filter_map(|operand| constant_of(body, *operand));
                constants.for_each(|constant| add(body.attrs(constant)));
            }
        }
    }
    found
}

/// What a symbol is paired by in a step. Only operations of one name are ever paired.
fn key(module: &Module, of: &Defined, step: Step) -> StructuralHash {
    let ctx = module.side.ctx;
    let name = ctx.bytes(of.name);
    let mut hash = HashBuilder::new();
    hash.add_bytes(ctx.op_name_str(module.side.module.body.name(of.op)).as_bytes());
    match step {
        Step::VisibleName => {
            hash.add_bool(of.is_local);
            hash.add_bytes(name);
        }
        Step::NamedContent => {
            hash.add_u128(of.stands_for);
            hash.add_bytes(name);
        }
        Step::Use | Step::Content => hash.add_u128(of.stands_for),
        Step::Name => hash.add_bytes(name),
        Step::PlainName => hash.add_bytes(plain_name(name)),
    }
    hash.finish()
}

/// What symbols of both modules stand for once they are paired: those of a pair for the same.
pub(crate) fn paired_symbols(a: Side, b: Side, pairs: &[GlobalValuePair]) -> (Symbols, Symbols) {
    let (mut of_a, mut of_b) = (Symbols::default(), Symbols::default());
    for (number, pair) in pairs.iter().enumerate() {
        let GlobalValuePair::Both(x, y) = pair else { continue };
        let (Some(x), Some(y)) = (symbol(a, *x), symbol(b, *y)) else { continue };
        if a.ctx.bytes(x) != b.ctx.bytes(y) {
            let mut hash = HashBuilder::new();
            hash.add_u64(number as u64);
            let stands_for = hash.finish();
            of_a.insert(x, stands_for);
            of_b.insert(y, stands_for);
        }
    }
    // A name that is in a pair of two names stands for that pair alone: where the other module has the same name, it is another's.
    (of_a, of_b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_name_is_without_what_passes_append() {
        for (name, plain) in [
            ("f.llvm.123", "f"),
            ("f.isra.0", "f"),
            ("f.constprop.0.cold", "f"),
            ("f.2", "f"),
            (".str.3", ".str"),
            (".str", ".str"),
            ("f.x", "f.x"),
            ("_ZN4core3fmt17h0123456789abcdefE", "_ZN4core3fmt"),
            ("_ZN4core3fmt17h0123456789abcdefE.llvm.7", "_ZN4core3fmt"),
            ("", ""),
        ] {
            assert_eq!(plain_name(name.as_bytes()), plain.as_bytes(), "{name}");
        }
    }
}
