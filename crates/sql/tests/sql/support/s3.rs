//! A server of S3, whose objects are files of a folder.

use std::path::Path;
use std::sync::{Arc, Mutex};

use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use s3s_fs::FileSystem;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use super::cluster::Environment;

/// The bucket that there is.
pub(crate) const BUCKET: &str = "soups";

/// The credentials.
const KEY: (&str, &str) = ("cook", "leek and potato");

/// A server, which ends with the value.
pub(crate) struct S3Server {
    address: String,
    has_credentials: bool,
    /// The requests so far.
    requests: Arc<Mutex<Vec<Request>>>,
    /// Runs the server.
    runtime: Runtime,
}

/// A request and its answer.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// The method and the path.
    pub(crate) name: String,
    /// How many bytes the answer has.
    pub(crate) bytes: u64,
}

impl S3Server {
    /// Starts a server. Without credentials, everybody may read.
    pub(crate) fn start(folder: &Path, has_credentials: bool) -> S3Server {
        std::fs::create_dir_all(folder.join(BUCKET)).unwrap();
        let mut service = S3ServiceBuilder::new(FileSystem::new(folder).unwrap());
        if has_credentials {
            service.set_auth(SimpleAuth::from_single(KEY.0, KEY.1));
        }
        let service = service.build();
        let runtime = Runtime::new().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let all = Arc::clone(&requests);
        runtime.spawn(async move {
            loop {
                let Ok((connection, _)) = listener.accept().await else { continue };
                let (service, all) = (service.clone(), Arc::clone(&all));
                let answer = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
                    let name = format!("{} {}", request.method(), request.uri().path());
                    let (answer, all) = (Service::call(&service, request), Arc::clone(&all));
                    async move {
                        let answer = answer.await?;
                        let length = answer.headers().get("content-length");
                        let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
                        let request = Request { name, bytes: length.unwrap_or(0) };
                        all.lock().unwrap().push(request);
                        Ok::<_, s3s::HttpError>(answer)
                    }
                });
                tokio::spawn(async move {
                    let builder = Builder::new(TokioExecutor::new());
                    // A client may close a connection at any time.
                    let _ = builder.serve_connection(TokioIo::new(connection), answer).await;
                });
            }
        });
        S3Server { address, has_credentials, requests, runtime }
    }

    /// Returns the address, such as `http://127.0.0.1:8000`.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Returns the environment of a client.
    pub(crate) fn environment(&self) -> Environment {
        vec![
            ("AWS_ACCESS_KEY_ID", KEY.0.to_owned()),
            ("AWS_SECRET_ACCESS_KEY", KEY.1.to_owned()),
            ("AWS_REGION", "us-east-1".to_owned()),
            ("AWS_ENDPOINT", self.address.clone()),
            ("AWS_ALLOW_HTTP", "true".to_owned()),
        ]
    }

    /// Writes an object.
    pub(crate) fn put(&self, path: &str, bytes: Vec<u8>) {
        use object_store::ObjectStoreExt;
        let store: AmazonS3 = AmazonS3Builder::new()
            .with_bucket_name(BUCKET)
            .with_endpoint(&self.address)
            .with_allow_http(true)
            .with_skip_signature(!self.has_credentials)
            .with_access_key_id(KEY.0)
            .with_secret_access_key(KEY.1)
            .build()
            .unwrap();
        let put = async move { store.put(&path.into(), bytes.into()).await.unwrap() };
        self.runtime.block_on(put);
    }

    /// Returns the requests since the last call.
    pub(crate) fn take_requests(&self) -> Vec<Request> {
        std::mem::take(&mut self.requests.lock().unwrap())
    }
}
