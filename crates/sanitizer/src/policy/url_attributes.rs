//! Decides about the URLs that attributes hold.

use crate::removals::RemovalReason;
use consomme::urls::{UrlAttribute, UrlForm, UrlKind, parse_refresh, refresh_to};
use consomme::{Attr, ElementRef, Namespace};

use super::held::is_holdable;
use super::style::may_fetch;
use super::urls::{UrlPolicy, UrlUse, UrlVerdict};

impl UrlPolicy {
    /// Returns the use of the URLs of an attribute; `None` if it holds none.
    pub(super) fn use_of(&self, element: ElementRef<'_>, attribute: Attr<'_>) -> Option<UrlUse> {
        UrlAttribute::of(element, attribute).and_then(|row| UrlUse::of(row.kind_on(element)))
    }

    /// Returns what becomes of an attribute for the URLs in its value.
    pub(super) fn judge_attribute(
        &self,
        element: ElementRef<'_>,
        attribute: Attr<'_>,
        value: &str,
    ) -> UrlVerdict {
        let Some(row) = UrlAttribute::of(element, attribute) else { return UrlVerdict::Keep };
        let kind = row.kind_on(element);
        let Some(of) = UrlUse::of(kind) else { return UrlVerdict::Keep };
        // A reference to the page itself is fetched, too.
        let is_fetched = of == UrlUse::Resource && element.namespace() == Namespace::Html;
        let is_css = row.form == UrlForm::Css;
        if self.fetches_nothing && (is_fetched && !is_css || element.is_html("link")) {
            return UrlVerdict::Remove(RemovalReason::Fetches);
        }
        let verdict = match row.form {
            UrlForm::Single if matches!(kind, UrlKind::Media | UrlKind::Track) => {
                self.judge_player(value)
            }
            UrlForm::Single if kind == UrlKind::Base => self.judge_base(value),
            UrlForm::Single => self.judge(of, value),
            UrlForm::Spaces | UrlForm::Commas | UrlForm::Srcset => {
                self.judge_list(of, row.form, value)
            }
            UrlForm::Refresh => self.judge_refresh(of, value),
            UrlForm::Css if may_fetch(value) => UrlVerdict::Remove(RemovalReason::UrlInStyle),
            UrlForm::AnimatedName if matches!(value, "href" | "xlink:href") => {
                UrlVerdict::Remove(RemovalReason::AnimatedUrl)
            }
            UrlForm::Css | UrlForm::AnimatedName => UrlVerdict::Keep,
            UrlForm::Document => UrlVerdict::Remove(RemovalReason::NestedDocument),
            // Nothing is known about it.
            _ => UrlVerdict::Remove(RemovalReason::UrlScheme),
        };
        match verdict {
            UrlVerdict::Hold(_) if !is_holdable(element, attribute) => {
                UrlVerdict::Remove(RemovalReason::HeldBack)
            }
            verdict => verdict,
        }
    }

    /// Judges the URLs of a list. A candidate of `srcset` with errors is judged as any other.
    pub(super) fn judge_list(&self, of: UrlUse, form: UrlForm, value: &str) -> UrlVerdict {
        let mut list = Judged::new(form);
        for (url, descriptors) in form.split(value) {
            list.add(self.judge(of, url), url, descriptors);
        }
        list.verdict()
    }

    fn judge_refresh(&self, of: UrlUse, content: &str) -> UrlVerdict {
        let Some(refresh) = parse_refresh(content) else {
            // It has no effect by the standard. Readers with other rules may find a URL in it.
            return UrlVerdict::Remove(RemovalReason::UrlScheme);
        };
        let Some(url) = refresh.url.filter(|url| !url.is_empty()) else { return UrlVerdict::Keep };
        match self.judge(of, url) {
            _ if self.fetches_nothing => UrlVerdict::Remove(RemovalReason::Fetches),
            UrlVerdict::Set(url) => UrlVerdict::Set(refresh_to(content, &url)),
            verdict => verdict,
        }
    }
}

/// The URLs of a list that stay.
struct Judged {
    form: UrlForm,
    written: String,
    count: usize,
    is_changed: bool,
    is_held: bool,
    removed: Option<RemovalReason>,
}

