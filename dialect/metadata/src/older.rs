//! Metadata as MLIR had it up to release 16: operations whose symbols stood where there are attributes since, and options of
//! loops in a dictionary.

use rustc_hash::FxHashMap;

use crate::attr_table::{self, AttrKind, AttrKindDefinition};
use crate::attributes::{AttrData, well_known as attrs};
use crate::body::{Module, Op};
use crate::context::{Attr, Context, Str};
use crate::names::SYM_NAME;
use crate::ops::older_metadata::*;
use crate::types::well_known as types;

/// The attributes that symbols in operations stand for, by the references to the symbols.
pub type SymbolMetadata = FxHashMap<Attr, Attr>;

/// How deep types of accesses may stand in each other.
const MAX_DEPTH: u32 = 64;

/// Takes the operations that hold metadata out of a module; returns what their symbols stand for.
///
/// ```
/// let (ctx, mut module) = (irtrip_dialect::Context::new(), irtrip_dialect::Module::new());
/// assert!(irtrip_dialect::metadata::older::take(&ctx, &mut module).is_empty());
/// ```
pub fn take(ctx: &Context, module: &mut Module) -> SymbolMetadata {
    let mut found = SymbolMetadata::default();
    for holder in module.ops().filter(|&op| module.body.name(op) == METADATA).collect::<Vec<Op>>() {
        let mut symbols = Symbols::new(ctx, module, holder);
        for name in symbols.order.clone() {
            symbols.attribute(name, 0);
        }
        let root = ctx.string_entry(module.body.attrs(holder), SYM_NAME);
        for (name, attr) in symbols.known {
            if let (Some(root), Some(attr)) = (root, attr) {
                found.insert(ctx.attr(AttrData::SymbolRef { root, nested: Box::new([name]) }), attr);
            }
        }
        module.body.unlink(holder);
    }
    found
}

/// The symbols in one operation.
struct Symbols<'m> {
    ctx: &'m Context,
    module: &'m Module,
    ops: FxHashMap<Str, Op>,
    /// Their names, in order.
    order: Vec<Str>,
    /// What they stand for; `None` for one that stands for nothing, and while that is looked for.
    known: FxHashMap<Str, Option<Attr>>,
}

impl<'m> Symbols<'m> {
    fn new(ctx: &'m Context, module: &'m Module, holder: Op) -> Symbols<'m> {
        let (mut ops, mut order) = (FxHashMap::default(), Vec::new());
        let body = &module.body;
        for op in body.op_regions(holder).iter().flat_map(|region| body.walk(*region)) {
            if let Some(name) = body.string_attr(ctx, op, SYM_NAME) {
                order.push(name);
                ops.insert(name, op);
            }
        }
        Symbols { ctx, module, ops, order, known: FxHashMap::default() }
    }

    /// What a symbol stands for.
    fn attribute(&mut self, name: Str, depth: u32) -> Option<Attr> {
        if let Some(known) = self.known.get(&name) {
            return *known;
        }
        self.known.insert(name, None);
        let op = *self.ops.get(&name).filter(|_| depth < MAX_DEPTH)?;
        let (kind, params) = match self.module.body.name(op) {
            ACCESS_GROUP => (attr_table::ACCESS_GROUP, vec![Some(self.identity())]),
            ALIAS_SCOPE_DOMAIN => {
                (attr_table::ALIAS_SCOPE_DOMAIN, vec![Some(self.identity()), self.entry(op, "description")])
            }
            ALIAS_SCOPE => {
                let domain = self.symbol(op, "domain", &[attr_table::ALIAS_SCOPE_DOMAIN], depth)?;
                (attr_table::ALIAS_SCOPE, vec![Some(self.identity()), Some(domain), self.entry(op, "description")])
            }
            TBAA_ROOT => (attr_table::TBAA_ROOT, vec![self.entry(op, "identity")]),
            TBAA_TYPE_DESC => (attr_table::TBAA_TYPE_DESC, self.type_descriptor(op, depth)?),
            TBAA_TAG => {
                let base = self.symbol(op, "base_type", &[attr_table::TBAA_TYPE_DESC], depth)?;
                let access = self.symbol(op, "access_type", &[attr_table::TBAA_TYPE_DESC], depth)?;
                let constant = self.entry(op, "constant").map(|_| attrs::TRUE);
                (attr_table::TBAA_TAG, vec![Some(base), Some(access), Some(self.entry(op, "offset")?), constant])
            }
            _ => return None,
        };
        let attr = self.ctx.attr(AttrData::Llvm { kind, params: params.into() });
        self.known.insert(name, Some(attr));
        Some(attr)
    }

    fn type_descriptor(&mut self, op: Op, depth: u32) -> Option<Vec<Option<Attr>>> {
        let ctx = self.ctx;
        let members = ctx.items(self.entry(op, "members")?);
        let offsets = ctx.dense_array(self.entry(op, "offsets")?)?;
        let mut list = Vec::with_capacity(members.len());
        for (&member, &offset) in members.iter().zip(offsets) {
            let member = self.of_kind(member, &[attr_table::TBAA_ROOT, attr_table::TBAA_TYPE_DESC], depth)?;
            let params = Box::new([Some(member), Some(ctx.int_attr(types::I64, offset))]);
            list.push(ctx.attr(AttrData::Llvm { kind: attr_table::TBAA_MEMBER, params }));
        }
        Some(vec![self.entry(op, "identity"), Some(ctx.array(&list))])
    }

    fn entry(&self, op: Op, key: &str) -> Option<Attr> {
        self.module.body.attr(self.ctx, op, self.ctx.str(key))
    }

    fn symbol(&mut self, op: Op, key: &str, kinds: &[AttrKind], depth: u32) -> Option<Attr> {
        self.of_kind(self.entry(op, key)?, kinds, depth)
    }

    /// What a reference to a symbol stands for, if it is of one of these kinds.
    fn of_kind(&mut self, reference: Attr, kinds: &[AttrKind], depth: u32) -> Option<Attr> {
        let attr = self.attribute(self.ctx.symbol_value(reference)?, depth + 1)?;
        matches!(self.ctx.attr_data(attr), AttrData::Llvm { kind, .. } if kinds.contains(kind)).then_some(attr)
    }

    /// What tells a symbol from another with the same attributes.
    fn identity(&mut self) -> Attr {
        self.ctx.attr(AttrData::Distinct { id: self.ctx.reserve_distinct(1), referenced: attrs::UNIT })
    }
}

