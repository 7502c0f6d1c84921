//! Parses a line of the prompt: a command, or an expression to roll.

use std::ops::Range;

use crate::diagnostic::Code;
use crate::syntax::{TextSpan, TokenKind, our_word, tokens};

/// The arguments of a command, for completion and abbreviation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandArguments {
    /// Nothing, or what nothing is known of: numbers, files, texts.
    Nothing,
    /// A character, or all.
    Person,
    /// A character or all, and what their sheets are to say.
    SheetOf,
    /// Any number of characters, or all.
    People,
    Rulesets,
    Times,
    Templates,
    /// What was named or set.
    Given,
    /// A trait and its value.
    Traits,
    /// An option or input and its value.
    Settings,
    /// Whatever has a name.
    Shown,
    /// An expression, or something to do.
    Odds,
    OnOff,
    /// A command, or something to do.
    Commands,
}

/// The commands: word, usage, id of the help message, and kind of argument.
pub const COMMANDS: [(&str, &str, &str, CommandArguments); 33] = [
    ("roll", "roll EXPRESSION", "prompt-roll-word", CommandArguments::Odds),
    ("use", "use RULESET", "prompt-use", CommandArguments::Rulesets),
    ("let", "let NAME = VALUE", "prompt-let", CommandArguments::Traits),
    ("unlet", "unlet NAME", "prompt-unlet", CommandArguments::Given),
    ("set", "set NAME = VALUE", "prompt-set", CommandArguments::Settings),
    ("dice", "dice 10,5,1", "prompt-dice", CommandArguments::Nothing),
    ("seed", "seed N", "prompt-seed", CommandArguments::Nothing),
    ("last", "last", "prompt-last", CommandArguments::Nothing),
    ("verbose", "verbose [on|off]", "prompt-verbose", CommandArguments::OnOff),
    ("odds", "odds EXPRESSION", "prompt-odds", CommandArguments::Odds),
    ("show", "show [NAME]", "prompt-show", CommandArguments::Shown),
    ("list", "list", "prompt-list", CommandArguments::Nothing),
    ("load", "load FILE …", "prompt-load", CommandArguments::Nothing),
    ("npc", "npc [N] [NAME]", "prompt-npc", CommandArguments::Templates),
    ("create", "create NAME [SECTION: {…}]", "prompt-create", CommandArguments::Nothing),
    ("who", "who", "prompt-who", CommandArguments::Nothing),
    ("as", "as [NAME|none]", "prompt-as", CommandArguments::Person),
    ("sheet", "sheet [NAME|all]", "prompt-sheet", CommandArguments::Person),
    ("edit", "edit NAME|all SECTION: {…}", "prompt-edit", CommandArguments::SheetOf),
    ("pass", "pass TIME", "prompt-pass", CommandArguments::Times),
    ("begin", "begin [NAME …|all]", "prompt-begin", CommandArguments::People),
    ("next", "next", "prompt-next", CommandArguments::Nothing),
    ("end", "end", "prompt-end", CommandArguments::Nothing),
    ("undo", "undo [N]", "prompt-undo", CommandArguments::Nothing),
    ("redo", "redo [N]", "prompt-redo", CommandArguments::Nothing),
    ("log", "log", "prompt-log", CommandArguments::Nothing),
    ("save", "save [NAME|all]", "prompt-save", CommandArguments::Person),
    ("note", "note TEXT", "prompt-note", CommandArguments::Nothing),
    ("drop", "drop NAME|all", "prompt-drop", CommandArguments::Person),
    ("leave", "leave NAME|all", "prompt-leave", CommandArguments::Person),
    ("help", "help [COMMAND]", "prompt-help", CommandArguments::Commands),
    ("quit", "quit", "prompt-quit", CommandArguments::Nothing),
    ("exit", "exit", "prompt-exit", CommandArguments::Nothing),
];

/// A range of the line, in bytes.
pub type LineRange = Range<usize>;

