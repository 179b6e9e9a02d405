//! Named metadata that upstream has attributes or operations of the module for.
//!
//! LangRef, "Module Flags Metadata", "Automatic Linker Flags Named Metadata", "Dependent Libs Named Metadata".

mod profile_summary;

use crate::attr_table::{CGPROFILE_ENTRY, MODULE_FLAG};
use crate::attributes::AttrData;
use crate::body::Module;
use crate::context::{Attr, Str};
use crate::enums::ModuleFlagBehavior;
use crate::export::builder::{Builder, param};
use crate::graph::reader::NodeReader;
use crate::graph::{Node, NodeId, Operand};
use crate::names::SYM_NAME;
use crate::release::{Release, Releases};
use crate::types::well_known as types;

/// The named metadata upstream has forms for, in the order they are written where no preserved attribute has another
/// order.
pub(crate) static UPSTREAM_NAMED: &[&str] =
    &[MODULE_FLAGS, "llvm.ident", "llvm.dependent-libraries", "llvm.linker.options", "llvm.commandline"];

/// The named metadata that holds the module's flags. LangRef, "Module Flags Metadata".
pub const MODULE_FLAGS: &str = "llvm.module.flags";
/// The flag that says how far code is independent of its position.
pub const PIC_LEVEL: &[u8] = b"PIC Level";
/// The releases that merge that flag to the greatest value, and not to the least.
pub const FORMER_PIC_LEVEL: Releases = Releases::ALL.until(Release::V16);
/// The releases whose flags about the protection of branches must be the same in all modules; since, the least one counts.
pub const FORMER_BRANCH_PROTECTION: Releases = Releases::ALL.until(Release::V15);

/// Whether a flag is about the protection of branches of AArch64.
///
/// ```
/// use irtrip_dialect::metadata::module_flags::is_branch_protection;
/// assert!(is_branch_protection(b"sign-return-address-all") && !is_branch_protection(b"PIC Level"));
/// ```
pub fn is_branch_protection(name: &[u8]) -> bool {
    name == b"branch-target-enforcement" || name.starts_with(b"sign-return-address")
}

/// The flag that says which version AMDGPU's code objects have.
pub const CODE_OBJECT_VERSION: &[u8] = b"amdhsa_code_object_version";
/// The name of that flag in older releases, and which these are.
pub const FORMER_CODE_OBJECT_VERSION: (&str, Releases) =
    ("amdgpu_code_object_version", Releases::ALL.until(Release::V19));
/// The flag without which LLVM drops debug information.
const DEBUG_INFO_VERSION: &str = "Debug Info Version";
/// The version of debug metadata that LLVM 22 has.
const DEBUG_METADATA_VERSION: i64 = 3;

impl NodeReader<'_> {
    /// The `#llvm.mlir.module_flag<...>` of a flag, and whether it round-trips.
    pub fn module_flag(self, id: NodeId) -> Option<(Attr, bool)> {
        let ctx = self.ctx;
        let [behavior, key, value] = self.uniqued(id)? else { return None };
        let (behavior, behavior_type) = self.unsigned(behavior)?;
        let behavior = ModuleFlagBehavior::from_number(behavior)?;
        let key = key.string()?;
        let is_list = matches!(ctx.bytes(key), b"CG Profile" | b"ProfileSummary");
        let (value, exact) = match value {
            Operand::String(_) | Operand::Constant(_) if is_list => return None,
            Operand::String(text) => (ctx.str_attr(*text), true),
            Operand::Constant(constant) => match ctx.attr_data(*constant) {
                AttrData::Integer { ty, value } => (ctx.int_attr(types::I32, *value), *ty == types::I32),
                _ => return None,
            },
            Operand::Node(list) if ctx.bytes(key) == b"CG Profile" => self.call_graph_profile(*list)?,
            Operand::Node(summary) if ctx.bytes(key) == b"ProfileSummary" => self.profile_summary(*summary)?,
            Operand::Node(_) | Operand::Null => return None,
        };
        let params = Box::new([Some(ctx.enum_attr(behavior)), Some(ctx.str_attr(key)), Some(value)]);
        let exact = exact && behavior_type == types::I32;
        Some((ctx.attr(AttrData::Llvm { kind: MODULE_FLAG, params }), exact))
    }

    /// `distinct !{!{ptr @from, ptr @to, i64 7}, ...}`
    fn call_graph_profile(self, id: NodeId) -> Option<(Attr, bool)> {
        let distinct = self.distinct(id);
        let entries = distinct.or_else(|| self.uniqued(id))?.iter();
        let entries: Option<Vec<Attr>> = entries.map(|entry| self.call_graph_entry(entry.node()?)).collect();
        Some((self.ctx.array(&entries?), distinct.is_some()))
    }

    fn call_graph_entry(self, id: NodeId) -> Option<Attr> {
        let ctx = self.ctx;
        let [from, to, count] = self.uniqued(id)? else { return None };
        let function = |operand: &Operand| match operand {
            Operand::Null => Some(None),
            Operand::Constant(symbol) => ctx.symbol_value(*symbol).map(|_| Some(*symbol)),
            Operand::Node(_) | Operand::String(_) => None,
        };
        let count = ctx.int_attr(types::I64, self.int(count, types::I64)?);
        let params = Box::new([function(from)?, function(to)?, Some(count)]);
        Some(ctx.attr(AttrData::Llvm { kind: CGPROFILE_ENTRY, params }))
    }

    /// Whether the named metadata has the flag of the version of debug information.
    pub(crate) fn has_debug_info_version(self, named: &[(Str, Vec<Operand>)]) -> bool {
        let flags = named.iter().filter(|named| self.ctx.bytes(named.0) == MODULE_FLAGS.as_bytes());
        flags.flat_map(|named| &named.1).any(|flag| {
            let key = match flag.node().map(|flag| self.graph.node(flag)) {
                Some(Node::Tuple { operands, .. }) => operands.get(1).and_then(Operand::string),
                _ => None,
            };
            key.is_some_and(|key| self.ctx.bytes(key) == DEBUG_INFO_VERSION.as_bytes())
        })
    }

    /// The strings of an `llvm.linker.options` entry.
    pub fn strings(self, id: NodeId) -> Option<Attr> {
        let strings: Option<Vec<Attr>> = self.uniqued(id)?.iter().map(|s| self.string_attr(s)).collect();
        Some(self.ctx.array(&strings?))
    }
}

