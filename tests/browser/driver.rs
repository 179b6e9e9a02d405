//! Headless Chromium by way of ChromeDriver.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use serde_json::{Value, json};

/// ChromeDriver, which ends when the test does, however that goes.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Headless Chromium, with a folder for its profile and the pages it shows.
pub struct Browser {
    _driver: Driver,
    pub client: Client,
    folder: tempfile::TempDir,
}

impl Browser {
    pub async fn start() -> Browser {
        Browser::with(&[]).await
    }

    /// A page is dark, on this ground, where the reader's system is.
    pub async fn dark(page: &Path, name: &str, expected: &str) {
        let browser = Browser::with(&["--blink-settings=preferredColorScheme=0"]).await;
        browser.go(page).await;
        let ground = browser.run("return getComputedStyle(document.body).backgroundColor").await;
        assert_eq!(ground, json!(expected));
        browser.picture(name).await;
        browser.end().await;
    }

    async fn with(further: &[&str]) -> Browser {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let driver = Command::new("chromedriver").arg(format!("--port={port}")).stdout(Stdio::null()).spawn();
        let driver = Driver(driver.expect("chromedriver is not installed: apt-get install chromium chromium-driver"));
        let folder = tempfile::tempdir().unwrap();
        let data = format!("--user-data-dir={}", folder.path().join("profile").display());
        let flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--window-size=1500,950",
            data.as_str(),
        ];
        let flags: Vec<&str> = flags.iter().chain(further).copied().collect();
        let mut wanted = Capabilities::new();
        wanted.insert("goog:chromeOptions".into(), json!({ "args": flags }));
        let mut builder = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
        builder.capabilities(wanted);
        let address = format!("http://127.0.0.1:{port}");
        for _ in 0..100 {
            if let Ok(client) = builder.connect(&address).await {
                return Browser { _driver: driver, client, folder };
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("chromedriver does not answer at {address}");
    }

    /// The page that a command of irtrip makes, which is given as what the last argument asks for.
    pub fn page(&self, arguments: &[&str]) -> PathBuf {
        let file = self.folder.path().join("page.html");
        let program = std::env::var_os("IRTRIP_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_irtrip").into());
        let run = Command::new(program).args(arguments).arg(&file).output().unwrap();
        assert!(file.exists(), "{run:?}");
        file
    }

    /// Opens a page.
    pub async fn go(&self, page: &Path) {
        self.client.goto("about:blank").await.unwrap();
        self.client.goto(&format!("file://{}", page.display())).await.unwrap();
    }

    pub async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Waits until a script's value is true.
    pub async fn until(&self, what: &str) {
        for _ in 0..200 {
            if self.run(&format!("return Boolean({what})")).await == json!(true) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("it never came to be: {what}");
    }

    /// Moves the pointer onto the first line of a side that has a text in it.
    pub async fn hover(&self, side: usize, text: &str) {
        let find = format!(
            "[...document.querySelectorAll('.pane[data-side=\"{side}\"] .l')].find(l => l.textContent.includes({}))",
            json!(text)
        );
        self.until(&find).await;
        self.run(&format!("{find}.dispatchEvent(new PointerEvent('pointerover', {{ bubbles: true }}))")).await;
    }

    /// The marked lines of a side.
    pub async fn marked(&self, side: usize) -> Vec<String> {
        let script = format!(
            "return [...document.querySelectorAll('.pane[data-side=\"{side}\"] .l.on')].map(l => l.lastChild.parentElement.textContent)"
        );
        let lines = self.run(&script).await;
        lines.as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect()
    }

    /// Writes a file into the pages' folder.
    pub fn write(&self, name: &str, text: &str) -> String {
        let file = self.folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    }

    /// A narrow window shows all of the page's width.
    pub async fn narrow(&self, name: &str) {
        self.client.set_window_size(420, 900).await.unwrap();
        self.picture(name).await;
        let wide = self.run("return document.documentElement.scrollWidth > innerWidth").await;
        assert_eq!(wide, json!(false), "the page is wider than the window");
    }

    pub async fn picture(&self, name: &str) {
        if let Some(folder) = std::env::var_os("IRTRIP_PICTURES") {
            let picture = self.client.screenshot().await.unwrap();
            std::fs::write(PathBuf::from(folder).join(name), picture).unwrap();
        }
    }

    pub async fn end(self) {
        let _ = self.client.close().await;
    }
}

/// A module of the project's examples.
pub fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name).to_str().unwrap().to_owned()
}

/// The example and what it is with a few changes, one of them in the function `sort`.
/// The name of the changed file is longer than a narrow window is wide.
pub fn changed_example(browser: &Browser) -> (String, String) {
    let before = example("sort.ll");
    let text = std::fs::read_to_string(&before).unwrap();
    let changed = text.replacen("i32 %j.029, -1", "i32 %j.029, -2", 1) + "\n@added = global i32 1\n";
    (before, browser.write(&format!("{}.ll", "changed".repeat(10)), &changed))
}
