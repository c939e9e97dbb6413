//! The rendered text, each case with the sentence that decides it.

use consomme::ParseOptions;

use super::{scripted, text, text_of};

/// A sentence, and the texts of elements that it decides.
struct Sentence {
    /// The words of the text that the table is about.
    says: &'static str,
    /// The first element of the body, and its rendered text.
    cases: &'static [(&'static str, &'static str)],
}

const fn sentence(says: &'static str, cases: &'static [(&'static str, &'static str)]) -> Sentence {
    Sentence { says, cases }
}

/// <https://html.spec.whatwg.org/#the-innertext-idl-attribute>
const STEPS: &[Sentence] = &[
    sentence(
        "If element is not being rendered or if the user agent is a non-CSS user agent, then return element's descendant text content.",
        &[
            ("<div hidden>a  <p>b</p> <script>c</script>", "a  b c"),
            ("<title> a\n b </title>", " a\n b "),
            ("<template> a <p>b</template>", ""),
        ],
    ),
    sentence(
        "For each child node node of element: Let current be the list resulting from running the rendered text collection steps with node.",
        // The steps are not run with the element itself.
        &[("<p>a</p>", "a"), ("<br>", ""), ("<hr>", "")],
    ),
    sentence(
        "Remove any items from results that are the empty string.",
        &[("<div>a<p><b></b></p><p>b", "a\n\nb"), ("<div>a<div> </div>b", "a\nb")],
    ),
    sentence(
        "Remove any runs of consecutive required line break count items at the start or end of results.",
        &[("<div><section><p>a</p></section><hr></div>", "a"), ("<div><p></p><br>a", "\na")],
    ),
    sentence(
        "Replace each remaining run of consecutive required line break count items with a string consisting of as many U+000A LF code points as the maximum of the values in the required line break count items.",
        &[
            ("<div><section>a<p>b</p></section><section>c</section></div>", "a\n\nb\n\nc"),
            ("<div>a<ul></ul><div></div><hr>b", "a\nb"),
            ("<div><p>a</p><br><p>b</p>", "a\n\n\n\n\nb"),
        ],
    ),
    sentence(
        "Let items be the result of running the rendered text collection steps with each child node of node in tree order, and then concatenating the results to a single list.",
        &[
            ("<table><tfoot><tr><td>a<tbody><tr><td>b</table>", "a\nb"),
            ("<table><tr><td>a</td></tr><caption>b</caption></table>", "a\nb"),
            ("<details open>a<summary>b</summary>c</details>", "a\nb\nc"),
            ("<fieldset>a<legend>b</legend>c</fieldset>", "a\nb\nc"),
        ],
    ),
    sentence(
        "If node's computed value of 'visibility' is not 'visible', then return items.",
        &[
            ("<table><tr hidden><td>a<tr><td>b</table>", "b"),
            ("<table><thead hidden><tr><td>a</thead><tr><td>b</table>", "b"),
        ],
    ),
    sentence(
        "If node is not being rendered, then return items.",
        &[
            ("<div>a<p hidden>b</p>c", "ac"),
            ("<div>a <style>b</style> c", "a c"),
            ("<div>a<template><p>b</template>c", "ac"),
        ],
    ),
    sentence(
        "select elements have an associated non-replaced inline CSS box whose child boxes include only those of optgroup and option element descendant nodes",
        &[
            ("<div>a <select><div>b<option>c</div></select> d", "a \nc\n d"),
            ("<div>a<select><button>b</button></select>c", "ac"),
            ("<div>a <select></select> b", "a  b"),
        ],
    ),
    sentence(
        "optgroup elements have an associated non-replaced block-level CSS box whose child boxes include only those of option element descendant nodes",
        &[
            ("<div>a<optgroup label=b>c<option>d</option></optgroup>e", "a\nd\ne"),
            ("<select><optgroup><legend>a</legend><option>b</optgroup><option>c</select>", "b\nc"),
        ],
    ),
    sentence(
        "option elements have an associated non-replaced block-level CSS box whose child boxes are as normal for non-replaced block-level CSS boxes.",
        &[
            ("<select><option>a <b> b</b><p>c</p></select>", "a b\n\nc"),
            ("<div>a<option>b</option>c", "a\nb\nc"),
        ],
    ),
    sentence(
        "for each CSS text box produced by node, in content order, compute the text of the box after application of the CSS 'white-space' processing rules",
        &[
            ("<div>\n a\t b \n</div>", "a b"),
            ("<div>a<b> b</b> <i> c</i></div>", "a b c"),
            ("<div>a\u{A0} \u{3000} b\u{2003}c", "a\u{A0} \u{3000} b\u{2003}c"),
            ("<div>a\u{C}b", "a\u{C}b"),
        ],
    ),
    sentence(
        "collapsible spaces at the end of lines are always collapsed, but they are only removed if the line is the last line of the block, or it ends with a br element.",
        &[
            ("<div>a <br>b </div>", "a\nb"),
            ("<div>a <p>b </p>", "a\n\nb"),
            ("<div>a <b> <br> </b> b", "a\nb"),
        ],
    ),
    sentence("Soft hyphens should be preserved.", &[("<div>a&shy;b", "a\u{AD}b")]),
    sentence(
        "If node is a br element, then append a string containing a single U+000A LF code point to items.",
        &[("<div>a<br><br>b", "a\n\nb"), ("<div>a<br></div>", "a\n"), ("<div><br><br>", "\n\n")],
    ),
    sentence(
        "If node's computed value of 'display' is 'table-cell', and node's CSS box is not the last 'table-cell' box of its enclosing 'table-row' box, then append a string containing a single U+0009 TAB code point to items.",
        &[
            ("<table><tr><td>a<th>b<td></table>", "a\tb\t"),
            ("<table><tr><td colspan=2>a<td>b</table>", "a\tb"),
            ("<table><tr><td hidden>a<td>b<td hidden>c</table>", "b"),
        ],
    ),
    sentence(
        "If node's computed value of 'display' is 'table-row', and node's CSS box is not the last 'table-row' box of the nearest ancestor 'table' box, then append a string containing a single U+000A LF code point to items.",
        &[
            ("<table><thead><tr><td>a<tbody><tr><td>b<tr><td>c</table>", "a\nb\nc"),
            ("<table><tr><td>a<tr><tr><td>b</table>", "a\n\nb"),
            ("<table><tr><td><table><tr><td>a<tr><td>b</table><tr><td>c</table>", "a\nb\n\nc"),
        ],
    ),
    sentence(
        "If node is a p element, then append 2 (a required line break count) at the beginning and end of items.",
        &[("<div>a<p>b</p>c", "a\n\nb\n\nc"), ("<div><h1>a</h1><h2>b</h2><p>c", "a\nb\n\nc")],
    ),
    sentence(
        "If node's used value of 'display' is block-level or 'table-caption', then append 1 (a required line break count) at the beginning and end of items.",
        &[
            ("<div>a<blockquote>b</blockquote>c", "a\nb\nc"),
            ("<table><caption>a</caption><tr><td>b</table>", "a\nb"),
            ("<div>a<table><tr><td>b</table>c", "a\nb\nc"),
        ],
    ),
    sentence(
        "Floats and absolutely-positioned elements fall into this category.",
        &[
            ("<div>a<img align=RIGHT>b", "a\nb"),
            ("<div>a<iframe align=left></iframe>b", "a\nb"),
            // The line continues after them, so the space before or after them shows.
            ("<div>a <img align=left>b", "a \nb"),
            ("<div>a <img align=left> b", "a \nb"),
            ("<div>a<img align=left> b", "a\n b"),
            ("<div>a <object align=left>b</object> c", "a \nb\nc"),
            ("<div>a <iframe align=left></iframe> <img align=left> <b></b> b", "a \nb"),
            ("<div>a <img align=left> <br>b", "a\n\nb"),
            ("<div>a <img align=left> <div>b", "a\nb"),
            ("<div>a <img align=left> ", "a"),
        ],
    ),
    sentence(
        "descendant nodes of most replaced elements (e.g., textarea, input, and video — but not button) are not rendered by CSS, strictly speaking, and therefore have no CSS boxes",
        &[
            ("<div>a<textarea>b</textarea>c", "ac"),
            ("<div>a<video><p>b</p></video>c", "ac"),
            ("<div>a<button>b</button>c", "abc"),
        ],
    ),
];

