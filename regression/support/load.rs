//! From C to the program that the library works on.

use super::program::RegressionProgram;
use heapwright::base::SourceMap;
use heapwright::config::{DataModel, LowerConfig, ParseConfig};
use heapwright::ir::{Program, Property, PropertySet};
use heapwright::{lower, parse, prepare};
use std::path::Path;

/// Parses and lowers a file, for all properties; says why that fails.
pub fn load_file(
    file: &Path,
    model: DataModel,
    options: Vec<String>,
    entry: &str,
) -> Result<(Program, SourceMap), String> {
    load_for(PropertySet::of(&Property::ALL), file, model, options, entry)
}

/// The same for some properties: what is not asked for only ends the program.
fn load_for(
    properties: PropertySet,
    file: &Path,
    model: DataModel,
    options: Vec<String>,
    entry: &str,
) -> Result<(Program, SourceMap), String> {
    let mut sources = SourceMap::new();
    let config = ParseConfig { preprocessor_args: options, ..ParseConfig::new(model) };
    let parsed = parse::parse_file(file, &config, &mut sources).map_err(|error| error.to_string())?;
    let config = LowerConfig {
        data_model: model,
        entry: Some(entry.into()),
        assertions: properties.contains(Property::Assertions),
        error_calls: properties.contains(Property::UnreachCall),
    };
    match lower::lower(&[parsed], &config, &mut sources) {
        Ok(lowered) => Ok((prepare::prepare(lowered).program, sources)),
        Err(errors) => Err(errors.first().map_or("no message".into(), |error| error.message.clone())),
    }
}

/// Parses and lowers a regression program in its first data model, for some properties; says why that fails.
pub fn load_program(program: &RegressionProgram, properties: PropertySet) -> Result<(Program, SourceMap), String> {
    load_for(properties, &program.path, program.data_models()[0], program.preprocessor_options(), &program.entry())
}

/// Parses and lowers a generated program, which needs no preprocessor; panics if that fails.
pub fn load_generated(source: &str, model: DataModel) -> Program {
    let mut sources = SourceMap::new();
    let parsed = parse::parse_text("generated.c", source, &mut sources, false)
        .unwrap_or_else(|_| panic!("a generated program does not parse:\n{source}"));
    let config = LowerConfig { data_model: model, entry: Some("main".into()), assertions: true, error_calls: true };
    match lower::lower(&[parsed], &config, &mut sources) {
        Ok(lowered) => prepare::prepare(lowered).program,
        Err(messages) => panic!("a generated program does not lower: {messages:?}\n{source}"),
    }
}
