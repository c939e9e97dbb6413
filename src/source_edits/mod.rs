//! Edits of the source: the input with some ranges replaced.
//!
//! A document that was parsed with [`ParseOptions::lossless`](crate::ParseOptions::lossless) can be
//! edited in any way, and written back as its source: *the output is the input with some ranges
//! replaced; parsing it gives the edited tree, or you are told where it does not.*
//!
//! ```
//! use consomme::ParseOptions;
//!
//! # fn main() -> Result<(), consomme::TreeError> {
//! let html = "<!doctype HTML>\r\n<P CLASS='a'>Salt &amp; pepper<br>\r\n<p>Broth";
//! let mut document = ParseOptions::new().lossless(true).parse_str(html);
//! let p = document.body().unwrap().first_element_child().unwrap().id();
//! document.set_attr(p, "class", "b")?;
//! document.append_html(p, "<b>\nhot</b>")?;
//!
//! let edits = document.source_edits().unwrap();
//! assert_eq!(edits.apply(), "<!doctype HTML>\r\n<P CLASS='b'>Salt &amp; pepper<br>\r\n<b>\r\nhot</b><p>Broth");
//! let patches: Vec<_> = edits.patches().iter().map(|patch| (patch.range(), patch.text())).collect();
//! assert_eq!(patches, [(27..28, "b"), (53..53, "<b>\r\nhot</b>")]);
//! assert!(edits.inexact().is_empty());
//! # Ok(())
//! # }
//! ```
//!
//! No edit is refused. Parsing the patched source tells which edits the source does not express
//! exactly: [`SourceEdits::inexact`] lists them. Only the rewriter of streams gives the reasons
//! [`ActsElsewhere`](InexactReason::ActsElsewhere) and
//! [`ContentUnseen`](InexactReason::ContentUnseen).
//!
//! The [guide](crate::guide::editing_source) says how each edit appears in the source.

// How it works. The parser keeps the links and the data of all nodes as they were when it ended
// (`dom::Original`), beside the tree that edits change. Edits themselves record nothing:
// `changes.rs` compares the two trees, so every way of editing is covered. Each changed node has
// patches by rules that look at its surroundings only: at its tags, at the children before and
// after it (`alignment.rs`), at where these are in the source. `layout.rs` knows which stretches of
// the source hold a node with all its descendants and nothing else. Where the parser has moved or
// copied nodes, the smallest such stretch may be large; it is then written anew from the tree
// (`regions.rs`).
//
// Rules that look at the surroundings only cannot be right for all malformed markup. So the patched
// source is parsed, and its tree is compared with the edited one. Where they differ, the smallest
// stretch around the difference is written anew, and if that does not help, a larger one.
// Differences that remain are listed as inexact. This takes at most `MAX_ROUNDS` parses. Every
// other step walks once over its input, except the way up from a difference, which `Limits::depth`
// bounds. So the time is linear.
//
// - `mod.rs`: `SourceEdits`, from changes to patches that are checked
// - `places.rs`: where the nodes are in the source
// - `layout.rs`: the order of the nodes, and how much of the source each subtree takes
// - `changes.rs`: which nodes have changed
// - `plan.rs`: the patches for all changes
// - `alignment.rs`: which children have stayed
// - `children.rs`: patches for removed and inserted nodes
// - `closing.rs`: which start tags close which elements, and the end tags that patches need
// - `attributes.rs`: patches for other names and attributes
// - `tags.rs`: patches in a start tag
// - `texts.rs`: patches of texts and comments
// - `region.rs`: the stretch around a node that can be written anew
// - `regions.rs`: writing stretches anew
// - `draft.rs`: patches while they are made
// - `patch.rs`: `Patch`
// - `newlines.rs`: the text as it came
// - `check.rs`: parses the patched source and compares trees
// - `kept.rs`: the parts of the source that the patches leave as they are
// - `inexact.rs`: edits that the source does not express
// - `bytes.rs`: the patched source in its encoding

mod alignment;
mod attributes;
pub(crate) mod bytes;
mod changes;
pub(crate) mod check;
mod children;
mod closing;
mod draft;
mod inexact;
mod kept;
mod layout;
pub(crate) mod newlines;
mod patch;
mod places;
mod plan;
mod region;
mod regions;
pub(crate) mod tags;
mod texts;

use std::fmt;

use crate::dom::{Document, NodeId, NodeIndex, NodeSet};
use crate::steps;

pub use bytes::{ApplyError, BytePatch};
pub use check::Mismatch;
pub use inexact::{Inexact, InexactReason};
pub use patch::Patch;

use changes::Changes;
use draft::Draft;
use kept::KeptParts;
use layout::Layout;
use newlines::Newlines;
use places::Places;

/// How many times a patched source is parsed to find stretches that must be written anew.
const MAX_ROUNDS: usize = 4;

/// The edits of a document as patches of its source, from [`Document::source_edits`].
#[derive(Clone)]
pub struct SourceEdits<'a> {
    document: &'a Document,
    patches: Vec<Patch>,
    inexact: Vec<Inexact>,
}