/// The annotation that the dictionary `llvm.loop` was, with the groups that symbols in it stand for.
pub fn loop_annotation(ctx: &Context, former: Attr, symbols: &SymbolMetadata) -> Option<Attr> {
    let get = |key: &str| ctx.entry(former, ctx.str(key));
    let is_known = |key: Str| matches!(ctx.bytes(key), b"options" | b"parallel_access");
    let AttrData::Dictionary(entries) = ctx.attr_data(former) else { return None };
    if !entries.iter().all(|entry| is_known(entry.0)) {
        return None;
    }
    let options: &[Option<Attr>] = match get("options").map(|options| ctx.attr_data(options)) {
        Some(AttrData::Llvm { kind: attr_table::LOOP_OPTIONS, params }) => params,
        None => &[],
        Some(_) => return None,
    };
    let option = |name: &str| {
        let place = attr_table::LOOP_OPTIONS.def().param(name)?;
        options.get(place).copied().flatten()
    };
    let number = |name: &str| Some(ctx.int_attr(types::I32, ctx.int_value(option(name)?)?));
    let part = |kind: AttrKind, params: &[(&str, Option<Attr>)]| {
        params.iter().any(|param| param.1.is_some()).then(|| with_params(ctx, kind, params))
    };
    let groups: Option<Vec<Attr>> = match get("parallel_access") {
        Some(groups) => {
            let is_group =
                |attr: &Attr| matches!(ctx.attr_data(*attr), AttrData::Llvm { kind: attr_table::ACCESS_GROUP, .. });
            ctx.items(groups).iter().map(|group| symbols.get(group).copied().filter(is_group)).collect()
        }
        None => Some(Vec::new()),
    };
    let groups = groups?;
    let params = [
        ("unroll", part(attr_table::LOOP_UNROLL, &[("disable", option("disable_unroll"))])),
        ("licm", part(attr_table::LOOP_LICM, &[("disable", option("disable_licm"))])),
        ("interleave", part(attr_table::LOOP_INTERLEAVE, &[("count", number("interleave_count"))])),
        (
            "pipeline",
            part(
                attr_table::LOOP_PIPELINE,
                &[
                    ("disable", option("disable_pipeline")),
                    ("initiationinterval", number("pipeline_initiation_interval")),
                ],
            ),
        ),
        ("parallelAccesses", (!groups.is_empty()).then(|| ctx.array(&groups))),
    ];
    Some(with_params(ctx, attr_table::LOOP_ANNOTATION, &params))
}

/// An attribute of a kind with the parameters named.
fn with_params(ctx: &Context, kind: AttrKind, named: &[(&str, Option<Attr>)]) -> Attr {
    let value = |name: &str| named.iter().find(|param| param.0 == name).and_then(|param| param.1);
    let params = kind.def().params.iter().map(|param| value(param.name)).collect();
    ctx.attr(AttrData::Llvm { kind, params })
}
