//! What is written is read back, whatever the file looks like and whatever changed.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tirada::internals::check::program::{CheckedGame, TagId};
use tirada::internals::id::Id;
use tirada::internals::world::{FileOwner, HeldTag, Lasts, Person, TagValue, write_person};

use super::game::{game, person, read};

/// Dice of the test's own: the same seed, the same file.
struct Chance(u64);

impl Chance {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((bits ^ (bits >> 31)) % u64::try_from(sides).unwrap()).unwrap()
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

const NAMES: [&str; 9] =
    ["Volver", "No reír", "it's: so", "x, {y}", "for", "# no", "«Ñu»", "Uno dos tres cuatro", "yes"];
const OPEN: [&str; 5] = ["Nudos", "Velas rotas", "a: b", "Ñandú", "7"];
const TEXTS: [&str; 7] = ["nadie", "Ana, la del faro", "", "it's \"so\"", "- [x]", "dos\nlíneas", "#"];

/// A value as a file is to hold it.
enum Yaml {
    Text(String),
    Map(Vec<(String, Yaml)>),
    List(Vec<Yaml>),
    Nothing,
}

fn text(words: &str) -> Yaml {
    Yaml::Text(words.to_owned())
}

/// Writes files in many ways.
struct Scribe<'c> {
    chance: &'c mut Chance,
    /// Comments on lines of their own, and whether one stands outside of all that can go.
    comments: usize,
    step: usize,
}

impl Scribe<'_> {
    fn scalar(&mut self, words: &str) -> String {
        let plain = words.chars().all(|letter| letter.is_alphanumeric() || letter == ' ')
            && words.trim() == words
            && !words.is_empty();
        match self.chance.below(4) {
            _ if words.contains('\n') => format!("{words:?}"),
            0 if !words.contains(['"', '\\']) => format!("\"{words}\""),
            1 => format!("'{}'", words.replace('\'', "''")),
            _ if plain || words.parse::<i64>().is_ok() => words.to_owned(),
            _ => format!("'{}'", words.replace('\'', "''")),
        }
    }

    fn comment(&mut self) -> String {
        if !self.chance.one_in(3) {
            return String::new();
        }
        self.comments += 1;
        format!("{}# note {}", " ".repeat(self.chance.below(3) + 1), self.comments)
    }

    fn flow(&mut self, value: &Yaml) -> String {
        match value {
            // `yes` in quotes would be a name.
            Yaml::Text(words) if words == "yes" || words == "no" => words.clone(),
            Yaml::Text(words) => self.scalar(words),
            Yaml::Nothing => "{}".to_owned(),
            Yaml::Map(entries) => {
                let pairs: Vec<String> = entries
                    .iter()
                    .map(|(name, value)| format!("{}: {}", self.scalar(name), self.flow(value)))
                    .collect();
                let blank = " ".repeat(self.chance.below(2));
                let comma = if self.chance.one_in(6) && !pairs.is_empty() { "," } else { "" };
                format!("{{{blank}{}{comma}{blank}}}", pairs.join(", "))
            }
            Yaml::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.flow(item)).collect();
                format!("[{}]", items.join(", "))
            }
        }
    }

    fn entries(&mut self, out: &mut Vec<String>, indent: usize, entries: &[(String, Yaml)], top: bool) {
        for (name, value) in entries {
            if self.chance.one_in(5) {
                self.comments += 1;
                let kept = if top { "kept" } else { "note" };
                out.push(format!("{}# {kept} {}", " ".repeat(indent), self.comments));
            }
            let head = format!("{}{}:", " ".repeat(indent), self.scalar(name));
            self.behind(out, indent, &head, value);
        }
    }

    fn behind(&mut self, out: &mut Vec<String>, indent: usize, head: &str, value: &Yaml) {
        match value {
            Yaml::Nothing if self.chance.one_in(2) => out.push(format!("{head}{}", self.comment())),
            Yaml::Map(entries) if !entries.is_empty() && self.chance.below(5) < 3 => {
                out.push(format!("{head}{}", self.comment()));
                self.entries(out, indent + self.step, entries, false);
            }
            Yaml::List(items) if !items.is_empty() && self.chance.one_in(2) => {
                out.push(format!("{head}{}", self.comment()));
                let indent = if self.chance.one_in(2) { indent } else { indent + self.step };
                for item in items {
                    self.item(out, indent, item);
                }
            }
            _ => out.push(format!("{head} {}{}", self.flow(value), self.comment())),
        }
    }

    fn item(&mut self, out: &mut Vec<String>, indent: usize, item: &Yaml) {
        let blanks = " ".repeat(indent);
        match item {
            Yaml::Map(entries) if !entries.is_empty() && self.chance.one_in(2) => {
                let mut lines = Vec::new();
                for (name, value) in entries {
                    let head = format!("{blanks}  {}:", self.scalar(name));
                    lines.push(format!("{head} {}{}", self.flow(value), self.comment()));
                }
                lines[0].replace_range(indent..indent + 1, "-");
                out.extend(lines);
            }
            _ => out.push(format!("{blanks}- {}{}", self.flow(item), self.comment())),
        }
    }
}

