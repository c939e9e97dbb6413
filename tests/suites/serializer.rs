//! Serialization: the shared suite, the cases of this file, and round trips.
//!
//! The suite tests an authoring serializer over tokens, such as [`TokenWriter`]. It assumes
//! conforming content, and by default omits more than is safe; [`suite_options`] translates its
//! options. An `xhtml` expectation of a case is checked as a separate trial, which writes every
//! tag, value and quote.
//!
//! The cases of this file test the standard's serialization, which has no suite. For the round
//! trips, the inputs of the tree construction suites, real pages and random tags are parsed,
//! minified and parsed again.

use std::fs;
use std::path::Path;

use consomme::serialize::{MinifyOptions, Quotes, SerializeOptions, TokenWriter};
use consomme::tokenizer::{TextMode, Token, Tokens};
use consomme::{Context, Document, ElementRef, Namespace, ParseOptions, Revision};
use consomme_test::suite::{self, Case, HTML5LIB, PAGES, Run, Suites, TREES, revision_word};
use consomme_test::tree_case::{self, TreeCase};
use consomme_test::tree_dump::{Doctype, dump};
use serde_json::Value;

pub(crate) fn add(suites: &mut Suites) {
    let mut run = Run::new("tests/data/expected_failures.txt", "serializer/");
    for (name, path) in run.suite_files(&HTML5LIB, "serializer", &["test"]) {
        add_file(&mut run, &format!("serializer/{name}"), &path);
    }
    for (index, case) in OWN_CASES.iter().enumerate() {
        let variants =
            [revision_word(case.revision), if case.scripting { "script-on" } else { "script-off" }];
        let place = Case { file: "own", line: index + 1, input: case.input, variants: &variants };
        run.add("own cases", &place, move || check_own(case));
    }
    for (location, folder, revision) in TREES {
        for (name, path) in run.suite_files(&location, folder, &["dat"]) {
            add_trees(&mut run, &format!("roundtrip/{name}"), &path, revision);
        }
    }
    for (name, path) in suite::files(&suite::own_data(""), &["dat"]) {
        if !name.contains('/') {
            add_trees(&mut run, &format!("roundtrip/data/{name}"), &path, Revision::Living2026);
        }
    }
    for (name, path) in run.suite_files(&PAGES, "", &["html"]) {
        let place =
            Case { file: &format!("roundtrip/pages/{name}"), line: 1, input: "", variants: &[] };
        run.add("round trips of pages", &place, move || {
            let bytes = fs::read(&path).map_err(|error| error.to_string())?;
            let parse = |text: &str| ParseOptions::new().parse_str(text);
            check_minified(&String::from_utf8_lossy(&bytes), parse, false)
        });
    }
    for seed in 1..=8_u64 {
        let place = Case {
            file: "roundtrip/random",
            line: seed as usize,
            input: "random tags",
            variants: &[],
        };
        run.add("round trips of random tags", &place, move || check_random_tags(seed));
    }
    suites.add("serializer", run, || ());
}

/// HTML that is parsed as a fragment, and the expected serialization.
struct OwnCase {
    context: &'static str,
    input: &'static str,
    revision: Revision,
    scripting: bool,
    expected: &'static str,
}

/// A case of the living standard, scripting off, in a `div`.
const fn own(input: &'static str, expected: &'static str) -> OwnCase {
    OwnCase { context: "div", input, revision: Revision::Living2026, scripting: false, expected }
}

const fn of_2024(case: OwnCase) -> OwnCase {
    OwnCase { revision: Revision::Snapshot2024, ..case }
}

const fn scripted(case: OwnCase) -> OwnCase {
    OwnCase { scripting: true, ..case }
}

const fn within(context: &'static str, case: OwnCase) -> OwnCase {
    OwnCase { context, ..case }
}

