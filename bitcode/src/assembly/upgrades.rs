//! What LLVM upgrades over a whole module when it reads bitcode, and not when it reads text: debug info of another version is
//! dropped, calls of the runtime of Objective-C become intrinsics, and loops say their hints in the words that LLVM has since 3.6.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::codes::metadata::LOCATION;
use crate::constants::{Constant, Value, ValueKind};
use crate::function::{Body, Call, Instruction, Kind, Operand, Targets};
use crate::metadata::{Node, OldOperand};
use crate::module::{GlobalKind, Module};
use crate::types::{Type, TypeId, Types};

/// The version of debug info that LLVM has since 3.5.
const DEBUG_METADATA_VERSION: i64 = 3;

/// The starts of the hints of loops up to LLVM 3.5, and since.
const OLD_HINT: &[u8] = b"llvm.vectorizer.";
const HINT: &[u8] = b"llvm.loop.vectorize.";
/// The one hint that has another word as well.
const UNROLL: (&[u8], &[u8]) = (b"llvm.vectorizer.unroll", b"llvm.loop.interleave.count");

/// The named metadata that holds the marker of calls whose results are claimed; a flag of the module since LLVM 8.
pub(super) const MARKER: &[u8] = b"clang.arc.retainAutoreleasedReturnValueMarker";
/// A function that is an intrinsic with or without the marker.
const ARC_USE: &str = "clang.arc.use";

/// What a function of the runtime returns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Returns {
    Void,
    Pointer,
    Int,
}
use Returns::{Int, Pointer, Void};

/// A function of the runtime of Objective-C, which is an intrinsic where its name has dots.
struct RuntimeFunction {
    name: &'static str,
    /// What the intrinsic is called after `llvm.objc.`.
    intrinsic: &'static str,
    returns: Returns,
    /// How many pointers it takes; `None` for any number of anything.
    params: Option<usize>,
}

const fn runtime(name: &'static str, intrinsic: &'static str, returns: Returns, params: usize) -> RuntimeFunction {
    RuntimeFunction { name, intrinsic, returns, params: Some(params) }
}

/// In the order in which LLVM declares the intrinsics.
static RUNTIME: &[RuntimeFunction] = &[
    RuntimeFunction { name: ARC_USE, intrinsic: ARC_USE, returns: Void, params: None },
    runtime("objc_autorelease", "autorelease", Pointer, 1),
    runtime("objc_autoreleasePoolPop", "autoreleasePoolPop", Void, 1),
    runtime("objc_autoreleasePoolPush", "autoreleasePoolPush", Pointer, 0),
    runtime("objc_autoreleaseReturnValue", "autoreleaseReturnValue", Pointer, 1),
    runtime("objc_copyWeak", "copyWeak", Void, 2),
    runtime("objc_destroyWeak", "destroyWeak", Void, 1),
    runtime("objc_initWeak", "initWeak", Pointer, 2),
    runtime("objc_loadWeak", "loadWeak", Pointer, 1),
    runtime("objc_loadWeakRetained", "loadWeakRetained", Pointer, 1),
    runtime("objc_moveWeak", "moveWeak", Void, 2),
    runtime("objc_release", "release", Void, 1),
    runtime("objc_retain", "retain", Pointer, 1),
    runtime("objc_retainAutorelease", "retainAutorelease", Pointer, 1),
    runtime("objc_retainAutoreleaseReturnValue", "retainAutoreleaseReturnValue", Pointer, 1),
    runtime("objc_retainAutoreleasedReturnValue", "retainAutoreleasedReturnValue", Pointer, 1),
    runtime("objc_retainBlock", "retainBlock", Pointer, 1),
    runtime("objc_storeStrong", "storeStrong", Void, 2),
    runtime("objc_storeWeak", "storeWeak", Pointer, 2),
    runtime("objc_unsafeClaimAutoreleasedReturnValue", "unsafeClaimAutoreleasedReturnValue", Pointer, 1),
    runtime("objc_retainedObject", "retainedObject", Pointer, 1),
    runtime("objc_unretainedObject", "unretainedObject", Pointer, 1),
    runtime("objc_unretainedPointer", "unretainedPointer", Pointer, 1),
    runtime("objc_retain_autorelease", "retain.autorelease", Pointer, 1),
    runtime("objc_sync_enter", "sync.enter", Int, 1),
    runtime("objc_sync_exit", "sync.exit", Int, 1),
    runtime("objc_arc_annotation_topdown_bbstart", "arc.annotation.topdown.bbstart", Void, 2),
    runtime("objc_arc_annotation_topdown_bbend", "arc.annotation.topdown.bbend", Void, 2),
    runtime("objc_arc_annotation_bottomup_bbstart", "arc.annotation.bottomup.bbstart", Void, 2),
    runtime("objc_arc_annotation_bottomup_bbend", "arc.annotation.bottomup.bbend", Void, 2),
];

