//! Files of Parquet as a table.

use std::sync::Arc;

use datafusion::common::{Result, TableReference};
use datafusion::datasource::file_format::options::ReadOptions;
use datafusion::datasource::listing::{ListingTable, ListingTableConfig};
use datafusion::prelude::{ParquetReadOptions, SessionContext};

use crate::stores::{files, listing_url};

/// Registers files of Parquet as a table: a path, a URL, or either with `*`. The names of the files
/// need not end in `.parquet`; a folder, with a slash at its end, stands for all files in it.
///
/// # Errors
///
/// If there are no such files, or they are no Parquet.
pub async fn register_parquet(session: &SessionContext, name: &str, pattern: &str) -> Result<()> {
    let name = TableReference::from(name);
    let url = listing_url(pattern)?.with_table_ref(name.clone());
    let state = session.state();
    files(&state, &url, pattern).await?;
    // A pattern has its own ending.
    let options = ParquetReadOptions::default().file_extension("");
    let options = options.to_listing_options(state.config(), state.default_table_options());
    let config = ListingTableConfig::new(url).with_listing_options(options);
    let table = ListingTable::try_new(config.infer_schema(&state).await?)?;
    let cache = session.runtime_env().cache_manager.get_file_statistic_cache();
    session.register_table(name, Arc::new(table.with_cache(cache))).map(drop)
}
