//! Tables of the records that `llvm-tblgen --dump-json` prints of a dialect's `.td` files.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use serde_json::{Map, Value};

use crate::definitions::trait_words;

/// A record of `llvm-tblgen`: its fields by name.
pub type Record = Map<String, Value>;

/// Why records make no table.
#[derive(Debug)]
pub enum RecordsError {
    /// The text is no JSON.
    Json(serde_json::Error),
    /// The records are not those of `llvm-tblgen`, or have no operations.
    NoOperations,
    /// A record lacks what its class has.
    Record {
        /// The record.
        name: String,
        /// What it lacks.
        lacks: &'static str,
    },
}

impl fmt::Display for RecordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordsError::Json(error) => write!(f, "no JSON: {error}"),
            RecordsError::NoOperations => f.write_str("no operations among the records"),
            RecordsError::Record { name, lacks } => write!(f, "the record {name} has no {lacks}"),
        }
    }
}

impl std::error::Error for RecordsError {}

/// The tables of all dialects among records, in the order of the dialects' names.
///
/// With `summaries`, operations have the lines that describe them.
///
/// # Errors
/// The text is not what `llvm-tblgen --dump-json` prints of operations.
pub fn tables(json: &[u8], summaries: bool) -> Result<Vec<String>, RecordsError> {
    tables_of(serde_json::from_slice(json).map_err(RecordsError::Json)?, summaries)
}

/// The same of JSON that is read already.
///
/// # Errors
/// The value is not what `llvm-tblgen --dump-json` prints of operations.
pub fn tables_of(json: Value, summaries: bool) -> Result<Vec<String>, RecordsError> {
    let Value::Object(records) = json else { return Err(RecordsError::NoOperations) };
    let records = Records(records);
    let names = records.instances("Op");
    let mut dialects: BTreeMap<&str, Vec<(String, &str)>> = BTreeMap::new();
    for name in names {
        let lacks = |lacks| RecordsError::Record { name: name.to_owned(), lacks };
        let record = records.record(name).ok_or_else(|| lacks("fields"))?;
        let dialect = records.dialect(record, "opDialect").ok_or_else(|| lacks("dialect"))?;
        let own = text(record, "opName").ok_or_else(|| lacks("name"))?;
        dialects.entry(dialect).or_default().push((format!("{dialect}.{own}"), name));
    }
    if dialects.is_empty() {
        return Err(RecordsError::NoOperations);
    }
    let table = |(dialect, mut operations): (&str, Vec<(String, &str)>)| {
        operations.sort();
        table(&records, dialect, &operations, summaries)
    };
    Ok(dialects.into_iter().map(table).collect())
}

fn table(records: &Records, dialect: &str, operations: &[(String, &str)], summaries: bool) -> String {
    let mut out = format!("dialect {dialect}\n");
    for (_, line) in records.enumerations(dialect) {
        out.push_str(&line);
    }
    for (name, record) in operations {
        if let Some(lines) = records.record(record).and_then(|record| records.operation(name, record, summaries)) {
            out.push_str(&lines);
        }
    }
    out
}

struct Records(Record);

/// The name of the record that a value refers to.
pub fn defined(value: Option<&Value>) -> Option<&str> {
    value?.get("def")?.as_str()
}

fn text<'r>(record: &'r Record, field: &str) -> Option<&'r str> {
    record.get(field)?.as_str()
}

/// Whether a record is of a class.
pub fn is_a(record: &Record, class: &str) -> bool {
    let classes = record.get("!superclasses").and_then(Value::as_array);
    classes.is_some_and(|classes| classes.iter().any(|one| one.as_str() == Some(class)))
}

/// The class of a record that tells most about it.
pub fn class(record: &Record) -> Option<&str> {
    record.get("!superclasses")?.as_array()?.last()?.as_str()
}

