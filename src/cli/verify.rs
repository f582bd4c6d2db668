//! `heapwright verify`: from options to reports, witnesses and the exit status.

use super::args::{Format, Verify};
use super::output::{self, Output};
use super::progress::{Findings, Progress};
use super::{colour, exit_status, finish, property};
use crate::driver::{self, Job, Outcome};
use crate::ir::PropertySet;
use crate::report::{self, Page};
use crate::verdict::{Finding, Verdict, Warning};
use crate::witness::{self, Entry, InputFile, Task};
use anyhow::{Context, anyhow, ensure};
use clap::ArgMatches;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Does what is asked and returns the exit status.
pub(super) fn run(options: Verify, matches: &ArgMatches, started: Instant) -> anyhow::Result<u8> {
    let mut job = options.job(matches, started)?;
    let (files, entries) = (Files::create(&options)?, claim(&options)?);
    let mut specified = job.plan.properties;
    if let Some(entry) = entries.as_ref().and_then(|entries| entries.first()) {
        let start = job.lower.entry.as_deref().unwrap_or("main");
        specified = property::specification(&entry.metadata.task.specification, start)
            .context("the witness's specification")?;
        if options.properties.is_empty() {
            job.plan.properties = specified;
        }
    }
    let name = job.name();
    let task = task(&job);
    let progress = Progress::start(options.verbose, options.quiet, findings(&options, &name), started);
    if options.verbose && !options.source.ignored_flags.is_empty() {
        output::stderr(&format!("heapwright: ignored: {}\n", options.source.ignored_flags.join(" ")));
    }
    let outcome = match entries.map(witness::claim) {
        None => driver::verify(job, progress.clone()),
        Some(claim) => check(claim, job, specified, &task, progress.clone()),
    };
    progress.finish();
    output::stdout(&outcome.dumps);
    match &outcome.result {
        Ok(verdict) => {
            write(&options, &name, verdict, &outcome, &progress.told(), &task, files)?;
            Ok(exit_status(verdict))
        }
        Err(failure) => Ok(finish(failure.clone())),
    }
}

/// How violations are told before all is known: where they go to standard output anyway.
fn findings(options: &Verify, name: &str) -> Findings {
    match options.format.unwrap_or(Format::Text) {
        _ if options.quiet || !options.output.is_empty() || options.dumps() => Findings::AtTheEnd,
        Format::Text => Findings::Text(name.to_string()),
        Format::Jsonl => Findings::JsonLines,
        Format::Json | Format::Sarif => Findings::AtTheEnd,
    }
}

/// The files to write, created before the work begins so that a wrong path costs no time.
struct Files {
    reports: Vec<Output>,
    html: Option<Output>,
    witness: Option<Output>,
    graphml: Option<Output>,
    harness: Option<Output>,
}

impl Files {
    fn create(options: &Verify) -> anyhow::Result<Self> {
        let create = |path: &Option<PathBuf>| path.as_deref().map(Output::create).transpose();
        Ok(Self {
            reports: options.output.iter().map(|path| Output::create(path)).collect::<Result<_, _>>()?,
            html: create(&options.html)?,
            witness: create(&options.witness)?,
            graphml: create(&options.graphml_witness)?,
            harness: create(&options.harness)?,
        })
    }
}

/// The entries of the witness to be checked.
fn claim(options: &Verify) -> anyhow::Result<Option<Vec<Entry>>> {
    let Some(path) = &options.witness_check else { return Ok(None) };
    let entries = witness::read(&output::read(path)?).map_err(|error| anyhow!("{}: {error}", path.display()))?;
    let known = |entry: &Entry| matches!(entry.entry_type.as_str(), witness::VIOLATION | witness::INVARIANTS);
    ensure!(entries.iter().any(known), "{}: neither a violation_sequence nor an invariant_set", path.display());
    Ok(Some(entries))
}

