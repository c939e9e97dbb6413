//! Which records of a file are rows.

use consomme_warc::Kind;

/// The records of an archive of pages.
const PAGES: &[Kind] = &[Kind::Response, Kind::Resource];

/// Returns the records that are rows, by the name of the file: texts of a WET file, metadata of a
/// WAT file, pages of any other. Archives of pages have metadata, too, a record beside each page.
pub(super) fn kinds_of(path: &str) -> &'static [Kind] {
    match path.strip_suffix(".gz").unwrap_or(path).rsplit_once('.') {
        Some((_, "wet")) => &[Kind::Conversion],
        Some((_, "wat")) => &[Kind::Metadata],
        _ => PAGES,
    }
}

/// All records that are read.
pub(super) const ALL: &[Kind] = &[Kind::Response, Kind::Resource, Kind::Conversion, Kind::Metadata];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_tells() {
        for (path, kinds) in [
            ("a/CC-MAIN-1.warc.wet.gz", &[Kind::Conversion][..]),
            ("a.wet", &[Kind::Conversion]),
            ("CC-MAIN-1.warc.wat.gz", &[Kind::Metadata]),
            ("a.warc.gz", PAGES),
            ("wet/a.warc", PAGES),
            ("wet", PAGES),
        ] {
            assert_eq!(kinds_of(path), kinds, "{path}");
        }
    }
}