/// A parsed line. Its arguments are ranges, parsed by the command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptCommand {
    /// Nothing, or only a comment.
    Nothing,
    /// An expression, or something to do; `roll` may stand before it.
    Roll(LineRange),
    /// `use RULESET`
    Use(LineRange),
    /// `let NAME = VALUE`
    Let {
        /// The name, quotes included.
        name: LineRange,
        value: LineRange,
    },
    /// `let`
    Lets,
    /// `unlet NAME`
    Unlet(LineRange),
    /// `set NAME = VALUE`
    Set {
        /// The name, quotes included.
        name: LineRange,
        value: LineRange,
    },
    /// `set`
    Settings,
    /// `dice 10,5,1`, `dice none`; alone it shows the dice that wait.
    Dice(LineRange),
    /// `seed N`
    Seed(LineRange),
    Last,
    /// `odds EXPRESSION`, `odds last`
    Odds(LineRange),
    /// `show [NAME]`, `show --all`
    Show {
        name: Option<LineRange>,
        /// Includes bookkeeping.
        all: bool,
    },
    List,
    /// `load FILE …`
    Load(LineRange),
    /// `npc [N] [NAME]`
    Npc(LineRange),
    /// `create NAME [SECTION: {…}]`
    Create(LineRange),
    /// `who`, `who --all`
    Who {
        /// Includes bookkeeping.
        all: bool,
    },
    /// `as [NAME]`
    As(Option<LineRange>),
    /// `sheet [NAME]`, `sheet NAME --all`
    Sheet {
        name: Option<LineRange>,
        /// With bookkeeping and zeros.
        all: bool,
    },
    /// `verbose on`, `verbose off`; alone it says which.
    Verbose(Option<bool>),
    /// `edit NAME SECTION: {…}`
    Edit(LineRange),
    /// `pass TIME`
    Pass(LineRange),
    /// `begin [NAME …|all]`
    Begin(LineRange),
    Next,
    End,
    /// `undo [N]`
    Undo(Option<LineRange>),
    /// `redo [N]`
    Redo(Option<LineRange>),
    Log,
    /// `save [NAME]`
    Save(Option<LineRange>),
    /// `drop NAME`, `leave NAME`
    Drop(LineRange),
    /// `note TEXT`
    Note(LineRange),
    /// `help [COMMAND]`
    Help(Option<LineRange>),
    /// `help --all`
    HelpAll,
    /// `quit`, `exit`
    Quit,
}

impl PromptCommand {
    /// Whether dice may fall in it.
    #[must_use]
    pub fn may_throw(&self) -> bool {
        matches!(self, Self::Roll(_) | Self::Pass(_) | Self::Begin(_) | Self::Next | Self::End)
    }
}

/// What is behind a command; nothing is known of what is none.
pub(super) fn behind(command: &str) -> Option<CommandArguments> {
    COMMANDS.iter().find(|(word, ..)| *word == command).map(|(.., behind)| *behind)
}

/// Why a command could not be parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The code of the error.
    pub code: Code,
    pub at: LineRange,
    /// As typed in English.
    pub word: &'static str,
    /// The word with its arguments, as help shows it.
    pub usage: &'static str,
}

