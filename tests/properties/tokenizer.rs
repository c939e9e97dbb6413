//! The tokenizer returns the tokens and errors of the reference tokenizer, for random markup.
//!
//! Texts are generated from a grammar of markup and then damaged: characters are removed, doubled
//! or inserted, and texts are cut off.

use consomme::Revision;
use consomme_test::config::config;
use consomme_test::targets::tokenizer_reference::{Input, LAST_START_TAGS, TEXT_MODES, check};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Names that have a meaning to the tokenizer or to its caller, others, names in uppercase, and
/// names with characters that do not belong in a name.
const NAMES: &[&str] = &[
    "a",
    "b",
    "p",
    "div",
    "title",
    "textarea",
    "style",
    "script",
    "SCRIPT",
    "scRipt",
    "scripts",
    "scrip",
    "xmp",
    "plaintext",
    "svg",
    "math",
    "TITLE",
    "a-very-long-name-of-a-custom-element",
    "a:b",
    "é",
    "x\0y",
    "a<b",
    "a\"b",
    "naïve",
    "h1",
];

const CHARACTERS: &[&str] = &[
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\x0C",
    "\0",
    "\x01",
    "\x7F",
    "\u{85}",
    "\u{FDD0}",
    "\u{FFFE}",
    "\u{1FFFF}",
    "\u{FEFF}",
    "<",
    ">",
    "/",
    "=",
    "\"",
    "'",
    "`",
    "&",
    "#",
    ";",
    "-",
    "!",
    "?",
    "[",
    "]",
    "_",
    "x",
    "X",
    "0",
    "a",
    "Z",
    "é",
    "😀",
];

const REFERENCES: &[&str] = &[
    "&",
    "&;",
    "&a",
    "&amp",
    "&amp;",
    "&AMP",
    "&ampx",
    "&amp=",
    "&not",
    "&not;",
    "&notit;",
    "&notin;",
    "&noti",
    "&nosuchname;",
    "&nosuchname",
    "&CounterClockwiseContourIntegral;",
    "&CounterClockwiseContourIntegral",
    "&NotEqualTilde;",
    "&bne;",
    "&frac12",
    "&frac12;",
    "&sup1",
    "&there4;",
    "&#",
    "&#;",
    "&#x",
    "&#X;",
    "&#65",
    "&#65;",
    "&#x41;",
    "&#X4a",
    "&#0;",
    "&#13;",
    "&#9;",
    "&#x80;",
    "&#x9F",
    "&#x81;",
    "&#xD800;",
    "&#xDFFF",
    "&#xFDD0;",
    "&#x10FFFF;",
    "&#x110000;",
    "&#99999999999999999999;",
    "&#x1F600",
    "&#12;",
    "&#127;",
];

const DECLARATIONS: &[&str] = &[
    "<!DOCTYPE html>",
    "<!doctype>",
    "<!DOCTYPE>",
    "<!DOCTYPEhtml>",
    "<!DOCTYPE html PUBLIC \"a\" \"b\">",
    "<!DOCTYPE html PUBLIC 'a'>",
    "<!DOCTYPE html PUBLIC\"a\"'b'>",
    "<!DOCTYPE html SYSTEM \"b\">",
    "<!DOCTYPE html system'b' x>",
    "<!DOCTYPE html PUBLIC a>",
    "<!DOCTYPE html PUBLIC>",
    "<!DOCTYPE html SYSTEM>",
    "<!DOCTYPE html PUB>",
    "<!DOCTYPE html PUBLIC \"a>",
    "<!DOCTYPE html SYSTEM 'b>",
    "<!DOCTYPE HT\0ML \0>",
    "<!DOCTYPE html PUBLIC '\0' \"\0\">",
    "<!DOCTYPE html PUBLIC \"\" x>",
    "<!DOCTYPE\x0Cé>",
    "<!x>",
    "<!>",
    "<!->",
    "<![CDATA[",
    "<![CDATA[x]]>",
    "<![CDATA[]]]>",
    "<![cdata[x]]>",
    "<![CDATA[\0]x]]y]]>",
    "]]>",
    "<!DOCTYP>",
];

const COMMENTS: &[&str] = &[
    "<!--",
    "-->",
    "--!>",
    "<!-->",
    "<!--->",
    "<!---->",
    "<!----!>",
    "<!--a-->",
    "<!--a-b--c-->",
    "<!--<!--",
    "<!--<!",
    "<!--<!-",
    "<!--<!-->",
    "<!--<!--->",
    "<!--<!--x-->",
    "<!--<<!-->",
    "<!--a--!b-->",
    "<!--a--!-->",
    "<!--\0-->",
    "<!--a-\0-->",
    "<!--a--",
    "<!--a--!",
    "--",
    "</ x>",
    "</>",
    "</\0>",
    "<%x>",
];

