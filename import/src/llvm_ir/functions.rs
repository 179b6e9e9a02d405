//! Functions: headers and bodies. LangRef, "Functions".

use irtrip_dialect::attribute_set::parameter_dictionary;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::names::*;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, enums};
use llvm_ir::function::{CallingConvention, Parameter, ParameterAttribute};
use llvm_ir::module::{DLLStorageClass, Linkage, Visibility};
use llvm_ir::types::TypeRef;

use super::error::LlvmIrErrorKind;
use super::{Importer, Made, Whole, attributes, gaps, name};
use crate::bodies::function::FunctionBody;
use crate::global_values::function_headers::{FunctionHeader, FunctionPrototype, Parameters};
use crate::global_values::variables::Prefix;
use crate::reader::Entries;

/// LLVM's numbers of the conventions that the crate names; LLVM's header "CallingConv.h".
const CONVENTIONS: &[(CallingConvention, i64)] = &[
    (CallingConvention::C, 0),
    (CallingConvention::Fast, 8),
    (CallingConvention::Cold, 9),
    (CallingConvention::GHC, 10),
    (CallingConvention::HiPE, 11),
    (CallingConvention::WebKit_JS, 12),
    (CallingConvention::AnyReg, 13),
    (CallingConvention::PreserveMost, 14),
    (CallingConvention::PreserveAll, 15),
    (CallingConvention::Swift, 16),
    (CallingConvention::CXX_FastTLS, 17),
    (CallingConvention::X86_StdCall, 64),
    (CallingConvention::X86_FastCall, 65),
    (CallingConvention::ARM_APCS, 66),
    (CallingConvention::ARM_AAPCS, 67),
    (CallingConvention::ARM_AAPCS_VFP, 68),
    (CallingConvention::MSP430_INTR, 69),
    (CallingConvention::X86_ThisCall, 70),
    (CallingConvention::PTX_Kernel, 71),
    (CallingConvention::PTX_Device, 72),
    (CallingConvention::SPIR_FUNC, 75),
    (CallingConvention::SPIR_KERNEL, 76),
    (CallingConvention::Intel_OCL_BI, 77),
    (CallingConvention::X86_64_SysV, 78),
    (CallingConvention::Win64, 79),
    (CallingConvention::X86_VectorCall, 80),
    (CallingConvention::HHVM, 81),
    (CallingConvention::HHVM_C, 82),
    (CallingConvention::X86_Intr, 83),
    (CallingConvention::AVR_Intr, 84),
    (CallingConvention::AVR_Signal, 85),
    (CallingConvention::AVR_Builtin, 86),
    (CallingConvention::AMDGPU_VS, 87),
    (CallingConvention::AMDGPU_GS, 88),
    (CallingConvention::AMDGPU_PS, 89),
    (CallingConvention::AMDGPU_CS, 90),
    (CallingConvention::AMDGPU_Kernel, 91),
    (CallingConvention::X86_RegCall, 92),
    (CallingConvention::AMDGPU_HS, 93),
    (CallingConvention::MSP430_Builtin, 94),
    (CallingConvention::AMDGPU_LS, 95),
    (CallingConvention::AMDGPU_ES, 96),
];

/// LLVM's number of a calling convention.
pub(super) fn convention(convention: CallingConvention) -> i64 {
    match convention {
        CallingConvention::Numbered(number) => i64::from(number),
        named => CONVENTIONS.iter().find(|c| c.0 == named).map_or(0, |c| c.1),
    }
}

