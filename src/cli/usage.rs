//! Parses the command line; generates completions and manual pages.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, FromArgMatches as _};

use super::args::{Cli, CliCommand, ManArgs, command};
use super::output::Output;
use super::saving::{SEAL, replace_own_in, sealed};
use super::{CommandContext, ENDING, FINE, USAGE, sandbox};
use crate::diagnostic::{Args, Code, Diagnostic, Note};
use crate::report::Catalogue;

/// Reads the command line.
///
/// # Errors
///
/// The exit code, after help was shown or what is wrong was said.
pub(super) fn parse(words: &[String], output: &Output) -> Result<Cli, u8> {
    let mut closed = None;
    let whole = command(&output.catalogue);
    let words = &played(words, &whole);
    let parsed = whole.clone().try_get_matches_from(words).and_then(|matches| {
        if sandbox::is_on(&matches) {
            closed = sandbox::refused(&whole, &matches);
        }
        let mut cli = Cli::from_arg_matches(&matches)?;
        if let (Some(CliCommand::Odds(odds)), Some((_, matches))) = (&mut cli.command, matches.subcommand()) {
            odds.put_in_order(matches);
        }
        Ok(cli)
    });
    let error = match parsed {
        Ok(cli) => {
            let Some(closed) = closed else { return Ok(cli) };
            output.complain(&[closed], &crate::source::Sources::new());
            return Err(USAGE);
        }
        Err(error) => error,
    };
    if let Some(closed) = sandbox::refused_in_part(&whole, words) {
        output.complain(&[closed], &crate::source::Sources::new());
        return Err(USAGE);
    }
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let text = in_our_words(error.render().to_string(), &output.catalogue);
            output.print(text.trim_end());
            Err(FINE)
        }
        _ => {
            let mut wrong = diagnostic(&error, unknown_option(&whole, words));
            if error.kind() == ErrorKind::ArgumentConflict {
                wrong.helps.splice(0..0, ways_out(&whole, words));
            }
            output.complain(&[wrong], &crate::source::Sources::new());
            Err(USAGE)
        }
    }
}

/// The words of a command line, where the file of a campaign may stand in place of a command: it is played.
fn played(words: &[String], commands: &Command) -> Vec<String> {
    let mut words = words.to_vec();
    let mut at = 1;
    while words.get(at).is_some_and(|word| word.starts_with('-')) {
        let takes_one = words
            .get(at)
            .is_some_and(|word| matches!(word.as_str(), "--lang" | "--color" | "-r" | "--ruleset" | "--seed"));
        at += if takes_one { 2 } else { 1 };
    }
    let is_campaign = |word: &String| {
        let named = Path::new(word);
        // Without its ending where nothing is called so.
        let is_short = || {
            let is_there = commands.find_subcommand(word).is_some() || word == "help" || named.exists();
            !is_there && named.extension().is_none() && named.with_extension(ENDING).is_file()
        };
        named.extension().is_some_and(|ending| ending == ENDING) || is_short()
    };
    if words.get(at).is_some_and(is_campaign) {
        words.splice(at..at, ["campaign", "play"].map(str::to_owned));
    }
    if words.get(at).is_some_and(|word| matches!(word.as_str(), "show" | "doc")) {
        ruleset_first(&mut words, at + 1);
    }
    words
}

/// `show -r RULESET NAME` as `show RULESET NAME`: the flag that other commands have.
fn ruleset_first(words: &mut Vec<String>, to: usize) {
    let ends = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let short = |word: &String| word == "-r" || word == "--ruleset";
    let found = words.iter().enumerate().take(ends).skip(to).find_map(|(at, word)| {
        let joined = word.strip_prefix("--ruleset=").map(|ruleset| (at..at + 1, ruleset.to_owned()));
        joined.or_else(|| Some((at..at + 2, words.get(at + 1).filter(|_| short(word))?.clone())))
    });
    if let Some((place, ruleset)) = found {
        words.splice(place, []);
        words.insert(to, ruleset);
    }
}

