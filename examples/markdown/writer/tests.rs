use consomme::parse_fragment;

use super::markdown;

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (html, expected) in cases {
        let document = parse_fragment("body", *html);
        let written = markdown(document.root());
        assert_eq!(written.trim_end_matches('\n'), *expected, "{html}");
    }
}

#[test]
fn blocks_have_empty_lines_between_them() {
    check(&[
        ("<h1>a</h1><p>b<p>c", "# a\n\nb\n\nc"),
        ("<div>a<div>b</div></div>c", "a\n\nb\n\nc"),
        ("a<hr>b", "a\n\n***\n\nb"),
        ("<h2>a<br>b #</h2>", "## a b \\#"),
        ("<h3></h3><p> </p>a", "a"),
        (
            "<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>d",
            "> a\n>\n> b\n>\n> > c\n\nd",
        ),
        ("<details><summary>a</summary>b</details>", "a\n\nb"),
    ]);
}

#[test]
fn marks_are_around_words() {
    check(&[
        ("a <b>b</b> <i> c </i>d", "a **b** _c_ d"),
        ("a<b>b</b>c a<i>b</i>c", "a**b**c a<em>b</em>c"),
        ("a<b>'b'</b>c", "a<strong>'b'</strong>c"),
        ("<b><i>a</i></b> <b>b <b>c</b></b>", "**_a_** **b c**"),
        ("<i>a</i><i>b</i>", "_a_<em>b</em>"),
        ("<del>a</del> <b></b> <b> </b>b", "~~a~~ b"),
        ("<b><p>a</p><p>b</p></b>", "**a**\n\n**b**"),
        ("<b>a<br></b>b", "<strong>a\\\n</strong>b"),
    ]);
}

#[test]
fn code_is_between_more_backticks_than_it_has() {
    check(&[
        ("<code>a *b*</code>", "`a *b*`"),
        ("<code>a ` b</code>", "``a ` b``"),
        ("<code>`</code>", "`` ` ``"),
        ("<code>a</code><kbd>b</kbd> <code></code>c", "`a`<!-- -->`b` c"),
        ("<code><b>a</b></code>", "`a`"),
        ("<pre><code class='x language-rust'>a\n  *b*\n</code></pre>", "```rust\na\n  *b*\n```"),
        ("<pre>```\n</pre>", "````\n```\n````"),
        ("<pre>a<table><td><pre>b</pre></table></pre>c", "```\na\nb\n```\n\nc"),
        ("<pre>a<br>b<b>c</b></pre>", "```\na\nbc\n```"),
    ]);
}

#[test]
fn links_and_images_have_destinations() {
    check(&[
        ("a<a href=/x> b </a>c", "a [b](/x) c"),
        ("<a href='/a b(c)'>a</a> <a href=''>b</a>", "[a](</a b(c)>) [b](<>)"),
        ("<a href=x></a><a name=y>a</a>", "a"),
        ("<img src=x alt='a [b]'> <img alt=c>", "![a \\[b\\]](x)"),
        ("a!<a href=x>b</a>", "a\\![b](x)"),
        ("<a href=x><img src=y></a>", "[![](y)](x)"),
        ("<a href=x><h2>a</h2><p>b</p></a>", "## [a](x)\n\n[b](x)"),
    ]);
}

#[test]
fn lists_nest() {
    check(&[
        ("<ul><li>a<li>b</ul>c", "- a\n- b\n\nc"),
        ("<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "- a\n  - b\n  - c\n- d"),
        ("<ul><li><p>a<p>b<li><p>c</ul>", "- a\n\n  b\n\n- c"),
        ("<ol start=9><li>a<li>b<li value=3>c</ol>", "9. a\n10. b\n3. c"),
        ("<ol><li>a<ul><li>b</ul></ol>", "1. a\n   - b"),
        ("<ul><li>a<ol start=3><li>b</ol></ul>", "- a\n\n  3. b"),
        ("<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul>", "- a\n\n+ b\n\n- c"),
        ("<ul><li><li>a</ul>", "-\n- a"),
        ("<ul><li><pre>a\n\nb</pre></ul>", "- ```\n  a\n\n  b\n  ```"),
        ("<ul><li><blockquote>a</blockquote>b</ul>", "- > a\n\n  b"),
        ("<blockquote><ul><li>a</ul></blockquote>", "> - a"),
        ("<ul><li>a<ul><li>b</ul>c</ul>", "- a\n  - b\n\n  c"),
    ]);
}

#[test]
fn tables_have_a_header_and_alignments() {
    check(&[
        (
            "<table><tr><th>a<th align=right>b<tr><td>c<td>d</table>",
            "| a | b |\n| --- | ---: |\n| c | d |",
        ),
        ("<table><tr><td>a<td>b</table>", "|  |  |\n| --- | --- |\n| a | b |"),
        (
            "<table><thead><tr><th style='text-align: center'>a</thead><tr><td>b|c<br>d<p>e</table>",
            "| a |\n| :---: |\n| b\\|c<br>d<br>e |",
        ),
        (
            "<table><caption>a</caption><tr><th colspan=2>b<tr><td>c<td>d</table>",
            "a\n\n| b |  |\n| --- | --- |\n| c | d |",
        ),
        (
            "<table><tr><th>a<tr><td><table><tr><td>b<td>c</table></table>",
            "| a |\n| --- |\n| b<br>c |",
        ),
        ("a<table></table>b", "a\n\nb"),
        (
            "<table><tr><th>a<tr><td><ul><li>b<li>c</ul><pre>d\ne</pre></table>",
            "| a |\n| --- |\n| b<br>c<br>`d e` |",
        ),
    ]);
}

#[test]
fn what_markdown_would_not_take_as_text_is_escaped() {
    check(&[
        ("*a* _b_ c_d `e` [f] \\ ~g", "\\*a\\* \\_b\\_ c_d \\`e\\` \\[f\\] \\\\ \\~g"),
        ("&lt;b> a &lt; b &amp;amp; c & d", "\\<b> a < b \\&amp; c & d"),
        (
            "<p># a<p>> b<p>- c<p>+ d<p>1. e<p>1986) f<p>= g",
            "\\# a\n\n\\> b\n\n\\- c\n\n\\+ d\n\n1\\. e\n\n1986\\) f\n\n\\= g",
        ),
        ("<p>a<br>--- b<br>", "a\\\n\\--- b"),
    ]);
}

#[test]
fn deep_nesting_ends() {
    let html = "<ul><li><blockquote>".repeat(100) + "a";
    let document = parse_fragment("body", &*html);
    assert!(markdown(document.root()).trim_end().ends_with("> a"));
}
