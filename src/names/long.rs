//! The known names of more than sixteen bytes, which have no [packed form](super::Packed).
//!
//! A test in `table.rs` computes the table from the known names: see
//! `src/tests/phf_tables.rs`.

use super::{LocalName, known};

/// The known names of more than sixteen bytes.
pub(super) static LONG: phf::Map<&'static str, LocalName> = ::phf::Map {
    key: 16287231350648472473,
    disps: &[
        (0, 26),
        (0, 24),
        (1, 0),
        (0, 12),
        (0, 0),
        (0, 7),
        (4, 24),
        (0, 0),
        (0, 10),
        (0, 2),
        (1, 9),
    ],
    entries: &[
        ("fecomponenttransfer", known::FECOMPONENTTRANSFER),
        ("aria-multiselectable", known::ARIA_MULTISELECTABLE),
        ("enable-background", known::ENABLE_BACKGROUND),
        ("patternContentUnits", known::PATTERN_CONTENT_UNITS),
        ("popovertargetaction", known::POPOVERTARGETACTION),
        ("shadowrootserializable", known::SHADOWROOTSERIALIZABLE),
        ("requiredExtensions", known::REQUIRED_EXTENSIONS),
        ("gradienttransform", known::GRADIENTTRANSFORM),
        ("preserveAspectRatio", known::PRESERVE_ASPECT_RATIO),
        ("shadowrootslotassignment", known::SHADOWROOTSLOTASSIGNMENT),
        ("feSpecularLighting", known::FE_SPECULAR_LIGHTING),
        ("limitingConeAngle", known::LIMITING_CONE_ANGLE),
        ("fediffuselighting", known::FEDIFFUSELIGHTING),
        ("shadowrootdelegatesfocus", known::SHADOWROOTDELEGATESFOCUS),
        ("feDiffuseLighting", known::FE_DIFFUSE_LIGHTING),
        ("requiredextensions", known::REQUIREDEXTENSIONS),
        ("shadowrootclonable", known::SHADOWROOTCLONABLE),
        ("shadowrootcustomelementregistry", known::SHADOWROOTCUSTOMELEMENTREGISTRY),
        ("preserveaspectratio", known::PRESERVEASPECTRATIO),
        ("feComponentTransfer", known::FE_COMPONENT_TRANSFER),
        ("writingsuggestions", known::WRITINGSUGGESTIONS),
        ("fedisplacementmap", known::FEDISPLACEMENTMAP),
        ("fespecularlighting", known::FESPECULARLIGHTING),
        ("feDisplacementMap", known::FE_DISPLACEMENT_MAP),
        ("stroke-miterlimit", known::STROKE_MITERLIMIT),
        ("aria-activedescendant", known::ARIA_ACTIVEDESCENDANT),
        ("dominant-baseline", known::DOMINANT_BASELINE),
        ("aria-roledescription", known::ARIA_ROLEDESCRIPTION),
        ("gradientTransform", known::GRADIENT_TRANSFORM),
        ("limitingconeangle", known::LIMITINGCONEANGLE),
        ("stroke-dashoffset", known::STROKE_DASHOFFSET),
        ("color-interpolation-filters", known::COLOR_INTERPOLATION_FILTERS),
        ("patterncontentunits", known::PATTERNCONTENTUNITS),
    ],
};
