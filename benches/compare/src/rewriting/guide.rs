//! The program of the guide's page for users of lol_html, compiled with it.

use lol_html::{HtmlRewriter, Settings, element};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/guide/coming_from/lol_html.md");

fn rewrite(pieces: &[&[u8]]) -> Result<Vec<u8>, lol_html::errors::RewritingError> {
    let mut output = Vec::new();
    // The guide has the lines between these two comments.
    // guide: start
    let settings = Settings::new()
        .append_element_content_handler(element!("a[href]", |link| {
            let href = link.get_attribute("href").unwrap_or_default();
            link.set_attribute("href", &href.replacen("http:", "https:", 1))?;
            Ok(())
        }))
        .append_element_content_handler(element!("script", |script| {
            script.remove();
            Ok(())
        }));
    let mut rewriter = HtmlRewriter::new(settings, |piece: &[u8]| output.extend_from_slice(piece));
    for piece in pieces {
        rewriter.write(piece)?;
    }
    rewriter.end()?;
    // guide: end
    Ok(output)
}

#[test]
fn the_program_of_the_guide_runs() {
    let pieces: [&[u8]; 2] = [b"<script>1</script><a href=http://exam", b"ple.com/>Soup</a>"];
    let output = rewrite(&pieces).expect("no handler fails");
    assert_eq!(output, b"<a href=\"https://example.com/\">Soup</a>");
}

/// Users read the program that compiles here.
#[test]
fn the_guide_has_this_program() {
    let own = include_str!("guide.rs");
    let (_, after) = own.split_once("// guide: start\n").expect("the comment is there");
    let (program, _) = after.split_once("    // guide: end").expect("the comment is there");
    let program: String =
        program.lines().map(|line| format!("{}\n", line.get(4..).unwrap_or(""))).collect();
    let page = std::fs::read_to_string(PAGE).expect("the guide is beside the crate's source");
    assert!(page.contains(&format!("```text\n{program}```")), "the guide should have:\n{program}");
}