/// Edits as patches of the source.
impl Document {
    /// Returns the edits since parsing as patches of the source. `None` unless the document was
    /// parsed with [`ParseOptions::lossless`](crate::ParseOptions::lossless), and for the document
    /// of a [`Driver`](crate::driver::Driver) that was edited while it grew, that scripts have
    /// written to, or that was aborted.
    ///
    /// Takes time linear in the size of the document. If there are edits, the patched source is
    /// parsed, at most four times.
    pub fn source_edits(&self) -> Option<SourceEdits<'_>> {
        SourceEdits::of(self, true)
    }

    /// As [`source_edits`](Document::source_edits), without the check: the rules look at the
    /// surroundings of each edit only and nothing is parsed. [`inexact`](SourceEdits::inexact) is
    /// empty even if the patches are wrong; [`verify`](SourceEdits::verify) finds out. On real
    /// pages the patches are rarely wrong.
    pub fn unchecked_source_edits(&self) -> Option<SourceEdits<'_>> {
        SourceEdits::of(self, false)
    }

    /// Returns the source with the edits since parsing:
    /// [`source_edits`](Document::source_edits), applied. `None` as there.
    ///
    /// ```
    /// use consomme::ParseOptions;
    ///
    /// let html = "<table><tr><td>1</table>\r\n<p>Broth";
    /// let document = ParseOptions::new().lossless(true).parse_str(html);
    /// assert_eq!(document.to_source().unwrap(), html);
    /// ```
    pub fn to_source(&self) -> Option<String> {
        Some(self.source_edits()?.apply())
    }
}

impl<'a> SourceEdits<'a> {
    fn of(document: &'a Document, is_checked: bool) -> Option<Self> {
        let places = Places::of(document)?;
        let changes = Changes::of(&places);
        let mut edits = SourceEdits { document, patches: Vec::new(), inexact: Vec::new() };
        if !changes.is_empty() {
            let layout = Layout::of(&places);
            if is_checked {
                edits.make(&places, &layout, &changes);
            } else {
                let mut regions = NodeSet::default();
                edits.set_patches(plan::plan(document, places, &layout, &changes, &mut regions));
            }
        }
        Some(edits)
    }

    /// Makes patches and parses the patched source. Where its tree differs from the edited one, the
    /// next round writes a stretch around the difference anew. Keeps the patches of the round that
    /// left the fewest differences, and lists these as inexact.
    fn make(&mut self, places: &Places<'_>, layout: &Layout, changes: &Changes) {
        let mut regions = NodeSet::default();
        // The patches of the best round so far, and the edits that they leave inexact.
        let mut best: Option<(Vec<Patch>, Vec<Inexact>)> = None;
        for round in 0..MAX_ROUNDS {
            let drafts = plan::plan(self.document, *places, layout, changes, &mut regions);
            self.set_patches(drafts);
            let parsed = check::parse_again(self.document, self.apply());
            let differences = self.differences_from(&parsed, true);
            if differences.is_empty() {
                return;
            }
            let nodes: Vec<NodeIndex> =
                differences.iter().map(|one| check::index_of(self.document, one)).collect();
            // The second round, with the innermost stretches around the differences, counts even if
            // it leaves as many differences. Later rounds count only if they leave fewer, so that
            // one edit that no source expresses does not spoil others.
            if best.as_ref().is_none_or(|(_, inexact)| {
                round == 1 && differences.len() == inexact.len()
                    || differences.len() < inexact.len()
            }) {
                let inexact = differences
                    .iter()
                    .map(|difference| self.inexact_at(places, layout, difference, &regions));
                best = Some((self.patches.clone(), inexact.collect()));
            }
            // Look in the regions before this round, so that several differences in one stretch
            // enlarge it only once.
            let before = regions.clone();
            for id in nodes {
                let parsed = self.parsed_around(places, layout, id);
                if let Some(region) = region::region_around(places, layout, parsed, &before) {
                    regions.insert(region);
                }
            }
            if regions.len() == before.len() {
                break;
            }
        }
        if let Some((patches, inexact)) = best {
            (self.patches, self.inexact) = (patches, inexact);
        }
    }

    /// Returns where the edited tree differs from the tree of the patched source: in all subtrees
    /// if `all`, or else in the first one.
    fn differences_from(&self, parsed: &Document, all: bool) -> Vec<Mismatch> {
        let kept = KeptParts::of(self.document.source(), &self.patches, parsed.source());
        check::differences(self.document, parsed, kept, all)
    }

    /// Makes the patches of the drafts. Their ranges are offsets in the text as it came, before
    /// newlines were normalized.
    fn set_patches(&mut self, drafts: Vec<Draft>) {
        let strings = &self.document.strings;
        let newlines = Newlines::of(strings);
        let patch = |draft: Draft| {
            let text = newlines.styled(&draft.range, &draft.text);
            let is_empty = draft.range.is_empty() && text.is_empty();
            (!is_empty)
                .then(|| Patch::new(self.document, &draft.range, text.into_owned(), &draft.nodes))
        };
        self.patches = drafts.into_iter().filter_map(patch).collect();
    }

