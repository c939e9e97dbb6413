//! Input for properties.

use consomme::{Document, Hints, ParseOptions, Parser};
use proptest::prelude::*;

use super::generator;

/// Markup: half of it pieces in any order, half of it [generated](super::generator) documents.
pub fn soup() -> impl Strategy<Value = String> {
    let generated = prop::collection::vec(any::<u8>(), 0..400);
    prop_oneof![pieces(), generated.prop_map(|bytes| generator::document(&bytes))]
}

/// Documents that start in any way, with [soup](soup) or foreign content in them.
pub fn page() -> impl Strategy<Value = String> {
    let start = prop::sample::select(STARTS);
    (start, prop_oneof![3 => soup(), 1 => foreign()])
        .prop_map(|(start, rest)| start.to_owned() + &rest)
}

/// Foreign content with integration points, tags that break out of it, and what is in effect
/// around it.
fn foreign() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(FOREIGN), 0..24).prop_map(|pieces| pieces.concat())
}

const STARTS: &[&str] = &[
    "<!DOCTYPE html><body>",
    "<!DOCTYPE html>",
    "",
    "<!DOCTYPE html><html><head></head><body>",
    "<html><head><title>a</title></head><body class=x>",
    "<head><meta name=a>",
    "<!DOCTYPE html><html><head></head><frameset>",
];

const FOREIGN: &[&str] = &[
    "<svg>",
    "</svg>",
    "<svg/>",
    "<math>",
    "</math>",
    "<foreignObject>",
    "</foreignObject>",
    "<desc>",
    "</desc>",
    "<title>",
    "</title>",
    "<g>",
    "</g>",
    "<path/>",
    "<mi>",
    "</mi>",
    "<mtext>",
    "</mtext>",
    "<annotation-xml>",
    "<annotation-xml encoding=text/html>",
    "</annotation-xml>",
    "<malignmark>",
    "<mglyph>",
    "<![CDATA[x]]>",
    "<p>",
    "</p>",
    "<br>",
    "</br>",
    "<font>",
    "<font color=x>",
    "</font>",
    "<a>",
    "</a>",
    "<b>",
    "</b>",
    "<nobr>",
    "<div>",
    "</div>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<form>",
    "</form>",
    "<template>",
    "<template shadowrootmode=open>",
    "</template>",
    "<style>",
    "</style>",
    "<script>",
    "</script>",
    "<object>",
    "</object>",
    "<select>",
    "<!---->",
    "x",
    " ",
    "&amp;",
];

/// Pieces of markup in any order, and any characters.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => prop::sample::select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "[ a-z<>&;=\"'/!?\\-\r\n\0]{0,6}",
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

const PIECES: &[&str] = &[
    "<!DOCTYPE html>",
    "<html>",
    "<head>",
    "<body>",
    "</body>",
    "</html>",
    "<title>",
    "</title>",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<a href=x>",
    "</a>",
    "<font size=1>",
    "</font>",
    "<nobr>",
    "</nobr>",
    "<div>",
    "</div>",
    "<table>",
    "</table>",
    "<tbody>",
    "<tr>",
    "</tr>",
    "<td>",
    "</td>",
    "<caption>",
    "<colgroup>",
    "<col>",
    "<ul>",
    "<li>",
    "</li>",
    "<dl>",
    "<dd>",
    "<select>",
    "</select>",
    "<option>",
    "<option selected>",
    "<optgroup>",
    "<button>",
    "<selectedcontent>",
    "<template>",
    "</template>",
    "<template for=a>",
    "<?marker name=\"a\">",
    "<?start name='a'>",
    "<?end>",
    "<svg>",
    "</svg>",
    "<foreignObject>",
    "<desc>",
    "<math>",
    "<mi>",
    "<annotation-xml encoding=text/html>",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "--!>",
    "<style>",
    "</style>",
    "<textarea>",
    "</textarea>",
    "<noscript>",
    "</noscript>",
    "<frameset>",
    "<frame>",
    "</frameset>",
    "<plaintext>",
    "<br>",
    "</br>",
    "<hr>",
    "<input type=hidden>",
    "<form>",
    "</form>",
    "<h1>",
    "</h2>",
    "<marquee>",
    "</marquee>",
    "<object>",
    "<ruby>",
    "<rt>",
    "<image>",
    "<pre>\n",
    "&amp;",
    "&notit;",
    "&#x80;",
    "&#0;",
    "&",
    "<![CDATA[",
    "]]>",
    "x",
    " ",
    "\n",
    "\r\n",
    "\0",
    "\u{FEFF}",
    "é",
    "<a ",
    "a=b ",
    "a='",
    "\">",
    "/>",
    "</",
    "<",
    ">",
];

/// Parses a text in pieces of as many characters as `cuts` say, used in turn.
pub fn parse_in_pieces(options: &ParseOptions, text: &str, cuts: &[usize]) -> Document {
    let mut parser = Parser::new(options, &Hints::new());
    let mut rest = text;
    for cut in cuts.iter().cycle() {
        let end = rest.char_indices().nth(*cut).map_or(rest.len(), |(at, _)| at);
        parser.feed_str(&rest[..end]);
        rest = &rest[end..];
        if rest.is_empty() {
            break;
        }
    }
    parser.finish()
}
