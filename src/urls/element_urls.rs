//! The URLs of an element.

use std::iter::FusedIterator;
use std::ops::Range;

use crate::dom::{Attr, Attrs, ElementRef};
use crate::steps;

use super::attributes::{UrlAttribute, UrlForm};
use super::kind::UrlKind;
use super::srcset::ImageCandidate;
use super::value::UrlsIn;

/// A URL in an attribute of an element: an item of [`ElementRef::urls`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ElementUrl<'a> {
    /// The element.
    pub element: ElementRef<'a>,
    /// The attribute.
    pub attribute: Attr<'a>,
    /// The purpose of the URL.
    pub kind: UrlKind,
    /// The URL as written, perhaps with whitespace around it. Empty for a
    /// [refresh](UrlKind::Refresh) without a URL, too, which loads the page again.
    pub url: &'a str,
    /// The width and the pixel density of a candidate of `srcset` or `imagesrcset`.
    pub candidate: Option<ImageCandidate<'a>>,
    /// How URLs are written in the attribute.
    #[cfg(feature = "stream")]
    pub(crate) form: UrlForm,
}

impl ElementUrl<'_> {
    /// Returns where the URL is in the [value](Attr::value) of the attribute, in bytes.
    ///
    /// ```
    /// let document = consomme::parse_str("<img srcset='leek.png 1x, leek-2x.png 2x'>");
    /// let image = document.descendant_elements().last().unwrap();
    /// let ranges: Vec<_> = image.urls().map(|found| found.range()).collect();
    /// assert_eq!(ranges, [0..8, 13..24]);
    /// ```
    pub fn range(&self) -> Range<usize> {
        // The URL is a part of the value.
        let start = self.url.as_ptr().addr() - self.attribute.value().as_ptr().addr();
        start..start + self.url.len()
    }
}

/// The URLs in the attributes of an element, from [`ElementRef::urls`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct ElementUrls<'a> {
    element: ElementRef<'a>,
    attributes: Attrs<'a>,
    /// The current attribute, its row, and its URLs that are left.
    current: Option<(Attr<'a>, &'static UrlAttribute, UrlsIn<'a>)>,
}

impl<'a> ElementRef<'a> {
    /// Returns the URLs in the attributes of the element, in the order of the attributes: all
    /// attributes that hold URLs by the standard's index and have an effect, and the attributes of
    /// SVG and MathML.
    ///
    /// Not included are the URLs in `style` and other CSS, and in the document that `srcdoc` holds.
    /// `usemap` is no URL, but the name of a map.
    ///
    /// ```
    /// use consomme::urls::UrlKind;
    ///
    /// let document = consomme::parse_str("<video src=soup.mp4 poster=soup.jpg><input src=no-image-button.png>");
    /// let video = document.descendant_elements().find(|element| element.name() == "video").unwrap();
    /// let urls: Vec<_> = video.urls().map(|found| (found.kind, found.url)).collect();
    /// assert_eq!(urls, [(UrlKind::Media, "soup.mp4"), (UrlKind::Image, "soup.jpg")]);
    /// assert_eq!(video.first_element_child().unwrap().urls().count(), 0);
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#attributes-3>
    pub fn urls(self) -> ElementUrls<'a> {
        ElementUrls { element: self, attributes: self.attrs(), current: None }
    }
}

impl<'a> Iterator for ElementUrls<'a> {
    type Item = ElementUrl<'a>;

    fn next(&mut self) -> Option<ElementUrl<'a>> {
        loop {
            steps::count(1);
            if let Some((attribute, row, urls)) = &mut self.current {
                for written in urls {
                    let candidate = match row.form {
                        UrlForm::Srcset => written.parsed().map(Some),
                        _ => Some(None),
                    };
                    // Candidates with errors are left out.
                    let Some(candidate) = candidate else { continue };
                    return Some(ElementUrl {
                        element: self.element,
                        attribute: *attribute,
                        kind: row.kind_on(self.element),
                        url: written.url,
                        candidate,
                        #[cfg(feature = "stream")]
                        form: row.form,
                    });
                }
                self.current = None;
            }
            let attribute = self.attributes.next()?;
            if let Some(row) = UrlAttribute::of(self.element, attribute)
                && row.has_effect(self.element, attribute)
            {
                let urls = UrlsIn::of(row.form, attribute.value());
                self.current = Some((attribute, row, urls));
            }
        }
    }
}

impl FusedIterator for ElementUrls<'_> {}
