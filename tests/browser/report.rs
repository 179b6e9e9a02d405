//! The page of `irtrip roundtrip --format html`: what failed comes first, and its table is sorted and filtered.

use serde_json::json;

use crate::driver::{Browser, example};

#[tokio::test(flavor = "current_thread")]
#[ignore = "needs Chromium"]
async fn a_report_is_sorted_and_filtered() {
    let browser = Browser::start().await;
    let wrong = browser.write("wrong.ll", "define void @f() {\n  ret i32 0\n}\n");
    let page = browser.page(&["roundtrip", &example("sort.ll"), &wrong, "--format", "html", "-o"]);
    browser.go(&page).await;
    let shown = "[...document.querySelectorAll('tbody tr')].filter(row => !row.hidden).map(row => row.className)";
    assert_eq!(browser.run(&format!("return {shown}")).await, json!(["failed", "identical"]));
    browser.picture("report.png").await;
    browser.run("document.querySelectorAll('th button')[3].click()").await;
    browser.run("document.querySelectorAll('th button')[3].click()").await;
    assert_eq!(browser.run(&format!("return {shown}")).await, json!(["identical", "failed"]));
    browser.run("document.querySelector('input[value=failed]').click()").await;
    assert_eq!(browser.run(&format!("return {shown}")).await, json!(["identical"]));
    browser.narrow("report-narrow.png").await;
    Browser::dark(&page, "report-dark.png", "rgb(13, 17, 23)").await;
    browser.end().await;
}
