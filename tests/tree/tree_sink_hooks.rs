//! The optional calls of a tree sink: intended parents, forms, scripts, duplicate attributes,
//! errors, the tokens that close elements.

use consomme::driver::Driver;
use consomme::sink::{
    Attribute, ClosedBy, ElementName, NewElement, Parsed, Span, Strings, TreeSink,
};
use consomme::{Context, Hints, Limits, ParseError, ParseOptions, Revision};

/// A tree that writes down the calls that a test asks about.
struct Log {
    names: Vec<String>,
    parents: Vec<Option<usize>>,
    intended_parent: Option<usize>,
    lines: Vec<String>,
}

impl Log {
    fn new() -> Self {
        Log {
            names: vec!["#root".to_owned()],
            parents: vec![None],
            intended_parent: None,
            lines: Vec::new(),
        }
    }

    fn add(&mut self, name: String) -> usize {
        self.names.push(name);
        self.parents.push(None);
        self.names.len() - 1
    }

    /// Returns the name and the number of a node.
    fn label(&self, node: usize) -> String {
        format!("{}{node}", self.names[node])
    }
}

impl TreeSink for Log {
    type Handle = usize;
    type Output = Vec<String>;

    fn root(&self) -> usize {
        0
    }

    fn finish(self, _strings: Strings) -> Vec<String> {
        self.lines
    }

    fn create_element(&mut self, element: NewElement<'_>, strings: &Strings) -> usize {
        let node = self.add(strings.name(element.name.local).to_owned());
        let label = self.label(node);
        let mut line = match self.intended_parent.take() {
            Some(parent) => format!("create {label} in {}", self.label(parent)),
            None => format!("create {label}"),
        };
        if element.had_duplicate_attributes {
            line += ", duplicates";
        }
        if element.is_in_fragment {
            line += ", fragment";
        }
        self.lines.push(line);
        node
    }

    fn clone_element(&mut self, element: usize, _strings: &Strings) -> usize {
        let node = self.add(self.names[element].clone());
        let parent = self.intended_parent.take().expect("a clone has an intended parent");
        self.lines.push(format!("clone {} in {}", self.label(node), self.label(parent)));
        node
    }

    fn create_comment(&mut self, _data: Span, _strings: &Strings) -> usize {
        self.add("#comment".to_owned())
    }

    fn create_processing_instruction(&mut self, _: Span, _: Span, _: &mut Strings) -> usize {
        self.add("#pi".to_owned())
    }

    fn has_same_attributes(&self, _a: usize, _b: usize, _strings: &Strings) -> bool {
        true
    }

    fn add_missing_attributes(&mut self, _element: usize, _new: &[Attribute], _: &Strings) {}

    fn parent(&self, node: usize) -> Option<usize> {
        self.parents[node]
    }

    fn append(&mut self, parent: usize, child: usize) {
        self.lines.push(format!("append {} to {}", self.label(child), self.label(parent)));
        self.parents[child] = Some(parent);
    }

    fn insert_before(&mut self, sibling: usize, child: usize) {
        self.lines.push(format!("insert {} before {}", self.label(child), self.label(sibling)));
        self.parents[child] = self.parents[sibling];
    }

    fn append_text(&mut self, _parent: usize, text: Span, strings: &mut Strings) {
        self.lines.push(format!("text {}", strings.get(text)));
    }

    fn insert_text_before(&mut self, _sibling: usize, text: Span, strings: &mut Strings) {
        self.lines.push(format!("text {}", strings.get(text)));
    }

    fn remove_from_parent(&mut self, node: usize) {
        self.parents[node] = None;
    }

    fn reparent_children(&mut self, from: usize, to: usize) {
        for parent in self.parents.iter_mut().filter(|parent| **parent == Some(from)) {
            *parent = Some(to);
        }
    }

    fn element_popped(&mut self, element: usize, _name: ElementName, _strings: &Strings) {
        self.lines.push(format!("pop {}", self.label(element)));
    }

    fn popped_before(&mut self, inner: usize) {
        self.lines.push(format!("before {}", self.label(inner)));
    }

    fn closed(&mut self, element: usize, by: ClosedBy, strings: &Strings) {
        let by = match by {
            ClosedBy::StartTag(name) => format!("<{}>", strings.name(name)),
            ClosedBy::EndTag(name) => format!("</{}>", strings.name(name)),
            by => format!("{by:?}"),
        };
        self.lines.push(format!("closed {} by {by}", self.names[element]));
    }

