//! Loop properties: `#llvm.loop_annotation<...>`; LangRef, "`llvm.loop`" and the kinds behind it.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::build::{Builder, DEPTH_LIMIT, param};
use super::debug_import::DebugImport;
use super::graph::{NodeId, Operand};
use super::read::{Reader, node, string};
use super::tbaa::Converted;
use crate::attr_table::{
    AttrKind, LOOP_ANNOTATION, LOOP_DISTRIBUTE, LOOP_INTERLEAVE, LOOP_LICM, LOOP_PEELED, LOOP_PIPELINE, LOOP_UNROLL,
    LOOP_UNROLL_AND_JAM, LOOP_UNSWITCH, LOOP_VECTORIZE,
};
use crate::attributes::{AttrData, Location, well_known as attrs};
use crate::context::{Attr, Type};
use crate::types::well_known as types;

/// What stands behind a property's name, and what of the attribute's parameter it says.
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
    /// `i32 1` for `true`.
    One,
    /// `i32`
    Number,
    /// A loop's node.
    Followup,
    /// Access groups.
    Groups,
}

/// A property's name, the attribute and parameter that say it, and how.
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

/// A property and the value it gives its parameter.
type Said = (&'static Property, Attr);

/// Makes annotations of loop nodes, each once.
pub struct LoopImport<'a, 'd> {
    read: Reader<'a>,
    debug: &'d DebugImport,
    /// `None` for nodes that are no loops upstream's import takes, and for those being looked at.
    loops: HashMap<NodeId, Option<Converted>, FxBuildHasher>,
}

impl<'a, 'd> LoopImport<'a, 'd> {
    /// For the nodes of a finished graph.
    pub fn new(read: Reader<'a>, debug: &'d DebugImport) -> LoopImport<'a, 'd> {
        LoopImport { read, debug, loops: HashMap::default() }
    }

    /// The annotation of a loop's node, and whether it gives back such a node. `None` where the dialect has none: a
    /// property it does not know, one that stands twice.
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
        let mut said: Vec<Said> = Vec::new();
        if rest.is_empty() {
            return None;
        }
        let (locations, rest, located) = self.locations(rest);
        // Upstream drops a value it does not take, and a parameter of which two properties speak; but all of it where it
        // does not know a property, or where one stands twice.
        let mut known: Vec<&'static Property> = Vec::new();
        let mut complete = true;
        for operand in rest {
            let (property, value) = self.property(node(operand)?, depth)?;
            if known.iter().any(|p| std::ptr::eq(*p, property)) {
                return None;
            }
            let same = |p: &Property| p.group == property.group && p.param == property.param;
            let both = known.iter().any(|p| same(p));
            known.push(property);
            complete &= value.is_some() && !both;
            if both {
                said.retain(|p| !same(p.0));
            } else {
                said.extend(value.map(|value| (property, value)));
            }
        }
        let places: Vec<usize> =
            said.iter().filter_map(|s| PROPERTIES.iter().position(|p| std::ptr::eq(p, s.0))).collect();
        // Followups share nodes, which their annotations do not tell.
        let exact = complete && places.is_sorted() && !said.iter().any(|s| s.0.form == Form::Followup);
        if said.is_empty() && locations == [None; 2] {
            return None;
        }
        Some((self.put_together(&said, locations)?, exact && located))
    }

    /// Where a loop starts and ends, the properties behind, and whether the locations give their nodes back.
    fn locations<'o>(&self, operands: &'o [Operand]) -> ([Option<Attr>; 2], &'o [Operand], bool) {
        let (mut found, mut rest, mut exact) = ([None; 2], operands, true);
        for place in &mut found {
            let Some((Operand::Node(id), behind)) = rest.split_first() else { break };
            let Some((loc, said)) = self.debug.location(*id) else { break };
            // Upstream takes no location of inlined code.
            if !matches!(self.read.ctx.attr_data(loc), AttrData::Location(Location::Fused { .. })) {
                break;
            }
            (*place, rest, exact) = (Some(loc), behind, exact && said);
        }
        (found, rest, exact)
    }

    /// The property of a node, and its value where that is one that upstream takes.
    fn property(&mut self, id: NodeId, depth: u32) -> Option<(&'static Property, Option<Attr>)> {
        let (name, values) = self.read.uniqued(id)?.split_first()?;
        let name = self.read.ctx.bytes(string(name)?);
        let property = PROPERTIES.iter().find(|p| p.name.as_bytes() == name)?;
        Some((property, self.property_value(property, values, depth)))
    }

    fn property_value(&mut self, property: &Property, values: &[Operand], depth: u32) -> Option<Attr> {
        let read = self.read;
        let ctx = read.ctx;
        let bool_of = |operand: &Operand| read.int(operand, types::I1).map(|b| b != 0);
        Some(match (property.form, values) {
            (Form::Present | Form::PresentOrFalse, []) => attrs::TRUE,
            (Form::PresentOrFalse, [value]) if bool_of(value) == Some(false) => attrs::FALSE,
            (Form::Means(value), []) => ctx.bool_attr(value),
            (Form::Bool, [value]) => ctx.bool_attr(bool_of(value)?),
            (Form::Not, [value]) => ctx.bool_attr(!bool_of(value)?),
            (Form::One, [value]) if read.int(value, types::I32) == Some(1) => attrs::TRUE,
            (Form::Number, [value]) => ctx.int_attr(types::I32, read.int(value, types::I32)?),
            (Form::Followup, [value]) => self.annotation_at(node(value)?, depth + 1)?.0,
            (Form::Groups, [_, ..]) => {
                let groups: Option<Vec<Attr>> = values.iter().map(|g| read.access_group(node(g)?)).collect();
                ctx.array(&groups?)
            }
            _ => return None,
        })
    }

    fn put_together(&self, said: &[Said], locations: [Option<Attr>; 2]) -> Option<Attr> {
        let ctx = self.read.ctx;
        let params_of = |group: AttrKind| -> Box<[Option<Attr>]> {
            let value = |name| said.iter().find(|s| s.0.group == group && s.0.param == name).map(|s| s.1);
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

/// The parameters of `#llvm.loop_annotation` that say where the loop is.
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

impl Builder<'_> {
    /// A new loop node for a `#llvm.loop_annotation<...>`.
    pub fn new_loop(&mut self, annotation: Attr) -> Option<NodeId> {
        let properties = self.loop_properties(annotation, 0)?;
        Some(self.own(&properties))
    }

    /// The node of an annotation that several places share.
    fn followup(&mut self, annotation: Attr, depth: u32) -> Option<NodeId> {
        if let Some(known) = self.nodes.get(&annotation) {
            return Some(*known);
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
            Form::PresentOrFalse => operands.extend((!flag?).then(|| self.int(types::I1, 0))),
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
