//! The revision of the standard that a parse follows.

/// A revision of the HTML standard.
///
/// The default is the latest one. [`ParseOptions::revision`](crate::ParseOptions::revision) and
/// [`SerializeOptions::revision`](crate::serialize::SerializeOptions::revision) choose it.
///
/// <https://html.spec.whatwg.org/>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Revision {
    /// The Living Standard of 2026-09-28, which browsers implement: the text of 2026-08-21 (commit
    /// `508a0373`) with the changes that were merged since:
    ///
    /// - [#12908](https://github.com/whatwg/html/pull/12908): a `frameset` may still take the place
    ///   of an implied `body`, whatever came before it in the `head`.
    /// - [#12911](https://github.com/whatwg/html/pull/12911): the form element pointer is not used
    ///   in the contents of a `template`, nor where one is the context of a fragment; and it is
    ///   the owner of no control of a fragment.
    /// - [#12831](https://github.com/whatwg/html/pull/12831): content that is foster-parented in a
    ///   `<template for>` goes to the place of its other content.
    #[default]
    Living2026,
    /// The Living Standard of 2024-09-12. It differs from [`Living2026`](Revision::Living2026) in
    /// these points:
    ///
    /// - The rules of #12908 and #12911 do not apply.
    /// - A `select` has the insertion modes "in select" and "in select in table" of its own, which
    ///   ignore most tags.
    /// - No option is cloned into a `selectedcontent` element.
    /// - `<?` starts a comment. There are no processing instructions, and when one from another
    ///   source is serialized it ends with `>` instead of `?>`.
    /// - The `for` attribute of a `template` has no meaning, nor have `shadowrootslotassignment`
    ///   and `shadowrootcustomelementregistry`.
    /// - Declarative shadow roots are not attached inside the contents of a `template`, and fewer
    ///   characters can occur in the name of a custom element.
    /// - An HTML 4.01 doctype with an empty system identifier means limited-quirks mode; since
    ///   2026 it means quirks mode, as one without a system identifier.
    /// - `<` and `>` in attribute values are not escaped when serializing.
    Snapshot2024,
}

impl Revision {
    /// Returns the name of the variant in lowercase with hyphens, such as `"living-2026"`, for use
    /// in data.
    pub fn as_str(self) -> &'static str {
        match self {
            Revision::Living2026 => "living-2026",
            Revision::Snapshot2024 => "snapshot-2024",
        }
    }
}

/// The changes between the two revisions, one question each.
impl Revision {
    /// Whether the insertion modes "in select" and "in select in table" are gone. A `select` is
    /// then a boundary of scopes, and "in body" has rules for `select`, `option`, `optgroup`, `hr`
    /// and `input` inside of it.
    #[inline]
    pub(crate) fn has_relaxed_select(self) -> bool {
        self.is_living_2026()
    }

    /// Whether the selected option of a `select` is cloned into its `selectedcontent` element.
    #[inline]
    pub(crate) fn has_selectedcontent(self) -> bool {
        self.is_living_2026()
    }

    /// Whether `<?` starts a processing instruction; otherwise it starts a comment. A processing
    /// instruction is then serialized with `?>` at its end, otherwise with `>`.
    #[inline]
    pub(crate) fn has_processing_instructions(self) -> bool {
        self.is_living_2026()
    }

    /// Whether the content of a `<template for>` goes to its markers.
    #[inline]
    pub(crate) fn has_template_for(self) -> bool {
        self.is_living_2026()
    }

    /// Whether a custom element name may have any character that a tag name can have, but for ASCII
    /// capitals.
    #[inline]
    pub(crate) fn has_loose_custom_element_names(self) -> bool {
        self.is_living_2026()
    }

    /// Whether the parser itself knows that declarative shadow roots are allowed. Otherwise it asks
    /// the node document, which in the contents of a `template` does not allow them.
    #[inline]
    pub(crate) fn allows_shadow_roots_in_templates(self) -> bool {
        self.is_living_2026()
    }

    /// Whether the attributes `shadowrootslotassignment` and `shadowrootcustomelementregistry` of a
    /// `template` have a meaning.
    #[inline]
    pub(crate) fn has_all_shadow_root_attributes(self) -> bool {
        self.is_living_2026()
    }

    /// Whether an empty system identifier of a doctype counts as a missing one.
    #[inline]
    pub(crate) fn ignores_empty_system_id(self) -> bool {
        self.is_living_2026()
    }

    /// Whether an implied `body` sets the frameset-ok flag back to "ok".
    #[inline]
    pub(crate) fn implied_body_resets_frameset_ok(self) -> bool {
        self.is_living_2026()
    }

    /// Whether a fragment whose context is a `template` counts as template contents, a `form` in a
    /// table in template contents is inserted, and the form element pointer of a fragment is the
    /// owner of no control.
    #[inline]
    pub(crate) fn keeps_form_pointer_out_of_templates(self) -> bool {
        self.is_living_2026()
    }

    /// Whether `<` and `>` in attribute values are escaped when serializing.
    #[inline]
    pub(crate) fn escapes_angle_brackets_in_attributes(self) -> bool {
        self.is_living_2026()
    }

    #[inline]
    fn is_living_2026(self) -> bool {
        match self {
            Revision::Living2026 => true,
            Revision::Snapshot2024 => false,
        }
    }
}
