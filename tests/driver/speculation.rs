//! Speculative parsing: the fetches of a document, found ahead of the parse.
//!
//! <https://html.spec.whatwg.org/#speculative-html-parsing>

use consomme::driver::{DocumentBuilder, Driver, Step};
use consomme::speculation::{FetchKind, Speculated, Speculation};
use consomme::{Document, Hints, Limits, Namespace, ParseOptions, Revision};
use proptest::prelude::*;

/// The findings of a speculation, one line each: the kind, the URL, the attributes, and the base.
fn lines(speculation: Speculation) -> Vec<String> {
    speculation.map(line).collect()
}

fn line(found: Speculated) -> String {
    match found {
        Speculated::Fetch(fetch) => {
            let mut line = format!("{:?} {}", fetch.kind, fetch.url);
            if matches!(fetch.kind, FetchKind::Preload | FetchKind::ModulePreload) {
                line += &format!(" as={}", fetch.destination);
            }
            for source in &fetch.sources {
                line += &format!(" [{}]", source.srcset());
            }
            if let Some(srcset) = fetch.attr("srcset").or(fetch.attr("imagesrcset")) {
                line += &format!(" ({srcset})");
            }
            if let Some(base) = &fetch.base {
                line += &format!(" in {base}");
            }
            line
        }
        Speculated::ContentSecurityPolicy(policy) => format!("csp {policy}"),
        Speculated::Referrer(policy) => format!("referrer {policy}"),
        Speculated::Viewport(content) => format!("viewport {content}"),
        other => panic!("{other:?}"),
    }
}

fn scripting() -> ParseOptions {
    ParseOptions::new().scripting(true).declarative_shadow_roots(true)
}

