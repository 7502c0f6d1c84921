//! A table: characters from files, their actions, and undo.

use serde::{Serialize, Serializer};

use super::dice::Dice;
use super::game::Game;
use super::problems::Problems;
use super::text::{Format, write};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Effects, Passing};
use crate::report::action::{ReportDetail, report};
use crate::report::json::{self, action};
use crate::report::sheet::sheet;
use crate::session::TurnMove;
use crate::session::command::{
    CommandError, CommandSpec, ParsedCommand, spoken_action, spoken_interventions, understand_as,
};
use crate::session::{self, InterventionRequest, Move, Session, What, action_call, cast_names, time_named, wish_of};
use crate::sort::Gather as _;
use crate::source::{SourceId, Sources};
use crate::world::{Env, FileOwner, Look, Person, TABLE, World, read_person, write_person};

/// The file of a character, and the character as it is in the file.
#[derive(Debug, Clone)]
struct SeatedFile {
    source: SourceId,
    owner: FileOwner,
    person: Person,
}

/// Characters at a table. Each action happens completely or not at all, and can be undone.
///
/// ```
/// use tirada::{Dice, Game};
///
/// let rules = "
/// tirada: 1
/// id: lamp
/// name: Lamp
/// points: {Oil: {min: 0, start: 3}}
/// actions:
///   burn:
///     roles: [keeper]
///     steps: {less: {lose: {Oil: 1}, of: keeper}}
/// ";
/// let lamp = Game::from_text(rules)?;
/// let mut table = lamp.table();
/// table.sit("ada.yml", "tirada character: 1\nruleset: lamp\nname: Ada\n")?;
/// table.act("burn Ada", &mut Dice::seeded(1))?;
/// assert!(table.file("Ada")?.contains("Oil: 2"));
/// table.undo();
/// assert!(!table.file("Ada")?.contains("Oil"));
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone)]
pub struct Table {
    game: Game,
    table: session::MoveHistory,
    /// The game's texts and those of the characters.
    sources: Sources,
    seats: Vec<SeatedFile>,
    env: Env,
}

impl Table {
    pub(super) fn new(game: &Game) -> Self {
        Self {
            game: game.clone(),
            table: session::MoveHistory::default(),
            sources: game.0.sources.clone(),
            seats: Vec::new(),
            env: Env::default(),
        }
    }

