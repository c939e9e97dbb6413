//! A form with a user's changes.

use std::collections::{HashMap, HashSet};

use consomme::encoding_rs::{Encoding, UTF_8};
use consomme::{Document, ElementRef, NodeId};

use super::control::{input_type, is_submittable};
use super::disabled::Disabled;
use super::entries::FormFile;
use super::{select, value};
use crate::ids::Ids;
use consomme::steps;

/// Returns the forms of a page in tree order, each with the controls that belong to it.
///
/// Takes time linear in the size of the page, and for each control in its depth.
///
/// ```
/// let html = "<form id=a><input name=x></form><form id=b></form><input name=y form=b>";
/// let document = consomme::parse_str(html);
/// let forms = consomme_web::forms(&document);
/// assert_eq!(forms[1].controls()[0].attr("name"), Some("y"));
/// ```
#[must_use]
pub fn forms(document: &Document) -> Vec<Form<'_>> {
    let ids = Ids::new(document);
    let mut forms = Vec::new();
    let mut places: HashMap<NodeId, usize> = HashMap::new();
    let mut owned = Vec::new();
    for element in document.descendant_elements() {
        steps::count(1);
        if element.is_html("form") {
            places.insert(element.id(), forms.len());
            forms.push((element, Vec::new()));
        } else if is_submittable(element) {
            // "If the first element in element's tree, in tree order, to have an ID that is
            // identical to element's form content attribute's value, is a form element": asking the
            // control would search the whole page each time.
            let owner = match element.attr("form") {
                Some(id) => ids.get(id).filter(|form| form.is_html("form")),
                None => element.form_owner(),
            };
            owned.extend(owner.map(|form| (form.id(), element)));
        }
    }
    for (form, control) in owned {
        if let Some(&place) = places.get(&form) {
            forms[place].1.push(control);
        }
    }
    forms.into_iter().map(|(form, controls)| Form::with_controls(form, controls)).collect()
}

/// A form with its controls and their values, as in the page or as changed by a user.
///
/// The parser or the attribute `form` determines the form owner of a control. Changes by scripts
/// are not known: values that they set, and the values of form-associated custom elements.
///
/// ```
/// use consomme_web::{Form, PageUrl};
///
/// let html = r#"
///     <form action=/login method=post>
///         <input type=hidden name=token value=1f3c>
///         <input name=user><input name=password type=password>
///         <input type=checkbox name=keep checked>
///         <button name=go value=in>Log in</button>
///     </form>"#;
/// let document = consomme::parse_str(html);
/// let page = PageUrl::new(&document, "https://example.com/").unwrap();
///
/// let mut form = document.descendant_elements().find_map(Form::new).unwrap();
/// assert!(form.fill("user", "cook") && form.fill("password", "leek & onion"));
/// let button = form.default_button();
/// let submission = form.submission(&page, button).unwrap();
/// assert_eq!(submission.url, "https://example.com/login");
/// assert_eq!(
///     submission.body.unwrap().bytes,
///     b"token=1f3c&user=cook&password=leek+%26+onion&keep=on&go=in"
/// );
/// ```
///
/// <https://html.spec.whatwg.org/#the-form-element>
#[derive(Clone, Debug)]
pub struct Form<'a> {
    pub(super) element: ElementRef<'a>,
    controls: Vec<ElementRef<'a>>,
    /// The values that were set.
    pub(super) values: HashMap<NodeId, String>,
    /// The check boxes and radio buttons that are checked.
    pub(super) checked: HashSet<NodeId>,
    /// For each `select` that was changed, which of its options are selected.
    pub(super) selected: HashMap<NodeId, Vec<bool>>,
    pub(super) files: HashMap<NodeId, Vec<FormFile>>,
    pub(super) coordinate: (i32, i32),
}

impl<'a> Form<'a> {
    /// Creates the form of a `form` element. Returns `None` for any other element. Takes time
    /// linear in the size of the page: [`forms`] is faster for all forms of it.
    #[must_use]
    pub fn new(element: ElementRef<'a>) -> Option<Form<'a>> {
        let controls =
            || element.form_elements().filter(|&control| is_submittable(control)).collect();
        element.is_html("form").then(|| Form::with_controls(element, controls()))
    }

    fn with_controls(element: ElementRef<'a>, controls: Vec<ElementRef<'a>>) -> Self {
        let mut form = Form {
            element,
            controls,
            values: HashMap::new(),
            checked: HashSet::new(),
            selected: HashMap::new(),
            files: HashMap::new(),
            coordinate: (0, 0),
        };
        let mut groups = HashMap::new();
        for control in form.controls.iter().filter(|control| control.is_html("input")) {
            if !control.has_attr("checked") {
                continue;
            }
            match input_type(*control) {
                "checkbox" => {
                    form.checked.insert(control.id());
                }
                // "the checkedness state of all the other elements in the same radio button group
                // must be set to false": the last one remains.
                "radio" => match group(*control) {
                    Some(name) => {
                        groups.insert(name, control.id());
                    }
                    None => {
                        form.checked.insert(control.id());
                    }
                },
                _ => {}
            }
        }
        form.checked.extend(groups.into_values());
        form
    }

    /// Returns the `form` element.
    #[must_use]
    pub fn element(&self) -> ElementRef<'a> {
        self.element
    }

