//! Variables, aliases, ifuncs and comdats, and what headers of globals and functions share. LangRef, "Global
//! Variables", "Aliases", "IFuncs", "Comdats".

use irtrip_dialect::attribute_set::{AttributeSet, variable_entries};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticCode, DiagnosticResult, ImportCode, LlvmVerifyCode};
use irtrip_dialect::enums::{CodeModel, DllStorageClass, Linkage, ThreadLocalMode, UnnamedAddr, Visibility};
use irtrip_dialect::llvm_attributes::{AttributeSite, VARIABLE_SANITIZERS};
use irtrip_dialect::metadata::Target;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{global_values, llvm};
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::predicates::is_scalable;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::llvm_ir::aliases::Alias;
use irtrip_dialect::verify::llvm_ir::attachments::{GlobalKind, check_of_global};
use irtrip_dialect::verify::llvm_ir::headers::{GlobalWords, check_variable_type};
use irtrip_dialect::verify::may_be_global;
use irtrip_dialect::{
    Attr, AttrData, Body, Context, Module, NewOp, Op, OpName, Region, Str, TypeData, Value, attr_table,
};

use crate::attribute_cache::{AttributeCache, NamedAttrs};
use crate::bodies::legality::is_own;
use crate::checks::*;
use crate::constants::materialize::{MaterializedConstants, Materializer};
use crate::constants::read::ConstantReader;
use crate::global_values::comdats::comdat_entry;
use crate::index::symbols::Symbols;
use crate::source_map::GlobalSource;
use crate::tables::ModuleTables;
use crate::tables::attribute_groups::{AttributeListReader, attribute};
use irtrip_dialect::constants::{ConstData, ConstId, Constants};
use irtrip_dialect::llvm_text::cursor::{Cursor, Name};
use irtrip_dialect::llvm_text::split::TopLevelEntity;

/// The words before a global or function; LangRef, "Linkage Types" and on.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Prefix {
    pub words: GlobalWords,
    /// Whether a linkage is written that a definition need not have: `external` and `extern_weak` have no initializer.
    pub declares: bool,
}

impl Prefix {
    /// Reads linkage, preemption, visibility and DLL storage class.
    pub fn read(c: &mut Cursor<'_>) -> Prefix {
        let mut words = GlobalWords::default();
        let mut declares = false;
        if let Some(linkage) = Linkage::from_llvm(c.peek_word()) {
            c.word();
            words.linkage = linkage;
            declares = linkage.is_declaration_linkage();
        }
        words.dso_local = c.eat_word("dso_local");
        c.eat_word("dso_preemptable");
        if let Some(visibility) = Visibility::from_llvm(c.peek_word()) {
            c.word();
            words.visibility = visibility;
        } else {
            c.eat_word("default");
        }
        if let Some(storage) = DllStorageClass::from_llvm(c.peek_word()) {
            c.word();
            words.dll_storage = storage;
        }
        Prefix { words, declares }
    }

    /// Adds the entries of a self. `default_linkage` is whether external linkage goes without saying.
    pub fn push_entries(&self, cache: &mut AttributeCache<'_>, default_linkage: bool, entries: &mut NamedAttrs) {
        let GlobalWords { linkage, dso_local, visibility, dll_storage } = self.words;
        if linkage != Linkage::External || !default_linkage {
            entries.push((LINKAGE, cache.enum_value(linkage)));
        }
        if dso_local || linkage.implies_dso_local(visibility) {
            entries.push((DSO_LOCAL, attrs::UNIT));
        }
        if visibility != Visibility::Default {
            entries.push((VISIBILITY, cache.enum_value(visibility)));
        }
        if dll_storage != DllStorageClass::Default {
            entries.push((IRTRIP_DLL_STORAGE, cache.enum_value(dll_storage)));
        }
    }
}

