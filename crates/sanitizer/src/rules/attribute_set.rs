//! The attributes that an element keeps, compiled for lookups.

use std::collections::BTreeMap;

use consomme::sink::{LocalName, NameTable};
use consomme::{Attr, AttributeNamespace};

use super::known_index;
use crate::config::{DATA_PREFIX, SanitizerAttribute, SanitizerConfig};

/// The number of words that hold a bit for each known name.
const WORDS: usize = LocalName::KNOWN_COUNT.div_ceil(u64::BITS as usize);

/// The attributes that an element keeps.
#[derive(Clone, Debug)]
pub(super) struct AttributeSet {
    /// A bit for each known name without a namespace.
    known: [u64; WORDS],
    /// Whether attributes are kept that no list has: by their local names and namespaces.
    others: BTreeMap<Box<str>, Vec<Listed>>,
    /// Whether attributes are kept that no list has.
    keeps_unlisted: bool,
    /// Whether custom data attributes are kept that no list has.
    keeps_data: bool,
}

/// Whether an attribute with that namespace is kept; its local name is the key of the map.
type Listed = (Option<Box<str>>, bool);

impl AttributeSet {
    /// Returns the attributes that an element keeps that has these lists of its own.
    ///
    /// <https://html.spec.whatwg.org/#inner-sanitize-steps>
    pub(super) fn new(
        config: &SanitizerConfig,
        own: Option<&[SanitizerAttribute]>,
        own_removed: Option<&[SanitizerAttribute]>,
    ) -> AttributeSet {
        let global = config.attributes.as_deref();
        let global_removed = config.remove_attributes.as_deref();
        let keeps_unlisted = global.is_none() && own.is_none();
        let keeps_data = global.is_some() && config.data_attributes == Some(true);
        let all = if keeps_unlisted { u64::MAX } else { 0 };
        let mut set = AttributeSet {
            known: [all; WORDS],
            others: BTreeMap::new(),
            keeps_unlisted,
            keeps_data,
        };
        debug_assert!(
            !LocalName::known()
                .any(|name| name.known_text().unwrap_or_default().starts_with(DATA_PREFIX)),
            "custom data attributes are told by their text"
        );
        // The lists in the order in which each overrules those before it. "Otherwise" two of them
        // never exist together: valid configurations have no such pair.
        let lists = [(global, true), (own, true), (global_removed, false), (own_removed, false)];
        for (list, kept) in lists {
            list.into_iter().flatten().for_each(|attribute| set.set(attribute, kept));
        }
        set
    }

    fn set(&mut self, attribute: &SanitizerAttribute, kept: bool) {
        let known = NameTable::default().find(attribute.name()).and_then(known_index);
        if let (Some(index), None) = (known, attribute.namespace()) {
            let bit = 1 << (index % 64);
            let word = &mut self.known[index / 64];
            *word = if kept { *word | bit } else { *word & !bit };
            return;
        }
        let listed = self.others.entry(attribute.name().into()).or_default();
        match listed.iter_mut().find(|(namespace, _)| namespace.as_deref() == attribute.namespace())
        {
            Some(entry) => entry.1 = kept,
            None => listed.push((attribute.namespace().map(Into::into), kept)),
        }
    }

    /// Returns whether an attribute is kept.
    #[inline]
    pub(super) fn keeps(&self, attribute: Attr<'_>) -> bool {
        match (attribute.namespace(), known_index(attribute.local_name())) {
            (AttributeNamespace::None, Some(index)) => {
                self.known[index / 64] >> (index % 64) & 1 == 1
            }
            (namespace, _) => self.keeps_other(namespace.url(), attribute.name()),
        }
    }

    /// Returns whether an attribute with that name and without a namespace is kept.
    pub(super) fn keeps_named(&self, name: &str) -> bool {
        match NameTable::default().find(name).and_then(known_index) {
            Some(index) => self.known[index / 64] >> (index % 64) & 1 == 1,
            None => self.keeps_other(None, name),
        }
    }

    /// Returns whether an attribute is kept that has no bit.
    fn keeps_other(&self, namespace: Option<&str>, name: &str) -> bool {
        let listed = self.others.get(name).into_iter().flatten();
        let mut listed = listed.filter(|(other, _)| other.as_deref() == namespace);
        let unlisted = || {
            // "if "data-" is not a code unit prefix of attribute's local name or attribute's
            // namespace is not null or configuration["dataAttributes"] is not true"
            self.keeps_unlisted
                || self.keeps_data && namespace.is_none() && name.starts_with(DATA_PREFIX)
        };
        listed.next().map_or_else(unlisted, |(_, kept)| *kept)
    }
}
