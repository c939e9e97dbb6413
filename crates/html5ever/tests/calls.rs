//! The calls that a tree gets, and how options change them.

mod log;

use std::cell::RefCell;
use std::rc::Rc;

use consomme_html5ever::consomme::sink::EncodingChanged;
use consomme_html5ever::consomme::{Hints, Limits, Revision, encoding_rs};
use consomme_html5ever::{
    ParseOpts, Parser, parse_document, parse_document_bytes, parse_fragment,
    parse_fragment_for_element,
};
use html5ever::interface::{QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, LocalName, QualName, local_name, ns};
use markup5ever_rcdom::{NodeData, RcDom, SerializableHandle};

use log::Log;

/// Parses a document whole with consomme.
fn log(opts: &ParseOpts, text: &str) -> (RcDom, Vec<String>) {
    parts(parse_document(Log::default(), opts.clone()).one(text))
}

/// The tree and the calls to it.
fn parts(log: Log) -> (RcDom, Vec<String>) {
    (log.dom, log.lines.take())
}

/// The HTML of a document.
fn html(dom: RcDom) -> String {
    let mut bytes = Vec::new();
    let document = SerializableHandle::from(dom.document);
    html5ever::serialize(&mut bytes, &document, Default::default())
        .expect("a Vec can be written to");
    String::from_utf8(bytes).expect("what is written is UTF-8")
}

/// The HTML of a fragment, without the `html` element around it.
fn fragment(dom: RcDom) -> String {
    let html = html(dom);
    html.strip_prefix("<html>")
        .and_then(|html| html.strip_suffix("</html>"))
        .expect(&html)
        .to_owned()
}

fn rcdom(opts: ParseOpts) -> Parser<RcDom> {
    parse_document(RcDom::default(), opts)
}

fn for_element(name: LocalName, scripting: bool) -> Parser<RcDom> {
    let name = QualName::new(None, ns!(html), name);
    parse_fragment(RcDom::default(), ParseOpts::default(), name, Vec::new(), scripting)
}

#[test]
fn every_element_is_popped_when_it_is_complete() {
    let (_, lines) = log(&ParseOpts::default(), "<!DOCTYPE html><p>a<b>b</p><br>");
    let pops = ["head", "b", "p", "br", "b", "body", "html"].map(|name| format!("pop {name}"));
    assert!(lines.iter().filter(|line| line.starts_with("pop")).eq(&pops), "{lines:?}");
}

#[test]
fn errors_are_codes_and_exact_errors_are_sentences() {
    let errors = |opts: &ParseOpts| {
        let mut lines = log(opts, "<!DOCTYPE html><p>a</b>&#x110000;").1;
        lines.retain(|line| line.starts_with("error: "));
        lines
    };
    let mut opts = ParseOpts::default();
    let codes = ["unexpected-end-tag", "character-reference-outside-unicode-range"];
    assert_eq!(errors(&opts), codes.map(|code| format!("error: {code}")));
    opts.tokenizer.exact_errors = true;
    let sentences = errors(&opts);
    assert!(
        sentences[0].ends_with("it is dropped (unexpected-end-tag at byte 19)"),
        "{sentences:?}"
    );
    assert_eq!(sentences.len(), 2);
    opts = ParseOpts::default();
    opts.tree_builder.exact_errors = true;
    assert_eq!(errors(&opts), sentences);
    let (_, lines) = parts(parse_document(Log::default(), opts).errors(false).one("</b>"));
    assert!(!lines.iter().any(|line| line.starts_with("error")), "{lines:?}");
}

#[test]
fn errors_of_fragments_and_of_bytes_are_reported() {
    let name = QualName::new(None, ns!(html), local_name!("div"));
    let parser = parse_fragment(Log::default(), ParseOpts::default(), name, Vec::new(), false);
    let told = "error: unexpected-end-tag".to_owned();
    assert!(parser.one("</b>").lines.borrow().contains(&told));
    let sink = Log::default();
    let parsed = parse_document_bytes(sink, ParseOpts::default(), b"a</b>", &Hints::new());
    assert!(parsed.expect("it is ASCII").lines.borrow().contains(&told));
}

#[test]
fn an_error_is_reported_when_it_is_found() {
    let (_, lines) = log(&ParseOpts::default(), "<!DOCTYPE html><p a a>1</b><i>");
    let expected = [
        "error: duplicate-attribute",
        "pop head",
        "duplicates p",
        "error: unexpected-end-tag",
        "pop i",
    ];
    let from = lines.iter().position(|line| line == expected[0]).unwrap();
    let lines: Vec<_> = lines[from..].iter().filter(|line| !line.contains("at-eof")).collect();
    assert_eq!(lines[..expected.len()], expected);
}

