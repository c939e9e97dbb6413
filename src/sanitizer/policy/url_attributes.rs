//! Which attributes have URLs, and how they are listed in them.

use crate::dom::{Attr, ElementRef};
use crate::names::{AttributeNamespace, Namespace};
use crate::sanitizer::removals::RemovalReason;
use crate::steps;

use super::style::may_fetch;
use super::urls::{UrlPolicy, UrlUse, UrlVerdict};

/// How an attribute holds URLs.
enum Holds {
    One(UrlUse),
    /// Separated by whitespace.
    List(UrlUse),
    /// The images of a `srcset`.
    ImageCandidates,
    /// The time and the URL of a `meta` that refreshes.
    Refresh,
    /// CSS.
    Style,
    /// The HTML of `srcdoc`.
    Document,
    /// The name of the attribute that an element of SVG animates: the values are URLs if that is
    /// `href`.
    AnimatedName,
}

impl UrlPolicy {
    /// Returns what becomes of an attribute for the URLs in its value.
    pub(super) fn judge_attribute(
        &self,
        element: ElementRef<'_>,
        attribute: Attr<'_>,
        value: &str,
    ) -> UrlVerdict {
        match held_by(element, attribute) {
            None => UrlVerdict::Keep,
            Some(Holds::One(of)) => self.judge(of, value),
            Some(Holds::List(of)) => self.judge_list(of, value),
            Some(Holds::ImageCandidates) => self.judge_candidates(value),
            Some(Holds::Refresh) => self.judge_refresh(value),
            Some(Holds::Style) if may_fetch(value) => UrlVerdict::Remove(RemovalReason::UrlInStyle),
            Some(Holds::Style) => UrlVerdict::Keep,
            Some(Holds::AnimatedName) if matches!(value, "href" | "xlink:href") => {
                UrlVerdict::Remove(RemovalReason::AnimatedUrl)
            }
            Some(Holds::AnimatedName) => UrlVerdict::Keep,
            Some(Holds::Document) => UrlVerdict::Remove(RemovalReason::NestedDocument),
        }
    }

    fn judge_list(&self, of: UrlUse, value: &str) -> UrlVerdict {
        let mut list = Judged::default();
        for url in value.split_ascii_whitespace() {
            list.add(self.judge(of, url), url, "", " ");
        }
        list.verdict()
    }

    /// Judges the images of a `srcset`. The candidates are split as "parse a srcset attribute"
    /// does; one with errors is judged as any other.
    ///
    /// <https://html.spec.whatwg.org/#parse-a-srcset-attribute>
    fn judge_candidates(&self, srcset: &str) -> UrlVerdict {
        let mut list = Judged::default();
        let mut rest = srcset;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
            if rest.is_empty() {
                return list.verdict();
            }
            steps::count(1);
            let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
            let (url, after) = rest.split_at(end);
            let without_commas = url.trim_end_matches(',');
            let end = match without_commas.len() == url.len() {
                true => end_of_descriptors(after),
                false => 0,
            };
            let descriptors =
                after[..end].trim_matches(|c: char| c.is_ascii_whitespace() || c == ',');
            list.add(self.judge(UrlUse::Media, without_commas), without_commas, descriptors, ", ");
            rest = &after[end..];
        }
    }

    /// Judges the URL of a refresh.
    ///
    /// <https://html.spec.whatwg.org/#shared-declarative-refresh-steps>
    fn judge_refresh(&self, content: &str) -> UrlVerdict {
        let is_space = |c: char| c.is_ascii_whitespace();
        let rest = content.trim_start_matches(is_space);
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let time = &rest[..rest.len() - after.len()];
        let mut url = after.trim_start_matches(is_space);
        url = url.strip_prefix([';', ',']).unwrap_or(url).trim_start_matches(is_space);
        if url.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("url")) {
            let equals = url[3..].trim_start_matches(is_space).strip_prefix('=');
            url = equals.map_or(url, |after| after.trim_start_matches(is_space));
        }
        // "If code point is U+0027 (') or U+0022 ("), then let quote be code point"
        if let Some(quote) = url.chars().next().filter(|c| matches!(c, '\'' | '"')) {
            url = url[1..].split(quote).next().unwrap_or_default();
        }
        if url.is_empty() {
            return UrlVerdict::Keep;
        }
        match self.judge(UrlUse::Link, url) {
            UrlVerdict::Set(url) => UrlVerdict::Set(format!("{time}; url={url}")),
            verdict => verdict,
        }
    }
}

/// The URLs of a list that stay.
#[derive(Default)]
struct Judged {
    written: String,
    count: usize,
    changed: Option<RemovalReason>,
    removed: Option<RemovalReason>,
}

