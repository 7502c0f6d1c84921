//! The roller of an expression, with the values given for this roll.

use std::collections::BTreeMap;

use crate::check::Settings;
use crate::check::program::{CheckedGame, Named};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{CharacterFile, FileKind, file_kind, read_character, unknown_heading};
use crate::source::{SourceId, Sources, fold};
use crate::world::{Env, Person, TABLE, World, points_of};
use crate::yaml::{Node, YamlLimits, parse};

/// All characters at the table, and the index of the roller.
pub(super) type Seated = Option<(World, usize)>;

/// Values that were given by name become true of the roller, whatever their file says; without a roller, traits are
/// kept by themselves. Shared points are the table's.
///
/// # Errors
///
/// Names that the game does not know, values out of range.
pub(super) fn seated(
    game: &CheckedGame,
    names: BTreeMap<String, String>,
    settings: &Settings,
    person: Seated,
) -> Result<(Env, Seated), Vec<Diagnostic>> {
    let points = |name: &str| match game.names.get(name) {
        Some(Named::Points(index)) => Some((*index, &game.points[*index])),
        _ => None,
    };
    let roller = person.as_ref().and_then(|(world, who)| world.people.get(*who));
    let (names, mut dotted) = undotted(game, names, roller);
    let (counted, names): (BTreeMap<_, _>, BTreeMap<_, _>) =
        names.into_iter().partition(|(name, _)| points(name).is_some());
    let (mut env, mut errors) = match Env::new(game, &names, settings) {
        Ok(env) => (env, Vec::new()),
        Err(errors) => (Env::default(), errors),
    };
    errors.append(&mut dotted);
    let Some((mut world, who)) = person.or_else(|| (!counted.is_empty()).then(unnamed_roller)) else {
        return if errors.is_empty() { Ok((env, None)) } else { Err(errors) };
    };
    if let Some(roller) = world.people.get_mut(who) {
        roller.traits.extend(env.take_traits());
        roller.open.extend(env.open().clone());
    }
    for (name, text) in &counted {
        let Some((index, points)) = points(name) else { continue };
        let owner = if points.shared { TABLE } else { who };
        match (points_of(game, points, text), world.people.get_mut(owner)) {
            (Ok(value), Some(owner)) => {
                owner.points.insert(index, value);
            }
            (Err(error), _) => errors.push(error),
            (Ok(_), None) => errors.push(Diagnostic::error(Code::WhoseName, None).arg("name", &**name)),
        }
    }
    if errors.is_empty() { Ok((env, Some((world, who)))) } else { Err(errors) }
}

/// The character that a text tells of, and everything that is wrong with it as long as no game is known;
/// `shown` is what the file is called.
pub(crate) fn sheet_in(sources: &Sources, source: SourceId, shown: &str) -> (CharacterFile, Vec<Diagnostic>) {
    let (tree, mut errors) = parse(sources, source, &YamlLimits::default());
    if file_kind(&tree) != FileKind::Character {
        if !errors.iter().any(Diagnostic::is_error) {
            let error = || Diagnostic::error(Code::NoCharacterFile, None).arg("path", shown);
            errors.push(unknown_heading(&tree).unwrap_or_else(|| error().arg("what", what_it_is(&tree))));
        }
        return (read_character(&tree, sources).0, errors);
    }
    let (file, mut found) = read_character(&tree, sources);
    errors.append(&mut found);
    (file, errors)
}

/// What a file is that is no character's.
fn what_it_is(tree: &Node) -> &'static str {
    match file_kind(tree) {
        FileKind::Cases => "cases",
        FileKind::Pack => "pack",
        FileKind::Translation => "translation",
        FileKind::Ruleset if tree.get("tirada").is_some() => "ruleset",
        _ => "other",
    }
}

/// The error for a character of a game that is neither the one that is played nor one that it extends.
pub(crate) fn another_game(file: &CharacterFile, game: &CheckedGame, extends: &[String]) -> Option<Diagnostic> {
    let word = file.ruleset.as_ref()?;
    let own = word.text == game.id || extends.contains(&word.text);
    (!own).then(|| {
        Diagnostic::error(Code::CharacterOfAnotherGame, word.span).arg("name", &*word.text).arg("game", &*game.id)
    })
}

/// Names without the person that they begin with, who has to be the roller; all others have a file. Other names have
/// no dot, unless the game or the roller calls something so, or it ends an abbreviation:
/// nothing could read their values.
fn undotted(
    game: &CheckedGame,
    names: BTreeMap<String, String>,
    roller: Option<&Person>,
) -> (BTreeMap<String, String>, Vec<Diagnostic>) {
    let (mut plain, mut errors) = (BTreeMap::new(), Vec::new());
    let is_one = |name: &str| {
        game.names.contains_key(name)
            || name.contains(". ")
            || roller.is_some_and(|roller| roller.open.contains_key(name))
    };
    for (name, value) in names {
        let Some((owner, own)) = name.split_once('.').filter(|_| !is_one(&name)) else {
            if plain.insert(name.clone(), value).is_some() {
                errors.push(Diagnostic::error(Code::SaidTwice, None).arg("name", name));
            }
            continue;
        };
        let (owner, own) = (owner.trim(), own.trim().trim_matches(['«', '»']));
        if roller.is_some_and(|roller| !roller.name.is_empty() && fold(&roller.name) == fold(owner)) {
            if plain.insert(own.to_owned(), value).is_some() {
                errors.push(Diagnostic::error(Code::SaidTwice, None).arg("name", own));
            }
            continue;
        }
        // A name behind that of its group is known alone; one behind another character's name is not the roller's.
        let group = game.names.get(owner).is_some_and(|what| !matches!(what, Named::Track(_)));
        let own_one = matches!(game.names.get(own), Some(Named::Trait(_) | Named::Points(_)));
        let known = group && (own_one || game.open_group().is_some() && !game.names.contains_key(own));
        let error = Diagnostic::error(Code::GivenToAnother, None).arg("name", &*name);
        errors.push(match known {
            true => error.help_with("help-give-with", "example", format!("{own}={value}")),
            false => error.help("help-given-are"),
        });
    }
    (plain, errors)
}

/// A table with a character of whom nothing is known.
fn unnamed_roller() -> (World, usize) {
    let mut world = World::new();
    let who = world.join(Person::default());
    (world, who)
}
