//! A client in the same process.

use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, RequestId, ResponseError};
use serde_json::{Value, json};

pub struct Client {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    next: i32,
    /// Notifications that came while an answer was waited for.
    notifications: Vec<Notification>,
    pub capabilities: Value,
}

impl Client {
    pub fn start(encodings: &[&str]) -> Client {
        let (connection, theirs) = Connection::memory();
        let server = std::thread::spawn(move || irtrip_lsp::serve(&theirs).unwrap());
        let mut client =
            Client { connection, server: Some(server), next: 0, notifications: Vec::new(), capabilities: Value::Null };
        let params = json!({ "capabilities": { "general": { "positionEncodings": encodings } } });
        client.capabilities = client.ask("initialize", params).unwrap()["capabilities"].clone();
        client.tell("initialized", json!({}));
        client
    }

    pub fn tell(&self, method: &str, params: Value) {
        self.connection.sender.send(Notification::new(method.to_owned(), params).into()).unwrap();
    }

    pub fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.connection.sender.send(Request::new(id.clone(), method.to_owned(), params).into()).unwrap();
        id
    }

    fn receive(&self) -> Message {
        self.connection.receiver.recv_timeout(Duration::from_secs(120)).expect("the server answers")
    }

    pub fn answer(&mut self, id: &RequestId) -> Result<Value, ResponseError> {
        loop {
            match self.receive() {
                Message::Response(response) if response.id == *id => return response.response_result,
                Message::Notification(notification) => self.notifications.push(notification),
                other => panic!("{other:?}"),
            }
        }
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, ResponseError> {
        let id = self.send(method, params);
        self.answer(&id)
    }

    pub fn open(&self, uri: &str, text: &str) {
        let language = if uri.ends_with(".mlir") { "mlir" } else { "llvm" };
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// The diagnostics of a version of a document.
    #[allow(dead_code)]
    pub fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let wanted = |n: &Notification| n.params["uri"] == uri && n.params["version"] == version;
            if let Some(found) = self.notifications.iter().position(wanted) {
                let found = self.notifications.remove(found);
                return found.params["diagnostics"].as_array().unwrap().clone();
            }
            match self.receive() {
                Message::Notification(notification) => self.notifications.push(notification),
                other => panic!("{other:?}"),
            }
        }
    }

    /// Asks about a place.
    pub fn at(
        &mut self,
        method: &str,
        uri: &str,
        line: usize,
        column: usize,
        more: Value,
    ) -> Result<Value, ResponseError> {
        let mut params = place(uri, line, column);
        if let (Value::Object(params), Value::Object(more)) = (&mut params, more) {
            params.extend(more);
        }
        self.ask(method, params)
    }
}

pub fn place(uri: &str, line: usize, column: usize) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": column } })
}

impl Drop for Client {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.ask("shutdown", Value::Null).unwrap();
        self.tell("exit", Value::Null);
        self.server.take().unwrap().join().unwrap();
    }
}
