//! `dicot repl`: a worksheet of expressions, line by line.

mod editor;
mod file;

use std::io::{self, BufRead, IsTerminal, Write};
use std::mem;
use std::path::PathBuf;

use clap::Args;
use dicot_calc::{Answer, Open, Operation, Part, operations};
use dicot_rulesets::grouped;

use crate::arguments::NOTATION_HELP;
use crate::batch::Task;
use crate::command::{Command, Failure, Options, Status};
use crate::ctrl_c;
use crate::failure;
use crate::game::Games;
use crate::input::{self, Line};
use crate::style::Style;
use crate::text::Beginning;
use editor::{Editor, Entry};
use file::Kept;

/// The worksheet, and what is needed to answer a line.
struct Repl {
    games: Games,
    max_value: u64,
    json: bool,
    style: Style,
    /// The entries, if they are kept: with a terminal, or in a file.
    kept: Option<Kept>,
}

/// The hint how to print a long value whole.
const ALL_HINT: &str = "`all` before the expression prints it whole";

/// The result of a line.
enum Reply {
    Text(String),
    Nothing,
    Quit,
}

/// Lines that belong together: an entry continues in the next line while something is open, until an empty line.
#[derive(Default)]
struct Entries {
    text: String,
    open: Open,
}

impl Entries {
    /// Adds a line; the entry that ends with it.
    fn push(&mut self, line: &str) -> Option<String> {
        self.open = self.open.after(line);
        if !self.text.is_empty() {
            self.text += "\n";
        }
        self.text += line;
        let goes_on = self.open.goes_on() && self.text.len() <= input::MAX_LINE;
        if goes_on && !line.trim().is_empty() { None } else { Some(self.take()) }
    }

    /// Whether an entry has begun.
    fn is_open(&self) -> bool {
        !self.text.is_empty()
    }

    /// Ends the entry where it is.
    fn take(&mut self) -> String {
        mem::take(self).text
    }
}

/// Whether the last entry of a text needs another line.
fn is_incomplete(text: &str) -> bool {
    let mut entries = Entries::default();
    text.split('\n').for_each(|line| drop(entries.push(line)));
    entries.is_open()
}

/// A worksheet: expressions and definitions line by line, with completion and history
#[derive(Args)]
#[command(after_help = NOTATION_HELP)]
pub(crate) struct ReplArgs {
    /// A worksheet, whose name ends with `.dicot`: it is evaluated and shown, and each entry is saved in it; `dicot run`
    /// prints it
    #[arg(value_name = "FILE", conflicts_with = "json")]
    file: Option<PathBuf>,
    /// Do not evaluate the worksheet `dicot/start.dicot` in the configuration folder first, usually that in ~/.config
    #[arg(long)]
    no_start: bool,
    /// Do not read or write the history of earlier sessions
    #[arg(long)]
    no_history: bool,
}

impl Command for ReplArgs {
    /// Answers lines until they end. With a terminal, errors are part of the conversation.
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let converses = io::stdin().is_terminal() && io::stdout().is_terminal();
        let kept = self.file.as_deref().map(Kept::open).transpose()?;
        let kept = kept.or_else(|| converses.then(Kept::default));
        let mut repl = Repl::new(options, kept);
        if converses {
            ctrl_c::go_on();
            if !self.no_start {
                repl.start();
            }
            repl.show(&mut io::stdout())?;
            repl.converse(!self.no_history)?;
            return Ok(Status::Done);
        }
        repl.show(&mut io::stdout().lock())?;
        let input = || input::without_mark(io::stdin().lock()).map(Some);
        let Some(mut input) = ctrl_c::while_waiting(input)? else { return Ok(Status::Done) };
        Ok(repl.read(&mut input, &mut io::stdout().lock())?)
    }
}

