//! What is made from the definition of the command line: completions for shells and the manual page.

use anyhow::Context;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

/// The completions for a shell.
pub(super) fn completions(command: &mut Command, shell: Shell) -> String {
    let name = command.get_name().to_string();
    let mut bytes = Vec::new();
    clap_complete::generate(shell, command, name, &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

const FAILED: &str = "the manual page cannot be written";

/// The manual page: the command, then each of its subcommands with its options.
pub(super) fn manual(mut command: Command) -> anyhow::Result<String> {
    command.build();
    let mut bytes = Vec::new();
    Man::new(command.clone()).render(&mut bytes).context(FAILED)?;
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        let name = format!("heapwright {}", subcommand.get_name());
        bytes.extend_from_slice(format!(".SH \"{}\"\n", name.to_uppercase()).as_bytes());
        let page = Man::new(subcommand.clone().bin_name(name));
        page.render_synopsis_section(&mut bytes).context(FAILED)?;
        page.render_description_section(&mut bytes).context(FAILED)?;
        page.render_options_section(&mut bytes).context(FAILED)?;
        page.render_extra_section(&mut bytes).context(FAILED)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