impl RuntimeFunction {
    /// Whether a function of this type can be the intrinsic.
    fn fits(&self, types: &Types<'_>, ty: TypeId) -> bool {
        let Type::Function { result, params, vararg } = types.get(ty) else { return false };
        let is_pointer = |ty: TypeId| matches!(types.get(ty), Type::Pointer(_, 0));
        let returns = match self.returns {
            Void => matches!(types.get(*result), Type::Void),
            Pointer => is_pointer(*result),
            Int => matches!(types.get(*result), Type::Integer(32)),
        };
        let takes = match self.params {
            Some(count) => !vararg && params.len() == count && params.iter().all(|param| is_pointer(*param)),
            None => *vararg && params.is_empty(),
        };
        returns && takes
    }
}

/// What is upgraded of a module.
#[derive(Default)]
pub(crate) struct Upgrades {
    /// Whether it has debug info of another version.
    pub drops_debug_info: bool,
    /// The marker, as the flag of the module has it.
    pub marker: Option<Vec<u8>>,
    /// The functions, by place, whose calls are calls of intrinsics.
    runtime: FxHashMap<usize, Intrinsic>,
    /// Their places, in the order in which the intrinsics are declared.
    declared: Vec<usize>,
    has_old_hints: bool,
    /// The numbers of the kinds of attachments that are changed.
    kinds: Kinds,
}

/// What calls of a function are calls of.
struct Intrinsic {
    /// Its name, with `@`.
    name: String,
    /// Whether nothing names the function but such calls, so that LLVM drops it.
    is_all: bool,
}

#[derive(Default)]
struct Kinds {
    loops: Option<u64>,
    debug_info: Vec<u64>,
}

