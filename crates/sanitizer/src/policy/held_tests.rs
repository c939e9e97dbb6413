//! Images that are held back.

use crate::{
    Policy, RelativeUrls, RemovalReason, SanitizeOptions, Sanitizer, Tracking, UrlPolicy, UrlUse,
};

fn holding(urls: UrlPolicy) -> Sanitizer {
    let urls = urls.hold_images(["HTTP", "https", "javascript"]);
    Sanitizer::allow_everything().policy(Policy::new().urls(urls))
}

/// Sanitizes with a sanitizer whose result is stable.
fn sanitized(sanitizer: &Sanitizer, html: &str) -> String {
    let sanitized = sanitizer.sanitize_str(html);
    assert_eq!(sanitizer.sanitize_str(&sanitized), sanitized, "{html}");
    let mut tree = consomme::parse_fragment("div", html);
    sanitizer.sanitize(&mut tree);
    assert_eq!(tree.inner_html(), sanitized, "{html}");
    let before = tree.inner_html();
    sanitizer.sanitize(&mut tree);
    assert_eq!(tree.inner_html(), before, "{html}");
    sanitized
}

#[test]
fn remote_images_move_to_attributes_that_nobody_reads() {
    let sanitizer = holding(UrlPolicy::new().schemes(UrlUse::Media, ["cid", "https"]));
    for (html, expected) in [
        ("<img src=https://a/1>", "<img data-held-src=\"https://a/1\">"),
        ("<img src=' HT\ntp://a/'>", "<img data-held-src=\"HTtp://a/\">"),
        ("<img src=cid:a><img src=b>", "<img src=\"cid:a\"><img src=\"b\">"),
        ("<img src=//a/><img src=https:a><img src=ftp://a/>", "<img><img><img>"),
        ("<img src=javascript://a/>", "<img>"),
        (
            "<img srcset='cid:a 1x, https://b/ 2x, ftp:c'>",
            "<img data-held-srcset=\"cid:a 1x, https://b/ 2x\">",
        ),
        (
            "<table background=http://a/></table>",
            "<table data-held-background=\"http://a/\"></table>",
        ),
        ("<video poster=http://a/></video>", "<video data-held-poster=\"http://a/\"></video>"),
        // No browser would show them on the reader's demand.
        ("<svg><image href=http://a/></image></svg>", "<svg><image></image></svg>"),
        ("<p lowsrc=http://a/ background=http://a/>1</p>", "<p>1</p>"),
        ("<link srcset=http://a/>", "<link>"),
        ("<a href=http://a/>1</a>", "<a href=\"http://a/\">1</a>"),
    ] {
        assert_eq!(sanitized(&sanitizer, html), expected);
    }
}

#[test]
fn a_text_brings_no_address_of_its_own_past_the_policy() {
    let urls = UrlPolicy::new().hosts(UrlUse::Media, ["a.example"]).relative(RelativeUrls::Drop);
    let sanitizer = holding(urls);
    for (html, expected) in [
        ("<img src=https://evil/>", "<img>"),
        ("<img data-held-src=https://evil/>", "<img>"),
        ("<img data-held-src=javascript:a()>", "<img>"),
        ("<img data-held-src=cid:a data-held-srcset='x 2x'>", "<img>"),
        ("<p data-held-src=https://a.example/>1</p>", "<p>1</p>"),
        ("<p data-held-onclick=a() data-held-tracking=x>1</p>", "<p>1</p>"),
        ("<p data-held-style='background:url(https://evil/)'>1</p>", "<p>1</p>"),
        (
            "<img data-held-src=https://a.example/ data-held-tracking=tiny>",
            "<img data-held-src=\"https://a.example/\" data-held-tracking=\"tiny\">",
        ),
        (
            "<img data-held-src=https://a.example/ width=1 height=1>",
            "<img data-held-src=\"https://a.example/\" width=\"1\" height=\"1\" data-held-tracking=\"tiny\">",
        ),
        (
            "<img data-held-src=https://evil/ src=https://a.example/>",
            "<img data-held-src=\"https://a.example/\">",
        ),
    ] {
        assert_eq!(sanitized(&sanitizer, html), expected);
    }
}