    /// The game that is played here.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// assert_eq!(table.game().id(), "lamp");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn world(&self) -> &World {
        self.table.world()
    }

    fn wrong(&self, found: &[Diagnostic]) -> Problems {
        self.game.0.problems(found, &self.sources)
    }

    /// The index of a character by name.
    pub(super) fn place_of(&self, name: &str) -> Result<usize, Problems> {
        self.table.find_character(name).map_err(|error| self.wrong(&[error]))
    }

    /// Adds a character, and returns the name. `text` is the character's file in YAML; `file` is its name in problems.
    /// The file of the table itself (shared points and tags) is accepted as well.
    ///
    /// # Errors
    ///
    /// All errors in the file; or if a character with that name is already there.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// let name = table.sit("bea.yml", "tirada character: 1\nruleset: lamp\nname: Bea\npoints: {Oil: 1}\n")?;
    /// assert_eq!(table.names().collect::<Vec<_>>(), ["Ada", &name]);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn sit(&mut self, file: &str, text: &str) -> Result<String, Problems> {
        let mut sources = self.sources.clone();
        let source = sources.add(file, text);
        let game = &self.game.0;
        let fail = |errors: &[Diagnostic]| game.problems(errors, &sources);
        let (read, errors) = session::sheet_in(&sources, source, file);
        if errors.iter().any(Diagnostic::is_error) {
            return Err(fail(&errors));
        }
        if let Some(error) = session::another_game(&read, &game.program, &game.extends) {
            return Err(fail(&[error]));
        }
        let owner = FileOwner::of(&read, &game.program);
        let (mut person, found) = read_person(&read, &game.program, owner, None);
        if found.iter().any(Diagnostic::is_error) {
            return Err(fail(&found));
        }
        if person.name.trim().is_empty() {
            person.name = file.rsplit(['/', '\\']).next().unwrap_or(file).split('.').next().unwrap_or(file).to_owned();
        }
        let name = person.name.clone();
        let (people, table) = match owner {
            FileOwner::Character => (vec![person], None),
            FileOwner::Table => (Vec::new(), Some(person)),
        };
        self.table.join(people, table).map_err(|errors| fail(&errors))?;
        // Tags get their numbers at the table.
        let who = if owner == FileOwner::Table { Some(TABLE) } else { self.table.world().find(&name) };
        let person = who.and_then(|who| self.table.world().people.get(who)).cloned().unwrap_or_default();
        self.seats.retain(|seat| (seat.owner, &*seat.person.name) != (owner, &*person.name));
        self.seats.push(SeatedFile { source, owner, person });
        self.sources = sources;
        Ok(name)
    }

    /// Removes a character.
    ///
    /// # Errors
    ///
    /// If no character there has this name.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// table.leave("Ada")?;
    /// assert_eq!(table.names().count(), 0);
    /// assert!(table.leave("Ada").unwrap_err().has(tirada::Code::NobodyOfThatName));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn leave(&mut self, name: &str) -> Result<(), Problems> {
        match self.table.leave(&self.game.0.program, name) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.wrong(&[error])),
        }
    }

    /// The names of all characters at the table.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// assert_eq!(table.names().collect::<Vec<_>>(), ["Ada"]);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.world().people.iter().skip(1).map(|person| person.name.as_str())
    }

    /// The current state of a character: traits, tracks, points, tags.
    ///
    /// # Errors
    ///
    /// If no character there has this name.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// assert_eq!(table.character("Ada")?.name(), "Ada");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn character(&self, name: &str) -> Result<Character, Problems> {
        let who = self.place_of(name)?;
        let mut session = self.game.0.session(&self.sources);
        let look = session.see(&self.game.0.program, &self.env, self.world(), who);
        Ok(Character { look, game: self.game.clone() })
    }

    /// The file of a character with the current state. Comments and order stay.
    ///
    /// # Errors
    ///
    /// If no character there has this name; or if the file is written in a way that cannot be changed in place.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// table.act("burn Ada", &mut tirada::Dice::faces(&[2]))?;
    /// assert_eq!(table.file("Ada")?, "tirada character: 1\nruleset: lamp\nname: Ada\npoints:\n  Oil: 1\n");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn file(&self, name: &str) -> Result<String, Problems> {
        let game = &self.game.0;
        let who = self.place_of(name)?;
        let now = self.world().people.get(who);
        let seat = now.and_then(|now| self.seats.iter().find(|seat| seat.person.name == now.name));
        let (Some(seat), Some(now)) = (seat, now) else {
            return Err(self.wrong(&[Diagnostic::error(Code::NobodyOfThatName, None).arg("name", name)]));
        };
        write_person(&self.sources, seat.source, &game.program, seat.owner, &seat.person, now)
            .map(|written| written.text)
            .map_err(|error| self.wrong(&[error]))
    }

    /// Sets the options of the ruleset at this table, by name. They replace all earlier ones.
    ///
    /// # Errors
    ///
    /// If the ruleset does not have an option, or a value is out of range.
    ///
    /// ```
    /// let rules = "tirada: 1\nid: lamp\nname: Lamp\noptions: {bright: {yes no: no}}\n";
    /// let mut table = tirada::Game::from_text(rules)?.table();
    /// table.set_options(&[("bright", "yes")])?;
    /// assert!(table.set_options(&[("brighter", "yes")]).unwrap_err().has(tirada::Code::UnknownSetting));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn set_options(&mut self, options: &[(&str, &str)]) -> Result<(), Problems> {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).to_map();
        let session = self.game.0.session(&self.sources);
        let found = session.settings(&self.game.0.program, &options);
        let (env, rest) = found.map_err(|errors| self.wrong(&errors))?;
        let unknown: Vec<Diagnostic> =
            rest.keys().map(|name| Diagnostic::error(Code::UnknownSetting, None).arg("name", &**name)).collect();
        if !unknown.is_empty() {
            return Err(self.wrong(&unknown));
        }
        self.env = env;
        Ok(())
    }

    /// Does an action, as typed at the prompt: `strike Ada Bruno weapon=Axe`.
    ///
    /// # Errors
    ///
    /// If the line cannot be understood, or something stopped the action. Then nothing has happened.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// let played = table.act("burn Ada", &mut tirada::Dice::faces(&[2]))?;
    /// assert_eq!(played.action(), "burn");
    /// assert!(table.act("burn Bea", &mut tirada::Dice::seeded(1)).is_err());
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn act(&mut self, line: &str, dice: &mut Dice) -> Result<Played, Problems> {
        let program = &self.game.0.program;
        let known: Vec<CommandSpec> =
            program.actions.iter().map(|action| spoken_action(program, self.world(), action)).collect();
        let command = self.understood(line, &known)?;
        let action = program.action(command.index);
        let wish = wish_of(action, command);
        let call = action_call(program, self.world(), &wish, true).map_err(|errors| self.wrong(&errors))?;
        let name = action.name.to_string();
        let roles = cast_names(action, &call.roles, self.world());
        self.play(name, roles, dice, |session, game, table, env, effects| {
            session.call_at(game, table, env, call, effects)
        })
    }

    /// Intervenes in the last action, as typed at the prompt: `reroll Ada 4 1`. The result replaces the last move.
    ///
    /// # Errors
    ///
    /// If the line cannot be understood, or something stopped the intervention. Then nothing has changed.
    ///
    /// ```
    /// let rules = "
    /// tirada: 1
    /// id: lamp
    /// name: Lamp
    /// points: {Oil: {min: 0, start: 3}}
    /// tests: {jump: {roll: d6, total: sum()}}
    /// actions: {leap: {roles: [keeper], steps: {fall: {roll: jump, by: keeper}}}}
    /// interventions:
    ///   refill: {after: jump, steps: {cost: {pay: {Oil: 1}}, again: {reroll: all}}}
    /// ";
    /// let mut table = tirada::Game::from_text(rules)?.table();
    /// table.sit("ada.yml", "tirada character: 1\nruleset: lamp\nname: Ada\n")?;
    /// table.act("leap Ada", &mut tirada::Dice::faces(&[1]))?;
    /// let played = table.intervene("refill Ada", &mut tirada::Dice::faces(&[5]))?;
    /// assert_eq!(played.action(), "refill");
    /// assert!(table.file("Ada")?.contains("Oil: 2"));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn intervene(&mut self, line: &str, dice: &mut Dice) -> Result<Played, Problems> {
        let program = &self.game.0.program;
        let known = spoken_interventions(program, self.world());
        let command = self.understood(line, &known)?;
        let name = program.intervention(command.index).name.to_string();
        let wanted = InterventionRequest {
            name: name.clone(),
            at: command.at,
            answers: command.answers.into_iter().to_map(),
            ..InterventionRequest::default()
        };
        self.play(name, Vec::new(), dice, |session, game, table, _, effects| {
            session.intervention_at(game, table, &wanted, effects)
        })
    }

    /// Lets a unit of time pass, by its name in the ruleset.
    ///
    /// # Errors
    ///
    /// If there is no such unit; or whatever stopped it. Then no time has passed.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// assert_eq!(table.pass("night", &mut tirada::Dice::seeded(1))?.action(), "night");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn pass(&mut self, time: &str, dice: &mut Dice) -> Result<Played, Problems> {
        let index = time_named(&self.game.0.program, time, true).map_err(|error| self.wrong(&[error]))?;
        let passing = Passing { time: index, answers: std::collections::BTreeMap::new(), interventions: Vec::new() };
        self.play(time.to_owned(), Vec::new(), dice, |session, game, table, env, effects| {
            session.pass_at(game, table, env, passing, effects)
        })
    }

    /// Undoes the last move: an action, time that passed, a character who sat down or left. Returns whether there was
    /// one.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// table.act("burn Ada", &mut tirada::Dice::seeded(1))?;
    /// assert!(table.undo());
    /// assert_eq!(table.history().count(), 0);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn undo(&mut self) -> bool {
        self.table.undo().is_some()
    }

    /// Does the move again that was undone last. Returns whether there was one.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// table.act("burn Ada", &mut tirada::Dice::seeded(1))?;
    /// table.undo();
    /// assert!(table.redo());
    /// assert_eq!(table.history().count(), 1);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn redo(&mut self) -> bool {
        self.table.redo().is_some()
    }

    /// All actions and passed times that are still remembered, oldest first.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// table.act("burn Ada", &mut tirada::Dice::seeded(1))?;
    /// table.pass("night", &mut tirada::Dice::seeded(1))?;
    /// assert_eq!(table.history().map(|played| played.action().to_owned()).collect::<Vec<_>>(), ["burn", "night"]);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn history(&self) -> impl Iterator<Item = Played> + '_ {
        let program = &self.game.0.program;
        self.table.moves().filter_map(move |made| {
            let (name, roles) = match &made.what {
                What::Action(call) => {
                    let action = program.action(call.action);
                    (action.name.to_string(), cast_names(action, &call.roles, &made.before))
                }
                What::Passed(passing) | What::Turn(TurnMove::Next(Some(passing))) => {
                    (program.time(passing.time).name.to_string(), Vec::new())
                }
                What::Rolled(_) | What::Joined(_) | What::Left(_) | What::Turn(_) | What::Edited(_) => return None,
            };
            Some(self.played(name, roles, made))
        })
    }

    fn understood(&self, line: &str, known: &[CommandSpec]) -> Result<ParsedCommand, Problems> {
        understand_as(line, known, None).map_err(|slip| {
            let near = match &slip {
                CommandError::Unknown(range) => line.get(range.clone()).and_then(|name| {
                    crate::diagnostic::nearest(name, known.iter().map(|one| one.name.as_str())).map(str::to_owned)
                }),
                CommandError::Twice(..) | CommandError::TooMuch(..) | CommandError::Counted(..) => None,
            };
            let error = slip.diagnostic(line, |_| None);
            self.wrong(&[match near {
                Some(near) => error.help_with("help-did-you-mean", "name", near),
                None => error,
            }])
        })
    }

    fn play(
        &mut self,
        name: String,
        roles: Vec<(String, Vec<String>)>,
        dice: &mut Dice,
        what: impl FnOnce(
            &mut Session<'_>,
            &crate::check::program::CheckedGame,
            &session::MoveHistory,
            &Env,
            &mut dyn Effects,
        ) -> Result<Move, Vec<Diagnostic>>,
    ) -> Result<Played, Problems> {
        let inner = std::sync::Arc::clone(&self.game.0);
        let mut session = inner.session(&self.sources);
        let made = what(&mut session, &inner.program, &self.table, &self.env, dice);
        let made = made.map_err(|errors| inner.problems(&errors, &session.sources))?;
        let played = self.played(name, roles, &made);
        self.table.make(made);
        Ok(played)
    }

    fn played(&self, action: String, roles: Vec<(String, Vec<String>)>, made: &Move) -> Played {
        let mut session = self.game.0.session(&self.sources);
        let people = (0..made.done.world.people.len()).filter(|who| *who != TABLE);
        let after = people.map(|who| session.see(&self.game.0.program, &made.env, &made.done.world, who)).collect();
        Played { game: self.game.clone(), action, roles, made: made.clone(), after }
    }
}