/// The model's linkage, by LLVM's word for it.
fn linkage(linkage: Linkage) -> Made<i64> {
    let word = match linkage {
        Linkage::External => "external",
        Linkage::AvailableExternally => "available_externally",
        Linkage::LinkOnceAny => "linkonce",
        Linkage::LinkOnceODR => "linkonce_odr",
        Linkage::WeakAny => "weak",
        Linkage::WeakODR => "weak_odr",
        Linkage::Appending => "appending",
        Linkage::Internal => "internal",
        Linkage::Private => "private",
        Linkage::ExternalWeak => "extern_weak",
        Linkage::Common => "common",
        Linkage::LinkOnceODRAutoHide
        | Linkage::DLLImport
        | Linkage::DLLExport
        | Linkage::Ghost
        | Linkage::LinkerPrivate
        | Linkage::LinkerPrivateWeak => "",
    };
    enums::LINKAGE.from_llvm(word).ok_or(LlvmIrErrorKind::Unsupported("a linkage of old"))
}

/// What stands in front of a global.
pub(super) fn prefix(of: Linkage, visibility: Visibility, storage: DLLStorageClass) -> Made<Prefix> {
    let visibility = match visibility {
        Visibility::Default => 0,
        Visibility::Hidden => 1,
        Visibility::Protected => 2,
    };
    let dll_storage = match storage {
        DLLStorageClass::Default => None,
        DLLStorageClass::Import => Some("dllimport"),
        DLLStorageClass::Export => Some("dllexport"),
    };
    Ok(Prefix { linkage: linkage(of)?, declares: false, dso_local: false, visibility, dll_storage })
}

/// What the headers of definitions and declarations share.
struct Signature<'a> {
    name: &'a str,
    parameters: &'a [Parameter],
    vararg: bool,
    result: &'a TypeRef,
    result_attributes: &'a [ParameterAttribute],
    convention: CallingConvention,
    alignment: u32,
    collector: Option<&'a str>,
    prefix: Prefix,
}

/// The signature of a definition or declaration, which are two types of the crate with the same fields.
macro_rules! signature {
    ($function:expr) => {
        Signature {
            name: &$function.name,
            parameters: &$function.parameters,
            vararg: $function.is_var_arg,
            result: &$function.return_type,
            result_attributes: &$function.return_attributes,
            convention: $function.calling_convention,
            alignment: $function.alignment,
            collector: $function.garbage_collector_name.as_deref(),
            prefix: prefix($function.linkage, $function.visibility, $function.dll_storage_class)?,
        }
    };
}

