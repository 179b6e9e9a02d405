//! Module flags of older versions in the form of LLVM 22; LangRef, "Module Flags Metadata".

use irtrip_dialect::attribute_set::{AttributeItem, AttributeSet};
use irtrip_dialect::enums::ModuleFlagBehavior;
use irtrip_dialect::metadata::module_flags::{
    CODE_OBJECT_VERSION, FORMER_BRANCH_PROTECTION, FORMER_CODE_OBJECT_VERSION, FORMER_PIC_LEVEL, MODULE_FLAGS,
    PIC_LEVEL, is_branch_protection,
};
use irtrip_dialect::metadata::{MetadataGraph, Node, Operand};
use irtrip_dialect::release::{Release, ReleaseRange, Releases};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{AttrData, Context, Str, Type};

const LINKER_OPTIONS: &[u8] = b"llvm.linker.options";
const GARBAGE_COLLECTION: &[u8] = b"Objective-C Garbage Collection";

/// Flags that LLVM has as attributes of functions too; 1 means that the functions have none yet.
const PROTECTIONS: [&str; 3] = ["branch-target-enforcement", "branch-protection-pauth-lr", "guarded-control-stack"];
const SIGN: &str = "sign-return-address";
const SIGN_ALL: &str = "sign-return-address-all";
const SIGN_KEY: &str = "sign-return-address-with-bkey";

/// How functions' returns and branches are protected, by attributes that each defined one gets.
pub(crate) struct BranchProtection {
    attributes: Vec<(Str, Option<Str>)>,
    words: Vec<Str>,
}

impl BranchProtection {
    /// The protection that a module's flags imply and its functions lack; the flags then become 2, which means that they
    /// have it.
    pub fn read(
        ctx: &Context,
        graph: &mut MetadataGraph,
        named: &mut [(Str, Vec<Operand>)],
        triple: &[u8],
    ) -> Option<BranchProtection> {
        if ![&b"aarch64"[..], b"arm", b"thumb"].iter().any(|arch| triple.starts_with(arch)) {
            return None;
        }
        let (_, flags) = named.iter_mut().find(|n| ctx.bytes(n.0) == b"llvm.module.flags")?;
        let mut known_flags: Vec<(&str, i64, usize)> = Vec::new();
        for (place, flag) in flags.iter().enumerate() {
            let Operand::Node(id) = *flag else { continue };
            let Node::Tuple { operands, .. } = graph.node(id) else { continue };
            let [_, Operand::String(name), Operand::Constant(value)] = operands[..] else { continue };
            let known = PROTECTIONS.iter().chain(&[SIGN, SIGN_ALL, SIGN_KEY]).find(|k| k.as_bytes() == ctx.bytes(name));
            known_flags.extend(known.and_then(|known| Some((*known, ctx.int_value(value)?, place))));
        }
        let is_one = |name: &str| known_flags.iter().any(|flag| flag.0 == name && flag.1 == 1);
        let attributed = PROTECTIONS.iter().chain(&[SIGN]).any(|name| is_one(name));
        if !attributed || known_flags.iter().any(|flag| flag.1 == 2) {
            return None;
        }
        let words: Vec<Str> = PROTECTIONS.iter().map(|name| ctx.str(name)).collect();
        let mut attributes: Vec<(Str, Option<Str>)> =
            PROTECTIONS.iter().filter(|name| is_one(name)).map(|name| (ctx.str(name), None)).collect();
        if is_one(SIGN) {
            attributes.push((ctx.str(SIGN), Some(ctx.str(if is_one(SIGN_ALL) { "all" } else { "non-leaf" }))));
            let key = if is_one(SIGN_KEY) { "b_key" } else { "a_key" };
            attributes.push((ctx.str("sign-return-address-key"), Some(ctx.str(key))));
        }
        for (name, _, place) in known_flags.iter().filter(|flag| flag.1 == 1) {
            let number = |value| Operand::Constant(ctx.int_attr(types::I32, value));
            let operands =
                Box::new([number(ModuleFlagBehavior::Min.number()), Operand::String(ctx.str(name)), number(2)]);
            if let Some(flag) = flags.get_mut(*place) {
                *flag = Operand::Node(graph.uniqued(Node::Tuple { distinct: false, operands }));
            }
        }
        Some(BranchProtection { attributes, words })
    }