#[test]
fn a_piece_is_parsed_when_it_comes() {
    let lines = Rc::new(RefCell::new(Vec::new()));
    let sink = Log { lines: Rc::clone(&lines), ..Log::default() };
    let mut parser = parse_document(sink, ParseOpts::default()).errors(false);
    for (piece, expected) in [
        ("<!DOCTYPE ", vec![]),
        ("html><p>a<br", vec!["doctype html", "NoQuirks", "pop head"]),
        ("><b", vec!["pop br"]),
        (">c</p", vec![]),
        ("></body>", vec!["pop b", "pop p"]),
    ] {
        parser.process(piece.into());
        assert_eq!(lines.take(), expected, "after {piece:?}");
    }
    let dom = parser.finish().dom;
    assert_eq!(lines.take(), ["pop body", "pop html"]);
    assert!(html(dom).ends_with("<p>a<br><b>c</b></p></body></html>"));
}

#[test]
fn form_controls_are_associated_with_their_forms() {
    let (_, lines) = log(&ParseOpts::default(), "<table><form><tr><td><input><img></form><input>");
    let associated: Vec<_> = lines.iter().filter(|line| line.starts_with("associate")).collect();
    assert_eq!(associated, ["associate input form td", "associate img form td"]);
}

/// By the revision of 2024; since 2026 the form element pointer of a fragment owns nothing.
#[test]
fn the_form_of_the_context_is_associated_with_the_controls_of_the_fragment() {
    let associates = |revision| {
        let sink = Log::default();
        let element = |name| {
            let name = QualName::new(None, ns!(html), name);
            html5ever::tree_builder::create_element(&sink, name, Vec::new())
        };
        let (context, form) = (element(local_name!("div")), element(local_name!("form")));
        let opts = ParseOpts::default();
        let parser = parse_fragment_for_element(sink, opts, context, false, Some(form));
        let log = parser.revision(revision).one("<input>x");
        let associates = log.lines.borrow().contains(&"associate input form html".to_owned());
        assert_eq!(html(log.dom), "<html><input>x</html>");
        associates
    };
    assert!(associates(Revision::Snapshot2024));
    assert!(!associates(Revision::default()));
}

#[test]
fn scripts_of_fragments_and_unfinished_scripts_are_marked() {
    let name = QualName::new(None, ns!(html), local_name!("div"));
    let parser = parse_fragment(Log::default(), ParseOpts::default(), name, Vec::new(), false);
    let started = "started script".to_owned();
    assert!(parser.one("<script></script>").lines.borrow().contains(&started));
    assert!(log(&ParseOpts::default(), "<script>").1.contains(&started));
    assert!(!log(&ParseOpts::default(), "<script></script>").1.contains(&started));
}

#[test]
fn a_copy_of_an_element_with_duplicate_attributes_has_them_too() {
    let (_, lines) = log(&ParseOpts::default(), "<p><b id=a id=b>1</p><i c>2<p>3");
    assert_eq!(lines.iter().filter(|line| *line == "duplicates b").count(), 2);
    assert_eq!(lines.iter().filter(|line| line.starts_with("duplicates")).count(), 2);
}

#[test]
fn lines_are_told_if_they_are_asked_for() {
    let text = "<!DOCTYPE html>\r\n<p>a\rb\n\n<b\nid=c>d";
    let parser = || parse_document(Log::default(), ParseOpts::default()).errors(false);
    for cut in 0..=text.len() {
        let mut parser = parser().lines(true);
        parser.process(text[..cut].into());
        parser.process(text[cut..].into());
        let lines = parser.finish().lines.take();
        let told: Vec<_> = lines.iter().filter(|line| line.starts_with("line")).collect();
        // A text that is cut is two texts.
        assert_eq!(told.first().unwrap().as_str(), "line 2", "cut at {cut}");
        assert_eq!(told.last().unwrap().as_str(), "line 6", "cut at {cut}");
    }
    let lines = parser().one(text).lines.take();
    assert!(!lines.iter().any(|line| line.starts_with("line")));
}

#[test]
fn an_option_is_offered_for_cloning_when_it_is_complete() {
    let (_, lines) =
        log(&ParseOpts::default(), "<!DOCTYPE html><select><option>a<option>b</select>");
    assert_eq!(lines.iter().filter(|line| *line == "clone option").count(), 2);
}

#[test]
fn a_tree_is_offered_each_declarative_shadow_root() {
    let text = "<div><template shadowrootmode=open shadowrootclonable><p>a</template><i>b</div>";
    let sink = Log { has_shadow_roots: true, ..Log::default() };
    let log = parse_document(sink, ParseOpts::default()).one(text);
    let [shadow_root] = &log.shadow_roots.borrow()[..] else { panic!("there is one shadow root") };
    let names = ["shadowrootmode", "shadowrootclonable"];
    assert!(shadow_root.attributes.iter().map(|(name, _)| name).eq(names));
    assert_eq!(shadow_root.root.children.borrow().len(), 1);
    assert!(html(log.dom).ends_with("<div><i>b</i></div></body></html>"));

    // Where they are not allowed, it is a template.
    let log = parse_document(Log::default(), ParseOpts::default()).one(text);
    assert!(html(log.dom).contains("<div><template shadowrootmode=\"open\""));
}

