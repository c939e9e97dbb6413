//! Tables of selectors under the sentence of the standards that decides them: each row is a
//! selector and the ids of the elements that it finds in the page.

/// A sentence of Selectors Level 4 or of HTML, a page, and rows.
pub(crate) type Rule = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

pub(crate) const LINKS_AND_FORMS: &[Rule] = &[
    (
        "HTML, :link: all `a` elements that have an `href` attribute, and all `area` elements that have an `href` attribute",
        "<a id=a1 href=x>1</a><a id=a2 href>2</a><a id=a3>3</a><a id=a4 name=x>4</a><map><area id=r1 href=x><area id=r2></map><link id=l href=x><b id=b href=x>5</b>",
        &[
            (":link", "a1 a2 r1"),
            (":any-link", "a1 a2 r1"),
            ("a:link", "a1 a2"),
            ("a:not(:link)", "a3 a4"),
            ("area:any-link", "r1"),
            ("link:link, b:link", ""),
        ],
    ),
    (
        "SVG 2, 16.2: the `a` element creates a link if it has an `href` attribute, or, deprecated, an `xlink:href` attribute",
        "<svg id=s><a id=s1 href=x></a><a id=s2 xlink:href=x></a><a id=s3></a><g id=g href=x></g><a id=s4 href=x xlink:href=y></a></svg><math><mi id=m href=x>",
        &[
            (":link", "s1 s2 s4"),
            (":any-link", "s1 s2 s4"),
            ("svg a:not(:link)", "s3"),
            ("g:link, mi:link", ""),
            (":visited", ""),
        ],
    ),
    (
        "HTML, :read-write: `input` elements to which the `readonly` attribute applies, and that are mutable",
        "<input id=i1><input id=i2 readonly><input id=i3 disabled><input id=i4 type=checkbox><input id=i5 type=RADIO><input id=i6 type=date>\
         <input id=i7 type=range><input id=i8 type=color><input id=i9 type=file><input id=i10 type=submit><input id=i11 type=hidden>\
         <input id=i12 type=nonsense><input id=i13 type=number readonly><input id=i14 type=week><fieldset id=f disabled><input id=i15></fieldset>",
        &[
            ("input:read-write", "i1 i6 i12 i14"),
            ("input:read-only", "i2 i3 i4 i5 i7 i8 i9 i10 i11 i13 i15"),
            (":read-write", "i1 i6 i12 i14"),
            ("input:not(:read-write)", "i2 i3 i4 i5 i7 i8 i9 i10 i11 i13 i15"),
            ("input:read-only:read-write", ""),
            ("[type=date]:read-write", "i6"),
            ("fieldset :read-write", ""),
            ("fieldset:read-only", "f"),
        ],
    ),
    (
        "HTML, :read-write: `textarea` elements that do not have a `readonly` attribute, and that are not disabled",
        "<textarea id=t1></textarea><textarea id=t2 readonly></textarea><textarea id=t3 disabled></textarea><textarea id=t4 readonly=false></textarea>",
        &[
            (":read-write", "t1"),
            ("textarea:read-only", "t2 t3 t4"),
            ("textarea:not(:read-only)", "t1"),
        ],
    ),
    (
        "HTML, :read-write: elements that are editing hosts or editable and are neither `input` elements nor `textarea` elements",
        "<div id=d1 contenteditable><p id=p1><b id=b1></b></p><p id=p2 contenteditable=false><b id=b2></b><i id=i1 contenteditable=TRUE></i></p>\
         <input id=n1 readonly></div><div id=d2 contenteditable=plaintext-only></div><div id=d3 contenteditable=no><b id=b3></b></div>\
         <div id=d4 contenteditable=false></div><p id=p3 contenteditable=inherit></p>",
        &[
            (":read-write", "d1 p1 b1 i1 d2"),
            ("body :read-only", "p2 b2 n1 d3 b3 d4 p3"),
            ("div:read-write", "d1 d2"),
            ("div:read-only", "d3 d4"),
            ("#p2 :read-write", "i1"),
            (":read-write > :read-only", "p2 n1"),
        ],
    ),
    (
        "HTML, :read-only: all other HTML elements",
        "<p id=p></p><svg id=s><g id=g></g></svg><math id=m></math>",
        &[
            ("body *:read-only", "p"),
            ("svg:read-only, math:read-only", ""),
            ("svg:read-write, g:read-write", ""),
            (":not(:read-only):not(:read-write)", "s g m"),
        ],
    ),
    (
        "HTML, editable: it is an HTML element, or an svg or math element, or not an element and its parent is an HTML element",
        "<div id=d contenteditable><svg id=s><g id=g></g></svg><math id=m><mi id=mi></mi></math></div>",
        &[(":read-write", "d s m"), ("div *:read-write", "s m"), ("div *:read-only", "")],
    ),
    (
        "HTML, :placeholder-shown: `input` elements that have a `placeholder` attribute whose value is currently being presented to the user",
        "<input id=i1 placeholder=x><input id=i2 placeholder=x value=y><input id=i3 placeholder=x value><input id=i4><input id=i5 placeholder>\
         <input id=i6 type=checkbox placeholder=x><input id=i7 type=EMAIL placeholder=x><input id=i8 type=date placeholder=x>\
         <input id=i9 type=number placeholder=0><input id=i10 type=password placeholder=x value=' '>",
        &[
            (":placeholder-shown", "i1 i3 i7 i9"),
            ("input:not(:placeholder-shown)", "i2 i4 i5 i6 i8 i10"),
            ("[value]:placeholder-shown", "i3"),
            ("[type]:placeholder-shown", "i7 i9"),
        ],
    ),
    (
        "HTML, :placeholder-shown: `textarea` elements that have a `placeholder` attribute whose value is currently being presented to the user",
        "<textarea id=t1 placeholder=x></textarea><textarea id=t2 placeholder=x>y</textarea><textarea id=t3 placeholder=x>\n</textarea><textarea id=t4></textarea><div id=d placeholder=x></div>",
        &[
            (":placeholder-shown", "t1 t3"),
            ("textarea:not(:placeholder-shown)", "t2 t4"),
            ("div:placeholder-shown", ""),
        ],
    ),
    (
        "HTML, :default: submit buttons that are default buttons",
        "<form id=f1><button id=b1 type=button></button><input id=i1 type=reset><button id=b2></button><button id=b3></button></form>\
         <form id=f2><input id=i2 type=image><button id=b4 type=SUBMIT></button></form><form id=f3></form><button id=b5 form=f3></button>\
         <button id=b6></button><form id=f4><button id=b7 commandfor=f1></button><button id=b8 type=nonsense></button></form>",
        &[
            (":default", "b2 i2 b5 b8"),
            ("button:default", "b2 b5 b8"),
            ("form :default", "b2 i2 b8"),
            ("button:not(:default)", "b1 b3 b4 b6 b7"),
            ("form:has(:default)", "f1 f2 f4"),
            ("#f1 > :default + button", "b3"),
        ],
    ),
    (
        "HTML, :default: `input` elements to which the `checked` attribute applies and that have a `checked` attribute; `option` elements that have a `selected` attribute",
        "<input id=i1 type=checkbox checked><input id=i2 type=radio checked><input id=i3 type=text checked><input id=i4 type=radio>\
         <select id=s><option id=o1><option id=o2 selected><option id=o3 selected></select>",
        &[
            (":default", "i1 i2 o2 o3"),
            ("input:default", "i1 i2"),
            ("option:not(:default)", "o1"),
            ("select:default", ""),
        ],
    ),
    (
        "HTML, :indeterminate: `input` elements in the Radio Button state whose radio button group contains no `input` elements whose checkedness state is true",
        "<input id=r1 type=radio name=a><input id=r2 type=radio name=a checked><input id=r3 type=radio name=b><input id=r4 type=radio name=b>\
         <form id=f><input id=r5 type=radio name=a><input id=r6 type=radio name=c checked></form><input id=r7 type=radio name=c>\
         <input id=r8 type=radio><input id=r9 type=radio name='' checked><input id=r10 type=radio name=a form=f><input id=r11 type=radio name=A>",
        &[
            (":indeterminate", "r3 r4 r5 r7 r8 r10 r11"),
            ("[name=a]:indeterminate", "r5 r10"),
            ("form :indeterminate", "r5"),
            ("[type=radio]:not(:indeterminate)", "r1 r2 r6 r9"),
            ("form:has(:indeterminate)", "f"),
        ],
    ),
    (
        "HTML, :indeterminate: `progress` elements with no `value` content attribute",
        "<progress id=p1></progress><progress id=p2 value=1></progress><progress id=p3 value></progress><progress id=p4 max=2></progress><meter id=m></meter><input id=i type=checkbox>",
        &[
            (":indeterminate", "p1 p4"),
            ("progress:not(:indeterminate)", "p2 p3"),
            ("meter:indeterminate, input:indeterminate", ""),
        ],
    ),
    (
        "HTML, :in-range: elements that are candidates for constraint validation, have range limitations, and that are neither suffering from an underflow nor suffering from an overflow",
        "<input id=n1 type=number min=1 max=5 value=3><input id=n2 type=number min=1 value=0><input id=n3 type=number max=5 value=6>\
         <input id=n4 type=number value=3><input id=n5 type=number min=1><input id=n6 type=number min=1 value=x><input id=n7 type=number min=x value=3>\
         <input id=n8 type=number min=1 value=0 disabled><input id=n9 type=number min=1 value=0 readonly><input id=n10 min=1 value=0>\
         <input id=n11 type=range value=200><datalist><input id=n12 type=number min=1 value=0></datalist><input id=n13 type=NUMBER max=5 value=5>\
         <input id=n14 type=number min=-1e1 value=-10.5>",
        &[
            (":in-range", "n1 n5 n6 n11 n13"),
            (":out-of-range", "n2 n3 n14"),
            ("input:not(:in-range, :out-of-range)", "n4 n7 n8 n9 n10 n12"),
            ("[min]:in-range", "n1 n5 n6"),
            ("[max]:out-of-range", "n3"),
            (":in-range:out-of-range", ""),
        ],
    ),
    (
        "HTML, range limitations of dates and times; the Time state has a periodic domain, and so can have a reversed range",
        "<input id=d1 type=date min=2024-02-28 value=2024-02-29><input id=d2 type=date min=2024-02-28 value=2023-12-31>\
         <input id=d3 type=date max=2024-02-28 value=2024-02-30><input id=m1 type=month max=2024-05 value=2024-06>\
         <input id=w1 type=week min=2020-W53 value=2021-W01><input id=w2 type=week max=2020-W52 value=2020-W53>\
         <input id=t1 type=time min=21:00 max=06:00 value=23:30><input id=t2 type=time min=21:00 max=06:00 value=12:00>\
         <input id=t3 type=time min=09:00 max=17:00 value=17:00:00.001><input id=l1 type=datetime-local min=2024-01-01T00:00 value='2024-01-01 00:00:01'>\
         <input id=l2 type=datetime-local max=2024-01-01T00:00 value=2024-01-01T00:01>",
        &[
            (":in-range", "d1 d3 w1 t1 l1"),
            (":out-of-range", "d2 m1 w2 t2 t3 l2"),
            ("[type=time]:in-range", "t1"),
            ("[type=week]:out-of-range", "w2"),
        ],
    ),
    (
        "HTML, :open: `details` elements that have an `open` attribute; `dialog` elements that have an `open` attribute",
        "<details id=d1 open></details><details id=d2></details><dialog id=g1 open=false></dialog><dialog id=g2></dialog><select id=s open></select><p id=p open></p>",
        &[
            (":open", "d1 g1"),
            ("details:open", "d1"),
            ("dialog:not(:open)", "g2"),
            ("select:open, p:open", ""),
            (":OPEN", "d1 g1"),
        ],
    ),
];

