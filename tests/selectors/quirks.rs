//! Ids and classes in a document in quirks mode.

use super::Rule;

const PAGE: &str = "<div id=Pot class=Hot><p class='hot x' id=pot title=Hot>x</p><i class=HOT-ish></i></div><svg id=S class=X></svg><b class='\u{e9}'></b>";

pub(crate) const RULES: &[Rule] = &[
    (
        "Selectors, Class selectors: in quirks mode, class names must be matched ASCII case-insensitively",
        PAGE,
        &[
            (".hot", "Pot pot"),
            (".HOT .HOT", "pot"),
            (".hot.X", "pot"),
            (".hot-ISH", "-"),
            (".x", "pot S"),
            ("svg.x", "S"),
            (":not(.HOT):not(:not(.x))", "S"),
            (".ho", ""),
            (".\u{c9}", ""),
            (".\u{e9}", "-"),
            ("div:has(.X)", "Pot"),
            (":nth-child(1 of .X)", "pot S"),
        ],
    ),
    (
        "Selectors, ID selectors: in quirks mode, IDs must be matched ASCII case-insensitively",
        PAGE,
        &[
            ("#POT", "Pot pot"),
            ("#pot", "Pot pot"),
            ("#pot .hot", "pot"),
            ("#s", "S"),
            ("#pot > #POT", "pot"),
            ("p:is(#POT)", "pot"),
        ],
    ),
    (
        "HTML, Case-sensitivity of selectors: this does not apply for attribute selectors with \"id\" or \"class\" as the name part",
        PAGE,
        &[
            ("[class=hot]", ""),
            ("[class~=hot]", "pot"),
            ("[class=Hot]", "Pot"),
            ("[id=pot]", "pot"),
            ("[id=POT]", ""),
            ("[id=POT i]", "Pot pot"),
            ("[title=hot]", ""),
            ("[class~=X]", "S"),
        ],
    ),
];

pub(crate) const NO_QUIRKS: &[Rule] = &[(
    "Selectors, Class selectors and ID selectors: otherwise case-sensitive",
    PAGE,
    &[
        (".hot", "pot"),
        (".HOT .HOT", ""),
        ("#POT", ""),
        ("#pot", "pot"),
        (".x", "pot"),
        ("#S.X", "S"),
        (".hot-ISH", ""),
    ],
)];