/// <https://drafts.csswg.org/css-text-3/#line-break-transform>
const SEGMENT_BREAKS: &[Sentence] = &[sentence(
    "If the character immediately before or immediately after the segment break is the zero-width space character (U+200B), then the break is removed, leaving behind the zero-width space.",
    &[
        ("<div>a\n&#x200B;b</div>", "a\u{200B}b"),
        ("<div>a&#x200B; \n b</div>", "a\u{200B}b"),
        ("<div>a&#x200B;<b>\n</b><i>b</i></div>", "a\u{200B}b"),
        ("<div>a <b>\n</b>&#x200B;b</div>", "a \u{200B}b"),
        ("<div>a &#x200B;b</div>", "a \u{200B}b"),
        ("<div>a&#x200B; b\nc</div>", "a\u{200B} b c"),
        ("<div>a&#x200B;<img>\nb</div>", "a\u{200B} b"),
        ("<pre>a\n&#x200B;b</pre>", "a\n\u{200B}b"),
    ],
)];

/// <https://html.spec.whatwg.org/#the-css-user-agent-style-sheet-and-presentational-hints>
const STYLE_SHEET: &[Sentence] = &[
    sentence(
        "area, base, basefont, datalist, head, link, meta, noembed, noframes, param, rp, script, style, template, title { display: none; }",
        &[
            ("<div>a<datalist><option>b</datalist>c", "ac"),
            ("<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>", "ab"),
            ("<div>a<noembed>b</noembed><noframes>c</noframes>d", "ad"),
        ],
    ),
    sentence(
        "[hidden]:not([hidden=until-found i]):not(embed) { display: none; }",
        &[("<div>a<b hidden>b</b>c", "ac"), ("<div>a<b hidden=false>b</b>c", "ac")],
    ),
    sentence(
        "[hidden=until-found i]:not(embed) { content-visibility: hidden; }",
        &[("<div>a<div hidden=Until-Found>b</div>c", "a\nc"), ("<ul><li hidden=until-found>a", "")],
    ),
    sentence(
        "embed[hidden] { display: inline; height: 0; width: 0; }",
        &[("<div>a <embed hidden> b", "a  b")],
    ),
    sentence(
        "input[type=hidden i] { display: none !important; }",
        &[("<div>a <input type=Hidden> b", "a b"), ("<div>a <input type=text> b", "a  b")],
    ),
    sentence(
        "address, blockquote, center, dialog, div, figure, figcaption, footer, form, header, hr, legend, listing, main, p, plaintext, pre, search, xmp { display: block; }",
        &[
            ("<div>a<figure>b<figcaption>c</figcaption></figure>d", "a\nb\nc\nd"),
            ("<div>a<address>b</address><search>c</search>d", "a\nb\nc\nd"),
        ],
    ),
    sentence(
        "listing, plaintext, pre, xmp { font-family: monospace; white-space: pre; }",
        &[
            ("<pre>a  b\n  c</pre>", "a  b\n  c"),
            ("<xmp>a  <b>&amp;</xmp>", "a  <b>&amp;"),
            ("<div>a <code> b</code><pre> <b>  </b></pre>", "a b\n   "),
        ],
    ),
    sentence("pre[wrap] { white-space: pre-wrap; }", &[("<pre wrap>a  b", "a  b")]),
    sentence(
        "dialog:not([open]) { display: none; }",
        &[("<div>a<dialog>b</dialog>c", "ac"), ("<div>a<dialog open>b</dialog>c", "a\nb\nc")],
    ),
    sentence(
        "dialog { position: absolute; }",
        &[
            ("<div>a <dialog open></dialog>b", "a \nb"),
            ("<div>a <dialog open></dialog> b", "a \nb"),
            ("<div>a<dialog open></dialog>b", "a\nb"),
            ("<div>a<dialog open></dialog> b", "a\n b"),
            ("<div>a <dialog open> b </dialog> c", "a \nb\nc"),
            ("<div><b>a </b><dialog open>b</dialog><i> c</i>", "a \nb\nc"),
            ("<div><b>a <dialog open>b</dialog></b><i></i><img>", "a \nb"),
            ("<div>a <dialog open><p>b</p></dialog> c", "a \n\nb\n\nc"),
            ("<div>a <dialog open>b <dialog open>c</dialog> </dialog> d", "a \nb\nc\nd"),
            ("<div>a <dialog open></dialog> <dialog open></dialog> b", "a \nb"),
            ("<div>a <dialog open>b</dialog>", "a\nb"),
            ("<div>a <dialog open>b</dialog><br>c", "a\nb\n\nc"),
            ("<div>a <dialog open>b</dialog><div>c", "a\nb\nc"),
            ("<div><section>a <dialog open>b</dialog></section>c", "a\nb\nc"),
            ("<div><dialog open>a</dialog> b", "a\nb"),
            ("<div>a <button><dialog open>b</dialog></button>c", "a \nb\nc"),
            ("<pre>a \n<dialog open>b</dialog> c", "a \n\nb\n c"),
        ],
    ),
    sentence(
        "[popover]:not(:popover-open):not(dialog[open]) { display:none; }",
        &[
            ("<div>a<div popover>b</div>c", "ac"),
            ("<div>a<div popover=manual>b</div>c", "ac"),
            ("<div>a<dialog popover open>b</dialog>c", "a\nb\nc"),
        ],
    ),
    sentence(
        "slot { display: contents; }",
        &[("<div>a<slot> b</slot>c", "a bc"), ("<div>a<slot><p>b</p></slot>c", "a\n\nb\n\nc")],
    ),
    sentence("ruby { display: ruby; } rt { display: ruby-text; }", &[("<ruby>a<rt>b", "ab")]),
    sentence("q::before { content: open-quote; }", &[("<div>a <q>b</q>", "a b")]),
    sentence(
        "wbr { display-outside: break-opportunity; }",
        &[("<div>a<wbr>b", "ab"), ("<div>a <wbr> b", "a b")],
    ),
    sentence("nobr { white-space: nowrap; }", &[("<div><nobr>a  \n b</nobr>", "a b")]),
    sentence(
        "article, aside, :heading, hgroup, nav, section { display: block; }",
        &[("<div>a<nav>b</nav><hgroup><h1>c</h1><h6>d</h6></hgroup>e", "a\nb\nc\nd\ne")],
    ),
    sentence(
        "dir, dd, dl, dt, menu, ol, ul { display: block; }",
        &[("<dl><dt>a<dt>b<dd>c</dl>", "a\nb\nc"), ("<div>a<menu>b</menu>c", "a\nb\nc")],
    ),
    sentence(
        "li { display: list-item; text-align: match-parent; }",
        &[("<ol><li>a<li value=9>b</ol>", "a\nb"), ("<ul> <li> a <li> b </ul>", "a\nb")],
    ),
    sentence(
        "colgroup, colgroup[hidden] { display: table-column-group; } col, col[hidden] { display: table-column; }",
        &[("<table><colgroup><col hidden></colgroup><tr><td>a</table>", "a")],
    ),
    sentence(
        "thead, thead[hidden] { display: table-header-group; } tbody, tbody[hidden] { display: table-row-group; } tfoot, tfoot[hidden] { display: table-footer-group; } tr, tr[hidden] { display: table-row; }",
        // Hidden ones still have boxes, so the row before one is not the last.
        &[
            ("<table><tr><td>a<tr hidden><td>b</table>", "a\n"),
            ("<table><tr><td>a<tbody hidden><tr><td>b</table>", "a\n"),
        ],
    ),
    sentence(
        ":is(table, thead, tbody, tfoot, tr) > form { display: none !important; }",
        &[("<table><form><tr><td>a<tr><form><td>b</table>", "a\nb")],
    ),
    sentence(
        "input, button { display: inline-block; }",
        &[
            ("<div>a <button> b </button> c", "a b c"),
            ("<div>a<input value=b> <input>c", "a c"),
            ("<div><button>a<p>b</p></button>c", "a\n\nb\n\nc"),
        ],
    ),
    sentence(
        "fieldset { display: block; }",
        &[("<div>a<fieldset><legend>b</legend>c</fieldset>d", "a\nb\nc\nd")],
    ),
    sentence("marquee { display: inline-block; }", &[("<div>a <marquee> b </marquee> c", "a b c")]),
    sentence(
        "details, summary { display: block; }",
        &[
            ("<div>a<summary>b</summary>c", "a\nb\nc"),
            ("<div>a<details open>b</details>c", "a\nb\nc"),
        ],
    ),
];

