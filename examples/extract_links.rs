//! Prints the links of a page as absolute addresses, each with its text.
//!
//! ```text
//! cargo run --release --example extract_links -- URL [FILE]
//! ```
//!
//! `URL` is where the page is from; its `base` element counts, too. Without a file, the page is
//! read from standard input.

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
        // An address that can't be resolved leads nowhere.
        if let Some(address) = link.attr("href").and_then(|href| resolve(&document, &base, href)) {
            let text = link.text_content();
            writeln!(out, "{address}\t{}", text.split_whitespace().collect::<Vec<_>>().join(" "))?;
        }
    }
    Ok(out.flush()?)
}

/// The address against which those of the page are resolved: that of the first `base` with an
/// `href`, or the page's.
///
/// <https://html.spec.whatwg.org/#document-base-url>
fn base_url(document: &Document, url: &Url) -> Url {
    document
        .base_href()
        .and_then(|href| resolve(document, url, href))
        .unwrap_or_else(|| url.clone())
}

/// An absolute address. What stands behind its `?` is written in the encoding of the page, as forms
/// are sent.
///
/// <https://html.spec.whatwg.org/#encoding-parsing-a-url>
fn resolve(document: &Document, base: &Url, href: &str) -> Option<Url> {
    let encoding = document.encoding().unwrap_or(encoding_rs::UTF_8);
    let encode: &dyn Fn(&str) -> Cow<'_, [u8]> = &|query| encoding.encode(query).0;
    Url::options().base_url(Some(base)).encoding_override(Some(encode)).parse(href).ok()
}
