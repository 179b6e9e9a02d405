//! Loop properties: `#llvm.loop_annotation<...>`; LangRef, "`llvm.loop`" and the kinds after it.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use crate::aliasing::tbaa::Converted;
use crate::attr_table::{
    AttrKind, AttrKindDefinition, LOOP_ANNOTATION, LOOP_DISTRIBUTE, LOOP_INTERLEAVE, LOOP_LICM, LOOP_PEELED,
    LOOP_PIPELINE, LOOP_UNROLL, LOOP_UNROLL_AND_JAM, LOOP_UNSWITCH, LOOP_VECTORIZE,
};
use crate::attributes::{AttrData, Location, well_known as attrs};
use crate::context::{Attr, Str, Type};
use crate::debug_info::DebugImport;
use crate::diagnostic::UpstreamImportCode;
use crate::export::builder::{Builder, DEPTH_LIMIT, param};
use crate::graph::reader::NodeReader;
use crate::graph::{Node, NodeId, Operand};
use crate::import::MetadataImport;
use crate::types::well_known as types;

/// The operands after a property's name, and what they are in the attribute's parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// Nothing: the parameter is `true`. `false` has no node.
    Present,
    /// Nothing for `true`, `i1 false` for `false`.
    PresentOrFalse,
    /// Nothing: the parameter is this value.
    Means(bool),
    /// `i1`
    Bool,
    /// `i1`, the parameter's opposite.
    Not,
    /// `i32 1` for `true`, `i32 0` for `false`.
    One,
    /// `i32`
    Number,
    /// A loop's node.
    Followup,
    /// Access groups.
    Groups,
}

/// A property's name, the attribute and parameter that stand for it, and how.
struct Property {
    name: &'static str,
    /// `LOOP_ANNOTATION` itself, or the kind of one of its parameters.
    group: AttrKind,
    param: &'static str,
    form: Form,
}

const fn property(name: &'static str, group: AttrKind, param: &'static str, form: Form) -> Property {
    Property { name, group, param, form }
}

