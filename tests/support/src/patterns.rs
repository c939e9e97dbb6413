//! Markup that takes most memory for its bytes, and what it may take.

/// How many bytes a document keeps at most for each byte of its text, errors and positions
/// included.
pub const MAX_KEPT_PER_BYTE: usize = 40;

/// How many bytes parsing holds at most at once for each byte of text.
///
/// An allocator that lets a block grow by copying it holds the old and the new one for a moment.
/// The promise includes both: 144 bytes, of which 125 were measured. [`Cap`] counts only the new
/// one, and finds 121 bytes at worst.
///
/// [`Cap`]: cap::Cap
pub const MAX_PEAK_PER_BYTE: usize = 128;

/// How many bytes a document keeps at most for each node that the standard's own rules copy.
pub const MAX_KEPT_PER_COPY: usize = 64;

/// How many bytes parsing holds at most at once for each such copy.
pub const MAX_PEAK_PER_COPY: usize = 128;

/// How many copies there can be by default, besides one for each byte.
pub const COPIES: usize = 1 << 16;

/// How many bytes a document takes at most besides.
pub const MAX_BESIDES: usize = 64 * 1024;

/// Markup that repeats a unit, in which `@` stands for the number of the repetition.
pub struct Pattern {
    pub before: &'static str,
    pub unit: &'static str,
    pub after: &'static str,
}

impl Pattern {
    /// The markup with as many units as fit into `length` bytes.
    pub fn markup(&self, length: usize) -> Vec<u8> {
        let mut html = self.before.to_owned();
        for number in 0.. {
            html += &self.unit.replace('@', &number.to_string());
            if html.len() >= length {
                break;
            }
        }
        html += self.after;
        let parts: Vec<_> = html.split('¿').map(str::as_bytes).collect();
        parts.join(&0xFF)
    }
}

/// The patterns that make most nodes, attributes, names, texts and errors of the fewest bytes.
pub const PATTERNS: &[(&str, &str, &str)] = &[
    // Elements and attributes.
    ("", "<p>", ""),
    ("", "<p a>", ""),
    ("", "<p a b c d e f g>", ""),
    ("", "<br>", ""),
    ("", "<i>", ""),
    ("", "<a@>", ""),
    ("<p", " a@", ">"),
    ("", "<template>", ""),
    ("", "<b id=@><p></b>", ""),
    ("", "<a id=@><table>", ""),
    ("", "<select><option selected><button><selectedcontent>a</select>", ""),
    ("<svg>", "<a>", ""),
    ("<svg>", "<a/>", ""),
    // Texts.
    ("", "a<p>", ""),
    ("", "a<br>", ""),
    ("<table>", "a<td>", ""),
    ("<table>", "a<br>", ""),
    ("", "<p a=&lt>", ""),
    ("", "<a b=&lt>", ""),
    ("", "&lt", ""),
    ("", "\r\n", ""),
    ("", "\r", ""),
    // Comments and processing instructions.
    ("", "<!>", ""),
    ("", "a<!>", ""),
    ("<table>", "a<!>", ""),
    ("<frameset>", "<!>", ""),
    ("", "<?a>", ""),
    ("", "<?>", ""),
    // Nothing but errors.
    ("", "<", ""),
    ("", "</>", ""),
    ("", "</p>", ""),
    ("", "<b></p>", ""),
    ("<p", " a", ">"),
    ("<p a=", "'", ">"),
    ("<frameset>", "a ", ""),
    // Control characters and noncharacters, which are errors of the input stream.
    ("", "\x01", ""),
    ("", "\u{81}", ""),
    ("", "\u{FFFE}", ""),
    ("", "<\x01", ""),
    ("", "&#1;", ""),
    ("", "\x01<p>", ""),
    ("", "<p\x01>", ""),
    ("", "\x01<!>", ""),
    ("", "a\x01<!>", ""),
    ("", "\u{81}<!>", ""),
    ("<table>", "\x01", ""),
    ("<colgroup>", "\x01", ""),
    ("<frameset>", "\x01", ""),
    // U+0000, which both the tokenizer and the tree builder report, or replace with U+FFFD.
    ("", "\0", ""),
    ("", "\0\x01", ""),
    ("<table>", "\0", ""),
    ("<table>", "a\0", ""),
    ("<table>", "\x01\0", ""),
    ("<frameset>", "\0", ""),
    ("<frameset>", "\0\x01", ""),
    ("<svg>", "\0", ""),
    ("<svg><![CDATA[", "\0", ""),
    ("<", "\0", ""),
    ("<p ", "\0", ">"),
    ("<p a=\"", "\0", "\">"),
    ("<a\0", "\0", "><a>"),
    ("<p a=", "\0", ">"),
    ("<title>", "\0", ""),
    ("<script>", "\0", ""),
    ("<plaintext>", "\0", ""),
    ("<!--", "\0", ""),
    ("<!doctype", "\0", ""),
    ("<?", "\0", ""),
];

/// Patterns in which the standard copies nodes: formatting elements are reconstructed, and an
/// option is copied into a `selectedcontent`.
pub const COPYING_PATTERNS: &[(&str, &str, &str)] = &[
    ("", "<b><p>", ""),
    ("", "<p><b id=@>", ""),
    ("", "<u a=@><li>", ""),
    ("", "<b x=@><i x=@><p>", ""),
    ("", "<table><b id=@><td></table>", ""),
    (SELECT, "a<!>", ""),
    (SELECT, "a<?b>", ""),
    (SELECT, "a<br>", "</option>"),
    (SELECT, "<b><p>", "</option>"),
];

/// All that follows is copied when the option ends.
const SELECT: &str =
    "<select><button><selectedcontent></selectedcontent></button><option selected>";

/// Patterns in UTF-8 in which `¿` stands for the byte FF: an error of the input stream that becomes
/// a U+FFFD, of three bytes.
pub const MALFORMED_PATTERNS: &[(&str, &str, &str)] = &[
    ("", "¿", ""),
    ("", "<¿", ""),
    ("", "¿\x01", ""),
    ("", "¿<p>", ""),
    ("", "¿<!>", ""),
    ("<p ", "¿ ", ">"),
    ("<p a=", "¿'", ">"),
    ("<table>", "¿", ""),
    ("<table>", "¿\0", ""),
    ("<frameset>", "¿", ""),
    ("<!--", "¿", ""),
];

/// Lengths of markup in bytes. A vector of items that take up one byte of markup each, or two,
/// three and four, has just grown at most of these.
pub const LENGTHS: &[usize] = &[
    1_000, 1_030, 1_540, 2_061, 3_088, 3_770, 4_076, 5_103, 8_200, 8_623, 11_666, 14_461, 16_400,
    24_600, 32_806, 34_236, 49_300, 57_911, 65_606, 68_217, 85_550, 92_495, 100_000, 135_928,
    300_000,
];
