//! The functions, the rule and the options in a session.

use std::sync::Arc;

use datafusion::optimizer::AnalyzerRule;
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::functions::functions;
use crate::one_parse::OneParse;
use crate::options::ConsommeOptions;
use crate::warc::{READ_WARC, ReadWarc, RecordParts, warc_part, warc_record};

/// How many rows a batch has in sessions of this crate. Pages are large: with DataFusion's own
/// 8192 rows, a batch takes more than a gigabyte.
pub const BATCH_SIZE: usize = 256;

/// Registers all functions with a session, and `warc_record`, the table function `read_warc`, the
/// rule of one parse and the options `consomme.*`. Files are read from the stores that the session
/// has: see [`Stores`](crate::Stores).
///
/// Options that are set already stay as they are. `datafusion.execution.batch_size` stays, too;
/// [`session_config`] has one that suits pages.
///
/// ```
/// use datafusion::prelude::SessionContext;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> datafusion::error::Result<()> {
/// let session = SessionContext::new_with_config(consomme_sql::session_config());
/// consomme_sql::register(&session);
/// let titles = session.sql("SELECT html_title('<title>Leek soup</title>') AS title").await?;
/// assert!(titles.to_string().await?.contains("| Leek soup |"));
/// # Ok(())
/// # }
/// ```
pub fn register(session: &SessionContext) {
    let has_rule = {
        let state = session.state_ref();
        let mut state = state.write();
        let extensions = &mut state.config_mut().options_mut().extensions;
        if extensions.get::<ConsommeOptions>().is_none() {
            extensions.insert(ConsommeOptions::default());
        }
        let name = AnalyzerRule::name(&OneParse);
        state.analyzer().rules.iter().any(|rule| rule.name() == name)
    };
    for function in functions() {
        session.register_udf(Arc::unwrap_or_clone(function));
    }
    session.register_udf(warc_record(session.runtime_env()));
    session.register_udf(warc_part());
    session.register_udtf(READ_WARC, Arc::new(ReadWarc));
    if !has_rule {
        // Before the other one, which asks whether pages are the same.
        session.add_analyzer_rule(Arc::new(RecordParts));
        session.add_analyzer_rule(Arc::new(OneParse));
        session.add_optimizer_rule(Arc::new(OneParse));
    }
}

/// Returns the settings of a session for pages: [`BATCH_SIZE`] rows in a batch, the options
/// `consomme.*`, and the views of `information_schema`, so that `SHOW` works.
pub fn session_config() -> SessionConfig {
    SessionConfig::new()
        .with_batch_size(BATCH_SIZE)
        .with_information_schema(true)
        .with_option_extension(ConsommeOptions::default())
}
