//! The changes of the attributes of one element.

use consomme::{AttrChange, Document, NodeId};

use super::judge::Change;

/// The changes of the attributes of an element, by position, in order. Empty between two elements.
///
/// Most changes are removals: they have a list of their own, which takes no time to clear.
pub(super) struct AttributeChanges<V> {
    removed: Vec<usize>,
    others: Vec<(usize, Change<V>)>,
}

impl<V: Into<String>> AttributeChanges<V> {
    pub(super) fn new() -> Self {
        AttributeChanges { removed: Vec::new(), others: Vec::new() }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.others.is_empty()
    }

    /// Adds the change of the attribute at a position, which comes after those before.
    #[inline]
    pub(super) fn add(&mut self, position: usize, change: Change<V>) {
        match change {
            Change::Remove(_) => self.removed.push(position),
            other => self.others.push((position, other)),
        }
    }

    /// Makes the changes, and forgets them. Returns whether there was room for that.
    pub(super) fn make(&mut self, document: &mut Document, element: NodeId) -> bool {
        if !self.others.is_empty() {
            return self.make_all(document, element);
        }
        let (mut position, mut next) = (0, 0);
        let changed = document.change_attrs(element, |_| {
            let is_removed = self.removed.get(next) == Some(&position);
            position += 1;
            next += usize::from(is_removed);
            is_removed.then_some(AttrChange::Remove)
        });
        self.removed.clear();
        changed.is_ok()
    }

    /// As [`make`](Self::make), where some get other values.
    #[inline(never)] // Most changes are removals.
    fn make_all(&mut self, document: &mut Document, element: NodeId) -> bool {
        let mut held = Vec::new();
        let mut removed = self.removed.drain(..).peekable();
        let mut others = self.others.drain(..).peekable();
        let mut positions = 0..;
        let changed = document.change_attrs(element, |_| {
            let position = positions.next();
            if removed.next_if(|removed| Some(*removed) == position).is_some() {
                return Some(AttrChange::Remove);
            }
            let (_, change) = others.next_if(|(changed, _)| Some(*changed) == position)?;
            Some(match change {
                Change::Remove(_) => AttrChange::Remove,
                Change::Set(value, _) => AttrChange::Set(value.into()),
                Change::Hold { left, added, .. } => {
                    held.extend(added);
                    left.map_or(AttrChange::Remove, |left| AttrChange::Set(left.into()))
                }
            })
        });
        let mut added = |(name, value): (String, String)| document.set_attr(element, &name, &value);
        changed.is_ok() && held.into_iter().all(|it| added(it).is_ok())
    }
}
