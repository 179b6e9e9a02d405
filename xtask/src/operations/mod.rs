//! The definitions of a dialect's operations from the records of its `.td` file. MLIR,
//! "Operation Definition Specification".
//!
//! 1. [`types`] reads the types of operands and results, [`attributes`] the inherent attributes.
//! 2. [`format`] reads the assembly format.
//! 3. [`Operation::definition`] writes the definition. What upstream has code for is not in the records: a custom format, a verifier, a
//!    translation that is not the call of one intrinsic.

mod attributes;
mod format;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::generated::Generated;
use crate::intrinsics::llvm_name;
use crate::llvm::Llvm;
use crate::records::{Record, Records, arguments, class, is_a, number, string};
use attributes::{Slot, WordSet};
use format::Format;
use types::{Group, Types};

pub use types::undecorated;

/// A file of definitions that is made.
struct Source {
    /// Its path.
    path: &'static str,
    /// The `.td` file: one of upstream's, or one of the project with what later releases have.
    records: &'static str,
    /// The class of the records.
    class: &'static str,
    /// Whether upstream's import makes operations of the dialect.
    is_imported: bool,
    /// What the file uses; `@` is the module of its dialect.
    uses: &'static str,
    /// The words that `op_defs!` starts with; empty where the definitions have no names.
    op_defs: &'static str,
}

impl Source {
    /// The definitions of a dialect of hardware.
    const fn hardware(path: &'static str, records: &'static str) -> Source {
        let (uses, op_defs) = ("use crate::@::{CODE, DIALECT};\nuse crate::prelude::*;\n", "of DIALECT");
        Source { path, records, class: "Op", is_imported: false, uses, op_defs }
    }

    /// The operations of a file that later releases have.
    const fn later(path: &'static str, records: &'static str, uses: &'static str) -> Source {
        Source { class: "Later", uses, op_defs: "", ..Source::hardware(path, records) }
    }
}

const SOURCES: [Source; 12] = [
    Source {
        is_imported: true,
        uses: "use super::prelude::*;\nuse crate::ops::intrinsics::CODE;\n",
        op_defs: "core Llvm core_dialects::first_op::intrinsics",
        ..Source::hardware(
            "dialect/ops/src/ops/core_dialects/generated/intrinsics.rs",
            "mlir/Dialect/LLVMIR/LLVMIntrinsicOps.td",
        )
    },
    Source {
        is_imported: true,
        ..Source::hardware("hardware/src/generated/nvvm.rs", "mlir/Dialect/LLVMIR/NVVMOps.td")
    },
    Source::later(
        "hardware/src/generated/nvvm_later.rs",
        "xtask/td/nvvm_later.td",
        "use crate::nvvm::later::CODE;\nuse crate::prelude::*;\n",
    ),
    Source::hardware("hardware/src/generated/rocdl.rs", "mlir/Dialect/LLVMIR/ROCDLOps.td"),
    Source::later(
        "hardware/src/generated/rocdl_later.rs",
        "xtask/td/rocdl_later.td",
        "use crate::rocdl::later::{CODE, OWN_NAME};\nuse crate::prelude::*;\n\nuse irtrip_dialect::translation::{Argument, IntrinsicCall, Translation};\n",
    ),
    Source::hardware("hardware/src/generated/xevm.rs", "mlir/Dialect/LLVMIR/XeVMOps.td"),
    Source::hardware("hardware/src/generated/vcix.rs", "mlir/Dialect/LLVMIR/VCIXOps.td"),
    Source::hardware("hardware/src/generated/arm_neon.rs", "mlir/Dialect/ArmNeon/ArmNeon.td"),
    Source::hardware("hardware/src/generated/arm_sve.rs", "mlir/Dialect/ArmSVE/IR/ArmSVE.td"),
    Source::hardware("hardware/src/generated/arm_sme.rs", "mlir/Dialect/ArmSME/IR/ArmSMEIntrinsicOps.td"),
    Source::hardware("hardware/src/generated/amx.rs", "mlir/Dialect/AMX/AMX.td"),
    Source::hardware("hardware/src/generated/x86vector.rs", "mlir/Dialect/X86Vector/X86Vector.td"),
];

