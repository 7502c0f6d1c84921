//! Schemas for the names of a game, at the places where they are allowed.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::shapes::{described, known_word, map, only, rather, text};
use super::{SchemaKind, SchemaWriter};
use crate::check::program::{CheckedGame, LookupTable, TraitSource};
use crate::ruleset::{Of, Takes};
use crate::sort::Sort as _;

/// Names, each with one line about it, which may be empty.
type DescribedNames = Vec<(String, String)>;

fn named<'n>(name: &'n str, doc: Option<&'n String>) -> (String, String) {
    (name.to_owned(), doc.cloned().unwrap_or_default())
}

fn bare(name: &str) -> (String, String) {
    (name.to_owned(), String::new())
}

/// The names of the rows that are chosen by name.
pub(super) fn rows(table: &LookupTable) -> impl Iterator<Item = &str> {
    table.row_names()
}

impl SchemaWriter<'_> {
    /// The name of something.
    pub(super) fn name(&mut self, of: Of) -> Value {
        let Some(known) = self.known(of) else {
            return if of == Of::New { text() } else { known_word() };
        };
        let name = format!("name-of-{of:?}").to_lowercase();
        self.defined(&name, |maker| {
            let names = known.iter().map(|(name, _)| name.as_str());
            if maker.is_closed(of) { only(names) } else { rather(names, &known_word()) }
        })
    }

    /// Whether there are no other names than those that are known. The file of a ruleset may
    /// itself bring more of them; other files belong to a game as it is.
    pub(super) fn is_closed(&self, of: Of) -> bool {
        let open = self.game.is_none_or(|game| game.open_group().is_some());
        match of {
            Of::Trait => self.sort != SchemaKind::Ruleset && !open,
            Of::Points | Of::Track | Of::Mark | Of::Tag | Of::Time | Of::Action | Of::Intervention => {
                self.sort != SchemaKind::Ruleset
            }
            _ => false,
        }
    }

    /// The names of a kind that are known, if they can be.
    pub(super) fn known(&self, of: Of) -> Option<DescribedNames> {
        let game = self.game?;
        let mut names: DescribedNames = match of {
            Of::New | Of::Near | Of::Sibling => return None,
            Of::Ruleset => vec![(game.id.clone(), game.name.clone())],
            Of::Trait => traits(game).collect(),
            Of::TraitOrGroup => traits_and_groups(game).collect(),
            Of::Points => points(game).collect(),
            Of::PointsOrGroup => points_and_groups(game).collect(),
            Of::Track => tracks(game).collect(),
            Of::Had => {
                let open = game.traits.iter().filter(|one| matches!(one.source, TraitSource::Group(_)));
                let open = open.map(|one| named(&one.name, one.doc.as_ref()));
                let own = traits_and_groups(game).chain(points_and_groups(game)).chain(open);
                own.chain(tracks(game)).chain(tags(game)).collect()
            }
            Of::Role => {
                let kinds = || game.kinds.iter().flat_map(|kinds| kinds.names.iter());
                let many = kinds().map(|name| bare(&format!("many {name}")));
                ["one", "many"].map(bare).into_iter().chain(kinds().map(|name| bare(name))).chain(many).collect()
            }
            Of::Kind => {
                let kinds = game.kinds.iter().flat_map(|kinds| kinds.names.iter());
                std::iter::once("any").chain(kinds.map(String::as_str)).map(bare).collect()
            }
            Of::Mark => game.tracks.iter().flat_map(|one| one.marks.iter()).map(|(name, _)| bare(name)).collect(),
            Of::Tag => tags(game).collect(),
            Of::Thing => points(game).chain(traits(game)).chain(tags(game)).collect(),
            Of::Time => game.times.iter().map(|one| bare(&one.name)).collect(),
            Of::Table => game.tables.iter().map(|one| named(&one.name, one.doc.as_ref())).collect(),
            Of::Test => tests(game).collect(),
            Of::Outcome => {
                let own = game
                    .tests
                    .iter()
                    .flat_map(|one| one.outcomes.iter())
                    .map(|one| bare(&crate::check::outcome_word(&one.name, &game.classes)));
                let classes = game.classes.iter().map(|class| bare(class));
                own.chain([bare("success"), bare("failure")]).chain(classes).collect()
            }
            Of::Class => game.classes.iter().map(|class| bare(class)).collect(),
            Of::Action => game.actions.iter().map(|one| named(&one.name, one.doc.as_ref())).collect(),
            Of::Intervention => game.interventions.iter().map(|one| named(&one.name, one.doc.as_ref())).collect(),
            Of::Hook => {
                let steps = game.actions.iter().flat_map(|action| {
                    let asked = action.ask.len().saturating_add(action.roles);
                    let labels = action.slots.iter().filter(|slot| !slot.name.starts_with('·')).skip(asked);
                    labels.map(|label| bare(&format!("{}.{}", action.name, label.name)))
                });
                tests(game).chain(steps).collect()
            }
            Of::Path => paths(game).map(|path| bare(&path)).collect(),
            Of::Answer => {
                let options = game.options.iter().map(|one| named(&one.name, one.question.doc.as_ref()));
                let inputs = game.tests.iter().flat_map(|one| one.inputs.iter());
                let inputs = inputs.map(|(name, question)| named(name, question.doc.as_ref()));
                let asked = game.actions.iter().flat_map(|action| {
                    let slot = |at: usize| action.slots.get(at);
                    action
                        .ask
                        .iter()
                        .filter_map(move |ask| Some(named(&slot(ask.slot)?.name, ask.question.doc.as_ref())))
                });
                options.chain(inputs).chain(asked).collect()
            }
        };
        names.order();
        names.dedup_by(|(one, _), (other, _)| one == other);
        Some(names)
    }

    /// The schema of a map from tracks and their marks to numbers.
    pub(super) fn marks(&mut self, count: Takes) -> Value {
        let count = self.shape(count, super::Mode::Whole);
        let Some(game) = self.game else { return map(&map(&count)) };
        let tracks: Map<String, Value> = game
            .tracks
            .iter()
            .map(|track| {
                let marks: Map<String, Value> =
                    track.marks.iter().map(|(name, _)| (name.to_string(), count.clone())).collect();
                let shape = json!({"type": ["object", "null"], "properties": marks, "additionalProperties": false});
                (track.name.to_string(), described(shape, track.doc.as_deref().unwrap_or_default()))
            })
            .collect();
        json!({"type": ["object", "null"], "properties": tracks, "additionalProperties": false})
    }

    /// Of the sections of a ruleset only the names that are there, and of its tables only
    /// their rows.
    pub(super) fn only_what_is_there(&mut self, game: &CheckedGame, sections: &mut Map<String, Value>) {
        for (section, names) in by_section(game) {
            let Some(Value::Object(shape)) = sections.get_mut(section) else { continue };
            let one = shape.insert("additionalProperties".to_owned(), json!(false)).unwrap_or_default();
            let mut each = Map::new();
            let mut tables = game.tables.iter().filter(|_| section == "tables");
            for (name, doc) in names {
                // Their names are in the same order.
                let mut known: Vec<&str> = tables.next().map(|table| rows(table).collect()).unwrap_or_default();
                known.order();
                let rows: Map<String, Value> = known.into_iter().map(|row| (row.to_owned(), json!(true))).collect();
                let shape = if rows.is_empty() {
                    one.clone()
                } else {
                    let rows = json!({"properties": rows, "additionalProperties": false});
                    self.alike("rows", &json!({"allOf": [one, {"properties": {"rows": rows}}]}))
                };
                each.insert(name, described(shape, &doc));
            }
            shape.insert("properties".to_owned(), Value::Object(each));
        }
    }
}

