//! A module of another release as the model has it: what is in the table is where it was.

use rustc_hash::FxHashMap;

use super::{ARGUMENT_LOCATIONS, LOCATION, OTHERS, REF, TABLE};
use crate::attr_table::{self, AttrKindDefinition};
use crate::attributes::{AttrData, Location, well_known as attrs};
use crate::body::{Body, Module, Op};
use crate::context::{Attr, Context, Str};
use crate::data_layout::{LayoutKind, layout_text};
use crate::enums::GepNoWrapFlags;
use crate::mlir_dialects;
use crate::names::{LLVM_DATA_LAYOUT, NO_WRAP_FLAGS};

use crate::{NodeKey, NodeTable};

/// Gives a module the attributes that an older release of MLIR has not, where [`super::lower`] put them into its table.
pub fn raise(ctx: &Context, module: &mut Module) {
    if module.releases.until.is_some() {
        mlir_dialects::reshape_as_today(ctx, &mut module.body);
    }
    let Some(table) = ctx.entry(module.attrs, ctx.str(TABLE)) else { return };
    module.attrs = ctx.with_entry(module.attrs, ctx.str(TABLE), None);
    let mut raising = Raising::new(ctx, table);
    let layout = ctx.entry(module.attrs, LLVM_DATA_LAYOUT);
    module.attrs = raising.dictionary(module.attrs);
    // The string is there for tools of the release; the specification says the same.
    let without = ctx.with_entry(module.attrs, LLVM_DATA_LAYOUT, None);
    if layout.is_some() && layout_text(ctx, without).map(|text| ctx.string_attr(&text)) == layout {
        module.attrs = without;
    }
    raising.body(&mut module.body);
}

/// Whether flags are the one that former releases have, and others have it, too.
fn is_former_flag(ctx: &Context, flags: Attr, others: Attr) -> bool {
    let others: Option<GepNoWrapFlags> = ctx.enum_value(others);
    ctx.enum_value(flags) == Some(GepNoWrapFlags::INBOUNDS)
        && others.is_some_and(|others| others.contains(GepNoWrapFlags::INBOUNDS))
}

struct Raising<'c> {
    ctx: &'c Context,
    /// The entries by their references; none for what is no entry that [`super::lower`] makes.
    table: FxHashMap<NodeKey, Attr>,
    /// The table whose entries are read.
    at: NodeTable,
    /// By number in that table: the distinct attributes, which are no other table's.
    distinct: FxHashMap<u32, u32>,
    dictionaries: FxHashMap<Attr, Attr>,
}