/// `unnamed_addr`, `local_unnamed_addr`
pub(crate) fn unnamed_addr(c: &mut Cursor<'_>, cache: &mut AttributeCache<'_>, entries: &mut NamedAttrs) {
    if let Some(value) = UnnamedAddr::from_llvm(c.peek_word()) {
        c.word();
        entries.push((UNNAMED_ADDR, cache.enum_value(value)));
    }
}

/// `"name"` after `section`, `partition` or their kin; `what` is LLVM's name of it.
pub(crate) fn string_entry(
    (ctx, c): (&Context, &mut Cursor<'_>),
    key: Str,
    what: &'static str,
    entries: &mut NamedAttrs,
) -> DiagnosticResult<()> {
    if c.peek() != b'"' {
        return c.expected(what);
    }
    let text = ctx.byte_str(&c.string()?);
    entries.push((key, ctx.str_attr(text)));
    Ok(())
}

/// The entry that marks a symbol LLVM IR numbers.
pub(crate) fn symbol_entries<'a>(tables: &ModuleTables<'_, 'a>, name: &Name<'a>, entries: &mut NamedAttrs) {
    let symbol = tables.symbols.get(name).map_or(EMPTY, |symbol| symbol.name);
    entries.push((SYM_NAME, tables.ctx.str_attr(symbol)));
    if matches!(name, Name::Number(_)) {
        entries.push((IRTRIP_UNNAMED, attrs::UNIT));
    }
}

/// What is known of a variable or an alias while it is read: where its parts stand, for the source map, and more.
#[derive(Default)]
struct GlobalParts {
    externally_initialized: Option<usize>,
    initializer: Option<ConstId>,
    /// What the pointers of its type point to.
    pointees: Option<Attr>,
}

/// Reads variables, aliases and ifuncs, one after the other.
pub(crate) struct GlobalReader<'s, 'a> {
    pub ctx: &'s Context,
    pub tables: &'s ModuleTables<'s, 'a>,
    pub c: Cursor<'a>,
    /// Where the global starts.
    pub at: usize,
    pub constants: ConstantReader<'s, 'a>,
    lists: AttributeListReader<'s, 'a>,
    pub cache: AttributeCache<'s>,
    /// The region of the global.
    body: Body,
    region: Option<Region>,
    materialized: MaterializedConstants<'a>,
    parts: GlobalParts,
    /// The aliases that were read.
    pub aliases: Vec<Alias>,
    /// Where each of them starts.
    pub places_of_aliases: Vec<usize>,
    /// The aliases that resolve ifuncs, with the places of these in the text.
    pub resolving_aliases: Vec<(Str, usize)>,
    /// The globals that were read, where a source map is kept.
    pub sources: Option<Vec<(Op, GlobalSource)>>,
}

impl<'s, 'a> GlobalReader<'s, 'a> {
    /// A reader with empty caches.
    pub fn new(tables: &'s ModuleTables<'s, 'a>) -> GlobalReader<'s, 'a> {
        GlobalReader {
            ctx: tables.ctx,
            tables,
            c: Cursor::new(tables.text, 0),
            at: 0,
            constants: ConstantReader::of_globals(tables),
            lists: AttributeListReader::new(tables.ctx, &tables.groups),
            cache: AttributeCache::new(tables.ctx),
            body: Body::new(),
            region: None,
            materialized: MaterializedConstants::default(),
            parts: GlobalParts::default(),
            aliases: Vec::new(),
            places_of_aliases: Vec::new(),
            resolving_aliases: Vec::new(),
            sources: tables.keeps_sources.then(Vec::new),
        }
    }

    /// Starts on a global.
    pub fn start(&mut self) {
        self.constants.pool.clear();
        self.parts = GlobalParts::default();
        self.start_region();
    }

    /// Starts on a region without blocks.
    fn start_region(&mut self) {
        self.materialized.clear();
        self.body = Body::new();
        self.region = Some(self.body.append_region());
    }

    fn materialize(&mut self, id: ConstId) -> Value {
        let materializer = Materializer {
            ctx: self.ctx,
            symbols: &self.tables.symbols,
            pool: &mut self.constants.pool,
            cache: &mut self.cache,
            body: &mut self.body,
            made: &mut self.materialized,
        };
        { materializer }.value(id)
    }

