//! The names of a chunk: which definition each stands for, and where. Names of a function are known by the function, all
//! others by what they are and their name, so that no chunk has to know another one.

mod llvm;
mod mlir;

use irtrip_dialect::language::Language;
use rustc_hash::FxHashMap;

use crate::text::split::{Entity, EntityKind};

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolKind {
    /// A value of a function: `%x`.
    Value,
    /// A block of a function: `%bb` or `^bb`.
    Block,
    /// A function, variable or any other symbol: `@f`.
    Global,
    /// A type of LLVM assembly: `%t`.
    Type,
    /// A comdat: `$c`.
    Comdat,
    /// A numbered metadata node: `!0`.
    Metadata,
    /// Named metadata: `!llvm.ident`.
    NamedMetadata,
    /// An attribute group: `#0`.
    AttributeGroup,
    /// An alias of an attribute of MLIR: `#map`.
    AttributeAlias,
    /// An alias of a type of MLIR: `!t`.
    TypeAlias,
    /// An entry of a summary: `^0`.
    Summary,
}

impl SymbolKind {
    /// What an entity's name stands for.
    pub(crate) fn of_entity(kind: EntityKind) -> Option<SymbolKind> {
        match kind {
            EntityKind::Function | EntityKind::Declaration | EntityKind::Variable | EntityKind::Module => {
                Some(SymbolKind::Global)
            }
            EntityKind::Type => Some(SymbolKind::Type),
            EntityKind::Comdat => Some(SymbolKind::Comdat),
            EntityKind::AttributeGroup => Some(SymbolKind::AttributeGroup),
            EntityKind::Metadata => Some(SymbolKind::Metadata),
            EntityKind::NamedMetadata => Some(SymbolKind::NamedMetadata),
            EntityKind::Summary => Some(SymbolKind::Summary),
            EntityKind::AttributeAlias => Some(SymbolKind::AttributeAlias),
            EntityKind::TypeAlias => Some(SymbolKind::TypeAlias),
            EntityKind::Property | EntityKind::Operation => None,
        }
    }

    /// The byte before a name of this kind.
    pub fn sigil(self, language: Language) -> char {
        match self {
            SymbolKind::Block if language == Language::Mlir => '^',
            SymbolKind::Value | SymbolKind::Block | SymbolKind::Type => '%',
            SymbolKind::Global => '@',
            SymbolKind::Comdat => '$',
            SymbolKind::Metadata | SymbolKind::NamedMetadata | SymbolKind::TypeAlias => '!',
            SymbolKind::AttributeGroup | SymbolKind::AttributeAlias => '#',
            SymbolKind::Summary => '^',
        }
    }

    /// The words that a reader knows the kind by.
    pub fn words(self) -> &'static str {
        match self {
            SymbolKind::Value => "value",
            SymbolKind::Block => "block",
            SymbolKind::Global => "symbol",
            SymbolKind::Type => "type",
            SymbolKind::Comdat => "comdat",
            SymbolKind::Metadata => "metadata node",
            SymbolKind::NamedMetadata => "named metadata",
            SymbolKind::AttributeGroup => "attribute group",
            SymbolKind::AttributeAlias => "attribute alias",
            SymbolKind::TypeAlias => "type alias",
            SymbolKind::Summary => "summary entry",
        }
    }
}

/// What has a name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symbol {
    /// What it is.
    pub kind: SymbolKind,
    /// The region of the chunk that it is known in; none for what the whole module knows.
    pub scope: Option<u32>,
    /// The name as it is meant.
    pub name: Box<str>,
}

/// A place of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// Its first byte in the chunk.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
    /// Which of the chunk's symbols it names.
    pub symbol: u32,
    /// Whether it is the definition.
    pub is_definition: bool,
    /// Whether the name itself does not stand there: of a parameter or block that LLVM numbers.
    pub is_implicit: bool,
}

/// The names of a chunk.
#[derive(Default, Debug)]
pub struct Index {
    /// What is named.
    pub symbols: Vec<Symbol>,
    /// Where, in the order of the text.
    pub occurrences: Vec<Occurrence>,
    numbers: FxHashMap<Symbol, u32>,
    scopes: u32,
}

impl Index {
    /// Finds the names of a chunk.
    pub fn of(language: Language, text: &str, entities: &[Entity]) -> Index {
        let mut index = Index::default();
        for entity in entities {
            match language {
                Language::Llvm => llvm::read(&mut index, text, entity),
                Language::Mlir => mlir::read(&mut index, text, entity),
            }
        }
        index.occurrences.sort_by_key(|occurrence| (occurrence.start, occurrence.end));
        index.numbers = FxHashMap::default();
        index
    }

    fn new_scope(&mut self) -> u32 {
        self.scopes += 1;
        self.scopes
    }

    fn number(&mut self, kind: SymbolKind, scope: Option<u32>, name: &str) -> u32 {
        let symbol = Symbol { kind, scope, name: name.into() };
        let next = self.symbols.len() as u32;
        *self.numbers.entry(symbol).or_insert_with_key(|symbol| {
            self.symbols.push(symbol.clone());
            next
        })
    }

    fn add(&mut self, place: (u32, u32), symbol: u32, is_definition: bool) {
        let (start, end) = place;
        self.occurrences.push(Occurrence { start, end, symbol, is_definition, is_implicit: false });
    }

    /// The occurrence at a byte of the chunk, or right before it.
    pub fn at(&self, at: usize) -> Option<&Occurrence> {
        let after = self.occurrences.partition_point(|occurrence| occurrence.start as usize <= at);
        let before = self.occurrences.get(after.saturating_sub(3)..after).unwrap_or_default();
        before.iter().rev().find(|occurrence| at <= occurrence.end as usize && !occurrence.is_implicit)
    }

    /// The symbol of an occurrence.
    pub fn symbol(&self, occurrence: &Occurrence) -> Option<&Symbol> {
        self.symbols.get(occurrence.symbol as usize)
    }

    /// The occurrences of a symbol.
    pub fn of_symbol<'i>(&'i self, symbol: &'i Symbol) -> impl Iterator<Item = &'i Occurrence> {
        let number = self.symbols.iter().position(|other| other == symbol);
        self.occurrences.iter().filter(move |occurrence| Some(occurrence.symbol as usize) == number)
    }
}
