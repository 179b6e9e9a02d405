//! What `mlir-translate --mlir-to-llvmir` refuses of a valid module, or warns of, in its order.

use std::collections::HashSet;

use irtrip_dialect::diagnostic::{
    Diagnostic, DiagnosticLocation, DiagnosticResult, OperationReference, UpstreamExportCode,
};
use irtrip_dialect::intrinsics::{lookup_intrinsic, match_call};
use irtrip_dialect::llvm_attributes::{AttributeText, AttributeValue, by_llvm};
use irtrip_dialect::llvm_text::type_text;
use irtrip_dialect::names::{
    GLOBAL_TYPE, INTRIN, LLVM_MODULE_ASM, OP_BUNDLE_SIZES, PASSTHROUGH, SYM_NAME, TARGET_SPECIFIC_ATTRS, TBAA, VALUE,
};
use irtrip_dialect::ops::global_values::{COMDAT, COMDAT_SELECTOR, CONSTANT, FUNC, GLOBAL};
use irtrip_dialect::ops::{LlvmForm, builtin, llvm};
use irtrip_dialect::translation::Translation;
use irtrip_dialect::translation::attribute::AttributeTranslations;
use irtrip_dialect::types::well_known::VOID;
use irtrip_dialect::{
    Attr, AttrData, Body, Context, ContextDialects, Module, Op, OpNameDefinition, Str, Type, TypeData,
};

/// The dialects that upstream's program has a translation for. What is not translated here fails as such.
const TRANSLATED: [&str; 14] = [
    "llvm", "builtin", "irtrip", "acc", "arm_neon", "arm_sme", "arm_sve", "gpu", "nvvm", "omp", "ptr", "rocdl", "vcix",
    "xevm",
];

/// An operation and the body it is in.
type OperationOfBody<'a> = (&'a Body, Op);

/// The diagnostics of a module: warnings, up to the error that the module is refused for, if there is one.
pub fn check(ctx: &Context, module: &Module) -> Vec<Diagnostic> {
    let attributes = AttributeTranslations::new(ctx);
    let mut checks = Checks { ctx, module, attributes, warnings: Vec::new() };
    let refused = checks.all().err();
    let mut diagnostics = checks.warnings;
    if let Some(error) = refused {
        let call = error.location.operation().and_then(|operation| operation.find(module));
        let is_call = call.is_some_and(|(body, op)| body.name(op) == llvm::CALL_INTRINSIC);
        let location = error.location.clone();
        diagnostics.push(*error);
        // What the translation of an operation refuses, the translation of functions refuses once more.
        if is_call {
            let operation = ctx.op_name_str(llvm::CALL_INTRINSIC).into_owned();
            diagnostics.push(Diagnostic::new(UpstreamExportCode::OperationFailed { operation }, location));
        }
    }
    diagnostics
}

struct Checks<'a> {
    ctx: &'a Context,
    module: &'a Module,
    attributes: AttributeTranslations,
    warnings: Vec<Diagnostic>,
}

fn refuse((body, op): OperationOfBody<'_>, code: UpstreamExportCode) -> DiagnosticResult<()> {
    Err(Box::new(Diagnostic::new(code, OperationReference::new(body, op))))
}

fn refuse_module(code: UpstreamExportCode) -> DiagnosticResult<()> {
    Err(Box::new(Diagnostic::new(code, DiagnosticLocation::Module)))
}

