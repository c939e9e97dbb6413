//! The verdicts of callbacks: whatever comes of them is judged as if it had been in the source.

use consomme::NodeRef;

use crate::{
    AttributeVerdict, ElementVerdict, Escape, Policy, SanitizeOptions, Sanitizer, TextVerdict,
    UrlPolicy,
};

/// Sanitizes with a verdict on the elements of one name, as text; checks that it is a fixed point,
/// and that the tree is the same.
fn judged(base: Sanitizer, policy: Policy, html: &str) -> String {
    let sanitizer = base.policy(policy);
    let sanitized = sanitizer.sanitize_str(html);
    assert_eq!(sanitizer.sanitize_str(&sanitized), sanitized, "{html}");
    let mut tree = consomme::parse_fragment("div", html);
    sanitizer.sanitize(&mut tree);
    tree.check_invariants().unwrap();
    // A tree that is written has its carriage returns as they are.
    assert_eq!(tree.inner_html().replace('\r', "&#13;"), sanitized, "{html}");
    sanitized
}

fn on(name: &'static str, verdict: ElementVerdict) -> Policy {
    Policy::new().on_element(move |element| match element.name() == name {
        true => verdict.clone(),
        false => ElementVerdict::Keep,
    })
}

fn renamed(name: &'static str, new: &str, html: &str) -> String {
    judged(Sanitizer::allow_everything(), on(name, ElementVerdict::Rename(new.to_owned())), html)
}

#[test]
fn a_renamed_element_is_judged_under_its_new_name() {
    assert_eq!(
        renamed("b", "STRONG", "<b id=x>1<b>2</b></b>"),
        "<strong id=\"x\">1<strong>2</strong></strong>"
    );
    for name in ["script", "iframe", "object", "base", "template", "", "1", "a b", "x>y", "x/"] {
        assert_eq!(renamed("b", name, "<b src=x>1</b>2"), "2", "{name}");
    }
    // A URL on an element that is not known navigates nowhere; on a link, it does.
    assert_eq!(renamed("x-a", "a", "<x-a href=javascript:f()>1</x-a>"), "<a>1</a>");
    let urls = on("x-a", ElementVerdict::Rename("img".to_owned()))
        .urls(UrlPolicy::new().any_scheme(crate::UrlUse::Resource));
    let html = "<x-a src=ftp:x alt=1></x-a>";
    assert_eq!(judged(Sanitizer::allow_everything(), urls, html), "<img alt=\"1\">");
}

#[test]
fn no_element_with_content_becomes_one_whose_content_is_text() {
    let html = "<b>&lt;/style&gt;&lt;/textarea&gt;&lt;img src=x onerror=f()&gt;</b>";
    for name in ["style", "xmp", "noscript", "noembed", "plaintext", "textarea", "title", "br"] {
        assert_eq!(renamed("b", name, html), "", "{name}");
    }
    assert_eq!(renamed("b", "br", "1<b></b>2"), "1<br>2");
    assert_eq!(
        renamed("style", "p", "<style><img src=x onerror=f()></style>"),
        "<p>&lt;img src=x onerror=f()&gt;</p>"
    );
}

#[test]
fn elements_of_svg_are_renamed_as_the_parser_would_read_them() {
    for (name, expected) in [
        ("circle", "<svg><circle></circle></svg>"),
        ("LINEARGRADIENT", "<svg><linearGradient></linearGradient></svg>"),
        ("SCRIPT", "<svg></svg>"),
        ("use", "<svg></svg>"),
        ("p", "<svg></svg>"),
    ] {
        assert_eq!(renamed("rect", name, "<svg><rect></rect></svg>"), expected);
    }
    assert_eq!(renamed("g", "desc", "<svg><g><rect></rect></g></svg>"), "<svg></svg>");
    assert_eq!(renamed("svg", "g", "<svg></svg>1"), "1");
}