    fn parse_error(&mut self, error: &ParseError, strings: &Strings) {
        let message = error.message_in(strings);
        self.lines.push(format!("error {} {:?}: {message}", error.code(), error.span()));
    }

    fn set_intended_parent(&mut self, parent: usize) {
        self.intended_parent = Some(parent);
    }

    fn mark_script_already_started(&mut self, script: usize) {
        self.lines.push(format!("already started {}", self.label(script)));
    }

    fn associate_with_form(
        &mut self,
        control: usize,
        form: usize,
        intended_parent: usize,
        _strings: &Strings,
    ) {
        let nodes = [control, form, intended_parent].map(|node| self.label(node));
        self.lines.push(format!("associate {}", nodes.join(" ")));
    }
}

fn document(html: &str) -> Vec<String> {
    ParseOptions::new().parse_str_into(html, Log::new()).output
}

fn fragment(context: Context<'_>, html: &str) -> Vec<String> {
    ParseOptions::new().parse_fragment_into(context, html, Log::new()).output
}

/// Returns the lines that start with that word, without the word.
fn lines<'a>(log: &'a [String], word: &str) -> Vec<&'a str> {
    log.iter().filter_map(|line| line.strip_prefix(word)?.strip_prefix(' ')).collect()
}

#[test]
fn an_element_is_created_for_its_intended_parent() {
    let log = document("<p><b><i>x</p>y<ul><li>");
    assert_eq!(
        lines(&log, "create"),
        [
            "html1 in #root0",
            "head2 in html1",
            "body3 in html1",
            "p4 in body3",
            "b5 in p4",
            "i6 in b5",
            "ul9 in i8",
            "li10 in ul9"
        ]
    );
    assert_eq!(lines(&log, "clone"), ["b7 in body3", "i8 in b7"]);
}

#[test]
fn implied_elements_are_made_in_one_order_whatever_implies_them() {
    let implied = [
        "create html1 in #root0",
        "append html1 to #root0",
        "create head2 in html1",
        "append head2 to html1",
        "pop head2",
        "create body3 in html1",
        "append body3 to html1",
    ];
    // Some imply all three elements at once, others the `html` or the `head` only, and the next
    // token the `body`.
    for html in ["", "x", " x", "\0", "<p>", "</br>", "</body>", "</html>", "<i>", "</x>y"] {
        for doctype in ["", "<!DOCTYPE html>"] {
            let log = document(&format!("{doctype}{html}"));
            assert_eq!(log[..implied.len()], implied, "{doctype}{html}");
        }
    }
    for html in ["</head>", "</head>x", "<html>x", "<head>x", "<body>", "<html></br>"] {
        assert_eq!(document(html)[..implied.len()], implied, "{html}");
    }
    let log = document("<title>x</title>y");
    assert_eq!(log[..4], implied[..4]);
    assert!(lines(&log, "create").contains(&"body4 in html1"), "{log:#?}");
    assert_eq!(lines(&document("<frameset>"), "create")[2], "frameset3 in html1");
    assert_eq!(
        lines(&document("<noscript>x"), "create")[2..],
        ["noscript3 in head2", "body4 in html1"]
    );
}

#[test]
fn the_intended_parent_of_a_foster_parented_element_is_the_parent_of_the_table() {
    let log = document("<div><table><p>x<tr><b>");
    assert!(log.contains(&"create p6 in div4".to_owned()), "{log:#?}");
    assert!(log.contains(&"create b9 in div4".to_owned()), "{log:#?}");
    assert!(log.contains(&"insert p6 before table5".to_owned()), "{log:#?}");
}

#[test]
fn the_adoption_agency_clones_into_the_common_ancestor_and_the_furthest_block() {
    let log = document("<div><a><b><p>x</a>");
    assert_eq!(lines(&log, "clone"), ["b8 in div4", "a9 in p7"]);
}

#[test]
fn the_intended_parent_in_a_template_is_its_contents() {
    // The tree has no template contents, so that they are the template itself.
    let log = document("<template><p><template for=x><i>");
    assert_eq!(
        lines(&log, "create")[2..],
        [
            "template3 in head2",
            "p4 in template3",
            "template5 in p4",
            "i6 in template5",
            "body7 in html1"
        ]
    );
}

#[test]
fn the_elements_of_a_fragment_have_the_root_as_intended_parent() {
    let log = fragment(Context::html("div"), "<p>x<svg><a>");
    assert_eq!(
        lines(&log, "create"),
        [
            "html1, fragment",
            "p2 in #root0, fragment",
            "svg3 in p2, fragment",
            "a4 in svg3, fragment"
        ]
    );
}

