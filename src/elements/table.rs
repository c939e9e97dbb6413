//! The elements of HTML: one row each, with all that depends on the name of an element.
//!
//! A row has, in this order:
//!
//! 1. the constant of the name, and the name;
//! 2. the rule for its start tag in a body: the steps of [`StartTagRule`](super::StartTagRule), or
//!    `ANY_OTHER`;
//! 3. how its content is read and written: [`Content`](super::Content);
//! 4. how it is displayed: [`Display`](super::Display);
//! 5. the sets that the tree builder asks for: [`ElementClass`](super::ElementClass);
//! 6. the other lists of the standard that it is in: [`Traits`](super::Traits).
//!
//! A row leaves out facts that follow from its other parts: `row.rs` adds them. The order of the
//! rows has no meaning; it determines the numbers of the names.
//!
//! This file is a macro and uses nothing, because two need it: `names::known`, which makes the
//! constants of the names, and `row.rs`, which makes the rows.

/// Passes the rows to the macro `$with`, followed by its other arguments.
macro_rules! html_elements {
    ($with:ident { $($more:tt)* }) => {
        $with! {
            A = "a": CLOSES_A | RECONSTRUCTS; Normal; Inline; FORMATTING;
                LAYOUT_TRANSPARENT | KEEPS_P_END_TAG,
            ABBR = "abbr": ANY_OTHER; Normal; Inline; NONE; NONE,
            ACRONYM = "acronym": ANY_OTHER; Normal; Inline; NONE; NONE,
            ADDRESS = "address": CLOSES_P; Normal; Block; SPECIAL | INSIDE_ITEMS;
                BLOCK_END_TAG | OPTIONAL_P_END_TAG,
            APPLET = "applet": OTHER; Normal; Inline; SPECIAL | SCOPE_BOUNDARY | ENDS_WITH_MORE;
                GENERATES_IMPLIED_END_TAGS,
            AREA = "area": FRAMESET_NOT_OK | RECONSTRUCTS; Void; None; SPECIAL; NONE,
            ARTICLE = "article": CLOSES_P; Normal; Block; SPECIAL;
                BLOCK_END_TAG | OPTIONAL_P_END_TAG | SHADOW_HOST,
            ASIDE = "aside": CLOSES_P; Normal; Block; SPECIAL;
                BLOCK_END_TAG | OPTIONAL_P_END_TAG | SHADOW_HOST,
            AUDIO = "audio": ANY_OTHER; Normal; Replaced; NONE; KEEPS_P_END_TAG,
            B = "b": ANY_OTHER; Normal; Inline; FORMATTING; BREAKS_OUT | LAYOUT_TRANSPARENT,
            BASE = "base": OTHER; Void; None; SPECIAL; IN_HEAD,
            BASEFONT = "basefont": OTHER; Void; None; SPECIAL; IN_HEAD,
            BDI = "bdi": ANY_OTHER; Normal; Inline; NONE; BIDI_ISOLATED,
            BDO = "bdo": ANY_OTHER; Normal; Inline; NONE; NONE,
            BGSOUND = "bgsound": OTHER; Void; Inline; SPECIAL; IN_HEAD,
            BIG = "big": ANY_OTHER; Normal; Inline; FORMATTING; BREAKS_OUT | LAYOUT_TRANSPARENT,
            BLINK = "blink": ANY_OTHER; Normal; Inline; NONE; NONE,
            BLOCKQUOTE = "blockquote": CLOSES_P; Normal; Block; SPECIAL;
                BLOCK_END_TAG | BREAKS_OUT | OPTIONAL_P_END_TAG | SHADOW_HOST,
            BODY = "body": OTHER; Normal; Block; SPECIAL | OPEN_AT_END | DECIDES_MODE | ENDS_WITH_MORE;
                GENERATES_IMPLIED_END_TAGS | BREAKS_OUT | OPTIONAL_START_TAG | IN_EVERY_DOCUMENT |
                SHADOW_HOST,
            BR = "br": FRAMESET_NOT_OK | RECONSTRUCTS; Void; LineBreak; SPECIAL | ENDS_WITH_MORE; BREAKS_OUT,
            BUTTON = "button": OTHER; Normal; InlineBlock; SPECIAL | BUTTON_SCOPE_BOUNDARY;
                BLOCK_END_TAG | SUBMITTABLE | CAN_BE_DISABLED,
            CANVAS = "canvas": ANY_OTHER; Normal; Replaced; NONE; NONE,
            CAPTION = "caption": OTHER; Normal; Caption; SPECIAL | SCOPE_BOUNDARY |
                THOROUGHLY_IMPLIED_END_TAG | DECIDES_MODE;
                GENERATES_IMPLIED_END_TAGS | NOT_IN_BODY,
            CENTER = "center": CLOSES_P; Normal; Block; SPECIAL; BLOCK_END_TAG | BREAKS_OUT,
            CITE = "cite": ANY_OTHER; Normal; Inline; NONE; NONE,
            CODE = "code": ANY_OTHER; Normal; Inline; FORMATTING; BREAKS_OUT,
            COL = "col": OTHER; Void; Columns; SPECIAL; NOT_IN_BODY,
            COLGROUP = "colgroup": OTHER; Normal; Columns; SPECIAL | THOROUGHLY_IMPLIED_END_TAG |
                DECIDES_MODE;
                NOT_IN_BODY | OPTIONAL_START_TAG,
            DATA = "data": ANY_OTHER; Normal; Inline; NONE; NONE,
            DATALIST = "datalist": ANY_OTHER; Normal; None; NONE; OPTION_BOUNDARY,
            DD = "dd": OTHER | CLOSES_P | CLOSES_DD_AND_DT; Normal; Block; SPECIAL | IMPLIED_END_TAG;
                GENERATES_IMPLIED_END_TAGS | BREAKS_OUT,
            DEL = "del": ANY_OTHER; Normal; Inline; NONE; LAYOUT_TRANSPARENT | KEEPS_P_END_TAG,
            DETAILS = "details": CLOSES_P; Normal; Block; SPECIAL; BLOCK_END_TAG | OPTIONAL_P_END_TAG,
            DFN = "dfn": ANY_OTHER; Normal; Inline; NONE; NONE,
            DIALOG = "dialog": CLOSES_P; Normal; Block; NONE; BLOCK_END_TAG | OPTIONAL_P_END_TAG,
            DIR = "dir": CLOSES_P; Normal; Block; SPECIAL; BLOCK_END_TAG,
            DIV = "div": CLOSES_P; Normal; Block; SPECIAL | INSIDE_ITEMS;
                BLOCK_END_TAG | BREAKS_OUT | OPTIONAL_P_END_TAG | SHADOW_HOST,
            DL = "dl": CLOSES_P; Normal; Block; SPECIAL; BLOCK_END_TAG | BREAKS_OUT | OPTIONAL_P_END_TAG,
            DT = "dt": OTHER | CLOSES_P | CLOSES_DD_AND_DT; Normal; Block; SPECIAL | IMPLIED_END_TAG;
                GENERATES_IMPLIED_END_TAGS | BREAKS_OUT,
            EM = "em": ANY_OTHER; Normal; Inline; FORMATTING; BREAKS_OUT | LAYOUT_TRANSPARENT,
            EMBED = "embed": FRAMESET_NOT_OK | RECONSTRUCTS; Void; Replaced; SPECIAL;
                BREAKS_OUT | FLOATS,
            FIELDSET = "fieldset": CLOSES_P; Normal; Block; SPECIAL;
                BLOCK_END_TAG | OPTIONAL_P_END_TAG | LISTED | CAN_BE_DISABLED,
            FIGCAPTION = "figcaption": CLOSES_P; Normal; Block; SPECIAL; BLOCK_END_TAG | OPTIONAL_P_END_TAG,
            FIGURE = "figure": CLOSES_P; Normal; Block; SPECIAL; BLOCK_END_TAG | OPTIONAL_P_END_TAG,
            FONT = "font": ANY_OTHER; Normal; Inline; FORMATTING; LAYOUT_TRANSPARENT,
            FOOTER = "footer": CLOSES_P; Normal; Block; SPECIAL;
                BLOCK_END_TAG | OPTIONAL_P_END_TAG | SHADOW_HOST,
            FORM = "form": OTHER | CLOSES_P; Normal; Block; SPECIAL | ENDS_WITH_MORE;
                GENERATES_IMPLIED_END_TAGS | OPTIONAL_P_END_TAG,
            FRAME = "frame": OTHER; Void; Block; SPECIAL; NOT_IN_BODY,
            FRAMESET = "frameset": OTHER; Normal; Block; SPECIAL | DECIDES_MODE; NONE,
            H1 = "h1": CLOSES_P; Normal; Block; SPECIAL | HEADING;
                BREAKS_OUT | OPTIONAL_P_END_TAG | SHADOW_HOST,
            H2 = "h2": CLOSES_P; Normal; Block; SPECIAL | HEADING;
                BREAKS_OUT | OPTIONAL_P_END_TAG | SHADOW_HOST,
            H3 = "h3": CLOSES_P; Normal; Block; SPECIAL | HEADING;
                BREAKS_OUT | OPTIONAL_P_END_TAG | SHADOW_HOST,
            H4 = "h4": CLOSES_P; Normal; Block; SPECIAL | HEADING;
                BREAKS_OUT | OPTIONAL_P_END_TAG | SHADOW_HOST,
            H5 = "h5": CLOSES_P; Normal; Block; SPECIAL | HEADING;
                BREAKS_OUT | OPTIONAL_P_END_TAG | SHADOW_HOST,
            H6 = "h6": CLOSES_P; Normal; Block; SPECIAL | HEADING;
                BREAKS_OUT | OPTIONAL_P_END_TAG | SHADOW_HOST,
            HEAD = "head": OTHER; Normal; None; SPECIAL | DECIDES_MODE;
                BREAKS_OUT | NOT_IN_BODY | OPTIONAL_START_TAG | IN_EVERY_DOCUMENT,
            HEADER = "header": CLOSES_P; Normal; Block; SPECIAL;
                BLOCK_END_TAG | OPTIONAL_P_END_TAG | SHADOW_HOST,
            HGROUP = "hgroup": CLOSES_P; Normal; Block; SPECIAL; BLOCK_END_TAG | OPTIONAL_P_END_TAG,
            HR = "hr": OTHER | CLOSES_P; Void; Block; SPECIAL;
                BREAKS_OUT | OPTIONAL_P_END_TAG | OPTION_BOUNDARY,
            HTML = "html": OTHER; Normal; Block; SPECIAL | SCOPE_BOUNDARY | TABLE_SCOPE_BOUNDARY |
                OPEN_AT_END | TABLE_CONTEXT | TABLE_BODY_CONTEXT | TABLE_ROW_CONTEXT | DECIDES_MODE |
                ENDS_WITH_MORE;
                GENERATES_IMPLIED_END_TAGS | OPTIONAL_START_TAG | IN_EVERY_DOCUMENT,
            I = "i": ANY_OTHER; Normal; Inline; FORMATTING; BREAKS_OUT | LAYOUT_TRANSPARENT,
            IFRAME = "iframe": OTHER; RawText; Replaced; SPECIAL; FLOATS,
            IMAGE = "image": OTHER; Normal; Inline; NONE; NONE,
            IMG = "img": FRAMESET_NOT_OK | RECONSTRUCTS; Void; Replaced; SPECIAL;
                BREAKS_OUT | FORM_ASSOCIATED | FLOATS | FETCHES,
            INPUT = "input": OTHER; Void; Replaced; SPECIAL;
                SUBMITTABLE | CAN_BE_DISABLED | FETCHES,
            INS = "ins": ANY_OTHER; Normal; Inline; NONE; LAYOUT_TRANSPARENT | KEEPS_P_END_TAG,
            ISINDEX = "isindex": ANY_OTHER; Normal; Inline; NONE; NONE,
            KBD = "kbd": ANY_OTHER; Normal; Inline; NONE; NONE,
            KEYGEN = "keygen": FRAMESET_NOT_OK | RECONSTRUCTS; Void; Inline; SPECIAL; NONE,
            LABEL = "label": ANY_OTHER; Normal; Inline; NONE; LAYOUT_TRANSPARENT,
            LEGEND = "legend": ANY_OTHER; Normal; Block; NONE; NONE,
            LI = "li": FRAMESET_NOT_OK | CLOSES_LI | CLOSES_P; Normal; Block; SPECIAL | IMPLIED_END_TAG;
                GENERATES_IMPLIED_END_TAGS | BREAKS_OUT,
            LINK = "link": OTHER; Void; None; SPECIAL; IN_HEAD | FETCHES,
            LISTING = "listing": OTHER | CLOSES_P; Normal; Block; SPECIAL;
                BLOCK_END_TAG | BREAKS_OUT | DROPS_LINE_FEED | KEEPS_WHITESPACE,
            MAIN = "main": CLOSES_P; Normal; Block; SPECIAL; BLOCK_END_TAG | OPTIONAL_P_END_TAG | SHADOW_HOST,
            MAP = "map": ANY_OTHER; Normal; Inline; NONE;
                LAYOUT_TRANSPARENT | KEEPS_P_END_TAG,
            MARK = "mark": ANY_OTHER; Normal; Inline; NONE; NONE,
            MARQUEE = "marquee": OTHER; Normal; InlineBlock; SPECIAL | SCOPE_BOUNDARY | ENDS_WITH_MORE;
                GENERATES_IMPLIED_END_TAGS,
            MENU = "menu": CLOSES_P; Normal; Block; SPECIAL; BLOCK_END_TAG | BREAKS_OUT | OPTIONAL_P_END_TAG,
            MENUITEM = "menuitem": ANY_OTHER; Normal; Inline; NONE; NONE,
            META = "meta": OTHER; Void; None; SPECIAL; BREAKS_OUT | IN_HEAD | FETCHES,
            METER = "meter": ANY_OTHER; Normal; Replaced; NONE; NONE,
            MULTICOL = "multicol": ANY_OTHER; Normal; Inline; NONE; NONE,
            NAV = "nav": CLOSES_P; Normal; Block; SPECIAL; BLOCK_END_TAG | OPTIONAL_P_END_TAG | SHADOW_HOST,
            NEXTID = "nextid": ANY_OTHER; Normal; Inline; NONE; NONE,
            NOBR = "nobr": OTHER; Normal; Inline; FORMATTING; BREAKS_OUT | LAYOUT_TRANSPARENT,
            NOEMBED = "noembed": OTHER; RawText; None; SPECIAL; NONE,
            NOFRAMES = "noframes": OTHER; RawText; None; SPECIAL; IN_HEAD,
            NOSCRIPT = "noscript": OTHER; Noscript; Inline; SPECIAL;
                LAYOUT_TRANSPARENT | KEEPS_P_END_TAG,
            OBJECT = "object": OTHER; Normal; Inline; SPECIAL | SCOPE_BOUNDARY | ENDS_WITH_MORE;
                GENERATES_IMPLIED_END_TAGS | LISTED | LAYOUT_TRANSPARENT,
            OL = "ol": CLOSES_P; Normal; Block; SPECIAL | LIST_ITEM_SCOPE_BOUNDARY;
                BLOCK_END_TAG | BREAKS_OUT | OPTIONAL_P_END_TAG,
            OPTGROUP = "optgroup": OTHER; Normal; OptionGroup; IMPLIED_END_TAG; CAN_BE_DISABLED | DIFFERS_2024,
            OPTION = "option": OTHER; Normal; Block; IMPLIED_END_TAG;
                CAN_BE_DISABLED | OPTION_BOUNDARY | DIFFERS_2024,
            OUTPUT = "output": ANY_OTHER; Normal; Inline; NONE; LISTED | LAYOUT_TRANSPARENT,
            P = "p": CLOSES_P; Normal; Block; SPECIAL | IMPLIED_END_TAG | INSIDE_ITEMS;
                BREAKS_OUT | OPTIONAL_P_END_TAG | SHADOW_HOST,
            PARAM = "param": INSERTS; Void; None; SPECIAL; NONE,
            PICTURE = "picture": ANY_OTHER; Normal; Inline; NONE; NONE,
            PLAINTEXT = "plaintext": OTHER | CLOSES_P; Plaintext; Block; SPECIAL; KEEPS_WHITESPACE,
            PRE = "pre": OTHER | CLOSES_P; Normal; Block; SPECIAL;
                BLOCK_END_TAG | BREAKS_OUT | DROPS_LINE_FEED | OPTIONAL_P_END_TAG | KEEPS_WHITESPACE,
            PROGRESS = "progress": ANY_OTHER; Normal; Replaced; NONE; NONE,
            Q = "q": ANY_OTHER; Normal; Inline; NONE; NONE,
            RB = "rb": OTHER; Normal; Inline; IMPLIED_END_TAG; NONE,
            RBC = "rbc": ANY_OTHER; Normal; Inline; NONE; NONE,
            RP = "rp": OTHER; Normal; None; IMPLIED_END_TAG; NONE,
            RT = "rt": OTHER; Normal; Inline; IMPLIED_END_TAG; NONE,
            RTC = "rtc": OTHER; Normal; Inline; IMPLIED_END_TAG; NONE,
            RUBY = "ruby": ANY_OTHER; Normal; Inline; NONE; BREAKS_OUT,
            S = "s": ANY_OTHER; Normal; Inline; FORMATTING; BREAKS_OUT | LAYOUT_TRANSPARENT,
            SAMP = "samp": ANY_OTHER; Normal; Inline; NONE; NONE,
            SCRIPT = "script": OTHER; Script; None; SPECIAL; IN_HEAD | BIDI_ISOLATED | FETCHES,
            SEARCH = "search": CLOSES_P; Normal; Block; SPECIAL; BLOCK_END_TAG | OPTIONAL_P_END_TAG,
            SECTION = "section": CLOSES_P; Normal; Block; SPECIAL;
                BLOCK_END_TAG | OPTIONAL_P_END_TAG | SHADOW_HOST,
            SELECT = "select": OTHER; Normal; Select; SPECIAL | SELECT;
                SUBMITTABLE | CAN_BE_DISABLED | DIFFERS_2024,
            SELECTEDCONTENT = "selectedcontent": OTHER; Normal; Inline; NONE; DIFFERS_2024,
            SLOT = "slot": ANY_OTHER; Normal; Inline; NONE; NONE,
            SMALL = "small": ANY_OTHER; Normal; Inline; FORMATTING; BREAKS_OUT | LAYOUT_TRANSPARENT,
            SOURCE = "source": INSERTS; Void; Inline; SPECIAL; FETCHES,
            SPACER = "spacer": ANY_OTHER; Normal; Inline; NONE; NONE,
            SPAN = "span": ANY_OTHER; Normal; Inline; NONE; BREAKS_OUT | SHADOW_HOST | LAYOUT_TRANSPARENT,
            STRIKE = "strike": ANY_OTHER; Normal; Inline; FORMATTING; BREAKS_OUT | LAYOUT_TRANSPARENT,
            STRONG = "strong": ANY_OTHER; Normal; Inline; FORMATTING; BREAKS_OUT | LAYOUT_TRANSPARENT,
            STYLE = "style": OTHER; RawText; None; SPECIAL; IN_HEAD | BIDI_ISOLATED,
            SUB = "sub": ANY_OTHER; Normal; Inline; NONE; BREAKS_OUT,
            SUMMARY = "summary": CLOSES_P; Normal; Block; SPECIAL; BLOCK_END_TAG,
            SUP = "sup": ANY_OTHER; Normal; Inline; NONE; BREAKS_OUT,
            TABLE = "table": OTHER | CLOSES_P; Normal; Table; SPECIAL | SCOPE_BOUNDARY |
                TABLE_SCOPE_BOUNDARY | FOSTERS | TABLE_CONTEXT | DECIDES_MODE;
                BREAKS_OUT,
            TBODY = "tbody": OTHER; Normal; RowGroup; SPECIAL | THOROUGHLY_IMPLIED_END_TAG | OPEN_AT_END |
                FOSTERS | TABLE_BODY_CONTEXT | DECIDES_MODE;
                NOT_IN_BODY | OPTIONAL_START_TAG,
            TD = "td": OTHER; Normal; Cell; SPECIAL | SCOPE_BOUNDARY | THOROUGHLY_IMPLIED_END_TAG |
                OPEN_AT_END | DECIDES_MODE;
                GENERATES_IMPLIED_END_TAGS | NOT_IN_BODY,
            TEMPLATE = "template": OTHER; Normal; None; SPECIAL | SCOPE_BOUNDARY | TABLE_SCOPE_BOUNDARY |
                TABLE_CONTEXT | TABLE_BODY_CONTEXT | TABLE_ROW_CONTEXT | TEMPLATE | DECIDES_MODE |
                ENDS_WITH_MORE;
                GENERATES_IMPLIED_END_TAGS | IN_HEAD | LAYOUT_TRANSPARENT | DIFFERS_2024,
            TEXTAREA = "textarea": OTHER; EscapableRawText; Replaced; SPECIAL;
                DROPS_LINE_FEED | SUBMITTABLE | CAN_BE_DISABLED | KEEPS_WHITESPACE | BIDI_ISOLATED |
                NONE,
            TFOOT = "tfoot": OTHER; Normal; RowGroup; SPECIAL | THOROUGHLY_IMPLIED_END_TAG | OPEN_AT_END |
                FOSTERS | TABLE_BODY_CONTEXT | DECIDES_MODE;
                NOT_IN_BODY,
            TH = "th": OTHER; Normal; Cell; SPECIAL | SCOPE_BOUNDARY | THOROUGHLY_IMPLIED_END_TAG |
                OPEN_AT_END | DECIDES_MODE;
                GENERATES_IMPLIED_END_TAGS | NOT_IN_BODY,
            THEAD = "thead": OTHER; Normal; RowGroup; SPECIAL | THOROUGHLY_IMPLIED_END_TAG | OPEN_AT_END |
                FOSTERS | TABLE_BODY_CONTEXT | DECIDES_MODE;
                NOT_IN_BODY,
            TIME = "time": ANY_OTHER; Normal; Inline; NONE; NONE,
            TITLE = "title": OTHER; EscapableRawText; None; SPECIAL; IN_HEAD,
            TR = "tr": OTHER; Normal; Row; SPECIAL | THOROUGHLY_IMPLIED_END_TAG | OPEN_AT_END | FOSTERS |
                TABLE_ROW_CONTEXT | DECIDES_MODE;
                NOT_IN_BODY,
            TRACK = "track": INSERTS; Void; Inline; SPECIAL; NONE,
            TT = "tt": ANY_OTHER; Normal; Inline; FORMATTING; BREAKS_OUT | LAYOUT_TRANSPARENT,
            U = "u": ANY_OTHER; Normal; Inline; FORMATTING; BREAKS_OUT | LAYOUT_TRANSPARENT,
            UL = "ul": CLOSES_P; Normal; Block; SPECIAL | LIST_ITEM_SCOPE_BOUNDARY;
                BLOCK_END_TAG | BREAKS_OUT | OPTIONAL_P_END_TAG,
            VAR = "var": ANY_OTHER; Normal; Inline; NONE; BREAKS_OUT,
            VIDEO = "video": ANY_OTHER; Normal; Replaced; NONE; FETCHES | KEEPS_P_END_TAG,
            WBR = "wbr": FRAMESET_NOT_OK | RECONSTRUCTS; Void; Inline; SPECIAL; NONE,
            XMP = "xmp": OTHER | CLOSES_P; RawText; Block; SPECIAL; KEEPS_WHITESPACE,
            { $($more)* }
        }
    };
}
pub(crate) use html_elements;
