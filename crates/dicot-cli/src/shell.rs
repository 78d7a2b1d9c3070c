//! `dicot completions` and `dicot man`: what a shell and `man` know about the command line.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use crate::command::{Command, Failure, Options, Status};
use crate::commands::command_line;
use crate::failure::{self, about};

/// Print the script with which a shell completes commands
#[derive(Args)]
#[command(after_help = "\
The script completes commands, options, and names of rulesets.

Examples:
  dicot completions bash > ~/.local/share/bash-completion/completions/dicot
  dicot completions zsh > ~/.zfunc/_dicot   # with `fpath+=~/.zfunc` before compinit in ~/.zshrc
  dicot completions fish > ~/.config/fish/completions/dicot.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl Command for CompletionsArgs {
    fn run(self, _: &Options) -> Result<Status, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut documented(), "dicot", &mut script);
        io::stdout().write_all(&script).map_err(failure::of_output)?;
        Ok(Status::Done)
    }
}

/// Print the manual page, or write those of all commands
#[derive(Args)]
#[command(after_help = "\
Examples:
  dicot man | man -l -
  dicot man --output ~/.local/share/man/man1 && man dicot-solve")]
pub(crate) struct ManArgs {
    /// The folder to write the pages of all commands to, which is created if necessary; by default the page of dicot is
    /// printed
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Command for ManArgs {
    fn run(self, _: &Options) -> Result<Status, Failure> {
        let mut command = documented();
        match &self.output {
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
}

/// The commands with the options that each accepts, as they are documented.
fn documented() -> clap::Command {
    let names = dicot::rules::rulesets().map(|spec| spec.name);
    command_line(PossibleValuesParser::new(names).into(), false)
}
