//! Actions and interventions as forms: fields and their defaults.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::Arc;

use crate::check::program::{
    Action, AnswerKind, AnswerOwner, Ask, CheckedGame, Decider, Default, InterventionSite, Ir, Named, Op, Pick,
    Question, TraitSource,
};
use crate::report::{Catalogue, roll};
use crate::session::command::{CommandParameter, CommandSpec, ParameterValues, spoken_action, spoken_interventions};
use crate::source::{fold, whole};
use crate::syntax::our_word;
use crate::world::{Look, Person, World, owned as owned_name, told_apart};

/// The forms and fields of a table. Most are the same for all characters and from change to change; each is held once.
#[derive(Debug, Default)]
pub(super) struct Forms {
    forms: HashSet<Arc<Form>>,
    fields: HashSet<Arc<Field>>,
}

impl Forms {
    /// Gives up what only this holds.
    pub(super) fn tidy(&mut self) {
        self.forms.retain(|one| Arc::strong_count(one) > 1);
        self.fields.retain(|one| Arc::strong_count(one) > 1);
    }
}

/// The value that a set holds in place of an equal one.
fn once<T: Eq + Hash>(known: &mut HashSet<Arc<T>>, one: T) -> Arc<T> {
    match known.get(&one) {
        Some(known) => Arc::clone(known),
        None => {
            let one = Arc::new(one);
            known.insert(Arc::clone(&one));
            one
        }
    }
}

/// A form for one action or intervention.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Form {
    pub(super) name: String,
    pub(super) doc: Option<String>,
    pub(super) fields: Vec<Arc<Field>>,
    /// Others do it; it is not chosen.
    pub(super) internal: bool,
    /// The word of the game for the only one who does it, such as the GM; no role of the action.
    pub(super) by: Option<String>,
}

/// A field of a form: a role or a question.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) doc: Option<String>,
    pub(super) is_role: bool,
    /// Several answers are possible.
    pub(super) many: bool,
    /// The decider, where that is not the actor: a role,
    /// or the word of the game for a decider that is no character.
    pub(super) by: Option<String>,
    /// The decider is no character.
    pub(super) is_for_gm: bool,
    /// It is asked whatever is so, or where something else is answered that the same decider is asked.
    pub(super) is_foreseen: bool,
    pub(super) input: FieldInput,
    /// It asks for a trait, of which players say the name and not a number.
    pub(super) of_trait: bool,
    /// The message for `none`, where it asks for a character or a tag, and `none` is neither.
    pub(super) says_none: Option<&'static str>,
    pub(super) otherwise: Otherwise,
    /// Choices that only some characters have, where it has to belong to the character in the first role.
    pub(super) owned: Vec<(String, Vec<String>)>,
}

impl Field {
    /// Whether an answer is possible: a name that can be chosen, a number within its bounds, or yes or no. What only
    /// the rules can check is accepted.
    pub(super) fn may_be(&self, said: &str) -> bool {
        let is_word = |word: &str| fold(word) == fold(said);
        match &self.input {
            FieldInput::YesNo => our_word("flags", said).is_some(),
            FieldInput::Number(least, most) => whole(said).is_some_and(|number| {
                least.is_none_or(|least| least <= number) && most.is_none_or(|most| number <= most)
            }),
            FieldInput::Choice(options, false) => {
                options.iter().any(|(value, label)| is_word(value) || is_word(label)) || whole(said).is_some()
            }
            _ => true,
        }
    }

    /// Whether a choice is the word for nobody and nothing, and none of the game's.
    pub(super) fn is_none(&self, choice: &str) -> bool {
        self.says_none.is_some() && choice == "none"
    }

    /// Whether a choice is offered to a character that plays the first role: not its own name for another role, nor
    /// what only others have.
    pub(super) fn is_for(&self, own: &str, choice: &str) -> bool {
        let others = self.is_role && !self.many && choice == own;
        !others && self.owned.iter().all(|(name, owners)| name != choice || owners.iter().any(|one| one == own))
    }
}

