//! What is preserved beside upstream's form, and what is lost, with docs/preserved-attributes.md's words for it.

use irtrip_dialect::names::{ARG_ATTRS, RES_ATTRS};
use irtrip_dialect::source_map::SourceEntity;
use irtrip_dialect::{Attr, Context, Op};
use irtrip_grammar::print_attr_start;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use crate::sections::{Kind, Section};
use crate::{Lost, Place};

/// The page that explains every preserved attribute.
const EXPLAINED: &str = include_str!("../../docs/preserved-attributes.md");

/// Longest value shown whole, in bytes.
const SHOWN: usize = 200;

/// Names of preserved attributes, with what they hold.
pub struct Keys {
    names: Vec<&'static str>,
    texts: Vec<&'static str>,
}

impl Keys {
    /// All of docs/preserved-attributes.md's tables: the first column names, the last explains.
    pub fn new() -> Keys {
        let rows = EXPLAINED.lines().filter_map(|line| {
            let name = line.strip_prefix("| `")?;
            let (name, rest) = name.split_once('`')?;
            let text = rest.strip_suffix(" |")?;
            let text = text.rsplit_once(" | ").map_or(text, |(_, last)| last);
            Some((name, text)).filter(|_| name.starts_with("irtrip."))
        });
        let (names, texts) = rows.unzip();
        Keys { names, texts }
    }

    /// A preserved attribute's place among them.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|n| *n == name)
    }

    /// All of them: `[name, explanation]` each.
    pub fn json(&self) -> Value {
        self.names.iter().zip(&self.texts).map(|(name, text)| json!([name, text])).collect()
    }
}

/// A preserved attribute: its place among the keys, and its value.
pub type Preserved = (usize, String);

/// The preserved attributes of a dictionary, those of its parameters' dictionaries included.
pub fn of_dictionary(ctx: &Context, keys: &Keys, dictionary: Attr) -> Vec<Preserved> {
    let mut found = Vec::new();
    for &(key, value) in ctx.entries(dictionary) {
        if key == ARG_ATTRS || key == RES_ATTRS {
            found.extend(ctx.items(value).iter().flat_map(|item| of_dictionary(ctx, keys, *item)));
        } else if ctx.bytes(key).starts_with(b"irtrip.")
            && let Some(place) = keys.find(&ctx.text(key))
        {
            found.push((place, shown(ctx, value)));
        }
    }
    found
}

fn shown(ctx: &Context, value: Attr) -> String {
    let (mut text, whole) = print_attr_start(ctx, value, SHOWN);
    if !whole {
        text.push_str("...");
    }
    text
}

/// What is lost in a section.
#[derive(Default)]
pub struct SectionLosses {
    /// At operations: the module's, and the one in its body.
    pub ops: Vec<(Op, Option<Op>, String)>,
    /// At bytes of the section's assembly.
    pub bytes: Vec<(usize, String)>,
}

/// Losses by section.
pub struct Losses {
    sections: Vec<SectionLosses>,
    elsewhere: Vec<String>,
    none: SectionLosses,
}

impl Losses {
    /// Finds the section of each loss.
    pub fn sort(sections: &[Section], losses: Vec<Lost>) -> Losses {
        let mut sorted = Losses {
            sections: sections.iter().map(|_| SectionLosses::default()).collect(),
            elsewhere: Vec::new(),
            none: SectionLosses::default(),
        };
        let mut homes: FxHashMap<Op, usize> = FxHashMap::default();
        for (i, section) in sections.iter().enumerate() {
            for stretch in section.mlir.marks.iter().chain(&section.llvm.marks) {
                if let SourceEntity::Entity(op) = stretch.says {
                    homes.insert(op, i);
                }
            }
        }
        for lost in losses {
            match lost.place {
                Place::Module => sorted.elsewhere.push(lost.what),
                Place::Op(entity, op) => match homes.get(&entity).and_then(|i| sorted.sections.get_mut(*i)) {
                    Some(section) => section.ops.push((entity, op, lost.what)),
                    None => sorted.elsewhere.push(lost.what),
                },
                Place::Byte(at) => {
                    let home = sections.iter().rposition(|s| s.llvm.offset <= at && !s.llvm.text.is_empty());
                    let within = home.and_then(|i| {
                        let at = at - sections.get(i)?.llvm.offset;
                        Some((at, sorted.sections.get_mut(i)?))
                    });
                    match within {
                        Some((at, section)) => section.bytes.push((at, lost.what)),
                        None => sorted.elsewhere.push(lost.what),
                    }
                }
            }
        }
        sorted
    }

    /// Those of a section.
    pub fn of(&self, section: usize) -> &SectionLosses {
        self.sections.get(section).unwrap_or(&self.none)
    }

    /// Those of no section.
    pub fn elsewhere(&self) -> &[String] {
        &self.elsewhere
    }
}

/// Whether a section is a function's.
pub fn function(section: &Section) -> Option<Op> {
    match section.kind {
        Kind::Function(op) => Some(op),
        Kind::Head | Kind::Declarations | Kind::End => None,
    }
}
