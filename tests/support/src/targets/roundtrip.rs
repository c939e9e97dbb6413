//! A serialized tree parses to the same tree, unless there is a reason in [`unstable`]. If it does,
//! the output of the minifying writer parses to it, too; also if the only reason is a `noscript` in
//! template contents, which that writer writes as it is read.

use consomme::serialize::{MinifyOptions, SerializeOptions};
use consomme::{Document, Limits, NodeRef, ParseOptions, QuirksMode, Revision};

use super::choices::split_text;
use super::tree::{assert_same, dump_without_identifiers};
use super::unstable::{self, Setting};
use crate::pretty;

pub fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    check(&text, Setting::choose(&mut choices, &[None]));
}

pub fn check(text: &str, setting: Setting) {
    let document = parse(text, setting);
    let serialize = SerializeOptions::new().revision(setting.revision).scripting(setting.scripting);
    let html = document.serialize(&serialize).to_string();
    let again = parse(&html, setting);
    let before = dump_without_identifiers(&document);
    let after = dump_without_identifiers(&again);
    if unstable::reason(&document, setting).is_none() {
        assert_same(&before, &after, &format!("{html:?}"));
    }
    let may_minify = before == after || unstable::reason_but_noscript(&document, setting).is_none();
    if may_minify && !needs_empty_system_identifier(&document, setting) {
        let minify = MinifyOptions::new().scripting(setting.scripting);
        let minified = document.serialize(&minify).to_string();
        let again = parse(&minified, setting);
        assert_same(&before, &dump_without_identifiers(&again), &format!("minified: {minified:?}"));
    }
    let parse_again = |html: &str| parse(html, setting);
    if may_minify && pretty::has_mode_of_doctype(&document, parse_again) {
        pretty::check(&document, parse_again).unwrap();
    }
}

/// Whether the quirks mode depends on a system identifier that is empty. In the revision of 2024, a
/// missing one would be another mode; a tree does not tell the two apart.
///
/// <https://html.spec.whatwg.org/#the-initial-insertion-mode>
fn needs_empty_system_identifier(document: &Document, setting: Setting) -> bool {
    let mut doctypes = document.root().children().filter_map(NodeRef::as_doctype);
    setting.revision == Revision::Snapshot2024
        && document.quirks_mode() == QuirksMode::LimitedQuirks
        && doctypes.any(|doctype| doctype.system_id().is_empty())
}

/// Parses a document or a fragment.
pub fn parse(text: &str, setting: Setting) -> Document {
    parse_with(ParseOptions::new(), text, setting)
}

/// Parses a document or a fragment so that each node tells where it was moved, and why.
pub fn parse_with_positions(text: &str, setting: Setting) -> Document {
    parse_with(ParseOptions::new().positions(true), text, setting)
}

/// Parses a document or a fragment with these options and a setting.
pub fn parse_with(options: ParseOptions, text: &str, setting: Setting) -> Document {
    let mut options = options.revision(setting.revision).scripting(setting.scripting);
    if setting.depth.is_some() {
        options = options.limits(Limits::default().depth(setting.depth));
    }
    match setting.context {
        None => options.parse_str(text),
        Some(context) => options.parse_fragment(context, text),
    }
}