fn lasts(chance: &mut Chance, kind: usize) -> Lasts {
    match chance.below(5) {
        0 => Lasts::Times(i64::try_from(chance.below(3)).unwrap() + 1, chance.below(3)),
        1 => Lasts::Until(chance.below(2)),
        _ if kind == 3 => Lasts::Times(1, 0),
        2 | 3 if kind == 0 => Lasts::Times(1, 1),
        _ => Lasts::Permanent,
    }
}

fn values(chance: &mut Chance, kind: usize) -> Vec<TagValue> {
    let mut number = |low: i64, sides: usize| TagValue::Number(low + i64::try_from(chance.below(sides)).unwrap());
    match kind {
        1 => vec![number(0, 2), number(-3, 13), number(0, 2)],
        2 => vec![number(0, 2), number(0, 2), TagValue::Text(chance.pick(&TEXTS).to_owned())],
        4 => vec![number(0, 3)],
        _ => Vec::new(),
    }
}

fn tag(chance: &mut Chance, person: &Person, id: TagId, number: i64) -> Option<HeldTag> {
    let kind = id.index();
    let name = (kind == 2).then(|| chance.pick(&NAMES).to_owned());
    let there = |tag: &&HeldTag| tag.kind == id && (kind != 2 || tag.name == name);
    if kind != 1 && person.tags.iter().any(|tag| there(&tag)) {
        return None;
    }
    let values = values(chance, kind);
    let lasts = lasts(chance, kind);
    Some(HeldTag { number, kind: id, name, values, lasts, turn: None })
}

/// How many things can change, and one of them changes.
fn change(chance: &mut Chance, person: &mut Person, number: i64) {
    let small = |chance: &mut Chance| i64::try_from(chance.below(10)).unwrap();
    match chance.below(12) {
        0 => {
            let (index, sides) = [(0, 11), (1, 11), (2, 2), (3, 2), (4, 3)][chance.below(5)];
            person.traits.insert(index, i64::try_from(chance.below(sides)).unwrap());
        }
        1 => drop(person.traits.pop_last()),
        2 => drop(person.open.insert(chance.pick(&OPEN).to_owned(), small(chance))),
        3 => drop(person.open.pop_first()),
        4 => drop(person.points.insert(Id::new(chance.below(2)), small(chance))),
        5 => drop(person.points.pop_first()),
        6 => drop(person.marks.insert(Id::new(0), vec![small(chance).min(8), i64::try_from(chance.below(2)).unwrap()])),
        7 => drop(person.marks.insert(Id::new(1), vec![small(chance)])),
        8 | 9 => {
            let kind = Id::new(chance.below(5));
            let tag = tag(chance, person, kind, number);
            person.tags.extend(tag);
        }
        10 if !person.tags.is_empty() => drop(person.tags.remove(chance.below(person.tags.len()))),
        _ if !person.tags.is_empty() => {
            let at = chance.below(person.tags.len());
            let kind = person.tags[at].kind.index();
            if chance.one_in(2) {
                person.tags[at].lasts = lasts(chance, kind);
            } else {
                person.tags[at].values = values(chance, kind);
            }
        }
        _ => {}
    }
}

fn tag_values(game: &CheckedGame, tag: &HeldTag, chance: &mut Chance) -> Vec<(String, Yaml)> {
    let look = tirada::internals::world::TagLook::of(game, tag);
    let mut all: Vec<(String, Yaml)> =
        look.values.into_iter().map(|(name, value)| (name, Yaml::Text(super::written(&value)))).collect();
    match tag.lasts {
        Lasts::Permanent if tag.kind.index() == 0 || chance.one_in(3) => {
            all.push(("for".to_owned(), text("permanent")))
        }
        Lasts::Permanent => {}
        Lasts::Times(count, time) => {
            all.push(("for".to_owned(), Yaml::Text(format!("{count} {}", game.times[time].name))))
        }
        Lasts::Until(index) => all.push(("until".to_owned(), text(["Suerte>3", "not  Mojado"][index]))),
    }
    all
}

