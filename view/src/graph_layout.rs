//! Lays a directed graph out in layers, by Sugiyama's method: a position for each vertex, and the points that each edge goes
//! through on its way around the vertices in between.

use rust_sugiyama::configure::{Config, CrossingMinimization, RankingType};
use rust_sugiyama::from_vertices_and_edges;
use rustc_hash::FxHashMap;

/// A width and a height, or an x and a y, which grows downwards.
pub type Point = (f64, f64);

/// The distance that vertices and edges keep from one another.
const VERTEX_SPACING: f64 = 12.0;

/// What is added to the width and the height of each vertex as a margin.
const MARGIN: Point = (14.0, 18.0);

/// Most vertices, those inserted into long edges included, of a graph whose edges go around vertices; in a larger graph,
/// edges are straight. The time grows with the square of their number.
const MAX_ROUTED_VERTICES: usize = 2500;

/// The stack, in bytes, of the thread that computes a layout: rust-sugiyama recurses as deep as the graph has layers.
const STACK_BYTES: usize = 64 << 20;

/// A graph laid out.
#[derive(Debug)]
pub struct Layout {
    /// The center of each vertex.
    pub centers: Vec<Point>,
    /// For each edge, the points that it goes through between its ends, from top to bottom: two in each layer on its way,
    /// above each other.
    pub waypoints: Vec<Vec<Point>>,
}

/// Lays a graph out, with vertices of the given sizes and edges `(upper vertex, lower vertex)` that make no cycle. All
/// vertices must be reachable from the first, which is then alone in the top layer. Waypoints are computed for the first
/// `drawn` edges; the others only keep the graph connected. `None` if rust-sugiyama fails.
pub fn lay_out(sizes: &[Point], edges: &[(u32, u32)], drawn: usize) -> Option<Layout> {
    let centers = centers(sizes, edges)?;
    let without_waypoints = |centers: Vec<Point>| Layout { centers, waypoints: vec![Vec::new(); drawn] };
    let layers = layers(&centers);
    let layer = |vertex: u32| layers.get(vertex as usize).copied().unwrap_or(0);
    let layers_between = |&(from, to): &(u32, u32)| layer(to).saturating_sub(layer(from)).saturating_sub(1);
    let inserted: Vec<usize> = edges.iter().take(drawn).map(layers_between).collect();
    let total_inserted: usize = inserted.iter().sum();
    if total_inserted == 0 || sizes.len() + total_inserted > MAX_ROUTED_VERTICES {
        return Some(without_waypoints(centers));
    }
    // An edge that passes over layers gets an inserted vertex in each of them, which keeps room for the edge there.
    let mut all_sizes: Vec<Point> = sizes.to_vec();
    let mut all_edges: Vec<(u32, u32)> = edges.get(drawn..).unwrap_or_default().to_vec();
    let mut inserted_vertices: Vec<std::ops::Range<usize>> = Vec::with_capacity(drawn);
    for (&(from, to), &count) in edges.iter().zip(&inserted) {
        let first = all_sizes.len();
        let range = first..first + count;
        all_sizes.resize(range.end, (-MARGIN.0, -MARGIN.1));
        let steps = range.clone().map(|vertex| vertex as u32);
        all_edges.extend(std::iter::once(from).chain(steps.clone()).zip(steps.chain([to])));
        inserted_vertices.push(range);
    }
    let Some(mut all_centers) = self::centers(&all_sizes, &all_edges) else { return Some(without_waypoints(centers)) };
    let half_heights = half_heights(&all_centers, sizes);
    let top_and_bottom = |&(x, y): &Point| {
        let half = half_heights.get(&y.to_bits()).copied().unwrap_or(0.0);
        [(x, y - half), (x, y + half)]
    };
    let waypoints = inserted_vertices
        .into_iter()
        .map(|range| all_centers.get(range).unwrap_or_default().iter().flat_map(top_and_bottom).collect())
        .collect();
    all_centers.truncate(sizes.len());
    Some(Layout { centers: all_centers, waypoints })
}

/// Half the height of each layer, by the bits of the y of its center.
fn half_heights(centers: &[Point], sizes: &[Point]) -> FxHashMap<u64, f64> {
    let mut half_heights = FxHashMap::default();
    for (point, size) in centers.iter().zip(sizes) {
        let half: &mut f64 = half_heights.entry(point.1.to_bits()).or_default();
        *half = half.max(size.1 / 2.0);
    }
    half_heights
}