/// Checks what a witness with this specification claims, if it is about the task.
fn check(
    claim: Result<Entry, String>,
    mut job: Job,
    specified: PropertySet,
    task: &Task,
    progress: Arc<Progress>,
) -> Outcome {
    let subject = claim.and_then(|entry| Ok((witness::subject(&entry, specified, task)?, entry)));
    match subject {
        Ok(((properties, open), entry)) => {
            job.plan.properties = properties;
            let mut outcome = driver::check_witness(job, entry, progress);
            if let Ok(verdict) = &mut outcome.result {
                open.into_iter()
                    .for_each(|message| verdict.add_warning(Warning { message, location: None, cwe: None }));
            }
            outcome
        }
        Err(reason) => Outcome::unknown(&job, reason),
    }
}

/// What is verified, as witnesses describe it. A file that cannot be read is an error of the driver's.
fn task(job: &Job) -> Task {
    let file = |unit: &driver::Unit| {
        InputFile::new(&unit.file.to_string_lossy(), &std::fs::read(&unit.file).unwrap_or_default())
    };
    Task {
        files: job.units.iter().map(file).collect(),
        properties: job.plan.properties,
        entry: job.lower.entry.clone().unwrap_or_else(|| "main".to_string()),
        data_model: job.lower.data_model,
        time: time(),
    }
}

/// The time that witnesses bear: that of `SOURCE_DATE_EPOCH`, for files that are the same in every run, or now.
fn time() -> u64 {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    given.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()))
}

fn write(
    options: &Verify,
    name: &str,
    verdict: &Verdict,
    outcome: &Outcome,
    told: &[Finding],
    task: &Task,
    files: Files,
) -> anyhow::Result<()> {
    if options.verbose {
        for record in verdict.engines() {
            output::stderr(&format!("heapwright: engine {record}\n"));
        }
        for (name, count) in verdict.statistics() {
            output::stderr(&format!("heapwright: {name}: {count}\n"));
        }
        for (name, time) in verdict.timings() {
            output::stderr(&format!("heapwright: {name}: {:.3} s\n", time.as_secs_f64()));
        }
    }
    let store = |file: Option<Output>, text: Option<String>, what: &str| match (file, text) {
        (Some(file), Some(text)) => file.write(&text),
        (Some(file), None) => {
            output::stderr(&format!("heapwright: {what}; `{}` is empty\n", file.path().display()));
            Ok(())
        }
        (None, _) => Ok(()),
    };
    const UNKNOWN: &str = "an unknown verdict has no witness";
    if files.witness.is_some() {
        store(files.witness, witness::yaml(verdict, task).map_err(anyhow::Error::msg)?, UNKNOWN)?;
    }
    store(files.graphml, witness::graphml(verdict, task), UNKNOWN)?;
    let harness_name = options.harness.as_deref().map_or(String::new(), |path| path.to_string_lossy().into_owned());
    store(files.harness, witness::harness(verdict, task, &harness_name), "without an error there is no harness")?;
    if let Some(file) = files.html {
        let texts: Vec<(String, String)> =
            task.files.iter().map(|file| (file.name.clone(), read(&file.name))).collect();
        file.write(&report::html(verdict, &Page { name, files: &texts }))?;
    }
    let report = |format: Format| match format {
        Format::Text if options.quiet => report::last_line(verdict),
        Format::Text => report::text(verdict, name, &outcome.sources, told, options.verbose),
        Format::Json => report::json(verdict, name, options.verbose),
        Format::Jsonl => report::json_lines(verdict, name, options.verbose, told),
        Format::Sarif => report::sarif(verdict, name, &outcome.sources),
    };
    if files.reports.is_empty() {
        let format = options.format.unwrap_or(Format::Text);
        let text = report(format);
        output::stdout(&if format == Format::Text { colour::paint_if_wanted(text) } else { text });
        return Ok(());
    }
    for file in files.reports {
        let format = options.format.unwrap_or_else(|| named_format(file.path()));
        file.write(&report(format))?;
    }
    output::stdout(&report::last_line(verdict));
    Ok(())
}

/// The format that the name of a file asks for.
fn named_format(path: &Path) -> Format {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => Format::Json,
        Some("jsonl") => Format::Jsonl,
        Some("sarif") => Format::Sarif,
        _ => Format::Text,
    }
}

fn read(path: &str) -> String {
    std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}
