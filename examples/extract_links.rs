//! Prints the links of a page as absolute URLs, each with its text.
//!
//! ```text
//! cargo run --release --example extract_links -- URL [FILE]
//! ```
//!
//! `URL` is the address of the page, against which relative links are resolved, unless the page has
//! a `base` element. Without a file, the page is read from standard input.

use std::borrow::Cow;
use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use consomme::{Document, Hints, parse_document};
use url::Url;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [url] => run(url, None),
        [url, file] => run(url, Some(file)),
        _ => Err("usage: extract_links URL [FILE]".into()),
    };
    if let Err(error) = result {
        eprintln!("extract_links: {error}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

fn run(url: &str, file: Option<&str>) -> Result<(), Box<dyn Error>> {
    let url = Url::parse(url).map_err(|error| format!("{url}: {error}"))?;
    let mut bytes = Vec::new();
    match file {
        None | Some("-") => io::stdin().read_to_end(&mut bytes).map(drop),
        Some(file) => {
            std::fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes)).map(drop)
        }
    }
    .map_err(|error| format!("{}: {error}", file.unwrap_or("-")))?;
    let document = parse_document(bytes, &Hints::new());
    let base = base_url(&document, &url);
    let mut out = io::BufWriter::new(io::stdout().lock());
    for link in
        document.descendant_elements().filter(|element| matches!(element.name(), "a" | "area"))
    {
        // Skip links that are not valid URLs.
        if let Some(address) = link.attr("href").and_then(|href| resolve(&document, &base, href)) {
            let text = link.text_content();
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
