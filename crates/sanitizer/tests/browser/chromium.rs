//! Runs Chromium on a page, with a proxy that counts the requests.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::{env, fs, process, thread};

/// Hosts that Chromium asks on its own.
const OWN_HOSTS: [&str; 5] =
    ["google.com", "googleapis.com", "gstatic.com", "gvt1.com", "googleusercontent.com"];

/// A page after its scripts have run.
pub(crate) struct Shown {
    /// The document as HTML.
    pub(crate) html: String,
    /// The first lines of the requests for anything but the page.
    pub(crate) requests: Vec<String>,
}

/// Shows a page in a window of 1,200 by 800 pixels. `None` if there is no Chromium; says so.
pub(crate) fn show(name: &str, page: &str) -> Option<Shown> {
    let chromium = env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    if Command::new(&chromium).arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("left out: there is no {chromium}; CHROMIUM names a Chromium");
        return None;
    }
    let folder = env::temp_dir().join(format!("consomme-{name}-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("page.html");
    fs::write(&file, page).expect("a page");
    let (port, requests) = proxy();
    let output = Command::new(&chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync", "--window-size=1200,800"])
        .args(["--no-first-run", "--disable-extensions", "--dump-dom", "--timeout=120000"])
        .arg(format!("--proxy-server=127.0.0.1:{port}"))
        .arg("--proxy-bypass-list=<-loopback>")
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .stderr(Stdio::null())
        .output()
        .expect("Chromium runs");
    fs::remove_dir_all(&folder).expect("the folder goes");
    let html = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(html.contains("</html>"), "Chromium has shown nothing");
    let requests = requests.lock().expect("no thread panics").clone();
    let requests =
        requests.into_iter().filter(|line| !OWN_HOSTS.iter().any(|it| line.contains(it)));
    Some(Shown { html, requests: requests.collect() })
}

/// Starts a proxy that answers every request with nothing. Returns its port, and the first lines of
/// the requests.
fn proxy() -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let requests = Arc::new(Mutex::new(Vec::new()));
    let lines = Arc::clone(&requests);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let lines = Arc::clone(&lines);
            thread::spawn(move || answer(stream, &lines));
        }
    });
    (port, requests)
}

fn answer(mut stream: TcpStream, lines: &Mutex<Vec<String>>) {
    let Ok(copy) = stream.try_clone() else { return };
    let mut reader = BufReader::new(copy);
    let mut first = String::new();
    if reader.read_line(&mut first).is_err() || first.is_empty() {
        return;
    }
    lines.lock().expect("no thread panics").push(first.trim().to_owned());
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|length| length > 2) {
        line.clear();
    }
    // The browser may have gone.
    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
}
