//! Parses a command for an action or intervention: a name, followed by answers.
//!
//! `push dice=4,1 quirk=Lucky pusher=Ann`, or shorter `push 4 1 Lucky`: words before the first `name=` fill the parts
//! in order, each with a value that it accepts. Names of characters fill roles first; bare numbers are dice if the part
//! takes dice. A value ends at the next `name=`, or at a word that only another part accepts; in quotes it ends with
//! them.

mod abbreviations;
mod arguments;
mod lexer;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::check::program::{Action, AnswerKind, AnswerOwner, Ask, CheckedGame, Named, Slot, SlotKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, fold};
use crate::world::{Person, World, told_apart};
pub use abbreviations::{Ambiguity, NameContext, lengthened, unique};
use lexer::{Token, first_tokens, tokens};

/// An action or intervention as it can be typed: its name and its parameters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommandSpec {
    pub name: String,
    /// What can be said, in the order in which bare words fill it.
    pub parts: Vec<CommandParameter>,
    /// What `at=` can say where it is, if it can: the same for all interventions of a game.
    pub at: Option<Arc<[String]>>,
}

/// A role or a question of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandParameter {
    pub name: String,
    pub takes: ParameterValues,
    /// It may be said more than once.
    pub many: bool,
    /// It is a role, which a character plays: bare names of people fill these first.
    pub is_role: bool,
    /// The role of the character that what is asked for has to belong to.
    pub owner: Option<String>,
    /// It has to be said.
    pub must: bool,
    /// It is a trait: a bare number is meant for it last.
    pub is_trait: bool,
}

/// What can be answered where yes or no is asked, in all languages.
pub(crate) const YES_NO: [&str; 3] = ["yes", "no", "sí"];

/// The values that a parameter accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParameterValues {
    /// Faces of dice, such as `4,1`.
    Dice,
    /// A whole number.
    Number,
    /// One of these; or also a number.
    Names(Vec<String>, bool),
    /// Arbitrary text.
    Words,
}

/// A command that was parsed: which one, the place after `at=`, the arguments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ParsedCommand {
    /// Which of those that can be named.
    pub index: usize,
    /// Where, if that was said.
    pub at: Option<String>,
    /// The arguments by name, in order.
    pub answers: Vec<(String, String)>,
}

/// Why a command could not be parsed, with ranges in bytes of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandError {
    /// It begins with none of the names.
    Unknown(Range<usize>),
    /// The same is said twice.
    Twice(String, Range<usize>),
    /// More is said than there is to say; whether a place can be said.
    TooMuch(Range<usize>, bool),
    /// A number is followed by a redundant word (`3 hours`): its place, and the text without it.
    Counted(Range<usize>, String),
}

impl CommandError {
    /// It as an error about `text`, in which its places are; `at` finds them where the text is.
    #[must_use]
    pub fn diagnostic(self, text: &str, at: impl Fn(Range<usize>) -> Option<Span>) -> Diagnostic {
        let words = |range: &Range<usize>| text.get(range.clone()).unwrap_or(text).to_owned();
        match self {
            CommandError::Unknown(range) => {
                let name = words(&range);
                Diagnostic::error(Code::UnknownAction, at(range)).arg("name", name)
            }
            CommandError::Twice(name, range) => Diagnostic::error(Code::SaidTwice, at(range)).arg("name", name),
            CommandError::TooMuch(range, place) => {
                let said = words(&range);
                let error = Diagnostic::error(Code::SaysTooMuch, at(range)).arg("text", said).arg("whole", text);
                if place { error.help("help-say-at") } else { error }
            }
            CommandError::Counted(range, form) => {
                let said = words(&range);
                let error = Diagnostic::error(Code::SaysTooMuch, at(range)).arg("text", said).arg("whole", text);
                error.help_with("help-write", "example", form)
            }
        }
    }
}