/// Words of the libraries that lay out help and manual pages, in the language of the messages.
fn in_our_words(text: String, catalogue: &Catalogue) -> String {
    let theirs = [
        ("[OPTIONS]", "cli-usage-options"),
        ("[COMMAND]", "cli-usage-command"),
        ("[default:", "cli-usage-default"),
        ("\n.SH NAME\n", "man-name"),
        ("\n.SH SYNOPSIS\n", "man-synopsis"),
        ("\n.SH DESCRIPTION\n", "man-description"),
        ("\n.SH EXTRA\n", "man-extra"),
        ("\n.SH VERSION\n", "man-version"),
    ];
    theirs.into_iter().fold(text, |text, (theirs, id)| {
        let ours = catalogue.say(id);
        let ours = if theirs.starts_with('\n') { format!("\n.SH {ours}\n") } else { ours };
        text.replace(theirs, &ours)
    })
}

/// An option that the command does not have. Where an expression may stand, which may begin with a minus, it was taken
/// for one, and the expression for one value too many.
fn unknown_option<'w>(command: &Command, words: &'w [String]) -> Option<&'w str> {
    let below = words.iter().find_map(|word| command.find_subcommand(word));
    let has = |name: &str| {
        let known = below.into_iter().chain([command]).flat_map(Command::get_arguments);
        known.filter_map(Arg::get_long).chain(["help", "version"]).any(|long| long == name)
    };
    let is_unknown = |word: &&String| {
        let name = word.strip_prefix("--").map(|rest| rest.split('=').next().unwrap_or(rest));
        name.is_some_and(|name| name.starts_with(char::is_alphabetic) && !has(name))
    };
    words.iter().skip(1).take_while(|word| *word != "--").find(is_unknown).map(String::as_str)
}

/// Which flags to leave out, where more than two do not go together.
fn ways_out(command: &Command, words: &[String]) -> Option<Note> {
    let below = words.iter().find_map(|word| command.find_subcommand(word))?;
    let is_given = |long: &str| {
        let flags = words.iter().take_while(|word| *word != "--").filter_map(|word| word.strip_prefix("--"));
        flags.map(|flag| flag.split_once('=').map_or(flag, |(flag, _)| flag)).any(|flag| flag == long)
    };
    let given: Vec<&Arg> = below.get_arguments().filter(|arg| arg.get_long().is_some_and(is_given)).collect();
    let excludes =
        |one: &Arg, other: &Arg| below.get_arg_conflicts_with(one).iter().any(|arg| arg.get_id() == other.get_id());
    let apart = |one: &Arg, other: &Arg| excludes(one, other) || excludes(other, one);
    let mut ways: Vec<Vec<&Arg>> = Vec::new();
    for kept in &given {
        let (out, left): (Vec<&Arg>, Vec<&Arg>) = given.iter().partition(|other| apart(kept, other));
        let is_way = !out.is_empty() && !left.iter().any(|one| left.iter().any(|other| apart(one, other)));
        if is_way && !ways.contains(&out) {
            ways.push(out);
        }
    }
    ways.sort_by_key(Vec::len);
    let flags = |way: &Vec<&Arg>| {
        let flags = way.iter().filter_map(|arg| Some(format!("`--{}`", arg.get_long()?)));
        flags.collect::<Vec<_>>().join(", ")
    };
    match ways.as_slice() {
        [one, other, ..] if one.len().max(other.len()) > 1 => Some(Note {
            id: "help-leave-out-flags",
            args: vec![("one", flags(one).into()), ("other", flags(other).into())],
        }),
        _ => None,
    }
}