/// Markup, and the lines of the findings.
type Case = (&'static str, &'static [&'static str]);

#[track_caller]
fn check(cases: &[Case]) {
    for (html, expected) in cases {
        assert_eq!(lines(Speculation::new(&scripting(), *html)), *expected, "{html}");
        // Piece by piece, it is the same.
        let mut speculation = Speculation::new(&scripting(), "");
        let mut found = Vec::new();
        for piece in html.split_inclusive(|_| true) {
            speculation.feed_str(piece);
            found.extend(speculation.by_ref().map(line));
        }
        assert_eq!(found, *expected, "{html}");
    }
}

#[test]
fn scripts_are_fetched_by_their_type() {
    check(&[
        ("<script src=a.js></script>", &["Script a.js"]),
        ("<script src='' ></script><script></script>", &[]),
        ("<script type='' src=a></script>", &["Script a"]),
        ("<script type=' Text/JavaScript\n' src=a></script>", &["Script a"]),
        ("<script type=text/ecmascript src=a></script>", &["Script a"]),
        ("<script type='text/javascript; charset=utf-8' src=a></script>", &[]),
        ("<script type=' ' src=a></script>", &[]),
        ("<script type=MODULE src=a></script>", &["ModuleScript a"]),
        (
            "<script type=importmap src=a></script><script type=speculationrules src=b></script>",
            &[],
        ),
        ("<script type=application/json src=a></script>", &[]),
        ("<script language=JavaScript1.2 src=a></script>", &["Script a"]),
        ("<script language=vbscript src=a></script>", &[]),
        ("<script language='' src=a></script>", &["Script a"]),
        ("<script type=module language=vbscript src=a></script>", &["ModuleScript a"]),
        (
            "<script nomodule src=a></script><script nomodule type=module src=b></script>",
            &["ModuleScript b"],
        ),
        ("<script for=document event=onload src=a></script>", &[]),
        ("<script for=window event=onclick src=a></script>", &[]),
        ("<script for=' Window ' event='ONLOAD()' src=a></script>", &["Script a"]),
        ("<script for=window src=a></script>", &["Script a"]),
        ("<script src='data:text/javascript,1'></script><script src=' DATA:,'></script>", &[]),
        ("<script src=a>document.write('<img src=b>')</script>", &["Script a"]),
        (
            "<script src=a><!-- <script> </script> <img src=b> --></script><img src=c>",
            &["Script a", "Image c"],
        ),
        ("<script src=a", &[]),
    ]);
}

#[test]
fn scripts_are_fetched_only_with_scripting() {
    let html = "<noscript><img src=a></noscript><script src=b></script><svg><script href=c></script></svg><img src=d>";
    assert_eq!(lines(Speculation::new(&ParseOptions::new(), html)), ["Image a", "Image d"]);
    assert_eq!(lines(Speculation::new(&scripting(), html)), ["Script b", "Script c", "Image d"]);
}

#[test]
fn noscript_in_the_head_has_style_sheets() {
    let html = "<head><noscript><link rel=stylesheet href=a><img src=b></noscript>";
    assert_eq!(lines(Speculation::new(&ParseOptions::new(), html)), ["StyleSheet a", "Image b"]);
    assert_eq!(lines(Speculation::new(&scripting(), html)), [""; 0]);
}

#[test]
fn links_are_fetched_by_their_keywords() {
    check(&[
        ("<link rel=stylesheet href=a>", &["StyleSheet a"]),
        ("<link rel='\tStyleSheet\n' href=a>", &["StyleSheet a"]),
        ("<link rel='alternate stylesheet' title=Dark href=a>", &["StyleSheet a"]),
        ("<link rel=stylesheet/less href=a><link rel=alternate href=b><link href=c>", &[]),
        ("<link rel=stylesheet href=''><link rel=stylesheet>", &[]),
        ("<link rel=stylesheet href=a disabled>", &[]),
        ("<link rel=stylesheet href=a type=text/plain>", &[]),
        ("<link rel=stylesheet href=a type='Text/CSS; charset=x'>", &["StyleSheet a"]),
        (
            "<link rel=stylesheet href=a type><link rel=stylesheet href=b type=' '>",
            &["StyleSheet a"],
        ),
        ("<link rel=stylesheet href=a media=print>", &["StyleSheet a"]),
        ("<link rel='icon shortcut' href=a><link rel=manifest href=b>", &[]),
        ("<link rel=prefetch href=a>", &["Prefetch a"]),
        (
            "<link rel=preconnect href=//a><link rel=DNS-Prefetch href=//a>",
            &["Preconnect //a", "DnsPrefetch //a"],
        ),
        ("<link rel='stylesheet stylesheet preconnect' href=a>", &["StyleSheet a", "Preconnect a"]),
        ("<body><p><link rel=stylesheet href=a>", &["StyleSheet a"]),
        ("<svg><link rel=stylesheet href=a></svg>", &[]),
        ("<svg><title><link rel=stylesheet href=a></title></svg>", &["StyleSheet a"]),
    ]);
}

#[test]
fn preloads_need_a_destination_that_fits() {
    check(&[
        ("<link rel=preload href=a as=script>", &["Preload a as=script"]),
        ("<link rel=preload href=a as=FONT crossorigin>", &["Preload a as=font"]),
        ("<link rel=preload href=a as=fetch>", &["Preload a as="]),
        (
            "<link rel=preload href=a><link rel=preload href=b as=''><link rel=preload href=c as=video>",
            &[],
        ),
        ("<link rel=preload href=a as=worker>", &[]),
        ("<link rel=preload href=a as=style type=text/css>", &["Preload a as=style"]),
        ("<link rel=preload href=a as=style type=text/plain>", &[]),
        ("<link rel=preload href=a as=image type=image/avif>", &["Preload a as=image"]),
        ("<link rel=preload href=a as=image type=text/css>", &[]),
        ("<link rel=preload href=a as=font type=font/woff2>", &["Preload a as=font"]),
        ("<link rel=preload href=a as=track type=text/vtt>", &["Preload a as=track"]),
        ("<link rel=preload imagesrcset='a 1x' as=image>", &["Preload  as=image (a 1x)"]),
        ("<link rel=preload imagesrcset='a 1x' as=script>", &[]),
        ("<link rel=modulepreload href=a>", &["ModulePreload a as=script"]),
        ("<link rel=modulepreload href=a as=bogus>", &["ModulePreload a as=script"]),
        ("<link rel=modulepreload href=a as=JSON>", &["ModulePreload a as=json"]),
        ("<link rel=modulepreload href=a as=image>", &[]),
    ]);
}

#[test]
fn images_are_fetched_with_what_they_choose_from() {
    check(&[
        ("<img src=a>", &["Image a"]),
        ("<image src=a>", &["Image a"]),
        ("<img><img src=''><img srcset=' , '>", &[]),
        ("<img srcset='a 1x, b 2x'>", &["Image  (a 1x, b 2x)"]),
        ("<img src=a srcset='b 100w' sizes=50vw>", &["Image a (b 100w)"]),
        ("<img src=data:,a><img src='DATA:,a'>", &[]),
        ("<img src=a loading=lazy>", &["Image a"]),
        ("<input type=IMAGE src=a><input type=text src=b><input src=c>", &["Image a"]),
        ("<video poster=a src=b><source src=c></video>", &["VideoPoster a"]),
        (
            "<picture><source srcset=a><source><source srcset='b 2x' media=print><img src=c></picture>",
            &["Image c [a] [b 2x]"],
        ),
        ("<picture><source srcset=a><img></picture>", &["Image  [a]"]),
        ("<picture><img src=a><source srcset=b><img src=c></picture>", &["Image a", "Image c [b]"]),
        ("<picture><source srcset=a><p><img src=b></picture>", &["Image b"]),
        ("<picture><source srcset=a></picture><img src=b>", &["Image b"]),
        (
            "<picture><source srcset=a><picture><img src=b></picture><img src=c>",
            &["Image b", "Image c [a]"],
        ),
        ("<video><source srcset=a><img src=b></video>", &["Image b"]),
        (
            "<iframe src=a></iframe><frame src=b><embed src=c><object data=d></object><track src=e>",
            &[],
        ),
    ]);
}

#[test]
fn svg_has_images_and_scripts_of_its_own() {
    check(&[
        ("<svg><image href=a /></svg>", &["Image a"]),
        ("<svg><image xlink:href=a /></svg>", &["Image a"]),
        ("<svg><image href=a xlink:href=b /></svg>", &["Image a"]),
        ("<svg><image src=a /></svg>", &[]),
        (
            "<svg><script href=a /><script xlink:href=b></script><script src=c></script></svg>",
            &["Script a", "Script b"],
        ),
        ("<svg><script type=module href=a /></svg>", &["ModuleScript a"]),
        ("<svg><img src=a>", &["Image a"]),
        ("<svg><foreignObject><img src=a></foreignObject><source srcset=b></svg>", &["Image a"]),
        ("<svg><style><image href=a /></style></svg>", &["Image a"]),
        ("<svg><![CDATA[<image href=a />]]></svg><![CDATA[<img src=b>]]>", &[]),
        ("<math><script src=a></script><image href=b /></math>", &[]),
        ("<math><mi><img src=a></mi></math>", &["Image a"]),
        ("<svg><use href=a /><feImage href=b /></svg>", &[]),
    ]);
}

#[test]
fn only_elements_are_looked_at() {
    check(&[
        ("<!-- <img src=a> --><!doctype html '<img src=b>'><img src=c>", &["Image c"]),
        ("<textarea><img src=a></textarea><title><img src=b></title><img src=c>", &["Image c"]),
        ("<style><img src=a></style><xmp><img src=b></xmp><iframe><img src=c></iframe>", &[]),
        ("<p title='<img src=a>'><img src=b>", &["Image b"]),
        (
            "<noembed><img src=a></noembed><noframes><img src=b></noframes><plaintext><img src=c>",
            &[],
        ),
        ("<img src='a&amp;b'><img src=a\u{0}b>", &["Image a&b", "Image a\u{fffd}b"]),
        ("<img src=a src=b><IMG SRC=c>", &["Image a", "Image c"]),
        ("<frameset><img src=a></frameset>", &[]),
        ("<select><img src=a></select>", &["Image a"]),
    ]);
}

#[test]
fn an_image_in_a_table_is_fetched_where_it_is_foster_parented() {
    check(&[
        ("<table><img src=a><tr><img src=b><td><img src=c>", &["Image a", "Image b", "Image c"]),
        ("<table><template><img src=a></template><img src=b></table>", &["Image b"]),
        ("<template><table><img src=a></table></template>", &[]),
        ("<table><colgroup><template><img src=a></template><img src=b>", &["Image b"]),
        ("<table><picture><source srcset=a><img src=b></picture>", &["Image b [a]"]),
        ("<table><input type=hidden src=a><input type=image src=b></table>", &["Image b"]),
    ]);
}

#[test]
fn templates_keep_what_they_contain() {
    check(&[
        (
            "<template><img src=a><script src=b></script><link rel=stylesheet href=c></template>",
            &[],
        ),
        (
            "<template><template><img src=a></template><img src=b></template><img src=c>",
            &["Image c"],
        ),
        ("<head><template><meta name=referrer content=x></template>", &[]),
        (
            "<div><template shadowrootmode=open><link rel=stylesheet href=a><img src=b></template>",
            &["StyleSheet a", "Image b"],
        ),
        (
            "<div><template shadowrootmode=closed><p><template><img src=a></template><img src=b>",
            &["Image b"],
        ),
        (
            "<template><div><template shadowrootmode=open><img src=a></template></div></template>",
            &[],
        ),
        (
            "<div><template shadowrootmode=open></template><template shadowrootmode=open><img src=a>",
            &[],
        ),
        ("<button><template shadowrootmode=open><img src=a></template>", &[]),
        ("<input><a><template shadowrootmode=open><img src=a></template>", &[]),
        ("<template for=x><img src=a></template><img src=b>", &["Image b"]),
    ]);
    let html = "<div><template shadowrootmode=open><img src=a></template><img src=b>";
    let options = ParseOptions::new();
    assert_eq!(lines(Speculation::new(&options, html)), ["Image b"]);
}

#[test]
fn the_first_base_holds_for_what_follows() {
    check(&[
        (
            "<img src=a><base href=/x/><img src=a><img src=b>",
            &["Image a", "Image a in /x/", "Image b in /x/"],
        ),
        ("<base href=/x/><base href=/y/><img src=a>", &["Image a in /x/"]),
        ("<base target=x><base href=/y/><img src=a>", &["Image a in /y/"]),
        ("<base href><base href=/y/><img src=a>", &["Image a in "]),
        ("<body><p><base href=/x/><img src=a>", &["Image a in /x/"]),
        ("<template><base href=/x/></template><img src=a>", &["Image a"]),
        ("<div><template shadowrootmode=open><base href=/x/></template><img src=a>", &["Image a"]),
        ("<svg><base href=/x/></svg><img src=a>", &["Image a"]),
        ("<svg><desc><base href=/x/></desc></svg><img src=a>", &["Image a in /x/"]),
        ("<head></head><base href=/x/><link rel=stylesheet href=a>", &["StyleSheet a in /x/"]),
        ("<title><base href=/x/></title><img src=a>", &["Image a"]),
    ]);
}

#[test]
fn a_url_is_fetched_once() {
    check(&[
        ("<img src=a><img src=a><img src=A>", &["Image a", "Image A"]),
        ("<img src=a><img src=' a\n'><img src='a#b'>", &["Image a", "Image a#b"]),
        ("<link rel=preload as=script href=a><script src=a></script>", &["Preload a as=script"]),
        (
            "<link rel=preconnect href=a><img src=a><link rel=preconnect href=a>",
            &["Preconnect a", "Image a"],
        ),
        ("<img srcset='a, b 2x'><img srcset='a, b 2x'>", &["Image  (a, b 2x)", "Image  (a, b 2x)"]),
        ("<template><img src=a></template><img src=a>", &["Image a"]),
    ]);
}

#[test]
fn meta_elements_take_effect_in_order() {
    check(&[
        (
            "<link rel=stylesheet href=a><meta http-equiv=Content-Security-Policy content='img-src b'>\
             <meta name=REFERRER content=origin><meta name=viewport content=width=1><img src=c>",
            &["StyleSheet a", "csp img-src b", "referrer origin", "viewport width=1", "Image c"],
        ),
        (
            "<body><meta http-equiv=content-security-policy content=a><meta name=referrer content=b>",
            &["referrer b"],
        ),
        ("<head></head><meta http-equiv=content-security-policy content=a>", &["csp a"]),
        (
            "<meta http-equiv=content-security-policy content=''><meta name=referrer content=''>",
            &[],
        ),
        ("<meta http-equiv=content-security-policy><meta name=referrer><meta name=viewport>", &[]),
        ("<div><template shadowrootmode=open><meta name=referrer content=a></template>", &[]),
        (
            "<meta http-equiv=content-type content='text/html; charset=koi8-r'><meta charset=koi8-r><img src=é>",
            &["Image é"],
        ),
    ]);
}

#[test]
fn the_attributes_that_decide_are_returned() {
    let html = "<script class=x src=a async defer crossorigin=use-credentials integrity=sha256-x nonce=n \
                referrerpolicy=origin fetchpriority=high blocking=render TYPE=module></script>";
    let Some(Speculated::Fetch(fetch)) = Speculation::new(&scripting(), html).next() else {
        panic!()
    };
    let expected = [
        ("async", ""),
        ("defer", ""),
        ("crossorigin", "use-credentials"),
        ("integrity", "sha256-x"),
        ("nonce", "n"),
        ("referrerpolicy", "origin"),
        ("fetchpriority", "high"),
        ("blocking", "render"),
        ("type", "module"),
    ];
    assert_eq!(fetch.attributes, expected.map(|(name, value)| (name, value.to_owned())));
    assert_eq!(fetch.destination, "script");
    assert_eq!((fetch.attr("defer"), fetch.attr("class")), (Some(""), None));
    assert!(fetch.candidates().is_empty());
}

/// A `srcset`, and its candidates as `url width density`.
#[test]
fn a_srcset_is_parsed_to_candidates() {
    let cases: &[(&str, &[&str])] = &[
        ("a", &["a - -"]),
        (" a , b 2x,c 300w ", &["a - -", "b - 2", "c 300 -"]),
        ("a,b c, d 1x", &["d - 1"]),
        ("a,,b 1x", &["a,,b - 1"]),
        ("a,, b,", &["a - -", "b - -"]),
        ("a 1.5x, b .5e1x, c 2e-1x, d -0x", &["a - 1.5", "b - 5", "c - 0.2", "d - 0"]),
        ("a 1.x, b +1x, c -1x, d 1e999x, e infx, f x, g 1X", &[]),
        ("a 0w, b 1w 2x, c 1w 1w, d 5h, e 1x 1h, f 1q, g 1.5w, h é", &[]),
        ("a 1w 5h, b 5h 1w", &["a 1 -", "b 1 -"]),
        ("a (b, c) 1x, d (e 2x", &[]),
        ("a 1x\t, b\n2x", &["a - 1", "b - 2"]),
        ("data:,x 1x, b 2x", &["data:,x - 1", "b - 2"]),
        ("a 99999999999999999999w", &["a 18446744073709551615 -"]),
        ("a 007w", &["a 7 -"]),
        (" ,, ", &[]),
    ];
    for (srcset, expected) in cases {
        let html = format!("<picture><source srcset='a'><img srcset='{srcset}'></picture>");
        let Some(Speculated::Fetch(fetch)) = Speculation::new(&scripting(), &*html).next() else {
            panic!()
        };
        let shown = |value: Option<String>| value.unwrap_or("-".to_owned());
        let found: Vec<String> = fetch
            .candidates()
            .iter()
            .map(|c| {
                let density = c.density.map(|density| density.to_string());
                format!("{} {} {}", c.url, shown(c.width.map(|w| w.to_string())), shown(density))
            })
            .collect();
        assert_eq!(found, *expected, "{srcset}");
    }
}

#[test]
fn the_src_is_the_last_candidate_unless_the_srcset_has_its_density() {
    for (html, expected) in [
        ("<img src=a>", &["a"][..]),
        ("<img src=a srcset='b 2x'>", &["b", "a"]),
        ("<img src=a srcset='b 2x, c 1x'>", &["b", "c"]),
        ("<img src=a srcset='b 10w'>", &["b"]),
        ("<img src=a srcset='b'>", &["b", "a"]),
        ("<link rel=preload as=image href=a imagesrcset='b 2x'>", &["b", "a"]),
        ("<svg><image href=a srcset='b 2x'>", &["a"]),
        ("<video poster=a>", &["a"]),
    ] {
        let Some(Speculated::Fetch(fetch)) = Speculation::new(&scripting(), html).next() else {
            panic!()
        };
        let urls: Vec<&str> = fetch.candidates().iter().map(|candidate| candidate.url).collect();
        assert_eq!(urls, expected, "{html}");
    }
}

#[test]
fn a_source_has_its_attributes() {
    let html = "<picture><source srcset=a type=image/avif media=print sizes=1px><img></picture>";
    let Some(Speculated::Fetch(fetch)) = Speculation::new(&scripting(), html).next() else {
        panic!()
    };
    let [source] = &*fetch.sources else { panic!() };
    assert_eq!(source.mime_type(), Some("image/avif"));
    assert_eq!((source.media(), source.sizes()), (Some("print"), Some("1px")));
    assert_eq!(source.candidates().map(|candidate| candidate.url).collect::<Vec<_>>(), ["a"]);
}

#[test]
fn an_image_with_too_many_sources_is_left_out() {
    let html = |sources| format!("<picture>{}<img src=b>", "<source srcset=a>".repeat(sources));
    assert_eq!(Speculation::new(&scripting(), html(64)).count(), 1);
    assert_eq!(Speculation::new(&scripting(), html(65)).count(), 0);
}

#[test]
fn the_revision_and_the_limits_hold() {
    let html = "<select><img src=a></select><img src=b>";
    let old = scripting().revision(Revision::Snapshot2024);
    assert_eq!(lines(Speculation::new(&old, html)), ["Image b"]);
    let html = "<p>".repeat(100) + "<img src=a>";
    let limited = |limits| Speculation::new(&scripting().limits(limits), &*html).count();
    assert_eq!(limited(Limits::default()), 1);
    assert_eq!(limited(Limits::default().nodes(Some(50))), 0);
    assert_eq!(limited(Limits::default().input_bytes(Some(300))), 0);
}

#[test]
fn newlines_and_a_byte_order_mark_are_as_in_a_parse() {
    assert_eq!(
        lines(Speculation::new(&scripting(), "\u{FEFF}<img\r\nsrc='a\r\nb'>")),
        ["Image a\nb"]
    );
    let owned = "<img src=a>".to_owned();
    let mut speculation = Speculation::new(&scripting(), owned);
    assert_eq!(speculation.by_ref().count(), 1);
    speculation.feed_str("<img src=b\r");
    speculation.feed_str("\n>");
    assert_eq!(lines(speculation), ["Image b"]);
}

#[test]
fn a_speculation_can_go_to_another_thread() {
    fn is_send<T: Send + 'static>(_: &T) {}
    is_send(&Speculation::new(&scripting(), ""));
}

/// A driver that is paused at the first script of a page.
fn paused(html: &str) -> Driver<DocumentBuilder> {
    let mut driver = Driver::new(&scripting(), &Hints::new());
    driver.feed_str(html);
    driver.end();
    assert!(matches!(driver.step(), Step::Script(_)), "{html}");
    driver
}

/// Pages with a script that is run, and the findings after it.
const PAUSES: &[Case] = &[
    ("<img src=a><script>x</script><img src=a><img src=b>", &["Image a", "Image b"]),
    ("<script src=a></script><script src=a></script>", &["Script a"]),
    ("<base href=/x/><script>x</script><base href=/y/><img src=a>", &["Image a in /x/"]),
    ("<script>x</script><base href=/y/><img src=a>", &["Image a in /y/"]),
    ("<table><tr><script>x</script><img src=a><td><img src=b>", &["Image a", "Image b"]),
    ("<select><script>x</script><option><img src=a></select>", &["Image a"]),
    ("<svg><script>x</script><image href=a /><p><image href=b>", &["Image a"]),
    ("<svg><script/><image href=a></svg><img src=b>", &["Image a", "Image b"]),
    ("<svg><desc><script>x</script><img src=a></desc><image href=b />", &["Image a", "Image b"]),
    ("<math><mi><script>x</script><img src=a>", &["Image a"]),
    ("<template><script>x</script><img src=a></template><img src=b>", &["Image b"]),
    ("<template><tr><script>x</script><td><img src=a></template><img src=b>", &["Image b"]),
    ("<div><template shadowrootmode=open><script>x</script><img src=a></template>", &["Image a"]),
    ("<noscript><script>x</script></noscript><script>y</script><img src=a>", &["Image a"]),
    ("<head><script>x</script><meta name=referrer content=a>", &["referrer a"]),
    ("<head><script>x</script><meta http-equiv=content-security-policy content=a>", &["csp a"]),
    (
        "<p><b class=a><i><script>x</script></p><p><img src=a></b><img src=b>",
        &["Image a", "Image b"],
    ),
    ("<picture><source srcset=a><script>x</script><img src=b></picture><img src=c>", &["Image c"]),
    ("<my-soup><script>x</script><my-soup><img src=a></my-soup>", &["Image a"]),
    ("<body></body></html><script>x</script><img src=a>", &["Image a"]),
];

#[test]
fn a_paused_parse_is_looked_ahead_from() {
    for (html, expected) in PAUSES {
        let mut driver = paused(html);
        assert_eq!(lines(driver.speculate()), *expected, "{html}");
        // The parse itself is as it would have been.
        while let Step::Script(_) = driver.end_script() {}
        let document = driver.finish_document().root().inner_html();
        assert_eq!(document, scripting().parse_str(*html).root().inner_html());
    }
}

#[test]
fn a_pending_script_and_what_scripts_have_written_is_looked_ahead_from() {
    let mut driver = paused("<script>x</script><img src=d>");
    let Ok(Step::Script(_)) = driver.write("<script src=y></script><img src=b><im") else {
        panic!()
    };
    driver.block();
    assert_eq!(driver.end_script(), Step::Blocked);
    assert_eq!(driver.write("g src=c>"), Ok(Step::Blocked));
    assert_eq!(lines(driver.speculate()), ["Image b", "Image c", "Image d"]);
    driver.end_script();
    assert!(matches!(driver.unblock(), Step::Script(_)));
    // Before its insertion point.
    assert_eq!(driver.write("<img src=a title='<img &amp; "), Ok(Step::NeedsInput));
    assert_eq!(lines(driver.speculate()), [""; 0]);
    assert_eq!(driver.write("'>"), Ok(Step::NeedsInput));
    assert_eq!(lines(driver.speculate()), ["Image b", "Image c", "Image d"]);
}

#[test]
fn bytes_are_decoded_before_they_are_looked_at() {
    let hints = Hints::new().content_type("text/html; charset=koi8-r");
    let mut driver = Driver::new(&scripting(), &hints);
    driver.feed(b"<script></script><img src=\xC2\xCF");
    driver.end();
    driver.feed(b"ignored");
    assert!(matches!(driver.step(), Step::Script(_)));
    let mut speculation = driver.speculate();
    assert!(speculation.next().is_none());
    speculation.feed_str("рщ>");
    assert_eq!(lines(speculation), ["Image борщ"]);
}

/// "Bytes pushed into the HTML parser's input byte stream must also be pushed into the speculative
/// HTML parser's input byte stream": wherever they are cut, and also before the encoding is
/// decided.
///
/// <https://html.spec.whatwg.org/#speculative-html-parsing>
#[test]
fn bytes_that_come_later_are_given_to_the_speculation_as_well() {
    let html =
        "<script></script><img src=б\r\n><p>щ</p>\r<img src=борщ><link rel=stylesheet href=щ>";
    let (bytes, ..) = encoding_rs::KOI8_R.encode(html);
    let fetches = ["Image б", "Image борщ", "StyleSheet щ"];
    for at in 1..=bytes.len() {
        let hints = Hints::new().content_type("text/html; charset=koi8-r");
        let mut driver = Driver::new(&scripting(), &hints);
        driver.feed(&bytes[..at]);
        driver.start_now();
        let is_at_script = matches!(driver.step(), Step::Script(_));
        assert_eq!(is_at_script, at >= "<script></script>".len());
        let mut speculation = driver.speculate();
        let mut found: Vec<_> = speculation.by_ref().collect();
        for piece in bytes[at..].chunks(3) {
            driver.feed_to_both(piece, &mut speculation);
            found.extend(speculation.by_ref());
        }
        let found: Vec<_> = found.into_iter().map(line).collect();
        assert_eq!(found, fetches, "{at}");
        driver.end();
        while driver.step() != Step::Finished {}
        let images = driver.finish_document();
        assert!(images.root().outer_html().contains("<img src=\"борщ\">"), "{at}");
    }
}

#[test]
fn a_parse_that_has_ended_gives_a_speculation_nothing() {
    let mut driver = Driver::new(&scripting(), &Hints::utf8());
    driver.feed(b"<script></script><p>a");
    driver.start_now();
    assert!(matches!(driver.step(), Step::Script(_)));
    let mut speculation = driver.speculate();
    driver.abort();
    driver.feed_to_both(b"<img src=a>", &mut speculation);
    assert_eq!(lines(speculation), [""; 0]);
}

#[test]
fn nothing_is_found_where_nothing_is_fetched() {
    let mut fragment = Driver::for_fragment(&scripting(), "body");
    fragment.feed_str("<img src=a>");
    assert_eq!(fragment.speculate().count(), 0);
    let mut finished = Driver::new(&scripting(), &Hints::new());
    finished.feed_str("<img src=a>");
    assert_eq!(lines(finished.speculate()), ["Image a"]);
    finished.step();
    assert_eq!(finished.speculate().count(), 0);
    finished.abort();
    finished.feed_str("<img src=b>");
    assert_eq!(finished.speculate().count(), 0);
}

/// Pieces of pages. Each `@` becomes the number of the piece, so that URLs differ.
const PIECES: &[&str] = &[
    "<img src=@>",
    "<img src=@>",
    "<link rel=stylesheet href=@>",
    "<script src=@></script>",
    "<input type=image src=@>",
    "<meta name=referrer content=@>",
    "<meta http-equiv=content-security-policy content=@>",
    "<base href=@/>",
    "<video poster=@>",
    "<picture>",
    "</picture>",
    "<source srcset='@ 2x'>",
    "<svg>",
    "</svg>",
    "<image href=@>",
    "<script href=@ />",
    "<image xlink:href=@ />",
    "<desc>",
    "</desc>",
    "<foreignObject>",
    "<math>",
    "<mi>",
    "<annotation-xml encoding=text/html>",
    "</math>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "</td>",
    "<caption>",
    "<colgroup>",
    "<template>",
    "<template shadowrootmode=open>",
    "</template>",
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "<a x=@>",
    "</a>",
    "<i class=x>",
    "</i>",
    "<nobr>",
    "<select>",
    "<option>",
    "</select>",
    "<form>",
    "</form>",
    "<title>",
    "</title>",
    "<style>",
    "</style>",
    "<!--",
    "-->",
    "<noscript>",
    "</noscript>",
    "<head>",
    "</head>",
    "<body>",
    "</body>",
    "</html>",
    "<li>",
    "<h1>",
    "<object>",
    "</object>",
    "<button>",
    "</button>",
    "x",
    " ",
    "&amp;",
    "\0",
    "<![CDATA[",
    "]]>",
    "<pre>",
    "<textarea>",
    "</textarea>",
];

/// Pages of such pieces.
fn page() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|pieces| {
        let numbered = |(number, piece): (usize, &&str)| piece.replace('@', &number.to_string());
        pieces.iter().enumerate().map(numbered).collect()
    })
}