/// Makes all files of definitions.
pub fn op_defs(llvm: &Llvm) -> Result<Vec<Generated>> {
    let intrinsics = Intrinsics::of(llvm)?;
    SOURCES.iter().map(|source| file(llvm, source, &intrinsics).with_context(|| source.records)).collect()
}

/// The names of LLVM's intrinsics by those of the C++ enumeration.
struct Intrinsics {
    /// The name in LLVM IR without `llvm.`, and whether the types of its arguments are part of it.
    names: BTreeMap<String, (String, bool)>,
}

impl Intrinsics {
    fn of(llvm: &Llvm) -> Result<Intrinsics> {
        let records = Records::of(llvm, "llvm/IR/Intrinsics.td")?;
        let mut names = BTreeMap::new();
        for name in records.instances("Intrinsic")? {
            let types = records.reference(records.record(name)?, "TypeInfo")?;
            let symbol = name.strip_prefix("int_").unwrap_or(name).to_owned();
            names.insert(symbol, (llvm_name(&records, name)?, number(types, "isOverloaded")? != 0));
        }
        Ok(Intrinsics { names })
    }
}

fn file(llvm: &Llvm, source: &Source, intrinsics: &Intrinsics) -> Result<Generated> {
    let records = Records::of(llvm, source.records)?;
    let mut operations = BTreeMap::new();
    for name in records.instances(source.class)? {
        let operation = Operation::of(&records, name).with_context(|| format!("the record {name}"))?;
        operations.insert(operation.name.clone(), operation);
    }
    let mut sets: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut words: BTreeSet<WordSet> = BTreeSet::new();
    let mut op_defs = String::new();
    for operation in operations.values() {
        for group in operation.operands.iter().chain(&operation.results) {
            if let Types::Set(words, patterns) = &group.types {
                sets.insert(words.clone(), patterns.clone());
            }
        }
        sets.extend(operation.rule_sets()?);
        let sets_of_words = operation.slots.iter().filter_map(|slot| slot.words.clone());
        words.extend(sets_of_words.filter(|set| set.is_later == (source.class == "Later")));
        op_defs.push_str(&operation.definition(source, intrinsics).with_context(|| operation.name.clone())?);
    }
    let dialect = Path::new(source.path).file_stem().and_then(|stem| stem.to_str()).context("no name of a file")?;
    let release = if source.class == "Later" { String::new() } else { format!(" of MLIR {}", llvm.release()) };
    let mut text = format!(
        "//! Made by `cargo xtask tables` from {}{release}.\n\n{}\n",
        source.records,
        source.uses.replace('@', dialect)
    );
    for (words, patterns) in &sets {
        let patterns = patterns.join(", ");
        writeln!(text, "static {}: TypeSet = TypeSet {{ words: {words:?}, types: &[{patterns}] }};", set_name(words))?;
    }
    if !source.op_defs.starts_with("core") {
        writeln!(text, "\n/// The words of the dialect's enumerations.\npub static WORD_SETS: &[WordSet] = &[")?;
        words.iter().try_for_each(|set| text.write_str(&word_set(set)))?;
        writeln!(text, "];")?;
    }
    match source.op_defs {
        "" => writeln!(text, "\n/// The definitions.\npub static OP_DEFS: &[OpDef] = &[\n{op_defs}];")?,
        start => writeln!(text, "\nop_defs! {{\n    {start};\n{op_defs}}}")?,
    }
    Ok(Generated::new(source.path, text))
}

/// The place and the types of a rule in words: `'res' is vector<[16]xi1>`.
fn type_is(words: &str) -> Result<(&str, &str)> {
    let rule = words.strip_prefix('\'').and_then(|rest| rest.split_once("' is "));
    rule.with_context(|| format!("the rule of types \"{words}\""))
}