/// The kind of input of a field.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum FieldInput {
    /// One of these: what is sent, and what is read. Whether anything else is possible, too.
    Choice(Vec<(String, String)>, bool),
    Number(Option<i64>, Option<i64>),
    YesNo,
    /// Faces, as typed: `4,1`.
    Dice,
    Text,
    /// Names of one's own, one to a line, each with a number within these bounds.
    Members(Option<i64>, Option<i64>),
    /// Tags, one to a line; what has to be said of each, if anything, and the words for it.
    Tags(Option<(String, Vec<String>)>),
}

/// The effect of an empty field.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum Otherwise {
    Asked,
    /// A default, as it is shown.
    Value(String),
    Flag(bool),
    /// What the rules work out.
    Rules,
}

impl Forms {
    /// The actions, in the order of the game; what a world says of its people is offered.
    pub(super) fn actions(&mut self, game: &CheckedGame, world: &World, catalogue: &Catalogue) -> Vec<Arc<Form>> {
        let mut all = Vec::with_capacity(game.actions.len());
        for action in &game.actions {
            let spoken = spoken_action(game, world, action);
            let form = self.form((game, world), spoken, action.doc.clone(), &[(action, 0)], catalogue);
            all.push(once(
                &mut self.forms,
                Form { internal: action.internal, by: action.by.as_deref().map(str::to_owned), ..form },
            ));
        }
        all
    }

    /// The interventions, in the order of the game.
    pub(super) fn interventions(&mut self, game: &CheckedGame, world: &World, catalogue: &Catalogue) -> Vec<Arc<Form>> {
        let mut all = Vec::with_capacity(game.interventions.len());
        for (spoken, intervention) in spoken_interventions(game, world).into_iter().zip(&game.interventions) {
            let own = |place: &InterventionSite| if place.outer < place.action.roles { place.outer } else { 0 };
            let places: Vec<(&Action, usize)> =
                intervention.places.iter().map(|place| (&place.action, own(place))).collect();
            let mut form = self.form((game, world), spoken, intervention.doc.clone(), &places, catalogue);
            // The page that offers it fills these in.
            form.fields.retain(|field| !field.is_role);
            all.push(once(&mut self.forms, form));
        }
        all
    }

    /// The missing entries of a new sheet: all that it lacks, as long as it has none at all or a required one is
    /// missing.
    pub(super) fn blanks(
        &mut self,
        game: &CheckedGame,
        person: &Person,
        look: &Look,
        catalogue: &Catalogue,
    ) -> Vec<Arc<Field>> {
        let is_blank = |at: usize| !person.traits.contains_key(&at) && person.lacks(game, Named::Trait(at)).is_none();
        let says_nothing = person.traits.is_empty() && person.open.is_empty() && person.tags.is_empty();
        if !says_nothing && !person.is_unfinished(game) {
            return Vec::new();
        }
        let mut blanks = Vec::new();
        for at in game.traits_as_asked() {
            let Some(one) = game.traits.get(at) else { continue };
            let (question, input) = match &one.source {
                TraitSource::Given(question) if is_blank(at) => (question, input_of(&question.kind)),
                TraitSource::Group(question)
                    if !look.open.iter().any(|open| *open.group == *one.name)
                        && person.lacks(game, Named::Group(at)).is_none() =>
                {
                    match question.kind {
                        AnswerKind::Number(least, most) => (question, FieldInput::Members(least, most)),
                        _ => continue,
                    }
                }
                _ => continue,
            };
            blanks.push(blank(&one.name, one.doc.clone(), input, otherwise_of(game, question, catalogue)));
        }
        for (at, kind) in game.tags.pairs().filter(|(_, kind)| kind.free_names && !kind.internal) {
            let mut needed = kind.values.iter().filter(|(_, question)| question.must_be_answered());
            let said = match (needed.next(), needed.next()) {
                (None, _) => None,
                (Some((name, question)), None) => Some((name.to_string(), words_of(&question.kind))),
                // Too much for a line.
                _ => continue,
            };
            if !person.tags.iter().any(|tag| tag.kind == at) && person.lacks(game, Named::Tag(at)).is_none() {
                blanks.push(blank(&kind.name, kind.doc.clone(), FieldInput::Tags(said), Otherwise::Asked));
            }
        }
        blanks.into_iter().map(|one| once(&mut self.fields, one)).collect()
    }