    /// `thread_local`, `thread_local(initialexec)`
    fn thread_local(&mut self, entries: &mut NamedAttrs) -> DiagnosticResult<()> {
        if !self.c.eat_word("thread_local") {
            return Ok(());
        }
        entries.push((THREAD_LOCAL, attrs::UNIT));
        if self.c.eat(b'(') {
            let Some(model) = ThreadLocalMode::from_llvm(self.c.peek_word()) else {
                return self.c.expected("localdynamic, initialexec or localexec");
            };
            self.c.word();
            entries.push((IRTRIP_TLS_MODEL, self.cache.enum_value(model)));
            self.c.expect(b')', "')' after thread local model")?;
        }
        Ok(())
    }

    /// `"large"` after `code_model`.
    fn code_model(&mut self, entries: &mut NamedAttrs) -> DiagnosticResult<()> {
        const WHAT: &str = "global code model string";
        let start = self.c.peek_pos();
        let model = if self.c.byte() == b'"' { self.c.string()? } else { return self.c.expected(WHAT) };
        if CodeModel::from_llvm(&model).is_none() {
            self.c.pos = start;
            return self.c.expected(WHAT);
        }
        entries.push((IRTRIP_CODE_MODEL, self.ctx.str_attr(self.ctx.byte_str(&model))));
        Ok(())
    }

    /// Reads `@name = ...` and adds its operation to a module.
    pub fn global(
        &mut self,
        name: &Name<'a>,
        entity: &TopLevelEntity<'a>,
        module: &mut Module,
    ) -> DiagnosticResult<()> {
        self.c = entity.cursor(self.tables.text);
        self.constants.depth = 0;
        self.start();
        self.at = entity.at;
        self.constants.user = self.tables.symbols.get(name).map_or(EMPTY, |symbol| symbol.name);
        let loc = self.tables.location(entity.start);
        let mut entries = NamedAttrs::new();
        symbol_entries(self.tables, name, &mut entries);
        let prefix = Prefix::read(&mut self.c);
        check_words(&mut self.c, &prefix.words, entity.at)?;
        self.thread_local(&mut entries)?;
        unnamed_addr(&mut self.c, &mut self.cache, &mut entries);
        let op = match self.c.peek_word() {
            b"alias" => {
                self.c.word();
                check_alias_linkage(&self.c, self.at, prefix.words.linkage)?;
                self.c.check_at(entity.at, prefix.words.check_storage_class(false))?;
                prefix.push_entries(&mut self.cache, false, &mut entries);
                self.alias(name, prefix.words.linkage, &mut entries)?;
                global_values::ALIAS
            }
            b"ifunc" => {
                self.c.word();
                prefix.push_entries(&mut self.cache, false, &mut entries);
                self.ifunc(prefix.words.linkage, &mut entries)?;
                global_values::IFUNC
            }
            _ => {
                prefix.push_entries(&mut self.cache, false, &mut entries);
                match self.variable(name, &prefix, &mut entries)? {
                    Some(lists) => {
                        if !self.c.at_end() {
                            return self.c.expected("top-level entity");
                        }
                        let lists = NewOp { attrs: lists.1, loc, ..NewOp::new(lists.0) };
                        self.append(lists, entity.start, module);
                        return Ok(());
                    }
                    None => global_values::GLOBAL,
                }
            }
        };
        if !self.c.at_end() {
            return self.c.expected("top-level entity");
        }
        entries.extend(self.parts.pointees.map(|pointees| (IRTRIP_POINTEES, pointees)));
        self.add_global(op, &entries, (loc, entity.start), module);
        Ok(())
    }

    /// Adds an operation whose text starts at a byte.
    fn append(&self, op: NewOp, start: usize, module: &mut Module) -> Op {
        let op = module.body.append(module.block, op, &[]);
        if self.tables.options.places {
            module.body.set_text_place(op, start);
        }
        op
    }

