//! Families of hostile documents: their repeated parts make a naive parser take quadratic time.
//!
//! One list for the count of steps (`src/tests/growth.rs`) and for `benches/hostile.rs`. Nothing of
//! the crate is used here: its unit tests are another build of it, with other types.

/// How the documents of a family are handed to the parser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feed {
    /// As text, whole.
    Text,
    /// As text, one character at a time.
    Characters,
    /// As bytes, whole.
    Bytes,
    /// As bytes, one at a time.
    SingleBytes,
    /// As text, whole, to a driver that runs scripts: see [`writes`].
    Scripts,
}

/// A family of documents.
pub struct Family {
    pub name: &'static str,
    pub feed: Feed,
    /// The standard's own tree is larger than linear: the default limits bound it. All else is
    /// parsed without limits.
    pub is_larger_than_linear: bool,
    /// The document of a size: the number of tags, or of characters where tags do not apply.
    pub make: fn(usize) -> String,
}

/// `unit`, `times` times, with `@` replaced by a number that counts up.
pub fn repeat(unit: &str, times: usize) -> String {
    if !unit.contains('@') {
        return unit.repeat(times);
    }
    (0..times).map(|i| unit.replace('@', &i.to_string())).collect()
}

/// The texts that a script of a family writes, write by write.
///
/// A script `words a b` writes the words one by one; in them, `{`, `}` and `_` stand for `<`, `>`
/// and a space. A script `nest 3` writes a script `nest 2` and a letter, down to 0. Any other
/// script writes nothing.
pub fn writes(script: &str) -> Vec<String> {
    let unescape = |word: &str| word.replace('{', "<").replace('}', ">").replace('_', " ");
    match script.split_once(' ') {
        Some(("words", words)) => words.split(' ').map(unescape).collect(),
        Some(("nest", depth)) => match depth.parse().unwrap_or(0) {
            0 => Vec::new(),
            depth => vec![format!("<script>nest {}</script>x", depth - 1)],
        },
        _ => Vec::new(),
    }
}

const fn family(name: &'static str, make: fn(usize) -> String) -> Family {
    Family { name, feed: Feed::Text, is_larger_than_linear: false, make }
}

const fn fed(feed: Feed, name: &'static str, make: fn(usize) -> String) -> Family {
    Family { feed, ..family(name, make) }
}

const fn large(name: &'static str, make: fn(usize) -> String) -> Family {
    Family { is_larger_than_linear: true, ..family(name, make) }
}

/// How many bytes of text stand for a tag, in families without tags.
const BYTES: usize = 5;