impl Builder<'_> {
    /// The flag that a `#llvm.mlir.module_flag<...>` stands for.
    pub fn module_flag(&mut self, flag: Attr, module: &Module) -> Option<NodeId> {
        let params = self.params(flag, MODULE_FLAG)?;
        let behavior: ModuleFlagBehavior = self.ctx.enum_value(param(params, 0)?)?;
        let behavior = self.int(types::I32, behavior.number());
        let key = Operand::String(self.ctx.string_value(param(params, 1)?)?);
        let value = param(params, 2)?;
        let value = match self.ctx.attr_data(value) {
            AttrData::String { value, .. } => Operand::String(*value),
            AttrData::Integer { value, .. } => self.int(types::I32, *value),
            AttrData::Array(entries) => {
                let entries: Option<Vec<Operand>> =
                    entries.iter().map(|e| self.call_graph_entry(*e, module).map(Operand::Node)).collect();
                Operand::Node(self.distinct(&entries?))
            }
            AttrData::Llvm { .. } => Operand::Node(self.profile_summary(value)?),
            _ => return None,
        };
        Some(self.tuple(&[behavior, key, value]))
    }

    /// The flag that says that debug information is of LLVM's version.
    pub fn debug_info_version(&mut self) -> NodeId {
        let behavior = self.int(types::I32, ModuleFlagBehavior::Warning.number());
        let version = self.int(types::I32, DEBUG_METADATA_VERSION);
        let key = self.string(DEBUG_INFO_VERSION);
        self.tuple(&[behavior, key, version])
    }

    /// A function that is none of the module's leaves `null`.
    fn call_graph_entry(&mut self, entry: Attr, module: &Module) -> Option<NodeId> {
        let ctx = self.ctx;
        let params = self.params(entry, CGPROFILE_ENTRY)?;
        let name = |op| ctx.string_value(module.body.attr(ctx, op, SYM_NAME)?);
        let functions = self.functions.get_or_insert_with(|| module.ops().filter_map(name).collect());
        let known = |symbol: &Attr| ctx.symbol_value(*symbol).is_some_and(|name| functions.contains(&name));
        let [from, to] =
            [0, 1].map(|place| param(params, place).filter(known).map_or(Operand::Null, Operand::Constant));
        let count = self.int(types::I64, self.ctx.int_value(param(params, 2)?)?);
        Some(self.tuple(&[from, to, count]))
    }

    /// A tuple of strings.
    pub fn strings(&mut self, list: Attr) -> NodeId {
        let ctx = self.ctx;
        let strings: Vec<Operand> =
            ctx.items(list).iter().filter_map(|s| ctx.string_value(*s)).map(Operand::String).collect();
        self.tuple(&strings)
    }
}
