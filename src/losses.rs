//! What `import --upstream` drops: every preserved attribute, each named with its place.

use std::collections::HashMap;

use anyhow::Result;
use irtrip::dialect::attributes::well_known::EMPTY_ARRAY;
use irtrip::dialect::diagnostic::{
    ArgumentRenderer as _, Diagnostic, DiagnosticArgument, DiagnosticCode, DiagnosticLocation, LossCode, PlainRenderer,
    TranslationCode,
};
use irtrip::dialect::names::{
    ARG_ATTRS, EMPTY, IRTRIP_SOURCE_FILENAME, LLVM_DATA_LAYOUT, LLVM_MODULE_ASM, LLVM_TARGET_TRIPLE, RES_ATTRS,
};
use irtrip::dialect::{Attr, AttrData, Body, Context, Location, Module, Op, Region, Str};
use irtrip::grammar::{print_attr, print_attr_start};
use irtrip::import::Remark;

use crate::diagnostics::{Rejected, Report, located};
use crate::input::Source;

/// A thing that an output has no room for.
#[derive(Clone, Debug)]
pub struct Loss {
    /// Where it was: `file`, or `file:line:column`.
    pub place: String,
    /// What it was.
    pub diagnostic: Diagnostic,
}

impl std::fmt::Display for Loss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.diagnostic)
    }
}

/// How many losses of a kind are named, unless all are asked for.
const NAMED_OF_A_KIND: usize = 20;

impl Loss {
    /// A loss of a code at a place.
    pub fn new(place: impl Into<String>, code: LossCode) -> Loss {
        Loss { place: place.into(), diagnostic: Diagnostic::new(code, DiagnosticLocation::Unknown) }
    }

    /// What losses of its kind have in common: the attribute's name, or else the code's.
    fn kind(&self) -> &str {
        match &self.diagnostic.code {
            DiagnosticCode::Loss(
                LossCode::PreservedAttribute { name, .. }
                | LossCode::Attribute { name }
                | LossCode::ParameterAttribute { name, .. }
                | LossCode::ModuleAttribute { name },
            ) => name,
            code => code.name(),
        }
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

/// The losses as JSON: an array of objects with `kind` (the code's name), `place`, `what` and the code's `arguments`.
pub fn json(lost: &[Loss]) -> String {
    let row = |loss: &Loss| {
        let code = &loss.diagnostic.code;
        let arguments = code.arguments().into_iter().map(|(name, value)| (name.to_owned(), json_argument(&value)));
        let arguments: serde_json::Map<String, serde_json::Value> = arguments.collect();
        serde_json::json!({
            "kind": code.name(), "place": loss.place, "what": code.to_string(), "arguments": arguments,
        })
    };
    serde_json::Value::Array(lost.iter().map(row).collect()).to_string()
}

/// An argument as JSON: a number where it is one that fits, or else text.
fn json_argument(argument: &DiagnosticArgument) -> serde_json::Value {
    match argument {
        DiagnosticArgument::Flag(flag) => (*flag).into(),
        DiagnosticArgument::Number(number) => match i64::try_from(number) {
            Ok(number) => number.into(),
            Err(_) => number.to_string().into(),
        },
        other => {
            let mut text = String::new();
            // A `String` takes all that is written.
            let _ = PlainRenderer.write(other, &mut text);
            text.into()
        }
    }
}

/// The losses among the remarks of an import.
pub fn of_remarks(remarks: &[Remark], source: &Source) -> Vec<Loss> {
    let loss = |remark: &Remark| match remark {
        Remark::Dropped { at, code } => Some(Loss::new(source.place(*at), code.clone())),
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
            lost.push(Loss::new(&source.name, LossCode::UnreachableBlocks { count, symbol }));
        }
    }
    lost.extend(drop_preserved(ctx, module, source)?);
    if let Some(layout) = ctx.entry(module.attrs, LLVM_DATA_LAYOUT) {
        let value = print_attr(ctx, layout);
        lost.insert(0, Loss::new(&source.name, LossCode::DataLayout { value }));
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
            let symbol = symbol.to_owned();
            self.lost.push(Loss::new(&self.source.name, LossCode::Names { values, blocks, symbol }));
        }
    }

    fn op(&mut self, body: &mut Body, op: Op, symbol: Option<&str>) {
        let place = self.place(body.loc(op));
        let name = self.ctx.op_name_str(body.name(op)).into_owned();
        if name.starts_with("irtrip.") {
            let span = located(self.ctx, body.loc(op), self.source);
            let error = TranslationCode::PreservedOperation { name };
            self.refused.push(Report::new(span, error.to_string()));
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
                let (name, value) = (text.into_owned(), self.shown(value));
                let code = LossCode::PreservedAttribute { name, value, holder: holder.to_owned() };
                self.lost.push(Loss::new(place, code));
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
        let loss = |i| LossCode::PreservedAttribute {
            name: "irtrip.incoming".to_owned(),
            value: format!("{i}"),
            holder: "llvm.br in @f".to_owned(),
        };
        let mut lost: Vec<Loss> = (0..25).map(|i| Loss::new("a.ll", loss(i))).collect();
        lost.push(Loss::new("a.ll", LossCode::Names { values: 2, blocks: 1, symbol: "f".to_owned() }));
        assert_eq!(lines(&lost, true).len(), 26);
        let short = lines(&lost, false);
        assert_eq!(short.len(), NAMED_OF_A_KIND + 2);
        let last = short.last().map(String::as_str);
        assert_eq!(last, Some("dropped 5 more of the kind 'irtrip.incoming'; --all-losses names each"));
    }

    #[test]
    fn json_has_the_codes_name_and_arguments() {
        let lost = [Loss::new("a.ll:3:1", LossCode::Names { values: 2, blocks: 1, symbol: "f".to_owned() })];
        let expected = r#"[{"arguments":{"blocks":1,"symbol":"f","values":2},"kind":"names","place":"a.ll:3:1","what":"the names of 2 values and 1 blocks of @f"}]"#;
        assert_eq!(json(&lost), expected);
    }
}
