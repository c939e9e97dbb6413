//! Start tags, with the namespaces that they declare.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::dom::{NodeIndex, Tree};
use crate::names::{AttributeNamespace, ElementName, Namespace};
use crate::serialize::output::Output;
use crate::text::{Attribute, Strings};

use super::data::{write_text, write_value};
use super::names::{coerced, is_name};
use super::options::XmlOptions;

/// The namespaces that are declared around a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scope {
    /// The namespace of names without prefix.
    namespace: Option<Namespace>,
    has_xlink: bool,
    /// Whether the prefixes of the options are declared.
    has_prefixes: bool,
}

/// The input and the output of writing a tag.
#[derive(Clone, Copy)]
pub(super) struct TagWriter<'a> {
    pub(super) tree: &'a Tree,
    pub(super) strings: &'a Strings,
    pub(super) options: &'a XmlOptions,
}

/// A name as it is written.
struct WrittenName<'a> {
    prefix: Option<&'a str>,
    /// The namespace of the prefix.
    namespace: Option<&'a str>,
    local: Cow<'a, str>,
    /// Whether the local name or its namespace may differ from the tree's. Then another attribute
    /// may have the same name.
    is_changed: bool,
}

impl<'a> TagWriter<'a> {
    /// Writes a start tag up to its `>`. Returns the namespaces that are declared in the element.
    pub(super) fn start<O: Output>(
        self,
        id: NodeIndex,
        name: ElementName,
        scope: Scope,
        out: &mut O,
    ) -> Result<Scope, O::Error> {
        out.write("<")?;
        self.element_name(name, out)?;
        let attributes =
            self.tree.element(id).map_or(&[][..], |element| self.tree.attributes_of(element));
        let needs_xlink = attributes.iter().any(|attribute| {
            let namespace = attribute.name.namespace();
            namespace == AttributeNamespace::XLink
                || (namespace == AttributeNamespace::XmlnsPrefixed
                    && self.strings.name(attribute.name.local()) == "xlink")
        });
        let inside = self.declare(name.namespace, needs_xlink, scope, out)?;
        self.attributes(attributes, out)?;
        Ok(inside)
    }

    /// Writes the name of an element, as in its start and end tag.
    pub(super) fn element_name<O: Output>(
        self,
        name: ElementName,
        out: &mut O,
    ) -> Result<(), O::Error> {
        write_name(&self.written(self.strings.name(name.local)), out)
    }

    /// Writes the declarations of the namespaces that are needed and not declared yet.
    pub(super) fn declare<O: Output>(
        self,
        namespace: Namespace,
        needs_xlink: bool,
        scope: Scope,
        out: &mut O,
    ) -> Result<Scope, O::Error> {
        if !self.options.namespace_declarations {
            return Ok(scope);
        }
        let mut inside = scope;
        if scope.namespace != Some(namespace) {
            inside.namespace = Some(namespace);
            out.write(" xmlns=\"")?;
            out.write(namespace.url())?;
            out.write("\"")?;
        }
        if !scope.has_prefixes {
            inside.has_prefixes = true;
            for (prefix, namespace) in &self.options.prefixes {
                match prefix.as_str() {
                    "xml" => {}
                    "xlink" => inside.has_xlink |= self.declare_prefix(prefix, namespace, out)?,
                    _ => _ = self.declare_prefix(prefix, namespace, out)?,
                }
            }
        }
        if needs_xlink
            && !inside.has_xlink
            && let Some(url) = AttributeNamespace::XLink.url()
        {
            inside.has_xlink = self.declare_prefix("xlink", url, out)?;
        }
        Ok(inside)
    }

    /// Writes the declaration of a prefix. Returns that it is declared.
    fn declare_prefix<O: Output>(
        self,
        prefix: &str,
        namespace: &str,
        out: &mut O,
    ) -> Result<bool, O::Error> {
        out.write(" xmlns:")?;
        out.write(prefix)?;
        out.write("=\"")?;
        write_value(namespace, self.options, out)?;
        out.write("\"")?;
        Ok(true)
    }

    fn attributes<O: Output>(
        self,
        attributes: &'a [Attribute],
        out: &mut O,
    ) -> Result<(), O::Error> {
        let names =
            || attributes.iter().map(|attribute| (attribute, self.attribute_name(attribute)));
        let is_any_changed = names().any(|(_, name)| name.is_some_and(|name| name.is_changed));
        let mut seen = HashSet::new();
        for (attribute, name) in names() {
            let Some(name) = name else { continue };
            if is_any_changed && !seen.insert((name.namespace, name.local.clone())) {
                continue;
            }
            out.write(" ")?;
            write_name(&name, out)?;
            out.write("=\"")?;
            write_value(self.strings.get(attribute.value), self.options, out)?;
            out.write("\"")?;
        }
        Ok(())
    }

    /// Returns the name of an attribute; `None` if it is left out.
    fn attribute_name(self, attribute: &Attribute) -> Option<WrittenName<'a>> {
        let local = self.strings.name(attribute.name.local());
        let namespace = attribute.name.namespace();
        let name = match namespace {
            // "The tool may drop such attributes."
            AttributeNamespace::Xmlns | AttributeNamespace::XmlnsPrefixed => return None,
            AttributeNamespace::None if local == "xmlns" || local.starts_with("xmlns:") => {
                return None;
            }
            AttributeNamespace::None => self.written(local),
            AttributeNamespace::XLink if !self.options.namespace_declarations => {
                let local = coerced(&format!("xlink:{local}")).into_owned();
                WrittenName {
                    prefix: None,
                    namespace: None,
                    local: Cow::Owned(local),
                    is_changed: true,
                }
            }
            AttributeNamespace::XLink | AttributeNamespace::Xml => WrittenName {
                prefix: namespace.prefix(),
                namespace: namespace.url(),
                local: coerced(local),
                is_changed: !is_name(local),
            },
        };
        let is_renamed = matches!(name.local, Cow::Owned(_));
        (self.options.rename_attributes || !is_renamed).then_some(name)
    }

    /// Returns a name of no namespace as it is written: with one of the prefixes of the options, or
    /// coerced.
    fn written(self, name: &'a str) -> WrittenName<'a> {
        if let Some((prefix, local)) = name.split_once(':')
            && !local.is_empty()
            && let Some((prefix, namespace)) =
                self.options.prefixes.iter().find(|(known, _)| known == prefix)
            && (self.options.namespace_declarations || prefix == "xml")
        {
            let local = coerced(local);
            let (prefix, namespace) = (Some(prefix.as_str()), Some(namespace.as_str()));
            return WrittenName { prefix, namespace, local, is_changed: true };
        }
        let local = coerced(name);
        let is_changed = matches!(local, Cow::Owned(_));
        WrittenName { prefix: None, namespace: None, local, is_changed }
    }

    /// Writes a text, escaped.
    pub(super) fn text<O: Output>(self, text: &str, out: &mut O) -> Result<(), O::Error> {
        write_text(text, self.options, out)
    }
}

fn write_name<O: Output>(name: &WrittenName<'_>, out: &mut O) -> Result<(), O::Error> {
    if let Some(prefix) = name.prefix {
        out.write(prefix)?;
        out.write(":")?;
    }
    out.write(&name.local)
}
