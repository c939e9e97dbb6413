//! The table of a pattern of files, and the function `read_warc`.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{Result, plan_err};
use datafusion::datasource::TableType;
use datafusion::logical_expr::Expr;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::SessionContext;
use object_store::ObjectMeta;

use super::file_list::{WarcFile, file_list};
use super::rows::schema;
use super::scan::WarcScan;
use crate::stores::{Found, files, listing_url};

/// The name of the table function.
pub(crate) const READ_WARC: &str = "read_warc";

/// The files of a pattern as a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WarcTable {
    /// A path, a URL, or either with `*`.
    pub(crate) pattern: String,
}

/// Registers the files of a pattern as a table: a path, a URL, or either with `*`. They are looked
/// for when a query reads them.
///
/// # Errors
///
/// If the session has no such store, or if it has a table of that name and cannot replace it.
pub fn register_warc(session: &SessionContext, name: &str, pattern: &str) -> Result<()> {
    session.runtime_env().object_store(listing_url(pattern)?)?;
    let table = WarcTable { pattern: pattern.to_owned() };
    session.register_table(name, Arc::new(table)).map(drop)
}

#[async_trait]
impl TableProvider for WarcTable {
    fn schema(&self) -> SchemaRef {
        schema()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let Found { store, files } =
            files(state, &listing_url(&self.pattern)?, &self.pattern).await?;
        let file = |file: ObjectMeta| WarcFile { path: file.location.into(), bytes: file.size };
        let files = files.into_iter().map(file).collect();
        let columns = match projection {
            Some(columns) => columns.clone(),
            None => (0..self.schema().fields().len()).collect(),
        };
        let list = file_list(&share(files, state.config().target_partitions()))?;
        Ok(Arc::new(WarcScan::new(store, list, columns, limit)?))
    }
}

/// Shares files among at most `partitions` partitions of about equal size in bytes.
fn share(mut files: Vec<WarcFile>, partitions: usize) -> Vec<Vec<WarcFile>> {
    let count = partitions.clamp(1, files.len().max(1));
    let mut shares = vec![(0, Vec::new()); count];
    // The largest file first, each to the partition that has least.
    files.sort_by_key(|file| std::cmp::Reverse(file.bytes));
    for file in files {
        if let Some((bytes, share)) = shares.iter_mut().min_by_key(|(bytes, _)| *bytes) {
            *bytes += file.bytes.max(1);
            share.push(file);
        }
    }
    shares.into_iter().map(|(_, share)| share).collect()
}

/// The function `read_warc('dir/*.warc.gz')`.
#[derive(Debug)]
pub(crate) struct ReadWarc;

impl TableFunctionImpl for ReadWarc {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        match args.exprs() {
            [Expr::Literal(pattern, _)] => match pattern.try_as_str().flatten() {
                Some(pattern) => Ok(Arc::new(WarcTable { pattern: pattern.to_owned() })),
                None => plan_err!("{READ_WARC} takes a path, a URL, or either with *"),
            },
            _ => plan_err!("{READ_WARC} takes a path, a URL, or either with *"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_get_about_the_same_number_of_bytes() {
        let file = |bytes| WarcFile { path: format!("{bytes}.warc"), bytes };
        let shares = share(vec![file(1), file(9), file(4), file(5)], 2);
        let sums: Vec<u64> =
            shares.iter().map(|share| share.iter().map(|file| file.bytes).sum()).collect();
        assert_eq!(sums, [10, 9]);
        assert_eq!(share(vec![file(1)], 8).len(), 1);
    }
}