impl Upgrades {
    /// What is upgraded of a module and its bodies, which are changed by it.
    pub fn new<'m>(module: &'m Module<'m>, bodies: &mut [Body<'m>]) -> Upgrades {
        let kind = |name: &[u8]| module.kinds.iter().find(|(_, own)| *own == name).map(|(number, _)| *number);
        let is_old_hint = |node: &Node<'_>| matches!(node, Node::String(text) if text.starts_with(OLD_HINT));
        let mut upgrades = Upgrades {
            drops_debug_info: has_debug_info(module, bodies) && debug_info_version(module) != DEBUG_METADATA_VERSION,
            marker: marker(module),
            has_old_hints: module.metadata.nodes.iter().any(is_old_hint),
            kinds: Kinds {
                loops: kind(b"llvm.loop"),
                debug_info: [&b"dbg"[..], b"heapallocsite", b"DIAssignID"].into_iter().filter_map(kind).collect(),
            },
            ..Upgrades::default()
        };
        upgrades.find_runtime(module, bodies);
        for body in bodies {
            upgrades.body(module, body);
        }
        upgrades
    }

    /// The name of the intrinsic that a call is one of, with `@`.
    pub fn called(&self, module: &Module<'_>, call: &Call) -> Option<&str> {
        if self.runtime.is_empty() || !matches!(call.targets, Targets::Next) {
            return None;
        }
        let place = global_of(module, call.callee)?;
        let is_of_its_type = module.globals.get(place).is_some_and(|global| global.ty == call.ty);
        self.runtime.get(&place).filter(|_| is_of_its_type).map(|intrinsic| intrinsic.name.as_str())
    }

    /// Whether a function is dropped.
    pub fn leaves_out_function(&self, place: usize) -> bool {
        self.runtime.get(&place).is_some_and(|intrinsic| intrinsic.is_all)
    }

    /// The functions, by place, that are declared anew, and the names of these intrinsics, with `@`.
    pub fn declared(&self) -> impl Iterator<Item = (usize, &str)> {
        self.declared.iter().filter_map(|place| Some((*place, self.runtime.get(place)?.name.as_str())))
    }

    /// Whether named metadata is left out.
    pub fn leaves_out(&self, name: &[u8]) -> bool {
        let is_debug_info = name.starts_with(b"llvm.dbg.") || name == b"llvm.gcov";
        is_debug_info && self.drops_debug_info || name == MARKER && self.marker.is_some()
    }

    /// Whether a kind of attachments is left out.
    pub fn leaves_out_kind(&self, kind: u64) -> bool {
        self.drops_debug_info && self.kinds.debug_info.contains(&kind)
    }

    /// Finds the functions of the runtime that can be intrinsics.
    fn find_runtime(&mut self, module: &Module<'_>, bodies: &[Body<'_>]) {
        let by_name: FxHashMap<&[u8], (usize, &RuntimeFunction)> =
            RUNTIME.iter().enumerate().map(|(row, runtime)| (runtime.name.as_bytes(), (row, runtime))).collect();
        let mut rows = Vec::new();
        for (place, global) in module.globals.iter().enumerate() {
            let Some((row, runtime)) = by_name.get(global.name.as_slice()) else { continue };
            let is_meant = self.marker.is_some() || runtime.name == ARC_USE;
            let is_declared = matches!(global.kind, GlobalKind::Function { body: None, .. });
            if is_meant && is_declared && runtime.fits(&module.types, global.ty) {
                let name = format!("@llvm.objc.{}", runtime.intrinsic);
                self.runtime.insert(place, Intrinsic { name, is_all: true });
                rows.push((*row, place));
            }
        }
        if rows.is_empty() {
            return;
        }
        rows.sort_unstable();
        self.declared = rows.into_iter().map(|row| row.1).collect();
        // What else names them.
        let mut others: Vec<u32> = module.globals.iter().flat_map(|global| global.kind.operands()).collect();
        let constants = module.values.iter().chain(bodies.iter().flat_map(|body| &body.values.own));
        others.extend(constants.flat_map(constant_operands));
        let mut called = FxHashSet::default();
        for body in bodies {
            for instruction in &body.instructions {
                let mut callee = match &instruction.kind {
                    Kind::Call(call) if self.called(module, call).is_some() => Some(call.callee),
                    _ => None,
                };
                called.extend(callee);
                instruction.kind.for_each_operand(&body.types, &mut |operand| match operand {
                    Operand::Value(id) if callee == Some(id) => callee = None,
                    Operand::Value(id) => others.push(id),
                    Operand::Block(_) | Operand::Metadata(_) => {}
                });
            }
        }
        for place in others.into_iter().filter_map(|id| global_of(module, id)) {
            self.runtime.entry(place).and_modify(|intrinsic| intrinsic.is_all = false);
        }
        let called: FxHashSet<usize> = called.into_iter().filter_map(|id| global_of(module, id)).collect();
        let is_new = |place: &usize| {
            let name = self.runtime.get(place).and_then(|intrinsic| intrinsic.name.strip_prefix('@'));
            name.is_some_and(|name| module.globals.iter().all(|global| global.name != name.as_bytes()))
        };
        let declared = std::mem::take(&mut self.declared);
        self.declared = declared.into_iter().filter(|place| called.contains(place) && is_new(place)).collect();
    }

    fn body<'m>(&self, module: &Module<'m>, body: &mut Body<'m>) {
        for instruction in &mut body.instructions {
            self.call_intrinsic(module, instruction);
        }
        if self.drops_debug_info {
            self.drop_debug_info(module, body);
        }
        if self.drops_debug_info || self.has_old_hints {
            self.upgrade_loops(module, body);
        }
    }

    /// Takes attributes and attachments from the call of what is an intrinsic: LLVM makes the call anew.
    fn call_intrinsic(&self, module: &Module<'_>, instruction: &mut Instruction) {
        if let Kind::Call(call) = &mut instruction.kind
            && self.called(module, call).is_some()
        {
            call.attributes = 0;
            instruction.attachments.clear();
        }
    }

    fn drop_debug_info(&self, module: &Module<'_>, body: &mut Body<'_>) {
        body.instructions.retain(|instruction| !calls_debug_intrinsic(module, &instruction.kind));
        body.attachments.retain(|attachment| !self.kinds.debug_info.contains(&attachment.0));
        for instruction in &mut body.instructions {
            instruction.location = None;
            instruction.records.clear();
            instruction.attachments.retain(|attachment| !self.kinds.debug_info.contains(&attachment.0));
        }
    }

    /// Has the loops of a body name nodes that say what theirs do, in current words and without locations that are dropped.
    fn upgrade_loops<'m>(&self, module: &Module<'m>, body: &mut Body<'m>) {
        let Some(kind) = self.kinds.loops else { return };
        let mut upgraded: FxHashMap<u64, u64> = FxHashMap::default();
        for place in 0..body.instructions.len() {
            let attachments = body.instructions.get(place).map(|it| it.attachments.as_slice()).unwrap_or_default();
            let Some(own) = attachments.iter().position(|attachment| attachment.0 == kind) else { continue };
            let Some((_, node)) = attachments.get(own).copied() else { continue };
            let replacement = match upgraded.get(&node) {
                Some(known) => *known,
                None => {
                    let made = self.upgraded_loop(module, body, node);
                    upgraded.insert(node, made);
                    made
                }
            };
            if let Some(attachment) =
                body.instructions.get_mut(place).and_then(|instruction| instruction.attachments.get_mut(own))
            {
                attachment.1 = replacement;
            }
        }
    }

    fn upgraded_loop<'m>(&self, module: &Module<'m>, body: &mut Body<'m>, id: u64) -> u64 {
        let Some((mut distinct, mut operands)) = tuple(module, body, id) else { return id };
        let is_location = |number: &u64| {
            let node = number.checked_sub(1).and_then(|id| node(module, body, id));
            matches!(node, Some(Node::Record(LOCATION, _)))
        };
        let before = operands.len();
        if self.drops_debug_info {
            operands.retain(|operand| !is_location(operand));
        }
        let is_shorter = operands.len() < before;
        let hints: Vec<Option<(Vec<u8>, Vec<u64>)>> =
            operands.iter().map(|operand| old_hint(module, body, operand.checked_sub(1)?)).collect();
        let has_hints = hints.iter().any(Option::is_some);
        if !is_shorter && !has_hints {
            return id;
        }
        for (operand, hint) in operands.iter_mut().zip(hints) {
            let Some((tag, mut rest)) = hint else { continue };
            rest.insert(0, add_node(module, body, Node::String(Cow::Owned(tag))) + 1);
            *operand = add_node(module, body, Node::Tuple { distinct: false, operands: rest.into() }) + 1;
        }
        // A loop with other hints is named by a node that is not its own any more.
        if has_hints {
            distinct = false;
        } else if let Some(first) = operands.first_mut().filter(|first| **first == id + 1) {
            *first = (module.metadata.nodes.len() + body.metadata.nodes.len()) as u64 + 1;
        }
        add_node(module, body, Node::Tuple { distinct, operands: operands.into() })
    }
}

