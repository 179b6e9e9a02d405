//! Which functions of a module can be run, and what they need.
//!
//! A function can be run if it takes and returns integers of at most 64 bits, `float` or `double`, and if it and all it
//! calls are in the module. Where `undef` or `poison` is written, a result would prove nothing; such functions are left
//! out, and so are those that unwind, call through pointers, or hold assembly.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

use irtrip_dialect::enums::CallingConvention;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{global_values, irtrip, llvm};
use irtrip_dialect::{Attr, AttrData, Body, Context, ContextDialects, FloatKind, Module, Op, Str, Type, TypeData};
use irtrip_llvm::execute::Run;
use irtrip_llvm::inputs::Kind;

use crate::walk::walk;

/// Why a function is not run.
pub type Reason = &'static str;

/// A function that can be run.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Kind>,
    /// Its result.
    pub result: Kind,
    /// The text that calls it: convention and the attributes of result and parameters that the machine code depends on.
    convention: &'static str,
    result_words: String,
    param_words: Vec<String>,
}

/// What of a module can be run.
#[derive(Debug, Default)]
pub struct Plan {
    /// The functions.
    pub candidates: Vec<Candidate>,
    /// The functions and variables that they need, themselves among them.
    pub kept: Vec<String>,
    /// How many functions are not run, and why.
    pub left_out: BTreeMap<Reason, usize>,
    /// Whether it has a `main` that can be run.
    pub main: bool,
}

/// What a function or variable is, as far as running others needs it.
struct Global {
    /// The names it refers to.
    refers: HashSet<Str>,
    /// Why nothing that needs it can be run.
    refused: Option<Reason>,
}

/// What of a module can be run on this machine.
pub fn plan(ctx: &Context, module: &Module) -> Plan {
    let mut plan = Plan::default();
    let functions =
        module.ops().filter(|op| module.body.name(*op) == global_values::FUNC && module.body.is_defined(*op));
    let functions: Vec<Op> = functions.collect();
    if !is_for_this_machine(ctx, module) {
        plan.left_out.insert("its module is for another machine", functions.len());
        return plan;
    }
    let globals = globals(ctx, module);
    let mut kept = HashSet::new();
    for op in functions {
        let attrs = module.body.attrs(op);
        match candidate(ctx, attrs) {
            Ok((name, candidate)) => match closure(name, &globals) {
                Ok(needed) => {
                    kept.extend(needed);
                    plan.candidates.push(candidate);
                }
                Err(reason) => *plan.left_out.entry(reason).or_default() += 1,
            },
            Err(reason) => *plan.left_out.entry(reason).or_default() += 1,
        }
        plan.main |= is_main(ctx, attrs);
    }
    plan.kept = kept.into_iter().map(|name| ctx.text(name).into_owned()).collect();
    plan.kept.sort();
    plan
}

impl Plan {
    /// Functions after a module's own that call the candidates; see [`Run::caller`].
    pub fn callers(&self) -> String {
        let mut text = String::from("\n");
        for (number, candidate) in self.candidates.iter().enumerate() {
            candidate.write_caller(number, &mut text);
        }
        text
    }
}

impl Candidate {
    fn write_caller(&self, number: usize, out: &mut String) {
        let mut lines = format!("define void @{}(ptr %arguments, ptr %result) {{\n", Run::caller(number));
        let mut passed = Vec::new();
        for (place, (kind, words)) in self.params.iter().zip(&self.param_words).enumerate() {
            let _ = writeln!(lines, "  %slot{place} = getelementptr i64, ptr %arguments, i64 {place}");
            let loaded = if let Kind::Int(_) = kind { "i64".to_owned() } else { kind.to_string() };
            let _ = writeln!(lines, "  %given{place} = load {loaded}, ptr %slot{place}");
            match kind {
                Kind::Int(width @ 1..64) => {
                    let _ = writeln!(lines, "  %argument{place} = trunc i64 %given{place} to i{width}");
                    passed.push(format!("{kind} {words}%argument{place}"));
                }
                Kind::Int(_) | Kind::Float | Kind::Double => passed.push(format!("{kind} {words}%given{place}")),
            }
        }
        let (convention, words, result) = (self.convention, &self.result_words, self.result);
        let name = quoted(&self.name);
        let _ = writeln!(lines, "  %value = call {convention}{words}{result} @{name}({})", passed.join(", "));
        let bits = match result {
            Kind::Int(64) => "%value",
            Kind::Int(_) => "%bits",
            Kind::Float => {
                lines.push_str("  %pattern = bitcast float %value to i32\n");
                "%bits"
            }
            Kind::Double => {
                lines.push_str("  %bits = bitcast double %value to i64\n");
                "%bits"
            }
        };
        match result {
            Kind::Int(width @ 1..64) => {
                let _ = writeln!(lines, "  %bits = zext i{width} %value to i64");
            }
            Kind::Float => lines.push_str("  %bits = zext i32 %pattern to i64\n"),
            Kind::Int(_) | Kind::Double => {}
        }
        let _ = writeln!(lines, "  store i64 {bits}, ptr %result\n  ret void\n}}");
        out.push_str(&lines);
    }
}

