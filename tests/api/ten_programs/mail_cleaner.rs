//! A mail cleaner: what runs, loads or hides is removed, and attributes are on a list.

use std::error::Error;

use consomme::{Hints, parse_document};

const UNWANTED: &str = "script, style, template, iframe, object, form, meta, base, link, [hidden]";

fn clean(mail: &[u8], hints: &Hints) -> Result<String, Box<dyn Error>> {
    let mut mail = parse_document(mail, hints);
    mail.remove_selected(UNWANTED)?;
    mail.remove_all(|node| node.as_comment().is_some());
    let elements: Vec<_> = mail.descendant_elements().map(|element| element.id()).collect();
    for element in elements {
        mail.retain_attrs(element, |attr| match attr.name() {
            "href" | "src" => ["https:", "cid:"].iter().any(|s| attr.value().starts_with(s)),
            name => ["alt", "width", "height", "colspan", "rowspan"].contains(&name),
        })?;
    }
    Ok(mail.body().map(|body| body.inner_html()).unwrap_or_default())
}

#[test]
fn a_mail_is_cleaned_also_in_templates() {
    let mail = b"<!-- mso --><p onclick=x()>Soup <a href='java\nscript:x()'>a</a> <a href=https://a.example>b</a>\
        <template><img src=q onerror=x()><script>y()</script></template><img src=cid:pot alt=Pot>";
    let expected =
        r#"<p>Soup <a>a</a> <a href="https://a.example">b</a><img src="cid:pot" alt="Pot"></p>"#;
    assert_eq!(clean(mail, &Hints::utf8()).unwrap(), expected);
}
