//! The end tags that close other elements with their own.

use crate::elements::{ElementClass, Traits};
use crate::names::{Namespace, known};

use super::nest::Nest;

impl<T> Nest<T> {
    /// Whether the end tag of the element at a level closes it and all elements open in it, as if
    /// each had an end tag.
    ///
    /// <https://html.spec.whatwg.org/#generate-implied-end-tags>
    pub(crate) fn ends_all_from(&self, level: usize) -> bool {
        let Some((ended, inner)) = self.open[level.min(self.open.len())..].split_first() else {
            return false;
        };
        if inner.is_empty() {
            return true;
        }
        let row = ended.row();
        let implied = match ended.name.namespace {
            Namespace::Html => {
                // Deviation (Optional tags): not for a `template`. When its end tag ends a cell,
                // the parser leaves the cell's marker in the list of active formatting elements.
                if ended.is_html(known::TEMPLATE) {
                    return false;
                }
                if row.is_in(ElementClass::FOSTERS) {
                    ElementClass::THOROUGHLY_IMPLIED_END_TAG
                } else {
                    ElementClass::IMPLIED_END_TAG
                }
            }
            Namespace::MathMl | Namespace::Svg => return false,
        };
        // The adoption agency algorithm may end another formatting element where links are nested.
        if row.is_in(ElementClass::FORMATTING) {
            return false;
        }
        // "Any other end tag" gives up at a special element.
        let passes_special = row.is(Traits::GENERATES_IMPLIED_END_TAGS)
            || row.is_in(ElementClass::FOSTERS.union(ElementClass::SELECT));
        inner.iter().all(|level| {
            let row = level.row();
            // The end tag closes the innermost element of its name, so no inner one may have it.
            level.name != ended.name
                && row.is_in(implied)
                && (passes_special || !row.is_in(ElementClass::SPECIAL))
        })
    }
}