/// The properties the dialect knows, in the order upstream's export writes them.
static PROPERTIES: &[Property] = &[
    property("llvm.loop.disable_nonforced", LOOP_ANNOTATION, "disableNonforced", Form::Present),
    property("llvm.loop.mustprogress", LOOP_ANNOTATION, "mustProgress", Form::Present),
    property("llvm.loop.isvectorized", LOOP_ANNOTATION, "isVectorized", Form::One),
    property("llvm.loop.vectorize.enable", LOOP_VECTORIZE, "disable", Form::Not),
    property("llvm.loop.vectorize.predicate.enable", LOOP_VECTORIZE, "predicateEnable", Form::Bool),
    property("llvm.loop.vectorize.scalable.enable", LOOP_VECTORIZE, "scalableEnable", Form::Bool),
    property("llvm.loop.vectorize.width", LOOP_VECTORIZE, "width", Form::Number),
    property("llvm.loop.vectorize.followup_vectorized", LOOP_VECTORIZE, "followupVectorized", Form::Followup),
    property("llvm.loop.vectorize.followup_epilogue", LOOP_VECTORIZE, "followupEpilogue", Form::Followup),
    property("llvm.loop.vectorize.followup_all", LOOP_VECTORIZE, "followupAll", Form::Followup),
    property("llvm.loop.interleave.count", LOOP_INTERLEAVE, "count", Form::Number),
    property("llvm.loop.unroll.enable", LOOP_UNROLL, "disable", Form::Means(false)),
    property("llvm.loop.unroll.disable", LOOP_UNROLL, "disable", Form::Means(true)),
    property("llvm.loop.unroll.count", LOOP_UNROLL, "count", Form::Number),
    property("llvm.loop.unroll.runtime.disable", LOOP_UNROLL, "runtimeDisable", Form::PresentOrFalse),
    property("llvm.loop.unroll.full", LOOP_UNROLL, "full", Form::Present),
    property("llvm.loop.unroll.followup_unrolled", LOOP_UNROLL, "followupUnrolled", Form::Followup),
    property("llvm.loop.unroll.followup_remainder", LOOP_UNROLL, "followupRemainder", Form::Followup),
    property("llvm.loop.unroll.followup_all", LOOP_UNROLL, "followupAll", Form::Followup),
    property("llvm.loop.unroll_and_jam.enable", LOOP_UNROLL_AND_JAM, "disable", Form::Means(false)),
    property("llvm.loop.unroll_and_jam.disable", LOOP_UNROLL_AND_JAM, "disable", Form::Means(true)),
    property("llvm.loop.unroll_and_jam.count", LOOP_UNROLL_AND_JAM, "count", Form::Number),
    property("llvm.loop.unroll_and_jam.followup_outer", LOOP_UNROLL_AND_JAM, "followupOuter", Form::Followup),
    property("llvm.loop.unroll_and_jam.followup_inner", LOOP_UNROLL_AND_JAM, "followupInner", Form::Followup),
    property(
        "llvm.loop.unroll_and_jam.followup_remainder_outer",
        LOOP_UNROLL_AND_JAM,
        "followupRemainderOuter",
        Form::Followup,
    ),
    property(
        "llvm.loop.unroll_and_jam.followup_remainder_inner",
        LOOP_UNROLL_AND_JAM,
        "followupRemainderInner",
        Form::Followup,
    ),
    property("llvm.loop.unroll_and_jam.followup_all", LOOP_UNROLL_AND_JAM, "followupAll", Form::Followup),
    property("llvm.licm.disable", LOOP_LICM, "disable", Form::Present),
    property("llvm.loop.licm_versioning.disable", LOOP_LICM, "versioningDisable", Form::Present),
    property("llvm.loop.distribute.enable", LOOP_DISTRIBUTE, "disable", Form::Not),
    property("llvm.loop.distribute.followup_coincident", LOOP_DISTRIBUTE, "followupCoincident", Form::Followup),
    property("llvm.loop.distribute.followup_sequential", LOOP_DISTRIBUTE, "followupSequential", Form::Followup),
    property("llvm.loop.distribute.followup_fallback", LOOP_DISTRIBUTE, "followupFallback", Form::Followup),
    property("llvm.loop.distribute.followup_all", LOOP_DISTRIBUTE, "followupAll", Form::Followup),
    property("llvm.loop.pipeline.disable", LOOP_PIPELINE, "disable", Form::Bool),
    property("llvm.loop.pipeline.initiationinterval", LOOP_PIPELINE, "initiationinterval", Form::Number),
    property("llvm.loop.peeled.count", LOOP_PEELED, "count", Form::Number),
    property("llvm.loop.unswitch.partial.disable", LOOP_UNSWITCH, "partialDisable", Form::Present),
    property("llvm.loop.parallel_accesses", LOOP_ANNOTATION, "parallelAccesses", Form::Groups),
];

/// Where a loop starts and ends, its properties, and whether the locations round-trip to their nodes.
type Places<'o> = ([Option<Attr>; 2], Vec<&'o Operand>, bool);

