//! `tirada new-character`: a character's file, question by question, within the limits of the ruleset.

use std::io::BufRead as _;
use std::path::PathBuf;

use clap::Args;

use super::output::{ask, tell};
use super::roll::open;
use super::saving::{SaveError, Saving};
use super::{Context, FILES, FINE, USAGE, WRONG, shelves_for};
use crate::check::answer_of;
use crate::check::program::{AnswerKind, Default, Game, TraitSource};
use crate::diagnostic::{Args as Values, Code, Diagnostic};
use crate::engine::{Answer, Generator};
use crate::limits::Limits;
use crate::report::show::Shower;
use crate::session::{Request, Session, person_in, sheet_in};
use crate::world::Whose;
use crate::yaml::edit::scalar;

/// How often something is asked before it is left open.
const TIMES: usize = 3;
/// Names of one's own in a group, and tags of a kind, at most.
const MOST: usize = 50;

/// `tirada new-character`
#[derive(Debug, Args)]
pub struct NewCharacter {
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[arg(short, long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// The seed of dice that are typed as answers.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

pub(super) fn run(context: &mut Context, wanted: &NewCharacter) -> u8 {
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
    if wanted.file.symlink_metadata().is_ok() {
        let path = wanted.file.display().to_string();
        context.complain_alone(&Diagnostic::error(Code::NewExists, None).arg("path", path).help("help-new-exists"));
        return WRONG;
    }
    let seed = wanted.seed.unwrap_or_else(|| super::roll::fresh_seed(&context.output.catalogue));
    let game = &loaded.game;
    let mut asking = Asking { context, session: &mut session, game, dice: Generator::new(seed), ended: false };
    let Some(text) = asking.accepted(&wanted.file.display().to_string()) else { return WRONG };
    match save(wanted, &text) {
        Ok(()) => {
            context.output.print(&wanted.file.display().to_string());
            FINE
        }
        Err(failed) => {
            context.complain_alone(&failed.diagnostic());
            FILES
        }
    }
}

/// Writes the file, unless there is one by now.
fn save(wanted: &NewCharacter, text: &str) -> Result<(), SaveError> {
    let path = wanted.file.as_path();
    let mut saving = Saving::begin([path])?;
    if path.symlink_metadata().is_ok() {
        let error = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
        return Err(SaveError { path: path.to_path_buf(), error });
    }
    saving.put(path, text.as_bytes())?;
    saving.commit()
}

struct Asking<'a, 's> {
    context: &'a Context,
    session: &'a mut Session<'s>,
    game: &'a Game,
    dice: Generator,
    /// Standard input ended before all was asked.
    ended: bool,
}

impl Asking<'_, '_> {
    fn say(&self, id: &str, args: &Values) -> String {
        self.context.output.catalogue.text(id, args)
    }

    /// A line that was typed; empty where nothing is said.
    fn line(&mut self, question: &str) -> String {
        if self.ended {
            return String::new();
        }
        ask(question);
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line).unwrap_or(0) == 0 {
            self.ended = true;
        }
        line.trim().to_owned()
    }

    /// The text of a file that can be read as it was meant and meets what the game requires; asked again while it does
    /// not meet that.
    fn accepted(&mut self, file: &str) -> Option<String> {
        for _ in 0..TIMES {
            let text = self.sheet();
            if self.ended {
                self.context.complain_alone(&Diagnostic::error(Code::CharacterUnfinished, None));
                return None;
            }
            let sources = &mut self.session.sources;
            let id = sources.add(file, text.as_str());
            let (raw, mut found) = sheet_in(sources, id, file);
            found.append(&mut person_in(&raw, self.game, Whose::Character, None).1);
            let unmet = found.iter().any(|one| one.code == Code::RequirementUnmet);
            let wrong = found.iter().any(Diagnostic::is_error);
            if unmet || wrong {
                self.context.output.complain(&found, sources);
            }
            if wrong {
                return None;
            }
            if !unmet {
                return Some(text);
            }
        }
        None
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
        let mut traits = String::new();
        for one in &self.game.traits {
            match &one.source {
                TraitSource::Derived(_) => {}
                TraitSource::Given(question) => {
                    let usual = matches!(question.default, Some(Default::Value(_)));
                    if let Some(value) = self.value(&one.name, &question.kind, one.doc.as_deref(), usual) {
                        traits += &format!("  {}: {value}\n", scalar(&one.name));
                    }
                }
                TraitSource::Group(question) => {
                    let members = self.members(&one.name, &question.kind, one.doc.as_deref());
                    if !members.is_empty() {
                        traits += &format!("  {}: {{{}}}\n", scalar(&one.name), members.join(", "));
                    }
                }
            }
        }
        let mut tags = String::new();
        for kind in self.game.tags.iter().filter(|kind| kind.free_names && !kind.internal) {
            let mut names = Vec::new();
            while names.len() < MOST {
                let typed = self.line(&self.say("new-character-tag", &vec![("name", (&*kind.name).into())]));
                if typed.is_empty() {
                    break;
                }
                names.push(format!("{}: {{}}", scalar(&typed)));
            }
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

    /// The value of a trait as a file says it; nothing where it is left open.
    fn value(&mut self, name: &str, kind: &AnswerKind, doc: Option<&str>, usual: bool) -> Option<String> {
        let range =
            Shower { game: self.game, catalogue: &self.context.output.catalogue, worded: false }.answer_kind(kind);
        if let Some(doc) = doc {
            tell(&format!("  {doc}"));
        }
        let id = if usual { "new-character-usual" } else { "new-character-trait" };
        let question = self.say(id, &vec![("name", name.into()), ("range", range.into())]);
        for _ in 0..TIMES {
            let typed = self.line(&question);
            if typed.is_empty() {
                return None;
            }
            match self.understood(name, kind, &typed) {
                Ok(value) => return Some(value),
                Err(error) => self.context.complain_alone(&error),
            }
        }
        None
    }

    /// Names of one's own, each with its value: `Archery 3`.
    fn members(&mut self, group: &str, kind: &AnswerKind, doc: Option<&str>) -> Vec<String> {
        if let Some(doc) = doc {
            tell(&format!("  {doc}"));
        }
        let question = self.say("new-character-member", &vec![("name", group.into())]);
        let mut members = Vec::new();
        while members.len() < MOST {
            let typed = self.line(&question);
            if typed.is_empty() {
                break;
            }
            let split = typed.rsplit_once(|letter: char| letter.is_whitespace() || letter == '=');
            let (name, text) =
                split.map_or((typed.as_str(), ""), |(name, text)| (name.trim_end_matches([' ', '=']), text));
            match self.understood(name, kind, text) {
                Ok(value) => members.push(format!("{}: {value}", scalar(name))),
                Err(error) => self.context.complain_alone(&error),
            }
        }
        members
    }

    /// A value, or dice that are thrown for it.
    fn understood(&mut self, name: &str, kind: &AnswerKind, text: &str) -> Result<String, Diagnostic> {
        let fits = |text: &str| answer_of(self.game, kind, text).is_some();
        if fits(text) {
            return Ok(scalar(text));
        }
        let wrong = || crate::check::bad_answer(self.game, Code::TraitOutOfRange, name, text, Some(kind));
        let request = Request { text: text.to_owned(), ..Request::default() };
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