    /// Returns the innermost node, this one or an ancestor, that the parser created and no edit has
    /// moved to another parent.
    fn parsed_around(&self, places: &Places<'_>, layout: &Layout, id: NodeIndex) -> NodeIndex {
        let tree = &self.document.tree;
        let mut next = Some(id);
        while let Some(id) = next {
            steps::count(1);
            if places.is_parsed(id) && layout.order(id).is_some() {
                // A node that an edit has moved here has its stretch of the source elsewhere.
                let parent = tree.node(id).parent();
                let old = places.original.nodes()[id.to_usize()].parent();
                if parent == old {
                    return id;
                }
            }
            next = tree.node(id).parent().or_else(|| tree.host_of(id));
        }
        tree.root_index()
    }

    fn inexact_at(
        &self,
        places: &Places<'_>,
        layout: &Layout,
        difference: &Mismatch,
        regions: &NodeSet,
    ) -> Inexact {
        let id = check::index_of(self.document, difference);
        let mut around = Some(self.parsed_around(places, layout, id));
        while let Some(region) = around.filter(|region| !regions.has(*region)) {
            around = layout.parent(region);
        }
        let region = around.and_then(|around| region::Region::of(places, layout, around));
        let range = region.map_or(0..0, |region| region.range);
        Inexact {
            node: self.document.tree.id(id),
            reason: inexact::reason_of(self.document, id, difference.is_implied),
            range: self.document.source_span(range).range(),
        }
    }

    /// Returns the patches: sorted and disjoint. There are none without edits.
    pub fn patches(&self) -> &[Patch] {
        &self.patches
    }

    /// Returns the patches in the part of the source that a node and its descendants come from. An
    /// insertion at the start or the end of that part is among them if it is for the node or for a
    /// descendant. There are none for nodes that the parser did not create.
    pub fn patches_within(&self, node: NodeId) -> &[Patch] {
        let range = Places::of(self.document).and_then(|places| {
            let index = self.document.tree.resolve(node).ok()?;
            Some(places.start(index)?..places.tail_end(index)?)
        });
        let Some(range) = range else { return &[] };
        let first = self.patches.partition_point(|patch| patch.source_range.start < range.start);
        let rest = &self.patches[first..];
        let mut within = &rest[..rest.partition_point(|patch| patch.source_range.end <= range.end)];
        let is_outside = |patch: &Patch| {
            let at = &patch.source_range;
            at.is_empty()
                && (at.start == range.start || at.end == range.end)
                && !patch.nodes().iter().any(|&id| self.is_in(id, node))
        };
        if let Some((_, others)) = within.split_first().filter(|(first, _)| is_outside(first)) {
            within = others;
        }
        if let Some((_, others)) = within.split_last().filter(|(last, _)| is_outside(last)) {
            within = others;
        }
        within
    }

    /// Whether `id` is `other` or one of its descendants.
    fn is_in(&self, id: NodeId, other: NodeId) -> bool {
        let mut node = self.document.get(id);
        while let Some(at) = node.filter(|node| node.id() != other) {
            node = at.parent();
        }
        node.is_some()
    }

    /// Returns the edits that the patches do not express. If there are none, parsing the patched
    /// source gives the edited tree, with adjacent texts joined and empty texts left out. Among the
    /// children of an element, only the first that differs is listed, because it is not known which
    /// of the later children correspond to each other.
    pub fn inexact(&self) -> &[Inexact] {
        &self.inexact
    }

    /// Parses the patched source with the options of the document and compares the trees.
    /// [`inexact`](Self::inexact) has the same answer for each edit.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub fn verify(&self) -> Result<(), Mismatch> {
        let parsed = check::parse_again(self.document, self.apply());
        match self.differences_from(&parsed, false).into_iter().next() {
            Some(difference) => Err(difference),
            None => Ok(()),
        }
    }

    /// Returns the patched source: the text as it came, with the patches. Takes as long as copying
    /// it.
    pub fn apply(&self) -> String {
        self.apply_texts(self.patches.iter().map(Patch::text))
    }

    /// Returns the source with `texts` in place of the patches' own texts.
    fn apply_texts(&self, texts: impl Iterator<Item = impl AsRef<str>>) -> String {
        let strings = &self.document.strings;
        let newlines = Newlines::of(strings);
        let source = strings.source();
        let patched: usize = self.patches.iter().map(|patch| patch.text().len()).sum();
        let mut out = String::with_capacity(strings.original_offset(source.len()) + patched);
        // The text came with a byte order mark.
        if strings.original_offset(0) > 0 {
            out.push('\u{FEFF}');
        }
        let mut at = 0;
        for (patch, text) in self.patches.iter().zip(texts) {
            newlines.push(at..patch.source_range.start, &mut out);
            out.push_str(text.as_ref());
            at = patch.source_range.end;
        }
        newlines.push(at..source.len(), &mut out);
        out
    }
}

/// Writes the patched source: [`SourceEdits::apply`].
impl fmt::Display for SourceEdits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.apply())
    }
}

impl fmt::Debug for SourceEdits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceEdits")
            .field("patches", &self.patches)
            .field("inexact", &self.inexact)
            .finish()
    }
}
