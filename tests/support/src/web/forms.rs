//! Forms.

use std::collections::HashSet;

use consomme::Document;
use consomme_web::{Form, PageUrl, forms};

pub(super) fn check(document: &Document, page: &PageUrl) {
    let forms = forms(document);
    let elements = document.descendant_elements().filter(|element| element.is_html("form"));
    assert!(forms.iter().map(Form::element).eq(elements));
    for form in forms.iter().take(20) {
        let alone = Form::new(form.element()).expect("it is a form");
        assert_eq!(alone.controls(), form.controls());
        for control in form.controls() {
            assert_eq!(control.form_owner(), Some(form.element()));
        }
        let sent = form.entries(None);
        let buttons: Vec<_> = form.submit_buttons().take(5).collect();
        for &button in &buttons {
            // A button adds at most its value, its direction, or the two coordinates.
            let with_button = form.entries(Some(button));
            assert!((sent.len()..=sent.len() + 2).contains(&with_button.len()));
            let _ = form.submission(page, Some(button));
        }
        if let Some(submission) = form.submission(page, None) {
            assert!(page.join(&submission.url).is_some(), "{} is absolute", submission.url);
        }
        check_values(form.clone(), document);
    }
}

/// Checks that the form sends the values that were set.
fn check_values<'a>(mut form: Form<'a>, document: &'a Document) {
    let controls = form.controls().to_vec();
    for &control in controls.iter().take(50) {
        let value = form.value(control);
        if form.set_value(control, &value) && !control.is_html("textarea") {
            assert_eq!(form.value(control), value, "a value that is sanitized stays");
        }
        form.set_checked(control, true);
    }
    // At most one radio button of each group is checked.
    let mut groups = HashSet::new();
    for &control in &controls {
        let is_radio = control.attr("type").is_some_and(|kind| kind.eq_ignore_ascii_case("radio"));
        let name = control.attr("name").filter(|name| !name.is_empty());
        if let Some(name) = name.filter(|_| is_radio && form.is_checked(control)) {
            assert!(groups.insert(name), "{name}");
        }
    }
    let options = document.descendant_elements().filter(|element| element.is_html("option"));
    for option in options.take(20) {
        form.set_selected(option, true);
    }
    let _ = form.entries(None);
}