impl<'a> Importer<'_, '_, 'a> {
    /// The functions' headers: of those that are defined, then of those that are declared.
    pub(super) fn headers(&mut self, from: &'a llvm_ir::Module) -> Whole<Vec<FunctionHeader<'a>>> {
        let mut headers = Vec::new();
        for function in &from.functions {
            self.of = Some(&function.name);
            let header = self.definition(function);
            headers.push(header.map_err(|kind| (Some(function.name.clone()), kind))?);
        }
        for function in &from.func_declarations {
            self.of = Some(&function.name);
            self.meet(&gaps::DECLARATION_ATTRIBUTES);
            let header = self.declaration(function);
            let header = header.map_err(|kind| (Some(function.name.clone()), kind))?;
            // Debug intrinsics are records, which have no declaration.
            if crate::bodies::debug_records::debug_intrinsic(function.name.as_bytes()).is_none() {
                headers.push(header);
            }
        }
        Ok(headers)
    }

    fn definition(&mut self, function: &'a llvm_ir::Function) -> Made<FunctionHeader<'a>> {
        let (set, unknown) = attributes::function_set(self.reader.ctx, &function.function_attributes);
        self.unknown(unknown);
        let mut entries = Entries::new();
        if let Some(section) = &function.section {
            entries.push((SECTION, self.reader.ctx.str_attr(self.reader.ctx.str(section))));
        }
        if let Some(personality) = &function.personality_function {
            self.reader.pool.clear();
            let personality = self.constant(personality)?;
            self.reader.personality_entry(personality, &mut entries);
        }
        self.reader.given_set = Some(set);
        self.header(signature!(function), true, entries)
    }

    fn declaration(&mut self, function: &'a llvm_ir::function::FunctionDeclaration) -> Made<FunctionHeader<'a>> {
        self.header(signature!(function), false, Entries::new())
    }

    fn header(&mut self, signature: Signature<'a>, define: bool, mut entries: Entries) -> Made<FunctionHeader<'a>> {
        if signature.alignment != 0 {
            entries.push((ALIGNMENT, self.reader.i64_attr(i64::from(signature.alignment))));
        }
        if let Some(collector) = signature.collector {
            entries.push((GARBAGE_COLLECTOR, self.reader.ctx.str_attr(self.reader.ctx.str(collector))));
        }
        let mut params = Parameters { vararg: signature.vararg, ..Parameters::default() };
        for parameter in signature.parameters {
            let ty = self.ty(&parameter.ty)?;
            let dictionary = self.parameter_attributes(&parameter.attributes)?;
            params.types.push(ty);
            params.attrs.push(self.reader.parameter_at(dictionary, ty));
            params.names.push(define.then(|| name(&parameter.name)));
        }
        let result = self.ty(signature.result)?;
        let result_attrs = self.parameter_attributes(signature.result_attributes)?;
        let start = FunctionPrototype {
            name: crate::cursor::Name::Named(signature.name.as_bytes().into()),
            define,
            loc: attrs::UNKNOWN_LOC,
            attachments: Vec::new(),
            prefix: signature.prefix,
            cconv: convention(signature.convention),
            result,
            result_attrs: self.reader.result_at(result_attrs, result),
            params,
            entries,
        };
        let header = self.reader.finish_header(start);
        self.reader.given_set = None;
        Ok(header?)
    }

    /// The dictionary of a parameter's or result's attributes.
    pub(super) fn parameter_attributes(&mut self, of: &'a [ParameterAttribute]) -> Made<Attr> {
        let ctx = self.reader.ctx;
        let (set, unknown) = attributes::parameter_set(ctx, of, |ty| super::types::convert(ctx, ty.as_ref()).ok());
        self.unknown(unknown);
        Ok(parameter_dictionary(ctx, &set))
    }

    /// Counts attributes that the crate does not know.
    pub(super) fn unknown(&mut self, count: usize) {
        (0..count).for_each(|_| self.meet(&gaps::OTHER_ATTRIBUTES));
    }

    /// The bodies of all functions; whether each stands under another name today, and its body.
    pub(super) fn bodies(
        &mut self,
        from: &'a llvm_ir::Module,
        headers: &[FunctionHeader<'a>],
    ) -> Whole<Vec<(bool, Option<FunctionBody>)>> {
        let mut defined = from.functions.iter();
        let mut bodies = Vec::new();
        for header in headers {
            let renamed = header.stands_late();
            let function = if header.definition.is_some() { defined.next() } else { None };
            let body = match (function, &header.definition) {
                (Some(function), Some(start)) => {
                    self.of = Some(&function.name);
                    let body = self.body(function, start);
                    Some(body.map_err(|kind| (Some(function.name.clone()), kind))?)
                }
                _ => None,
            };
            bodies.push((renamed, body));
        }
        Ok(bodies)
    }

    fn body(
        &mut self,
        function: &'a llvm_ir::Function,
        header: &crate::bodies::function::FunctionDefinition<'a>,
    ) -> Made<FunctionBody> {
        self.reader.start_function(header);
        let entry = self.reader.add_entry(header)?;
        for (place, block) in function.basic_blocks.iter().enumerate() {
            if place == 0 {
                self.reader.open_entry(entry, Some(name(&block.name)), 0)?;
            } else {
                self.reader.start_block_named(name(&block.name), 0)?;
            }
            for instruction in &block.instrs {
                self.reader.f.result = None;
                self.instruction(instruction)?;
                self.reader.given_set = None;
            }
            self.reader.f.result = None;
            self.terminator(&block.term)?;
            self.reader.given_set = None;
        }
        Ok(self.reader.finish_function(header, entry, &[])?)
    }

    /// Whether a type is that of no value.
    pub(super) fn is_void(ty: irtrip_dialect::Type) -> bool {
        ty == wk::VOID
    }
}
