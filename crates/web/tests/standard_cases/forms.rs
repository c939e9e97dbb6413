//! The requests that forms make.

use std::fmt::Write;

use consomme_web::consomme::{Document, Hints, parse_document};
use consomme_web::{Entry, EntryValue, Form, PageUrl, forms};

use super::Case;
use super::urls::ADDRESS;

/// Parses the section `html`, in the encoding that the section `encoding` names. Carriage returns,
/// which the parser normalizes, are written as references.
fn document(case: &Case) -> Document {
    let label = case.find("encoding").unwrap_or("utf-8");
    let encoding = consomme_web::consomme::encoding::for_label(label).expect("a label");
    parse_document(
        &*encoding.encode(case.get("html")).0,
        &Hints::new().transport_encoding(encoding),
    )
}

/// Returns the first form, or the form with the id in the section `form`, and the button with the
/// id in the section `submitter`.
fn form<'a>(
    document: &'a Document,
    case: &Case,
) -> (Form<'a>, Option<consomme_web::consomme::ElementRef<'a>>) {
    let mut found = forms(document).into_iter();
    let form = match case.find("form") {
        Some(id) => found.find(|form| form.element().id_attr() == Some(id)),
        None => found.next(),
    };
    let submitter = case.find("submitter").and_then(|id| document.element_by_id(id));
    let form = form.expect("there is a form");
    let alone = Form::new(form.element()).expect("it is a form");
    assert_eq!(alone.controls(), form.controls());
    (form, submitter)
}

fn escape(text: &str) -> String {
    text.replace('\r', "\\r").replace('\n', "\\n")
}

/// A line for each entry.
pub(super) fn entries(case: &Case) -> String {
    let document = document(case);
    let (form, submitter) = form(&document, case);
    let line = |entry: Entry| match &entry.value {
        EntryValue::File(file) => {
            format!("{}=file {:?} {}\n", entry.name, file.name, file.content_type)
        }
        _ => format!("{}\n", escape(&entry.to_string())),
    };
    form.entries(submitter).into_iter().map(line).collect()
}

/// The request: method, URL and target, then the type of the body and the body.
pub(super) fn request(case: &Case) -> String {
    let document = document(case);
    let page = PageUrl::new(&document, ADDRESS).expect("the address is absolute");
    let (form, submitter) = form(&document, case);
    let Some(submission) = form.submission(&page, submitter) else { return "none".to_owned() };
    let mut out = format!("{} {}", submission.method.as_str(), submission.url);
    if let Some(target) = submission.target {
        write!(out, " in {target}").unwrap();
    }
    if let Some(body) = submission.body {
        // The boundary is made from the content.
        let boundary = body.content_type.split("boundary=").nth(1).unwrap_or("----");
        let text: String = body
            .bytes
            .iter()
            .map(|&byte| match byte {
                0x80.. => format!("\\x{byte:02X}"),
                _ => char::from(byte).to_string(),
            })
            .collect();
        let text = escape(&text).replace(boundary, "BOUNDARY");
        write!(out, "\n{}\n{text}", body.content_type.replace(boundary, "BOUNDARY")).unwrap();
    }
    out
}
