//! One gateway per test: started on port 0 with a separate folder, stopped when the test ends.

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use clap::Parser;
use gateway::App;
use gateway::config::{Cli, Command, Config};
use gateway::net::inherited::Inherited;
use gateway::net::listen::Listeners;
use gateway::net::sockets::Role;
use gateway::phases::Phases;
use gateway::refresh::{ConfigChanges, Refresh};
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::backend::Backend;
use crate::client::{Answer, Ask};
use crate::fixture::{Build, Builds};

/// A running gateway, its builds and its backend.
pub(crate) struct GatewayTest {
    pub(crate) address: SocketAddr,
    pub(crate) builds: Builds,
    pub(crate) backend: Backend,
    _folder: TempDir,
    phases: Phases,
    refresh: Refresh,
    _unix: Listeners,
    served: JoinHandle<std::io::Result<()>>,
}

impl GatewayTest {
    /// Starts a gateway with the usual site.
    pub(crate) async fn start() -> Self {
        Self::with(|builds| builds.publish(&Build::site(1, "one"))).await
    }

    /// Starts a gateway with the builds that `prepare` writes.
    pub(crate) async fn with(prepare: impl FnOnce(&mut Builds)) -> Self {
        Self::configured(prepare, &[], |_| {}).await
    }

    /// Starts a gateway with more arguments, or other limits.
    pub(crate) async fn configured(
        prepare: impl FnOnce(&mut Builds),
        arguments: &[&str],
        change: impl FnOnce(&mut Config),
    ) -> Self {
        Self::start_with(prepare, arguments, change, None).await
    }

    /// Starts a gateway with a port without TLS, which leads to HTTPS.
    pub(crate) async fn redirecting(
        prepare: impl FnOnce(&mut Builds),
        arguments: &[&str],
        redirect: TcpListener,
    ) -> Self {
        Self::start_with(prepare, arguments, |_| {}, Some(redirect)).await
    }

    /// Starts a gateway with builds, arguments, changes and a redirecting port.
    pub(crate) async fn start_with(
        prepare: impl FnOnce(&mut Builds),
        arguments: &[&str],
        change: impl FnOnce(&mut Config),
        redirect: Option<TcpListener>,
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut builds = Builds::new(&folder.path().join("builds"));
        std::fs::create_dir_all(&builds.root).unwrap();
        prepare(&mut builds);
        let backend = Backend::start().await;
        let origin = format!("http://{}", backend.address);
        let root = builds.root.to_str().unwrap();
        let mut all = vec![
            "gateway",
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--builds",
            root,
        ];
        all.extend(arguments);
        if !arguments.contains(&"--origin") {
            all.extend(["--origin", &origin]);
        }
        let mut config = parse(&all);
        change(&mut config);
        let mut listeners = Listeners::default();
        let none = &mut Inherited::default();
        for address in &config.listen {
            listeners.add(Role::Site, address, 1, none).unwrap();
        }
        let address = listeners.bound[0].address.tcp().unwrap();
        let redirect = redirect.into_iter().collect();
        listeners.add_sockets(Role::Redirect, redirect).unwrap();
        let sockets = listeners.for_cores(1).unwrap();
        // Those keep their files; the server has the others alone, and closes them at its end.
        listeners
            .bound
            .retain(|bound| bound.address.unix().is_some());
        let app = tokio::task::spawn_blocking(|| App::build(config))
            .await
            .unwrap();
        let app = app.map_err(|failure| failure.error).unwrap();
        let (phases, refresh) = (app.phases(), app.refresh());
        let served = tokio::spawn(app.serve(sockets));
        Self {
            address,
            builds,
            backend,
            _folder: folder,
            phases,
            refresh,
            _unix: listeners,
            served,
        }
    }

    pub(crate) fn ask(&self, method: &str, target: &str) -> Ask {
        Ask::new(self.address, method, target)
    }

    pub(crate) async fn get(&self, target: &str) -> Answer {
        self.ask("GET", target).send().await
    }

    /// With a session that the backend knows, or not.
    pub(crate) async fn get_with(&self, target: &str, token: &str) -> Answer {
        self.ask("GET", target)
            .header("Cookie", &format!("token={token}"))
            .send()
            .await
    }

    /// Asks until `is_done` holds. A live switch takes milliseconds; the bound only ends a test
    /// that would never end.
    pub(crate) async fn until(&self, target: &str, is_done: impl Fn(&Answer) -> bool) -> Answer {
        let wait = async {
            loop {
                let answer = self.get(target).await;
                if is_done(&answer) {
                    return answer;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), wait)
            .await
            .expect("it never came true")
    }

    /// Publishes, and waits until the gateway serves it.
    pub(crate) async fn publish(&mut self, build: &Build) {
        self.builds.publish(build);
        let id = build.id.to_string();
        self.until("/readyz", |answer| answer.text().contains(&id))
            .await;
    }

    /// Reads files again, as SIGHUP does; returns the line of the log.
    pub(crate) async fn reload(&self) -> String {
        let refresh = self.refresh.clone();
        let read = move || refresh.run(|| ConfigChanges::NoFile).to_string();
        tokio::task::spawn_blocking(read).await.unwrap()
    }

    /// Stops it in good order.
    pub(crate) async fn stop(self) {
        self.phases.stop();
        self.served.await.unwrap().unwrap();
    }
}

/// Parsed and checked as the program does it.
pub(crate) fn parse(arguments: &[&str]) -> Config {
    let Command::Serve(options) = Cli::try_parse_from(arguments).unwrap().command else {
        panic!("the arguments say serve");
    };
    Config::try_from(*options).unwrap()
}
