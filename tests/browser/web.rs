//! The page that runs irtrip in the browser itself: `cargo web` makes it, `IRTRIP_WEB` names it.

use std::path::PathBuf;

use serde_json::json;

use crate::driver::Browser;

fn page() -> PathBuf {
    std::env::var_os("IRTRIP_WEB").expect("IRTRIP_WEB names no page: `cargo web` makes one").into()
}

/// Writes a text to one of the page's modules, and waits until the page has shown what it makes of it.
async fn write(browser: &Browser, id: &str, text: &str) {
    let script = format!(
        "const done = document.documentElement.dataset.done; const area = document.getElementById('{id}');
         area.value = {}; area.dispatchEvent(new Event('input')); return done ?? ''",
        json!(text)
    );
    let before = browser.run(&script).await;
    browser.until(&format!("document.documentElement.dataset.done !== {before}")).await;
}

/// Chooses what is shown.
async fn choose(browser: &Browser, mode: &str) {
    let before = browser.run("return document.documentElement.dataset.done ?? ''").await;
    browser.run(&format!("document.querySelector('#modes [data-mode={mode}]').click()")).await;
    browser.until(&format!("document.documentElement.dataset.done !== {before}")).await;
}

/// The page that is shown in the frame, which is another origin's to the script: its source.
async fn framed(browser: &Browser) -> String {
    browser.run("return document.getElementById('frame').srcdoc").await.as_str().unwrap().to_owned()
}

async fn messages(browser: &Browser) -> String {
    browser.run("return document.getElementById('list').textContent").await.as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "current_thread")]
#[ignore = "needs Chromium"]
async fn a_module_is_shown_translated_compared_and_linked() {
    let browser = Browser::start().await;
    browser.go(&page()).await;

    // The first example is there at once, both languages side by side.
    browser.until("document.getElementById('frame').srcdoc").await;
    assert!(framed(&browser).await.starts_with("<!doctype html>"));
    browser.client.enter_frame(0).await.unwrap();
    browser.until("document.body.innerText.includes('llvm.func')").await;
    browser.client.enter_parent_frame().await.unwrap();
    browser.picture("web-view.png").await;

    // What is written is translated, for any release.
    choose(&browser, "text").await;
    let twice = "define i32 @twice(i32 %x) {\n  %y = add nsw i32 %x, %x\n  ret i32 %y\n}\n";
    write(&browser, "a", twice).await;
    let text = "return document.getElementById('text').textContent";
    let mlir = browser.run(text).await;
    assert!(mlir.as_str().unwrap().contains("llvm.add %x, %x overflow<nsw> : i32"), "{mlir}");
    browser
        .run("const to = document.getElementById('to'); to.value = 'llvm 5'; to.dispatchEvent(new Event('change'))")
        .await;
    browser.until("document.getElementById('text').textContent.includes('define i32 @twice(i32 %x)')").await;
    browser.picture("web-text.png").await;

    // All that is wrong is listed, and a click leads there.
    write(
        &browser,
        "a",
        "define void @f() {\n  ret i32 %x\n}\ndefine void @g() {\n  %y = add i32 %z, 1\n  ret void\n}\n",
    )
    .await;
    let errors = messages(&browser).await;
    assert!(errors.contains("2:7: ") && errors.contains("5:16: "), "{errors}");
    browser.run("document.querySelector('#list li:nth-child(2) button').click()").await;
    assert_eq!(browser.run("return document.getElementById('a').selectionStart").await, json!(68));
    browser.picture("web-errors.png").await;

    // Two modules are compared, whatever language each is in.
    write(&browser, "a", twice).await;
    choose(&browser, "diff").await;
    write(&browser, "b", mlir.as_str().unwrap()).await;
    assert_eq!(messages(&browser).await, "No difference.");
    write(&browser, "b", &twice.replace("add nsw", "add nuw nsw")).await;
    assert!(framed(&browser).await.contains("<mark>nuw"), "{}", framed(&browser).await);
    browser.picture("web-diff.png").await;

    // A link holds all of it.
    browser.run("document.getElementById('link').click()").await;
    browser.until("location.hash.length > 20").await;
    let link = browser.run("return location.href").await.as_str().unwrap().to_owned();
    browser.client.goto("about:blank").await.unwrap();
    browser.client.goto(&link).await.unwrap();
    browser.until("document.getElementById('frame').srcdoc.includes('<mark>nuw')").await;
    assert_eq!(browser.run("return document.documentElement.dataset.mode").await, json!("diff"));
    browser.narrow("web-narrow.png").await;
    browser.end().await;
}

#[tokio::test(flavor = "current_thread")]
#[ignore = "needs Chromium"]
async fn files_of_every_form_are_opened_and_what_is_too_deep_is_said() {
    let browser = Browser::start().await;
    browser.go(&page()).await;
    browser.until("document.documentElement.dataset.done").await;
    let text = "define void @deep() {\n  ret void\n}\n";
    let mlir = browser.page(&["import", &browser.write("deep.ll", text), "-o"]);
    let bitcode = browser.page(&["export", "--emit", "bc", mlir.to_str().unwrap(), "-o"]);
    let input = browser.client.find(fantoccini::Locator::Css("#file")).await.unwrap();
    input.send_keys(bitcode.to_str().unwrap()).await.unwrap();
    browser.until("document.getElementById('a').value.includes('define void @deep()')").await;

    let deep = format!("!0 = !{}{}", "{!".repeat(5000), "}".repeat(5000));
    write(&browser, "a", &deep).await;
    let errors = messages(&browser).await;
    assert!(!errors.is_empty());
    // It goes on after that.
    write(&browser, "a", text).await;
    assert!(framed(&browser).await.contains("deep"));
    browser.end().await;
}