#[test]
fn markup_that_takes_the_place_of_an_element_is_sanitized() {
    let replaced = |html: &str, source: &str| {
        judged(Sanitizer::new(), on("hr", ElementVerdict::Replace(html.to_owned())), source)
    };
    assert_eq!(replaced("<b onclick=f()>1</b><script>f()</script>2", "0<hr>3"), "0<b>1</b>23");
    assert_eq!(replaced("", "0<hr>1<hr>"), "01");
    assert_eq!(replaced("<td>1</td>", "<hr>"), "1");
    // Another `hr` is not replaced in turn, and the walk ends.
    let sanitizer =
        Sanitizer::new().policy(on("hr", ElementVerdict::Replace("<hr><hr>".to_owned())));
    assert_eq!(sanitizer.sanitize_str("<hr>1"), "<hr><hr>1");
}

#[test]
fn markup_that_cannot_be_there_is_arranged_as_the_parser_would() {
    let policy = on("i", ElementVerdict::Replace("<p>1<li>2</li></p>".to_owned()));
    let sanitizer = Sanitizer::new().policy(policy);
    let html = sanitizer.sanitize_str("<p>0<i></i>3</p>");
    assert_eq!(sanitizer.sanitize_str(&html), html);
    let mut tree = consomme::parse_fragment("div", &*html);
    sanitizer.sanitize(&mut tree);
    assert_eq!(tree.inner_html(), html);
    assert!(html.contains("<p>1") && !html.contains("<li"), "{html}");
}

#[test]
fn an_element_is_wrapped_in_the_innermost_element_of_the_markup() {
    let wrapped = |html: &'static str, source: &str| {
        let policy = Policy::new().on_element(move |element| {
            let mut around = element.as_node().ancestors().filter_map(NodeRef::as_element);
            match element.is_html("table") && !around.any(|it| it.is_html("div")) {
                true => ElementVerdict::Wrap(html.to_owned()),
                false => ElementVerdict::Keep,
            }
        });
        judged(Sanitizer::new(), policy, source)
    };
    let table = "<table><tbody><tr><td>1</td></tr></tbody></table>";
    let source = "0<table onclick=f()><td onclick=f()>1</table>2";
    assert_eq!(
        wrapped("<div onclick=f()><section>x</section></div>", source),
        format!("0<div><section>x{table}</section></div>2")
    );
    for html in [
        "",
        "text",
        "<textarea>",
        "<template></template>",
        "<br>",
        "<svg></svg>",
        "<style></style>",
    ] {
        assert_eq!(wrapped(html, source), format!("0{table}2"), "{html}");
    }
    // An element that the configuration removes goes with its content.
    assert_eq!(wrapped("<script><div></div></script>", source), format!("0{table}2"));
    assert_eq!(wrapped("<form></form>", source), "02");
}

#[test]
fn added_attributes_are_judged_as_those_of_the_source() {
    let added = |attributes: &[(&str, &str)], html: &str| {
        let owned = attributes.iter().map(|(name, value)| (name.to_string(), value.to_string()));
        let name = html[1..].split([' ', '>']).next().unwrap().to_owned();
        let verdict = ElementVerdict::AddAttributes(owned.collect());
        let policy = Policy::new()
            .urls(UrlPolicy::new())
            .enforce_attribute("p", "lang", "en")
            .on_attribute(|_, attribute| match attribute.name() {
                "hidden" => AttributeVerdict::Remove,
                _ => AttributeVerdict::Keep,
            })
            .on_element(move |element| match element.name() == name {
                true => verdict.clone(),
                false => ElementVerdict::Keep,
            });
        judged(Sanitizer::allow_everything(), policy, html)
    };
    assert_eq!(
        added(
            &[("ID", "x"), ("onclick", "f()"), ("hidden", ""), ("lang", "de"), ("a b", "x")],
            "<p class=y>1</p>"
        ),
        "<p class=\"y\" lang=\"en\" id=\"x\">1</p>"
    );
    assert_eq!(added(&[("href", "javascript:f()")], "<a href=x>1</a>"), "<a>1</a>");
    assert_eq!(added(&[("href", "ftp:x")], "<a>1</a>"), "<a>1</a>");
    assert_eq!(
        added(&[("title", "\0\r\"<")], "<a>1</a>"),
        "<a title=\"\u{FFFD}&#13;&quot;&lt;\">1</a>"
    );
    assert_eq!(
        added(&[("VIEWBOX", "0"), ("ONLOAD", "f()")], "<svg></svg>"),
        "<svg viewBox=\"0\"></svg>"
    );
}