const INSTRUCTIONS: &[&str] = &[
    "<?",
    "<?>",
    "<??>",
    "<?a>",
    "<?a?>",
    "<?a ?>",
    "<?a b>",
    "<?a b?>",
    "<?a b??>",
    "<?a?b>",
    "<?_x-1 y='z'?>",
    "<?xml?>",
    "<?XML-Stylesheet x>",
    "<?xml-model?>",
    "<?a:b>",
    "<?1>",
    "<?a\0>",
    "<?a \0?>",
    "<? a>",
    "<?a\n\x0Cb",
    "<?é>",
];

const SCRIPTS: &[&str] = &[
    "<script>",
    "</script>",
    "</script ",
    "</script/>",
    "</scrip>",
    "</scripts>",
    "<!--",
    "<!-",
    "<!",
    "-->",
    "--",
    "-",
    "<script ",
    "<script/",
    "</SCRIPT>",
    "<scri",
    "<",
    "</",
    ">",
];

fn attribute() -> impl Strategy<Value = String> {
    let space = select(&[" ", "", "\n", "  ", "/", "\x0C", " / "][..]);
    let name = prop_oneof![4 => select(NAMES), 1 => select(&["=", "a=", "A", "B", "\"", "'"][..])];
    let equals = select(&["=", "", " = ", "==", "=\n"][..]);
    let value = prop::collection::vec(
        prop_oneof![select(REFERENCES), select(CHARACTERS), select(NAMES)],
        0..4,
    );
    let quote = select(&["\"", "'", ""][..]);
    (space, name, equals, quote, value).prop_map(|(space, name, equals, quote, value)| {
        format!("{space}{name}{equals}{quote}{}{quote}", value.concat())
    })
}

fn tag() -> impl Strategy<Value = String> {
    let start = select(&["<", "</", "<"][..]);
    let end = select(&[">", "/>", " >", " / >", "", "/"][..]);
    (start, select(NAMES), prop::collection::vec(attribute(), 0..4), end).prop_map(
        |(start, name, attributes, end)| format!("{start}{name}{}{end}", attributes.concat()),
    )
}

fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => tag(),
        2 => select(REFERENCES).prop_map(str::to_owned),
        2 => select(CHARACTERS).prop_map(str::to_owned),
        1 => select(DECLARATIONS).prop_map(str::to_owned),
        2 => select(COMMENTS).prop_map(str::to_owned),
        1 => select(INSTRUCTIONS).prop_map(str::to_owned),
        2 => select(SCRIPTS).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "[a-z ]{0,40}",
    ];
    prop::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

/// A change of one character of a text.
#[derive(Clone, Debug)]
enum Damage {
    Remove(Index),
    Double(Index),
    Insert(Index, &'static str),
    CutOff(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        3 => any::<Index>().prop_map(Damage::Remove),
        2 => any::<Index>().prop_map(Damage::Double),
        3 => (any::<Index>(), select(CHARACTERS)).prop_map(|(index, c)| Damage::Insert(index, c)),
        1 => any::<Index>().prop_map(Damage::CutOff),
    ]
}

fn damaged((text, damages): (String, Vec<Damage>)) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for damage in damages {
        let length = characters.len();
        match damage {
            _ if length == 0 => {}
            Damage::Remove(index) => drop(characters.remove(index.index(length))),
            Damage::Double(index) => {
                characters.insert(index.index(length), characters[index.index(length)]);
            }
            Damage::Insert(index, inserted) => {
                let at = index.index(length);
                characters.splice(at..at, inserted.chars());
            }
            Damage::CutOff(index) => characters.truncate(index.index(length)),
        }
    }
    characters.into_iter().collect()
}

fn text() -> impl Strategy<Value = String> {
    (markup(), prop::collection::vec(damage(), 0..5)).prop_map(damaged)
}

fn input() -> impl Strategy<Value = Input> {
    let mode = prop_oneof![2 => Just(TEXT_MODES[0]), 3 => select(&TEXT_MODES[..])];
    let revision = prop_oneof![3 => Just(Revision::Living2026), 1 => Just(Revision::Snapshot2024)];
    let cuts = prop_oneof![Just(vec![]), Just(vec![1]), prop::collection::vec(0_usize..9, 1..9)];
    (text(), cuts, revision, mode, select(&LAST_START_TAGS[..]), any::<bool>(), any::<bool>())
        .prop_map(
            |(text, cuts, revision, mode, last_start_tag, cdata_allowed, tags_change_mode)| Input {
                text,
                cuts,
                revision,
                mode,
                last_start_tag,
                cdata_allowed,
                tags_change_mode,
            },
        )
}

proptest! {
    #![proptest_config(config(4096))]

    #[test]
    fn tokens_and_errors_are_those_of_the_reference_tokenizer(input in input()) {
        check(&input);
    }
}
