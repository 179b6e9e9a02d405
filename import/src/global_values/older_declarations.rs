//! Declarations of intrinsics of older releases, which are others today: as the text has them, so that the text comes
//! back as it was.

use rustc_hash::FxHashMap;

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::names::*;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Context, Str};

use crate::bodies::debug_records::debug_intrinsic;
use crate::global_values::function_headers::{FunctionHeader, HeaderReader};
use crate::tables::ModuleTables;
use irtrip_dialect::llvm_text::cursor::Name;
use irtrip_dialect::llvm_text::split::{TopLevelEntity, TopLevelKind};

/// The declared intrinsics that have another name or signature today.
pub(crate) struct ReplacedDeclarations {
    /// Where each starts, and the current name where that is another.
    current: FxHashMap<usize, Option<Str>>,
    /// Whether one has a name with types that the current name leaves out: later releases have left them open.
    pub names_more_types: bool,
}

impl ReplacedDeclarations {
    /// Those of these headers. A declaration that no call fits once it is upgraded is of no release that is written.
    pub fn of(ctx: &Context, headers: &[FunctionHeader<'_>]) -> ReplacedDeclarations {
        let fits = |header: &&FunctionHeader<'_>| !header.upgrade.is_some_and(|upgrade| upgrade.changes_signature());
        let names_more = |header: &FunctionHeader<'_>| match (&header.name, header.renamed) {
            (Name::Named(name), Some(replacement)) => {
                name.strip_prefix(ctx.bytes(replacement)).is_some_and(|types| types.starts_with(b"."))
            }
            _ => false,
        };
        ReplacedDeclarations {
            names_more_types: headers.iter().any(names_more),
            current: headers.iter().filter(fits).map(|header| (header.at, header.renamed)).collect(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.current.is_empty()
    }

    /// Their dictionaries as the text has them, with those of the intrinsics that are debug records today; each with the
    /// number of functions before it.
    pub fn read<'a>(
        &self,
        tables: &ModuleTables<'_, 'a>,
        top_level: &[TopLevelEntity<'a>],
    ) -> DiagnosticResult<Option<Attr>> {
        let ctx = tables.ctx;
        let mut reader = HeaderReader::as_written(tables);
        let mut found = Vec::new();
        let is_function =
            |entity: &&TopLevelEntity<'a>| matches!(entity.kind, TopLevelKind::Define | TopLevelKind::Declare);
        for (place, entity) in top_level.iter().filter(is_function).enumerate() {
            let current = self.current.get(&entity.start);
            if entity.kind == TopLevelKind::Define || current.is_none() && !may_be_record(tables.text, entity) {
                continue;
            }
            let header = reader.function_header(entity)?;
            let Name::Named(name) = &header.name else { continue };
            if current.is_none() && debug_intrinsic(name).is_none() {
                continue;
            }
            let mut entries = header.entries;
            entries.retain(|entry| entry.0 != SYM_NAME);
            entries.push((SYM_NAME, ctx.str_attr(ctx.byte_str(name))));
            entries.push((IRTRIP_POSITION, ctx.int_attr(types::I64, place as i64)));
            entries.extend(current.copied().flatten().map(|current| (IRTRIP_CALLEE, ctx.str_attr(current))));
            found.push(ctx.dictionary(&entries));
        }
        Ok((!found.is_empty()).then(|| ctx.array(&found)))
    }
}

/// Whether a declaration may be of an intrinsic whose calls are debug records today.
fn may_be_record(text: &[u8], entity: &TopLevelEntity<'_>) -> bool {
    const PREFIX: &[u8] = b"@llvm.dbg.";
    let text = text.get(entity.start..entity.end).unwrap_or_default();
    text.windows(PREFIX.len()).any(|part| part == PREFIX)
}