/// White space of any kind as one space.
fn in_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is after the last `::` of a C++ name.
fn last_name(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// What types are that upstream defines in C++ alone.
const TYPES_IN_CODE: &[(&str, &str)] = &[
    ("AsyncTokenType", "!gpu.async.token"),
    ("SparseDnTensorHandleType", "!gpu.sparse.dntensor_handle"),
    ("SparseSpMatHandleType", "!gpu.sparse.spmat_handle"),
    ("SparseSpGEMMOpHandleType", "!gpu.sparse.spgemmop_handle"),
];

/// What tables call attributes by upstream's summary of their constraint; `unsaid` for one that no format can write.
const KINDS: &[(&str, &str)] = &[
    ("unit attribute", "unit"),
    ("bool attribute", "bool"),
    ("index attribute", "index"),
    ("string attribute", "string"),
    ("flat symbol reference attribute", "flat-symbol"),
    ("symbol reference attribute", "symbol"),
    ("any type attribute", "type"),
    ("type attribute of any type", "type"),
    ("i32 dense array attribute", "i32-array"),
    ("i64 dense array attribute", "i64-array"),
    ("i16 dense array attribute", "unsaid"),
    ("1-bit signless integer attribute", "bool"),
    ("8-bit signless integer attribute", "i8"),
    ("16-bit signless integer attribute", "i16"),
    ("32-bit signless integer attribute", "i32"),
    ("64-bit signless integer attribute", "i64"),
    ("64-bit float attribute", "f64"),
];

impl Records {
    fn record(&self, name: &str) -> Option<&Record> {
        self.0.get(name)?.as_object()
    }

    fn reference<'r>(&'r self, record: &'r Record, field: &str) -> Option<&'r Record> {
        self.record(defined(record.get(field))?)
    }

    fn instances(&self, class: &str) -> Vec<&str> {
        let names = self.record("!instanceof").and_then(|classes| classes.get(class)).and_then(Value::as_array);
        names.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    fn list<'r>(&'r self, record: &'r Record, field: &str) -> impl Iterator<Item = (&'r str, &'r Record)> {
        let list = record.get(field).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(|one| {
            let name = defined(Some(one))?;
            Some((name, self.record(name)?))
        })
    }

    fn dialect<'r>(&'r self, record: &'r Record, field: &str) -> Option<&'r str> {
        text(self.reference(record, field)?, "name")
    }

    /// The arguments of a `dag`, with their names.
    fn arguments<'r>(&'r self, record: &'r Record, field: &str) -> impl Iterator<Item = (&'r Record, &'r str)> {
        let list = record.get(field).and_then(|dag| dag.get("args")).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(|one| {
            let name = one.get(1).and_then(Value::as_str).unwrap_or("-");
            Some((self.record(defined(one.get(0))?)?, name))
        })
    }

    /// The enumerations of a dialect's attributes by mnemonic, a line each.
    fn enumerations(&self, dialect: &str) -> BTreeMap<&str, String> {
        let attributes = self.instances("EnumAttr").into_iter().filter_map(|name| self.record(name));
        let own = attributes.filter(|record| self.dialect(record, "dialect") == Some(dialect));
        own.filter_map(|record| Some((text(record, "mnemonic")?, self.enumeration(record)?))).collect()
    }

    fn enumeration(&self, record: &Record) -> Option<String> {
        let values = self.reference(record, "enum")?;
        let bits = if is_a(values, "BitEnumBase") { "bits" } else { "one" };
        let (before, after) = around_value(text(record, "assemblyFormat")?)?;
        let hidden = |text: &str| if text.is_empty() { "-".to_owned() } else { text.replace(' ', "_") };
        let mut line =
            format!("enumeration {} {bits} {} {}", text(record, "mnemonic")?, hidden(&before), hidden(&after));
        for (_, case) in self.list(values, "enumerants") {
            write!(line, " {}", text(case, "str")?).ok()?;
        }
        line.push('\n');
        Some(line)
    }

    /// The lines of an operation; `None` for one with a property that is no attribute, and no unit.
    fn operation(&self, name: &str, record: &Record, summaries: bool) -> Option<String> {
        let mut out = format!("\noperation {name}\n");
        if let Some(summary) = text(record, "summary").map(in_line).filter(|text| summaries && !text.is_empty()) {
            writeln!(out, "summary {summary}").ok()?;
        }
        let mut is_said = true;
        for (constraint, name) in self.arguments(record, "arguments") {
            let constraint = self.undecorated(constraint)?;
            if is_a(constraint, "DerivedAttr") {
                // It follows from the others.
            } else if is_a(constraint, "AttrConstraint") {
                let (presence, kind) = self.attribute(constraint)?;
                is_said &= kind != "unsaid";
                writeln!(out, "attribute {name} {presence} {kind}").ok()?;
            } else if text(constraint, "!name") == Some("UnitProp") {
                writeln!(out, "attribute {name} default:false unit").ok()?;
            } else if is_a(constraint, "TypeConstraint") {
                writeln!(out, "operand {name} {}", self.group(constraint)?).ok()?;
            } else {
                return None;
            }
        }
        for (constraint, name) in self.arguments(record, "results") {
            writeln!(out, "result {name} {}", self.group(self.undecorated(constraint)?)?).ok()?;
        }
        for (part, dag) in [("region", "regions"), ("successor", "successors")] {
            for (constraint, name) in self.arguments(record, dag) {
                let variadic =
                    if class(constraint).unwrap_or_default().starts_with("Variadic") { " variadic" } else { "" };
                writeln!(out, "{part} {name}{variadic}").ok()?;
            }
        }
        self.traits(record, &mut out);
        if let Some(format) = text(record, "assemblyFormat").filter(|_| is_said) {
            writeln!(out, "format {}", in_line(format)).ok()?;
        }
        Some(out)
    }

    /// A constraint without what describes it.
    fn undecorated<'r>(&'r self, constraint: &'r Record) -> Option<&'r Record> {
        match class(constraint).unwrap_or_default() {
            "Arg" | "Res" => self.reference(constraint, "constraint"),
            _ => Some(constraint),
        }
    }

    /// The number and the type of a group.
    fn group(&self, constraint: &Record) -> Option<String> {
        let (count, mut base) = match class(constraint).unwrap_or_default() {
            "Optional" => ("optional".to_owned(), self.reference(constraint, "baseType")?),
            "Variadic" => ("variadic".to_owned(), self.reference(constraint, "baseType")?),
            "VariadicOfVariadic" => {
                let sizes = text(constraint, "segmentAttrName")?;
                (format!("groups:{sizes}"), self.reference(constraint, "baseType")?)
            }
            _ => ("one".to_owned(), constraint),
        };
        base = self.undecorated(base)?;
        let ty = self.only_type(base).or_else(|| self.stripped_type(base));
        Some(format!("{count} {}", ty.as_deref().unwrap_or("-")))
    }

    /// The type that a constraint alone allows.
    fn only_type(&self, constraint: &Record) -> Option<String> {
        self.built_type(text(constraint, "builderCall").filter(|call| !call.is_empty())?)
    }

    /// The type that an expression in C++ makes.
    fn built_type(&self, call: &str) -> Option<String> {
        let call = call.trim().trim_end_matches(';').trim_end();
        let call = call.strip_prefix("$_builder.").unwrap_or(call);
        if let Some(vector) = call.strip_prefix("::mlir::VectorType::get({").and_then(|call| call.strip_suffix(')')) {
            let (sizes, element) = vector.split_once('}')?;
            let sizes: Vec<&str> = sizes.split(',').map(str::trim).collect();
            let element = self.built_type(element.trim_start().strip_prefix(',')?)?;
            return Some(format!("vector<{}x{element}>", sizes.join("x")));
        }
        if let Some(width) = call.strip_prefix("getIntegerType(").and_then(|width| width.strip_suffix(')')) {
            return width.parse::<u32>().ok().map(|width| format!("i{width}"));
        }
        if let Some(name) = call.strip_prefix("get").and_then(|call| call.strip_suffix("Type()")) {
            let is_number = name.trim_start_matches(|c: char| c.is_ascii_uppercase()).parse::<u32>().is_ok();
            return (name == "Index" || is_number).then(|| name.to_lowercase());
        }
        let named = call.strip_prefix("getType<").and_then(|call| call.strip_suffix(">()"));
        let name = last_name(named.or_else(|| call.split_once("::get(").map(|(name, _)| name))?);
        if let Some(float) = name.strip_prefix("Float").and_then(|name| name.strip_suffix("Type")) {
            return Some(format!("f{float}"));
        }
        let in_code = TYPES_IN_CODE.iter().find(|(known, _)| *known == name).map(|(_, ty)| (*ty).to_owned());
        in_code.or_else(|| self.type_def(name).map(|(dialect, mnemonic, _)| format!("!{dialect}.{mnemonic}")))
    }

    /// The type that a format spells by its parameters alone.
    fn stripped_type(&self, constraint: &Record) -> Option<String> {
        let class = text(constraint, "cppType").or_else(|| text(constraint, "cppClassName"))?;
        let (dialect, mnemonic, _) = self.type_def(last_name(class)).filter(|(.., has_parameters)| *has_parameters)?;
        Some(if dialect == "llvm" { format!("{mnemonic}<") } else { format!("{dialect}.{mnemonic}<") })
    }

    /// The dialect and the mnemonic of the type of a C++ class, and whether it has parameters.
    fn type_def(&self, class: &str) -> Option<(&str, &str, bool)> {
        let defs = self.instances("TypeDef").into_iter().filter_map(|name| self.record(name));
        let def = defs.into_iter().find(|def| text(def, "cppClassName") == Some(class))?;
        let mnemonic = text(def, "mnemonic")?;
        let has_parameters = self.arguments(def, "parameters").next().is_some()
            || def
                .get("parameters")
                .and_then(|dag| dag.get("args"))
                .and_then(Value::as_array)
                .is_some_and(|args| !args.is_empty());
        Some((self.dialect(def, "dialect")?, mnemonic, has_parameters))
    }

    /// Whether an attribute must be there, and what it holds.
    fn attribute(&self, constraint: &Record) -> Option<(String, String)> {
        let mut base = constraint;
        let mut presence = "required".to_owned();
        let mut default = None;
        loop {
            if base.get("isOptional").and_then(Value::as_i64) == Some(1) {
                presence = "optional".to_owned();
            }
            match class(base).unwrap_or_default() {
                "OptionalAttr" => presence = "optional".to_owned(),
                "DefaultValuedAttr" | "DefaultValuedStrAttr" => {
                    default = Some(("default", text(base, "defaultValue")?))
                }
                "DefaultValuedOptionalAttr" | "DefaultValuedOptionalStrAttr" => {
                    default = Some(("left-out", text(base, "defaultValue")?));
                }
                "ConfinedAttr" => {}
                _ => {
                    let own = text(base, "defaultValue").filter(|value| is_a(base, "EnumAttr") && !value.is_empty());
                    default = default.or(own.map(|value| ("default", value)));
                    break;
                }
            }
            base = self.reference(base, "baseAttr").or_else(|| self.reference(base, "attr"))?;
        }
        let mut kind = self.kind(base)?;
        if let Some((word, value)) = default {
            presence = match self.default_word(base, value) {
                Some(value) => format!("{word}:{value}"),
                None => "optional".to_owned(),
            };
            // Whether it is the default, which a format leaves out, is not known.
            if value == "{}" {
                kind = "unsaid".to_owned();
            }
        }
        Some((presence, kind))
    }

    /// The spelling of a default value in C++, where it is a number or a word.
    fn default_word(&self, base: &Record, value: &str) -> Option<String> {
        if let Some(values) = self.reference(base, "enum") {
            let symbol = last_name(value);
            let mut cases = self.list(values, "enumerants").map(|(_, case)| case);
            return cases
                .find(|case| text(case, "symbol") == Some(symbol))
                .and_then(|case| text(case, "str"))
                .map(str::to_owned);
        }
        let is_number = matches!(value, "true" | "false") || value.parse::<i64>().is_ok();
        is_number.then(|| value.to_owned())
    }

    fn kind(&self, base: &Record) -> Option<String> {
        if is_a(base, "DialectAttr") || is_a(base, "AttrDef") {
            let (dialect, mnemonic) = (self.dialect(base, "dialect")?, text(base, "mnemonic"));
            return Some(match mnemonic {
                Some(mnemonic) if dialect != "builtin" => {
                    let is_word = is_a(base, "EnumAttr") && self.enumeration(base).is_some();
                    format!("{} {dialect} {mnemonic}", if is_word { "word" } else { "body" })
                }
                _ => "any".to_owned(),
            });
        }
        if is_a(base, "EnumAttrInfo") {
            return Some("unsaid".to_owned());
        }
        if is_a(base, "SymbolNameAttr") || text(base, "!name") == Some("SymbolNameAttr") {
            return Some("symbol-name".to_owned());
        }
        if is_a(base, "ArrayAttrBase") {
            let of = self.reference(base, "elementAttr").filter(|of| is_a(of, "EnumAttr")).and_then(|of| self.kind(of));
            return Some(match of {
                Some(of) => format!("array {}", of.split_once(' ').map_or("", |(_, name)| name)),
                None => "array".to_owned(),
            });
        }
        let summary = text(base, "summary").unwrap_or_default().trim();
        let known =
            KINDS.iter().find(|(words, _)| *words == summary || summary.starts_with(&format!("{words} whose ")));
        Some(known.map_or("any", |(_, kind)| *kind).to_owned())
    }

    /// The lines of an operation's traits.
    fn traits(&self, record: &Record, out: &mut String) {
        let mut words: Vec<String> = Vec::new();
        self.trait_list(record, &mut words);
        let mut said: Vec<&String> = Vec::new();
        for one in &words {
            if !said.contains(&one) {
                said.push(one);
                out.push_str("trait ");
                out.push_str(one);
                out.push('\n');
            }
        }
    }

    fn trait_list(&self, record: &Record, words: &mut Vec<String>) {
        for (name, one) in self.list(record, "traits") {
            if matches!(name, "Pure" | "NoMemoryEffect") {
                words.push("pure".to_owned());
            } else if is_a(one, "TraitList") {
                self.trait_list(one, words);
            } else {
                words.extend(self.trait_of(one));
            }
        }
    }

    fn trait_of(&self, record: &Record) -> Option<String> {
        let values = || {
            let names = record.get("values").and_then(Value::as_array)?;
            Some(names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "))
        };
        match class(record).unwrap_or_default() {
            "AllTypesMatch" => return Some(format!("same-types {}", values()?)),
            "TypesMatchWith" | "OptionalTypesMatchWith" => {
                let transformer = text(record, "transformer")?;
                let kind = match transformer {
                    "$_self" => "same",
                    _ if transformer.ends_with("($_self).getElementType()") => "element",
                    // As many of them as the shape has elements.
                    _ if transformer.contains("getNumElements()")
                        && transformer.contains("($_self).getElementType()") =>
                    {
                        "element"
                    }
                    _ if transformer.contains("getI1SameShape($_self)") => "i1-shape",
                    _ => return None,
                };
                return Some(format!("follows {kind} {} {}", text(record, "rhs")?, text(record, "lhs")?));
            }
            _ => {}
        }
        let name = last_name_of_trait(text(record, "trait")?);
        let simple = match name {
            "IsTerminator" => "terminator",
            "IsIsolatedFromAbove" => "isolated",
            "SymbolOpInterface::Trait" | "FunctionOpInterface::Trait" => "symbol",
            "SymbolTable" => "symbol-table",
            "NoTerminator" => "no-terminator",
            "SingleBlock" => "single-block",
            "HasOnlyGraphRegion" => "graph-region",
            "AttrSizedOperandSegments" => "operand-segments",
            "AttrSizedResultSegments" => "result-segments",
            "SameVariadicOperandSize" => "even-operands",
            "SameVariadicResultSize" => "even-results",
            "SameOperandsAndResultType" => "same-operands-and-result-type",
            "SameTypeOperands" => "same-type-operands",
            "IsCommutative" => "commutative",
            "HasRecursiveMemoryEffects" => "recursive-effects",
            "OpAsmOpInterface" => "result-names",
            _ => return self.trait_with_operations(name),
        };
        trait_words().find(|word| *word == simple).map(str::to_owned)
    }

    /// Traits that name operations by their classes in C++.
    fn trait_with_operations(&self, name: &str) -> Option<String> {
        let (kind, classes) = name.strip_suffix(">::Impl")?.split_once('<')?;
        let word = match kind {
            "SingleBlockImplicitTerminator" => "terminator-of-regions",
            "HasParent" => "inside",
            _ => return None,
        };
        let names: Option<Vec<String>> =
            classes.split(',').map(|class| self.operation_of(last_name(class.trim()))).collect();
        Some(format!("{word} {}", names?.join(" ")))
    }

    /// The operation of a C++ class.
    fn operation_of(&self, class: &str) -> Option<String> {
        let own = |name: &&str| *name == class || name.rsplit_once('_').is_some_and(|(_, own)| own == class);
        let record = self.record(self.instances("Op").into_iter().find(own)?)?;
        Some(format!("{}.{}", self.dialect(record, "opDialect")?, text(record, "opName")?))
    }
}

/// A trait's name without the namespaces before it.
fn last_name_of_trait(name: &str) -> &str {
    let name = name.trim();
    let end = name.find('<').unwrap_or_else(|| name.strip_suffix("::Trait").unwrap_or(name).len());
    let start = name.get(..end).and_then(|head| head.rfind("::")).map_or(0, |at| at + 2);
    name.get(start..).unwrap_or(name)
}

/// What the format of an attribute has before and after its value.
fn around_value(format: &str) -> Option<(String, String)> {
    let mut before = String::new();
    let mut text = String::new();
    let mut found = false;
    let mut rest = format.trim();
    while !rest.is_empty() {
        let token;
        if let Some(after) = rest.strip_prefix('`') {
            let end = after.find('`')?;
            token = after.get(..end)?;
            rest = after.get(end + 1..)?.trim_start();
        } else {
            rest = rest.strip_prefix("$value")?.trim_start();
            let opened = text.is_empty() || !text.ends_with(['(', '<', '{', '[']);
            before = std::mem::take(&mut text) + if opened { " " } else { "" };
            found = true;
            continue;
        }
        let is_spaced =
            !text.is_empty() && !text.ends_with(['(', '<', '{', '[']) && !token.starts_with([')', '>', '}', ']', ',']);
        text.push_str(if is_spaced { " " } else { "" });
        text.push_str(token);
    }
    found.then_some((before, text))
}