#[test]
fn duplicate_attributes_are_noted_on_their_element_only() {
    let log = document("<p a b><p a B b=1><p a=1 a=2 /><svg a=\"1\" A><g><a c></p c c><i>");
    let marked: Vec<_> = log.iter().filter(|line| line.ends_with(", duplicates")).collect();
    assert_eq!(
        marked,
        [
            "create p5 in body3, duplicates",
            "create p6 in body3, duplicates",
            "create svg7 in p6, duplicates"
        ]
    );
}

#[test]
fn a_tag_in_pieces_keeps_its_duplicate_attributes() {
    let long = format!("<p a={} b=1 a=2>", "x".repeat(40_000));
    let log = document(&long);
    assert!(log.contains(&"create p4 in body3, duplicates".to_owned()));
}

#[test]
fn a_control_is_associated_with_the_form_before_it_is_inserted() {
    let log = document("<form><div><input>");
    let associated = log.iter().position(|line| line == "associate input6 form4 div5").unwrap();
    assert_eq!(log[associated - 1], "create input6 in div5");
    assert_eq!(log[associated + 1], "append input6 to div5");
}

#[test]
fn the_form_of_a_control_in_a_table_is_not_its_ancestor() {
    let log = document("<table><form><tr><td><input><tr><select>");
    assert_eq!(lines(&log, "associate"), ["input9 form5 td8", "select11 form5 body3"]);
    assert!(log.contains(&"insert select11 before table4".to_owned()));
    let hidden = document("<table><form><input type=hidden>");
    assert_eq!(lines(&hidden, "associate"), ["input6 form5 table4"]);
}

#[test]
fn every_form_associated_element_is_associated_and_no_other() {
    let names = "button fieldset input object output select textarea img image";
    for name in names.split(' ') {
        let log = document(&format!("<form><{name}></{name}>"));
        assert_eq!(lines(&log, "associate").len(), 1, "{name}: {log:#?}");
    }
    for name in "label legend keygen option p a applet embed x-control meter progress".split(' ') {
        let log = document(&format!("<form><{name}></{name}>"));
        assert!(lines(&log, "associate").is_empty(), "{name}: {log:#?}");
    }
}

#[test]
fn a_listed_element_with_a_form_attribute_is_not_associated_but_an_image_is() {
    let log = document("<form><input form=x><fieldset form><img form=x>");
    assert_eq!(lines(&log, "associate"), ["img7 form4 fieldset6"]);
}

#[test]
fn there_is_no_association_without_a_form_and_after_its_end_and_in_templates_and_svg() {
    let html = "<input><form></form><input><form><template><input></template><svg><input><button>\
                </svg><button>";
    let log = document(html);
    let names: Vec<_> = lines(&log, "associate").iter().map(|line| &line[..6]).collect();
    assert_eq!(names, ["button"]);
}

/// The form element pointer of a fragment owns nothing, but by the revision of 2024 it does.
#[test]
fn in_a_fragment_only_2024_associates_with_a_form_that_the_fragment_has() {
    let html = "<input><form></form><form><input>";
    let context = || Context::html("div").in_form(true);
    let old = ParseOptions::new().revision(Revision::Snapshot2024);
    let log = old.parse_fragment_into(context(), html, Log::new()).output;
    assert_eq!(lines(&log, "associate"), ["input4 form3 form3"]);
    let log = fragment(context(), html);
    assert!(lines(&log, "associate").is_empty());
    assert_eq!(
        lines(&log, "create"),
        [
            "html1, fragment",
            "input2 in #root0, fragment",
            "form3 in #root0, fragment",
            "input4 in form3, fragment"
        ]
    );
}

#[test]
fn the_scripts_of_a_fragment_are_marked_before_they_are_inserted() {
    let log = fragment(Context::html("div"), "<script>x</script><svg><script></script>");
    assert_eq!(lines(&log, "already"), ["started script2"]);
    let marked = log.iter().position(|line| line == "already started script2").unwrap();
    assert_eq!(log[marked + 1], "append script2 to #root0");
}

#[test]
fn a_script_in_which_the_document_ends_is_marked_before_it_is_popped() {
    let log = document("<script></script><svg><script></script></svg><script>x");
    assert_eq!(lines(&log, "already"), ["started script7"]);
    let marked = log.iter().position(|line| line == "already started script7").unwrap();
    assert_eq!(log[marked + 1], "pop script7");
    assert!(lines(&document("<title>x"), "already").is_empty());
}

