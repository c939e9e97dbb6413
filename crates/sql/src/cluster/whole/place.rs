//! Where `COPY` writes until a start has succeeded.
//!
//! A task of a lost executor may have written files, and may still write when its query has long
//! been started again: nobody can take them back. So each start writes to a folder that nobody
//! else has, beside the target, and the client moves the files of the one that succeeds.

use std::fs;
use std::path::PathBuf;

use ballista_core::ids::new_instance_id;
use datafusion::common::{DataFusionError, Result, config_err, exec_err};
use datafusion::datasource::listing::ListingTableUrl;
use datafusion::execution::runtime_env::RuntimeEnv;
use futures::TryStreamExt;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};

/// A folder for one start of `COPY`, beside the target: `dir/.consomme-ID/out/` for `dir/out/`.
#[derive(Debug)]
pub(super) struct Place {
    /// Where the start writes, as `COPY` takes it.
    url: String,
    /// The folder, with its store.
    folder: ListingTableUrl,
    /// The folder of the target in the same store.
    parent: Path,
}

impl Place {
    /// Returns a new place for a target. A path without a store is one of this machine.
    ///
    /// # Errors
    ///
    /// If the target is not a URL or a path.
    pub(super) fn beside(target: &str) -> Result<Place> {
        let parsed = ListingTableUrl::parse(target)?;
        if parsed.get_glob().is_some() {
            return config_err!("COPY cannot write to {target:?}, which is a pattern of paths");
        }
        let text = parsed.as_str().trim_end_matches('/');
        let Some((parent, name)) =
            text.rsplit_once('/').filter(|_| parsed.prefix().parts_count() > 0)
        else {
            return config_err!("COPY cannot write to {target:?}, which has no name");
        };
        let folder = format!("{parent}/.consomme-{}/", new_instance_id());
        let end = if parsed.is_collection() { "/" } else { "" };
        let mut parts: Vec<_> = parsed.prefix().parts().collect();
        parts.pop();
        let url = format!("{folder}{name}{end}");
        Ok(Place {
            url,
            folder: ListingTableUrl::parse(folder)?,
            parent: parts.into_iter().collect(),
        })
    }

    /// Returns where the start writes.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Moves the files of the start that has succeeded to the target. `rows` is how many rows it
    /// has written.
    ///
    /// # Errors
    ///
    /// If there are no files for the rows, because the executors have written them to another
    /// machine; if a file cannot be moved.
    pub(super) async fn keep(&self, rows: u64, runtime: &RuntimeEnv) -> Result<()> {
        let store = runtime.object_store(self.folder.object_store())?;
        let files = self.files(&*store).await?;
        if files.is_empty() && rows > 0 {
            return exec_err!(
                "COPY has written {rows} rows to {} on another machine: have it on all machines",
                self.url
            );
        }
        for file in files {
            let rest = file.parts().skip(self.folder.prefix().parts_count());
            let target: Path = self.parent.parts().chain(rest).collect();
            store.rename(&file, &target).await?;
        }
        self.remove_folder();
        Ok(())
    }

    /// Removes the files of a start that has failed, as far as possible.
    pub(super) async fn drop_files(&self, runtime: &RuntimeEnv) {
        let Ok(store) = runtime.object_store(self.folder.object_store()) else { return };
        for file in self.files(&*store).await.unwrap_or_default() {
            // It is in nobody's way.
            let _ = store.delete(&file).await;
        }
        self.remove_folder();
    }

    /// Returns the files of the start.
    async fn files(&self, store: &dyn ObjectStore) -> Result<Vec<Path>> {
        let files = store.list(Some(self.folder.prefix())).map_ok(|file| file.location);
        files.try_collect().await.map_err(|error| DataFusionError::ObjectStore(Box::new(error)))
    }

    /// Removes the folder on a disk. Other stores have none.
    fn remove_folder(&self) {
        if let Some(folder) = self.path() {
            // It has no files, or files in nobody's way.
            let _ = fs::remove_dir_all(folder);
        }
    }

    /// Returns the folder on a disk.
    fn path(&self) -> Option<PathBuf> {
        let url = self.folder.get_url();
        if url.scheme() == "file" { url.to_file_path().ok() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns the files of a folder, with their content, and its folders.
    fn content(folder: &std::path::Path) -> BTreeSet<(String, String)> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let entry = |entry: fs::DirEntry| {
            let text = fs::read_to_string(entry.path()).unwrap_or_else(|_| "folder".to_owned());
            (entry.file_name().into_string().unwrap(), text)
        };
        entries.map(entry).collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> BTreeSet<(String, String)> {
        pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    /// Writes files as a start does.
    fn write(place: &Place, files: &[(&str, &str)]) {
        let folder = ListingTableUrl::parse(place.url()).unwrap();
        let folder = folder.get_url().to_file_path().unwrap();
        for (name, text) in files {
            let path = if name.is_empty() { folder.clone() } else { folder.join(name) };
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    #[tokio::test]
    async fn the_files_of_one_start_come_to_the_others_of_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let target = format!("{}/a b/", folder.path().display());
        fs::create_dir(&target).unwrap();
        fs::write(format!("{target}0.csv"), "0").unwrap();
        let [lost, kept] = [0, 1].map(|_| Place::beside(&target).unwrap());
        write(&lost, &[("1.csv", "lost")]);
        write(&kept, &[("2.csv", "2"), ("lang=de/3.csv", "3")]);
        let runtime = RuntimeEnv::default();
        lost.drop_files(&runtime).await;
        kept.keep(2, &runtime).await.unwrap();
        assert_eq!(content(folder.path()), pairs(&[("a b", "folder")]));
        let found = content(target.as_ref());
        assert_eq!(found, pairs(&[("0.csv", "0"), ("2.csv", "2"), ("lang=de", "folder")]));
        assert_eq!(content(format!("{target}lang=de").as_ref()), pairs(&[("3.csv", "3")]));
    }

    #[tokio::test]
    async fn a_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let target = format!("{}/out.csv", folder.path().display());
        fs::write(&target, "before").unwrap();
        let place = Place::beside(&target).unwrap();
        write(&place, &[("", "after")]);
        assert_eq!(fs::read_to_string(&target).unwrap(), "before");
        place.keep(1, &RuntimeEnv::default()).await.unwrap();
        assert_eq!(content(folder.path()), pairs(&[("out.csv", "after")]));
    }

    #[tokio::test]
    async fn rows_without_files_are_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::beside(&format!("{}/out/", folder.path().display())).unwrap();
        let runtime = RuntimeEnv::default();
        assert!(place.keep(0, &runtime).await.is_ok());
        let error = place.keep(3, &runtime).await.unwrap_err().to_string();
        assert!(error.contains("3 rows") && error.contains("on another machine"), "{error}");
    }

    #[test]
    fn a_target_has_a_name() {
        for target in ["/", "file:///", "/a/*.csv"] {
            assert!(Place::beside(target).is_err(), "{target}");
        }
        let place = Place::beside("s3://bucket/a/b").unwrap();
        assert!(place.url().starts_with("s3://bucket/a/.consomme-") && place.url().ends_with("/b"));
    }
}
