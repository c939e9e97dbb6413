//! Names as atoms, created once for each distinct name of a document.

use std::sync::OnceLock;

use consomme::sink::{LocalName, Strings};
use consomme::{AttributeNamespace, Namespace};
use html5ever::{LocalName as Atom, Namespace as NamespaceAtom, Prefix, QualName, ns};

/// The atoms of the names that consomme knows beforehand, by index. Each is created when it occurs
/// for the first time in any document.
// `consomme::Atoms` is generic over the static set, so that it cannot be in a static: with a table
// per document, markup5ever_rcdom is built 1.5 % slower from real pages, and 13 % from 170 bytes.
static KNOWN: [OnceLock<Atom>; LocalName::KNOWN_COUNT] =
    [const { OnceLock::new() }; LocalName::KNOWN_COUNT];

/// The atoms of the names of a document.
#[derive(Default)]
pub(super) struct Names {
    /// The atoms of names that are not known beforehand, by index past the known ones. `None` until
    /// they occur.
    unknown: Vec<Option<Atom>>,
}

impl Names {
    /// Returns the name of an element.
    #[inline]
    pub(super) fn element(
        &mut self,
        namespace: Namespace,
        local: LocalName,
        strings: &Strings,
    ) -> QualName {
        let namespace = match namespace {
            Namespace::Svg => ns!(svg),
            Namespace::MathMl => ns!(mathml),
            _ => ns!(html),
        };
        QualName::new(None, namespace, self.local(local, strings))
    }

    /// Returns the name of an attribute. The attribute `xmlns` has an empty prefix, as in
    /// html5ever.
    #[inline]
    pub(super) fn attribute(
        &mut self,
        namespace: AttributeNamespace,
        local: LocalName,
        strings: &Strings,
    ) -> QualName {
        let local = self.local(local, strings);
        match namespace {
            AttributeNamespace::None => QualName::new(None, ns!(), local),
            namespace => foreign_attribute(namespace, local),
        }
    }

    /// Returns the atom of a local name.
    #[inline]
    fn local(&mut self, name: LocalName, strings: &Strings) -> Atom {
        match KNOWN.get(name.index()) {
            Some(atom) => atom.get_or_init(|| Atom::from(strings.name(name))).clone(),
            None => self.unknown(name, strings),
        }
    }

    /// Returns the atom of a local name that is not known beforehand.
    fn unknown(&mut self, name: LocalName, strings: &Strings) -> Atom {
        let index = name.index() - LocalName::KNOWN_COUNT;
        if index >= self.unknown.len() {
            self.unknown.resize(index + 1, None);
        }
        self.unknown[index].get_or_insert_with(|| Atom::from(strings.name(name))).clone()
    }
}

/// Returns the name of an attribute of SVG or MathML that is in a namespace.
///
/// <https://html.spec.whatwg.org/#adjust-foreign-attributes>
fn foreign_attribute(namespace: AttributeNamespace, local: Atom) -> QualName {
    let url = match namespace {
        AttributeNamespace::XLink => ns!(xlink),
        AttributeNamespace::Xml => ns!(xml),
        AttributeNamespace::Xmlns | AttributeNamespace::XmlnsPrefixed => ns!(xmlns),
        _ => namespace.url().map_or(ns!(), NamespaceAtom::from),
    };
    QualName::new(Some(Prefix::from(namespace.prefix().unwrap_or_default())), url, local)
}
