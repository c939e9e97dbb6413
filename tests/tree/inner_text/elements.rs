//! The rendered text of elements, by kind. The expectations follow the standard's steps and the
//! style sheet that it suggests to browsers, and agree with what browsers do in the Web Platform
//! Tests for `innerText`, as far as those need neither author styles nor scripts.

use consomme::{Context, Namespace, NodeRef, ParseOptions, parse_fragment};

use super::{check, element, scripted, text, text_of};

#[test]
fn whitespace_collapses() {
    check(&[
        ("<div>soup", "soup"),
        ("<div> soup", "soup"),
        ("<div>soup ", "soup"),
        ("<div>clear  soup", "clear soup"),
        ("<div>clear\nsoup", "clear soup"),
        ("<div>clear\rsoup", "clear soup"),
        ("<div>clear&#13;soup", "clear soup"),
        ("<div>clear\tsoup", "clear soup"),
        ("<div> \n\t ", ""),
        ("<div>&nbsp;", "\u{A0}"),
        ("<div>clear \u{A0} soup", "clear \u{A0} soup"),
        ("<div>sou&shy;p", "sou\u{AD}p"),
    ]);
}

#[test]
fn whitespace_in_pre_is_preserved() {
    for name in ["pre", "listing", "xmp"] {
        for (content, expected) in [
            (" soup", " soup"),
            ("soup ", "soup "),
            ("clear  soup", "clear  soup"),
            ("clear\nsoup", "clear\nsoup"),
            ("clear\r\nsoup", "clear\nsoup"),
            ("clear\tsoup", "clear\tsoup"),
            (" \n ", " \n "),
        ] {
            assert_eq!(
                text(&format!("<{name}>{content}</{name}>")),
                expected,
                "{name} {content:?}"
            );
        }
    }
    check(&[
        ("<div><pre>clear</pre><pre>soup</pre>", "clear\nsoup"),
        ("<div><pre>clear\n</pre>soup", "clear\n\nsoup"),
        ("<div>a  b<pre> <b>c </b> d </pre>e  f", "a b\n c  d \ne f"),
        ("<plaintext> a  b", " a  b"),
        ("<pre>a <br> b", "a \n b"),
        // These have `white-space: nowrap`.
        ("<pre>a  b<nobr>c  d\n</nobr>", "a  bc d"),
        ("<pre><table><td>a  b<td nowrap>c  d<th nowrap> e", "a  b\tc d\te"),
    ]);
}

#[test]
fn whitespace_collapses_across_inline_elements() {
    check(&[
        ("<div><span>clear </span> soup", "clear soup"),
        ("<div><span>clear </span><span></span> soup", "clear soup"),
        ("<div>clear <b><i></i></b> soup", "clear soup"),
        ("<div><x-y>clear</x-y> <x-y> soup</x-y>", "clear soup"),
        ("<div><x-y>clear </x-y><x-y>soup</x-y>", "clear soup"),
        ("<div>one<em>pot</em>meal", "onepotmeal"),
        ("<div>one <em>pot</em> meal", "one pot meal"),
        ("<div>clear <!-- --> soup", "clear soup"),
        ("<div>clear <script> </script> soup", "clear soup"),
        ("<div>clear <span hidden> </span> soup", "clear soup"),
        ("<div>cl<wbr>ear", "clear"),
    ]);
}

#[test]
fn inline_boxes_keep_the_spaces_around_them() {
    check(&[
        ("<div>clear <input> soup", "clear  soup"),
        ("<div>clear <img> soup", "clear  soup"),
        ("<div><img> soup", " soup"),
        ("<div>clear <img>", "clear "),
        ("<div>clear <button></button> soup", "clear  soup"),
        ("<div>clear <button> onion </button> soup", "clear onion soup"),
        ("<div>clear<button> onion </button>soup", "clearonionsoup"),
        ("<div><input> <div>soup</div>", "soup"),
        ("<div>clear <input type=hidden> soup", "clear soup"),
        ("<div>clear <svg></svg> soup", "clear  soup"),
        ("<div>clear <embed hidden> soup", "clear  soup"),
    ]);
}

