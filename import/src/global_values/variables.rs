//! Variables, aliases, ifuncs and comdats, and what headers of globals and functions share. LangRef, "Global Variables",
//! "Aliases", "IFuncs", "Comdats".

use std::borrow::Cow;

use irtrip_dialect::attribute_set::{AttributeSet, variable_entries};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::enums::{
    CodeModel, ComdatSelectionKind, DllStorageClass, Linkage, ThreadLocalMode, UnnamedAddr, Visibility,
};
use irtrip_dialect::llvm_attributes::AttributeSite;
use irtrip_dialect::metadata::Target;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{global_values, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, AttrData, Body, Context, Module, NewOp, OpName, Str, TypeData, Value, attr_table};

use crate::bodies::legality::is_own;
use crate::constants::pool::{ConstId, ConstKind, ConstantPool};
use crate::cursor::{Cursor, Name, fail};
use crate::error::{ImportErrorKind, Res};
use crate::index::symbols::Symbols;
use crate::reader::{Entries, Reader};
use crate::source_map::GlobalSource;
use crate::split::{Entity, EntityKind};
use crate::tables::attribute_groups::attribute;

/// The words in front of a global or function; LangRef, "Linkage Types" and on.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Prefix {
    pub linkage: Linkage,
    /// Whether a linkage is written that a definition need not have: `external` and `extern_weak` have no initializer.
    pub declares: bool,
    pub dso_local: bool,
    pub visibility: Visibility,
    pub dll_storage: DllStorageClass,
}

