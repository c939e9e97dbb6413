//! Elements by their names, classes and ids.

use super::Rule;

const MENU: &str = "<html id=html><head id=head></head><body id=body>\
     <main id=menu><p id=p1>Soup</p><hr id=hr1><pre id=pre1><code id=c1>1</code><i id=i1>2</i></pre>\
     <p id=p2><a id=a1>x</a></p><address id=ad1><code id=c2></code><a id=a2><b id=b1></b></a></address></main>\
     <div id=empty></div>";

const CLASSES: &str = "<section id=classes class='broth'><p id=k1 class=clear></p><p id=k2 class=' clear\thot\nsalty '></p>\
     <div id=k3 class='salty clear hot'></div><div id=k4 class=clear-ish></div><p id=k5 class=Clear></p>\
     <span id=k6 class='スープ 出汁'></span><span id=k7 class=スープ></span><span id=k8 class='a:b'></span>\
     <span id=k9 class='x.y[5]z'></span><p id=k10 class></p><p id=k11 class='1st -x --y _z'></p></section>";

const IDS: &str = "<ul id=ids><li id=twice><li id=twice><li id='#odd:id'><li id='b.c[5]d'><li id=だし><li id=Twice><li id=''><li id='a b'></ul>";

pub(crate) const RULES: &[Rule] = &[
    (
        "Selectors, Type (tag name) selector: a type selector represents an instance of that element type in the document tree",
        MENU,
        &[
            ("html", "html"),
            ("body", "body"),
            ("nothing", ""),
            ("p#p1", "p1"),
            ("div#p1", ""),
            ("p", "p1 p2"),
            ("main > pre", "pre1"),
            ("code, i", "c1 i1 c2"),
            ("p-", ""),
        ],
    ),
    (
        "HTML, Case-sensitivity of selectors: the CSS element type selector must first be converted to ASCII lowercase",
        MENU,
        &[
            ("HTML > bOdY", "body"),
            ("P#p1", "p1"),
            ("MAIN P, ADDRESS CODE", "p1 p2 c2"),
            ("\u{212a}bd", ""),
            ("ſpan", ""),
        ],
    ),
    (
        "HTML, Case-sensitivity of selectors: the names of elements not in the HTML namespace must be treated as identical to each other",
        "<svg id=s><linearGradient id=l></linearGradient><foreignObject id=f><p id=p></p></foreignObject></svg><math id=m><annotation-xml id=x></annotation-xml></math>",
        &[
            ("linearGradient", "l"),
            ("lineargradient", ""),
            ("LINEARGRADIENT", ""),
            ("foreignObject > P", "p"),
            ("foreignobject", ""),
            ("SVG", ""),
            ("svg", "s"),
            ("Math", ""),
            ("annotation-xml", "x"),
            (":is(linearGradient, foreignobject)", "l"),
            ("svg > :not(linearGradient)", "f"),
        ],
    ),
    (
        "Selectors, Universal selector: represents an element of any element type; its presence has no effect on whether the element matches the selector",
        MENU,
        &[
            ("*", "html head body menu p1 hr1 pre1 c1 i1 p2 a1 ad1 c2 a2 b1 empty"),
            ("#menu>*", "p1 hr1 pre1 p2 ad1"),
            ("#menu > * > *", "c1 i1 a1 c2 a2"),
            ("#menu *", "p1 hr1 pre1 c1 i1 p2 a1 ad1 c2 a2 b1"),
            ("#empty>*", ""),
            ("#empty *", ""),
            ("*#menu", "menu"),
            ("*|*#menu", "menu"),
            ("*:is(hr)", "hr1"),
            ("#menu * * b", "b1"),
            ("#menu * * * b", ""),
        ],
    ),
    (
        "Selectors, Selector Lists: a comma-separated list of selectors represents the union of all elements selected by each of the individual selectors",
        MENU,
        &[
            ("#menu, #empty", "menu empty"),
            ("#empty,#menu", "menu empty"),
            ("p, p, #p1", "p1 p2"),
            ("p , nothing ,\t\nhr", "p1 hr1 p2"),
            ("a, address a, b", "a1 a2 b1"),
        ],
    ),
    (
        "Selectors, Structure and Terminology: a compound selector represents a set of simultaneous conditions on a single element",
        MENU,
        &[
            ("p#p1:first-child:not(.x)", "p1"),
            ("p#p1#p1", "p1"),
            ("p#p1#p2", ""),
            ("a:only-child:empty", ""),
            ("code:first-child:empty", "c2"),
        ],
    ),
    (
        "Selectors, Class selectors: equivalent to the ~= notation applied to the local class attribute",
        CLASSES,
        &[
            (".clear", "k1 k2 k3"),
            (".broth .clear.salty.hot", "k2 k3"),
            ("p.clear.hot", "k2"),
            ("div.hot.clear", "k3"),
            (".clear.cold", ""),
            (".clear-ish", "k4"),
            (".cle", ""),
            (".ear", ""),
            ("*.clear", "k1 k2 k3"),
            (".clear.clear", "k1 k2 k3"),
            ("section.broth p:not(.clear)", "k5 k10 k11"),
            ("[class]:not(.x)", "classes k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11"),
            (".スープ", "k6 k7"),
            (".出汁.スープ", "k6"),
            (".-x", "k11"),
            (".--y", "k11"),
            ("._z", "k11"),
        ],
    ),
    (
        "Selectors, Class selectors: otherwise case-sensitive, only matching class names they are identical to",
        CLASSES,
        &[(".Clear", "k5"), (".CLEAR", ""), (".Clear, .clear", "k1 k2 k3 k5"), (".sKöp", "")],
    ),
    (
        "SVG and MathML, Selectors, Class selectors: in these languages membership in a class is given by the class attribute",
        "<svg id=s class='a b'><g id=g class=b></g></svg><math id=m class=b><mi id=i class=B></mi></math>",
        &[(".a", "s"), (".b", "s g m"), ("svg.b .b", "g"), (".B", "i"), ("math > .b", "")],
    ),
    (
        "Selectors, ID selectors: an ID selector represents an element instance that has an identifier that matches; it is possible for multiple elements to match",
        IDS,
        &[
            ("#ids #twice", "twice twice"),
            ("#twice, #twice", "twice twice"),
            ("#twice, #Twice", "twice twice Twice"),
            ("li#twice, div#twice", "twice twice"),
            ("#ids #none", ""),
            ("#none #twice", ""),
            ("#twice#twice", "twice twice"),
            ("#twice#Twice", ""),
            ("#twice:not(:first-child)", "twice"),
            ("#twice + #twice", "twice"),
            ("#だし", "だし"),
            ("li:not([id])", ""),
        ],
    ),
    (
        "Selectors, ID selectors: otherwise case-sensitive, only matching IDs they are identical to",
        IDS,
        &[("#Twice", "Twice"), ("#TWICE", ""), ("#IDS", ""), ("ul:not(#IDS)", "ids")],
    ),
    (
        "CSS Syntax, consume an escaped code point: hex digits give a code point, any other code point itself",
        CLASSES,
        &[
            (".a\\:b", "k8"),
            (".x\\.y\\[5\\]z", "k9"),
            (".\\63lear", "k1 k2 k3"),
            (".\\63 lear", "k1 k2 k3"),
            (".\\000063lear", "k1 k2 k3"),
            (".\\000063 lear", "k1 k2 k3"),
            (".\\43lear", "k5"),
            (".clea\\r", "k1 k2 k3"),
            (".c\\lear", "k1 k2 k3"),
            (".\\31st", "k11"),
            (".\\31 st", "k11"),
            (".\\31\tst", "k11"),
            (".\\30B9\\30FC\\30D7", "k6 k7"),
            (".\\-x", "k11"),
            ("p\\.clear", ""),
            ("\\70.clear", "k1 k2"),
            (".clear\\ hot", ""),
        ],
    ),
    (
        "CSS Syntax, consume an escaped code point: zero, surrogates and code points greater than the maximum allowed are U+FFFD",
        "<p id=p1 class=\u{fffd}></p><p id=p2 class='\u{fffd}x'></p>",
        &[
            (".\\0", "p1"),
            (".\\D800", "p1"),
            (".\\110000", "p1"),
            (".\\FFFFFF", "p1"),
            (".\\0 x", "p2"),
            (".\\fffd", "p1"),
        ],
    ),
    (
        "Selectors, Characters and case sensitivity: escaping a code point cancels out any special meaning it may have in Selectors",
        "<p id='a>b'></p><p id='#odd:id'></p><p id='b.c[5]d'></p><p id='a,b'></p><p id='a b'></p><p id='x\\y'></p>",
        &[
            ("#a\\>b", "a>b"),
            ("#\\#odd\\:id", "#odd:id"),
            ("#b\\.c\\[5\\]d", "b.c[5]d"),
            ("#a\\,b", "a,b"),
            ("#a\\ b", "a b"),
            ("#x\\\\y", "x\\y"),
            ("#a\\>b, #\\#odd\\:id", "a>b #odd:id"),
        ],
    ),
    (
        "CSS Syntax, comments: a comment is consumed and produces nothing",
        MENU,
        &[
            ("/* soup */ #p1 /* , */", "p1"),
            ("p/**/#p1", "p1"),
            ("#menu/* > */>/**/hr", "hr1"),
            ("#menu /**/ hr", "hr1"),
            ("hr/* unclosed", "hr1"),
            ("/**/hr", "hr1"),
        ],
    ),
    (
        "Selectors, Characters and case sensitivity: white space is SPACE, TAB, LINE FEED, CARRIAGE RETURN and FORM FEED; EM SPACE and others never are",
        "<p id=p class='a\u{2003}b'></p><p id=q class='a\u{a0}b'></p><div id=d><p id=r class=a></p></div>",
        &[
            (".a", "r"),
            (".a\u{2003}b", "p"),
            (".a\u{a0}b", "q"),
            ("div\tp", "r"),
            ("div\np", "r"),
            ("div\rp", "r"),
            ("div\u{c}p", "r"),
            ("div\r\n \t\u{c}p", "r"),
            (" \n div p \t", "r"),
            ("div\u{2003}p", ""),
        ],
    ),
];
