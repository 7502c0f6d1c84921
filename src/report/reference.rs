//! A whole game as a reference: one model, built from what `show` prints of each entry and the odds of its tests, and
//! two writers, Markdown and HTML.

mod cards;
mod chances;
mod layout;
pub mod markdown;
mod missing;
pub mod page;

pub use chances::{Steps, TestChances, TestChancesResult};
pub use layout::{Fit, Sheets};
pub use missing::to_fill_in;

use std::collections::HashMap;

use super::Catalogue;
use super::document::{Block, Document, Line};
use super::show::Shower;
use crate::check::program::CheckedGame;

/// The reference of a game: a summary, sections, cards.
#[derive(Debug, Clone)]
pub struct Reference {
    /// The tag of the language of its words.
    pub language: String,
    /// The name of the game.
    pub title: String,
    /// What the game says of itself, and its dice.
    pub lead: Document,
    /// Its parts, in the order in which they are read.
    pub sections: Vec<Section>,
    /// The title over the screen.
    pub screen_title: String,
    /// What is said about printing.
    pub print_note: String,
    /// Where it comes from.
    pub colophon: String,
    /// What folds away the steps of an action.
    pub steps_title: String,
    /// Titles of what a page folds away: what is asked, calculated and needed.
    pub folds: Vec<String>,
    /// The label of the search field.
    pub search_title: String,
    /// That nothing was found.
    pub not_found: String,
}

/// The entries of one kind, such as tests.
#[derive(Debug, Clone)]
pub struct Section {
    /// The anchor for links.
    pub id: &'static str,
    pub title: String,
    pub entries: Vec<ReferenceEntry>,
}

#[derive(Debug, Clone)]
pub struct ReferenceEntry {
    /// Its anchor, unique on the page.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What is shown of it.
    pub body: Document,
    /// What is done step by step, separately.
    pub steps: Document,
}

/// What is shown of one thing, without the title over it.
fn untitled(document: Document) -> Document {
    let titled = matches!(document.blocks.first(), Some(Block::Heading(_)));
    Document { blocks: document.blocks.into_iter().skip(usize::from(titled)).collect() }
}

impl Reference {
    /// The reference of a game in the language of its words, with the chances of its tests in
    /// their order; with `all`, bookkeeping of the rules as well.
    #[must_use]
    pub fn new(game: &CheckedGame, chances: &[TestChancesResult], catalogue: &Catalogue, all: bool) -> Self {
        let shower = Shower { game, catalogue, worded: true };
        let say = |id: &str| catalogue.say(id);
        let language = game.language.clone().unwrap_or_else(|| catalogue.language().tag().to_owned());
        Self {
            language,
            title: game.name.clone(),
            lead: shower.lead(),
            sections: shower.sections(chances, all),
            screen_title: say("reference-screen"),
            print_note: say("reference-print"),
            colophon: catalogue.text("reference-colophon", &vec![("game", game.id.as_str().into())]),
            folds: ["show-asks", "show-values", "show-needs"].map(say).to_vec(),
            search_title: say("reference-search"),
            not_found: say("reference-not-found"),
            steps_title: say("show-steps"),
        }
    }
}

impl Sheets {
    /// What is wanted at the table, short: the screen of a game.
    #[must_use]
    pub fn of(game: &CheckedGame, chances: &[TestChancesResult], catalogue: &Catalogue) -> Self {
        layout::fit(|detail| Shower { game, catalogue, worded: true }.cards(chances, detail))
    }
}

/// A name as part of an anchor: its letters and digits.
fn slug(name: &str) -> String {
    let letters =
        name.chars().flat_map(char::to_lowercase).map(|letter| if letter.is_alphanumeric() { letter } else { '-' });
    letters.take(60).collect()
}

/// The anchors that are in use, with the number of entries for each.
#[derive(Default)]
struct Anchors(HashMap<String, usize>);

impl Anchors {
    /// One that is not taken: this one, or with a number behind it.
    fn take(&mut self, first: &str) -> String {
        let mut anchor = first.to_owned();
        while self.0.contains_key(&anchor) {
            let times = self.0.entry(first.to_owned()).or_insert(1);
            *times += 1;
            anchor = format!("{first}-{times}");
        }
        self.0.insert(anchor.clone(), 1);
        anchor
    }
}