/// The layer of each vertex, from 0 at the top. The centers of a layer's vertices have the same y.
fn layers(centers: &[Point]) -> Vec<usize> {
    let mut heights: Vec<f64> = centers.iter().map(|point| point.1).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    centers.iter().map(|point| heights.partition_point(|height| *height < point.1)).collect()
}

/// The center of each vertex; `None` if rust-sugiyama fails.
fn centers(sizes: &[Point], edges: &[(u32, u32)]) -> Option<Vec<Point>> {
    if let &[(width, height)] = sizes {
        return Some(vec![(width / 2.0, height / 2.0)]);
    }
    let config = Config {
        vertex_spacing: VERTEX_SPACING,
        dummy_size: 0.5,
        ranking_type: RankingType::MinimizeEdgeLength,
        c_minimization: CrossingMinimization::Barycenter,
        // It finds better orders, but takes too long in larger graphs.
        transpose: sizes.len() < 60,
        ..Config::default()
    };
    let with_margin = |(i, size): (usize, &Point)| (i as u32, (size.0 + MARGIN.0, size.1 + MARGIN.1));
    let vertices: Vec<(u32, Point)> = sizes.iter().enumerate().map(with_margin).collect();
    let run = || from_vertices_and_edges(&vertices, edges, &config);
    // A target without threads has the stack that it has.
    let components = if cfg!(target_family = "wasm") {
        run()
    } else {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, run).ok()?.join().ok()
        })?
    };
    let mut centers = vec![(0.0, 0.0); sizes.len()];
    for (vertex, point) in components.into_iter().flat_map(|(component, _, _)| component) {
        *centers.get_mut(vertex)? = point;
    }
    // Move the graph so that its top left corner is at the origin.
    let corner = centers.iter().zip(sizes).fold((f64::INFINITY, f64::INFINITY), |corner, (point, size)| {
        (corner.0.min(point.0 - size.0.max(0.0) / 2.0), corner.1.min(point.1 - size.1.max(0.0) / 2.0))
    });
    centers.iter_mut().for_each(|point| *point = (point.0 - corner.0, point.1 - corner.1));
    Some(centers)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const BOX: Point = (60.0, 28.0);

    #[test]
    fn the_first_is_alone_on_top_and_edges_lead_down() {
        // A loop within a loop, its edges back turned, and a way past both.
        let edges = [(0, 1), (1, 2), (2, 3), (2, 3), (3, 4), (1, 4), (4, 5), (0, 5)];
        let found = lay_out(&[BOX; 6], &edges, edges.len()).unwrap();
        assert!(found.centers[1..].iter().all(|point| point.1 > found.centers[0].1));
        for (edge, waypoints) in edges.iter().zip(&found.waypoints) {
            let [from, to] = [edge.0, edge.1].map(|vertex| &found.centers[vertex as usize]);
            let way = std::iter::once(from).chain(waypoints).chain([to]);
            assert!(way.clone().zip(way.skip(1)).all(|(a, b)| a.1 < b.1), "{edge:?}: {waypoints:?}");
        }
        assert_eq!(found.waypoints[7].len(), 8);
    }

    #[test]
    fn an_edge_keeps_away_from_vertices_in_between() {
        let edges = [(0, 1), (1, 2), (0, 2)];
        let found = lay_out(&[BOX; 3], &edges, edges.len()).unwrap();
        assert_eq!(found.waypoints[2].len(), 2);
        for (point, y) in found.waypoints[2].iter().zip([-14.0, 14.0]) {
            assert!((point.0 - found.centers[1].0).abs() > BOX.0 / 2.0);
            assert!((point.1 - found.centers[1].1 - y).abs() < 0.01);
        }
    }

    #[test]
    fn a_deep_graph_is_laid_out() {
        let edges: Vec<(u32, u32)> = (0..3000).map(|i| (i, i + 1)).collect();
        let found = lay_out(&[BOX; 3001], &edges, edges.len()).unwrap();
        assert!(found.centers[3000].1 > found.centers[2999].1);
    }

    #[test]
    fn one_vertex_is_a_graph() {
        let found = lay_out(&[BOX], &[], 0).unwrap();
        assert_eq!(found.centers, [(30.0, 14.0)]);
    }
}
