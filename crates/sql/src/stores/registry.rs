//! The stores of a session.

use std::collections::HashMap;
#[cfg(feature = "cluster")]
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use datafusion::common::{Result, config_datafusion_err};
use datafusion::execution::object_store::ObjectStoreRegistry;
#[cfg(feature = "cluster")]
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use object_store::ObjectStore;
use object_store::local::LocalFileSystem;
use url::{Position, Url};

use super::build::build;

/// The stores of a session: files of this machine, and any store of S3, Azure, Google or HTTP as
/// soon as an address names it.
///
/// Credentials and settings come from the environment of the process, as the tools of each store
/// have them: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT`, …;
/// `GOOGLE_APPLICATION_CREDENTIALS`, …; `AZURE_STORAGE_ACCOUNT_NAME`, `AZURE_STORAGE_ACCOUNT_KEY`,
/// …; or from the machine, where the store's own cloud gives it credentials. The features `aws`,
/// `azure`, `gcp` and `http` build the stores.
///
/// ```
/// use std::sync::Arc;
///
/// use consomme_sql::Stores;
/// use consomme_sql::datafusion::execution::runtime_env::RuntimeEnvBuilder;
/// use consomme_sql::datafusion::prelude::SessionContext;
///
/// # fn main() -> consomme_sql::datafusion::error::Result<()> {
/// let runtime = RuntimeEnvBuilder::new().with_object_store_registry(Arc::new(Stores::new()));
/// let session =
///     SessionContext::new_with_config_rt(consomme_sql::session_config(), runtime.build_arc()?);
/// consomme_sql::register(&session);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Stores {
    /// The stores by scheme and authority.
    stores: RwLock<HashMap<String, Arc<dyn ObjectStore>>>,
}

impl Stores {
    /// Returns stores of which only the files of this machine are known yet.
    pub fn new() -> Stores {
        let files: Arc<dyn ObjectStore> = Arc::new(LocalFileSystem::new());
        Stores { stores: RwLock::new(HashMap::from([("file://".to_owned(), files)])) }
    }
}

impl Default for Stores {
    fn default() -> Stores {
        Stores::new()
    }
}

/// Returns the part of an address that names its store. It has what stands before an `@`, where
/// addresses of Azure have the container.
fn key(url: &Url) -> &str {
    &url[..Position::BeforePath]
}

impl ObjectStoreRegistry for Stores {
    fn register_store(
        &self,
        url: &Url,
        store: Arc<dyn ObjectStore>,
    ) -> Option<Arc<dyn ObjectStore>> {
        let mut stores = self.stores.write().unwrap_or_else(PoisonError::into_inner);
        stores.insert(key(url).to_owned(), store)
    }

    fn deregister_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        let mut stores = self.stores.write().unwrap_or_else(PoisonError::into_inner);
        stores
            .remove(key(url))
            .ok_or_else(|| config_datafusion_err!("the session has no store of {url}"))
    }

    fn get_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        let stores = self.stores.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = stores.get(key(url)) {
            return Ok(Arc::clone(store));
        }
        drop(stores);
        let store = build(url)?;
        let mut stores = self.stores.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have built it meanwhile. All share one store with its connections.
        Ok(Arc::clone(stores.entry(key(url).to_owned()).or_insert(store)))
    }
}

/// Returns the environment of a session with these stores, and the folder of its temporary files,
/// if it is not the system's.
#[cfg(feature = "cluster")]
pub(crate) fn runtime(stores: Arc<Stores>, folder: Option<&Path>) -> Result<Arc<RuntimeEnv>> {
    let runtime = RuntimeEnvBuilder::new().with_object_store_registry(stores);
    match folder {
        Some(folder) => runtime.with_temp_file_path(folder).build_arc(),
        None => runtime.build_arc(),
    }
}

#[cfg(test)]
mod tests {
    use object_store::memory::InMemory;

    use super::*;

    fn url(address: &str) -> Url {
        Url::parse(address).unwrap()
    }

    #[test]
    fn files_are_known_and_others_can_be_added() {
        let stores = Stores::new();
        assert!(stores.get_store(&url("file:///a.parquet")).is_ok());
        assert!(stores.get_store(&url("memory://a/b")).is_err());
        assert!(stores.register_store(&url("memory://a/"), Arc::new(InMemory::new())).is_none());
        assert!(stores.get_store(&url("memory://a/b")).is_ok());
        assert!(stores.deregister_store(&url("memory://a/c")).is_ok());
        assert!(stores.get_store(&url("memory://a/b")).is_err());
    }

    #[cfg(feature = "http")]
    #[test]
    fn a_store_is_built_once() {
        let stores = Stores::new();
        let [a, b, c] = ["http://a/1", "http://a/2", "http://c/"]
            .map(|address| stores.get_store(&url(address)).unwrap());
        assert!(Arc::ptr_eq(&a, &b) && !Arc::ptr_eq(&a, &c));
    }

    #[cfg(feature = "azure")]
    #[test]
    fn containers_of_an_account_are_stores_of_their_own() {
        let stores = Stores::new();
        let [a, b] = ["a", "b"].map(|container| {
            let address = format!("abfss://{container}@account.dfs.core.windows.net/x");
            stores.get_store(&url(&address)).unwrap().to_string()
        });
        assert_ne!(a, b);
    }
}
