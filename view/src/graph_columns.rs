//! Brings a layout whose blocks would be too small to see in a window into columns of rows, which fit it.
//!
//! The blocks of a `switch` are in one layer side by side, and those of long code one below another: the first is a graph a
//! hundred times wider than high, the second one as much higher than wide. Layers keep their order here, and vertices theirs in
//! a layer; a layer that is too wide becomes several rows, and rows that are too many several columns. Edges are straight.

use crate::graph_layout::{Layout, Point};

/// A usual window for a graph.
const WINDOW: Point = (1500.0, 850.0);

/// How small a drawing may become in it before it is put into columns.
const LEAST_SCALE: f64 = 0.12;

/// The room between vertices of a row, between rows, and between columns.
const GAPS: (f64, f64, f64) = (16.0, 30.0, 60.0);

/// Most columns of a drawing.
const MAX_COLUMNS: usize = 80;

/// Vertices side by side.
struct Row {
    vertices: Vec<usize>,
    size: Point,
}

/// The rows of a column.
struct Column {
    rows: Vec<Row>,
    size: Point,
}

/// The layout, in columns if it would be too small in a window otherwise.
pub fn fitted(layout: Layout, sizes: &[Point]) -> Layout {
    let edge = |point: &Point, size: &Point| (point.0 + size.0 / 2.0, point.1 + size.1 / 2.0);
    let ends = layout.centers.iter().zip(sizes).map(|(point, size)| edge(point, size));
    let whole = ends.fold((0.0, 0.0), |whole: Point, end| (whole.0.max(end.0), whole.1.max(end.1)));
    if scale(whole) >= LEAST_SCALE {
        return layout;
    }
    let mut order: Vec<(usize, Point)> = layout.centers.iter().copied().enumerate().collect();
    order.sort_by(|(_, x), (_, y)| x.1.total_cmp(&y.1).then(x.0.total_cmp(&y.0)));
    let layers: Vec<Vec<usize>> = order
        .chunk_by(|(_, x), (_, y)| x.1.total_cmp(&y.1).is_eq())
        .map(|layer| layer.iter().map(|(vertex, _)| *vertex).collect())
        .collect();
    let area: f64 = sizes.iter().map(|size| (size.0 + GAPS.0) * (size.1 + GAPS.1)).sum();
    let width = (area * WINDOW.0 / WINDOW.1).sqrt();
    let arranged = (1..=MAX_COLUMNS).map(|count| columns(rows(&layers, sizes, width / count as f64), count));
    let best = arranged.max_by(|x, y| scale(extent(x)).total_cmp(&scale(extent(y))));
    let centers = best.map_or(layout.centers, |columns| placed(&columns, sizes));
    Layout { centers, waypoints: vec![Vec::new(); layout.waypoints.len()] }
}

/// By how much a drawing is made smaller so that a window has it whole.
fn scale(size: Point) -> f64 {
    (WINDOW.0 / size.0).min(WINDOW.1 / size.1)
}

/// The rows of all layers, each at most `most` wide where it has several vertices.
fn rows(layers: &[Vec<usize>], sizes: &[Point], most: f64) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for layer in layers {
        let mut row = Row { vertices: Vec::new(), size: (0.0, 0.0) };
        for &vertex in layer {
            let size = sizes.get(vertex).copied().unwrap_or_default();
            let wider = row.size.0 + GAPS.0 + size.0;
            if row.vertices.is_empty() {
                row.size = size;
            } else if wider > most {
                rows.push(std::mem::replace(&mut row, Row { vertices: Vec::new(), size }));
            } else {
                row.size = (wider, row.size.1.max(size.1));
            }
            row.vertices.push(vertex);
        }
        rows.push(row);
    }
    rows
}

/// Rows in columns of about one height.
fn columns(rows: Vec<Row>, count: usize) -> Vec<Column> {
    let height = rows.iter().map(|row| row.size.1 + GAPS.1).sum::<f64>() / count as f64;
    let mut columns: Vec<Column> = Vec::new();
    for row in rows {
        match columns.last_mut().filter(|column| column.size.1 < height) {
            Some(column) => {
                column.size = (column.size.0.max(row.size.0), column.size.1 + GAPS.1 + row.size.1);
                column.rows.push(row);
            }
            None => columns.push(Column { size: row.size, rows: vec![row] }),
        }
    }
    columns
}

/// The size of all columns.
fn extent(columns: &[Column]) -> Point {
    let width: f64 = columns.iter().map(|column| column.size.0 + GAPS.2).sum();
    (width - GAPS.2, columns.iter().map(|column| column.size.1).fold(0.0, f64::max))
}

/// The centers of all vertices: each row is in the middle of its column.
fn placed(columns: &[Column], sizes: &[Point]) -> Vec<Point> {
    let mut centers = vec![(0.0, 0.0); sizes.len()];
    let mut left = 0.0;
    for column in columns {
        let mut top = 0.0;
        for row in &column.rows {
            let mut x = left + (column.size.0 - row.size.0) / 2.0;
            for &vertex in &row.vertices {
                let width = sizes.get(vertex).map_or(0.0, |size| size.0);
                if let Some(center) = centers.get_mut(vertex) {
                    *center = (x + width / 2.0, top + row.size.1 / 2.0);
                }
                x += width + GAPS.0;
            }
            top += row.size.1 + GAPS.1;
        }
        left += column.size.0 + GAPS.2;
    }
    centers
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: Point = (60.0, 28.0);

    /// By how much a layout is made smaller to fit a window, after no vertex was found to lie on another.
    fn scale_of(layout: &Layout) -> f64 {
        let mut at: Vec<(i64, i64)> = layout.centers.iter().map(|c| (c.0 as i64, c.1 as i64)).collect();
        at.sort_unstable();
        for (here, next) in at.iter().zip(at.iter().skip(1)) {
            assert!(next.0 != here.0 || next.1 - here.1 >= BOX.1 as i64, "{here:?} {next:?}");
        }
        let far = |of: fn(&Point) -> f64| layout.centers.iter().map(of).fold(0.0, f64::max);
        scale((far(|c| c.0) + BOX.0 / 2.0, far(|c| c.1) + BOX.1 / 2.0))
    }

    fn of_2000(center: fn(usize) -> Point) -> Layout {
        let centers = (0..2000).map(center).collect();
        fitted(Layout { centers, waypoints: vec![vec![(0.0, 0.0)]] }, &[BOX; 2000])
    }

    #[test]
    fn a_switch_and_a_long_function_of_2000_blocks_fit_a_window() {
        let wide = of_2000(|at| if at == 0 { (30.0, 14.0) } else { (at as f64 * 80.0, 94.0) });
        let high = of_2000(|at| (30.0, 14.0 + at as f64 * 46.0));
        assert!(scale_of(&wide) > 0.3 && scale_of(&high) > 0.3, "{} {}", scale_of(&wide), scale_of(&high));
        // What was below another one is below it or further right.
        let first = wide.centers[0];
        assert!(wide.centers.iter().skip(1).all(|center| center.1 > first.1 || center.0 > first.0));
        assert!(high.centers.windows(2).all(|two| two[0].1 < two[1].1 || two[0].0 < two[1].0));
        assert_eq!(wide.waypoints, [vec![]]);
    }

    #[test]
    fn what_can_be_read_stays() {
        let centers = vec![(30.0, 14.0), (30.0, 60.0)];
        assert_eq!(fitted(Layout { centers: centers.clone(), waypoints: Vec::new() }, &[BOX; 2]).centers, centers);
    }
}
