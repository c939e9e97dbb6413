//! How results are written.

use std::io::{self, BufWriter, ErrorKind, Stdout, Write};

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::csv;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::LineDelimitedWriter;
use datafusion::arrow::util::pretty::pretty_format_batches_with_schema;
use datafusion::common::{DataFusionError, Result};

use crate::arguments::Format;

/// The results of a query.
#[derive(Debug)]
pub(crate) enum ResultWriter {
    Table(SchemaRef, Vec<RecordBatch>),
    Json(LineDelimitedWriter<BufWriter<Stdout>>),
    Csv(Box<csv::Writer<BufWriter<Stdout>>>),
    /// The reader has closed the output, as `head` does when it has enough.
    Closed,
}

impl ResultWriter {
    pub(crate) fn new(format: Format, schema: SchemaRef) -> ResultWriter {
        let stdout = BufWriter::new(io::stdout());
        match format {
            Format::Table => ResultWriter::Table(schema, Vec::new()),
            Format::Json => ResultWriter::Json(LineDelimitedWriter::new(stdout)),
            Format::Csv => ResultWriter::Csv(Box::new(csv::Writer::new(stdout))),
        }
    }

    /// Writes rows, or keeps them for the table.
    pub(crate) fn write(&mut self, batch: RecordBatch) -> Result<()> {
        let result = match self {
            ResultWriter::Table(_, batches) => {
                batches.push(batch);
                Ok(())
            }
            ResultWriter::Json(writer) => writer.write(&batch),
            ResultWriter::Csv(writer) => writer.write(&batch),
            ResultWriter::Closed => Ok(()),
        };
        match result {
            Err(error) if is_closed(&error) => {
                *self = ResultWriter::Closed;
                Ok(())
            }
            result => result.map_err(DataFusionError::from),
        }
    }

    /// Writes the rest.
    pub(crate) fn finish(self) -> Result<()> {
        let result = match self {
            ResultWriter::Table(schema, batches) => {
                pretty_format_batches_with_schema(schema, &batches)
                    .and_then(|table| writeln!(io::stdout(), "{table}").map_err(ArrowError::from))
            }
            ResultWriter::Json(mut writer) => {
                writer.finish().and_then(|()| writer.into_inner().flush().map_err(ArrowError::from))
            }
            ResultWriter::Csv(writer) => writer.into_inner().flush().map_err(ArrowError::from),
            ResultWriter::Closed => Ok(()),
        };
        match result {
            Err(error) if is_closed(&error) => Ok(()),
            result => result.map_err(DataFusionError::from),
        }
    }
}

/// Whether the reader has closed the output.
fn is_closed(error: &ArrowError) -> bool {
    matches!(error, ArrowError::IoError(_, error) if error.kind() == ErrorKind::BrokenPipe)
}