/// <https://html.spec.whatwg.org/#replaced-elements>
const REPLACED: &[Sentence] = &[
    sentence(
        "The embed, iframe, and video elements are expected to be treated as replaced elements.",
        &[
            ("<div>a <iframe>b</iframe> c", "a  c"),
            ("<div>a <embed> c", "a  c"),
            ("<div>a <video>b</video> c", "a  c"),
        ],
    ),
    sentence(
        "Other object elements are expected to be treated as ordinary elements in the rendering model.",
        &[("<div>a <object> b </object> c", "a b c")],
    ),
    sentence(
        "The user agent is expected to treat the element as a replaced element and render the image according to the rules for doing so defined in CSS.",
        &[
            ("<div>a <img src=b alt=b> c", "a  c"),
            ("<div>a <picture><source><img></picture> c", "a  c"),
            ("<div>a <input type=image alt=b> c", "a  c"),
        ],
    ),
    sentence(
        "embed[align=left i], iframe[align=left i], img[align=left i], input[type=image i][align=left i], object[align=left i] { float: left; }",
        &[
            ("<div>a<img align=Left>b", "a\nb"),
            ("<div>a<object align=left>b</object>c", "a\nb\nc"),
            ("<div>a<input type=IMAGE align=left>b", "a\nb"),
            ("<div>a<input align=left>b", "ab"),
        ],
    ),
    sentence(
        "Its native appearance is expected to render as an 'inline-block' box with a 'block-size' of '1em' and an 'inline-size' of '5em', a 'vertical-align' of '-0.2em', and with its contents depicting a gauge.",
        &[("<div>a <meter value=1>b</meter> c", "a  c")],
    ),
];

