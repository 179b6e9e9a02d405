//! The reader of functions' bodies: the module's tables, one thread's cursor and caches, and the function that is being read.
//!
//! Its methods are what all instructions share: blocks ([`crate::bodies::function`]), names of values
//! ([`crate::bodies::locals`]), operands ([`crate::bodies::operands`]). What one kind of instructions has of its own is a
//! function over it, in a module of that name.

use std::ops::Range;

use rustc_hash::FxHashMap;

use irtrip_dialect::attribute_set::CalledFunction;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::llvm_attributes::AttributeSite;
use irtrip_dialect::names::IRTRIP_POINTEES;
use irtrip_dialect::{Attr, Context, OpName, Str, Type};

use crate::attribute_cache::{AttributeCache, SmallNamedAttrs};
use crate::bodies::attachments::Attached;
use crate::bodies::calls::intrinsics::IntrinsicCache;
use crate::bodies::legality::Legality;
use crate::bodies::state::FunctionState;
use crate::constants::materialize::Materializer;
use crate::constants::read::ConstantReader;
use crate::tables::ModuleTables;
use crate::tables::attribute_groups::{AttributeListReader, call_attribute_range};
use irtrip_dialect::constants::ConstId;
use irtrip_dialect::llvm_text::cursor::Cursor;
use irtrip_dialect::verify::llvm_ir::attributes::FittingAttributes;

/// Reads the bodies of functions, one after the other.
pub(crate) struct FunctionReader<'s, 'a> {
    pub ctx: &'s Context,
    pub tables: &'s ModuleTables<'s, 'a>,
    pub c: Cursor<'a>,
    pub constants: ConstantReader<'s, 'a>,
    pub lists: AttributeListReader<'s, 'a>,
    pub cache: AttributeCache<'s>,
    pub fitting: FittingAttributes,
    pub intrinsics: IntrinsicCache,
    /// Attachments by the operation that they are on and their text.
    pub attachments: FxHashMap<(OpName, &'a [u8]), Attached>,
    /// The function that is being read.
    pub f: FunctionState<'a>,
}

impl<'s, 'a> FunctionReader<'s, 'a> {
    /// A reader with empty caches.
    pub fn new(tables: &'s ModuleTables<'s, 'a>) -> FunctionReader<'s, 'a> {
        FunctionReader {
            ctx: tables.ctx,
            tables,
            c: Cursor::new(tables.text, 0),
            constants: ConstantReader::of_body(tables),
            lists: AttributeListReader::new(tables.ctx, &tables.groups),
            cache: AttributeCache::new(tables.ctx),
            fitting: FittingAttributes::default(),
            intrinsics: IntrinsicCache::default(),
            attachments: FxHashMap::default(),
            f: FunctionState::default(),
        }
    }

    /// Goes to a range of the text.
    pub fn seek(&mut self, range: Range<usize>) {
        let text = self.tables.text;
        self.c = Cursor::new(text.get(..range.end).unwrap_or(text), range.start);
        self.constants.depth = 0;
        self.constants.types.met_typed_pointer = false;
    }

    /// Reads the type of a value.
    #[inline]
    pub fn read_type(&mut self) -> DiagnosticResult<Type> {
        self.constants.types.value_type(&mut self.c)
    }

    /// Reads the type of a result, which may be `void`.
    #[inline]
    pub fn read_result_type(&mut self) -> DiagnosticResult<Type> {
        self.constants.types.read(&mut self.c)
    }

    /// The entry of what the pointers of the type that was read last point to, where one names that.
    #[inline]
    pub fn pointees(&self) -> Option<(Str, Attr)> {
        self.constants.types.pointees().map(|pointees| (IRTRIP_POINTEES, pointees))
    }

    /// As [`FunctionReader::pointees`], of a type with pointers also where none names what it points to: no definition says
    /// so.
    pub fn all_pointees(&self) -> Option<(Str, Attr)> {
        let types = &self.constants.types;
        let is_pointer = || self.ctx.pointer_space(self.ctx.scalar_type(types.typed)).is_some();
        let neutral = || (types.keeps_pointees() && is_pointer()).then(|| self.ctx.array(&[attrs::UNIT]));
        types.pointees().or_else(neutral).map(|pointees| (IRTRIP_POINTEES, pointees))
    }

    /// Whether a constant is next that is no name: no definition says its type.
    #[inline]
    pub fn expression_is_next(&mut self) -> bool {
        !matches!(self.c.peek(), b'%' | b'@')
    }

    /// Reads a constant of a type.
    #[inline]
    pub fn constant(&mut self, ty: Type) -> DiagnosticResult<ConstId> {
        self.constants.constant(&mut self.c, ty)
    }

    /// Reads a type and a constant of it.
    pub fn typed_constant(&mut self) -> DiagnosticResult<ConstId> {
        self.constants.typed_constant(&mut self.c)
    }

    /// Reads the attributes of an argument or result: their dictionary, the empty one where there are none.
    #[inline]
    pub fn attribute_dictionary(&mut self, site: AttributeSite) -> DiagnosticResult<Attr> {
        self.lists.dictionary(&mut self.c, &mut self.constants.types, site)
    }

    /// An argument's or result's attributes must go with its type.
    #[inline]
    pub fn check_fitting(&mut self, dictionary: Attr, ty: Type) -> DiagnosticResult<()> {
        self.c.check_at(self.f.at, self.fitting.check((self.ctx, &self.tables.layout), dictionary, ty))
    }

    /// Reads a call's function attributes: their entries on operations `name`, which are none of a function
    /// whose memory effects count.
    #[inline]
    pub fn call_attribute_entries(&mut self, name: OpName) -> DiagnosticResult<SmallNamedAttrs> {
        let range = if self.lists.given.is_some() { 0..0 } else { call_attribute_range(&mut self.c)? };
        self.entries_of_range(range, (name, CalledFunction::UNKNOWN))
    }

    /// The entries of the function attributes in a range of the text on operations of a name that call a function.
    #[inline]
    pub fn entries_of_range(
        &mut self,
        range: Range<usize>,
        call: (OpName, CalledFunction),
    ) -> DiagnosticResult<SmallNamedAttrs> {
        self.lists.call_entries(&self.c, &mut self.constants.types, range, call, self.f.at)
    }

    /// What upstream accepts in the body that is being read.
    #[inline]
    pub fn legality(&self) -> Legality<'_> {
        let has_personality_function = self.f.function.has_personality_function;
        Legality { ctx: self.ctx, body: &self.f.body, has_personality_function }
    }

    /// Makes the operations of constants in the body that is being read.
    pub fn materializer(&mut self) -> Materializer<'_, 's, 'a> {
        Materializer {
            ctx: self.ctx,
            symbols: &self.tables.symbols,
            pool: &mut self.constants.pool,
            cache: &mut self.cache,
            body: &mut self.f.body,
            made: &mut self.f.materialized,
        }
    }
}
