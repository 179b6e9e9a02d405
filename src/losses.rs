//! What `import --upstream` drops: every preserved attribute, each named with its place.

use std::collections::HashMap;

use anyhow::Result;
use irtrip::dialect::attributes::well_known::EMPTY_ARRAY;
use irtrip::dialect::names::{
    ARG_ATTRS, EMPTY, IRTRIP_SOURCE_FILENAME, LLVM_DATA_LAYOUT, LLVM_MODULE_ASM, LLVM_TARGET_TRIPLE, RES_ATTRS,
};
use irtrip::dialect::{Attr, AttrData, Body, Context, Location, Module, Op, Region, Str};
use irtrip::grammar::{print_attr, print_attr_start};
use irtrip::import::Remark;

use crate::diagnostics::{Rejected, Report, located};
use crate::input::Source;

/// A thing that upstream's form has no room for.
#[derive(Clone, Debug)]
pub struct Loss {
    /// Where it was: `file`, or `file:line:column`.
    pub place: String,
    /// What it was: an attribute with its value and holder, names, blocks.
    pub what: String,
}

impl std::fmt::Display for Loss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: dropped {}", self.place, self.what)
    }
}

/// How many losses of a kind are named, unless all are asked for.
const NAMED_OF_A_KIND: usize = 20;

impl Loss {
    /// What losses of its kind have in common: the words up to the first that is a name, a number or a value.
    fn kind(&self) -> &str {
        let own = |word: &str| word.contains(|c: char| c.is_ascii_digit() || "\"$@%!=#<{[".contains(c));
        let mut end = 0;
        for word in self.what.split_inclusive(' ') {
            if own(word) {
                break;
            }
            end += word.len();
        }
        self.what.get(..end).unwrap_or_default().trim_end()
    }
}

