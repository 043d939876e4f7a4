//! `push` and `pull`: a build published into another builds folder. `verify`: a live site compared
//! with a build. `export`: a build as a plain tree of files.

use std::io::IsTerminal;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use contract::build::{BuildId, Latest};
use indicatif::{ProgressBar, ProgressStyle};

use crate::config::initiator::initiator;
use crate::config::options::{ExportArgs, PullArgs, PushArgs, ShipArgs, VerifyArgs};
use crate::report;
use generator_builds::{Builds, Locked, Store, sidecar};
use generator_deploy::address::{destination, source};
use generator_deploy::destination::{Busy, Destination, Source};
use generator_deploy::folder::Folder;
use generator_deploy::gateways::{self, Gateways};
use generator_deploy::published::Pointers;
use generator_deploy::transfer::{Observer, Options, Published, publish};
use generator_deploy::{export, verify};
use generator_ground::diagnostic::console;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::{Language, Message};
use generator_ground::storage::folder::{folder, made_folder};

/// Differences that `verify` names.
const NAMED: usize = 50;
/// How long the generator may take to compress the files of a large build that is live already.
const PATIENCE: Duration = Duration::from_secs(600);
/// Pause between two tries at a destination where another push is at work.
const BUSY_PAUSE: Duration = Duration::from_secs(1);
/// Pause between two looks whether it has compressed them.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// Publishes a build into other builds folders.
pub fn push(args: &PushArgs, language: Language) -> Result<(), Failure> {
    let root = folder(&args.builds.builds, "--builds")?;
    let addresses = args.gateway.iter().map(|address| gateway(address));
    let options = Options {
        build: args
            .build
            .as_deref()
            .map(super::builds::parse_id)
            .transpose()?,
        dry_run: args.dry_run,
        gateways: Gateways {
            addresses: addresses.collect::<Result<_, _>>()?,
            patience: Duration::from_secs(args.gateway_wait),
        },
        ..options(&args.ship)
    };
    let open = |to: &String| destination(to, &args.ship.ssh.command).map_err(usage);
    let destinations: Vec<_> = args.to.iter().map(open).collect::<Result<_, _>>()?;
    finish_sidecars(&root)?;
    let wait = Duration::from_secs(args.ship.wait);
    transfer(
        &Folder::new(&root),
        &destinations,
        (&options, wait),
        language,
    )
}

/// Publishes the live build of another builds folder into this machine's; once, or again and again.
pub fn pull(args: &PullArgs, language: Language) -> Result<(), Failure> {
    let root = made_folder(&args.builds.builds)?;
    let from = source(&args.from, &args.ship.ssh.command).map_err(usage)?;
    let options = options(&args.ship);
    let to: [Box<dyn Destination>; 1] = [Box::new(Folder::new(&root))];
    let wait = Duration::from_secs(args.ship.wait);
    let Some(every) = args.every else {
        return transfer(from.as_ref(), &to, (&options, wait), language);
    };
    let (mut seen, mut told) = (None, String::new());
    loop {
        let began = Instant::now();
        match pull_new(from.as_ref(), &to, (&options, wait, &mut seen), language) {
            Ok(()) => told.clear(),
            // An obstacle may be gone the next time; it is reported once.
            Err(failure) => {
                let said = format!("{:#}", failure.error);
                if said != told {
                    report::failure(&failure, language);
                }
                told = said;
            }
        }
        thread::sleep(Duration::from_secs(every).saturating_sub(began.elapsed()));
    }
}

/// Pulls, unless the live build is the one that was pulled last.
fn pull_new(
    from: &dyn Source,
    to: &[Box<dyn Destination>],
    (options, wait, seen): (&Options, Duration, &mut Option<Latest>),
    language: Language,
) -> Result<(), Failure> {
    let latest = Pointers::read(from)?.latest;
    if latest.is_none() || latest == *seen {
        return Ok(());
    }
    transfer(from, to, (options, wait), language)?;
    *seen = latest;
    Ok(())
}

/// Prints how a live site differs from the live build; the exit code shows whether it does.
pub fn verify(args: &VerifyArgs, language: Language) -> Result<Exit, Failure> {
    if !is_web_address(&args.address) {
        return Err(Failure::new(Exit::Usage, no_site(&args.address)));
    }
    let builds = Builds::new(&folder(&args.builds.builds, "--builds")?);
    let verified = verify::verify(&builds, &args.address, args.sample)?;
    for (path, problem) in verified.wrong.iter().take(NAMED) {
        let told = Message::new("verify-at")
            .with("path", path.clone())
            .with("problem", problem.clone());
        console::line(&told.text(language));
    }
    let sum = match verified.wrong.len() {
        0 => Message::new("verified"),
        wrong => Message::new("verified/differs").with("wrong", wrong),
    };
    let sum = sum
        .with("asked", verified.asked)
        .with("address", args.address.clone());
    console::line(&sum.text(language));
    Ok(match verified.wrong.is_empty() {
        true => Exit::Done,
        false => Exit::Different,
    })
}

/// Writes a build as a plain tree of files.
pub fn export(args: &ExportArgs, language: Language) -> Result<(), Failure> {
    let builds = Builds::new(&folder(&args.builds.builds, "--builds")?);
    let live = match &args.build {
        Some(id) => builds.build(&super::builds::parse_id(id)?)?,
        None => builds
            .live()?
            .ok_or_else(|| anyhow::Error::from(Message::new("nothing-published")))?,
    };
    let files = export::export(&builds, &live, &args.folder)?;
    let done = Message::new("exported")
        .with("build", live.index.id.to_string())
        .with("folder", args.folder.display().to_string())
        .with("files", files);
    console::line(&done.text(language));
    console::note(&Message::new("export-limits").text(language));
    Ok(())
}