impl Repl {
    fn new(options: &Options, kept: Option<Kept>) -> Repl {
        let mut games = Games::new(options).hint(ALL_HINT);
        if let Some(folder) = kept.as_ref().and_then(Kept::folder) {
            games = games.with_rule_files_in(folder.to_owned());
        }
        Repl {
            games: if kept.is_some() { games.with_undo() } else { games },
            kept,
            max_value: options.max_value,
            json: options.json,
            style: Style::of_stdout(),
        }
    }

    /// Evaluates the worksheet of the start, without showing it.
    fn start(&mut self) {
        let Some((path, document)) = file::start() else { return };
        let result = document.map_err(Failure::from).and_then(|document| {
            document.entries().try_for_each(|entry| {
                let value = self.games.beginning(&entry.expression, 0);
                value.map(drop).map_err(|failure| failure.of(&format!("line {}", entry.line)))
            })
        });
        if let Err(failure) = result {
            failure::report(&format!("{}: {}", path.display(), failure.message()));
        }
    }

    /// Evaluates the entries of the file, shows them, and saves what has changed. Ctrl-C leaves the rest as it is.
    fn show(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(kept) = &mut self.kept else { return Ok(()) };
        let mut document = mem::take(&mut kept.document);
        let before = document.clone();
        ctrl_c::set_not_done("the worksheet is not evaluated, and not changed");
        for part in &mut document.parts {
            let entry = match part {
                Part::Text(text) => {
                    println_to(out, &format!("{}\n", self.style.head(text, 0)))?;
                    continue;
                }
                Part::Entry(entry) => entry,
            };
            println_to(out, &format!("> {}", entry.expression.replace('\n', "\n  ")))?;
            let undo_len = self.games.sheet().undo_len();
            match self.games.answered(&entry.expression) {
                Ok((answer, value)) => {
                    if !entry.is_quiet() {
                        println_to(out, &self.page(&value, ALL_HINT))?;
                    }
                    entry.set_answer(answer);
                }
                Err(failure) if failure.is_interrupted() => {
                    let line = entry.line;
                    failure::report(&format!(
                        "interrupted: lines from {line} on are not evaluated"
                    ));
                    break;
                }
                Err(failure) => {
                    self.games.sheet_mut().take_back_to(undo_len);
                    failure::report(&format!("line {}: {}", entry.line, failure.message()));
                    entry.set_answer(Answer::Error(failure.message().to_owned()));
                }
            }
        }
        let changed = document != before;
        let Some(kept) = &mut self.kept else { return Ok(()) };
        kept.document = document;
        if changed && let Err(failure) = kept.save() {
            failure::report(&format!("error: {}", failure.message()));
        }
        Ok(())
    }

    /// Lines from a terminal, with an editor. Ctrl-C ends the computation, not the program.
    fn converse(&mut self, history: bool) -> io::Result<()> {
        let interrupt = ctrl_c::interrupt();
        let mut editor = Editor::new(history)?;
        println_to(&mut io::stdout(), "dicot: type an expression, or `help`")?;
        loop {
            let text = match editor.next(self.games.sheet())? {
                Entry::Text(text) => text,
                Entry::Cleared => continue,
                Entry::End => return Ok(()),
            };
            // A paste is one text for the editor.
            let mut entries = Entries::default();
            let mut texts: Vec<String> =
                text.lines().filter_map(|line| entries.push(line)).collect();
            texts.push(entries.take());
            for text in texts {
                interrupt.clear();
                match self.reply(&text) {
                    Ok(Reply::Text(text)) => println_to(&mut io::stdout(), &text)?,
                    Ok(Reply::Nothing) => {}
                    Ok(Reply::Quit) => return Ok(()),
                    Err(failure) => failure::report(&format!("error: {}", failure.with_caret())),
                }
                if interrupt.is_set() {
                    break;
                }
            }
        }
    }

