//! `new`: makes a new site. Missing answers are requested if a person is at the terminal.

use std::io::IsTerminal;

use dialoguer::{Input, MultiSelect, Select};
use jiff::Zoned;

use crate::config::options::NewArgs;
use crate::scaffold::{self, Kind, Languages, Look, NewSite, Part, wanted};
use generator_ground::diagnostic::console;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::{Language, Message};

/// Default address of a site: it can be shown on this machine alone.
const HERE: &str = "http://localhost:8080";

/// Lays down the files of a new site.
pub fn new(args: &NewArgs, language: Language) -> Result<(), Failure> {
    let asks = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    let site = site(args, asks, language)?;
    let files = scaffold::write(&site, &args.folder)?;
    let made = Message::new("new-site")
        .with("folder", args.folder.display().to_string())
        .with("files", files)
        .with("languages", site.languages.all().len());
    console::line(&made.text(language));
    Ok(())
}

fn site(args: &NewArgs, asks: bool, language: Language) -> Result<NewSite, Failure> {
    let folder = std::path::absolute(&args.folder).map_err(anyhow::Error::from)?;
    let called = folder.file_name().map(|name| name.to_string_lossy());
    let answer = |given: Option<&String>, question: Message, default: &str| match given {
        Some(given) => Ok(given.clone()),
        None if asks => Input::new()
            .with_prompt(question.text(language))
            .default(default.to_owned())
            .interact_text()
            .map_err(anyhow::Error::from),
        None => Ok(default.to_owned()),
    };
    let name = answer(
        args.name.as_ref(),
        Message::new("new-ask-name"),
        called.as_deref().unwrap_or("portico"),
    )?;
    let url = answer(args.url.as_ref(), Message::new("new-ask-url"), HERE)?;
    let given = (!args.languages.is_empty()).then(|| args.languages.join(","));
    let codes = answer(given.as_ref(), Message::new("new-ask-languages"), "en")?;
    let codes: Vec<&str> = codes.split(',').map(str::trim).collect();
    let usual = Part::usual(codes.first().unwrap_or(&""));
    let parts = match &args.parts {
        Some(parts) => parts.clone(),
        None if args.plain => Vec::new(),
        None if asks => ask_parts(&usual, language)?,
        None => usual,
    };
    let kind = match args.kind {
        Some(kind) => kind,
        None if asks => ask(
            Message::new("new-ask-kind"),
            Kind::ALL,
            Kind::label,
            language,
        )?,
        None => Kind::default(),
    };
    let look = match args.look {
        Some(look) => look,
        None if asks => ask(
            Message::new("new-ask-look"),
            Look::ALL,
            Look::label,
            language,
        )?,
        None => Look::default(),
    };
    Ok(NewSite {
        url: wanted::url(&url).map_err(usage)?,
        time_zone: wanted::time_zone(&args.time_zone).map_err(usage)?,
        languages: Languages::parse(&codes).map_err(usage)?,
        name,
        parts,
        kind,
        look,
        accent: look.accent_from(args.accent.as_deref()).map_err(usage)?,
        today: Zoned::now().date(),
    })
}

fn ask_parts(usual: &[Part], language: Language) -> Result<Vec<Part>, anyhow::Error> {
    let labels = Part::ALL.map(|part| (part.label().text(language), usual.contains(&part)));
    let chosen = MultiSelect::new()
        .with_prompt(Message::new("new-ask-parts").text(language))
        .items_checked(labels)
        .interact()?;
    Ok(chosen.into_iter().map(|at| Part::ALL[at]).collect())
}

/// Lets a person choose one of several, the first without a choice.
fn ask<T: Copy, const N: usize>(
    question: Message,
    all: [T; N],
    label: fn(T) -> Message,
    language: Language,
) -> Result<T, anyhow::Error> {
    let chosen = Select::new()
        .with_prompt(question.text(language))
        .items(all.map(|each| label(each).text(language)))
        .default(0)
        .interact()?;
    Ok(all[chosen])
}

fn usage(problem: Message) -> Failure {
    Failure::new(Exit::Usage, problem)
}
