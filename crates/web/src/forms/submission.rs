//! Where a form is sent, and how.

use consomme::ElementRef;
use url::Url;

use super::encode::{encode, percent_encode_body, text_plain, urlencoded};
use super::form::Form;
use super::multipart::multipart;
use crate::page_url::PageUrl;

/// How a form is sent.
///
/// <https://html.spec.whatwg.org/#attr-fs-method>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "UPPERCASE"))]
#[non_exhaustive]
pub enum FormMethod {
    /// In the query of the URL.
    Get,
    /// In the body of the request.
    Post,
    /// Not at all: it closes the dialog that it is in.
    Dialog,
}

impl FormMethod {
    /// Returns the method of HTTP, `GET` or `POST`; for a dialog, `DIALOG`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            FormMethod::Get => "GET",
            FormMethod::Post => "POST",
            FormMethod::Dialog => "DIALOG",
        }
    }

    fn named(name: &str) -> FormMethod {
        match &*name.to_ascii_lowercase() {
            "post" => FormMethod::Post,
            "dialog" => FormMethod::Dialog,
            // The "invalid value default".
            _ => FormMethod::Get,
        }
    }
}

/// The request with which a form is sent, from [`Form::submission`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Submission {
    /// The method: [`Get`](FormMethod::Get) for a request without a body.
    pub method: FormMethod,
    /// The URL of the request, with the entries in its query if the method is `GET`.
    pub url: String,
    /// The body, if the method is `POST`.
    pub body: Option<SubmissionBody>,
    /// Where the answer is shown: the name of a frame, or a keyword such as `_blank`. `None` for
    /// the frame of the page itself.
    pub target: Option<String>,
}

/// The body of a [`Submission`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SubmissionBody {
    /// The value of the header `Content-Type`.
    pub content_type: String,
    /// The content.
    pub bytes: Vec<u8>,
}

/// The states of the attribute `enctype`.
///
/// <https://html.spec.whatwg.org/#attr-fs-enctype>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Enctype {
    UrlEncoded,
    Multipart,
    Plain,
}

impl Enctype {
    fn named(name: &str) -> Enctype {
        match &*name.to_ascii_lowercase() {
            "multipart/form-data" => Enctype::Multipart,
            "text/plain" => Enctype::Plain,
            // The "invalid value default".
            _ => Enctype::UrlEncoded,
        }
    }
}

impl<'a> Form<'a> {
    /// Returns the request that sends the form. `submitter` is the button that submits it; `None`
    /// is for a form that a script submits, or the Enter key in a form without a
    /// [button](Form::default_button).
    ///
    /// Returns `None` if nothing is sent: the URL is not valid, the method is `dialog`, or
    /// `submitter` is no submit button of this form. Whether the values are valid is not checked.
    ///
    /// <https://html.spec.whatwg.org/#form-submission-algorithm>
    #[must_use]
    pub fn submission(
        &self,
        page: &PageUrl,
        submitter: Option<ElementRef<'a>>,
    ) -> Option<Submission> {
        if submitter.is_some_and(|button| !self.submit_buttons().any(|other| other == button)) {
            return None;
        }
        let method = self.method(submitter);
        if method == FormMethod::Dialog {
            return None;
        }
        // "If action is the empty string, let action be the URL of the form document."
        let action = self.attribute(submitter, "formaction", "action").unwrap_or("");
        let action = if action.is_empty() { page.address() } else { action };
        let mut url = Url::parse(&page.join(action)?).ok()?;
        let entries = self.entries(submitter);
        let encoding = self.encoding();
        let enctype = self.attribute(submitter, "formenctype", "enctype").unwrap_or("");
        let enctype = Enctype::named(enctype);
        let mut body = None;
        match (url.scheme(), method) {
            // "Get action URL"
            ("ftp" | "javascript", _) | ("data", FormMethod::Post) => {}
            // "Mail with headers"
            ("mailto", FormMethod::Get) => {
                url.set_query(Some(&urlencoded(&entries, encoding).replace('+', "%20")));
            }
            // "Mail as body"
            ("mailto", _) => {
                let text = match enctype {
                    Enctype::Plain => percent_encode_body(&text_plain(&entries)),
                    Enctype::UrlEncoded | Enctype::Multipart => urlencoded(&entries, encoding),
                };
                let before = url.query().filter(|query| !query.is_empty());
                let before = before.map_or(String::new(), |query| format!("{query}&"));
                url.set_query(Some(&format!("{before}body={text}")));
            }
            // "Submit as entity body"
            (_, FormMethod::Post) => {
                let (content_type, bytes) = match enctype {
                    Enctype::UrlEncoded => (
                        "application/x-www-form-urlencoded".to_owned(),
                        urlencoded(&entries, encoding).into_bytes(),
                    ),
                    Enctype::Multipart => {
                        let (boundary, bytes) = multipart(&entries, encoding);
                        (format!("multipart/form-data; boundary={boundary}"), bytes)
                    }
                    Enctype::Plain => {
                        ("text/plain".to_owned(), encode(&text_plain(&entries), encoding))
                    }
                };
                body = Some(SubmissionBody { content_type, bytes });
            }
            // "Mutate action URL". Other schemes have no rule; they count as similar to http.
            (_, FormMethod::Get | FormMethod::Dialog) => {
                url.set_query(Some(&urlencoded(&entries, encoding)));
            }
        }
        let method = if body.is_some() { FormMethod::Post } else { FormMethod::Get };
        Some(Submission { method, url: url.into(), body, target: self.target(submitter) })
    }

    /// Returns the method of the form, or of a button that submits it.
    ///
    /// <https://html.spec.whatwg.org/#concept-fs-method>
    #[must_use]
    pub fn method(&self, submitter: Option<ElementRef<'a>>) -> FormMethod {
        FormMethod::named(self.attribute(submitter, "formmethod", "method").unwrap_or(""))
    }

    /// Returns the value of the attribute of a submit button, or else of the form's attribute.
    fn attribute(
        &self,
        submitter: Option<ElementRef<'a>>,
        of_button: &str,
        of_form: &str,
    ) -> Option<&'a str> {
        let button = submitter.filter(|button| button.is_submit_button());
        button.and_then(|button| button.attr(of_button)).or_else(|| self.element.attr(of_form))
    }

    /// <https://html.spec.whatwg.org/#get-an-element's-target>
    fn target(&self, submitter: Option<ElementRef<'a>>) -> Option<String> {
        let target = self.attribute(submitter, "formtarget", "target").or_else(|| {
            let mut elements = self.element.document().descendant_elements();
            elements.find_map(|e| e.is_html("base").then(|| e.attr("target")).flatten())
        })?;
        // "contains an ASCII tab or newline and a U+003C (<)"
        let is_odd = target.contains(['\t', '\n', '\r']) && target.contains('<');
        Some(if is_odd { "_blank" } else { target }.to_owned()).filter(|name| !name.is_empty())
    }
}
