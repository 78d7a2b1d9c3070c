//! The whole command line, with a ruleset of your own: try
//! `cargo run -p dicot-cli --example own_ruleset -- value --rules hackenbush-stalk .xoxo`.

#[path = "../../../examples/5_own_ruleset/stalk.rs"]
mod stalk;

fn main() -> std::process::ExitCode {
    dicot_cli::Program::new().with::<stalk::Stalk>().run()
}
