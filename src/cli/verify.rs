//! `heapwright verify`: from options to reports, witnesses and the exit status.

use super::args::{Format, Verify};
use super::output::{self, Output};
use super::progress::Progress;
use super::{colour, exit_status, finish, property, usage_error};
use crate::driver::{self, Job, Outcome};
use crate::report::{self, Page};
use crate::verdict::Verdict;
use crate::witness::{self, Entry, InputFile, Task};
use clap::ArgMatches;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Does what is asked and returns the exit status.
pub(super) fn run(options: Verify, matches: &ArgMatches, started: Instant) -> u8 {
    let prepared = options.job(matches, started).and_then(|job| Ok((Files::create(&options)?, claim(&options)?, job)));
    let (files, claim, mut job) = match prepared {
        Ok(prepared) => prepared,
        Err(message) => return usage_error(&message),
    };
    if let Some(entry) = &claim
        && options.properties.is_empty()
    {
        // What the witness is about, unless something else is asked.
        match property::specification(&entry.metadata.task.specification, job.lower.entry.as_deref().unwrap_or("main"))
        {
            Ok(properties) => job.properties = properties,
            Err(message) => return usage_error(&format!("the witness's specification: {message}")),
        }
    }
    let name = job.name();
    let task = task(&job);
    let progress = Progress::start(options.verbose, options.quiet, started);
    let outcome = match &claim {
        None => driver::verify(job, progress.clone()),
        Some(entry) => match belongs(entry, &task) {
            Ok(()) => driver::check_witness(job, entry.clone(), progress.clone()),
            Err(reason) => driver::not_checked(&job, reason),
        },
    };
    progress.finish();
    output::stdout(&outcome.dumps);
    match &outcome.result {
        Ok(verdict) => match write(&options, &name, verdict, &outcome, &task, files) {
            Ok(()) => exit_status(verdict),
            Err(message) => usage_error(&message),
        },
        Err(failure) => finish(failure.clone()),
    }
}

/// The files to write, created before the work begins so that a wrong path costs no time.
struct Files {
    report: Option<Output>,
    html: Option<Output>,
    witness: Option<Output>,
    graphml: Option<Output>,
    harness: Option<Output>,
}

impl Files {
    fn create(options: &Verify) -> Result<Self, String> {
        let create = |path: &Option<PathBuf>| path.as_deref().map(Output::create).transpose();
        Ok(Self {
            report: create(&options.output)?,
            html: create(&options.html)?,
            witness: create(&options.witness)?,
            graphml: create(&options.graphml_witness)?,
            harness: create(&options.harness)?,
        })
    }
}

/// The entry of the witness to be checked.
fn claim(options: &Verify) -> Result<Option<Entry>, String> {
    let Some(path) = &options.witness_check else { return Ok(None) };
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let entries = witness::read(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let known = |entry: &Entry| matches!(entry.entry_type.as_str(), "violation_sequence" | "invariant_set");
    match entries.into_iter().find(known) {
        Some(entry) => Ok(Some(entry)),
        None => Err(format!("{}: neither a violation_sequence nor an invariant_set", path.display())),
    }
}

/// Whether a witness is about these files.
fn belongs(entry: &Entry, task: &Task) -> Result<(), String> {
    let data = &entry.metadata.task;
    let base = |name: &str| Path::new(name).file_name().map(|name| name.to_string_lossy().into_owned());
    for (name, hash) in &data.input_file_hashes {
        let file = task.files.iter().find(|file| base(&file.name) == base(name));
        if file.is_none_or(|file| !file.hash.eq_ignore_ascii_case(hash)) {
            return Err(format!("the witness is about another version of `{name}`"));
        }
    }
    if data.data_model != task.data_model.name() {
        return Err(format!("the witness is about data model {}, not {}", data.data_model, task.data_model.name()));
    }
    Ok(())
}

/// What is verified, as witnesses describe it. A file that cannot be read is an error of the driver's.
fn task(job: &Job) -> Task {
    let file = |unit: &driver::Unit| {
        InputFile::new(&unit.file.to_string_lossy(), &std::fs::read(&unit.file).unwrap_or_default())
    };
    Task {
        files: job.units.iter().map(file).collect(),
        properties: job.properties,
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
    task: &Task,
    files: Files,
) -> Result<(), String> {
    if options.verbose {
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
        store(files.witness, witness::yaml(verdict, task)?, UNKNOWN)?;
    }
    store(files.graphml, witness::graphml(verdict, task), UNKNOWN)?;
    let harness_name = options.harness.as_deref().map_or(String::new(), |path| path.to_string_lossy().into_owned());
    store(files.harness, witness::harness(verdict, task, &harness_name), "without an error there is no harness")?;
    if let Some(file) = files.html {
        let texts: Vec<(String, String)> =
            task.files.iter().map(|file| (file.name.clone(), read(&file.name))).collect();
        file.write(&report::html(verdict, &Page { name, files: &texts }))?;
    }
    let text = match options.format {
        Format::Text => report::text(verdict, name, &outcome.sources, options.quiet),
        Format::Json => report::json(verdict, name, options.verbose),
        Format::Sarif => report::sarif(verdict, name, &outcome.sources),
    };
    match files.report {
        None if options.format == Format::Text && colour::wanted() => output::stdout(&colour::paint(&text)),
        None => output::stdout(&text),
        Some(file) => {
            file.write(&text)?;
            output::stdout(&report::text(verdict, name, &outcome.sources, true));
        }
    }
    Ok(())
}

fn read(path: &str) -> String {
    std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}
