//! Reads Markdown back: two renderers, and the words of a page.

#![allow(dead_code, reason = "each test binary uses a part")]

use std::path::PathBuf;

use consomme_markdown::consomme::rendering::TextOptions;
use consomme_markdown::consomme::{Document, parse_fragment};
use consomme_markdown::{ImageStyle, Markdown, MathStyle, RubyStyle};

/// A renderer of Markdown, with its name.
pub(crate) type Reader = (&'static str, fn(&str) -> String);

/// The renderers, with the extensions of GitHub.
pub(crate) const READERS: [Reader; 2] = [("comrak", comrak), ("pulldown-cmark", pulldown)];

/// The renderers, with links for addresses in texts where the renderer has them.
pub(crate) const READERS_OF_WORDS: [Reader; 2] =
    [("comrak", comrak_with_autolinks), ("pulldown-cmark", pulldown)];

pub(crate) fn comrak(markdown: &str) -> String {
    comrak_with(markdown, false)
}

/// GitHub's reader makes addresses in texts links.
pub(crate) fn comrak_with_autolinks(markdown: &str) -> String {
    comrak_with(markdown, true)
}

fn comrak_with(markdown: &str, has_autolinks: bool) -> String {
    let mut options = comrak::Options::default();
    options.extension.strikethrough = true;
    options.extension.table = true;
    options.extension.autolink = has_autolinks;
    options.extension.tasklist = true;
    options.extension.footnotes = true;
    options.render.r#unsafe = true;
    comrak::markdown_to_html(markdown, &options)
}

pub(crate) fn pulldown(markdown: &str) -> String {
    use pulldown_cmark::{Options, Parser, html};
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES;
    let mut rendered = String::new();
    html::push_html(&mut rendered, Parser::new_ext(markdown, options));
    rendered
}

/// The options with which Markdown has the words of the page. These differ from the defaults, in
/// which a page and its Markdown differ on purpose:
///
/// - `math`: TeX takes the place of the letters of a formula
/// - `ruby`: parentheses are around the small text
/// - `footnotes`: they come last, each with a number
///
/// The text of an image is no text of the page, and stays the text of an image. Repeated cells are
/// off by default. Closed `details` are shown, and [`words_of_page`] shows them, too.
pub(crate) fn faithful() -> Markdown {
    Markdown::new()
        .math_style(MathStyle::Text)
        .ruby_style(RubyStyle::Text)
        .footnotes(false)
        .image_style(ImageStyle::Markdown)
}

/// The words that a page shows.
pub(crate) fn words_of_page(document: &Document) -> Vec<String> {
    words_of_text(document.inner_text_with(&TextOptions::new().skipped_contents(true)).text())
}

/// The words that rendered Markdown shows.
pub(crate) fn words_of_html(html: &str) -> Vec<String> {
    words_of_text(parse_fragment("body", html).inner_text_with(&TextOptions::new()).text())
}

/// The words of a text.
pub(crate) fn words_of_text(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Returns the first place where two lists of words differ, with some words before it.
pub(crate) fn difference(expected: &[String], found: &[String]) -> Option<String> {
    if expected == found {
        return None;
    }
    let same = expected.iter().zip(found).take_while(|(one, other)| one == other).count();
    let around = |words: &[String]| {
        let start = same.saturating_sub(4).min(words.len());
        words[start..(same + 6).min(words.len())].join(" ")
    };
    Some(format!("word {same}: expected …{}…, found …{}…", around(expected), around(found)))
}

/// Returns the folder with the sources of pulldown-cmark, which have the examples of the
/// specifications.
pub(crate) fn sources_of_pulldown() -> Option<PathBuf> {
    let run = |program: &str, arguments: &[&str]| {
        let program = std::env::var_os(program.to_uppercase()).unwrap_or_else(|| program.into());
        let output = std::process::Command::new(program).args(arguments).output().ok()?;
        String::from_utf8(output.stdout).ok()
    };
    // The packages of other platforms need not be there.
    let version = run("rustc", &["-vV"])?;
    let platform = version.lines().find_map(|line| line.strip_prefix("host: "))?;
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let metadata = run(
        "cargo",
        &[
            "metadata",
            "--format-version=1",
            "--offline",
            "--filter-platform",
            platform,
            "--manifest-path",
            manifest,
        ],
    )?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata).ok()?;
    let packages = metadata["packages"].as_array()?;
    let package = packages.iter().find(|package| package["name"] == "pulldown-cmark")?;
    let manifest = PathBuf::from(package["manifest_path"].as_str()?);
    Some(manifest.parent()?.join("tests/suite")).filter(|folder| folder.is_dir())
}
