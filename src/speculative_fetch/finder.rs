//! Finds the resources that each inserted element fetches.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::names::{Namespace, known};
use crate::text::Strings;
use crate::tree_builder::Region;
use crate::treeless::{Inserted, Parent, Treeless};

use super::element::Element;
use super::fetch::{PictureSource, Speculated, SpeculativeFetch};
use super::fetch_list::FetchList;
use super::{image, link, meta, script};

/// The largest number of `source` elements in a `picture` whose `img` is examined. With more, which
/// no page has, the image is left out, so that the time stays linear.
const MAX_SOURCES: usize = 64;

/// The fetches found, and the state that the elements so far have set for those after them.
#[derive(Debug)]
pub(crate) struct Finder {
    found: VecDeque<Speculated>,
    /// Whether scripting is enabled: otherwise scripts are not fetched.
    scripting: bool,
    /// The `href` of the first `base` element, once there is one.
    base: Option<Arc<str>>,
    fetched: FetchList,
    /// The `source` elements of each `picture`.
    sources: Vec<Vec<PictureSource>>,
}

impl Finder {
    pub(crate) fn new(scripting: bool) -> Self {
        Finder {
            found: VecDeque::new(),
            scripting,
            base: None,
            fetched: FetchList::default(),
            sources: Vec::new(),
        }
    }

    /// Whether the `href` of a `base` element is known.
    pub(crate) fn has_base(&self) -> bool {
        self.base.is_some()
    }

    /// Sets the `href` of the first `base` element.
    pub(crate) fn set_base(&mut self, href: &str) {
        self.base = Some(href.into());
    }

    /// Takes over the list of speculative fetch URLs.
    pub(crate) fn take_over_list(&mut self, earlier: Finder) {
        self.fetched = earlier.fetched;
    }

    /// Returns the next thing that was found.
    pub(crate) fn next(&mut self) -> Option<Speculated> {
        self.found.pop_front()
    }

    /// Looks at the element that the last token has inserted, if there is one.
    pub(crate) fn look_at_inserted(&mut self, sink: &mut Treeless, strings: &Strings) {
        if let Some(inserted) = sink.take_inserted()
            && inserted.region != Region::Template
        {
            self.look_at(inserted, strings);
        }
    }

    fn look_at(&mut self, inserted: Inserted<'_>, strings: &Strings) {
        let Inserted { name, attributes, region, parent } = inserted;
        let element = &Element { attributes, strings };
        match (name.namespace, name.local) {
            (Namespace::Html | Namespace::Svg, known::SCRIPT) if self.scripting => {
                self.add(script::fetch(element, name.namespace));
            }
            (Namespace::Html, known::LINK) => {
                link::fetches(element, |fetch| self.add(Some(fetch)));
            }
            (Namespace::Html, known::META) => {
                meta::pragmas(element, region, parent, |pragma| self.found.push_back(pragma));
            }
            (Namespace::Html, known::IMG) => {
                let fetch =
                    self.sources_for(parent).and_then(|sources| image::img_fetch(element, sources));
                self.add(fetch);
            }
            (Namespace::Html, known::SOURCE) => {
                if let (Parent::Picture(number), Some(source)) =
                    (parent, image::picture_source(element))
                {
                    self.add_source(number, source);
                }
            }
            (Namespace::Html, known::INPUT) => self.add(image::input_fetch(element)),
            (Namespace::Html, known::VIDEO) => self.add(image::poster_fetch(element)),
            (Namespace::Svg, known::IMAGE) => self.add(image::svg_image_fetch(element)),
            _ => {}
        }
    }

    /// Adds a fetch to the findings, unless its URL is fetched already.
    ///
    /// <https://html.spec.whatwg.org/#speculative-fetch>
    fn add(&mut self, fetch: Option<SpeculativeFetch>) {
        let Some(mut fetch) = fetch else { return };
        fetch.base = self.base.clone();
        if self.fetched.add(&fetch) {
            self.found.push_back(Speculated::Fetch(fetch));
        }
    }

    /// Returns the `source` elements before an `img` with that parent; `None` if they are not known
    /// or are too many.
    fn sources_for(&self, parent: Parent) -> Option<&[PictureSource]> {
        match parent {
            Parent::Picture(number) => {
                let sources = self.sources.get(number).map_or(&[][..], |sources| sources);
                (sources.len() <= MAX_SOURCES).then_some(sources)
            }
            Parent::HeldPicture => None,
            Parent::Head | Parent::Other => Some(&[]),
        }
    }

    fn add_source(&mut self, number: usize, source: PictureSource) {
        if number >= self.sources.len() {
            self.sources.resize_with(number + 1, Vec::new);
        }
        if self.sources[number].len() <= MAX_SOURCES {
            self.sources[number].push(source);
        }
    }
}