/// A file that tells of somebody, in one of many ways.
fn file(game: &CheckedGame, person: &Person, chance: &mut Chance) -> String {
    let mut traits: Vec<(String, Yaml)> = Vec::new();
    for (index, value) in &person.traits {
        let words = match index {
            2 => ["no", "yes"][usize::try_from(*value).unwrap()].to_owned(),
            3 => ["Norte", "Sur"][usize::try_from(*value).unwrap()].to_owned(),
            4 => ["Foque", "Mesana", "Gran vela"][usize::try_from(*value).unwrap()].to_owned(),
            _ => value.to_string(),
        };
        traits.push((game.traits[*index].name.to_string(), Yaml::Text(words)));
    }
    if !person.open.is_empty() || chance.one_in(3) {
        let open = person.open.iter().map(|(name, value)| (name.clone(), Yaml::Text(value.to_string()))).collect();
        traits.insert(chance.below(traits.len() + 1), ("oficio".to_owned(), Yaml::Map(open)));
    }
    let mut tags: Vec<(String, Yaml)> = Vec::new();
    for (id, about) in game.tags.pairs() {
        let kind = id.index();
        let had: Vec<&HeldTag> = person.tags.iter().filter(|tag| tag.kind == id).collect();
        let mut yaml: Vec<Yaml> = Vec::new();
        for tag in &had {
            let values = tag_values(game, tag, chance);
            let map = if values.is_empty() { Yaml::Nothing } else { Yaml::Map(values) };
            yaml.push(match &tag.name {
                Some(name) => Yaml::Map(vec![(name.clone(), map)]),
                None if matches!(map, Yaml::Nothing) => text("yes"),
                None => map,
            });
        }
        let value = if had.is_empty() {
            match chance.below(4) {
                0 if kind != 2 => text("no"),
                1 if kind == 2 => Yaml::Nothing,
                _ => continue,
            }
        } else if kind == 2 && chance.below(3) > 0 {
            let mut all = Vec::new();
            for one in yaml {
                let Yaml::Map(names) = one else { panic!("a name has something") };
                all.extend(names);
            }
            Yaml::Map(all)
        } else if had.len() == 1 && kind != 2 && chance.below(3) > 0 {
            yaml.remove(0)
        } else {
            Yaml::List(yaml)
        };
        tags.insert(chance.below(tags.len() + 1), (about.name.to_string(), value));
    }
    let mut marks: Vec<(String, Yaml)> = Vec::new();
    for (track, counts) in &person.marks {
        let names = game.tracks[*track].marks.iter().zip(counts);
        let mut all: Vec<(String, Yaml)> =
            names.map(|((name, _), count)| (name.to_string(), Yaml::Text(count.to_string()))).collect();
        all.retain(|(_, count)| !matches!(count, Yaml::Text(zero) if zero == "0") || chance.one_in(2));
        marks.push((game.tracks[*track].name.to_string(), Yaml::Map(all)));
    }
    let points: Vec<(String, Yaml)> = person
        .points
        .iter()
        .map(|(index, value)| (game.points[*index].name.to_string(), Yaml::Text(value.to_string())))
        .collect();
    let mut sections = Vec::new();
    for (name, entries) in [("points", points), ("marks", marks), ("tags", tags), ("traits", traits)] {
        if !entries.is_empty() || chance.one_in(3) {
            let value = if entries.is_empty() { Yaml::Nothing } else { Yaml::Map(entries) };
            sections.insert(chance.below(sections.len() + 1), (name.to_owned(), value));
        }
    }
    sections.insert(0, ("tirada character".to_owned(), text("1")));
    let step = [2, 4][chance.below(2)];
    let all_flow = chance.one_in(12);
    let mut scribe = Scribe { chance, comments: 0, step };
    let mut lines = Vec::new();
    if all_flow {
        lines.push(scribe.flow(&Yaml::Map(sections)));
    } else {
        scribe.entries(&mut lines, 0, &sections, true);
    }
    let line_break = chance.pick(&["\n", "\n", "\r\n"]);
    let mut text = lines.join(line_break);
    if chance.below(3) > 0 {
        text.push_str(line_break);
    }
    text
}

/// All that counts, in an order of its own.
fn canonical(person: &Person) -> Person {
    let mut person = Person { name: String::new(), ..person.clone() };
    person.marks.retain(|_, counts| counts.iter().any(|count| *count != 0));
    for tag in &mut person.tags {
        tag.number = 0;
    }
    person.tags.sort_by_key(|tag| format!("{tag:?}"));
    person
}

