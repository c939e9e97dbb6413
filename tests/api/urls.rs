//! The URLs of a page, resolved: `BaseUrl` and `abs_url`, with the feature `url`.

use consomme::speculation::{Speculated, Speculation};
use consomme::{BaseUrl, Document, Hints, ParseOptions, parse_document, parse_str};

const PAGE: &str = "https://example.com/menu/today.html?day=1#soup";

fn base(html: &str) -> String {
    parse_str(html).base_url(PAGE).unwrap().to_string()
}

/// "Return the frozen base URL of the first base element in the Document that has an href
/// attribute, in tree order."
#[test]
fn the_first_base_with_an_href_decides() {
    assert_eq!(base("<base target=_top><base href=/a/><base href=/b/>"), "https://example.com/a/");
    assert_eq!(base("<p>x<base href=//example.org>"), "https://example.org/");
    assert_eq!(base("<base href=''>"), "https://example.com/menu/today.html?day=1");
    assert_eq!(base("<base href=' a/b\n'>"), "https://example.com/menu/a/b");
}

/// "If there is no base element that has an href attribute in the Document, then return the
/// Document's fallback base URL."
#[test]
fn without_a_base_the_address_of_the_page_decides() {
    for html in [
        "",
        "<base>",
        "<base target=_top>",
        // Not in the document, not an HTML element, and not an element.
        "<template><base href=/a/></template>",
        "<svg><base href=/a/></svg>",
        "<!-- <base href=/a/> -->",
    ] {
        assert_eq!(base(html), PAGE, "{html}");
    }
}

/// "urlRecord is failure; urlRecord's scheme is "data" or "javascript" […] Then set element's
/// frozen base URL to document's fallback base URL". No later element is tried.
#[test]
fn a_base_that_is_no_base_counts_as_the_address() {
    for href in ["https://", "http://[::1", "data:text/html,x", "javascript:x", "JavaScript:x"] {
        assert_eq!(base(&format!("<base href='{href}'><base href=/a/>")), PAGE, "{href}");
    }
}

#[test]
fn an_address_that_is_not_absolute_is_no_base() {
    let document = parse_str("<base href=https://example.org/>");
    for address in ["", "menu.html", "/menu", "//example.com"] {
        assert_eq!(document.base_url(address), None, "{address}");
        assert_eq!(BaseUrl::new(address, None), None, "{address}");
    }
    assert_eq!(document.base_url("about:blank").unwrap().as_str(), "https://example.org/");
    let blank = parse_str("").base_url("about:blank").unwrap();
    assert_eq!((blank.join("a"), blank.join("https://a/")), (None, Some("https://a/".to_owned())));
}

#[test]
fn attributes_resolve_against_the_base() {
    let base = BaseUrl::new(PAGE, Some("/soups/index.html")).unwrap();
    for (written, resolved) in [
        ("leek.html", "https://example.com/soups/leek.html"),
        ("  leek\n.html\t", "https://example.com/soups/leek.html"),
        ("../x", "https://example.com/x"),
        ("?q=a b", "https://example.com/soups/index.html?q=a%20b"),
        ("#top", "https://example.com/soups/index.html#top"),
        ("", "https://example.com/soups/index.html"),
        ("//example.org", "https://example.org/"),
        ("http:x", "http://x/"),
        ("https:x", "https://example.com/soups/x"),
        ("MAILTO:Cook@example.com", "mailto:Cook@example.com"),
        ("\\\\example.org\\x", "https://example.org/x"),
        ("//bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"),
    ] {
        assert_eq!(base.join(written).as_deref(), Some(resolved), "{written:?}");
    }
    for invalid in ["https://", "//[", "http://a b/"] {
        assert_eq!(base.join(invalid), None, "{invalid}");
    }
}

#[test]
fn an_element_gives_the_url_of_an_attribute() {
    let document = parse_str("<a href=leek>1</a><a href=//>2</a><a>3</a><img src=/bowl.png>");
    let base = document.base_url("https://example.com/menu/").unwrap();
    let urls = |attribute: &str| -> Vec<Option<String>> {
        let all = document.body().unwrap().descendants().filter_map(|node| node.as_element());
        all.map(|element| element.abs_url(attribute, &base)).collect()
    };
    let url = |url: &str| Some(url.to_owned());
    assert_eq!(urls("href"), [url("https://example.com/menu/leek"), None, None, None]);
    assert_eq!(urls("src"), [None, None, None, url("https://example.com/bowl.png")]);
}

/// "Encoding-parsing a URL": the query is in the document's encoding, the path is not.
#[test]
fn a_query_is_in_the_encoding_of_the_page() {
    let query = |label: &str, url: &str| {
        let bytes = format!("<meta charset={label}>").into_bytes();
        let document: Document = parse_document(bytes, &Hints::new());
        document.base_url("https://a/").unwrap().join(url).unwrap()
    };
    assert_eq!(query("shift_jis", "/日?日#日"), "https://a/%E6%97%A5?%93%FA#%E6%97%A5");
    assert_eq!(query("utf-8", "?日"), "https://a/?%E6%97%A5");
    // A character that the encoding doesn't have becomes a character reference.
    assert_eq!(query("windows-1252", "?é日x"), "https://a/?%E9%26%2326085%3Bx");
    assert_eq!(query("iso-2022-jp", "?日é"), "https://a/?%1B$BF|%1B(B%26%23233%3B");
    let far = "日".repeat(1000);
    let expected = format!("https://a/?{}", "%26%2326085%3B".repeat(1000));
    assert_eq!(query("windows-1252", &format!("?{far}")), expected);
    // UTF-16 is no encoding of a query.
    let utf_16 = b"\xFE\xFF\0<\0p\0>";
    let base = parse_document(utf_16, &Hints::new()).base_url("https://a/").unwrap();
    assert_eq!(base.join("?é").unwrap(), "https://a/?%C3%A9");
}

#[test]
fn a_speculative_fetch_has_a_base_too() {
    let html = "<base href=/soups/><img src=leek.png>";
    let urls: Vec<_> = Speculation::new(&ParseOptions::new(), html)
        .filter_map(|found| match found {
            Speculated::Fetch(fetch) => BaseUrl::new(PAGE, fetch.base.as_deref())?.join(&fetch.url),
            _ => None,
        })
        .collect();
    assert_eq!(urls, ["https://example.com/soups/leek.png"]);
}