fn traits(game: &CheckedGame) -> impl Iterator<Item = (String, String)> + '_ {
    let single = game.traits.iter().filter(|one| !matches!(one.source, TraitSource::Group(_)));
    single.map(|one| named(&one.name, one.doc.as_ref()))
}

fn points(game: &CheckedGame) -> impl Iterator<Item = (String, String)> + '_ {
    game.points.iter().map(|one| named(&one.name, one.doc.as_ref()))
}

fn traits_and_groups(game: &CheckedGame) -> impl Iterator<Item = (String, String)> + '_ {
    traits(game).chain(game.traits.iter().filter_map(|one| one.group.as_deref()).map(bare))
}

fn points_and_groups(game: &CheckedGame) -> impl Iterator<Item = (String, String)> + '_ {
    points(game).chain(game.points.iter().filter_map(|one| one.group.as_deref()).map(bare))
}

fn tracks(game: &CheckedGame) -> impl Iterator<Item = (String, String)> + '_ {
    game.tracks.iter().map(|one| named(&one.name, one.doc.as_ref()))
}

fn tags(game: &CheckedGame) -> impl Iterator<Item = (String, String)> + '_ {
    game.tags.iter().map(|one| named(&one.name, one.doc.as_ref()))
}

fn tests(game: &CheckedGame) -> impl Iterator<Item = (String, String)> + '_ {
    game.tests.iter().map(|one| named(&one.name, one.doc.as_ref()))
}