fn kept(text: &str) -> BTreeSet<&str> {
    text.lines().filter(|line| line.starts_with("# kept")).map(str::trim_end).collect()
}

thread_local! {
    static GAME: CheckedGame = game();
}

fn law(seed: u64, changes: usize) {
    GAME.with(|game| {
        let chance = &mut Chance(seed);
        let mut first = Person::default();
        for number in 0..i64::try_from(chance.below(25)).unwrap() {
            change(chance, &mut first, number + 1);
        }
        let before = file(game, &first, chance);
        let (old, sources, id) = person(game, &before);
        assert_eq!(canonical(&old), canonical(&first), "{before}");
        let mut new = old.clone();
        for number in 0..changes {
            change(chance, &mut new, 1000 + i64::try_from(number).unwrap());
        }
        let written = write_person(&sources, id, game, FileOwner::Character, &old, &new);
        let after = written.unwrap_or_else(|error| panic!("{error:?}\n{before}\n{new:#?}")).text;
        let (read_back, errors, again, id) = read(game, &after, FileOwner::Character);
        assert_eq!(errors, [], "{before}\n---\n{after}");
        assert_eq!(canonical(&read_back), canonical(&new), "{before}\n---\n{after}");
        // Comments that belong to nothing stay, and so does the way in which lines end.
        assert_eq!(kept(&after), kept(&before), "{before}\n---\n{after}");
        let breaks =
            |text: &str| (text.contains("\r\n"), text.replace("\r\n", "").contains('\n'), text.ends_with('\n'));
        if before.contains('\n') {
            assert_eq!(breaks(&after), breaks(&before), "{before:?}\n---\n{after:?}");
        }
        // And back again.
        let back = write_person(&again, id, game, FileOwner::Character, &read_back, &old).unwrap().text;
        let (old_again, errors, ..) = read(game, &back, FileOwner::Character);
        assert_eq!(errors, [], "{back}");
        assert_eq!(canonical(&old_again), canonical(&old), "{before}\n---\n{after}\n---\n{back}");
    });
}

/// Two who change the same file, each without the other: all of both is there, or it is refused.
fn together(seed: u64, changes: usize) {
    GAME.with(|game| {
        let chance = &mut Chance(seed);
        let mut first = Person::default();
        for number in 0..i64::try_from(chance.below(25)).unwrap() {
            change(chance, &mut first, number + 1);
        }
        let before = file(game, &first, chance);
        let (old, sources, id) = person(game, &before);
        let (mut ours, mut theirs) = (old.clone(), old.clone());
        for number in 0..changes {
            let who = if number % 2 == 0 { &mut ours } else { &mut theirs };
            change(chance, who, 1000 + i64::try_from(number).unwrap());
        }
        let there = write_person(&sources, id, game, FileOwner::Character, &old, &theirs).unwrap().text;
        let (theirs, _, sources, id) = read(game, &there, FileOwner::Character);
        match write_person(&sources, id, game, FileOwner::Character, &old, &ours) {
            Err(error) => {
                assert_eq!(error.code.as_str(), "file-not-as-read");
                assert!(canonical(&theirs) != canonical(&old) && canonical(&ours) != canonical(&old));
            }
            Ok(written) => {
                let (now, errors, ..) = read(game, &written.text, FileOwner::Character);
                assert_eq!(errors, [], "{}", written.text);
                // Whatever is other than before is what one of them made of it, and not the other.
                let told = |person: &Person| canonical(person);
                let (old, ours, theirs, now) = (told(&old), told(&ours), told(&theirs), told(&now));
                for index in 0..100 {
                    let of = |person: &Person| {
                        (person.traits.get(&index).copied(), person.points.get(&Id::new(index)).copied())
                    };
                    let (old, ours, theirs, now) = (of(&old), of(&ours), of(&theirs), of(&now));
                    assert_eq!(now.0, if ours.0 == old.0 { theirs.0 } else { ours.0 }, "{before}");
                    assert_eq!(now.1, if ours.1 == old.1 { theirs.1 } else { ours.1 }, "{before}");
                    assert!(ours.1 == old.1 || theirs.1 == old.1, "{before}");
                }
                if ours == old {
                    assert_eq!(now, theirs, "{before}");
                } else if theirs == old {
                    assert_eq!(now, ours, "{before}");
                }
            }
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(seed in any::<u64>(), changes in 0..12_usize) {
        law(seed, changes);
    }

    #[test]
    fn nothing_of_two_is_lost(seed in any::<u64>(), changes in 0..6_usize) {
        together(seed, changes);
    }
}
