//! Input for properties: pieces of markup in any order.

use consomme::{Document, ParseOptions};
use proptest::prelude::*;

/// Text that is likely to be interesting: pieces of markup in any order, and any characters.
pub(crate) fn soup() -> impl Strategy<Value = String> {
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

/// Parses a text in pieces of so many characters, over and over.
pub(crate) fn parse_in_pieces(options: &ParseOptions, text: &str, cuts: &[usize]) -> Document {
    let mut parser = options.parser();
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
