//! Reads `pack.yml`: the name of a pack, its authors, and its dependencies.

use semver::{Version, VersionReq};

use super::{Reader, first_place, keys};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::Word;
use crate::source::{Sources, Span};
use crate::yaml::{Entry, Node};

/// The file that makes a folder a pack.
pub const PACK_FILE: &str = "pack.yml";
/// Letters of a pack's id at most.
const LONGEST_ID: usize = 64;
/// What no file can be called on some systems.
const DEVICES: [&str; 7] = ["aux", "clock$", "con", "conin$", "conout$", "nul", "prn"];

/// A pack as its `pack.yml` describes it.
#[derive(Debug, Clone)]
pub struct Pack {
    /// Its id, which is the name of its folder where it is installed.
    pub id: Word,
    pub version: Version,
    /// Where the version is.
    pub version_at: Span,
    /// What people call it.
    pub name: String,
    /// Names of the authors.
    pub authors: Vec<String>,
    /// An SPDX identifier or the name of a licence.
    pub licence: String,
    /// The language of its words.
    pub language: String,
    /// One line about it.
    pub doc: Option<String>,
    pub needs: Vec<Need>,
}

/// Another pack, a ruleset that comes with the program, or the program itself, in one of
/// some versions.
#[derive(Debug, Clone)]
pub struct Need {
    pub id: Word,
    /// The versions that will do.
    pub range: VersionReq,
    pub range_at: Span,
}

/// Whether a text can be the id of a pack: the name of a folder on every system.
#[must_use]
pub fn is_pack_id(text: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    text.len() <= LONGEST_ID
        && text.starts_with(plain)
        && text.ends_with(plain)
        && text.chars().all(|letter| plain(letter) || letter == '-')
        && !is_device(text)
}

/// Whether some system takes a name, without its ending, for a device and not for a file.
#[must_use]
pub fn is_device(stem: &str) -> bool {
    let stem = stem.trim_end().to_ascii_lowercase();
    let numbered = ["com", "lpt"].iter().filter_map(|name| stem.strip_prefix(name));
    DEVICES.contains(&stem.as_str())
        || numbered.into_iter().any(|rest| {
            let mut letters = rest.chars();
            // Windows takes the three superscripts of Latin-1 for digits.
            let is_digit = |letter: char| letter.is_ascii_digit() || matches!(letter, '¹' | '²' | '³');
            letters.next().is_some_and(is_digit) && letters.next().is_none()
        })
}

/// Reads `pack.yml`: the pack, if all that it has to say could be read, and everything that
/// is wrong.
#[must_use]
pub fn read_pack(node: &Node, sources: &Sources) -> (Option<Pack>, Vec<Diagnostic>) {
    let mut reader = Reader::new(sources);
    let pack = reader.pack(node);
    (pack, reader.errors)
}

impl Reader<'_> {
    fn pack(&mut self, node: &Node) -> Option<Pack> {
        let fields = self.fields(node, "pack", &keys::PACK);
        self.version(fields.get(keys::PACK_VERSION), node);
        self.due(&fields, &keys::PACK, first_place(node), "pack");
        let id = fields.get("id").and_then(|node| self.pack_id(node));
        let version = fields.get("version").and_then(|node| Some((self.pack_version(node)?, node.span)));
        let authors: Vec<String> = match fields.get("authors") {
            Some(node) => {
                let authors = self.words(node);
                if authors.is_empty() && !node.is_bad() && self.errors.iter().all(|error| error.at != Some(node.span)) {
                    self.report(Diagnostic::error(Code::EmptyValue, node.span));
                }
                authors.into_iter().map(|word| word.text).collect()
            }
            None => Vec::new(),
        };
        let licence = fields.get("licence").and_then(|node| self.word(node));
        let language = fields.get("language").and_then(|node| self.language(node));
        let name = fields.get("name").and_then(|node| self.word(node));
        let doc = fields.get("doc").and_then(|node| self.prose(node));
        let mut needs = Vec::new();
        for entry in fields.get("needs").map(|node| self.map(node, "needs")).unwrap_or_default() {
            needs.extend(self.need(entry));
        }
        let (id, (version, version_at)) = (id?, version?);
        Some(Pack {
            name: name.map_or_else(|| id.text.clone(), |word| word.text),
            id,
            version,
            version_at,
            authors,
            licence: licence?.text,
            language: language?.text,
            doc,
            needs,
        })
    }

    fn pack_id(&mut self, node: &Node) -> Option<Word> {
        let id = self.word(node)?;
        if is_pack_id(&id.text) {
            return Some(id);
        }
        let mut error = Diagnostic::error(Code::BadPackId, node.span).arg("text", &*id.text);
        let letters = crate::source::fold(&id.text);
        let plain: String =
            letters.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect();
        let plain = plain.trim_matches('-');
        if is_pack_id(plain) {
            error = error.fix(node.span, plain);
        }
        self.report(error);
        None
    }

    fn pack_version(&mut self, node: &Node) -> Option<Version> {
        let word = self.word(node)?;
        if let Ok(version) = Version::parse(&word.text) {
            return Some(version);
        }
        let mut error = Diagnostic::error(Code::BadPackVersion, node.span).arg("text", &*word.text);
        let longer = [format!("{}.0", word.text), format!("{}.0.0", word.text)];
        if let Some(fixed) = longer.into_iter().find(|text| Version::parse(text).is_ok()) {
            error = error.fix(node.span, fixed);
        }
        self.report(error);
        None
    }

    fn need(&mut self, entry: &Entry) -> Option<Need> {
        let id = self.key(entry);
        let word = self.word(&entry.value)?;
        let range = if word.text == "any" { Ok(VersionReq::STAR) } else { VersionReq::parse(&word.text) };
        match range {
            Ok(range) => Some(Need { id, range, range_at: word.span }),
            Err(_) => {
                self.report(Diagnostic::error(Code::BadVersionRange, word.span).arg("text", word.text));
                None
            }
        }
    }
}
