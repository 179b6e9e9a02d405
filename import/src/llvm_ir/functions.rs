//! Functions: headers and bodies. LangRef, "Functions".

use crate::bodies::legality::{parameter_at, result_at};
use irtrip_dialect::attribute_set::parameter_dictionary;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::names::*;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::llvm_ir::headers::GlobalWords;
use irtrip_dialect::{Attr, enums};
use llvm_ir::function::{CallingConvention, Parameter, ParameterAttribute};
use llvm_ir::module::{DLLStorageClass, Linkage, Visibility};
use llvm_ir::types::TypeRef;

use super::{Importer, attributes, gaps, in_function, name, unsupported};
use crate::attribute_cache::NamedAttrs;
use crate::bodies::function::FunctionBody;
use crate::global_values::function_headers::{FunctionHeader, FunctionPrototype, Parameters};
use crate::global_values::variables::Prefix;

/// LLVM's numbers of the conventions that the crate names; LLVM's header "CallingConv.h".
const CONVENTIONS: &[(CallingConvention, enums::CallingConvention)] = &[
    (CallingConvention::C, enums::CallingConvention::C),
    (CallingConvention::Fast, enums::CallingConvention::FAST),
    (CallingConvention::Cold, enums::CallingConvention::COLD),
    (CallingConvention::GHC, enums::CallingConvention::GHC),
    (CallingConvention::HiPE, enums::CallingConvention::HIPE),
    (CallingConvention::WebKit_JS, enums::CallingConvention::WEBKIT_JS),
    (CallingConvention::AnyReg, enums::CallingConvention::ANY_REG),
    (CallingConvention::PreserveMost, enums::CallingConvention::PRESERVE_MOST),
    (CallingConvention::PreserveAll, enums::CallingConvention::PRESERVE_ALL),
    (CallingConvention::Swift, enums::CallingConvention::SWIFT),
    (CallingConvention::CXX_FastTLS, enums::CallingConvention::CXX_FAST_TLS),
    (CallingConvention::X86_StdCall, enums::CallingConvention::X86_STDCALL),
    (CallingConvention::X86_FastCall, enums::CallingConvention::X86_FASTCALL),
    (CallingConvention::ARM_APCS, enums::CallingConvention::ARM_APCS),
    (CallingConvention::ARM_AAPCS, enums::CallingConvention::ARM_AAPCS),
    (CallingConvention::ARM_AAPCS_VFP, enums::CallingConvention::ARM_AAPCS_VFP),
    (CallingConvention::MSP430_INTR, enums::CallingConvention::MSP430_INTR),
    (CallingConvention::X86_ThisCall, enums::CallingConvention::X86_THISCALL),
    (CallingConvention::PTX_Kernel, enums::CallingConvention::PTX_KERNEL),
    (CallingConvention::PTX_Device, enums::CallingConvention::PTX_DEVICE),
    (CallingConvention::SPIR_FUNC, enums::CallingConvention::SPIR_FUNC),
    (CallingConvention::SPIR_KERNEL, enums::CallingConvention::SPIR_KERNEL),
    (CallingConvention::Intel_OCL_BI, enums::CallingConvention::INTEL_OCL_BI),
    (CallingConvention::X86_64_SysV, enums::CallingConvention::X86_64_SYSV),
    (CallingConvention::Win64, enums::CallingConvention::WIN64),
    (CallingConvention::X86_VectorCall, enums::CallingConvention::X86_VECTORCALL),
    (CallingConvention::HHVM, enums::CallingConvention::HHVM),
    (CallingConvention::HHVM_C, enums::CallingConvention::HHVM_C),
    (CallingConvention::X86_Intr, enums::CallingConvention::X86_INTR),
    (CallingConvention::AVR_Intr, enums::CallingConvention::AVR_INTR),
    (CallingConvention::AVR_Signal, enums::CallingConvention::AVR_SIGNAL),
    (CallingConvention::AVR_Builtin, enums::CallingConvention::AVR_BUILTIN),
    (CallingConvention::AMDGPU_VS, enums::CallingConvention::AMDGPU_VS),
    (CallingConvention::AMDGPU_GS, enums::CallingConvention::AMDGPU_GS),
    (CallingConvention::AMDGPU_PS, enums::CallingConvention::AMDGPU_PS),
    (CallingConvention::AMDGPU_CS, enums::CallingConvention::AMDGPU_CS),
    (CallingConvention::AMDGPU_Kernel, enums::CallingConvention::AMDGPU_KERNEL),
    (CallingConvention::X86_RegCall, enums::CallingConvention::X86_REGCALL),
    (CallingConvention::AMDGPU_HS, enums::CallingConvention::AMDGPU_HS),
    (CallingConvention::MSP430_Builtin, enums::CallingConvention::MSP430_BUILTIN),
    (CallingConvention::AMDGPU_LS, enums::CallingConvention::AMDGPU_LS),
    (CallingConvention::AMDGPU_ES, enums::CallingConvention::AMDGPU_ES),
];