#[test]
fn the_content_of_a_replaced_element_does_not_show() {
    for html in [
        "<input value=soup>",
        "<textarea>soup</textarea>",
        "<iframe>soup</iframe>",
        "<iframe srcdoc=soup></iframe>",
        "<audio controls>soup</audio>",
        "<video>soup</video>",
        "<img alt=soup>",
        "<meter>soup</meter>",
        "<progress>soup</progress>",
    ] {
        assert_eq!(text(&format!("<div>{html}")), "", "{html}");
        assert_eq!(text(html), "", "{html}");
    }
    check(&[
        ("<div><button>soup", "soup"),
        ("<div><fieldset><legend>soup", "soup"),
        ("<div><object>soup", "soup"),
        ("<div><marquee>soup", "soup"),
    ]);
    // An element in a replaced element is not rendered, so it has its text content.
    assert_eq!(text_of("b", "<video><b> so  up</b></video>"), " so  up");
}

#[test]
fn fallback_content_shows_only_without_scripting() {
    for (html, with, without) in [
        ("<div>a<canvas>b</canvas>c", "ac", "abc"),
        ("<div>a<noscript>b</noscript>c", "ac", "abc"),
        ("<div>a<noscript><p>b</p></noscript>c", "ac", "a\n\nb\n\nc"),
        ("<div>a <audio>b</audio> c", "a c", "a  c"),
    ] {
        assert_eq!(scripted(html), with, "{html}");
        assert_eq!(text(html), without, "{html}");
    }
    assert!(ParseOptions::new().scripting(true).parse_str("").scripting());
}

#[test]
fn elements_can_be_hidden_by_name_or_attribute() {
    for html in [
        "<script>soup</script>",
        "<style>soup</style>",
        "<template>soup</template>",
        "<title>soup</title>",
        "<noembed>soup</noembed>",
        "<noframes>soup</noframes>",
        "<datalist><option>soup</datalist>",
        "<rp>soup</rp>",
        "<span hidden>soup</span>",
        "<span hidden=hidden>soup</span>",
        "<div popover>soup</div>",
        "<dialog>soup</dialog>",
        "<!--soup-->",
        "<?soup soup?>",
        "<svg><title>soup</title></svg>",
        "<svg><defs><text>soup</text></defs></svg>",
        "<svg><symbol><text>soup</text></symbol></svg>",
        "<svg><stop>soup</stop></svg>",
        "<math><semantics><mi></mi><annotation>soup</annotation></semantics></math>",
        "<math><mphantom><mi>soup</mi></mphantom></math>",
    ] {
        assert_eq!(text(&format!("<div>one{html}pot")).replace('\n', ""), "onepot", "{html}");
    }
    check(&[
        ("<div><dialog open>soup", "soup"),
        ("<div><dialog open popover>soup", "soup"),
        ("<div>one<div hidden></div>pot", "onepot"),
    ]);
}

/// The shadow tree of a `details` gives its content "content-visibility: hidden", apart from the
/// first `summary`, and the style sheet does so for `hidden=until-found`.
///
/// "Skipped contents do not contribute to the result of `innerText`":
/// <https://drafts.csswg.org/css-contain-2/#cv-notes>
#[test]
fn skipped_contents_do_not_show() {
    check(&[
        ("<div><details><summary>soup</summary>onions</details>", "soup"),
        ("<div><details open><summary>soup</summary>onions</details>", "soup\nonions"),
        ("<div><details>onions<p>leek</details>", ""),
        ("<div>a<details>onions</details>b", "a\nb"),
        ("<div><details>x<b>y</b><summary>soup <i> a</i></summary><p>z<summary>w", "soup a"),
        ("<div><details><b><summary>soup</summary></b></details>", ""),
        ("<div><details><summary hidden>soup</summary><summary>b</summary></details>", ""),
        ("<details><summary>soup</summary>onions</details>", "soup"),
        (
            "<div><details><summary>a<details open>b<summary>c</summary>d</details></summary>e",
            "a\nb\nc\nd",
        ),
        ("<div><details open><details><summary>a</summary>b</details>c</details>", "a\nc"),
        ("<div>a<div hidden=until-found>b</div>c", "a\nc"),
        ("<div>a<p hidden=UNTIL-FOUND>b</p>c", "a\n\nc"),
        ("<div>a <button hidden=until-found>b</button> c", "a  c"),
        ("<details open hidden=until-found><summary>a</summary>b</details>", ""),
        // They have no effect on parts of lines, and none on tables and their parts.
        ("<div>a<span hidden=until-found>b</span>c", "abc"),
        ("<div><table hidden=until-found><tr><td hidden=until-found>b</table>", "b"),
        ("<div><table><caption hidden=until-found>a</caption><tr><td>b</table>", "b"),
        // A row is collapsed by any value of `hidden`.
        ("<div><table><tr hidden=until-found><td>a</table>", ""),
    ]);
    let details = "<details><summary><i>a</i></summary><b>b</b><summary><u>c</u></details>";
    assert_eq!(["i", "b", "u"].map(|name| text_of(name, details)), ["a", "", ""]);
    assert_eq!(text_of("b", "<div hidden=until-found><b>b</b></div>"), "");
    assert_eq!(text_of("b", "<div hidden><details><b> b </b></details></div>"), " b ");
}

