//! The rules of the dialect's operations, in upstream's words: what fits a tile register, and the shapes of products.

use irtrip_dialect::AttrData;
use irtrip_dialect::attributes::maps::Map;
use irtrip_dialect::ops::shaped::sizes_and_element;

use crate::rules::*;

rules! {
    "amx.tile_zero" => |op| fits(op, op.result_type());
    "amx.tile_load" => |op| moved(op, op.result_type());
    "amx.tile_store" => |op| moved(op, op.type_of("val"));
    "amx.tile_mulf" => product;
    "amx.tile_muli" => product;
}

/// The most rows of a tile.
const ROWS: u64 = 16;
/// The most bits of a row.
const INDEX_BITS: u64 = 64 * 8;
/// The bits of which a row has a multiple.
const COLUMN_BITS: u64 = 32;

/// What this dialect calls a tile, and what the one after it does.
const TILES: [&str; 2] = ["amx.tile", "x86.amx.tile"];

/// The rows of a tile, the bits of a row, and the element type.
fn shape(op: &VerifyContext<'_>, tile: Option<Type>) -> Option<(u64, u64, Type)> {
    let tile = tile?;
    let (sizes, element) = TILES.iter().find_map(|mnemonic| sizes_and_element(op.ctx, tile, mnemonic))?;
    let &[rows, columns] = sizes.as_slice() else { return None };
    let bits = match op.ctx.type_data(element) {
        TypeData::Float(kind) => kind.width(),
        TypeData::Integer { width, .. } => *width,
        _ => return None,
    };
    Some((rows, columns.saturating_mul(bits.into()), element))
}

/// A tile has the size of a register at most.
fn fits(op: &VerifyContext<'_>, tile: Option<Type>) -> VerifyResult {
    let Some((rows, bits, _)) = shape(op, tile) else { return Ok(()) };
    if rows > ROWS {
        return op_error(format!("bad row height: {rows}"));
    }
    if bits > INDEX_BITS || bits % COLUMN_BITS != 0 {
        return op_error(format!("bad column width: {}", bits / 8));
    }
    Ok(())
}

/// A tile that is read from a memref or written to one, whose rows are apart by a stride.
fn moved(op: &VerifyContext<'_>, tile: Option<Type>) -> VerifyResult {
    let Some(TypeData::MemRef { dims: Some(dims), layout, .. }) = op.type_of("base").map(|ty| op.ctx.type_data(ty))
    else {
        return Ok(());
    };
    if count(op, "indices") != dims.len() {
        return op_error(format!("requires {} indices", dims.len()));
    }
    if count(op, "stride") == 0 && dims.len() < 2 {
        return op_error("requires at least 2D memref");
    }
    let is_unit = match layout.map(|layout| (layout, op.ctx.attr_data(layout))) {
        None => true,
        Some((_, AttrData::StridedLayout(strided))) => strided.strides.last().is_none_or(|stride| *stride == Some(1)),
        Some((layout, _)) => Map::of(op.ctx, layout).is_some_and(|map| {
            let inner = format!("d{}", map.dims.saturating_sub(1));
            let mut results = map.each_result();
            results.next().is_some_and(|sum| sum.split(" + ").any(|term| term == inner)) && results.next().is_none()
        }),
    };
    require(is_unit, "requires memref with unit innermost stride")?;
    fits(op, tile)
}

/// A product of tiles: rows times columns, of which each has several numbers that are added up.
fn product(op: &VerifyContext<'_>) -> VerifyResult {
    let tiles = ["lhs", "rhs", "acc"].map(|name| op.type_of(name));
    for tile in tiles {
        fits(op, tile)?;
    }
    let [Some(left), Some(right), Some(sums)] = tiles.map(|tile| shape(op, tile)) else { return Ok(()) };
    let columns = |(_, bits, _): (u64, u64, Type)| bits / COLUMN_BITS;
    if sums.0 != left.0 || columns(sums) != columns(right) || columns(left) != right.0 {
        return op_error(format!("bad mult shape: {} x {} x {}", sums.0, columns(sums), columns(left)));
    }
    // Floats of 8 bits are of one kind or of two.
    let is_small = |ty| matches!(op.ctx.type_data(ty), TypeData::Float(kind) if kind.width() == 8);
    require(left.2 == right.2 || is_small(left.2) && is_small(right.2), "unsupported type combination")
}
