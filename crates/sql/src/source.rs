//! How much the steps of a plan read.

use datafusion::datasource::physical_plan::FileScanConfig;
use datafusion::datasource::source::DataSourceExec;
use datafusion::physical_plan::ExecutionPlan;

use crate::warc::WarcScan;

/// Returns the total length in bytes of the files that a step of a plan reads: `read_warc` or any
/// format of DataFusion. `None` if the step reads no files. With the metric `bytes_scanned` of the
/// step, it tells how far a query is.
pub fn total_bytes(step: &dyn ExecutionPlan) -> Option<u64> {
    if let Some(scan) = step.downcast_ref::<WarcScan>() {
        return Some(scan.total_bytes());
    }
    let source = step.downcast_ref::<DataSourceExec>()?.data_source();
    let files = source.downcast_ref::<FileScanConfig>()?;
    let files = files.file_groups.iter().flat_map(|group| group.iter());
    Some(files.map(|file| file.object_meta.size).sum())
}