/// The name of the `TypeSet` that upstream calls so.
fn set_name(words: &str) -> String {
    let words = words.replace("LLVM ", "").replace("dialect-compatible ", "").replace("in address space ", "");
    let mut name: String = words.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    while name.contains("__") {
        name = name.replace("__", "_");
    }
    format!("SET_{}", name.to_uppercase())
}

fn word_set(set: &WordSet) -> String {
    let WordSet { mnemonic, attribute, enumeration, words, .. } = set;
    let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
    let attribute = attribute.strip_suffix("Attr").unwrap_or(attribute);
    format!(
        "    one_word({mnemonic:?}, &{words:?}, \"expected {enumeration} to be one of: \", \
         \"failed to parse {attribute}Attr parameter 'value' which is to be a `{enumeration}`\"),\n"
    )
}

/// An operation as its record says it.
struct Operation<'a> {
    /// Its name with the dialect.
    name: String,
    record: &'a Record,
    records: &'a Records,
    operands: Vec<Group>,
    results: Vec<Group>,
    slots: Vec<Slot>,
}

impl<'a> Operation<'a> {
    fn of(records: &'a Records, name: &str) -> Result<Operation<'a>> {
        let record = records.record(name)?;
        let dialect = string(records.reference(record, "opDialect")?, "name")?;
        let (mut operands, mut slots) = (Vec::new(), Vec::new());
        for (constraint, field) in arguments(record, "arguments")? {
            let field = if field.is_empty() { "arg" } else { field };
            if is_a(types::undecorated(records, records.record(constraint)?)?, "AttrConstraint") {
                slots.push(Slot::of(records, constraint, field).with_context(|| field.to_owned())?);
            } else {
                operands.push(Group::of(records, constraint, field).with_context(|| field.to_owned())?);
            }
        }
        let results = arguments(record, "results")?;
        let results = results.iter().map(|(constraint, field)| Group::of(records, constraint, field));
        Ok(Operation {
            name: format!("{dialect}.{}", string(record, "opName")?),
            record,
            records,
            operands,
            results: results.collect::<Result<_>>()?,
            slots,
        })
    }

    /// The place of an operand group.
    fn operand(&self, name: &str) -> Option<usize> {
        self.operands.iter().position(|group| group.name == name)
    }

    /// The definition.
    fn definition(&self, source: &Source, intrinsics: &Intrinsics) -> Result<String> {
        let name = &self.name;
        let (_, own) = name.split_once('.').context("a name without a dialect")?;
        // All operations of the core's file are intrinsics.
        let own = own.strip_prefix("intr.").filter(|_| source.op_defs.starts_with("core")).unwrap_or(own);
        // A Rust name starts with no digit.
        let prefix = if own.starts_with(|c: char| c.is_ascii_digit()) { "N" } else { "" };
        let constant = format!("{prefix}{}", own.replace('.', "_").to_uppercase());
        let start = if source.op_defs.is_empty() { String::new() } else { format!("{constant} = ") };
        let mut definition = format!("    {start}OpDef::new({name:?})");
        definition.push_str(&self.groups_and_slots());
        let mut traits = self.traits()?;
        let declared = string(self.record, "assemblyFormat").ok();
        if let Some(text) = declared.filter(|text| !text.contains("custom<")) {
            let format = Format::of(self, text)?;
            write!(definition, ".format(&[{}])", format.elements.join(", "))?;
            let types = self.inferred(&format)?;
            if !types.is_empty() {
                write!(definition, ".types(&[{}])", types.join(", "))?;
            }
        }
        let chips = self.chips()?;
        if !chips.is_empty() {
            write!(
                definition,
                ".trait_rules(&[|op, report| crate::nvvm::chips::check(op, crate::nvvm::chips::Chips::{chips}, report)])"
            )?;
        }
        let rules = self.type_rules()?;
        if !rules.is_empty() {
            write!(definition, ".type_rules(&[{}])", rules.join(", "))?;
        }
        // Upstream names the results of an operation that has several.
        if self.results.len() > 1 {
            definition.push_str(".result_name(ResultName::Slots)");
        }
        let intrinsic = self.intrinsic(intrinsics)?;
        if intrinsic.is_some() && !(source.is_imported && is_a(self.record, "LLVM_IntrOpBase")) {
            traits.push("Traits::EXPORT_ONLY");
        }
        if !traits.is_empty() {
            write!(definition, ".traits(&[{}])", traits.join(", "))?;
        }
        if let Some(intrinsic) = intrinsic {
            definition.push_str(&intrinsic);
        }
        definition.push_str(&self.call());
        let end = if source.op_defs.is_empty() { ',' } else { ';' };
        writeln!(definition, ".with_code(CODE){end}")?;
        Ok(definition)
    }

    /// The calls that add operands, results and attributes to the definition.
    fn groups_and_slots(&self) -> String {
        let mut definition = String::new();
        if !self.operands.is_empty() {
            definition += &format!(".operands(&[{}])", groups(&self.operands));
        }
        if !self.results.is_empty() {
            definition += &format!(".results(&[{}])", groups(&self.results));
        }
        if !self.slots.is_empty() {
            let slots: Vec<&str> = self.slots.iter().map(|slot| slot.expression.as_str()).collect();
            definition += &format!(".attrs(&[{}])", slots.join(", "));
            if slots.contains(&"FASTMATH") {
                definition.push_str(".clauses(FASTMATH_CLAUSE)");
            }
        }
        definition
    }

    /// What the record says must hold between types.
    fn type_rules(&self) -> Result<Vec<String>> {
        let mut rules = Vec::new();
        for (_, record) in self.records.list(self.record, "traits")? {
            let facet = match class(record) {
                Some("AllTypesMatch") => "Type",
                Some("AllShapesMatch") => "Shape",
                Some("AllElementTypesMatch") => "ElementType",
                Some("AllElementCountsMatch") => "ElementCount",
                Some("TypeIs") => {
                    let words = string(record, "summary")?;
                    let (name, types) = type_is(words)?;
                    let place = self.place(name).with_context(|| format!("the place of {words}"))?;
                    rules.push(format!("TypeRule::Is({place}, &{}, {words:?})", set_name(types)));
                    continue;
                }
                Some("TypesMatchWith") => {
                    let Some((to, from, size)) = self.follows(record)? else { continue };
                    rules.push(format!("TypeRule::Follows({to}, {from}, {size}, {:?})", string(record, "summary")?));
                    continue;
                }
                _ => continue,
            };
            let names = record.get("values").and_then(|values| values.as_array()).context("no values")?;
            let places: Option<Vec<String>> = names.iter().map(|name| self.place(name.as_str()?)).collect();
            let places = places.context("a rule of types that names no operand and no result")?;
            rules.push(format!("TypeRule::Same(Facet::{facet}, &[{}])", places.join(", ")));
        }
        Ok(rules)
    }

    /// The `Chips` that have the operation, where a trait names them; else empty.
    fn chips(&self) -> Result<String> {
        for (_, record) in self.records.list(self.record, "traits")? {
            let Ok(words) = string(record, "trait") else { continue };
            let Some((kind, chips)) = words.strip_suffix(">::Impl").and_then(|words| words.split_once('<')) else {
                continue;
            };
            match kind {
                "NVVMRequiresSM" => return Ok(format!("From({chips})")),
                "NVVMRequiresSMa" => return Ok(format!("Variants(&[{}])", chips.replace(',', ", "))),
                _ => {}
            }
        }
        Ok(String::new())
    }

    /// What follows from the size of what, and how, where a rule is of that kind.
    fn follows(&self, rule: &Record) -> Result<Option<(String, String, String)>> {
        let Some(size) = types::of_size(string(rule, "transformer")?) else { return Ok(None) };
        let [from, to] = ["lhs", "rhs"].map(|field| string(rule, field));
        let (from, to) = (self.place(from?).context("no place")?, self.place(to?).context("no place")?);
        Ok(Some((to, from, size)))
    }

    /// The sets that rules of types name.
    fn rule_sets(&self) -> Result<Vec<(String, Vec<String>)>> {
        let traits = self.records.list(self.record, "traits")?;
        let rules = traits.iter().filter(|(_, record)| class(record) == Some("TypeIs"));
        rules
            .map(|(_, record)| {
                let (_, types) = type_is(string(record, "summary")?)?;
                Ok((types.to_owned(), types::whole(types)?))
            })
            .collect()
    }

    /// The expression of the place of an operand or a result.
    fn place(&self, name: &str) -> Option<String> {
        let result = || self.results.iter().position(|result| result.name == name);
        match self.operand(name) {
            Some(group) => Some(format!("Place::Operand({group})")),
            None => result().map(|group| format!("Place::Result({group})")),
        }
    }

    fn traits(&self) -> Result<Vec<&'static str>> {
        let mut traits = Vec::new();
        for (name, _) in self.records.list(self.record, "traits")? {
            traits.extend(match name {
                "Pure" => Some("Traits::PURE"),
                "AttrSizedOperandSegments" => Some("Traits::OPERAND_SEGMENTS"),
                "AttrSizedResultSegments" => Some("Traits::RESULT_SEGMENTS"),
                "SameOperandsAndResultType" => Some("Traits::SAME_OPERANDS_AND_RESULT_TYPE"),
                "SameOperandsAndResultElementType" => Some("Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE"),
                "SameOperandsElementType" => Some("Traits::SAME_OPERANDS_ELEMENT_TYPE"),
                "SameTypeOperands" => Some("Traits::SAME_TYPE_OPERANDS"),
                _ => None,
            });
        }
        Ok(traits)
    }