/// All that a ruleset declares, by section.
fn by_section(game: &CheckedGame) -> Vec<(&'static str, DescribedNames)> {
    let all_traits = game.traits.iter().map(|one| named(&one.name, one.doc.as_ref()));
    let options = game.options.iter().map(|one| named(&one.name, one.question.doc.as_ref()));
    let tables = game.tables.iter().map(|one| named(&one.name, one.doc.as_ref()));
    let kinds = game.kinds.iter().flat_map(|kinds| kinds.names.iter()).map(|name| bare(name));
    let actions = game.actions.iter().map(|one| named(&one.name, one.doc.as_ref()));
    let templates = game.templates.iter().map(|one| named(&one.name, one.doc.as_ref()));
    let interventions = game.interventions.iter().map(|one| named(&one.name, one.doc.as_ref()));
    vec![
        ("traits", all_traits.collect()),
        ("options", options.collect()),
        ("tables", tables.collect()),
        ("tests", tests(game).collect()),
        ("times", game.times.iter().map(|one| bare(&one.name)).collect()),
        ("points", points(game).collect()),
        ("tracks", tracks(game).collect()),
        ("tags", tags(game).collect()),
        ("actions", actions.collect()),
        ("interventions", interventions.collect()),
        ("templates", templates.collect()),
        ("kinds", kinds.collect()),
    ]
}

/// What can be taken away: everything that is declared, and the rows of tables.
fn paths(game: &CheckedGame) -> impl Iterator<Item = String> + '_ {
    let declared = by_section(game)
        .into_iter()
        .flat_map(|(section, names)| names.into_iter().map(move |(name, _)| format!("{section}.{name}")));
    let grouped = |section: &'static str, groups: Vec<Option<&str>>| {
        let names: BTreeSet<&str> = groups.into_iter().flatten().collect();
        names.into_iter().map(|name| format!("{section}.{name}")).collect::<Vec<_>>()
    };
    let groups = [
        grouped("traits", game.traits.iter().map(|one| one.group.as_deref()).collect()),
        grouped("points", game.points.iter().map(|one| one.group.as_deref()).collect()),
        grouped("actions", game.actions.iter().map(|one| one.group.as_deref()).collect()),
        grouped("interventions", game.interventions.iter().map(|one| one.group.as_deref()).collect()),
    ];
    let rows = game.tables.iter().flat_map(|table| rows(table).map(|row| format!("tables.{}.rows.{row}", table.name)));
    declared.chain(groups.into_iter().flatten()).chain(rows)
}
