//! The result stays in the context, and the removals say what could not.

use crate::{Policy, RemovalReason, SanitizeOptions, Sanitizer};

/// Returns the text and the removals, which are the same with a policy and without.
fn sanitized(options: &SanitizeOptions, context: &str, html: &str) -> (String, Vec<String>) {
    let options = options.clone().max_removals(10);
    let all = Sanitizer::allow_everything();
    let sanitized = options.sanitize(&all, context, html);
    let governed = options.sanitize(&all.policy(Policy::new()), context, html);
    assert_eq!(governed.html(), sanitized.html());
    assert_eq!(governed.removals(), sanitized.removals());
    let removals = sanitized.removals().list().iter();
    let lines = removals.map(|removal| {
        assert_eq!(removal.reason(), RemovalReason::ReachesOut);
        format!("{} {:?}", removal, removal.span().map(|span| &html[span]))
    });
    let lines = lines.collect();
    (sanitized.into_html(), lines)
}

#[test]
fn what_reaches_out_is_a_removal_with_its_place() {
    let options = SanitizeOptions::new();
    let reason = "reaches out of the element around the text";
    assert_eq!(
        sanitized(&options, "div", "1<li>2<b>3</b></li>4"),
        (
            "12<b>3</b>4".to_owned(),
            vec![format!("tags of li: {reason} Some(\"<li>2<b>3</b></li>\")")]
        )
    );
    assert_eq!(
        sanitized(&options, "tr", "<td>1</td>2<svg></svg>"),
        (
            "<td>1</td>".to_owned(),
            vec![
                format!("text: {reason} Some(\"2\")"),
                format!("element svg: {reason} Some(\"<svg></svg>\")")
            ]
        )
    );
    assert_eq!(
        sanitized(&options, "p", "1<hr>2<select><option>3</select>"),
        (
            "12<select><option>3</option></select>".to_owned(),
            vec![format!("element hr: {reason} Some(\"<hr>\")")]
        )
    );
    // The last `a` takes the one around the `math` off the stack, whose end tag would end another.
    assert_eq!(
        sanitized(&options, "div", "<a><math><mi><a>1"),
        (
            "<a><math><mi>1</mi></math></a>".to_owned(),
            vec![format!("tags of a: {reason} Some(\"<a>1\")")]
        )
    );
    let inner = options.inner_html(true);
    let html = "<li>1</li>2";
    assert_eq!(sanitized(&inner, "li", html), (html.to_owned(), Vec::new()));
}

#[test]
fn surroundings_are_as_the_caller_says() {
    let html = "<a>1</a><form><button>2</button></form><p>3</p><li>4</li>";
    let usual = SanitizeOptions::new();
    let text = |options: &SanitizeOptions, context| sanitized(options, context, html).0;
    let without_item = html.replace("<li>4</li>", "4");
    assert_eq!(text(&usual, "div"), without_item);
    assert_eq!(text(&usual, "section"), html);
    assert_eq!(text(&usual, "body"), html);
    assert_eq!(text(&usual, "span"), "<a>1</a><button>2</button>34");
    assert_eq!(text(&usual.clone().not_around(["li"]), "div"), html);
    let named = usual.clone().around(["a", "FORM", "x-y"]);
    assert_eq!(text(&named, "div"), "1<button>2</button><p>3</p>4");
    assert_eq!(text(&named.clone().around(["button"]), "div"), "12<p>3</p>4");
    // Nothing is around `body`, and a cell hides all but forms.
    assert_eq!(text(&named, "body"), html);
    assert_eq!(text(&named, "td"), "<a>1</a><button>2</button><p>3</p><li>4</li>");
    let void = usual.sanitize(&Sanitizer::new(), "br", html);
    assert_eq!((void.html(), void.is_text()), ("", true));
}
