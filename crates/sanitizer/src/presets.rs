//! Sanitizers that people know, each a configuration and a policy.

use std::fmt;

#[cfg(feature = "css")]
use super::config::rows;
use super::config::{SanitizerConfig, SanitizerElementWithAttributes, elements_with_attributes};
#[cfg(feature = "css")]
use super::policy::{Colors, StyleValues};
use super::policy::{Policy, RelativeUrls, UrlPolicy, UrlUse};
use super::sanitizer::Sanitizer;

/// A sanitizer for a purpose; [`Sanitizer::preset`] makes it.
///
/// Other elements are [replaced with their children](Policy::unwrap_unlisted), so that text stays;
/// only elements whose content is no text for readers, such as scripts and style sheets, go with
/// their content. Other attributes are removed, and so are comments. The elements `html`, `head`
/// and `body` of whole documents stay.
///
/// The sanitizer of a preset can be modified, and [`Sanitizer::policy`] replaces the policy.
///
/// ```
/// use consomme_sanitizer::{Preset, Sanitizer};
///
/// let html = "<h1>Soup</h1><p style='color:red'>Hot <a href=https://a.example/ onclick=a()>leek</a>";
/// let sanitized = |preset| Sanitizer::preset(preset).sanitize_str(html);
/// assert_eq!(sanitized(Preset::OnlyText), "SoupHot leek");
/// assert_eq!(
///     sanitized(Preset::Basic),
///     "Soup<p>Hot <a href=\"https://a.example/\" rel=\"nofollow\">leek</a></p>"
/// );
/// assert_eq!(
///     sanitized(Preset::Relaxed),
///     "<h1>Soup</h1><p>Hot <a href=\"https://a.example/\">leek</a></p>"
/// );
/// ```
#[doc(alias = "Safelist", alias = "Whitelist")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Preset {
    /// Text without any elements. It is still HTML, with `&lt;` for `<`. Words of neighboring
    /// blocks are not kept apart; [`NodeRef::inner_text`](consomme::NodeRef::inner_text) does that.
    OnlyText,
    /// Text with simple formatting, lists, quotes and links. Links may have the schemes `http`,
    /// `https`, `ftp` and `mailto`, quotes may cite `http` and `https`; relative URLs are dropped.
    /// Every link gets `rel=nofollow`.
    ///
    /// Elements: `a` (`href`), `b`, `blockquote` (`cite`), `br`, `cite`, `code`, `dd`, `dl`, `dt`,
    /// `em`, `i`, `li`, `ol`, `p`, `pre`, `q` (`cite`), `small`, `span`, `strike`, `strong`, `sub`,
    /// `sup`, `u`, `ul`.
    Basic,
    /// Comments of readers under an article: as [`Basic`](Preset::Basic), with `del`, `ins`, `s`,
    /// `kbd` and `hr`, with classes `language-*` of `code`, and with `http`, `https` and `mailto`
    /// links that leave the page nothing: `rel="nofollow ugc noopener noreferrer"`. No images, no
    /// headings.
    Comments,
    /// Documents: as [`Basic`](Preset::Basic), with headings, `div`, images and tables, with the
    /// attributes `title` of links and images, `alt`, `width`, `height` and `align` of images, and
    /// the attributes of cells and lists. Images may have the schemes `http` and `https`. Links get
    /// no `rel`.
    Relaxed,
    /// The body of a message as a mail program shows it: as [`Relaxed`](Preset::Relaxed), with what
    /// mail is made of: `font`, `center`, `hr`, `dir` and `lang`, and the attributes of tables
    /// (`align`, `valign`, `bgcolor`, `border`, `cellpadding`, `cellspacing`, `width`, `height`).
    /// Quoted replies keep their marks (`blockquote type=cite`). With the feature `css`, also `style`
    /// with the properties from which newsletters are made: for text, boxes, their margins and
    /// backgrounds, and `display`; none that positions a box, none with a negative value, none
    /// longer than 1,000 pixels, and no color but by name or number.
    ///
    /// Sizes add up, and a line is as long as its words, so no list of properties keeps a message in
    /// its place: show it in an element with the style `overflow: hidden; contain: paint`, or in a
    /// frame with `sandbox`. Then nothing of it is seen or clicked outside of that.
    ///
    /// Images, also in backgrounds, may be parts of the message (`cid:`) or in the text (`data:`).
    /// An image from the web would tell the sender that the message is read, so it is [held
    /// back](UrlPolicy::hold_images): [`HeldImages`](crate::HeldImages) lists these, and says which
    /// look like trackers. Links may have the
    /// schemes `http`, `https`, `mailto` and `tel`, and open a page of their own (`target=_blank
    /// rel="noopener noreferrer"`). Relative URLs are dropped.
    Email,
}

