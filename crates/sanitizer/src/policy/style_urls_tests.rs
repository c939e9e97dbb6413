//! URLs in declarations are judged, and written so that every reader finds them.

use super::style_urls::judged_value;
use super::urls::{UrlPolicy, UrlUse};
use crate::{Policy, RelativeUrls, RemovalReason, SanitizeOptions, Sanitizer};

/// Media: `https`, `cid`, `data`; resources: none.
fn policy() -> UrlPolicy {
    UrlPolicy::new()
        .schemes(UrlUse::Media, ["https", "cid", "data"])
        .schemes(UrlUse::Resource, [""; 0])
        .relative(RelativeUrls::Drop)
}

#[track_caller]
fn check(property: &str, cases: &[(&str, &str)], policy: &UrlPolicy) {
    for &(value, expected) in cases {
        let judged = judged_value(property, value, policy);
        assert_eq!(judged.as_deref().unwrap_or("-"), expected, "{value}");
        if let Some(judged) = judged {
            assert_eq!(judged_value(property, &judged, policy), Some(judged.clone()));
        }
    }
}

#[test]
fn urls_are_judged_as_media_and_written_as_strings() {
    let cases = [
        ("red", "red"),
        ("url(https://a/)", "url(\"https://a/\")"),
        ("URL( 'https://a/' ) no-repeat", "url( \"https://a/\" ) no-repeat"),
        ("url(cid:x),url(\"data:image/png,x\")", "url(\"cid:x\"),url(\"data:image/png,x\")"),
        ("url(http://a/)", "-"),
        ("url(data:text/html,x)", "-"),
        ("url(cid:x), url(ftp:x)", "-"),
        ("url(x)", "-"),
        ("url(#a)", "url(\"#a\")"),
        ("url()", "-"),
        ("url('')", "-"),
        ("url(  )", "-"),
        ("linear-gradient(red, blue), url(cid:x)", "linear-gradient(red, blue), url(\"cid:x\")"),
        (
            "cross-fade(url(cid:x), url(cid:y) 50%)",
            "cross-fade(url(\"cid:x\"), url(\"cid:y\") 50%)",
        ),
        ("cross-fade(url(cid:x), url(x:y))", "-"),
        ("f(f(f([url(x:y)])))", "-"),
        ("f(f(f([url(cid:y)])))", "f(f(f([url(\"cid:y\")])))"),
    ];
    check("background", &cases, &policy());
}

#[test]
fn no_escape_hides_a_url() {
    let cases = [
        ("u\\72l(https://a/)", "url(\"https://a/\")"),
        ("\\55 RL('https://a/')", "url(\"https://a/\")"),
        ("u\\72l(http://a/)", "-"),
        ("url(htt\\70://a/)", "-"),
        ("url(http\\s://a/)", "url(\"https://a/\")"),
        ("url(http\\73://a/)", "url(\"https://a/\")"),
        ("url('java\\\nscript:a()')", "-"),
        ("url('https://a/\\22 \\) \\5c')", "url(\"https://a/\\\") \\\\\")"),
        ("image-\\73 et('http://a/' 1x)", "-"),
        ("image-\\73 et('https://a/' 1x)", "image-set(\"https://a/\" 1x)"),
        ("url('\\a https://a/\\9 x')", "url(\"https://a/x\")"),
        // Tokens other than URLs have no escapes, either.
        ("r\\65 d", "-"),
        ("rg\\62(1 2 3)", "-"),
        ("1p\\78", "-"),
        ("\\", "-"),
    ];
    check("background", &cases, &policy());
}

#[test]
fn strings_are_urls_where_css_says_so() {
    let cases = [
        ("image-set('cid:x' 1x, url(cid:y) 2x)", "image-set(\"cid:x\" 1x, url(\"cid:y\") 2x)"),
        (
            "-WEBKIT-image-set('cid:x' type('image/png'))",
            "-webkit-image-set(\"cid:x\" type(\"image/png\"))",
        ),
        ("image-set('http://a/' 1x)", "-"),
        ("image-set('cid:x' 1x, 'http://a/' 2x)", "-"),
        ("image-set(var(--x) 1x)", "-"),
        ("image-set(attr(title) 1x)", "-"),
        ("image-set(('http://a/') 1x)", "-"),
        ("image-set(linear-gradient(red, red))", "-"),
        ("image('cid:x', red)", "image(\"cid:x\", red)"),
        ("image('http://a/')", "-"),
        ("src('cid:x')", "src(\"cid:x\")"),
        ("SRC(\"http://a/\")", "-"),
        ("src(var(--x))", "-"),
        ("src()", "-"),
        ("url('cid:x' 'cid:y')", "-"),
        ("url('cid:x' crossorigin(anonymous))", "-"),
        ("url(url(cid:x))", "-"),
        ("src(cid:x)", "-"),
        ("new-function('http://a/')", "-"),
        ("['http://a/']", "-"),
        ("@import 'http://a/'", "-"),
        ("red @import url(cid:x)", "-"),
        ("progid:DXImageTransform.Microsoft.AlphaImageLoader(src='http://a/')", "-"),
        ("if(style(--x): url(cid:x))", "-"),
        ("attr(title)", "-"),
    ];
    check("background", &cases, &policy());
}

