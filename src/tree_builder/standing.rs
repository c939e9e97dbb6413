//! Where the parser stands between two tokens, as far as the place of the next node depends on it.

use super::insertion_mode::InsertionMode;

/// Where the parser stands between two tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    pub(crate) section: Section,
    /// Whether text that comes next would come into a formatting element that is created anew.
    pub(crate) needs_reconstruction: bool,
}

/// The part of a document that the next token belongs to, by the insertion mode. In some parts,
/// the first token of a kind leads to another part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
    /// Before the `head` is created.
    BeforeHead,
    /// In the `head`.
    Head,
    /// In a `noscript` in the `head`.
    HeadNoscript,
    /// Between the `head` and the `body`.
    AfterHead,
    /// In the `body`, also in its tables.
    Body,
    /// In the contents of a `template`, before a tag that says which kind of content they are.
    Template,
    /// In the contents of a `template` that is for parts of a table.
    TemplateOfTable,
    /// After the end tag of the `body`, whose content goes on with a tag or text.
    AfterBody,
    /// After the end tag of the `html` element.
    AfterHtml,
    /// In a `frameset`.
    Frames,
    /// After the outermost `frameset`.
    AfterFrames,
}

/// The reason for which a `frameset` takes the place of the `body`, or does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum FramesetRivalry {
    /// Neither a start tag `body` nor a `frameset` has come.
    #[default]
    Open,
    /// A start tag `body` has come first, so no `frameset` takes its place.
    BodyTag,
    /// A `frameset` has come first, so all content before it decides.
    Content,
}

/// Before anything is parsed.
impl Default for Standing {
    fn default() -> Standing {
        Standing { section: Section::BeforeHead, needs_reconstruction: false }
    }
}

/// The parts of the parser's state that tell where it stands. They are noted before each token, and
/// few tokens are asked about, so the section is found later.
#[derive(Clone, Copy, Debug)]
pub(super) struct StandingNote {
    pub(super) mode: InsertionMode,
    pub(super) original_mode: InsertionMode,
    pub(super) template_mode: Option<InsertionMode>,
    pub(super) needs_reconstruction: bool,
}

/// Before anything is parsed.
impl Default for StandingNote {
    fn default() -> StandingNote {
        StandingNote {
            mode: InsertionMode::Initial,
            original_mode: InsertionMode::Initial,
            template_mode: None,
            needs_reconstruction: false,
        }
    }
}

impl StandingNote {
    /// Returns where the parser stood.
    pub(super) fn standing(self) -> Standing {
        let section = match self.mode {
            InsertionMode::Text | InsertionMode::InTableText => self.section_of(self.original_mode),
            mode => self.section_of(mode),
        };
        Standing { section, needs_reconstruction: self.needs_reconstruction }
    }

    fn section_of(self, mode: InsertionMode) -> Section {
        match mode {
            InsertionMode::Initial | InsertionMode::BeforeHtml | InsertionMode::BeforeHead => {
                Section::BeforeHead
            }
            InsertionMode::InHead => Section::Head,
            InsertionMode::InHeadNoscript => Section::HeadNoscript,
            InsertionMode::AfterHead => Section::AfterHead,
            InsertionMode::InTemplate => Section::Template,
            InsertionMode::AfterBody => Section::AfterBody,
            InsertionMode::AfterAfterBody => Section::AfterHtml,
            InsertionMode::InFrameset => Section::Frames,
            InsertionMode::AfterFrameset | InsertionMode::AfterAfterFrameset => {
                Section::AfterFrames
            }
            mode if self.template_mode == Some(mode) && mode != InsertionMode::InBody => {
                Section::TemplateOfTable
            }
            _ => Section::Body,
        }
    }
}
