//! The cases of `tests/data`: HTML and its Markdown, a row for each.

use std::fs;
use std::path::Path;

use consomme_markdown::consomme::parse_fragment;
use consomme_markdown::{
    Bullet, CodeBlockStyle, ComplexTableStyle, DefinitionStyle, Delimiter, Fence, HardBreakStyle,
    HeaderStyle, HeadingStyle, ImageStyle, LinkStyle, Markdown, MathStyle, RubyStyle, SpanStyle,
};

/// Sets an option that a line in brackets has.
fn set(markdown: Markdown, option: &str) -> Markdown {
    let (name, value) = option.split_once('=').expect("an option has a value");
    match (name, value) {
        ("heading_style", "setext") => markdown.heading_style(HeadingStyle::Setext),
        ("heading_style", "closed") => markdown.heading_style(HeadingStyle::AtxClosed),
        ("heading_shift", levels) => markdown.heading_shift(levels.parse().expect("a number")),
        ("hard_break", "spaces") => markdown.hard_break_style(HardBreakStyle::Spaces),
        ("html", "off") => markdown.html(false),
        ("emphasis", "_") => markdown.emphasis(Delimiter::Underscore),
        ("strong", "_") => markdown.strong(Delimiter::Underscore),
        ("strikethrough", "off") => markdown.strikethrough(false),
        ("ruby", "text") => markdown.ruby_style(RubyStyle::Text),
        ("ruby", "omit") => markdown.ruby_style(RubyStyle::Omit),
        ("math", "text") => markdown.math_style(MathStyle::Text),
        ("autolinks", "off") => markdown.autolinks(false),
        ("links", "reference") => markdown.link_style(LinkStyle::Reference),
        ("links", "text") => markdown.link_style(LinkStyle::Text),
        ("images", "alt") => markdown.image_style(ImageStyle::Alt),
        ("base", address) => markdown.base_url(address),
        ("footnotes", "off") => markdown.footnotes(false),
        ("bullet", "*") => markdown.bullet(Bullet::Star),
        ("tasks", "off") => markdown.task_lists(false),
        ("definitions", "extra") => markdown.definition_style(DefinitionStyle::Extra),
        ("fence", "~") => markdown.fence(Fence::Tilde),
        ("code", "indented") => markdown.code_block_style(CodeBlockStyle::Indented),
        ("spans", "repeat") => markdown.span_style(SpanStyle::Repeat),
        ("header", "first") => markdown.header_style(HeaderStyle::FirstRow),
        ("layout", "off") => markdown.layout_tables(false),
        ("tables", "off") => markdown.tables(false),
        ("complex", "flatten") => markdown.complex_tables(ComplexTableStyle::Flatten),
        ("complex", "blocks") => markdown.complex_tables(ComplexTableStyle::Blocks),
        _ => panic!("no option: {option}"),
    }
}

#[test]
fn each_row_has_its_markdown() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder can be read").flatten() {
        let name = entry.file_name().into_string().expect("a name of ours");
        if !name.ends_with(".txt") {
            continue;
        }
        let text = fs::read_to_string(entry.path()).expect("the file can be read");
        let mut markdown = Markdown::new();
        for (index, line) in text.lines().enumerate() {
            let options = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            if let Some(options) = options.filter(|_| !line.contains(" => ")) {
                markdown = options.split_whitespace().fold(Markdown::new(), set);
            } else if !line.is_empty() && !line.starts_with('#') {
                let (html, expected) = line.split_once(" => ").expect("a row has `=>`");
                let document = parse_fragment("body", html.replace('⏎', "\n").as_str());
                let written = markdown.to_string(&document);
                let found = written.strip_suffix('\n').unwrap_or(&written).replace('\n', "⏎");
                count += 1;
                if found != expected {
                    wrong.push(format!("{name}:{}\n  {html}\n  {expected}\n  {found}", index + 1));
                }
            }
        }
    }
    assert!(count > 120, "{count} rows");
    assert!(wrong.is_empty(), "row, expected, found:\n{}", wrong.join("\n"));
}