/// The fetches of a document's elements, from its tree: in the order of the start tags, with the
/// offset of each.
fn lines_of_document(document: &Document) -> Vec<(usize, String)> {
    let mut elements = Vec::new();
    // The roots of trees, with whether each is the document tree.
    let mut roots = vec![(document.root(), true)];
    while let Some((root, is_document)) = roots.pop() {
        for element in root.descendant_elements() {
            let start = element.source().and_then(|source| Some(source.start_tag()?.range().start));
            elements.extend(start.map(|start| (start, is_document, element)));
            roots.extend(element.shadow_root().map(|shadow| (*shadow, false)));
        }
    }
    elements.sort_by_key(|(start, ..)| *start);
    let mut base = None;
    let mut lines = Vec::new();
    for (start, is_document, element) in elements {
        let get = |name| element.attr(name).filter(|value| !value.is_empty());
        let is_in = |name| {
            element.parent().and_then(|parent| parent.as_element()).is_some_and(|parent| {
                parent.namespace() == Namespace::Html && parent.name() == name
            })
        };
        let fetch = |kind: &str, url: Option<&str>| url.map(|url| format!("{kind} {url}"));
        let line = match (element.namespace(), element.name()) {
            (Namespace::Html, "base") if is_document => {
                base = base.or(element.attr("href"));
                None
            }
            (Namespace::Html, "meta") => {
                let content = get("content").unwrap();
                let is_policy = get("http-equiv").is_some() && is_in("head");
                let is_referrer = get("name").is_some() && is_document;
                let kind = if is_policy { "csp" } else { "referrer" };
                lines.extend(
                    (is_policy || is_referrer).then(|| (start, format!("{kind} {content}"))),
                );
                None
            }
            (Namespace::Html, "script") => fetch("Script", get("src")),
            (Namespace::Html, "img") => {
                let mut line = format!("Image {}", get("src").unwrap_or(""));
                if is_in("picture") {
                    let before = element.parent().unwrap().children().map_while(|child| {
                        (child.id() != element.id()).then_some(child.as_element())
                    });
                    for source in before.flatten().filter(|child| child.name() == "source") {
                        line += &format!(" [{}]", source.attr("srcset").unwrap());
                    }
                }
                // A start tag `image` has an `href` only.
                (line != "Image ").then_some(line)
            }
            (Namespace::Html, "input") => fetch("Image", get("src")),
            (Namespace::Html, "link") => fetch("StyleSheet", get("href")),
            (Namespace::Html, "video") => fetch("VideoPoster", get("poster")),
            (Namespace::Svg, "image") => fetch("Image", get("href").or(get("xlink:href"))),
            (Namespace::Svg, "script") => fetch("Script", get("href")),
            _ => None,
        };
        let base = base.map_or(String::new(), |base| format!(" in {base}"));
        lines.extend(line.map(|line| (start, line + &base)));
    }
    lines
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_speculation_finds_what_the_tree_has(html in page()) {
        let document = scripting().positions(true).parse_str(&*html);
        let expected: Vec<_> =
            lines_of_document(&document).into_iter().map(|(_, line)| line).collect();
        prop_assert_eq!(lines(Speculation::new(&scripting(), &*html)), expected, "{}", html);
    }

    /// At each script, the findings are the rest of the tree's fetches.
    #[test]
    fn a_paused_parse_finds_what_the_tree_will_have(html in page()) {
        // The speculation leaves out images that it knows too little about.
        let html = html.replace("picture", "span").replace(" shadowrootmode=open", "");
        let document = scripting().positions(true).parse_str(&*html);
        let all = lines_of_document(&document);
        let mut driver = Driver::new(&scripting(), &Hints::new());
        driver.feed_str(&html);
        driver.end();
        let mut step = driver.step();
        while let Step::Script(script) = step {
            let expected: Vec<_> = all
                .iter()
                .filter(|(start, _)| *start >= script.position)
                .map(|(_, line)| line.clone())
                .collect();
            prop_assert_eq!(lines(driver.speculate()), expected, "{}", html);
            step = driver.end_script();
        }
        prop_assert_eq!(driver.finish_document().root().inner_html(), document.root().inner_html());
    }
}