#[test]
fn an_element_that_is_not_rendered_has_its_text_content() {
    check(&[
        ("<div hidden> one  <p>pot", " one  pot"),
        ("<script> one  pot</script>", " one  pot"),
        ("<dialog> one  pot", " one  pot"),
    ]);
    assert_eq!(text_of("b", "<div hidden><b> one  pot</b></div>"), " one  pot");
    assert_eq!(text_of("title", "<title> one  pot</title>"), " one  pot");
    assert_eq!(text_of("option", "<datalist><option> one  pot"), " one  pot");
}

#[test]
fn only_options_show_in_a_select() {
    check(&[
        ("<select size=1><option>soup</option><option>stew", "soup\nstew"),
        ("<select size=2> <option> soup </option> <option>stew", "soup\nstew"),
        ("<select><optgroup label=x><option>soup</select>", "soup"),
        ("<select><optgroup></select>", ""),
        ("<div>a<select></select>bc", "abc"),
        ("<div>a<select><optgroup></select>bc", "a\nbc"),
        ("<div>a<select><option></select>bc", "a\nbc"),
        ("<div>a<optgroup></optgroup>bc", "a\nbc"),
        ("<div>a<optgroup>x</optgroup>bc", "a\nbc"),
        ("<div>a<option></option>bc", "a\nbc"),
        // It is a box of the line: the spaces beside it are not at the end or start of a line.
        ("<div>a <select></select> b", "a  b"),
        ("<div>a <select><option>soup</select> b", "a \nsoup\n b"),
        ("<div> <select><option> soup </select> ", "soup"),
        ("<div>a<option>x</option>bc", "a\nx\nbc"),
        ("<select><option>one<div>pot</div></select>", "one\npot"),
        ("<select><div>x<option>soup</option></div><button>y</button></select>", "soup"),
        ("<select><div hidden><option>soup</option></div></select>", ""),
    ]);
    assert_eq!(text_of("option", "<select><option>soup</option><option>stew"), "soup");
    assert_eq!(
        text_of("optgroup", "<select><optgroup>x<option>soup</optgroup><option>stew"),
        "soup"
    );
    assert_eq!(text_of("i", "<select><option>one <i> pot </i></select>"), "pot");
    assert_eq!(text_of("i", "<select><i> one  pot </i></select>"), " one  pot ");
}

#[test]
fn blocks_are_on_their_own_lines() {
    check(&[
        ("<div>one<div>pot</div>meal", "one\npot\nmeal"),
        ("<div>one<div></div>pot", "one\npot"),
        ("<div>one<div></div><div></div>pot", "one\npot"),
        ("<div>one<span>pot<div>meal</div>for</span>two", "onepot\nmeal\nfortwo"),
        ("<div>one<hr>pot", "one\npot"),
        ("<div>one<hr><hr> <hr>pot", "one\npot"),
        ("<div><ol><li>one", "one"),
        ("<div><ul> <li>one</li> <li>pot</li> </ul>", "one\npot"),
        ("<div><dl><dt>one<dd>pot", "one\npot"),
        ("<div>one<p></p>", "one"),
        ("<div>one <div> pot </div> meal", "one\npot\nmeal"),
        ("<div><form>one</form><fieldset>pot</fieldset>", "one\npot"),
        ("<div>one<img align=left>pot", "one\npot"),
    ]);
    for name in
        ["h1", "h2", "h3", "h4", "h5", "h6", "article", "blockquote", "center", "dir", "search"]
    {
        assert_eq!(text(&format!("<div>one<{name}>pot</{name}>meal")), "one\npot\nmeal", "{name}");
    }
}