    /// Adds the operation of a global, whose region is the body at hand, with its location and the byte that its text starts at.
    pub fn add_global(&mut self, name: OpName, entries: &NamedAttrs, (loc, start): (Attr, usize), module: &mut Module) {
        let attrs = self.ctx.dictionary(entries);
        let op = self.append(NewOp { attrs, loc, ..NewOp::new(name) }, start, module);
        let body = std::mem::take(&mut self.body);
        if name != global_values::IFUNC {
            module.body.set_nested(op, body);
        }
        if let Some(globals) = &mut self.sources {
            let source = GlobalSource {
                at: self.at,
                end: self.c.pos,
                externally_initialized: self.parts.externally_initialized,
                initializer: self.parts.initializer,
                constants: std::mem::take(&mut self.constants.pool),
            };
            globals.push((op, source));
        }
    }

    /// A variable after its prefix. `llvm.global_ctors` and `llvm.global_dtors` of upstream's form are returned as
    /// the attributes of their operation.
    fn variable(
        &mut self,
        name: &Name<'a>,
        prefix: &Prefix,
        entries: &mut NamedAttrs,
    ) -> DiagnosticResult<Option<(OpName, Attr)>> {
        let mut space = 0;
        if self.c.eat_word("addrspace") {
            space = self.constants.types.address_space(&mut self.c)?;
            if space != 0 {
                entries.push((ADDR_SPACE, self.cache.int(types::I32, i64::from(space))));
            }
        }
        let at = self.c.peek_pos();
        if self.c.eat_word("externally_initialized") {
            entries.push((EXTERNALLY_INITIALIZED, attrs::UNIT));
            self.parts.externally_initialized = Some(at);
        }
        let at = self.c.peek_pos();
        match self.c.word() {
            b"global" => {}
            b"constant" => entries.push((CONSTANT, attrs::UNIT)),
            _ => return self.c.error_at(at, ImportCode::Expected("'global' or 'constant'")),
        }
        let at = self.c.peek_pos();
        let ty = self.constants.types.value_type(&mut self.c)?;
        self.parts.pointees = self.constants.types.pointees();
        if let Some(wrong) = check_variable_type(self.ctx, ty, prefix.words.linkage) {
            return self.c.error_at(if matches!(wrong, DiagnosticCode::Import(_)) { at } else { self.at }, wrong);
        }
        let is_global = self.ctx.target_type_is_global(ty);
        if !is_global {
            entries.push((IRTRIP_TYPE, self.ctx.type_attr(ty)));
        }
        entries.push((GLOBAL_TYPE, self.ctx.type_attr(if is_global { ty } else { types::I8 })));
        let initializer = match prefix.declares {
            true => None,
            false if self.c.at_end() => return self.value_expected(),
            false => Some(self.constants.constant(&mut self.c, ty)?),
        };
        let initializer = initializer.map(|initializer| self.with_structor_data(name, initializer, entries));
        let plain = entries.len();
        self.variable_suffix(name, entries)?;
        check_linkage((&self.c, self.at), &prefix.words, prefix.declares, entries)?;
        check_variable(self, name, prefix.words.linkage, initializer, entries)?;
        let bare = plain == entries.len() && prefix.words.linkage == Linkage::Appending && plain == 3 && space == 0;
        match initializer {
            Some(initializer) => Ok(self.variable_initializer(name, initializer, bare, entries)),
            None => Ok(None),
        }
    }

