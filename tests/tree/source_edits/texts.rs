//! Texts, comments and such.

use super::{check, find, text};

#[test]
fn only_what_is_different_in_a_text_changes() {
    for (html, before, after, expected) in [
        (
            "<p>Salt &amp; pepper&nbsp;!",
            "Salt & pepper\u{A0}!",
            "Salt & Pepper\u{A0}!",
            "<p>Salt &amp; Pepper&nbsp;!",
        ),
        ("<p>a&b", "a&b", "a&lt;b", "<p>a&amp;lt;b"),
        ("<p>a < b", "a < b", "a <b", "<p>a &lt;b"),
        ("<p>a&ampb", "a&b", "a&c", "<p>a&amp;c"),
        ("<p>&nGt;x", "≫\u{20D2}x", "≫y", "<p>≫y"),
        ("<p>x", "x", "", "<p>"),
        ("<p>日本", "日本", "日語本", "<p>日語本"),
        ("<p>é", "é", "è", "<p>è"),
        ("<p>a\0b", "ab", "axb", "<p>ax\0b"),
        ("<title>a&amp;b</title>", "a&b", "a</b", "<title>a&lt;/b</title>"),
        ("<script>a && b</script>", "a && b", "a && c<d", "<script>a && c<d</script>"),
    ] {
        check(html, |d| d.set_text(text(d, before), after).unwrap(), expected);
    }
}

#[test]
fn a_line_feed_at_the_start_of_a_pre_is_doubled() {
    for (html, before, after, expected) in [
        ("<pre>x</pre>", "x", "\nx", "<pre>\n\nx</pre>"),
        ("<pre>\nx</pre>", "x", "\nx", "<pre>\n\nx</pre>"),
        ("<pre>\n\nx</pre>", "\nx", "x", "<pre>\nx</pre>"),
        ("<textarea>x\n</textarea>", "x\n", "\n", "<textarea>\n\n</textarea>"),
    ] {
        check(html, |d| d.set_text(text(d, before), after).unwrap(), expected);
    }
    check("<pre><b></b>\ny</pre>", |d| d.detach(find(d, "b")).unwrap(), "<pre>\n\ny</pre>");
    check(
        "<pre>\n<b>x</b></pre>",
        |d| d.prepend_html(find(d, "pre"), "<i></i>").unwrap(),
        "<pre>\n<i></i><b>x</b></pre>",
    );
}

#[test]
fn a_text_of_several_places_is_changed_where_it_is() {
    check(
        "<body>a</body>\n</html>\n",
        |d| d.set_text(text(d, "a\n\n"), "a\n").unwrap(),
        "<body>a</body>\n</html>",
    );
    check("<p>a</i>b", |d| d.set_text(text(d, "ab"), "aXb").unwrap(), "<p>aX</i>b");
    check(
        "<svg>a<![CDATA[<b>]]>c",
        |d| d.set_text(text(d, "a<b>c"), "a<c").unwrap(),
        "<svg>a&lt;c",
    );
}

#[test]
fn a_text_that_was_moved_is_changed_where_it_is() {
    check("<table>x<tr><td>y", |d| d.set_text(text(d, "x"), "z").unwrap(), "<table>z<tr><td>y");
}

#[test]
fn comments_keep_their_marks_if_they_have_them() {
    let comment = |d: &consomme::Document| {
        d.descendants().find(|node| node.as_comment().is_some()).unwrap().id()
    };
    check("<p><!-- a -->", |d| d.set_text(comment(d), "b").unwrap(), "<p><!--b-->");
    check("<p><!a>", |d| d.set_text(comment(d), "b").unwrap(), "<p><!--b-->");
    check("<p></?a>x", |d| d.set_text(comment(d), "b").unwrap(), "<p><!--b-->x");
    check("<p><!-- a", |d| d.set_text(comment(d), "b").unwrap(), "<p><!--b-->");
    let instruction = |d: &consomme::Document| {
        d.descendants().find(|node| node.as_processing_instruction().is_some()).unwrap().id()
    };
    check("<p><?a b>x", |d| d.set_text(instruction(d), "c").unwrap(), "<p><?a c?>x");
}

#[test]
fn texts_that_become_adjacent_are_one() {
    check("<p>a<b>x</b>c", |d| d.detach(find(d, "b")).unwrap(), "<p>ac");
    check(
        "<p>a<b>x</b>c",
        |d| {
            d.detach(find(d, "b")).unwrap();
            d.normalize(d.root().id()).unwrap();
        },
        "<p>ac",
    );
    check("<p>a&am<b>x</b>p;c", |d| d.detach(find(d, "b")).unwrap(), "<p>a&amp;amp;c");
}
