//! Asks the user at the terminal for values that the book or the sheet leaves out, and for decisions at the table.

use std::io::{BufRead as _, IsTerminal as _};

use super::output::{ask, tell};
use crate::check::program::{AnswerKind, CheckedGame, Die};
use crate::check::{answer_of, bad_answer};
use crate::diagnostic::{Args, Code, Note};
use crate::engine::{Answer, AskedFor, Decision, DiceRule, Effects, Observer, Refusal, ValueRequest, typed_faces};
use crate::report::Catalogue;
use crate::report::diagnostics::spoken;
use crate::report::roll::words;
use crate::session::command::unique;
use crate::source::{Sources, fold};

/// How often something is asked before it is left.
const TIMES: usize = 3;
/// Choices that are listed one a line; of more there is a single line.
const LINES: usize = 12;

/// Effects that take dice from elsewhere and ask questions at the terminal, if there is one.
pub struct TerminalEffects<'a> {
    /// Where dice come from.
    dice: &'a mut dyn Effects,
    game: &'a CheckedGame,
    catalogue: &'a Catalogue,
    /// Whether a user can be asked.
    terminal: bool,
    /// Faces that fell and that the user has not seen.
    fallen: Vec<i64>,
    /// Whose roll throws next, until it does.
    whom: Option<String>,
}

impl<'a> TerminalEffects<'a> {
    /// Asks the user at the terminal, if there is one.
    pub fn new(dice: &'a mut dyn Effects, game: &'a CheckedGame, catalogue: &'a Catalogue) -> Self {
        Self { dice, game, catalogue, terminal: is_interactive(), fallen: Vec::new(), whom: None }
    }

    /// A line that was typed; `None` at the end of what is typed, or if it is empty.
    fn line(&self, prompt: &str) -> Option<String> {
        ask(prompt);
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line).unwrap_or(0) == 0 {
            return None;
        }
        Some(line.trim().to_owned()).filter(|line| !line.is_empty())
    }

    /// What lies on the table so far, as far as it was not seen yet.
    fn show_dice(&mut self) {
        if let Some(line) = fallen(&std::mem::take(&mut self.fallen), self.catalogue) {
            tell(&line);
        }
    }

    /// What lies on the table so far, who is to decide, and what there is to choose from.
    fn introduce(&mut self, decision: &Decision<'_>) {
        self.show_dice();
        let mut lines = Vec::new();
        lines.push(asked(decision, self.catalogue));
        lines.extend(decision.doc.map(str::to_owned));
        let numbered = !takes_numbers(decision.kind);
        let options = in_words(decision, self.catalogue);
        let options = options.iter().enumerate().map(|(at, option)| match numbered {
            true => format!("{} {option}", at + 1),
            false => option.clone(),
        });
        let options: Vec<String> = options.collect();
        if options.len() > LINES {
            lines.push(format!("  {}", options.join(", ")));
        } else {
            lines.extend(options.iter().map(|option| format!("  {option}")));
        }
        for line in lines {
            tell(&line);
        }
    }
}

/// What is to be decided, in one line.
pub(crate) fn asked(decision: &Decision<'_>, catalogue: &Catalogue) -> String {
    let by = decision.by.unwrap_or_default();
    // `strike Ann`, as it could be typed.
    let action = [Some(decision.action), decision.whom].into_iter().flatten().filter(|word| !word.is_empty());
    let action = action.collect::<Vec<_>>().join(" ");
    let args: Args = vec![("name", decision.name.into()), ("action", action.into()), ("by", by.into())];
    let id = match decision.by {
        Some(_) => "ask-decision-by",
        // Which of several places is meant: nothing that a game calls so.
        None if decision.name == "at" => "ask-which",
        None => "ask-decision",
    };
    catalogue.text(id, &args)
}

/// Faces that fell, in one line.
pub(crate) fn fallen(faces: &[i64], catalogue: &Catalogue) -> Option<String> {
    let words: Vec<String> = faces.iter().map(i64::to_string).collect();
    (!words.is_empty()).then(|| catalogue.text("ask-dice", &vec![("dice", words.join(" ").into())]))
}

/// Missing dice: their number, the die, and whose roll it is.
#[derive(Debug)]
pub struct Missing<'a> {
    pub die: &'a Die,
    pub count: u32,
    pub whom: Option<&'a str>,
}