    /// A list of constructors or destructors with what each is about, which LLVM 8 and older may leave out.
    fn with_structor_data(&mut self, name: &Name<'a>, initializer: ConstId, entries: &mut NamedAttrs) -> ConstId {
        let (ctx, types) = (self.ctx, &self.tables.types);
        let Name::Named(name) = name else { return initializer };
        if !matches!(&**name, b"llvm.global_ctors" | b"llvm.global_dtors") || !types.has_only_typed_pointers() {
            return initializer;
        }
        let pool = &mut self.constants.pool;
        let TypeData::Array { length, element } = ctx.type_data(pool.ty(initializer)) else { return initializer };
        let Some((_, [priority, function])) = ctx.struct_elements(*element) else { return initializer };
        let structor = ctx.literal_struct(false, &[*priority, *function, types::PTR]);
        let list = ctx.ty(TypeData::Array { length: *length, element: structor });
        let null = pool.zero_of(ctx, types::PTR);
        let with_data = |pool: &mut Constants, item: ConstId| match pool.data(item) {
            ConstData::Aggregate(fields) => {
                let fields = fields.iter().copied().chain([null]).collect();
                Some(pool.packed_aggregate(ctx, structor, fields))
            }
            ConstData::Zero => Some(pool.zero_of(ctx, structor)),
            _ => None,
        };
        let upgraded = match pool.data(initializer).clone() {
            ConstData::Aggregate(items) => {
                let items = items.iter().map(|item| with_data(pool, *item)).collect::<Option<_>>();
                items.map(|items| pool.packed_aggregate(ctx, list, items))
            }
            ConstData::Zero => Some(pool.zero_of(ctx, list)),
            _ => None,
        };
        // LLVM's verifier accepts no others.
        let Some(upgraded) = upgraded else { return initializer };
        types.releases.narrow(Releases::ALL.until(Release::V9));
        // LLVM accepts no other functions.
        let function = ctx.type_attr(ctx.llvm_function_type(types::VOID, &[], false));
        self.parts.pointees = Some(ctx.array(&[function, attrs::UNIT]));
        if let Some(ty) = entries.iter_mut().find(|entry| entry.0 == GLOBAL_TYPE) {
            ty.1 = ctx.type_attr(list);
        }
        upgraded
    }

    /// Fails on an initializer that is not there, where the next entity starts.
    #[cold]
    fn value_expected<T>(&mut self) -> DiagnosticResult<T> {
        self.c.text = self.tables.text;
        self.c.expected("value token")
    }

    /// Adds a variable's initializer. `bare` is whether the variable has nothing but it, and is
    /// `appending`: then it may be the list that is an operation of its own, whose attributes are returned.
    pub fn variable_initializer(
        &mut self,
        name: &Name<'a>,
        initializer: ConstId,
        bare: bool,
        entries: &mut NamedAttrs,
    ) -> Option<(OpName, Attr)> {
        if let (true, Name::Named(name)) = (bare, name)
            && let Some(list) = structor_list(self.ctx, &self.tables.symbols, &self.constants.pool, name, initializer)
        {
            return Some(list);
        }
        self.parts.initializer = Some(initializer);
        if self.ctx.target_type_is_global(self.constants.pool.ty(initializer)) {
            self.initializer(initializer, entries);
        } else {
            entries.push((IRTRIP_INITIALIZER, self.constants.pool.encode(self.ctx, initializer)));
        }
        None
    }