impl<'a> Reader<'_, 'a> {
    /// Reads linkage, preemption, visibility and DLL storage class.
    pub fn prefix(&mut self) -> Prefix {
        let mut prefix = Prefix::default();
        if let Some(linkage) = Linkage::from_llvm(self.c.peek_word()) {
            self.c.word();
            prefix.linkage = linkage;
            prefix.declares = linkage.is_declaration_linkage();
        }
        prefix.dso_local = self.c.eat_word("dso_local");
        self.c.eat_word("dso_preemptable");
        if let Some(visibility) = Visibility::from_llvm(self.c.peek_word()) {
            self.c.word();
            prefix.visibility = visibility;
        } else {
            self.c.eat_word("default");
        }
        while let Some(storage) = DllStorageClass::from_llvm(self.c.peek_word()) {
            self.c.word();
            prefix.dll_storage = storage;
        }
        prefix
    }

    /// Adds the entries of a prefix. `default_linkage` is whether external linkage goes without saying.
    pub fn prefix_entries(&mut self, prefix: &Prefix, default_linkage: bool, entries: &mut Entries) {
        if prefix.linkage != Linkage::External || !default_linkage {
            entries.push((LINKAGE, self.enum_attr(prefix.linkage)));
        }
        if prefix.dso_local || prefix.linkage.implies_dso_local(prefix.visibility) {
            entries.push((DSO_LOCAL, attrs::UNIT));
        }
        if prefix.visibility != Visibility::Default {
            entries.push((VISIBILITY, self.enum_attr(prefix.visibility)));
        }
        if prefix.dll_storage != DllStorageClass::Default {
            entries.push((IRTRIP_DLL_STORAGE, self.enum_attr(prefix.dll_storage)));
        }
    }

    /// `thread_local`, `thread_local(initialexec)`
    fn thread_local(&mut self, entries: &mut Entries) -> Res<()> {
        if !self.c.eat_word("thread_local") {
            return Ok(());
        }
        entries.push((THREAD_LOCAL, attrs::UNIT));
        if self.c.eat(b'(') {
            let Some(model) = ThreadLocalMode::from_llvm(self.c.peek_word()) else {
                return self.c.expected("localdynamic, initialexec or localexec");
            };
            self.c.word();
            entries.push((IRTRIP_TLS_MODEL, self.enum_attr(model)));
            self.c.expect(b')', "')' after thread local model")?;
        }
        Ok(())
    }

    /// `unnamed_addr`, `local_unnamed_addr`
    pub fn unnamed_addr(&mut self, entries: &mut Entries) {
        if let Some(value) = UnnamedAddr::from_llvm(self.c.peek_word()) {
            self.c.word();
            entries.push((UNNAMED_ADDR, self.enum_attr(value)));
        }
    }

    /// `comdat` or `comdat($name)` of the global `own`.
    pub fn comdat_entry(&mut self, own: &Name<'a>, entries: &mut Entries) -> Res<()> {
        let mut start = self.c.pos.saturating_sub(b"comdat".len());
        let name = if self.c.eat(b'(') {
            if self.c.peek() != b'$' {
                return self.c.expected("comdat variable");
            }
            start = self.c.pos;
            let name = self.c.name()?;
            self.c.expect(b')', "')' after comdat var")?;
            name
        } else {
            own.clone()
        };
        let Name::Named(name) = name else { return self.invalid(start, "comdat cannot be unnamed") };
        let Some(comdat) = self.shared.symbols.comdat(&name) else {
            let kind = ImportErrorKind::UndefinedComdat(String::from_utf8_lossy(&name).into_owned());
            return fail(start..self.c.pos.max(start + 1), kind);
        };
        let root = self.ctx.str(COMDAT_TABLE);
        let value = self.ctx.attr(AttrData::SymbolRef { root, nested: Box::new([comdat]) });
        entries.push((COMDAT, value));
        Ok(())
    }

    /// `"large"` behind `code_model`.
    fn code_model(&mut self, entries: &mut Entries) -> Res<()> {
        let before = self.c;
        let model = if self.c.peek() == b'"' { self.c.string()? } else { Cow::Borrowed(&b""[..]) };
        self.c = before;
        if CodeModel::from_llvm(&model).is_none() {
            return self.c.expected("global code model string");
        }
        self.string_entry(IRTRIP_CODE_MODEL, "global code model string", entries)
    }

    /// `"name"` behind `section`, `partition` or their kin; `what` is LLVM's name of it.
    pub fn string_entry(&mut self, key: Str, what: &'static str, entries: &mut Entries) -> Res<()> {
        if self.c.peek() != b'"' {
            return self.c.expected(what);
        }
        let text = self.ctx.byte_str(&self.c.string()?);
        entries.push((key, self.ctx.str_attr(text)));
        Ok(())
    }

    /// The entry that marks a symbol LLVM IR numbers.
    pub fn symbol_entries(&mut self, name: &Name<'a>, entries: &mut Entries) {
        let symbol = self.shared.symbols.get(name).map_or(EMPTY, |symbol| symbol.name);
        entries.push((SYM_NAME, self.ctx.str_attr(symbol)));
        if matches!(name, Name::Number(_)) {
            entries.push((IRTRIP_UNNAMED, attrs::UNIT));
        }
    }

    /// Reads `@name = ...` and adds its operation to a module.
    pub fn global(&mut self, name: &Name<'a>, entity: &Entity<'a>, module: &mut Module) -> Res<()> {
        self.seek(entity.start..entity.end);
        self.start_body();
        self.f.at = entity.at;
        let loc = self.location(entity.start);
        let mut entries = Entries::new();
        self.symbol_entries(name, &mut entries);
        let prefix = self.prefix();
        self.check_prefix(&prefix, entity.at)?;
        self.thread_local(&mut entries)?;
        self.unnamed_addr(&mut entries);
        let op = match self.c.peek_word() {
            b"alias" => {
                self.c.word();
                self.check_alias_linkage(prefix.linkage)?;
                self.check_storage(&prefix, false, entity.at)?;
                self.prefix_entries(&prefix, false, &mut entries);
                self.alias(name, prefix.linkage, &mut entries)?;
                global_values::ALIAS
            }
            b"ifunc" => {
                self.c.word();
                self.prefix_entries(&prefix, false, &mut entries);
                self.ifunc(prefix.linkage, &mut entries)?;
                global_values::IFUNC
            }
            _ => {
                self.prefix_entries(&prefix, false, &mut entries);
                match self.variable(name, &prefix, &mut entries)? {
                    Some(ctors) => return self.add_lists(ctors, loc, module),
                    None => global_values::GLOBAL,
                }
            }
        };
        if !self.c.at_end() {
            return self.c.expected("top-level entity");
        }
        self.add_global(op, &entries, loc, module);
        Ok(())
    }

    /// Adds the operation of a global, whose region is the body at hand.
    pub fn add_global(&mut self, name: OpName, entries: &Entries, loc: Attr, module: &mut Module) {
        let attrs = self.ctx.dictionary(entries);
        let op = module.body.append(module.block, NewOp { attrs, loc, ..NewOp::new(name) }, &[]);
        let body = std::mem::take(&mut self.f.body);
        if name != global_values::IFUNC {
            module.body.set_nested(op, body);
        }
        if let Some(globals) = &mut self.global_sources {
            let source = GlobalSource {
                at: self.f.at,
                end: self.c.pos,
                externally_initialized: self.f.global.externally_initialized,
                initializer: self.f.global.initializer,
                constants: std::mem::take(&mut self.pool),
            };
            globals.push((op, source));
        }
    }

    /// A variable behind its prefix. `llvm.global_ctors` and `llvm.global_dtors` of upstream's form are given back as
    /// the attributes of their operation.
    fn variable(&mut self, name: &Name<'a>, prefix: &Prefix, entries: &mut Entries) -> Res<Option<(OpName, Attr)>> {
        let mut space = 0;
        if self.c.eat_word("addrspace") {
            space = self.types.address_space(&mut self.c)?;
            entries.push((ADDR_SPACE, self.int_attr(wk::I32, i64::from(space))));
        }
        let at = self.c.peek_pos();
        if self.c.eat_word("externally_initialized") {
            entries.push((EXTERNALLY_INITIALIZED, attrs::UNIT));
            self.f.global.externally_initialized = Some(at);
        }
        let at = self.c.peek_pos();
        match self.c.word() {
            b"global" => {}
            b"constant" => entries.push((CONSTANT, attrs::UNIT)),
            _ => return self.refuse(at, "expected 'global' or 'constant'"),
        }
        let at = self.c.peek_pos();
        let ty = self.read_type()?;
        self.check_variable_type(ty, prefix.linkage, at)?;
        let is_global = self.ctx.target_type_is_global(ty);
        if !is_global {
            entries.push((IRTRIP_TYPE, self.ctx.type_attr(ty)));
        }
        entries.push((GLOBAL_TYPE, self.ctx.type_attr(if is_global { ty } else { wk::I8 })));
        let initializer = match prefix.declares {
            true => None,
            false if self.c.at_end() => return self.value_expected(),
            false => Some(self.constant(ty)?),
        };
        let plain = entries.len();
        self.variable_suffix(name, entries)?;
        self.check_storage(prefix, prefix.declares, self.f.at)?;
        self.check_comdat(entries, prefix.linkage, prefix.declares)?;
        self.check_variable(name, prefix.linkage, initializer, entries)?;
        let bare = plain == entries.len() && prefix.linkage == Linkage::Appending && plain == 3 && space == 0;
        match initializer {
            Some(initializer) => Ok(self.variable_initializer(name, initializer, bare, entries)),
            None => Ok(None),
        }
    }

    /// Fails on an initializer that is not there, where the next entity starts.
    #[cold]
    fn value_expected<T>(&mut self) -> Res<T> {
        self.c.text = self.shared.text;
        self.c.expected("value token")
    }

    /// Adds a variable's initializer. `bare` is whether the variable has nothing but it, and is
    /// `appending`: then it may be the list that an operation says, whose attributes are given back.
    pub fn variable_initializer(
        &mut self,
        name: &Name<'a>,
        initializer: ConstId,
        bare: bool,
        entries: &mut Entries,
    ) -> Option<(OpName, Attr)> {
        if let (true, Name::Named(name)) = (bare, name)
            && let Some(list) = structor_list(self.ctx, &self.shared.symbols, &self.pool, name, initializer)
        {
            return Some(list);
        }
        self.f.global.initializer = Some(initializer);
        if self.ctx.target_type_is_global(self.pool.ty(initializer)) {
            self.initializer(initializer, entries);
        } else {
            entries.push((IRTRIP_INITIALIZER, self.pool.encode(self.ctx, initializer)));
        }
        None
    }

    /// What stands behind a variable's initializer.
    fn variable_suffix(&mut self, name: &Name<'a>, entries: &mut Entries) -> Res<()> {
        let mut sanitize = Vec::new();
        let mut attachments = Vec::new();
        loop {
            let before = self.c;
            if !self.c.eat(b',') {
                break;
            }
            if self.c.peek() == b'!' {
                self.c = before;
                attachments.extend(self.attachment_list(true)?);
                continue;
            }
            let word = self.c.word();
            match word {
                b"section" => self.string_entry(SECTION, "global section string", entries)?,
                b"partition" => self.string_entry(IRTRIP_PARTITION, "partition string", entries)?,
                b"code_model" => self.code_model(entries)?,
                b"comdat" => self.comdat_entry(name, entries)?,
                b"align" => {
                    let at = self.c.peek_pos();
                    let value = self.c.u64()?;
                    self.check_alignment(value, at)?;
                    entries.push((ALIGNMENT, self.i64_attr(value as i64)));
                }
                b"no_sanitize_address"
                | b"no_sanitize_hwaddress"
                | b"sanitize_memtag"
                | b"sanitize_address_dyninit" => {
                    sanitize.push(String::from_utf8_lossy(word).into_owned());
                }
                _ => {
                    self.c = before;
                    self.c.eat(b',');
                    return self.refuse_here("unknown global variable property!");
                }
            }
        }
        if !sanitize.is_empty() {
            let words: Vec<&str> = sanitize.iter().map(String::as_str).collect();
            entries.push((IRTRIP_SANITIZE, self.words_attr(&words)));
        }
        let mut set: AttributeSet = self.attribute_set()?;
        while self.c.peek_word() == b"align" {
            attribute(&mut self.types, &mut self.c, &mut set, AttributeSite::Function)?;
            let behind = self.attribute_set()?;
            set.extend(self.ctx, &behind);
        }
        entries.extend(variable_entries(self.ctx, &set));
        if let Some(metadata) = self.shared.metadata.filter(|_| !attachments.is_empty()) {
            entries.extend(metadata.attach(Target::Global, &attachments));
        }
        Ok(())
    }

    /// An initializer: as `value`, or as operations in the variable's region.
    pub fn initializer(&mut self, initializer: ConstId, entries: &mut Entries) {
        let splat = matches!(self.pool.kind(initializer), ConstKind::Splat(_));
        match self.pool.value_attr(self.ctx, initializer).filter(|_| !splat) {
            Some(value) => entries.push((VALUE, value)),
            None => {
                if !self.initializer_region(initializer) {
                    entries.push((IRTRIP_INITIALIZER, self.pool.encode(self.ctx, initializer)));
                }
            }
        }
    }

    /// Operations that give a constant and return it, if all of them are the LLVM dialect's; else none, and `false`:
    /// upstream takes no initializer with operations whose effects it does not know.
    pub fn initializer_region(&mut self, initializer: ConstId) -> bool {
        let value = self.materialize(initializer);
        if self.f.constants.ops.iter().any(|op| is_own(self.f.body.name(*op))) {
            self.f.constants.ops.clear();
            self.f.constants.by_id.clear();
            self.f.body = Body::new();
            self.f.region = Some(self.f.body.append_region());
            return false;
        }
        self.return_region(value);
        true
    }

    pub fn return_region(&mut self, value: Value) {
        let Some(region) = self.f.region else { return };
        let block = self.f.body.new_block();
        self.f.body.append_block(region, block);
        self.f.body.append(block, NewOp { operands: &[value], ..NewOp::new(llvm::RETURN) }, &[]);
        self.place_constants(block);
    }

    fn add_lists(&mut self, lists: (OpName, Attr), loc: Attr, module: &mut Module) -> Res<()> {
        if !self.c.at_end() {
            return self.c.expected("top-level entity");
        }
        module.body.append(module.block, NewOp { attrs: lists.1, loc, ..NewOp::new(lists.0) }, &[]);
        Ok(())
    }

    /// An alias behind the word.
    fn alias(&mut self, name: &Name<'a>, linkage: Linkage, entries: &mut Entries) -> Res<()> {
        let ty = self.read_type()?;
        entries.push((ALIAS_TYPE, self.ctx.type_attr(ty)));
        self.c.expect(b',', "comma after alias or ifunc's type")?;
        let at = self.c.peek_pos();
        let aliasee = self.aliasee()?;
        self.check_aliasee_type(aliasee, at)?;
        self.note_alias(name, aliasee, linkage)?;
        self.aliasee_region(aliasee, entries);
        self.alias_suffix(entries)
    }

    /// The region of an alias.
    pub fn aliasee_region(&mut self, aliasee: ConstId, entries: &mut Entries) {
        self.f.global.initializer = Some(aliasee);
        if !self.initializer_region(aliasee) {
            // Upstream asks for a region; what it returns does not count.
            entries.push((IRTRIP_INITIALIZER, self.pool.encode(self.ctx, aliasee)));
            let poison = self.pool.intern(self.pool.ty(aliasee), ConstKind::Poison);
            let value = self.materialize(poison);
            self.return_region(value);
        }
    }

    /// `ptr @f`, or an expression whose type stands inside it.
    fn aliasee(&mut self) -> Res<ConstId> {
        match self.c.peek_word() {
            b"bitcast" | b"getelementptr" | b"addrspacecast" | b"inttoptr" => self.untyped_expression(),
            _ => self.typed_constant(),
        }
    }

    fn alias_suffix(&mut self, entries: &mut Entries) -> Res<()> {
        let mut attachments = Vec::new();
        loop {
            let before = self.c;
            if !self.c.eat(b',') {
                break;
            }
            if self.c.eat_word("partition") {
                self.string_entry(IRTRIP_PARTITION, "partition string", entries)?;
            } else if self.c.peek() == b'!' {
                self.c = before;
                attachments.extend(self.attachment_list(true)?);
            } else {
                return self.refuse_here("unknown alias or ifunc property!");
            }
        }
        if let Some(metadata) = self.shared.metadata.filter(|_| !attachments.is_empty()) {
            entries.extend(metadata.attach(Target::Global, &attachments));
        }
        Ok(())
    }

    /// The symbol whose address a constant is, seen through constant expressions.
    pub fn resolver_function(&self, mut constant: ConstId) -> Option<Str> {
        loop {
            match self.pool.kind(constant) {
                ConstKind::Global(symbol) => return Some(*symbol),
                ConstKind::Expr(expr) => constant = *expr.operands.first()?,
                _ => return None,
            }
        }
    }

    /// An ifunc behind the word.
    fn ifunc(&mut self, linkage: Linkage, entries: &mut Entries) -> Res<()> {
        let ty = self.read_type()?;
        entries.push((self.ctx.str("i_func_type"), self.ctx.type_attr(ty)));
        self.c.expect(b',', "comma after alias or ifunc's type")?;
        let at = self.c.peek_pos();
        let resolver = self.aliasee()?;
        self.check_aliasee_type(resolver, at)?;
        self.check_resolver(resolver, linkage)?;
        if !self.resolver_entries(resolver, entries) {
            return self.refuse(at, "IFunc must have a Function resolver");
        }
        self.alias_suffix(entries)
    }

    /// Adds the entries of an ifunc's resolver; whether it is a function.
    pub fn resolver_entries(&mut self, resolver: ConstId, entries: &mut Entries) -> bool {
        let Some(symbol) = self.resolver_function(resolver) else { return false };
        entries.push((RESOLVER, self.ctx.symbol_ref(symbol)));
        // Upstream takes a resolver by a plain pointer only.
        entries.push((RESOLVER_TYPE, self.ctx.type_attr(wk::PTR)));
        if !matches!(self.pool.kind(resolver), ConstKind::Global(_)) || self.pool.ty(resolver) != wk::PTR {
            entries.push((IRTRIP_INITIALIZER, self.pool.encode(self.ctx, resolver)));
        }
        true
    }

    /// Adds the operation that holds a module's comdats, if it has any, in front of all others.
    pub fn comdats(&mut self, entities: &[Entity<'a>], module: &mut Module) -> Res<()> {
        let mut block = None;
        for entity in entities {
            let EntityKind::Comdat(Name::Named(name)) = &entity.kind else { continue };
            let mut cursor = Cursor::new(&self.shared.text[..entity.end], entity.start);
            cursor.expect_word_as("comdat", "comdat type")?;
            let Some(kind) = ComdatSelectionKind::from_llvm(cursor.peek_word()) else {
                let at = cursor.peek_pos();
                return self.refuse(at, "unknown selection kind");
            };
            cursor.word();
            if !cursor.at_end() {
                return cursor.expected("top-level entity");
            }
            let block = *block.get_or_insert_with(|| {
                let table = self.ctx.string_attr(COMDAT_TABLE);
                let attrs = self.ctx.dictionary(&[(SYM_NAME, table)]);
                let op = module.body.create(NewOp { attrs, ..NewOp::new(global_values::COMDAT) });
                module.body.prepend_op(module.block, op);
                let regions = module.body.add_regions(op, 1);
                let block = module.body.new_block();
                for region in regions {
                    module.body.append_block(region, block);
                }
                block
            });
            let symbol = self.ctx.str_attr(self.ctx.byte_str(name));
            let kind = self.enum_attr(kind);
            let attrs = self.dictionary(&[(SYM_NAME, symbol), (COMDAT, kind)]);
            module.body.append(block, NewOp { attrs, ..NewOp::new(global_values::COMDAT_SELECTOR) }, &[]);
        }
        Ok(())
    }
}

