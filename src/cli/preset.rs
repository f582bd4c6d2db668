//! Which invariants are looked for: a preset by name, or a file of the user.

use super::output;
use crate::template::{Preset, preset::PRESETS};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

/// The options that choose a preset.
#[derive(Args)]
#[command(next_help_heading = "Invariants")]
pub(super) struct PresetArgs {
    /// Which invariants are looked for: a preset of `templates/`
    #[arg(long, value_name = "PRESET", value_parser = PossibleValuesParser::new(PRESETS.iter().map(|(name, _)| *name)))]
    domain: Option<String>,

    /// Read the preset from a file; one with rows alone adds them to the preset that is chosen
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
}

impl PresetArgs {
    /// The preset that is asked for.
    pub fn preset(&self) -> anyhow::Result<Preset> {
        let named = self.domain.as_deref().unwrap_or("default");
        let chosen = Preset::named(named).with_context(|| format!("there is no preset `{named}`"))?;
        let Some(file) = &self.template else { return Ok(chosen) };
        let name = file.display();
        let text = output::read(file)?;
        let mut preset = Preset::parse(&text).map_err(|error| anyhow!("{name}:{error}"))?;
        preset.file = name.to_string();
        if preset.attempts.is_empty() {
            preset.attempts = chosen.attempts;
        } else if self.domain.is_some() {
            bail!("{name} has attempts of its own, which --domain would replace; give one of the two");
        }
        Ok(preset)
    }
}
