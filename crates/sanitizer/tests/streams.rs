//! Sanitizing in pieces: the result is that of the whole text, or the stream gives up.

use consomme_sanitizer::{Escape, Policy, Preset, SanitizeOptions, Sanitizer, StreamError};
use consomme_test::config::config;
use consomme_test::soup::soup;
use consomme_test::targets::sanitizer_pieces::PIECES;
use consomme_test::targets::sanitizer_stream::sanitizers;
use proptest::prelude::*;
use proptest::sample::select;

/// Sanitizes a text in pieces of that many bytes, or in a few more where a character is longer.
fn streamed(
    sanitizer: &Sanitizer,
    text: &str,
    piece: usize,
    segment: usize,
) -> Result<String, StreamError> {
    let stream = SanitizeOptions::new().stream(sanitizer, "div")?;
    let mut stream = stream.max_held(1 << 20).min_segment(segment);
    let mut html = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = piece.min(rest.len());
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let (now, later) = rest.split_at(end);
        stream.write(now, &mut html)?;
        rest = later;
    }
    stream.finish(&mut html)?;
    Ok(html)
}

fn whole(sanitizer: &Sanitizer, text: &str) -> String {
    SanitizeOptions::new().sanitize(sanitizer, "div", text).into_html()
}

/// Markup that is mostly well-formed.
fn well_formed() -> impl Strategy<Value = String> {
    const TAGS: [&str; 24] = [
        "p",
        "div",
        "b",
        "i",
        "a",
        "ul",
        "li",
        "table",
        "tr",
        "td",
        "section",
        "pre",
        "h1",
        "span",
        "blockquote",
        "font",
        "dl",
        "dd",
        "form",
        "button",
        "svg",
        "object",
        "script",
        "x-y",
    ];
    let step = prop_oneof![
        6 => select(&TAGS[..]).prop_map(|tag| format!("<{tag} class=x title='a>b'>")),
        3 => Just(String::new()),
        3 => Just("text &amp; ".to_owned()),
        1 => Just("\n".to_owned()),
        1 => select(&TAGS[..]).prop_map(|tag| format!("</{tag}>")),
        1 => Just("<img src=http://a/ alt='>'><br>".to_owned()),
    ];
    prop::collection::vec(step, 0..40).prop_map(|steps| {
        let mut open = Vec::new();
        let mut html = String::new();
        for step in steps {
            if step.is_empty() {
                if let Some(tag) = open.pop() {
                    html.push_str(&format!("</{tag}>"));
                }
                continue;
            }
            let tag = step.strip_prefix('<').filter(|it| it.contains(" class"));
            open.extend(tag.and_then(|it| it.split(' ').next()).map(str::to_owned));
            html.push_str(&step);
        }
        html
    })
}

fn markup() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(select(PIECES), 0..24).prop_map(|pieces| pieces.concat());
    prop_oneof![3 => well_formed(), 1 => pieces, 1 => soup()]
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn a_stream_writes_what_the_whole_text_becomes_or_gives_up(
        text in markup(), which in 0_usize..11, piece in 1_usize..40, segment in 1_usize..60,
    ) {
        let sanitizer = &sanitizers()[which];
        if let Ok(html) = streamed(sanitizer, &text, piece, segment) {
            prop_assert_eq!(html, whole(sanitizer, &text), "{:?}", text);
        }
    }
}

/// Without this, a stream that always gives up would pass.
#[test]
fn a_stream_gives_up_on_few_texts_that_are_well_formed() {
    let sanitizer = Sanitizer::preset(Preset::Relaxed);
    for (html, segments) in [
        ("<p>1</p><p>2<b>3</b></p><ul><li>4<li>5</ul>", 1),
        ("<div><section><p onclick=a()>1<i>2</i><p>3</section><pre>\n\n4\n</pre></div>5", 1),
        ("<table><tr><td>1<td><b>2</b><tr><td>3</table><h1>4</h1>", 1),
        ("<b><i>1</i>2</b><a href=https://a/>3<em>4</em></a>", 1),
        ("<script>a('<p>')</script><!-- <p> --><p>1<style>b>c{}</style></p>", 1),
        ("<x-y><x-z>1</x-z><p>2</p></x-y><form><p>3</form><p>4", 1),
        ("<p>1</p></div></body></html><p>2</p></p><br>3", 1),
    ] {
        for size in segments..60 {
            let found = streamed(&sanitizer, html, 7, size);
            assert_eq!(found, Ok(whole(&sanitizer, html)), "{html} {size}");
        }
    }
}