impl Checks<'_> {
    fn all(&mut self) -> DiagnosticResult<()> {
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
            self.known((&module.body, op))?;
        }
        for op in named(FUNC) {
            self.function(op)?;
        }
        Ok(())
    }

    fn module_asm(&self) -> DiagnosticResult<()> {
        let Some(asm) = self.ctx.entry(self.module.attrs, LLVM_MODULE_ASM) else { return Ok(()) };
        let AttrData::Array(lines) = self.ctx.attr_data(asm) else {
            return refuse_module(UpstreamExportCode::ModuleAsmList);
        };
        if lines.iter().any(|line| self.ctx.string_value(*line).is_none()) {
            return refuse_module(UpstreamExportCode::ModuleAsmEntry);
        }
        Ok(())
    }

    /// One name stands for one selection, whatever region it is in.
    fn comdats(&self) -> DiagnosticResult<()> {
        let mut names = HashSet::new();
        let body = &self.module.body;
        for op in self.module.ops().filter(|op| body.name(*op) == COMDAT) {
            let nested = body.nested(op);
            let (inner, regions) = nested.map_or((body, body.op_regions(op)), |nested| (nested, nested.regions()));
            for selector in regions.iter().flat_map(|r| inner.blocks(*r)).flat_map(|b| inner.ops(*b)) {
                if inner.name(selector) == COMDAT_SELECTOR && !names.insert(inner.attr(self.ctx, selector, SYM_NAME)) {
                    return refuse((inner, selector), UpstreamExportCode::ComdatRedefinition);
                }
            }
        }
        Ok(())
    }

    /// `passthrough` and its like: names, and pairs of name and value.
    fn attribute_list(&self, op: Op, key: Str, list_name: &'static str) -> DiagnosticResult<()> {
        let cx = (&self.module.body, op);
        let Some(list) = self.module.body.attr(self.ctx, op, key) else { return Ok(()) };
        for &item in self.ctx.items(list) {
            let text = |attr: Attr| self.ctx.string_value(attr).map(|text| self.ctx.text(text));
            if let Some(word) = text(item) {
                self.attribute(cx, &word, "")?;
                continue;
            }
            let [word, value] = self.ctx.items(item) else {
                return refuse(cx, UpstreamExportCode::AttributeListEntry { list: list_name });
            };
            let (Some(word), Some(value)) = (text(*word), text(*value)) else {
                return refuse(cx, UpstreamExportCode::AttributeListPair { list: list_name });
            };
            self.attribute(cx, &word, &value)?;
        }
        Ok(())
    }

    fn attribute(&self, cx: OperationOfBody<'_>, name: &str, value: &str) -> DiagnosticResult<()> {
        let Some((_, row)) = by_llvm(name) else { return Ok(()) };
        let takes_number = match row.value {
            AttributeValue::None | AttributeValue::Type => false,
            AttributeValue::Text(text) => !matches!(text, AttributeText::Range | AttributeText::Initializes),
            AttributeValue::Int => true,
        };
        match (takes_number, value.is_empty()) {
            (true, true) => refuse(cx, UpstreamExportCode::AttributeWithoutValue { name: name.to_owned() }),
            (false, false) => {
                let (name, value) = (name.to_owned(), value.to_owned());
                refuse(cx, UpstreamExportCode::AttributeWithValue { name, value })
            }
            (true, false) | (false, true) => Ok(()),
        }
    }

    fn initializer(&self, op: Op) -> DiagnosticResult<()> {
        let body = &self.module.body;
        let ty = body.type_attr(self.ctx, op, GLOBAL_TYPE);
        if let (Some(ty), Some(value)) = (ty, body.attr(self.ctx, op, VALUE)) {
            return self.constant((body, op), ty, value);
        }
        let Some(nested) = body.nested(op) else { return Ok(()) };
        for inner in all_ops(nested) {
            self.known((nested, inner))?;
            self.constant_op((nested, inner))?;
        }
        Ok(())
    }

    fn constant_op(&self, cx: OperationOfBody<'_>) -> DiagnosticResult<()> {
        let (body, op) = cx;
        let is_constant = body.name(op) == CONSTANT;
        let value = body.attr(self.ctx, op, VALUE).filter(|_| is_constant);
        match (value, body.result(op)) {
            (Some(value), Some(result)) => self.constant(cx, body.value_type(result), value),
            _ => Ok(()),
        }
    }

    /// An attribute as a constant of a type.
    fn constant(&self, cx: OperationOfBody<'_>, ty: Type, value: Attr) -> DiagnosticResult<()> {
        let ctx = self.ctx;
        if let Some((_, elements)) = ctx.struct_elements(ty)
            && !matches!(ctx.attr_data(value), AttrData::Llvm { .. } | AttrData::Opaque { .. })
        {
            let AttrData::Array(items) = ctx.attr_data(value) else {
                return refuse(cx, UpstreamExportCode::StructConstant);
            };
            return elements.iter().zip(items.iter()).try_for_each(|(ty, item)| self.constant(cx, *ty, *item));
        }
        match ctx.attr_data(value) {
            AttrData::Float { ty: own, .. } if matches!(ctx.type_data(ty), TypeData::Float(_)) && *own != ty => {
                refuse(cx, UpstreamExportCode::FloatConstantType)
            }
            AttrData::DenseResource { ty: shaped, key } => self.resource(cx, *shaped, *key),
            AttrData::Unit | AttrData::Dictionary(_) | AttrData::Type(_) | AttrData::Location(_) => {
                refuse(cx, UpstreamExportCode::UnsupportedConstant)
            }
            AttrData::Dense { .. } if ctx.int_width(ty).is_some() => refuse(cx, UpstreamExportCode::ScalarSequence),
            _ => Ok(()),
        }
    }

    /// The bytes of a resource as the elements of a shaped type.
    fn resource(&self, cx: OperationOfBody<'_>, shaped: Type, key: Str) -> DiagnosticResult<()> {
        let ctx = self.ctx;
        let blobs = self.module.resources.blobs();
        let Some(data) = blobs.get(&key) else {
            return refuse(cx, UpstreamExportCode::MissingResource);
        };
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
            return refuse(cx, UpstreamExportCode::ResourceElementType);
        }
        if data.len() as u64 != count.saturating_mul(width / 8) {
            return refuse(cx, UpstreamExportCode::ResourceSize);
        }
        Ok(())
    }

    fn function(&mut self, op: Op) -> DiagnosticResult<()> {
        let Some(nested) = self.module.body.nested(op) else { return Ok(()) };
        for inner in all_ops(nested) {
            let cx = (nested, inner);
            self.known(cx)?;
            self.constant_op(cx)?;
            if nested.name(inner) == llvm::CALL_INTRINSIC {
                self.intrinsic(cx)?;
            }
            let tbaa = nested.attr(self.ctx, inner, TBAA);
            if tbaa.is_some_and(|tags| self.ctx.items(tags).len() > 1) {
                let operation = OperationReference::new(nested, inner);
                self.warnings.push(Diagnostic::new(UpstreamExportCode::TbaaTags, operation));
            }
        }
        Ok(())
    }

    /// Operations of other dialects have no translation here.
    fn known(&self, cx: OperationOfBody<'_>) -> DiagnosticResult<()> {
        let name = cx.0.name(cx.1);
        let text = self.ctx.op_name_str(name);
        let is_left_to_pass = |form| matches!(form, LlvmForm::None | LlvmForm::Translation(Translation::Assembly(_)));
        let is_known = name.def().is_some_and(|def| !is_left_to_pass(def.llvm));
        let dialect = text.split('.').next().unwrap_or_default();
        if name == builtin::UNREALIZED_CONVERSION_CAST {
            return refuse(cx, UpstreamExportCode::OperationFailed { operation: text.into_owned() });
        }
        // Upstream translates some operations of a dialect, and leaves the others to passes.
        let is_left = name.def().is_some() && !is_known && !name.is_of_core();
        if is_left && TRANSLATED.contains(&dialect) {
            return refuse(cx, UpstreamExportCode::OperationFailed { operation: text.into_owned() });
        }
        if is_known || TRANSLATED.contains(&dialect) {
            if let Some(fault) = self.attributes.check_instruction(self.ctx, cx.0.attrs(cx.1)) {
                return refuse(cx, UpstreamExportCode::OperationAttribute { operation: text.into_owned(), fault });
            }
            return Ok(());
        }
        refuse(cx, UpstreamExportCode::UntranslatedDialect { operation: text.into_owned() })
    }

    fn intrinsic(&self, cx: OperationOfBody<'_>) -> DiagnosticResult<()> {
        let (ctx, (body, op)) = (self.ctx, cx);
        let Some(symbol) = body.string_attr(ctx, op, INTRIN) else { return Ok(()) };
        let name = ctx.text(symbol).into_owned();
        let Some(known) = lookup_intrinsic(ctx.bytes(symbol)) else {
            return refuse(cx, UpstreamExportCode::UnknownIntrinsic { name });
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
            return refuse(cx, UpstreamExportCode::IntrinsicOverload { signature, name });
        }
        let (found, variadic, expected) = (count, expected.variadic, expected.count);
        if variadic && found < expected {
            return refuse(cx, UpstreamExportCode::VariadicIntrinsicOperands { found, name, expected });
        }
        if !variadic && found != expected {
            return refuse(cx, UpstreamExportCode::IntrinsicOperands { found, name, expected });
        }
        Ok(())
    }
}

/// The operations of a body, block by block.
fn all_ops(body: &Body) -> impl Iterator<Item = Op> {
    body.regions().iter().flat_map(|region| body.blocks(*region)).flat_map(|block| body.ops(*block))
}