#[test]
fn texts_become_other_texts_and_markup() {
    let policy = Policy::new().on_text(|text| match text.as_text().unwrap_or_default() {
        "set" => TextVerdict::Set("<b>\0\r".to_owned()),
        "html" => TextVerdict::Replace("<b onclick=f()>1</b><script>f()</script>2".to_owned()),
        "none" => TextVerdict::Replace(String::new()),
        _ => TextVerdict::Keep,
    });
    for (html, expected) in [
        ("set", "&lt;b&gt;\u{FFFD}&#13;"),
        ("<i>html</i>", "<i><b>1</b>2</i>"),
        ("<i>none</i>", "<i></i>"),
        // The callback sees a text as a whole whose parts had elements between them that go.
        ("se<script></script>t", "&lt;b&gt;\u{FFFD}&#13;"),
        ("<x>1</x>h<!-- 1 -->tml", "<b>1</b>2"),
        ("<title>set</title>", "<title>&lt;b&gt;\u{FFFD}&#13;</title>"),
    ] {
        assert_eq!(judged(Sanitizer::new(), policy.clone(), html), expected);
    }
    let style = "<style>set</style>";
    assert_eq!(judged(Sanitizer::allow_everything(), policy, style), style);
}

#[test]
fn elements_that_are_not_allowed_become_text() {
    let html = "<script>f('<b>')</script><x-y a=\"&lt;'&quot;\">1<b onclick=f()>2</b><br><wbr></x-y><svg><script>3</script></svg>";
    for (escape, expected) in [
        (
            Escape::Tags,
            "&lt;script&gt;f('&lt;b&gt;')&lt;/script&gt;&lt;x-y a=\"&amp;lt;'&amp;quot;\"&gt;1<b>2</b><br><wbr>\
            &lt;/x-y&gt;<svg>&lt;script&gt;3&lt;/script&gt;</svg>",
        ),
        (
            Escape::All,
            "&lt;script&gt;f('&lt;b&gt;')&lt;/script&gt;&lt;x-y a=\"&amp;lt;'&amp;quot;\"&gt;1&lt;b onclick=\"f()\"&gt;2\
            &lt;/b&gt;&lt;br&gt;&lt;wbr&gt;&lt;/x-y&gt;<svg>&lt;script&gt;3&lt;/script&gt;</svg>",
        ),
    ] {
        let policy = Policy::new().escape_unlisted(escape).unwrap_unlisted(true);
        assert_eq!(judged(Sanitizer::new(), policy, html), expected);
    }
    let policy = on("b", ElementVerdict::Escape);
    assert_eq!(
        judged(Sanitizer::new(), policy, "<b>1<i>2</i></b>"),
        "&lt;b&gt;1&lt;i&gt;2&lt;/i&gt;&lt;/b&gt;"
    );
}

#[test]
fn no_syntax_of_templates_is_left_however_it_comes_about() {
    let policy = Policy::new()
        .break_templates(true)
        .urls(UrlPolicy::new())
        .on_text(|text| match text.as_text() {
            Some("set") => TextVerdict::Set("{{1}}".to_owned()),
            Some("html") => TextVerdict::Replace("{<script></script>{<b title='<%'>".to_owned()),
            _ => TextVerdict::Keep,
        })
        .on_attribute(|_, attribute| match attribute.name() {
            "lang" => AttributeVerdict::Set("{{x".to_owned()),
            _ => AttributeVerdict::Keep,
        });
    for html in [
        "{<script></script>{x}<!-- -->}",
        "<p title='{{x}}' lang=x>$<x-y>{</x-y></p>",
        "<!-- {{ --><!-- { --><?a {{?>",
        "<x{{ a>1</x{{>",
        "<p {{a=1 b>",
        "<template>{<script></script>{</template>",
        "<li>{</li>{",
        "set",
        "html",
        "<style>a{b{c}}</style>",
        "<title>{{</title><textarea><%= x %></textarea>",
    ] {
        for base in [Sanitizer::new(), Sanitizer::allow_everything()] {
            let sanitizer = base.policy(policy.clone());
            let sanitized = sanitizer.sanitize_str(html);
            for sign in ["{{", "}}", "${", "<%", "%>", "&lt;%", "%&gt;"] {
                assert!(!sanitized.contains(sign), "{html}: {sanitized}");
            }
            assert_eq!(sanitizer.sanitize_str(&sanitized), sanitized);
        }
    }
    // A space ends a URL of a list, so that a comma after it would begin another one.
    let html = "<img srcset='a{{,//evil.example/ 2x'>";
    let urls = UrlPolicy::new().relative(crate::RelativeUrls::KeepOnHost);
    let policy = Policy::new().break_templates(true).urls(urls);
    let sanitized = judged(Sanitizer::allow_everything(), policy, html);
    assert!(!sanitized.contains("evil"), "{sanitized}");
}

