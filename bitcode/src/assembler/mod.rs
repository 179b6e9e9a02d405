//! LLVM assembly of a release as the tables that its bitcode has: LLVM's `AsmParser`, and the order of its writer.
//!
//! How a module goes through:
//! 1. the text is split at its top level, and its names are found;
//! 2. [`parser`] with `constants`, `attributes`, `metadata` and `globals`: what is not in functions, into [`tables`];
//! 3. [`function`] with `instructions`, `memory` and `calls`: bodies, in parallel, each with numbers of its own;
//! 4. [`merge`]: what bodies have of the module's, into its tables;
//! 5. [`value_enumerator`]: the order of everything.

mod attributes;
mod calls;
mod constants;
mod function;
mod globals;
mod instructions;
mod interned_names;
mod memory;
mod merge;
mod metadata;
mod parser;
mod specialised_nodes;
mod summary;
mod tables;
mod value_enumerator;

use irtrip_dialect::deep_stack::on_deep_stack;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticResult, ImportCode, LineIndex, LossCode};
use irtrip_dialect::llvm_text as text;
use irtrip_dialect::llvm_text::cursor::{Cursor, Name, fail};
use irtrip_dialect::llvm_text::split::{TopLevelEntity, TopLevelKind, split};
use irtrip_dialect::ordered_sink::collect_in_order;
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::{Spelling, TYPED_BY_OPTION};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::constants::Constant;
use crate::error::Error;
use crate::file::Identification;
use crate::metadata::{Attachments, Node};
use crate::module::{Comdat, GlobalValue, Module, ModuleAsm};
use crate::types::{NamedStruct, Type, Types};
use crate::write::write;
use function::{FunctionHead, FunctionText, read_function};
use globals::GlobalText;
use interned_names::RecordNames;
use parser::{Parser, Symbols};
use tables::{AttributeLists, ConstantPool, MetadataPool};

pub use value_enumerator::FunctionTables;

/// A module as its text has it. Its numbers are those of the order in which things were read.
#[derive(Debug)]
struct ModuleText<'a> {
    types: Types<'static>,
    comdats: Vec<Comdat>,
    globals: Vec<GlobalValue>,
    constants: ConstantPool<'a>,
    metadata: MetadataPool<'a>,
    lists: AttributeLists,
    names: RecordNames<'a>,
    attachments: FxHashMap<u64, Attachments>,
    named: Vec<(Vec<u8>, Box<[u64]>)>,
    functions: Vec<FunctionText<'a>>,
    /// The orders of uses of global values and constants that the text asks for.
    use_list_orders: Vec<(u32, Box<[u64]>)>,
    /// The numbers of global values in the order of the text.
    text_order: Vec<u32>,
    /// The null that functions have for operands that they have not.
    null_operand: Option<u32>,
    /// The numbers of global values by name.
    global_names: FxHashMap<Name<'a>, u32>,
    /// The entries of its summary.
    summary: summary::SummaryEntries<'a>,
}

/// What is asked of an assembler.
#[derive(Clone, Debug)]
pub struct AssemblerOptions<'o> {
    /// The release whose assembly the text is, and whose bitcode is made.
    pub release: Release,
    /// The name that the module has where the text has no name of a source file.
    pub name: &'o str,
    /// Whether the order of uses is kept, as `llvm-as` does: constants are then in the order in which they are used, and not
    /// sorted by type and frequency, as a compiler has them.
    pub preserves_use_list_order: bool,
}

impl Default for AssemblerOptions<'_> {
    fn default() -> Self {
        AssemblerOptions { release: Release::NATIVE, name: "", preserves_use_list_order: true }
    }
}

/// Why there is no bitcode of a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AssembleError {
    /// The text is no assembly of the release.
    #[error("line {line}, column {column} of the assembly: {message}")]
    Text {
        /// The line, from one.
        line: usize,
        /// The column, from one.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// The release has no record for what the text says.
    #[error(transparent)]
    Tables(#[from] Error),
}

impl AssembleError {
    fn of(text: &str, error: &Diagnostic) -> AssembleError {
        let start = error.span().map_or(0, |span| span.start);
        let (line, column) = LineIndex::new(text).place(text, start);
        AssembleError::Text { line, column, message: error.code.to_string() }
    }
}

/// The bitcode of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bitcode {
    /// The file.
    pub bytes: Vec<u8>,
    /// What the text says that the bitcode leaves out.
    pub left_out: Vec<LossCode>,
}