    /// What follows a variable's initializer.
    fn variable_suffix(&mut self, name: &Name<'a>, entries: &mut NamedAttrs) -> DiagnosticResult<()> {
        let mut sanitize = Vec::new();
        let mut attachments = Vec::new();
        loop {
            let before = self.c;
            if !self.c.eat(b',') {
                break;
            }
            if self.c.peek() == b'!' {
                self.c = before;
                attachments.extend(self.tables.nodes.attachment_list(self.ctx, &mut self.c, true)?);
                continue;
            }
            let word = self.c.word();
            match word {
                b"section" => string_entry((self.ctx, &mut self.c), SECTION, "global section string", entries)?,
                b"partition" => string_entry((self.ctx, &mut self.c), IRTRIP_PARTITION, "partition string", entries)?,
                b"code_model" => self.code_model(entries)?,
                b"comdat" => comdat_entry(self.tables, &mut self.c, name, entries)?,
                b"align" => {
                    let at = self.c.peek_pos();
                    let value = self.c.u64()?;
                    check_alignment(&self.c, value, at)?;
                    entries.push((ALIGNMENT, self.cache.i64(value as i64)));
                }
                _ => match VARIABLE_SANITIZERS.iter().find(|sanitizer| sanitizer.as_bytes() == word) {
                    Some(sanitizer) => sanitize.push(*sanitizer),
                    None => {
                        self.c = before;
                        self.c.eat(b',');
                        return self.c.error_here(ImportCode::VariableProperty);
                    }
                },
            }
        }
        if let Some(symbol) = self.tables.symbols.get(name) {
            self.tables.describe(symbol.name, &mut attachments);
        }
        if !sanitize.is_empty() {
            entries.push((IRTRIP_SANITIZE, self.cache.words(&sanitize)));
        }
        let mut set: AttributeSet = self.lists.function_set(&mut self.c, &mut self.constants.types)?;
        while self.c.peek_word() == b"align" {
            attribute(&mut self.constants.types, &mut self.c, &mut set, AttributeSite::Function)?;
            let after = self.lists.function_set(&mut self.c, &mut self.constants.types)?;
            set.extend(self.ctx, &after);
        }
        entries.extend(variable_entries(self.ctx, &set));
        if let Some(metadata) = self.tables.metadata.filter(|_| !attachments.is_empty()) {
            let space =
                entries.iter().find(|entry| entry.0 == ADDR_SPACE).and_then(|entry| self.ctx.int_value(entry.1));
            let space = space.and_then(|space| u32::try_from(space).ok()).unwrap_or_default();
            let kind = GlobalKind::Variable(self.tables.layout.pointer_bits(space));
            let mut wrong =
                attachments.iter().filter_map(|one| check_of_global(self.ctx, metadata.graph(), *one, kind));
            self.c.check_at(self.at, wrong.next())?;
            entries.extend(metadata.attach(Target::Global, &attachments));
        }
        Ok(())
    }

    /// An initializer: as `value`, or as operations in the variable's region.
    pub fn initializer(&mut self, initializer: ConstId, entries: &mut NamedAttrs) {
        let pool = &self.constants.pool;
        let splat = matches!(pool.data(initializer), ConstData::Data(_)) && is_scalable(self.ctx, pool.ty(initializer));
        match self.constants.pool.value_attr(self.ctx, initializer).filter(|_| !splat) {
            Some(value) => entries.push((VALUE, value)),
            None => {
                if !self.initializer_region(initializer) {
                    entries.push((IRTRIP_INITIALIZER, self.constants.pool.encode(self.ctx, initializer)));
                }
            }
        }
    }

    /// Operations that compute a constant and return it, if all of them are the LLVM dialect's; else none, and `false`:
    /// upstream takes no initializer with operations whose effects it does not know.
    pub fn initializer_region(&mut self, initializer: ConstId) -> bool {
        let value = self.materialize(initializer);
        if self.materialized.ops.iter().any(|op| is_own(self.body.name(*op))) {
            self.start_region();
            return false;
        }
        self.return_region(value);
        true
    }

    pub fn return_region(&mut self, value: Value) {
        let Some(region) = self.region else { return };
        let block = self.body.new_block();
        self.body.append_block(region, block);
        self.body.append(block, NewOp { operands: &[value], ..NewOp::new(llvm::RETURN) }, &[]);
        self.materialized.place(&mut self.body, block);
    }

    /// An alias after the word.
    fn alias(&mut self, name: &Name<'a>, linkage: Linkage, entries: &mut NamedAttrs) -> DiagnosticResult<()> {
        let aliasee = self.typed_aliasee(entries)?;
        note_alias(self, name, aliasee, linkage)?;
        self.aliasee_region(aliasee, entries);
        self.alias_suffix(entries)
    }

    /// The region of an alias.
    pub fn aliasee_region(&mut self, aliasee: ConstId, entries: &mut NamedAttrs) {
        self.parts.initializer = Some(aliasee);
        if !self.initializer_region(aliasee) {
            // Upstream asks for a region; what it returns does not count.
            entries.push((IRTRIP_INITIALIZER, self.constants.pool.encode(self.ctx, aliasee)));
            let poison = self.constants.pool.intern(self.constants.pool.ty(aliasee), ConstData::Poison);
            let value = self.materialize(poison);
            self.return_region(value);
        }
    }