impl Judged {
    fn new(form: UrlForm) -> Self {
        let written = String::new();
        Judged { form, written, count: 0, is_changed: false, is_held: false, removed: None }
    }

    fn add(&mut self, verdict: UrlVerdict, url: &str, descriptors: &str) {
        let rewritten;
        let url = match verdict {
            UrlVerdict::Keep => url,
            // Without a URL, the descriptors would be one.
            UrlVerdict::Set(other) | UrlVerdict::Hold(other) if other.is_empty() => {
                self.removed = Some(RemovalReason::UrlRewritten);
                return;
            }
            UrlVerdict::Set(other) => {
                self.is_changed = true;
                rewritten = other;
                &*self.form.item(&rewritten)
            }
            UrlVerdict::Hold(other) => {
                self.is_held = true;
                rewritten = other;
                &*self.form.item(&rewritten)
            }
            UrlVerdict::Remove(reason) => {
                self.removed = Some(reason);
                return;
            }
        };
        if self.count > 0 {
            self.written.push_str(if self.form == UrlForm::Spaces { " " } else { ", " });
        }
        self.count += 1;
        self.written.push_str(url);
        let descriptors = descriptors.trim_ascii();
        if !descriptors.is_empty() {
            self.written.extend([" ", descriptors]);
        }
    }