/// A name between quotes, as LLVM's reader accepts any.
fn quoted(name: &str) -> String {
    let mut out = String::from("\"");
    for byte in name.bytes() {
        match byte {
            b'"' | b'\\' | ..=0x1f | 0x7f.. => {
                let _ = write!(out, "\\{byte:02X}");
            }
            _ => out.push(char::from(byte)),
        }
    }
    out.push('"');
    out
}

/// Whether a module has no target, or one like this machine.
fn is_for_this_machine(ctx: &Context, module: &Module) -> bool {
    let triple = ctx.string_entry(module.attrs, LLVM_TARGET_TRIPLE);
    let Some(triple) = triple.map(|t| ctx.text(t)).filter(|t| !t.is_empty()) else { return true };
    let others = ["windows", "win32", "msvc", "apple", "darwin", "macos", "cygwin", "uefi", "gnux32", "coff", "macho"];
    triple.starts_with(&format!("{}-", std::env::consts::ARCH)) && !others.iter().any(|other| triple.contains(other))
}

/// The functions, variables and the rest by name.
fn globals(ctx: &Context, module: &Module) -> HashMap<Str, Global> {
    let mut globals = HashMap::new();
    for op in module.ops() {
        let attrs = module.body.attrs(op);
        let Some(name) = ctx.string_entry(attrs, SYM_NAME) else { continue };
        let mut global = Global { refers: HashSet::new(), refused: None };
        let defined = module.body.is_defined(op);
        let has = |key| ctx.entry(attrs, key).is_some();
        match module.body.name(op) {
            global_values::FUNC if defined => {
                if has(PERSONALITY) || has(IRTRIP_PERSONALITY) || has(GARBAGE_COLLECTOR) {
                    global.refused = Some("it may unwind, or is collected");
                }
                if ctx.text(name).starts_with("llvm.") {
                    global.refused = Some("it is LLVM's own");
                }
            }
            global_values::FUNC => global.refused = Some("it calls what is elsewhere"),
            global_values::GLOBAL => {
                let initialized = defined || has(VALUE) || has(IRTRIP_INITIALIZER);
                if !initialized {
                    global.refused = Some("it needs data that is elsewhere");
                } else if has(THREAD_LOCAL) {
                    global.refused = Some("it needs data of a thread");
                }
                references(ctx, attrs, &mut global.refers);
            }
            _ => global.refused = Some("it needs an alias or ifunc"),
        }
        if let Some(nested) = module.body.nested(op) {
            walk(nested, &mut |body, op| {
                references(ctx, body.attrs(op), &mut global.refers);
                global.refused = global.refused.or(refused(ctx, body, op));
            });
        }
        globals.insert(name, global);
    }
    globals
}

/// Why a function with this operation is not run.
fn refused(ctx: &Context, body: &Body, op: Op) -> Option<Reason> {
    let name = body.name(op);
    let text = ctx.op_name_str(name);
    let own = text.strip_prefix("irtrip.");
    match name {
        llvm::CALL if body.attr(ctx, op, CALLEE).is_none() => Some("it calls through a pointer"),
        llvm::INLINE_ASM | llvm::VA_ARG | llvm::CALL_INTRINSIC => Some("it holds assembly or a target's intrinsic"),
        llvm::INVOKE | llvm::LANDINGPAD | llvm::RESUME => Some("it may unwind, or is collected"),
        global_values::UNDEF | global_values::POISON => Some("undef or poison is written in it"),
        irtrip::CONSTANT => is_undefined(ctx, body.attrs(op)).then_some("undef or poison is written in it"),
        _ if own.is_some_and(|own| !["load", "store", "alloca", "switch", "bitcast"].contains(&own)) => {
            Some("it holds assembly or a target's intrinsic")
        }
        _ if body.results(op).any(|value| ctx.is_scalable_vector(body.value_type(value))) => {
            Some("it has vectors of no fixed size")
        }
        _ => None,
    }
}

/// Visits an attribute and those it is made of, each once; `key` is that of the entry it is in.
fn every_attr(ctx: &Context, attr: Attr, visit: &mut dyn FnMut(Option<Str>, Attr)) {
    let mut seen = HashSet::new();
    let mut open = vec![(None, attr)];
    while let Some((key, attr)) = open.pop() {
        visit(key, attr);
        if !seen.insert(attr) {
            continue;
        }
        match ctx.attr_data(attr) {
            AttrData::Array(items) => open.extend(items.iter().map(|item| (None, *item))),
            AttrData::Dictionary(entries) => open.extend(entries.iter().map(|e| (Some(e.0), e.1))),
            AttrData::Llvm { params, .. } => open.extend(params.iter().flatten().map(|item| (None, *item))),
            _ => {}
        }
    }
}

