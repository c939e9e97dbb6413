//! The attributes in the data of a processing instruction.

use std::borrow::Cow;
use std::hash::{BuildHasher, RandomState};

use crate::names::xml::{is_name_char, is_name_start_char};
use crate::sorting;

/// Parses the data of a processing instruction into attributes by the rules for `xml-stylesheet`:
/// names and quoted values, in which only the references of XML itself are expanded. Returns `None`
/// for any other data.
///
/// <https://www.w3.org/TR/xml-stylesheet/#NT-PseudoAtts>
pub(crate) fn attributes(data: &str) -> Option<Vec<(&str, Cow<'_, str>)>> {
    let mut found: Vec<(&str, Cow<'_, str>)> = Vec::new();
    // Whitespace may precede the first attribute, and must separate two.
    let mut rest = skip_xml_whitespace(data);
    let mut separated = true;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_name_char(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        if !separated || !name.starts_with(is_name_start_char) {
            return None;
        }
        let after = skip_xml_whitespace(skip_xml_whitespace(after).strip_prefix('=')?);
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, after) = after[1..].split_once(quote)?;
        let value = expand_references(value)?;
        found.push((name, value));
        rest = skip_xml_whitespace(after);
        separated = rest.len() < after.len();
    }
    let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
    (!has_duplicates(&names)).then_some(found)
}

/// Returns whether some names are equal. Names are sorted by hashes that are seeded at random, so
/// nobody can choose names that take long to compare.
fn has_duplicates(names: &[&str]) -> bool {
    let state = RandomState::new();
    let mut hashed: Vec<(u64, &str)> =
        names.iter().map(|name| (state.hash_one(name), *name)).collect();
    sorting::sort(&mut hashed);
    hashed.windows(2).any(|pair| pair[0] == pair[1])
}

/// Expands the references in a quoted value. Returns `None` if it contains `<`, or a `&` that
/// starts no reference of XML.
fn expand_references(value: &str) -> Option<Cow<'_, str>> {
    if !value.contains(['<', '&']) {
        return Some(Cow::Borrowed(value));
    }
    let mut expanded = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find(['<', '&']) {
        expanded.push_str(&rest[..at]);
        let (reference, after) = rest[at..].strip_prefix('&')?.split_once(';')?;
        expanded.push(match reference {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => numeric_reference(reference)?,
        });
        rest = after;
    }
    expanded.push_str(rest);
    Some(Cow::Owned(expanded))
}

/// Returns the character that `#38` or `#x26` stands for, if XML allows it.
///
/// <https://www.w3.org/TR/xml/#NT-CharRef>
fn numeric_reference(reference: &str) -> Option<char> {
    let digits = reference.strip_prefix('#')?;
    let (digits, radix) = match digits.strip_prefix('x') {
        Some(digits) => (digits, 16),
        None => (digits, 10),
    };
    if !digits.bytes().all(|b| (b as char).is_digit(radix)) {
        return None;
    }
    let c = char::from_u32(u32::from_str_radix(digits, radix).ok()?)?;
    let is_legal = matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{FFFD}' | '\u{10000}'..);
    is_legal.then_some(c)
}

/// Skips whitespace as XML defines it, which has no form feed.
///
/// <https://www.w3.org/TR/xml/#NT-S>
fn skip_xml_whitespace(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\r', '\n'])
}

/// Returns whether a text is a name of XML, as the target of a processing instruction must be.
///
/// <https://www.w3.org/TR/xml/#NT-Name>
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(is_name_start_char) && text.chars().all(is_name_char)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_parsed_by_the_rules_for_xml_stylesheet() {
        type Attributes<'a> = Option<&'a [(&'a str, &'a str)]>;
        let cases: &[(&str, Attributes<'_>)] = &[
            ("", Some(&[])),
            ("  ", Some(&[])),
            ("name=\"a\"", Some(&[("name", "a")])),
            (" name = 'a\"' \n", Some(&[("name", "a\"")])),
            ("a='1' b=\"2\"", Some(&[("a", "1"), ("b", "2")])),
            ("a='1'b='2'", None),
            ("a='1' a='2'", None),
            ("name=a", None),
            ("name", None),
            ("name='a", None),
            ("1='a'", None),
            ("a='&lt;&amp;&gt;&quot;&apos;&#65;&#x42;'", Some(&[("a", "<&>\"'AB")])),
            ("a='&nbsp;'", None),
            ("a='&'", None),
            ("a='<'", None),
            ("a='&#0;'", None),
            ("a='&#+65;'", None),
            ("a='&#xD800;'", None),
            ("a='1' junk", None),
        ];
        for (data, expected) in cases {
            let found = attributes(data);
            let found: Option<Vec<(&str, &str)>> = found
                .as_ref()
                .map(|all| all.iter().map(|(name, value)| (*name, &**value)).collect());
            assert_eq!(found.as_deref(), *expected, "{data:?}");
        }
    }
}
