//! Translations of a ruleset: its own, and those of the rulesets that it extends.

use super::fixes::{CheckResult, offer};
use super::{LoadedGame, Session};
use crate::check::program::CheckedGame;
use crate::check::{Spoken, translated};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{File, Translation, read_translation};
use crate::source::{SourceId, Span};
use crate::yaml::{YamlLimits, parse};

/// The translations of a ruleset, as far as they could be read.
#[derive(Debug, Default)]
pub struct Translations {
    /// Its own, in the order of their files, and then those of what it extends, nearest first.
    list: Vec<(SourceId, Translation)>,
    /// How many of them are its own.
    own: usize,
    /// The errors in its own translations.
    pub findings: Vec<Diagnostic>,
}

impl Session<'_> {
    /// Reads the translations of a ruleset: its own from these files, those of what it extends from
    /// the shelf.
    pub fn translations(&mut self, loaded: &LoadedGame, own: Vec<File>) -> Translations {
        let mut translations = self.translations_untried(loaded, own);
        let own: Vec<SourceId> = translations.list.iter().take(translations.own).map(|(source, _)| *source).collect();
        offer(&mut translations.findings, &self.sources, &own, &self.limits, &mut |files| {
            let bytes = files.iter().map(|file| file.text.len()).sum();
            let mut other = self.with(self.sources.clone());
            let findings = other.translations_untried(loaded, files).findings;
            CheckResult { findings, sources: other.sources, bytes, others: 0 }
        });
        translations
    }

    /// The same without trying what is suggested.
    pub(crate) fn translations_untried(&mut self, loaded: &LoadedGame, own: Vec<File>) -> Translations {
        let mut translations = Translations::default();
        for file in own {
            let (source, translation, found) = self.translation(file);
            translations.findings.extend(found);
            translations.findings.extend(misplaced(&translation, &loaded.game));
            translations.list.push((source, translation));
        }
        translations.own = translations.list.len();
        for id in &loaded.extends {
            for file in self.shelf.translations(id) {
                // What is wrong with it is said where that ruleset is checked.
                let (source, translation, _) = self.translation(file);
                translations.list.push((source, translation));
            }
        }
        let languages = translations.languages();
        for language in languages {
            if let Some(mut spoken) = translations.spoken(&loaded.game, &language) {
                translations.findings.append(&mut spoken.findings);
            }
        }
        translations
    }

    fn translation(&mut self, file: File) -> (SourceId, Translation, Vec<Diagnostic>) {
        let source = self.sources.add(file.name, file.text);
        let (tree, mut found) = parse(&self.sources, source, &YamlLimits::default());
        let (translation, more) = read_translation(&tree, &self.sources);
        found.extend(more);
        (source, translation, found)
    }
}

impl Translations {
    /// The languages that there are, in the order of their files.
    #[must_use]
    pub fn languages(&self) -> Vec<String> {
        let mut languages: Vec<String> = Vec::new();
        for language in self.list.iter().filter_map(|(_, translation)| translation.language.as_ref()) {
            if !languages.contains(&language.text) {
                languages.push(language.text.clone());
            }
        }
        languages
    }

    /// The game in one of these languages.
    #[must_use]
    pub fn spoken(&self, game: &CheckedGame, language: &str) -> Option<Spoken> {
        let same = |translation: &Translation| {
            translation.language.as_ref().is_some_and(|word| word.text.eq_ignore_ascii_case(language))
        };
        let own = self.list.iter().take(self.own).filter(|(_, one)| same(one)).count();
        let layers: Vec<&Translation> = self.list.iter().map(|(_, one)| one).filter(|one| same(one)).collect();
        if layers.is_empty() {
            return None;
        }
        let mut spoken = translated(game, &layers, own);
        spoken.game.language = Some(language.to_owned());
        Some(spoken)
    }

    /// A warning for each translation of the game itself that is not complete, at its beginning. Translations of what
    /// it extends need not be complete.
    #[must_use]
    pub fn lacks(&self, game: &CheckedGame) -> Vec<Diagnostic> {
        let mut warnings = Vec::new();
        let mut told: Vec<&str> = Vec::new();
        for (source, translation) in self.list.iter().take(self.own) {
            let Some(language) = translation.language.as_ref().map(|word| word.text.as_str()) else { continue };
            if told.contains(&language) {
                continue;
            }
            told.push(language);
            let Some(spoken) = self.spoken(game, language).filter(|spoken| !spoken.missing.is_empty()) else {
                continue;
            };
            let at = Span { source: *source, start: 0, end: 0 };
            let warning = Diagnostic::warning(Code::TranslationLacks, at)
                .arg("count", spoken.missing.len())
                .arg("total", spoken.total)
                .arg("language", language);
            warnings.push(warning.help_with("help-translation-lacks", "language", language));
        }
        warnings
    }
}

/// A translation of another ruleset, or into the language that this one has anyway.
fn misplaced(translation: &Translation, game: &CheckedGame) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if let Some(word) = translation.ruleset.as_ref().filter(|word| word.text != game.id) {
        let error = Diagnostic::error(Code::TranslationOfAnother, word.span).arg("name", &*word.text);
        found.push(error.arg("game", &*game.id).fix(word.span, &*game.id));
    }
    if let Some(word) = translation.language.as_ref().filter(|word| Some(&word.text) == game.language.as_ref()) {
        found.push(Diagnostic::error(Code::TranslationIntoItself, word.span).arg("language", &*word.text));
    }
    found
}