/// LLVM's number of a calling convention.
pub(super) fn convention(convention: CallingConvention) -> enums::CallingConvention {
    match convention {
        CallingConvention::Numbered(number) => {
            enums::CallingConvention::from_number(i64::from(number)).unwrap_or_default()
        }
        named => CONVENTIONS.iter().find(|c| c.0 == named).map_or(enums::CallingConvention::C, |c| c.1),
    }
}

/// The model's linkage.
fn linkage(linkage: Linkage) -> DiagnosticResult<enums::Linkage> {
    Ok(match linkage {
        Linkage::External => enums::Linkage::External,
        Linkage::AvailableExternally => enums::Linkage::AvailableExternally,
        Linkage::LinkOnceAny => enums::Linkage::Linkonce,
        Linkage::LinkOnceODR => enums::Linkage::LinkonceOdr,
        Linkage::WeakAny => enums::Linkage::Weak,
        Linkage::WeakODR => enums::Linkage::WeakOdr,
        Linkage::Appending => enums::Linkage::Appending,
        Linkage::Internal => enums::Linkage::Internal,
        Linkage::Private => enums::Linkage::Private,
        Linkage::ExternalWeak => enums::Linkage::ExternWeak,
        Linkage::Common => enums::Linkage::Common,
        Linkage::LinkOnceODRAutoHide
        | Linkage::DLLImport
        | Linkage::DLLExport
        | Linkage::Ghost
        | Linkage::LinkerPrivate
        | Linkage::LinkerPrivateWeak => return unsupported("a linkage of old"),
    })
}

