//! Variables, aliases and ifuncs; LangRef, "Global Variables", "Aliases", "IFuncs".

use irtrip_dialect::enums::{DllStorageClass, Linkage, ThreadLocalMode, UnnamedAddr, Visibility};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Global, LlvmForm};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Attr, AttrData, Str, Type};

use super::Writer;
use crate::function::value_enumerator::EnumeratedType;
use crate::module::GlobalValue;
use irtrip_dialect::constants::{ConstData, ConstId, Constants};
use irtrip_dialect::diagnostic::ExportCode;

/// A variable, alias or ifunc with what it holds.
pub struct GlobalPlan<'a> {
    /// The global.
    pub global: GlobalValue<'a>,
    /// Its row's kind.
    pub kind: Global,
    /// The type of what it holds.
    pub value_type: Option<Type>,
    /// Its constants.
    pub pool: Constants,
    /// The initializer, aliasee or resolver.
    pub init: Option<ConstId>,
    /// Types in it.
    pub types: Vec<EnumeratedType>,
}

impl GlobalPlan<'_> {
    /// The kind of global an operation's form is.
    pub fn kind_of(form: Option<LlvmForm>) -> Global {
        match form {
            Some(LlvmForm::Global(kind)) => kind,
            _ => Global::Variable,
        }
    }
}

impl Writer<'_> {
    /// Linkage, `dso_local`, visibility and DLL storage class, a space after each.
    pub fn linkage(&mut self, attrs: Attr) {
        let linkage: Linkage = self.enum_value(attrs, LINKAGE);
        if linkage != Linkage::External {
            self.word(linkage.llvm());
        }
        let visibility: Visibility = self.enum_value(attrs, VISIBILITY);
        if self.is_set(attrs, DSO_LOCAL) && !linkage.implies_dso_local(visibility) {
            self.word("dso_local");
        }
        self.word(visibility.llvm());
        self.word(self.enum_value::<DllStorageClass>(attrs, IRTRIP_DLL_STORAGE).llvm());
    }

    /// `unnamed_addr` or its local kind, or nothing.
    pub fn unnamed_addr(&self, attrs: Attr) -> &'static str {
        self.enum_value::<UnnamedAddr>(attrs, UNNAMED_ADDR).llvm()
    }

    /// A word with a space after it, or nothing.
    fn word(&mut self, word: &str) {
        if !word.is_empty() {
            self.out.push_str(word);
            self.out.push(' ');
        }
    }

    fn thread_local(&mut self, attrs: Attr) {
        if !self.is_set(attrs, THREAD_LOCAL) {
            return;
        }
        self.out.push_str("thread_local");
        let model: ThreadLocalMode = self.enum_value(attrs, IRTRIP_TLS_MODEL);
        if model != ThreadLocalMode::GeneralDynamic {
            self.out.push('(');
            self.out.push_str(model.llvm());
            self.out.push(')');
        }
        self.out.push(' ');
    }

    /// `comdat` or `comdat($name)` after a separator.
    pub fn comdat(&mut self, name: Str, attrs: Attr, separator: &str) {
        let Some(comdat) = self.ctx.entry(attrs, COMDAT).and_then(|c| comdat_name(self.ctx, c)) else { return };
        self.out.push_str(separator);
        self.out.push_str("comdat");
        let unnamed = self.ctx.entry(attrs, IRTRIP_UNNAMED).is_some();
        if comdat != name || unnamed {
            self.out.push_str("($");
            irtrip_dialect::llvm_text::name(&mut self.out, self.ctx.bytes(comdat));
            self.out.push(')');
        }
    }

    /// A line, with its end.
    pub fn global(&mut self, plan: &GlobalPlan) {
        self.user = plan.global.name;
        self.symbol(plan.global.name);
        self.out.push_str(" = ");
        match plan.kind {
            Global::Alias => self.alias(plan, "alias "),
            Global::IFunc => self.alias(plan, "ifunc "),
            Global::Ctors | Global::Dtors => {
                self.out.push_str("appending global ");
                self.value(plan);
            }
            Global::Variable
            | Global::Func
            | Global::Comdat
            | Global::ComdatSelector
            | Global::ModuleFlags
            | Global::LinkerOptions => self.variable(plan),
        }
        self.out.push('\n');
    }

    fn value(&mut self, plan: &GlobalPlan) {
        match plan.value_type {
            Some(ty) => self.ty(ty),
            None => self.fail(ExportCode::Attribute("global_type")),
        }
        if let Some(init) = plan.init {
            self.out.push(' ');
            self.constant_of_type(&plan.pool, init, plan.value_type.unwrap_or_else(|| plan.pool.ty(init)));
        } else if plan.kind == Global::Variable && !self.may_lack_initializer(plan.global.attrs) {
            // The dialect lets a definition go without one, which LLVM IR does not.
            self.out.push_str(" undef");
        }
    }

    /// Whether a linkage is one of declarations.
    fn may_lack_initializer(&self, attrs: Attr) -> bool {
        self.enum_value::<Linkage>(attrs, LINKAGE).is_declaration_linkage()
    }

    fn variable(&mut self, plan: &GlobalPlan) {
        let (ctx, attrs) = (self.ctx, plan.global.attrs);
        if plan.init.is_none() && self.enum_value::<Linkage>(attrs, LINKAGE) == Linkage::External {
            self.out.push_str("external ");
        }
        self.linkage(attrs);
        self.thread_local(attrs);
        self.word(self.unnamed_addr(attrs));
        let space = self.number(attrs, ADDR_SPACE);
        if space != 0 {
            self.address_space(space);
            self.out.push(' ');
        }
        if self.is_set(attrs, EXTERNALLY_INITIALIZED) {
            self.out.push_str("externally_initialized ");
        }
        self.out.push_str(if self.is_set(attrs, CONSTANT) { "constant " } else { "global " });
        self.value(plan);
        for (key, word) in
            [(SECTION, ", section "), (IRTRIP_PARTITION, ", partition "), (IRTRIP_CODE_MODEL, ", code_model ")]
        {
            if let Some(value) = self.string(attrs, key) {
                self.word_and_string(word, value);
            }
        }
        for word in ctx.entry(attrs, IRTRIP_SANITIZE).map(|s| ctx.items(s)).unwrap_or_default() {
            if let Some(word) = ctx.string_value(*word) {
                self.out.push_str(", ");
                self.out.push_str(&ctx.text(word));
            }
        }
        self.comdat(plan.global.name, attrs, ", ");
        if let Some(align) = ctx.int_entry(attrs, ALIGNMENT).filter(|align| *align > 0) {
            self.out.push_str(", align ");
            self.int(align);
        }
        self.global_attachments(attrs);
        let group = self.plan.groups.global(ctx, attrs);
        self.group_number(group);
    }

    fn global_attachments(&mut self, attrs: Attr) {
        let attachments = self.plan.metadata.attachments(attrs, irtrip_dialect::metadata::AttachmentSite::Global);
        self.attachments(&attachments, ", ");
    }

    fn alias(&mut self, plan: &GlobalPlan, word: &str) {
        let attrs = plan.global.attrs;
        self.linkage(attrs);
        if plan.kind == Global::Alias {
            self.thread_local(attrs);
            self.word(self.unnamed_addr(attrs));
        }
        self.out.push_str(word);
        if plan.kind == Global::IFunc || self.plan.spellings.has(Spelling::AliasTypes) {
            match plan.value_type {
                Some(ty) => self.ty(ty),
                None => self.fail(ExportCode::Attribute("type")),
            }
            self.out.push_str(", ");
        }
        match plan.init {
            Some(init) if self.plan.spellings.has(Spelling::TypedPointers) => self.typed_aliasee(plan, init),
            Some(init) if matches!(plan.pool.data(init), ConstData::Expr(_)) => self.constant(&plan.pool, init),
            Some(init) => self.typed_constant(&plan.pool, init),
            None => self.fail(ExportCode::Initializer),
        }
        if let Some(partition) = self.string(attrs, IRTRIP_PARTITION) {
            self.word_and_string(", partition ", partition);
        }
        if plan.kind == Global::IFunc {
            self.global_attachments(attrs);
        }
    }
}

