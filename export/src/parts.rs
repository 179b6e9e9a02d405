//! Step 6: the assembly in parts, each written by itself.

use std::ops::Range;

use irtrip_dialect::ops::Global;
use irtrip_dialect::ordered_sink::{collect_in_order, in_order};
use irtrip_dialect::source_map::{MappedText, SourceConstruct};
use irtrip_dialect::{Body, Context};
use rayon::prelude::*;

use crate::Planned;
use crate::function;
use crate::write::Writer;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticLocation, DiagnosticResult};

/// A part of a module's assembly.
#[derive(Clone)]
enum Part {
    /// The header, structs, comdats, variables, aliases and ifuncs.
    Head,
    /// Some of the functions.
    Functions(Range<usize>),
    /// Orders of uses, attribute groups and named metadata.
    Middle,
    /// Some of the metadata nodes.
    Nodes(Range<usize>),
    /// The summary.
    Foot,
}

/// How many operations a part holds at least: enough to pay for being handed on, and few enough to share the work.
const OPERATIONS: usize = 4096;

/// How many metadata nodes a part holds.
const NODES: usize = 4096;

/// The parts of a module, in order.
fn parts(whole: &Planned) -> Vec<Part> {
    let mut parts = vec![Part::Head];
    let (mut start, mut weight) = (0, 0);
    let functions = whole.plan.functions;
    for (i, function) in functions.iter().enumerate() {
        weight += 1 + function.global.body.map_or(0, Body::op_count);
        // What is marked is looked at a function at a time.
        if whole.plan.source_map || weight >= OPERATIONS || i + 1 == functions.len() {
            parts.push(Part::Functions(start..i + 1));
            (start, weight) = (i + 1, 0);
        }
    }
    parts.push(Part::Middle);
    let nodes = whole.plan.nodes.order().len();
    parts.extend((0..nodes).step_by(NODES).map(|start| Part::Nodes(start..nodes.min(start + NODES))));
    parts.push(Part::Foot);
    parts
}

/// The assembly of a module, in order.
pub(crate) fn write<'p>(ctx: &'p Context, whole: &Planned<'p, '_>) -> DiagnosticResult<Vec<MappedText>> {
    let writer = || Writer::new(ctx, whole.plan);
    collect_in_order(parts(whole).par_iter().map_init(writer, |writer, part| part.write(whole, writer)))
}

/// As [`write`]: `sink` gets each part as soon as it and all before it are there.
pub(crate) fn write_to<'p, E: From<Box<Diagnostic>>>(
    ctx: &'p Context,
    whole: &Planned<'p, '_>,
    mut sink: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let parts = parts(whole);
    let write = |writer: &mut Writer<'p>, place: usize, memory: String| {
        writer.out = memory;
        parts.get(place).map_or(Ok(MappedText::default()), |part| part.write(whole, writer))
    };
    let take = |part: DiagnosticResult<MappedText>| {
        let mut text = part?.text;
        sink(&text)?;
        text.clear();
        Ok(text)
    };
    let threads = rayon::current_num_threads().min(parts.len() / 2);
    in_order(parts.len(), threads, || Writer::new(ctx, whole.plan), write, take)
}

impl Part {
    /// Writes this part; the writer's buffer is empty.
    fn write<'p>(&self, whole: &Planned<'p, '_>, writer: &mut Writer<'p>) -> DiagnosticResult<MappedText> {
        match self {
            Part::Head => head(whole, writer)?,
            Part::Functions(range) => {
                for function in whole.plan.functions.get(range.clone()).unwrap_or_default() {
                    writer.out.push('\n');
                    let start = writer.out.len();
                    writer.function(function)?;
                    writer.record_range(
                        start,
                        function.global.op.map_or(SourceConstruct::Declaration, SourceConstruct::Global),
                    );
                }
            }
            Part::Middle => {
                writer.module_use_lists(whole.module.attrs);
                writer.groups();
                writer.all_named_metadata();
            }
            Part::Nodes(range) => {
                if range.start == 0 {
                    writer.out.push('\n');
                }
                for (id, number) in
                    whole.plan.nodes.order().get(range.clone()).unwrap_or_default().iter().zip(range.start..)
                {
                    writer.numbered_node(number as u32, *id);
                }
            }
            Part::Foot => {
                if let Some(summary) = whole.summary {
                    writer.summary(summary, whole.module.attrs, whole.contents);
                }
            }
        }
        match writer.take_error() {
            Some(code) => Err(Box::new(Diagnostic::new(code, DiagnosticLocation::Unknown))),
            None => Ok(writer.take_piece()),
        }
    }
}

fn head<'p>(whole: &Planned<'p, '_>, writer: &mut Writer<'p>) -> DiagnosticResult<()> {
    writer.header(whole.module.attrs);
    writer.record_range(0, SourceConstruct::Module);
    writer.structs(whole.structs);
    let contents = whole.contents;
    writer.comdats(contents.functions.iter().chain(&contents.variables), &contents.comdats);
    let mut last = None;
    for global in whole.globals {
        let section = match global.kind {
            Global::Alias => 1,
            Global::IFunc => 2,
            _ => 0,
        };
        if last != Some(section) {
            writer.out.push('\n');
            last = Some(section);
        }
        let start = writer.out.len();
        writer.global(global);
        if let Some(op) = global.global.op {
            writer.record_range(start, SourceConstruct::Global(op));
        }
        if let Some(kind) = writer.take_error() {
            return Err(function::error_in(writer.ctx, &global.global, kind));
        }
    }
    Ok(())
}