#[test]
fn a_dropped_doctype_still_sets_the_mode() {
    let mut opts = ParseOpts::default();
    opts.tree_builder.drop_doctype = true;
    let (dom, lines) = log(&opts, "<!DOCTYPE html><p>");
    assert_eq!(lines[0], "NoQuirks");
    assert_eq!(html(dom), "<html><head></head><body><p></p></body></html>");
}

#[test]
fn the_document_of_a_srcdoc_needs_no_doctype() {
    let mut opts = ParseOpts::default();
    assert!(log(&opts, "<p>").1.contains(&"Quirks".to_owned()));
    opts.tree_builder.iframe_srcdoc = true;
    assert!(!log(&opts, "<p>").1.contains(&"Quirks".to_owned()));
}

#[test]
fn scripting_decides_about_noscript() {
    for (scripting_enabled, expected) in [(true, "&lt;p&gt;"), (false, "<p></p>")] {
        let mut opts = ParseOpts::default();
        opts.tree_builder.scripting_enabled = scripting_enabled;
        let dom = rcdom(opts).one("<body><noscript><p></noscript>");
        let body = match scripting_enabled {
            // html5ever's serializer writes the text of `noscript` as it is.
            true => "<noscript><p></noscript>".to_owned(),
            false => format!("<noscript>{expected}</noscript>"),
        };
        let html = html(dom);
        assert!(html.contains(&body), "{html}");
    }
}

#[test]
fn the_context_decides_about_its_own_noscript() {
    let text = |scripting| fragment(for_element(local_name!("noscript"), scripting).one("<p>"));
    assert_eq!(text(true), "&lt;p&gt;");
    assert_eq!(text(false), "<p></p>");
}

#[test]
fn the_quirks_mode_of_a_fragment_decides_about_tables_in_paragraphs() {
    for (quirks_mode, expected) in [
        (QuirksMode::Quirks, "<p><table></table></p>"),
        (QuirksMode::NoQuirks, "<p></p><table></table>"),
    ] {
        let mut opts = ParseOpts::default();
        opts.tree_builder.quirks_mode = quirks_mode;
        let name = QualName::new(None, ns!(html), local_name!("div"));
        let parser = parse_fragment(RcDom::default(), opts, name, Vec::new(), false);
        assert_eq!(fragment(parser.one("<p><table>")), expected);
    }
}

#[test]
fn the_attributes_of_a_context_decide_about_integration_points() {
    let name = QualName::new(None, ns!(mathml), local_name!("annotation-xml"));
    let encoding = Attribute {
        name: QualName::new(None, ns!(), local_name!("encoding")),
        value: "Text/HTML".into(),
    };
    let opts = ParseOpts::default;
    let parse = |attributes| {
        let parser = parse_fragment(RcDom::default(), opts(), name.clone(), attributes, false);
        let dom = parser.one("<svg></svg><g>");
        let html = dom.document.children.borrow()[0].clone();
        let g = html.children.borrow()[1].clone();
        dom.elem_name(&g).ns.clone()
    };
    assert_eq!(parse(vec![encoding.clone()]), ns!(html));
    assert_eq!(parse(Vec::new()), ns!(mathml));

    // The context is an element that exists.
    let sink = RcDom::default();
    let context = html5ever::tree_builder::create_element(&sink, name.clone(), vec![encoding]);
    let dom = parse_fragment_for_element(sink, opts(), context, false, None).one("<g>");
    let html = dom.document.children.borrow()[0].clone();
    let g = html.children.borrow()[0].clone();
    assert_eq!(*dom.elem_name(&g).ns, ns!(html));
}

#[test]
fn a_fragment_in_a_form_holds_no_form() {
    let parse = |in_form: bool| {
        let sink = RcDom::default();
        let element = |name| {
            let name = QualName::new(None, ns!(html), name);
            html5ever::tree_builder::create_element(&sink, name, Vec::new())
        };
        let (context, form) = (element(local_name!("td")), element(local_name!("form")));
        let form = in_form.then_some(form);
        let opts = ParseOpts::default();
        fragment(parse_fragment_for_element(sink, opts, context, false, form).one("<form><p>"))
    };
    assert_eq!(parse(true), "<p></p>");
    assert_eq!(parse(false), "<form><p></p></form>");
}