#[test]
fn an_image_is_held_only_where_the_configuration_keeps_one() {
    let urls = UrlPolicy::new().hold_images(["https"]);
    let mut sanitizer = Sanitizer::new().policy(Policy::new().urls(urls));
    sanitizer.allow_element(("img", ["alt"]));
    let html = "<img data-held-src=https://a/ alt=1>";
    assert_eq!(sanitized(&sanitizer, html), "<img alt=\"1\">");
    sanitizer.allow_element(("img", ["src", "alt"]));
    let kept = "<img data-held-src=\"https://a/\" alt=\"1\">";
    assert_eq!(sanitized(&sanitizer, html), kept);
}

/// Nobody knows the scheme of the page that shows the images.
#[cfg(feature = "css")]
#[test]
fn a_style_holds_no_address_without_a_scheme_back() {
    let urls = UrlPolicy::new().hold_images(["http"]);
    let policy = Policy::new().urls(urls).style_properties(["background", "color"]);
    let sanitizer = Sanitizer::allow_everything().policy(policy);
    for (html, expected) in [
        ("<p style='color:red;background:url(//x/)'>1</p>", "<p style=\"color: red\">1</p>"),
        ("<p data-held-style='background:url(//x/)'>1</p>", "<p>1</p>"),
    ] {
        assert_eq!(sanitized(&sanitizer, html), expected);
    }
}

#[test]
fn held_images_are_listed_with_the_signs_of_trackers() {
    let html = "<img src=https://a/1 width=1 height=1><img srcset='https://b/ 2x, https://c/'>\
        <img src=cid:d><img src=https://e/open.gif>";
    let options = SanitizeOptions::new().max_removals(9);
    let sanitized = options.sanitize(&holding(UrlPolicy::new()), "div", html);
    let held = sanitized.held_images();
    let found: Vec<_> = held
        .list()
        .iter()
        .map(|image| (image.element(), image.attribute(), image.urls().join(" "), image.tracking()))
        .collect();
    assert_eq!(
        found,
        [
            ("img", "src", "https://a/1".to_owned(), Some(Tracking::Tiny)),
            ("img", "srcset", "https://b/ https://c/".to_owned(), None),
            ("img", "src", "https://e/open.gif".to_owned(), Some(Tracking::KnownAddress)),
        ]
    );
    assert_eq!(held.tracking().count(), 2);
    let removals = sanitized.removals().list();
    assert_eq!(removals[0].to_string(), "attribute src of img: the image is held back");
    assert!(
        removals.iter().any(|it| it.reason() == RemovalReason::UrlScheme),
        "`cid` is not listed"
    );

    let mut tree = consomme::parse_fragment("div", html);
    holding(UrlPolicy::new()).sanitize(&mut tree);
    assert_eq!(crate::HeldImages::of(&tree), *held);
}

#[test]
fn the_callback_for_urls_gets_held_ones_and_nothing_else_is_held() {
    let urls = UrlPolicy::new().rewrite(|_, url| match url.strip_prefix("https://proxy/") {
        Some(_) => Some(url.to_owned()),
        None => Some(format!("https://proxy/{url}")),
    });
    assert_eq!(
        sanitized(&holding(urls), "<img src=http://a/>"),
        "<img data-held-src=\"https://proxy/http://a/\">"
    );
    let sanitizer = Sanitizer::allow_everything().policy(Policy::new().urls(UrlPolicy::new()));
    let html = "<img data-held-src=\"ftp:x\" src=\"https://a/\">";
    assert_eq!(sanitizer.sanitize_str(html), html, "an attribute of the page's own");
    assert!(sanitizer.sanitize_str("<img src=https://a/>").contains(" src="));
}