/// Collects the sections of a reference.
struct Sections<'a> {
    shower: &'a Shower<'a>,
    list: Vec<Section>,
}

impl Sections<'_> {
    fn add<N: Into<String>>(
        mut self,
        id: &'static str,
        title: &str,
        entries: impl IntoIterator<Item = (N, Document)>,
    ) -> Self {
        let mut anchors = Anchors::default();
        let entries: Vec<ReferenceEntry> = entries
            .into_iter()
            .map(|(title, document)| {
                let (body, steps) = self.apart(untitled(document));
                let title = title.into();
                let anchor = anchors.take(&format!("{id}-{}", slug(&title)));
                ReferenceEntry { id: anchor, title, body, steps }
            })
            .collect();
        if !entries.is_empty() {
            let title = self.shower.say(title);
            self.list.push(Section { id, title, entries });
        }
        self
    }

    /// Steps are rendered last, after their own heading.
    fn apart(&self, document: Document) -> (Document, Document) {
        let title = Block::Line(Line::new().strong(self.shower.say("show-steps")));
        let mut body = document.blocks;
        let Some(at) = body.iter().position(|block| *block == title) else {
            return (Document { blocks: body }, Document::new());
        };
        let steps = body.split_off(at).into_iter().skip(1).collect();
        while body.last() == Some(&Block::Gap) {
            body.pop();
        }
        (Document { blocks: body }, Document { blocks: steps })
    }
}

impl Shower<'_> {
    /// What is said before everything else: what the game is, and how it rolls.
    fn lead(&self) -> Document {
        let overview = untitled(self.overview(true));
        let lists = overview.blocks.iter().position(|block| *block == Block::Gap);
        let end = lists.unwrap_or(overview.blocks.len());
        let lead = Document { blocks: overview.blocks.into_iter().take(end).collect() };
        self.requires(self.turns(lead))
    }

    fn sections(&self, chances: &[TestChancesResult], all: bool) -> Vec<Section> {
        let game = self.game;
        let is_told = |name: &str| all || !game.is_internal(name);
        let actions = game.actions.iter().filter(|one| is_told(&one.name));
        let tags = game.tags.iter().filter(|one| is_told(&one.name));
        let points = game.points.iter().filter(|one| is_told(&one.name));
        let tests = game.tests.iter().enumerate().map(|(index, test)| {
            let mut document = Document::new().line(Line::new().code(self.call(test)));
            document.append(untitled(self.test(test)));
            if let Some(found) = chances.get(index) {
                let chances = self.chances(test, found, false);
                if !chances.is_empty() {
                    document = document.gap().line(Line::new().strong(self.say("reference-chances")));
                    document.append(chances);
                }
            }
            (&*test.name, document)
        });
        let times = game.times.iter().enumerate().map(|(index, time)| (&*time.name, self.time(index, time)));
        let options = game.options.iter().map(|option| (&*option.name, self.option(Document::new(), option)));
        Sections { shower: self, list: Vec::new() }
            .add("tables", "show-tables", game.tables.iter().map(|table| (&*table.name, self.table(table))))
            .add("formulas", "show-formulas", game.formulas.iter().map(|one| (&*one.name, self.named_formula(one))))
            .add("tests", "show-tests", tests)
            .add("actions", "show-actions", actions.map(|one| (&*one.name, self.action(one))))
            .add(
                "interventions",
                "show-interventions",
                game.interventions.iter().map(|one| (&*one.name, self.intervention(one))),
            )
            .add(
                "templates",
                "show-templates",
                game.templates.iter().map(|one| (&*one.name, self.template_of_character(one))),
            )
            .add("tracks", "show-tracks", game.tracks.iter().map(|track| (&*track.name, self.track(track))))
            .add("tags", "show-tags", tags.map(|tag| (&*tag.name, self.tag(tag))))
            .add("traits", "show-traits", game.traits.iter().map(|one| (&*one.name, self.one_trait(one))))
            .add("points", "show-points", points.map(|one| (&*one.name, self.points(one))))
            .add("times", "show-times", times)
            .add("options", "show-options", options)
            .list
    }
}