/// The bitcode of a module's assembly.
///
/// # Errors
/// The text is no assembly of the release, or says what its bitcode has no record for.
///
/// ```
/// use irtrip_bitcode::assembler::{AssemblerOptions, bitcode};
/// let bitcode = bitcode("define void @f() {\n  ret void\n}\n", &AssemblerOptions::default())?;
/// assert!(bitcode.bytes.starts_with(b"BC"));
/// # Ok::<(), irtrip_bitcode::assembler::AssembleError>(())
/// ```
pub fn bitcode(text: &str, options: &AssemblerOptions<'_>) -> Result<Bitcode, AssembleError> {
    let (module, functions) = assemble(text, options).map_err(|error| AssembleError::of(text, &error))?;
    let bytes = write(&module, &functions.bodies(&module), options.release)?;
    Ok(Bitcode { bytes, left_out: functions.left_out })
}

/// The tables of a module, and what makes those of its functions.
///
/// # Errors
/// The text is no assembly of the release.
pub fn assemble<'a>(
    text: &'a str,
    options: &AssemblerOptions<'_>,
) -> DiagnosticResult<(Module<'a>, FunctionTables<'a>)> {
    on_deep_stack(|| {
        let mut module = Module::default();
        let parsed = read_module(text.as_bytes(), options, &mut module)?;
        value_enumerator::enumerate(parsed, module, options)
    })
}

fn read_module<'a>(
    text: &'a [u8],
    options: &AssemblerOptions<'_>,
    module: &mut Module<'a>,
) -> DiagnosticResult<ModuleText<'a>> {
    let top_level = split(text)?;
    read_header(text, &top_level, options, module)?;
    let symbols = Symbols {
        release: options.release,
        globals: find_globals(text, &top_level)?,
        named_types: FxHashMap::default(),
        comdats: FxHashMap::default(),
        groups: FxHashMap::default(),
        metadata: FxHashMap::default(),
        spaces: [module.program_space(), module.alloca_space(), module.globals_space()],
    };
    let (symbols, types, comdats) = read_names(text, &top_level, symbols)?;
    let first_node = symbols.metadata.len() as u64;
    let mut parser = Parser::new(Cursor::new(text, 0), &symbols, types, 0);
    parser.metadata.nodes = vec![Node::Arguments(Box::default()); first_node as usize];
    let mut entities = Entities { globals: vec![None; symbols.globals.len()], ..Entities::default() };
    for entity in &top_level {
        parser.c = entity.cursor(text);
        read_entity(&mut parser, entity, &mut entities)?;
    }
    let hung_off = parser.types.hung_off();
    let null_operand = parser.constants.find(hung_off, Constant::Null);
    let Parser { types, constants, metadata, lists, names, .. } = parser;
    // Nodes that functions add have numbers after all of the module's.
    let first_own = metadata.nodes.len() as u64;
    let read = |head| read_function(&symbols, &types, first_own, head);
    let Entities { globals, heads, attachments, named, text_order, use_list_orders } = entities;
    let functions = collect_in_order(heads.into_par_iter().map(read))?;
    let globals = globals.into_iter().flatten().collect();
    Ok(ModuleText {
        types,
        comdats,
        globals,
        constants,
        metadata,
        lists,
        names,
        attachments,
        named,
        functions,
        use_list_orders,
        text_order,
        null_operand,
        global_names: symbols.globals,
        summary: summary::read_entries(text, &top_level)?,
    })
}

/// What the entities of a text are, but for what is of the parser's tables.
#[derive(Default)]
struct Entities<'a> {
    /// By number.
    globals: Vec<Option<GlobalValue>>,
    heads: Vec<FunctionHead<'a>>,
    attachments: FxHashMap<u64, Attachments>,
    named: Vec<(Vec<u8>, Box<[u64]>)>,
    text_order: Vec<u32>,
    use_list_orders: Vec<(u32, Box<[u64]>)>,
}