/// Understands what was typed.
///
/// # Errors
///
/// Why it could not be parsed, with the place.
pub fn understand(text: &str, known: &[CommandSpec]) -> Result<ParsedCommand, CommandError> {
    understand_as(text, known, None)
}

/// Understands what was typed for a character: they play the first role, unless another is said to or so many people
/// are named that each role has one.
///
/// # Errors
///
/// As [`understand`].
pub fn understand_as(text: &str, known: &[CommandSpec], actor: Option<&str>) -> Result<ParsedCommand, CommandError> {
    let tokens = tokens(text);
    let names = NameIndex::of(known);
    let (at, tokens) = place_first(&tokens, known, &names);
    let Some((index, used)) = names.named(tokens) else {
        let words = tokens.iter().take_while(|token| !token.is_equals());
        let end = words.last().map_or(text.len(), |token| token.range.end);
        return Err(CommandError::Unknown(0..end));
    };
    let Some(spoken) = known.get(index) else { return Err(CommandError::Unknown(0..text.len())) };
    let rest = tokens.get(used..).unwrap_or_default();
    arguments::fill(text, &arguments::words(text, at), rest, spoken, index, actor)
}

/// Splits `at=PLACE` from the name and arguments that follow.
fn place_first<'t>(tokens: &'t [Token], known: &[CommandSpec], names: &NameIndex) -> (&'t [Token], &'t [Token]) {
    let [at, equals, rest @ ..] = tokens else { return (&[], tokens) };
    if !equals.is_equals() || fold(&at.text) != "at" {
        return (&[], tokens);
    }
    let splits = (1..rest.len()).filter_map(|count| rest.split_at_checked(count));
    let takes_at = |rest: &[Token]| {
        names.named(rest).and_then(|(index, _)| known.get(index)).is_some_and(|spoken| spoken.at.is_some())
    };
    let found = splits.into_iter().find(|(_, rest)| takes_at(rest));
    found.unwrap_or((&[], tokens))
}

/// Whether what was typed begins with one of the names.
#[must_use]
pub fn begins_with(text: &str, known: &[CommandSpec]) -> bool {
    NameIndex::of(known).begin(text, known)
}

/// What is done, and the interventions that are said at once behind it: `… + push 4 1`. What means something in an
/// expression (`is_name`) is added, and is no intervention.
#[must_use]
pub fn with_interventions(
    text: &str,
    known: &[CommandSpec],
    is_name: &dyn Fn(&str) -> bool,
) -> (Range<usize>, Vec<Range<usize>>) {
    const PLUS: &str = " + ";
    let names = NameIndex::of(known);
    let begins = |at: &usize| {
        let rest = text.get(*at..).unwrap_or("");
        let word = rest.split(|letter: char| letter.is_whitespace() || letter == '=').next().unwrap_or("");
        names.begin(rest, known) && !is_name(word)
    };
    let begins: Vec<usize> = text.match_indices(PLUS).map(|(at, sign)| at + sign.len()).filter(begins).collect();
    let ends = begins.iter().skip(1).map(|next| next - PLUS.len()).chain([text.len()]);
    let done = 0..begins.first().map_or(text.len(), |first| first - PLUS.len());
    (done, begins.iter().copied().zip(ends).map(|(start, end)| start..end).collect())
}

/// Words that `at=` may take before a name, and one behind it.
const PLACE: usize = 32;

/// Folded names with their positions, for lookup.
pub(super) struct NameIndex {
    /// Folded, with their numbers.
    folded: HashMap<String, usize>,
    /// Words of the longest.
    words: usize,
}

