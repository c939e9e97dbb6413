//! The first test of each element in a walk: the names, ids, classes and attributes that the last
//! compound of a selector asks for.
//!
//! The names are looked up in the document once per walk, and then compared by number. This decides
//! selectors such as `a[href]`, `.x` and `#y` alone. For others, most elements need no more than
//! this test, because they lack the name or the class of the selector.

use memchr::{memchr_iter, memchr2_iter};
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, ParsedCaseSensitivity};
use selectors::parser::{Component, Selector};

use crate::dom::{Document, ElementData};
use crate::names::{AttributeName, AttributeNamespace, LocalName, NameTable, Namespace, known};
use crate::select::strings::Name;
use crate::select::types::{Html, PseudoClass};
use crate::tree_sink::QuirksMode;

use super::elements::Visited;

/// The last compound of a selector, with its names as numbers of one document.
#[derive(Clone, Debug)]
pub(super) struct Compound {
    name: Option<Numbers>,
    /// The name of each attribute selector without a namespace prefix, in order.
    attributes: Vec<Numbers>,
    /// For each `:is()`, `:where()` and `:not()`, in order, the selectors in its parentheses, if
    /// each is one compound.
    lists: Vec<Option<Vec<Compound>>>,
    /// Whether no element of the document can match, because the document contains none of the
    /// names that the compound asks for.
    is_impossible: bool,
    /// Whether the compound asks for an attribute, perhaps as an id, a class or a link.
    has_attributes: bool,
    /// Whether the compound is the whole selector and asks for nothing but these.
    is_whole: bool,
}

/// The numbers of a name that a selector asks for; `None` if the document doesn't contain the name.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    /// The number of the ASCII-lowercased name, which HTML elements and their attributes must have.
    html: Option<LocalName>,
    /// The number of the name as written, which other elements and their attributes must have.
    other: Option<LocalName>,
}

impl Numbers {
    fn new(name: &Name, lower_name: &Name, names: &NameTable) -> Numbers {
        let html = lower_name.number_in(names);
        let other = if name == lower_name { html } else { name.number_in(names) };
        Numbers { html, other }
    }

    fn is_nowhere(self) -> bool {
        self.html.is_none() && self.other.is_none()
    }

    /// Returns the number that an element of a namespace, or its attribute, must have.
    fn in_namespace(self, namespace: Namespace) -> Option<LocalName> {
        if namespace == Namespace::Html { self.html } else { self.other }
    }
}

impl Compound {
    /// Looks up the names in the last compound of a selector.
    pub(in crate::select) fn new(selector: &Selector<Html>, document: &Document) -> Compound {
        let names = document.strings.names();
        let mut compound = Compound {
            name: None,
            attributes: Vec::new(),
            lists: Vec::new(),
            is_impossible: false,
            has_attributes: false,
            is_whole: true,
        };
        let mut components = selector.iter();
        for component in components.by_ref() {
            let asked = match component {
                Component::LocalName(asked) => {
                    let numbers = Numbers::new(&asked.name, &asked.lower_name, names);
                    compound.name = Some(numbers);
                    numbers
                }
                Component::AttributeInNoNamespaceExists { local_name, local_name_lower } => {
                    compound.push_attribute(local_name, local_name_lower, names)
                }
                Component::AttributeInNoNamespace { local_name, .. } => {
                    compound.push_attribute(local_name, local_name, names)
                }
                Component::Is(list) | Component::Where(list) => {
                    let list = compound.push_list(list.slice(), document);
                    compound.is_impossible |=
                        list.is_some_and(|list| list.iter().all(Compound::is_impossible));
                    continue;
                }
                Component::Negation(list) => {
                    compound.push_list(list.slice(), document);
                    continue;
                }
                Component::ID(_)
                | Component::Class(_)
                | Component::NonTSPseudoClass(PseudoClass::Link | PseudoClass::AnyLink) => {
                    compound.has_attributes = true;
                    continue;
                }
                Component::ExplicitUniversalType | Component::ExplicitAnyNamespace => continue,
                _ => {
                    compound.is_whole = false;
                    continue;
                }
            };
            compound.is_impossible |= asked.is_nowhere();
        }
        compound.is_whole &= components.next_sequence().is_none();
        compound
    }

