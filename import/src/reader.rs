//! What every part of the reader shares: the module-wide tables, which no one changes any more, and one thread's
//! cursor and caches. A lookup in a cache takes no lock; only what a thread meets for the first time is interned.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use irtrip_dialect::attr_table::AttrKind;
use irtrip_dialect::attribute_set::{AttributeSet, CalledFunction};
use irtrip_dialect::attributes::{Location, well_known as attrs};
use irtrip_dialect::enums::{EnumForm, EnumValue};
use irtrip_dialect::layout::Layout;
use irtrip_dialect::llvm_attributes::AttributeSite;
use irtrip_dialect::metadata::{Field, MetadataImport, NodeId};
use irtrip_dialect::names::EMPTY;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, AttrData, Context, Op, OpName, Str, Type};

use crate::auto_upgrade::module_flags::Protection;
use crate::bodies::calls::intrinsics::Known;
use crate::bodies::state::FunctionState;
use crate::checks::global_values::Alias;
use crate::constants::pool::ConstantPool;
use crate::cursor::{Cursor, Name, fail};
use crate::error::{ImportErrorKind, Res};
use crate::global_values::function_headers::FunctionHeader;
use crate::index::symbols::{BlockTags, Symbols};
use crate::module::ImportOptions;
use crate::source_map::GlobalSource;
use crate::tables::attribute_groups::AttributeGroups;
use crate::tables::metadata::Nodes;
use crate::tables::types::{NamedTypes, TypeReader};

/// A module's tables, shared by threads. What fills one may read those that are filled already.
pub(crate) struct Shared<'s, 'a> {
    pub ctx: &'s Context,
    /// The whole text.
    pub text: &'a [u8],
    pub types: NamedTypes<'a>,
    pub symbols: Symbols<'a>,
    pub groups: AttributeGroups,
    pub block_tags: BlockTags<'a>,
    /// Metadata nodes by number and by place; by place only once all metadata is read.
    pub nodes: Nodes,
    /// Turns attachments into attributes; none before the graph is complete.
    pub metadata: Option<&'s MetadataImport<'s>>,
    /// What defined functions lack of what the module's flags say.
    pub protection: Option<Protection>,
    /// The data layout.
    pub layout: Layout,
    pub options: &'s ImportOptions<'s>,
    /// For locations: the file's name and the starts of its lines; none before metadata is read.
    pub lines: Option<Lines>,
    /// The module's file.
    pub module_loc: Attr,
    /// No number of a local is greater: a text cannot define more than it has bytes.
    pub greatest_number: usize,
    /// Whether a source map is kept.
    pub keeps_sources: bool,
}

impl<'s, 'a> Shared<'s, 'a> {
    /// The tables of a text with a data layout, and with nothing in them yet.
    pub fn new(
        ctx: &'s Context,
        text: &'a [u8],
        layout: &str,
        file: Str,
        options: &'s ImportOptions<'s>,
    ) -> Shared<'s, 'a> {
        Shared {
            ctx,
            text,
            types: NamedTypes::default(),
            symbols: Symbols::default(),
            groups: AttributeGroups::default(),
            block_tags: BlockTags::default(),
            nodes: Nodes::default(),
            metadata: None,
            protection: None,
            layout: Layout::new(layout),
            options,
            lines: None,
            module_loc: ctx.attr(AttrData::Location(Location::File { file, line: 0, column: 0, end: None })),
            greatest_number: text.len(),
            keeps_sources: false,
        }
    }