    /// A defined function's attributes with those that it lacks; words for yes and no are what LLVM 22 has for them.
    pub fn attributes(&self, ctx: &Context, own: &AttributeSet) -> AttributeSet {
        let mut set = AttributeSet::new();
        for item in own.items() {
            match item {
                AttributeItem::String { key, value: Some(value) } if self.words.contains(key) => {
                    if ctx.bytes(*value) == b"true" {
                        set.push(ctx, AttributeItem::String { key: *key, value: None });
                    }
                }
                _ => set.push(ctx, *item),
            }
        }
        for (key, value) in self.attributes.iter().filter(|a| own.string(a.0).is_none()) {
            set.push(ctx, AttributeItem::String { key: *key, value: *value });
        }
        set
    }
}

/// What flags of Objective-C that LLVM adds depend on.
#[derive(Default)]
struct ObjectiveC {
    image_info: bool,
    class_properties: bool,
    /// The number of the garbage collection, where it holds the version of Swift, too.
    swift: Option<i64>,
}

/// Brings the flags among named metadata into the current form, as LLVM does when it reads them.
/// Gives the releases whose writer has the flags.
pub(crate) fn upgrade(ctx: &Context, graph: &mut MetadataGraph, named: &mut [(Str, Vec<Operand>)]) -> Releases {
    let releases = ReleaseRange::default();
    let Some((_, flags)) = named.iter_mut().find(|n| ctx.bytes(n.0) == b"llvm.module.flags") else {
        return Releases::ALL;
    };
    let mut objective_c = ObjectiveC::default();
    for flag in flags.iter_mut() {
        let Operand::Node(id) = *flag else { continue };
        let Node::Tuple { distinct: false, operands } = graph.node(id) else { continue };
        objective_c.see(ctx, operands);
        if let [Operand::Constant(behaviour), Operand::String(name), _] = operands[..] {
            let is = |of: ModuleFlagBehavior| ctx.int_value(behaviour) == Some(of.number());
            match ctx.bytes(name) {
                PIC_LEVEL if is(ModuleFlagBehavior::Max) => releases.narrow(FORMER_PIC_LEVEL),
                name if is_branch_protection(name) && is(ModuleFlagBehavior::Error) => {
                    releases.narrow(FORMER_BRANCH_PROTECTION);
                }
                name if name == FORMER_CODE_OBJECT_VERSION.0.as_bytes() => {
                    releases.narrow(FORMER_CODE_OBJECT_VERSION.1);
                }
                _ => {}
            }
        }
        if let Some(upgraded) = upgraded(ctx, operands) {
            *flag = Operand::Node(graph.uniqued(Node::Tuple { distinct: false, operands: upgraded }));
        }
    }
    for (behaviour, name, ty, value) in objective_c.missing() {
        let operands = [
            Operand::Constant(ctx.int_attr(types::I32, behaviour.number())),
            Operand::String(ctx.str(name)),
            Operand::Constant(ctx.int_attr(ty, value)),
        ];
        flags.push(Operand::Node(graph.uniqued(Node::Tuple { distinct: false, operands: operands.into() })));
    }
    releases.releases()
}