    fn verdict(self) -> UrlVerdict {
        match self.removed {
            Some(reason) if self.count == 0 => UrlVerdict::Remove(reason),
            _ if self.is_held => UrlVerdict::Hold(self.written),
            None if !self.is_changed => UrlVerdict::Keep,
            _ => UrlVerdict::Set(self.written),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use crate::{Policy, RelativeUrls, Sanitizer, UrlPolicy, UrlUse};
    use consomme::urls::{UrlAttribute, UrlForm, UrlKind};
    use consomme::{AttributeNamespace, Namespace};
    use consomme::{Document, NodeId};

    fn sanitized(html: &str) -> String {
        let urls = UrlPolicy::new().relative(RelativeUrls::Drop);
        let urls = urls.schemes(UrlUse::Media, ["https"]).schemes(UrlUse::Resource, [""; 0]);
        Sanitizer::allow_everything().policy(Policy::new().urls(urls)).sanitize_str(html)
    }

    #[test]
    fn every_attribute_with_a_url_is_judged() {
        for html in [
            "<a href=ftp:x></a>",
            "<a ping=ftp:x></a>",
            "<img src=http://a/>",
            "<img srcset=http://a/>",
            "<img srcset='http://a/ 2x, b'>",
            "<img lowsrc=http://a/ longdesc=ftp:x>",
            "<p background=http://a/ style=\"color:url('http://a/')\"></p>",
            "<p style=c\\6flor:url(a)></p>",
            "<video poster=http://a/></video>",
            "<input src=http://a/ formaction=mailto:x>",
            "<form action=mailto:x></form>",
            "<q cite=ftp:x></q>",
            "<link href=https://a/ imagesrcset='http://a/ 2x'>",
            "<x-y src=https://a/ href=https://a/></x-y>",
            "<svg><image href=http://a/ xlink:href=http://a/></image></svg>",
            "<svg><path fill='url(https://a/)' filter='url(a#b)'></path></svg>",
            "<svg><set to='url(https://a/)'></set></svg>",
            "<svg><textPath href=https://a/></textPath></svg>",
            "<model environmentmap=http://a/></model>",
            "<install installurl=https://a/ manifestid=https://a/></install>",
            "<template shadowrootadoptedstylesheets='https://a/ b'></template>",
            "<math><mi href=ftp:x xlink:href=ftp:x>1</mi></math>",
        ] {
            let sanitized = sanitized(html);
            assert!(!sanitized.contains('=') && !sanitized.is_empty(), "{html} {sanitized}");
        }
    }

    #[test]
    fn what_may_stay_stays_as_it_is() {
        for html in [
            "<a href=\" HTTPS://a/\" ping=\"https://a/  https://b/\">1</a>",
            "<img srcset=\"https://a/,b 2x,https://c/\" src=\"https://a/\">",
            "<p style=\"color: red; clip-path: url(#a)\">1</p>",
            "<svg><path fill=\"url(#a)\" d=\"M0 0\"></path><textPath href=\"#a\"></textPath></svg>",
            "<video poster=\"https://a/\"></video>",
        ] {
            assert_eq!(sanitized(html), html);
        }
    }

    #[test]
    fn nothing_is_fetched_if_the_policy_says_so() {
        let urls = UrlPolicy::new().schemes(UrlUse::Media, ["https", "data", "cid"]);
        let policy = Policy::new().urls(urls.fetch_nothing(true));
        let sanitizer = Sanitizer::allow_everything().policy(policy);
        for html in [
            "<img src=https://a/ srcset='b 2x'>",
            "<img src=#a lowsrc=x>",
            "<video poster=a src=b></video>",
            "<input type=image src=a>",
            "<p background=a style='background:url(b)'></p>",
            "<link rel=canonical href=#a imagesrcset='a 2x'>",
            "<link rel=preconnect href=https://a/>",
            "<meta http-equiv=refresh content='5;a'>",
            "<table background=a></table>",
            "<svg><image href=a /><feImage href=#a /><path fill='url(a)' /></svg>",
            "<template shadowrootadoptedstylesheets=a></template>",
        ] {
            let sanitized = sanitizer.sanitize_str(html);
            for name in ["src", "poster", "url", "href", "content", "background", "sheets"] {
                assert!(!sanitized.contains(&format!("{name}=")), "{html} {sanitized}");
            }
        }
        for html in [
            "<a href=\"https://a/\" ping=\"https://a/\">1</a><q cite=\"https://a/\">2</q>",
            "<img src=\"data:image/png,x\"><img src=\"cid:x\">",
            "<svg><path fill=\"url(#a)\"></path><textPath href=\"#a\"></textPath></svg>",
            "<p style=\"clip-path: url(#a)\">1</p>",
        ] {
            assert_eq!(sanitizer.sanitize_str(html), html);
        }
    }

    #[test]
    fn of_lists_only_some_urls_are_removed() {
        for (html, expected) in [
            ("<a ping='ftp:x  https://a/ y'></a>", "<a ping=\"https://a/\"></a>"),
            (
                "<img srcset='http://a/ 1x, https://b/ 2x ,https://c/,, d (x,y) 3x,https://e/'>",
                "<img srcset=\"https://b/ 2x, https://c/, https://e/\">",
            ),
        ] {
            assert_eq!(sanitized(html), expected);
        }
    }

    #[test]
    fn a_list_keeps_no_descriptors_of_urls_that_are_rewritten_to_nothing() {
        let urls = UrlPolicy::new().rewrite(|_, url| match url {
            "gone" => Some(String::new()),
            _ => Some(url.to_owned()),
        });
        let sanitizer = Sanitizer::allow_everything().policy(Policy::new().urls(urls));
        for (html, expected) in [
            ("<img srcset='gone 2x'>", "<img>"),
            ("<img srcset='gone 2x, a 1x'>", "<img srcset=\"a 1x\">"),
            ("<a ping='gone b'></a>", "<a ping=\"b\"></a>"),
        ] {
            assert_eq!(sanitizer.sanitize_str(html), expected);
        }
    }

    #[test]
    fn no_url_is_animated_where_urls_are_judged() {
        let sanitizer = Sanitizer::allow_everything().policy(Policy::new().urls(UrlPolicy::new()));
        let html =
            "<svg><image href=\"#a\"><set attributeName=xlink:href to=ftp:x></set></image></svg>";
        let mut tree = consomme::parse_fragment("div", html);
        sanitizer.sanitize_unsafe(&mut tree);
        assert!(!tree.inner_html().contains("attributeName"), "{}", tree.inner_html());
    }

    #[test]
    fn a_refresh_is_a_link() {
        for (content, is_kept) in [
            ("5", true),
            ("5; url=https://a/", true),
            ("5; url='https://a/'x", true),
            ("5; url=data:text/html,x", false),
            (" 5.5 , URL = 'ftp:x'", false),
            ("5 ftp:x", false),
            (";url=x", false),
            ("url=\"x", false),
        ] {
            let html =
                format!("<meta http-equiv=REFRESH content=\"{}\">", content.replace('"', "&quot;"));
            assert_eq!(sanitized(&html).contains("content"), is_kept, "{content}");
        }
        let urls = UrlPolicy::new().rewrite(|_, url| Some(format!("https://a/{url}")));
        let sanitizer = Sanitizer::allow_everything().policy(Policy::new().urls(urls));
        let html = "<meta content='5;b' http-equiv=refresh>";
        // A `meta` in a `div` is read again, so the closure gets its own result.
        assert!(sanitizer.sanitize_str(html).contains("5; url=https://a/b"));
    }

    #[test]
    fn style_sheets_that_fetch_are_removed() {
        assert_eq!(sanitized("<style>p{color:red}</style>"), "<style>p{color:red}</style>");
        assert_eq!(sanitized("<style>@import 'x'</style>1"), "1");
        assert_eq!(sanitized("<svg><style>p{fill:u<g>rl(x)}</g></style></svg>1"), "<svg></svg>1");
    }

    /// All uses, since their list is private to the policy.
    const USES: [UrlUse; 5] =
        [UrlUse::Link, UrlUse::Form, UrlUse::Media, UrlUse::Citation, UrlUse::Resource];

    /// An element with an attribute of the table that holds URLs whose scheme is `ftp`.
    struct Case {
        row: &'static UrlAttribute,
        /// How many URLs the attribute holds, of which a policy is asked.
        count: usize,
        document: Document,
        element: NodeId,
    }

    /// Returns a case for each element of each row of the table, in each namespace that the row
    /// counts in. But for refreshes, no browser would use the URLs if it depends on other
    /// attributes.
    fn cases() -> impl Iterator<Item = Case> {
        let on_names = UrlAttribute::ALL.iter().flat_map(|row| {
            let names = row.elements.iter().filter_map(|name| name.known_text());
            names.chain(row.elements.is_empty().then_some("x-y")).map(move |name| (row, name))
        });
        on_names.flat_map(|(row, name)| {
            let foreign = [Namespace::Svg, Namespace::MathMl];
            let foreign = foreign.into_iter().filter(|_| row.namespace == Namespace::Html);
            let namespaces = std::iter::once(row.namespace).chain(foreign);
            namespaces.map(move |namespace| case(row, namespace, name))
        })
    }

    fn case(row: &'static UrlAttribute, namespace: Namespace, name: &str) -> Case {
        let (value, count) = match row.form {
            UrlForm::Single => ("ftp:x", 1),
            UrlForm::Spaces => ("ftp:x ftp:y", 2),
            UrlForm::Commas => ("ftp:x,ftp:y", 2),
            UrlForm::Srcset => ("ftp:x 2x, ftp:y", 2),
            UrlForm::Refresh => ("5; url=ftp:x", 1),
            UrlForm::Css => ("fill:url(ftp:x)", 0),
            UrlForm::Document => ("<img src=ftp:x>", 0),
            UrlForm::AnimatedName => ("href", 0),
            other => panic!("{other:?}"),
        };
        let around = match namespace {
            Namespace::Html => "<p>",
            Namespace::Svg => "<svg>",
            Namespace::MathMl => "<math>",
            other => panic!("{other:?}"),
        };
        let mut document = consomme::parse_fragment("div", around);
        let around = document.root().first_child().unwrap().id();
        let element = document.create_element_ns(namespace, name).unwrap();
        document.append(around, element).unwrap();
        document.set_attr(element, "http-equiv", "refresh").unwrap();
        document.set_attr_ns(element, AttributeNamespace::None, row.attribute, value).unwrap();
        let count = if is_judged(row) { count } else { 0 };
        Case { row, count, document, element }
    }

    /// Names that are written as URLs are not: nothing is fetched from them.
    fn is_judged(row: &UrlAttribute) -> bool {
        row.kind != UrlKind::Identifier
    }

    #[test]
    fn what_a_policy_refuses_is_gone_from_every_attribute_of_the_table() {
        let none = |urls: UrlPolicy, of| urls.schemes(of, [""; 0]);
        let urls = USES.into_iter().fold(UrlPolicy::new(), none);
        let sanitizer = Sanitizer::allow_everything().policy(Policy::new().urls(urls));
        for Case { row, mut document, .. } in cases().filter(|case| is_judged(case.row)) {
            let html = document.inner_html();
            let text = sanitizer.sanitize_str(&html);
            sanitizer.sanitize_unsafe(&mut document);
            for sanitized in [document.inner_html(), text] {
                let is_gone = !sanitized.contains(&format!(" {}=", row.attribute));
                assert!(is_gone && !sanitized.contains("ftp:"), "{row:?} {html} {sanitized}");
            }
        }
    }

    #[test]
    fn a_policy_rewrites_each_url_of_the_table_once() {
        for Case { row, count, mut document, element } in cases() {
            let calls = Arc::new(AtomicUsize::new(0));
            let counted = Arc::clone(&calls);
            let urls = UrlPolicy::new().rewrite(move |_, url| {
                counted.fetch_add(1, Ordering::Relaxed);
                Some(format!("https://a/{url}"))
            });
            let sanitizer = Sanitizer::allow_everything().policy(Policy::new().urls(urls));
            let html = document.inner_html();
            sanitizer.sanitize_unsafe(&mut document);
            let value = document.element(element).unwrap().attr(row.attribute).unwrap_or("");
            assert_eq!(value.matches("https://a/ftp:").count(), count, "{html} {value}");
            assert_eq!(calls.load(Ordering::Relaxed), count, "{html}");
        }
    }

    #[test]
    fn a_click_in_a_drawing_asks_no_one_who_is_not_allowed() {
        let urls = UrlPolicy::new()
            .rewrite(|_, url| url.starts_with("https://ok.example/").then(|| url.to_owned()));
        let sanitizer = Sanitizer::allow_everything().policy(Policy::new().urls(urls));
        assert_eq!(
            sanitizer.sanitize_str(
                "<svg><a ping=https://evil.example/p href=https://ok.example/><text y=20>x</text></a></svg>"
            ),
            "<svg><a href=\"https://ok.example/\"><text y=\"20\">x</text></a></svg>"
        );
    }

    /// A policy writes the URLs that it rewrites, so it must not make a refresh of other content,
    /// nor one to another URL than the judged one.
    #[test]
    fn a_rewritten_refresh_goes_where_the_policy_says() {
        let urls =
            UrlPolicy::new().rewrite(|_, url| Some(format!("{}?", url.trim_end_matches('?'))));
        let sanitizer = Sanitizer::allow_everything().policy(Policy::new().urls(urls));
        for (content, expected) in [
            ("5x;url=a", None),
            (";url=a", None),
            ("soon", None),
            ("5", Some("5")),
            ("5;url=", Some("5;url=")),
            ("5.5,a", Some("5.5; url=a?")),
            ("5;url='a b'c", Some("5; url=a b?")),
            ("5;url=&quot;'ftp:a&quot;", Some("5; url=%27ftp:a?")),
            ("5;url='&quot;ftp:a'", Some("5; url=%22ftp:a?")),
        ] {
            let html = format!("<meta http-equiv=refresh content=\"{content}\">");
            let mut tree = consomme::parse_fragment("div", &html);
            sanitizer.sanitize_unsafe(&mut tree);
            let meta = tree.root().first_element_child().unwrap();
            assert_eq!(meta.attr("content"), expected, "{content}");
        }
    }

    /// Characters that an item of a list would lose, or that would end it, are percent-encoded.
    #[test]
    fn a_rewritten_url_of_a_list_is_one() {
        let rewritten = |html: &str, to: &'static str| {
            let urls = UrlPolicy::new().rewrite(move |_, _| Some(to.to_owned()));
            let mut tree = consomme::parse_fragment("div", html);
            let policy = Policy::new().urls(urls);
            Sanitizer::allow_everything().policy(policy).sanitize_unsafe(&mut tree);
            tree.inner_html()
        };
        assert_eq!(rewritten("<img srcset='a 2x'>", ",b, c,"), "<img srcset=\"%2Cb,%20c%2C 2x\">");
        assert_eq!(rewritten("<a ping=a></a>", ",b, c"), "<a ping=\",b,%20c\"></a>");
        assert_eq!(rewritten("<applet archive=a>", "b,c"), "<applet archive=\"b%2Cc\"></applet>");
    }
}
