//! Quirks mode: the document's mode by its DOCTYPE token.

use super::public_id_prefixes::{PUBLIC_ID_PREFIXES, PublicId};
use crate::settings::Revision;
use crate::text::{Span, Strings};
use crate::tokenizer::token::Doctype;
use crate::tree_sink::QuirksMode;

/// Whether a DOCTYPE token is no parse error: `<!DOCTYPE html>`, with or without the legacy string.
///
/// <https://html.spec.whatwg.org/#the-initial-insertion-mode>
pub(crate) fn is_conforming(doctype: &Doctype, strings: &Strings) -> bool {
    let is = |part: Option<Span>, text| part.is_some_and(|part| strings.get(part) == text);
    is(doctype.name, "html")
        && doctype.public_id.is_none()
        && (doctype.system_id.is_none() || is(doctype.system_id, "about:legacy-compat"))
}

/// Returns the mode that a DOCTYPE token sets. Identifiers are compared ASCII-case-insensitively.
///
/// <https://html.spec.whatwg.org/#quirks-mode-doctypes>
pub(crate) fn quirks_mode_of(
    doctype: &Doctype,
    revision: Revision,
    strings: &Strings,
) -> QuirksMode {
    if doctype.force_quirks || doctype.name.is_none_or(|name| strings.get(name) != "html") {
        return QuirksMode::Quirks;
    }
    let system_id = doctype.system_id.map(|id| strings.get(id));
    if system_id.is_some_and(|id| id.eq_ignore_ascii_case(QUIRKS_SYSTEM_ID)) {
        return QuirksMode::Quirks;
    }
    let public_id = doctype.public_id.map(|id| strings.get(id));
    match public_id.and_then(meaning_of_public_id) {
        None => QuirksMode::NoQuirks,
        Some(PublicId::Quirks) => QuirksMode::Quirks,
        Some(PublicId::LimitedQuirks) => QuirksMode::LimitedQuirks,
        Some(PublicId::DependsOnSystemId) => match system_id {
            None => QuirksMode::Quirks,
            Some("") if revision.ignores_empty_system_id() => QuirksMode::Quirks,
            Some(_) => QuirksMode::LimitedQuirks,
        },
    }
}

/// Returns the mode that a public identifier sets, if it is in one of the standard's lists.
fn meaning_of_public_id(public_id: &str) -> Option<PublicId> {
    let public_id = public_id.to_ascii_lowercase();
    if QUIRKS_PUBLIC_IDS.contains(&&*public_id) {
        return Some(PublicId::Quirks);
    }
    // The standard asks whether the identifier starts with a string of a long list. Each string
    // ends with its third `//`, and so there is just one to look up: the identifier up to its third
    // `//`.
    let (at, slashes) = public_id.match_indices("//").nth(2)?;
    PUBLIC_ID_PREFIXES.get(&public_id[..at + slashes.len()]).copied()
}

/// The system identifier that means quirks mode, in lowercase.
const QUIRKS_SYSTEM_ID: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

