//! `tirada --sandbox`: the commands and flags that are safe for strangers. This is an allowlist: a new command or flag
//! is refused until it is added here.

use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::diagnostic::{Code, Diagnostic};

/// How it is switched on.
pub(super) const FLAG: &str = "--sandbox";

/// Commands that may be given, and the arguments of each: names of the prompt stand behind no command.
const OPEN: [(&str, &[&str]); 3] = [
    ("", &["ruleset", "lang", "color", "sandbox"]),
    (
        "roll",
        &["expression", "ruleset", "times", "with", "set", "explain", "format", "json", "lang", "color", "sandbox"],
    ),
    (
        "odds",
        &[
            "expression",
            "more",
            "rulesets",
            "base",
            "with",
            "set",
            "over",
            "depth",
            "at_least",
            "at_most",
            "margin",
            "all",
            "plain",
            "format",
            "json",
            "lang",
            "color",
            "sandbox",
        ],
    ),
];

/// Whether the words of a command line ask for it, as far as that is known before they are understood.
pub(super) fn is_wanted(words: &[String]) -> bool {
    words.iter().skip(1).take_while(|word| *word != "--").any(|word| word == FLAG)
}

/// Whether a command line that was understood asks for it.
pub(super) fn is_on(matches: &ArgMatches) -> bool {
    // Where the line could not be understood to its end, what was not reached has no value.
    let on = |matches: &ArgMatches| matches.try_get_one::<bool>("sandbox").is_ok_and(|on| on == Some(&true));
    on(matches) || matches.subcommand().is_some_and(|(_, own)| on(own))
}

/// The first thing of a command line that strangers may not say.
pub(super) fn refused(command: &clap::Command, matches: &ArgMatches) -> Option<Diagnostic> {
    let (name, command, matches) = match matches.subcommand() {
        None => ("", command, matches),
        Some((name, own)) => (name, command.find_subcommand(name)?, own),
    };
    let Some((_, open)) = OPEN.iter().find(|(one, _)| *one == name) else { return Some(closed(name)) };
    let given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let arguments = command.get_arguments().filter(|arg| given(arg.get_id().as_str()));
    let mut closed_ones = arguments.filter(|arg| !open.contains(&arg.get_id().as_str()));
    if let Some(arg) = closed_ones.next() {
        return Some(closed(&match (arg.get_long(), arg.get_short()) {
            (Some(long), _) => format!("--{long}"),
            (None, Some(short)) => format!("-{short}"),
            (None, None) => arg.get_id().to_string(),
        }));
    }
    let values = |id: &str| {
        let found = matches.try_get_many::<String>(id).ok().flatten();
        found.into_iter().flatten().cloned().collect::<Vec<String>>()
    };
    let rulesets = values("ruleset").into_iter().chain(values("rulesets")).map(|name| ("-r", name));
    let names = values("with").into_iter().map(|item| ("--with", item));
    let path = rulesets.filter(|(_, name)| super::is_path(name));
    let file = names.filter(|(_, item)| super::roll::pair(item).is_none());
    path.chain(file).next().map(|(flag, value)| closed(&format!("{flag} {value}")))
}

/// The same of a command line that cannot be understood, as far as it can.
pub(super) fn refused_in_part(command: &clap::Command, words: &[String]) -> Option<Diagnostic> {
    let matches = command.clone().ignore_errors(true).try_get_matches_from(words).ok().filter(is_on)?;
    refused(command, &matches)
}

/// What a stranger is told of an error: nothing that would be refused.
pub(crate) fn told(mut error: Diagnostic) -> Diagnostic {
    error.helps.retain(|help| help.id != "help-simulate");
    error
}

/// The error for what strangers may not say.
pub(crate) fn closed(what: &str) -> Diagnostic {
    Diagnostic::error(Code::SandboxClosed, None).arg("name", what).help("help-sandbox")
}
