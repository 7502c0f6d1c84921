//! Tab completion: names with their values that fit at the cursor.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::abbreviations::command_begun;
use super::action_completion;
use super::command::{COMMANDS, CommandArguments, behind, is_letter};
use super::cursor::{CursorContext, name_before, spot};
use super::variables;
use super::words;
use crate::check::program::{AnswerKind, CheckedGame, Default, LookupTable, Named, Op, Question, Test, TraitSource};
use crate::check::{FUNCTIONS, quoted_where_needed};
use crate::report::show::Shower;
use crate::report::{Catalogue, Language, roll};
use crate::session::LoadedGame;
use crate::session::command::{CommandSpec, ParameterValues, YES_NO};
use crate::source::fold;
use crate::syntax::{is_dice_word, is_keyword, is_plain_name, our_word, their_word};

/// A candidate of completion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The name as it is listed.
    pub name: String,
    /// Its value, or what it is.
    pub about: String,
    /// What is put in its place.
    pub text: String,
}

/// The names and values that completion offers.
#[derive(Clone)]
pub struct CompletionState {
    pub game: Arc<LoadedGame>,
    /// Variables of `let`, by name.
    pub lets: BTreeMap<String, String>,
    /// Saved rolls: how each is typed, and what it rolls.
    pub saved: BTreeMap<String, (String, String)>,
    /// Settings of `set`, by name.
    pub settings: BTreeMap<String, String>,
    /// Ids of the available rulesets.
    pub rulesets: Vec<String>,
    /// What can be done.
    pub actions: Vec<CommandSpec>,
    /// What can be done in the middle of the last move.
    pub interventions: Vec<CommandSpec>,
    pub people: Vec<String>,
    /// The words that stand for all of them.
    pub all: Vec<String>,
    /// Names of traits that characters gave themselves and of their tags, by character.
    pub own: BTreeMap<String, Vec<String>>,
    /// The character that acts where no other is named.
    pub actor: Option<String>,
    /// The places of the last move where interventions are possible.
    pub places: Vec<String>,
    /// The faces of its last test.
    pub faces: Vec<i64>,
    pub catalogue: Catalogue,
}

