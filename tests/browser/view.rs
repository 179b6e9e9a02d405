//! The page of `irtrip view`: hovering, folding, searching, the graph, and how soon a large module is painted.

use fantoccini::Locator;
use serde_json::json;

use crate::driver::{Browser, example};

/// Milliseconds to the first paint of a large module's page.
const FIRST_PAINT: f64 = 3000.0;

#[tokio::test(flavor = "current_thread")]
#[ignore = "needs Chromium"]
async fn a_small_module_is_hovered_folded_searched_and_drawn() {
    let browser = Browser::start().await;
    let page = browser.page(&["view", &example("sort.ll"), "-o"]);
    browser.go(&page).await;
    lines_are_tied(&browser).await;
    what_is_preserved_is_explained(&browser).await;
    sections_are_folded(&browser).await;
    text_is_searched(&browser).await;
    lines_are_wrapped(&browser).await;
    the_graph_is_drawn(&browser).await;
    keys_move_the_choice(&browser).await;
    lines_have_the_numbers_of_the_file(&browser).await;
    the_page_is_dark_and_narrow(&browser).await;
    browser.end().await;
}

/// Hovering over a line marks its counterpart, in both panes.
async fn lines_are_tied(browser: &Browser) {
    browser.hover(0, "%dec = add nsw i32").await;
    let marked = browser.marked(1).await;
    assert!(marked.len() == 1 && marked[0].contains("%dec = llvm.add"), "{marked:?}");
    browser.hover(1, "llvm.store %9, %8").await;
    let marked = browser.marked(0).await;
    assert!(marked.len() == 1 && marked[0].contains("store i32"), "{marked:?}");

    // A constant marks the instructions that it is written in.
    browser.hover(1, "llvm.mlir.constant(-4 : i64)").await;
    let marked = browser.marked(0).await;
    assert!(marked.len() == 1 && marked[0].contains("i64 -4"), "{marked:?}");

    // A phi is tied to its argument, and its incoming values to where they are passed.
    assert!(browser.run("return document.querySelectorAll('.threads path').length").await.as_u64() >= Some(2));
    browser.hover(0, "%j.029 = phi").await;
    let marked = browser.marked(1).await;
    for part in ["^land.rhs(%j.029: i32)", "llvm.br ^land.rhs(", "^land.rhs(%dec : i32)"] {
        assert!(marked.iter().any(|line| line.contains(part)), "{part}: {marked:?}");
    }
    assert_eq!(browser.run("return document.querySelectorAll('.threads path.in').length").await, json!(2));
    let token = browser.run("return document.querySelector('.arg.on').textContent").await;
    assert_eq!(token, json!("%j.029: i32"));
    browser.picture("hover.png").await;
}

/// A preserved attribute is explained in the panel.
async fn what_is_preserved_is_explained(browser: &Browser) {
    browser.run("document.querySelector('.pane[data-side=\"1\"] .l.preserved').click()").await;
    browser.until("document.querySelector('#detail p.preserved')").await;
    let detail = browser.run("return document.querySelector('#detail').textContent").await;
    assert!(
        detail.as_str().unwrap().contains("irtrip.") && detail.as_str().unwrap().contains("mlir-translate"),
        "{detail}"
    );
    browser.picture("preserved.png").await;
}

/// A section is folded and unfolded by its name.
async fn sections_are_folded(browser: &Browser) {
    let name = browser.client.find(Locator::Css(".section.open .name")).await.unwrap();
    name.click().await.unwrap();
    browser.until("!document.querySelector('.section.open')").await;
    name.click().await.unwrap();
    browser.until("document.querySelector('.section.open .l')").await;
}

/// The search finds and marks words, and says how many there are.
async fn text_is_searched(browser: &Browser) {
    let query = browser.client.find(Locator::Id("query")).await.unwrap();
    query.send_keys("samesign").await.unwrap();
    browser.until("/^0$/.test(document.querySelector('#found').value)").await;
    query.clear().await.unwrap();
    query.send_keys("llvm.sext").await.unwrap();
    browser.until("/^[1-9][0-9]*$/.test(document.querySelector('#found').value)").await;
    query.send_keys("\u{e007}").await.unwrap();
    browser.until("document.querySelector('.l.chosen .hit')?.textContent === 'llvm.sext'").await;
    browser.picture("search.png").await;
}

/// Wrapped lines are as high as their text, and none lies on the next.
async fn lines_are_wrapped(browser: &Browser) {
    browser.run("wrap()").await;
    let overlaps = "[...document.querySelectorAll('.pane')].some(pane => { const lines = [...pane.querySelectorAll('.l')]\
        .map(l => l.getBoundingClientRect()).sort((a, b) => a.top - b.top); return lines.some((l, i) => lines[i + 1] && l.bottom > lines[i + 1].top + 1); })";
    browser.until("[...document.querySelectorAll('.l')].some(l => l.getBoundingClientRect().height > 30)").await;
    assert_eq!(browser.run(&format!("return {overlaps}")).await, json!(false));
    browser.picture("wrapped.png").await;
    browser.run("wrap()").await;
}

