//! Reads the payloads: markup that tries to get through a sanitizer, in families, each a file of
//! `payloads/` whose comment explains the attack.
//!
//! A line `in` has the markup, parsed as the content of a `div`, or of the element in brackets. The
//! line `out` after it has the text that the default configuration makes of it. Escapes: `\n`,
//! `\r`, `\t`, `\0`, `\\`, `\u{…}` is a character, `\*N{…}` is a text N times.

use std::fs;
use std::path::Path;

use consomme::{Context, Namespace};
use proptest::collection;
use proptest::prelude::*;
use proptest::sample::select;

/// A payload of as many bytes is deep: it is no part of soups, and tried in few contexts.
pub const LONG: usize = 1_000;

/// Markup that tries to get through.
pub struct Payload {
    /// The file, without its extension.
    pub family: String,
    /// The line of the markup, 1-based.
    pub line: usize,
    /// The markup as the file writes it.
    pub written: String,
    pub html: String,
    /// The context that `expected` is for, as [`element`] reads it.
    pub context: String,
    /// The result of the default configuration.
    pub expected: String,
}

/// Reads the families of a directory. Every family has a description, and every payload its
/// expected result.
pub fn read(directory: &Path) -> Vec<Payload> {
    let files = fs::read_dir(directory).expect("the directory of the payloads");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths.iter().flat_map(|path| read_family(path)).collect()
}

fn read_family(path: &Path) -> Vec<Payload> {
    let family = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let text = fs::read_to_string(path).expect("a family");
    let mut lines = text.split_terminator('\n').enumerate().peekable();
    let mut payloads = Vec::new();
    assert!(lines.peek().is_some_and(|(_, line)| line.starts_with("// ")), "{family}: no comment");
    while let Some((index, line)) = lines.next() {
        if line.starts_with("//") {
            continue;
        }
        let place = format!("{family}:{}", index + 1);
        let written = line.strip_prefix("in").unwrap_or_else(|| panic!("{place}: no payload"));
        let (context, written) = match written.strip_prefix('[') {
            Some(rest) => rest.split_once("] ").unwrap_or_else(|| panic!("{place}: no context")),
            None => ("div", written.strip_prefix(' ').unwrap_or(written)),
        };
        let expected = lines.next().and_then(|(_, line)| line.strip_prefix("out"));
        let expected = expected.unwrap_or_else(|| panic!("{place}: what comes out?"));
        payloads.push(Payload {
            family: family.clone(),
            line: index + 1,
            written: written.to_owned(),
            html: unescape(written),
            context: context.to_owned(),
            expected: unescape(expected.strip_prefix(' ').unwrap_or(expected)),
        });
    }
    payloads
}

/// Pieces of payloads in any order: each payload is cut before its tags.
pub fn soup(payloads: &[Payload]) -> impl Strategy<Value = String> + use<> {
    let short = payloads.iter().filter(|payload| payload.html.len() < LONG);
    let pieces = short.flat_map(|payload| {
        let starts = payload.html.match_indices('<').map(|(at, _)| at);
        let mut cuts: Vec<usize> = [0].into_iter().chain(starts).collect();
        cuts.push(payload.html.len());
        let pieces = cuts.windows(2).map(|cut| payload.html[cut[0]..cut[1]].to_owned());
        pieces.collect::<Vec<_>>()
    });
    let mut pieces: Vec<String> = pieces.collect();
    pieces.sort();
    pieces.dedup();
    collection::vec(select(pieces), 1..16).prop_map(|pieces| pieces.concat())
}

/// Returns the context that a name is written for.
pub fn context(written: &str) -> Context<'_> {
    let (namespace, name) = element(written);
    Context::new(namespace, name)
}

/// Returns the namespace and the name of an element that is written as `td` or `svg desc`.
pub fn element(written: &str) -> (Namespace, &str) {
    match written.split_once(' ') {
        Some(("svg", name)) => (Namespace::Svg, name),
        Some((_, name)) => (Namespace::MathMl, name),
        None => (Namespace::Html, written),
    }
}

fn unescape(written: &str) -> String {
    let mut text = String::new();
    let mut rest = written;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let mut characters = rest[at + 1..].chars();
        let escape = characters.next().expect("an escape");
        rest = characters.as_str();
        match escape {
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            '0' => text.push('\0'),
            '\\' => text.push('\\'),
            'u' | '*' => {
                let (head, tail) = rest.split_once('}').expect("a closing brace");
                let (count, inner) = head.split_once('{').expect("an opening brace");
                match count.parse::<usize>() {
                    Ok(count) => text.push_str(&inner.repeat(count)),
                    Err(_) => {
                        let number = u32::from_str_radix(inner, 16).expect("hexadecimal digits");
                        text.push(char::from_u32(number).expect("a character"));
                    }
                }
                rest = tail;
            }
            other => panic!("no escape \\{other}"),
        }
    }
    text + rest
}
