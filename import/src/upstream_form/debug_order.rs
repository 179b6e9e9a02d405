//! The order in which upstream's import comes to debug info. Of types that refer to each other, the one it comes to
//! first is spelled out where it stands, and the others refer to it.

use irtrip_dialect::metadata::NodeId;

use crate::tables::metadata::Nodes;
use irtrip_dialect::llvm_text::cursor::parse_u32;
use irtrip_dialect::llvm_text::split::{TopLevelEntity, TopLevelKind};

/// The nodes that variables, then functions, refer to: of a function its subprogram, the locations and loops of its
/// instructions, then the variables of its debug records.
pub(crate) fn translation_order(text: &[u8], nodes: &Nodes, top_level: &[TopLevelEntity<'_>]) -> Vec<NodeId> {
    let mut numbers = Vec::new();
    let entity_text = |entity: &TopLevelEntity<'_>| text.get(entity.start..entity.end).unwrap_or_default();
    for entity in top_level.iter().filter(|e| matches!(e.kind, TopLevelKind::Global(_))) {
        numbers_after(entity_text(entity), b"!dbg !", &mut numbers);
    }
    let mut of_records = Vec::new();
    for entity in top_level.iter().filter(|e| matches!(e.kind, TopLevelKind::Define | TopLevelKind::Declare)) {
        for line in entity_text(entity).split(|byte| *byte == b'\n').filter(|line| line.contains(&b'!')) {
            let is_record = line.trim_ascii_start().starts_with(b"#dbg_")
                || memchr::memmem::find(line, b"@llvm.dbg.").is_some() && !line.starts_with(b"declare");
            if is_record {
                numbers_after(line, b"!", &mut of_records);
            } else {
                numbers_after(line, b"!dbg !", &mut numbers);
                numbers_after(line, b"!llvm.loop !", &mut numbers);
            }
        }
        numbers.append(&mut of_records);
    }
    numbers.into_iter().filter_map(|number| nodes.get(number)).collect()
}

/// Adds the numbers that are right after `prefix`.
fn numbers_after(text: &[u8], prefix: &[u8], numbers: &mut Vec<u32>) {
    for at in memchr::memmem::find_iter(text, prefix) {
        let rest = text.get(at + prefix.len()..).unwrap_or_default();
        let digits = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        numbers.extend(parse_u32(rest.get(..digits).unwrap_or_default()));
    }
}
