//! The cases, by family.

use super::{Case, changes, mutates, same};

/// All of them.
pub(super) const FAMILIES: &[&[Case]] = &[
    FOREIGN_CONTENT,
    MATHML,
    FORMS,
    NOSCRIPT,
    TEMPLATES,
    TEXT,
    COMMENTS,
    ATTRIBUTES,
    SELECTS,
    TABLES,
    FORMATTING,
    DOCUMENT,
    FRAGMENTS,
    DEPTH,
];

/// SVG and MathML, their text, and what leads out of them.
#[rustfmt::skip]
const FOREIGN_CONTENT: &[Case] = &[
    same("svg style with a tag in an attribute", r#"<svg><style><a id="</style><img src=x onerror=f()>"></a></style></svg>"#),
    same("svg p end tag then style", r#"<svg></p><style><a id="</style><img src=x onerror=f()>">"#),
    same("svg style text", "<svg><style>&lt;img src=x onerror=f()&gt;</style></svg>"),
    same("svg script text", "<svg><script>&lt;img src=x onerror=f()&gt;</script></svg>"),
    same("svg cdata", "<svg><style><![CDATA[</style><img src=x onerror=f()>]]></style></svg>"),
    same("svg title with style", r#"<svg><title><style><a id="</title><img src=x onerror=f()>"></style></title></svg>"#),
    same("svg desc with style", "<svg><desc><style></desc><img src=x onerror=f()></style></desc></svg>"),
    same("foreignobject with textarea", "<svg><foreignObject><textarea></foreignObject><img src=x onerror=f()></textarea></foreignObject></svg>"),
    same("foreignobject with math and style", "<svg><foreignObject><math><style><img src=x onerror=f()></style></math></foreignObject></svg>"),
    same("font with color breaks out", r#"<svg><style><font color=red title="</style><img src=x onerror=f()>">"#),
    same("font without color stays", r#"<svg><style><font title="</style><img src=x onerror=f()>">"#),
    same("svg in math", r#"<math><svg><style><a title="</style><img src=x onerror=f()>">"#),
    same("math in svg", r#"<svg><math><mi><style><a title="</style><img src=x onerror=f()>">"#),
    same("svg after breakout", r#"<svg><g><b><svg><style><a title="</style><img src=x onerror=f()>">"#),
    same("svg element of an html name", r#"<svg><xmp><a title="</xmp><img src=x onerror=f()>">"#),
    same("capitals in svg names", r#"<SVG><FOREIGNOBJECT><STYLE><a title="</STYLE><img src=x onerror=f()>"></STYLE>"#),
];

/// Elements whose namespace depends on their place.
#[rustfmt::skip]
const MATHML: &[Case] = &[
    same("math style with a comment", r#"<math><style><!--</style><img title="--><img src=x onerror=f()>">"#),
    same("mglyph in mtext", r#"<math><mtext><mglyph><style><!--</style><img title="--><img src=x onerror=f()>">"#),
    same("malignmark in mi", r#"<math><mi><malignmark><style><a title="</style><img src=x onerror=f()>">"#),
    mutates("mglyph moved out of a table", r#"<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=f()&gt;">"#, "mglyph"),
    mutates("malignmark moved out of a table", r#"<math><mi><table><malignmark><style><!--</style><img title="--&gt;&lt;img src=x onerror=f()&gt;">"#, "mglyph"),
    mutates("mi in mi by a table", "<math><mi><p><table><mi><p><tr><xmp><img src=x onerror=f()></xmp>", "namesake"),
    mutates("desc in desc by a table", "<svg><desc><p><table><desc><p><tr><xmp><img src=x onerror=f()></xmp>", "namesake"),
    mutates("form in form of math", "<math><form><mi><form><xmp><img src=x onerror=f()></xmp>", "namesake").fragment_for("table"),
    mutates("mglyph in a form in text of math", "<table><math><mi><p></td><form><form><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror=f()&gt;'>", "mglyph").snapshot_2024(),
    mutates("formatting in annotation-xml", r#"<math><mtext><i><b></i></mtext><annotation-xml><svg></svg></b><style><a title="</style><img src=x onerror=f()>">"#, "annotation-xml"),
    same("mi in mi", "<math><mi><mi><xmp><img src=x onerror=f()></xmp></mi></mi></math>"),
    changes("mi in mi with a list", "<math><mi><ul><li><table><i><li>", "item"),
    same("mglyph in an element of mtext", "<math><mtext><b><mglyph><style></math><img src=x onerror=f()></style>"),
    same("annotation xml without encoding", r#"<math><annotation-xml><style><a title="</style><img src=x onerror=f()>">"#),
    same("annotation xml of html", r#"<math><annotation-xml encoding="text/html"><style></math><img src=x onerror=f()></style>"#),
    same("annotation xml of xhtml in capitals", r#"<math><annotation-xml encoding="APPLICATION/XHTML+XML"><style></math><img src=x onerror=f()></style>"#),
    same("annotation xml with svg", r#"<math><annotation-xml><svg><style><a title="</style><img src=x onerror=f()>">"#),
    same("annotation xml of html in svg", r#"<svg><annotation-xml encoding=text/html><style><a title="</style><img src=x onerror=f()>">"#),
];

/// A form in a form: only a misplaced end tag makes it.
#[rustfmt::skip]
const FORMS: &[Case] = &[
    mutates("form in math in form", "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=f()>", "form"),
    changes("form in div in form", "<form><div></form><form>a</form></div>", "form"),
    changes("form in table in form", "<form><table></form><tr><td><form><input>", "form"),
    same("form in template in form", r#"<form><template><form><style><a title="</style><img src=x onerror=f()>"></form></template></form>"#),
];

/// The content of `noscript` is markup or text.
#[rustfmt::skip]
const NOSCRIPT: &[Case] = &[
    same("noscript in head", "<head><noscript><style></noscript><img src=x onerror=f()></style></noscript></head>"),
    same("noscript in body", r#"<body><noscript><p title="</noscript><img src=x onerror=f()>"></p></noscript>"#),
    same("noscript in head with scripting", r#"<head><noscript><p title="</noscript><img src=x onerror=f()>"></p></noscript></head>"#).scripting(),
    same("noscript in body with scripting", r#"<body><noscript><p title="</noscript><img src=x onerror=f()>"></p></noscript>"#).scripting(),
    same("noscript in svg with scripting", r#"<svg><noscript><p title="</noscript><img src=x onerror=f()>"></p></noscript>"#).scripting(),
];

/// Templates, and what `<template for>` puts elsewhere.
#[rustfmt::skip]
const TEMPLATES: &[Case] = &[
    same("template with style", "<template><style></template><img src=x onerror=f()></style></template>"),
    same("template with table parts", r#"<template><tr><td title="</template><img src=x onerror=f()>">a</td></tr></template>"#),
    same("template in svg", r#"<svg><template><style><a title="</style><img src=x onerror=f()>"></template>"#),
    same("template in a table", "<table><template><mglyph><style></table><img src=x onerror=f()></style></template></table>"),
    mutates("template for in svg", r#"<svg><?marker name="a"?></svg><template for=a><style><img src=x onerror=f()></style></template>"#, "template for"),
    mutates("template for in code of svg", "<template></template><p><svg><style><?marker name='a'?></style></svg><b><b><template for=a>code()", "template for").depth_7(),
    same("template for in a div", r#"<div><?marker name="a"?></div><template for=a><style><img src=x onerror=f()></style></template>"#),
    same("template with a shadow root", "<div><template shadowrootmode=open><style></template><img src=x onerror=f()></style></template></div>"),
];

/// Elements whose content is text, in HTML and out of it.
#[rustfmt::skip]
const TEXT: &[Case] = &[
    same("style with a comment", "<style><!--</style><img src=x onerror=f()>--></style>"),
    same("title with markup", "<title>&lt;/title&gt;&lt;img src=x onerror=f()&gt;</title>"),
    same("textarea with its end tag", "<textarea>&lt;/textarea&gt;&lt;img src=x onerror=f()&gt;</textarea>"),
    same("xmp with markup", "<xmp>&lt;/xmp><img src=x onerror=f()></xmp>"),
    same("iframe with markup", "<iframe>&lt;/iframe><img src=x onerror=f()></iframe>"),
    same("noembed with markup", r#"<noembed><p title="</noembed><img src=x onerror=f()>"></noembed>"#),
    same("noframes with markup", r#"<noframes><p title="</noframes><img src=x onerror=f()>"></noframes>"#),
    same("script with a comment", "<script><!--<script></script>--></script><img src=x>"),
    same("script with an open comment", "<script><!--<script></script><img src=x onerror=f()>"),
    changes("plaintext", "<plaintext></plaintext><img src=x onerror=f()>", "plaintext"),
    same("plaintext in svg", "<svg><plaintext><img src=x onerror=f()></plaintext>"),
    same("title in svg with a comment", "<svg><title><!--</title><img src=x onerror=f()>--></title>"),
    mutates("script with a comment that swallows its end tag", "<script><!--<script>", "script"),
];

/// Comments, bogus ones, and processing instructions.
#[rustfmt::skip]
const COMMENTS: &[Case] = &[
    same("comment closed by a bang", "<!--a--!><img src=x onerror=f()>-->"),
    same("comment with a bang in it", "<!--a--!b--><p>"),
    same("comment that ends at once", "<!--><img src=x onerror=f()>-->"),
    same("comment nested", "<!--<!--><img src=x onerror=f()>-->"),
    same("bogus comment with hyphens", "<!x--!--><img src=x onerror=f()>"),
    same("bogus comment end tag", "</ x--><img src=x onerror=f()>"),
    same("cdata in html", "<![CDATA[--><img src=x onerror=f()>]]>"),
    same("instruction with markup", "<?a <img src=x onerror=f()>"),
    same("instruction with question marks", "<?a b??????><img src=x>"),
    same("xml declaration", r#"<?xml version="1.0"--?><img src=x>"#),
    same("instruction in svg", r#"<svg><?a <style>?><style><a title="</style><img src=x onerror=f()>">"#),
    same("instruction 2024", "<?a --><img src=x onerror=f()>").snapshot_2024(),
    same("comment in svg style", "<svg><style><!--</style><img src=x onerror=f()>--></style></svg>"),
];

/// Names and values of attributes.
#[rustfmt::skip]
const ATTRIBUTES: &[Case] = &[
    same("attribute with quotes", r#"<p title="&quot;><img src=x onerror=f()>">"#),
    same("attribute with both quotes", r#"<p title='"&#39;><img src=x onerror=f()>'>"#),
    same("attribute with an angle", r#"<p title="</p><img src=x onerror=f()>">"#),
    same("attribute with an angle 2024", r#"<p title="</p><img src=x onerror=f()>">"#).snapshot_2024(),
    same("attribute with a backtick", r#"<p title="`onerror=f()">"#),
    same("attribute without quotes", "<p title=`><img src=x>"),
    same("attribute name with quotes", r#"<p a"b='c' =d=e <f=g>"#),
    same("attribute with a reference to a reference", r#"<p title="&amp;quot;&amp;lt;img src=x&amp;gt;">"#),
    same("attribute with a no break space", r#"<p title="&nbsp;&quot;&nbsp;">"#),
    same("attribute names in svg", "<svg xlink:href=a XLINK:TITLE=b xmlns:xlink=c xml:lang=d><a xlink:href=e>"),
    same("element name with an angle", r#"<p<img title="><img src=x onerror=f()>">"#),
];

/// `select` and its options.
#[rustfmt::skip]
const SELECTS: &[Case] = &[
    same("select with style", "<select><style></select><img src=x onerror=f()></style></select>"),
    same("select with style 2024", "<select><style></select><img src=x onerror=f()></style></select>").snapshot_2024(),
    same("select with a template 2024", "<select><template><style></select><img src=x onerror=f()></style></template></select>").snapshot_2024(),
    changes("select in select by a table", "<select><table><select><style></select><img src=x onerror=f()></style>", "select"),
    same("select with math", "<select><math><mtext><style></select><img src=x onerror=f()></style>"),
    changes("selectedcontent twice", "<select><option><b title=a>x</b></option><selectedcontent></selectedcontent></select>", "selectedcontent"),
    changes("option by a table", "<option><table><option><style></table><img src=x onerror=f()></style>", "option"),
];

/// Tables, and foster-parented content.
#[rustfmt::skip]
const TABLES: &[Case] = &[
    same("table with a style before a cell", "<table><style></table><img src=x onerror=f()></style><tr><td>a</table>"),
    same("table with svg", r#"<table><svg><style><a title="</style><img src=x onerror=f()>">"#),
    same("table in svg foreignobject", "<svg><foreignObject><table><tr><style></svg><img src=x onerror=f()></style>"),
    same("table in a p in quirks mode", "<p><table><tr><td><style></p><img src=x onerror=f()></style>"),
    changes("table in a p of a doctype in quirks mode", r#"<!DOCTYPE html PUBLIC "html"><p><table><tr><td><style></p><img src=x onerror=f()></style>"#, "p"),
    same("table text", "<table>&lt;img src=x onerror=f()&gt;<tr><td>a"),
    changes("caption with a heading", "<table><caption><h1><table><h2><style></h1><img src=x onerror=f()></style>", "heading"),
];

/// Formatting elements and the adoption agency.
#[rustfmt::skip]
const FORMATTING: &[Case] = &[
    same("svg title moved by the adoption agency", "<b><svg><title><p></b><!--</title><img src=x onerror=f()>-->"),
    same("svg desc moved by the adoption agency", "<b><svg><desc><p></b><style></desc><img src=x onerror=f()></style>"),
    same("mtext moved by the adoption agency", "<b><math><mtext><p></b><mglyph><style></mtext><img src=x onerror=f()></style>"),
    changes("a in a by a table", "<a href=x><table><a href=y><style></a><img src=x onerror=f()></style>", "a"),
    changes("nobr in nobr by a table", "<nobr><table><nobr><style></nobr><img src=x onerror=f()></style>", "nobr"),
    same("many of one kind", "<b><b><b><b><b><p><style></b><img src=x onerror=f()></style></p></b></b></b></b></b>x"),
    same("formatting across svg", "<svg><foreignObject><b></svg><style></b><img src=x onerror=f()></style>"),
    changes("p by the adoption agency", "<p><b><table><p></b><style></p><img src=x onerror=f()></style>", "p"),
];

/// The document as a whole, and odd characters.
#[rustfmt::skip]
const DOCUMENT: &[Case] = &[
    same("body attributes", r#"<body title="<img src=x>"><p><body onload=f() title=x>"#),
    same("frameset then noframes", r#"<frameset><noframes><p title="</noframes><img src=x onerror=f()>"></noframes></frameset>"#),
    same("after the end", "</html><style></html><img src=x onerror=f()></style>"),
    same("head in the body", r#"<body><head title="<img src=x>"><title>&lt;/title&gt;</title>"#),
    same("pre with a newline", "<pre>&#10;<img src=x></pre>"),
    changes("carriage return", r#"<p title="&#13;&#10;<img src=x>">&#13;"#, "carriage return"),
    same("null in instruction", "<?a b\0c><img src=x>"),
    same("nulls in svg", "<svg><sty\0le><style><a title=\"</style\0><img src=x>\">"),
    same("byte order mark", "&#xFEFF;<style></style>"),
];

/// Fragments: the context counts.
#[rustfmt::skip]
const FRAGMENTS: &[Case] = &[
    same("fragment in a cell", "<td><style></td><img src=x onerror=f()></style>").fragment_for("td"),
    same("fragment in a table", "<form><form><mglyph><style></table><img src=x onerror=f()></style>").fragment_for("table"),
    same("fragment in a select", "<style></select><img src=x onerror=f()></style>").fragment_for("select"),
    same("fragment in a template", "<td><style></template><img src=x onerror=f()></style>").fragment_for("template"),
    mutates("fragment in a form", "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=f()>", "form").fragment_for("form"),
];

/// Trees that the limit on depth has flattened.
#[rustfmt::skip]
const DEPTH: &[Case] = &[
    same("svg at the limit of depth", r#"<p><b><b><b><b><svg><g><style><a title="</style><img src=x onerror=f()>">"#).depth_8(),
    same("foreignobject at the limit of depth", "<p><b><b><b><svg><foreignObject><style></svg><img src=x onerror=f()></style>").depth_8(),
    same("mtext at the limit of depth", "<p><b><b><b><math><mtext><style></math><img src=x onerror=f()></style>").depth_8(),
    same("svg element in annotation xml at the limit of depth", "<p><b><b><math><annotation-xml><foreignObject><svg><style><img src=x onerror=f()>").depth_8(),
    same("svg in a template in a select at the limit of depth", "<p><b><template><option><select><template><svg><style><a title='</style><img src=x onerror=f()>'>").depth_8().snapshot_2024(),
    same("svg in an option at the limit of depth", "<p><select><button><selectedcontent></button><option><b><b><svg><style><a title='</style><img src=x onerror=f()>'>").depth_8(),
    same("tr in tr of math at the limit of depth", "<math><mglyph><tr><mi><table><td><xmp><img src=x onerror=f()></xmp>").fragment_for("div").depth_7(),
    same("table in a caption at the limit of depth", "<caption><s><math><mtext><malignmark><style><table><tr>&lt;img src=x onerror=f()&gt;").fragment_for("table").depth_7(),
    same("form at the limit of depth", r#"<p><b><b><b><form><div><form><math><style><a title="</style><img src=x onerror=f()>">"#).depth_8(),
];