#[test]
fn content_that_moves_is_refused_if_it_is_written_already() {
    let sanitizer = Sanitizer::preset(Preset::Relaxed);
    let filler = "<p>filler</p>".repeat(40);
    for html in [
        format!("<table><tr><td>{filler}</td></tr>moved"),
        format!("<b>1<div>{filler}</b>2"),
        format!("<a href=https://a/><div>{filler}<a href=https://b/>2</a>"),
        format!("{filler}<?start name=x><template for=x>1</template>"),
    ] {
        let error = streamed(&sanitizer, &html, 30, 20).unwrap_err();
        assert!(matches!(error, StreamError::MovesBack { .. }), "{html} {error}");
        assert_eq!(streamed(&sanitizer, &html, 30, 1 << 12).is_ok(), !html.contains("template"));
    }
}

/// The end tag of a `template` clears the marker of a cell in it, and that of the `template` stays:
/// the `a` is not opened again.
#[test]
fn a_template_that_ends_in_a_cell_leaves_its_marker() {
    let sanitizer = Sanitizer::new();
    let html = "<p><a> <template><td></template></x><ol>1";
    assert_eq!(whole(&sanitizer, html), "<p><a> </a></p><ol>1</ol>");
    for size in 1..60 {
        assert_eq!(streamed(&sanitizer, html, 7, size), Ok(whole(&sanitizer, html)), "{size}");
    }
}

#[test]
fn what_needs_the_whole_text_is_refused_before_anything_is_written() {
    let options = SanitizeOptions::new();
    let refused = |sanitizer: &Sanitizer, options: &SanitizeOptions, context: &str| {
        options.stream(sanitizer, context.to_owned().as_str()).err().map(|it| it.to_string())
    };
    let with = |policy| Sanitizer::new().policy(policy);
    for (sanitizer, name) in [
        (
            with(Policy::new().on_element(|_| consomme_sanitizer::ElementVerdict::Keep)),
            "on_element",
        ),
        (with(Policy::new().escape_unlisted(Escape::All)), "escape_unlisted"),
        (with(Policy::new().break_templates(true)), "break_templates"),
        (Sanitizer::allow_everything(), "comments"),
    ] {
        let error = refused(&sanitizer, &options, "div");
        assert_eq!(error.as_deref(), Some(&*format!("{name} needs the whole text")));
    }
    let noting = options.clone().max_removals(1);
    assert!(refused(&Sanitizer::new(), &noting, "div").unwrap().starts_with("max_removals"));
    for context in ["table", "tr", "select", "template", "script", "br", "html"] {
        assert!(refused(&Sanitizer::new(), &options, context).is_some(), "{context}");
    }
    for context in ["section", "td", "li", "body"] {
        assert_eq!(refused(&Sanitizer::new(), &options, context), None, "{context}");
    }
}

#[test]
fn a_text_that_cannot_be_divided_is_held_up_to_a_bound() {
    let sanitizer = Sanitizer::new();
    for start in ["<script>", "<p title='", "<!--", "<svg>", "<select>", "<b", "<plaintext>"] {
        let mut stream = SanitizeOptions::new().stream(&sanitizer, "div").unwrap().max_held(4096);
        let (mut html, mut error) = (String::new(), None);
        stream.write(start, &mut html).unwrap();
        for _ in 0..100 {
            error = error.or(stream.write(&"a ".repeat(100), &mut html).err());
        }
        assert!(matches!(error, Some(StreamError::Undivided { .. })), "{start} {error:?}");
        assert!(stream.finish(&mut html).is_err());
    }
}