/// Understands a line. `is_name` says which words have a meaning of their own in
/// expressions: such a word is a command only where no operator and no bracket
/// follows it.
///
/// # Errors
///
/// What is missing in a command, or too much.
pub fn parse(line: &str, is_name: &dyn Fn(&str) -> bool) -> Result<PromptCommand, Mistake> {
    let begins = beginning(line);
    let Some((first, _)) = begins.first() else { return Ok(PromptCommand::Nothing) };
    let whole = trimmed(line, 0..line.len());
    let head = line.get(first.range()).unwrap_or("");
    let found = COMMANDS.iter().find(|(word, ..)| *word == head);
    let Some(&(word, usage, ..)) = found else { return Ok(PromptCommand::Roll(whole)) };
    let follows = begins.get(1).map(|(span, kind)| (line.get(span.range()).unwrap_or(""), *kind));
    let pieces = tokens(line);
    if head == "let" {
        // `let x = 2d6 in x + x` is an expression: every `let` of it has its `in`.
        let count = |wanted: &str| {
            let is_wanted = |(span, kind): &&(TextSpan, TokenKind)| {
                *kind == TokenKind::Keyword && line.get(span.range()) == Some(wanted)
            };
            pieces.iter().filter(is_wanted).count()
        };
        if count("in") >= count("let") {
            return Ok(PromptCommand::Roll(whole));
        }
    } else if is_name(head) && follows.is_some_and(|(text, kind)| goes_on(text, kind)) {
        return Ok(PromptCommand::Roll(whole));
    }
    let rest = first.range().end..line.len();
    // `drop(4d6, 1)`: what is called is a function, known or not.
    let called = line.get(rest.clone()).is_some_and(|rest| rest.starts_with('('));
    if called && !matches!(head, "odds" | "note") {
        return Ok(PromptCommand::Roll(whole));
    }
    let mistake = |code, at| Mistake { code, at, word, usage };
    let comment = pieces.last().filter(|(_, kind)| *kind == TokenKind::Comment).map(|(span, _)| span.range().start);
    let said = trimmed(line, rest.start..comment.unwrap_or(rest.end).max(rest.start));
    let (said, all) = match line.get(said.clone()).and_then(|text| text.strip_suffix(ALL)) {
        Some(rest) if matches!(word, "who" | "sheet" | "show" | "help") && !rest.ends_with(is_letter) => {
            (trimmed(line, said.start..said.start + rest.len()), true)
        }
        _ => (said, false),
    };
    let some = |said: LineRange| Some(said).filter(|said| !said.is_empty());
    let needs =
        |at: LineRange| if at.is_empty() { Err(mistake(Code::CommandUnfinished, first.range())) } else { Ok(at) };
    Ok(match word {
        "let" if said.is_empty() => PromptCommand::Lets,
        "set" if said.is_empty() => PromptCommand::Settings,
        "let" | "set" => {
            let Some(equals) = equals_sign(line, &said) else { return Err(mistake(Code::CommandUnfinished, said)) };
            let name = trimmed(line, said.start..equals);
            // The comment stays with the value, as it does with a roll.
            let value = trimmed(line, equals + 1..line.len());
            let nothing = value.is_empty() || line.get(value.clone()).is_some_and(|text| text.starts_with('#'));
            match (name.is_empty(), nothing) {
                (true, _) => return Err(mistake(Code::CommandUnfinished, first.range())),
                (false, true) => return Err(mistake(Code::CommandUnfinished, equals..equals + 1)),
                (false, false) if word == "let" => PromptCommand::Let { name, value },
                (false, false) => {
                    PromptCommand::Set { name, value: trimmed(line, value.start..said.end.max(value.start)) }
                }
            }
        }
        "use" => PromptCommand::Use(needs(said)?),
        // The comment stays with the expression, as it does with a roll.
        "roll" => PromptCommand::Roll(trimmed(line, needs(said)?.start..line.len())),
        "odds" => PromptCommand::Odds(trimmed(line, needs(said)?.start..line.len())),
        "unlet" => PromptCommand::Unlet(needs(said)?),
        "seed" => PromptCommand::Seed(needs(said)?),
        "dice" => PromptCommand::Dice(said),
        "load" => PromptCommand::Load(needs(said)?),
        // What a file says may hold a `#`.
        "edit" => PromptCommand::Edit(trimmed(line, needs(said)?.start..line.len())),
        "create" => PromptCommand::Create(trimmed(line, needs(said)?.start..line.len())),
        "pass" => PromptCommand::Pass(needs(said)?),
        "begin" => PromptCommand::Begin(said),
        "npc" => PromptCommand::Npc(said),
        // What looks like a comment belongs to the note.
        "note" => PromptCommand::Note(needs(trimmed(line, rest))?),
        "drop" | "leave" => PromptCommand::Drop(needs(said)?),
        "show" => PromptCommand::Show { name: some(said), all },
        "help" if said.is_empty() && all => PromptCommand::HelpAll,
        "help" => PromptCommand::Help(some(said)),
        "as" => PromptCommand::As(some(said)),
        "sheet" => PromptCommand::Sheet { name: some(said), all },
        "verbose" => PromptCommand::Verbose(match line.get(said.clone()).unwrap_or("") {
            "" => None,
            word if our_word("flags", word) == Some("yes") => Some(true),
            word if our_word("flags", word) == Some("no") => Some(false),
            _ => return Err(mistake(Code::CommandSaysTooMuch, said)),
        }),
        "undo" => PromptCommand::Undo(some(said)),
        "redo" => PromptCommand::Redo(some(said)),
        "save" => PromptCommand::Save(some(said)),
        _ if !said.is_empty() => return Err(mistake(Code::CommandSaysTooMuch, said)),
        "last" => PromptCommand::Last,
        "list" => PromptCommand::List,
        "next" => PromptCommand::Next,
        "end" => PromptCommand::End,
        "who" => PromptCommand::Who { all },
        "log" => PromptCommand::Log,
        _ => PromptCommand::Quit,
    })
}

