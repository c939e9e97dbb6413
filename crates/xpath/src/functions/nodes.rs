//! Functions of nodes.
//!
//! <https://www.w3.org/TR/1999/REC-xpath-19991116/#section-Node-Set-Functions>

use consomme::{AttributeNamespace, ElementRef, Namespace};

use crate::entry::Entry;
use crate::error::XPathError;
use crate::evaluate::{Evaluation, Focus};
use crate::expression::ExpressionId;
use crate::number;

impl<'a> Evaluation<'_, 'a> {
    /// Returns the first node of an optional set, by default the context node.
    pub(super) fn first_or_own(
        &mut self,
        arguments: &[ExpressionId],
        focus: Focus<'a>,
    ) -> Result<Option<Entry<'a>>, XPathError> {
        match arguments.first() {
            Some(argument) => {
                let nodes = self.nodes(*argument, focus)?;
                self.first_of(&nodes)
            }
            None => Ok(Some(focus.entry)),
        }
    }

    /// Evaluates `sum()`.
    pub(super) fn sum(&mut self, nodes: ExpressionId, focus: Focus<'a>) -> Result<f64, XPathError> {
        let mut nodes = self.nodes(nodes, focus)?;
        // The sum of numbers that are rounded depends on their order.
        self.sort(&mut nodes)?;
        let mut sum = 0.0;
        for entry in nodes.entries {
            self.count(1)?;
            sum += number::parse(&self.string_value(entry)?);
        }
        Ok(sum)
    }

    /// Evaluates `lang()`: whether the language of the context node is the given one or one of its
    /// sublanguages, whatever the case.
    ///
    /// The nearest inclusive ancestor that sets a language decides: in the attribute `xml:lang` of
    /// the XML namespace, or else, if [`XPathOptions::html_lang`] is set, in the attribute `lang` of
    /// an HTML element.
    ///
    /// [`XPathOptions::html_lang`]: crate::XPathOptions::html_lang
    ///
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-lang>,
    /// <https://html.spec.whatwg.org/#language>
    pub(super) fn lang(
        &mut self,
        language: ExpressionId,
        focus: Focus<'a>,
    ) -> Result<bool, XPathError> {
        let wanted = self.text(language, focus)?;
        let html_lang = self.program.html_lang;
        let own_language = |element: ElementRef<'a>| own_language(element, html_lang);
        for node in focus.entry.node.inclusive_ancestors() {
            self.count(1)?;
            if let Some(language) = node.as_element().and_then(own_language) {
                let start = language.as_bytes().get(..wanted.len());
                let is_whole = matches!(language.as_bytes().get(wanted.len()), None | Some(b'-'));
                let is_same = |start: &[u8]| start.eq_ignore_ascii_case(wanted.as_bytes());
                return Ok(start.is_some_and(is_same) && is_whole);
            }
        }
        Ok(false)
    }
}

/// Returns the language that an element sets for itself and its descendants.
fn own_language(element: ElementRef<'_>, html_lang: bool) -> Option<&str> {
    element.attr_ns(AttributeNamespace::Xml, "lang").or_else(|| {
        let is_html = html_lang && element.namespace() == Namespace::Html;
        is_html.then(|| element.attr_ns(AttributeNamespace::None, "lang")).flatten()
    })
}
