//! The files of patterns, by name.
//!
//! A table of files has a folder and a pattern such as `*.parquet`. DataFusion 55 sends the folder to
//! the scheduler without the pattern, so a query would read all files of the folder. The client
//! lists the files, and sends their names.

use std::collections::HashMap;
use std::sync::Arc;

use datafusion::catalog::{Session, TableProvider};
use datafusion::common::tree_node::{Transformed, TreeNodeRecursion};
use datafusion::common::{DataFusionError, Result, plan_err};
use datafusion::datasource::listing::{ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::datasource::{provider_as_source, source_as_provider};
use datafusion::logical_expr::{LogicalPlan, TableScan};
use object_store::path::Path;

use crate::stores::{files, url_of};

/// Returns a query that names the files of its tables, instead of patterns.
///
/// # Errors
///
/// If no file matches a pattern, or a table has a pattern and columns from the names of folders.
pub(super) async fn with_listed_files(
    query: &LogicalPlan,
    session: &dyn Session,
) -> Result<LogicalPlan> {
    let mut tables = HashMap::new();
    query.apply_with_subqueries(|step| {
        if let LogicalPlan::TableScan(scan) = step
            && let Some(table) = patterns(scan)
        {
            tables.insert(identity(scan), table);
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    let mut listed = HashMap::new();
    for (identity, table) in tables {
        listed.insert(identity, Arc::new(list(&table, session).await?));
    }
    if listed.is_empty() {
        return Ok(query.clone());
    }
    let replace = |step| match step {
        LogicalPlan::TableScan(scan) => match listed.get(&identity(&scan)) {
            Some(table) => {
                let source = provider_as_source(Arc::clone(table) as _);
                Ok(Transformed::yes(LogicalPlan::TableScan(TableScan { source, ..scan })))
            }
            None => Ok(Transformed::no(LogicalPlan::TableScan(scan))),
        },
        step => Ok::<_, DataFusionError>(Transformed::no(step)),
    };
    Ok(query.clone().transform_down_with_subqueries(replace)?.data)
}

/// Returns a number that the scans of a table share, and no others. Tables can have equal names.
fn identity(scan: &TableScan) -> usize {
    Arc::as_ptr(&scan.source).addr()
}

/// Returns a table that has a pattern.
fn patterns(scan: &TableScan) -> Option<ListingTable> {
    let provider = source_as_provider(&scan.source).ok()?;
    let table = provider.downcast_ref::<ListingTable>()?;
    table.table_paths().iter().any(|path| path.get_glob().is_some()).then(|| table.clone())
}

/// Returns the table of the files that match.
async fn list(table: &ListingTable, session: &dyn Session) -> Result<ListingTable> {
    let options = table.options();
    if !options.table_partition_cols.is_empty() {
        return plan_err!(
            "on a cluster, a table of a pattern has no columns from the names of folders"
        );
    }
    let mut paths = Vec::new();
    for path in table.table_paths() {
        if path.get_glob().is_none() {
            paths.push(path.clone());
            continue;
        }
        let found = files(session, path, path.as_str()).await?;
        let is_wanted = |path: &Path| path.as_ref().ends_with(&options.file_extension);
        for file in found.files.iter().filter(|file| is_wanted(&file.location)) {
            paths.push(ListingTableUrl::try_new(url_of(&found.store, &file.location), None)?);
        }
    }
    let config = ListingTableConfig::new_with_multi_paths(paths)
        .with_listing_options(options.clone())
        .with_schema(table.schema());
    ListingTable::try_new(config)
}