#[test]
fn what_a_callback_changed_is_noted() {
    let policy = Policy::new().on_element(|element| match element.name() {
        "b" => ElementVerdict::Rename("strong".to_owned()),
        "hr" => ElementVerdict::Replace("<br>".to_owned()),
        _ => ElementVerdict::Keep,
    });
    let sanitizer = Sanitizer::new().policy(policy);
    let options = SanitizeOptions::new().max_removals(9);
    let sanitized = options.sanitize(&sanitizer, "div", "<b>1</b><hr>");
    let lines: Vec<_> = sanitized.removals().list().iter().map(|it| it.to_string()).collect();
    assert_eq!(lines, ["tags of b: a callback decided", "element hr: a callback decided"]);
}

/// A text that comes of its own markup would be replaced for ever.
#[test]
fn a_text_of_markup_that_is_escaped_is_no_new_text() {
    let highlight = |text: NodeRef<'_>| match text.as_text() {
        Some(text) if text.contains("leek") => {
            TextVerdict::Replace(text.replace("leek", "<mark>leek</mark>"))
        }
        _ => TextVerdict::Keep,
    };
    let mut sanitizer = Sanitizer::new();
    sanitizer.remove_element("mark");
    for escape in [Escape::Tags, Escape::All] {
        let policy = Policy::new().escape_unlisted(escape).on_text(highlight);
        let html = "&lt;mark&gt;leek&lt;/mark&gt;";
        let mut tree = consomme::parse_fragment("div", "leek");
        sanitizer.clone().policy(policy).sanitize(&mut tree);
        assert_eq!(tree.inner_html(), html);
    }
    let policy = Policy::new().on_text(highlight).on_element(|element| match element.name() {
        "mark" => ElementVerdict::Escape,
        _ => ElementVerdict::Keep,
    });
    let mut tree = consomme::parse_fragment("div", "leek");
    Sanitizer::new().policy(policy).sanitize(&mut tree);
    assert_eq!(tree.inner_html(), "&lt;mark&gt;leek&lt;/mark&gt;");
}

#[test]
fn a_sheet_of_svg_is_no_text() {
    let policy = Policy::new().on_text(|_| TextVerdict::Replace("<b>1</b>".to_owned()));
    let html = "<svg><style>p{}</style></svg>";
    assert_eq!(judged(Sanitizer::allow_everything(), policy, html), html);
}

#[test]
fn an_element_gets_only_a_name_that_is_a_tag() {
    for name in ["_x", "é", "1", ""] {
        let policy = Policy::new().on_element(move |element| match element.name() {
            "i" => ElementVerdict::Rename(name.to_owned()),
            _ => ElementVerdict::Keep,
        });
        assert_eq!(judged(Sanitizer::allow_everything(), policy, "<i>1</i>2"), "2", "{name}");
    }
}

#[test]
fn syntax_of_templates_is_broken_in_contents_of_a_template_in_a_tree() {
    let policy = Policy::new().break_templates(true);
    let html = "<template>{<script></script>{x}<script></script>}</template>";
    let mut tree = consomme::parse_fragment("div", html);
    Sanitizer::new().policy(policy).sanitize(&mut tree);
    assert!(!tree.inner_html().contains("{{"), "{}", tree.inner_html());
}