/// A property and its parameter's value.
type PropertyValue = (&'static Property, Attr);

/// Makes annotations of loop nodes, each once.
pub struct LoopImport<'a, 'd> {
    read: NodeReader<'a>,
    debug: &'d DebugImport,
    /// `None` for nodes that are no loops upstream's import accepts, and for those being looked at.
    loops: HashMap<NodeId, Option<Converted>, FxBuildHasher>,
}

impl<'a, 'd> LoopImport<'a, 'd> {
    /// For the nodes of a finished graph.
    pub fn new(read: NodeReader<'a>, debug: &'d DebugImport) -> LoopImport<'a, 'd> {
        LoopImport { read, debug, loops: HashMap::default() }
    }

    /// The annotation of a loop's node, and whether it returns such a node. `None` where the dialect has none: a
    /// property it does not know, one that occurs twice, one with another value than it has.
    pub fn annotation(&mut self, id: NodeId) -> Option<Converted> {
        self.annotation_at(id, 0)
    }

    fn annotation_at(&mut self, id: NodeId, depth: u32) -> Option<Converted> {
        if let Some(known) = self.loops.get(&id) {
            return *known;
        }
        if depth > DEPTH_LIMIT {
            return None;
        }
        let rest = self.read.own(id)?;
        self.loops.insert(id, None);
        let converted = self.new_annotation(rest, depth);
        self.loops.insert(id, converted);
        converted
    }

    fn new_annotation(&mut self, rest: &[Operand], depth: u32) -> Option<Converted> {
        let mut values: Vec<PropertyValue> = Vec::new();
        if rest.is_empty() {
            return None;
        }
        let (locations, rest, mut exact) = self.locations(rest)?;
        let mut named: Vec<&'static Property> = Vec::new();
        let mut wrong: Vec<AttrKind> = Vec::new();
        for operand in rest {
            let (property, value) = self.property(operand.node()?, depth)?;
            if named.iter().any(|p| std::ptr::eq(*p, property)) {
                return None;
            }
            named.push(property);
            // Upstream passes over all of a group where a property has another value than it has, or two contradict each
            // other.
            let is_opposite = values.iter().any(|p| p.0.group == property.group && p.0.param == property.param);
            match value {
                Some(value) if !is_opposite => values.push((property, value)),
                _ => wrong.push(property.group),
            }
        }
        exact &= wrong.is_empty();
        values.retain(|value| !wrong.contains(&value.0.group));
        if values.is_empty() && locations == [None; 2] {
            return None;
        }
        let places: Vec<usize> =
            values.iter().filter_map(|s| PROPERTIES.iter().position(|p| std::ptr::eq(p, s.0))).collect();
        // Followups share nodes, which their annotations do not tell.
        let exact = exact && places.is_sorted() && !values.iter().any(|s| s.0.form == Form::Followup);
        Some((self.put_together(&values, locations)?, exact))
    }

    /// Where a loop starts and ends, the properties, and whether the locations round-trip to their nodes. `None` for more
    /// locations than upstream accepts.
    fn locations<'o>(&self, operands: &'o [Operand]) -> Option<Places<'o>> {
        let graph = self.read.graph;
        let location = |operand: &Operand| operand.node().filter(|id| matches!(graph.node(*id), Node::Location(_)));
        let mut places = operands.iter().filter_map(location);
        let (mut found, mut exact) = ([None; 2], operands.is_sorted_by_key(|operand| location(operand).is_none()));
        for (place, id) in found.iter_mut().zip(&mut places) {
            // Upstream leaves out a location of inlined code.
            let known = self.debug.location(self.read.ctx, graph, id);
            let known = known
                .filter(|(loc, _)| matches!(self.read.ctx.attr_data(*loc), AttrData::Location(Location::Fused { .. })));
            exact &= known.is_some_and(|(_, is_exact)| is_exact);
            *place = known.map(|(loc, _)| loc);
        }
        let rest = operands.iter().filter(|operand| location(operand).is_none()).collect();
        places.next().is_none().then_some((found, rest, exact))
    }

    /// The property that a node sets, and its value; no value where upstream has none of the kind. `None` where
    /// upstream takes no loop with such a property.
    fn property(&mut self, id: NodeId, depth: u32) -> Option<(&'static Property, Option<Attr>)> {
        let read = self.read;
        let ctx = read.ctx;
        let (name, values) = read.uniqued(id)?.split_first()?;
        let name = ctx.bytes(name.string()?);
        let property = PROPERTIES.iter().find(|p| p.name.as_bytes() == name)?;
        let bool_of = |operand: &Operand| read.int(operand, types::I1).map(|b| b != 0);
        let value = match (property.form, values) {
            (Form::Present | Form::PresentOrFalse, []) => Some(attrs::TRUE),
            (Form::PresentOrFalse, [value]) if bool_of(value) == Some(false) => Some(attrs::FALSE),
            (Form::Means(value), []) => Some(ctx.bool_attr(value)),
            (Form::Bool, [value]) => bool_of(value).map(|value| ctx.bool_attr(value)),
            (Form::Not, [value]) => bool_of(value).map(|value| ctx.bool_attr(!value)),
            (Form::One, [value]) => match read.int(value, types::I32) {
                Some(number @ (0 | 1)) => Some(ctx.bool_attr(number == 1)),
                _ => None,
            },
            (Form::Number, [value]) => read.int(value, types::I32).map(|number| ctx.int_attr(types::I32, number)),
            (Form::Followup, [value]) => value.node().and_then(|id| self.annotation_at(id, depth + 1)).map(|a| a.0),
            (Form::Groups, [_, ..]) => {
                let groups: Option<Vec<Attr>> = values.iter().map(|g| read.access_group(g.node()?)).collect();
                groups.map(|groups| ctx.array(&groups))
            }
            _ => None,
        };
        // What the annotation itself has must be right.
        (value.is_some() || property.group != LOOP_ANNOTATION).then_some((property, value))
    }

    fn put_together(&self, values: &[PropertyValue], locations: [Option<Attr>; 2]) -> Option<Attr> {
        let ctx = self.read.ctx;
        let params_of = |group: AttrKind| -> Box<[Option<Attr>]> {
            let value = |name| values.iter().find(|s| s.0.group == group && s.0.param == name).map(|s| s.1);
            group.def().params.iter().map(|p| value(p.name)).collect()
        };
        let mut params = params_of(LOOP_ANNOTATION);
        for (name, loc) in LOCATIONS.iter().zip(locations) {
            *params.get_mut(LOOP_ANNOTATION.def().param(name)?)? = loc;
        }
        for (group, name) in GROUPS {
            let inner = params_of(*group);
            if inner.iter().any(Option::is_some) {
                let place = LOOP_ANNOTATION.def().param(name)?;
                *params.get_mut(place)? = Some(ctx.attr(AttrData::Llvm { kind: *group, params: inner }));
            }
        }
        Some(ctx.attr(AttrData::Llvm { kind: LOOP_ANNOTATION, params }))
    }
}

