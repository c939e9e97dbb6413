//! Writes a page that shows what sanitizers make of samples: the input, the result as text and
//! rendered, and each removal with its reason. One HTML file, without scripts.
//!
//! ```sh
//! cargo run -p consomme-sanitizer --example demo --features css > demo.html
//! ```

use consomme_sanitizer::consomme::entities::escape_text;
use consomme_sanitizer::{
    FramePolicy, Policy, Preset, Removal, SanitizeOptions, Sanitizer, UrlPolicy,
};

#[allow(dead_code, reason = "the browser test takes the page only")]
fn main() {
    println!("{}", page());
}

/// How many removals of a sample are listed.
const MAX_REMOVALS: usize = 50;

/// A sample: its title, how its sanitizer is made, that, and the input.
type Sample = (&'static str, &'static str, Sanitizer, &'static str);

fn samples() -> Vec<Sample> {
    let frames = FramePolicy::new(["www.youtube-nocookie.com/embed/"]);
    let quiet = Policy::new().urls(UrlPolicy::new().fetch_nothing(true));
    vec![
        (
            "A comment",
            "Sanitizer::preset(Preset::Comments)",
            Sanitizer::preset(Preset::Comments),
            "<p onclick=steal()>Nice <a href=https://soup.example/>soup</a>!<script>steal()</script>\
             <li>A forged comment<h1>Loud</h1>",
        ),
        (
            "The default of browsers",
            "Sanitizer::new()",
            Sanitizer::new(),
            "<h2 id=leek>Leek</h2><a href='java\nscript:steal()'>1</a><img src=x onerror=steal()>\
             <svg><path d='M0 0h9v9z' fill=green /><script>steal()</script></svg>",
        ),
        (
            "Markup that changes when it is read again",
            "Sanitizer::new()",
            Sanitizer::new(),
            "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 \
             onerror=steal()&gt;'>",
        ),
        (
            "An article",
            "Sanitizer::preset(Preset::Relaxed)",
            Sanitizer::preset(Preset::Relaxed),
            "<h1 style='position:fixed'>Soup</h1><table width=200><tr><td colspan=2>1<td>2</table>\
             <iframe src=https://evil.example/></iframe><form><input name=q></form>",
        ),
        (
            "A mail",
            "Sanitizer::preset(Preset::Email)",
            Sanitizer::preset(Preset::Email),
            "<table bgcolor=#eee width=300><tr><td style='padding:9px;position:absolute;\
             margin-left:-99px'>Hello<img src=https://news.example/pot.png width=40 height=40>\
             <img src=https://news.example/wf/open?u=1 width=1 height=1></table>\
             <blockquote type=cite>You wrote</blockquote>",
        ),
        (
            "A video from a listed host",
            "Sanitizer::new().policy(Policy::new().frames(FramePolicy::new([…])))",
            Sanitizer::new().policy(Policy::new().frames(frames)),
            "<iframe src=https://www.youtube-nocookie.com/embed/x allow=camera></iframe>\
             <iframe src=https://evil.example/></iframe>",
        ),
        (
            "Nothing is fetched",
            "Sanitizer::new().policy(Policy::new().urls(UrlPolicy::new().fetch_nothing(true)))",
            Sanitizer::new().policy(quiet),
            "<a href=https://soup.example/>a link</a><svg><path d='M0 0h9v9z' \
             fill='url(https://track.example/)' /></svg>",
        ),
    ]
}

/// Returns the page.
pub(crate) fn page() -> String {
    let mut page = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>consomme-sanitizer</title>\n<style>\n\
         body { font-family: sans-serif; margin: 2em auto; max-width: 70em }\n\
         article { border-top: 1px solid #999; margin-top: 2em }\n\
         .columns { display: grid; gap: 1em; grid-template-columns: 1fr 1fr }\n\
         pre, iframe { background: #f4f4f4; border: 0; margin: 0; padding: .5em; \
         white-space: pre-wrap; overflow-wrap: anywhere }\n\
         iframe { box-sizing: border-box; height: 8em; width: 100% }\n\
         </style>\n</head>\n<body>\n<h1>What the sanitizer leaves, and why</h1>\n",
    );
    for sample in samples() {
        page.push_str(&article(&sample));
    }
    page.push_str("</body>\n</html>");
    page
}

fn article((title, made_by, sanitizer, input): &Sample) -> String {
    let options = SanitizeOptions::new().max_removals(MAX_REMOVALS);
    let sanitized = options.sanitize(sanitizer, "div", input);
    let removals: String = sanitized.removals().list().iter().map(|it| row(it, input)).collect();
    let held = sanitized.held_images().list().iter().map(|image| {
        let sign = image.tracking().map(|it| format!(", looks like a tracker: {it}"));
        format!(
            "<li>held back: {}{}</li>\n",
            escape_text(&image.urls().join(" ")),
            sign.unwrap_or_default()
        )
    });
    let held: String = held.collect();
    let (html, made_by) = (sanitized.html(), escape_text(made_by));
    let rendered = escape_text(html).replace('"', "&quot;");
    let (input, html) = (escape_text(input), escape_text(html));
    format!(
        "<article>\n<h2>{title}</h2>\n<p><code>{made_by}</code></p>\n<div class=\"columns\">\n\
         <div><h3>Input</h3><pre>{input}</pre></div>\n\
         <div><h3>Result</h3><pre>{html}</pre></div>\n\
         <div><h3>Removed</h3><ul>\n{removals}{held}</ul></div>\n\
         <div><h3>Rendered</h3><iframe sandbox title=\"{title}\" srcdoc=\"{rendered}\"></iframe></div>\n\
         </div>\n</article>\n"
    )
}

/// Returns a removal with the code of its reason and the markup that it was.
fn row(removal: &Removal, input: &str) -> String {
    let source = removal.span().and_then(|span| input.get(span)).unwrap_or_default();
    let (line, code) = (removal.to_string(), removal.reason().code());
    let (line, source) = (escape_text(&line), escape_text(source));
    format!("<li>{line} (<code>{code}</code>) <pre>{source}</pre></li>\n")
}
