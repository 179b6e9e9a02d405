//! What upstream's `--mlir-to-llvmir` refuses of a module that is valid, or warns of, in its words and its order.

use std::collections::HashSet;

use irtrip::dialect::intrinsics::lookup_intrinsic;
use irtrip::dialect::intrinsics::match_call;
use irtrip::dialect::llvm_attributes::{AttributeText, AttributeValue, by_llvm};
use irtrip::dialect::names::{
    GLOBAL_TYPE, INTRIN, LLVM_MODULE_ASM, OP_BUNDLE_SIZES, PASSTHROUGH, SYM_NAME, TARGET_SPECIFIC_ATTRS, TBAA, VALUE,
};
use irtrip::dialect::ops::global_values::{COMDAT, COMDAT_SELECTOR, CONSTANT, FUNC, GLOBAL};
use irtrip::dialect::ops::{LlvmForm, builtin, llvm};
use irtrip::dialect::types::well_known::VOID;
use irtrip::dialect::{Attr, AttrData, Body, Context, Module, Op, Str, Type, TypeData};
use irtrip::export::{resources, type_text};

/// The dialects that upstream's program has a translation for. What is not translated here fails as such.
const TRANSLATED: [&str; 15] = [
    "llvm",
    "builtin",
    "irtrip",
    "acc",
    "amx",
    "arm_neon",
    "arm_sme",
    "arm_sve",
    "gpu",
    "nvvm",
    "omp",
    "ptr",
    "rocdl",
    "x86vector",
    "xevm",
];

/// Where something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The module.
    Module,
    /// One of its operations.
    Entity(Op),
    /// An operation inside that.
    Inside(Op, Op),
}

impl Place {
    /// The operation with the body it is in; `None` is the module.
    pub fn site(self, module: &Module) -> Option<(&Body, Op)> {
        match self {
            Place::Module => None,
            Place::Entity(op) => Some((&module.body, op)),
            Place::Inside(op, inner) => Some((module.body.nested(op)?, inner)),
        }
    }
}

/// What upstream says of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objection {
    /// Where.
    pub place: Place,
    /// What.
    pub message: String,
    /// Whether upstream says it of an operation, which it shows, and not of a place.
    pub of_operation: bool,
}

/// What upstream warns of, up to what it refuses the module for, if anything.
pub fn check(ctx: &Context, module: &Module) -> (Vec<Objection>, Vec<Objection>) {
    let mut checks = Checks { ctx, module, warnings: Vec::new() };
    let mut refused: Vec<Objection> = checks.all().err().into_iter().collect();
    let inner = refused.first().and_then(|objection| match objection.place {
        Place::Inside(op, inner) => Some((objection.place, module.body.nested(op)?.name(inner))),
        Place::Module | Place::Entity(_) => None,
    });
    // What the translation of an operation refuses, the translation of functions refuses once more.
    if let Some((place, name)) = inner.filter(|inner| inner.1 == llvm::CALL_INTRINSIC) {
        let message = format!("LLVM Translation failed for operation: {}", ctx.op_name_str(name));
        refused.push(Objection { place, message, of_operation: true });
    }
    (checks.warnings, refused)
}

struct Checks<'a> {
    ctx: &'a Context,
    module: &'a Module,
    warnings: Vec<Objection>,
}

fn refuse(place: Place, message: impl Into<String>) -> Result<(), Objection> {
    Err(Objection { place, message: message.into(), of_operation: false })
}

fn refuse_operation(place: Place, message: impl Into<String>) -> Result<(), Objection> {
    Err(Objection { place, message: message.into(), of_operation: true })
}

fn failed(place: Place, name: &str) -> Result<(), Objection> {
    refuse_operation(place, format!("LLVM Translation failed for operation: {name}"))
}