#[test]
fn strings_are_text_elsewhere() {
    let cases = [
        ("'a' counter(x, 'http://a/')", "\"a\" counter(x, \"http://a/\")"),
        ("\"\\201C\" var(--x, 'b')", "\"\u{201C}\" var(--x, \"b\")"),
        ("symbols('*' url(cid:x))", "symbols(\"*\" url(\"cid:x\"))"),
        ("path('M0 0')/* url(x) */", "path(\"M0 0\")/**/"),
    ];
    check("content", &cases, &policy());
}

#[test]
fn what_is_not_well_formed_costs_the_declaration() {
    let cases = [
        ("url(a'b)", "-"),
        ("url(https://a/ b)", "-"),
        ("url(var(--x))", "-"),
        ("f(url(a(b)))", "-"),
        ("f('a\nb')", "-"),
        ("f(1])", "-"),
        ("[1)", "-"),
        ("1)", "-"),
        ("{}", "-"),
        ("f({})", "-"),
        ("<!--", "-"),
        ("-->", "-"),
        ("(url(cid:x)", "-"),
    ];
    check("background", &cases, &policy());
}

#[test]
fn the_property_says_what_a_url_is_used_for() {
    let policy = policy().schemes(UrlUse::Resource, ["ftp"]);
    check("filter", &[("url(ftp://x/)", "url(\"ftp://x/\")"), ("url(cid:x)", "-")], &policy);
    for property in ["--x", "behavior", "-moz-binding", "color", "new-property"] {
        check(
            property,
            &[("url(cid:x)", "-"), ("url(ftp://x/)", "-"), ("url(#x)", "url(\"#x\")")],
            &policy,
        );
    }
    let everywhere = policy.rewrite(|_, url| Some(format!("ftp://{}", url.replace("ftp://", ""))));
    check("--x", &[("url(#x)", "-")], &everywhere);
}

#[test]
fn relative_urls_stay_or_go_or_are_rewritten() {
    check("background", &[("url(x)", "url(\"x\")")], &UrlPolicy::new());
    let on_host = UrlPolicy::new().relative(RelativeUrls::KeepOnHost);
    check("background", &[("url(/x)", "url(\"/x\")"), ("url(\\\\\\\\a/x)", "-")], &on_host);
    let proxied = policy().rewrite(|of, url| match url.starts_with("https://proxy.example/") {
        true => Some(url.to_owned()),
        false => (of == UrlUse::Media && url != "none")
            .then(|| format!(" https://proxy.example/{url}\"')\\\n")),
    });
    let cases = [
        ("url(x)", "url(\"https://proxy.example/x\\\"')\\\\\")"),
        ("url(none)", "-"),
        ("image-set('x' 1x)", "image-set(\"https://proxy.example/x\\\"')\\\\\" 1x)"),
    ];
    check("background", &cases, &proxied);
}

#[cfg(feature = "url")]
#[test]
fn relative_urls_are_resolved() {
    let base = consomme::BaseUrl::new("https://a/b/", None).unwrap();
    let cases = [
        ("url(x)", "url(\"https://a/b/x\")"),
        ("url('../x y')", "url(\"https://a/x%20y\")"),
        ("url(#x)", "url(\"#x\")"),
        // The empty URL would be that of the base.
        ("url('')", "-"),
    ];
    check("background", &cases, &UrlPolicy::new().resolve(base));
}

#[test]
fn a_declaration_without_its_url_says_why() {
    let policy = Policy::new().style_properties(["color", "background"]).urls(policy());
    let mut sanitizer = Sanitizer::new().policy(policy);
    sanitizer.allow_attribute("style");
    for (style, expected, reason) in [
        ("color:red;background:url(x)", "<p style=\"color: red\">1</p>", RemovalReason::UrlInStyle),
        ("background:url(x)", "<p>1</p>", RemovalReason::UrlInStyle),
        ("position:fixed", "<p>1</p>", RemovalReason::StyleProperty),
        (
            "background:url(cid:x)",
            "<p style=\"background: url(&quot;cid:x&quot;)\">1</p>",
            RemovalReason::UrlInStyle,
        ),
    ] {
        let html = format!("<p style='{style}'>1</p>");
        let sanitized = SanitizeOptions::new().max_removals(9).sanitize(&sanitizer, "div", &html);
        assert_eq!(sanitized.html(), expected);
        assert_eq!(sanitized.removals().list()[0].reason(), reason, "{style}");
        assert_eq!(sanitizer.sanitize_str(expected), expected);
    }
}

#[test]
fn nested_functions_take_linear_time() {
    let steps = |depth: usize| {
        let value = format!("{}1{}", "f(".repeat(depth), ")".repeat(depth));
        consomme::steps::counted(|| {
            judged_value("color", &value, &policy());
        })
    };
    assert!(steps(4000) < 5 * steps(1000));
}
