//! `dicot repl`: a worksheet of expressions, line by line.

mod editor;

use std::io::{self, BufRead, IsTerminal, Write};

use clap::Args;
use dicot_answers::text::grouped;
use dicot_calc::{Operation, open_brackets, operations};

use crate::arguments::NOTATION_HELP;
use crate::batch::Task;
use crate::command::{Command, Failure, Options, Status};
use crate::ctrl_c;
use crate::failure;
use crate::game::Games;
use crate::input::{self, Line};
use crate::style::Style;
use crate::text::{Beginning, LONG};
use editor::{Editor, Entry};

/// The worksheet, and what is needed to answer a line.
struct Repl {
    games: Games,
    max_value: u64,
    json: bool,
    style: Style,
}

/// The hint how to print a long value whole.
const ALL_HINT: &str = "`all` before the expression prints it whole";

/// The result of a line.
enum Reply {
    Text(String),
    Nothing,
    Quit,
}

/// Lines that belong together: an entry continues in the next line while a bracket is open, until an empty line.
struct Entries {
    text: String,
    /// The number of open brackets; `None` if one too many is closed.
    open: Option<usize>,
}

impl Entries {
    fn new() -> Entries {
        Entries { text: String::new(), open: Some(0) }
    }

    /// Adds a line; the entry that ends with it.
    fn push(&mut self, line: &str) -> Option<String> {
        self.open = self.open.and_then(|open| open_brackets(open, line));
        if !self.text.is_empty() {
            self.text += "\n";
        }
        self.text += line;
        let goes_on = self.open.is_some_and(|open| open > 0) && self.text.len() <= input::MAX_LINE;
        if goes_on && !line.trim().is_empty() { None } else { Some(self.take()) }
    }

    /// Whether an entry has begun.
    fn is_open(&self) -> bool {
        !self.text.is_empty()
    }

    /// Ends the entry where it is.
    fn take(&mut self) -> String {
        std::mem::replace(self, Entries::new()).text
    }
}

/// Whether the last entry of a text needs another line.
fn is_incomplete(text: &str) -> bool {
    let mut entries = Entries::new();
    text.split('\n').for_each(|line| drop(entries.push(line)));
    entries.is_open()
}

/// A worksheet: expressions and definitions line by line, with completion and history
#[derive(Args)]
#[command(after_help = NOTATION_HELP)]
pub(crate) struct ReplArgs {
    /// Do not read or write the history of earlier sessions
    #[arg(long)]
    no_history: bool,
}

impl Command for ReplArgs {
    /// Answers lines until they end. With a terminal, errors are part of the conversation.
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let mut repl = Repl::new(options);
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            repl.converse(!self.no_history)?;
            return Ok(Status::Done);
        }
        let input = || input::without_mark(io::stdin().lock()).map(Some);
        let Some(mut input) = ctrl_c::while_waiting(input)? else { return Ok(Status::Done) };
        Ok(repl.read(&mut input, &mut io::stdout().lock())?)
    }
}

impl Repl {
    fn new(options: &Options) -> Repl {
        Repl {
            games: Games::new(options).hint(ALL_HINT),
            max_value: options.max_value,
            json: options.json,
            style: Style::of_stdout(),
        }
    }

    /// Lines from a terminal, with an editor. Ctrl-C ends the computation, not the program.
    fn converse(&mut self, history: bool) -> io::Result<()> {
        ctrl_c::go_on();
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
            let mut entries = Entries::new();
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
        let mut entries = Entries::new();
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
                    (entries, first) = (Entries::new(), number);
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
        if self.json {
            return self.games.answer(text).map(Reply::Text);
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        // A defined name is a name, also if it is that of a command.
        let is_name = self.games.sheet().variable(word).is_some() || rest.starts_with(":=");
        match (word, rest) {
            _ if is_name => {}
            ("help" | "?", "") => return Ok(Reply::Text(overview())),
            ("help" | "?", name) => return help(name).map(Reply::Text),
            ("vars", "") => return self.variables().map(Reply::Text),
            ("quit" | "exit", "") => return Ok(Reply::Quit),
            ("info", expression) if !expression.is_empty() => {
                return self.games.answer(expression).map(Reply::Text);
            }
            ("all", expression) if !expression.is_empty() => {
                let most = usize::try_from(self.max_value).unwrap_or(usize::MAX);
                return self.value(expression, most, "see --max-value").map(Reply::Text);
            }
            _ => {}
        }
        let shown = self.value(text, LONG, ALL_HINT)?;
        Ok(if text.ends_with(';') { Reply::Nothing } else { Reply::Text(shown) })
    }

    /// The text of a value, or how it begins, with a hint how to see all.
    fn value(&mut self, text: &str, most: usize, hint: &str) -> Result<String, Failure> {
        let Beginning { text, length } = self.games.beginning(text, most)?;
        let text = self.style.strong(&self.style.symbols(&text));
        Ok(match length {
            None => text,
            Some(n) => format!("{text}...\n({} characters; {hint})", grouped(n)),
        })
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
            let Beginning { text, length } = self.games.beginning(&name, MOST)?;
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
