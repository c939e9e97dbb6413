//! A cluster with certificates: who has none of them cannot connect to any of its processes.

use std::fs;
use std::path::PathBuf;

use arrow_flight::Empty;
use arrow_flight::flight_service_client::FlightServiceClient;
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity};

use crate::support::certificates::{Authority, arguments};
use crate::support::cluster::{Cluster, Environment, Run};
use crate::support::pages::small_pages;
use crate::support::tables::write_parquet;

/// Two stages, so that executors take results from each other.
const GROUPS: &str = "SELECT html_lang(html) AS lang, count(*) AS pages, \
     count(DISTINCT html_title(html)) AS titles FROM pages GROUP BY 1 ORDER BY 1";

#[test]
fn who_has_no_certificate_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("pages");
    fs::create_dir(&pages).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(write_parquet(&small_pages(600), 6, &pages));
    let table = format!("pages={}/*.parquet", pages.display());
    let ours = Authority::new(&folder.path().join("ours"));
    let theirs = Authority::new(&folder.path().join("theirs"));
    let secured = ours.arguments("process");
    let cluster = Cluster::start_with(Environment::new(), secured.clone(), folder.path(), 2);
    let address = cluster.address();
    let start = |options: &[String]| {
        let mut arguments = vec!["--format", "csv", "--quiet", "--table", &table];
        arguments.extend(options.iter().map(String::as_str));
        arguments.push(GROUPS);
        Run::start(&arguments)
    };
    let on_cluster = |address: &str, tls: &[String]| {
        let on = ["--cluster".to_owned(), address.to_owned()];
        start(&[&on, tls].concat())
    };
    let expected = start(&[]).output();
    assert!(expected.lines().count() > 3, "{expected}");
    assert_eq!(on_cluster(&address, &secured).output(), expected);

    let [certificate, key] = ours.issue("client");
    let [their_certificate, their_key] = theirs.issue("client");
    let open = Cluster::start(&folder.path().join("ours"), 0);
    let open_address = open.address();
    for (address, tls) in [
        // No certificates, one that the cluster doesn't trust, a cluster that the client doesn't
        // trust, and a cluster without certificates.
        (&address, Vec::new()),
        (&address, arguments(&[ours.ca(), their_certificate, their_key])),
        (&address, arguments(&[theirs.ca(), certificate, key])),
        (&open_address, secured.clone()),
    ] {
        let (code, output, errors) = on_cluster(address, &tls).end();
        assert_eq!((code, output.as_str()), (Some(1), ""), "{tls:?}: {errors}");
        let lines = [
            "and this process don't trust each other's certificates; give both --tls-ca, \
             --tls-cert and --tls-key, or none",
            // Where the client has sent something before it is refused.
            "has closed the connection: it has ended, or wants another certificate (--tls-cert)",
        ];
        let lines = lines.map(|line| format!("consomme-sql: {address} {line}\n"));
        assert!(lines.contains(&errors), "{tls:?}: {errors}");
    }
    assert_eq!(on_cluster(&address, &secured).output(), expected);
}

#[test]
fn certificates_that_cannot_be_read_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new(folder.path());
    let [certificate, key] = authority.issue("process");
    let [_, other_key] = authority.issue("other");
    let no = folder.path().join("no.pem");
    let text = "are not two certificates and the key of the second, in PEM: ";
    for (files, message) in [
        ([no, certificate.clone(), key.clone()], "no.pem: No such file or directory"),
        ([key.clone(), certificate.clone(), key], text),
        ([authority.ca(), certificate.clone(), other_key], text),
        ([authority.ca(), certificate.clone(), certificate], text),
    ] {
        let tls = arguments(&files);
        let tls: Vec<&str> = tls.iter().map(String::as_str).collect();
        for process in [&["scheduler"][..], &["executor"], &["SELECT length('a')"]] {
            let (code, output, errors) = Run::start(&[process, &tls].concat()).end();
            assert_eq!((code, output.as_str()), (Some(2), ""), "{errors}");
            let start = "consomme-sql: --tls-ca, --tls-cert, --tls-key: ";
            assert!(errors.starts_with(start) && errors.contains(message), "{errors}");
            assert_eq!(errors.lines().count(), 1, "{errors}");
        }
    }
}

/// Results wait at executors, which serve them to others than the scheduler.
#[test]
fn results_are_given_to_nobody_without_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new(&folder.path().join("ours"));
    let secured = authority.arguments("process");
    let cluster = Cluster::start_with(Environment::new(), secured, folder.path(), 1);
    let host = format!("127.0.0.1:{}", cluster.executor_port(0));
    let read = |file: &PathBuf| fs::read(file).unwrap();
    let ca = Certificate::from_pem(read(&authority.ca()));
    let [certificate, key] = authority.issue("reader").map(|file| read(&file));
    let without = ClientTlsConfig::new().ca_certificate(ca);
    let with = without.clone().identity(Identity::from_pem(certificate, key));
    let http = Endpoint::new(format!("http://{host}")).unwrap();
    let https = Endpoint::new(format!("https://{host}")).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let is_let_in = |endpoint: Endpoint| {
        runtime.block_on(async move {
            match endpoint.connect().await {
                Ok(connection) => {
                    FlightServiceClient::new(connection).list_actions(Empty {}).await.is_ok()
                }
                Err(_) => false,
            }
        })
    };
    assert!(is_let_in(https.clone().tls_config(with).unwrap()));
    assert!(!is_let_in(https.tls_config(without).unwrap()));
    assert!(!is_let_in(http));
}