#[test]
fn paragraphs_have_an_empty_line_around_them() {
    check(&[
        ("<div><p>one", "one"),
        ("<div><p>one</p> ", "one"),
        ("<div> <p>one</p>", "one"),
        ("<div><p>one<p>pot", "one\n\npot"),
        ("<div><p>one</p> <p>pot", "one\n\npot"),
        ("<div><p>one</p><div></div><p>pot", "one\n\npot"),
        ("<div><p>one</p><div>pot</div><p>meal", "one\n\npot\n\nmeal"),
        ("<div>one<div><p>pot</p></div>meal", "one\n\npot\n\nmeal"),
        ("<div>one<p>pot", "one\n\npot"),
        ("<div><p>one</p>pot", "one\n\npot"),
        ("<div><p>one<p></p><p></p><p>pot", "one\n\npot"),
        ("<p>", ""),
    ]);
}

#[test]
fn line_breaks_are_never_dropped() {
    check(&[
        ("<div>one<br>pot", "one\npot"),
        ("<div>one <br>pot", "one\npot"),
        ("<div>one<br> pot", "one\npot"),
        ("<div><b>one </b> <br> <b> pot</b>", "one\npot"),
        ("<div>one<br> <br>pot", "one\n\npot"),
        ("<div>one<br>", "one\n"),
        ("<div><br>one", "\none"),
        ("<div>one<div></div><br>pot", "one\n\npot"),
        ("<br>", ""),
    ]);
}

#[test]
fn cells_are_separated_by_tabs_and_rows_by_line_breaks() {
    check(&[
        ("<div><table><tr><td>one<td>pot</table>", "one\tpot"),
        ("<div><table> <tr> <td> one </td> <td> pot </td> </tr> </table>", "one\tpot"),
        ("<div><table><tr><th>one<td><td>pot</table>", "one\t\tpot"),
        ("<div><table><tr><td>one<td><td></table>", "one\t\t"),
        ("<div><table><tr><td>one<tr><td>pot</table>", "one\npot"),
        ("<div>one<table><td>pot</table>meal", "one\npot\nmeal"),
        ("<div><table><tr><td>one<caption>pot</caption></table>", "one\npot"),
        ("<table><tfoot><tr><td>one</tfoot><tbody><tr><td>pot</tbody></table>", "one\npot"),
        (
            "<table><thead><tr><td>a<td>b<tbody></tbody><tbody><tr><td>c<tr><td>d</table>",
            "a\tb\nc\nd",
        ),
        (
            "<table><tr><td><p>one</p><td><p>pot</p><tr><td>meal</table>",
            "one\n\n\t\n\npot\n\n\nmeal",
        ),
        ("<table><tr><td>one<script></script><td>pot</table>", "one\tpot"),
        ("<table><tr><td>one<td hidden>pot</table>", "one"),
        ("<table><colgroup><col></colgroup><tr><td>one</table>", "one"),
        ("<table><tr><td><table><tr><td>a<td>b</table><td>c</table>", "a\tb\n\tc"),
        // A row that is hidden is still a row, so a line break comes before it.
        ("<table><tr><td>one<tr hidden><td>pot</table>", "one\n"),
        ("<table><tbody hidden><tr><td>pot</table>", ""),
        ("<pre><table> <tr> <td> one </td> <td>pot </td> </tr> </table></pre>", " one \tpot "),
    ]);
    let table = "<table><tr><td>one<td>pot<tr><td>meal</table>";
    assert_eq!(text_of("td", table), "one");
    assert_eq!(text_of("tr", table), "one\tpot");
    assert_eq!(text_of("tbody", table), "one\tpot\nmeal");
    assert_eq!(text_of("b", "<table><tr hidden><td><b>one</b></table>"), "");
}