    fn form(
        &mut self,
        (game, world): (&CheckedGame, &World),
        spoken: CommandSpec,
        doc: Option<String>,
        places: &[(&Action, usize)],
        catalogue: &Catalogue,
    ) -> Form {
        let mut fields = Vec::with_capacity(spoken.parts.len());
        let first = spoken.parts.first().filter(|part| part.is_role).map(|part| part.name.clone());
        for part in spoken.parts {
            let called = |action: &Action, ask: &Ask| *action.slot(ask.slot).name == *part.name;
            let found = places.iter().find_map(|(action, own)| {
                let ask = action.ask.iter().find(|ask| called(action, ask))?;
                Some((ask, *action, *own))
            });
            let is_foreseen = found.is_none_or(|(ask, action, _)| is_foreseen(ask, action));
            let ask = found.map(|(ask, action, own)| (ask, decider(ask, action, own)));
            // What is asked after the roll is put as a question then.
            if !ask.as_ref().is_some_and(|(ask, _)| ask.late) {
                let owned = if first.is_some() && part.owner == first { owned(world, &part) } else { Vec::new() };
                fields.push(once(
                    &mut self.fields,
                    Field { owned, is_foreseen, ..field((game, world), part, ask, catalogue) },
                ));
            }
        }
        Form { name: spoken.name, doc, fields, internal: false, by: None }
    }
}

/// Of the names that can be said of a part, those that characters have as their own, and who does.
fn owned(world: &World, part: &CommandParameter) -> Vec<(String, Vec<String>)> {
    let ParameterValues::Names(names, _) = &part.takes else { return Vec::new() };
    let has = |person: &Person, name: &String| {
        let own = name.strip_prefix(&person.name).and_then(|rest| rest.strip_prefix('.'));
        let is_tag = |name: &str| person.tags.iter().any(|tag| tag.name.as_deref() == Some(name));
        person.open.contains_key(name) || is_tag(name) || own.is_some_and(is_tag)
    };
    let owners = |name: &String| -> Vec<String> {
        world.people.iter().filter(|person| has(person, name)).map(|person| person.name.clone()).collect()
    };
    names.iter().map(|name| (name.clone(), owners(name))).filter(|(_, owners)| !owners.is_empty()).collect()
}

/// The decider, where that is not the character in the role in this slot.
fn decider(ask: &Ask, action: &Action, own: usize) -> Option<String> {
    match ask.by.as_ref()? {
        Decider::Word(word) => Some(word.clone()),
        Decider::Role(slot) if *slot == own => None,
        Decider::Role(slot) => Some(action.slot(*slot).name.to_string()),
    }
}

/// Whether a question is asked whatever is so, or hangs on another that a decider who is no character answers.
fn is_foreseen(ask: &Ask, action: &Action) -> bool {
    let for_gm = |slot: usize| {
        let mut same = action.ask.iter().filter(|ask| ask.slot == slot);
        same.any(|ask| matches!(ask.by, Some(Decider::Word(_))))
    };
    ask.when.as_ref().is_none_or(|when| when.any_part(&|part| matches!(part.op, Op::Slot(slot) if for_gm(slot))))
}

