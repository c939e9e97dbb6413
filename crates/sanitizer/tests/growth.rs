//! The check that sanitizing takes linear time: for every family of hostile documents, twice the
//! size takes no more than twice the steps, and a little. Counted, not timed: the same on every
//! machine.

use consomme::{Limits, ParseOptions, steps};
use consomme_sanitizer::{SanitizeOptions, Sanitizer};
use consomme_test::families::{FAMILIES, Family, Feed, repeat};

/// The largest ratio of the steps for inputs of twice the size.
const MAX_RATIO: f64 = 2.2;

/// Sanitizes markup to a string, which reads it up to seven times, and a tree in place.
#[test]
fn sanitizing_every_family_takes_linear_time() {
    const fn family(name: &'static str, make: fn(usize) -> String) -> Family {
        Family { name, feed: Feed::Text, is_larger_than_linear: false, make }
    }
    let own = [
        family("<x-a> n times", |n| repeat("<x-a>", n)),
        family("<x-a>x</x-a> n times", |n| repeat("<x-a>x</x-a>", n / 2)),
        family("<x-a> n times, then <p> n times", |n| {
            repeat("<x-a>", n / 2) + &repeat("<p>", n / 2)
        }),
        family("<p onclick> n times", |n| repeat("<p onclick=f()>", n)),
        family("<p> with n attributes", |n| format!("<p {}>", repeat("a@=x ", n))),
        family("<script> n times", |n| repeat("<script></script>x", n / 2)),
        family("<template><p onclick> n times", |n| repeat("<template><p onclick=f()>", n / 2)),
        family("<a href=javascript:> n times", |n| repeat("<a href=javascript:f()>x", n)),
        family("<b title> of n bytes, then <p> n times", |n| {
            format!("<p><b title={}>{}", "x".repeat(n), repeat("<p>x", n))
        }),
        family("a long href", |n| format!("<a href='{}'>", repeat("java\nscript", n))),
        family("<select><noframes> n times", |n| repeat("<select><noframes></noframes>", n / 2)),
        family("<noscript><select> n times", |n| repeat("<noscript><select>", n / 2)),
        family("<mi> in <mi> by tables n times", |n| {
            repeat("<math><mi><p><table><mi><p><tr>", n / 4)
        }),
        family("<form> in <form> n times", |n| repeat("<form><div></form><form>", n / 2)),
        family("<pre> and line feeds n times", |n| repeat("<pre></pre>\n<pre>\n\n</pre>", n / 2)),
    ];

    let mut replacing = Sanitizer::allow_everything();
    for name in ["b", "div", "a", "p", "table", "x-a"] {
        replacing.replace_element_with_children(name);
    }
    let sanitizers = [Sanitizer::new(), replacing];
    let mut slow = Vec::new();
    for family in FAMILIES.iter().chain(&own) {
        let limits = if family.is_larger_than_linear {
            Limits::default().copies(Some(0))
        } else {
            Limits::unlimited()
        };
        for (index, sanitizer) in sanitizers.iter().enumerate() {
            // The configuration is compiled when it is first used.
            sanitizer.sanitize_str("");
            let to_text = |size| {
                let document = (family.make)(size);
                let options = SanitizeOptions::new().limits(limits);
                steps::counted(|| drop(options.sanitize(sanitizer, "div", &document)))
            };
            let in_place = |size| {
                let options = ParseOptions::new().limits(limits);
                let mut tree = options.parse_fragment("div", (family.make)(size));
                steps::counted(|| sanitizer.sanitize(&mut tree))
            };
            let growths = [
                ("to text", to_text(4000) as f64 / to_text(2000) as f64),
                ("in place", (in_place(2000) + 100) as f64 / (in_place(1000) + 100) as f64),
            ];
            for (what, growth) in growths {
                if growth > MAX_RATIO {
                    slow.push(format!("{}, {what} by {index}: {growth:.2} times", family.name));
                }
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