    /// Makes the functions known by what their headers say.
    pub fn set_functions(&mut self, functions: &[FunctionHeader<'a>]) {
        for function in functions {
            self.symbols.set_function(&function.name, function.ty, function.effects);
            match (function.upgrade, function.renamed) {
                (Some(upgrade), _) => self.symbols.set_upgrade(&function.name, upgrade),
                (None, Some(renamed)) => self.symbols.rename(&function.name, renamed),
                (None, None) => {}
            }
        }
    }
}

/// A file's name and where its lines start.
pub(crate) struct Lines {
    pub file: Str,
    pub starts: Vec<usize>,
}

impl Lines {
    /// The line starts of a text.
    pub fn new(ctx: &Context, file: &str, text: &[u8]) -> Lines {
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', text).map(|i| i + 1)).collect();
        Lines { file: ctx.str(file), starts }
    }
}

/// Entries of a dictionary, not yet sorted.
pub(crate) type Entries = Vec<(Str, Attr)>;

/// A few of them.
pub(crate) type FewEntries = SmallVec<[(Str, Attr); 4]>;

/// The entries that say an instruction's attachments, and its `!llvm.loop` node.
pub(crate) type Attached = (FewEntries, Option<NodeId>);

/// One thread's reader.
pub(crate) struct Reader<'s, 'a> {
    pub shared: &'s Shared<'s, 'a>,
    pub ctx: &'s Context,
    pub c: Cursor<'a>,
    pub types: TypeReader<'s, 'a>,
    pub pool: ConstantPool,
    /// Nesting of the constant being read.
    pub depth: u32,
    /// The function being read.
    pub f: FunctionState<'a>,
    /// Where a source map is kept: the globals that were read.
    pub global_sources: Option<Vec<(Op, GlobalSource)>>,
    dictionaries: FxHashMap<SmallVec<[(Str, Attr); 4]>, Attr>,
    ints: FxHashMap<(Type, i64), Attr>,
    enums: FxHashMap<(AttrKind, i64), Attr>,
    arrays: FxHashMap<SmallVec<[i32; 4]>, Attr>,
    pub symbol_attrs: FxHashMap<Str, Attr>,
    /// What is known of intrinsics by the names they are called by.
    pub intrinsics: FxHashMap<Str, Known>,
    /// The parameters of intrinsics that take immediates.
    pub immediate_places: FxHashMap<Str, SmallVec<[usize; 4]>>,
    pub parameter_attrs: FxHashMap<(AttributeSite, &'a [u8]), Attr>,
    /// Parameters' and results' attributes that go with their types.
    pub fitting: FxHashSet<(Attr, Type)>,
    pub call_attrs: FxHashMap<(OpName, &'a [u8], CalledFunction), FewEntries>,
    pub attachments: FxHashMap<(OpName, &'a [u8]), Attached>,
    /// The aliases that were read.
    pub aliases: Vec<Alias>,
    /// The function attributes of the call or function at hand, where no text says them.
    pub given_set: Option<AttributeSet>,
    /// Names of specialised nodes and of their fields, the last of each that share a place.
    node_words: [(&'a [u8], Str); NODE_WORDS],
    /// The fields of the node being read.
    pub fields: Vec<(Str, Field)>,
}

/// How many names of nodes and fields are at hand: more than a kind of nodes has, so that a run of one finds all.
const NODE_WORDS: usize = 64;

impl<'s, 'a> Reader<'s, 'a> {
    /// A reader with empty caches at the start of the text.
    pub fn new(shared: &'s Shared<'s, 'a>) -> Reader<'s, 'a> {
        Reader {
            shared,
            ctx: shared.ctx,
            c: Cursor::new(shared.text, 0),
            types: TypeReader::new(shared.ctx, &shared.types),
            pool: ConstantPool::default(),
            depth: 0,
            f: FunctionState::default(),
            global_sources: shared.keeps_sources.then(Vec::new),
            dictionaries: FxHashMap::default(),
            ints: FxHashMap::default(),
            enums: FxHashMap::default(),
            arrays: FxHashMap::default(),
            symbol_attrs: FxHashMap::default(),
            intrinsics: FxHashMap::default(),
            immediate_places: FxHashMap::default(),
            fitting: FxHashSet::default(),
            parameter_attrs: FxHashMap::default(),
            call_attrs: FxHashMap::default(),
            attachments: FxHashMap::default(),
            aliases: Vec::new(),
            given_set: None,
            node_words: [(b"", EMPTY); NODE_WORDS],
            fields: Vec::new(),
        }
    }

    /// The name of a specialised node or of a field.
    #[inline]
    pub fn node_word(&mut self, word: &'a [u8]) -> Str {
        let (first, last) = (word.first().copied().unwrap_or(0), word.last().copied().unwrap_or(0));
        let place = usize::from(first).wrapping_mul(5) ^ usize::from(last).wrapping_mul(3) ^ word.len();
        let known = &mut self.node_words[place % NODE_WORDS];
        if known.0 != word {
            *known = (word, self.ctx.byte_str(word));
        }
        known.1
    }

    /// Goes to a range of the text.
    pub fn seek(&mut self, range: Range<usize>) {
        let text = self.shared.text;
        self.c = Cursor::new(text.get(..range.end).unwrap_or(text), range.start);
        self.depth = 0;
    }

    /// Reads the type that is next.
    #[inline]
    pub fn read_type(&mut self) -> Res<Type> {
        self.c.skip();
        let start = self.c.pos;
        let ty = self.types.read(&mut self.c)?;
        if ty == wk::VOID { self.refuse(start, "void type only allowed for function results") } else { Ok(ty) }
    }

    /// Reads the type of a result, which may be `void`.
    #[inline]
    pub fn read_result_type(&mut self) -> Res<Type> {
        self.types.read(&mut self.c)
    }

    /// A dictionary of entries in any order.
    #[inline]
    pub fn dictionary(&mut self, entries: &[(Str, Attr)]) -> Attr {
        if entries.is_empty() {
            return attrs::EMPTY_DICTIONARY;
        }
        if let Some(&attr) = self.dictionaries.get(entries) {
            return attr;
        }
        let attr = self.ctx.dictionary(entries);
        self.dictionaries.insert(entries.into(), attr);
        attr
    }

    /// `value : ty`
    #[inline]
    pub fn int_attr(&mut self, ty: Type, value: i64) -> Attr {
        let ctx = self.ctx;
        *self.ints.entry((ty, value)).or_insert_with(|| ctx.int_attr(ty, value))
    }

    /// `value : i64`
    #[inline]
    pub fn i64_attr(&mut self, value: i64) -> Attr {
        self.int_attr(wk::I64, value)
    }

    /// The attribute that holds a value of an enumeration.
    pub fn enum_attr<E: EnumValue>(&mut self, value: E) -> Attr {
        let ctx = self.ctx;
        match E::FORM {
            EnumForm::Integer => self.int_attr(wk::I64, value.number()),
            EnumForm::Property => self.int_attr(wk::I32, value.number()),
            EnumForm::String => ctx.enum_attr(value),
            EnumForm::Llvm(kind) => *self.enums.entry((kind, value.number())).or_insert_with(|| ctx.enum_attr(value)),
        }
    }

    /// `array<i32: values>`
    pub fn i32_array(&mut self, values: &[i32]) -> Attr {
        if let Some(&attr) = self.arrays.get(values) {
            return attr;
        }
        let attr = self.ctx.i32_array(values);
        self.arrays.insert(values.into(), attr);
        attr
    }

    /// The location of the text at `pos`, if locations are asked for.
    #[inline]
    pub fn location(&self, pos: usize) -> Attr {
        match &self.shared.lines {
            None => attrs::UNKNOWN_LOC,
            Some(lines) => {
                let line = lines.starts.partition_point(|s| *s <= pos);
                let start = lines.starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
                let (line, column) = (line as u32, (pos - start) as u32 + 1);
                self.ctx.attr(AttrData::Location(Location::File { file: lines.file, line, column, end: None }))
            }
        }
    }

    /// Reads a local name behind `%`.
    pub fn local_name(&mut self) -> Res<Name<'a>> {
        if self.c.peek() == b'%' { self.c.name() } else { self.c.expected("local name") }
    }

    /// Fails with a message at the text since `start`.
    #[cold]
    pub fn invalid<T>(&self, start: usize, message: &str) -> Res<T> {
        fail(start..self.c.pos.max(start + 1), ImportErrorKind::Invalid(message.into()))
    }

    /// Fails because the text since `start` has no form in the model.
    #[cold]
    pub fn unsupported<T>(&self, start: usize, what: &str) -> Res<T> {
        fail(start..self.c.pos.max(start + 1), ImportErrorKind::Unsupported(what.into()))
    }
}

impl Cursor<'_> {
    /// The place of the next token.
    #[inline]
    pub fn peek_pos(&mut self) -> usize {
        self.skip();
        self.pos
    }
}
