//! The servers of a cluster with certificates. Without them, Ballista's own servers do.

use std::net::SocketAddr;
use std::sync::Arc;

use arrow_flight::flight_service_server::FlightServiceServer;
use axum::extract::ConnectInfo;
use ballista_core::error::BallistaError;
use ballista_core::serde::protobuf::scheduler_grpc_server::SchedulerGrpcServer;
use ballista_core::utils::create_grpc_server;
use ballista_executor::ArrowFlightServerProvider;
use ballista_executor::flight_service::BallistaFlightService;
use ballista_scheduler::scheduler_server::SchedulerServer;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Server;
use tonic::{Request, Status};

use super::tls::Tls;

/// Serves a scheduler until the process ends.
pub(super) async fn serve_scheduler(
    tls: &Tls,
    address: SocketAddr,
    scheduler: SchedulerServer<LogicalPlanNode, PhysicalPlanNode>,
    max_message_bytes: usize,
) -> Result<(), BallistaError> {
    let service = SchedulerGrpcServer::new(scheduler)
        .max_decoding_message_size(max_message_bytes)
        .max_encoding_message_size(max_message_bytes);
    let service = InterceptedService::new(service, with_address);
    let server = Server::builder().tls_config(tls.of_server())?.add_service(service);
    Ok(server.serve(address).await?)
}

/// Notes the address of the other side where Ballista looks for that of an executor.
#[expect(clippy::unnecessary_wraps, reason = "it is an interceptor")]
fn with_address(mut request: Request<()>) -> Result<Request<()>, Status> {
    if let Some(address) = request.remote_addr() {
        request.extensions_mut().insert(ConnectInfo(address));
    }
    Ok(request)
}

/// Returns the server of an executor's results.
pub(super) fn results_server(tls: Tls, max_message_bytes: usize) -> Arc<ArrowFlightServerProvider> {
    Arc::new(move |work_dir, address, mut shutdown, config| {
        let service = FlightServiceServer::new(BallistaFlightService::new(work_dir))
            .max_decoding_message_size(max_message_bytes)
            .max_encoding_message_size(max_message_bytes);
        let server = create_grpc_server(&config).tls_config(tls.of_server());
        tokio::spawn(async move {
            let server = server?.add_service(service);
            Ok(server.serve_with_shutdown(address, shutdown.recv()).await?)
        })
    })
}
