//! Where the vertices of a graph go, in layers, and through which points its edges run.

use rust_sugiyama::configure::{Config, CrossingMinimization, RankingType};
use rust_sugiyama::from_vertices_and_edges;
use rustc_hash::FxHashMap;

/// A width and a height, or a place.
pub type Point = (f64, f64);

/// Room that vertices and edges keep from one another.
const SPACE: f64 = 12.0;

/// Room that vertices keep besides.
const AROUND: Point = (14.0, 18.0);

/// Most vertices, those on the way of long edges included, of a graph whose edges are led around vertices. The time
/// grows with the square of their number.
const MOST_LED: usize = 2500;

/// The layout recurses as deep as a graph has layers.
const STACK: usize = 64 << 20;

/// A graph laid out.
#[derive(Debug)]
pub struct Layout {
    /// The middle of each vertex.
    pub at: Vec<Point>,
    /// The points each edge goes through between its ends, from top to bottom: upright through the layers on its way.
    pub through: Vec<Vec<Point>>,
}

/// Lays a graph out: vertices of the given sizes, and edges that all lead down and make no cycle. All vertices have to be
/// reached from the first, which is then alone on top; edges behind the first `drawn` are there for that only.
pub fn layout(sizes: &[Point], edges: &[(u32, u32)], drawn: usize) -> Option<Layout> {
    let at = placed(sizes, edges)?;
    let plain = |at: Vec<Point>| Layout { at, through: vec![Vec::new(); drawn] };
    let layers = layers(&at);
    let layer = |vertex: u32| layers.get(vertex as usize).copied().unwrap_or(0);
    let between = |&(from, to): &(u32, u32)| layer(to).saturating_sub(layer(from)).saturating_sub(1);
    let led: Vec<usize> = edges.iter().take(drawn).map(between).collect();
    let added: usize = led.iter().sum();
    if added == 0 || sizes.len() + added > MOST_LED {
        return Some(plain(at));
    }
    // An edge over several layers becomes one edge a layer, with a vertex in each, so that it has a place there.
    let mut sizes_led: Vec<Point> = sizes.to_vec();
    let mut edges_led: Vec<(u32, u32)> = edges.get(drawn..).unwrap_or_default().to_vec();
    let mut ways: Vec<std::ops::Range<usize>> = Vec::with_capacity(drawn);
    for (&(from, to), &count) in edges.iter().zip(&led) {
        let first = sizes_led.len();
        let way = first..first + count;
        sizes_led.resize(way.end, (-AROUND.0, -AROUND.1));
        let steps = way.clone().map(|vertex| vertex as u32);
        edges_led.extend(std::iter::once(from).chain(steps.clone()).zip(steps.chain([to])));
        ways.push(way);
    }
    let Some(mut at) = placed(&sizes_led, &edges_led) else { return Some(plain(at)) };
    let halves = halves(&at, sizes);
    let upright = |&(x, y): &Point| {
        let half = halves.get(&y.to_bits()).copied().unwrap_or(0.0);
        [(x, y - half), (x, y + half)]
    };
    let through = ways.into_iter().map(|way| at.get(way).unwrap_or_default().iter().flat_map(upright).collect());
    let through = through.collect();
    at.truncate(sizes.len());
    Some(Layout { at, through })
}

/// Half the height of each layer, by the height of its middle.
fn halves(at: &[Point], sizes: &[Point]) -> FxHashMap<u64, f64> {
    let mut halves = FxHashMap::default();
    for (point, size) in at.iter().zip(sizes) {
        let half: &mut f64 = halves.entry(point.1.to_bits()).or_default();
        *half = half.max(size.1 / 2.0);
    }
    halves
}

/// The layer of each vertex: those of a layer have their middles at one height.
fn layers(at: &[Point]) -> Vec<usize> {
    let mut heights: Vec<f64> = at.iter().map(|point| point.1).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    at.iter().map(|point| heights.partition_point(|height| *height < point.1)).collect()
}

/// The middle of each vertex; nothing if the crate gives up.
fn placed(sizes: &[Point], edges: &[(u32, u32)]) -> Option<Vec<Point>> {
    if let &[(width, height)] = sizes {
        return Some(vec![(width / 2.0, height / 2.0)]);
    }
    let config = Config {
        vertex_spacing: SPACE,
        dummy_size: 0.5,
        ranking_type: RankingType::MinimizeEdgeLength,
        c_minimization: CrossingMinimization::Barycenter,
        // Pays for itself in small graphs only.
        transpose: sizes.len() < 60,
        ..Config::default()
    };
    let wide = |(i, size): (usize, &Point)| (i as u32, (size.0 + AROUND.0, size.1 + AROUND.1));
    let vertices: Vec<(u32, Point)> = sizes.iter().enumerate().map(wide).collect();
    let parts = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let run = thread.spawn_scoped(scope, || from_vertices_and_edges(&vertices, edges, &config));
        run.ok()?.join().ok()
    })?;
    let mut at = vec![(0.0, 0.0); sizes.len()];
    for (vertex, point) in parts.into_iter().flat_map(|(part, _, _)| part) {
        *at.get_mut(vertex)? = point;
    }
    let corner = at.iter().zip(sizes).fold((f64::INFINITY, f64::INFINITY), |corner, (point, size)| {
        (corner.0.min(point.0 - size.0.max(0.0) / 2.0), corner.1.min(point.1 - size.1.max(0.0) / 2.0))
    });
    at.iter_mut().for_each(|point| *point = (point.0 - corner.0, point.1 - corner.1));
    Some(at)
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
        let found = layout(&[BOX; 6], &edges, edges.len()).unwrap();
        assert!(found.at[1..].iter().all(|point| point.1 > found.at[0].1));
        for (edge, through) in edges.iter().zip(&found.through) {
            let [from, to] = [edge.0, edge.1].map(|vertex| &found.at[vertex as usize]);
            let way = std::iter::once(from).chain(through).chain([to]);
            assert!(way.clone().zip(way.skip(1)).all(|(a, b)| a.1 < b.1), "{edge:?}: {through:?}");
        }
        assert_eq!(found.through[7].len(), 8);
    }

    #[test]
    fn an_edge_keeps_away_from_vertices_in_between() {
        let edges = [(0, 1), (1, 2), (0, 2)];
        let found = layout(&[BOX; 3], &edges, edges.len()).unwrap();
        assert_eq!(found.through[2].len(), 2);
        for (point, y) in found.through[2].iter().zip([-14.0, 14.0]) {
            assert!((point.0 - found.at[1].0).abs() > BOX.0 / 2.0);
            assert!((point.1 - found.at[1].1 - y).abs() < 0.01);
        }
    }

    #[test]
    fn a_deep_graph_is_laid_out() {
        let edges: Vec<(u32, u32)> = (0..3000).map(|i| (i, i + 1)).collect();
        let found = layout(&[BOX; 3001], &edges, edges.len()).unwrap();
        assert!(found.at[3000].1 > found.at[2999].1);
    }

    #[test]
    fn one_vertex_is_a_graph() {
        let found = layout(&[BOX], &[], 0).unwrap();
        assert_eq!(found.at, [(30.0, 14.0)]);
    }
}