    /// Lines from a file or a pipe; a text whose braces are open continues in the next line, until an
    /// empty one.
    fn read(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<Status> {
        let (mut status, mut number, mut first) = (Status::Done, 0u64, 1);
        let mut entries = Entries::default();
        loop {
            let line = ctrl_c::while_waiting(|| input::next_line(input))?;
            number += 1;
            if !entries.is_open() {
                first = number;
            }
            let result = match line {
                None if !entries.is_open() || ctrl_c::is_pressed() => return Ok(status),
                None => self.reply(&entries.take()),
                Some(Line::Bad(_, problem)) => {
                    (entries, first) = (Entries::default(), number);
                    Err(Failure::new(problem))
                }
                Some(Line::Text(line)) => match entries.push(&line) {
                    Some(text) => self.reply(&text),
                    None => continue,
                },
            };
            if !result.as_ref().is_err_and(Failure::is_interrupted) {
                ctrl_c::set_not_done(format!("lines from {} on have no answer", number + 1));
            }
            match result {
                Ok(Reply::Text(text)) => println_to(out, &text)?,
                Ok(Reply::Nothing) => {}
                Ok(Reply::Quit) => return Ok(status),
                Err(failure) if failure.is_interrupted() => {}
                Err(failure) => {
                    status.add(failure.status());
                    failure::report(&format!("line {first}: {}", failure.message()));
                }
            }
        }
    }

    fn reply(&mut self, text: &str) -> Result<Reply, Failure> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(Reply::Nothing);
        }
        if let Some(note) = text.strip_prefix("//").filter(|_| !text.contains('\n')) {
            // The lines of answers in a worksheet's file are not texts.
            let is_answer = note.starts_with(['=', '!']);
            if let Some(kept) = self.kept.as_mut().filter(|_| !is_answer) {
                kept.add(Part::Text(note.trim().to_owned()))?;
            }
            return Ok(Reply::Nothing);
        }
        if self.json {
            return self.games.answer(text).map(Reply::Text);
        }
        let undo_len = self.games.sheet().undo_len();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        // A defined name is a name, also if it is that of a command.
        let is_name = self.games.sheet().variable(word).is_some() || rest.starts_with(":=");
        match (word, rest) {
            _ if is_name => {}
            ("help" | "?", "") => return Ok(Reply::Text(overview())),
            ("help" | "?", name) => return help(name).map(Reply::Text),
            ("vars", "") => return self.variables().map(Reply::Text),
            ("undo", "") => return self.undo().map(Reply::Text),
            ("save", name) if !name.is_empty() => {
                let file = self.kept()?.save_as(name)?;
                return Ok(Reply::Text(format!("saved in {file}, as is what follows")));
            }
            ("quit" | "exit", "") => return Ok(Reply::Quit),
            ("info", expression) if !expression.is_empty() => {
                let answer = self.games.answer(expression);
                return self.not_kept(undo_len, answer).map(Reply::Text);
            }
            ("all", expression) if !expression.is_empty() => {
                let most = usize::try_from(self.max_value).unwrap_or(usize::MAX);
                let value = self.games.beginning(expression, most);
                let value = self.not_kept(undo_len, value)?;
                return Ok(Reply::Text(self.page(&value, "see --max-value")));
            }
            _ => {}
        }
        let answered = self.games.answered(text);
        let (answer, value) = match answered {
            Ok(answered) => answered,
            Err(failure) => return self.not_kept(undo_len, Err(failure)),
        };
        let shown = self.page(&value, ALL_HINT);
        let entry = dicot_calc::Entry::new(text, answer);
        let is_quiet = entry.is_quiet();
        if let Some(kept) = &mut self.kept {
            kept.add(Part::Entry(entry))?;
        }
        Ok(if is_quiet { Reply::Nothing } else { Reply::Text(shown) })
    }

    /// What was found by evaluating what is not an entry: its definitions are undone if entries are kept, and what can be undone is
    /// what it was.
    fn not_kept<T>(&mut self, undo_len: usize, answer: Result<T, Failure>) -> Result<T, Failure> {
        if self.kept.is_some() {
            self.games.sheet_mut().take_back_to(undo_len);
        }
        answer
    }

    /// The entries, if they are kept.
    fn kept(&mut self) -> Result<&mut Kept, Failure> {
        self.kept
            .as_mut()
            .ok_or_else(|| Failure::new("entries are kept with a terminal, or in a file"))
    }

    /// Removes the last entry and what it defines.
    fn undo(&mut self) -> Result<String, Failure> {
        let entry = self.kept()?.remove_last()?;
        if !matches!(entry.answer, Some(Answer::Error(_))) {
            self.games.sheet_mut().take_back();
        }
        Ok(format!("undone: {}", entry.expression))
    }

    /// The text of a value, or how it begins, with a hint how to see all.
    fn page(&self, Beginning { text, length }: &Beginning, hint: &str) -> String {
        let text = self.style.strong(&self.style.symbols(text));
        match length {
            None => text,
            Some(n) => format!("{text}...\n({} characters; {hint})", grouped(*n)),
        }
    }

    /// The defined names, a line each.
    fn variables(&mut self) -> Result<String, Failure> {
        let names: Vec<String> =
            self.games.sheet().variables().map(|(name, _)| name.to_owned()).collect();
        if names.is_empty() {
            return Ok("nothing is defined; `a := {1|*}` defines a".to_owned());
        }
        let lines = names.into_iter().map(|name| {
            const MOST: usize = 60;
            let undo_len = self.games.sheet().undo_len();
            let value = self.games.beginning(&name, MOST);
            let Beginning { text, length } = self.not_kept(undo_len, value)?;
            let dots = if length.is_some() { "..." } else { "" };
            Ok(format!("{name} := {}{dots}", self.style.symbols(&text)))
        });
        lines.collect::<Result<Vec<String>, Failure>>().map(|lines| lines.join("\n"))
    }
}