#[rustfmt::skip]
pub const FAMILIES: &[Family] = &[
    // Nested, and not closed.
    family("<div> n times", |n| repeat("<div>", n)),
    family("<b> n times", |n| repeat("<b>", n)),
    family("<b id=i> n times", |n| repeat("<b id=@>", n)),
    family("<a href=i> n times", |n| repeat("<a href=@>", n)),
    family("<font size=i> n times, then <p>", |n| repeat("<font size=@>", n / 2) + &repeat("<p>", n / 2)),
    family("<font> with 20 attributes n times", |n| repeat(&format!("<font {}>", repeat("a@=x ", 20)), n / 8)),
    family("<i id=i> n times, in a marquee each", |n| repeat("<marquee><i id=@>", n / 2)),
    family("<ul><li> n times", |n| repeat("<ul><li>", n / 2)),
    family("<li> n times", |n| repeat("<li>", n)),
    family("<dl><dd> n times", |n| repeat("<dl><dd>", n / 2)),
    family("<dd><dt> n times", |n| repeat("<dd><dt>", n / 2)),
    family("<li> n times at depth n", |n| repeat("<span>", n / 2) + &repeat("<li>", n / 2)),
    family("<div><li> n times", |n| repeat("<div><li>", n / 2)),
    family("<button> n times", |n| repeat("<button>", n)),
    family("<nobr> n times", |n| repeat("<nobr>", n)),
    family("<nobr><div> n times", |n| repeat("<nobr><div>", n / 2)),
    family("<h1> n times", |n| repeat("<h1>", n)),
    family("<h1><div> n times", |n| repeat("<h1><div>", n / 2)),
    family("<form> n times", |n| repeat("<form>", n)),
    family("<option> n times in a select", |n| format!("<select>{}", repeat("<option>", n))),
    family("<option><optgroup> n times", |n| repeat("<option><optgroup>", n / 2)),
    family("<div><option> n times in a select", |n| format!("<select>{}", repeat("<div><option>", n / 2))),
    family("<input> n times at depth n", |n| {
        repeat("<div>", n / 2) + &repeat("<input type=number min=1 value=2>", n / 4)
    }),
    family("<option> n times at depth n", |n| repeat("<div>", n / 2) + &repeat("<option>x</option>", n / 4)),
    family("<select> n times", |n| repeat("<select>", n)),
    family("<select><object> n times", |n| repeat("<select><object>", n / 2)),
    family("<option> n times in a select with n attributes", |n| {
        format!("<select {}>{}", repeat("a@ ", n / 2), repeat("<option>", n / 2))
    }),
    family("<table> n times", |n| repeat("<table>", n)),
    family("<table><tr><td> n times", |n| repeat("<table><tr><td>", n / 3)),
    family("<td> n times", |n| format!("<table>{}", repeat("<td>", n))),
    family("<table>x<tr> n times", |n| repeat("<table>x<tr>", n / 2)),
    family("stray text in a table n times", |n| format!("<table>{}", repeat("x<tr>", n))),
    family("stray elements in a table n times", |n| format!("<table>{}", repeat("<i>x<tr>", n / 2))),
    family("stray white space and text in a table, in pieces", |n| format!("<table>{}", repeat(" \0x", n))),
    family("<caption> n times", |n| format!("<table>{}", repeat("<caption>", n))),
    family("<table><caption> n times", |n| repeat("<table><caption>", n / 2)),
    family("<div> n times, then tables", |n| repeat("<div>", n / 2) + &repeat("<table></table>", n / 4)),
    family("<template> n times", |n| repeat("<template>", n)),
    family("<template><td> n times", |n| repeat("<template><td>", n / 2)),
    family("<div><template shadowrootmode> n times", |n| repeat("<div><template shadowrootmode=open>", n / 2)),
    family("<div><template shadowrootmode></template> n times", |n| repeat("<div><template shadowrootmode=open></template>", n / 3)),
    family("shadow hosts n times, then text and end tags", |n| {
        repeat("<div><template shadowrootmode=open><b>", n / 5) + &repeat("x</template></div>", n / 5)
    }),
    family("<template shadowrootmode></template> n times in one host", |n| format!("<div>{}", repeat("<template shadowrootmode=open></template>", n / 2))),
    family("<template shadowrootmode> n times in each other", |n| format!("<div>{}", repeat("<template shadowrootmode=open>", n))),
    family("<template><p><template shadowrootmode> n times", |n| repeat("<template><p><template shadowrootmode=open>", n / 3)),
    family("<div><template shadowrootmode><table>x n times", |n| repeat("<div><template shadowrootmode=open><table>x", n / 3)),
    family("<selectedcontent> n times below n shadow hosts", |n| {
        repeat("<div><template shadowrootmode=open>", n / 4) + &repeat("<selectedcontent></selectedcontent>", n / 4)
    }),
    family("n shadow hosts in the selected option", |n| {
        let hosts = repeat("<div><template shadowrootmode=open shadowrootclonable>x</template></div>", n / 5);
        format!("<select><selectedcontent></selectedcontent><option selected>{hosts}</option>")
    }),
    family("<template for> in n shadow hosts, each in the one before", |n| repeat("<div><template shadowrootmode=open><?marker name='@'><template for=@>x</template>", n / 4)),
    family("<template></template> n times at depth n", |n| repeat("<div>", n / 2) + &repeat("<template></template>", n / 4)),
    family("<svg> n times", |n| repeat("<svg>", n)),
    family("<svg><g> n times", |n| repeat("<svg><g>", n / 2)),
    family("<svg><desc> n times", |n| repeat("<svg><desc>", n / 2)),
    family("<svg><foreignObject><div> n times", |n| repeat("<svg><foreignObject><div>", n / 3)),
    family("<math><mi> n times", |n| repeat("<math><mi>", n / 2)),
    family("<svg><g> n times, each left by <p>", |n| repeat("<svg><g><p>", n / 3)),
    family("<g> n times, then <p> and again", |n| repeat(&format!("<svg>{}<p>", "<g>".repeat(100)), n / 102)),
    family("<math><mrow> n times, each left by <p>", |n| repeat("<math><mrow><p>", n / 3)),
    family("<ruby><rt> n times", |n| repeat("<ruby><rt>", n / 2)),
    family("<ruby> n times, then <rt>", |n| repeat("<ruby>", n / 2) + &repeat("<rt>", n / 2)),
    family("<rb><rtc> n times", |n| format!("<ruby>{}", repeat("<rb><rtc>", n / 2))),
    family("<object> n times", |n| repeat("<object>", n)),
    family("<frameset> n times", |n| repeat("<frameset>", n)),
    family("<x-i> n times", |n| repeat("<x-@>", n)),
    family("<p> n times", |n| repeat("<p>", n)),
    family("<div> n times, then <p>", |n| repeat("<div>", n / 2) + &repeat("<p>", n / 2)),
    family("<address><p> n times", |n| repeat("<address><p>", n / 2)),

    // End tags.
    family("<div></div> n times", |n| repeat("<div></div>", n / 2)),
    family("<div> n times, then </div>", |n| repeat("<div>", n / 2) + &repeat("</div>", n / 2)),
    family("</x> n times at depth n", |n| repeat("<span>", n / 2) + &repeat("</x>", n / 2)),
    family("</div> n times at depth n", |n| repeat("<span>", n / 2) + &repeat("</div>", n / 2)),
    family("</p> n times at depth n", |n| repeat("<span>", n / 2) + &repeat("</p>", n / 2)),
    family("</b> n times at depth n", |n| repeat("<div>", n / 2) + &repeat("</b>", n / 2)),
    family("</h1> n times at depth n", |n| repeat("<div>", n / 2) + &repeat("</h1>", n / 2)),
    family("</li> n times at depth n", |n| repeat("<div>", n / 2) + &repeat("</li>", n / 2)),
    family("</table> n times at depth n", |n| repeat("<div>", n / 2) + &repeat("</table>", n / 2)),
    family("</template> n times at depth n", |n| repeat("<div>", n / 2) + &repeat("</template>", n / 2)),
    family("</form> n times at depth n", |n| repeat("<div>", n / 2) + &repeat("</form>", n / 2)),
    family("</body> n times at depth n", |n| repeat("<div>", n / 2) + &repeat("</body>", n / 2)),
    family("</body><p> n times", |n| repeat("</body><p>", n / 2)),
    family("</br> n times at depth n", |n| repeat("<div>", n / 2) + &repeat("</br>", n / 2)),
    family("</select> n times at depth n", |n| repeat("<div>", n / 2) + &repeat("</select>", n / 2)),
    family("</x> n times at depth n in svg", |n| format!("<svg>{}{}", repeat("<g>", n / 2), repeat("</x>", n / 2))),
    family("</x> n times at depth n in math", |n| format!("<math>{}{}", repeat("<mrow>", n / 2), repeat("</x>", n / 2))),
    family("</i> n times at depth n in svg", |n| format!("<i><svg>{}{}", repeat("<g>", n / 2), repeat("</i>", n / 2))),
    family("</td> n times at depth n in a cell", |n| format!("<table><td>{}{}", repeat("<div>", n / 2), repeat("</th>", n / 2))),

    // Formatting that overlaps.
    family("<b> n times, <p> n times, </b> n times", |n| repeat("<b>", n / 3) + &repeat("<p>", n / 3) + &repeat("</b>", n / 3)),
    family("<b id=i> n times, <p>, </b> n times", |n| repeat("<b id=@>", n / 2) + "<p>" + &repeat("</b>", n / 2)),
    family("<b id=i> n times, <div> n times, </b> n times", |n| {
        repeat("<b id=@>", n / 3) + &repeat("<div>", n / 3) + &repeat("</b>", n / 3)
    }),
    family("<b><div> n times, then </b>", |n| repeat("<b><div>", n / 3) + &repeat("</b>", n / 3)),
    family("<b><i><u><div> n times, then </b>", |n| repeat("<b id=@><i><u><div>", n / 5) + &repeat("</b>", n / 5)),
    family("<b><span> n times and <div>, then </b>", |n| repeat("<b id=@>", n / 3) + &repeat("<span>", n / 3) + "<div>" + &repeat("</b>", n / 3)),
    family("<b><span><div> n times, then </b>", |n| repeat("<b id=@><span><div>", n / 4) + &repeat("</b>", n / 4)),
    family("<a><div> n times", |n| repeat("<a href=@><div>", n / 2)),
    family("<a href=i> at depth n, that an a out of scope leaves", |n| {
        repeat("<a href=@><div><div><div><div><div><div><div><div><div>", n / 15) + "<svg><desc>" + &repeat("<a></a>", n / 6)
    }),
    family("<table><a> n times", |n| repeat("<table><a href=@>", n / 2)),
    family("<font size=i><applet> n times, then </applet>", |n| repeat("<font size=@><applet>", n / 3) + &repeat("</applet>", n / 3)),
    family("<nobr><p> n times", |n| repeat("<nobr><p>", n / 2)),
    large("<p><font size=i> n times", |n| repeat("<p><font size=@>", n / 2)),
    large("<b id=i> n times, then </p>x", |n| format!("<div>{}</div>{}", repeat("<b id=@>", n / 2), repeat("<p>x</p>", n / 6))),
    large("<a><b><i><u><s> distinct, then cells", |n| {
        format!("<table><td>{}{}", repeat("<b id=@>", n / 2), repeat("<p>x<p>x", n / 4))
    }),
    large("<td><b id=i> and text, n times", |n| repeat("<div><b id=@>x</div>x", n / 3)),
    large("a selected option, and <selectedcontent> n times, which go one after the other", |n| {
        let option = format!("<select><option selected>{}</option>", repeat("<i></i>", n / 4));
        let shown = repeat("<?start name='@'><selectedcontent></selectedcontent><?end>", n / 8);
        option + &shown + &repeat("<template for=@></template>", n / 8)
    }),
    large("<font size=i> n times in unclosed paragraphs", |n| repeat("<p><font size=@><font color=@>x", n / 3)),

    // Forms.
    family("<form> left by </div>, then </form>, n times at depth n", |n| {
        repeat("<div>", n / 2) + &repeat("<div><form></div></form>", n / 8)
    }),
    family("<form><div></form> n times", |n| repeat("<form><div></form>", n / 3)),
    family("<form> n times, each out of scope of its end tag", |n| {
        repeat("<form><table><td></form></table>", n / 10) + &repeat("<div><form></div></form>", n / 8)
    }),

    // Attributes.
    family("n attributes, distinct", |n| format!("<p {}>", repeat("a@ ", n))),
    family("n attributes, the same", |n| format!("<p {}>", repeat("a ", n))),
    family("n attributes in three <b>", |n| repeat(&format!("<b {}>", repeat("a@ ", n / 3)), 3)),
    family("n attributes in three <b>, in another order each", |n| {
        let reversed: String = (0..n / 3).rev().map(|i| format!("a{i} ")).collect();
        format!("<b {0}><b {reversed}><b {0}>", repeat("a@ ", n / 3))
    }),
    family("<html ai> n times", |n| repeat("<html a@>", n)),
    family("<body ai> n times", |n| repeat("<body a@>", n)),
    family("<html ai><p bi=1> n times", |n| repeat("<html a@><p b@=1>", n / 2)),
    family("<html ai><body bi> n times", |n| repeat("<html a@><body b@>", n / 2)),
    family("<html> with n attributes, n times", |n| format!("<html {}>{}", repeat("a@ ", n / 2), repeat("<html a1>", n / 2))),
    family("<svg> with n attributes", |n| format!("<svg {}>", repeat("xlink:href viewbox=@ a@ ", n / 3))),
    family("an attribute of n characters", |n| format!("<p a='{}'>", repeat("x\n", n))),
    family("n quotes in attribute names", |n| format!("<p {}>", repeat("a\"b' ", n))),
    family("an end tag with n attributes", |n| format!("</p {}>", repeat("a@ ", n))),

    // Texts.
    family("n entities in a text", |n| repeat("&amp;", n)),
    family("n entities in an attribute", |n| format!("<p a='{}'>", repeat("&amp;", n))),
    family("n entities without a semicolon", |n| repeat("&notit;&am;&ampx", n / 3)),
    family("n numeric references", |n| repeat("&#x80;&#0;", n / 2)),
    family("& n times", |n| repeat("&", BYTES * n)),
    family("< n times", |n| repeat("<", BYTES * n)),
    family("</ n times", |n| repeat("</", BYTES * n)),
    family("<! n times", |n| repeat("<!", BYTES * n)),
    family("<? n times", |n| repeat("<?", BYTES * n)),
    family("an entity in n texts, foster-parented in turn", |n| format!("<table>{}", repeat("&amp;<tr><td>&lt;</table>x<table>", n / 4))),
    family("n texts joined in two places by turns", |n| format!("<table>{}", repeat("x<tr>y<td></td></tr>", n / 4))),
    family("n NULs", |n| repeat("\0", BYTES * n)),
    family("n NULs in a title", |n| format!("<title>{}", repeat("\0x", BYTES * n / 2))),
    family("n NULs in an attribute", |n| format!("<p a='{}'>", repeat("\0x", BYTES * n / 2))),
    family("n NULs in svg", |n| format!("<svg>{}", repeat("\0x", BYTES * n / 2))),
    family("n CRs", |n| repeat("\r", BYTES * n)),
    family("n CRs in tags", |n| repeat("<p\ra\r=\r1>", n)),
    family("n replacement characters", |n| repeat("\u{FFFD}", BYTES * n)),
    family("n control characters", |n| repeat("\u{1}", BYTES * n)),
    family("<pre> and n newlines", |n| repeat("<pre>\n\n", n)),
    family("a comment n times in a text", |n| repeat("x<!--c-->", n)),

    // Unclosed constructs.
    family("an unclosed comment", |n| format!("<!--{}", repeat("x-", BYTES * n / 2))),
    family("an unclosed comment of <!--", |n| format!("<!--{}", repeat("<!--", n))),
    family("<!-- n times", |n| repeat("<!--", n)),
    family("--!> and dashes n times in a comment", |n| format!("<!--{}", repeat("--!-", n))),
    family("<!--> n times", |n| repeat("<!-->", n)),
    family("an unclosed CDATA section", |n| format!("<svg><![CDATA[{}", repeat("]]x", BYTES * n / 3))),
    family("<![CDATA[ n times", |n| format!("<svg>{}", repeat("<![CDATA[", n))),
    family("<![CDATA[x]]> n times", |n| format!("<svg>{}", repeat("<![CDATA[x]]>", n))),
    family("an unclosed doctype", |n| format!("<!DOCTYPE {}", repeat("x", BYTES * n))),
    family("an unclosed doctype identifier", |n| format!("<!DOCTYPE html PUBLIC '{}", repeat("-//", BYTES * n / 3))),
    family("<!DOCTYPE html> n times", |n| repeat("<!DOCTYPE html>", n)),
    family("an unclosed tag", |n| format!("<p {}", repeat("a=b ", n))),
    family("an unclosed attribute", |n| format!("<p a='{}", repeat("<p>", n))),
    family("an unclosed title", |n| format!("<title>{}", repeat("</titl", n))),
    family("an unclosed script", |n| format!("<script>{}", repeat("<!--<script></scrip", n / 4))),
    family("<script><!-- n times", |n| format!("<script><!--{}", repeat("<script></script>--", n / 4))),
    family("<textarea></textarea> n times", |n| repeat("<textarea>\n</textarea>", n / 2)),
    family("<plaintext> and n tags", |n| format!("<plaintext>{}", repeat("<p>", n))),
    family("<title> n times", |n| repeat("<title></title>", n / 2)),
    family("</head><title> n times", |n| format!("<head></head>{}", repeat("<title></title>", n / 2))),

    // Constructs that are new in the living standard.
    family("<?marker> n times", |n| repeat("<?marker name='@'>", n)),
    family("<template for> without a marker", |n| repeat("<template for=@></template>", n / 2)),
    family("markers, then a <template for> for each", |n| {
        repeat("<p><?marker name='@'>", n / 4) + &repeat("<template for=@>x</template>", n / 4)
    }),
    family("markers, then a <template for> for each, from the last", |n| {
        repeat("<?start name='@'>x<?end>", n / 4)
            + &(0..n / 4).rev().map(|i| format!("<template for={i}>y</template>")).collect::<String>()
    }),
    family("n paragraphs, n markers of one name, n <template for>", |n| {
        repeat("<p>", n / 4) + &repeat("<?marker name='a'>", n / 4) + &repeat("<template for=a></template>", n / 4)
    }),
    family("n markers before the document, n <template for>", |n| {
        repeat("<?start name='a'>", n / 3) + &repeat("<template for=a></template>", n / 3)
    }),
    family("<template for> n times in each other", |n| repeat("<?marker name='@'>", n / 3) + &repeat("<template for=@>", n / 3) + &repeat("<p>", n / 3)),
    family("<?marker><template for> of one name n times in each other", |n| repeat("<p><?marker name='a'><template for=a>", n / 3)),
    family("a marker with n attributes", |n| format!("<?marker {}name='a'><template for=a>", repeat("a@='' ", n))),
    family("<selectedcontent> n times", |n| repeat("<selectedcontent>", n)),
    family("<selectedcontent> n times at depth n", |n| repeat("<div>", n / 2) + &repeat("<selectedcontent></selectedcontent>", n / 4)),
    family("n selected options", |n| format!("<select><selectedcontent></selectedcontent>{}", repeat("<option selected>x", n))),
    family("n options, disabled, and others that go", |n| {
        format!("<select>{}{}", repeat("<option disabled>", n / 2), repeat("<?start name='@'><option selected></option><?end><template for=@></template>", n / 10))
    }),
    family("<optgroup> with n attributes and n options", |n| format!("<select><optgroup {}>{}", repeat("a@ ", n / 2), repeat("<option>", n / 2))),

    // In pieces, and bytes.
    fed(Feed::Characters, "a text, in pieces", |n| repeat("x", BYTES * n)),
    fed(Feed::Characters, "tags, in pieces", |n| repeat("<p class='a'>x &amp; y</p>", n / 2)),
    fed(Feed::Characters, "entities, in pieces", |n| repeat("&notin;&CounterClockwiseContourIntegral;&", n / 4)),
    fed(Feed::Characters, "a comment, in pieces", |n| format!("<!--{}", repeat("x", BYTES * n))),
    fed(Feed::Characters, "a comment of dashes, in pieces", |n| format!("<!--{}", repeat("-", BYTES * n))),
    fed(Feed::Characters, "a title, in pieces", |n| format!("<title>{}", repeat("</titl", n))),
    fed(Feed::Characters, "a script, in pieces", |n| format!("<script>{}", repeat("<!--<script></scrip", n / 4))),
    fed(Feed::Characters, "an attribute, in pieces", |n| format!("<p a='{}'>", repeat("x", BYTES * n))),
    fed(Feed::Characters, "a tag name, in pieces", |n| format!("<{}>", repeat("x", BYTES * n))),
    fed(Feed::Characters, "an attribute name, in pieces", |n| format!("<p {}>", repeat("x", BYTES * n))),
    fed(Feed::Characters, "a doctype, in pieces", |n| format!("<!DOCTYPE {}>", repeat("x", BYTES * n))),
    fed(Feed::Characters, "a CDATA section, in pieces", |n| format!("<svg><![CDATA[{}", repeat("]", BYTES * n))),
    fed(Feed::Characters, "table text, in pieces", |n| format!("<table>{}", repeat("x", BYTES * n))),
    fed(Feed::Characters, "CRs, in pieces", |n| repeat("\r", BYTES * n)),
    fed(Feed::Bytes, "a late <meta>", |n| repeat("é", BYTES * n) + "<meta charset=windows-1252>é"),
    fed(Feed::Bytes, "<meta> n times", |n| repeat("<meta charset=utf-8>", n)),
    fed(Feed::Bytes, "<meta> of n encodings", |n| repeat("<meta charset=koi8-r><meta charset=big5>", n / 2)),
    fed(Feed::Bytes, "an unclosed <meta> in the prescan", |n| format!("<meta {}", repeat("a=b ", n))),
    fed(Feed::SingleBytes, "a text, byte by byte", |n| repeat("é", BYTES * n / 2)),
    fed(Feed::SingleBytes, "a comment, byte by byte", |n| format!("<!--{}", repeat("x", BYTES * n))),
    fed(Feed::SingleBytes, "a late <meta>, byte by byte", |n| repeat("é", BYTES * n / 2) + "<meta charset=windows-1252>é"),
    fed(Feed::SingleBytes, "a late <meta> of the same reading, byte by byte", |n| repeat("x", BYTES * n) + "<meta charset=windows-1252>"),

    // Scripts that write.
    fed(Feed::Scripts, "n writes of a letter", |n| format!("<script>words{}</script>y", repeat(" x", n))),
    fed(Feed::Scripts, "n writes of a tag", |n| format!("<script>words{}</script>y", repeat(" {p}", n))),
    fed(Feed::Scripts, "n writes in a tag", |n| format!("<script>words {{p_a='{}</script>y'>", repeat(" x", n))),
    fed(Feed::Scripts, "n writes in a comment", |n| format!("<script>words {{!--{}</script>y-->", repeat(" x-", n))),
    fed(Feed::Scripts, "n writes in a table", |n| format!("<table><script>words{}</script>y", repeat(" x", n))),
    fed(Feed::Scripts, "n writes of references", |n| format!("<script>words{}</script>y", repeat(" &am p;", n / 2))),
    fed(Feed::Scripts, "n scripts without writes", |n| repeat("<script></script>", n / 2)),
    fed(Feed::Scripts, "n scripts with a write each", |n| repeat("<script>words x</script>y", n / 2)),
    fed(Feed::Scripts, "n scripts with a write and an error each", |n| repeat("<script>words x</script></b>", n / 2)),
    fed(Feed::Scripts, "n scripts with a write each, before a text", |n| repeat("<script>words x</script>", n / 4) + &repeat("x", BYTES * n)),
    fed(Feed::Scripts, "n scripts with a write each, at depth n", |n| repeat("<div>", n / 2) + &repeat("<script>words x</script>", n)),
    fed(Feed::Scripts, "n scripts with a write each, in a <b> each", |n| repeat("<b id=@><script>words x</script>", n / 2)),
    fed(Feed::Scripts, "n scripts in SVG", |n| format!("<svg>{}", repeat("<script>words x</script><script/>", n / 2))),
    fed(Feed::Scripts, "n scripts in one write", |n| format!("<script>words {}</script>", repeat("{script}{/script}", n / 2))),
    fed(Feed::Scripts, "n scripts with a write each in one write", |n| format!("<script>words {}</script>", repeat("{script}words_x{/script}y", n))),
    fed(Feed::Scripts, "n writes of a script each", |n| format!("<script>words{}</script>", repeat(" {script}words_x{/script}y", n / 4))),
    fed(Feed::Scripts, "n nested scripts", |n| format!("<script>nest {}</script>y", n / 4)),
    fed(Feed::Scripts, "n nested scripts, then n writes", |n| format!("<script>nest {}</script><script>words{}</script>", n / 8, repeat(" x", n / 2))),
];
