//! The command line of dicot, with the rulesets of the library.

fn main() -> std::process::ExitCode {
    dicot_cli::Program::new().run()
}
