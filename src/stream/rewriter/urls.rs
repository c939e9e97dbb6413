//! Replacing the URLs of a match.

use crate::dom::Attr;
use crate::urls::{ElementUrl, UrlAttribute, UrlForm, refresh_to};

use super::composed::Replacement;
use super::rewrite_match::RewriteMatch;

impl<'r> RewriteMatch<'r> {
    /// Replaces URLs in the attributes of the element. The function gets each one that is not
    /// empty, in order, and returns what takes its place: `None` keeps it. Returns how many are
    /// replaced.
    ///
    /// The URLs are the ones that [`urls`](crate::ElementRef::urls) finds in the input. In a list,
    /// such as `srcset`, the rest stays as it is written. Characters that a URL cannot have there
    /// are percent-encoded, such as spaces and a comma at its end; and none is replaced by the
    /// empty string there.
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
        let mut edits: Vec<(Attr<'r>, Vec<Replacement>)> = Vec::new();
        for found in self.element.urls().filter(|found| !found.url.is_empty()) {
            let rewritten = rewrite(&found).filter(|url| url != found.url);
            let part = rewritten.and_then(|url| replaced_url(&found, url));
            let Some(part) = part else { continue };
            let name = found.attribute.qualified_name();
            match edits.last_mut().filter(|(attribute, _)| attribute.qualified_name() == name) {
                Some((_, parts)) => parts.push(part),
                None => edits.push((found.attribute, vec![part])),
            }
        }
        let count = edits.iter().map(|(_, parts)| parts.len()).sum();
        for (attribute, parts) in edits {
            let (tag, name) = (self.found.tag.clone(), attribute.qualified_name());
            self.tag_edits.push_parts(tag, &name, attribute.value(), parts);
        }
        count
    }
}

/// Returns the replacement of a URL in the value of its attribute; `None` if it cannot be written
/// there.
fn replaced_url(found: &ElementUrl<'_>, url: String) -> Option<Replacement> {
    let value = found.attribute.value();
    let (range, text) = match UrlAttribute::of(found.element, found.attribute)?.form {
        UrlForm::Single => (found.range(), url),
        UrlForm::Refresh => (0..value.len(), refresh_to(value, &url)),
        // In a list, the text after it would be the URL.
        _ if url.is_empty() => return None,
        form => (found.range(), form.item(&url).into_owned()),
    };
    Some(Replacement { range, text })
}