/// Behind a command: with what is only bookkeeping, too.
const ALL: &str = "--all";

/// Bytes of a line that are read to see how it begins. Names are shorter.
const HEAD: usize = 2_000;

/// The first two pieces of a line that are no comments. A long line need not be read for them: it may be too
/// long for what it turns out to be.
fn beginning(line: &str) -> Vec<(TextSpan, TokenKind)> {
    let told = |text: &str| -> Vec<(TextSpan, TokenKind)> {
        tokens(text).into_iter().filter(|(_, kind)| *kind != TokenKind::Comment).take(3).collect()
    };
    let end = (HEAD..line.len()).find(|at| line.is_char_boundary(*at));
    let head = end.and_then(|end| line.get(..end)).unwrap_or(line);
    let mut found = told(head);
    // What ends where the head does may go on behind it.
    if found.len() < 3 && head.len() < line.len() {
        found = told(line);
    }
    found.truncate(2);
    found
}

/// Whether a line that is no command is an expression for certain: it begins with a name that
/// expressions know, and goes on as they do.
pub(super) fn is_expression(line: &str, is_name: &dyn Fn(&str) -> bool) -> bool {
    let begins = beginning(line);
    let Some((first, _)) = begins.first() else { return false };
    let head = line.get(first.range()).unwrap_or("");
    let follows = begins.get(1).map(|(span, kind)| (line.get(span.range()).unwrap_or(""), *kind));
    // `=` gives an answer; no expression goes on with it.
    is_name(head) && follows.is_some_and(|(text, kind)| goes_on(text, kind) && text != "=")
}

/// A part of a line without the comment behind it.
pub(super) fn uncommented(line: &str, part: &LineRange) -> LineRange {
    let text = line.get(part.clone()).unwrap_or("");
    // Most have none, and a long line is not read in vain.
    let read = if text.contains('#') { text } else { "" };
    let comment =
        tokens(read).last().filter(|(_, kind)| *kind == TokenKind::Comment).map(|(span, _)| span.range().start);
    trimmed(line, part.start..comment.map_or(part.end, |at| part.start + at))
}

/// Whether a character can stand inside of a name.
pub(super) fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || unicode_normalization::char::is_combining_mark(letter)
}

/// Whether what is behind a name makes it a part of an expression.
fn goes_on(text: &str, kind: TokenKind) -> bool {
    match kind {
        TokenKind::Operator => text != ",",
        TokenKind::Bracket => true,
        TokenKind::Keyword => matches!(text, "vs" | "and" | "or" | "beats"),
        _ => false,
    }
}

/// The first `=` outside of quotes and brackets.
fn equals_sign(line: &str, within: &LineRange) -> Option<usize> {
    let mut close = None;
    for (at, letter) in line.get(within.clone())?.char_indices() {
        match (close, letter) {
            (Some(quote), _) if letter == quote => close = None,
            (Some(_), _) => {}
            (None, '«') => close = Some('»'),
            (None, '“') => close = Some('”'),
            (None, '"') => close = Some('"'),
            (None, '=') => return Some(within.start + at),
            _ => {}
        }
    }
    None
}

/// A part without blanks at its ends.
pub(super) fn trimmed(line: &str, part: LineRange) -> LineRange {
    let text = line.get(part.clone()).unwrap_or("");
    let start = part.start + (text.len() - text.trim_start().len());
    let end = start + text.trim().len();
    start..end
}
