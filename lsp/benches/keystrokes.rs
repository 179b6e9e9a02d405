//! How long a keystroke takes: the edit, and what editors ask after each: the tokens of what is shown, the highlights of the name
//! under the cursor, completion. `cargo bench -p irtrip-lsp --bench keystrokes -- F.ll` prints the median, the 95th percentile and the
//! most.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::print_stdout)]

use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

const STROKES: usize = 200;
const SHOWN: usize = 60;

struct Client {
    connection: Connection,
    next: i32,
}

impl Client {
    fn tell(&self, method: &str, params: Value) {
        self.connection.sender.send(Notification::new(method.to_owned(), params).into()).unwrap();
    }

    fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.connection.sender.send(Request::new(id.clone(), method.to_owned(), params).into()).unwrap();
        id
    }

    /// Waits for answers to all of them.
    fn wait(&self, mut ids: Vec<RequestId>) {
        while !ids.is_empty() {
            if let Message::Response(response) = self.connection.receiver.recv().unwrap() {
                assert!(response.response_result.is_ok(), "{response:?}");
                ids.retain(|id| *id != response.id);
            }
        }
    }

    fn stroke(&mut self, version: usize, line: usize, column: usize, text: &str) -> Duration {
        let uri = "file:///bench.ll";
        let at = json!({ "line": line, "character": column });
        let change = json!({ "range": { "start": at, "end": at }, "text": text });
        let document = json!({ "uri": uri });
        let shown = json!({
            "start": { "line": line.saturating_sub(SHOWN / 2), "character": 0 }, "end": { "line": line + SHOWN / 2, "character": 0 },
        });
        let position = json!({ "line": line, "character": column + 1 });
        let started = Instant::now();
        let versioned = json!({ "uri": uri, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": versioned, "contentChanges": [change] }));
        let place = json!({ "textDocument": document, "position": position });
        let ids = vec![
            self.send("textDocument/semanticTokens/range", json!({ "textDocument": document, "range": shown })),
            self.send("textDocument/documentHighlight", place.clone()),
            self.send("textDocument/completion", place),
        ];
        self.wait(ids);
        started.elapsed()
    }
}

fn main() {
    let Some(path) = std::env::args().skip(1).find(|argument| !argument.starts_with("--")) else {
        println!("keystrokes: name a module, such as sqlite3.O2.ll");
        return;
    };
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (connection, theirs) = Connection::memory();
    let server = std::thread::spawn(move || irtrip_lsp::serve(&theirs).unwrap());
    let mut client = Client { connection, next: 0 };
    let id = client.send("initialize", json!({ "capabilities": {} }));
    client.wait(vec![id]);
    client.tell("initialized", json!({}));
    let started = Instant::now();
    let document = json!({ "uri": "file:///bench.ll", "languageId": "llvm", "version": 0, "text": text });
    client.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let id = client.send(
        "textDocument/completion",
        json!({
            "textDocument": { "uri": "file:///bench.ll" }, "position": { "line": 0, "character": 0 },
        }),
    );
    client.wait(vec![id]);
    println!("{} lines, {} bytes: open in {:.1} ms", lines.len(), text.len(), started.elapsed().as_secs_f64() * 1e3);
    let mut random = fastrand::Rng::with_seed(43);
    let mut times: Vec<Duration> = Vec::new();
    for stroke in 0..STROKES {
        let line = random.usize(..lines.len());
        let column = random.usize(..=lines[line].chars().count());
        let letters = ["a", "%", "\"", "{", " ", "1", "\n", "}"];
        times.push(client.stroke(stroke + 1, line, column, letters[random.usize(..letters.len())]));
    }
    times.sort();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
    println!(
        "{STROKES} keystrokes: median {:.1} ms, 95th percentile {:.1} ms, most {:.1} ms",
        at(0.5),
        at(0.95),
        at(1.0)
    );
    let id = client.send("shutdown", Value::Null);
    client.wait(vec![id]);
    client.tell("exit", Value::Null);
    server.join().unwrap();
}