const OWN_CASES: &[OwnCase] = &[
    // Escaping.
    own("a &amp; b &lt; c &gt; d \" ' &nbsp;\u{A9}", "a &amp; b &lt; c &gt; d \" ' &nbsp;\u{A9}"),
    own("&amp;lt;", "&amp;lt;"),
    own(
        "<p title='&amp; < > &quot; &apos; &nbsp;'></p>",
        "<p title=\"&amp; &lt; &gt; &quot; ' &nbsp;\"></p>",
    ),
    of_2024(own(
        "<p title='&amp; < > &quot; &apos; &nbsp;'>&lt;</p>",
        "<p title=\"&amp; < > &quot; ' &nbsp;\">&lt;</p>",
    )),
    own("<p hidden class=a id='b c'>", "<p hidden=\"\" class=\"a\" id=\"b c\"></p>"),
    // Void elements.
    own(
        "<br><img src=x><input><hr><wbr><embed><area><source><track><col>",
        "<br><img src=\"x\"><input><hr><wbr><embed><area><source><track>",
    ),
    own("<basefont><bgsound><keygen><param>", "<basefont><bgsound><keygen><param>"),
    within("colgroup", own("<col><col span=2>", "<col><col span=\"2\">")),
    within("frameset", own("<frame><frameset><frame>", "<frame><frameset><frame></frameset>")),
    // No SVG element is void.
    own("<svg><param/><br2/></svg>", "<svg><param></param><br2></br2></svg>"),
    // Raw text.
    own("<style>a > b & c</style>", "<style>a > b & c</style>"),
    own("<script>if (a < b && c > d) \"x\"</script>", "<script>if (a < b && c > d) \"x\"</script>"),
    own("<xmp>&amp;<b></xmp>", "<xmp>&amp;<b></xmp>"),
    own("<iframe>&amp;<b></iframe>", "<iframe>&amp;<b></iframe>"),
    own(
        "<noembed>&amp;<b></noembed><noframes><i></noframes>",
        "<noembed>&amp;<b></noembed><noframes><i></noframes>",
    ),
    own("<plaintext>&amp;<b>", "<plaintext>&amp;<b></plaintext>"),
    own("<textarea>&lt;b></textarea>", "<textarea>&lt;b&gt;</textarea>"),
    own("<title>&lt;b></title>", "<title>&lt;b&gt;</title>"),
    own(
        "<svg><style>a &gt; b</style><script>&lt;</script></svg>",
        "<svg><style>a &gt; b</style><script>&lt;</script></svg>",
    ),
    within("script", own("a < b", "a &lt; b")),
    // `noscript` depends on the scripting flag.
    own("<noscript>&lt;<b>x</b></noscript>", "<noscript>&lt;<b>x</b></noscript>"),
    scripted(own("<noscript>&lt;<b>x</b></noscript>", "<noscript>&lt;<b>x</b></noscript>")),
    scripted(own("<noscript><b title='a>b'></noscript>", "<noscript><b title='a>b'></noscript>")),
    // Scripting is disabled in template contents: their document has no browsing context.
    scripted(own(
        "<template><noscript>&x<b></noscript></template><noscript>&y<b></noscript>",
        "<template><noscript>&amp;x&lt;b&gt;</noscript></template><noscript>&y<b></noscript>",
    )),
    scripted(own(
        "<template><template></template><p><noscript><i></noscript></template><noscript><u></noscript>",
        "<template><template></template><p><noscript>&lt;i&gt;</noscript></p></template><noscript><u></noscript>",
    )),
    scripted(within("template", own("<noscript><b></noscript>", "<noscript><b></noscript>"))),
    // Names and prefixes of foreign content.
    own(
        "<svg viewbox='0 0 1 1' xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' xml:lang=en xlink:href=#a xlink:other=b><foreignobject><p></svg>",
        "<svg viewBox=\"0 0 1 1\" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" xml:lang=\"en\" xlink:href=\"#a\" xlink:other=\"b\"><foreignObject><p></p></foreignObject></svg>",
    ),
    own("<math definitionurl=a><mi>x</math>", "<math definitionURL=\"a\"><mi>x</mi></math>"),
    own(
        "<p xlink:href=a xml:lang=b xmlns=c>",
        "<p xlink:href=\"a\" xml:lang=\"b\" xmlns=\"c\"></p>",
    ),
    own("<svg><![CDATA[<&>]]></svg>", "<svg>&lt;&amp;&gt;</svg>"),
    // Comments and processing instructions.
    own("<!-- a & b < c -->", "<!-- a & b < c -->"),
    own("<?target a > b?>", "<?target a ?> b?&gt;"),
    own("<?target some data?>", "<?target some data?>"),
    own("<?end>", "<?end ?>"),
    of_2024(own("<?target some data?>", "<!--?target some data?-->")),
    // Template contents, also nested.
    own(
        "<template id=a>1<template><td>2</td></template>3</template>4",
        "<template id=\"a\">1<template><td>2</td></template>3</template>4",
    ),
    own("<template></template>", "<template></template>"),
    within("template", own("<tr><td>1", "<tr><td>1</td></tr>")),
    // A line feed that the parser drops is not written again.
    own("<pre>\n\na</pre><pre>\nb</pre>", "<pre>\na</pre><pre>b</pre>"),
    own(
        "<textarea>\n\na</textarea><listing>\n\nb</listing>",
        "<textarea>\na</textarea><listing>\nb</listing>",
    ),
    // Unusual names.
    own("<x-y z'=1></x-y><a=b =c>", "<x-y z'=\"1\"></x-y><a=b =c=\"\"></a=b>"),
];