impl Preset {
    /// All presets.
    pub const ALL: [Preset; 5] =
        [Preset::OnlyText, Preset::Basic, Preset::Comments, Preset::Relaxed, Preset::Email];

    /// Returns the name: `only-text`, `basic`, `comments`, `relaxed` or `email`.
    pub fn as_str(self) -> &'static str {
        match self {
            Preset::OnlyText => "only-text",
            Preset::Basic => "basic",
            Preset::Comments => "comments",
            Preset::Relaxed => "relaxed",
            Preset::Email => "email",
        }
    }

    /// Returns the sections with the elements that are kept.
    fn sections(self) -> &'static [&'static str] {
        match self {
            Preset::OnlyText => &["document"],
            Preset::Basic => &["document", "basic"],
            Preset::Comments => &["document", "basic", "comments"],
            Preset::Relaxed => &["document", "basic", "relaxed"],
            Preset::Email => &["document", "basic", "relaxed", "email"],
        }
    }

    /// Returns the attributes that every element keeps.
    fn attributes(self) -> &'static [&'static str] {
        match self {
            Preset::Email if cfg!(feature = "css") => &["dir", "lang", "style"],
            Preset::Email => &["dir", "lang"],
            Preset::OnlyText | Preset::Basic | Preset::Comments | Preset::Relaxed => &[],
        }
    }

    fn policy(self) -> Policy {
        let policy = Policy::new().unwrap_unlisted(true);
        let urls = UrlPolicy::new()
            .relative(RelativeUrls::Drop)
            .schemes(UrlUse::Link, ["http", "https", "ftp", "mailto"]);
        match self {
            Preset::OnlyText => policy,
            Preset::Basic => policy.urls(urls).enforce_attribute("a", "rel", "nofollow"),
            Preset::Comments => policy
                .urls(urls.schemes(UrlUse::Link, ["http", "https", "mailto"]))
                .classes("code", ["language-*"])
                .enforce_attribute("a", "rel", "nofollow ugc noopener noreferrer"),
            Preset::Relaxed => policy.urls(urls),
            Preset::Email => {
                let urls = urls
                    .schemes(UrlUse::Link, ["http", "https", "mailto", "tel"])
                    .schemes(UrlUse::Media, ["cid", "data"])
                    .hold_images(["http", "https"]);
                let policy = policy
                    .urls(urls)
                    .enforce_attribute("a", "target", "_blank")
                    .enforce_attribute("a", "rel", "noopener noreferrer");
                #[cfg(feature = "css")]
                let policy = policy
                    .style_properties(rows(PRESETS, "email properties").flatten())
                    .style_values(email_values());
                policy
            }
        }
    }
}

/// Returns the rules for values in mails: no box out of its place, as far as values can say so.
#[cfg(feature = "css")]
fn email_values() -> StyleValues {
    StyleValues::new().max_length(1000.0).non_negative(true).colors(Colors::Literal)
}