#[test]
fn an_error_is_told_among_the_calls_for_its_token() {
    let options = ParseOptions::new().errors(true);
    let log = options.parse_str_into("<!DOCTYPE html>1\u{1}2<p a a>3</b>4<td>5", Log::new()).output;
    let from_body: Vec<_> =
        log.iter().skip_while(|line| *line != "append body3 to html1").collect();
    assert_eq!(
        from_body[1..],
        [
            "text 1\u{1}2",
            "error duplicate-attribute 24..25: `a`: a tag has two attributes with the same name; the \
             second is dropped",
            "create p4 in body3, duplicates",
            "append p4 to body3",
            "text 3",
            "error unexpected-end-tag 26..30: `</b>`: an end tag matches no open element that it can \
             close; it is dropped",
            "text 4",
            "error unexpected-start-tag 31..35: `<td>`: a start tag is not allowed here; it is dropped",
            "text 5",
            "pop p4",
            "pop body3",
            "pop html1",
        ]
    );
    let control = log.iter().position(|line| line.starts_with("error control-character")).unwrap();
    assert!(control < log.iter().position(|line| line == "text 1\u{1}2").unwrap());
}

/// Returns the codes and ranges of errors in the order of the result.
fn told(parsed: &Parsed<Vec<String>>) -> (Vec<String>, Vec<String>) {
    let mut told: Vec<(usize, String)> = lines(&parsed.output, "error")
        .iter()
        .map(|line| {
            let (code, rest) = line.split_once(' ').unwrap();
            let (range, _) = rest.split_once(": ").unwrap();
            (range.split_once('.').unwrap().0.parse().unwrap(), format!("{code} {range}"))
        })
        .collect();
    told.sort_by_key(|(start, _)| *start);
    let kept = parsed.errors.iter().map(|error| format!("{} {:?}", error.code(), error.span()));
    (told.into_iter().map(|(_, error)| error).collect(), kept.collect())
}

#[test]
fn the_errors_told_are_those_of_the_result() {
    for html in [
        "",
        "</p>\0\u{1}<table>x<tr \u{1}\u{2}=1 a a>\u{FFFE}y</a></table></html>z\u{1}",
        "<!DOCTYPE html><p a=\"\u{1}",
        "<svg></p><b></svg>\u{1F}<![CDATA[\u{2}",
        "<!DOCTYPE html><script>\0<!--<script>",
    ] {
        let options = ParseOptions::new().errors(true);
        let (told, kept) = told(&options.parse_str_into(html, Log::new()));
        assert_eq!(told, kept, "{html:?}");
        let parsed = ParseOptions::new().parse_str_into(html, Log::new());
        assert!(lines(&parsed.output, "error").is_empty());
    }
}

#[test]
fn no_more_errors_are_told_than_the_limit_allows_of_each_kind() {
    let limits = Limits::default().errors(Some(3));
    let options = ParseOptions::new().errors(true).limits(limits);
    let parsed = options.parse_str_into("</p>\u{1}".repeat(9), Log::new());
    assert_eq!((lines(&parsed.output, "error").len(), parsed.errors.len()), (6, 3));
}

/// The bytes after the declaration, which the first decoder has read ahead, have no errors in the
/// second encoding, or others.
#[test]
fn errors_of_input_that_is_decoded_again_are_told_once() {
    let mut page = b"<!DOCTYPE html>\x01<!--".to_vec();
    page.extend([b'x'; 2000]);
    page.extend(b"--><meta charset=windows-1251></p>\x02\xE9</b>\x03");
    let options = ParseOptions::new().errors(true);
    let parsed = options.parse_document_into(&page, &Hints::new(), Log::new()).unwrap();
    assert_eq!(parsed.encoding_report.as_ref().unwrap().encoding().name(), "windows-1251");
    let (told, kept) = told(&parsed);
    assert_eq!(told, kept);
    assert_eq!(told.len(), 5, "{told:?}");
}

#[test]
fn errors_do_not_change_the_other_calls() {
    let html = "<pre>\n1</p><table>2<textarea>\n\0</textarea></table><b></p></p>3</b>&x";
    let without = document(html);
    let mut with = ParseOptions::new().errors(true).parse_str_into(html, Log::new()).output;
    with.retain(|line| !line.starts_with("error "));
    assert_eq!(with, without);
}

