//! How `read_warc` travels between the processes: the table from the client to the scheduler, the
//! step of a plan from there to the executors.

use std::sync::Arc;

use crate::warc::{WarcScan, WarcTable};
use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{DataFusionError, Result, TableReference, exec_datafusion_err, exec_err};
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::execution::TaskContext;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::logical_expr::{Extension, LogicalPlan};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};

/// The first bytes of this crate's messages. No message of Ballista starts so: in its encoding, the
/// first byte would name a field that it doesn't have.
const MARK: &[u8] = b"consomme-sql 2 ";

/// Ballista's codec for logical plans, and the table of `read_warc`.
#[derive(Debug, Default)]
pub(super) struct LogicalCodec {
    ballista: BallistaLogicalExtensionCodec,
}

/// Ballista's codec for physical plans, and the step of `read_warc`.
#[derive(Debug, Default)]
pub(super) struct PhysicalCodec {
    ballista: BallistaPhysicalExtensionCodec,
}

/// A [`WarcScan`] as it is sent: the store, the columns, the limit. The files are a step of their own.
type SentScan = (String, Vec<usize>, Option<usize>);

fn external(error: serde_json::Error) -> DataFusionError {
    DataFusionError::External(error.into())
}

/// Returns the error for bytes that this crate doesn't write.
fn wrong(error: serde_json::Error) -> DataFusionError {
    exec_datafusion_err!(
        "a plan with read_warc comes from another version of consomme-sql: {error}"
    )
}

impl LogicalExtensionCodec for LogicalCodec {
    fn try_decode(
        &self,
        buffer: &[u8],
        inputs: &[LogicalPlan],
        context: &TaskContext,
    ) -> Result<Extension> {
        self.ballista.try_decode(buffer, inputs, context)
    }

    fn try_encode(&self, node: &Extension, buffer: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode(node, buffer)
    }

    fn try_decode_table_provider(
        &self,
        buffer: &[u8],
        table: &TableReference,
        schema: SchemaRef,
        context: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        match buffer.strip_prefix(MARK) {
            Some(json) => {
                Ok(Arc::new(WarcTable { pattern: serde_json::from_slice(json).map_err(wrong)? }))
            }
            None => self.ballista.try_decode_table_provider(buffer, table, schema, context),
        }
    }

    fn try_encode_table_provider(
        &self,
        table: &TableReference,
        provider: Arc<dyn TableProvider>,
        buffer: &mut Vec<u8>,
    ) -> Result<()> {
        match provider.downcast_ref::<WarcTable>() {
            Some(warc) => {
                buffer.extend_from_slice(MARK);
                serde_json::to_writer(buffer, &warc.pattern).map_err(external)
            }
            None => self.ballista.try_encode_table_provider(table, provider, buffer),
        }
    }

    fn try_decode_file_format(
        &self,
        buffer: &[u8],
        context: &TaskContext,
    ) -> Result<Arc<dyn FileFormatFactory>> {
        self.ballista.try_decode_file_format(buffer, context)
    }

    fn try_encode_file_format(
        &self,
        buffer: &mut Vec<u8>,
        format: Arc<dyn FileFormatFactory>,
    ) -> Result<()> {
        self.ballista.try_encode_file_format(buffer, format)
    }
}

impl PhysicalExtensionCodec for PhysicalCodec {
    fn try_decode(
        &self,
        buffer: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match buffer.strip_prefix(MARK) {
            Some(json) => Ok(Arc::new(scan_from(json, inputs)?)),
            None => self.ballista.try_decode(buffer, inputs, context, converter),
        }
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        buffer: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        match node.downcast_ref::<WarcScan>() {
            Some(scan) => write_scan(scan, buffer),
            None => self.ballista.try_encode(node, buffer, converter),
        }
    }
}

/// Writes a step with the mark before it.
fn write_scan(scan: &WarcScan, buffer: &mut Vec<u8>) -> Result<()> {
    let sent: SentScan = (scan.store.as_str().to_owned(), scan.columns.clone(), scan.limit);
    buffer.extend_from_slice(MARK);
    serde_json::to_writer(buffer, &sent).map_err(external)
}

/// Reads a step, without the mark, on its input.
fn scan_from(json: &[u8], inputs: &[Arc<dyn ExecutionPlan>]) -> Result<WarcScan> {
    let (store, columns, limit): SentScan = serde_json::from_slice(json).map_err(wrong)?;
    let [list] = inputs else {
        return exec_err!("a plan with read_warc comes from another version of consomme-sql");
    };
    WarcScan::new(ObjectStoreUrl::parse(store)?, Arc::clone(list), columns, limit)
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::datatypes::Schema;
    use datafusion::physical_plan::empty::EmptyExec;

    use super::*;

    #[test]
    fn a_step_is_read_as_it_is_written() {
        let list: Arc<dyn ExecutionPlan> = Arc::new(EmptyExec::new(Arc::new(Schema::empty())));
        let store = ObjectStoreUrl::parse("s3://bucket").unwrap();
        let scan = WarcScan::new(store, Arc::clone(&list), vec![4, 0], Some(3)).unwrap();
        let mut buffer = Vec::new();
        write_scan(&scan, &mut buffer).unwrap();
        let read = scan_from(buffer.strip_prefix(MARK).unwrap(), &[list]).unwrap();
        assert_eq!(read.store, scan.store);
        assert_eq!((read.columns.clone(), read.limit), (scan.columns.clone(), scan.limit));
        assert_eq!(read.schema(), scan.schema());
    }

    #[test]
    fn what_is_no_step_is_an_error() {
        let list: Arc<dyn ExecutionPlan> = Arc::new(EmptyExec::new(Arc::new(Schema::empty())));
        for json in [r#"["file:///"]"#, r#"["file:///", [9], null]"#, "["] {
            assert!(scan_from(json.as_bytes(), &[Arc::clone(&list)]).is_err(), "{json}");
        }
        assert!(scan_from(br#"["file:///", [0], null]"#, &[]).is_err());
    }
}