/// <https://html.spec.whatwg.org/#the-details-and-summary-elements>,
/// <https://drafts.csswg.org/css-contain-2/#cv-notes> and
/// <https://drafts.csswg.org/css-contain-2/#containment-size>
const SKIPPED: &[Sentence] = &[
    sentence(
        "The first child element is a slot that is expected to take the details element's first summary element child, if any.",
        &[
            ("<details><summary>a</summary><summary>b</summary></details>", "a"),
            ("<details>a<summary>b</summary></details>", "b"),
            ("<details><div><summary>a</summary></div></details>", ""),
        ],
    ),
    sentence(
        "This element has a single child summary element called the default summary which has text content that is implementation-defined",
        // It is in a shadow tree, not among the nodes that the steps visit.
        &[("<details>a</details>", ""), ("<details open>a</details>", "a")],
    ),
    sentence(
        "This element is expected to have its style attribute set to \"display: block; content-visibility: hidden;\" when the details element does not have an open attribute.",
        &[
            ("<div>a<details><summary>b</summary>c<p>d</p></details>e", "a\nb\ne"),
            ("<div>a<details open=no><summary>b</summary>c</details>d", "a\nb\nc\nd"),
        ],
    ),
    sentence(
        "Skipped contents do not contribute to the result of innerText.",
        &[
            ("<div hidden=until-found>a</div>", ""),
            ("<div>a<p hidden=until-found>b<p>c", "a\n\nc"),
            ("<div>a <button hidden=until-found>b</button> c", "a  c"),
        ],
    ),
    sentence(
        "giving an element size containment has no effect if any of the following are true: […] if its inner display type is table […] if its principal box is an internal table box […] or a non-atomic inline-level box",
        &[
            ("<table hidden=until-found><tr><td>a</table>", "a"),
            ("<table><tr><td hidden=until-found>a</table>", "a"),
            ("<div>a<b hidden=until-found>b</b>c", "abc"),
        ],
    ),
];