fn options(args: &ShipArgs) -> Options {
    Options {
        retention: args.grace.into_retention(args.keep),
        release: args.release,
        reopen: args.reopen,
        by: initiator(&args.initiator),
        ..Options::default()
    }
}

/// The address of a gateway.
fn gateway(address: &str) -> Result<String, Failure> {
    match is_web_address(address) {
        true => Ok(address.to_owned()),
        false => Err(Failure::new(Exit::Usage, no_site(address))),
    }
}

fn is_web_address(address: &str) -> bool {
    ["http://", "https://"]
        .into_iter()
        .any(|scheme| address.starts_with(scheme))
}

fn no_site(address: &str) -> Message {
    Message::new("no-site").with("address", address)
}

fn usage(error: anyhow::Error) -> Failure {
    Failure::new(Exit::Usage, error)
}

/// Compressed files go with their originals, so the last of them are waited for, or made.
fn finish_sidecars(root: &Path) -> anyhow::Result<()> {
    let builds = Builds::new(root);
    let Some(id) = builds.live_id()? else {
        return Ok(());
    };
    for holder in builds.index(&id)?.holders {
        let (began, holder) = (Instant::now(), root.join(holder.as_str()));
        while sidecar::is_marked(&holder) && began.elapsed() < PATIENCE {
            match Store::open(root) {
                Ok(_alone) => sidecar::finish(&holder, sidecar::Pace::Now)?,
                Err(error) if error.is::<Locked>() => thread::sleep(LOOK_AGAIN),
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}

fn transfer(
    from: &dyn Source,
    to: &[Box<dyn Destination>],
    (options, wait): (&Options, Duration),
    language: Language,
) -> Result<(), Failure> {
    let bar = Bar::new(language);
    let began = Instant::now();
    let published = loop {
        match publish(from, to, options, &bar) {
            Err(error) if error.is::<Busy>() && began.elapsed() < wait => thread::sleep(BUSY_PAUSE),
            published => break published,
        }
    };
    bar.0.finish_and_clear();
    let published = published.map_err(|error| match error.downcast::<Busy>() {
        Ok(busy) => Failure::new(Exit::Locked, busy_message(busy)),
        Err(error) => error.into(),
    })?;
    for done in &published {
        console::line(&summary(done, options.dry_run).text(language));
        if let Some(newer) = &done.replaced_newer {
            let older = Message::new("shipped-older")
                .with("place", done.label.clone())
                .with("newer", newer.to_string())
                .with("build", done.build.to_string());
            let warning = Message::new("labelled/warning").with("words", older);
            console::note(&warning.text(language));
        }
        if done.ended_hold {
            let ended = Message::new("shipped-hold-ended").with("place", done.label.clone());
            console::line(&ended.text(language));
        }
    }
    match published.first() {
        Some(first) if !options.dry_run => wait_for_gateways(&options.gateways, &first.build),
        _ => Ok(()),
    }
}

/// Returns when every gateway answers from the build.
fn wait_for_gateways(gateways: &Gateways, build: &BuildId) -> Result<(), Failure> {
    let answers = |client: &_, gateway: &_| gateways::answers_from(client, gateway, build);
    gateways.wait(answers).map_err(|(gateway, problem)| {
        let message = Message::new("shipped-gateway").with("gateway", gateway);
        Failure::new(Exit::Environment, message.with("problem", problem))
    })
}

/// The push at work, where the destination records it.
fn busy_message(busy: Busy) -> Message {
    let Some(holder) = busy.holder else {
        return Message::new("ship-busy").with("place", busy.place);
    };
    let process = holder.process;
    let message = match process.job {
        Some(job) => Message::new("ship-busy/job").with("job", job),
        None => Message::new("ship-busy/process").with("process", process.number.to_string()),
    };
    message
        .with("place", busy.place)
        .with("user", process.user)
        .with("host", process.host)
        .with("since", report::rfc3339(holder.since))
        .with("until", report::rfc3339(holder.until))
}

fn summary(done: &Published, dry_run: bool) -> Message {
    let (files, bytes) = done.carried;
    let message = match (done.unchanged, dry_run) {
        (true, _) => Message::new("shipped/unchanged"),
        (false, true) => Message::new("shipped/planned"),
        (false, false) => Message::new("shipped").with("deleted", done.deleted),
    };
    let message = message
        .with("build", done.build.to_string())
        .with("place", done.label.clone());
    match done.unchanged {
        true => message,
        false => message
            .with("files", files)
            .with("megabytes", format!("{:.1}", bytes as f64 / 1e6))
            .with("taken", done.present),
    }
}

/// A line that shows how far the work is, on a terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new(language: Language) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let template = Message::new("progress-bar/bytes").text(language);
        let style = ProgressStyle::with_template(&template);
        let bar = ProgressBar::new(0);
        Self(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
    }
}

impl Observer for Bar {
    fn lacks(&self, label: &str, _files: usize, bytes: u64) {
        self.0.set_message(label.to_owned());
        self.0.set_length(bytes);
        self.0.set_position(0);
    }

    fn add_progress(&self, _files: usize, bytes: u64) {
        self.0.inc(bytes);
    }
}