/// The symbols an attribute refers to.
fn references(ctx: &Context, attr: Attr, found: &mut HashSet<Str>) {
    every_attr(ctx, attr, &mut |_, attr| match ctx.attr_data(attr) {
        AttrData::SymbolRef { root, nested } if nested.is_empty() => {
            found.insert(*root);
        }
        _ => {}
    });
}

/// Whether a preserved constant has `undef` or `poison` in it.
fn is_undefined(ctx: &Context, attr: Attr) -> bool {
    let mut found = false;
    every_attr(ctx, attr, &mut |key, _| found |= key.is_some_and(|k| matches!(ctx.bytes(k), b"undef" | b"poison")));
    found
}

/// All that a function needs, itself among it; or why it cannot be run.
fn closure(name: Str, globals: &HashMap<Str, Global>) -> Result<HashSet<Str>, Reason> {
    let mut needed = HashSet::new();
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        // What no operation defines is no symbol of the module: the name of a comdat, or a block's function.
        let Some(global) = globals.get(&name) else { continue };
        if let Some(reason) = global.refused {
            return Err(reason);
        }
        if needed.insert(name) {
            open.extend(&global.refers);
        }
    }
    Ok(needed)
}

/// A function as a candidate, by its signature.
fn candidate(ctx: &Context, attrs: Attr) -> Result<(Str, Candidate), Reason> {
    const SIGNATURE: Reason = "it takes or returns other than integers and floats";
    let name = ctx.string_entry(attrs, SYM_NAME).ok_or(SIGNATURE)?;
    let Ok(text) = std::str::from_utf8(ctx.bytes(name)) else { return Err("its name is no UTF-8") };
    let ty = ctx.type_entry(attrs, FUNCTION_TYPE).ok_or(SIGNATURE)?;
    let TypeData::LlvmFunction { result, params, vararg: false } = ctx.type_data(ty) else { return Err(SIGNATURE) };
    let convention = ctx.entry(attrs, CCONV).or(ctx.entry(attrs, IRTRIP_CCONV)).and_then(|c| ctx.enum_value(c));
    let convention = match convention.unwrap_or_default() {
        CallingConvention::C => "",
        CallingConvention::FAST => "fastcc ",
        CallingConvention::COLD => "coldcc ",
        _ => return Err("its calling convention is a target's own"),
    };
    let words = |key: Str, place: usize| {
        let list = ctx.entry(attrs, key).map(|list| ctx.items(list)).unwrap_or_default();
        let has =
            |name: &str| list.get(place).is_some_and(|d| ctx.entry(*d, ctx.str(&format!("llvm.{name}"))).is_some());
        let present = ["signext", "zeroext", "inreg"].into_iter().filter(|word| has(word));
        present.fold(String::new(), |words, word| words + word + " ")
    };
    let kinds: Option<Vec<Kind>> = params.iter().map(|ty| kind(ctx, *ty)).collect();
    let (Some(params), Some(result)) = (kinds, kind(ctx, *result)) else { return Err(SIGNATURE) };
    let candidate = Candidate {
        name: text.to_owned(),
        param_words: (0..params.len()).map(|place| words(ARG_ATTRS, place)).collect(),
        params,
        result,
        convention,
        result_words: words(RES_ATTRS, 0),
    };
    Ok((name, candidate))
}

fn kind(ctx: &Context, ty: Type) -> Option<Kind> {
    match ctx.type_data(ty) {
        TypeData::Integer { width: width @ 1..=64, .. } => Some(Kind::Int(*width)),
        TypeData::Float(FloatKind::F32) => Some(Kind::Float),
        TypeData::Float(FloatKind::F64) => Some(Kind::Double),
        _ => None,
    }
}

/// Whether a function is a `main` that C would call.
fn is_main(ctx: &Context, attrs: Attr) -> bool {
    let name = ctx.string_entry(attrs, SYM_NAME);
    let ty = ctx.type_entry(attrs, FUNCTION_TYPE);
    let (Some(name), Some(ty)) = (name, ty) else { return false };
    let TypeData::LlvmFunction { result, params, .. } = ctx.type_data(ty) else { return false };
    let takes = params.iter().enumerate().all(|(place, ty)| match ctx.type_data(*ty) {
        TypeData::Integer { width: 32, .. } => place == 0,
        TypeData::Pointer { address_space: 0, .. } => place == 1 || place == 2,
        _ => false,
    });
    ctx.bytes(name) == b"main" && takes && params.len() <= 3 && ctx.int_width(*result) == Some(32)
}
