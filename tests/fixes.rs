//! A change that is suggested has to mend what it is for: made, and checked again, the finding is
//! gone and no error has come. Held to that is every change that the program offers for the mistakes
//! of `tests/errors` and `tests/mistakes`, and for others that are generated here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::diagnostic::{Diagnostic, SuggestedFix};
use tirada::internals::ruleset::{File, FileKind, Shelf, file_kind, read_character};
use tirada::internals::session::{RollRequest, Session, check_cases, offer_in_file};
use tirada::internals::source::{SourceId, Sources};
use tirada::internals::yaml::{YamlLimits, parse};

#[derive(Default)]
pub(crate) struct Memory(BTreeMap<String, Vec<File>>);

impl<const N: usize> From<[(String, Vec<File>); N]> for Memory {
    fn from(games: [(String, Vec<File>); N]) -> Self {
        Self(games.into())
    }
}

impl Shelf for Memory {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        self.0.get(id).cloned()
    }

    fn ids(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path)
}

fn file(path: &Path) -> File {
    File { name: path.file_name().unwrap().to_string_lossy().into_owned(), text: fs::read_to_string(path).unwrap() }
}

fn paths(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Several texts, and how they are checked.
pub(crate) struct Checked {
    pub(crate) findings: Vec<Diagnostic>,
    sources: Sources,
}

type Check<'c> = &'c dyn Fn(Vec<File>) -> Checked;

/// The place of a finding: file, first line.
fn line(one: &Diagnostic, sources: &Sources) -> Option<(String, usize)> {
    let at = one.at?;
    let source = sources.get(at.source)?;
    Some((source.name().to_owned(), source.position(at.start).line))
}

/// What is wrong with a change that is offered.
fn judged(
    files: &[File],
    before: &Checked,
    finding: &Diagnostic,
    fix: &SuggestedFix,
    check: Check<'_>,
) -> Result<(), String> {
    let source = before.sources.get(fix.span.source).unwrap();
    let mut text = source.text().to_string();
    text.replace_range(fix.span.range(), &fix.replacement);
    let changed = files
        .iter()
        .map(|one| if one.name == source.name() { File { text: text.clone(), ..one.clone() } } else { one.clone() })
        .collect();
    let after = check(changed);
    let told = || {
        let list: Vec<String> = after.findings.iter().map(|one| format!("{one:?}")).collect();
        format!("{finding:?}\n  {fix:?}\n  leaves\n  {}", list.join("\n  "))
    };
    let errors = |all: &[Diagnostic]| all.iter().filter(|one| one.is_error()).count();
    if finding.is_error() && errors(&after.findings) >= errors(&before.findings) {
        return Err(format!("no fewer errors: {}", told()));
    }
    // Nothing is told now that was not told before, wherever it is.
    let said = |one: &Diagnostic| format!("{} {:?}", one.code, one.args);
    let mut known: Vec<String> = before.findings.iter().map(said).collect();
    for one in after.findings.iter().filter(|one| one.is_error()) {
        match known.iter().position(|other| *other == said(one)) {
            Some(at) => drop(known.swap_remove(at)),
            None => return Err(format!("an error that was not told: {}", told())),
        }
    }
    // The lines that were changed hold nothing that was not there.
    let first = source.position(fix.span.start).line;
    let last = first + fix.replacement.matches('\n').count();
    let here = |all: &Checked, last: usize| {
        let own = all.findings.iter().filter(|one| one.is_error());
        own.filter(|one| {
            line(one, &all.sources).is_some_and(|(name, at)| name == source.name() && (first..=last).contains(&at))
        })
        .count()
    };
    let was = here(before, source.position(fix.span.end).line);
    if finding.is_error() && here(&after, last) >= was.max(1) {
        return Err(format!("still wrong there: {}", told()));
    }
    Ok(())
}

/// How many changes are offered for some files; each has to be good.
fn held(name: &str, files: Vec<File>, check: Check<'_>, wrong: &mut Vec<String>) -> usize {
    let before = check(files.clone());
    let mut offered = 0;
    for finding in &before.findings {
        let Some(fix) = finding.fix_offered() else { continue };
        offered += 1;
        wrong.extend(judged(&files, &before, finding, fix, check).err().map(|error| format!("{name}: {error}")));
    }
    offered
}

pub(crate) fn game_checked(shelf: &dyn Shelf, files: Vec<File>) -> Checked {
    let mut session = Session::new(shelf);
    let findings = session.load_files(files).findings;
    Checked { findings, sources: session.sources }
}

fn sound(session: &mut Session<'_>, file: File) -> CheckedGame {
    let loaded = session.load_files(vec![file]);
    assert!(loaded.is_sound(), "{:?}", loaded.findings);
    loaded.game
}

fn typed(path: &Path, text: File) -> Checked {
    let shelf = Memory::default();
    let mut session = Session::new(&shelf);
    let game = sound(&mut session, file(path));
    let request = RollRequest { text: text.text, source: text.name, forgiving: true, ..RollRequest::default() };
    let findings = session.prepare(&game, &request).map_or_else(|found| found, |ready| ready.warnings);
    Checked { findings, sources: session.sources }
}

fn character(session: &mut Session<'_>, game: &CheckedGame, file: File) -> Vec<Diagnostic> {
    let read = |sources: &Sources, id: SourceId| {
        let (tree, mut found) = parse(sources, id, &YamlLimits::default());
        let (sheet, more) = read_character(&tree, sources);
        found.extend(more);
        found.extend(
            tirada::internals::world::read_person(
                &sheet,
                game,
                tirada::internals::world::FileOwner::of(&sheet, game),
                None,
            )
            .1,
        );
        found
    };
    let id = session.sources.add(file.name, file.text);
    let mut found = read(&session.sources, id);
    offer_in_file(&mut found, &session.sources, id, &tirada::internals::limits::Limits::FULL, read);
    found
}

/// A file that belongs to a game, whatever it is.
pub(crate) fn belonging(shelf: &dyn Shelf, game: &File, files: Vec<File>) -> Checked {
    let mut session = Session::new(shelf);
    let game = sound(&mut session, game.clone());
    let mut findings = Vec::new();
    for file in files {
        if kind(&file) == FileKind::Character {
            findings.extend(character(&mut session, &game, file));
        } else {
            findings.extend(check_cases(&mut session, &game, vec![file]));
        }
    }
    Checked { findings, sources: session.sources }
}

fn kind(file: &File) -> FileKind {
    let mut sources = Sources::new();
    let id = sources.add(file.name.clone(), file.text.clone());
    file_kind(&parse(&sources, id, &YamlLimits::default()).0)
}

pub(crate) fn shelf_of(list: &[(&str, &str)]) -> Memory {
    Memory(list.iter().map(|(id, path)| ((*id).to_owned(), vec![file(&root(path))])).collect())
}

#[test]
fn changes_for_the_errors_of_games_mend_them() {
    let mut wrong = Vec::new();
    let mut offered = 0;
    for path in ["errors/load", "errors/check"].into_iter().flat_map(|folder| paths(&root(folder))) {
        let mut shelf = shelf_of(&[("faro", "errors/world.yml"), ("colmena", "errors/table.yml")]);
        let yaml = |path: &Path| -> Vec<File> {
            let own = paths(path).into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "yml"));
            own.map(|path| file(&path)).collect()
        };
        let files = if path.is_dir() {
            for folder in paths(&path).into_iter().filter(|path| path.is_dir()) {
                let id = folder.file_name().unwrap().to_string_lossy().into_owned();
                let prefixed = |one: File| File { name: format!("{id}/{}", one.name), ..one };
                shelf.0.insert(id.clone(), yaml(&folder).into_iter().map(prefixed).collect());
            }
            yaml(&path)
        } else {
            vec![file(&path)]
        };
        offered += held(&path.display().to_string(), files, &|files| game_checked(&shelf, files), &mut wrong);
    }
    assert!(offered > 50, "only {offered} changes were offered");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn changes_for_what_is_typed_mend_it() {
    let mut wrong = Vec::new();
    let world = root("errors/world.yml");
    let mut offered = 0;
    for path in paths(&root("errors/parse")) {
        let text = fs::read_to_string(&path).unwrap().trim_end_matches('\n').to_owned();
        let one = File { name: "prompt".to_owned(), text };
        let check = |mut files: Vec<File>| typed(&world, files.remove(0));
        offered += held(&path.display().to_string(), vec![one], &check, &mut wrong);
    }
    assert!(offered > 10, "only {offered} changes were offered");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn notations_of_other_programs_are_reported_once() {
    let mut wrong = Vec::new();
    let mut offered = 0;
    for game in ["errors/world.yml", "errors/bare.yml"].map(root) {
        for text in fs::read_to_string(root("errors/notations.txt")).unwrap().lines() {
            let one = File { name: "prompt".to_owned(), text: text.to_owned() };
            let check = |mut files: Vec<File>| typed(&game, files.remove(0));
            let findings = check(vec![one.clone()]).findings;
            let errors: Vec<_> = findings.iter().filter(|one| one.is_error()).collect();
            let helps = |one: &&Diagnostic| one.fix_offered().is_some() || !one.helps.is_empty();
            // These say what to write by themselves.
            let says = |one: &&Diagnostic| ["no-own-die", "other-notation"].contains(&one.code.as_str());
            if errors.len() > 1 || !errors.iter().all(|one| helps(one) || says(one)) {
                wrong.push(format!("{text}: {errors:?}"));
            }
            offered += held(text, vec![one], &check, &mut wrong);
        }
    }
    assert!(offered > 40, "only {offered} changes were offered");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn changes_for_characters_and_cases_mend_them() {
    let mut wrong = Vec::new();
    let shelf = shelf_of(&[("colmena", "errors/table.yml")]);
    let game = file(&root("errors/table.yml"));
    let mut offered = 0;
    for path in ["errors/characters", "errors/play"].into_iter().flat_map(|folder| paths(&root(folder))) {
        let one = file(&path);
        // Cases of another game stand behind it.
        if one.text.contains("\n---\n") {
            continue;
        }
        let check = |files: Vec<File>| belonging(&shelf, &game, files);
        offered += held(&path.display().to_string(), vec![one], &check, &mut wrong);
    }
    assert!(offered > 5, "only {offered} changes were offered");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn changes_for_what_people_get_wrong_mend_it() {
    let mut wrong = Vec::new();
    let mut shelf = Memory::default();
    for path in paths(&root("mistakes/games")) {
        let id = path.file_stem().unwrap().to_string_lossy().into_owned();
        shelf.0.insert(id, vec![file(&path)]);
    }
    let mut offered = 0;
    for path in paths(&root("mistakes")).into_iter().filter(|path| path.extension().is_some_and(|it| it == "yml")) {
        let one = file(&path);
        if kind(&one) == FileKind::Ruleset {
            offered += held(&path.display().to_string(), vec![one], &|files| game_checked(&shelf, files), &mut wrong);
        }
    }
    assert!(offered > 15, "only {offered} changes were offered");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn a_test_of_another_game_is_found() {
    let shelf = shelf_of(&[("faro", "errors/world.yml"), ("colmena", "errors/table.yml")]);
    let mut session = Session::new(&shelf);
    let game = sound(&mut session, file(&root("errors/table.yml")));
    let request = RollRequest { text: "guardia(3)".to_owned(), source: "prompt".to_owned(), ..RollRequest::default() };
    let found = session.prepare(&game, &request).unwrap_err();
    let helps: Vec<_> = found.iter().flat_map(|one| &one.helps).filter(|help| help.id == "help-other-game").collect();
    assert_eq!(helps.len(), 1, "{found:?}");
    assert_eq!(helps[0].args, [("game", "faro".into()), ("written", "faro".into())]);
    // However it is written.
    let request = RollRequest { text: "GUARDIA(3)".to_owned(), ..request };
    let found = session.prepare(&game, &request).unwrap_err();
    assert!(found.iter().flat_map(|one| &one.helps).any(|help| help.id == "help-other-game"), "{found:?}");
    // So is one where the name of a game should stand.
    let found = session.load("guardia").unwrap_err();
    let help = found.helps.iter().find(|help| help.id == "help-shown-in-game").expect("a game");
    assert_eq!(help.args, [("game", "faro".into()), ("written", "faro".into()), ("name", "guardia".into())]);
}

#[test]
fn no_change_is_offered_that_harms() {
    // A character that is read as a game does not become one.
    let shelf = Memory::default();
    let text = "tirada character: 1\nname: Ada\ntraits: {Force: 3}\n".to_owned();
    let checked = game_checked(&shelf, vec![File { name: "ada.yml".to_owned(), text }]);
    assert!(checked.findings.iter().any(|one| one.code.as_str() == "missing-version"), "{:?}", checked.findings);
    assert!(checked.findings.iter().all(|one| one.fix_offered().is_none()), "{:?}", checked.findings);
    let rules = "tirada: 1\nid: it\ndice: {d: 6, roll: 2d, names: {C: highest}}\ntraits:\n  Force: {number: 0..5}\n  \
                 Half-half: {number: 0..5}\ntests:\n  a throw: {ask: {n: {number: 0..5}}, total: sum() + n}\n";
    let home = std::env::temp_dir().join(format!("tirada-fixes-{}.yml", std::process::id()));
    fs::write(&home, rules).unwrap();
    for (text, expected) in [
        ("1 < 10 y C", None),
        ("1 < 10 foo C", None),
        ("2x Force", Some("2 * Force")),
        ("a throw(2)", Some("«a throw»(2)")),
        ("Half-half + 1", Some("«Half-half» + 1")),
        ("3 d6", Some("3d6")),
        ("1 + 3 d 6", Some("1 + 3d6")),
        ("Force >> 3", Some("Force > 3")),
        ("not sí", Some("not yes")),
    ] {
        let found = typed(&home, File { name: "prompt".to_owned(), text: text.to_owned() });
        let mended = found.findings.iter().find_map(|one| one.fix_offered()).map(|fix| {
            let mut text = text.to_owned();
            text.replace_range(fix.span.range(), &fix.replacement);
            text
        });
        assert_eq!(mended.as_deref(), expected, "{text}: {:?}", found.findings);
    }
    fs::remove_file(&home).unwrap();
    // A name is no suggestion for itself.
    assert_eq!(tirada::internals::diagnostic::nearest("rouse", ["rouse", "arouse"]), Some("arouse"));
}

/// A game of which one part is written otherwise.
const CLIMB: &str = "\
tirada: 1
id: climb
rounding: down
dice: {d: 6, roll: 2d}
traits:
  Body: {number: 0..5}
tests:
  climb:
    total: sum() + Body + Body / 2
    outcomes:
      good: {when: total > 3, is: success}
      bad: {is: failure}
actions:
  go:
    roles: [climber]
    steps:
      tries: {roll: climb, by: climber}
      word: {say: '{climber} comes down.'}
";

#[test]
fn sure_changes_leave_nothing_behind_and_mean_the_same() {
    let shelf = Memory::default();
    for (old, new, expected, sure) in [
        // A quote that lost the other.
        ("'{climber} comes down.'", "{climber} comes down.'", CLIMB, false),
        ("'{climber} comes down.'", "{climber} comes down.", CLIMB, true),
        ("'{climber} comes", "'{climber comes", CLIMB, false),
        // A line that may stand in one column only, and in several.
        ("    total:", "\ttotal:", CLIMB, true),
        ("      bad:", "\tbad:", CLIMB, false),
        // The end of a name that YAML takes for a comment.
        ("      good: {", "      good #1: {", &CLIMB.replace("good:", "'good #1':"), true),
        (
            "    outcomes:\n      good: {",
            "    outcomes:\n      good #1: {",
            &CLIMB.replace("good:", "'good #1':"),
            true,
        ),
        // What is written right in many places is not as it is misspelt in one.
        ("  Body: {", "  Boody: {", CLIMB, false),
        // One slip among several.
        ("Body / 2", "Bodi / 2", CLIMB, false),
        ("Body / 2", "body / 2", CLIMB, true),
    ] {
        let text = CLIMB.replace(old, new);
        assert_ne!(text, CLIMB);
        let file = File { name: "climb.yml".to_owned(), text: text.clone() };
        let checked = game_checked(&shelf, vec![file]);
        let fix = checked.findings.iter().find_map(|one| one.fix_offered());
        let fix = fix.unwrap_or_else(|| panic!("{new}: {:?}", checked.findings));
        let mut mended = text;
        mended.replace_range(fix.span.range(), &fix.replacement);
        assert_eq!((mended.as_str(), fix.sure), (expected, sure), "{new}");
    }
    // Nothing but tabs: each is a level.
    let tabbed: String = CLIMB.lines().map(|line| format!("{}\n", line.replace("  ", "\t"))).collect();
    let checked = game_checked(&shelf, vec![File { name: "climb.yml".to_owned(), text: tabbed.clone() }]);
    let fix = checked.findings.iter().find_map(|one| one.fix_offered()).expect("a change");
    let mut mended = tabbed;
    mended.replace_range(fix.span.range(), &fix.replacement);
    assert_eq!((mended.as_str(), fix.sure), (CLIMB, true));
}

/// A game, a character and cases of it, right in all.
pub(crate) const DELVE: &str = "\
tirada: 1
id: delve
rounding: down
dice: {d: 6, roll: 2d}
traits:
  Might: {number: -2..3, default: 0, group: stats}
  Grit: {is: Might + 3}
times:
  watch: {}
points:
  Breath: {start: 2, max: 3, renew: {watch: 1}}
tracks:
  Wounds:
    boxes: Grit
    marks: {cut: /, gash: X}
    overflow: worsen
    states:
      Fine: {when: lost = 0}
      Hurt: {}
tags:
  Blessed: {doc: Luck stays with them}
tables:
  Tool:
    columns: [harm, reach]
    rows:
      Dirk: [d, 1]
      Long Bow: [d, 4]
  Find:
    cells: text
    from:
      2: Nothing
      6: Coins
tests:
  check:
    ask: {bonus: {number: any, default: 0}, target: {number: any, default: 7}}
    against: target
    total: sum() + bonus
    outcomes:
      good: {when: total >= target, is: success}
      bad: {is: failure}
actions:
  fight:
    roles: [attacker, defender]
    ask: {tool: {row: Tool, default: Dirk}}
    need:
      Already down: attacker.Wounds.left > 0
      Not blessed: attacker.Blessed
    steps:
      blow:
        roll: check
        by: attacker
        on:
          success:
            hit: {mark: 'Tool[tool, harm] + Tool[tool, reach]', on: Wounds, of: defender}
      find: {say: 'Found: {Find[2d6]}.'}
";

pub(crate) const DELVER: &str = "\
tirada character: 1
name: Ann
ruleset: delve
traits: {Might: 2}
points: {Breath: 1}
marks: {Wounds: {cut: 2}}
tags: {Blessed: yes}
";

pub(crate) const DELVED: &str = "\
tirada cases: 1
ruleset: delve
characters:
  Ann: {tags: {Blessed: yes}}
  Bob: {}
cases:
  A blow:
    steps:
      - do: fight
        as: {attacker: Ann, defender: Bob}
        set: {tool: Dirk}
        dice: [1, 2, 6, 6]
        expect: {blow.outcome: bad}
";

/// What is wrong with a text, and the text with the change that is offered.
pub(crate) fn told(text: &str, check: &dyn Fn(String) -> Checked) -> (Vec<&'static str>, Option<String>) {
    let checked = check(text.to_owned());
    let errors = checked.findings.iter().filter(|one| one.is_error());
    let fix = checked.findings.iter().find_map(|one| one.fix_offered());
    let mended = fix.map(|fix| {
        let mut text = text.to_owned();
        text.replace_range(fix.span.range(), &fix.replacement);
        text
    });
    (errors.map(|one| one.code.as_str()).collect(), mended)
}

#[test]
fn realistic_mistakes_are_reported_once_with_their_remedy() {
    let shelf = Memory::default();
    let game = File { name: "delve.yml".to_owned(), text: DELVE.to_owned() };
    let rules = |text: String| game_checked(&shelf, vec![File { name: "delve.yml".to_owned(), text }]);
    let beside = |text: String| belonging(&shelf, &game, vec![File { name: "beside.yml".to_owned(), text }]);
    let home = std::env::temp_dir().join(format!("tirada-delve-{}.yml", std::process::id()));
    fs::write(&home, DELVE).unwrap();
    let line = |text: String| typed(&home, File { name: "prompt".to_owned(), text });
    let mut wrong = Vec::new();
    let mut judge = |what: &str, (found, mended): (Vec<&str>, Option<String>), code: &str, right: Option<String>| {
        if found != [code] || mended != right {
            wrong.push(format!("{what}: {found:?} instead of {code}, {mended:?} instead of {right:?}"));
        }
    };
    // Of each: what is written, what is written instead, its error, and what the change makes of it.
    for (old, new, code, right) in [
        ("-2..3, default: 0", "-2..3 default: 0", "yaml-missing-comma", "-2..3, default: 0"),
        ("start: 2, max: 3", "start: 2; max: 3", "yaml-missing-comma", "start: 2, max: 3"),
        ("{start: 2,", "{start = 2,", "unknown-key", "{start: 2,"),
        ("total: sum() + bonus", "total = sum() + bonus", "yaml-missing-colon", "total: sum() + bonus"),
        ("Grit: {is: Might + 3}", "Grit: =Might + 3", "not-a-map", "Grit: {is: Might + 3}"),
        ("stays with them", "stays, more or less", "yaml-cut-at-comma", "'Luck stays, more or less'"),
        ("[d, 4]", "d, 4", "wrong-number-of-cells", "[d, 4]"),
        ("6: Coins", "6-9: Coins", "not-a-number", "6: Coins"),
        ("'Tool[tool, harm] +", "'Tool(tool, harm) +", "unknown-function", "'Tool[tool, harm] +"),
        ("'Tool[tool, harm] +", "'Tool.tool.harm +", "table-needs-row", ""),
        ("'Tool[tool, harm] +", "'Tool[harm, tool] +", "unknown-row", ""),
        ("Might + 3", "Might plus 3", "other-notation", "Might + 3"),
        ("total: sum() + bonus", "total: bonus > 1 ? 2 : 1", "other-notation", "total: if bonus > 1 then 2 else 1"),
        ("sum() + bonus", "sum(bonus, 2)", "wrong-number-of-arguments", "(bonus + 2)"),
    ] {
        let expected = match right {
            "" => None,
            _ if code == "yaml-cut-at-comma" => Some(DELVE.replace("Luck stays with them", right)),
            _ => Some(DELVE.replace(old, right)),
        };
        assert!(DELVE.contains(old), "{old}");
        judge(new, told(&DELVE.replace(old, new), &rules), code, expected);
    }
    for (whole, old, new, code, right) in [
        (DELVER, "{Wounds: {cut: 2}}", "{cut: 2}", "no-such-track", "{Wounds: {cut: 2}}"),
        (DELVER, "{Wounds: {cut: 2}}", "{Wounds: 2}", "not-a-map", ""),
        (DELVER, "{Blessed: yes}", "[Blessed]", "not-a-map", "{Blessed: yes}"),
        (DELVED, "[1, 2, 6, 6]", "1 2 6 6", "not-a-list", "[1, 2, 6, 6]"),
        (DELVED, "{tool: Dirk}", "tool=Dirk", "yaml-missing-colon", "{tool: Dirk}"),
        (DELVED, "{attacker: Ann, defender: Bob}", "[Ann, Bob]", "which-role", ""),
    ] {
        assert!(whole.contains(old), "{old}");
        let expected = (!right.is_empty()).then(|| whole.replace(old, right));
        judge(new, told(&whole.replace(old, new), &beside), code, expected);
    }
    for (text, code, right) in [
        ("check 2", "side-by-side", Some("check(2)")),
        ("Tool dirk", "side-by-side", Some("Tool[Dirk]")),
        ("2d20kh", "suffix-needs-number", Some("2d20kh1")),
        ("check(2) contra 9", "other-notation", Some("check(2) vs 9")),
        ("2d6 > 3 ? 1 : 2", "other-notation", Some("if 2d6 > 3 then 1 else 2")),
        ("|2d6 - 5|", "other-notation", Some("(let n = 2d6 - 5 in max(n, -n))")),
        ("2d6 with disadvantage", "other-notation", Some("3d6kl2")),
        ("2d6 + ?{Bonus|2}", "unknown-character", None),
    ] {
        judge(text, told(text, &line), code, right.map(str::to_owned));
    }
    fs::remove_file(&home).unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A slip of the hand at a place of a text.
fn slipped(text: &str, kind: usize, place: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = place % letters.len();
    let line = place % lines.len();
    let joined = |letters: Vec<char>| letters.into_iter().collect::<String>();
    let mut some = letters.clone();
    let signs = |wanted: &[char]| -> Vec<usize> {
        letters.iter().enumerate().filter(|(_, letter)| wanted.contains(letter)).map(|(at, _)| at).collect()
    };
    let replaced = |wanted: &[char], new: &str| {
        let places = signs(wanted);
        if places.is_empty() {
            return text.to_owned();
        }
        let at = places[place % places.len()];
        let before: String = letters[..at].iter().collect();
        let after: String = letters[at + 1..].iter().collect();
        format!("{before}{new}{after}")
    };
    match kind {
        0 => {
            some.remove(at);
            joined(some)
        }
        1 => {
            some.insert(at, letters[at]);
            joined(some)
        }
        2 if at > 0 => {
            some.swap(at - 1, at);
            joined(some)
        }
        3 => replaced(&[','], ";"),
        4 => replaced(&['(', ')', '[', ']', '{', '}'], ""),
        5 => replaced(&['\'', '"', '«', '»'], ""),
        6 => replaced(&[' '], "\u{a0}"),
        7 => replaced(&['+', '*', '-'], " "),
        8 => replaced(&['á', 'é', 'í', 'ó', 'ú', 'ñ'], "a"),
        9 => {
            lines[line].insert(0, ' ');
            lines.join("\n") + "\n"
        }
        10 => {
            lines[line] = lines[line].strip_prefix(' ').unwrap_or(&lines[line]).to_owned();
            lines.join("\n") + "\n"
        }
        11 => text.replacen(": ", ":", 1 + place % 3),
        12 => {
            lines[line] = format!("\t{}", lines[line].trim_start());
            lines.join("\n") + "\n"
        }
        _ => {
            lines.remove(line);
            lines.join("\n") + "\n"
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changes_for_slips_mend_them(second in any::<bool>(), kind in 0_usize..14, place in 0_usize..20_000) {
        let path = if second { "errors/table.yml" } else { "errors/world.yml" };
        let one = file(&root(path));
        let text = slipped(&one.text, kind, place);
        let shelf = Memory::default();
        let mut wrong = Vec::new();
        held(path, vec![File { text, ..one }], &|files| game_checked(&shelf, files), &mut wrong);
        prop_assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    }
}