/// Compares the outputs of all methods that write a case's tree.
fn check_own(case: &OwnCase) -> Result<(), String> {
    let parser = ParseOptions::new().revision(case.revision).scripting(case.scripting);
    let document = parser.parse_fragment(Context::new(Namespace::Html, case.context), case.input);
    let options = SerializeOptions::new().revision(case.revision).scripting(case.scripting);
    let root = document.root();
    let mut written = Vec::new();
    root.serialize_inner(&options).write_to(&mut written).map_err(|error| error.to_string())?;
    let children =
        root.children().map(|child| child.serialize_outer(&options).to_string()).collect();
    for (way, actual) in [
        ("inner", root.serialize_inner(&options).to_string()),
        ("outer", root.serialize_outer(&options).to_string()),
        ("outer of the children", children),
        ("written", String::from_utf8_lossy(&written).into_owned()),
        ("displayed", root.serialize_inner(&options).to_string()),
    ] {
        if actual != case.expected {
            return Err(format!(
                "{way}\ninput: {:?}\nexpected: {:?}\n  actual: {actual:?}",
                case.input, case.expected
            ));
        }
    }
    Ok(())
}

/// Adds every case of a file.
fn add_file(run: &mut Run, file: &str, path: &Path) {
    let text = fs::read_to_string(path).map_err(|error| error.to_string());
    let parsed = text.and_then(|text| {
        let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        Ok((text, value))
    });
    let (text, value) = match parsed {
        Ok(parsed) => parsed,
        Err(message) => return run.broken(file, message),
    };
    let cases = value["tests"].as_array().map_or(&[][..], Vec::as_slice);
    let mut lines = description_lines(&text);
    for case in cases {
        let line = lines.next().unwrap_or(0);
        let description = case["description"].as_str().unwrap_or("");
        for (key, is_xhtml, variants) in
            [("expected", false, &[][..]), ("xhtml", true, &["xhtml"][..])]
        {
            if case[key].is_null() {
                continue;
            }
            let place = Case { file, line, input: description, variants };
            let (case, key) = (case.clone(), key.to_owned());
            run.add(file, &place, move || check(&case, &key, is_xhtml));
        }
    }
}