    fn push_attribute(&mut self, name: &Name, lower_name: &Name, names: &NameTable) -> Numbers {
        let numbers = Numbers::new(name, lower_name, names);
        self.attributes.push(numbers);
        self.has_attributes = true;
        numbers
    }

    /// Adds the selectors in the parentheses of an `:is()`, `:where()` or `:not()`, and returns
    /// them if each is one compound. [`MAX_NESTING`](crate::select::grammar::scan::MAX_NESTING)
    /// limits the recursion into nested parentheses.
    fn push_list(
        &mut self,
        list: &[Selector<Html>],
        document: &Document,
    ) -> Option<&Vec<Compound>> {
        let compounds: Vec<_> = list.iter().map(|one| Compound::new(one, document)).collect();
        let is_whole = compounds.iter().all(Compound::is_whole);
        self.is_whole &= is_whole;
        self.lists.push(is_whole.then_some(compounds));
        self.lists.last()?.as_ref()
    }

    /// Whether no element of the document can match.
    pub(super) fn is_impossible(&self) -> bool {
        self.is_impossible
    }

    /// Whether an element matches if [`may_match`](Self::may_match) and
    /// [`may_match_lists`](Self::may_match_lists) hold for it.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether an element matches if [`may_match`](Self::may_match) holds for it.
    pub(in crate::select) fn is_decided_by_may_match(&self) -> bool {
        self.is_whole && self.lists.is_empty()
    }

    /// Whether the element has the name, the id, the classes and the attributes that the compound
    /// asks for, and is a link if it asks for one. `selector` and `document` must be the
    /// ones that this was made for.
    // This runs for each element of a walk, and rejects most of them by their names: a call would
    // take as long as all the rest.
    #[inline(always)]
    pub(in crate::select) fn may_match(
        &self,
        selector: &Selector<Html>,
        document: &Document,
        visited: &Visited<'_>,
    ) -> bool {
        let own = visited.data.name();
        self.name.is_none_or(|name| name.in_namespace(own.namespace) == Some(own.local))
            && (!self.has_attributes
                || visited.data.attribute_count() > 0
                    && self.attributes_match(selector, document, visited))
    }

    /// Whether the element has the id, the classes and the attributes that the compound asks for,
    /// and is a link if it asks for one.
    #[inline(never)] // Inlined into the walk, it takes the registers that the walk needs.
    fn attributes_match(
        &self,
        selector: &Selector<Html>,
        document: &Document,
        visited: &Visited<'_>,
    ) -> bool {
        let element = visited.data;
        let own = element.name();
        let mut attributes = self.attributes.iter();
        let mut value_of_next = || {
            let asked = attributes.next()?.in_namespace(own.namespace)?;
            value_of(document, element, asked)
        };
        selector.iter().all(|component| match component {
            Component::ID(id) => {
                let value = value_of(document, element, known::ID);
                value.is_some_and(|value| case_of(document).eq(value.as_bytes(), id.0.as_bytes()))
            }
            Component::Class(class) => {
                let value = value_of(document, element, known::CLASS);
                value.is_some_and(|value| has_word(value, &class.0, case_of(document)))
            }
            Component::AttributeInNoNamespaceExists { .. } => value_of_next().is_some(),
            Component::AttributeInNoNamespace { operator, value, case_sensitivity, .. } => {
                let operation = AttrSelectorOperation::WithValue {
                    operator: *operator,
                    case_sensitivity: unconditional(*case_sensitivity, own.namespace),
                    value,
                };
                value_of_next().is_some_and(|value| operation.eval_str(value))
            }
            Component::NonTSPseudoClass(PseudoClass::Link | PseudoClass::AnyLink) => {
                visited.element(document).is_hyperlink()
            }
            _ => true,
        })
    }

