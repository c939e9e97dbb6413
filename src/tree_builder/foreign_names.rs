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
        attribute.name = adjusted_svg_attribute_name(attribute.name()).into();
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

/// Returns the name that SVG has for an element whose tag name is in lowercase.
///
/// <https://html.spec.whatwg.org/#parsing-main-inforeign>
pub(crate) fn adjusted_svg_tag_name(name: LocalName) -> LocalName {
    match name {
        known::ALTGLYPH => known::ALT_GLYPH,
        known::ALTGLYPHDEF => known::ALT_GLYPH_DEF,
        known::ALTGLYPHITEM => known::ALT_GLYPH_ITEM,
        known::ANIMATECOLOR => known::ANIMATE_COLOR,
        known::ANIMATEMOTION => known::ANIMATE_MOTION,
        known::ANIMATETRANSFORM => known::ANIMATE_TRANSFORM,
        known::CLIPPATH => known::CLIP_PATH,
        known::FEBLEND => known::FE_BLEND,
        known::FECOLORMATRIX => known::FE_COLOR_MATRIX,
        known::FECOMPONENTTRANSFER => known::FE_COMPONENT_TRANSFER,
        known::FECOMPOSITE => known::FE_COMPOSITE,
        known::FECONVOLVEMATRIX => known::FE_CONVOLVE_MATRIX,
        known::FEDIFFUSELIGHTING => known::FE_DIFFUSE_LIGHTING,
        known::FEDISPLACEMENTMAP => known::FE_DISPLACEMENT_MAP,
        known::FEDISTANTLIGHT => known::FE_DISTANT_LIGHT,
        known::FEDROPSHADOW => known::FE_DROP_SHADOW,
        known::FEFLOOD => known::FE_FLOOD,
        known::FEFUNCA => known::FE_FUNC_A,
        known::FEFUNCB => known::FE_FUNC_B,
        known::FEFUNCG => known::FE_FUNC_G,
        known::FEFUNCR => known::FE_FUNC_R,
        known::FEGAUSSIANBLUR => known::FE_GAUSSIAN_BLUR,
        known::FEIMAGE => known::FE_IMAGE,
        known::FEMERGE => known::FE_MERGE,
        known::FEMERGENODE => known::FE_MERGE_NODE,
        known::FEMORPHOLOGY => known::FE_MORPHOLOGY,
        known::FEOFFSET => known::FE_OFFSET,
        known::FEPOINTLIGHT => known::FE_POINT_LIGHT,
        known::FESPECULARLIGHTING => known::FE_SPECULAR_LIGHTING,
        known::FESPOTLIGHT => known::FE_SPOT_LIGHT,
        known::FETILE => known::FE_TILE,
        known::FETURBULENCE => known::FE_TURBULENCE,
        known::FOREIGNOBJECT => known::FOREIGN_OBJECT,
        known::GLYPHREF => known::GLYPH_REF,
        known::LINEARGRADIENT => known::LINEAR_GRADIENT,
        known::RADIALGRADIENT => known::RADIAL_GRADIENT,
        known::TEXTPATH => known::TEXT_PATH,
        _ => name,
    }
}

/// Returns the name that SVG has for an attribute whose name is in lowercase.
fn adjusted_svg_attribute_name(name: LocalName) -> LocalName {
    match name {
        known::ATTRIBUTENAME => known::ATTRIBUTE_NAME,
        known::ATTRIBUTETYPE => known::ATTRIBUTE_TYPE,
        known::BASEFREQUENCY => known::BASE_FREQUENCY,
        known::BASEPROFILE => known::BASE_PROFILE,
        known::CALCMODE => known::CALC_MODE,
        known::CLIPPATHUNITS => known::CLIP_PATH_UNITS,
        known::DIFFUSECONSTANT => known::DIFFUSE_CONSTANT,
        known::EDGEMODE => known::EDGE_MODE,
        known::FILTERUNITS => known::FILTER_UNITS,
        known::GLYPHREF => known::GLYPH_REF,
        known::GRADIENTTRANSFORM => known::GRADIENT_TRANSFORM,
        known::GRADIENTUNITS => known::GRADIENT_UNITS,
        known::KERNELMATRIX => known::KERNEL_MATRIX,
        known::KERNELUNITLENGTH => known::KERNEL_UNIT_LENGTH,
        known::KEYPOINTS => known::KEY_POINTS,
        known::KEYSPLINES => known::KEY_SPLINES,
        known::KEYTIMES => known::KEY_TIMES,
        known::LENGTHADJUST => known::LENGTH_ADJUST,
        known::LIMITINGCONEANGLE => known::LIMITING_CONE_ANGLE,
        known::MARKERHEIGHT => known::MARKER_HEIGHT,
        known::MARKERUNITS => known::MARKER_UNITS,
        known::MARKERWIDTH => known::MARKER_WIDTH,
        known::MASKCONTENTUNITS => known::MASK_CONTENT_UNITS,
        known::MASKUNITS => known::MASK_UNITS,
        known::NUMOCTAVES => known::NUM_OCTAVES,
        known::PATHLENGTH => known::PATH_LENGTH,
        known::PATTERNCONTENTUNITS => known::PATTERN_CONTENT_UNITS,
        known::PATTERNTRANSFORM => known::PATTERN_TRANSFORM,
        known::PATTERNUNITS => known::PATTERN_UNITS,
        known::POINTSATX => known::POINTS_AT_X,
        known::POINTSATY => known::POINTS_AT_Y,
        known::POINTSATZ => known::POINTS_AT_Z,
        known::PRESERVEALPHA => known::PRESERVE_ALPHA,
        known::PRESERVEASPECTRATIO => known::PRESERVE_ASPECT_RATIO,
        known::PRIMITIVEUNITS => known::PRIMITIVE_UNITS,
        known::REFX => known::REF_X,
        known::REFY => known::REF_Y,
        known::REPEATCOUNT => known::REPEAT_COUNT,
        known::REPEATDUR => known::REPEAT_DUR,
        known::REQUIREDEXTENSIONS => known::REQUIRED_EXTENSIONS,
        known::REQUIREDFEATURES => known::REQUIRED_FEATURES,
        known::SPECULARCONSTANT => known::SPECULAR_CONSTANT,
        known::SPECULAREXPONENT => known::SPECULAR_EXPONENT,
        known::SPREADMETHOD => known::SPREAD_METHOD,
        known::STARTOFFSET => known::START_OFFSET,
        known::STDDEVIATION => known::STD_DEVIATION,
        known::STITCHTILES => known::STITCH_TILES,
        known::SURFACESCALE => known::SURFACE_SCALE,
        known::SYSTEMLANGUAGE => known::SYSTEM_LANGUAGE,
        known::TABLEVALUES => known::TABLE_VALUES,
        known::TARGETX => known::TARGET_X,
        known::TARGETY => known::TARGET_Y,
        known::TEXTLENGTH => known::TEXT_LENGTH,
        known::VIEWBOX => known::VIEW_BOX,
        known::VIEWTARGET => known::VIEW_TARGET,
        known::XCHANNELSELECTOR => known::X_CHANNEL_SELECTOR,
        known::YCHANNELSELECTOR => known::Y_CHANNEL_SELECTOR,
        known::ZOOMANDPAN => known::ZOOM_AND_PAN,
        _ => name,
    }
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
            assert_eq!(adjusted_svg_tag_name(lowercase), known_name(name), "{name}");
        }
        for name in ["svg", "g", "a", "desc", "title", "script", "attributename", "solidcolor"] {
            if let Some(name) = NameTable::default().find(name) {
                assert_eq!(adjusted_svg_tag_name(name), name);
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
