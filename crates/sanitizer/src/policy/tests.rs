//! Policies never make a safe method unsafe, and every way to sanitize honors them.

use crate::{
    AttributeVerdict, ElementVerdict, Policy, RelativeUrls, RemovalReason, Removed,
    SanitizeOptions, Sanitizer, SanitizerConfig, UrlPolicy, UrlUse,
};
use consomme::{Namespace, ParseOptions};

/// Says yes to everything, and sets what runs scripts wherever it can.
fn hostile() -> Policy {
    let urls = UrlPolicy::new().rewrite(|_, _| Some(" java\nscript:steal()".to_owned()));
    let urls = [UrlUse::Link, UrlUse::Form, UrlUse::Media, UrlUse::Citation, UrlUse::Resource]
        .into_iter()
        .fold(urls, UrlPolicy::any_scheme);
    Policy::new()
        .urls(urls)
        .custom_elements(|_| true)
        .unwrap_unlisted(true)
        .on_element(|_| ElementVerdict::Keep)
        .on_attribute(|_, attribute| match attribute.name() {
            "attributeName" => AttributeVerdict::Set("href".to_owned()),
            _ => AttributeVerdict::Set("javascript:steal()".to_owned()),
        })
        .enforce_attribute("a", "onclick", "steal()")
        .enforce_attribute("a", "href", "javascript:steal()")
        .enforce_attribute("p", "onfocus", "steal()")
        .enforce_attribute("script", "src", "steal.js")
        .enforce_attribute("form", "ACTION", "javascript:steal()")
        .enforce_attribute("p", "onBlur", "steal()")
        .enforce_attribute((Namespace::Svg, "svg"), "onLoad", "steal()")
        .enforce_attribute((Namespace::Svg, "a"), "onClick", "steal()")
        .enforce_attribute((Namespace::Svg, "a"), "XLink:href", "javascript:steal()")
        .enforce_attribute((Namespace::Svg, "a"), "HREF", "javascript:steal()")
        .enforce_attribute((Namespace::Svg, "set"), "attributename", "href")
        .enforce_attribute((Namespace::MathMl, "math"), "xlink:HREF", "javascript:steal()")
}

const PAYLOAD: &str = "<p onclick=x>1<a onclick='steal()'>0</a><a href=x ping=y title=z>2</a><form action=x><button formaction=y>3</button></form>\
    <script>steal()</script><iframe srcdoc='<script>'></iframe><object data=x></object><embed src=x><base href=x>\
    <svg><script>steal()</script><use href=#x></use><a href=x xlink:href=y>4</a><set attributeName=to></set></svg>\
    <math><mi href=x>5</mi></math><x-y onclick=x>6</x-y><template><script>7</script></template>";

#[test]
fn a_hostile_policy_is_no_way_to_run_scripts() {
    for sanitizer in [Sanitizer::new(), Sanitizer::allow_everything()] {
        let sanitizer = sanitizer.policy(hostile());
        let html = sanitizer.sanitize_str(PAYLOAD);
        let mut tree = ParseOptions::new().parse_fragment("div", PAYLOAD);
        sanitizer.sanitize(&mut tree);
        tree.check_invariants().unwrap();
        let [read, written] =
            [html, tree.inner_html()].map(|html| consomme::parse_fragment("div", html));
        for tree in [read, tree, written] {
            for element in tree.root().descendants_with_templates().filter_map(|it| it.as_element())
            {
                let name = element.name();
                assert!(!matches!(name, "script" | "iframe" | "object" | "embed" | "base" | "use"));
                for attribute in element.attrs() {
                    let is_safe = match attribute.name() {
                        "href" | "action" | "formaction" => !attribute.value().contains("script:"),
                        "attributeName" => attribute.value() != "href",
                        name => !name.starts_with("on"),
                    };
                    assert!(is_safe, "{element:?}");
                }
            }
        }
    }
}

#[test]
fn the_name_of_an_enforced_attribute_is_that_of_a_tag() {
    let policy = Policy::new()
        .enforce_attribute("a", "REL", "nofollow")
        .enforce_attribute((Namespace::Svg, "svg"), "viewbox", "0 0 1 1")
        .enforce_attribute((Namespace::Svg, "a"), "XLINK:HREF", "#x")
        .enforce_attribute((Namespace::Svg, "a"), "xlink:href", "#y");
    let sanitizer = Sanitizer::allow_everything().policy(policy);
    let html = "<a rel=opener>1</a><svg viewBox=2><a xlink:href=z>3</a></svg><svg><a>4</a></svg>";
    let expected = "<a rel=\"nofollow\">1</a><svg viewBox=\"0 0 1 1\"><a xlink:href=\"#y\">3</a></svg>\
        <svg viewBox=\"0 0 1 1\"><a xlink:href=\"#y\">4</a></svg>";
    assert_eq!(sanitizer.sanitize_str(html), expected);
    assert_eq!(sanitizer.sanitize_str(expected), expected);
}

