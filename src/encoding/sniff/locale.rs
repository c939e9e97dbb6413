//! The encoding that the standard suggests for the user's locale.

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, ISO_8859_2, ISO_8859_7, SHIFT_JIS, WINDOWS_874, WINDOWS_1250,
    WINDOWS_1251, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258,
};

/// Returns the encoding that the standard's table suggests for a BCP 47 language tag; `None` for
/// the table's last row, "all other locales", for which it suggests windows-1252.
///
/// Case does not matter, an underscore counts as a hyphen, and anything after a `.` or `@`, as in
/// `ja_JP.UTF-8`, is ignored. The table lists languages, so further subtags make no difference,
/// except for Chinese.
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
pub(super) fn encoding_for_locale(tag: &str) -> Option<&'static Encoding> {
    let end = tag.find(['.', '@']).unwrap_or(tag.len());
    let mut subtags = tag[..end].trim().split(['-', '_']);
    let language = subtags.next().unwrap_or_default().to_ascii_lowercase();
    match language.as_str() {
        "ar" | "fa" => Some(WINDOWS_1256),
        "az" | "ku" | "tr" => Some(WINDOWS_1254),
        "ba" | "be" | "bg" | "kk" | "ky" | "mk" | "ru" | "sah" | "sr" | "tg" | "tt" | "uk" => {
            Some(WINDOWS_1251)
        }
        "cs" | "hr" | "sk" => Some(WINDOWS_1250),
        "el" => Some(ISO_8859_7),
        "et" | "lt" | "lv" => Some(WINDOWS_1257),
        // `iw` was the code of Hebrew until 1989.
        "he" | "iw" => Some(WINDOWS_1255),
        "hu" | "pl" | "sl" => Some(ISO_8859_2),
        "ja" => Some(SHIFT_JIS),
        "ko" => Some(EUC_KR),
        "th" => Some(WINDOWS_874),
        "vi" => Some(WINDOWS_1258),
        "zh" => Some(encoding_for_chinese(subtags)),
        _ => None,
    }
}

/// Returns the encoding of one of the table's two rows for Chinese. The first script or region
/// subtag decides. The table has no row for `zh` alone; browsers use the row of simplified Chinese.
fn encoding_for_chinese<'a>(subtags: impl Iterator<Item = &'a str>) -> &'static Encoding {
    // A single letter starts an extension or private use, which say nothing about the language.
    for subtag in subtags.take_while(|subtag| subtag.len() > 1) {
        match subtag.to_ascii_lowercase().as_str() {
            "hans" | "cn" | "sg" => return GBK,
            "hant" | "hk" | "mo" | "tw" => return BIG5,
            _ => {}
        }
    }
    GBK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_of_the_standards_table_has_its_encoding() {
        let rows: &[(&[&str], &str)] = &[
            (&["ar", "fa"], "windows-1256"),
            (&["az", "ku", "tr"], "windows-1254"),
            (
                &["ba", "be", "bg", "kk", "ky", "mk", "ru", "sah", "sr", "tg", "tt", "uk"],
                "windows-1251",
            ),
            (&["cs", "hr", "sk"], "windows-1250"),
            (&["el"], "ISO-8859-7"),
            (&["et", "lt", "lv"], "windows-1257"),
            (&["he"], "windows-1255"),
            (&["hu", "pl", "sl"], "ISO-8859-2"),
            (&["ja"], "Shift_JIS"),
            (&["ko"], "EUC-KR"),
            (&["th"], "windows-874"),
            (&["vi"], "windows-1258"),
            (&["zh-Hans", "zh-CN", "zh-SG"], "GBK"),
            (&["zh-Hant", "zh-HK", "zh-MO", "zh-TW"], "Big5"),
        ];
        for (tags, expected) in rows {
            for tag in *tags {
                assert_eq!(encoding_for_locale(tag).map(Encoding::name), Some(*expected), "{tag}");
            }
        }
    }

    #[test]
    fn case_separators_and_further_subtags_are_tolerated() {
        let rows = [
            ("any case", "JA", Some(SHIFT_JIS)),
            ("any case of a region", "ZH-tw", Some(BIG5)),
            ("a region", "ru-UA", Some(WINDOWS_1251)),
            ("a script and a region", "sr-Cyrl-RS", Some(WINDOWS_1251)),
            ("underscores", "pl_PL", Some(ISO_8859_2)),
            ("a codeset", "zh_TW.UTF-8", Some(BIG5)),
            ("a modifier", "zh_HK@stroke", Some(BIG5)),
            ("whitespace around it", " ko ", Some(EUC_KR)),
            ("the former code of Hebrew", "iw-IL", Some(WINDOWS_1255)),
            ("Chinese without script or region", "zh", Some(GBK)),
            ("Chinese in another region", "zh-MY", Some(GBK)),
            ("the script counts, not the region", "zh-Hans-HK", Some(GBK)),
            ("the script counts, not the region, Big5", "zh-Hant-CN", Some(BIG5)),
            ("an extended language subtag", "zh-yue-HK", Some(BIG5)),
            ("a region after a singleton does not count", "zh-x-tw", Some(GBK)),
            ("an extension", "ja-u-ca-japanese", Some(SHIFT_JIS)),
            ("all other locales", "en-GB", None),
            ("a longer code", "jav", None),
            ("no tag", "", None),
            ("POSIX", "C.UTF-8", None),
            ("not a tag", "-_-", None),
        ];
        for (rule, tag, expected) in rows {
            assert_eq!(encoding_for_locale(tag), expected, "{rule}: {tag:?}");
        }
    }
}