/// Reads an entity, up to its body, that is neither of the module's head nor one whose name was read before.
fn read_entity<'a>(
    parser: &mut Parser<'a, '_, '_>,
    entity: &TopLevelEntity<'a>,
    entities: &mut Entities<'a>,
) -> DiagnosticResult<()> {
    match &entity.kind {
        TopLevelKind::Metadata(number) => {
            let node = parser.node()?;
            let id = parser.symbols.metadata.get(number);
            if let Some(slot) = id.and_then(|id| parser.metadata.nodes.get_mut(*id as usize)) {
                *slot = node;
            }
        }
        TopLevelKind::NamedMetadata => {
            parser.c.pos += 1;
            let name = parser.c.metadata_name().into_owned();
            parser.c.expect(b'=', "'=' here")?;
            entities.named.push((name, parser.named_operands()?));
        }
        TopLevelKind::Global(_) | TopLevelKind::Declare | TopLevelKind::Define => {
            let (number, read) = read_global(parser, entity)?;
            entities.text_order.push(number);
            parser.types.pointer(read.global.ty, read.global.space);
            if !read.attachments.is_empty() {
                entities.attachments.insert(u64::from(number), read.attachments);
            }
            entities.heads.extend(read.head);
            if let Some(slot) = entities.globals.get_mut(number as usize) {
                *slot = Some(read.global);
            }
        }
        TopLevelKind::UseListOrder => {
            if !parser.c.eat_word("uselistorder") {
                let code = ImportCode::Unsupported("the order of uses of another function's block");
                return fail(entity.at..entity.end, code);
            }
            let (value, _) = parser.typed()?;
            entities.use_list_orders.push((value, parser.use_list_indices()?));
        }
        TopLevelKind::SourceFilename
        | TopLevelKind::Target
        | TopLevelKind::ModuleAsm
        | TopLevelKind::Type(_)
        | TopLevelKind::Comdat(_)
        | TopLevelKind::Attributes
        | TopLevelKind::Summary(_) => return Ok(()),
    }
    let is_definition = entity.kind == TopLevelKind::Define;
    if !is_definition && !parser.c.at_end() {
        return parser.c.expected("top-level entity");
    }
    Ok(())
}

