//! What LLVM's assembly parser and verifier ask of the headers of globals and functions: linkage, visibility, DLL storage,
//! comdats, calling conventions, and what aliases and ifuncs stand for. LangRef, "Global Values".

use irtrip_dialect::names::*;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Str, Type, TypeData, enums};
use rustc_hash::FxHashMap;

use crate::checks::operands::{is_first_class, is_pointee, is_scalable};
use crate::constants::pool::{ConstId, ConstKind};
use crate::cursor::Name;
use crate::error::Res;
use crate::global_values::variables::Prefix;
use crate::reader::{Entries, Reader};

/// A linkage's word in LLVM assembly.
fn word(linkage: i64) -> &'static str {
    enums::LINKAGE.llvm(linkage).unwrap_or_default()
}

/// An alias and what it stands for.
pub(crate) struct Alias {
    name: Str,
    base: Option<Str>,
    linkage: i64,
    at: usize,
}

/// Calling conventions, in LLVM's words, of functions without a result.
const WITHOUT_RESULT: &[&str] = &["amdgpu_kernel", "spir_kernel", "amdgpu_cs_chain", "amdgpu_cs_chain_preserve"];

/// Those of functions that take no variable arguments.
const WITHOUT_VARARGS: &[&str] = &[
    "amdgpu_kernel",
    "spir_kernel",
    "amdgpu_cs_chain",
    "amdgpu_cs_chain_preserve",
    "fastcc",
    "coldcc",
    "intel_ocl_bicc",
    "ptx_kernel",
    "ptx_device",
    "amdgpu_vs",
    "amdgpu_gs",
    "amdgpu_ps",
    "amdgpu_cs",
];

/// Those of functions that nothing calls.
const NOT_CALLED: &[&str] = &["amdgpu_kernel", "amdgpu_cs_chain", "amdgpu_cs_chain_preserve"];

