//! A Chromium without windows, asked through the DevTools protocol.

use std::fs;
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use crate::cases::Case;
use crate::{Failure, ours, server};

/// How long the browser may take to start, and to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The functions of the page: `answers(cases)`.
const PAGE: &str = include_str!("page.js");

pub(crate) struct Chromium {
    process: Child,
    profile: PathBuf,
    socket: WebSocket<TcpStream>,
    last_id: u64,
    /// The session of the page; empty until there is one.
    session: String,
}

impl Chromium {
    /// Starts the browser with a new profile and opens the page.
    pub(crate) fn start() -> Result<Chromium, Failure> {
        let program = std::env::var("CHROMIUM").unwrap_or("chromium".to_owned());
        let profile = std::env::temp_dir().join(format!("consomme-browser-{}", std::process::id()));
        fs::create_dir_all(&profile)?;
        let process = Command::new(&program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"])
            .args(["--no-first-run", "--disable-background-networking", "--disable-sync"])
            .args(["--disable-component-update", "--disable-dev-shm-usage", "--lang=en-US"])
            .args(["--remote-debugging-port=0", "--remote-allow-origins=*"])
            // Frames load one after the other without a pause.
            .args(["--disable-ipc-flooding-protection", "--disable-background-timer-throttling"])
            .args(["--disable-renderer-backgrounding", "--disable-popup-blocking"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{program} cannot be started: {error}"))?;
        let socket = match connect(&profile) {
            Ok(socket) => socket,
            Err(error) => {
                let mut process = process;
                // It may have ended by itself.
                let _ = process.kill();
                return Err(error);
            }
        };
        let mut chromium =
            Chromium { process, profile, socket, last_id: 0, session: String::new() };
        chromium.open_page()?;
        Ok(chromium)
    }

    /// The name and version of the browser.
    pub(crate) fn version(&mut self) -> Result<String, Failure> {
        let version = self.call("Browser.getVersion", json!({}))?;
        Ok(version["product"].as_str().unwrap_or("Chromium").replace('/', " "))
    }

    /// The browser's answers to these cases.
    pub(crate) fn answers(&mut self, cases: &[Case]) -> Result<Vec<String>, Failure> {
        let cases: Vec<Value> = cases.iter().map(Case::json).collect();
        let expression = format!("answers({})", Value::from(cases));
        let answers = self.evaluate(&expression)?;
        let answers = answers.as_array().ok_or("the page gives no list")?;
        Ok(answers.iter().map(|answer| answer.as_str().unwrap_or("none").to_owned()).collect())
    }

    /// The indices of the cases that the browser answers in another way than consomme.
    pub(crate) fn differing(&mut self, cases: &[Case]) -> Result<Vec<usize>, Failure> {
        let answers = self.answers(cases)?;
        let is_other = |index: &usize| ours::answer(&cases[*index]) != answers[*index];
        Ok((0..cases.len()).filter(is_other).collect())
    }

    /// Opens the page of the server, and gives it its functions.
    fn open_page(&mut self) -> Result<(), Failure> {
        let address = server::start()?;
        let target = self.call("Target.createTarget", json!({"url": address}))?;
        let target = json!({"targetId": target["targetId"], "flatten": true});
        let session = self.call("Target.attachToTarget", target)?;
        self.session = session["sessionId"].as_str().unwrap_or_default().to_owned();
        let start = Instant::now();
        while self.evaluate("location.protocol + document.readyState")? != "http:complete" {
            if start.elapsed() > PATIENCE {
                return Err("the page does not load".into());
            }
            thread::sleep(Duration::from_millis(20));
        }
        self.evaluate(PAGE).map(drop)
    }

    fn evaluate(&mut self, expression: &str) -> Result<Value, Failure> {
        let parameters =
            json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let mut result = self.call("Runtime.evaluate", parameters)?;
        if let Some(exception) = result.get("exceptionDetails") {
            return Err(format!("the page fails: {exception}").into());
        }
        Ok(result["result"]["value"].take())
    }

    /// Calls a method of the protocol, and waits for its result.
    fn call(&mut self, method: &str, parameters: Value) -> Result<Value, Failure> {
        self.last_id += 1;
        let mut message = json!({"id": self.last_id, "method": method, "params": parameters});
        if !self.session.is_empty() && !method.starts_with("Browser.") {
            message["sessionId"] = self.session.clone().into();
        }
        self.socket.send(Message::text(message.to_string()))?;
        loop {
            // Events come in between.
            let Message::Text(text) = self.socket.read()? else { continue };
            let mut message: Value = serde_json::from_str(&text)?;
            if message["id"] == self.last_id {
                return match message.get("error") {
                    Some(error) => Err(format!("{method}: {error}").into()),
                    None => Ok(message["result"].take()),
                };
            }
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // It may have ended by itself, and a folder that stays is in that for temporary files.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}

/// Connects with the browser that has this profile.
fn connect(profile: &std::path::Path) -> Result<WebSocket<TcpStream>, Failure> {
    let start = Instant::now();
    loop {
        // A line with the port and one with the path.
        let file = fs::read_to_string(profile.join("DevToolsActivePort")).unwrap_or_default();
        if let Some((port, path)) = file.trim_end().split_once('\n') {
            return connect_to(port, path);
        }
        if start.elapsed() > PATIENCE {
            return Err("the browser does not start".into());
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// Connects with a browser by its port and the path of its socket.
fn connect_to(port: &str, path: &str) -> Result<WebSocket<TcpStream>, Failure> {
    let stream = TcpStream::connect(format!("127.0.0.1:{port}"))?;
    stream.set_read_timeout(Some(PATIENCE * 4))?;
    stream.set_nodelay(true)?;
    let mut config = tungstenite::protocol::WebSocketConfig::default();
    config.max_message_size = None;
    config.max_frame_size = None;
    let address = format!("ws://127.0.0.1:{port}{path}");
    let (socket, _) = tungstenite::client::client_with_config(address, stream, Some(config))?;
    Ok(socket)
}