/// Names the options that a flag has for the linker. The flag stays. Returns the releases that take the module: since it has
/// the list, LLVM refuses the flag alone.
pub(crate) fn name_linker_options(
    ctx: &Context,
    graph: &MetadataGraph,
    named: &mut Vec<(Str, Vec<Operand>)>,
) -> Releases {
    if named.iter().any(|list| ctx.bytes(list.0) == LINKER_OPTIONS) {
        return Releases::ALL;
    }
    let flags = named.iter().filter(|list| ctx.bytes(list.0) == MODULE_FLAGS.as_bytes()).flat_map(|list| &list.1);
    let operands = |node: &Operand| match node {
        Operand::Node(id) => match graph.node(*id) {
            Node::Tuple { operands, .. } => Some(operands),
            _ => None,
        },
        _ => None,
    };
    let options = flags.filter_map(operands).find_map(|flag| match &flag[..] {
        [_, Operand::String(name), options] if ctx.bytes(*name) == b"Linker Options" => operands(options),
        _ => None,
    });
    let Some(options) = options else { return Releases::ALL };
    named.push((ctx.byte_str(LINKER_OPTIONS), options.to_vec()));
    Releases::ALL.until(Release::V5)
}

impl ObjectiveC {
    fn see(&mut self, ctx: &Context, operands: &[Operand]) {
        let [_, Operand::String(name), value] = operands else { return };
        match ctx.bytes(*name) {
            b"Objective-C Image Info Version" => self.image_info = true,
            b"Objective-C Class Properties" => self.class_properties = true,
            GARBAGE_COLLECTION => self.swift = wide(ctx, value).filter(|value| value & !0xff != 0),
            _ => {}
        }
    }

    /// The flags that LLVM adds.
    fn missing(&self) -> Vec<(ModuleFlagBehavior, &'static str, Type, i64)> {
        let mut missing = Vec::new();
        if self.image_info && !self.class_properties {
            missing.push((ModuleFlagBehavior::Override, "Objective-C Class Properties", types::I32, 0));
        }
        if let Some(value) = self.swift {
            missing.push((ModuleFlagBehavior::Error, "Swift ABI Version", types::I32, value >> 8 & 0xff));
            missing.push((ModuleFlagBehavior::Error, "Swift Major Version", types::I8, value >> 24 & 0xff));
            missing.push((ModuleFlagBehavior::Error, "Swift Minor Version", types::I8, value >> 16 & 0xff));
        }
        missing
    }
}

/// A number of more than 8 bits.
fn wide(ctx: &Context, value: &Operand) -> Option<i64> {
    let Operand::Constant(value) = value else { return None };
    match ctx.attr_data(*value) {
        AttrData::Integer { ty, value } if *ty != types::I8 => Some(*value),
        _ => None,
    }
}

/// The operands of a flag in the current form, if it is in another.
fn upgraded(ctx: &Context, operands: &[Operand]) -> Option<Box<[Operand]>> {
    let [Operand::Constant(behaviour), Operand::String(name), value] = operands else { return None };
    let (behaviour, written) = (ModuleFlagBehavior::from_number(ctx.int_value(*behaviour)?)?, ctx.bytes(*name));
    let (mut name, mut value) = (*name, *value);
    let replacement = match written {
        PIC_LEVEL if matches!(behaviour, ModuleFlagBehavior::Error | ModuleFlagBehavior::Max) => {
            ModuleFlagBehavior::Min
        }
        b"PIE Level" if behaviour == ModuleFlagBehavior::Error => ModuleFlagBehavior::Max,
        _ if is_branch_protection(written) && behaviour == ModuleFlagBehavior::Error => ModuleFlagBehavior::Min,
        _ if written == FORMER_CODE_OBJECT_VERSION.0.as_bytes() => {
            name = ctx.byte_str(CODE_OBJECT_VERSION);
            behaviour
        }
        b"Objective-C Image Info Section" => {
            let Operand::String(section) = value else { return None };
            let kept: Vec<u8> = ctx.bytes(section).iter().copied().filter(|b| *b != b' ').collect();
            value = Operand::String(ctx.byte_str(&kept));
            behaviour
        }
        GARBAGE_COLLECTION => {
            value = Operand::Constant(ctx.int_attr(types::I8, wide(ctx, &value)? & 0xff));
            ModuleFlagBehavior::Error
        }
        _ => return None,
    };
    let behaviour = Operand::Constant(ctx.int_attr(types::I32, replacement.number()));
    Some(Box::new([behaviour, Operand::String(name), value]))
}
