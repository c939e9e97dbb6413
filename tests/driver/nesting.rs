//! Scripts in what scripts write, and which scripts run.

use consomme::ParseOptions;
use consomme::driver::{Driver, Step};

use super::{at_script, body, driver, finish, options, script, write, write_script};

/// <https://html.spec.whatwg.org/#script-nesting-level>
#[test]
fn a_script_in_a_write_runs_one_level_deeper() {
    let mut driver = driver("<script></script>");
    assert_eq!(driver.nesting_level(), 0);
    assert_eq!(script(driver.step()).nesting_level, 1);
    assert_eq!(driver.nesting_level(), 1);
    assert_eq!(write_script(&mut driver, "<script></script>").nesting_level, 2);
    assert_eq!(write_script(&mut driver, "<script>a</script>").nesting_level, 3);
    assert_eq!(driver.nesting_level(), 3);
    assert_eq!(driver.end_script(), Step::NeedsInput);
    assert_eq!(driver.nesting_level(), 2);
    assert_eq!(driver.end_script(), Step::NeedsInput);
    assert_eq!(driver.end_script(), Step::Finished);
    assert_eq!(driver.nesting_level(), 0);
}

#[test]
fn a_script_that_runs_is_over_at_the_next_step() {
    let mut driver = driver("a<script></script>d<script></script>e");
    let first = driver.step();
    assert_eq!(driver.unblock(), first, "no script blocks, so this one goes on");
    write_script(&mut driver, "<script></script>c");
    write(&mut driver, "b");
    assert_eq!(driver.step(), Step::NeedsInput);
    assert_eq!(body(&mut driver), "abc");
    assert_eq!(driver.nesting_level(), 1);
    assert_eq!(script(driver.step()).nesting_level, 1);
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(finish(driver), "abcde");
}

/// A loop that knows nothing of scripts comes to the end of the document.
#[test]
fn a_loop_without_answers_ends() {
    let mut driver = driver("<p>1<script>x</script><p>2<svg><script/></svg><script>y</script>3");
    let steps = (0..100).take_while(|_| driver.step() != Step::Finished).count();
    assert_eq!(steps, 3);
    assert!(driver.finish_document().root().text_content().ends_with('3'));
}

#[test]
fn a_script_that_blocks_is_over_at_the_next_step() {
    let mut driver = at_script("a<script src=x></script>c");
    driver.block();
    assert_eq!(driver.step(), Step::Blocked);
    assert_eq!(driver.step(), Step::Blocked);
    assert_eq!(driver.nesting_level(), 0);
    script(driver.unblock());
    write(&mut driver, "b");
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(finish(driver), "abc");
}

/// "Set the parser pause flag to true. […] the parser will not be executed reentrantly": what an
/// SVG script writes waits for its end.
///
/// <https://html.spec.whatwg.org/#parsing-main-inforeign>
#[test]
fn the_text_that_an_svg_script_writes_waits_until_it_is_over() {
    let mut driver = at_script("a<svg><script></script></svg>d");
    write(&mut driver, "<g>");
    write(&mut driver, "b<script></script>c</g>");
    assert_eq!(body(&mut driver), "a<svg></svg>");
    assert_eq!(driver.unparsed().collect::<String>(), "<g>b<script></script>c</g></svg>d");
    // The script that it has written runs after it, at its level.
    assert_eq!(script(driver.end_script()).nesting_level, 1);
    assert_eq!(body(&mut driver), "a<svg><g>b</g></svg>");
    assert_eq!(finish(driver), "a<svg><g>bc</g></svg>d");
}