fn println_to(out: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(failure::of_output)
}

/// What can be typed.
fn overview() -> String {
    const WIDTH: usize = 78;
    let mut text = String::from(
        "\
Expressions     {1|*} + ^    -G    3*G    G:H    +-1    Tiny(2)
Operations      G.Cool(1/2), Cool(G,1/2) and G Cool 1/2 are the same
Comparisons     G <= H    G == H    G <> H (confused)    <| and |> (.. or confused)
Definitions     a := {1|*}; b := a + ^    f(x) := x + ^; f(*)
                with ; at the end nothing is printed; // is a comment
Numbers         1/3 + 1/6    (7/3).Floor    17 % 5    2 ^ 10 (2^10 is 2 + ten ups)
Lists, sets     [1,^,2]    {1,2}    1..5    [x*x for x from 1 to 9 where x != 3]
Functions       f := (x,y) -> x - y    [1,2].Apply(x -> x/3)
                f(n) := if n <= 1 then 1 else n*f(n-1) end    begin a := 3; a*a end
Positions       clobber(\"xo/ox\").Options(Left)    domineering(2,3) + nim(3,5)
Literals        '{0|0}' is not simplified    '{*|*}':1    G ConjunctiveSum H
Commands        help NAME    what an operation is, and a source
                info G       facts about a game
                all G        the whole text of a long value
                vars         the defined names
                undo         removes the last entry and what it defines
                save NAME    saves all entries in NAME.dicot, and those that follow
                quit         or Ctrl-D; Ctrl-C ends a computation
Operations are:",
    );
    let mut room = 0;
    for operation in operations() {
        let name = operation.name();
        if name.len() + 1 > room {
            text += "\n ";
            room = WIDTH - 2;
        }
        text = text + " " + name;
        room -= name.len() + 1;
    }
    text
}

/// What an operation is: a line, a source and an example.
fn help(name: &str) -> Result<String, Failure> {
    let operation = Operation::find(name)
        .ok_or_else(|| Failure::new(format!("unknown operation `{name}`; `help` lists all")))?;
    let (expression, value) = operation.example();
    let mut text = format!("{}: {}\n", operation.usage(), operation.summary());
    text += &format!("  source    {}\n", operation.source());
    text += &format!("  example   {expression} is {value}");
    if !operation.aliases().is_empty() {
        text += &format!("\n  also      {}", operation.aliases().join(", "));
    }
    Ok(text)
}