/// The operands of a node without a name, which count from one, and whether it is distinct.
fn tuple<'m>(module: &Module<'m>, body: &mut Body<'m>, id: u64) -> Option<(bool, Vec<u64>)> {
    let old = match node(module, body, id)? {
        Node::Tuple { distinct, operands } => return Some((*distinct, operands.to_vec())),
        Node::OldTuple(operands) => operands.clone(),
        _ => return None,
    };
    let mut operands = Vec::with_capacity(old.len());
    for operand in &old {
        operands.push(match *operand {
            OldOperand::Null => 0,
            OldOperand::Metadata(id) => id + 1,
            OldOperand::Value(value) => {
                let ty = body.values.get(value)?.ty;
                add_node(module, body, Node::Value(value, ty)) + 1
            }
        });
    }
    Some((false, operands))
}

/// Metadata of a module or a body by number.
fn node<'n, 'm>(module: &'n Module<'m>, body: &'n Body<'m>, id: u64) -> Option<&'n Node<'m>> {
    let place = usize::try_from(id).ok()?;
    let own = || body.metadata.nodes.get(place.checked_sub(module.metadata.nodes.len())?);
    module.metadata.nodes.get(place).or_else(own)
}

/// Adds a node to a body; returns its number.
fn add_node<'m>(module: &Module<'m>, body: &mut Body<'m>, node: Node<'m>) -> u64 {
    body.metadata.nodes.push(node);
    (module.metadata.nodes.len() + body.metadata.nodes.len()) as u64 - 1
}

/// What a hint in old words says: its current word, and its other operands.
fn old_hint<'m>(module: &Module<'m>, body: &mut Body<'m>, hint: u64) -> Option<(Vec<u8>, Vec<u64>)> {
    let (_, operands) = tuple(module, body, hint)?;
    let (first, rest) = operands.split_first()?;
    let Node::String(tag) = node(module, body, first.checked_sub(1)?)? else { return None };
    let end = tag.strip_prefix(OLD_HINT)?;
    let tag = if **tag == *UNROLL.0 { UNROLL.1.to_vec() } else { [HINT, end].concat() };
    Some((tag, rest.to_vec()))
}

fn calls_debug_intrinsic(module: &Module<'_>, kind: &Kind) -> bool {
    let Kind::Call(call) = kind else { return false };
    let global = global_of(module, call.callee).and_then(|place| module.globals.get(place));
    matches!(call.targets, Targets::Next) && global.is_some_and(|global| global.name.starts_with(b"llvm.dbg."))
}

