//! The public identifiers that set a mode by how they start, in the order of the standard.
//!
//! A row is added or changed by hand; then a test in `quirks.rs` computes the rest of the table:
//! see `src/tests/phf_tables.rs`.
//!
//! <https://html.spec.whatwg.org/#the-initial-insertion-mode>

/// The mode that a public identifier sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PublicId {
    /// Quirks mode.
    Quirks,
    /// Limited-quirks mode.
    LimitedQuirks,
    /// Limited-quirks mode with a system identifier, quirks mode without one.
    DependsOnSystemId,
}

/// The modes set by public identifiers that start with these strings, which are in lowercase.
pub(super) static PUBLIC_ID_PREFIXES: phf::OrderedMap<&'static str, PublicId> = ::phf::OrderedMap {
    key: 16287231350648472473,
    disps: &[
        (0, 0),
        (0, 1),
        (0, 13),
        (0, 2),
        (0, 14),
        (0, 0),
        (0, 9),
        (0, 0),
        (0, 14),
        (0, 0),
        (0, 0),
        (0, 23),
        (1, 0),
        (0, 19),
        (0, 34),
        (0, 11),
        (0, 0),
        (0, 56),
        (2, 16),
        (0, 33),
    ],
    idxs: &[
        7, 58, 43, 14, 22, 13, 2, 46, 34, 52, 10, 48, 6, 39, 45, 44, 50, 24, 1, 11, 15, 23, 47, 33,
        12, 29, 27, 37, 28, 3, 4, 38, 19, 54, 36, 8, 9, 20, 57, 16, 41, 0, 26, 21, 17, 42, 31, 51,
        35, 55, 25, 53, 32, 5, 40, 18, 56, 49, 30,
    ],
    entries: &[
        ("+//silmaril//dtd html pro v0r11 19970101//", PublicId::Quirks),
        ("-//as//dtd html 3.0 aswedit + extensions//", PublicId::Quirks),
        ("-//advasoft ltd//dtd html 3.0 aswedit + extensions//", PublicId::Quirks),
        ("-//ietf//dtd html 2.0 level 1//", PublicId::Quirks),
        ("-//ietf//dtd html 2.0 level 2//", PublicId::Quirks),
        ("-//ietf//dtd html 2.0 strict level 1//", PublicId::Quirks),
        ("-//ietf//dtd html 2.0 strict level 2//", PublicId::Quirks),
        ("-//ietf//dtd html 2.0 strict//", PublicId::Quirks),
        ("-//ietf//dtd html 2.0//", PublicId::Quirks),
        ("-//ietf//dtd html 2.1e//", PublicId::Quirks),
        ("-//ietf//dtd html 3.0//", PublicId::Quirks),
        ("-//ietf//dtd html 3.2 final//", PublicId::Quirks),
        ("-//ietf//dtd html 3.2//", PublicId::Quirks),
        ("-//ietf//dtd html 3//", PublicId::Quirks),
        ("-//ietf//dtd html level 0//", PublicId::Quirks),
        ("-//ietf//dtd html level 1//", PublicId::Quirks),
        ("-//ietf//dtd html level 2//", PublicId::Quirks),
        ("-//ietf//dtd html level 3//", PublicId::Quirks),
        ("-//ietf//dtd html strict level 0//", PublicId::Quirks),
        ("-//ietf//dtd html strict level 1//", PublicId::Quirks),
        ("-//ietf//dtd html strict level 2//", PublicId::Quirks),
        ("-//ietf//dtd html strict level 3//", PublicId::Quirks),
        ("-//ietf//dtd html strict//", PublicId::Quirks),
        ("-//ietf//dtd html//", PublicId::Quirks),
        ("-//metrius//dtd metrius presentational//", PublicId::Quirks),
        ("-//microsoft//dtd internet explorer 2.0 html strict//", PublicId::Quirks),
        ("-//microsoft//dtd internet explorer 2.0 html//", PublicId::Quirks),
        ("-//microsoft//dtd internet explorer 2.0 tables//", PublicId::Quirks),
        ("-//microsoft//dtd internet explorer 3.0 html strict//", PublicId::Quirks),
        ("-//microsoft//dtd internet explorer 3.0 html//", PublicId::Quirks),
        ("-//microsoft//dtd internet explorer 3.0 tables//", PublicId::Quirks),
        ("-//netscape comm. corp.//dtd html//", PublicId::Quirks),
        ("-//netscape comm. corp.//dtd strict html//", PublicId::Quirks),
        ("-//o'reilly and associates//dtd html 2.0//", PublicId::Quirks),
        ("-//o'reilly and associates//dtd html extended 1.0//", PublicId::Quirks),
        ("-//o'reilly and associates//dtd html extended relaxed 1.0//", PublicId::Quirks),
        ("-//sq//dtd html 2.0 hotmetal + extensions//", PublicId::Quirks),
        (
            "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
            PublicId::Quirks,
        ),
        ("-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//", PublicId::Quirks),
        ("-//spyglass//dtd html 2.0 extended//", PublicId::Quirks),
        ("-//sun microsystems corp.//dtd hotjava html//", PublicId::Quirks),
        ("-//sun microsystems corp.//dtd hotjava strict html//", PublicId::Quirks),
        ("-//w3c//dtd html 3 1995-03-24//", PublicId::Quirks),
        ("-//w3c//dtd html 3.2 draft//", PublicId::Quirks),
        ("-//w3c//dtd html 3.2 final//", PublicId::Quirks),
        ("-//w3c//dtd html 3.2//", PublicId::Quirks),
        ("-//w3c//dtd html 3.2s draft//", PublicId::Quirks),
        ("-//w3c//dtd html 4.0 frameset//", PublicId::Quirks),
        ("-//w3c//dtd html 4.0 transitional//", PublicId::Quirks),
        ("-//w3c//dtd html experimental 19960712//", PublicId::Quirks),
        ("-//w3c//dtd html experimental 970421//", PublicId::Quirks),
        ("-//w3c//dtd w3 html//", PublicId::Quirks),
        ("-//w3o//dtd w3 html 3.0//", PublicId::Quirks),
        ("-//webtechs//dtd mozilla html 2.0//", PublicId::Quirks),
        ("-//webtechs//dtd mozilla html//", PublicId::Quirks),
        ("-//w3c//dtd html 4.01 frameset//", PublicId::DependsOnSystemId),
        ("-//w3c//dtd html 4.01 transitional//", PublicId::DependsOnSystemId),
        ("-//w3c//dtd xhtml 1.0 frameset//", PublicId::LimitedQuirks),
        ("-//w3c//dtd xhtml 1.0 transitional//", PublicId::LimitedQuirks),
    ],
};
