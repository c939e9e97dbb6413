//! Replacing the URLs of a match.

use crate::dom::Attr;
use crate::urls::{
    CssUrl, ElementUrl, UrlAttribute, UrlForm, css_urls, refresh_to, written_css_url,
};

use super::composed::{Replacement, patched};
use super::error::RewriteError;
use super::rewrite_match::RewriteMatch;

impl<'r> RewriteMatch<'r> {
    /// Replaces URLs in the attributes of the element. The function gets each one that is not
    /// empty, in order, and returns its replacement; `None` keeps it. Returns how many are
    /// replaced.
    ///
    /// The URLs are the ones that [`urls`](crate::ElementRef::urls) finds in the input. In a list,
    /// such as `srcset`, the rest stays as it is written. Characters that a URL cannot have there
    /// are percent-encoded, such as spaces and a comma at its end. In a list, no URL is replaced by
    /// the empty string.
    ///
    /// ```
    /// use consomme::Hints;
    /// use consomme::stream::{RewriteSelectors, rewrite};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let page = &br#"<img src=/leek.png srcset="/leek-2x.png  2x,
    ///     https://other.example/leek.png 3x">"#[..];
    /// let images = RewriteSelectors::new().start_tags(&["img, source"])?;
    /// let mut output = Vec::new();
    /// rewrite(page, &mut output, &Hints::new(), &images, |image| {
    ///     image.rewrite_urls(|found| {
    ///         let is_ours = found.url.starts_with('/');
    ///         is_ours.then(|| format!("https://cdn.example{}", found.url))
    ///     });
    ///     Ok(())
    /// })?;
    /// assert_eq!(output, br#"<img src=https://cdn.example/leek.png srcset="https://cdn.example/leek-2x.png  2x,
    ///     https://other.example/leek.png 3x">"#);
    /// # Ok(())
    /// # }
    /// ```
    pub fn rewrite_urls(
        &mut self,
        mut rewrite: impl FnMut(&ElementUrl<'r>) -> Option<String>,
    ) -> usize {
        let mut count = 0;
        let mut edit: Option<(Attr<'r>, Vec<Replacement>)> = None;
        for found in self.element.urls().filter(|found| !found.url.is_empty()) {
            let rewritten = rewrite(&found).filter(|url| url != found.url);
            let part = rewritten.and_then(|url| replaced_url(&found, url));
            let Some(part) = part else { continue };
            count += 1;
            let is_same = |one: &Attr<'_>| std::ptr::eq(one.data(), found.attribute.data());
            match &mut edit {
                Some((attribute, parts)) if is_same(attribute) => parts.push(part),
                _ => {
                    let before = edit.replace((found.attribute, vec![part]));
                    self.push_parts(before);
                }
            }
        }
        self.push_parts(edit);
        count
    }

    /// Notes an edit of parts of a value.
    fn push_parts(&mut self, edit: Option<(Attr<'_>, Vec<Replacement>)>) {
        if let Some((attribute, parts)) = edit {
            self.tag_edits.push_parts(self.found.tag.clone(), attribute, parts);
        }
    }

    /// Replaces URLs in CSS: in the `style` attribute of the element, in other attributes whose
    /// value is CSS, and in the content of a `style` element that [is complete](Self::is_complete).
    /// The function gets each one that [`css_urls`] finds and that is not empty, in order, and
    /// returns its replacement; `None` keeps it. Returns how many are replaced.
    ///
    /// The rest stays as it is written. A new URL is written as a string.
    ///
    /// ```
    /// use consomme::Hints;
    /// use consomme::stream::{RewriteSelectors, rewrite};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let page = &b"<style>@import '/menu.css';</style><p style='background: url(/leek.png)'>"[..];
    /// let selectors = RewriteSelectors::new().start_tags(&["[style]"])?.elements(&["style"])?;
    /// let mut output = Vec::new();
    /// rewrite(page, &mut output, &Hints::new(), &selectors, |element| {
    ///     element.rewrite_css_urls(|found| Some(format!("https://cdn.example{}", found.url)))?;
    ///     Ok(())
    /// })?;
    /// assert_eq!(
    ///     String::from_utf8(output)?,
    ///     "<style>@import \"https://cdn.example/menu.css\";</style>\
    ///      <p style='background: url(\"https://cdn.example/leek.png\")'>"
    /// );
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// For the content of a `style` element, as [`edit`](Self::edit).
    pub fn rewrite_css_urls(
        &mut self,
        mut rewrite: impl FnMut(&CssUrl<'_>) -> Option<String>,
    ) -> Result<usize, RewriteError> {
        let mut count = 0;
        for attribute in self.element.attrs() {
            let row = UrlAttribute::of(self.element, attribute);
            if row.is_none_or(|row| row.form != UrlForm::Css) {
                continue;
            }
            let parts = css_parts(attribute.value(), &mut rewrite);
            if !parts.is_empty() {
                count += parts.len();
                self.push_parts(Some((attribute, parts)));
            }
        }
        if self.is_complete() && self.element.name() == "style" {
            let css = self.element.text_content();
            let parts = css_parts(&css, &mut rewrite);
            if !parts.is_empty() {
                let css = patched(&css, &parts);
                self.edit_source(false, |document, element| document.set_text(element, &css))?;
                count += parts.len();
            }
        }
        Ok(count)
    }
}

/// Returns the replacements of URLs in CSS.
fn css_parts(
    css: &str,
    rewrite: &mut impl FnMut(&CssUrl<'_>) -> Option<String>,
) -> Vec<Replacement> {
    let urls = css_urls(css).into_iter().filter(|found| !found.url.is_empty());
    let replaced = urls.filter_map(|found| {
        let url = rewrite(&found).filter(|url| *url != found.url)?;
        let text = written_css_url(css, &found, &url);
        Some(Replacement { range: found.range, text })
    });
    replaced.collect()
}

/// Returns the replacement of a URL in the value of its attribute; `None` if it cannot be written
/// there.
fn replaced_url(found: &ElementUrl<'_>, url: String) -> Option<Replacement> {
    let value = found.attribute.value();
    let (range, text) = match found.form {
        UrlForm::Single => (found.range(), url),
        UrlForm::Refresh => (0..value.len(), refresh_to(value, &url)),
        // In a list, the text after an empty URL would be read as the URL.
        _ if url.is_empty() => return None,
        form => (found.range(), form.item(&url).into_owned()),
    };
    Some(Replacement { range, text })
}