/// "If the parser's script nesting level is zero, then set the parser pause flag to false": so all
/// that the scripts around an SVG script write waits until the outermost is over.
#[test]
fn an_svg_script_in_a_write_pauses_the_parser_until_no_script_runs() {
    let mut driver = at_script("<script></script>e");
    assert!(write_script(&mut driver, "<svg><script></script></svg>c").is_svg);
    write(&mut driver, "<g/>");
    assert_eq!(driver.end_script(), Step::NeedsInput);
    write(&mut driver, "d");
    assert_eq!(body(&mut driver), "<svg></svg>");
    assert!(matches!(driver.unblock(), Step::Script(outer) if !outer.is_svg));
    assert_eq!(driver.end_script(), Step::Finished);
    assert_eq!(finish(driver), "<svg><g></g></svg>cde");
}

#[test]
fn an_svg_script_that_blocks_writes_when_it_runs() {
    let mut driver = at_script("a<svg><script href=x></script></svg>c");
    driver.block();
    assert_eq!(driver.end_script(), Step::Blocked);
    assert!(script(driver.unblock()).is_svg);
    write(&mut driver, "<g/>");
    assert_eq!(body(&mut driver), "a<svg></svg>");
    assert_eq!(driver.end_script(), Step::Finished);
    assert_eq!(finish(driver), "a<svg><g></g></svg>c");
}

#[test]
fn the_rest_of_a_write_comes_after_what_the_script_in_it_writes() {
    let mut driver = at_script("<script></script>e");
    write_script(&mut driver, "<script></script>c");
    write(&mut driver, "a");
    write(&mut driver, "b");
    assert_eq!(body(&mut driver), "ab");
    assert_eq!(driver.end_script(), Step::NeedsInput);
    assert_eq!(body(&mut driver), "abc");
    write(&mut driver, "d");
    assert_eq!(finish(driver), "abcde");
}

#[test]
fn every_script_of_a_write_runs_in_turn() {
    let mut driver = at_script("<script></script>g");
    write_script(&mut driver, "<script>1</script>c<script>2</script>f");
    write(&mut driver, "ab");
    let second = script(driver.end_script());
    assert_eq!(second.nesting_level, 2);
    assert_eq!(driver.document().node(second.element).text_content(), "2");
    assert_eq!(body(&mut driver), "abc");
    write(&mut driver, "de");
    assert_eq!(finish(driver), "abcdefg");
}

#[test]
fn a_tag_that_an_inner_script_leaves_open_is_continued_by_the_write_around_it() {
    let mut driver = at_script("<script></script>>d");
    write_script(&mut driver, "<script></script>=b>c<i");
    write(&mut driver, "<p a");
    assert_eq!(driver.end_script(), Step::NeedsInput);
    assert_eq!(body(&mut driver), "<p a=\"b\">c</p>");
    assert_eq!(finish(driver), "<p a=\"b\">c<i>d</i></p>");
}

#[test]
fn a_script_that_an_inner_script_opens_and_an_outer_write_closes_runs_at_the_outer_level() {
    let mut driver = at_script("<script></script>c");
    write_script(&mut driver, "<script></script>a</script>b");
    write(&mut driver, "<script>");
    let next = script(driver.end_script());
    assert_eq!(next.nesting_level, 2);
    assert_eq!(driver.document().node(next.element).text_content(), "a");
    assert_eq!(finish(driver), "bc");
}

#[test]
fn the_position_of_a_script_is_the_offset_after_its_end_tag() {
    let mut driver = driver("<p>\r\n<script>a</script>\r\nb<script></script >");
    let first = script(driver.step());
    assert_eq!(&driver.document().source()[..first.position], "<p>\n<script>a</script>");
    let inner = write_script(&mut driver, "\r\nb<script></script>");
    assert!(
        driver.document().source()[..inner.position].ends_with("</script>\nb<script></script>")
    );
    driver.end_script();
    let second = script(driver.end_script());
    assert!(driver.document().source()[..second.position].ends_with("\nb<script></script >"));
}