/// The place of the global value that a number stands for.
fn global_of(module: &Module<'_>, id: u32) -> Option<usize> {
    match module.values.get(id as usize)?.kind {
        ValueKind::Global(place) => usize::try_from(place).ok(),
        ValueKind::Constant(_) | ValueKind::Local => None,
    }
}

fn constant_operands(value: &Value) -> impl Iterator<Item = u32> {
    let operands = match &value.kind {
        ValueKind::Constant(constant) => constant.operands(),
        ValueKind::Global(_) | ValueKind::Local => &[],
    };
    operands.iter().copied()
}

fn has_debug_info(module: &Module<'_>, bodies: &[Body<'_>]) -> bool {
    module.metadata.named.iter().any(|(name, _)| name.starts_with(b"llvm.dbg."))
        || bodies.iter().any(|body| body.instructions.iter().any(|instruction| instruction.location.is_some()))
}

/// The operands of a node without a name that are strings or numbers.
enum Operands<'n> {
    Current(&'n [u64]),
    Old(&'n [OldOperand]),
}

impl Operands<'_> {
    fn node<'n>(&self, module: &'n Module<'_>, place: usize) -> Option<&'n Node<'n>> {
        let id = match self {
            Operands::Current(operands) => operands.get(place)?.checked_sub(1)?,
            Operands::Old(operands) => match operands.get(place)? {
                OldOperand::Metadata(id) => *id,
                OldOperand::Null | OldOperand::Value(_) => return None,
            },
        };
        module.metadata.nodes.get(usize::try_from(id).ok()?)
    }

    fn string<'n>(&self, module: &'n Module<'_>, place: usize) -> Option<&'n [u8]> {
        match self.node(module, place)? {
            Node::String(text) => Some(text),
            _ => None,
        }
    }

    fn number(&self, module: &Module<'_>, place: usize) -> Option<i64> {
        let value = match self {
            Operands::Old(operands) if let Some(OldOperand::Value(value)) = operands.get(place) => *value,
            _ => match self.node(module, place)? {
                Node::Value(value, _) => *value,
                _ => return None,
            },
        };
        match module.values.get(value as usize)?.kind {
            ValueKind::Constant(Constant::Integer(number)) => Some(number),
            _ => None,
        }
    }
}

/// The nodes of named metadata.
fn named<'n>(module: &'n Module<'_>, name: &[u8]) -> impl Iterator<Item = Operands<'n>> {
    let found = module.metadata.named.iter().filter(move |named| named.0 == name).flat_map(|named| &named.1);
    found.filter_map(|id| match module.metadata.nodes.get(usize::try_from(*id).ok()?)? {
        Node::Tuple { operands, .. } => Some(Operands::Current(operands)),
        Node::OldTuple(operands) => Some(Operands::Old(operands)),
        _ => None,
    })
}

/// The version of debug info that a module's flags say; none is 0.
fn debug_info_version(module: &Module<'_>) -> i64 {
    let mut flags = named(module, b"llvm.module.flags");
    let version = flags.find(|flag| flag.string(module, 1) == Some(b"Debug Info Version"));
    version.and_then(|flag| flag.number(module, 2)).unwrap_or(0)
}

/// The marker of a module that has one as named metadata, with the start of a comment that assemblers have since.
fn marker(module: &Module<'_>) -> Option<Vec<u8>> {
    let text = named(module, MARKER).next()?.string(module, 0)?;
    let mut parts = text.split(|byte| *byte == b'#');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(before), Some(after), None) => Some([before, b";", after].concat()),
        _ => Some(text.to_vec()),
    }
}

/// The text of inline assembly that marks such a call, with the start of a comment that assemblers have since.
pub(super) fn upgraded_asm(text: &[u8]) -> Cow<'_, [u8]> {
    let find = |part: &[u8]| text.windows(part.len()).position(|at| at == part);
    let is_marker = text.starts_with(b"mov\tfp") && find(b"objc_retainAutoreleaseReturnValue").is_some();
    match find(b"# marker").filter(|_| is_marker) {
        Some(at) => {
            let mut text = text.to_vec();
            text.splice(at..=at, [b';']);
            Cow::Owned(text)
        }
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_has_the_comment_of_current_assemblers() {
        let old = b"mov\tfp, fp\t\t# marker for objc_retainAutoreleaseReturnValue";
        assert!(upgraded_asm(old).starts_with(b"mov\tfp, fp\t\t; marker"));
        assert_eq!(upgraded_asm(b"nop # marker"), &b"nop # marker"[..]);
    }
}
