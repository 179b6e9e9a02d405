//! The comments in which LLVM's writer lists a block's predecessors: `; preds = %b, %a`. LLVM lists the block's uses,
//! so that the order is that of its memory. How it is preserved: [`irtrip_dialect::preserved`], `irtrip.predecessors`.

use smallvec::SmallVec;

use irtrip_dialect::{Attr, Block};

use crate::bodies::locals::Local;
use crate::bodies::phis::Edges;
use crate::bodies::reader::FunctionReader;
use irtrip_dialect::llvm_text::cursor::Cursor;

/// What such a comment begins with.
const COMMENT: &[u8] = b"; preds = ";

/// A block with the order of its edges in the comment after its label.
pub(crate) type PredecessorOrder = (Block, SmallVec<[u32; 8]>);

/// Where the list starts in the comment that the cursor's line ends with, if there are several predecessors in it.
#[inline]
pub(crate) fn predecessor_list(c: &Cursor<'_>) -> Option<usize> {
    let rest = c.text.get(c.pos..)?;
    let spaces = rest.iter().position(|byte| *byte != b' ')?;
    let list = rest.get(spaces..)?.strip_prefix(COMMENT)?;
    let at = memchr::memchr2(b',', b'\n', list)?;
    (list.get(at) == Some(&b',')).then_some(c.pos + spaces + COMMENT.len())
}

/// The orders of the comments that name each predecessor as often as an edge comes from it, but in another order than
/// the edges', last first, which is that of LLVM once it has read the text.
pub(crate) fn predecessor_orders(reader: &mut FunctionReader<'_, '_>, edges: &Edges) -> Vec<PredecessorOrder> {
    let lists = std::mem::take(&mut reader.f.flow.predecessor_lists);
    let mut orders = Vec::new();
    // By predecessor: its first edge to the block at hand that is not listed yet.
    let mut next = if lists.is_empty() { Vec::new() } else { vec![u32::MAX; reader.f.body.block_count()] };
    for (block, at) in lists {
        let listed = listed_blocks(reader, at);
        let (start, preds) = edges.of_block(block);
        if listed.len() != preds.len() || listed.iter().eq(preds.iter().rev()) {
            continue;
        }
        for (edge, pred) in preds.iter().enumerate().rev() {
            next[pred.index()] = start + edge as u32;
        }
        let end = start + preds.len() as u32;
        let mut order: SmallVec<[u32; 8]> = SmallVec::with_capacity(listed.len());
        for pred in &listed {
            let mut edge = next[pred.index()];
            // A predecessor's edges follow each other, but for those that a block of their own stands for.
            while (start..end).contains(&edge) && preds[(edge - start) as usize] != *pred {
                edge += 1;
            }
            if !(start..end).contains(&edge) {
                break;
            }
            next[pred.index()] = edge + 1;
            order.push(edge - start);
        }
        if order.len() == preds.len() {
            orders.push((block, order));
        }
    }
    orders
}

/// The blocks that are named in the comment whose list starts at `at`; fewer where a name is no block's.
fn listed_blocks(reader: &FunctionReader<'_, '_>, at: usize) -> SmallVec<[Block; 8]> {
    let mut blocks = SmallVec::new();
    let mut c = Cursor::new(reader.c.text, at);
    while c.byte() == b'%' {
        let Ok(name) = c.name() else { break };
        let Local::Block(block) = reader.f.locals.get(&name) else { break };
        blocks.push(block);
        if !(c.byte() == b',' && c.byte_at(1) == b' ') {
            break;
        }
        c.pos += 2;
    }
    blocks
}

/// The preserved attribute of a function's orders, once all its blocks are where they stay.
pub(crate) fn preserved_predecessors(reader: &FunctionReader<'_, '_>, orders: &[PredecessorOrder]) -> Option<Attr> {
    let region = reader.f.region.filter(|_| !orders.is_empty())?;
    let mut places = vec![0; reader.f.body.block_count()];
    for (place, block) in reader.f.body.blocks(region).iter().enumerate() {
        places[block.index()] = place as i32;
    }
    let mut numbers = Vec::new();
    for (block, order) in orders {
        numbers.push(places[block.index()]);
        numbers.extend(order.iter().map(|edge| *edge as i32));
    }
    Some(reader.ctx.i32_array(&numbers))
}