impl Missing<'_> {
    pub(crate) fn question(&self, catalogue: &Catalogue) -> String {
        let dice = format!("{}{}", self.count, self.die);
        catalogue.text("ask-missing-dice", &vec![("dice", dice.into()), ("who", self.whom.unwrap_or("none").into())])
    }

    /// Their faces, as they were typed.
    ///
    /// # Errors
    ///
    /// What is wrong with them, in words.
    pub(crate) fn faces(&self, text: &str, catalogue: &Catalogue) -> Result<Vec<i64>, String> {
        let say = |code: Code, args: &Args| catalogue.text(code.as_str(), args);
        let faces = super::roll::faces(text).map_err(|error| say(error.code, &error.args))?;
        if let Some(face) = faces.iter().find(|face| !self.die.has(**face)) {
            let args = vec![("die", self.die.to_string().into()), ("face", (*face).into())];
            return Err(say(Code::ImpossibleFace, &args));
        }
        if u32::try_from(faces.len()) != Ok(self.count) {
            let args = vec![("given", faces.len().into()), ("needed", i64::from(self.count).into())];
            return Err(catalogue.text("ask-so-many-dice", &args));
        }
        Ok(faces)
    }
}

impl TerminalEffects<'_> {
    /// The faces of dice that were not typed yet; nothing at an empty line.
    fn more_faces(&mut self, missing: &Missing<'_>) -> Option<Vec<i64>> {
        self.show_dice();
        let question = missing.question(self.catalogue);
        for _ in 0..TIMES {
            let line = self.line(&question)?;
            match missing.faces(&line, self.catalogue) {
                Ok(faces) => return Some(faces),
                Err(why) => tell(&why),
            }
        }
        None
    }

    /// What the user decides; nothing at an empty line.
    fn choose(&self, decision: &Decision<'_>) -> Result<Option<String>, Refusal> {
        for _ in 0..TIMES {
            let Some(line) = self.line(">") else { return Ok(None) };
            match meant(self.game, decision, &line, self.catalogue) {
                Ok(answer) => return Ok(Some(answer)),
                Err(why) => tell(&why),
            }
        }
        Ok(None)
    }
}

/// Whether a user can be asked.
#[must_use]
pub fn is_interactive() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Bytes of an answer that says yes or no.
const LONGEST_YES: u64 = 64;

/// Whether the user at the terminal says yes.
pub(crate) fn agreed(question: &str) -> bool {
    use std::io::Read as _;
    ask(question);
    let mut line = String::new();
    let read = std::io::stdin().lock().take(LONGEST_YES).read_line(&mut line);
    read.is_ok() && ["y", "yes", "s", "si"].contains(&fold(line.trim()).as_str())
}

/// Whether a number is an answer of its own, and so none of the list.
pub(crate) fn takes_numbers(kind: &AnswerKind) -> bool {
    matches!(
        kind,
        AnswerKind::Number(..) | AnswerKind::Trait(..) | AnswerKind::Cell(..) | AnswerKind::Dice | AnswerKind::Text
    )
}

/// What there is to choose from, as it is read: yes and no in the language of the reader.
pub fn in_words(decision: &Decision<'_>, catalogue: &Catalogue) -> Vec<String> {
    match decision.kind {
        AnswerKind::YesNo => decision.options.iter().map(|word| catalogue.text(yes_no(word), &Vec::new())).collect(),
        _ => decision.options.to_vec(),
    }
}

/// The message that says it.
fn yes_no(word: &str) -> &'static str {
    if word == "yes" { "yes" } else { "no" }
}

/// What a user answered to a decision: as [`choice`] takes it, or the beginning of one of the words that they read.
///
/// # Errors
///
/// If it is no answer, in words.
pub fn meant(game: &CheckedGame, decision: &Decision<'_>, text: &str, catalogue: &Catalogue) -> Result<String, String> {
    if let Some(answer) = choice(game, decision, text) {
        return Ok(answer);
    }
    let words = in_words(decision, catalogue);
    let names: Vec<&str> = words.iter().map(String::as_str).collect();
    let text = text.trim();
    let begun = match unique(&names, text) {
        // What is read exactly, in the language that is spoken.
        Ok(None) => names.iter().position(|name| fold(name) == fold(text)),
        Ok(Some(name)) => names.iter().position(|one| *one == name),
        Err(names) => {
            let args: Args = vec![("text", text.into()), ("names", names.into())];
            return Err(catalogue.text(Code::BeginningOfSeveral.as_str(), &args));
        }
    };
    let answer = begun.and_then(|at| decision.options.get(at)).cloned();
    answer.ok_or_else(|| again(game, (decision.name, decision.kind), text, words, catalogue))
}

/// That a text is no answer to what is asked, and what is: one of these words, or what the kind of the question allows.
pub(crate) fn again(
    game: &CheckedGame,
    (name, kind): (&str, &AnswerKind),
    text: &str,
    options: Vec<String>,
    catalogue: &Catalogue,
) -> String {
    let mut error = bad_answer(game, Code::BadAnswer, name, text, Some(kind));
    if !options.is_empty() {
        error.helps = Note::advice("help-there-is", "names", options.into()).into_iter().collect();
    }
    let (_, helps) = spoken(&error, &Sources::new(), catalogue);
    // Which of several places is meant: nothing that a game calls so.
    let id = if name == "at" { "ask-again-which" } else { "ask-again" };
    let first = catalogue.text(id, &vec![("name", name.into())]);
    std::iter::once(first).chain(helps.into_iter().map(|help| format!("  {help}"))).collect::<Vec<_>>().join("\n")
}