/// What a module says of itself and its target.
fn read_header(
    text: &[u8],
    top_level: &[TopLevelEntity<'_>],
    options: &AssemblerOptions<'_>,
    module: &mut Module<'_>,
) -> DiagnosticResult<()> {
    let version = options.release.last_version();
    module.identification = Some(Identification { producer: format!("LLVM{version}"), epoch: 0 });
    module.symtab_producer = Some(version.into());
    module.source_filename = Some(options.name.as_bytes().to_vec());
    for entity in top_level {
        let mut c = entity.cursor(text);
        match entity.kind {
            TopLevelKind::SourceFilename => {
                c.expect_word("source_filename")?;
                c.expect(b'=', "'=' after source_filename")?;
                module.source_filename = Some(c.string()?.into_owned());
            }
            TopLevelKind::Target => {
                c.expect_word("target")?;
                let is_triple = c.eat_word("triple");
                if !is_triple {
                    c.expect_word("datalayout")?;
                }
                c.expect(b'=', "'=' after target")?;
                let value = c.string()?.into_owned();
                if is_triple { module.triple = value } else { module.data_layout = value }
            }
            TopLevelKind::ModuleAsm => {
                c.expect_word("module")?;
                c.expect_word("asm")?;
                module_assembly(&mut c, &mut module.asm)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Reads what follows `module asm`: properties, and one string or more. Lines with the properties of those before are of one part
/// with them.
fn module_assembly(c: &mut Cursor<'_>, asm: &mut Vec<ModuleAsm>) -> DiagnosticResult<()> {
    let mut part = ModuleAsm::default();
    if c.eat(b'(') {
        while !c.eat(b')') {
            let name = c.word().to_vec();
            c.expect(b':', "':' here")?;
            part.properties.push((name, c.string()?.into_owned()));
            c.eat(b',');
        }
    }
    loop {
        part.text.extend_from_slice(&c.string()?);
        if part.text.last().is_some_and(|byte| *byte != b'\n') {
            part.text.push(b'\n');
        }
        if c.peek() != b'"' {
            break;
        }
    }
    match asm.last_mut().filter(|last| last.properties == part.properties) {
        Some(last) => last.text.append(&mut part.text),
        None => asm.push(part),
    }
    Ok(())
}

/// The numbers of global values: variables, functions, aliases, ifuncs.
fn find_globals<'a>(text: &'a [u8], top_level: &[TopLevelEntity<'a>]) -> DiagnosticResult<FxHashMap<Name<'a>, u32>> {
    let mut found: [Vec<Name<'a>>; 4] = Default::default();
    let mut unnamed = 0;
    for entity in top_level {
        let mut c = entity.cursor(text);
        let (kind, name) = match &entity.kind {
            TopLevelKind::Global(name) => (kind_of_global(c), name.clone()),
            TopLevelKind::Declare | TopLevelKind::Define => {
                while c.peek() != b'@' {
                    if c.at_end() {
                        return c.expected("function name");
                    }
                    // A type may have names in brackets, but no global value.
                    match c.byte() {
                        b'(' | b'[' | b'{' | b'<' => c.skip_balanced()?,
                        _ => c.skip_token()?,
                    }
                }
                (1, c.name()?)
            }
            _ => continue,
        };
        if let Name::Number(number) = name {
            unnamed = unnamed.max(number + 1);
        }
        if let Some(names) = found.get_mut(kind) {
            names.push(name);
        }
    }
    let names = found.into_iter().flatten();
    let mut globals = FxHashMap::default();
    for (number, name) in names.enumerate() {
        if let Some(_again) = globals.insert(name.clone(), number as u32) {
            let twice = name.show('@');
            let entity = top_level.iter().rfind(|entity| entity.kind == TopLevelKind::Global(name.clone()));
            let span = entity.map_or(0..0, |entity| entity.at..entity.start);
            return fail(span, ImportCode::FunctionRedefinition(twice));
        }
    }
    Ok(globals)
}

/// Which list a global value is in: 0 for variables, 2 for aliases, 3 for ifuncs.
fn kind_of_global(mut c: Cursor<'_>) -> usize {
    loop {
        match c.peek_word() {
            b"alias" => return 2,
            b"ifunc" => return 3,
            b"" if c.byte() != b'(' => return 0,
            b"global" | b"constant" => return 0,
            _ => {
                let passed = if c.byte() == b'(' { c.skip_balanced() } else { c.skip_token() };
                if passed.is_err() {
                    return 0;
                }
            }
        }
    }
}

/// Reads a global value. Returns its number, too.
fn read_global<'a>(
    parser: &mut Parser<'a, '_, '_>,
    entity: &TopLevelEntity<'a>,
) -> DiagnosticResult<(u32, GlobalText<'a>)> {
    let symbols = parser.symbols;
    if let TopLevelKind::Global(name) = &entity.kind {
        let number = symbols.globals.get(name).copied().unwrap_or_default();
        return Ok((number, parser.global_value(name)?));
    }
    let is_definition = entity.kind == TopLevelKind::Define;
    parser.c.word();
    let mut read = parser.function(0, is_definition)?;
    let spelled = read.global.text.as_bytes();
    let name = Cursor::new(spelled, 0).name()?;
    let number = symbols.globals.get(&owned(name)).copied().unwrap_or_default();
    if let Some(head) = &mut read.head {
        head.global = number;
    }
    Ok((number, read))
}

fn owned<'a>(name: Name<'_>) -> Name<'a> {
    match name {
        Name::Number(number) => Name::Number(number),
        Name::Named(name) => Name::Named(std::borrow::Cow::Owned(name.into_owned())),
    }
}

/// Whether the pointers of a text say what they point to: where a release has either kind, the first pointer tells.
fn has_typed_pointers(text: &[u8], release: Release) -> bool {
    if !TYPED_BY_OPTION.contains(release) {
        return Spelling::TypedPointers.releases().contains(release);
    }
    let mut c = Cursor::new(text, 0);
    while !c.at_end() {
        let token = c.token();
        match text.get(token) {
            Some(b"*") => return true,
            Some(b"ptr") => return false,
            _ if c.skip_token().is_err() => return false,
            _ => {}
        }
    }
    false
}

/// Reads types, comdats and attribute groups, and numbers nodes, in this order: an identified struct may have itself in its body.
fn read_names<'a>(
    text: &'a [u8],
    top_level: &[TopLevelEntity<'a>],
    mut symbols: Symbols<'a>,
) -> DiagnosticResult<(Symbols<'a>, Types<'static>, Vec<Comdat>)> {
    let mut types = Types::default();
    types.set_typed(has_typed_pointers(text, symbols.release));
    // Types that a module has without a word.
    types.intern(Type::Metadata);
    types.intern(Type::Label);
    for entity in top_level {
        match &entity.kind {
            TopLevelKind::Type(name) => {
                let mut c = entity.cursor(text);
                c.expect_word("type")?;
                if is_struct(c) {
                    let id = types.add_struct(named_struct(name));
                    symbols.named_types.insert(name.clone(), id);
                }
            }
            TopLevelKind::Metadata(number) => {
                let next = symbols.metadata.len() as u64;
                symbols.metadata.entry(*number).or_insert(next);
            }
            _ => {}
        }
    }
    for entity in top_level {
        if let TopLevelKind::Type(name) = &entity.kind {
            types = define_type(entity.cursor(text), name, &mut symbols, types)?;
        }
    }
    let mut comdats = Vec::new();
    for entity in top_level {
        match &entity.kind {
            TopLevelKind::Comdat(Name::Named(name)) => {
                let mut parser = Parser::new(entity.cursor(text), &symbols, types, 0);
                comdats.push(parser.comdat(name)?);
                types = parser.types;
                symbols.comdats.insert(name.clone(), comdats.len() as u32 - 1);
            }
            TopLevelKind::Attributes => {
                let mut parser = Parser::new(entity.cursor(text), &symbols, types, 0);
                let (number, group) = parser.attribute_group()?;
                types = parser.types;
                symbols.groups.insert(number, group);
            }
            _ => {}
        }
    }
    Ok((symbols, types, comdats))
}

/// Reads what a type's name stands for: the body of an identified struct, or a type that has no name elsewhere.
fn define_type<'a>(
    c: Cursor<'a>,
    name: &Name<'a>,
    symbols: &mut Symbols<'a>,
    types: Types<'static>,
) -> DiagnosticResult<Types<'static>> {
    let mut parser = Parser::new(c, symbols, types, 0);
    parser.c.expect_word("type")?;
    let Some(Type::Named(place)) = parser.symbols.named_types.get(name).map(|id| parser.types.get(*id).clone()) else {
        let ty = parser.ty()?;
        let types = parser.types;
        symbols.named_types.insert(name.clone(), ty);
        return Ok(types);
    };
    if !parser.c.eat_word("opaque") {
        let packed = parser.c.eat(b'<');
        let elements = parser.struct_elements()?;
        if packed {
            parser.c.expect(b'>', "'>' at end of packed struct")?;
        }
        parser.types.set_body(place, packed, elements);
    }
    Ok(parser.types)
}

fn is_struct(mut c: Cursor<'_>) -> bool {
    let is_packed = c.peek() == b'<' && {
        c.pos += 1;
        c.peek() == b'{'
    };
    is_packed || c.peek() == b'{' || c.peek_word() == b"opaque"
}

fn named_struct(name: &Name<'_>) -> NamedStruct {
    let mut spelled = "%".to_owned();
    let name = match name {
        Name::Number(number) => {
            text::int(&mut spelled, *number);
            None
        }
        Name::Named(name) => {
            text::name(&mut spelled, name);
            Some(name.to_vec())
        }
    };
    NamedStruct { text: spelled, name, body: None }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::assembly::{UseLists, assembly_of_tables};

    #[test]
    fn text_comes_back_from_its_tables() {
        let text = r#"; ModuleID = 'x'
source_filename = "x"

%pair = type { i32, ptr }
@a = global %pair { i32 7, ptr @a }

define i32 @f(i32 %x) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nsw i32 %i, 1
  %done = icmp eq i32 %next, %x
  br i1 %done, label %exit, label %loop

exit:
  ret i32 %i
}
"#;
        let options = AssemblerOptions { name: "x", ..AssemblerOptions::default() };
        let (module, tables) = assemble(text, &options).unwrap();
        let again = assembly_of_tables("x", &module, tables.bodies(&module), UseLists::LeaveOut).unwrap();
        assert_eq!(again.text.trim(), text.trim());
    }

    #[test]
    fn what_is_wrong_is_said_where_it_is() {
        let refused = |text: &str| {
            let options = AssemblerOptions { name: "x", ..AssemblerOptions::default() };
            assemble(text, &options).unwrap_err().span().unwrap()
        };
        assert_eq!(refused("define void @f() {\n  frobnicate\n}\n"), 21..31);
        assert_eq!(refused("@a = global i32 @b\n"), 16..18);
    }
}