impl NameIndex {
    pub(super) fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut found = Self { folded: HashMap::new(), words: 0 };
        for (index, name) in names.into_iter().enumerate() {
            let folded = fold(name);
            found.words = found.words.max(folded.split(' ').count());
            found.folded.entry(folded).or_insert(index);
        }
        found
    }

    fn of(known: &[CommandSpec]) -> Self {
        Self::new(known.iter().map(|one| one.name.as_str()))
    }

    /// The number of a name.
    pub(super) fn number(&self, said: &str) -> Option<usize> {
        self.folded.get(&fold(said)).copied()
    }

    /// Words that any of them has at most.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Which name it begins with, and how many words that takes: as many as possible. A word right
    /// before `=` is never part of it.
    fn named(&self, tokens: &[Token]) -> Option<(usize, usize)> {
        let first = tokens.first().filter(|token| !token.is_equals())?;
        let equals = tokens.iter().position(Token::is_equals);
        let most = match equals {
            Some(at) => at.checked_sub(1)?,
            None => tokens.len(),
        };
        let most = if first.quoted { most.min(1) } else { most.min(self.words) };
        (1..=most).rev().find_map(|count| {
            let words: Vec<&str> = tokens.get(..count)?.iter().map(|token| token.text.as_str()).collect();
            Some((self.number(&words.join(" "))?, count))
        })
    }

    /// Whether a text begins with one of them. No more of it is read than a name may have, and what
    /// follows it.
    fn begin(&self, text: &str, known: &[CommandSpec]) -> bool {
        let tokens = first_tokens(text, self.words.saturating_add(PLACE));
        self.named(place_first(&tokens, known, self).1).is_some()
    }
}

/// An action as it can be typed: roles, then questions.
#[must_use]
pub fn spoken_action(game: &CheckedGame, world: &World, action: &Action) -> CommandSpec {
    CommandSpec { name: action.name.to_string(), parts: parts(game, world, action, 0..action.roles, true), at: None }
}

/// The interventions of a game as they can be typed: questions, then roles.
#[must_use]
pub fn spoken_interventions(game: &CheckedGame, world: &World) -> Vec<CommandSpec> {
    let people = world.people.iter().skip(1).map(|person| person.name.clone());
    let labels = game.actions.iter().flat_map(|action| &action.slots).map(|slot| slot.name.to_string());
    let tests = game.tests.iter().map(|test| test.name.to_string());
    let places: Arc<[String]> = people.chain(labels).chain(tests).collect();
    let one = |intervention: &crate::check::program::Intervention| {
        let mut all: Vec<CommandParameter> = Vec::new();
        for place in &intervention.places {
            for part in parts(game, world, &place.action, place.outer..place.action.roles, false) {
                if all.iter().all(|other| other.name != part.name) {
                    all.push(part);
                }
            }
        }
        CommandSpec { name: intervention.name.to_string(), parts: all, at: Some(Arc::clone(&places)) }
    };
    game.interventions.iter().map(one).collect()
}

fn parts(
    game: &CheckedGame,
    world: &World,
    action: &Action,
    roles: Range<usize>,
    roles_first: bool,
) -> Vec<CommandParameter> {
    let of_kind = |slot: &Slot| {
        let fits = |person: &&Person| slot.of_kind.is_none_or(|kind| person.kind(game) == Some(kind));
        let people = world.people.iter().skip(1).filter(fits);
        people.map(|person| person.name.clone()).collect()
    };
    let roles = action.slots.get(roles).unwrap_or_default().iter();
    let mut roles: Vec<CommandParameter> = roles
        .map(|slot| CommandParameter {
            name: slot.name.to_string(),
            takes: ParameterValues::Names(of_kind(slot), false),
            many: slot.kind == SlotKind::Many,
            is_role: true,
            owner: None,
            must: true,
            is_trait: false,
        })
        .collect();
    let mut questions: Vec<CommandParameter> = action
        .ask
        .iter()
        .map(|ask| {
            let name = action.slot(ask.slot).name.to_string();
            let role = match ask.of {
                AnswerOwner::Role(slot) => Some(action.slot(slot)),
                AnswerOwner::Current => action.slots.first().filter(|slot| slot.kind == SlotKind::Role),
                AnswerOwner::Any => None,
            };
            let owner = role.map(|slot| slot.name.to_string());
            let mut takes = takes(game, world, &ask.question.kind);
            if let ParameterValues::Names(names, _) = &mut takes {
                apart(game, ask, names);
            }
            let is_trait = matches!(ask.question.kind, AnswerKind::Trait(..));
            CommandParameter { name, takes, many: false, is_role: false, owner, must: ask.must_be_said(), is_trait }
        })
        .collect();
    // Dice may be asked for in the middle of what is done.
    let dice = action.slots.iter().filter(|slot| slot.kind == SlotKind::Dice);
    for slot in dice {
        if questions.iter().all(|part| *part.name != *slot.name) {
            questions.push(CommandParameter {
                name: slot.name.to_string(),
                takes: ParameterValues::Dice,
                many: false,
                is_role: false,
                owner: None,
                must: true,
                is_trait: false,
            });
        }
    }
    if roles_first {
        roles.append(&mut questions);
        roles
    } else {
        questions.append(&mut roles);
        questions
    }
}

