//! What is serialized parses to the same tree, unless there is a reason in [`unstable`]; and if it
//! does, so does what the compact serializer writes.

use consomme::serialize::{SerializeOptions, WriterOptions};
use consomme::{Document, Limits, ParseOptions};

use super::choices::split_text;
use super::tree::{assert_same, dump_without_identifiers};
use super::unstable::{self, Setting};

pub(crate) fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    check(&text, Setting::choose(&mut choices, &[None]));
}

pub(crate) fn check(text: &str, setting: Setting) {
    let document = parse(text, setting);
    let serialize = SerializeOptions::new().revision(setting.revision).scripting(setting.scripting);
    let html = document.root().serialize_inner(&serialize).to_html();
    let again = parse(&html, setting);
    let before = dump_without_identifiers(&document);
    let after = dump_without_identifiers(&again);
    if unstable::reason(&document, setting).is_none() {
        assert_same(&before, &after, &format!("{html:?}"));
    }
    if before == after {
        let compact = WriterOptions::new().scripting(setting.scripting).html(document.root());
        let again = parse(&compact, setting);
        assert_same(&before, &dump_without_identifiers(&again), &format!("compact: {compact:?}"));
    }
}

/// Parses a document or a fragment.
pub(crate) fn parse(text: &str, setting: Setting) -> Document {
    let mut options = ParseOptions::new().revision(setting.revision).scripting(setting.scripting);
    if setting.depth.is_some() {
        options = options.limits(Limits::default().depth(setting.depth));
    }
    match setting.context {
        None => options.parse_str(text),
        Some(context) => options.parse_fragment(context, text),
    }
}