impl<'a> Reader<'_, 'a> {
    /// What a prefix may say together; `at` is where LLVM says it is wrong.
    pub fn check_prefix(&mut self, prefix: &Prefix, at: usize) -> Res<()> {
        if prefix.dso_local && prefix.dll_storage == Some("dllimport") {
            return self.refuse_here("dso_location and DLL-StorageClass mismatch");
        }
        let local = matches!(word(prefix.linkage), "internal" | "private");
        if local && prefix.visibility != 0 {
            return self.refuse(at, "symbol with local linkage must have default visibility");
        }
        if local && prefix.dll_storage.is_some() {
            return self.refuse(at, "symbol with local linkage cannot have a DLL storage class");
        }
        Ok(())
    }

    /// The linkage of a function that is defined, or declared.
    pub fn check_function_linkage(&self, linkage: i64, define: bool, at: usize) -> Res<()> {
        match (word(linkage), define) {
            ("appending" | "common", _) => self.refuse(at, "invalid function linkage type"),
            ("extern_weak", true) => self.refuse(at, "invalid linkage for function definition"),
            ("external" | "extern_weak", _) | (_, true) => Ok(()),
            _ => self.refuse(at, "invalid linkage for function declaration"),
        }
    }

    /// What the DLL storage of a symbol asks of it; `declared` is whether its definition is elsewhere.
    pub fn check_storage(&self, prefix: &Prefix, declared: bool, at: usize) -> Res<()> {
        let Some(storage) = prefix.dll_storage else { return Ok(()) };
        let external = declared && matches!(word(prefix.linkage), "external" | "extern_weak");
        if storage == "dllimport" && prefix.visibility != 0 {
            return self.refuse(at, "dllimport GlobalValue must have default visibility");
        }
        if storage == "dllexport" && prefix.visibility == 1 {
            return self.refuse(at, "dllexport GlobalValue must have default or protected visibility");
        }
        if storage == "dllimport" && !external && word(prefix.linkage) != "available_externally" {
            return self.refuse(at, "Global is marked as dllimport, but not external");
        }
        Ok(())
    }

    /// A declaration is in no comdat.
    pub fn check_comdat(&self, entries: &Entries, linkage: i64, declared: bool) -> Res<()> {
        let has = entries.iter().any(|e| e.0 == COMDAT);
        if has && (declared || word(linkage) == "available_externally") {
            return self.refuse(self.f.at, "Declaration may not be in a Comdat!");
        }
        Ok(())
    }

    /// The type of a variable.
    pub fn check_variable_type(&self, ty: Type, linkage: i64, at: usize) -> Res<()> {
        if !is_pointee(self.ctx, ty) {
            return self.refuse(at, "invalid type for global variable");
        }
        if is_scalable(self.ctx, ty) {
            return self.refuse(self.f.at, "Globals cannot contain scalable types");
        }
        if word(linkage) == "appending" && !matches!(self.ctx.type_data(ty), TypeData::Array { .. }) {
            return self.refuse(self.f.at, "Only global arrays can have appending linkage!");
        }
        Ok(())
    }

    /// What `common` asks of a variable, and the names of LLVM's own variables.
    pub fn check_variable(
        &self,
        name: &Name<'a>,
        linkage: i64,
        initializer: Option<ConstId>,
        entries: &Entries,
    ) -> Res<()> {
        let has = |key: Str| entries.iter().any(|e| e.0 == key);
        let at = self.f.at;
        if word(linkage) == "common" {
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
        if initializer.is_some() && word(linkage) != "appending" {
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
        if !is_first_class(self.ctx, ty) || matches!(self.ctx.type_data(ty), TypeData::Label) {
            return self.refuse(at, "invalid type for function argument");
        }
        Ok(())
    }

    /// What LLVM's verifier asks of a function's type; intrinsics alone take and give tokens and their kin.
    pub fn check_function_type(&self, name: &Name<'a>, cconv: i64, ty: Type) -> Res<()> {
        let TypeData::LlvmFunction { result, params, vararg } = self.ctx.type_data(ty) else { return Ok(()) };
        let word = enums::CCONV.llvm(cconv).unwrap_or_default();
        if *result != wk::VOID && WITHOUT_RESULT.contains(&word) {
            return self.refuse(self.f.at, "Calling convention requires void return type");
        }
        if *vararg && WITHOUT_VARARGS.contains(&word) {
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
    pub fn check_called(&self, cconv: i64) -> Res<()> {
        if cconv != 0 && NOT_CALLED.contains(&enums::CCONV.llvm(cconv).unwrap_or_default()) {
            return self.refuse(self.f.at, "calling convention does not permit calls");
        }
        Ok(())
    }

    /// The linkage of an alias.
    pub fn check_alias_linkage(&self, linkage: i64) -> Res<()> {
        match word(linkage) {
            "appending" | "extern_weak" | "common" => self.refuse(self.f.at, "invalid linkage type for alias"),
            _ => Ok(()),
        }
    }

    /// What an alias or ifunc stands for must be a pointer.
    pub fn check_aliasee_type(&self, aliasee: ConstId, at: usize) -> Res<()> {
        match self.ctx.type_data(self.pool.ty(aliasee)) {
            TypeData::Pointer { .. } => Ok(()),
            _ => self.refuse(at, "An alias or ifunc must have pointer type"),
        }
    }

    /// What an alias stands for; that no circle is made of them is found once all are known.
    pub fn note_alias(&mut self, name: &Name<'a>, aliasee: ConstId, linkage: i64) -> Res<()> {
        match self.pool.kind(aliasee) {
            ConstKind::Null | ConstKind::Undef | ConstKind::Poison => {
                return self.refuse(self.f.at, "Aliasee should be either GlobalValue or ConstantExpr");
            }
            _ => {}
        }
        let base = self.resolver_function(aliasee);
        if word(linkage) != "available_externally" && base.is_some_and(|base| self.shared.symbols.is_declared(base)) {
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
                if next.name != alias.name && matches!(word(next.linkage), "linkonce" | "weak") {
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
    pub fn check_resolver(&self, resolver: ConstId, linkage: i64) -> Res<()> {
        if matches!(word(linkage), "available_externally" | "appending" | "extern_weak" | "common") {
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