    /// The types that the format does not spell: those that must be the same as one that it does, and those of which there is
    /// one alone.
    fn inferred(&self, format: &Format) -> Result<Vec<String>> {
        let mut same: Vec<Vec<String>> = Vec::new();
        let mut follows = Vec::new();
        for (name, record) in self.records.list(self.record, "traits")? {
            if class(record) == Some("TypesMatchWith") {
                follows.extend(self.follows(record)?);
            }
            if name == "SameOperandsAndResultType" {
                same.push(self.operands.iter().chain(&self.results).map(|group| group.name.clone()).collect());
            }
            if class(record) == Some("AllTypesMatch")
                || string(record, "summary").is_ok_and(|s| s.ends_with("have same type"))
            {
                let names = record.get("values").and_then(|values| values.as_array()).context("no values")?;
                same.push(names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect());
            }
        }
        let place = |name: &str| match self.operand(name) {
            Some(group) => (format!("Place::Operand({group})"), format.typed_operands.contains(&group)),
            None => {
                let group = self.results.iter().position(|result| result.name == name).unwrap_or(0);
                (format!("Place::Result({group})"), format.typed_results.contains(&group))
            }
        };
        let mut rules = Vec::new();
        for group in self.operands.iter().chain(&self.results) {
            let (own, is_typed) = place(&group.name);
            if is_typed {
                continue;
            }
            let source = same.iter().filter(|names| names.contains(&group.name)).flatten().find_map(|name| {
                let (place, is_typed) = place(name);
                is_typed.then_some(place)
            });
            match source {
                Some(source) => rules.push(format!("({own}, TypeInference::Same({source}))")),
                None if follows.iter().any(|(to, ..)| *to == own) => {
                    let (_, from, size) = follows.iter().find(|(to, ..)| *to == own).context("no rule")?;
                    rules.push(format!("({own}, TypeInference::OfSize({from}, {size}))"));
                }
                None if group.is_buildable => rules.push(format!("({own}, TypeInference::OnlyType)")),
                None => {}
            }
        }
        Ok(rules)
    }

