//! Scripts in what scripts write, and which scripts run.

use consomme::driver::Step;

use super::{driver, script, write_script};

/// A loop that knows nothing of scripts comes to the end of the document.
#[test]
fn a_loop_without_answers_ends() {
    let mut driver = driver("<p>1<script>x</script><p>2<svg><script/></svg><script>y</script>3");
    let steps = (0..100).take_while(|_| driver.step() != Step::Finished).count();
    assert_eq!(steps, 3);
    assert!(driver.finish_document().root().text_content().ends_with('3'));
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