/// Returns the line numbers of the descriptions. Every case has one, and the word occurs nowhere
/// else.
fn description_lines(text: &str) -> impl Iterator<Item = usize> {
    text.lines()
        .zip(1..)
        .flat_map(|(line, number)| line.matches("\"description\"").map(move |_| number))
}

/// Checks that the case accepts the output.
fn check(case: &Value, key: &str, is_xhtml: bool) -> Result<(), String> {
    let actual =
        write(&case["input"], suite_options(&case["options"], is_xhtml)).ok_or("not a case")?;
    let accepted = case[key].as_array().ok_or("no list of outputs")?;
    if accepted.iter().any(|output| output == &actual) {
        return Ok(());
    }
    Err(format!("tokens: {}\nexpected: {}\n  actual: {actual:?}", case["input"], case[key]))
}

/// Translates the suite's options and their defaults.
///
/// `escape_lt_in_attrs` is missing, because `<` in attribute values is always escaped. The suite
/// treats the attributes of a case as a set, and its outputs have them sorted.
fn suite_options(given: &Value, is_xhtml: bool) -> MinifyOptions {
    let flag = |name: &str, default: bool| given[name].as_bool().unwrap_or(default);
    let minimize = flag("minimize_boolean_attributes", true) && !is_xhtml;
    let mut options = MinifyOptions::new()
        .assume_conforming(true)
        .sort_attributes(true)
        .omit_optional_tags(flag("omit_optional_tags", true) && !is_xhtml)
        .always_quote(flag("quote_attr_values", false) || is_xhtml)
        .leave_out_empty_values(minimize)
        .leave_out_boolean_values(minimize)
        .trailing_solidus(flag("use_trailing_solidus", false) || is_xhtml)
        .escape_raw_text(flag("escape_rcdata", false) || is_xhtml)
        .collapse_whitespace(flag("strip_whitespace", false));
    match given["quote_char"].as_str() {
        Some("'") => options = options.quotes(Quotes::Single),
        Some(_) => options = options.quotes(Quotes::Double),
        None => {}
    }
    match given["encoding"].as_str() {
        Some(label) if flag("inject_meta_charset", false) => options.meta_charset(label),
        _ => options,
    }
}

/// Writes the tokens of a case. `None` if the case is malformed.
fn write(tokens: &Value, options: MinifyOptions) -> Option<String> {
    let mut writer = TokenWriter::new(String::new(), options);
    for token in tokens.as_array()? {
        let text = |index: usize| token[index].as_str();
        let result = match text(0)? {
            "StartTag" => writer.start_tag(text(2)?, attributes(&token[3])?, false),
            "EmptyTag" => writer.start_tag(text(1)?, attributes(&token[2])?, true),
            "EndTag" => writer.end_tag(text(2)?),
            "Characters" => writer.text(text(1)?),
            "Comment" => writer.comment(text(1)?),
            "Doctype" => writer.doctype(text(1)?, text(2), text(3)),
            _ => return None,
        };
        result.ok()?;
    }
    writer.finish().ok()
}

/// Returns the name and value of each attribute of a token. The suite has a list of attributes, or
/// an empty object instead of an empty list.
fn attributes(given: &Value) -> Option<Vec<(&str, &str)>> {
    let attributes = given.as_array().map_or(&[][..], Vec::as_slice);
    attributes
        .iter()
        .map(|attribute| Some((attribute["name"].as_str()?, attribute["value"].as_str()?)))
        .collect()
}

/// Adds a round trip for each case of a file.
fn add_trees(run: &mut Run, file: &str, path: &Path, revision: Revision) {
    let bytes = fs::read(path).map_err(|error| error.to_string());
    let cases = match bytes.and_then(|bytes| tree_case::read(&bytes)) {
        Ok(cases) => cases,
        Err(message) => return run.broken(file, message),
    };
    for case in cases {
        let revision = case.revision.unwrap_or(revision);
        let input = case.data.clone();
        let variants = [revision_word(revision)];
        let place = Case { file, line: case.line, input: &input, variants: &variants };
        run.add("round trips", &place, move || check_tree(&case, revision));
    }
}

