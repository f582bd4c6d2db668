//! What is made from the definition of the command line: completions for shells and the manual page.

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

/// The manual page: the command, then each of its subcommands with its options.
pub(super) fn manual(mut command: Command) -> Result<String, String> {
    command.build();
    let failed = |error: std::io::Error| format!("the manual page cannot be written: {error}");
    let mut bytes = Vec::new();
    Man::new(command.clone()).render(&mut bytes).map_err(failed)?;
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        let name = format!("heapwright {}", subcommand.get_name());
        bytes.extend_from_slice(format!(".SH \"{}\"\n", name.to_uppercase()).as_bytes());
        let page = Man::new(subcommand.clone().bin_name(name));
        page.render_synopsis_section(&mut bytes).map_err(failed)?;
        page.render_description_section(&mut bytes).map_err(failed)?;
        page.render_options_section(&mut bytes).map_err(failed)?;
        page.render_extra_section(&mut bytes).map_err(failed)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