    /// Returns the controls that the form could send, in tree order: `input`, `button`, `select`
    /// and `textarea` elements.
    ///
    /// <https://html.spec.whatwg.org/#category-submit>
    #[must_use]
    pub fn controls(&self) -> &[ElementRef<'a>] {
        &self.controls
    }

    /// Returns the buttons that submit the form, disabled ones among them.
    ///
    /// <https://html.spec.whatwg.org/#concept-submit-button>
    pub fn submit_buttons(&self) -> impl Iterator<Item = ElementRef<'a>> {
        self.controls.iter().copied().filter(|control| control.is_submit_button())
    }

    /// Returns the button that submits the form when a user presses the Enter key: the first one.
    /// `None` if there is none, or if that one is disabled.
    ///
    /// <https://html.spec.whatwg.org/#default-button>
    #[must_use]
    pub fn default_button(&self) -> Option<ElementRef<'a>> {
        self.submit_buttons().next().filter(|&button| !Disabled::default().has(button))
    }

    /// Returns the encoding in which the form is sent: the first that its attribute
    /// `accept-charset` names, or else the page's.
    ///
    /// <https://html.spec.whatwg.org/#picking-an-encoding-for-the-form>
    #[must_use]
    pub fn encoding(&self) -> &'static Encoding {
        let encoding = match self.element.attr("accept-charset") {
            // "If candidate encodings is empty, return UTF-8."
            Some(labels) => labels
                .split_ascii_whitespace()
                .find_map(|label| Encoding::for_label(label.as_bytes()))
                .unwrap_or(UTF_8),
            None => self.element.document().encoding().unwrap_or(UTF_8),
        };
        encoding.output_encoding()
    }

    /// Returns the value of a control of the form, as it is in the page or was set. A `select` has
    /// the value of its first selected option; a check box or a radio button has the value that it
    /// sends if it is checked.
    ///
    /// <https://html.spec.whatwg.org/#concept-fe-value>
    #[must_use]
    pub fn value(&self, control: ElementRef<'a>) -> String {
        if control.is_html("select") {
            let options = select::options(control);
            let selected = self.selectedness(control, &options);
            let first = options.iter().zip(selected).find(|(_, selected)| *selected);
            return first.map_or(String::new(), |(&option, _)| select::value(option));
        }
        let set = self.values.get(&control.id());
        let is_input = control.is_html("input");
        match set {
            Some(value) if control.is_html("textarea") => value::textarea_value(control, value),
            Some(value) => value.clone(),
            None if control.is_html("textarea") => {
                value::textarea_value(control, &value::default_value(control))
            }
            None if is_input && is_checkable(control) => {
                control.attr("value").unwrap_or("on").to_owned()
            }
            None => value::default_value(control),
        }
    }

    /// Returns whether a check box or a radio button of the form is checked.
    ///
    /// <https://html.spec.whatwg.org/#concept-fe-checked>
    #[must_use]
    pub fn is_checked(&self, control: ElementRef<'a>) -> bool {
        self.checked.contains(&control.id())
    }

    /// Sets the text that a user types into a control: an `input` with a text, or a `textarea`.
    /// Also sets the value of a hidden `input`, as scripts do. Returns whether the control is one
    /// of these, and of this form. The value is sanitized as browsers do.
    pub fn set_value(&mut self, control: ElementRef<'a>, value: &str) -> bool {
        let is_text = match control.name() {
            "textarea" => true,
            "input" => !matches!(
                input_type(control),
                "checkbox" | "radio" | "file" | "submit" | "image" | "reset" | "button"
            ),
            _ => false,
        };
        if !is_text || !self.has(control) {
            return false;
        }
        let value = match control.name() {
            "input" => value::sanitize(control, value),
            _ => value.to_owned(),
        };
        self.values.insert(control.id(), value);
        true
    }

    /// Checks a check box or a radio button, or unchecks it. Returns whether the control is one,
    /// and of this form. Other radio buttons of its group are unchecked.
    pub fn set_checked(&mut self, control: ElementRef<'a>, checked: bool) -> bool {
        if !control.is_html("input") || !is_checkable(control) || !self.has(control) {
            return false;
        }
        if !checked {
            self.checked.remove(&control.id());
            return true;
        }
        if let Some(name) = group(control) {
            let is_other = |other: &ElementRef<'a>| group(*other) == Some(name);
            for other in self.controls.iter().copied().filter(is_other) {
                self.checked.remove(&other.id());
            }
        }
        self.checked.insert(control.id());
        true
    }

    /// Selects an option of a `select` of the form, or unselects it. Returns whether it is one. If
    /// the `select` does not allow several, all other options are unselected, and the first one is
    /// selected if none was.
    pub fn set_selected(&mut self, option: ElementRef<'a>, selected: bool) -> bool {
        let select = option.ancestor_elements().find(|ancestor| ancestor.is_html("select"));
        let Some(select) = select.filter(|&select| self.has(select)) else { return false };
        let options = select::options(select);
        let Some(index) = options.iter().position(|&other| other == option) else { return false };
        let mut selectedness = self.selectedness(select, &options);
        if selected && !select.has_attr("multiple") {
            selectedness.fill(false);
        }
        selectedness[index] = selected;
        self.selected.insert(select.id(), select::settle(select, &options, selectedness));
        true
    }

    /// Sets the files of a file upload control. Returns whether the control is one, and of this
    /// form.
    pub fn set_files(&mut self, control: ElementRef<'a>, files: Vec<FormFile>) -> bool {
        let is_upload = control.is_html("input") && input_type(control) == "file";
        if !is_upload || !self.has(control) {
            return false;
        }
        self.files.insert(control.id(), files);
        true
    }

    /// Sets where on an image button the user clicks, in CSS pixels from its left and its top. It
    /// is (0, 0) by default.
    ///
    /// <https://html.spec.whatwg.org/#concept-input-type-image-coordinate>
    pub fn set_coordinate(&mut self, x: i32, y: i32) {
        self.coordinate = (x, y);
    }

    /// Fills in the controls of a name: types into the first one that takes a text, or else checks
    /// the first check box or radio button of this value, or selects the first option of this
    /// value. Returns whether there is one.
    ///
    /// ```
    /// use consomme_web::Form;
    ///
    /// let html = "<form><input name=dish><select name=size><option>S<option>L</select>
    ///     <input type=radio name=to value=stay checked><input type=radio name=to value=go>";
    /// let document = consomme::parse_str(html);
    /// let mut form = document.descendant_elements().find_map(Form::new).unwrap();
    /// assert!(form.fill("dish", "Leek") && form.fill("size", "L") && form.fill("to", "go"));
    /// assert!(!form.fill("size", "XL"));
    /// let sent: Vec<_> = form.entries(None).into_iter().map(|entry| entry.to_string()).collect();
    /// assert_eq!(sent, ["dish=Leek", "size=L", "to=go"]);
    /// ```
    pub fn fill(&mut self, name: &str, value: &str) -> bool {
        let named = |control: &ElementRef<'a>| control.attr("name") == Some(name);
        let controls: Vec<_> = self.controls.iter().copied().filter(named).collect();
        for &control in &controls {
            if self.set_value(control, value) {
                return true;
            }
            if control.is_html("input") && is_checkable(control) && self.value(control) == value {
                return self.set_checked(control, true);
            }
            if control.is_html("select") {
                let options = select::options(control);
                let option = options.into_iter().find(|&option| select::value(option) == value);
                if let Some(option) = option {
                    return self.set_selected(option, true);
                }
            }
        }
        false
    }

    /// Returns for each option of a `select` whether it is selected.
    pub(super) fn selectedness(
        &self,
        select: ElementRef<'a>,
        options: &[ElementRef<'a>],
    ) -> Vec<bool> {
        let set = self.selected.get(&select.id());
        set.cloned().unwrap_or_else(|| select::selectedness(select, options))
    }

    fn has(&self, control: ElementRef<'a>) -> bool {
        self.controls.contains(&control)
    }
}

/// Whether an `input` is a check box or a radio button.
fn is_checkable(input: ElementRef<'_>) -> bool {
    matches!(input_type(input), "checkbox" | "radio")
}

/// Returns the name of the group of a radio button. All radio buttons of a form with a name are in
/// one group; one without a name is alone.
///
/// <https://html.spec.whatwg.org/#radio-button-group>
fn group<'a>(control: ElementRef<'a>) -> Option<&'a str> {
    let is_radio = control.is_html("input") && input_type(control) == "radio";
    control.attr("name").filter(|name| is_radio && !name.is_empty())
}
