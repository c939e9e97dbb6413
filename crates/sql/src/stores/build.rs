//! A store from the scheme of its address and the environment.

use std::sync::Arc;

use datafusion::common::{DataFusionError, Result, config_err};
use object_store::ObjectStore;
use url::Url;

/// Builds the store of an address.
///
/// # Errors
///
/// If no store has that scheme, or none that this crate was built with, or if the environment has
/// wrong settings of the store.
pub(super) fn build(url: &Url) -> Result<Arc<dyn ObjectStore>> {
    let address = &url[..url::Position::BeforePath];
    match url.scheme() {
        "s3" | "s3a" => aws(address),
        "gs" => gcp(address),
        "az" | "azure" | "adl" | "abfs" | "abfss" => azure(address),
        "http" | "https" => http(address),
        _ => config_err!(
            "{url} is in no store that is known here; known are /dir/file, s3://, gs://, az://, \
             abfss://, http:// and https://"
        ),
    }
}

/// Takes the store that a builder has built.
#[cfg(any(feature = "aws", feature = "azure", feature = "gcp", feature = "http"))]
fn built<S: ObjectStore>(store: object_store::Result<S>) -> Result<Arc<dyn ObjectStore>> {
    match store {
        Ok(store) => Ok(Arc::new(store)),
        Err(error) => Err(DataFusionError::ObjectStore(Box::new(error))),
    }
}

/// Returns the error for a store whose feature is off.
#[cfg(any(test, not(all(feature = "aws", feature = "azure", feature = "gcp", feature = "http"))))]
fn not_built(address: &str, feature: &str) -> DataFusionError {
    DataFusionError::Configuration(format!(
        "{address} is a store that this program was built without; build it with --features \
         {feature}"
    ))
}

#[cfg(feature = "aws")]
fn aws(address: &str) -> Result<Arc<dyn ObjectStore>> {
    built(object_store::aws::AmazonS3Builder::from_env().with_url(address).build())
}

#[cfg(not(feature = "aws"))]
fn aws(address: &str) -> Result<Arc<dyn ObjectStore>> {
    Err(not_built(address, "aws"))
}

#[cfg(feature = "gcp")]
fn gcp(address: &str) -> Result<Arc<dyn ObjectStore>> {
    built(object_store::gcp::GoogleCloudStorageBuilder::from_env().with_url(address).build())
}

#[cfg(not(feature = "gcp"))]
fn gcp(address: &str) -> Result<Arc<dyn ObjectStore>> {
    Err(not_built(address, "gcp"))
}

#[cfg(feature = "azure")]
fn azure(address: &str) -> Result<Arc<dyn ObjectStore>> {
    built(object_store::azure::MicrosoftAzureBuilder::from_env().with_url(address).build())
}

#[cfg(not(feature = "azure"))]
fn azure(address: &str) -> Result<Arc<dyn ObjectStore>> {
    Err(not_built(address, "azure"))
}

#[cfg(feature = "http")]
fn http(address: &str) -> Result<Arc<dyn ObjectStore>> {
    // Whoever writes `http:` wants it.
    let options = object_store::ClientOptions::new().with_allow_http(true);
    let builder = object_store::http::HttpBuilder::new().with_url(address);
    built(builder.with_client_options(options).build())
}

#[cfg(not(feature = "http"))]
fn http(address: &str) -> Result<Arc<dyn ObjectStore>> {
    Err(not_built(address, "http"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheme_decides_on_the_store() {
        for (address, name, is_built) in [
            ("s3://bucket/a.warc.gz", "AmazonS3", cfg!(feature = "aws")),
            ("gs://bucket/a.warc.gz", "GoogleCloudStorage", cfg!(feature = "gcp")),
            ("abfss://box@account.dfs.core.windows.net/a", "Azure", cfg!(feature = "azure")),
            ("http://127.0.0.1:1/a.parquet", "Http", cfg!(feature = "http")),
            ("https://example.com/a.parquet", "Http", cfg!(feature = "http")),
        ] {
            match build(&Url::parse(address).unwrap()) {
                Ok(store) => assert!(is_built && store.to_string().contains(name), "{store}"),
                Err(error) => {
                    assert!(!is_built && error.to_string().contains("--features"), "{error}");
                }
            }
        }
    }

    #[test]
    fn a_store_without_its_feature_says_what_to_do() {
        let error = not_built("s3://bucket", "aws").to_string();
        assert!(error.contains("s3://bucket is a store that"), "{error}");
        assert!(error.ends_with("build it with --features aws"), "{error}");
        assert_eq!(error.lines().count(), 1);
    }

    #[test]
    fn unknown_schemes_are_an_error() {
        let error = build(&Url::parse("hdfs://host/a").unwrap()).unwrap_err().to_string();
        assert!(error.contains("hdfs://host/a is in no store that is known here"), "{error}");
    }
}
