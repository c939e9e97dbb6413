//! Sanitized mails in Chromium: no request, and nothing outside of the mail's element.

use std::path::Path;

use consomme_sanitizer::{Preset, Sanitizer};
use consomme_test::sanitizer::payloads;

use super::chromium::show;

/// Mails that ask for something, or leave their place, if nobody sanitizes them.
const MAILS: &[&str] = &[
    "<img src=http://track.example/1 width=1 height=1>",
    "<img srcset='http://track.example/2 2x'><video poster=http://track.example/3></video>",
    "<table background=http://track.example/4><td background=http://track.example/5>1</table>",
    "<p style='background:url(http://track.example/6)'>1</p>",
    "<p style='background-image:image-set(\"http://track.example/7\" 1x)'>1</p>",
    "<p style='list-style:url(http://track.example/8);cursor:url(http://track.example/9),auto'>1</p>",
    "<style>@import 'http://track.example/10'; p { background: url(http://track.example/11) }</style>",
    "<link rel=stylesheet href=http://track.example/12><link rel=preload as=image href=http://track.example/13>",
    "<body background=http://track.example/14><bgsound src=http://track.example/15>",
    "<svg><image href=http://track.example/16 /><path d='M0 0h9v9z' fill='url(http://track.example/17)' /></svg>",
    "<object data=http://track.example/18></object><embed src=http://track.example/19>",
    "<iframe src=http://track.example/20></iframe><input type=image src=http://track.example/21>",
    "<audio src=http://track.example/22 autoplay></audio><track src=http://track.example/23>",
    "<img src=//track.example/24><img src='http:\\\\track.example/25'><img src=http:track.example/26>",
    "<img data-held-src=http://track.example/27 src=data:image/svg+xml,%3Csvg/%3E>",
    "<meta http-equiv=refresh content='0;http://track.example/28'>",
    "<div style='position:fixed;left:0;top:0;width:1000px;height:700px'><a href=http://e/>Log in</a></div>",
    "<div style='position:absolute;left:-300px;top:-200px'><a href=http://e/>Log in</a></div>",
    "<p style='text-indent:-380px'><a href=http://e/>Log in</a>",
    "<div dir=rtl style='width:1px'><a style='white-space:nowrap;font-size:60px' href=http://e/>LOGINLOGIN</a></div>",
    "<p style='line-height:0;height:0'><a style='font-size:900px;line-height:0' href=http://e/>M</a>",
    "<table width=5000 height=5000 bgcolor=red><td><a href=http://e/>1</a></table>",
    "<div style='width:2000px;height:2000px;margin:-500px;background:red'><a href=http://e/>1</a></div>",
    "<div style='transform:translate(-300px,-200px)'><a href=http://e/>1</a></div>",
    "<div style='float:left;margin:900px 900px 0 0;width:900px'><a href=http://e/>1</a></div>",
    "<p style='letter-spacing:-90px;word-spacing:-99px'><a href=http://e/>Log in</a></p>",
    "<font size=7><center><h1 align=right style='font-size:990px'><a href=http://e/>W</a></h1></center></font>",
    "<div style='display:grid;position:sticky;inset:-400px'><a href=http://e/>1</a></div>",
    "<div style='outline:900px solid red;box-shadow:0 0 0 900px red;filter:blur(9px)'>1</div>",
];

/// The script looks, with one mail at a time, for points outside of its element at which there is a
/// part of the mail. The last request tells that the proxy counts.
const SCRIPT: &str = "
    const mails = [...document.querySelectorAll('.mail')];
    let outside = [], seen = 0;
    for (const mail of mails) {
        mail.style.display = 'block';
        const box = mail.getBoundingClientRect();
        for (let x = 5; x < innerWidth; x += 40) for (let y = 5; y < innerHeight; y += 40) {
            const is_inside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
            const found = document.elementFromPoint(x, y);
            if (!found || !mail.contains(found)) continue;
            if (is_inside) seen++; else { outside.push(mail.id); }
        }
        mail.style.display = 'none';
    }
    const result = document.createElement('output');
    result.textContent = `mails ${mails.length}; seen ${seen > mails.length}; outside ${new Set(outside).size} ${[...new Set(outside)].slice(0, 9)}.`;
    document.body.append(result);
    const last = new Image();
    last.src = 'http://last.example/';
    document.body.append(last);
";

/// Returns a page with each mail in an element as the preset's documentation wants it.
fn page(mails: &[String], style: &str) -> String {
    let mut page = format!(
        "<!DOCTYPE html><meta charset=utf-8><style>body {{ margin: 0 }} .mail {{ display: none; \
         left: 400px; top: 300px; position: absolute; width: 300px; height: 200px; {style} }}</style>"
    );
    for (index, mail) in mails.iter().enumerate() {
        page.push_str(&format!("<div class=mail id=m{index}>{mail}</div>\n"));
    }
    page + "<script>" + SCRIPT + "</script>"
}

fn result(html: &str) -> &str {
    let start = html.find("<output>").expect("the script ran") + "<output>".len();
    &html[start..start + html[start..].find("</output>").expect("the end")]
}

#[test]
fn a_mail_asks_nobody_and_has_no_box_outside_of_its_element() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sanitizer/payloads");
    let payloads = payloads::read(&directory).into_iter().map(|payload| payload.html);
    let short = payloads.filter(|html| html.len() < payloads::LONG);
    let sources: Vec<String> = MAILS.iter().map(|mail| (*mail).to_owned()).chain(short).collect();
    let preset = Sanitizer::preset(Preset::Email);
    let mails: Vec<String> = sources.iter().map(|mail| preset.sanitize_str(mail)).collect();
    let Some(shown) = show("mail", &page(&mails, "overflow: hidden; contain: paint")) else {
        return;
    };
    let count = mails.len();
    assert_eq!(result(&shown.html), format!("mails {count}; seen true; outside 0 ."));
    let is_last = |line: &String| line.contains("last.example");
    assert!(shown.requests.iter().any(is_last), "the proxy counts");
    let others: Vec<_> = shown.requests.iter().filter(|it| !is_last(it)).collect();
    assert!(others.is_empty(), "{others:?}");
}

/// Without sanitizing, and without the style of the element, the test above would find much.
#[test]
fn the_test_finds_requests_and_boxes_of_mails_that_nobody_sanitizes() {
    // Only mails that do not break the page around them.
    let unsafe_ones = [0, 2, 3, 16, 20, 21, 22].map(|index| MAILS[index].to_owned());
    let Some(shown) = show("mail-control", &page(&unsafe_ones, "")) else { return };
    let count = shown.requests.iter().filter(|it| it.contains("track.example")).count();
    assert!(count >= 4, "{:?}", shown.requests);
    let outside = result(&shown.html).split("outside ").nth(1).expect("a count");
    let count: u32 = outside.split(' ').next().and_then(|it| it.parse().ok()).expect("a number");
    assert!(count >= 3, "{outside}");
}
