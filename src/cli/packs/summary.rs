//! Prints what a pack would install, and asks for confirmation.

use super::bundle::{kilobytes, shown};
use super::inspection::InspectedPack;
use super::installed::Installed;
use crate::cli::search_path::data_folder;
use crate::cli::terminal_effects::{agreed, is_interactive};
use crate::cli::{CommandContext, USAGE};
use crate::diagnostic::{Args, Code, Diagnostic};
use crate::report::document::{Document, DocumentColumn, Line};
use crate::report::{Catalogue, shortened};
use crate::ruleset::Pack;

/// Letters of an author's text that are shown.
const LONGEST: usize = 200;
/// A pack that is about to be installed.
pub(super) struct Coming<'a> {
    pub(super) looked: &'a InspectedPack,
    /// Its description.
    pub(super) pack: &'a Pack,
    /// What it takes the place of.
    pub(super) replaced: Option<&'a Installed>,
}

/// A text of a stranger on one line, so that it does not look like the program's own output.
fn tame(text: &str) -> String {
    shortened(&text.split_whitespace().collect::<Vec<_>>().join(" "), LONGEST).into_owned()
}

impl Coming<'_> {
    /// All that is to be known.
    pub(super) fn document(&self, catalogue: &Catalogue) -> Document {
        let say = |id: &str, args: Args| catalogue.text(id, &args);
        let pack = self.pack;
        let mut document = Document::new().heading(title(pack));
        if let Some(doc) = &pack.doc {
            document = document.line(tame(doc));
        }
        let authors = pack.authors.iter().map(|author| tame(author)).collect::<Vec<_>>().join(", ");
        document =
            document.item(0, say("pack-authors", vec![("authors", shortened(&authors, LONGEST).as_ref().into())]));
        document = document.item(0, say("pack-licence", vec![("licence", tame(&pack.licence).into())]));
        document = document.item(0, say("pack-language", vec![("language", tame(&pack.language).into())]));
        for need in &self.looked.needs {
            let id = if need.is_pack { "pack-needs-pack" } else { "pack-needs-program" };
            let args: Args = vec![
                ("id", need.id.as_str().into()),
                ("range", need.range.as_str().into()),
                ("version", need.version.as_str().into()),
            ];
            document = document.item(0, say(id, args));
        }
        let files: Args = vec![
            ("files", self.looked.bundle.files.len().into()),
            ("size", kilobytes(self.looked.bundle.bytes()).into()),
        ];
        document = document.item(0, say("pack-files", files));
        if !self.looked.characters.is_empty() {
            document = document.item(0, say("pack-characters", vec![("names", self.looked.characters.clone().into())]));
        }
        document = document.item(0, say("pack-from", vec![("source", self.looked.bundle.origin.as_str().into())]));
        document = self.place(document, catalogue);
        let columns = ["pack-column-ruleset", "pack-column-name", "pack-column-extends", "pack-column-cases"];
        let rows = self.looked.rulesets.iter().map(|one| {
            let cases: Args = vec![("passed", one.passed.into()), ("failed", one.failed.into())];
            vec![
                Line::new().name(&one.id),
                Line::new().plain(tame(&one.name)),
                Line::new().plain(one.extends.as_deref().unwrap_or_default()),
                Line::new().plain(say("pack-cases", cases)),
            ]
        });
        document.gap().table(columns.map(|id| DocumentColumn::left(say(id, Vec::new()))).into(), rows.collect())
    }

    /// Where it goes, and what it replaces there.
    fn place(&self, document: Document, catalogue: &Catalogue) -> Document {
        let say = |id: &str, args: Args| catalogue.text(id, &args);
        let Some(old) = self.replaced else {
            let Some(home) = data_folder() else { return document };
            let path = shown(&home.join(&self.pack.id.text));
            return document.item(0, say("pack-to", vec![("path", path.into())]));
        };
        let versions: Args = vec![
            ("old", old.pack.version.to_string().into()),
            ("new", self.pack.version.to_string().into()),
            ("path", shown(&old.folder).into()),
        ];
        let id = match old.pack.version.cmp(&self.pack.version) {
            std::cmp::Ordering::Less => "pack-replaces",
            std::cmp::Ordering::Equal => "pack-replaces-same",
            std::cmp::Ordering::Greater => "pack-replaces-newer",
        };
        let mut document = document.item(0, say(id, versions));
        let now: Vec<&str> = self.looked.rulesets.iter().map(|one| one.id.as_str()).collect();
        let gone: Vec<String> =
            old.rulesets().into_iter().map(|(id, _)| id).filter(|id| !now.contains(&id.as_str())).collect();
        if !gone.is_empty() {
            document = document.item(0, say("pack-takes-away", vec![("names", gone.into())]));
        }
        if old.is_changed() {
            document = document.item(0, say("pack-was-changed", Vec::new()));
        }
        document
    }
}

fn title(pack: &Pack) -> String {
    let title = format!("{} {}", pack.id.text, pack.version);
    if pack.name == pack.id.text { title } else { format!("{title} · {}", tame(&pack.name)) }
}

/// A pack that is to be removed.
pub(super) fn strategy(installed: &Installed, rulesets: &[String], catalogue: &Catalogue) -> Document {
    let say = |id: &str, args: Args| catalogue.text(id, &args);
    let mut document = Document::new().heading(title(&installed.pack));
    document = document.item(0, say("pack-takes-away", vec![("names", rulesets.to_vec().into())]));
    document = document.item(0, say("pack-folder", vec![("path", shown(&installed.folder).into())]));
    if installed.is_changed() {
        document = document.item(0, say("pack-was-changed", Vec::new()));
    }
    document
}

/// Asks. Without a terminal, the exit code.
pub(super) fn ask(context: &CommandContext, question: &'static str) -> Result<bool, u8> {
    if !is_interactive() {
        context.complain_alone(&Diagnostic::error(Code::PackNobodyToAsk, None));
        return Err(USAGE);
    }
    Ok(agreed(&context.output.catalogue.say(question)))
}
