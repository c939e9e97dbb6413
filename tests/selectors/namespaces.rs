//! Namespace prefixes, which the options declare.

use consomme::select::SelectorOptions;
use consomme::{AttributeNamespace, Namespace};

use super::Rule;

const PAGE: &str = "<a id=h></a><svg id=s viewBox=0><a id=sa xlink:href=x></a><foreignObject id=fo><a id=ha href=x></a>\
     </foreignObject></svg><math id=m><mi id=mi></mi></math>";

/// The prefix `old` is declared twice.
pub(crate) fn prefixes() -> SelectorOptions {
    SelectorOptions::new()
        .namespace("svg", Namespace::Svg)
        .namespace("h", Namespace::Html)
        .namespace("M", Namespace::MathMl)
        .namespace("old", Namespace::MathMl)
        .namespace("old", Namespace::Svg)
        .attribute_namespace("xlink", AttributeNamespace::XLink)
        .attribute_namespace("xml", AttributeNamespace::Xml)
        .attribute_namespace("xmlns", AttributeNamespace::Xmlns)
}

pub(crate) const WITH_PREFIXES: &[Rule] = &[
    (
        "Selectors, Namespaces in Elemental Selectors, ns|E: elements with name E in namespace ns",
        PAGE,
        &[
            ("svg|a", "sa"),
            ("svg|A", ""),
            ("h|a", "h ha"),
            ("h|A", "h ha"),
            ("svg|*", "s sa fo"),
            ("svg|*:not(svg|svg)", "sa fo"),
            ("M|mi", "mi"),
            ("M|*", "m mi"),
            ("svg|svg > svg|a", "sa"),
            ("svg|a + *", "fo"),
            (":is(svg|a, M|mi)", "sa mi"),
            ("svg|*:has(h|a)", "s fo"),
            ("h|body > :not(h|*)", "s m"),
            ("svg|a#sa", "sa"),
            ("svg|a, h|a", "h sa ha"),
        ],
    ),
    (
        "Namespaces in XML, a prefix that is declared again: the last declaration counts",
        PAGE,
        &[("old|a", "sa"), ("old|mi", "")],
    ),
    (
        "Selectors, Namespaces in Elemental Selectors, *|E: elements with name E in any namespace",
        PAGE,
        &[
            ("*|a", "h sa ha"),
            ("*|*:not(h|*)", "s sa fo m mi"),
            ("*|svg", "s"),
            ("body > *|*", "h s m"),
        ],
    ),
    (
        "Selectors, Namespaces in Elemental Selectors, |E: elements with name E without a namespace",
        PAGE,
        &[("|a", ""), ("|*", ""), ("*:not(|*)", "- - - h s sa fo ha m mi")],
    ),
    (
        "Selectors, Namespaces in Elemental Selectors, E: if no default namespace has been declared for selectors, this is equivalent to *|E",
        PAGE,
        &[
            ("a", "h sa ha"),
            ("foreignObject", "fo"),
            ("foreignobject", ""),
            ("[viewBox]", "s"),
            ("[viewbox]", ""),
        ],
    ),
    (
        "Selectors, Attribute selectors and namespaces: a namespace prefix that has been previously declared; or an asterisk",
        "<svg id=s xlink:href=#a xml:lang=en href=#b xmlns:xlink=http://www.w3.org/1999/xlink><a id=a xlink:href=#c></a></svg><p id=p xlink:href=x></p>",
        &[
            ("[xlink|href]", "s a"),
            ("[xlink|href='#c']", "a"),
            ("[xlink|HREF]", ""),
            ("[*|href]", "s a"),
            ("[href]", "s"),
            ("[|href]", "s"),
            ("[xml|lang=en]", "s"),
            ("[xml|lang=EN]", ""),
            ("[xml|lang=EN i]", "s"),
            ("[xmlns|xlink]", "s"),
            ("svg|a[xlink|href^='#']", "a"),
            (":not([xlink|href])", "- - - p"),
            ("p[xlink|href]", ""),
        ],
    ),
];

pub(crate) const WITH_DEFAULT: &[Rule] = &[
    (
        "Selectors, Namespaces in Elemental Selectors, E: otherwise it is equivalent to ns|E where ns is the default namespace",
        PAGE,
        &[
            ("a", "h ha"),
            ("body > *", "h"),
            ("body > *|*", "h s m"),
            ("mi", ""),
            ("*|mi", "mi"),
            ("svg|a", "sa"),
            ("foreignObject a", ""),
        ],
    ),
    (
        "Selectors, Namespaces in Elemental Selectors: compound selectors without type selectors in them still only match elements in that default namespace",
        PAGE,
        &[
            ("#s, svg|svg", "s"),
            ("#s", ""),
            ("#h", "h"),
            ("*|*#s", "s"),
            ("[viewBox]", ""),
            (":first-child#sa", ""),
            ("*|*:first-child#sa", "sa"),
        ],
    ),
    (
        "Selectors, :is() and :not(): default namespace declarations do not affect the compound selector representing the subject, unless it contains an explicit universal or type selector",
        PAGE,
        &[
            ("*|*:is(#s, #h)", "h s"),
            ("*|*:is(svg, #h)", "h"),
            ("*|*:not(#s)", "- - - h sa fo ha m mi"),
            ("*|*:not(*)", "s sa fo m mi"),
            (":is(#s, #h)", "h"),
            ("*|*:where(#m, a)", "h ha m"),
        ],
    ),
    (
        "Selectors, Attribute selectors and namespaces: default namespaces do not apply to attributes",
        PAGE,
        &[("[href]", "ha"), ("*|*[href]", "ha"), ("*|*[xlink|href]", "sa"), ("a[*|href]", "ha")],
    ),
];
