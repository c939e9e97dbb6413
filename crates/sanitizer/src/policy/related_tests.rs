//! Values on which the meaning of others depends: they are judged as they are written.

use crate::{AttributeVerdict, ElementVerdict, Policy, Sanitizer, UrlPolicy, UrlUse};

/// The value of one attribute decides whether another one holds a URL, and of what use.
#[test]
fn attributes_are_judged_beside_those_that_are_written() {
    let urls = || UrlPolicy::new().schemes(UrlUse::Resource, ["https"]);
    let all = |policy| Sanitizer::allow_everything().policy(policy);
    let rels = ["stylesheet", "icon", "preload", "manifest", "author", "x"];
    let rels = rels.map(|rel| ("link", "rel", rel, "href=http://a/ imagesrcset='ftp:x 2x'"));
    let refreshes = ["refresh", " REFRESH", "x", ""];
    let refreshes = refreshes.map(|it| ("meta", "http-equiv", it, "content='5;url=ftp:x'"));
    for (element, name, value, others) in rels.into_iter().chain(refreshes) {
        let policies = [
            Policy::new().urls(urls()).enforce_attribute(element, name, value),
            Policy::new().urls(urls()).on_attribute(move |_, attr| match attr.name() == name {
                true => AttributeVerdict::Set(value.to_owned()),
                false => AttributeVerdict::Keep,
            }),
            Policy::new().urls(urls()).on_element(move |_| {
                ElementVerdict::AddAttributes(vec![(name.to_owned(), value.to_owned())])
            }),
        ];
        let judged = all(Policy::new().urls(urls()));
        for policy in policies {
            let html = format!("<{element} {name}=old {others}>");
            let mut tree = consomme::parse_fragment("div", &html);
            all(policy.clone()).sanitize(&mut tree);
            let text = all(policy.clone()).sanitize_str(&html);
            for found in [tree.inner_html(), text] {
                let mut again = consomme::parse_fragment("div", &found);
                judged.sanitize(&mut again);
                assert_eq!(again.inner_html(), found, "{html} {policy:?}");
            }
        }
    }
}

/// Safe methods keep no `base` at all.
#[test]
fn a_base_stays_only_where_urls_of_all_uses_may_have_it() {
    let is_kept = |urls: UrlPolicy, href: &str| {
        let sanitizer = Sanitizer::allow_everything().policy(Policy::new().urls(urls));
        let mut tree = consomme::parse_fragment("div", format!("<base href='{href}'><img src=x>"));
        sanitizer.sanitize_unsafe(&mut tree);
        tree.inner_html().contains("base href")
    };
    let urls = UrlPolicy::new;
    assert!(is_kept(urls(), "https://a.example/x/") && is_kept(urls(), "/x/"));
    assert!(!is_kept(urls().schemes(UrlUse::Media, ["cid"]), "https://a.example/"));
    for of in UrlUse::ALL {
        let listing = urls().hosts(of, ["a.example"]);
        assert!(is_kept(listing.clone(), "https://a.example/x/"), "{of:?}");
        for href in ["https://evil.example/", "//evil.example/", "/\\evil.example"] {
            assert!(!is_kept(listing.clone(), href), "{of:?} {href}");
        }
        assert!(!is_kept(urls().hosts(of, ["a.example/x/"]), "https://a.example/x/"));
    }
    assert!(!is_kept(urls().player_hosts(["a.example"]), "https://evil.example/"));
    assert!(!is_kept(urls().fetch_nothing(true), "/x/"));
}