    /// The call of the intrinsic of its name, where the record is of the class `LaterCall`; else empty.
    fn call(&self) -> String {
        let Some(names) = self.record.get("callArguments").and_then(|names| names.as_array()) else {
            return String::new();
        };
        let arguments = names.iter().filter_map(|name| name.as_str()).map(|name| {
            if self.operand(name).is_some() {
                return format!("Argument::Operand({name:?})");
            }
            match self.slots.iter().find(|slot| slot.name == name).and_then(|slot| slot.words.as_ref()) {
                Some(set) => format!("Argument::WordNumber({name:?}, &{:?})", set.words),
                None => format!("Argument::Attr({name:?})"),
            }
        });
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        format!(".translation(Translation::Call(IntrinsicCall::new(&[OWN_NAME], &[{arguments}])))")
    }

    /// The call that makes the definition stand for an intrinsic, where its translation is the call of one.
    fn intrinsic(&self, intrinsics: &Intrinsics) -> Result<Option<String>> {
        let find = |symbol: &str| intrinsics.names.get(symbol).with_context(|| format!("no intrinsic {symbol}"));
        if is_a(self.record, "LLVM_IntrOpBase") {
            let symbol = string(self.record, "llvmEnumName")?;
            // LLVM may have an intrinsic of a later operation later.
            let name = match is_a(self.record, "Later") && !intrinsics.names.contains_key(symbol) {
                true => symbol.replace('_', "."),
                false => find(symbol)?.0.clone(),
            };
            let [results, operands, places] = ["overloadedResultsCpp", "overloadedOperandsCpp", "immArgPositionsCpp"]
                .map(|field| string(self.record, field).map(|list| list.trim_matches(['{', '}']).to_owned()));
            let names: Vec<&str> = string(self.record, "immArgAttrNamesCpp")?.split('"').skip(1).step_by(2).collect();
            let places = places?;
            let immediates = places.split(", ").filter(|place| !place.is_empty()).zip(names);
            let immediates: Vec<String> = immediates.map(|(place, name)| format!("({place}, {name:?})")).collect();
            let (results, operands, immediates) = (results?, operands?, immediates.join(", "));
            return Ok(Some(format!(
                ".intrinsic_with(\"llvm.{name}\", &[{results}], &[{operands}], &[{immediates}], LoweringKind::Plain)"
            )));
        }
        let Some((symbol, arguments)) = string(self.record, "llvmBuilder").ok().and_then(plain_call) else {
            return Ok(None);
        };
        let (name, is_overloaded) = find(symbol)?;
        let operands: Vec<String> = self.operands.iter().map(|group| format!("${}", group.name)).collect();
        let is_plain =
            !is_overloaded && arguments == operands && self.operands.iter().all(|group| group.arity == "one");
        Ok(is_plain.then(|| format!(".intrinsic(\"llvm.{name}\", &[], &[])")))
    }
}

