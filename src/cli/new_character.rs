//! `tirada new-character`: writes a character file, question by question, within the limits of the ruleset.

use std::io::{BufRead as _, IsTerminal as _};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::output::{ask, tell};
use super::roll::open;
use super::saving::{SaveError, Saving};
use super::{CommandContext, FILES, FINE, USAGE, WRONG, cannot_read, shelves_for};
use crate::check::answer_of;
use crate::check::program::{AnswerKind, CheckedGame, Default, Ir, Named, Op, Question, TraitSource};
use crate::diagnostic::{Args as Values, Code, Diagnostic};
use crate::engine::{Answer, Generator};
use crate::limits::Limits;
use crate::report::roll::words;
use crate::report::show::Shower;
use crate::report::visible_lines;
use crate::session::{RollRequest, Session, person_in, sheet_in};
use crate::source::fold;
use crate::world::{FileOwner, Person};
use crate::yaml::edit::scalar;

/// How often something is asked before it is left open.
const TIMES: usize = 3;
/// Names of one's own in a group, and tags of a kind, at most.
const MOST: usize = 50;

/// `tirada new-character`
#[derive(Debug, Args)]
pub struct NewCharacterArgs {
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[arg(short, long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// The seed of dice that are typed as answers.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

pub(super) fn run(context: &mut CommandContext, wanted: &NewCharacterArgs) -> u8 {
    let Some(ruleset) = wanted.ruleset.clone().or_else(|| context.default_ruleset()) else {
        context.complain_alone(&Diagnostic::error(Code::NoDefaultRuleset, None));
        return USAGE;
    };
    let places = shelves_for(Some(&ruleset));
    let mut session = Session::within(&places, Limits::FULL);
    let loaded = match open(context, &mut session, &places, &ruleset) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    if wanted.file.is_dir() {
        context.complain_alone(&cannot_read(&wanted.file, &std::io::ErrorKind::IsADirectory.into()));
        return FILES;
    }
    if wanted.file.symlink_metadata().is_ok() {
        let path = wanted.file.display().to_string();
        context.complain_alone(&Diagnostic::error(Code::NewExists, None).arg("path", path).help("help-new-exists"));
        return WRONG;
    }
    let seed = wanted.seed.unwrap_or_else(|| super::roll::fresh_seed(&context.output.catalogue));
    let game = &loaded.game;
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let lines = if terminal { DefaultEditor::new().ok() } else { None };
    let mut asking =
        CharacterPrompt { context, session: &mut session, game, dice: Generator::new(seed), lines, ended: false };
    let path = wanted.file.display().to_string();
    let (text, accepted) = asking.accepted(&path);
    if !accepted {
        lost(context, &path, &text);
        return WRONG;
    }
    match save(wanted, &text) {
        Ok(()) => {
            context.output.print(&wanted.file.display().to_string());
            FINE
        }
        Err(failed) => {
            context.complain_alone(&failed.diagnostic());
            lost(context, &path, &text);
            FILES
        }
    }
}

/// Shows the answers that were not written, as the file would say them.
fn lost(context: &CommandContext, path: &str, text: &str) {
    tell(&context.output.catalogue.text("new-character-lost", &vec![("path", path.into())]));
    tell(text.trim_end());
}

/// Writes the file, unless there is one by now.
fn save(wanted: &NewCharacterArgs, text: &str) -> Result<(), SaveError> {
    let path = wanted.file.as_path();
    let mut saving = Saving::begin([path])?;
    if path.symlink_metadata().is_ok() {
        let error = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
        return Err(SaveError { path: path.to_path_buf(), error });
    }
    saving.put(path, text.as_bytes())?;
    saving.commit()
}

/// Names in open groups with their values.
type GroupEntries = Vec<(String, String)>;

/// The sums of the numbers of each group.
type Sums = Vec<(String, i64)>;

fn count(sums: &mut Sums, group: &str, number: i64) {
    match sums.iter_mut().find(|(one, _)| one == group) {
        Some((_, sum)) => *sum = sum.saturating_add(number),
        None => sums.push((group.to_owned(), number)),
    }
}

fn written(chosen: GroupEntries) -> Vec<String> {
    chosen.into_iter().map(|(name, value)| format!("{}: {value}", scalar(&name))).collect()
}

struct CharacterPrompt<'a, 's> {
    context: &'a CommandContext,
    session: &'a mut Session<'s>,
    game: &'a CheckedGame,
    dice: Generator,
    /// What reads at a terminal.
    lines: Option<DefaultEditor>,
    /// Standard input ended before all was asked, or the user left with Ctrl-C.
    ended: bool,
}

impl CharacterPrompt<'_, '_> {
    fn say(&self, id: &str, args: &Values) -> String {
        self.context.output.catalogue.text(id, args)
    }

    /// A line that was typed; empty where nothing is said.
    fn line(&mut self, question: &str) -> String {
        if self.ended {
            return String::new();
        }
        if let Some(lines) = &mut self.lines {
            loop {
                match lines.readline(&format!("{} ", visible_lines(question))) {
                    Ok(line) => return line.trim().to_owned(),
                    Err(ReadlineError::Signal(_)) => {}
                    // Ctrl-C, Ctrl-D, or a terminal that is gone.
                    Err(_) => {
                        self.ended = true;
                        return String::new();
                    }
                }
            }
        }
        ask(question);
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line).unwrap_or(0) == 0 {
            self.ended = true;
        }
        line.trim().to_owned()
    }

    /// The text of a file, and whether it can be read as it was meant and meets what the game requires; asked again
    /// while it does not meet that.
    fn accepted(&mut self, file: &str) -> (String, bool) {
        let mut text = String::new();
        for _ in 0..TIMES {
            text = self.sheet();
            if self.ended {
                self.context.complain_alone(&Diagnostic::error(Code::CharacterUnfinished, None));
                break;
            }
            let sources = &mut self.session.sources;
            let id = sources.add(file, text.as_str());
            let (raw, mut found) = sheet_in(sources, id, file);
            found.append(&mut person_in(&raw, self.game, FileOwner::Character, None).1);
            let unmet = found.iter().any(|one| one.code == Code::RequirementUnmet);
            let wrong = found.iter().any(Diagnostic::is_error);
            if unmet || wrong {
                self.context.output.complain(&found, sources);
            }
            if wrong {
                break;
            }
            if !unmet {
                return (text, true);
            }
        }
        (text, false)
    }

    /// The text of the file.
    fn sheet(&mut self) -> String {
        let mut name = String::new();
        for _ in 0..TIMES {
            name = self.line(&self.say("new-character-name", &Values::new()));
            if !name.is_empty() {
                break;
            }
        }
        self.ended |= name.is_empty();
        let game = self.game;
        let (mut traits, mut sums) = (String::new(), Sums::new());
        let mut person = Person::default();
        // The kind first: it says what else there is.
        let kind = game.kinds.as_ref().map(|kinds| kinds.of);
        let others = game.traits_as_asked().into_iter().filter(|at| Some(*at) != kind);
        for at in kind.into_iter().chain(others) {
            let Some(one) = game.traits.get(at) else { continue };
            let group = matches!(one.source, TraitSource::Group(_));
            if person.lacks(game, if group { Named::Group(at) } else { Named::Trait(at) }).is_some() {
                continue;
            }
            match &one.source {
                TraitSource::Derived(_) => {}
                TraitSource::Given(question) => match self.value(&one.name, question, one.doc.as_deref()) {
                    Some(value) => {
                        if let (Some(group), Ok(number)) = (&one.group, value.parse()) {
                            count(&mut sums, group, number);
                        }
                        if kind == Some(at) {
                            person.traits.extend(answer_of(game, &question.kind, &value).map(|value| (at, value)));
                        }
                        traits += &format!("  {}: {value}\n", scalar(&one.name));
                    }
                    None if question.must_be_answered() && !self.ended => {
                        tell(&format!("  {}", self.say("new-character-open", &vec![("name", (&*one.name).into())])));
                    }
                    None => {}
                },
                TraitSource::Group(question) => {
                    let members = self.members(&one.name, &question.kind, one.doc.as_deref());
                    if !members.is_empty() {
                        let numbers = members.iter().filter_map(|member| member.rsplit_once(": ")?.1.parse().ok());
                        numbers.for_each(|number| count(&mut sums, &one.name, number));
                        traits += &format!("  {}: {{{}}}\n", scalar(&one.name), members.join(", "));
                    }
                }
            }
        }
        // For tables that share out points.
        for (group, sum) in sums.iter().filter(|_| !self.ended) {
            let args = vec![("name", group.as_str().into()), ("sum", (*sum).into())];
            tell(&format!("  {}", self.say("new-character-sum", &args)));
        }
        let mut tags = String::new();
        for (at, kind) in game.tags.pairs().filter(|(_, kind)| kind.free_names && !kind.internal) {
            if person.lacks(game, Named::Tag(at)).is_some() {
                continue;
            }
            let names = self.tags(&kind.name, &kind.values);
            if !names.is_empty() {
                tags += &format!("  {}: {{{}}}\n", scalar(&kind.name), names.join(", "));
            }
        }
        let section = |name: &str, text: String| if text.is_empty() { text } else { format!("{name}:\n{text}") };
        format!(
            "tirada character: 1\nname: {}\nruleset: {}\n{}{}",
            scalar(&name),
            scalar(&self.game.id),
            section("traits", traits),
            section("tags", tags)
        )
    }

    /// Tags of a kind: names of one's own, each with its values.
    fn tags(&mut self, kind: &str, values: &[(Arc<str>, Question)]) -> Vec<String> {
        let question = self.say("new-character-tag", &vec![("name", kind.into())]);
        let mut tags = GroupEntries::new();
        for _ in 0..MOST {
            let typed = self.line(&question);
            if typed.is_empty() {
                break;
            }
            let mut said = Vec::new();
            let mut missing = None;
            for (name, question) in values {
                // What is counted and ticked in play is rarely other than usual on a new sheet.
                let counted = matches!(question.kind, AnswerKind::Number(..) | AnswerKind::YesNo);
                if counted && matches!(question.default, Some(Default::Value(_))) {
                    continue;
                }
                match self.value(name, question, question.doc.as_deref()) {
                    Some(value) => said.push(format!("{}: {value}", scalar(name))),
                    None if matches!(question.default, Some(Default::Value(_))) => {}
                    None => {
                        missing = Some(name);
                        break;
                    }
                }
            }
            if let Some(name) = missing {
                let args = vec![("tag", typed.as_str().into()), ("name", (&**name).into())];
                tell(&format!("  {}", self.say("new-character-left-out", &args)));
                continue;
            }
            self.choose(&mut tags, &typed, format!("{{{}}}", said.join(", ")));
        }
        written(tags)
    }

    /// Takes what was said of a name; of two answers the later counts, and that is reported.
    fn choose(&self, chosen: &mut GroupEntries, name: &str, value: String) {
        let same = chosen.iter_mut().find(|(one, _)| fold(one) == fold(name));
        match same {
            Some((one, before)) => {
                let args = vec![("name", one.as_str().into()), ("before", before.as_str().into())];
                tell(&format!(
                    "  {}",
                    self.say("new-character-again", &[args, vec![("value", value.as_str().into())]].concat())
                ));
                *before = value;
            }
            None => chosen.push((name.to_owned(), value)),
        }
    }

    /// The value of a trait, or of a tag, as a file says it; nothing where it is left open.
    fn value(&mut self, name: &str, asked: &Question, doc: Option<&str>) -> Option<String> {
        let kind = &asked.kind;
        let range = self.range(kind);
        if let Some(doc) = doc.filter(|_| !self.ended) {
            tell(&format!("  {doc}"));
        }
        let usual = match &asked.default {
            Some(Default::Value(Ir { op: Op::Number(number), .. })) => {
                Some(words(&Answer::of(self.game, &kind.kind(), *number), &self.context.output.catalogue))
            }
            _ => None,
        };
        let mut args = vec![("name", name.into()), ("range", range.into())];
        let id = match (&asked.default, usual) {
            (Some(Default::Value(_)), Some(usual)) => {
                args.push(("usual", usual.into()));
                "new-character-default"
            }
            (Some(Default::Value(_)), None) => "new-character-usual",
            _ => "new-character-trait",
        };
        let question = self.say(id, &args);
        for _ in 0..TIMES {
            let typed = self.line(&question);
            if typed.is_empty() {
                break;
            }
            match self.understood(name, kind, &typed) {
                Ok(value) => return Some(value),
                Err(error) => self.context.complain_alone(&error),
            }
        }
        None
    }

    /// What may be answered, in words.
    fn range(&self, kind: &AnswerKind) -> String {
        Shower { game: self.game, catalogue: &self.context.output.catalogue, worded: false }.answer_kind(kind)
    }

    /// Names of one's own, each with its value: `Archery 3`, `Archery: 2d6`.
    fn members(&mut self, group: &str, kind: &AnswerKind, doc: Option<&str>) -> Vec<String> {
        if let Some(doc) = doc.filter(|_| !self.ended) {
            tell(&format!("  {doc}"));
        }
        let question =
            self.say("new-character-member", &vec![("name", group.into()), ("range", self.range(kind).into())]);
        let mut members = GroupEntries::new();
        for _ in 0..MOST {
            let typed = self.line(&question);
            if typed.is_empty() {
                break;
            }
            let (name, text) = self.split(kind, &typed);
            if name.is_empty() {
                self.context
                    .complain_alone(&Diagnostic::error(Code::MemberWithoutName, None).arg("text", typed.as_str()));
                continue;
            }
            match self.understood(name, kind, text) {
                Ok(value) => self.choose(&mut members, name, value),
                Err(error) => self.context.complain_alone(&error),
            }
        }
        written(members)
    }

    /// A name and its value. Behind a colon or an equals sign is all of the value, else as much as can be one.
    fn split<'t>(&mut self, kind: &AnswerKind, typed: &'t str) -> (&'t str, &'t str) {
        if let Some((name, text)) = typed.split_once([':', '=']) {
            return (name.trim(), text.trim());
        }
        let blanks = typed.match_indices(char::is_whitespace).map(|(at, _)| at);
        let blanks: Vec<usize> = blanks.take(MOST).collect();
        for at in blanks {
            let (name, text) = typed.split_at(at);
            let text = text.trim();
            let request = RollRequest { text: text.to_owned(), ..RollRequest::default() };
            if answer_of(self.game, kind, text).is_some() || self.session.prepare(self.game, &request).is_ok() {
                return (name.trim(), text);
            }
        }
        typed.rsplit_once(char::is_whitespace).map_or((typed, ""), |(name, text)| (name.trim(), text))
    }

    /// A value, or dice that are thrown for it.
    fn understood(&mut self, name: &str, kind: &AnswerKind, text: &str) -> Result<String, Diagnostic> {
        let fits = |text: &str| answer_of(self.game, kind, text).is_some();
        if fits(text) || matches!(kind, AnswerKind::Text) {
            return Ok(scalar(text));
        }
        let wrong = || crate::check::bad_answer(self.game, Code::TraitOutOfRange, name, text, Some(kind));
        let request = RollRequest { text: text.to_owned(), ..RollRequest::default() };
        let Ok(ready) = self.session.prepare(self.game, &request) else { return Err(wrong()) };
        let rolled = self.session.evaluate(self.game, &ready, &mut self.dice, &[]).map_err(|_| wrong())?;
        let Answer::Number(number) = rolled.value else { return Err(wrong()) };
        tell(&format!("  {text} = {number}"));
        let number = number.to_string();
        if fits(&number) {
            return Ok(number);
        }
        Err(crate::check::bad_answer(self.game, Code::TraitOutOfRange, name, &number, Some(kind)))
    }
}