/// What is before a global.
pub(super) fn prefix(of: Linkage, visibility: Visibility, storage: DLLStorageClass) -> DiagnosticResult<Prefix> {
    let visibility = match visibility {
        Visibility::Default => enums::Visibility::Default,
        Visibility::Hidden => enums::Visibility::Hidden,
        Visibility::Protected => enums::Visibility::Protected,
    };
    let dll_storage = match storage {
        DLLStorageClass::Default => enums::DllStorageClass::Default,
        DLLStorageClass::Import => enums::DllStorageClass::Import,
        DLLStorageClass::Export => enums::DllStorageClass::Export,
    };
    let words = GlobalWords { linkage: linkage(of)?, dso_local: false, visibility, dll_storage };
    Ok(Prefix { words, declares: false })
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
    pub(super) fn headers(&mut self, from: &'a llvm_ir::Module) -> DiagnosticResult<Vec<FunctionHeader<'a>>> {
        let mut headers = Vec::new();
        for function in &from.functions {
            self.of = Some(&function.name);
            let header = self.definition(function);
            headers.push(header.map_err(|error| in_function(&function.name, error))?);
        }
        for function in &from.func_declarations {
            self.of = Some(&function.name);
            self.meet(&gaps::DECLARATION_ATTRIBUTES);
            let header = self.declaration(function);
            let header = header.map_err(|error| in_function(&function.name, error))?;
            // Debug intrinsics are records, which have no declaration.
            if crate::bodies::debug_records::debug_intrinsic(function.name.as_bytes()).is_none() {
                headers.push(header);
            }
        }
        Ok(headers)
    }

    fn definition(&mut self, function: &'a llvm_ir::Function) -> DiagnosticResult<FunctionHeader<'a>> {
        let (set, unknown) = attributes::function_set(self.ctx, &function.function_attributes);
        self.unknown(unknown);
        let mut entries = NamedAttrs::new();
        if let Some(section) = &function.section {
            entries.push((SECTION, self.ctx.str_attr(self.ctx.str(section))));
        }
        if let Some(personality) = &function.personality_function {
            self.pool().clear();
            let personality = self.constant(personality)?;
            self.headers.personality_entry(personality, &mut entries);
        }
        self.headers.lists.given = Some(set);
        self.header(signature!(function), true, entries)
    }

    fn declaration(
        &mut self,
        function: &'a llvm_ir::function::FunctionDeclaration,
    ) -> DiagnosticResult<FunctionHeader<'a>> {
        self.header(signature!(function), false, NamedAttrs::new())
    }

    fn header(
        &mut self,
        signature: Signature<'a>,
        define: bool,
        mut entries: NamedAttrs,
    ) -> DiagnosticResult<FunctionHeader<'a>> {
        if signature.alignment != 0 {
            entries.push((ALIGNMENT, self.headers.cache.i64(i64::from(signature.alignment))));
        }
        if let Some(collector) = signature.collector {
            entries.push((GARBAGE_COLLECTOR, self.ctx.str_attr(self.ctx.str(collector))));
        }
        let mut params = Parameters { vararg: signature.vararg, ..Parameters::default() };
        for parameter in signature.parameters {
            let ty = self.ty(&parameter.ty)?;
            let dictionary = self.parameter_attributes(&parameter.attributes)?;
            params.types.push(ty);
            params.attrs.push(parameter_at(self.ctx, dictionary, ty));
            params.names.push(define.then(|| name(&parameter.name)));
        }
        let result = self.ty(signature.result)?;
        let result_attrs = self.parameter_attributes(signature.result_attributes)?;
        let start = FunctionPrototype {
            name: irtrip_dialect::llvm_text::cursor::Name::Named(signature.name.as_bytes().into()),
            define,
            loc: attrs::UNKNOWN_LOC,
            attachments: Vec::new(),
            prefix: signature.prefix,
            cconv: convention(signature.convention),
            result,
            result_attrs: result_at(self.ctx, result_attrs, result),
            params,
            entries,
        };
        let header = self.headers.finish_header(start);
        self.headers.lists.given = None;
        header
    }

    /// The dictionary of a parameter's or result's attributes.
    pub(super) fn parameter_attributes(&mut self, of: &'a [ParameterAttribute]) -> DiagnosticResult<Attr> {
        let ctx = self.ctx;
        let (set, unknown) = attributes::parameter_set(ctx, of, |ty| super::types::convert(ctx, ty.as_ref()).ok());
        self.unknown(unknown);
        Ok(parameter_dictionary(ctx, &set))
    }

    /// Counts attributes that the crate does not know.
    pub(super) fn unknown(&mut self, count: usize) {
        (0..count).for_each(|_| self.meet(&gaps::OTHER_ATTRIBUTES));
    }

    /// The bodies of all functions; whether each is under another name today, and its body.
    pub(super) fn bodies(
        &mut self,
        from: &'a llvm_ir::Module,
        headers: &[FunctionHeader<'a>],
    ) -> DiagnosticResult<Vec<(bool, Option<FunctionBody>)>> {
        let mut defined = from.functions.iter();
        let mut bodies = Vec::new();
        for header in headers {
            let renamed = header.stands_late();
            let function = if header.definition.is_some() { defined.next() } else { None };
            let body = match (function, &header.definition) {
                (Some(function), Some(start)) => {
                    self.of = Some(&function.name);
                    let body = self.body(function, start);
                    Some(body.map_err(|error| in_function(&function.name, error))?)
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
    ) -> DiagnosticResult<FunctionBody> {
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
                self.reader.lists.given = None;
            }
            self.reader.f.result = None;
            self.terminator(&block.term)?;
            self.reader.lists.given = None;
        }
        self.reader.finish_function(header, entry, &[])
    }

    /// Whether a type is that of no value.
    pub(super) fn is_void(ty: irtrip_dialect::Type) -> bool {
        ty == types::VOID
    }
}
