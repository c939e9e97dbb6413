//! Pretty-printed trees, case by case.

use crate::parse::{ParseOptions, parse_fragment};

use super::PrettyOptions;

/// Parses a fragment of a `body` and pretty-prints it.
fn pretty(html: &str) -> String {
    parse_fragment("body", html).to_pretty_html()
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (html, expected) in cases {
        assert_eq!(pretty(html), *expected, "{html}");
    }
}

#[test]
fn blocks_get_their_own_lines_and_lines_of_text_stay() {
    check(&[
        ("<div><p>a <b>b</b>\n c</p></div>", "<div>\n  <p>a <b>b</b>\n c</p>\n</div>"),
        ("<div>\n\n<p> a </p>\n</div>", "<div>\n  <p>a</p>\n</div>"),
        ("<div>a<p>b</p>c</div>", "<div>\n  a\n  <p>b</p>\n  c\n</div>"),
        ("<div>a <i> b </i> <hr></div>", "<div>\n  a <i> b </i>\n  <hr>\n</div>"),
        ("<div></div><div> </div>", "<div></div>\n<div></div>"),
        (
            "<ul><li>a<ul><li>b</ul></ul>",
            "<ul>\n  <li>\n    a\n    <ul>\n      <li>b</li>\n    </ul>\n  </li>\n</ul>",
        ),
    ]);
}

#[test]
fn parts_of_tables_and_selects_get_their_own_lines() {
    check(&[
        (
            "<table><col><tr><td>a<td> b </table>",
            "<table>\n  <colgroup>\n    <col>\n  </colgroup>\n  <tbody>\n    <tr>\n      <td>a</td>\n      <td>b</td>\n    \
             </tr>\n  </tbody>\n</table>",
        ),
        (
            "<p>a<select><option> a<option>b</select>c",
            "<p>\n  a<select>\n    <option> a</option>\n    <option>b</option>\n  </select>c\n</p>",
        ),
    ]);
}

#[test]
fn an_inline_element_is_split_into_lines_only_if_it_contains_a_block() {
    check(&[
        ("<p>a<span> <b>b</b> </span>c", "<p>a<span> <b>b</b> </span>c</p>"),
        (
            "<div>a<a> b <p>c</p> d </a>e</div>",
            "<div>\n  a<a> b\n    <p>c</p>\n    d </a>e\n</div>",
        ),
        ("<div><a><div>b</div></a></div>", "<div>\n  <a>\n    <div>b</div>\n  </a>\n</div>"),
        ("<p>a<button> b </button>c", "<p>a<button> b </button>c</p>"),
        ("<button>a<div>b</div></button>", "<button>\n  a\n  <div>b</div>\n</button>"),
    ]);
}

#[test]
fn content_whose_whitespace_may_show_is_not_changed() {
    for html in [
        "<pre> a <div> <p>b</p> </div></pre>",
        "<textarea> a </textarea>",
        "<script> a </script>",
        "<x-y> <div><p>a</p> </div></x-y>",
        "<svg> <g><foreignObject><div><p>a</p></div></foreignObject></g></svg>",
        "<math> <mi> a </mi></math>",
        "<ruby> a <rt> b </rt></ruby>",
        "<option> a </option>",
        "<div><template shadowrootmode=\"open\"><slot>a</slot></template><p>b</p></div>",
        "<div><a><div><svg><foreignObject><a></a></foreignObject></svg></div></a></div>",
        " a <b>b</b> ",
        "<template> <b>a</b> </template>",
    ] {
        assert_eq!(pretty(html), html);
    }
}

#[test]
fn a_node_that_does_not_show_gets_its_own_line_outside_of_text() {
    check(&[
        ("<div>a<!--b-->c</div>", "<div>a<!--b-->c</div>"),
        ("<div>a<script></script>c</div>", "<div>\n  a<script></script>c\n</div>"),
        (
            "<div><script></script>c<link></div>",
            "<div>\n  <script></script>\n  c\n  <link>\n</div>",
        ),
        ("<div>a<p hidden>b</p>c</div>", "<div>\n  a<p hidden=\"\">b</p>c\n</div>"),
        ("<p>a</p><!--b--><p>c", "<p>a</p>\n<!--b-->\n<p>c</p>"),
        ("<p>a</p><!--b-->c<!--d-->", "<p>a</p>\n<!--b-->\nc<!--d-->"),
        ("<template><p>a</p></template>", "<template>\n  <p>a</p>\n</template>"),
    ]);
}