/// The state of a character at one moment. Serializes to the JSON of `tirada sheet --json`.
///
/// ```
#[doc = include_str!("examples/lamp_table.txt")]
/// let ada = table.character("Ada")?;
/// assert!(ada.write(tirada::Format::Text).contains("Oil"));
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone)]
pub struct Character {
    look: Look,
    game: Game,
}

impl Character {
    /// The character's name, as it is in the file.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// assert_eq!(table.character("ada")?.name(), "Ada");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.look.name
    }

    /// For people: the whole sheet.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// assert!(table.character("Ada")?.write(tirada::Format::Markdown).contains("Ada"));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn write(&self, format: Format) -> String {
        write(&sheet(&self.look.clone().brief(), &self.game.0.catalogue), format)
    }
}

impl Serialize for Character {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::sheet(&self.look).serialize(serializer)
    }
}

/// An action that was done: its dice, outcome, sentences and changes, and all characters afterwards. Serializes to the
/// JSON of `tirada do --json`.
///
/// ```
#[doc = include_str!("examples/lamp_table.txt")]
/// let played = table.act("burn Ada", &mut tirada::Dice::faces(&[2]))?;
/// assert!(played.write(tirada::Format::Text).contains("Oil 3 → 1"));
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone)]
pub struct Played {
    game: Game,
    action: String,
    roles: Vec<(String, Vec<String>)>,
    made: Move,
    after: Vec<Look>,
}

