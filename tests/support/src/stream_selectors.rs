//! Selectors for streams, made from parts of which it is known whether a stream can match them.

/// A selector, and whether a stream takes it.
pub struct StreamSelector {
    pub text: String,
    pub is_accepted: bool,
}

/// Compounds that may be anywhere.
const ANYWHERE: [&str; 22] = [
    "*",
    "p",
    "b",
    "i",
    "td",
    "li",
    ".x",
    ":first-child",
    ":nth-child(2)",
    ":nth-child(odd)",
    "p:nth-child(-n + 3)",
    ":nth-of-type(2)",
    "b:first-of-type",
    ":not(:nth-child(3n + 1))",
    ":is(p, li):nth-child(2n)",
    ":is(:nth-child(2) > *, i)",
    ":not(p + *, :first-child)",
    ":not(:not(:nth-of-type(odd)))",
    ":where(b, :nth-child(2) + :nth-child(n + 3))",
    ":is(td:nth-child(even) *, p *)",
    ":scope > body",
    ":is(:scope, :root) > *",
];

/// Compounds that ask for content, so that only the last one may be one of these.
const LAST: [&str; 10] = [
    ":has(> b)",
    ":not(:empty)",
    "p:empty",
    ":nth-child(2):has(b)",
    ":has(b:nth-child(2 of i, b))",
    ":has(> i ~ b)",
    ":has(:is(p ~ b:last-child))",
    ":is(p:nth-child(odd):has(b), li)",
    ":not(:has(:nth-child(2)))",
    ":has(:is(* + b:nth-child(2n):only-of-type))",
];

/// Compounds that no stream can match, wherever they are.
const REFUSED: [&str; 11] = [
    ":nth-child(2 of b)",
    ":not(:nth-child(odd of p, i))",
    ":last-child",
    ":nth-last-of-type(2)",
    ":is(p ~ *)",
    ":not(b ~ i)",
    ":has(+ b)",
    ":has(:is(:nth-child(2) > i))",
    ":has(:is(p ~ * b))",
    ":has(:nth-child(1 of b ~ * i))",
    ":has(:not(:last-child > *))",
];

/// Returns a selector that `choose` chooses: it returns a number up to the one that it gets.
pub fn stream_selector(mut choose: impl FnMut(usize) -> usize) -> StreamSelector {
    let (mut text, mut is_accepted) = (String::new(), true);
    let last = choose(2);
    for number in 0..=last {
        // One in eight has a refused part.
        let (list, is_allowed): (&[&str], bool) = match choose(15) {
            0 => (&REFUSED, false),
            1..=5 => (&LAST, number == last),
            _ => (&ANYWHERE, true),
        };
        text.push_str(list[choose(list.len() - 1)]);
        is_accepted &= is_allowed;
        if number < last {
            let combinator = [" ", " > ", " + ", " ", " > ", " + ", " > ", " ~ "][choose(7)];
            text.push_str(combinator);
            is_accepted &= combinator != " ~ ";
        }
    }
    StreamSelector { text, is_accepted }
}