/// Checks that a case's tree and its tokens, minified, parse to the same tree.
fn check_tree(case: &TreeCase, revision: Revision) -> Result<(), String> {
    let scripting = case.scripting.unwrap_or(false);
    let options = ParseOptions::new().revision(revision).scripting(scripting);
    let parse = |text: &str| match &case.context {
        Some(context) => options.parse_fragment(context.context(), text),
        None => options.parse_str(text),
    };
    check_minified(&case.data, parse, scripting)?;
    check_tokens(&case.data, parse, revision)
}

/// Checks that minified HTML parses to the same tree, if HTML with all tags and quotes does. Both
/// must do so if the standard's serialization does.
fn check_minified(
    input: &str,
    parse: impl Fn(&str) -> Document,
    scripting: bool,
) -> Result<(), String> {
    let document = parse(input);
    let minified = MinifyOptions::new().scripting(scripting);
    let complete = minified.clone().omit_optional_tags(false).always_quote(true);
    let standard = SerializeOptions::new().scripting(scripting);

    let standard = parse(&document.serialize(&standard).to_string());
    let is_stable =
        dump(standard.root(), Doctype::NameOnly) == dump(document.root(), Doctype::NameOnly);
    let expected = dump(document.root(), Doctype::Full);
    for (options, can_differ) in [(complete, !is_stable), (minified.clone(), false)] {
        let html = document.serialize(&options).to_string();
        let actual = dump(parse(&html).root(), Doctype::Full);
        if actual != expected {
            if can_differ {
                return check_minified_contents(&document, &minified);
            }
            return Err(format!(
                "input: {input:?}\nwritten: {html:?}\nexpected:\n{expected}\nactual:\n{actual}"
            ));
        }
    }
    check_minified_contents(&document, &minified)
}

/// Checks that the minified content of each element parses to the same tree, if its `innerHTML`
/// does. A page has too many elements: each is written once for each of its ancestors.
fn check_minified_contents(document: &Document, options: &MinifyOptions) -> Result<(), String> {
    if document.descendants().count() > 1000 {
        return Ok(());
    }
    for element in document.descendant_elements() {
        let parse = |html: &str| {
            ParseOptions::new().scripting(document.scripting()).parse_fragment(element, html)
        };
        let standard = element.inner_html();
        let expected = dump(parse(&standard).root(), Doctype::Full);
        let minified = element.as_node().serialize_inner(options).to_string();
        let actual = dump(parse(&minified).root(), Doctype::Full);
        if actual != expected && is_content_stable(element, &expected) {
            return Err(format!(
                "content of {element:?}: {standard:?}\nminified: {minified:?}\nexpected:\n{expected}\nactual:\n{actual}"
            ));
        }
    }
    Ok(())
}

/// Whether a dump is that of the element's content.
fn is_content_stable(element: ElementRef<'_>, dumped: &str) -> bool {
    let content = element.template_contents().unwrap_or(element.as_node());
    dump(content, Doctype::Full) == dumped
}

/// Checks that tokens written without optional tags parse to the same tree as with them.
fn check_tokens(
    input: &str,
    parse: impl Fn(&str) -> Document,
    revision: Revision,
) -> Result<(), String> {
    let minified = rewrite(input, MinifyOptions::new(), revision);
    let complete = rewrite(input, MinifyOptions::new().omit_optional_tags(false), revision);
    let expected = dump(parse(&complete).root(), Doctype::Full);
    let actual = dump(parse(&minified).root(), Doctype::Full);
    if actual == expected {
        return Ok(());
    }
    Err(format!(
        "input: {input:?}\nwritten: {complete:?}\nminified: {minified:?}\nexpected:\n{expected}\nactual:\n{actual}"
    ))
}