fn field(
    (game, world): (&CheckedGame, &World),
    part: CommandParameter,
    ask: Option<(&Ask, Option<String>)>,
    catalogue: &Catalogue,
) -> Field {
    let (ask, by) = ask.map_or((None, None), |(ask, by)| (Some(ask), by));
    let same = |names: Vec<String>| names.into_iter().map(|name| (name.clone(), name)).collect::<Vec<_>>();
    let input = match (ask.map(|ask| &ask.question.kind), part.takes) {
        (Some(AnswerKind::YesNo), _) => FieldInput::YesNo,
        (Some(AnswerKind::Number(least, most)), _) => FieldInput::Number(*least, *most),
        // Others may have the same, of which this character knows nothing: it is sent with its owner.
        (Some(AnswerKind::Tag(kind)), _) if ask.is_some_and(|ask| ask.of == AnswerOwner::Any) => {
            let called = world.people.iter().flat_map(|person| {
                let tags = person.tags_called(game, *kind).into_iter();
                tags.map(|(name, _)| (person.name.clone(), name)).collect::<Vec<_>>()
            });
            let called: Vec<(String, String)> = called.collect();
            let sent = called.iter().map(|(owner, name)| owned_name(owner, name));
            FieldInput::Choice(sent.zip(told_apart(&called)).chain(same(vec!["none".to_owned()])).collect(), false)
        }
        (_, ParameterValues::Names(names, open)) => FieldInput::Choice(same(names), open),
        (_, ParameterValues::Number) => FieldInput::Number(None, None),
        (_, ParameterValues::Dice) => FieldInput::Dice,
        (_, ParameterValues::Words) => FieldInput::Text,
    };
    let otherwise = ask.map_or(Otherwise::Asked, |ask| otherwise_of(game, &ask.question, catalogue));
    let doc = ask.and_then(|ask| ask.question.doc.clone());
    let of_trait = ask.is_some_and(|ask| matches!(ask.question.kind, AnswerKind::Trait(..)));
    let says_none = ask.and_then(|ask| match ask.question.kind {
        AnswerKind::Character(_) => Some("prompt-word-none"),
        AnswerKind::Tag(_) => Some("serve-none"),
        _ => None,
    });
    let (is_role, many) = (part.is_role, part.many);
    let is_for_gm = ask.is_some_and(|ask| matches!(ask.by, Some(Decider::Word(_))));
    Field { is_role, many, by, is_for_gm, of_trait, says_none, ..blank(&part.name, doc, input, otherwise) }
}

/// What holds where a question stays without an answer.
fn otherwise_of(game: &CheckedGame, question: &Question, catalogue: &Catalogue) -> Otherwise {
    match &question.default {
        // A cell is named by its row.
        Some(Default::Value(Ir { op: Op::Cell(read), .. })) => match (&question.kind, &read.row) {
            (AnswerKind::Cell(..), Pick::Fixed(row)) => match game.tables[read.table].rows.get(*row) {
                Some(row) => Otherwise::Value(row.label.to_string()),
                None => Otherwise::Rules,
            },
            _ => Otherwise::Rules,
        },
        Some(Default::Value(ir)) => match ir.op {
            Op::Number(..0) if matches!(question.kind, AnswerKind::Character(_) | AnswerKind::Tag(_)) => {
                Otherwise::Value("–".to_owned())
            }
            Op::Number(number) if matches!(question.kind, AnswerKind::YesNo) => Otherwise::Flag(number != 0),
            Op::Number(number) => Otherwise::Value(roll::words(
                &crate::engine::Answer::of(game, &question.kind.kind(), number),
                catalogue,
            )),
            _ => Otherwise::Rules,
        },
        Some(Default::Open) => Otherwise::Value("–".to_owned()),
        _ => Otherwise::Asked,
    }
}

fn blank(name: &str, doc: Option<String>, input: FieldInput, otherwise: Otherwise) -> Field {
    Field {
        name: name.to_owned(),
        doc,
        is_role: false,
        many: false,
        by: None,
        is_for_gm: false,
        is_foreseen: true,
        input,
        of_trait: false,
        says_none: None,
        otherwise,
        owned: Vec::new(),
    }
}

/// The words that answer a question, where it has words of its own.
fn words_of(kind: &AnswerKind) -> Vec<String> {
    match kind {
        AnswerKind::OneOf(words) => words.to_vec(),
        _ => Vec::new(),
    }
}

fn input_of(kind: &AnswerKind) -> FieldInput {
    match kind {
        AnswerKind::Number(least, most) => FieldInput::Number(*least, *most),
        AnswerKind::YesNo => FieldInput::YesNo,
        AnswerKind::OneOf(words) => {
            FieldInput::Choice(words.iter().map(|word| (word.clone(), word.clone())).collect(), false)
        }
        _ => FieldInput::Text,
    }
}

