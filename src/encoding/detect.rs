//! The encoding guessed from the bytes themselves.

use encoding_rs::{Encoding, UTF_8};

use super::Hints;

/// The encoding that the whole input shows, where the caller has asked for such a guess: UTF-8 for
/// a local file that has its pattern, or what frequency analysis finds. `None` if no byte tells one
/// encoding from another.
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
pub(super) fn detect(whole_input: &[u8], hints: &Hints) -> Option<&'static Encoding> {
    if hints.local_file && has_utf_8_pattern(whole_input) {
        return Some(UTF_8);
    }
    if hints.detect { frequency_analysis(whole_input, hints) } else { None }
}

/// Whether [`detect`] could have an answer once it sees the whole input.
pub(super) fn is_wanted(hints: &Hints) -> bool {
    hints.local_file || (hints.detect && cfg!(feature = "detect"))
}

/// Whether there are bytes above 0x7F, and all of them make well-formed UTF-8.
fn has_utf_8_pattern(bytes: &[u8]) -> bool {
    !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok()
}

/// What a detector of legacy encodings makes of the bytes.
///
/// ISO-2022-JP is all ASCII, so that who can put text into a page could make it be read as such; it
/// is only guessed for local files.
#[cfg(feature = "detect")]
fn frequency_analysis(whole_input: &[u8], hints: &Hints) -> Option<&'static Encoding> {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

    let allow_iso_2022_jp = match hints.local_file {
        true => Iso2022JpDetection::Allow,
        false => Iso2022JpDetection::Deny,
    };
    let mut detector = EncodingDetector::new(allow_iso_2022_jp);
    let saw_non_ascii = detector.feed(whole_input, true);
    let top_level_domain = hints.top_level_domain.as_deref().map(str::as_bytes);
    let guess = detector.guess(top_level_domain, Utf8Detection::Allow);
    // Without a byte that tells encodings apart the guess is about the top-level domain alone.
    (saw_non_ascii || guess == encoding_rs::ISO_2022_JP).then_some(guess)
}

/// Frequency analysis is left out without the feature `detect`.
#[cfg(not(feature = "detect"))]
fn frequency_analysis(_: &[u8], _: &Hints) -> Option<&'static Encoding> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_files_are_searched_for_utf_8() {
        let local = Hints::new().local_file(true);
        let rows: &[(&str, &[u8], Option<&'static Encoding>)] = &[
            ("bytes above 0x7F that match the pattern", b"caf\xC3\xA9", Some(UTF_8)),
            ("bytes that do not match it", b"caf\xE9", None),
            ("a sequence cut short", b"caf\xC3", None),
            ("no bytes above 0x7F", b"cafe", None),
            ("nothing", b"", None),
        ];
        for (rule, bytes, expected) in rows {
            assert_eq!(detect(bytes, &local), *expected, "{rule}");
            assert_eq!(detect(bytes, &Hints::new()), None, "{rule}, unless asked for");
        }
    }

    #[cfg(feature = "detect")]
    #[test]
    fn frequency_analysis_finds_legacy_encodings() {
        use encoding_rs::{EUC_JP, ISO_2022_JP, SHIFT_JIS, WINDOWS_1251};

        let russian = "Щи да каша, пища наша; уха из ершей и пироги с капустой.";
        let japanese = "味噌汁と白いご飯、それから焼き魚をお願いします。";
        let rows = [
            ("Russian", WINDOWS_1251.encode(russian).0, None, Some(WINDOWS_1251)),
            (
                "Russian under another domain",
                WINDOWS_1251.encode(russian).0,
                Some("jp"),
                Some(WINDOWS_1251),
            ),
            ("Japanese", SHIFT_JIS.encode(japanese).0, Some("jp"), Some(SHIFT_JIS)),
            ("Japanese, otherwise", EUC_JP.encode(japanese).0, None, Some(EUC_JP)),
            ("UTF-8", russian.as_bytes().into(), Some("ru"), Some(UTF_8)),
            ("ASCII alone tells nothing", "<p>Broth".as_bytes().into(), Some("ru"), None),
            ("ISO-2022-JP is not guessed", ISO_2022_JP.encode(japanese).0, Some("jp"), None),
        ];
        for (rule, bytes, domain, expected) in rows {
            let mut hints = Hints::new().detect(true);
            if let Some(domain) = domain {
                hints = hints.top_level_domain(domain);
            }
            assert_eq!(detect(&bytes, &hints), expected, "{rule}");
        }
        let local = Hints::new().detect(true).local_file(true);
        assert_eq!(
            detect(&ISO_2022_JP.encode(japanese).0, &local),
            Some(ISO_2022_JP),
            "but in local files"
        );
    }
}
