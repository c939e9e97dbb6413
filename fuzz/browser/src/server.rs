//! A server for one empty page. The page has an origin of its own, which frames of `blob:` URLs
//! share, and a policy by which nothing that a case names is fetched or run.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;

const PAGE: &str = "<!DOCTYPE html><title>consomme</title>";

/// Starts the server; returns the address of the page.
pub(crate) fn start() -> std::io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}/", listener.local_addr()?);
    let answer = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\
         Content-Security-Policy: default-src 'none'; frame-src blob:\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{PAGE}",
        PAGE.len()
    );
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            // The request ends with an empty line.
            let mut lines = BufReader::new(&stream).lines();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            // A browser that goes away needs no answer.
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    Ok(address)
}