#[test]
fn parts_of_a_table_without_a_table_are_laid_out_as_one() {
    let text = |context, html: &str| parse_fragment(context, html).root().inner_text();
    assert_eq!(text("tr", "<td>one<td>pot"), "one\tpot");
    assert_eq!(text("tbody", "<tr><td>one<td>pot</tr> <tr><td>meal"), "one\tpot\nmeal");
    assert_eq!(text("table", "<tr><td>one</td></tr><tfoot><tr><td>pot"), "one\npot");
}

/// In quirks mode, a table does not inherit `white-space` from a `pre`.
#[test]
fn in_quirks_mode_a_table_in_a_pre_collapses_whitespace() {
    let html = "<pre> a  b<table><tr><td> c  d </table></pre>";
    let document = ParseOptions::new().parse_str(html);
    assert_eq!(document.inner_text(), " a  b\nc d");
    assert_eq!(element(&document, "td").inner_text(), "c d");
    assert_eq!(text(html), " a  b\n c  d ");
}

#[test]
fn ruby_text_follows_its_base() {
    check(&[
        ("<div><ruby>one<rt>pot</rt></ruby>", "onepot"),
        ("<div><ruby>one<rp>(</rp><rt>pot</rt><rp>)</rp></ruby>", "onepot"),
        ("<div>1<sup>st</sup> H<sub>2</sub>O", "1st H2O"),
        ("<div><q>one</q>", "one"),
    ]);
}

#[test]
fn in_svg_only_text_elements_show() {
    check(&[
        ("<div><svg><text>one</text></svg></div>", "one"),
        ("<div><svg>x<g>y<text> one <tspan> pot</tspan></text></g></svg></div>", "one pot"),
        ("<div><svg><text>one</text><text>pot</text></svg></div>", "one\npot"),
        ("<div><svg><foreignObject>one<p>pot</p></foreignObject></svg></div>", "one\n\npot"),
        ("<div><svg><a><text>one</text></a></svg></div>", "one"),
    ]);
    assert_eq!(
        text_of("span", "<svg><foreignObject><span>one</span></foreignObject></svg>"),
        "one"
    );
    let context = Context::new(Namespace::Svg, "svg");
    assert_eq!(parse_fragment(context, "<text>one</text>").root().inner_text(), "one");
}

#[test]
fn mathml_is_laid_out_in_boxes() {
    check(&[
        ("<div>a <math> <mi>x</mi> </math> b", "a \nx\n b"),
        ("<div>a <math display=BLOCK> <mi>x</mi> </math> b", "a\nx\nb"),
        ("<div>a <math display=inline> <mi>x</mi> </math> b", "a \nx\n b"),
        (
            "<math><mtable><mtr><mtd>1</mtd><mtd>2</mtd></mtr><mtr><mtd>3</mtd></mtr></mtable></math>",
            "1\t2\n3",
        ),
    ]);
}

#[test]
fn every_kind_of_node_has_a_rendered_text() {
    let document =
        ParseOptions::new().parse_str("<!DOCTYPE html><!--c--><title> t </title><p> a  b <i>c");
    assert_eq!(document.inner_text(), "a b c");
    let nodes = document.descendants().filter(|node| node.as_element().is_none());
    let texts: Vec<String> = nodes.map(NodeRef::inner_text).collect();
    assert_eq!(texts, ["", "", " t ", "a b", "c"]);
    assert_eq!(element(&document, "head").inner_text(), " t ");
    let fragment = parse_fragment("div", "a <b>b</b> ");
    assert_eq!(fragment.root().inner_text(), "a b");
    let template = parse_fragment("div", "<template> a <p>b</template>");
    let element = template.root().first_child().unwrap().as_element().unwrap();
    assert_eq!(element.template_contents().unwrap().inner_text(), "a\n\nb");
    assert_eq!(ParseOptions::new().parse_str("<frameset><frame><noframes>x").inner_text(), "");
}