#[test]
fn no_animation_changes_a_value_that_the_policy_has_judged() {
    let policy = Policy::new()
        .classes_everywhere(["ok"])
        .enforce_attribute((Namespace::Svg, "a"), "target", "_blank")
        .enforce_attribute("p", "lang", "en");
    let sanitizer = Sanitizer::allow_everything().policy(policy);
    for (animated, is_kept) in [
        ("class", false),
        (" class\n", false),
        ("target", false),
        ("href", false),
        ("fill", true),
        ("lang", true),
    ] {
        let html = format!("<svg><set attributeName=\"{animated}\" to=\"bad\"></set></svg>");
        let sanitized = sanitizer.sanitize_str(&html);
        assert_eq!(sanitized.contains("attributeName"), is_kept, "{animated:?}");
        let without = Sanitizer::allow_everything().sanitize_str(&html);
        assert_eq!(without.contains("attributeName"), animated != "href", "{animated:?}");
    }
}

#[test]
fn an_unsafe_method_honors_the_policy_and_nothing_else() {
    let policy = Policy::new().enforce_attribute("a", "onclick", "go()").urls(UrlPolicy::new());
    let mut tree = consomme::parse_fragment("div", "<a href=javascript:x>1</a><script>2</script>");
    Sanitizer::allow_everything().policy(policy).sanitize_unsafe(&mut tree);
    assert_eq!(tree.inner_html(), "<a onclick=\"go()\">1</a><script>2</script>");
}

#[test]
fn every_method_honors_the_policy() {
    let policy = Policy::new().urls(UrlPolicy::new().relative(RelativeUrls::Drop));
    let sanitizer = Sanitizer::new().policy(policy);
    let (html, expected) = ("<a href=x>1</a>", "<a>1</a>");
    assert_eq!(sanitizer.sanitize_str(html), expected);
    assert_eq!(SanitizeOptions::new().sanitize(&sanitizer, "p", html).html(), expected);
    let mut page = sanitizer.parse_html(&ParseOptions::new(), html);
    let body = page.body().unwrap().id();
    assert_eq!(page.node(body).inner_html(), expected);
    sanitizer.set_html(&mut page, body, html).unwrap();
    assert_eq!(page.node(body).inner_html(), expected);
}

/// The tree is another one when it is read again: an element that no tag can put there.
const UNSTABLE: &str = "<form id=a><div></form><form id=b><a href=x>1</a><b>2<p>3</b>4";

#[test]
fn what_is_stable_is_not_rewritten_twice() {
    let policy = || {
        let urls = UrlPolicy::new().rewrite(|_, url| Some(format!("https://proxy.example/{url}")));
        Policy::new().urls(urls).id_prefix("u-")
    };
    let sanitizer = Sanitizer::allow_everything().policy(policy());
    for html in
        ["<a href=x>1</a>", "<nobr><a href=x>1</a></nobr>", "<noscript><a href=x>1</a></noscript>"]
    {
        let sanitized = sanitizer.sanitize_str(html);
        assert_eq!(sanitized.matches("proxy").count(), 1, "{sanitized}");
    }
    let options = SanitizeOptions::new().always_read_again(true);
    assert_eq!(
        options.sanitize(&sanitizer, "div", "<a href=x>1</a>").html(),
        sanitizer.sanitize_str("<a href=x>1</a>")
    );
}

#[test]
fn text_with_a_policy_is_a_fixed_point() {
    let policy = Policy::new().unwrap_unlisted(true).urls(UrlPolicy::new()).id_prefix("u-");
    let all = Sanitizer::allow_everything().policy(policy.clone());
    let some = Sanitizer::from_config(SanitizerConfig::new().elements(["a", "form", "b"])).unwrap();
    for sanitizer in [all, some.policy(policy)] {
        for html in [
            UNSTABLE,
            PAYLOAD,
            "<table><a id=x>1<tr><td>2",
            "<select><noscript><b id=y>",
            "<svg><p id=z>1",
        ] {
            let sanitized = SanitizeOptions::new().sanitize(&sanitizer, "div", html);
            assert!(!sanitized.is_text(), "{html}");
            assert_eq!(sanitizer.sanitize_str(sanitized.html()), sanitized.html());
        }
    }
}

