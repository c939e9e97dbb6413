//! Links and images in rendered text.

use consomme::parse_fragment;
use consomme::rendering::{MarkKind, TextOptions};

/// Checks the text, in which `[` and `]` are around links, and `*` stands for images. At one
/// offset, they are in this order: `[`, `*`, `]`.
#[track_caller]
fn check(html: &str, expected: &str) {
    let document = parse_fragment("body", html);
    let options = TextOptions::new().links(true).images(true);
    let rendered = document.inner_text_with(&options);
    assert_eq!(rendered.text(), document.inner_text());
    let mut marks = Vec::new();
    for mark in rendered.marks() {
        match mark.kind() {
            MarkKind::Link => {
                marks.extend([(mark.range().start, 0, '['), (mark.range().end, 2, ']')]);
            }
            _ => {
                assert!(mark.range().is_empty());
                marks.push((mark.range().start, 1, '*'));
            }
        }
    }
    marks.sort_unstable();
    let mut marked = rendered.text().to_owned();
    marks.iter().rev().for_each(|&(offset, _, mark)| marked.insert(offset, mark));
    assert_eq!(marked, expected, "{html}");
}

#[test]
fn the_text_of_a_link_has_no_spaces_at_its_ends() {
    check("a <a href=x>b</a> c", "a [b] c");
    check("a<a href=x> b </a>c", "a [b] c");
    check("a <a href=x> <b> b </b> <br></a>c", "a [b\n]c");
    check("<a href=x>b</a>", "[b]");
    check("<pre><a href=x> b </a></pre>", "[ b ]");
}

#[test]
fn a_link_starts_after_the_line_breaks_before_its_text() {
    check("<p>a</p><p><a href=x>b</a></p>c", "a\n\n[b]\n\nc");
    check("a<a href=x><p>b</p><p>c</p></a>d", "a\n\n[b\n\nc]\n\nd");
    check("a<br><a href=x>b</a><br>c", "a\n[b]\nc");
    check("<table><tr><td>a<td><a href=x>b</a></table>", "a\t[b]");
}

#[test]
fn a_link_without_text_has_a_place() {
    check("a <a href=x></a> b", "a[] b");
    check("<p>a</p><a href=x></a><p>b</p>", "a\n\n[]b");
    check("<a href=x> </a>", "[]");
    check("a<a href=x hidden>b</a>c", "ac");
}

#[test]
fn an_image_has_a_place() {
    check("<img src=x>", "*");
    check("a <img src=x> b", "a * b");
    check("a<input type=IMAGE alt=x><input>b", "a*b");
    check("<p>a</p><img><p>b</p>", "a\n\n*b");
    check("<p>a</p>b<img><p>c</p>", "a\n\nb*\n\nc");
    check("<p>a</p><img> b", "a\n\n* b");
    check("<p>a</p><img>", "a*");
    check("a<img align=left>b", "a\n*b");
    check("a<img hidden>b<video><img></video>", "ab");
}

#[test]
fn a_link_may_have_an_image() {
    check("a <a href=x><img> b</a>", "a [* b]");
    check("a <a href=x><img></a> b", "a [*] b");
    check("<p>a</p><a href=x><img></a>b", "a\n\n[*]b");
    check("<p>a</p><a href=x>b <img></a><img>c", "a\n\n[b **]c");
    check("a<a href=x><img><div>b</div></a>", "a[*\nb]");
    check("a<a href=x><input><div>b</div></a>", "a[\nb]");
    check("a<a href=x><div><img>b</div></a>", "a\n[*b]");
}

#[test]
fn links_have_an_address() {
    check("<a>a</a><a name=x>b</a><a href>c</a>", "ab[c]");
    check("<map><area href=x></map>", "");
    check(
        "<svg><text>a <a href=x>b</a> <a xlink:href=x>c</a> <a>d</a></text></svg>",
        "a [b] [c] d",
    );
    // Outside of texts, elements of SVG have no boxes in lines.
    check("<svg><a href=x><text>a</text></a></svg>", "a");
}

#[test]
fn links_and_images_are_marked_only_on_request() {
    let document = parse_fragment("body", "<a href=x>a<img></a>");
    let kinds = |options: &TextOptions| {
        let rendered = document.inner_text_with(options);
        rendered.marks().iter().map(|mark| mark.kind()).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&TextOptions::new()), []);
    assert_eq!(kinds(&TextOptions::new().links(true)), [MarkKind::Link]);
    assert_eq!(kinds(&TextOptions::new().images(true)), [MarkKind::Image]);
    let both = TextOptions::new().images(true).links(true);
    assert_eq!(kinds(&both), [MarkKind::Link, MarkKind::Image]);
}
