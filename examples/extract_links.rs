//! Prints the links of a page as absolute URLs, each with its text.
//!
//! ```text
//! cargo run --release --features url --example extract_links -- URL [FILE]
//! ```
//!
//! `URL` is the address of the page, against which relative links are resolved, unless the page has
//! a `base` element. Without a file, the page is read from standard input. The text of a link is
//! that which a reader sees.

use std::borrow::Cow;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::process::ExitCode;

use consomme::{Document, Hints, parse_document};
use url::Url;

const USAGE: &str = "usage: extract_links URL [FILE]";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let result = match arguments.as_slice() {
        [option] if option == "-h" || option == "--help" => {
            writeln!(io::stdout(), "{USAGE}").map_err(Into::into)
        }
        [url] => run(url, None),
        [url, file] => run(url, Some(file)),
        _ => Err(USAGE.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output may stop reading: `extract_links … | head`.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("extract_links: {error}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn run(url: &OsStr, file: Option<&OsString>) -> Result<(), Box<dyn Error>> {
    let url = url.to_str().ok_or_else(|| format!("{} is not text", url.display()))?;
    let url = Url::parse(url).map_err(|error| format!("{url}: {error}"))?;
    let mut bytes = Vec::new();
    match file.filter(|file| *file != "-") {
        None => io::stdin().read_to_end(&mut bytes).map_err(|error| format!("-: {error}"))?,
        Some(file) => std::fs::File::open(file)
            .and_then(|mut open| open.read_to_end(&mut bytes))
            .map_err(|error| format!("{}: {error}", file.display()))?,
    };
    let document = parse_document(bytes, &Hints::new());
    let base = base_url(&document, &url);
    let mut out = io::BufWriter::new(io::stdout().lock());
    for link in
        document.descendant_elements().filter(|element| matches!(element.name(), "a" | "area"))
    {
        // Skip links that are not valid URLs.
        if let Some(address) = link.attr("href").and_then(|href| resolve(&document, &base, href)) {
            let text = link.inner_text();
            writeln!(out, "{address}\t{}", text.split_whitespace().collect::<Vec<_>>().join(" "))?;
        }
    }
    Ok(out.flush()?)
}

/// Returns the URL against which the links of the page are resolved: that of the first `base` with
/// an `href`, or the URL of the page.
///
/// <https://html.spec.whatwg.org/#document-base-url>
fn base_url(document: &Document, url: &Url) -> Url {
    document
        .base_href()
        .and_then(|href| resolve(document, url, href))
        .unwrap_or_else(|| url.clone())
}

/// Resolves a link. As in browsers, the query (after the `?`) is encoded in the encoding of the
/// page.
///
/// <https://html.spec.whatwg.org/#encoding-parsing-a-url>
fn resolve(document: &Document, base: &Url, href: &str) -> Option<Url> {
    let encoding = document.encoding().unwrap_or(encoding_rs::UTF_8);
    let encode: &dyn Fn(&str) -> Cow<'_, [u8]> = &|query| encoding.encode(query).0;
    Url::options().base_url(Some(base)).encoding_override(Some(encode)).parse(href).ok()
}