impl<'c> Raising<'c> {
    fn new(ctx: &'c Context, table: Attr) -> Raising<'c> {
        let (table_of, at, distinct, dictionaries) = Default::default();
        let mut raising = Raising { ctx, table: table_of, at, distinct, dictionaries };
        let mut place = 0;
        for &entry in ctx.items(table) {
            if let Some(begun) = ctx.entry(entry, ctx.str("table")) {
                let number = ctx.int_value(begun).and_then(|number| u64::try_from(number).ok());
                raising.at = NodeKey::of_number(number.unwrap_or_default()).table();
                raising.distinct.clear();
                place = 0;
                continue;
            }
            if let Some(attr) = raising.entry(entry) {
                raising.table.insert(raising.at.key(place), attr);
            }
            place += 1;
        }
        raising
    }

    fn body(&mut self, body: &mut Body) {
        for region in body.regions().to_vec() {
            for op in body.walk(region) {
                self.op(body, op);
            }
        }
        for nested in body.all_nested_mut() {
            self.body(nested);
        }
    }

    fn op(&mut self, body: &mut Body, op: Op) {
        let ctx = self.ctx;
        let before = body.attrs(op);
        if let Some(others) = ctx.entry(before, ctx.str(OTHERS)) {
            let other = |key: &str| self.at(NodeTable::default(), ctx.entry(others, ctx.str(key))?);
            let is_location = |attr: &Attr| matches!(ctx.attr_data(*attr), AttrData::Location(_));
            if let Some(loc) = other(LOCATION).filter(is_location)
                && body.loc(op) == attrs::UNKNOWN_LOC
            {
                body.set_loc(op, loc);
            }
            if let (Some(locs), Some(block)) = (other(ARGUMENT_LOCATIONS), body.parent(op)) {
                let locs = ctx.items(locs);
                if locs.len() == body.block_args(block).len() && locs.iter().all(is_location) {
                    locs.iter().enumerate().for_each(|(index, &loc)| body.set_block_arg_loc(block, index, loc));
                }
            }
        }
        let after = self.dictionary(before);
        if after != before {
            body.set_attrs(op, after);
        }
    }

    fn dictionary(&mut self, dictionary: Attr) -> Attr {
        if let Some(&known) = self.dictionaries.get(&dictionary) {
            return known;
        }
        let ctx = self.ctx;
        let mut entries: Vec<(Str, Attr)> = Vec::new();
        for &(key, value) in ctx.entries(dictionary) {
            let items = ctx.items(value);
            let has_others = |&item: &Attr| ctx.entry(item, ctx.str(OTHERS)).is_some();
            if key == ctx.str(OTHERS) {
                continue;
            } else if items.iter().any(has_others) {
                let items: Vec<Attr> = items.iter().map(|&item| self.dictionary(item)).collect();
                entries.push((key, ctx.array(&items)));
            } else {
                entries.push((key, value));
            }
        }
        let mut gone: Vec<(Str, Attr)> = Vec::new();
        for &(key, place) in
            ctx.entry(dictionary, ctx.str(OTHERS)).map(|others| ctx.entries(others)).unwrap_or_default()
        {
            let is_own = [LOCATION, ARGUMENT_LOCATIONS].iter().any(|own| ctx.bytes(key) == own.as_bytes());
            match self.at(NodeTable::default(), place) {
                None => gone.push((key, place)),
                Some(_) if is_own => {}
                Some(value) => match entries.iter_mut().find(|entry| entry.0 == key) {
                    None => entries.push((key, value)),
                    // What a pass set since counts, unless it is the flag that the release has of these.
                    Some((_, set)) if key == NO_WRAP_FLAGS && is_former_flag(ctx, *set, value) => *set = value,
                    Some(_) => {}
                },
            }
        }
        if !gone.is_empty() {
            entries.push((ctx.str(OTHERS), ctx.dictionary(&gone)));
        }
        let raised = ctx.dictionary(&entries);
        self.dictionaries.insert(dictionary, raised);
        raised
    }

    /// What a reference names, or a place in a table.
    fn at(&self, table: NodeTable, place: Attr) -> Option<Attr> {
        let place = u64::try_from(self.ctx.int_value(place)?).ok()?;
        let key = if table == NodeTable::default() { NodeKey::of_number(place) } else { table.key(place) };
        self.table.get(&key).copied()
    }

    fn entry(&mut self, entry: Attr) -> Option<Attr> {
        let ctx = self.ctx;
        let get = |key: &str| ctx.entry(entry, ctx.str(key));
        let text = |attr: Attr| ctx.string_value(attr).map(|text| ctx.text(text));
        if let Some(mnemonic) = get("llvm") {
            let kind = attr_table::by_mnemonic(&text(mnemonic)?)?;
            let params = ctx.items(get("params")?);
            let param = |&param: &Attr| if param == attrs::UNIT { Some(None) } else { self.mention(param).map(Some) };
            let params: Option<Box<[_]>> = params.iter().map(param).collect();
            let params = params.filter(|params| params.len() == kind.def().params.len())?;
            return Some(ctx.attr(AttrData::Llvm { kind, params }));
        }
        let of = get("of");
        if let Some(id) = get("distinct") {
            let id = u32::try_from(ctx.int_value(id)?).ok()?;
            let id = *self.distinct.entry(id).or_insert_with(|| ctx.reserve_distinct(1));
            return Some(ctx.attr(AttrData::Distinct { id, referenced: self.mention(of?)? }));
        }
        if let Some(dialect) = get("opaque") {
            let (body, ty) = match *ctx.items(of?) {
                [body, ty] => (body, Some(ctx.type_value(ty)?)),
                _ => (of?, None),
            };
            let (dialect, body) = (ctx.string_value(dialect)?, ctx.string_value(body)?);
            return Some(ctx.attr(AttrData::Opaque { dialect, body, ty }));
        }
        let parts = || -> Option<Vec<Attr>> { ctx.items(of?).iter().map(|&part| self.mention(part)).collect() };
        if let Some(kind) = get("layout") {
            let mnemonic = text(kind)?;
            let kind = LayoutKind::ALL.into_iter().find(|kind| kind.mnemonic() == mnemonic)?;
            let parts = parts()?;
            let pairs = parts.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?)));
            let entries = pairs.collect();
            return Some(ctx.attr(AttrData::DataLayout { kind, entries }));
        }
        if let Some(kind) = get("location") {
            return self.location(&text(kind)?, &parts()?);
        }
        self.mention(get("value")?)
    }

    fn location(&self, kind: &str, of: &[Attr]) -> Option<Attr> {
        let ctx = self.ctx;
        let number = |attr: Attr| u32::try_from(ctx.int_value(attr)?).ok();
        let location = match (kind, of) {
            ("unknown", []) => Location::Unknown,
            ("file", [file, line, column, end @ ..]) => Location::File {
                file: ctx.string_value(*file)?,
                line: number(*line)?,
                column: number(*column)?,
                end: match end {
                    [line, column] => Some((number(*line)?, number(*column)?)),
                    _ => None,
                },
            },
            ("name", [name, child]) => Location::Name { name: ctx.string_value(*name)?, child: *child },
            ("callsite", [callee, caller]) => Location::CallSite { callee: *callee, caller: *caller },
            ("fused", [metadata, locations @ ..]) => Location::Fused {
                locations: locations.into(),
                metadata: (*metadata != attrs::UNIT).then_some(*metadata),
            },
            _ => return None,
        };
        Some(ctx.attr(AttrData::Location(location)))
    }

    /// An attribute inside an entry, with the entries that it mentions.
    fn mention(&self, attr: Attr) -> Option<Attr> {
        let ctx = self.ctx;
        match ctx.attr_data(attr) {
            AttrData::Array(items) => {
                let items: Option<Vec<Attr>> = items.iter().map(|&item| self.mention(item)).collect();
                Some(ctx.array(&items?))
            }
            AttrData::Dictionary(entries) => match **entries {
                [(key, place)] if ctx.bytes(key) == REF.as_bytes() => self.at(self.at, place),
                _ => {
                    let entry = |&(key, value): &(Str, Attr)| Some((key, self.mention(value)?));
                    let entries: Option<Vec<(Str, Attr)>> = entries.iter().map(entry).collect();
                    Some(ctx.dictionary(&entries?))
                }
            },
            _ => Some(attr),
        }
    }
}
