//! `dicot completions` and `dicot man`: what a shell and `man` know about the command line.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::{self, about};
use crate::status::Status;

pub(crate) const COMPLETIONS_HELP: &str = "\
The script completes commands, options, and names of rulesets.

Examples:
  dicot completions bash > ~/.local/share/bash-completion/completions/dicot
  dicot completions zsh > ~/.zfunc/_dicot   # with `fpath+=~/.zfunc` before compinit in ~/.zshrc
  dicot completions fish > ~/.config/fish/completions/dicot.fish";

pub(crate) const MAN_HELP: &str = "\
Examples:
  dicot man | man -l -
  dicot man --output ~/.local/share/man/man1 && man dicot-solve";

/// Where manual pages go.
#[derive(Args)]
pub(crate) struct ManArgs {
    /// The folder to write the pages of all commands to, which is created if necessary; by default the page of dicot is
    /// printed
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Prints the script of a shell.
pub(crate) fn completions(shell: Shell, mut command: Command) -> io::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "dicot", &mut script);
    io::stdout().write_all(&script).map_err(failure::of_output)?;
    Ok(Status::Done)
}

/// Prints the manual page of the program, or writes those of all commands.
pub(crate) fn man(arguments: &ManArgs, mut command: Command) -> io::Result<Status> {
    match &arguments.output {
        Some(folder) => {
            let of_folder = |error| about(folder, error);
            fs::create_dir_all(folder).map_err(of_folder)?;
            clap_mangen::generate_to(command, folder).map_err(of_folder)?;
        }
        None => {
            let mut page = Vec::new();
            command.build();
            clap_mangen::Man::new(command).render(&mut page)?;
            io::stdout().write_all(&page).map_err(failure::of_output)?;
        }
    }
    Ok(Status::Done)
}
