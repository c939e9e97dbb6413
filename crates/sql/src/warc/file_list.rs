//! The files of a scan as a step of a plan below it.
//!
//! Ballista 55 gives each task some partitions of a stage, and cuts the plan down to them in those
//! steps without input that it knows. Another step without input would read all partitions in each
//! task, and every row would count many times. So the files are rows in memory, which it knows.

use std::sync::Arc;

use datafusion::arrow::array::{AsArray, LargeStringArray, RecordBatch, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef, UInt64Type};
use datafusion::common::{Result, exec_err};
use datafusion::datasource::memory::MemorySourceConfig;
use datafusion::datasource::source::DataSourceExec;
use datafusion::physical_plan::ExecutionPlan;

use crate::values::TEXT;

/// A file of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WarcFile {
    /// The path in its store.
    pub(crate) path: String,
    /// The length in bytes.
    pub(crate) bytes: u64,
}

fn schema() -> SchemaRef {
    let path = Field::new("path", TEXT, false);
    Arc::new(Schema::new(vec![path, Field::new("bytes", DataType::UInt64, false)]))
}

/// Returns a step whose partitions have these files.
///
/// # Errors
///
/// Never: all partitions have the same columns.
pub(super) fn file_list(partitions: &[Vec<WarcFile>]) -> Result<Arc<dyn ExecutionPlan>> {
    let partition = |files: &Vec<WarcFile>| {
        let paths = LargeStringArray::from_iter_values(files.iter().map(|file| &file.path));
        let bytes = UInt64Array::from_iter_values(files.iter().map(|file| file.bytes));
        let batch = RecordBatch::try_new(schema(), vec![Arc::new(paths), Arc::new(bytes)])?;
        Ok(vec![batch])
    };
    let partitions = partitions.iter().map(partition).collect::<Result<Vec<_>>>()?;
    Ok(MemorySourceConfig::try_new_exec(&partitions, schema(), None)?)
}

/// Reads rows of such a step.
///
/// # Errors
///
/// If they are rows of another one.
pub(super) fn files_of(batch: &RecordBatch) -> Result<Vec<WarcFile>> {
    let columns = match batch.columns() {
        [path, bytes] => path.as_string_opt::<i64>().zip(bytes.as_primitive_opt::<UInt64Type>()),
        _ => None,
    };
    let Some((paths, bytes)) = columns else {
        return exec_err!("a scan of archives has no files below it");
    };
    let file = |(path, bytes): (Option<&str>, Option<u64>)| {
        Some(WarcFile { path: path?.to_owned(), bytes: bytes? })
    };
    Ok(paths.iter().zip(bytes).filter_map(file).collect())
}

/// Returns all files of such a step. Of another step, it returns none.
pub(super) fn all_files(list: &dyn ExecutionPlan) -> Vec<WarcFile> {
    let source = list.downcast_ref::<DataSourceExec>().map(DataSourceExec::data_source);
    let memory = source.and_then(|source| source.downcast_ref::<MemorySourceConfig>());
    let batches = memory.into_iter().flat_map(|memory| memory.partitions().iter().flatten());
    batches.flat_map(|batch| files_of(batch).unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_as_they_are_written() {
        let file = |path: &str, bytes| WarcFile { path: path.to_owned(), bytes };
        let files = [vec![file("a", 1), file("b", 2)], vec![], vec![file("c", 3)]];
        let list = file_list(&files).unwrap();
        assert_eq!(list.properties().output_partitioning().partition_count(), 3);
        assert_eq!(all_files(&*list), files.concat());
    }
}
