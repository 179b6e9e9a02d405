//! Comdats. LangRef, "Comdats".

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::enums::ComdatSelectionKind;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::global_values;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{AttrData, Module, NewOp};

use crate::attribute_cache::NamedAttrs;
use crate::tables::ModuleTables;
use irtrip_dialect::llvm_text::cursor::{Cursor, Name, fail};
use irtrip_dialect::llvm_text::split::{TopLevelEntity, TopLevelKind};

/// The symbol upstream gives the operation that holds comdats.
const COMDAT_TABLE: &str = "__llvm_global_comdat";

/// `comdat` or `comdat($name)` of the global `own`.
pub(crate) fn comdat_entry<'a>(
    tables: &ModuleTables<'_, 'a>,
    c: &mut Cursor<'a>,
    own: &Name<'a>,
    entries: &mut NamedAttrs,
) -> DiagnosticResult<()> {
    let mut start = c.pos.saturating_sub(b"comdat".len());
    let name = if c.eat(b'(') {
        if c.peek() != b'$' {
            return c.expected("comdat variable");
        }
        start = c.pos;
        let name = c.name()?;
        c.expect(b')', "')' after comdat var")?;
        name
    } else {
        own.clone()
    };
    let Name::Named(name) = name else { return c.error_since(start, ImportCode::UnnamedComdat) };
    let Some(comdat) = tables.symbols.comdat(&name) else {
        let kind = ImportCode::UndefinedComdat(String::from_utf8_lossy(&name).into_owned());
        return fail(start..c.pos.max(start + 1), kind);
    };
    let root = tables.ctx.str(COMDAT_TABLE);
    let value = tables.ctx.attr(AttrData::SymbolRef { root, nested: Box::new([comdat]) });
    entries.push((COMDAT, value));
    Ok(())
}

/// Adds the operation that holds a module's comdats, if it has any, before all others.
pub(crate) fn add_comdats(
    tables: &ModuleTables<'_, '_>,
    top_level: &[TopLevelEntity<'_>],
    module: &mut Module,
) -> DiagnosticResult<()> {
    let ctx = tables.ctx;
    let mut block = None;
    for entity in top_level {
        let TopLevelKind::Comdat(Name::Named(name)) = &entity.kind else { continue };
        let mut cursor = entity.cursor(tables.text);
        cursor.expect_word_as("comdat", "comdat type")?;
        let word = cursor.peek_word();
        let is_older = word == ComdatSelectionKind::OLDER_NO_DEDUPLICATE.as_bytes();
        let kind = match ComdatSelectionKind::from_llvm(word) {
            None if is_older => {
                tables.types.releases.narrow(Spelling::NoDeduplicate.missing_in());
                ComdatSelectionKind::NoDeduplicate
            }
            Some(kind) => kind,
            None => return cursor.error_here(ImportCode::SelectionKind),
        };
        cursor.word();
        if !cursor.at_end() {
            return cursor.expected("top-level entity");
        }
        let block = *block.get_or_insert_with(|| {
            let table = ctx.string_attr(COMDAT_TABLE);
            let attrs = ctx.dictionary(&[(SYM_NAME, table)]);
            let op = module.body.create(NewOp { attrs, ..NewOp::new(global_values::COMDAT) });
            module.body.prepend_op(module.block, op);
            let regions = module.body.add_regions(op, 1);
            let block = module.body.new_block();
            for region in regions {
                module.body.append_block(region, block);
            }
            block
        });
        let symbol = ctx.str_attr(ctx.byte_str(name));
        let kind = ctx.enum_attr(kind);
        let attrs = ctx.dictionary(&[(SYM_NAME, symbol), (COMDAT, kind)]);
        module.body.append(block, NewOp { attrs, ..NewOp::new(global_values::COMDAT_SELECTOR) }, &[]);
    }
    Ok(())
}