/// The tables, each with the number of its cases.
#[test]
fn each_sentence_decides_its_cases() {
    let mut decided = 0;
    for Sentence { says, cases } in
        [STEPS, SEGMENT_BREAKS, STYLE_SHEET, REPLACED, SKIPPED].into_iter().flatten()
    {
        for (html, expected) in *cases {
            assert_eq!(text(html), *expected, "{html}\n{says}");
            decided += 1;
        }
    }
    assert_eq!(decided, 158);
}

/// Each sentence that depends on more than the markup.
#[test]
fn each_sentence_about_a_document_decides_its_cases() {
    // "@media (scripting) { noscript { display: none !important; } }"
    assert_eq!(scripted("<div>a<noscript>b</noscript>c"), "ac");
    assert_eq!(text("<div>a<noscript>b</noscript>c"), "abc");
    // "A canvas element that represents embedded content is expected to be treated as a replaced
    // element", which it does where scripting is enabled.
    assert_eq!(scripted("<div>a <canvas>b</canvas> c"), "a  c");
    assert_eq!(text("<div>a <canvas>b</canvas> c"), "a b c");
    // "When an audio element is not exposing a user interface, the user agent is expected to force
    // its 'display' property to compute to 'none'": it does so by `controls`, or without scripting.
    assert_eq!(scripted("<div>a <audio>b</audio> c"), "a c");
    assert_eq!(scripted("<div>a <audio controls>b</audio> c"), "a  c");
    assert_eq!(text("<div>a <audio>b</audio> c"), "a  c");
    // "In quirks mode, the following rules are also expected to apply: […] table { white-space:
    // initial; }"
    let html = "<pre>a  b<table><tr><td>c  d</table></pre>";
    assert_eq!(ParseOptions::new().parse_str(html).inner_text(), "a  b\nc d");
    assert_eq!(text(html), "a  b\nc  d");
    // "This step can produce surprising results, as when the innerText getter is invoked on an
    // element not being rendered, its text contents are returned, but when accessed on an element
    // that is being rendered, all of its children that are not being rendered have their text
    // contents ignored."
    assert_eq!(text_of("b", "<div>a<b hidden> b </b>"), " b ");
    assert_eq!(text_of("div", "<div>a<b hidden> b </b>"), "a");
}