/// What may stand before the cursor: where that begins, and the candidates.
#[must_use]
pub fn complete(line: &str, cursor: usize, view: &CompletionState) -> (usize, Vec<Candidate>) {
    let before = line.get(..cursor).unwrap_or(line);
    let head = before.len() - before.trim_start().len();
    let rest = before.get(head..).unwrap_or("");
    if let Some((spoken, length)) = action_completion::begun(rest, view) {
        return action_completion::parts(before, head + length, spoken, view);
    }
    // The name of something to do may have several words.
    let actions = matching_whole(rest, action_completion::names(view));
    if !actions.is_empty() && rest.contains(char::is_whitespace) {
        return (head, actions);
    }
    let Some((word, said)) = rest.split_once(char::is_whitespace) else {
        let (start, mut found) = view.expression(before, 0);
        if start == head {
            // Commands come first, but only as they are written.
            let foreign = view.catalogue.language() != Language::English;
            let is_said = |name: &str| name.starts_with(rest) || foreign && fold(name).starts_with(&fold(rest));
            let commands = view.commands().into_iter().filter(|one| is_said(&one.name));
            found = commands.chain(actions).chain(found).collect();
        }
        return (start, found);
    };
    let begin = before.len() - said.trim_start().len();
    let said = said.trim_start();
    let command = view.command(word);
    if command.is_none()
        && let Some((spoken, length)) = action_completion::begun_short(rest, view)
    {
        return action_completion::parts(before, head + length, spoken, view);
    }
    let word_of = |section: &'static str, ours: &'static str| {
        their_word(section, ours).filter(|_| view.catalogue.language() != Language::English).unwrap_or(ours)
    };
    let Some(behind) = command.and_then(behind) else { return view.expression(before, head) };
    match behind {
        CommandArguments::Rulesets => (begin, matching(said, view.rulesets.iter().map(|id| simple(id, "")).collect())),
        CommandArguments::Commands => {
            let actions =
                action_completion::names(view).into_iter().map(|one| Candidate { text: one.name.clone(), ..one });
            (begin, matching(said, view.commands().into_iter().chain(actions).collect()))
        }
        CommandArguments::Person => {
            // One character speaks for the next lines.
            let all = view.all.iter().filter(|_| command != Some("as"));
            (begin, matching(said, view.people.iter().chain(all).map(|name| simple(name, "")).collect()))
        }
        CommandArguments::SheetOf if said.contains(char::is_whitespace) => (cursor, Vec::new()),
        CommandArguments::SheetOf => (
            begin,
            matching(said, view.people.iter().chain(&view.all).map(|name| quoted(name, String::new())).collect()),
        ),
        CommandArguments::Times => {
            (begin, matching(said, view.game().times.iter().map(|time| simple(&time.name, "")).collect()))
        }
        CommandArguments::Shown => (begin, matching(said.trim_start_matches(['«', '"', '“']), view.shown())),
        CommandArguments::Given => {
            let named = view.lets.iter().chain(&view.settings).map(|(name, value)| simple(name, value));
            (
                begin,
                matching(said, named.chain(view.saved.iter().map(|(name, (_, text))| simple(name, text))).collect()),
            )
        }
        CommandArguments::Traits | CommandArguments::Settings if !said.contains('=') => {
            let known = if behind == CommandArguments::Traits { view.traits() } else { view.settable() };
            (begin, matching(said.trim_start_matches(['«', '"', '“']), known))
        }
        CommandArguments::Settings => {
            let (name, value) = said.split_once('=').unwrap_or((said, ""));
            let value = value.trim_start();
            let name = variables::bare(name);
            let known = variables::settable(view.game());
            let kind = known.iter().find(|(one, _)| fold(one) == fold(&name)).map(|(_, kind)| *kind);
            (before.len() - value.len(), kind.map(|kind| matching(value, view.answers(kind))).unwrap_or_default())
        }
        CommandArguments::Odds => match said.split_once(char::is_whitespace) {
            Some((word, rest)) if our_word("answers", word) == Some("do") => {
                view.action(before, before.len() - rest.trim_start().len())
            }
            _ => {
                let (start, mut found) = view.expression(before, begin);
                if start == begin {
                    let words = ["last", "now", "do"]
                        .map(|word| word_of("answers", word))
                        .into_iter()
                        .filter(|word| word.starts_with(said));
                    found = words.map(|word| simple(word, "")).chain(found).collect();
                }
                (start, found)
            }
        },
        CommandArguments::Traits => view.expression(before, before.find('=').map_or(0, |at| at + 1)),
        CommandArguments::Templates => {
            let templates = view.game().templates.iter();
            let name = said.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start();
            let known = templates.map(|one| simple(&one.name, one.doc.as_deref().unwrap_or("")));
            (before.len() - name.len(), matching(name, known.collect()))
        }
        CommandArguments::People => {
            let start = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
            let known = view.people.iter().chain(&view.all).filter(|name| !said.contains(name.as_str()));
            (start, matching(before.get(start..).unwrap_or(""), known.map(|name| simple(name, "")).collect()))
        }
        CommandArguments::OnOff => {
            let foreign = view.catalogue.language() != Language::English;
            let words = if foreign { ["yes", "no"].map(|word| word_of("flags", word)) } else { ["on", "off"] };
            (begin, matching(said, words.map(|word| simple(word, "")).to_vec()))
        }
        CommandArguments::Nothing => (cursor, Vec::new()),
    }
}

/// The command that a word is: its name, or what the reader's language calls it.
pub(super) fn command_word<'w>(word: &'w str, catalogue: &Catalogue) -> &'w str {
    let foreign = catalogue.language() != Language::English && COMMANDS.iter().all(|(one, ..)| *one != word);
    our_word("commands", word).filter(|_| foreign).unwrap_or(word)
}

/// What an answer to a question may be.
#[must_use]
pub fn answers(typed: &str, kind: &AnswerKind, view: &CompletionState) -> Vec<Candidate> {
    matching(typed, view.answers(kind))
}

/// Those whose name begins with what is typed, without regard to case and accents;
/// where none does, those that have a word that does.
pub(super) fn matching(typed: &str, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let folded = fold(typed);
    let begins = |name: &str| fold(name).starts_with(&folded);
    let any = candidates.iter().any(|one| begins(&one.name));
    candidates.retain(|one| if any { begins(&one.name) } else { one.name.split_whitespace().any(begins) });
    let mut seen = std::collections::BTreeSet::new();
    candidates.retain(|one| seen.insert(one.text.clone()));
    candidates
}

/// Those whose name begins with all that is typed.
fn matching_whole(typed: &str, candidates: Vec<Candidate>) -> Vec<Candidate> {
    let folded = fold(typed);
    candidates.into_iter().filter(|one| !folded.is_empty() && fold(&one.name).starts_with(&folded)).collect()
}

/// Words that an answer may be.
#[must_use]
pub fn offered(typed: &str, words: &[String]) -> Vec<Candidate> {
    matching(typed, words.iter().map(|word| simple(word, "")).collect())
}

