//! The translations of names and texts, and which of them were used.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::Untranslated;
use crate::diagnostic::{Code, Diagnostic, is_few, nearest};
use crate::ruleset::model::Word;
use crate::ruleset::{KeyPlace, Translation, keys_of};
use crate::sort::Sort as _;
use crate::source::{Span, nfc};

/// So many names at most are listed where none is near.
const MOST: usize = 20;

/// Where something is: keys from the top.
type Path = Vec<String>;

/// Translations by path, and what the game has asked for.
pub(super) struct Dictionary<'t> {
    /// For each path what is said there; the nearest translation first.
    entries: HashMap<Path, Vec<Option<&'t Word>>>,
    /// Where the game's own translations speak of something.
    spoken_of: Vec<(Path, Span)>,
    /// What there is to be spoken of.
    known: HashSet<Path>,
    /// The names that can stand below a path.
    below: BTreeMap<Path, Vec<String>>,
    missing: Vec<Untranslated>,
    findings: Vec<Diagnostic>,
}

/// However it is spelt or cut into lines, a text is the same.
fn path(keys: &[&str]) -> Path {
    let same = |key: &str| nfc(&key.split_whitespace().collect::<Vec<&str>>().join(" "));
    keys.iter().map(|key| same(key)).collect()
}

impl<'t> Dictionary<'t> {
    pub(super) fn new(layers: &[&'t Translation], own: usize) -> Self {
        let mut dictionary = Self {
            entries: HashMap::new(),
            spoken_of: Vec::new(),
            known: HashSet::new(),
            below: BTreeMap::new(),
            missing: Vec::new(),
            findings: Vec::new(),
        };
        for (index, layer) in layers.iter().enumerate() {
            dictionary.layer(layer, index < own);
        }
        dictionary
    }

    fn layer(&mut self, layer: &'t Translation, own: bool) {
        let mut say = |keys: &[&str], at: Option<Span>, to: Option<&'t Word>| {
            let path = path(keys);
            if let Some(at) = at.filter(|_| own) {
                self.spoken_of.push((path.clone(), at));
            }
            self.entries.entry(path).or_default().push(to);
        };
        say(&["name"], None, layer.name.as_ref());
        say(&["doc"], None, layer.doc.as_ref());
        for (section, things) in &layer.sections {
            for thing in things {
                let name = thing.name.from.text.as_str();
                say(&[section, name], Some(thing.name.from.span), thing.name.to.as_ref());
                if let Some((at, to)) = &thing.doc {
                    say(&[section, name, "doc"], Some(*at), to.as_ref());
                }
                for (part, list) in &thing.parts {
                    for one in list {
                        say(&[section, name, part, &one.from.text], Some(one.from.span), one.to.as_ref());
                    }
                }
            }
        }
        for (key, list) in [("words", &layer.words), ("texts", &layer.texts)] {
            for one in list {
                say(&[key, &one.from.text], Some(one.from.span), one.to.as_ref());
            }
        }
    }

    /// What is said under a path; that the game has it is known from now on.
    fn find(&mut self, keys: &[&str]) -> Option<&'t Word> {
        let path = path(keys);
        if self.known.insert(path.clone())
            && let Some((last, above)) = path.split_last()
        {
            self.below.entry(above.to_vec()).or_default().push(last.clone());
        }
        self.entries.get(&path).and_then(|said| said.iter().find_map(|one| *one))
    }

    /// What something is called that has a place of its own in a translation. Where it is
    /// not said, it is missing; `text` is what it is, if the last key does not say so.
    pub(super) fn of(&mut self, keys: &[&str], text: Option<&str>) -> Option<&'t Word> {
        let found = self.find(keys);
        if found.is_none() {
            self.lack(keys, text);
        }
        found
    }

    fn lack(&mut self, keys: &[&str], text: Option<&str>) {
        self.missing.push(Untranslated { path: path(keys), text: text.map(str::to_owned) });
    }

    /// What part of a thing is called, by what is said there; else by the words of the thing, or
    /// those of all things.
    /// Something that is called like it counts as well: then nothing is missing.
    pub(super) fn part(&mut self, thing: &[&str; 2], part: &str, name: &str, namesake: bool) -> Option<&'t Word> {
        let [section, owner] = *thing;
        let keys = [section, owner, part, name];
        let said = self.find(&keys);
        let own = self.find(&[section, owner, "words", name]);
        let everywhere = self.find(&["words", name]);
        let said = said.or(own).or(everywhere);
        if said.is_none() && !namesake {
            // Tests that are like one another end alike.
            let place = if part == "outcomes" { &["words", name][..] } else { &keys[..] };
            self.lack(place, None);
        }
        said
    }

    /// What a word inside of a thing is: by the thing's own words, or by those of all things.
    pub(super) fn word(&mut self, thing: &[&str; 2], name: &str, namesake: bool) -> Option<&'t Word> {
        let [section, owner] = *thing;
        let own = self.find(&[section, owner, "words", name]);
        let everywhere = self.find(&["words", name]);
        let said = own.or(everywhere);
        if said.is_none() && !namesake {
            self.lack(&["words", name], None);
        }
        said
    }

    /// Something is wrong with a translation.
    pub(super) fn report(&mut self, error: Diagnostic) {
        if !self.findings.contains(&error) {
            self.findings.push(error);
        }
    }

    /// Whether a text is in a translation of the game itself.
    pub(super) fn is_own(&self, word: &Word) -> bool {
        let sources: HashSet<_> = self.spoken_of.iter().map(|(_, at)| at.source).collect();
        sources.contains(&word.span.source)
    }

    /// What is missing, how much there is, and what is wrong.
    pub(super) fn finish(mut self) -> (Vec<Untranslated>, usize, Vec<Diagnostic>) {
        let mut blamed: HashSet<Path> = HashSet::new();
        for (path, at) in std::mem::take(&mut self.spoken_of) {
            let above_blamed = (1..path.len()).any(|end| path.get(..end).is_some_and(|above| blamed.contains(above)));
            if self.known.contains(&path) || above_blamed {
                continue;
            }
            let Some((name, above)) = path.split_last() else { continue };
            blamed.insert(path.clone());
            let place = above.join(".");
            let error = Diagnostic::error(Code::TranslationOfNothing, at).arg("name", &**name).arg("place", place);
            let known = self.below.get(above).map(Vec::as_slice).unwrap_or_default();
            // Many names, or whole texts, would only be in the way.
            let near = || nearest(name, known.iter().map(String::as_str)).is_some();
            let helps = is_few(self.findings.len()) && (known.len() <= MOST || near());
            let known = if helps { known } else { &[] };
            self.findings.push(error.suggest(self.findings.len(), name, at, known));
        }
        // A word that several things use lacks one translation.
        let mut seen = HashSet::new();
        self.missing.retain(|one| seen.insert(one.path.clone()));
        self.missing.retain(|one| match one.path.as_slice() {
            [_, _, _, name] => !seen.contains(&path(&["words", name])),
            _ => true,
        });
        // The order in which a translation is written.
        let sections = keys_of(KeyPlace::Translation);
        let order = |one: &Untranslated| {
            let first = one.path.first().map_or("", String::as_str);
            sections.iter().position(|section| section.name == first)
        };
        self.missing.order_by_key(order);
        let total = self.translatable();
        (self.missing, total, self.findings)
    }

    /// How many things can be said: what is missing, and what is not.
    fn translatable(&self) -> usize {
        let said = self
            .known
            .iter()
            .filter(|path| self.entries.get(*path).is_some_and(|said| said.iter().any(Option::is_some)));
        said.count().saturating_add(self.missing.len())
    }
}
