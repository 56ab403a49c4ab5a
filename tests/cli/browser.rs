//! Chromium without a screen, driven over its debugging pipe: shows web pages as a person's browser does, takes keys, and
//! tells what a page asked for, what it refused and what failed in it.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Program of the browser.
pub(crate) const CHROMIUM: &str = "chromium";
/// Options for a run without a screen, without a sandbox (tests run as root) and without questions to the network.
const OPTIONS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];
/// Timeout of every wait: longer than any page takes.
const PATIENCE: Duration = Duration::from_mins(2);

/// Running browser with one page.
pub(crate) struct Browser {
    program: Child,
    /// Messages to the browser; `None` while it is closed.
    to: Option<File>,
    from: BufReader<File>,
    session: Value,
    sent: u64,
    /// Addresses that the page asked for since it was opened.
    pub(crate) asked: Vec<String>,
    /// Errors of scripts and what the page's policy refused, since the page was opened.
    pub(crate) errors: Vec<String>,
}

impl Browser {
    /// Starts the browser; its profile lies in `folder`.
    pub(crate) fn start(folder: &Path) -> Self {
        let [to, from] = ["to", "from"].map(|name| folder.join(name));
        for pipe in [&to, &from] {
            let made = Command::new("mkfifo").arg(pipe).status().unwrap();
            assert!(made.success());
        }
        // The browser reads file 3 and writes file 4. A shell opens both, in the order in which they are opened here.
        let program = Command::new("sh")
            .args(["-c", r#"exec "$@" 3<"$TO" 4>"$FROM""#, "sh", CHROMIUM])
            .args(OPTIONS)
            .args(["--remote-debugging-pipe", "--window-size=1280,900"])
            .arg(format!(
                "--user-data-dir={}",
                folder.join("profile").display()
            ))
            .env("TO", &to)
            .env("FROM", &from)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(folder.join("browser.log")).unwrap())
            .spawn()
            .unwrap();
        let to = File::options().write(true).open(to).unwrap();
        let from = BufReader::new(File::open(from).unwrap());
        let mut browser = Self {
            program,
            to: Some(to),
            from,
            session: Value::Null,
            sent: 0,
            asked: Vec::new(),
            errors: Vec::new(),
        };
        let page = browser.call("Target.createTarget", &json!({"url": "about:blank"}));
        let attach = json!({"targetId": page["targetId"], "flatten": true});
        browser.session = browser.call("Target.attachToTarget", &attach)["sessionId"].clone();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        browser
    }

    /// Opens a file and waits until it is loaded.
    pub(crate) fn open(&mut self, file: &Path) {
        self.asked.clear();
        self.errors.clear();
        let address = format!("file://{}", file.display());
        let address = address
            .replace('%', "%25")
            .replace('#', "%23")
            .replace('?', "%3F");
        let opened = self.call("Page.navigate", &json!({"url": address}));
        assert_eq!(opened.get("errorText"), None, "{address}");
        while self.message()["method"] != "Page.loadEventFired" {}
    }

    /// Returns the value of an expression in the page, a promise's when it is kept.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true,
        });
        let result = self.call("Runtime.evaluate", &parameters);
        assert_eq!(result.get("exceptionDetails"), None, "{expression}");
        result["result"]["value"].clone()
    }

    /// Waits until an expression in the page is true.
    pub(crate) fn wait(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.value(expression) != true {
            assert!(begun.elapsed() < PATIENCE, "never true: {expression}");
            self.value("new Promise(next => setTimeout(next, 20))");
        }
    }

    /// Types a text into the field that has the keyboard.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", &json!({"text": text}));
    }

    /// Presses a key (`n`, `Tab`, `Enter`).
    pub(crate) fn press(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            _ => u32::from(key.to_ascii_uppercase().as_bytes()[0]),
        };
        let text = match key {
            "Tab" => "",
            "Enter" => "\r",
            key => key,
        };
        for kind in ["keyDown", "keyUp"] {
            let parameters = json!({
                "type": kind, "key": key, "windowsVirtualKeyCode": code,
                "text": if kind == "keyDown" { text } else { "" },
            });
            self.call("Input.dispatchKeyEvent", &parameters);
        }
    }

    /// Calls a method of the browser and returns its result.
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.sent += 1;
        let number = self.sent;
        let mut message = json!({"id": number, "method": method, "params": parameters});
        if !self.session.is_null() {
            message["sessionId"] = self.session.clone();
        }
        let to = self.to.as_mut().unwrap();
        to.write_all(format!("{message}\0").as_bytes()).unwrap();
        loop {
            let answer = self.message();
            if answer["id"] == number {
                assert_eq!(answer.get("error"), None, "{method}");
                return answer["result"].clone();
            }
        }
    }

    /// Reads one message, and notes what the page asked for and what failed.
    fn message(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).unwrap();
        assert_eq!(bytes.pop(), Some(0), "the browser ended");
        let message: Value = serde_json::from_slice(&bytes).unwrap();
        let parameters = &message["params"];
        match message["method"].as_str() {
            Some("Network.requestWillBeSent") => {
                let address = parameters["request"]["url"].as_str().unwrap();
                // What stands in the page itself is no request to anybody.
                if !address.starts_with("data:") {
                    self.asked.push(address.to_owned());
                }
            }
            Some("Log.entryAdded") => self.errors.push(parameters["entry"].to_string()),
            Some("Runtime.exceptionThrown" | "Runtime.consoleAPICalled") => {
                self.errors.push(parameters.to_string());
            }
            _ => {}
        }
        message
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        drop(self.to.take());
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