/// A tree into which the fragment is parsed has the form of the context, which only the revision of
/// 2024 associates controls with.
#[test]
fn the_form_of_the_context_is_passed_on_if_the_tree_has_it() {
    let associated = |revision| {
        let mut tree = Log::new();
        let form = tree.add("form".to_owned());
        let options = ParseOptions::new().revision(revision);
        let mut driver = Driver::for_fragment_with_sink(&options, "div", Some(form), tree);
        driver.feed_str("<input><template><input></template><form><button></form><input>");
        driver.end();
        assert!(driver.held_handles().any(|handle| handle == form));
        driver.step();
        driver.finish().output
    };
    let log = associated(Revision::Snapshot2024);
    assert_eq!(lines(&log, "associate"), ["input3 form1 #root0", "button6 form1 #root0"]);
    assert!(lines(&associated(Revision::Living2026), "associate").is_empty());
}

/// The scripting mode *Fragment*: the scripts run once they are inserted. One in which the input
/// ends does not.
///
/// <https://html.spec.whatwg.org/#scripting-mode-fragment>
#[test]
fn the_scripts_of_a_fragment_can_be_left_to_run() {
    let marked = |options: &ParseOptions, html: &str| {
        let log = options.parse_fragment_into("div", html, Log::new()).output;
        lines(&log, "already started").len()
    };
    for scripting in [false, true] {
        let options = ParseOptions::new().scripting(scripting);
        let html = "<script>a</script><template><script></script></template>";
        assert_eq!(marked(&options, html), 2);
        let options = options.runnable_scripts(true);
        assert_eq!(marked(&options, html), 0);
        assert_eq!(marked(&options, "<script>a</script><script>b"), 1);
    }
    let document = |options: &ParseOptions| {
        lines(&options.parse_str_into("<script></script>", Log::new()).output, "already").len()
    };
    assert_eq!(document(&ParseOptions::new().runnable_scripts(true)), 0);
}

#[test]
fn errors_are_told_from_when_they_are_asked_for() {
    // The second error of `</b a a>` is not told.
    for (html, told) in
        [("<p a a>", 1), ("</b>", 1), ("</b a a></b>", 1), ("<p>\u{1}", 1), ("<b>", 1), ("<p>", 0)]
    {
        let mut driver = Driver::with_sink(&ParseOptions::new(), &Hints::new(), Log::new());
        driver.feed_str("<!DOCTYPE html>");
        driver.step();
        driver.abort_at_first_error();
        driver.feed_str(html);
        driver.end();
        driver.step();
        let parsed = driver.finish();
        assert_eq!(lines(&parsed.output, "error").len(), told, "{html:?}");
        assert_eq!(parsed.errors.len(), told, "{html:?}");
    }
}

#[test]
fn no_error_of_the_missing_doctype_of_plain_text_is_told() {
    let mut driver =
        Driver::with_sink(&ParseOptions::new().errors(true), &Hints::new(), Log::new());
    driver.start_plain_text();
    driver.feed_str("<p>\u{1}");
    driver.end();
    driver.step();
    let parsed = driver.finish();
    let (told, kept) = told(&parsed);
    assert_eq!(told, kept);
    assert_eq!(told, ["control-character-in-input-stream 3..4", "unclosed-element-at-eof 4..4"]);
}

#[test]
fn malformed_bytes_are_told_when_a_token_has_reached_them() {
    let options = ParseOptions::new().errors(true);
    let page = b"<!DOCTYPE html><meta charset=utf-8><p>\xFF<b>\xC3</i>";
    let parsed = options.parse_document_into(page, &Hints::new(), Log::new()).unwrap();
    let (told, kept) = told(&parsed);
    assert_eq!(told, kept);
    let log = &parsed.output;
    let at = |text: &str| log.iter().position(|line| line.contains(text)).unwrap();
    let malformed: Vec<_> = (0..log.len()).filter(|&at| log[at].contains("malformed")).collect();
    assert!(at("append p") < malformed[0] && malformed[0] < at("append b6"), "{log:#?}");
    assert!(at("append b6") < malformed[1] && malformed[1] < at("unexpected-end-tag"), "{log:#?}");
}

/// Returns the tokens that close the elements of a document, except the end of the input.
fn closed(html: &str) -> Vec<String> {
    let options = ParseOptions::new().positions(true);
    let log = options.parse_str_into(html, Log::new()).output;
    let lines = lines(&log, "closed").into_iter().map(str::to_owned);
    lines.filter(|line| !line.ends_with("EndOfFile")).collect()
}

