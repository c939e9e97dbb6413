//! URLs.

use consomme::Document;
use consomme_web::{PageUrl, UrlKind, urls};

pub(super) fn check(document: &Document, page: &PageUrl) {
    let order = document.document_order();
    let mut before = None;
    for used in urls(document) {
        let position = order.position(used.element);
        assert!(before <= position, "they are in tree order");
        before = position;
        let (prefix, name) = used.attribute.split_once(':').unwrap_or(("", used.attribute));
        let mut attributes = used.element.attrs();
        let value = attributes
            .find(|a| a.name() == name && a.prefix().unwrap_or("") == prefix)
            .expect("the attribute is there")
            .value();
        assert!(value.contains(used.url), "{used:?}");
        if let Some(url) = used.resolve(page) {
            let is_itself = page.join(&url).as_deref() == Some(&*url);
            assert!(is_itself, "{url} is absolute");
            assert!(used.kind != UrlKind::Refresh || !url.starts_with("javascript:"));
        }
        if let Some(candidate) = used.candidate {
            assert_eq!(candidate.url, used.url);
            assert!(candidate.width.is_none() || candidate.density.is_none());
        }
        if let Some(span) = used.span() {
            assert!(
                used.element.source().expect("it has a span").span().text().contains(span.text())
            );
        }
    }
}