/// Writes the tokens of an input. The tokenizer is switched to the text mode of each HTML start
/// tag.
fn rewrite(input: &str, options: MinifyOptions, revision: Revision) -> String {
    let mut tokens = Tokens::new().revision(revision);
    tokens.feed_str(input);
    tokens.end();
    let mut writer = TokenWriter::new(String::new(), options);
    while let Some(token) = tokens.next_token() {
        let mode = match &token {
            Token::StartTag(tag) => text_mode_after(tag.name()),
            _ => None,
        };
        writer.token(&token).expect("writing to a string does not fail");
        if let Some(mode) = mode {
            tokens.set_state(mode);
        }
    }
    writer.finish().expect("writing to a string does not fail")
}

/// The text mode in which the content of an HTML element is tokenized, unless it is data.
fn text_mode_after(name: &str) -> Option<TextMode> {
    match name {
        "title" | "textarea" => Some(TextMode::Rcdata),
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => Some(TextMode::Rawtext),
        "script" => Some(TextMode::ScriptData),
        "plaintext" => Some(TextMode::Plaintext),
        _ => None,
    }
}

/// The names of the tags in [`check_random_tags`]. Some are listed more than once, to be more
/// frequent.
const NAMES: &[&str] = &[
    "html",
    "head",
    "body",
    "title",
    "meta",
    "link",
    "script",
    "style",
    "noscript",
    "template",
    "p",
    "p",
    "p",
    "div",
    "div",
    "section",
    "h1",
    "h2",
    "address",
    "pre",
    "listing",
    "center",
    "dir",
    "menu",
    "ul",
    "li",
    "li",
    "dl",
    "dt",
    "dd",
    "table",
    "table",
    "caption",
    "colgroup",
    "col",
    "thead",
    "tbody",
    "tbody",
    "tfoot",
    "tr",
    "tr",
    "td",
    "td",
    "th",
    "select",
    "optgroup",
    "option",
    "option",
    "datalist",
    "hr",
    "br",
    "ruby",
    "rb",
    "rt",
    "rp",
    "rtc",
    "a",
    "b",
    "i",
    "font",
    "nobr",
    "span",
    "ins",
    "x-y",
    "button",
    "form",
    "input",
    "textarea",
    "object",
    "details",
    "summary",
    "svg",
    "math",
    "mi",
    "desc",
    "foreignObject",
    "frame",
];

/// Checks the trees and tokens of random sequences of tags, texts and comments.
fn check_random_tags(seed: u64) -> Result<(), String> {
    const INPUTS: usize = 1000;
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % bound
    };
    for _ in 0..INPUTS {
        let mut input = String::from(["", "<!DOCTYPE html>"][below(2)]);
        let mut open = Vec::new();
        for _ in 0..=below(16) {
            let name = NAMES[below(NAMES.len())];
            match below(12) {
                0 => input.push('x'),
                1 => input.push_str([" ", "\n", "\n x", "&#13;"][below(4)]),
                2 => input.push_str(["<!--c-->", "<?t d?>"][below(2)]),
                3..=5 => input
                    .push_str(&open.pop().map_or_else(String::new, |name| format!("</{name}>"))),
                6 => input.push_str(&format!("</{name}>")),
                7 => input.push_str(&format!("<{name} a=b>")),
                _ => {
                    input.push_str(&format!("<{name}>"));
                    open.push(name);
                }
            }
        }
        let revision = [Revision::Living2026, Revision::Snapshot2024][below(2)];
        let options = ParseOptions::new().revision(revision);
        let document = |text: &str| options.parse_str(text);
        check_minified(&input, document, false)?;
        check_tokens(&input, document, revision)?;
        let context =
            ["div", "table", "tbody", "tr", "select", "ul", "template", "p", "html"][below(9)];
        let fragment = |text: &str| options.parse_fragment(context, text);
        check_minified(&input, fragment, false)
            .map_err(|message| format!("in {context}: {message}"))?;
    }
    Ok(())
}