#[test]
fn a_policy_that_does_nothing_changes_nothing() {
    for sanitizer in [Sanitizer::new(), Sanitizer::allow_everything()] {
        for html in [PAYLOAD, UNSTABLE, "<p>1<b>2<table>3", "<x-y>1</x-y><blink>2"] {
            let without = sanitizer.sanitize_str(html);
            assert_eq!(sanitizer.clone().policy(Policy::new()).sanitize_str(html), without);
            let [mut a, mut b] = [(); 2].map(|()| consomme::parse_str(html));
            sanitizer.sanitize(&mut a);
            sanitizer.clone().policy(Policy::new()).sanitize(&mut b);
            assert!(a == b, "{html}");
        }
    }
}

#[test]
fn verdicts_remove_and_unwrap_elements() {
    let sanitizer =
        Sanitizer::new().policy(Policy::new().on_element(|element| match element.name() {
            "b" => ElementVerdict::Unwrap,
            "i" | "svg" => ElementVerdict::Remove,
            // It sees the attributes that stay.
            "a" if element.has_attr("onclick") => ElementVerdict::Remove,
            _ => ElementVerdict::Keep,
        }));
    assert_eq!(
        sanitizer.sanitize_str("1<b>2<b>3<i>4</i></b></b>5<a onclick=x>6</a><svg>7</svg>"),
        "1235<a>6</a>"
    );
}

#[test]
fn removals_say_what_and_why_and_where() {
    let policy = Policy::new()
        .unwrap_unlisted(true)
        .urls(UrlPolicy::new().relative(RelativeUrls::Drop))
        .enforce_attribute("a", "dir", "ltr")
        .on_attribute(|_, attribute| match attribute.name() {
            "lang" => AttributeVerdict::Set("en".to_owned()),
            _ => AttributeVerdict::Keep,
        });
    let sanitizer = Sanitizer::new().policy(policy);
    let html = "<blink>1</blink><a href=x lang=de dir=rtl onclick=y style=z>2</a><a href=ftp:x>3</a><?t x><iframe></iframe>";
    let options = SanitizeOptions::new().max_removals(9);
    let sanitized = options.sanitize(&sanitizer, "div", html);
    assert_eq!(sanitized.html(), "1<a lang=\"en\" dir=\"ltr\">2</a><a dir=\"ltr\">3</a>");
    let found = sanitized.removals().list().iter();
    let found: Vec<_> =
        found.map(|it| (it.what(), it.name(), it.reason(), &html[it.span().unwrap()])).collect();
    assert_eq!(
        found,
        [
            (Removed::Tags, "blink", RemovalReason::NotAllowed, "<blink>1</blink>"),
            (Removed::Attribute, "href", RemovalReason::RelativeUrl, "href=x"),
            (Removed::Value, "lang", RemovalReason::Callback, "lang=de"),
            (Removed::Value, "dir", RemovalReason::Enforced, "dir=rtl"),
            (Removed::Attribute, "onclick", RemovalReason::Unsafe, "onclick=y"),
            (Removed::Attribute, "style", RemovalReason::NotAllowed, "style=z"),
            (Removed::Attribute, "href", RemovalReason::UrlScheme, "href=ftp:x"),
            (Removed::ProcessingInstruction, "t", RemovalReason::NotAllowed, "<?t x>"),
            (Removed::Element, "iframe", RemovalReason::Unsafe, "<iframe></iframe>"),
        ]
    );
    let few = SanitizeOptions::new().max_removals(2).sanitize(&sanitizer, "div", html);
    assert_eq!((few.removals().list().len(), few.removals().count()), (2, 9));
    assert!(SanitizeOptions::new().sanitize(&sanitizer, "div", html).removals().list().is_empty());
}

#[test]
fn asking_for_removals_does_not_change_the_result() {
    for sanitizer in [Sanitizer::new(), Sanitizer::allow_everything()] {
        for html in [PAYLOAD, UNSTABLE] {
            let explained =
                SanitizeOptions::new().max_removals(9).sanitize(&sanitizer, "div", html);
            assert_eq!(explained.html(), sanitizer.sanitize_str(html));
        }
    }
}

#[test]
fn a_result_that_is_too_long_is_empty() {
    let long = |max| {
        SanitizeOptions::new().max_output(Some(max)).sanitize(&Sanitizer::new(), "div", "<p>1")
    };
    assert!(!long(8).is_too_long() && long(8).html() == "<p>1</p>");
    assert!(long(7).is_too_long() && long(7).html().is_empty());
}

#[test]
fn nested_elements_that_are_unwrapped_take_linear_time() {
    let sanitizer = Sanitizer::new().policy(Policy::new().unwrap_unlisted(true).id_prefix("u-"));
    let steps = |count: usize| {
        let html = "<blink>".repeat(count) + "1";
        let mut tree =
            ParseOptions::new().limits(consomme::Limits::unlimited()).parse_fragment("div", html);
        consomme::steps::counted(|| sanitizer.sanitize(&mut tree))
    };
    assert!(steps(4000) < 5 * steps(1000));
}