/// A line for each loss; of a kind with many, for the first of them, and one that says how many more there are. `all`:
/// for each of these too.
pub fn lines(lost: &[Loss], all: bool) -> Vec<String> {
    if all {
        return lost.iter().map(ToString::to_string).collect();
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut kinds: Vec<&str> = Vec::new();
    let mut lines = Vec::new();
    for loss in lost {
        let count = counts.entry(loss.kind()).or_default();
        *count += 1;
        if *count == 1 {
            kinds.push(loss.kind());
        }
        if *count <= NAMED_OF_A_KIND {
            lines.push(loss.to_string());
        }
    }
    for kind in kinds {
        let more = counts.get(kind).map_or(0, |count| count.saturating_sub(NAMED_OF_A_KIND));
        if more > 0 {
            lines.push(format!("dropped {more} more of the kind '{kind}'; --all-losses names each"));
        }
    }
    lines
}

/// The losses as JSON: an array of objects with `place` and `what`.
pub fn json(lost: &[Loss]) -> String {
    let rows = lost.iter().map(|loss| serde_json::json!({ "place": loss.place, "what": loss.what }));
    serde_json::Value::Array(rows.collect()).to_string()
}

/// The losses among the remarks of an import.
pub fn of_remarks(remarks: &[Remark], source: &Source) -> Vec<Loss> {
    let loss = |remark: &Remark| match remark {
        Remark::Dropped { at, what } => Some(Loss { place: source.place(*at), what: what.clone() }),
        Remark::LayoutToken(_) | Remark::IncompatibleCall { .. } | Remark::Told(_) => None,
    };
    remarks.iter().filter_map(loss).collect()
}

/// Longest value shown whole in a message, in bytes.
const SHOWN: usize = 120;

/// Gives a module the form upstream's importer gives it: [`drop_preserved`], and the module's attributes as upstream's
/// importer has them, always a target and assembly, the data layout only as `dlti.dl_spec`. Blocks that cannot be
/// reached go, as upstream has it.
///
/// # Errors
/// Those of [`drop_preserved`].
pub fn to_upstream_form(ctx: &Context, module: &mut Module, source: &Source) -> Result<Vec<Loss>, Rejected> {
    let mut lost = Vec::new();
    let ops: Vec<Op> = module.ops().collect();
    for op in ops {
        let symbol = symbol_name(ctx, module.body.attrs(op));
        let count = module.body.nested_mut(op).map_or(0, drop_unreachable);
        if count > 0 {
            let symbol = symbol.unwrap_or_default();
            let what = format!("{count} blocks of @{symbol} that cannot be reached");
            lost.push(Loss { place: source.name.clone(), what });
        }
    }
    lost.extend(drop_preserved(ctx, module, source)?);
    if let Some(layout) = ctx.entry(module.attrs, LLVM_DATA_LAYOUT) {
        let shown = print_attr(ctx, layout);
        let what = format!("llvm.data_layout = {shown} of the module");
        lost.insert(0, Loss { place: source.name.clone(), what });
        module.attrs = ctx.with_entry(module.attrs, LLVM_DATA_LAYOUT, None);
    }
    for (key, empty) in [(LLVM_MODULE_ASM, EMPTY_ARRAY), (LLVM_TARGET_TRIPLE, ctx.str_attr(EMPTY))] {
        if ctx.entry(module.attrs, key).is_none() {
            module.attrs = ctx.with_entry(module.attrs, key, Some(empty));
        }
    }
    Ok(lost)
}

/// Takes the blocks out of a body that no path from its entry leads to; gives how many.
fn drop_unreachable(body: &mut Body) -> usize {
    let mut dropped = 0;
    for region in body.regions().to_vec() {
        let reached = body.reachable(region);
        let before = body.blocks(region).len();
        body.retain_blocks(region, |block| reached[block.index()]);
        dropped += before - body.blocks(region).len();
    }
    dropped
}

/// Takes every `irtrip.` attribute and operation out of a module and gives a line for each. The names of values and
/// blocks, which upstream's form does not print, are a line a function.
///
/// # Errors
/// An operation of the `irtrip` dialect: upstream's form has nothing for it.
pub fn drop_preserved(ctx: &Context, module: &mut Module, source: &Source) -> Result<Vec<Loss>, Rejected> {
    let mut losses = Losses { ctx, source, lost: Vec::new(), refused: Vec::new() };
    let place = source.name.clone();
    // Without a name nothing is lost.
    if ctx.entry(module.attrs, IRTRIP_SOURCE_FILENAME).and_then(|name| ctx.string_value(name)) == Some(EMPTY) {
        module.attrs = ctx.with_entry(module.attrs, IRTRIP_SOURCE_FILENAME, None);
    }
    module.attrs = losses.clean(module.attrs, &place, "the module");
    losses.body(&mut module.body, None);
    if losses.refused.is_empty() { Ok(losses.lost) } else { Err(Rejected::new(source, losses.refused)) }
}

struct Losses<'a> {
    ctx: &'a Context,
    source: &'a Source,
    lost: Vec<Loss>,
    refused: Vec<Report>,
}

