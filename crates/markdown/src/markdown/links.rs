//! The addresses of links and images, in the line or at the end.

use std::collections::HashMap;
use std::fmt::Write;

use consomme::{BaseUrl, ElementRef, steps};

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
    pub(super) fn push_end(&mut self, out: &mut String, link: ElementRef<'_>, is_in_cell: bool) {
        let address = self.address(link, "href").unwrap_or_default();
        let target = target(&address, link.attr("title"), is_in_cell);
        self.push_target(out, target);
    }

    /// Writes an image. Without an address, it has its description only.
    pub(super) fn push_image(&mut self, out: &mut String, image: ElementRef<'_>, place: &Place) {
        let is_shown = |address: &String| self.has_data_urls || !is_data(address);
        let address = self
            .address(image, "src")
            .filter(is_shown)
            .or_else(|| self.address(image, "data-src").filter(is_shown))
            .unwrap_or_default();
        out.push_str("![");
        let description = image.attr("alt").unwrap_or("");
        let words: Vec<&str> = description.split_whitespace().collect();
        escape::push_text(out, &words.join(" "), place);
        let target = target(&address, image.attr("title"), place.is_in_cell);
        self.push_target(out, target);
    }

    fn push_target(&mut self, out: &mut String, target: String) {
        steps::count(target.len());
        if self.style != LinkStyle::Reference {
            let result = write!(out, "]({target})");
            debug_assert!(result.is_ok(), "writing to a `String` does not fail");
            return;
        }
        let next = self.definitions.len() + 1;
        let number = *self.numbers.entry(target).or_insert_with_key(|target| {
            let target = if target.is_empty() { "<>" } else { target };
            self.definitions.push(format!("[{next}]: {target}"));
            next
        });
        let result = write!(out, "][{number}]");
        debug_assert!(result.is_ok(), "writing to a `String` does not fail");
    }

    /// Returns the address in an attribute, resolved if there is a base.
    fn address(&self, element: ElementRef<'_>, attribute: &str) -> Option<String> {
        let resolved = self.base.as_ref().and_then(|base| element.abs_url(attribute, base));
        let written = || {
            let value = element.attr(attribute)?.trim_matches([' ', '\t', '\n', '\r', '\u{C}']);
            if !value.contains(['\t', '\n', '\r']) {
                return Some(value.to_owned());
            }
            Some(value.split(['\t', '\n', '\r']).collect())
        };
        resolved.or_else(written)
    }

    /// Whether a link can be written as `<text>`: the text is its address.
    pub(super) fn is_autolink(&self, link: ElementRef<'_>, text: &str) -> bool {
        let Some(href) = link.attr("href").filter(|_| !link.has_attr("title")) else {
            return false;
        };
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

/// Returns a destination, with the title if there is one.
fn target(address: &str, title: Option<&str>, is_in_cell: bool) -> String {
    let mut target = destination(address);
    if let Some(title) = title.filter(|title| !title.is_empty()) {
        if target.is_empty() {
            target.push_str("<>");
        }
        target.push_str(" \"");
        push_escaped(&mut target, title, &['"', '\\']);
        target.push('"');
    }
    if is_in_cell && target.contains('|') { target.replace('|', "&#124;") } else { target }
}

/// Returns the destination of a link, in angle brackets if it must be.
fn destination(address: &str) -> String {
    let is_plain =
        |byte: u8| byte > b' ' && !matches!(byte, b'(' | b')' | b'<' | b'>' | b'\\' | 0x7F);
    let mut destination = String::with_capacity(address.len());
    if address.bytes().all(is_plain) && !address.is_empty() {
        push_escaped(&mut destination, address, &[]);
        return destination;
    }
    if address.is_empty() {
        return destination;
    }
    destination.push('<');
    push_escaped(&mut destination, address, &['<', '>', '\\']);
    destination.push('>');
    destination
}

/// Appends a text with backslashes before these characters and before `&` that would begin a
/// character reference.
fn push_escaped(out: &mut String, text: &str, escaped: &[char]) {
    let is_special = |c: char| matches!(c, '\n' | '\r' | '&') || escaped.contains(&c);
    if !text.contains(is_special) {
        return out.push_str(text);
    }
    for (at, c) in text.char_indices() {
        match c {
            '\n' | '\r' => out.push_str("&#10;"),
            '&' if escape::is_reference(&text[at + 1..]) => out.push_str("&amp;"),
            c => {
                if escaped.contains(&c) {
                    out.push('\\');
                }
                out.push(c);
            }
        }
    }
}