impl Writer<'_> {
    /// What an alias stands for, or the resolver of an ifunc, where pointers name what they point to.
    fn typed_aliasee(&mut self, plan: &GlobalPlan, init: ConstId) {
        let (ctx, untyped) = (self.ctx, plan.pool.ty(init));
        let space = ctx.pointer_space(untyped).unwrap_or(0);
        let value_type = plan.value_type.map(|ty| match plan.kind {
            Global::IFunc => ctx.llvm_function_type(ctx.typed_pointer_type(ty, 0), &[], false),
            _ => ty,
        });
        let ty = value_type.map_or(untyped, |ty| ctx.typed_pointer_type(ty, space));
        let start = self.out.len();
        self.constant_of_type(&plan.pool, init, ty);
        // An expression has its type in it.
        if !self.out[start..].ends_with(')') {
            let constant = self.out.split_off(start);
            self.ty(ty);
            self.out.push(' ');
            self.out.push_str(&constant);
        }
    }
}

/// The comdat that `@__llvm_global_comdat::@name` names.
pub fn comdat_name(ctx: &irtrip_dialect::Context, comdat: Attr) -> Option<Str> {
    match ctx.attr_data(comdat) {
        AttrData::SymbolRef { root, nested } => Some(nested.last().copied().unwrap_or(*root)),
        _ => None,
    }
}