impl Checks<'_> {
    fn all(&mut self) -> Result<(), Objection> {
        self.module_asm()?;
        self.comdats()?;
        let module = self.module;
        let ops: Vec<Op> = module.ops().collect();
        let named = |name| ops.iter().copied().filter(move |op| module.body.name(*op) == name);
        for op in named(FUNC) {
            self.attribute_list(op, PASSTHROUGH, "passthrough")?;
        }
        for op in named(GLOBAL) {
            self.initializer(op)?;
            self.attribute_list(op, TARGET_SPECIFIC_ATTRS, "target_specific_attrs")?;
        }
        for &op in &ops {
            self.known(Place::Entity(op), &module.body, op)?;
        }
        for op in named(FUNC) {
            self.function(op)?;
        }
        Ok(())
    }

    fn module_asm(&self) -> Result<(), Objection> {
        let Some(asm) = self.ctx.entry(self.module.attrs, LLVM_MODULE_ASM) else { return Ok(()) };
        let AttrData::Array(lines) = self.ctx.attr_data(asm) else {
            return refuse_operation(Place::Module, "expected an array attribute for a module level asm");
        };
        if lines.iter().any(|line| self.ctx.string_value(*line).is_none()) {
            return refuse_operation(Place::Module, "expected a string attribute for each entry of a module level asm");
        }
        Ok(())
    }

    /// One name stands for one selection, whatever region it is in.
    fn comdats(&self) -> Result<(), Objection> {
        let mut names = HashSet::new();
        let body = &self.module.body;
        for op in self.module.ops().filter(|op| body.name(*op) == COMDAT) {
            let nested = body.nested(op);
            let (inner, regions) = nested.map_or((body, body.op_regions(op)), |nested| (nested, nested.regions()));
            for selector in regions.iter().flat_map(|r| inner.blocks(*r)).flat_map(|b| inner.ops(*b)) {
                if inner.name(selector) == COMDAT_SELECTOR && !names.insert(inner.attr(self.ctx, selector, SYM_NAME)) {
                    let place = if nested.is_some() { Place::Inside(op, selector) } else { Place::Entity(selector) };
                    return refuse(place, "comdat selection symbols must be unique even in different comdat regions");
                }
            }
        }
        Ok(())
    }

    /// `passthrough` and its like: names, and pairs of name and value.
    fn attribute_list(&self, op: Op, key: Str, name: &str) -> Result<(), Objection> {
        let place = Place::Entity(op);
        let Some(list) = self.module.body.attr(self.ctx, op, key) else { return Ok(()) };
        for &item in self.ctx.items(list) {
            let text = |attr: Attr| self.ctx.string_value(attr).map(|text| self.ctx.text(text));
            if let Some(word) = text(item) {
                self.attribute(place, &word, "")?;
                continue;
            }
            let [word, value] = self.ctx.items(item) else {
                return refuse(place, format!("expected '{name}' to contain string or array attributes"));
            };
            let (Some(word), Some(value)) = (text(*word), text(*value)) else {
                return refuse(place, format!("expected arrays within '{name}' to contain two strings"));
            };
            self.attribute(place, &word, &value)?;
        }
        Ok(())
    }

    fn attribute(&self, place: Place, name: &str, value: &str) -> Result<(), Objection> {
        let Some((_, row)) = by_llvm(name) else { return Ok(()) };
        let takes_number = match row.value {
            AttributeValue::None | AttributeValue::Type => false,
            AttributeValue::Text(text) => !matches!(text, AttributeText::Range | AttributeText::Initializes),
            AttributeValue::Int => true,
        };
        match (takes_number, value.is_empty()) {
            (true, true) => refuse(place, format!("LLVM attribute '{name}' expects a value")),
            (false, false) => {
                refuse(place, format!("LLVM attribute '{name}' does not expect a value, found '{value}'"))
            }
            (true, false) | (false, true) => Ok(()),
        }
    }

    fn initializer(&self, op: Op) -> Result<(), Objection> {
        let body = &self.module.body;
        let ty = body.attr(self.ctx, op, GLOBAL_TYPE).and_then(|ty| self.ctx.type_value(ty));
        if let (Some(ty), Some(value)) = (ty, body.attr(self.ctx, op, VALUE)) {
            return self.constant(Place::Entity(op), ty, value);
        }
        let Some(nested) = body.nested(op) else { return Ok(()) };
        for inner in all_ops(nested) {
            self.known(Place::Inside(op, inner), nested, inner)?;
            self.constant_op(Place::Inside(op, inner), nested, inner)?;
        }
        Ok(())
    }

    fn constant_op(&self, place: Place, body: &Body, op: Op) -> Result<(), Objection> {
        let is_constant = body.name(op) == CONSTANT;
        let value = body.attr(self.ctx, op, VALUE).filter(|_| is_constant);
        match (value, body.result(op)) {
            (Some(value), Some(result)) => self.constant(place, body.value_type(result), value),
            _ => Ok(()),
        }
    }

    /// An attribute as a constant of a type.
    fn constant(&self, place: Place, ty: Type, value: Attr) -> Result<(), Objection> {
        let ctx = self.ctx;
        if let Some((_, elements)) = ctx.struct_elements(ty)
            && !matches!(ctx.attr_data(value), AttrData::Llvm { .. } | AttrData::Opaque { .. })
        {
            let AttrData::Array(items) = ctx.attr_data(value) else {
                return refuse(place, "expected an array attribute for a struct constant");
            };
            return elements.iter().zip(items.iter()).try_for_each(|(ty, item)| self.constant(place, *ty, *item));
        }
        match ctx.attr_data(value) {
            AttrData::Float { ty: own, .. } if matches!(ctx.type_data(ty), TypeData::Float(_)) && *own != ty => {
                refuse(place, "FloatAttr does not match expected type of the constant")
            }
            AttrData::DenseResource { ty: shaped, key } => self.resource(place, *shaped, *key),
            AttrData::Unit | AttrData::Dictionary(_) | AttrData::Type(_) | AttrData::Location(_) => {
                refuse(place, "unsupported constant value")
            }
            AttrData::Dense { .. } if ctx.int_width(ty).is_some() => {
                refuse(place, "expected sequential LLVM types wrapping a scalar")
            }
            _ => Ok(()),
        }
    }

    /// The bytes of a resource as the elements of a shaped type.
    fn resource(&self, place: Place, shaped: Type, key: Str) -> Result<(), Objection> {
        let ctx = self.ctx;
        let text = self.module.resources.map(|text| ctx.text(text)).unwrap_or_default();
        let found = resources(&text);
        let Some(data) = found.get(&*ctx.text(key)) else { return refuse(place, "resource does not exist") };
        let (count, element) = match ctx.type_data(shaped) {
            TypeData::Tensor { dims: Some(dims), element, .. } => (dims, *element),
            TypeData::Vector { dims, element, .. } => (dims, *element),
            _ => return Ok(()),
        };
        let count = count.iter().map(|dim| dim.size.unwrap_or(0)).fold(1, u64::saturating_mul);
        let width = match ctx.type_data(element) {
            TypeData::Float(kind) => u64::from(kind.width()),
            TypeData::Integer { width, .. } => u64::from(*width),
            _ => 0,
        };
        if !matches!(width, 8 | 16 | 32 | 64) {
            return refuse(place, "no known conversion for innermost element type");
        }
        if data.len() as u64 != count.saturating_mul(width / 8) {
            return refuse(place, "raw data size does not match element type size");
        }
        Ok(())
    }

    fn function(&mut self, op: Op) -> Result<(), Objection> {
        let Some(nested) = self.module.body.nested(op) else { return Ok(()) };
        for inner in all_ops(nested) {
            let place = Place::Inside(op, inner);
            self.known(place, nested, inner)?;
            self.constant_op(place, nested, inner)?;
            if nested.name(inner) == llvm::CALL_INTRINSIC {
                self.intrinsic(place, nested, inner)?;
            }
            let tbaa = nested.attr(self.ctx, inner, TBAA);
            if tbaa.is_some_and(|tags| self.ctx.items(tags).len() > 1) {
                let message = "TBAA access tags were not translated, because LLVM IR only supports a single tag per \
                               instruction";
                self.warnings.push(Objection { place, message: message.to_owned(), of_operation: true });
            }
        }
        Ok(())
    }

    /// Operations of other dialects have no translation here.
    fn known(&self, place: Place, body: &Body, op: Op) -> Result<(), Objection> {
        let name = body.name(op);
        let text = self.ctx.op_name_str(name);
        let is_known = name.def().is_some_and(|def| !matches!(def.llvm, LlvmForm::None));
        let dialect = text.split('.').next().unwrap_or_default();
        if name == builtin::UNREALIZED_CONVERSION_CAST {
            return failed(place, &text);
        }
        if is_known || TRANSLATED.contains(&dialect) {
            return Ok(());
        }
        let lacks = "missing `LLVMTranslationDialectInterface` registration for dialect for op";
        refuse_operation(place, format!("cannot be converted to LLVM IR: {lacks}: {text}"))
    }

    fn intrinsic(&self, place: Place, body: &Body, op: Op) -> Result<(), Objection> {
        let ctx = self.ctx;
        let Some(name) = body.attr(ctx, op, INTRIN).and_then(|name| ctx.string_value(name)) else { return Ok(()) };
        let quoted = format!("\"{}\"", ctx.text(name));
        let Some(known) = lookup_intrinsic(ctx.bytes(name)) else {
            return refuse(place, format!("could not find LLVM intrinsic: {quoted}"));
        };
        let bundled: i32 = body
            .attr(ctx, op, OP_BUNDLE_SIZES)
            .and_then(|sizes| ctx.dense_array(sizes))
            .map_or(0, |sizes| sizes.iter().map(|size| *size as i32).sum());
        let operands = body.operands(op);
        let count = operands.len().saturating_sub(usize::try_from(bundled).unwrap_or(0));
        let given: Vec<Type> = operands.iter().take(count).map(|value| body.value_type(*value)).collect();
        let result = body.result(op).map_or(VOID, |value| body.value_type(value));
        let Some(expected) = match_call(ctx, &known, result, &given) else { return Ok(()) };
        if !expected.fits {
            let types: Vec<String> = given.iter().map(|ty| type_text(ctx, *ty)).collect();
            let signature = format!("{} ({})", type_text(ctx, result), types.join(", "));
            let message = format!("call intrinsic signature {signature} to overloaded intrinsic {quoted} ");
            return refuse(place, message + "does not match any of the overloads");
        }
        match expected.variadic {
            false if expected.count != count => {
                refuse(place, format!("intrinsic call has {count} operands but {quoted} expects {}", expected.count))
            }
            true if count < expected.count => {
                let least = expected.count;
                let message =
                    format!("intrinsic call has {count} operands but variadic {quoted} expects at least {least}");
                refuse(place, message)
            }
            _ => Ok(()),
        }
    }
}

/// The operations of a body, block by block.
fn all_ops(body: &Body) -> impl Iterator<Item = Op> {
    body.regions().iter().flat_map(|region| body.blocks(*region)).flat_map(|block| body.ops(*block))
}
