//! The addresses of links and images, in the line or at the end.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;

use consomme::{BaseUrl, ElementRef, steps};

use crate::bytes::classes;
use crate::inline::Link;
use crate::options::{LinkStyle, Options};

use super::escape::{self, Place};

/// Writes the addresses of links and images.
#[derive(Debug)]
pub(super) struct Links {
    style: LinkStyle,
    base: Option<BaseUrl>,
    has_data_urls: bool,
    /// The numbers of the definitions, by destination and title.
    numbers: HashMap<String, usize>,
    definitions: Vec<String>,
}

impl Links {
    pub(super) fn new(options: &Options) -> Self {
        Links {
            style: options.link_style,
            base: options.base.clone(),
            has_data_urls: options.data_urls,
            numbers: HashMap::new(),
            definitions: Vec::new(),
        }
    }

    /// Whether there are definitions to which a text in brackets could refer.
    pub(super) fn has_definitions(&self) -> bool {
        self.style == LinkStyle::Reference
    }

    /// Returns the definitions, a line for each.
    pub(super) fn definitions(&self) -> &[String] {
        &self.definitions
    }

    /// Writes the end of a link after its text.
    pub(super) fn push_end(&mut self, out: &mut String, link: &Link<'_>, is_in_cell: bool) {
        let address = self.address(link.href);
        self.push_target(out, &address, link.title, is_in_cell);
    }

    /// Writes an image. Without an address, it has its description only.
    pub(super) fn push_image(&mut self, out: &mut String, image: ElementRef<'_>, place: &Place) {
        let is_shown = |address: &Cow<'_, str>| self.has_data_urls || !is_data(address);
        let address = ["src", "data-src"]
            .into_iter()
            .filter_map(|name| image.attr(name))
            .map(|value| self.address(value))
            .find(is_shown)
            .unwrap_or_default();
        out.push_str("![");
        let description = image.attr("alt").unwrap_or("");
        let words: Vec<&str> = description.split_whitespace().collect();
        escape::push_text(out, &words.join(" "), place);
        self.push_target(out, &address, image.attr("title"), place.is_in_cell);
    }

    fn push_target(
        &mut self,
        out: &mut String,
        address: &str,
        title: Option<&str>,
        is_in_cell: bool,
    ) {
        steps::count(address.len());
        if self.style != LinkStyle::Reference {
            out.push_str("](");
            push_destination(out, address, title, is_in_cell);
            return out.push(')');
        }
        let mut target = String::new();
        push_destination(&mut target, address, title, is_in_cell);
        let next = self.definitions.len() + 1;
        let number = *self.numbers.entry(target).or_insert_with_key(|target| {
            let target = if target.is_empty() { "<>" } else { target };
            self.definitions.push(format!("[{next}]: {target}"));
            next
        });
        let result = write!(out, "][{number}]");
        debug_assert!(result.is_ok(), "writing to a `String` does not fail");
    }

    /// Returns the address that the value of an attribute is, resolved if there is a base.
    fn address<'a>(&self, value: &'a str) -> Cow<'a, str> {
        let resolved = self.base.as_ref().and_then(|base| base.join(value));
        if let Some(resolved) = resolved {
            return Cow::Owned(resolved);
        }
        if classes(value, address_class) & SPACE == 0 {
            return Cow::Borrowed(value);
        }
        let value = value.trim_matches([' ', '\t', '\n', '\r', '\u{C}']);
        Cow::Owned(value.split(['\t', '\n', '\r']).collect())
    }

    /// Whether a link can be written as `<text>`: the text is its address.
    pub(super) fn is_autolink(&self, link: &Link<'_>, text: &str) -> bool {
        let href = link.href;
        // An address is never shorter than the text. Few are as long.
        if !href.ends_with(text) || link.title.is_some() {
            return false;
        }
        let is_plain = |text: &str| {
            text.bytes().all(|byte| byte > b' ' && !matches!(byte, b'<' | b'>' | 0x7F))
                && text.is_ascii()
        };
        if href == text {
            let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
            let is_scheme = (2..=32).contains(&scheme.len())
                && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.bytes().all(|c| c.is_ascii_alphanumeric() || b"+.-".contains(&c));
            return is_scheme && is_plain(text);
        }
        href.strip_prefix("mailto:") == Some(text) && is_plain(text) && is_mail(text)
    }
}

/// Whether a text is a usual address of e-mail.
fn is_mail(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_{|}~-".contains(&byte);
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    !name.is_empty() && name.bytes().all(is_name) && host.split('.').all(is_label)
}

fn is_data(address: &str) -> bool {
    address.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

/// Appends a destination, with the title if there is one.
fn push_destination(out: &mut String, address: &str, title: Option<&str>, is_in_cell: bool) {
    let start = out.len();
    push_address(out, address);
    if let Some(title) = title.filter(|title| !title.is_empty()) {
        if address.is_empty() {
            out.push_str("<>");
        }
        out.push_str(" \"");
        push_escaped(out, title, b"\"\\");
        out.push('"');
    }
    if is_in_cell && out[start..].contains('|') {
        let escaped = out[start..].replace('|', "&#124;");
        out.replace_range(start.., &escaped);
    }
}

/// A space or a control character in an address.
const SPACE: u8 = 1;
/// Another byte for which an address must be in angle brackets.
const SPECIAL: u8 = 2;
const AMPERSAND: u8 = 4;

/// Returns the class of a byte of an address.
fn address_class(byte: u8) -> u8 {
    let is_bracket = (byte == b'(') | (byte == b')') | (byte == b'<') | (byte == b'>');
    let is_special = is_bracket | (byte == b'\\') | (byte == 0x7F);
    (u8::from(byte <= b' ') * SPACE)
        | (u8::from(is_special) * SPECIAL)
        | (u8::from(byte == b'&') * AMPERSAND)
}

/// Appends the address of a link, in angle brackets if it must be.
fn push_address(out: &mut String, address: &str) {
    match classes(address, address_class) {
        // Most addresses are written as they are.
        0 => out.push_str(address),
        AMPERSAND => push_escaped(out, address, b""),
        _ => {
            out.push('<');
            push_escaped(out, address, b"<>\\");
            out.push('>');
        }
    }
}

/// Appends a text with backslashes before these bytes of ASCII and before `&` that would begin a
/// character reference.
fn push_escaped(out: &mut String, text: &str, escaped: &[u8]) {
    let is_special = |byte: u8| matches!(byte, b'\n' | b'\r' | b'&') || escaped.contains(&byte);
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        if !is_special(byte) {
            continue;
        }
        out.push_str(&text[written..at]);
        written = at + 1;
        match byte {
            b'\n' | b'\r' => out.push_str("&#10;"),
            b'&' if escape::is_reference(&text[written..]) => out.push_str("&amp;"),
            b'&' => out.push('&'),
            byte => out.extend(['\\', char::from(byte)]),
        }
    }
    out.push_str(&text[written..]);
}