#[test]
fn one_byte_order_mark_is_discarded_unless_it_is_to_be_kept() {
    for discard_bom in [true, false] {
        for (text, left) in [("\u{FEFF}a", 0), ("\u{FEFF}\u{FEFF}a", 1), ("a\u{FEFF}", 1)] {
            let marks = if discard_bom { left } else { text.matches('\u{FEFF}').count() };
            let mut opts = ParseOpts::default();
            opts.tokenizer.discard_bom = discard_bom;
            let found = |html: String| html.matches('\u{FEFF}').count();
            assert_eq!(found(html(rcdom(opts.clone()).one(text))), marks, "{text:?}");
            assert_eq!(
                found(html(rcdom(opts.clone()).from_iter(text.chars().map(StrTendril::from_char)))),
                marks
            );
            let name = QualName::new(None, ns!(html), local_name!("div"));
            let parser = parse_fragment(RcDom::default(), opts, name, Vec::new(), false);
            assert_eq!(found(html(parser.one(text))), marks, "{text:?} in a fragment");
        }
    }
}

#[test]
fn newlines_nuls_and_references_are_those_of_html5ever() {
    let text = "a long text\r\nwith\rnewlines and\0a NUL, &amp; and &notin; and more\n\
        <p title='a long &lt;value&gt;\r\nwith\r\rnewlines'><!-- a\0comment\r -->\0";
    let theirs = html5ever::parse_document(RcDom::default(), ParseOpts::default()).one(text);
    assert_eq!(html(rcdom(ParseOpts::default()).one(text)), html(theirs));
}

#[test]
fn texts_share_the_memory_of_the_input() {
    let text = StrTendril::from("<p title='a value of some length'>a text of some length");
    let shares = |source: StrTendril| {
        let dom = rcdom(ParseOpts::default()).one(source);
        let mut node = dom.document.clone();
        loop {
            let Some(last) = node.children.borrow().last().cloned() else { break };
            node = last;
        }
        let NodeData::Text { contents } = &node.data else { panic!("the last node is a text") };
        contents.borrow().is_shared_with(&text)
    };
    assert!(shares(text.clone()));
    assert!(!shares(StrTendril::from_slice(&text)));
}

#[test]
fn depth_is_limited_unless_limits_are_lifted() {
    let depth = |limits: Limits| {
        let text = "<div>".repeat(1000);
        let dom = rcdom(ParseOpts::default()).limits(limits).one(text);
        let mut depth = 0;
        let mut node = dom.document.clone();
        while let Some(last) = { node.children.borrow().last().cloned() } {
            node = last;
            depth += 1;
        }
        depth
    };
    assert_eq!(depth(Limits::default()), 512);
    assert_eq!(depth(Limits::unlimited()), 1002);
}

#[test]
fn a_processing_instruction_is_a_comment_in_the_older_revision() {
    let opts = ParseOpts::default;
    let newer = parse_document(Log::default(), opts()).one("<?soup hot?>");
    assert!(newer.lines.borrow().contains(&"pi soup".to_owned()));
    let older = parse_document(Log::default(), opts()).revision(Revision::Snapshot2024);
    assert!(html(older.one("<?soup hot?>").dom).starts_with("<!--?soup hot?-->"));
}

#[test]
fn bytes_that_are_not_utf8_are_errors_and_replaced() {
    let parser = parse_document(Log::default(), ParseOpts::default()).from_utf8();
    let (dom, lines) = parts(parser.one(&b"<!DOCTYPE html>a\xFFb"[..]));
    assert!(html(dom).ends_with("<body>a\u{FFFD}b</body></html>"));
    // At once: after the text before it is parsed.
    let error = lines.iter().position(|line| line == "error: invalid byte sequence").unwrap();
    assert!(lines[..error].contains(&"pop head".to_owned()), "{lines:?}");
    assert!(lines[error..].contains(&"pop body".to_owned()), "{lines:?}");
}

#[test]
fn bytes_have_the_encoding_that_they_declare() {
    let parse = |hints: &Hints, bytes: &[u8]| {
        parse_document_bytes(RcDom::default(), ParseOpts::default(), bytes, hints)
    };
    let dom = parse(&Hints::new(), b"<meta charset=koi8-r><p>\xE2\xCF\xD2\xDD and more of that");
    assert!(html(dom.expect("the prescan finds it")).contains("Борщ and more"));

    // A declaration after the first 1024 bytes comes too late for bytes that are not ASCII.
    let late = [b"<!--\xE2".as_slice(), &[b'x'; 2000], b"--><meta charset=koi8-r><p>\xE2"].concat();
    let Err(EncodingChanged { declared, .. }) = parse(&Hints::new(), &late) else {
        panic!("the tree would be wrong");
    };
    assert_eq!(declared, encoding_rs::KOI8_R);
    let dom = parse(&Hints::new().user_override(declared), &late).expect("it is certain");
    assert!(html(dom).contains('Б'));
}