/// The parameters of `#llvm.loop_annotation` for where the loop is.
static LOCATIONS: [&str; 2] = ["startLoc", "endLoc"];

/// The parameters of `#llvm.loop_annotation` that are attributes with properties of their own.
static GROUPS: &[(AttrKind, &str)] = &[
    (LOOP_VECTORIZE, "vectorize"),
    (LOOP_INTERLEAVE, "interleave"),
    (LOOP_UNROLL, "unroll"),
    (LOOP_UNROLL_AND_JAM, "unrollAndJam"),
    (LOOP_LICM, "licm"),
    (LOOP_DISTRIBUTE, "distribute"),
    (LOOP_PIPELINE, "pipeline"),
    (LOOP_PEELED, "peeled"),
    (LOOP_UNSWITCH, "unswitch"),
];

/// The diagnostic for the values of a property.
fn value_diagnostic(read: NodeReader<'_>, property: &Property, values: &[Operand]) -> Option<UpstreamImportCode> {
    let holds = match (property.form, values) {
        (Form::Present | Form::Means(_), []) | (Form::PresentOrFalse, []) => return None,
        (Form::Present | Form::Means(_), _) => "to hold no value",
        (Form::PresentOrFalse | Form::Bool | Form::Not, [value]) if read.int(value, types::I1).is_some() => {
            return None;
        }
        (Form::PresentOrFalse | Form::Bool | Form::Not, _) => "to hold a boolean value",
        (Form::One, [value]) if read.int(value, types::I32).is_some() => return None,
        (Form::One, _) => "to hold an integer value",
        (Form::Number, [value]) if read.int(value, types::I32).is_some() => return None,
        (Form::Number, _) => "to hold an i32 value",
        (Form::Followup, [Operand::Node(_)]) => return None,
        (Form::Followup, _) => "to hold an MDNode",
        (Form::Groups, [_, ..]) if values.iter().all(|value| value.node().is_some()) => {
            let known = values.iter().filter_map(Operand::node).all(|group| read.access_group(group).is_some());
            return (!known).then_some(UpstreamImportCode::LoopAccessGroup);
        }
        (Form::Groups, _) => "to hold one or multiple MDNodes",
    };
    Some(UpstreamImportCode::LoopPropertyValue { name: property.name, holds })
}