#[test]
fn svg_scripts_run_at_their_end_tag_and_when_they_close_themselves() {
    let mut driver = driver("<svg><script>a</script><script href=b /></svg><script/>c</script>");
    let first = script(driver.step());
    assert!(first.is_svg);
    assert_eq!(driver.document().node(first.element).text_content(), "a");
    let second = script(driver.end_script());
    assert!(second.is_svg);
    let href = driver
        .document()
        .node(second.element)
        .as_element()
        .unwrap()
        .attr("href")
        .map(str::to_owned);
    assert_eq!(href.as_deref(), Some("b"));
    let third = script(driver.end_script());
    assert!(!third.is_svg);
    assert_eq!(driver.document().node(third.element).text_content(), "c");
    assert_eq!(driver.end_script(), Step::Finished);
}

/// "An end tag whose tag name is 'script', if the current node is an SVG script element".
///
/// <https://html.spec.whatwg.org/#parsing-main-inforeign>
#[test]
fn an_svg_script_that_ends_with_an_element_in_it_open_does_not_run() {
    for page in [
        "<svg><script><g></script>",
        "<svg><script><p>",
        "<svg><script></svg>",
        "<svg><script>",
        "<math><script></script>",
        "<math><script/>",
    ] {
        assert_eq!(driver(page).step(), Step::Finished, "{page}");
    }
}

/// "If the current node is a script element, then set its already started to true."
///
/// <https://html.spec.whatwg.org/#parsing-main-incdata>
#[test]
fn a_script_that_ends_with_the_input_does_not_run() {
    assert_eq!(driver("<script>a").step(), Step::Finished);
    assert_eq!(driver("<script>a</script").step(), Step::Finished);
    let mut driver = at_script("<script></script>");
    write(&mut driver, "<script>a</script");
    assert_eq!(driver.end_script(), Step::Finished);
}

#[test]
fn what_looks_like_a_script_in_text_or_a_comment_does_not_run() {
    for page in [
        "<!--<script></script>-->",
        "<title><script></script></title>",
        "<textarea><script></script>",
        "<style><script></script></style>",
        "<noscript><script></script></noscript>",
        "<p a='<script></script>'>",
        "<select><script",
        "</script>",
    ] {
        assert_eq!(driver(page).step(), Step::Finished, "{page}");
    }
}

#[test]
fn a_double_escaped_end_tag_does_not_run_a_script() {
    let mut driver = driver("<script><!--<script></script>--></script>");
    let whole = script(driver.step());
    let text = driver.document().node(whole.element).text_content();
    assert_eq!(text, "<!--<script></script>-->");
    assert_eq!(driver.end_script(), Step::Finished);
}

#[test]
fn scripts_of_templates_are_reported() {
    let mut driver = driver("<template><script>a</script></template>b");
    let inert = script(driver.step());
    assert_eq!(driver.document().node(inert.element).text_content(), "a");
    assert_eq!(finish(driver), "b");
}

#[test]
fn without_scripting_no_script_runs() {
    let mut driver = Driver::new(&ParseOptions::new(), &consomme::Hints::new());
    driver.feed_str("<script></script><svg><script/>");
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
}

/// The scripts of a fragment are "already started".
///
/// <https://html.spec.whatwg.org/#parsing-main-inhead>
#[test]
fn the_scripts_of_a_fragment_do_not_run() {
    let mut driver = Driver::for_fragment(&options(), "div");
    driver.feed_str("<script></script><svg><script></script>a");
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
    assert_eq!(
        driver.finish_document().inner_html(),
        "<script></script><svg><script></script>a</svg>"
    );
}

#[test]
fn scripts_run_wherever_they_are_in_a_page() {
    for page in [
        "<script></script>",
        "<html><script></script>",
        "<head><script></script>",
        "<head></head><script></script>",
        "<table><script></script>",
        "<table><tr><script></script>",
        "<select><script></script>",
        "<frameset></frameset><script></script>",
        "<body></body><script></script>",
        "</html><script></script>",
        "<svg><foreignObject><script></script>",
        "<math><mi><script></script>",
        "<script><!--</script>",
    ] {
        let expected = !page.starts_with("<frameset>");
        let step = driver(page).step();
        assert_eq!(matches!(step, Step::Script(_)), expected, "{page}: {step:?}");
    }
}