/// An error of the command line in our own words.
fn diagnostic(error: &clap::Error, unknown: Option<&str>) -> Diagnostic {
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(list)) => Some(list.join(", ")),
        Some(ContextValue::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    let argument = text(ContextKind::InvalidArg).unwrap_or_default();
    let value = text(ContextKind::InvalidValue).unwrap_or_default();
    let found = match error.kind() {
        ErrorKind::UnknownArgument if !argument.starts_with('-') => match unknown {
            Some(option) => Diagnostic::error(Code::UsageUnknownFlag, None).arg("name", option),
            None => Diagnostic::error(Code::UsageTooMany, None).arg("name", argument),
        },
        ErrorKind::UnknownArgument => Diagnostic::error(Code::UsageUnknownFlag, None).arg("name", argument),
        ErrorKind::InvalidSubcommand => {
            let name = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            Diagnostic::error(Code::UsageUnknownCommand, None).arg("name", name)
        }
        ErrorKind::MissingRequiredArgument => Diagnostic::error(Code::UsageMissing, None).arg("name", argument),
        ErrorKind::ArgumentConflict => {
            let other = text(ContextKind::PriorArg).unwrap_or_default();
            let same = if other == argument { "yes" } else { "no" };
            let error = Diagnostic::error(Code::UsageConflict, None).arg("name", argument).arg("other", other);
            error.arg("same", same)
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            Diagnostic::error(Code::UsageValueMissing, None).arg("name", argument)
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            Diagnostic::error(Code::UsageBadValue, None).arg("name", argument).arg("value", value)
        }
        _ => Diagnostic::error(Code::UsageWrong, None),
    };
    let found = match text(ContextKind::ValidValue) {
        Some(known) => found.help_with("help-there-is", "names", vec![known]),
        None => found,
    };
    let near = text(ContextKind::SuggestedArg)
        .or_else(|| text(ContextKind::SuggestedSubcommand))
        .or_else(|| text(ContextKind::SuggestedValue));
    let found = match near {
        Some(near) => found.help_with("help-did-you-mean", "name", near),
        None => found,
    };
    found.help("help-usage")
}

/// A command with its values as they are typed alone: what the code says of them is in English.
fn without_words(command: Command) -> Command {
    let plain = |value: PossibleValue| value.help(None::<&'static str>);
    let bare = |arg: Arg| match arg.get_possible_values() {
        values if values.is_empty() => arg,
        values => arg.value_parser(PossibleValuesParser::new(values.into_iter().map(plain))),
    };
    command.mut_args(bare).mut_subcommands(without_words)
}

pub(super) fn completions(context: &CommandContext, shell: clap_complete::Shell) -> u8 {
    let mut text = Vec::new();
    let mut whole = without_words(command(&context.output.catalogue));
    clap_complete::generate(shell, &mut whole, "tirada", &mut text);
    let text = String::from_utf8_lossy(&text);
    // What the generated script for zsh ends with would leave the names out the first time.
    let text = text.split("\nif [ \"$funcstack[1]\" = ").next().unwrap_or(&text);
    context.output.print(text.trim_end());
    // Names of rulesets and of their contents are looked up at each completion.
    let names = match shell {
        clap_complete::Shell::Bash => include_str!("completions/bash.sh"),
        clap_complete::Shell::Zsh => include_str!("completions/zsh.sh"),
        clap_complete::Shell::Fish => include_str!("completions/fish.fish"),
        _ => return FINE,
    };
    context.output.print(names.trim_end());
    FINE
}

pub(super) fn manual(context: &CommandContext, wanted: &ManArgs) -> u8 {
    let whole = command(&context.output.catalogue);
    let Some(dir) = &wanted.dir else {
        context.output.print(page(&clap_mangen::Man::new(whole), &context.output.catalogue).trim_end());
        return FINE;
    };
    let mut pages = Vec::new();
    let mut whole = whole.disable_help_subcommand(true);
    whole.build();
    add_pages(&whole, dir, &context.output.catalogue, &mut pages);
    match replace_own_in(dir, &pages, wanted.force) {
        Ok(()) => {
            let args: Args = vec![("path", dir.display().to_string().into())];
            context.output.tell_message("man-written", &args);
            FINE
        }
        Err((error, code)) => {
            context.complain_alone(&error);
            code
        }
    }
}

/// The manual pages of a command and of those below it, with their places in a folder.
fn add_pages(command: &clap::Command, dir: &Path, catalogue: &Catalogue, pages: &mut Vec<(PathBuf, String)>) {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        add_pages(below, dir, catalogue, pages);
    }
    let man = clap_mangen::Man::new(command.clone());
    pages
        .push((dir.join(man.get_filename()), sealed(&format!("{}\n.\\\" {SEAL}\n", page(&man, catalogue).trim_end()))));
}

fn page(man: &clap_mangen::Man, catalogue: &Catalogue) -> String {
    let mut page = Vec::new();
    // Writing to memory cannot fail.
    let _ = man.render(&mut page);
    in_our_words(String::from_utf8_lossy(&page).into_owned(), catalogue)
}