/// The loops visited so far.
type VisitedLoops = HashSet<NodeId, FxBuildHasher>;

/// The properties of a loop's node, by name, and its locations, if it is built as one.
type LoopProperties<'a> = (Vec<(String, &'a [Operand])>, usize);

/// The properties of a loop's node.
///
/// # Errors
/// The diagnostic for a node that is not built as a loop's.
fn built(read: NodeReader<'_>, id: NodeId) -> Result<LoopProperties<'_>, UpstreamImportCode> {
    let operands = read.own(id).ok_or(UpstreamImportCode::LoopNode)?;
    let mut properties: Vec<(String, &[Operand])> = Vec::new();
    let mut names: HashSet<Str, FxBuildHasher> = HashSet::default();
    let mut locations = 0;
    for operand in operands {
        let property = operand.node().map(|property| (property, read.graph.node(property)));
        let property = match property {
            Some((_, Node::Location(_))) => {
                locations += 1;
                continue;
            }
            Some((_, Node::Tuple { operands, .. })) => operands,
            Some((_, Node::Specialised { .. })) | None => {
                return Err(UpstreamImportCode::LoopPropertyKind);
            }
        };
        let Some((name, values)) = property.split_first() else {
            return Err(UpstreamImportCode::EmptyLoopProperty);
        };
        let Some(name) = name.string() else { return Err(UpstreamImportCode::UnnamedLoopProperty) };
        let text = read.ctx.text(name).into_owned();
        if !names.insert(name) {
            return Err(UpstreamImportCode::DuplicateLoopProperty { name: text });
        }
        properties.push((text, values));
    }
    Ok((properties, locations))
}

impl MetadataImport<'_> {
    /// The diagnostics for a loop's node and for the loops that its properties name, in the order of `mlir-translate`.
    pub(crate) fn loop_diagnostics(&self, id: NodeId) -> Vec<UpstreamImportCode> {
        let mut diagnostics = Vec::new();
        self.add_loop_diagnostics(id, 0, &mut HashSet::default(), &mut diagnostics);
        diagnostics
    }

    fn add_loop_diagnostics(
        &self,
        id: NodeId,
        depth: u32,
        met: &mut VisitedLoops,
        diagnostics: &mut Vec<UpstreamImportCode>,
    ) {
        let read = NodeReader { ctx: self.ctx(), graph: self.graph() };
        if !met.insert(id) || depth > DEPTH_LIMIT || self.has_exact_loop(id) {
            return;
        }
        let (properties, locations) = match built(read, id) {
            Ok(built) => built,
            Err(diagnostic) => return diagnostics.push(diagnostic),
        };
        let values = |name: &str| properties.iter().find(|known| known.0 == name).map(|known| known.1);
        // The annotation's own properties come last.
        let (own, of_groups): (Vec<_>, Vec<_>) = PROPERTIES.iter().partition(|p| p.group == LOOP_ANNOTATION);
        for property in of_groups.into_iter().chain(own) {
            let Some(operands) = values(property.name) else { continue };
            diagnostics.extend(value_diagnostic(read, property, operands));
            if property.form == Form::Means(true)
                && let Some(opposite) = PROPERTIES.iter().find(|other| {
                    other.form == Form::Means(false) && (other.group, other.param) == (property.group, property.param)
                })
                && operands.is_empty()
                && values(opposite.name).is_some_and(<[Operand]>::is_empty)
            {
                let (one, other) = (opposite.name, property.name);
                diagnostics.push(UpstreamImportCode::LoopPropertiesExclusive { one, other });
            }
            if let (Form::Followup, [Operand::Node(followup)]) = (property.form, operands) {
                self.add_loop_diagnostics(*followup, depth + 1, met, diagnostics);
            }
        }
        if locations > LOCATIONS.len() {
            diagnostics.push(UpstreamImportCode::LoopLocations);
        }
        let mut unknown: Vec<&str> = properties.iter().map(|known| known.0.as_str()).collect();
        unknown.retain(|name| PROPERTIES.iter().all(|property| property.name != *name));
        unknown.sort_unstable();
        let annotation = |name: &str| UpstreamImportCode::LoopAnnotation { name: name.to_owned() };
        diagnostics.extend(unknown.into_iter().map(annotation));
    }
}