fn simple(name: &str, about: &str) -> Candidate {
    Candidate { name: name.to_owned(), about: about.to_owned(), text: name.to_owned() }
}

/// A name as it is written in an expression.
fn quoted(name: &str, about: String) -> Candidate {
    Candidate { name: name.to_owned(), about, text: quoted_where_needed(name) }
}

/// A row: several plain words need no quotes where a row is due.
fn row(name: &str, about: String) -> Candidate {
    let plain = |word: &str| is_plain_name(word) && !is_keyword(word) && !is_dice_word(word);
    let text = if name.split(' ').all(plain) { name.to_owned() } else { format!("«{name}»") };
    Candidate { name: name.to_owned(), about, text }
}

impl CompletionState {
    pub(super) fn game(&self) -> &CheckedGame {
        &self.game.game
    }

    /// Something to do that begins at a place of the line.
    fn action(&self, before: &str, head: usize) -> (usize, Vec<Candidate>) {
        let rest = before.get(head..).unwrap_or("");
        match action_completion::begun(rest, self) {
            Some((spoken, length)) => action_completion::parts(before, head + length, spoken, self),
            None => (head, matching(rest, action_completion::names(self))),
        }
    }

    fn shower(&self) -> Shower<'_> {
        Shower { game: self.game(), catalogue: &self.catalogue, worded: false }
    }

    fn say(&self, id: &str) -> String {
        self.catalogue.text(id, &Vec::new())
    }

    fn expression(&self, before: &str, from: usize) -> (usize, Vec<Candidate>) {
        let spot = spot(before, from);
        if spot.comment {
            return (before.len(), Vec::new());
        }
        let special = self.special(before, &spot);
        let part = before.get(spot.part..).unwrap_or("");
        let mut begin = spot.part + (part.len() - part.trim_start().len());
        // `zork(zur = …`: the answer begins behind the sign.
        if let Some(at) = part.rfind('=').filter(|_| spot.open.is_some_and(|(bracket, _)| bracket == '(')) {
            let value = part.get(at + 1..).unwrap_or("");
            begin = before.len() - value.trim_start().len();
        }
        if let Some(candidates) = special {
            let typed = before.get(begin..).unwrap_or("").trim_start_matches(['«', '"', '“']);
            let found = matching(typed, candidates);
            if !found.is_empty() {
                return (begin, found);
            }
        }
        if let Some(quote) = spot.quote {
            let typed = before.get(quote..).unwrap_or("").trim_start_matches(['«', '"', '“']);
            let names = self.names().into_iter().map(|one| {
                let text = if one.text.starts_with('«') { one.text } else { format!("«{}»", one.name) };
                Candidate { text, ..one }
            });
            return (quote, matching(typed, names.collect()));
        }
        let start = before.char_indices().rev().take_while(|(_, letter)| is_letter(*letter)).last();
        let start = start.map_or(before.len(), |(at, _)| at);
        let word = before.get(start..).unwrap_or("");
        // The number of `2zur` is no part of the name.
        let number = word.len() - word.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let word = word.get(number..).unwrap_or("");
        if number > 0 && word.is_empty() {
            return (before.len(), Vec::new());
        }
        let functions = if word.is_empty() { Vec::new() } else { self.functions() };
        (start + number, matching(word, self.names().into_iter().chain(functions).collect()))
    }

    /// Rows, columns and answers, where the place wants some.
    fn special(&self, before: &str, spot: &CursorContext<'_>) -> Option<Vec<Candidate>> {
        match spot.open {
            Some(('[', name)) => {
                let table = self.table(name)?;
                if spot.commas == 0 {
                    return Some(self.rows(table, None));
                }
                Some(
                    table
                        .columns
                        .iter()
                        .filter_map(|column| Some(row(column.name.as_deref()?, String::new())))
                        .collect(),
                )
            }
            Some((_, name)) => {
                let test = self.test(name)?;
                let part = before.get(spot.part..).unwrap_or("");
                if let Some((input, _)) = part.split_once('=') {
                    let input = fold(&variables::bare(input));
                    let (_, question) = test.inputs.iter().find(|(name, _)| fold(name) == input)?;
                    return Some(self.answers_in_line(&question.kind));
                }
                let answers = test.inputs.get(spot.commas).map(|(_, question)| self.answers_in_line(&question.kind));
                let named = test.inputs.iter().map(|(name, question)| {
                    let about = self.shower().answer_to(question);
                    Candidate { name: name.to_string(), about, text: format!("{} = ", quoted_where_needed(name)) }
                });
                Some(answers.into_iter().flatten().chain(named).chain(self.names()).collect())
            }
            None if spot.versus => {
                let called = before.split('(').next().map(|text| name_before(text, text.len()));
                let test = called.and_then(|name| self.test(name));
                let test = test.or_else(|| Some(&self.game().tests[self.game().versus?]))?;
                let (_, question) = test.inputs.get(test.against?)?;
                Some(self.answers_in_line(&question.kind))
            }
            None => None,
        }
    }

    fn table(&self, name: &str) -> Option<&LookupTable> {
        let folded = fold(name);
        self.game().tables.iter().find(|table| fold(&table.name) == folded)
    }

    fn test(&self, name: &str) -> Option<&Test> {
        let folded = fold(name);
        self.game().tests.iter().find(|test| fold(&test.name) == folded)
    }

    /// The rows that have names, in their order, with a column or with all of them.
    fn rows(&self, table: &LookupTable, column: Option<usize>) -> Vec<Candidate> {
        let mut names: Vec<(usize, bool, &str)> = table
            .names
            .iter()
            .map(|(name, at)| (*at, table.rows.get(*at).is_none_or(|row| *row.label != **name), name.as_str()))
            .collect();
        names.sort_unstable();
        let cells = |at: usize| -> String {
            let Some(found) = table.rows.get(at) else { return String::new() };
            let cells = found.cells.iter().zip(&table.columns).enumerate();
            let shown = cells.filter(|(index, _)| column.is_none_or(|column| column == *index));
            let words = shown.map(|(_, (cell, column))| self.shower().cell(cell, &column.kind).words());
            short(&words.collect::<Vec<_>>().join(" · "))
        };
        names.into_iter().map(|(at, _, name)| row(name, cells(at))).collect()
    }

    fn answers(&self, kind: &AnswerKind) -> Vec<Candidate> {
        let game = self.game();
        match kind {
            AnswerKind::Number(..) => Vec::new(),
            AnswerKind::YesNo => ["yes", "no"].map(|word| simple(word, &self.say(word))).into(),
            AnswerKind::OneOf(words) => words.iter().map(|word| simple(word, "")).collect(),
            AnswerKind::Row(table) => self.rows(&game.tables[*table], None),
            AnswerKind::Cell(table, column) => self.rows(&game.tables[*table], Some(*column)),
            AnswerKind::Column(table) => {
                let columns = game.tables[*table].columns.as_slice();
                columns.iter().filter_map(|column| Some(row(column.name.as_deref()?, String::new()))).collect()
            }
            AnswerKind::Points(points) => {
                let names = points.iter().map(|points| &game.points[*points]);
                names.map(|one| simple(&one.name, one.doc.as_deref().unwrap_or(""))).collect()
            }
            AnswerKind::Trait(list, open) => {
                let has = |name: &str| list.iter().any(|at| game.traits.get(*at).is_some_and(|one| *one.name == *name));
                let own = |name: &str| *open && !game.names.contains_key(name);
                self.traits().into_iter().filter(|one| has(&one.name) || own(&one.name)).collect()
            }
            AnswerKind::Tag(_) | AnswerKind::Character(_) | AnswerKind::Dice | AnswerKind::Text => Vec::new(),
        }
    }

    /// The same as they are written in an expression.
    fn answers_in_line(&self, kind: &AnswerKind) -> Vec<Candidate> {
        let answers = self.answers(kind);
        answers.into_iter().map(|one| if is_keyword(&one.text) { one } else { row(&one.name, one.about) }).collect()
    }

    fn commands(&self) -> Vec<Candidate> {
        let about = |id| short(&self.say(id));
        words::commands().map(|(word, _, id)| simple(words::spoken(word, &self.catalogue), &about(id))).collect()
    }

    /// The command that a word is: its name, what the reader's language calls it, or the beginning of one where it is no
    /// name of an expression.
    fn command(&self, word: &str) -> Option<&'static str> {
        let said = command_word(word, &self.catalogue);
        let exact = COMMANDS.iter().map(|(one, ..)| *one).find(|one| *one == said);
        let is_own = || self.game().names.contains_key(word) || self.lets.contains_key(word);
        exact.or_else(|| command_begun(word, &self.catalogue).ok().flatten().filter(|_| !is_own()))
    }

    /// What can stand as an answer.
    pub(super) fn takes(&self, takes: &ParameterValues) -> String {
        match takes {
            ParameterValues::Dice => self.faces.iter().map(i64::to_string).collect::<Vec<_>>().join(" "),
            ParameterValues::Names(names, _) if *names == YES_NO => ["yes", "no"].map(|word| self.say(word)).join(", "),
            ParameterValues::Names(names, _) => short(&names.join(", ")),
            ParameterValues::Number | ParameterValues::Words => String::new(),
        }
    }

    fn functions(&self) -> Vec<Candidate> {
        let function =
            |name: &&str| Candidate { name: format!("{name}(…)"), about: String::new(), text: format!("{name}(") };
        FUNCTIONS.iter().map(function).collect()
    }

    /// Every name that means something in an expression: what people named, the
    /// dice, traits, tests, tables, options.
    fn names(&self) -> Vec<Candidate> {
        let game = self.game();
        let own = self.lets.iter().filter(|(name, _)| !game.names.contains_key(*name));
        let mut list: Vec<Candidate> = own.map(|(name, value)| quoted(name, value.clone())).collect();
        list.extend(self.saved.iter().map(|(name, (head, text))| Candidate {
            name: head.clone(),
            about: text.clone(),
            text: format!("{}(", quoted_where_needed(name)),
        }));
        let dice = game.die_names.iter();
        list.extend(dice.map(|die| quoted(&die.name, self.shower().reading(die.reading))));
        list.extend(self.traits().into_iter().map(|one| quoted(&one.name, one.about)));
        list.extend(game.tests.iter().map(|test| Candidate {
            name: self.shower().call(test),
            about: test.doc.as_deref().map(short).unwrap_or_default(),
            text: format!("{}(", quoted_where_needed(&test.name)),
        }));
        list.extend(game.formulas.iter().map(|one| Candidate {
            name: one.call(),
            about: one.text.to_string(),
            text: format!("{}(", quoted_where_needed(&one.name)),
        }));
        let kind = self.say("prompt-table");
        list.extend(game.tables.iter().map(|table| {
            // One with dice is rolled by its name.
            let (shown, bracket) = if table.dice.is_some() { ("", "") } else { ("[…]", "[") };
            Candidate {
                name: format!("{}{shown}", table.name),
                about: kind.clone(),
                text: format!("{}{bracket}", quoted_where_needed(&table.name)),
            }
        }));
        let options = game.options.iter();
        list.extend(options.map(|option| quoted(&option.name, self.setting(&option.name, &option.question))));
        list
    }

    fn traits(&self) -> Vec<Candidate> {
        let game = self.game();
        let traits = game.traits.iter().filter(|one| !matches!(one.source, TraitSource::Group(_)));
        let about = |source: &TraitSource, name: &str| match (self.lets.get(name), source) {
            (Some(value), _) => value.clone(),
            (None, TraitSource::Derived(ir)) => format!("= {}", short(&self.shower().formula(ir))),
            (None, TraitSource::Given(question)) => self.default(question).unwrap_or_else(|| "?".to_owned()),
            (None, TraitSource::Group(_)) => String::new(),
        };
        let own = self.lets.iter().filter(|(name, _)| !matches!(game.names.get(*name), Some(Named::Trait(_))));
        let own = own.map(|(name, value)| simple(name, value));
        traits.map(|one| simple(&one.name, &about(&one.source, &one.name))).chain(own).collect()
    }

    fn settable(&self) -> Vec<Candidate> {
        let list = variables::settable(self.game());
        let about = |name: &str, kind: &AnswerKind| {
            self.settings.get(name).cloned().unwrap_or_else(|| self.shower().answer_kind(kind))
        };
        list.into_iter().map(|(name, kind)| simple(name, &about(name, kind))).collect()
    }

    fn setting(&self, name: &str, question: &Question) -> String {
        self.settings.get(name).cloned().or_else(|| self.default(question)).unwrap_or_else(|| "?".to_owned())
    }

    fn default(&self, question: &Question) -> Option<String> {
        let Some(Default::Value(ir)) = &question.default else { return None };
        let Op::Number(number) = ir.op else { return Some(self.shower().formula(ir)) };
        let answer = crate::engine::Answer::of(self.game(), &question.kind.kind(), number);
        Some(roll::words(&answer, &self.catalogue))
    }

    /// What `show` can show.
    fn shown(&self) -> Vec<Candidate> {
        let bare = |one: Candidate| {
            let name = one.name.split(['(', '[']).next().unwrap_or_default().to_owned();
            Candidate { text: name.clone(), name, about: one.about }
        };
        self.names().into_iter().map(bare).collect()
    }
}

/// At most so much of a text as fits beside a name.
fn short(text: &str) -> String {
    crate::report::shortened(text, 48).into_owned()
}
