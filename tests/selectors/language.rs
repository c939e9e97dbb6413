//! `:lang()` and `:dir()`.

use super::Rule;

const LANGUAGES: &str = "<div id=l1 lang=en-GB><q id=q1></q><q id=q2 lang=fr></q><q id=q3 lang=''></q><svg id=q4 xml:lang=de /></div><q id=q5></q>";

const RANGES: &str = "<p id=p1 lang=de-DE></p><p id=p2 lang=de-DE-1996></p><p id=p3 lang=de-Latn-DE></p><p id=p4 lang=de-Latf-DE></p>\
     <p id=p5 lang=DE-latn-de-1996></p><p id=p6 lang=de></p><p id=p7 lang=de-x-goethe></p><p id=p8 lang=fr-CH></p><p id=p9 lang=it-x-y-CH></p>";

pub(crate) const RULES: &[Rule] = &[
    (
        "HTML, :dir(ltr): all elements whose directionality is 'ltr'; :dir(rtl): 'rtl'; Selectors: values other than ltr and rtl are not invalid, but do not match anything",
        "<p id=p1></p><p id=p2 dir=rtl><b id=b1></b><b id=b2 dir=ltr><i id=i1></i></b></p><p id=p3 dir=RTL></p><p id=p4 dir=nonsense></p><p id=p5 dir></p>",
        &[
            ("p:dir(rtl)", "p2 p3"),
            ("p:dir(ltr)", "p1 p4 p5"),
            (":dir(rtl)", "p2 b1 p3"),
            ("p :dir(ltr)", "b2 i1"),
            ("p:DIR(LTR)", "p1 p4 p5"),
            (":dir(auto)", ""),
            ("p:not(:dir(auto))", "p1 p2 p3 p4 p5"),
            (":dir(rtl) :dir(ltr)", "b2 i1"),
        ],
    ),
    (
        "HTML, contained text auto directionality: the first character of bidirectional character type L, AL, or R",
        "<p id=p1 dir=auto>abc</p><p id=p2 dir=auto>\u{5d0}bc</p><p id=p3 dir=AUTO>123 \u{627}</p><p id=p4 dir=auto>123</p><p id=p5 dir=auto></p>\
         <p id=p6 dir=auto>\u{200f}a</p><p id=p7 dir=auto>\u{200e}\u{5d0}</p><p id=p8 dir=auto>\u{4e2d}\u{5d0}</p><p id=p9 dir=auto><b id=b9>\u{5d0}</b>a</p>",
        &[("p:dir(rtl)", "p2 p3 p6 p9"), ("p:dir(ltr)", "p1 p4 p5 p7 p8"), ("b:dir(rtl)", "b9")],
    ),
    (
        "HTML, contained text auto directionality: continue if an ancestor is a bdi, script, style or textarea element, or an element whose dir attribute is in a defined state",
        "<p id=p1 dir=auto><bdi id=d1>\u{5d0}</bdi>a</p><p id=p2 dir=auto><script>a</script>\u{5d0}</p><p id=p3 dir=auto><b id=b1 dir=ltr>a</b>\u{5d0}</p>\
         <p id=p4 dir=auto><textarea>a</textarea>\u{5d0}</p><p id=p5 dir=auto><b id=b2 dir=nonsense>a</b>\u{5d0}</p><p id=p6 dir=auto><style>a</style>\u{5d0}</p>",
        &[
            ("p:dir(rtl)", "p2 p3 p4 p6"),
            ("p:dir(ltr)", "p1 p5"),
            ("bdi:dir(rtl)", "d1"),
            ("b:dir(ltr)", "b1 b2"),
        ],
    ),
    (
        "HTML, directionality: bdi without a defined dir is auto, or else 'ltr'; input in the Telephone state is 'ltr'; text controls go by their values",
        "<div id=d dir=rtl><bdi id=b1></bdi><bdi id=b2>\u{5d0}</bdi><bdi id=b3 dir=rtl>a</bdi><input id=i1><input id=i2 type=tel><input id=i3 type=tel dir=rtl>\
         <input id=i4 dir=auto value=a><input id=i5 dir=auto value=\u{5d0}><input id=i6 dir=auto type=number value=\u{5d0}><textarea id=t1 dir=auto>\u{5d0}</textarea></div>",
        &[
            ("div :dir(ltr)", "b1 i2 i4 i6"),
            ("div :dir(rtl)", "b2 b3 i1 i3 i5 t1"),
            ("bdi:dir(rtl)", "b2 b3"),
        ],
    ),
    (
        "Selectors, :lang(): represents an element whose content language is one of the languages listed in its argument",
        LANGUAGES,
        &[
            ("#l1:lang(en)", "l1"),
            ("q:lang(en)", "q1"),
            ("q:lang(EN-gb)", "q1"),
            ("q:lang(fr, de)", "q2"),
            ("#q2:lang(es-AR)", ""),
            ("#q5:lang(en)", ""),
            ("q:lang(fr , en)", "q1 q2"),
            ("q:LANG(fr)", "q2"),
            ("q:lang('fr')", "q2"),
            ("q:lang(\"EN\")", "q1"),
            ("q:not(:lang(en))", "q2 q3 q5"),
        ],
    ),
    (
        "Selectors, :lang(): a language range consisting of an empty string matches (only) elements whose language is not tagged",
        LANGUAGES,
        &[
            ("q:lang('')", "q3 q5"),
            ("#l1:lang('')", ""),
            ("html:lang(\"\")", "-"),
            ("q:lang('', fr)", "q2 q3 q5"),
        ],
    ),
    (
        "HTML, language: an attribute in the XML namespace, or else one without a namespace on an HTML or SVG element, of the element or the nearest ancestor",
        "<div id=d lang=de><svg id=s1 xml:lang=fr><g id=g1></g></svg><svg id=s2 lang=es></svg><svg id=s3 xml:lang=fr lang=es></svg><math id=m lang=it></math>\
         <p id=p xml:lang=fr></p><b id=b lang></b></div>",
        &[
            (":lang(fr)", "s1 g1 s3"),
            (":lang(es)", "s2"),
            (":lang(de)", "d m p"),
            (":lang(it)", ""),
            ("b:lang('')", "b"),
        ],
    ),
    (
        "RFC 4647, extended filtering: a range matches if each of its subtags, after the first, is found in order; other subtags may be between them",
        RANGES,
        &[
            (":lang(de-DE)", "p1 p2 p3 p4 p5"),
            (":lang(de)", "p1 p2 p3 p4 p5 p6 p7"),
            (":lang(de-Latn)", "p3 p5"),
            (":lang(de-DE-1996)", "p2 p5"),
            (":lang(de-1996)", "p2 p5"),
            (":lang(de-Latn-DE-1996)", "p5"),
            (":lang(DE-de)", "p1 p2 p3 p4 p5"),
            (":lang(d)", ""),
            (":lang(de-D)", ""),
            (":lang(de-DE-)", ""),
        ],
    ),
    (
        "RFC 4647, extended filtering: a subtag of one character that the range has not can't be skipped",
        RANGES,
        &[(":lang(de-goethe)", ""), (":lang(de-x-goethe)", "p7"), ("p:lang(de-x)", "p7")],
    ),
    (
        "Selectors, :lang(): language ranges containing asterisks must be either correctly escaped or quoted as strings",
        RANGES,
        &[
            (":lang(\"*-DE\")", "p1 p2 p3 p4 p5"),
            (":lang(\\*-DE)", "p1 p2 p3 p4 p5"),
            (":lang('*-CH')", "p8"),
            (":lang('*')", "p1 p2 p3 p4 p5 p6 p7 p8 p9"),
            (":lang('de-*-DE')", "p1 p2 p3 p4 p5"),
            (":lang('*-Latn')", "p3 p5"),
            (":lang('*-*-CH')", "p8"),
            (":lang(de-\\31 996)", "p2 p5"),
        ],
    ),
    (
        "Selectors, :lang(): the |= operator only performs a comparison against a given attribute on the element",
        "<div id=d lang=fr-BE><p id=p></p></div>",
        &[
            ("[lang|=fr]", "d"),
            (":lang(fr)", "d p"),
            (":lang(fr-be) > p", "p"),
            ("[lang]:lang(fr)", "d"),
        ],
    ),
];