impl Builder<'_> {
    /// A new loop node for a `#llvm.loop_annotation<...>`.
    pub fn new_loop(&mut self, annotation: Attr) -> Option<NodeId> {
        let properties = self.loop_properties(annotation, 0)?;
        Some(self.own(&properties))
    }

    /// The node of an annotation that several places share.
    fn followup(&mut self, annotation: Attr, depth: u32) -> Option<NodeId> {
        if let Some(known) = self.nodes.get(annotation) {
            return Some(known);
        }
        let properties = self.loop_properties(annotation, depth)?;
        let id = self.own(&properties);
        self.nodes.insert(annotation, id);
        Some(id)
    }

    fn loop_properties(&mut self, annotation: Attr, depth: u32) -> Option<Vec<Operand>> {
        if depth > DEPTH_LIMIT {
            return None;
        }
        let outer = self.params(annotation, LOOP_ANNOTATION)?;
        let mut operands = Vec::new();
        for name in LOCATIONS {
            let loc = LOOP_ANNOTATION.def().param(name).and_then(|p| param(outer, p));
            operands.extend(loc.and_then(|l| self.scoped_location(l)).map(Operand::Node));
        }
        for property in PROPERTIES {
            let params = if property.group == LOOP_ANNOTATION {
                Some(outer)
            } else {
                let name = GROUPS.iter().find(|g| g.0 == property.group).map_or("", |g| g.1);
                let place = LOOP_ANNOTATION.def().param(name);
                place.and_then(|p| param(outer, p)).and_then(|inner| self.params(inner, property.group))
            };
            let value = property.group.def().param(property.param).zip(params).and_then(|(p, v)| param(v, p));
            let Some(value) = value else { continue };
            if let Some(node) = self.loop_property(property, value, depth)? {
                operands.push(Operand::Node(node));
            }
        }
        Some(operands)
    }

    /// The node of a property; `Some(None)` where its value has none.
    fn loop_property(&mut self, property: &Property, value: Attr, depth: u32) -> Option<Option<NodeId>> {
        let flag = self.ctx.int_value(value).map(|v| v != 0);
        let bit = |this: &Self, value: bool, ty: Type| Some(this.int(ty, i64::from(value)));
        let mut operands = vec![self.string(property.name)];
        match property.form {
            Form::Present if flag? => {}
            Form::Present => return Some(None),
            // Compilers write nothing for `true`, upstream's exporter the number.
            Form::PresentOrFalse if flag? && !self.has_exporter_defaults => {}
            Form::PresentOrFalse => operands.extend(bit(self, flag?, types::I1)),
            Form::Means(meant) if flag? == meant => {}
            Form::Means(_) => return Some(None),
            Form::Bool => operands.extend(bit(self, flag?, types::I1)),
            Form::Not => operands.extend(bit(self, !flag?, types::I1)),
            Form::One => operands.extend(bit(self, flag?, types::I32)),
            Form::Number => operands.push(self.int(types::I32, self.ctx.int_value(value)?)),
            Form::Followup => operands.push(Operand::Node(self.followup(value, depth + 1)?)),
            Form::Groups => {
                let groups = self.ctx.items(value);
                for group in groups {
                    operands.push(Operand::Node(self.access_group(*group)?));
                }
                if groups.is_empty() {
                    return Some(None);
                }
            }
        }
        Some(Some(self.tuple(&operands)))
    }
}