/// The graph, its labels, and the way back from it.
async fn the_graph_is_drawn(browser: &Browser) {
    browser.client.find(Locator::Css(".tool")).await.unwrap().click().await.unwrap();
    browser.until("document.querySelectorAll('#graph .node').length === 7").await;
    let labels =
        browser.run("return [...document.querySelectorAll('#graph .edge text')].map(t => t.textContent)").await;
    for label in ["%j.029 = phi %dec", "^land.rhs(%dec)"] {
        assert!(labels.as_array().unwrap().contains(&json!(label)), "{label}: {labels}");
    }
    let on_top = "const [first, ...others] = [...document.querySelectorAll('#graph .node')].map(n => n.getBBox().y);";
    let on_top = browser.run(&format!("{on_top} return others.every(y => y > first)")).await;
    assert_eq!(on_top, json!(true), "the entry is not on top");
    browser.picture("graph.png").await;
    browser
        .run("document.querySelectorAll('#graph .node')[3].dispatchEvent(new MouseEvent('click', { bubbles: true }))")
        .await;
    browser.until("/phi|add|load|br/.test(document.querySelector('#graph .opened pre').textContent)").await;
    browser.picture("graph-opened.png").await;
    browser
        .run(
            "document.querySelector('#graph .opened .lines').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
        )
        .await;
    browser.until("!document.querySelector('#graph').open && document.querySelector('.l.chosen')").await;
}

/// Keys go to the next line with something preserved, the line below, nothing.
async fn keys_move_the_choice(browser: &Browser) {
    let body = browser.client.find(Locator::Css("body")).await.unwrap();
    body.send_keys("\u{e00c}c").await.unwrap();
    browser
        .until("document.querySelector('.l.chosen.preserved') && document.querySelector('#detail p.preserved')")
        .await;
    let before = browser.run("return chosen.line").await;
    body.send_keys("\u{e015}").await.unwrap();
    browser.until(&format!("chosen && chosen.line > {before}")).await;
    body.send_keys("\u{e00c}").await.unwrap();
    browser.until("!chosen && document.querySelector('#detail').hidden").await;
}

/// Lines have the numbers that they have in the file.
async fn lines_have_the_numbers_of_the_file(browser: &Browser) {
    let file = std::fs::read_to_string(example("sort.ll")).unwrap();
    let number = file.lines().position(|line| line.starts_with("define")).unwrap() + 1;
    let shown =
        "[...document.querySelectorAll('.pane[data-side=\"0\"] .l')].find(l => l.textContent.includes('define'))";
    let shown = browser.run(&format!("return Number({shown}.querySelector('.n').textContent)")).await;
    assert_eq!(shown, json!(number));
}

/// The page has a dark theme and fits a narrow window.
async fn the_page_is_dark_and_narrow(browser: &Browser) {
    browser.run("document.documentElement.dataset.theme = 'dark'").await;
    browser.picture("dark.png").await;
    browser.client.set_window_size(420, 900).await.unwrap();
    browser.picture("narrow.png").await;
    let wide = browser.run("return document.documentElement.scrollWidth > innerWidth").await;
    assert_eq!(wide, json!(false), "the page is wider than the window");
}

#[tokio::test(flavor = "current_thread")]
#[ignore = "needs Chromium"]
async fn a_large_module_is_painted_soon() {
    let path = std::env::var_os("IRTRIP_VIEW_LARGE").expect("IRTRIP_VIEW_LARGE names no module");
    let browser = Browser::start().await;
    let page = browser.page(&["view", path.to_str().unwrap(), "-o"]);
    browser.go(&page).await;
    browser.until("document.querySelectorAll('.section').length > 4").await;
    browser.until("performance.getEntriesByName('first-contentful-paint').length").await;
    let paint = browser.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime").await;
    println!("first paint after {paint} ms");
    assert!(paint.as_f64().unwrap() < FIRST_PAINT, "first paint after {paint} ms");
    browser.picture("large.png").await;

    // The largest function opens, is scrolled through and drawn.
    browser
        .run("window.largest = sections.filter(s => s.kind === 'function').sort((a, b) => b.rows - a.rows)[0]")
        .await;
    browser.run("show(largest)").await;
    browser.until("largest.data && document.querySelector('.section.open .l')").await;
    browser.run("document.querySelector('#list').scrollTop = largest.top + largest.height / 2").await;
    browser.until("[...document.querySelectorAll('.l')].some(l => l.dataset.line > 2000)").await;
    let count = browser.run("return document.querySelectorAll('.l').length").await;
    assert!(count.as_u64() < Some(1000), "{count} lines are in the document");
    browser.picture("largest.png").await;
    browser.run("openGraph(largest)").await;
    browser.until("document.querySelectorAll('#graph .node').length === largest.blocks").await;
    browser.picture("largest-graph.png").await;
    browser.end().await;
}
