//! What LLVM's assembly parser and verifier ask of the headers of globals and functions: linkage, visibility, DLL storage,
//! comdats, calling conventions, and what aliases and ifuncs stand for. LangRef, "Global Values".

use irtrip_dialect::enums::{CallingConvention, DllStorageClass, Linkage, Visibility};
use irtrip_dialect::names::*;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Str, Type, TypeData};
use rustc_hash::FxHashMap;

use crate::checks::operands::{is_pointee, is_scalable};
use crate::constants::pool::{ConstId, ConstKind};
use crate::cursor::Name;
use crate::error::Res;
use crate::global_values::variables::Prefix;
use crate::reader::{Entries, Reader};

/// An alias and what it stands for.
pub(crate) struct Alias {
    name: Str,
    base: Option<Str>,
    linkage: Linkage,
    at: usize,
}

impl<'a> Reader<'_, 'a> {
    /// What a prefix may say together; `at` is where LLVM says it is wrong.
    pub fn check_prefix(&mut self, prefix: &Prefix, at: usize) -> Res<()> {
        if prefix.dso_local && prefix.dll_storage == DllStorageClass::Import {
            return self.refuse_here("dso_location and DLL-StorageClass mismatch");
        }
        let local = prefix.linkage.is_local();
        if local && prefix.visibility != Visibility::Default {
            return self.refuse(at, "symbol with local linkage must have default visibility");
        }
        if local && prefix.dll_storage != DllStorageClass::Default {
            return self.refuse(at, "symbol with local linkage cannot have a DLL storage class");
        }
        Ok(())
    }

    /// The linkage of a function that is defined, or declared.
    pub fn check_function_linkage(&self, linkage: Linkage, define: bool, at: usize) -> Res<()> {
        match (linkage, define) {
            (Linkage::Appending | Linkage::Common, _) => self.refuse(at, "invalid function linkage type"),
            (Linkage::ExternWeak, true) => self.refuse(at, "invalid linkage for function definition"),
            _ if define || linkage.is_declaration_linkage() => Ok(()),
            _ => self.refuse(at, "invalid linkage for function declaration"),
        }
    }

    /// What the DLL storage of a symbol asks of it; `declared` is whether its definition is elsewhere.
    pub fn check_storage(&self, prefix: &Prefix, declared: bool, at: usize) -> Res<()> {
        let external = declared && prefix.linkage.is_declaration_linkage();
        match prefix.dll_storage {
            DllStorageClass::Import if prefix.visibility != Visibility::Default => {
                self.refuse(at, "dllimport GlobalValue must have default visibility")
            }
            DllStorageClass::Import if !external && prefix.linkage != Linkage::AvailableExternally => {
                self.refuse(at, "Global is marked as dllimport, but not external")
            }
            DllStorageClass::Export if prefix.visibility == Visibility::Hidden => {
                self.refuse(at, "dllexport GlobalValue must have default or protected visibility")
            }
            DllStorageClass::Default | DllStorageClass::Import | DllStorageClass::Export => Ok(()),
        }
    }

    /// A declaration is in no comdat.
    pub fn check_comdat(&self, entries: &Entries, linkage: Linkage, declared: bool) -> Res<()> {
        let has = entries.iter().any(|e| e.0 == COMDAT);
        if has && (declared || linkage == Linkage::AvailableExternally) {
            return self.refuse(self.f.at, "Declaration may not be in a Comdat!");
        }
        Ok(())
    }

    /// The type of a variable.
    pub fn check_variable_type(&self, ty: Type, linkage: Linkage, at: usize) -> Res<()> {
        if !is_pointee(self.ctx, ty) {
            return self.refuse(at, "invalid type for global variable");
        }
        if is_scalable(self.ctx, ty) {
            return self.refuse(self.f.at, "Globals cannot contain scalable types");
        }
        if linkage == Linkage::Appending && !matches!(self.ctx.type_data(ty), TypeData::Array { .. }) {
            return self.refuse(self.f.at, "Only global arrays can have appending linkage!");
        }
        Ok(())
    }

    /// What `common` asks of a variable, and the names of LLVM's own variables.
    pub fn check_variable(
        &self,
        name: &Name<'a>,
        linkage: Linkage,
        initializer: Option<ConstId>,
        entries: &Entries,
    ) -> Res<()> {
        let has = |key: Str| entries.iter().any(|e| e.0 == key);
        let at = self.f.at;
        if linkage == Linkage::Common {
            let zero =
                |id: ConstId| matches!(self.pool.kind(id), ConstKind::Null | ConstKind::Int(0) | ConstKind::Float(0));
            if !initializer.is_none_or(zero) {
                return self.refuse(at, "'common' global must have a zero initializer!");
            }
            if has(CONSTANT) {
                return self.refuse(at, "'common' global may not be marked constant!");
            }
            if has(COMDAT) {
                return self.refuse(at, "'common' global may not be in a Comdat!");
            }
        }
        let Name::Named(name) = name else { return Ok(()) };
        let Some(own) = name.strip_prefix(b"llvm.") else { return Ok(()) };
        let lists = matches!(own, b"global_ctors" | b"global_dtors");
        if !lists && !matches!(own, b"used" | b"compiler.used") {
            return Ok(());
        }
        if initializer.is_some() && linkage != Linkage::Appending {
            return self.refuse(at, "invalid linkage for intrinsic global variable");
        }
        let ty = initializer.map(|id| self.pool.ty(id));
        let Some(TypeData::Array { element, .. }) = ty.map(|ty| self.ctx.type_data(ty)) else { return Ok(()) };
        let is_pointer = |ty: Type| matches!(self.ctx.type_data(ty), TypeData::Pointer { .. });
        let elements = self.ctx.struct_elements(*element).map(|s| s.1).unwrap_or_default();
        let fits = match elements {
            [priority, function, ..] if lists => *priority == wk::I32 && is_pointer(*function) && elements.len() <= 3,
            _ => !lists && is_pointer(*element),
        };
        if !fits {
            return self.refuse(at, "wrong type for intrinsic global variable");
        }
        if lists && elements.len() == 2 {
            let wrong = "the third field of the element type is mandatory, specify ptr null to migrate from the obsoleted \
                         2-field form";
            return self.refuse(at, wrong);
        }
        Ok(())
    }

    /// The alignment of a global or function.
    pub fn check_alignment(&self, value: u64, at: usize) -> Res<()> {
        if !value.is_power_of_two() {
            return self.refuse(at, "alignment is not a power of two");
        }
        if value > 1 << 32 {
            return self.refuse(at, "huge alignments are not supported yet");
        }
        Ok(())
    }

    /// The type of a function's result, at its place.
    pub fn check_result(&self, ty: Type, at: usize) -> Res<()> {
        if matches!(self.ctx.type_data(ty), TypeData::LlvmFunction { .. } | TypeData::Label | TypeData::Metadata) {
            return self.refuse(at, "invalid function return type");
        }
        Ok(())
    }

    /// The type of a function's parameter, at its place.
    pub fn check_parameter_type(&self, ty: Type, at: usize) -> Res<()> {
        if !self.ctx.is_first_class(ty) || matches!(self.ctx.type_data(ty), TypeData::Label) {
            return self.refuse(at, "invalid type for function argument");
        }
        Ok(())
    }

    /// What LLVM's verifier asks of a function's type; intrinsics alone take and give tokens and their kin.
    pub fn check_function_type(&self, name: &Name<'a>, cconv: CallingConvention, ty: Type) -> Res<()> {
        let TypeData::LlvmFunction { result, params, vararg } = self.ctx.type_data(ty) else { return Ok(()) };
        if *result != wk::VOID && cconv.has_no_result() {
            return self.refuse(self.f.at, "Calling convention requires void return type");
        }
        if *vararg && !cconv.may_be_variadic() {
            let wrong = "Calling convention does not support varargs or perfect forwarding!";
            return self.refuse(self.f.at, wrong);
        }
        if matches!(name, Name::Named(name) if name.starts_with(b"llvm.")) {
            return Ok(());
        }
        let odd = |ty: Type| match self.ctx.type_data(ty) {
            TypeData::Token => Some("token"),
            TypeData::Metadata => Some("metadata"),
            TypeData::X86Amx => Some("x86_amx"),
            _ => None,
        };
        if let Some(odd) = params.iter().find_map(|p| odd(*p)) {
            return self.refuse(self.f.at, format!("Function takes {odd} but isn't an intrinsic"));
        }
        if let Some(odd) = odd(*result) {
            let article = if odd == "token" { "a " } else { "" };
            return self.refuse(self.f.at, format!("Function returns {article}{odd} but isn't an intrinsic"));
        }
        Ok(())
    }

    /// Functions of some calling conventions are not called.
    pub fn check_called(&self, cconv: CallingConvention) -> Res<()> {
        if !cconv.is_callable() {
            return self.refuse(self.f.at, "calling convention does not permit calls");
        }
        Ok(())
    }

    /// The linkage of an alias.
    pub fn check_alias_linkage(&self, linkage: Linkage) -> Res<()> {
        if matches!(linkage, Linkage::Appending | Linkage::ExternWeak | Linkage::Common) {
            return self.refuse(self.f.at, "invalid linkage type for alias");
        }
        Ok(())
    }

    /// What an alias or ifunc stands for must be a pointer.
    pub fn check_aliasee_type(&self, aliasee: ConstId, at: usize) -> Res<()> {
        match self.ctx.type_data(self.pool.ty(aliasee)) {
            TypeData::Pointer { .. } => Ok(()),
            _ => self.refuse(at, "An alias or ifunc must have pointer type"),
        }
    }

    /// What an alias stands for; that no circle is made of them is found once all are known.
    pub fn note_alias(&mut self, name: &Name<'a>, aliasee: ConstId, linkage: Linkage) -> Res<()> {
        match self.pool.kind(aliasee) {
            ConstKind::Null | ConstKind::Undef | ConstKind::Poison => {
                return self.refuse(self.f.at, "Aliasee should be either GlobalValue or ConstantExpr");
            }
            _ => {}
        }
        let base = self.resolver_function(aliasee);
        if linkage != Linkage::AvailableExternally && base.is_some_and(|base| self.shared.symbols.is_declared(base)) {
            return self.refuse(self.f.at, "Alias must point to a definition");
        }
        let Some(symbol) = self.shared.symbols.get(name) else { return Ok(()) };
        self.aliases.push(Alias { name: symbol.name, base, linkage, at: self.f.at });
        Ok(())
    }

    /// Aliases make no circle, and stand for no alias that may be replaced.
    pub fn check_aliases(&self) -> Res<()> {
        let by_name: FxHashMap<Str, &Alias> = self.aliases.iter().map(|a| (a.name, a)).collect();
        // By alias: the one from which it was reached first. What follows one reached before is known to be right.
        let mut reached: FxHashMap<Str, Str> = FxHashMap::default();
        for alias in &self.aliases {
            let mut base = Some(alias.name);
            while let Some(next) = base.and_then(|base| by_name.get(&base)) {
                if next.name != alias.name && next.linkage.is_interposable() {
                    return self.refuse(alias.at, "Alias cannot point to an interposable alias");
                }
                match reached.insert(next.name, alias.name) {
                    Some(from) if from == alias.name => {
                        return self.refuse(alias.at, "Aliases cannot form a cycle");
                    }
                    Some(_) => break,
                    None => base = next.base,
                }
            }
        }
        Ok(())
    }

    /// What resolves an ifunc is a function that is defined here and gives a pointer.
    pub fn check_resolver(&self, resolver: ConstId, linkage: Linkage) -> Res<()> {
        if matches!(linkage, Linkage::AvailableExternally | Linkage::Appending | Linkage::ExternWeak | Linkage::Common)
        {
            let wrong =
                "IFunc should have private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage!";
            return self.refuse(self.f.at, wrong);
        }
        let symbols = &self.shared.symbols;
        let Some(base) = self.resolver_function(resolver) else { return Ok(()) };
        if symbols.is_alias(base) {
            return Ok(());
        }
        if !symbols.is_function(base) {
            return self.refuse(self.f.at, "IFunc must have a Function resolver");
        }
        if !symbols.is_defined(base) {
            return self.refuse(self.f.at, "IFunc resolver must be a definition");
        }
        let name = Name::Named(std::borrow::Cow::Borrowed(self.ctx.bytes(base)));
        let ty = symbols.get(&name).and_then(|symbol| symbol.function);
        if let Some(TypeData::LlvmFunction { result, .. }) = ty.map(|ty| self.ctx.type_data(ty))
            && !matches!(self.ctx.type_data(*result), TypeData::Pointer { .. })
        {
            return self.refuse(self.f.at, "IFunc resolver must return a pointer");
        }
        Ok(())
    }
}