    /// `T, ptr @f`, or, as releases without the first type have it, `T* @f`: what an alias stands for. Adds the entry for
    /// its type.
    fn typed_aliasee(&mut self, entries: &mut NamedAttrs) -> DiagnosticResult<ConstId> {
        let (ctx, before) = (self.ctx, self.c);
        let expression = self.expression();
        if expression.is_empty() {
            let at = self.c.peek_pos();
            let ty = self.constants.types.value_type(&mut self.c)?;
            if !may_be_global(ctx, ty) {
                return self.c.error_since(at, ImportCode::Unsupported("an alias of such a type"));
            }
            self.parts.pointees = self.constants.types.pointees();
            if self.c.peek() == b',' || self.constants.types.pointed_to(ctx).is_none() {
                self.c.expect(b',', "comma after alias or ifunc's type")?;
                entries.push((ALIAS_TYPE, ctx.type_attr(ty)));
                let at = self.c.peek_pos();
                let aliasee = self.aliasee()?;
                return check_aliasee_type(self, aliasee, at).map(|()| aliasee);
            }
        }
        self.c = before;
        let at = self.c.peek_pos();
        let aliasee = self.aliasee()?;
        check_aliasee_type(self, aliasee, at)?;
        let pointee = match expression {
            b"getelementptr" => self.constants.addressed,
            _ => self.constants.types.pointed_to(ctx),
        };
        let Some(pointee) = pointee else {
            return self.c.error_at(at, ImportCode::Expected("type"));
        };
        self.constants.types.narrow(Spelling::AliasTypes.missing_in());
        self.parts.pointees = self.constants.types.pointees_of(pointee);
        entries.push((ALIAS_TYPE, ctx.type_attr(ctx.without_pointees(pointee))));
        Ok(aliasee)
    }

    /// The word of an expression whose type is inside it, where one is next; else none.
    fn expression(&self) -> &'a [u8] {
        let mut ahead = self.c;
        match ahead.peek_word() {
            word @ (b"bitcast" | b"getelementptr" | b"addrspacecast" | b"inttoptr") => word,
            _ => b"",
        }
    }

    /// `ptr @f`, or an expression whose type is inside it.
    fn aliasee(&mut self) -> DiagnosticResult<ConstId> {
        match self.expression() {
            b"" => self.constants.typed_constant(&mut self.c),
            _ => self.constants.untyped_expression(&mut self.c),
        }
    }

    fn alias_suffix(&mut self, entries: &mut NamedAttrs) -> DiagnosticResult<()> {
        let mut attachments = Vec::new();
        loop {
            let before = self.c;
            if !self.c.eat(b',') {
                break;
            }
            if self.c.eat_word("partition") {
                string_entry((self.ctx, &mut self.c), IRTRIP_PARTITION, "partition string", entries)?;
            } else if self.c.peek() == b'!' {
                self.c = before;
                attachments.extend(self.tables.nodes.attachment_list(self.ctx, &mut self.c, true)?);
            } else {
                return self.c.error_here(ImportCode::AliasProperty);
            }
        }
        if let Some(metadata) = self.tables.metadata.filter(|_| !attachments.is_empty()) {
            entries.extend(metadata.attach(Target::Global, &attachments));
        }
        Ok(())
    }

    /// An ifunc after the word.
    fn ifunc(&mut self, linkage: Linkage, entries: &mut NamedAttrs) -> DiagnosticResult<()> {
        let ty = self.constants.types.value_type(&mut self.c)?;
        self.parts.pointees = self.constants.types.pointees();
        entries.push((self.ctx.str("i_func_type"), self.ctx.type_attr(ty)));
        self.c.expect(b',', "comma after alias or ifunc's type")?;
        let at = self.c.peek_pos();
        let resolver = self.aliasee()?;
        check_aliasee_type(self, resolver, at)?;
        check_resolver(self, resolver, linkage)?;
        if !self.resolver_entries(resolver, entries) {
            return self.c.error_at(at, LlvmVerifyCode::IFuncResolver);
        }
        self.alias_suffix(entries)
    }

    /// Adds the entries of an ifunc's resolver; whether it is a function.
    pub fn resolver_entries(&mut self, resolver: ConstId, entries: &mut NamedAttrs) -> bool {
        let Some(symbol) = self.constants.pool.cast_symbol(self.ctx, resolver) else { return false };
        let ty = self.constants.pool.ty(resolver);
        entries.push((RESOLVER, self.ctx.symbol_ref(symbol)));
        entries.push((RESOLVER_TYPE, self.ctx.type_attr(ty)));
        // An ifunc is in the address space of its resolver.
        if let Some(space) = self.ctx.pointer_space(ty).filter(|space| *space != 0) {
            entries.push((ADDRESS_SPACE, self.cache.int(types::I32, i64::from(space))));
        }
        if !matches!(self.constants.pool.data(resolver), ConstData::Symbol(_)) {
            entries.push((IRTRIP_INITIALIZER, self.constants.pool.encode(self.ctx, resolver)));
        }
        true
    }
}