/// The name.
impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Sanitizer {
    /// Returns the sanitizer for a purpose.
    ///
    /// ```
    /// use consomme_sanitizer::{Preset, Sanitizer};
    ///
    /// let mut sanitizer = Sanitizer::preset(Preset::Comments);
    /// sanitizer.allow_element("mark");
    /// assert_eq!(sanitizer.sanitize_str("<h1>1</h1><mark>2</mark>"), "1<mark>2</mark>");
    /// ```
    pub fn preset(preset: Preset) -> Sanitizer {
        let mut elements: Vec<SanitizerElementWithAttributes> = Vec::new();
        let sections = preset.sections().iter();
        for row in sections.flat_map(|section| elements_with_attributes(PRESETS, section)) {
            // A later section has more attributes of an element.
            match elements.iter_mut().find(|kept| kept.element == row.element) {
                Some(kept) => kept
                    .attributes
                    .get_or_insert_default()
                    .extend(row.attributes.into_iter().flatten()),
                None => elements.push(row),
            }
        }
        let config = SanitizerConfig::new()
            .elements(elements)
            .attributes(preset.attributes().iter().copied())
            .comments(false)
            .data_attributes(false);
        let sanitizer = Sanitizer::from_safe_config(config);
        debug_assert!(sanitizer.is_ok(), "the configuration of {preset} is valid: {sanitizer:?}");
        sanitizer.unwrap_or_default().policy(preset.policy())
    }
}

/// The lists of all presets.
const PRESETS: &str = include_str!("presets.txt");

#[cfg(test)]
mod tests {
    use super::*;

    fn sanitized(preset: Preset, html: &str) -> String {
        let sanitized = Sanitizer::preset(preset).sanitize_str(html);
        assert_eq!(Sanitizer::preset(preset).sanitize_str(&sanitized), sanitized, "a fixed point");
        sanitized
    }

    #[test]
    fn every_preset_is_a_valid_configuration_that_removes_what_runs_scripts() {
        for preset in Preset::ALL {
            let html = "1<script>a()</script><style>p{}</style><p onclick=a()>2<!--3-->\
                <a href=' java\nscript:a()' id=x>4</a><iframe src=x></iframe><svg><g>5</svg>";
            let sanitized = sanitized(preset, html);
            for bad in ["a()", " on", "id=", "svg", "script", "style", "3", "5", "frame"] {
                assert!(!sanitized.contains(bad), "{preset} {bad}: {sanitized}");
            }
            assert!(sanitized.starts_with('1') && sanitized.contains('4'), "{preset}: {sanitized}");
        }
    }

    #[test]
    fn only_text_has_no_elements() {
        let html = "<div>1 &lt;b> <b>2</b><br><img src=x alt=y><table><tr><td>3</table><textarea>4</textarea>";
        assert_eq!(sanitized(Preset::OnlyText, html), "1 &lt;b&gt; 234");
    }

    #[test]
    fn basic_keeps_simple_text_with_links() {
        let html = "<h1>1</h1><p class=x>2<a href=/x>3</a><a href=ftp://x/ title=y>4</a><img src=https://x/>\
            <q cite=mailto:x>5</q><q cite=https://x/>6</q>";
        assert_eq!(
            sanitized(Preset::Basic, html),
            "1<p>2<a rel=\"nofollow\">3</a><a href=\"ftp://x/\" rel=\"nofollow\">4</a>\
            <q>5</q><q cite=\"https://x/\">6</q></p>"
        );
    }

    #[test]
    fn comments_keep_code_and_mark_links() {
        let html = "<h1>1</h1><pre><code class='language-rust big'>2</code></pre><s>3</s><a href=https://x/>4</a><p class=language-x>5";
        assert_eq!(
            sanitized(Preset::Comments, html),
            "1<pre><code class=\"language-rust\">2</code></pre><s>3</s>\
            <a href=\"https://x/\" rel=\"nofollow ugc noopener noreferrer\">4</a><p>5</p>"
        );
    }

    #[test]
    fn relaxed_keeps_images_and_tables() {
        let html = "<h2 id=x>1</h2><img src=http://x/ alt=2 srcset=y><img src=cid:x><table width=9 bgcolor=red><tr><td colspan=2 style=x>3</table>";
        assert_eq!(
            sanitized(Preset::Relaxed, html),
            "<h2>1</h2><img src=\"http://x/\" alt=\"2\"><img><table width=\"9\"><tbody><tr><td colspan=\"2\">3</td></tr></tbody></table>"
        );
    }

