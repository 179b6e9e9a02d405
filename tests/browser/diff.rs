//! The page of `irtrip diff --format html`: its index and filter, its lines and their numbers, dark and narrow.

use serde_json::json;

use crate::driver::{Browser, changed_example};

#[tokio::test(flavor = "current_thread")]
#[ignore = "needs Chromium"]
async fn a_difference_is_found_filtered_and_read() {
    let browser = Browser::start().await;
    let (before, after) = changed_example(&browser);
    let page = browser.page(&["diff", &before, &after, "--format", "html", "-o"]);
    browser.go(&page).await;

    // What changed stands out within its line, with each file's number.
    let marks = "[...document.querySelectorAll('.come mark')].map(m => m.textContent)";
    assert_eq!(browser.run(&format!("return {marks}")).await, json!(["-2"]));
    let number =
        std::fs::read_to_string(&after).unwrap().lines().position(|l| l.contains("i32 %j.029, -2")).unwrap() + 1;
    let cell = "document.querySelector('.come mark').closest('td').previousElementSibling";
    assert_eq!(browser.run(&format!("return Number({cell}.textContent)")).await, json!(number));
    let narrow = browser.run(&format!("return {cell}.getBoundingClientRect().width < 70")).await;
    assert_eq!(narrow, json!(true), "the column of line numbers is wide");
    browser.picture("diff.png").await;

    // The index names each part and its categories, and typing hides what has neither.
    let entries = "[...document.querySelectorAll('nav li')]";
    let all = browser.run(&format!("return {entries}.map(e => e.textContent)")).await;
    assert!(all.as_array().unwrap().len() > 1 && all.to_string().contains("@sort"), "{all}");
    let query = browser.client.find(fantoccini::Locator::Css("nav input")).await.unwrap();
    query.send_keys("@sort").await.unwrap();
    browser.until(&format!("{entries}.some(e => e.hidden)")).await;
    let kept = browser.run(&format!("return {entries}.filter(e => !e.hidden).map(e => e.textContent)")).await;
    assert!(kept.as_array().unwrap().iter().all(|e| e.as_str().unwrap().contains("@sort")), "{kept}");
    let hidden = "[...document.querySelectorAll('details')].filter(d => d.offsetParent === null).length";
    let difference = all.as_array().unwrap().len() - kept.as_array().unwrap().len();
    assert_eq!(browser.run(&format!("return {hidden}")).await, json!(difference));

    browser.narrow("diff-narrow.png").await;
    Browser::dark(&page, "diff-dark.png", "rgb(22, 24, 28)").await;
    browser.end().await;
}

#[tokio::test(flavor = "current_thread")]
#[ignore = "needs Chromium"]
async fn a_large_difference_is_scrolled_through() {
    let path = std::env::var("IRTRIP_VIEW_LARGE").expect("IRTRIP_VIEW_LARGE names no module");
    let browser = Browser::start().await;
    let text = std::fs::read_to_string(&path).unwrap().replace("add nsw i32", "add i32");
    let changed = browser.write("changed.ll", &text);
    let page = browser.page(&["diff", &path, &changed, "--format", "html", "-o"]);
    browser.go(&page).await;
    browser.until("document.querySelectorAll('details').length > 100").await;
    // The last part is a click away, and its lines are there only then.
    let rows = "document.querySelectorAll('details:last-of-type .rows tr').length";
    assert_eq!(browser.run(&format!("return {rows}")).await, json!(0));
    browser.run("document.querySelector('nav li:last-child a').click()").await;
    browser.until(&format!("{rows} > 0 && document.querySelector('details:last-of-type td .k')")).await;
    browser.until("document.querySelector('details:last-of-type').getBoundingClientRect().top < innerHeight").await;
    browser.picture("diff-large.png").await;
    browser.end().await;
}