/// The intrinsic and the arguments of a builder that is the call of one: `$res = createIntrinsicCall(builder, ID, {$a});`
fn plain_call(builder: &str) -> Option<(&str, Vec<String>)> {
    let call = builder.trim();
    let call = call.strip_prefix("$res = ").unwrap_or(call).strip_prefix("createIntrinsicCall(builder,")?;
    let call = call.trim_start().strip_prefix("llvm::Intrinsic::")?.strip_suffix(");")?;
    let (symbol, arguments) = call.split_once(',').unwrap_or((call, "{}"));
    let arguments = arguments.trim().strip_prefix('{')?.strip_suffix('}')?;
    let arguments = arguments.split(',').map(|argument| argument.trim().to_owned());
    Some((symbol.trim(), arguments.filter(|argument| !argument.is_empty()).collect()))
}

fn groups(groups: &[Group]) -> String {
    let expressions = groups.iter().map(|group| {
        let types = match &group.types {
            Types::Named(name) => name.clone(),
            Types::Set(words, _) => format!("Set(&{})", set_name(words)),
        };
        match &group.sizes {
            Some(sizes) => format!("group({:?}, Arity::VariadicOfVariadic({sizes:?}), {types})", group.name),
            None => format!("{}({:?}, {types})", group.arity, group.name),
        }
    });
    expressions.collect::<Vec<_>>().join(", ")
}