#[test]
fn line_feeds_carriage_returns_and_doctype_identifiers_are_kept() {
    check(&[
        ("<pre>\n\n a</pre>", "<pre>\n\n a</pre>"),
        ("<textarea>\n\na</textarea>", "<textarea>\n\na</textarea>"),
        ("<p title='a&#13;'>b&#13;c", "<p title=\"a&#13;\">b&#13;c</p>"),
    ]);
    for doctype in [
        "<!DOCTYPE html>",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Frameset//EN\" \"about:a'b\">",
        "<!DOCTYPE html SYSTEM>",
    ] {
        let document = ParseOptions::new().parse_str(doctype);
        let html = document.to_pretty_html();
        assert_eq!(html, format!("{doctype}\n<html>\n  <head></head>\n  <body></body>\n</html>\n"));
        assert_eq!(ParseOptions::new().parse_str(&html).quirks_mode(), document.quirks_mode());
    }
    let faulty = ParseOptions::new().parse_str("<!DOCTYPE html oops>");
    assert!(faulty.to_pretty_html().starts_with("<!DOCTYPE html SYSTEM>\n"));
}

#[test]
fn the_parts_of_a_document_get_their_own_lines() {
    let document = ParseOptions::new()
        .parse_str("<!--a--><!DOCTYPE html><title> b </title><body>c</html><!--d-->");
    let expected = "<!--a-->\n<!DOCTYPE html>\n<html>\n  <head>\n    <title> b </title>\n  </head>\n  \
                    <body>c</body>\n</html>\n<!--d-->\n";
    assert_eq!(document.to_pretty_html(), expected);
    let frames =
        ParseOptions::new().parse_str("<frameset><frame><noframes> a </noframes></frameset>");
    let expected = "<html>\n  <head></head>\n  <frameset>\n    <frame>\n    <noframes> a </noframes>\n  \
                    </frameset>\n</html>\n";
    assert_eq!(frames.to_pretty_html(), expected);
}

#[test]
fn a_document_whose_body_has_a_shadow_root_is_not_changed() {
    let html = "<html><head></head><body><template shadowrootmode=\"open\"></template><p>a</p></body></html>";
    assert_eq!(ParseOptions::new().parse_str(html).to_pretty_html(), html);
}

#[test]
fn every_kind_of_node_can_be_pretty_printed() {
    let document =
        parse_fragment("body", "<!--a--><pre><div><p>b</p></div></pre><div><p>c &amp;</p></div>");
    let html: Vec<String> = document.descendants().map(|node| node.to_pretty_html()).collect();
    let expected = [
        "<!--a-->",
        "<pre><div><p>b</p></div></pre>",
        "<div><p>b</p></div>",
        "<p>b</p>",
        "b",
        "<div>\n  <p>c &amp;</p>\n</div>",
        "<p>c &amp;</p>",
        "c &amp;",
    ];
    assert_eq!(html, expected);
}

#[test]
fn all_methods_write_the_same() {
    let document = parse_fragment("body", "<div><p>a</p></div>".repeat(1000));
    for (options, line) in [
        (PrettyOptions::new(), "<div>\n  <p>a</p>\n</div>\n"),
        (PrettyOptions::new().indent_width(0), "<div>\n<p>a</p>\n</div>\n"),
        (PrettyOptions::new().indent_width(4), "<div>\n    <p>a</p>\n</div>\n"),
        (PrettyOptions::new().tabs(true), "<div>\n\t<p>a</p>\n</div>\n"),
    ] {
        let pretty = document.serialize(&options);
        let html = pretty.to_string();
        assert_eq!(html, line.repeat(1000).trim_end());
        assert_eq!(format!("{pretty}"), html);
        let mut bytes = Vec::new();
        pretty.write_to(&mut bytes).unwrap();
        assert_eq!(bytes, html.as_bytes());
    }
}

/// Without a bound, the output for a deep tree would grow with the square of its size.
#[test]
fn lines_are_indented_by_at_most_40_levels() {
    let html = pretty(&"<div>".repeat(500));
    let widest = html.lines().map(|line| line.len() - line.trim_start().len()).max();
    assert_eq!(widest, Some(80));
}

#[test]
fn the_content_of_an_element_is_written_as_within_its_tags() {
    let inner = |html: &str| {
        let document = parse_fragment("body", html);
        let element = document.root().first_element_child().unwrap().as_node();
        element.serialize_inner(&PrettyOptions::new()).to_string()
    };
    assert_eq!(inner("<div><p>a</p><ul><li>b</ul></div>"), "<p>a</p>\n<ul>\n  <li>b</li>\n</ul>");
    assert_eq!(inner("<pre>\n\n a\n</pre>"), "\n a\n");
    assert_eq!(inner("<script>a < b</script>"), "a < b");
    assert_eq!(inner("<br>"), "");
    let text = parse_fragment("body", "a");
    let text = text.root().first_child().unwrap();
    assert_eq!(text.serialize_inner(&PrettyOptions::new()).to_string(), "");
    assert_eq!(text.serialize_outer(&PrettyOptions::new()).to_string(), "a");
}
