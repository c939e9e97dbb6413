//! The facts about an article in the JSON-LD of its page. JSON that is cut, or has errors, gives
//! the facts before the error and perhaps those after it.

use consomme::steps;

use super::publication::Facts;

/// An object or an array that is open.
struct Open<'t> {
    /// The key of the value that it is, or that its array is.
    key: &'t str,
    is_object: bool,
    role: Role,
    /// The number of the object.
    number: usize,
    is_site: bool,
    name: Option<&'t str>,
}

/// The relation of an object to the page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The page, or its main entity: an object at the top, in `@graph` or in `mainEntity`.
    Main,
    /// The author of a main object.
    Author,
    /// The publisher of a main object.
    Publisher,
    /// Anything else, such as a comment with an author of its own.
    Other,
}

/// Reads the text of one `<script type=application/ld+json>`. Returns the facts, and the name of the
/// publisher.
pub(super) fn facts(text: &str) -> (Facts, Option<String>) {
    let mut reader = Reader::default();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}', '[', ']', '"', ',']) {
        let token = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        steps::count(at + 1);
        match token {
            b'{' | b'[' => reader.open(token == b'{'),
            b'}' | b']' => reader.close(),
            b',' => reader.key = "",
            _ => {
                let end = end_of_string(rest);
                steps::count(end);
                let string = &rest[..end];
                rest = rest.get(end + 1..).unwrap_or_default();
                let is_in_object = reader.open.last().is_some_and(|open| open.is_object);
                match rest.trim_ascii_start().strip_prefix(':') {
                    Some(after) if is_in_object => (reader.key, rest) = (string, after),
                    _ => reader.string(string),
                }
            }
        }
    }
    (reader.facts, reader.publisher)
}

/// Returns the offset of the quotation mark that ends a string, or the end of the text.
fn end_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.unwrap_or(text.len())
}

#[derive(Default)]
struct Reader<'t> {
    facts: Facts,
    publisher: Option<String>,
    open: Vec<Open<'t>>,
    /// The key of the next value in an object.
    key: &'t str,
    objects: usize,
    /// The main object whose authors count: the first one that has any.
    with_authors: Option<usize>,
}

impl<'t> Reader<'t> {
    /// Returns the key of the next value; in an array, that of the array.
    fn key_of_value(&self) -> &'t str {
        match self.open.last() {
            Some(open) if !open.is_object => open.key,
            _ => self.key,
        }
    }

    fn open(&mut self, is_object: bool) {
        let key = self.key_of_value();
        let around = self.open.last();
        let role = match around.map_or(Role::Main, |around| around.role) {
            // An array passes on the role that its items would have without it.
            role if around.is_some_and(|around| !around.is_object) => role,
            Role::Main => match key {
                "" | "@graph" | "mainEntity" | "mainEntityOfPage" => Role::Main,
                "author" | "creator" => Role::Author,
                "publisher" => Role::Publisher,
                _ => Role::Other,
            },
            _ => Role::Other,
        };
        let outer = around.map_or(0, |around| around.number);
        self.objects += usize::from(is_object);
        // An author counts for the object around it.
        let number = if is_object && role == Role::Main { self.objects } else { outer };
        self.open.push(Open { key, is_object, role, number, is_site: false, name: None });
        self.key = "";
    }

    fn close(&mut self) {
        self.key = "";
        if let Some(Open { is_site: true, name: Some(name), role: Role::Main, .. }) =
            self.open.pop()
        {
            self.facts.site_name.get_or_insert_with(|| unescaped(name));
        }
    }

    fn string(&mut self, text: &'t str) {
        let key = self.key_of_value();
        // A string in an array belongs to the object around the array.
        let is_in_array = self.open.last().is_some_and(|open| !open.is_object);
        let index = self.open.len().checked_sub(1 + usize::from(is_in_array));
        let Some(open) = index.and_then(|index| self.open.get_mut(index)) else { return };
        if !open.is_object {
            return;
        }
        match (open.role, key) {
            (Role::Main, "@type") => open.is_site |= text == "WebSite",
            (Role::Main, "name") => open.name = Some(text),
            (Role::Main, "datePublished") => set(&mut self.facts.published, text),
            (Role::Main, "dateModified") => set(&mut self.facts.modified, text),
            (Role::Main, "author" | "creator") | (Role::Author, "name") => {
                let number = open.number;
                if *self.with_authors.get_or_insert(number) == number {
                    self.facts.add_author(&unescaped(text));
                }
            }
            (Role::Publisher, "name") => set(&mut self.publisher, text),
            _ => {}
        }
    }
}

fn set(fact: &mut Option<String>, text: &str) {
    if fact.is_none() {
        *fact = Some(unescaped(text)).filter(|text| !text.is_empty());
    }
}

/// Returns the text of a string in JSON, without whitespace around it.
///
/// <https://www.rfc-editor.org/rfc/rfc8259#section-7>
fn unescaped(string: &str) -> String {
    let mut units: Vec<u16> = Vec::with_capacity(string.len());
    let mut rest = string.chars();
    while let Some(c) = rest.next() {
        let escaped = if c == '\\' { rest.next() } else { None };
        let unit = match escaped {
            None => {
                units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
                continue;
            }
            Some('b') => 8,
            Some('f') => 12,
            Some('n') => 10,
            Some('r') => 13,
            Some('t') => 9,
            Some('u') => {
                let text = rest.as_str();
                let hex = text.get(..4).and_then(|hex| u16::from_str_radix(hex, 16).ok());
                let Some(unit) = hex else { continue };
                rest = text[4..].chars();
                unit
            }
            Some(other) => {
                units.extend_from_slice(other.encode_utf16(&mut [0; 2]));
                continue;
            }
        };
        units.push(unit);
    }
    String::from_utf16_lossy(&units).trim().to_owned()
}