/// Puts first what can stand beside the first of the answers before it.
fn apart(game: &CheckedGame, ask: &Ask, names: &mut [String]) {
    let Some(part) = &ask.part else { return };
    let group = |name: &String| match game.names.get(name) {
        Some(Named::Trait(index)) => game.traits.get(*index)?.group.clone(),
        Some(Named::Points(index)) => game.points[*index].group.clone(),
        _ => None,
    };
    let mut seen = Vec::new();
    let differ = names.iter().enumerate().filter(|(_, name)| {
        let mine = group(name).filter(|_| part.unlike.is_some());
        let new = mine.is_none() || !seen.contains(&mine);
        seen.push(mine);
        new
    });
    if let Some((at, _)) = differ.map(|(at, name)| (at, name.len())).nth(part.index) {
        names.get_mut(..=at).into_iter().for_each(|some| some.rotate_right(1));
    }
}

/// What can stand as an answer to a question.
fn takes(game: &CheckedGame, world: &World, kind: &AnswerKind) -> ParameterValues {
    let with_none = |mut names: Vec<String>| {
        names.push("none".to_owned());
        names
    };
    match kind {
        AnswerKind::Number(..) => ParameterValues::Number,
        AnswerKind::YesNo => ParameterValues::Names(YES_NO.map(str::to_owned).to_vec(), false),
        AnswerKind::OneOf(_) | AnswerKind::Row(_) | AnswerKind::Column(_) | AnswerKind::Points(_) => {
            ParameterValues::Names(game.answers(kind), false)
        }
        AnswerKind::Cell(..) => ParameterValues::Names(game.answers(kind), true),
        AnswerKind::Trait(_, open) => {
            let mut names = game.answers(kind);
            if *open {
                // Several people may have the same.
                for name in world.people.iter().flat_map(|person| person.open.keys()) {
                    if !names.contains(name) {
                        names.push(name.clone());
                    }
                }
            }
            ParameterValues::Names(names, true)
        }
        AnswerKind::Tag(kind) => {
            let called = |person: &Person| {
                let tags = person.tags_called(game, *kind).into_iter();
                tags.map(|(name, _)| (person.name.clone(), name)).collect::<Vec<_>>()
            };
            let called: Vec<(String, String)> = world.people.iter().flat_map(called).collect();
            // Who decides may mean their own.
            let mut names = told_apart(&called);
            for (_, name) in called {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            ParameterValues::Names(with_none(names), false)
        }
        AnswerKind::Character(kind) => {
            let fits = |person: &&Person| kind.is_none_or(|kind| person.kind(game) == Some(kind));
            let people = world.people.iter().skip(1).filter(fits);
            ParameterValues::Names(with_none(people.map(|person| person.name.clone()).collect()), false)
        }
        AnswerKind::Dice => ParameterValues::Dice,
        AnswerKind::Text => ParameterValues::Words,
    }
}
