//! The options of Markdown.

use consomme::BaseUrl;

use crate::rules::Rules;

/// How headings are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum HeadingStyle {
    /// `# Heading`.
    #[default]
    Atx,
    /// `# Heading #`.
    AtxClosed,
    /// A line of `=` or `-` below headings of the levels 1 and 2; `###` for deeper ones.
    Setext,
}

/// The character before the items of a list without numbers. A list right after another one has
/// another character, because Markdown joins lists that have the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Bullet {
    /// `-`.
    #[default]
    Dash,
    /// `*`.
    Star,
    /// `+`.
    Plus,
}

/// How preformatted text is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum CodeBlockStyle {
    /// Between lines of backticks, with the language.
    #[default]
    Fenced,
    /// Indented by four spaces; between fences where that would not be read as code, or would lose
    /// a language.
    Indented,
}

/// The character of the fences around code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Fence {
    /// A backtick.
    #[default]
    Backtick,
    /// `~`.
    Tilde,
}

/// The character around emphasis: one around `em`, two around `strong`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Delimiter {
    /// `*`.
    Star,
    /// `_`, which Markdown does not see within words: there, it is `*`.
    Underscore,
}

/// How links are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum LinkStyle {
    /// `[text](address "title")`.
    #[default]
    Inline,
    /// `[text][1]`, with the addresses at the end.
    Reference,
    /// The text of the link only.
    Text,
}

/// How a line break within a paragraph is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum HardBreakStyle {
    /// A backslash at the end of the line.
    #[default]
    Backslash,
    /// Two spaces at the end of the line; a backslash where nothing else is on the line.
    Spaces,
}

/// How images are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum ImageStyle {
    /// `![text](address "title")`.
    #[default]
    Markdown,
    /// The alternative text only.
    Alt,
    /// Nothing.
    Omit,
}

/// The content of the further slots of a cell with `colspan` or `rowspan`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum SpanStyle {
    /// Nothing: each text is in the output once.
    #[default]
    Empty,
    /// The content of the cell again.
    Repeat,
}

/// The header of a table whose first row has no header cells. Every table in Markdown has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum HeaderStyle {
    /// A row of empty cells.
    #[default]
    Empty,
    /// The first row.
    FirstRow,
}

/// How a table is written whose cells have lists, code or other blocks, which Markdown has no
/// place for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum ComplexTableStyle {
    /// As HTML, if [`html`](crate::Markdown::html) is allowed.
    #[default]
    Html,
    /// As a table of Markdown, with a line break between the blocks of a cell.
    Flatten,
    /// Without the table: the blocks of all cells, one after the other.
    Blocks,
}

/// How definition lists (`dl`) are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum DefinitionStyle {
    /// A paragraph for each term and each definition: CommonMark has no other way.
    #[default]
    Paragraphs,
    /// `: ` before each definition, as PHP Markdown Extra, Pandoc and pulldown-cmark read it.
    Extra,
}

/// How formulas are written: MathML with a TeX annotation, which KaTeX and MediaWiki put into
/// pages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum MathStyle {
    /// The TeX as `$…$`, or `$$…$$` if it is a block.
    #[default]
    Dollars,
    /// The letters that a page shows.
    Text,
}

/// How the small text above a word (`ruby`) is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum RubyStyle {
    /// After the word, in parentheses, as a browser without `ruby` shows it: `漢字(かんじ)`.
    #[default]
    Parentheses,
    /// After the word, as in [`inner_text`](consomme::NodeRef::inner_text).
    Text,
    /// Not at all.
    Omit,
}

/// All options of Markdown. The methods of [`Markdown`](crate::Markdown) document them.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) heading_style: HeadingStyle,
    pub(crate) heading_shift: i8,
    pub(crate) bullet: Bullet,
    pub(crate) code_block_style: CodeBlockStyle,
    pub(crate) fence: Fence,
    pub(crate) emphasis: Delimiter,
    pub(crate) strong: Delimiter,
    pub(crate) link_style: LinkStyle,
    pub(crate) autolinks: bool,
    pub(crate) hard_break: HardBreakStyle,
    pub(crate) images: ImageStyle,
    pub(crate) data_urls: bool,
    pub(crate) tables: bool,
    pub(crate) spans: SpanStyle,
    pub(crate) header: HeaderStyle,
    pub(crate) complex_tables: ComplexTableStyle,
    pub(crate) layout_tables: bool,
    pub(crate) definitions: DefinitionStyle,
    pub(crate) math: MathStyle,
    pub(crate) ruby: RubyStyle,
    pub(crate) footnotes: bool,
    pub(crate) task_lists: bool,
    pub(crate) strikethrough: bool,
    pub(crate) html: bool,
    pub(crate) merge_nested: bool,
    pub(crate) skipped_contents: bool,
    /// The address of the page.
    pub(crate) address: Option<String>,
    /// The base of the page's addresses, made from its address for each conversion.
    pub(crate) base: Option<BaseUrl>,
    pub(crate) max_nesting: usize,
    pub(crate) max_table_slots: usize,
    pub(crate) rules: Rules,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            heading_style: HeadingStyle::default(),
            heading_shift: 0,
            bullet: Bullet::default(),
            code_block_style: CodeBlockStyle::default(),
            fence: Fence::default(),
            emphasis: Delimiter::Star,
            strong: Delimiter::Star,
            link_style: LinkStyle::default(),
            autolinks: true,
            hard_break: HardBreakStyle::default(),
            images: ImageStyle::default(),
            data_urls: false,
            tables: true,
            spans: SpanStyle::default(),
            header: HeaderStyle::default(),
            complex_tables: ComplexTableStyle::default(),
            layout_tables: true,
            definitions: DefinitionStyle::default(),
            math: MathStyle::default(),
            ruby: RubyStyle::default(),
            footnotes: true,
            task_lists: true,
            strikethrough: true,
            html: true,
            merge_nested: true,
            skipped_contents: true,
            address: None,
            base: None,
            max_nesting: 64,
            max_table_slots: 1 << 16,
            rules: Rules::default(),
        }
    }
}
