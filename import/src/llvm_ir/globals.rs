//! Variables, aliases and ifuncs. LangRef, "Global Variables", "Aliases", "IFuncs".

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::enums;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::global_values;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Module, NewOp, Type};
use llvm_ir::module::{DLLStorageClass, GlobalAlias, GlobalIFunc, GlobalVariable, ThreadLocalMode, UnnamedAddr};

use super::functions::prefix;
use super::{Importer, gaps, name, unsupported};
use crate::attribute_cache::NamedAttrs;
use crate::global_values::variables::symbol_entries;

impl<'a> Importer<'_, '_, 'a> {
    /// Adds the globals: variables, then aliases, then ifuncs.
    pub(super) fn globals(&mut self, from: &'a llvm_ir::Module, module: &mut Module) -> DiagnosticResult<()> {
        // What constants mention tells the types of globals without an initializer.
        let initializers = from.global_vars.iter().filter_map(|v| v.initializer.as_ref());
        let before = std::mem::take(self.losses);
        for constant in initializers.chain(from.global_aliases.iter().map(|a| &a.aliasee)) {
            self.globals.start();
            self.constant(constant)?;
        }
        // What is met there is met again.
        *self.losses = before;
        from.global_vars.iter().try_for_each(|variable| self.variable(variable, module))?;
        from.global_aliases.iter().try_for_each(|alias| self.alias(alias, module))?;
        from.global_ifuncs.iter().try_for_each(|ifunc| self.ifunc(ifunc, module))
    }

    /// The type of what a global holds, as a constant mentions it.
    fn mentioned_type(&mut self, global: &'a llvm_ir::Name) -> DiagnosticResult<Type> {
        match self.mentioned.get(global) {
            Some(ty) => self.ty(ty),
            None => {
                self.meet(&gaps::VALUE_TYPES);
                Ok(types::I8)
            }
        }
    }

    fn thread_local(&mut self, mode: ThreadLocalMode, entries: &mut NamedAttrs) {
        let model = match mode {
            ThreadLocalMode::NotThreadLocal => return,
            ThreadLocalMode::GeneralDynamic => enums::ThreadLocalMode::GeneralDynamic,
            ThreadLocalMode::LocalDynamic => enums::ThreadLocalMode::LocalDynamic,
            ThreadLocalMode::InitialExec => enums::ThreadLocalMode::InitialExec,
            ThreadLocalMode::LocalExec => enums::ThreadLocalMode::LocalExec,
        };
        entries.push((THREAD_LOCAL, attrs::UNIT));
        if model != enums::ThreadLocalMode::GeneralDynamic {
            entries.push((IRTRIP_TLS_MODEL, self.globals.cache.enum_value(model)));
        }
    }

    fn unnamed_addr(&mut self, kind: Option<UnnamedAddr>, entries: &mut NamedAttrs) {
        let value = match kind {
            None => return,
            Some(UnnamedAddr::Local) => enums::UnnamedAddr::Local,
            Some(UnnamedAddr::Global) => enums::UnnamedAddr::Global,
        };
        entries.push((UNNAMED_ADDR, self.globals.cache.enum_value(value)));
    }

    fn variable(&mut self, variable: &'a GlobalVariable, module: &mut Module) -> DiagnosticResult<()> {
        self.meet(&gaps::VARIABLES);
        self.globals.start();
        let own = name(&variable.name);
        let known = self.mentioned.get(&variable.name).copied().map(|ty| self.ty(ty)).transpose()?;
        let initializer = variable.initializer.as_ref().map(|i| self.constant_as(i, known)).transpose()?;
        let ty = match initializer {
            Some(initializer) => self.pool().ty(initializer),
            None => self.mentioned_type(&variable.name)?,
        };
        let mut entries = NamedAttrs::new();
        symbol_entries(self.tables, &own, &mut entries);
        self.thread_local(variable.thread_local_mode, &mut entries);
        self.unnamed_addr(variable.unnamed_addr, &mut entries);
        let prefix = prefix(variable.linkage, variable.visibility, variable.dll_storage_class)?;
        prefix.push_entries(&mut self.globals.cache, false, &mut entries);
        if variable.addr_space != 0 {
            entries.push((ADDR_SPACE, self.globals.cache.int(types::I32, i64::from(variable.addr_space))));
        }
        if variable.is_constant {
            entries.push((CONSTANT, attrs::UNIT));
        }
        let is_global = self.ctx.target_type_is_global(ty);
        if !is_global {
            entries.push((IRTRIP_TYPE, self.ctx.type_attr(ty)));
        }
        entries.push((GLOBAL_TYPE, self.ctx.type_attr(if is_global { ty } else { types::I8 })));
        if let Some(section) = &variable.section {
            entries.push((SECTION, self.ctx.str_attr(self.ctx.str(section))));
        }
        if variable.alignment != 0 {
            entries.push((ALIGNMENT, self.globals.cache.i64(i64::from(variable.alignment))));
        }
        // Nothing but name, linkage and type.
        let bare = entries.len() == 3 && prefix.words.linkage == enums::Linkage::Appending;
        if let Some(initializer) = initializer {
            let lists = self.globals.variable_initializer(&own, initializer, bare, &mut entries);
            if let Some((op, attrs)) = lists {
                module.body.append(module.block, NewOp { attrs, ..NewOp::new(op) }, &[]);
                return Ok(());
            }
        }
        self.globals.add_global(global_values::GLOBAL, &entries, (attrs::UNKNOWN_LOC, 0), module);
        Ok(())
    }

    fn alias(&mut self, alias: &'a GlobalAlias, module: &mut Module) -> DiagnosticResult<()> {
        self.globals.start();
        let mut entries = NamedAttrs::new();
        symbol_entries(self.tables, &name(&alias.name), &mut entries);
        self.thread_local(alias.thread_local_mode, &mut entries);
        self.unnamed_addr(alias.unnamed_addr, &mut entries);
        let prefix = prefix(alias.linkage, alias.visibility, alias.dll_storage_class)?;
        prefix.push_entries(&mut self.globals.cache, false, &mut entries);
        let ty = self.mentioned_type(&alias.name)?;
        entries.push((ALIAS_TYPE, self.ctx.type_attr(ty)));
        let aliasee = self.constant(&alias.aliasee)?;
        self.globals.aliasee_region(aliasee, &mut entries);
        self.globals.add_global(global_values::ALIAS, &entries, (attrs::UNKNOWN_LOC, 0), module);
        Ok(())
    }

    fn ifunc(&mut self, ifunc: &'a GlobalIFunc, module: &mut Module) -> DiagnosticResult<()> {
        self.globals.start();
        let mut entries = NamedAttrs::new();
        symbol_entries(self.tables, &name(&ifunc.name), &mut entries);
        let prefix = prefix(ifunc.linkage, ifunc.visibility, DLLStorageClass::Default)?;
        prefix.push_entries(&mut self.globals.cache, false, &mut entries);
        let ty = self.mentioned_type(&ifunc.name)?;
        entries.push((I_FUNC_TYPE, self.ctx.type_attr(ty)));
        let resolver = self.constant(&ifunc.resolver_fn)?;
        if !self.globals.resolver_entries(resolver, &mut entries) {
            return unsupported("an ifunc without a resolver");
        }
        self.globals.add_global(global_values::IFUNC, &entries, (attrs::UNKNOWN_LOC, 0), module);
        Ok(())
    }
}
