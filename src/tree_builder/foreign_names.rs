//! The names of SVG and MathML that have capitals or a prefix: the tokenizer emits all names in
//! lowercase.

use crate::names::{AttributeName, AttributeNamespace, LocalName, known};
use crate::tokenizer::token::Tag;

/// Adjusts MathML attributes.
///
/// <https://html.spec.whatwg.org/#adjust-mathml-attributes>
pub(crate) fn adjust_mathml_attributes(tag: &mut Tag) {
    for attribute in &mut *tag.attributes {
        if attribute.name() == known::DEFINITIONURL {
            attribute.name = known::DEFINITION_URL.into();
        }
    }
}

/// Adjusts SVG attributes.
///
/// <https://html.spec.whatwg.org/#adjust-svg-attributes>
pub(crate) fn adjust_svg_attributes(tag: &mut Tag) {
    for attribute in &mut *tag.attributes {
        attribute.name = known::adjusted_svg_attribute_name(attribute.name()).into();
    }
}

/// Adjusts foreign attributes.
///
/// <https://html.spec.whatwg.org/#adjust-foreign-attributes>
pub(crate) fn adjust_foreign_attributes(tag: &mut Tag) {
    for attribute in &mut *tag.attributes {
        if let Some((namespace, name)) = foreign_attribute(attribute.name()) {
            attribute.name = AttributeName::new(namespace, name);
        }
    }
}

/// Returns the namespace and local name of a foreign attribute, if it has a namespace.
fn foreign_attribute(name: LocalName) -> Option<(AttributeNamespace, LocalName)> {
    Some(match name {
        known::XLINK_ACTUATE => (AttributeNamespace::XLink, known::ACTUATE),
        known::XLINK_ARCROLE => (AttributeNamespace::XLink, known::ARCROLE),
        known::XLINK_HREF => (AttributeNamespace::XLink, known::HREF),
        known::XLINK_ROLE => (AttributeNamespace::XLink, known::ROLE),
        known::XLINK_SHOW => (AttributeNamespace::XLink, known::SHOW),
        known::XLINK_TITLE => (AttributeNamespace::XLink, known::TITLE),
        known::XLINK_TYPE => (AttributeNamespace::XLink, known::TYPE),
        known::XML_LANG => (AttributeNamespace::Xml, known::LANG),
        known::XML_SPACE => (AttributeNamespace::Xml, known::SPACE),
        known::XMLNS => (AttributeNamespace::Xmlns, known::XMLNS),
        known::XMLNS_XLINK => (AttributeNamespace::XmlnsPrefixed, known::XLINK),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::NameTable;
    use crate::text::Span;
    use crate::tokenizer::token::Attribute;

    /// The table of tag names at <https://html.spec.whatwg.org/#parsing-main-inforeign>.
    const SVG_TAG_NAMES: &str = "\
         altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend \
         feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap \
         feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge \
         feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence \
         foreignObject glyphRef linearGradient radialGradient textPath";

    /// The table at <https://html.spec.whatwg.org/#adjust-svg-attributes>.
    const SVG_ATTRIBUTES: &str = "\
         attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant \
         edgeMode filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength \
         keyPoints keySplines keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth \
         maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform patternUnits \
         pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY \
         repeatCount repeatDur requiredExtensions requiredFeatures specularConstant specularExponent \
         spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues \
         targetX targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan";

    fn known_name(text: &str) -> LocalName {
        NameTable::default().find(text).unwrap_or_else(|| panic!("{text} is not known"))
    }

    fn tag(names: &[&str]) -> Tag {
        let attribute =
            |name: &&str| Attribute { value: Span::EMPTY, name: known_name(name).into() };
        let mut tag = Tag::default();
        names.iter().map(attribute).for_each(|attribute| tag.attributes.push(attribute));
        tag
    }

    fn names(tag: &Tag) -> Vec<LocalName> {
        tag.attributes.iter().map(|attribute| attribute.name()).collect()
    }

    #[test]
    fn svg_tag_names_are_adjusted() {
        for name in SVG_TAG_NAMES.split_whitespace() {
            let lowercase = known_name(&name.to_ascii_lowercase());
            assert_eq!(known::adjusted_svg_tag_name(lowercase), known_name(name), "{name}");
        }
        for name in ["svg", "g", "a", "desc", "title", "script", "attributename", "solidcolor"] {
            if let Some(name) = NameTable::default().find(name) {
                assert_eq!(known::adjusted_svg_tag_name(name), name);
            }
        }
    }

    #[test]
    fn svg_attribute_names_are_adjusted() {
        for name in SVG_ATTRIBUTES.split_whitespace() {
            let mut tag = tag(&[&name.to_ascii_lowercase(), "d"]);
            adjust_svg_attributes(&mut tag);
            assert_eq!(names(&tag), [known_name(name), known::D]);
        }
        let mut other = tag(&["definitionurl", "foreignobject", "width"]);
        adjust_svg_attributes(&mut other);
        assert_eq!(names(&other), names(&tag(&["definitionurl", "foreignobject", "width"])));
    }

    #[test]
    fn only_definitionurl_is_adjusted_for_mathml() {
        let mut tag = tag(&["viewbox", "definitionurl"]);
        adjust_mathml_attributes(&mut tag);
        assert_eq!(names(&tag), [known::VIEWBOX, known::DEFINITION_URL]);
    }

    #[test]
    fn foreign_attributes_get_their_namespaces() {
        use AttributeNamespace::{None, XLink, Xml, Xmlns, XmlnsPrefixed};
        let rows = [
            ("xlink:actuate", XLink, "actuate"),
            ("xlink:arcrole", XLink, "arcrole"),
            ("xlink:href", XLink, "href"),
            ("xlink:role", XLink, "role"),
            ("xlink:show", XLink, "show"),
            ("xlink:title", XLink, "title"),
            ("xlink:type", XLink, "type"),
            ("xml:lang", Xml, "lang"),
            ("xml:space", Xml, "space"),
            ("xmlns", Xmlns, "xmlns"),
            ("xmlns:xlink", XmlnsPrefixed, "xlink"),
            ("href", None, "href"),
            ("lang", None, "lang"),
            ("xlink", None, "xlink"),
        ];
        for (name, namespace, local) in rows {
            let mut tag = tag(&[name]);
            adjust_foreign_attributes(&mut tag);
            assert_eq!(
                (tag.attributes[0].namespace(), tag.attributes[0].name()),
                (namespace, known_name(local)),
                "{name}"
            );
        }
    }
}