/// The symbol upstream gives the operation that holds comdats.
const COMDAT_TABLE: &str = "__llvm_global_comdat";

/// The operation of `llvm.global_ctors` or `llvm.global_dtors`, where it can say the list: every function is defined
/// in this module, and the data is null or a global.
pub(crate) fn structor_list(
    ctx: &Context,
    symbols: &Symbols<'_>,
    pool: &ConstantPool,
    name: &[u8],
    initializer: ConstId,
) -> Option<(OpName, Attr)> {
    let (op, key) = match name {
        b"llvm.global_ctors" => (global_values::GLOBAL_CTORS, "ctors"),
        b"llvm.global_dtors" => (global_values::GLOBAL_DTORS, "dtors"),
        _ => return None,
    };
    let ty = pool.ty(initializer);
    let items = match pool.kind(initializer) {
        ConstKind::Aggregate(items) => &**items,
        ConstKind::Null if matches!(ctx.type_data(ty), TypeData::Array { length: 0, .. }) => &[],
        _ => return None,
    };
    let zero = ctx.attr(AttrData::Llvm { kind: attr_table::ZERO, params: Box::new([]) });
    let (mut functions, mut priorities, mut data) = (Vec::new(), Vec::new(), Vec::new());
    for item in items {
        let ConstKind::Aggregate(fields) = pool.kind(*item) else { return None };
        let [priority, function, datum] = **fields else { return None };
        match pool.kind(priority) {
            ConstKind::Int(v) => priorities.push(ctx.int_attr(wk::I32, *v)),
            _ => return None,
        }
        match pool.kind(function) {
            ConstKind::Global(f) if symbols.is_defined(*f) => functions.push(ctx.symbol_ref(*f)),
            _ => return None,
        }
        match pool.kind(datum) {
            ConstKind::Null => data.push(zero),
            ConstKind::Global(g) => data.push(ctx.symbol_ref(*g)),
            _ => return None,
        }
    }
    let mut entries = vec![
        (ctx.str(key), ctx.array(&functions)),
        (ctx.str("priorities"), ctx.array(&priorities)),
        (ctx.str("data"), ctx.array(&data)),
    ];
    let usual = ctx.literal_struct(false, &[wk::I32, wk::PTR, wk::PTR]);
    if ctx.element_at(pool.ty(initializer), 0) != Some(usual) {
        entries.push((IRTRIP_INITIALIZER, pool.encode(ctx, initializer)));
    }
    Some((op, ctx.dictionary(&entries)))
}
