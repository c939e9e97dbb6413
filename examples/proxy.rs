//! A proxy that rewrites HTML while it passes: links get `rel=nofollow`, and each page a line at
//! its end. It uses one thread for each connection.
//!
//! ```text
//! cargo run --release --features stream --example proxy LISTEN UPSTREAM
//! cargo run --release --features stream --example proxy --demo
//! ```
//!
//! `LISTEN` and `UPSTREAM` are addresses such as `localhost:8080`. With `--demo`, it starts a
//! server, a proxy before that and a client on this machine, and prints what the client gets. The
//! exit code is 2 if the arguments are wrong or an address can't be used.
//!
//! It speaks HTTP/1.0 to the upstream, so that bodies are neither chunked nor compressed. The guide
//! lists what a service has to decide besides.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::ExitCode;
use std::thread;

use consomme::stream::{RewriteItem, RewriteSelectors, StreamRewriter};
use consomme::{Hints, ParseOptions};

const USAGE: &str = "usage: proxy LISTEN UPSTREAM | --demo";

/// The page of the demonstration.
const PAGE: &str = "HTTP/1.0 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\
    Content-Length: 57\r\n\r\n<P>Soup of the day: <a href='/leek'>Leek</a>\r\n<p>3 &euro;\n";

/// The headers that are wrong for a rewritten body, or about this connection alone.
const DROPPED: [&str; 8] = [
    "accept-encoding",
    "accept-ranges",
    "connection",
    "content-length",
    "digest",
    "etag",
    "keep-alive",
    "range",
];

/// The longest head of a request or a response, in bytes.
const MAX_HEAD: u64 = 64 * 1024;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("proxy: {error}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().filter_map(|one| one.to_str()).collect();
    match arguments.as_slice() {
        ["-h" | "--help"] => Ok(writeln!(io::stdout(), "{USAGE}")?),
        ["--demo"] => demonstrate(),
        [listen, upstream] => {
            let listener =
                TcpListener::bind(listen).map_err(|error| format!("{listen}: {error}"))?;
            Ok(serve(&listener, upstream)?)
        }
        _ => Err(format!("two addresses are needed\n{USAGE}").into()),
    }
}

/// Prints what a client gets through a proxy.
fn demonstrate() -> Result<(), Box<dyn Error>> {
    let (upstream, proxy) = (TcpListener::bind("localhost:0")?, TcpListener::bind("localhost:0")?);
    let upstream_address = upstream.local_addr()?.to_string();
    let mut client = TcpStream::connect(proxy.local_addr()?)?;
    thread::spawn(move || -> io::Result<()> {
        let mut connection = BufReader::new(upstream.accept()?.0);
        read_head(&mut connection)?;
        // In pieces that end in the middle of a tag.
        for piece in PAGE.as_bytes().chunks(7) {
            connection.get_mut().write_all(piece)?;
        }
        connection.get_mut().shutdown(Shutdown::Both)
    });
    thread::spawn(move || serve(&proxy, &upstream_address));
    client.write_all(b"GET / HTTP/1.1\r\nHost: menu.example\r\nAccept-Encoding: gzip\r\n\r\n")?;
    let mut response = String::new();
    client.read_to_string(&mut response)?;
    Ok(write!(io::stdout(), "{}", response.replace('\r', ""))?)
}

/// Answers each connection in a thread of its own.
fn serve(listener: &TcpListener, upstream: &str) -> io::Result<()> {
    for client in listener.incoming() {
        let (client, upstream) = (client?, upstream.to_owned());
        thread::spawn(move || {
            // After an error in the middle, ending the connection is all that can be done. The
            // body has no length, so an error has to end it otherwise than its end does.
            if let Err(error) = answer(&client, &upstream) {
                eprintln!("proxy: {error}");
            }
        });
    }
    Ok(())
}

/// Passes on a request, and its response with edits.
fn answer(client: &TcpStream, upstream: &str) -> io::Result<()> {
    let mut request = BufReader::new(client);
    let head = read_head(&mut request)?;
    let mut server = TcpStream::connect(upstream)?;
    write!(server, "{}\r\n\r\n", passed_on(&head).replacen("HTTP/1.1", "HTTP/1.0", 1))?;
    let length = header(&head, "content-length").and_then(|length| length.parse().ok());
    io::copy(&mut request.take(length.unwrap_or(0)), &mut server)?;

    let mut response = BufReader::new(server);
    let head = read_head(&mut response)?;
    let content_type = header(&head, "content-type").unwrap_or("");
    let mut client = client;
    if !content_type.starts_with("text/html") || header(&head, "content-encoding").is_some() {
        write!(client, "{head}\r\n\r\n")?;
        return io::copy(&mut response, &mut client).map(drop);
    }
    write!(client, "{}\r\nConnection: close\r\n\r\n", passed_on(&head))?;
    rewrite(response, client, &Hints::new().content_type(content_type))
}

/// Reads up to the empty line, which is not returned.
fn read_head(connection: &mut impl BufRead) -> io::Result<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut connection = connection.take(MAX_HEAD);
    while connection.read_line(&mut line)? > 0 {
        let text = line.trim_end();
        if text.is_empty() {
            return Ok(lines.join("\r\n"));
        }
        lines.push(text.to_owned());
        line.clear();
    }
    Err(ErrorKind::UnexpectedEof.into())
}

/// Returns the value of a header.
fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    let headers = head.lines().skip(1).filter_map(|line| line.split_once(':'));
    let mut named = headers.filter(|(one, _)| one.eq_ignore_ascii_case(name));
    named.next().map(|(_, value)| value.trim())
}

/// Returns a head without the headers that are not passed on.
fn passed_on(head: &str) -> String {
    let is_kept = |line: &&str| {
        let name = line.split(':').next().unwrap_or("").to_ascii_lowercase();
        !DROPPED.contains(&&*name)
    };
    head.lines().filter(is_kept).collect::<Vec<_>>().join("\r\n")
}

/// Writes a page with its edits, each part as soon as it is decided.
fn rewrite(mut page: impl Read, mut client: impl Write, hints: &Hints) -> io::Result<()> {
    let selectors = RewriteSelectors::new().end(true).start_tags(&["a[href]"]);
    let selectors = selectors.map_err(io::Error::other)?;
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), hints, &selectors);
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let length = page.read(&mut buffer)?;
        match length {
            0 => rewriter.end(),
            _ => rewriter.feed(&buffer[..length]),
        }
        while let Some(item) = rewriter.next_item() {
            match item {
                RewriteItem::Element(mut link) => link.set_attr("rel", "nofollow")?,
                RewriteItem::End(mut end) => drop(end.append_html("<p>Passed on by a proxy")?),
                _ => {}
            }
        }
        rewriter.write_to(&mut client)?;
        if length == 0 {
            return client.flush();
        }
    }
}