/// What was filled in on a new sheet, as the line that says it.
///
/// # Errors
///
/// What is no name with a number, or the name of a character that cannot stand in a line.
pub(super) fn fill(who: &str, blanks: &[Arc<Field>], parts: &[(String, String)]) -> Result<String, String> {
    let text = |value: &str| serde_json::Value::from(value.trim()).to_string();
    let mut traits = Vec::new();
    let mut tags = Vec::new();
    for (name, value) in parts.iter().filter(|(_, value)| !value.trim().is_empty()) {
        let Some(field) = blanks.iter().find(|field| field.name == *name) else { return Err(name.clone()) };
        let lines = value.lines().map(str::trim).filter(|line| !line.is_empty());
        match &field.input {
            FieldInput::Members(..) => {
                let member = |line: &str| {
                    let (name, number) =
                        line.split_once([':', '=']).or_else(|| line.rsplit_once(char::is_whitespace))?;
                    Some(format!("{}: {}", text(name), number.trim().parse::<i64>().ok()?))
                };
                let members = lines.map(|line| member(line).ok_or_else(|| line.to_owned()));
                let members = members.collect::<Result<Vec<_>, _>>()?;
                traits.push(format!("{}: {{{}}}", text(name), members.join(", ")));
            }
            FieldInput::Tags(said) => {
                let tag = |line: &str| match (said, line.rsplit_once(':')) {
                    (Some((key, _)), Some((name, word))) => {
                        format!("{}: {{{}: {}}}", text(name), text(key), text(word))
                    }
                    _ => format!("{}: {{}}", text(line)),
                };
                tags.push(format!("{}: {{{}}}", text(name), lines.map(tag).collect::<Vec<_>>().join(", ")));
            }
            FieldInput::Number(..) | FieldInput::YesNo => {
                traits.push(format!("{}: {}", text(name), sound(value.trim())?))
            }
            _ => traits.push(format!("{}: {}", text(name), text(value))),
        }
    }
    let section = |name: &str, parts: &[String]| format!("{name}: {{{}}}", parts.join(", "));
    let said = [("traits", &traits), ("tags", &tags)].into_iter().filter(|(_, parts)| !parts.is_empty());
    let said: Vec<String> = said.map(|(name, parts)| section(name, parts)).collect();
    Ok(format!("edit «{}» {{{}}}", sound(who)?, said.join(", ")))
}

/// The line after which so many characters are made of a template.
///
/// # Errors
///
/// A text that cannot stand in a line.
pub(super) fn npc(name: &str, count: &str) -> Result<String, String> {
    Ok(format!("npc {} {}", sound(count.trim())?, sound(name)?))
}

/// The line after which a character of this name is there.
///
/// # Errors
///
/// A name that cannot stand in a line.
pub(super) fn create(name: &str) -> Result<String, String> {
    Ok(format!("create «{}»", sound(name.trim())?))
}

/// A line of the prompt that does something: its name, and what was filled in.
///
/// # Errors
///
/// A value that cannot stand in a line.
pub(super) fn line(name: &str, at: Option<&str>, parts: &[(String, String)]) -> Result<String, String> {
    let mut line = String::new();
    if let Some(at) = at.filter(|at| !at.is_empty()) {
        line.push_str(&format!("at={} ", quoted(at)?));
    }
    line.push_str(&sound(name)?);
    for (name, value) in parts {
        let value = value.trim();
        if !value.is_empty() {
            line.push_str(&format!(" {}={}", sound(name)?, quoted(value)?));
        }
    }
    Ok(line)
}

/// The line after which characters act in turn: these, or all.
///
/// # Errors
///
/// A name that cannot stand in a line.
pub(super) fn begin(names: &[String]) -> Result<String, String> {
    let mut line = "begin".to_owned();
    for name in names {
        line.push_str(&format!(" «{}»", sound(name)?));
    }
    Ok(line)
}

/// Numbers and faces stand as they are, all else in quotes.
fn quoted(value: &str) -> Result<String, String> {
    let value = sound(value)?;
    let bare = value.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, ' ' | ',' | '-' | '−'));
    Ok(if bare { value } else { format!("«{value}»") })
}

/// A text that ends no quotes and no line.
fn sound(text: &str) -> Result<String, String> {
    let breaks = |letter: char| matches!(letter, '«' | '»' | '"' | '“' | '”' | '=') || letter.is_control();
    if text.contains(breaks) { Err(text.to_owned()) } else { Ok(text.to_owned()) }
}
