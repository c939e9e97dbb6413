//! Pseudo-elements, and pseudo-classes that depend on a user or a browser: valid, and they match
//! nothing.

use super::Rule;

const PAGE: &str =
    "<p id=p class=hot>x</p><input id=i><a id=a href=x>y</a><video id=v></video><x-y id=x></x-y>";

pub(crate) const RULES: &[Rule] = &[
    (
        "Selectors, Pseudo-elements: they do not appear in the document tree",
        PAGE,
        &[
            ("p::before", ""),
            ("p::after", ""),
            ("p::first-line", ""),
            ("p::first-letter", ""),
            ("::before", ""),
            ("::marker", ""),
            ("::selection", ""),
            ("input::placeholder", ""),
            ("::backdrop", ""),
            ("::file-selector-button", ""),
            ("::details-content", ""),
            ("::BEFORE", ""),
            ("p::before, .hot", "p"),
            ("p:hover::before", ""),
        ],
    ),
    (
        "Selectors, Pseudo-elements: user agents must also accept the previous one-colon notation for the Level 1 & 2 pseudo-elements",
        PAGE,
        &[
            ("p:before", ""),
            ("p:after", ""),
            ("p:first-line", ""),
            ("p:first-letter", ""),
            (":Before", ""),
            ("p:after, input", "i"),
        ],
    ),
    (
        "Selectors, Pseudo-classing Pseudo-elements: any pseudo-element may be followed by any combination of the user action pseudo-classes",
        PAGE,
        &[("p::before:hover", ""), ("::first-line:hover", ""), ("p::after:active:hover", "")],
    ),
    (
        "Selectors, Compat: pseudo-elements that start with -webkit- (ASCII case-insensitively) and that are not functional must be treated as valid at parse time",
        PAGE,
        &[
            ("::-webkit-scrollbar", ""),
            ("input::-webkit-search-cancel-button", ""),
            ("::-WebKit-Anything", ""),
            ("p, ::-webkit-x", "p"),
            ("p:not(.x), input::-webkit-x", "p"),
            ("input::-webkit-\\x79", ""),
            ("::-webkit-", ""),
        ],
    ),
    (
        "Selectors, User Action Pseudo-classes: in non-interactive user agents, these pseudo-classes are valid, but never match any element",
        PAGE,
        &[
            (":hover", ""),
            (":active", ""),
            (":focus", ""),
            (":focus-visible", ""),
            (":focus-within", ""),
            ("a:not(:hover, :active, :focus)", "a"),
            (":HOVER", ""),
            ("input:not(:focus)", "i"),
            (":has(:hover)", ""),
        ],
    ),
    (
        "Selectors, :link and :visited: UAs may treat all links as unvisited links; the two states are mutually exclusive",
        PAGE,
        &[
            ("a:visited", ""),
            ("a:link", "a"),
            (":link:visited", ""),
            (":link, :visited", "a"),
            (":is(:link, :visited)", "a"),
            ("a:not(:visited)", "a"),
            (":local-link", ""),
        ],
    ),
    (
        "Selectors, :target: if the document's URL has no fragment identifier, then the document has no target elements",
        PAGE,
        &[(":target", ""), (":target-within", ""), ("p:not(:target)", "p")],
    ),
    (
        "Selectors, Time-dimensional Pseudo-classes: if there is no timeline defined for an element, these pseudo-classes must not match the element",
        PAGE,
        &[(":current", ""), (":past", ""), (":future", ""), ("p:not(:current)", "p")],
    ),
    (
        "HTML, :playing, :muted and others: media elements by their state while a browser plays them",
        PAGE,
        &[
            (":playing", ""),
            (":paused", ""),
            (":seeking", ""),
            (":buffering", ""),
            (":stalled", ""),
            (":muted", ""),
            (":volume-locked", ""),
            ("video:not(:playing)", "v"),
        ],
    ),
    (
        "HTML, :valid, :user-valid, :autofill, :modal and others: by the state while a browser shows the document",
        PAGE,
        &[
            (":valid", ""),
            (":invalid", ""),
            (":user-valid", ""),
            (":user-invalid", ""),
            (":blank", ""),
            (":autofill", ""),
            (":-webkit-autofill", ""),
            (":-WebKit-Autofill", ""),
            (":modal", ""),
            (":fullscreen", ""),
            (":picture-in-picture", ""),
            (":popover-open", ""),
            ("input:not(:invalid)", "i"),
        ],
    ),
    (
        "HTML, :state(): custom elements whose states set's set entries contains the identifier, which scripts add",
        PAGE,
        &[(":state(hot)", ""), ("x-y:not(:state(hot))", "x"), (":STATE(\\31)", "")],
    ),
    (
        "HTML, :defined: any element that is defined; there is no script that defines custom elements",
        "<x-y id=x></x-y><p id=p></p><p id=q is=x-y></p><font-face id=f></font-face><annotation-xml id=a></annotation-xml>\
         <svg id=s><x-y id=sx></x-y></svg><unknown id=u></unknown><x-y id=z is=a></x-y>",
        &[
            ("body *:defined", "p f a s sx u"),
            ("body *:not(:defined)", "x q z"),
            ("x-y:defined", "sx"),
            (":not(:defined)", "x q z"),
            ("p:DEFINED", "p"),
        ],
    ),
];