    #[test]
    fn mail_keeps_its_own_images_and_its_layout() {
        let html = "<center><font color=red>1</font></center><img src=cid:x><img src=https://x/>\
            <img src=data:image/png,x><img src=data:text/html,x><a href=tel:1>2</a>\
            <table bgcolor=red background=https://x/><tr><td valign=top>3</table>";
        assert_eq!(
            sanitized(Preset::Email, html),
            "<center><font color=\"red\">1</font></center><img src=\"cid:x\">\
            <img data-held-src=\"https://x/\"><img src=\"data:image/png,x\"><img>\
            <a href=\"tel:1\" target=\"_blank\" rel=\"noopener noreferrer\">2</a>\
            <table bgcolor=\"red\" data-held-background=\"https://x/\"><tbody><tr><td valign=\"top\">3</td></tr></tbody></table>"
        );
    }

    #[cfg(feature = "css")]
    #[test]
    fn mail_keeps_styles_that_stay_in_their_places() {
        for (style, expected) in [
            ("color:red;position:fixed;background:url(x);WIDTH:1px", "color: red; width: 1px"),
            ("background:red u\\72l(cid:x)", "background: red url(&quot;cid:x&quot;)"),
            (
                "background-image:url(data:image/png,x);color:red",
                "background-image: url(&quot;data:image/png,x&quot;); color: red",
            ),
            ("color:red;background:url(//x/)", "color: red"),
            ("color:red;background-image:image-set(\"/x\" 1x)", "color: red"),
            ("color:red;background:url(data:text/html,x)", "color: red"),
            ("margin:0 auto;margin-left:-9px;width:5000px;color:red", "margin: 0 auto; color: red"),
            ("display:inline-block;text-indent:-380px;position:absolute", "display: inline-block"),
            (
                "color:var(--x);background-color:#FFF;width:calc(100% + 9px)",
                "background-color: #FFF",
            ),
        ] {
            let sanitized = sanitized(Preset::Email, &format!("<p style='{style}'>1</p>"));
            assert_eq!(sanitized, format!("<p style=\"{expected}\">1</p>"));
        }
    }

    #[cfg(feature = "css")]
    #[test]
    fn mail_holds_the_images_of_its_styles_back() {
        let html = "<p style='color:red;background:url(https://x/?a=\"b)'>1</p>\
            <p style='background-image:image-set(\"http://y/\" 1x, \"cid:z\" 2x)'>2</p>";
        let expected = "<p style=\"color: red\" \
            data-held-style=\"color: red; background: url(&quot;https://x/?a=\\&quot;b&quot;)\">1</p>\
            <p data-held-style=\"background-image: \
            image-set(&quot;http://y/&quot; 1x, &quot;cid:z&quot; 2x)\">2</p>";
        let html = html.replace("?a=\"b", "?a=\\\"b");
        assert_eq!(sanitized(Preset::Email, &html), expected);
        let found =
            crate::SanitizeOptions::new().sanitize(&Sanitizer::preset(Preset::Email), "div", &html);
        let held: Vec<_> = found.held_images().list().iter().map(|it| it.urls().concat()).collect();
        assert_eq!(held, ["https://x/?a=\"b", "http://y/"]);
    }

    #[test]
    fn mail_keeps_the_marks_of_quoted_replies() {
        let html = "<blockquote type=cite cite=mid:1 class=x>1</blockquote>";
        assert_eq!(sanitized(Preset::Email, html), "<blockquote type=\"cite\">1</blockquote>");
    }

    #[test]
    fn whole_documents_stay_documents() {
        let mut page = consomme::parse_str("<title>1</title><body onload=a()><h1>2</h1>");
        Sanitizer::preset(Preset::OnlyText).sanitize(&mut page);
        assert_eq!(page.to_string(), "<html><head></head><body>2</body></html>");
    }
}
