//! Pages of our own in every encoding of the Encoding Standard.

use consomme::{Document, Hints, ParseOptions, Parser};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

/// The encodings of the Encoding Standard by name, each with a text that only it, or its family,
/// can write.
pub const ENCODINGS: &[(&str, &str)] = &[
    ("UTF-8", "Consommé, борщ, 味噌汁, 🍲"),
    ("IBM866", "Щи да каша, пища наша"),
    ("ISO-8859-2", "Żurek i gołąbki"),
    ("ISO-8859-3", "Ĉu vi ŝatas ĥiajn kaĉojn, aŭ supojn?"),
    ("ISO-8859-4", "Šaltibarščiai, ķiļķi"),
    ("ISO-8859-5", "Борщ и уха"),
    ("ISO-8859-6", "شوربة عدس"),
    ("ISO-8859-7", "Φασολάδα και ψωμί"),
    ("ISO-8859-8", "מרק עוף"),
    ("ISO-8859-8-I", "מרק עוף"),
    ("ISO-8859-10", "Ķīselis, þorskur"),
    ("ISO-8859-13", "Šaltibarščiai, žirniai"),
    ("ISO-8859-14", "Cawl ŵy ac ŷd"),
    ("ISO-8859-15", "Bœuf bouilli, 5 €"),
    ("ISO-8859-16", "Ciorbă de perișoare, țelină"),
    ("KOI8-R", "Щи да каша, пища наша"),
    ("KOI8-U", "Борщ із пампушками, ґрис"),
    ("macintosh", "Crème brûlée, œuf, π"),
    ("windows-874", "ต้มยำกุ้ง"),
    ("windows-1250", "Svíčková na smetaně"),
    ("windows-1251", "Уха из ершей"),
    ("windows-1252", "Consommé à l’œuf"),
    ("windows-1253", "Αυγολέμονο"),
    ("windows-1254", "İşkembe çorbası, yoğurt"),
    ("windows-1255", "מרק עוף"),
    ("windows-1256", "شوربة عدس"),
    ("windows-1257", "Šaltibarščiai, ķīselis"),
    // The tone marks are characters of their own.
    ("windows-1258", "Phơ\u{309} bo\u{300}"),
    ("x-mac-cyrillic", "Борщ і вареники"),
    ("GBK", "酸辣汤和米饭"),
    ("gb18030", "酸辣汤, 🍲"),
    ("Big5", "酸辣湯和白飯"),
    ("EUC-JP", "味噌汁とごはん"),
    ("ISO-2022-JP", "味噌汁とごはん"),
    ("Shift_JIS", "味噌汁とごはん"),
    ("EUC-KR", "된장찌개와 밥"),
    ("replacement", "Consommé"),
    ("UTF-16BE", "Consommé, борщ, 味噌汁, 🍲"),
    ("UTF-16LE", "Consommé, борщ, 味噌汁, 🍲"),
    ("x-user-defined", "\u{F780}\u{F7E9}\u{F7FF}"),
];

/// The encoding of that name.
pub fn encoding(name: &str) -> &'static Encoding {
    Encoding::for_label(name.as_bytes()).unwrap_or_else(|| panic!("no encoding {name}"))
}

/// The text in that encoding, without a byte order mark. The replacement encoding writes UTF-8.
/// Characters that the encoding does not have become character references.
pub fn encode(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    if encoding == UTF_16LE {
        return text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    }
    if encoding == UTF_16BE {
        return text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    }
    encoding.encode(text).0.into_owned()
}

/// The document from bytes that come in pieces of that many bytes.
pub fn parse_in_pieces(bytes: &[u8], hints: &Hints, length: usize) -> Document {
    let mut parser = Parser::new(&ParseOptions::new(), hints);
    for piece in bytes.chunks(length) {
        parser.feed(piece);
    }
    parser.finish()
}