impl Judged {
    fn add(&mut self, verdict: UrlVerdict, url: &str, descriptors: &str, separator: &str) {
        let rewritten;
        let url = match verdict {
            UrlVerdict::Keep => url,
            UrlVerdict::Set(other) => {
                self.changed = Some(RemovalReason::UrlRewritten);
                // A URL of a list has no whitespace, and no comma at an end.
                let is_comma = |c| c == ',';
                let encoded = other.replace(|c: char| c.is_ascii_whitespace(), "%20");
                rewritten = encoded.trim_matches(is_comma).to_owned();
                // Without a URL, the descriptors would be one.
                if rewritten.is_empty() {
                    self.removed = Some(RemovalReason::UrlRewritten);
                    return;
                }
                &rewritten
            }
            UrlVerdict::Remove(reason) => {
                self.removed = Some(reason);
                return;
            }
        };
        if self.count > 0 {
            self.written.push_str(separator);
        }
        self.count += 1;
        self.written.push_str(url);
        if !descriptors.is_empty() {
            self.written.extend([" ", descriptors]);
        }
    }

    fn verdict(self) -> UrlVerdict {
        match self.removed {
            Some(reason) if self.count == 0 => UrlVerdict::Remove(reason),
            None if self.changed.is_none() => UrlVerdict::Keep,
            _ => UrlVerdict::Set(self.written),
        }
    }
}

/// Returns where the descriptors of an image candidate end: after the comma that is in no
/// parentheses.
fn end_of_descriptors(text: &str) -> usize {
    let mut is_in_parens = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => is_in_parens = true,
            b')' => is_in_parens = false,
            b',' if !is_in_parens => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns how an attribute holds URLs; `None` if it has none.
fn held_by(element: ElementRef<'_>, attribute: Attr<'_>) -> Option<Holds> {
    let (namespace, name) = (element.namespace(), element.name());
    match (attribute.namespace(), attribute.name()) {
        (AttributeNamespace::None | AttributeNamespace::XLink, "href") => {
            Some(Holds::One(use_of_href(namespace, name)))
        }
        (AttributeNamespace::None, attribute) => match namespace {
            Namespace::Html => held_in_html(element, attribute),
            Namespace::Svg if attribute == "src" => Some(Holds::One(UrlUse::Resource)),
            Namespace::Svg if attribute == "attributeName" => Some(Holds::AnimatedName),
            // Presentation attributes, and the values of animations.
            Namespace::Svg => Some(Holds::Style),
            Namespace::MathMl => match attribute {
                "src" | "altimg" => Some(Holds::One(UrlUse::Media)),
                "style" => Some(Holds::Style),
                _ => None,
            },
        },
        _ => None,
    }
}

fn use_of_href(namespace: Namespace, element: &str) -> UrlUse {
    match (namespace, element) {
        (Namespace::MathMl, _) | (Namespace::Html, "a" | "area") | (Namespace::Svg, "a") => {
            UrlUse::Link
        }
        (Namespace::Svg, "image" | "feImage") => UrlUse::Media,
        _ => UrlUse::Resource,
    }
}

fn held_in_html(element: ElementRef<'_>, attribute: &str) -> Option<Holds> {
    let one = |of| Some(Holds::One(of));
    match attribute {
        "src" => match element.name() {
            "img" | "source" | "audio" | "video" | "track" | "input" => one(UrlUse::Media),
            _ => one(UrlUse::Resource),
        },
        "srcset" | "imagesrcset" => Some(Holds::ImageCandidates),
        "poster" | "background" | "lowsrc" | "dynsrc" | "icon" | "environmentmap" => {
            one(UrlUse::Media)
        }
        "action" | "formaction" => one(UrlUse::Form),
        "cite" | "longdesc" => one(UrlUse::Citation),
        "ping" => Some(Holds::List(UrlUse::Link)),
        "attributionsrc" => Some(Holds::List(UrlUse::Media)),
        "data" if element.name() == "object" => one(UrlUse::Resource),
        "classid" | "codebase" | "archive" | "manifest" | "profile" | "configurl"
        | "installurl" | "manifestid" => one(UrlUse::Resource),
        // Specifiers of style sheets, which can be URLs.
        "shadowrootadoptedstylesheets" => Some(Holds::List(UrlUse::Resource)),
        "srcdoc" => Some(Holds::Document),
        "style" => Some(Holds::Style),
        "content" if is_refresh(element) => Some(Holds::Refresh),
        _ => None,
    }
}

fn is_refresh(element: ElementRef<'_>) -> bool {
    element.name() == "meta"
        && element.attr("http-equiv").is_some_and(|it| it.eq_ignore_ascii_case("refresh"))
}

#[cfg(test)]
mod tests {
    use crate::sanitizer::{Policy, RelativeUrls, Sanitizer, UrlPolicy, UrlUse};

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
        let mut tree = crate::parse_fragment("div", html);
        tree.sanitize_unsafe(&sanitizer);
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
        // A `meta` in a `div` is read again, so the closure gets what it returned.
        assert!(sanitizer.sanitize_str(html).contains("5; url=https://a/b"));
    }

    #[test]
    fn style_sheets_that_fetch_are_removed() {
        assert_eq!(sanitized("<style>p{color:red}</style>"), "<style>p{color:red}</style>");
        assert_eq!(sanitized("<style>@import 'x'</style>1"), "1");
        assert_eq!(sanitized("<svg><style>p{fill:u<g>rl(x)}</g></style></svg>1"), "<svg></svg>1");
    }
}
