//! Links, headings, and the states of form controls by their attributes.

use super::Rule;

const CONTROLS: &str = "<form id=f><input id=i1><input id=i2 type=checkbox checked><input id=i3 type=RADIO checked>\
     <input id=i4 type=text checked><input id=i5 disabled><input id=i6 type=checkbox>\
     <textarea id=t1></textarea><textarea id=t2 disabled></textarea><button id=b1></button><button id=b2 disabled></button>\
     <fieldset id=fs1 disabled><legend id=lg1><input id=i7></legend><legend id=lg2><input id=i8></legend><input id=i9>\
     <fieldset id=fs2><legend id=lg3><input id=i10></legend></fieldset></fieldset>\
     <select id=s1 required><option id=o1><option id=o2 selected><optgroup id=g1 disabled><option id=o3></optgroup>\
     <option id=o4 disabled></select><input id=i11 required><input id=i12 required type=hidden>\
     <textarea id=t3 required></textarea><a id=a1 disabled></a><object id=ob></object><x-y id=xy></x-y></form>";

const HEADINGS: &str = "<h1 id=h1>1</h1><article headingoffset=1><h1 id=h2>2</h1><section headingoffset=' +1x'><h1 id=h3>3</h1><h2 id=h4>4</h2>\
     <dialog headingreset><h1 id=h5>1</h1></dialog></section></article><p id=p>x</p><h2 id=h6 headingoffset=-3>2</h2><h6 id=h7 headingoffset=99999999999>9</h6>\
     <svg><h1x></h1x></svg><div headingoffset=2 headingreset><h3 id=h8>5</h3></div><h4 id=h9 headingoffset=2 headingreset>6</h4>";

pub(crate) const RULES: &[Rule] = &[
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
         <input id=n14 type=number min=-1e1 value=-10.5><input id=n15 type=range readonly>",
        &[
            (":in-range", "n1 n5 n6 n11 n13"),
            (":out-of-range", "n2 n3 n14"),
            ("input:not(:in-range, :out-of-range)", "n4 n7 n8 n9 n10 n12 n15"),
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
    (
        "HTML, :enabled: any button, input, select, textarea, optgroup, option, fieldset element that is not actually disabled",
        CONTROLS,
        &[
            ("input:enabled", "i1 i2 i3 i4 i6 i7 i11 i12"),
            ("fieldset:enabled", ""),
            ("textarea:enabled, button:enabled", "t1 b1 t3"),
            ("select:enabled, option:enabled", "s1 o1 o2"),
            ("a:disabled, a:enabled, object:enabled, form:enabled", ""),
            ("legend:enabled, x-y:enabled", ""),
            ("form > :ENABLED", "i1 i2 i3 i4 i6 t1 b1 s1 i11 i12 t3"),
            (":enabled:disabled", ""),
        ],
    ),
    (
        "HTML, :disabled: any element that is actually disabled: with the attribute, or a descendant of a disabled fieldset, but not of its first legend",
        CONTROLS,
        &[
            ("input:disabled", "i5 i8 i9 i10"),
            ("fieldset:disabled", "fs1 fs2"),
            ("textarea:disabled, button:disabled", "t2 b2"),
            ("legend :disabled", "i8 i10"),
            ("input:not(:enabled)", "i5 i8 i9 i10"),
        ],
    ),
    (
        "HTML, option: disabled if its disabled attribute is present or its option element nearest ancestor optgroup has a disabled attribute",
        CONTROLS,
        &[
            ("select :disabled", "g1 o3 o4"),
            ("optgroup:disabled > option", "o3"),
            ("option:not(:disabled)", "o1 o2"),
        ],
    ),
    (
        "HTML, option element nearest ancestor optgroup: null if an ancestor is datalist, hr, option or select before an optgroup",
        "<datalist id=d><option id=o1></datalist><select id=s disabled><option id=o2><optgroup disabled><option id=o3></option><div><option id=o4></option></div></optgroup></select>",
        &[("option:disabled", "o3 o4"), ("option:enabled", "o1 o2"), ("select:disabled", "s")],
    ),
    (
        "HTML, :checked: input elements in the Checkbox or Radio Button state whose checkedness is true; option elements whose selectedness is true",
        CONTROLS,
        &[
            (":checked", "i2 i3 o2"),
            ("input:checked:not([type=radio])", "i2"),
            ("[type=text]:checked", ""),
            ("select :CHECKED", "o2"),
            ("[type=checkbox]:not(:checked)", "i6"),
            ("select:has(:checked)", "s1"),
            ("textarea:checked, button:checked", ""),
        ],
    ),
    (
        "HTML, :required: input elements that are required; select and textarea elements that have a required attribute",
        CONTROLS,
        &[
            (":required", "s1 i11 t3"),
            ("form :REQUIRED", "s1 i11 t3"),
            ("button:required, option:required", ""),
        ],
    ),
    (
        "HTML, :optional: input elements to which the required attribute applies that are not required; select and textarea elements without",
        CONTROLS,
        &[
            ("textarea:optional, select:optional, button:optional", "t1 t2"),
            ("input:optional", "i1 i2 i3 i4 i5 i6 i7 i8 i9 i10"),
            ("form:optional, fieldset:optional", ""),
            (":required:optional", ""),
        ],
    ),
    (
        "HTML, input: the required attribute does not apply to the types hidden, range, color, submit, image, reset and button",
        "<input id=i1 type=hidden required><input id=i2 type=range required><input id=i3 type=color><input id=i4 type=submit required>\
         <input id=i5 type=image><input id=i6 type=RESET required><input id=i7 type=button><input id=i8 type=file required><input id=i9 type=date>\
         <input id=i10 type=nonsense required><input id=i11 type=radio required><input id=i12 type=checkbox>",
        &[
            (":required", "i8 i10 i11"),
            (":optional", "i9 i12"),
            ("input:not(:required):not(:optional)", "i1 i2 i3 i4 i5 i6 i7"),
        ],
    ),
    (
        "HTML, :heading: all h1, h2, h3, h4, h5, and h6 elements",
        HEADINGS,
        &[
            (":heading", "h1 h2 h3 h4 h5 h6 h7 h8 h9"),
            ("article :heading", "h2 h3 h4 h5"),
            (":HEADING", "h1 h2 h3 h4 h5 h6 h7 h8 h9"),
            ("svg :heading", ""),
            ("hgroup:heading, header:heading", ""),
            ("section > :heading:first-child", "h3"),
            ("p:not(:heading)", "p"),
            (":has(> :heading) > p", "p"),
        ],
    ),
    (
        "HTML, :heading(integer#): headings that have a heading level of integer, raised by headingoffset up to headingreset, and at most 9",
        HEADINGS,
        &[
            (":heading(1)", "h1 h5"),
            (":heading(2)", "h2 h6"),
            (":heading(3)", "h3"),
            (":heading(4)", "h4"),
            (":heading(9)", "h7"),
            (":heading(8)", ""),
            (":heading(0), :heading(-1), :heading(10)", ""),
            (":heading(1, 2)", "h1 h2 h5 h6"),
            (":heading( 3 ,4 )", "h3 h4"),
            (":HEADING(1)", "h1 h5"),
            (":heading(5)", "h8"),
            (":heading(6)", "h9"),
            (":heading:not(:heading(1))", "h2 h3 h4 h6 h7 h8 h9"),
        ],
    ),
];
