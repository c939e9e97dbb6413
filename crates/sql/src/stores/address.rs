//! The store and the path that an address names.

use datafusion::common::{DataFusionError, Result, config_datafusion_err};
use datafusion::execution::object_store::ObjectStoreUrl;
use object_store::path::Path;
use url::{Position, Url};

/// A file in a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    pub(crate) store: ObjectStoreUrl,
    pub(crate) path: Path,
}

impl Address {
    /// Reads an address: a URL, or a path of this machine.
    ///
    /// # Errors
    ///
    /// If it is neither.
    pub(crate) fn parse(text: &str) -> Result<Address> {
        if !text.contains("://") {
            let path = std::path::absolute(text)?;
            let path = Path::from_absolute_path(path).map_err(|error| wrong(text, error))?;
            return Ok(Address { store: ObjectStoreUrl::local_filesystem(), path });
        }
        let url = Url::parse(text).map_err(|error| wrong(text, error))?;
        Ok(Address {
            store: ObjectStoreUrl::parse(&url[..Position::BeforePath])?,
            path: Path::from_url_path(url.path()).map_err(|error| wrong(text, error))?,
        })
    }
}

fn wrong(text: &str, error: impl std::fmt::Display) -> DataFusionError {
    config_datafusion_err!("{text:?} is no address of a file: {error}")
}

/// Returns the address of a file in a store, as [`Address::parse`] reads it: the path of a file of
/// this machine, a URL otherwise.
pub(crate) fn file_address(store: &ObjectStoreUrl, path: &Path) -> String {
    let url: &Url = store.as_ref();
    if url.scheme() == "file" {
        // A path of Windows starts with its drive.
        return if cfg!(windows) { path.to_string() } else { format!("/{path}") };
    }
    url_of(store, path).into()
}

/// Returns the URL of a file in a store.
pub(crate) fn url_of(store: &ObjectStoreUrl, path: &Path) -> Url {
    let mut url: Url = AsRef::<Url>::as_ref(store).clone();
    url.set_path(&path.as_ref().replace('%', "%25"));
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_it_is_written() {
        let store = |url| ObjectStoreUrl::parse(url).unwrap();
        for (store, path) in [
            (store("file://"), "dir/a b%41[1]~#?.warc.gz"),
            (store("s3://bucket"), "dir/a b%41[1]~#?é.warc.gz"),
            (store("https://example.com:8080"), "a/b.warc"),
            (store("abfss://box@account.dfs.core.windows.net"), "a.warc"),
        ] {
            let address = Address { store, path: Path::parse(path).unwrap() };
            let text = file_address(&address.store, &address.path);
            assert_eq!(Address::parse(&text).unwrap(), address, "{text}");
        }
    }

    #[test]
    fn addresses_look_as_they_are_usually_written() {
        for text in ["/dir/a.warc", "s3://bucket/dir/a.warc.gz", "https://example.com/a.warc.gz"] {
            let address = Address::parse(text).unwrap();
            assert_eq!(file_address(&address.store, &address.path), text);
        }
        assert!(Address::parse("s3://bucket:x/a").is_err());
        assert!(Address::parse("https://example.com/a//b").is_err());
    }
}