    /// Whether the element matches each `:is()` and `:where()`, and no `:not()`, as far as the
    /// selectors in these are one compound each.
    pub(super) fn may_match_lists(
        &self,
        selector: &Selector<Html>,
        document: &Document,
        visited: &Visited<'_>,
    ) -> bool {
        let mut lists = self.lists.iter();
        // `None` if a selector in the parentheses is more than one compound.
        let mut is_in_next = |list: &[Selector<Html>]| {
            let compounds = lists.next()?.as_ref()?;
            let mut each = list.iter().zip(compounds);
            Some(each.any(|(one, compound)| {
                compound.may_match(one, document, visited)
                    && compound.may_match_lists(one, document, visited)
            }))
        };
        selector.iter().all(|component| match component {
            Component::Is(list) | Component::Where(list) => is_in_next(list.slice()) != Some(false),
            Component::Negation(list) => is_in_next(list.slice()) != Some(true),
            _ => true,
        })
    }
}

/// Returns the value of an attribute without a namespace.
fn value_of<'d>(document: &'d Document, element: &ElementData, name: LocalName) -> Option<&'d str> {
    let name = AttributeName::new(AttributeNamespace::None, name);
    let mut attributes = document.tree.attributes_of(element).iter();
    let found = attributes.find(|attribute| attribute.name == name)?;
    Some(document.strings.get(found.value))
}

/// Returns how ids and classes are compared.
///
/// <https://drafts.csswg.org/selectors/#id-selectors>
fn case_of(document: &Document) -> CaseSensitivity {
    match document.tree.quirks_mode() {
        QuirksMode::Quirks => CaseSensitivity::AsciiCaseInsensitive,
        QuirksMode::NoQuirks | QuirksMode::LimitedQuirks => CaseSensitivity::CaseSensitive,
    }
}

/// Returns how the value of an attribute of an element in this namespace is compared.
fn unconditional(parsed: ParsedCaseSensitivity, namespace: Namespace) -> CaseSensitivity {
    match parsed {
        ParsedCaseSensitivity::CaseSensitive | ParsedCaseSensitivity::ExplicitCaseSensitive => {
            CaseSensitivity::CaseSensitive
        }
        ParsedCaseSensitivity::AsciiCaseInsensitive => CaseSensitivity::AsciiCaseInsensitive,
        ParsedCaseSensitivity::AsciiCaseInsensitiveIfInHtmlElementInHtmlDocument => {
            if namespace == Namespace::Html {
                CaseSensitivity::AsciiCaseInsensitive
            } else {
                CaseSensitivity::CaseSensitive
            }
        }
    }
}

/// Whether one of the words of a value, which ASCII whitespace separates, is `word`.
pub(super) fn has_word(value: &str, word: &str, case: CaseSensitivity) -> bool {
    let (value, word) = (value.as_bytes(), word.as_bytes());
    let Some((&first, _)) = word.split_first() else { return false };
    // By an escape, the word of a selector can contain whitespace; the words of a value contain
    // none.
    let is_word = |start: usize| {
        (start == 0 || value[start - 1].is_ascii_whitespace())
            && value[start..].split_at_checked(word.len()).is_some_and(|(found, after)| {
                case.eq(found, word)
                    && after.first().is_none_or(u8::is_ascii_whitespace)
                    && !word.iter().any(u8::is_ascii_whitespace)
            })
    };
    // Most values don't contain the word, and most of these don't contain its first byte.
    match case {
        CaseSensitivity::CaseSensitive => memchr_iter(first, value).any(is_word),
        CaseSensitivity::AsciiCaseInsensitive => {
            let (lower, upper) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
            memchr2_iter(lower, upper, value).any(is_word)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_between_whitespace_only() {
        let exact = CaseSensitivity::CaseSensitive;
        for (value, word, expected) in [
            ("hot", "hot", true),
            ("hot salty", "hot", true),
            (" \tsalty\nhot\x0c", "hot", true),
            ("hotter hot", "hot", true),
            ("hotter", "hot", false),
            ("shot", "hot", false),
            ("ho t", "hot", false),
            ("ho", "hot", false),
            ("", "hot", false),
            ("", "", false),
            (" ", "", false),
            ("hot salty", "hot salty", false),
            ("heiß", "heiß", true),
            ("HOT", "hot", false),
        ] {
            assert_eq!(has_word(value, word, exact), expected, "{word:?} in {value:?}");
        }
        assert!(has_word("x HOT", "hot", CaseSensitivity::AsciiCaseInsensitive));
    }
}
