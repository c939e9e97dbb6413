//! Comments that end only because the input ends.

use crate::parse::ParseOptions;
use crate::steps;

/// Returns the text that finishes a comment or a processing instruction, so that more can follow;
/// an empty text if it is finished already. `None` if no text finishes it without changing it.
pub(super) fn end_of_comment(comment: &str, options: &ParseOptions) -> Option<&'static str> {
    let parse = |html: String| options.clone().parse_fragment("div", html).inner_html();
    let mut as_it_is = None;
    ["", ">", "->", "-->"].into_iter().find(|end| {
        steps::count(comment.len());
        let alone = as_it_is.get_or_insert_with(|| parse(comment.to_owned()));
        parse(format!("{comment}{end}<br>")).strip_suffix("<br>") == Some(&*alone)
    })
}