impl Played {
    /// The name of the action, the intervention or the unit of time.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// assert_eq!(table.act("burn Ada", &mut tirada::Dice::seeded(1))?.action(), "burn");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn action(&self) -> &str {
        &self.action
    }

    /// The sentences that were said.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// assert!(table.act("burn Ada", &mut tirada::Dice::seeded(1))?.said().is_empty());
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn said(&self) -> &[String] {
        &self.made.done.said
    }

    /// For people: what happened, and the result.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// let played = table.act("burn Ada", &mut tirada::Dice::faces(&[2]))?;
    /// assert!(played.write(tirada::Format::Text).contains("Oil 3 → 1"));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn write(&self, format: Format) -> String {
        write(&report(&self.game.0.program, &self.made.done, ReportDetail::Told, &self.game.0.catalogue), format)
    }

    /// For people: every step.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// let played = table.act("burn Ada", &mut tirada::Dice::faces(&[2]))?;
    /// assert!(played.explain(tirada::Format::Text).contains("d2"));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn explain(&self, format: Format) -> String {
        write(&report(&self.game.0.program, &self.made.done, ReportDetail::Every, &self.game.0.catalogue), format)
    }
}

impl Serialize for Played {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let facts = action::ActionInfo {
            game: &self.game.0.program,
            action: &self.action,
            roles: &self.roles,
            seed: None,
            after: self.after.clone(),
        };
        action::object(&facts, &self.made.done, &self.game.0.catalogue).serialize(serializer)
    }
}