/// The public identifiers that mean quirks mode, in lowercase.
const QUIRKS_PUBLIC_IDS: [&str; 3] =
    ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::phf_tables;

    fn doctype(parts: [Option<&str>; 3], strings: &mut Strings) -> Doctype {
        let [name, public_id, system_id] = parts.map(|part| part.map(|text| strings.push(text)));
        Doctype { name, public_id, system_id, ..Doctype::default() }
    }

    fn mode(parts: [Option<&str>; 3], revision: Revision) -> QuirksMode {
        let mut strings = Strings::default();
        quirks_mode_of(&doctype(parts, &mut strings), revision, &strings)
    }

    const HTML_401: &str = "-//W3C//DTD HTML 4.01 Transitional//EN";
    const IBM: &str = "HTTP://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

    #[test]
    fn name_and_identifiers_decide_the_mode() {
        use QuirksMode::{LimitedQuirks, NoQuirks, Quirks};
        let html = Some("html");
        let rows = [
            ("nothing but the name", [html, None, None], NoQuirks),
            ("no name", [None, None, None], Quirks),
            ("another name", [Some("htm"), None, None], Quirks),
            ("empty identifiers", [html, Some(""), Some("")], NoQuirks),
            ("the legacy string", [html, None, Some("about:legacy-compat")], NoQuirks),
            ("strict HTML 4.01", [html, Some("-//W3C//DTD HTML 4.01//EN"), Some("x")], NoQuirks),
            ("strict HTML 4.0", [html, Some("-//W3C//DTD HTML 4.0//EN"), None], NoQuirks),
            ("an identifier as a whole", [html, Some("HTML"), None], Quirks),
            ("in other case", [html, Some("hTmL"), None], Quirks),
            ("more than that identifier", [html, Some("HTMLx"), None], NoQuirks),
            ("less than that identifier", [html, Some("HTM"), None], NoQuirks),
            ("one slash each", [html, Some("-/w3c/DTD HTML 4.0 Transitional/EN"), None], Quirks),
            (
                "a whole identifier",
                [html, Some("-//w3o//dtd w3 html strict 3.0//en//"), None],
                Quirks,
            ),
            ("more than it", [html, Some("-//w3o//dtd w3 html strict 3.0//en//x"), None], NoQuirks),
            ("the system identifier of IBM", [html, None, Some(IBM)], Quirks),
            ("a prefix and more", [html, Some("-//IETF//DTD HTML//EN//2.0"), None], Quirks),
            ("a prefix alone", [html, Some("-//ietf//dtd html//"), Some("x")], Quirks),
            ("a prefix without its end", [html, Some("-//IETF//DTD HTML/"), None], NoQuirks),
            ("a prefix elsewhere", [html, Some(" -//IETF//DTD HTML//"), None], NoQuirks),
            ("three slashes", [html, Some("-///IETF//DTD HTML//"), None], NoQuirks),
            ("not ASCII", [html, Some("-//ÉTF//DTD HTML//EN"), None], NoQuirks),
            ("transitional HTML 4.01", [html, Some(HTML_401), Some("x")], LimitedQuirks),
            ("without system identifier", [html, Some(HTML_401), None], Quirks),
            (
                "transitional XHTML 1.0",
                [html, Some("-//W3C//DTD XHTML 1.0 transitional//"), None],
                LimitedQuirks,
            ),
            ("strict XHTML 1.0", [html, Some("-//W3C//DTD XHTML 1.0 Strict//EN"), None], NoQuirks),
            (
                "XHTML from IBM",
                [html, Some("-//W3C//DTD XHTML 1.0 Frameset//EN"), Some(IBM)],
                Quirks,
            ),
        ];
        for (rule, parts, expected) in rows {
            for revision in [Revision::Living2026, Revision::Snapshot2024] {
                assert_eq!(mode(parts, revision), expected, "{rule}, {revision:?}");
            }
        }
    }

    #[test]
    fn an_empty_system_identifier_counts_as_missing_since_2026() {
        let parts = [Some("html"), Some(HTML_401), Some("")];
        assert_eq!(mode(parts, Revision::Living2026), QuirksMode::Quirks);
        assert_eq!(mode(parts, Revision::Snapshot2024), QuirksMode::LimitedQuirks);
    }

    #[test]
    fn the_force_quirks_flag_sets_quirks_mode() {
        let mut strings = Strings::default();
        let doctype =
            Doctype { force_quirks: true, ..doctype([Some("html"), None, None], &mut strings) };
        assert_eq!(quirks_mode_of(&doctype, Revision::Living2026, &strings), QuirksMode::Quirks);
    }

    #[test]
    fn only_two_doctypes_are_conforming() {
        let html = Some("html");
        let rows = [
            ("the usual one", [html, None, None], true),
            ("the legacy string", [html, None, Some("about:legacy-compat")], true),
            ("the legacy string in other case", [html, None, Some("About:legacy-compat")], false),
            ("an empty system identifier", [html, None, Some("")], false),
            ("an empty public identifier", [html, Some(""), None], false),
            ("a public identifier too", [html, Some(""), Some("about:legacy-compat")], false),
            ("no name", [None, None, None], false),
            ("another name", [Some("svg"), None, None], false),
        ];
        for (rule, parts, expected) in rows {
            let mut strings = Strings::default();
            assert_eq!(is_conforming(&doctype(parts, &mut strings), &strings), expected, "{rule}");
        }
    }

    #[test]
    fn the_phf_table_finds_each_prefix() {
        let mut table = phf_codegen::OrderedMap::new();
        for (&prefix, mode) in PUBLIC_ID_PREFIXES.entries() {
            table.entry(prefix, format!("PublicId::{mode:?}"));
        }
        phf_tables::assert_is_current("src/tree_builder/public_id_prefixes.rs", table.build());
    }

    #[test]
    fn every_prefix_is_lowercase_and_ends_with_its_third_pair_of_slashes() {
        for prefix in PUBLIC_ID_PREFIXES.keys() {
            assert_eq!(*prefix, prefix.to_ascii_lowercase());
            assert_eq!(
                prefix.match_indices("//").nth(2),
                Some((prefix.len() - 2, "//")),
                "{prefix}"
            );
        }
    }
}