#[test]
fn a_sink_with_positions_is_told_what_closes_an_element() {
    // Void elements, self-closing foreign ones, and a form in a table end with their start tags.
    assert_eq!(closed("<body><br><svg><path/><p>")[..2], ["head by <body>", "br by OwnStartTag"]);
    assert_eq!(closed("<body><svg><path/><p>")[1..], ["path by OwnStartTag", "svg by <p>"]);
    assert_eq!(closed("<body><table><form>")[1..], ["form by OwnStartTag"]);
    // Names are compared as the tree builder does: in lowercase, and any heading's end tag will do.
    assert_eq!(closed("<body><P></p ><h1></H2>")[1..], ["p by OwnEndTag", "h1 by OwnEndTag"]);
    assert_eq!(
        closed("<body><svg><foreignObject></FOREIGNOBJECT>")[1..],
        ["foreignObject by OwnEndTag"]
    );
    // An end tag without an element makes one and closes it.
    assert_eq!(closed("<body></p></br>")[1..], ["p by OwnEndTag", "br by OwnEndTag"]);
    // Texts have their own way to the tree builder.
    assert_eq!(closed("<title>x</title>")[..1], ["title by OwnEndTag"]);
    assert_eq!(closed("<body><script></script>")[1..], ["script by OwnEndTag"]);
    // Others: the next token, or an end tag of an element around.
    assert_eq!(
        closed("<body><ul><li><i><li>x</ul>")[1..],
        ["i by <li>", "li by <li>", "i by </ul>", "li by </ul>", "ul by OwnEndTag"]
    );
    assert_eq!(closed("x"), ["head by Other"]);
    assert_eq!(closed("<head><!--x-->x"), ["head by Other"]);
    // The adoption agency closes a copy, too.
    assert_eq!(
        closed("<body><b><i><p></b>")[1..],
        ["i by </b>", "b by OwnEndTag", "b by OwnEndTag"]
    );
    // The end tags of `body` and `html` do not take these from the stack.
    assert_eq!(closed("<body></body></html>")[1..], ["body by OwnEndTag", "html by OwnEndTag"]);
    assert_eq!(closed("<body></html>")[1..], ["body by </html>", "html by OwnEndTag"]);
}

/// Returns the elements that leave the stack before others, each with the next one on it.
fn popped_early(html: &str) -> Vec<String> {
    let log = document(html);
    let early = (0..log.len()).filter_map(|at| {
        let inner = log[at].strip_prefix("before ")?;
        let popped = log[at + 1..].iter().find_map(|line| line.strip_prefix("pop "))?;
        Some(format!("{popped} before {inner}"))
    });
    early.collect()
}

#[test]
fn an_element_that_leaves_the_stack_before_others_is_told_with_the_next_one() {
    // Elements that are closed one by one leave it in the order of the stack.
    for html in
        ["<p><b>x</b></p>", "<form><p></p></form>", "<ul><li><i><li>x</ul>", "<table><form>"]
    {
        assert_eq!(popped_early(html), [""; 0], "{html}");
    }
    assert_eq!(popped_early("<form><div></form>x"), ["form4 before div5"]);
    // A `p` needs no end tag.
    assert_eq!(popped_early("<form><p></form>x"), [""; 0]);
    // The `head` returns to the stack for a `template`, and the last element has none after it.
    assert_eq!(popped_early("<head></head><template>"), ["head2 before template3"]);
    assert_eq!(popped_early("<head></head><meta>"), [""; 0]);
    // An `a` that is out of scope, and one that is not on the list of active formatting elements.
    assert_eq!(popped_early("<a><table><a>"), ["a4 before table5"]);
    assert_eq!(popped_early("<a><object></a><p>"), [""; 0]);
    // The adoption agency puts a copy below the furthest block.
    assert_eq!(popped_early("<b><p>x</b>y"), ["b4 before p5"]);
}

#[test]
fn a_limit_closes_what_is_open_like_the_end_of_the_input() {
    let options =
        ParseOptions::new().positions(true).limits(Limits::default().input_bytes(Some(13)));
    let log = options.parse_str_into("<p><b></b><i></i>", Log::new()).output;
    assert_eq!(
        lines(&log, "closed")[1..],
        [
            "b by OwnEndTag",
            "i by EndOfFile",
            "p by EndOfFile",
            "body by EndOfFile",
            "html by EndOfFile"
        ]
    );
}
