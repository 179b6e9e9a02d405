//! Bodies that stand in sections of their own: any thread can read them.

use irtrip_dialect::{Body, Op, OpName};
use rayon::prelude::*;

use crate::error::Result;

use super::attributes::Values;
use super::cursor::Cursor;
use super::operations::{Reader, Scope};

/// A body that stands in a section of its own, unread: it can be read by any thread.
pub struct DeferredBody<'b> {
    /// The operation.
    pub op: Op,
    /// Its name.
    pub name: OpName,
    /// How many regions it has.
    pub regions: u64,
    /// The section.
    pub data: Cursor<'b>,
}

/// What is read of operations; a declaration has no body.
type OpBodies = Vec<(Op, Option<Body>)>;

impl<'b> Reader<'_, 'b> {
    /// Reads the bodies of operations of a body that were left for later, in parallel.
    pub fn deferred_bodies(&self, body: &mut Body, deferred: &[DeferredBody<'b>]) -> Result<()> {
        let (ctx, file, names) = (self.values.ctx, self.values.file, self.names);
        let (tables, depth) = (self.values.tables, self.depth + 1);
        let read = |piece: &[DeferredBody<'b>]| {
            let mut reader = Reader::new(Values::new(ctx, file, tables), names, 0);
            reader.depth = depth;
            piece
                .iter()
                .map(|deferred| Ok((deferred.op, reader.deferred_body(deferred)?)))
                .collect::<Result<OpBodies>>()
        };
        let pieces: Vec<Result<OpBodies>> = pieces(deferred).into_par_iter().map(read).collect();
        for piece in pieces {
            for (op, nested) in piece? {
                nested.into_iter().for_each(|nested| body.set_nested(op, nested));
            }
        }
        Ok(())
    }

    fn deferred_body(&mut self, deferred: &DeferredBody<'b>) -> Result<Option<Body>> {
        let mut data = deferred.data;
        self.values_left = data.left();
        let body = self.isolated_body(&mut data, &mut Scope::default(), deferred.name, deferred.regions)?;
        data.finish("a region")?;
        Ok(body)
    }
}

/// Bodies in a piece for each thread, about as long as each other.
fn pieces<'d, 'b>(deferred: &'d [DeferredBody<'b>]) -> Vec<&'d [DeferredBody<'b>]> {
    const PARALLEL_BYTES: usize = 1 << 16;
    let bytes: usize = deferred.iter().map(|body| body.data.left()).sum();
    let threads = if bytes < PARALLEL_BYTES { 1 } else { rayon::current_num_threads() };
    let mut left = deferred;
    let mut pieces = Vec::new();
    while !left.is_empty() {
        let mut length = 0;
        let is_of_piece = |body: &&DeferredBody<'b>| {
            length += body.data.left();
            length <= bytes.div_ceil(threads)
        };
        let count = left.iter().take_while(is_of_piece).count().max(1);
        let (piece, after) = left.split_at(count);
        pieces.push(piece);
        left = after;
    }
    pieces
}