pub(crate) const DIRECTION: &[Rule] = &[
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
];

pub(crate) const SYNTAX: &[Rule] = &[
    (
        "Selectors, 17.1: pseudo-elements that start with -webkit- (ASCII case-insensitively) and that are not functional must be treated as valid at parse time",
        "<input id=i><p id=p></p>",
        &[
            ("::-webkit-scrollbar", ""),
            ("input::-webkit-search-cancel-button", ""),
            ("::-WebKit-Anything", ""),
            ("p, ::-webkit-x", "p"),
            ("p:not(.x), input::-webkit-x", "p"),
            (":is(p, ::-webkit-x)", "p"),
        ],
    ),
    (
        "Nesting: if there is no such style rule, the nesting selector represents the same elements as :scope",
        "<div id=d><p id=p></p></div>",
        &[
            ("& > body", "-"),
            ("& p", "p"),
            ("&", "-"),
            (":not(&) > p", "p"),
            ("&:root", "-"),
            ("& > p", ""),
        ],
    ),
    (
        "Selectors, 3.5: a relative selector begins with a combinator, with a selector representing the anchor element implied at the start",
        "<p id=p1><b id=b1></b></p><p id=p2></p>",
        &[
            ("> body", "-"),
            ("> p", ""),
            ("> body > p", "p1 p2"),
            ("> head + body b", "b1"),
            ("+ p, > body b", "b1"),
            ("~ body", ""),
        ],
    ),
    (
        "Selectors, 4.2: :is() and :where() take a forgiving selector list; :not() and :has() do not",
        "<p id=p class=x></p><b id=b></b>",
        &[
            (":is(p, :unknown)", "p"),
            (":where(:unknown, b)", "b"),
            (":is(p, ::before, b)", "p b"),
            (":is(:unknown)", ""),
            ("p:not(:is(:unknown))", "p"),
        ],
    ),
];
