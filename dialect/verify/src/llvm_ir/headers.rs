//! The rules of LLVM's assembly parser and verifier for what global values have before their type, for the types of variables and
//! for those of functions. LangRef, "Linkage Types", "Calling Conventions", "Visibility Styles", "DLL Storage Classes".

use crate::diagnostic::{DiagnosticCode, ImportCode, LlvmVerifyCode};
use crate::enums::{CallingConvention, DllStorageClass, Linkage, Visibility};
use crate::names::*;
use crate::types::predicates::{intrinsic_only, is_pointee, is_scalable};
use crate::types::well_known as types;
use crate::{Attr, Context, Type, TypeData};

/// The words before a global value.
#[derive(Clone, Copy, Default, Debug)]
pub struct GlobalWords {
    /// Where its symbol is seen.
    pub linkage: Linkage,
    /// Whether its symbol is resolved within the linkage unit.
    pub dso_local: bool,
    /// How other linkage units see it.
    pub visibility: Visibility,
    /// Whether it is of another DLL, or for others.
    pub dll_storage: DllStorageClass,
}

impl GlobalWords {
    /// Those of an operation with these attributes.
    pub fn of_attrs(ctx: &Context, attrs: Attr) -> GlobalWords {
        GlobalWords {
            linkage: ctx.entry(attrs, LINKAGE).and_then(|it| ctx.enum_value(it)).unwrap_or_default(),
            dso_local: ctx.entry(attrs, DSO_LOCAL).is_some(),
            visibility: ctx.entry(attrs, VISIBILITY).and_then(|it| ctx.enum_value(it)).unwrap_or_default(),
            dll_storage: ctx.entry(attrs, IRTRIP_DLL_STORAGE).and_then(|it| ctx.enum_value(it)).unwrap_or_default(),
        }
    }

    /// Whether a symbol is said to be of this linkage unit, and imported.
    pub fn is_local_import(&self) -> bool {
        self.dso_local && self.dll_storage == DllStorageClass::Import
    }

    /// Why the words do not go with a local linkage.
    pub fn check_local_linkage(&self) -> Option<ImportCode> {
        if !self.linkage.is_local() {
            None
        } else if self.visibility != Visibility::Default {
            Some(ImportCode::LocalVisibility)
        } else {
            (self.dll_storage != DllStorageClass::Default).then_some(ImportCode::LocalDllStorage)
        }
    }

    /// Why a symbol may not have its DLL storage class; `is_declaration` is whether its definition is elsewhere.
    pub fn check_storage_class(&self, is_declaration: bool) -> Option<LlvmVerifyCode> {
        let external = is_declaration && self.linkage.is_declaration_linkage();
        match self.dll_storage {
            DllStorageClass::Import if self.visibility != Visibility::Default => {
                Some(LlvmVerifyCode::DllImportVisibility)
            }
            DllStorageClass::Import if !external && self.linkage != Linkage::AvailableExternally => {
                Some(LlvmVerifyCode::DllImportDefinition)
            }
            DllStorageClass::Export if self.visibility == Visibility::Hidden => {
                Some(LlvmVerifyCode::DllExportVisibility)
            }
            DllStorageClass::Default | DllStorageClass::Import | DllStorageClass::Export => None,
        }
    }

    /// Why the words do not go together.
    pub fn check(&self, is_declaration: bool) -> Option<DiagnosticCode> {
        if self.is_local_import() {
            return Some(ImportCode::DsoLocalMismatch.into());
        }
        let storage = || self.check_storage_class(is_declaration).map(DiagnosticCode::from);
        self.check_local_linkage().map(DiagnosticCode::from).or_else(storage)
    }

    /// Why a symbol may not be in a comdat: it is a declaration to the linker.
    pub fn check_comdat(&self, is_declaration: bool) -> Option<LlvmVerifyCode> {
        let is_declaration_for_linker = is_declaration || self.linkage == Linkage::AvailableExternally;
        is_declaration_for_linker.then_some(LlvmVerifyCode::DeclarationInComdat)
    }

    /// Why a function may not have its linkage, which is defined here, or elsewhere.
    pub fn check_function(&self, is_declaration: bool) -> Option<ImportCode> {
        match self.linkage {
            Linkage::Appending | Linkage::Common => Some(ImportCode::FunctionLinkage),
            Linkage::ExternWeak if !is_declaration => Some(ImportCode::DefinitionLinkage),
            linkage if !is_declaration || linkage.is_declaration_linkage() => None,
            _ => Some(ImportCode::DeclarationLinkage),
        }
    }
}

/// Why a variable may not be of a type; an error of its type, or of the whole variable.
pub fn check_variable_type(ctx: &Context, ty: Type, linkage: Linkage) -> Option<DiagnosticCode> {
    if !is_pointee(ctx, ty) {
        Some(ImportCode::VariableType.into())
    } else if is_scalable(ctx, ty) {
        Some(LlvmVerifyCode::ScalableGlobal.into())
    } else {
        let is_array = matches!(ctx.type_data(ty), TypeData::Array { .. });
        (linkage == Linkage::Appending && !is_array).then(|| LlvmVerifyCode::AppendingLinkage.into())
    }
}

/// Why a function may not be of a type; only intrinsics may have parameters and results of tokens and their kin.
pub fn check_function_type(
    ctx: &Context,
    name: &[u8],
    convention: CallingConvention,
    ty: Type,
) -> Option<LlvmVerifyCode> {
    let TypeData::LlvmFunction { result, params, vararg } = ctx.type_data(ty) else { return None };
    if *result != types::VOID && convention.has_no_result() {
        return Some(LlvmVerifyCode::ConventionResult);
    }
    if *vararg && !convention.may_be_variadic() {
        return Some(LlvmVerifyCode::ConventionVarargs);
    }
    if name.starts_with(b"llvm.") {
        return None;
    }
    if let Some(parameter) = params.iter().find_map(|param| intrinsic_only(ctx, *param)) {
        return Some(LlvmVerifyCode::FunctionParameter(parameter));
    }
    let result = intrinsic_only(ctx, *result)?;
    Some(LlvmVerifyCode::FunctionResult(if result == "token" { "a token" } else { result }))
}