impl Losses<'_> {
    /// Cleans a body and those nested in it; module, function and initializer are the only depths there are.
    fn body(&mut self, body: &mut Body, symbol: Option<&str>) {
        let mut regions: Vec<Region> = body.regions().to_vec();
        let mut names = (0, 0);
        while let Some(region) = regions.pop() {
            for block in body.blocks(region).to_vec() {
                names.1 += usize::from(body.block_name(block).is_some());
                names.0 += body.block_args(block).iter().filter(|&&v| body.value(v).name.is_some()).count();
                let ops: Vec<Op> = body.ops(block).collect();
                for op in ops {
                    names.0 += body.results(op).filter(|&v| body.value(v).name.is_some()).count();
                    regions.extend_from_slice(body.op_regions(op));
                    self.op(body, op, symbol);
                }
            }
        }
        if let (Some(symbol), true) = (symbol, names != (0, 0)) {
            let (values, blocks) = names;
            let what = format!("the names of {values} values and {blocks} blocks of @{symbol}");
            self.lost.push(Loss { place: self.source.name.clone(), what });
        }
    }

    fn op(&mut self, body: &mut Body, op: Op, symbol: Option<&str>) {
        let place = self.place(body.loc(op));
        let name = self.ctx.op_name_str(body.name(op)).into_owned();
        if name.starts_with("irtrip.") {
            let span = located(self.ctx, body.loc(op), self.source);
            let message = format!("upstream's form has no operation for what '{name}' stands for");
            self.refused.push(Report::new(span, message));
            return;
        }
        let own = symbol_name(self.ctx, body.attrs(op));
        let holder = match (&own, symbol) {
            (Some(own), _) => format!("{name} @{own}"),
            (None, Some(symbol)) => format!("{name} in @{symbol}"),
            (None, None) => name,
        };
        let attrs = self.clean(body.attrs(op), &place, &holder);
        body.set_attrs(op, attrs);
        if let Some(nested) = body.nested_mut(op) {
            // The bodies of a module nest two deep: a function's, a global's initializer's.
            self.body(nested, own.as_deref().or(symbol));
        }
    }

    /// A dictionary without preserved attributes, of its own and of its parameters' dictionaries.
    fn clean(&mut self, dictionary: Attr, place: &str, holder: &str) -> Attr {
        let mut kept: Vec<(Str, Attr)> = Vec::new();
        let mut changed = false;
        for &(key, value) in self.ctx.entries(dictionary) {
            let text = self.ctx.text(key);
            if text.starts_with("irtrip.") {
                let what = format!("{text} = {} of {holder}", self.shown(value));
                self.lost.push(Loss { place: place.to_owned(), what });
                changed = true;
            } else if key == ARG_ATTRS || key == RES_ATTRS {
                let what = if key == ARG_ATTRS { "argument" } else { "result" };
                let items = self.ctx.items(value).to_vec();
                let cleaned: Vec<Attr> = items
                    .iter()
                    .enumerate()
                    .map(|(i, &item)| self.clean(item, place, &format!("{what} {i} of {holder}")))
                    .collect();
                changed |= cleaned != items;
                kept.push((key, if cleaned == items { value } else { self.ctx.array(&cleaned) }));
            } else {
                kept.push((key, value));
            }
        }
        if changed { self.ctx.dictionary(&kept) } else { dictionary }
    }

    fn shown(&self, value: Attr) -> String {
        let (mut text, whole) = print_attr_start(self.ctx, value, SHOWN);
        if !whole {
            text.push_str("...");
        }
        text
    }

    fn place(&self, location: Attr) -> String {
        match self.ctx.attr_data(location) {
            // The module's own location has no line.
            AttrData::Location(Location::File { file, line: line @ 1.., column, .. }) => {
                format!("{}:{line}:{column}", self.ctx.text(*file))
            }
            _ => self.source.name.clone(),
        }
    }
}

fn symbol_name(ctx: &Context, attrs: Attr) -> Option<String> {
    let name = ctx.string_value(ctx.entry(attrs, irtrip::dialect::names::SYM_NAME)?)?;
    Some(ctx.text(name).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_kind_with_many_the_first_are_named() {
        let loss = |what: String| Loss { place: "a.ll".to_owned(), what };
        let mut lost: Vec<Loss> = (0..25).map(|i| loss(format!("irtrip.incoming = {i} of llvm.br in @f"))).collect();
        lost.push(loss("the names of 2 values and 1 blocks of @f".to_owned()));
        assert_eq!(lines(&lost, true).len(), 26);
        let short = lines(&lost, false);
        assert_eq!(short.len(), NAMED_OF_A_KIND + 2);
        let last = short.last().map(String::as_str);
        assert_eq!(last, Some("dropped 5 more of the kind 'irtrip.incoming'; --all-losses names each"));
    }
}