/// What a user answered to a decision, in the words of the game: a name, also without its accents or in the wrong case,
/// or the number of the list.
#[must_use]
fn choice(game: &CheckedGame, decision: &Decision<'_>, text: &str) -> Option<String> {
    let text = text.trim().trim_matches(['«', '»', '"']);
    let options = decision.options;
    if text.is_empty() {
        return None;
    }
    if let Some(found) = options.iter().find(|option| *option == text) {
        return Some(found.clone());
    }
    let folded = fold(text);
    let mut same = options.iter().filter(|option| fold(option) == folded);
    if let (Some(only), None) = (same.next(), same.next()) {
        return Some(only.clone());
    }
    if !takes_numbers(decision.kind)
        && let Some(at) = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1))
    {
        return options.get(at).cloned();
    }
    let fits = match decision.kind {
        AnswerKind::Text => true,
        AnswerKind::Tag(_) | AnswerKind::Character(_) => crate::syntax::is_none(text),
        // By what they show, by their size, or by the name of their throw.
        AnswerKind::Dice if DiceRule::read(text).is_some() => true,
        AnswerKind::Dice => text.split(',').map(str::trim).all(|part| {
            let sides = part.strip_prefix(['d', 'D']).is_some_and(|sides| sides.parse::<u32>().is_ok());
            sides
                || crate::syntax::is_none(part)
                || typed_faces(part).is_ok()
                || options.iter().any(|one| fold(one) == fold(part))
        }),
        kind => answer_of(game, kind, text).is_some(),
    };
    fits.then(|| text.to_owned())
}

impl Effects for TerminalEffects<'_> {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        let (before, whom) = (faces.len(), self.whom.take());
        if let Err(refusal) = self.dice.throw(die, count, faces) {
            let missing = before.saturating_add(count as usize).saturating_sub(faces.len());
            let missing = u32::try_from(missing).unwrap_or(count);
            let ends = !self.terminal || refusal.cause != Code::TooFewDice.into();
            self.fallen.extend(faces.iter().skip(before));
            let missing = Missing { die, count: missing, whom: whom.as_deref() };
            let more = if ends { None } else { self.more_faces(&missing) };
            faces.extend(more.ok_or(refusal)?);
            return Ok(());
        }
        self.fallen.extend(faces.iter().skip(before));
        Ok(())
    }

    fn answer(&mut self, asked: &ValueRequest<'_>) -> Result<Option<i64>, Refusal> {
        if !self.terminal {
            return self.dice.answer(asked);
        }
        let id = match asked.what {
            AskedFor::Trait | AskedFor::Input => "ask-value",
            AskedFor::Cell | AskedFor::Option => "ask-pending",
        };
        let args: Args = vec![("name", asked.name.into()), ("doc", asked.doc.unwrap_or("").into())];
        self.show_dice();
        for _ in 0..TIMES {
            let Some(line) = self.line(&self.catalogue.text(id, &args)) else { return Ok(None) };
            if let Some(value) = answer_of(self.game, asked.kind, &line) {
                return Ok(Some(value));
            }
            tell(&again(self.game, (asked.name, asked.kind), &line, Vec::new(), self.catalogue));
        }
        Ok(None)
    }

    fn decide(&mut self, decision: &Decision<'_>) -> Result<Option<String>, Refusal> {
        if !self.terminal {
            return self.dice.decide(decision);
        }
        self.introduce(decision);
        self.choose(decision)
    }

    fn offer(&mut self, decision: &Decision<'_>, otherwise: &Answer) -> Result<Option<String>, Refusal> {
        if !self.terminal {
            return self.dice.offer(decision, otherwise);
        }
        self.introduce(decision);
        let answer = words(otherwise, self.catalogue);
        tell(&self.catalogue.text("ask-otherwise", &vec![("answer", answer.into())]));
        self.choose(decision)
    }
}

impl Observer for TerminalEffects<'_> {
    fn asks_for_whom(&self) -> bool {
        true
    }

    fn throws_for(&mut self, label: &str, who: &str) {
        self.whom = Some(who.to_owned()).filter(|who| !who.is_empty());
        self.dice.throws_for(label, who);
    }

    fn worked(&mut self, steps: u64) -> Result<(), Refusal> {
        self.dice.worked(steps)
    }

    fn passed(&mut self, place: usize) {
        self.dice.passed(place);
    }
}