/// The operation of `llvm.global_ctors` or `llvm.global_dtors`, where it has a form for the list: every function is
/// defined in this module, and the data is null or a global.
pub(crate) fn structor_list(
    ctx: &Context,
    symbols: &Symbols<'_>,
    pool: &Constants,
    name: &[u8],
    initializer: ConstId,
) -> Option<(OpName, Attr)> {
    let (op, key) = match name {
        b"llvm.global_ctors" => (global_values::GLOBAL_CTORS, "ctors"),
        b"llvm.global_dtors" => (global_values::GLOBAL_DTORS, "dtors"),
        _ => return None,
    };
    let ty = pool.ty(initializer);
    let items = match pool.data(initializer) {
        ConstData::Aggregate(items) => &**items,
        ConstData::Zero if matches!(ctx.type_data(ty), TypeData::Array { length: 0, .. }) => &[],
        _ => return None,
    };
    let zero = ctx.attr(AttrData::Llvm { kind: attr_table::ZERO, params: Box::new([]) });
    let (mut functions, mut priorities, mut data) = (Vec::new(), Vec::new(), Vec::new());
    for item in items {
        let ConstData::Aggregate(fields) = pool.data(*item) else { return None };
        let [priority, function, datum] = **fields else { return None };
        match pool.data(priority) {
            ConstData::Int(v) => priorities.push(ctx.int_attr(types::I32, *v)),
            _ => return None,
        }
        match pool.data(function) {
            ConstData::Symbol(f) if symbols.is_defined(*f) => functions.push(ctx.symbol_ref(*f)),
            _ => return None,
        }
        match pool.data(datum) {
            ConstData::Zero => data.push(zero),
            ConstData::Symbol(g) => data.push(ctx.symbol_ref(*g)),
            // Of another address space than the first, which export casts.
            ConstData::Expr(expr) if expr.name == llvm::ADDRSPACECAST => match expr.operands.first() {
                Some(g) if let ConstData::Symbol(g) = pool.data(*g) => data.push(ctx.symbol_ref(*g)),
                _ => return None,
            },
            _ => return None,
        }
    }
    let mut entries = vec![
        (ctx.str(key), ctx.array(&functions)),
        (ctx.str("priorities"), ctx.array(&priorities)),
        (ctx.str("data"), ctx.array(&data)),
    ];
    let usual = ctx.literal_struct(false, &[types::I32, types::PTR, types::PTR]);
    if ctx.element_at(pool.ty(initializer), 0) != Some(usual) {
        entries.push((IRTRIP_INITIALIZER, pool.encode(ctx, initializer)));
    }
    Some((op, ctx.dictionary(&entries)))
}
