//! The files of a pattern in any store.

use datafusion::catalog::Session;
use datafusion::common::{DataFusionError, Result, plan_err};
use datafusion::datasource::listing::ListingTableUrl;
use datafusion::execution::object_store::ObjectStoreUrl;
use futures::TryStreamExt;
use object_store::{Error, ObjectMeta, ObjectStoreExt};

/// The files of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) store: ObjectStoreUrl,
    /// One file at least, by path.
    pub(crate) files: Vec<ObjectMeta>,
}

/// Reads a pattern: a path, a URL, or either with `*`, `?` or `[…]`. `?` is a part of a URL of
/// HTTP.
///
/// # Errors
///
/// If it is none of them.
pub(crate) fn listing_url(pattern: &str) -> Result<ListingTableUrl> {
    // DataFusion reads wildcards in paths of this machine only.
    let Some((scheme, rest)) = pattern.split_once("://") else {
        return ListingTableUrl::parse(pattern);
    };
    if let ("file", path) = (scheme, rest)
        && path.contains(WILDCARDS)
    {
        return ListingTableUrl::parse(path);
    }
    let wildcards: &[char] = if is_http(scheme) { &['*'] } else { &WILDCARDS };
    let Some(wildcard) = rest.find(wildcards) else {
        return ListingTableUrl::parse(pattern);
    };
    if is_http(scheme) {
        return plan_err!("{pattern}: servers of HTTP don't list their files, so name one of them");
    }
    let Some(slash) = rest[..wildcard].rfind('/') else {
        return plan_err!("{pattern}: the name of a store has no wildcards");
    };
    let (folder, glob) = rest.split_at(slash + 1);
    ListingTableUrl::parse(format!("{scheme}://{folder}"))?.with_glob(glob)
}

const WILDCARDS: [char; 3] = ['*', '?', '['];

fn is_http(scheme: &str) -> bool {
    matches!(scheme, "http" | "https")
}

/// Finds the files of a pattern. `name` is the pattern as somebody has written it.
///
/// # Errors
///
/// If there are none, and the errors of the store.
pub(crate) async fn files(
    session: &dyn Session,
    url: &ListingTableUrl,
    name: &str,
) -> Result<Found> {
    let store = session.runtime_env().object_store(url)?;
    let mut files: Vec<ObjectMeta> = if is_http(url.scheme()) {
        match store.head(url.prefix()).await {
            Ok(file) => vec![file],
            Err(Error::NotFound { .. }) => Vec::new(),
            Err(error) => return Err(DataFusionError::ObjectStore(Box::new(error))),
        }
    } else {
        url.list_all_files(session, &*store, "").await?.try_collect().await?
    };
    if files.is_empty() {
        return plan_err!("no file matches {name}");
    }
    // The order in which a store lists its files is its own.
    files.sort_by(|a, b| a.location.cmp(&b.location));
    Ok(Found { store: url.object_store(), files })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_are_read_in_any_store() {
        for (pattern, folder, glob) in [
            ("s3://bucket/a/*.warc.gz", "s3://bucket/a/", Some("*.warc.gz")),
            ("s3://bucket/a/b-?/*.warc", "s3://bucket/a/", Some("b-?/*.warc")),
            ("gs://bucket/[ab].parquet", "gs://bucket/", Some("[ab].parquet")),
            ("s3://bucket/a/b.warc", "s3://bucket/a/b.warc", None),
            ("https://example.com/a.warc?b=1", "https://example.com/a.warc?b=1", None),
            ("file:///a/*.warc", "file:///a/", Some("*.warc")),
            ("/a/*.warc", "file:///a/", Some("*.warc")),
        ] {
            let url = listing_url(pattern).unwrap();
            assert_eq!(url.as_str(), folder, "{pattern}");
            assert_eq!(url.get_glob().as_ref().map(|glob| glob.as_str()), glob, "{pattern}");
        }
        for pattern in ["s3://*/a.warc", "https://example.com/*.parquet"] {
            assert!(listing_url(pattern).is_err(), "{pattern}");
        }
    }
}
