//! The events of a document are the tokens that it is parsed from, the same wherever it is cut;
//! each is at its place in the input.

use consomme::ParseOptions;
use consomme::events::Events;
use consomme::tokenizer::Token;

use super::choices::{pieces, split_text};
use crate::events::{check, events_of};

pub fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    // A parse drops a byte order mark at the start. Events have it.
    let text = text.trim_start_matches('\u{FEFF}');
    let options = ParseOptions::new().revision(choices.revision()).scripting(choices.flag());
    let events =
        || Events::new().revision(options.get_revision()).scripting(options.get_scripting());
    if let Err(error) = check(text, &options) {
        panic!("{error} of {text:?}");
    }
    let whole = events_of(events(), [text]);
    let cuts = choices.cuts();
    assert_eq!(events_of(events(), pieces(text, &cuts)), whole, "{text:?} cut at {cuts:?}");
    check_places(events(), text);
}

/// Checks that each event is what its place in the input says, and that nothing is between them but
/// what makes no token: the marks of CDATA sections, `</>`, and a tag that the input ends in.
fn check_places(mut events: Events, text: &str) {
    events.feed_str(text);
    events.end();
    let mut before = 0;
    while let Some(event) = events.next_event() {
        let (start, end) = (event.span.start as usize, event.span.end as usize);
        let between = text.get(before..start).expect("events are in order");
        let rest = ["<![CDATA[", "]]>", "</>"]
            .iter()
            .fold(between.to_owned(), |rest, mark| rest.replace(mark, ""));
        let is_unfinished_tag = matches!(event.token, Token::EndOfFile) && rest.starts_with('<');
        assert!(rest.is_empty() || is_unfinished_tag, "{rest:?} before {event:?} of {text:?}");
        let written = text[start..end].replace("\r\n", "\n").replace('\r', "\n");
        assert_eq!(written, event.source, "{:?} of {text:?}", event.span);
        before = end;
    }
    assert_eq!(before, text.len(), "the last event is the end of {text:?}");
}
