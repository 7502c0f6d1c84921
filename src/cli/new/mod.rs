//! `tirada new`: creates a game from a template, or as a version of another game.

mod draft;

use std::io::{BufRead as _, Read as _};
use std::path::{Path, PathBuf};

use clap::Args;

use self::draft::{
    Base, CASES, Draft, DraftDice, DraftIdentity, DraftMechanic, PERSON, RULES, TableNumber, is_a_throw,
};
use super::diff::files_of;
use super::output::ask;
use super::roll::open;
use super::saving::{SaveError, Saving, write_in_new_folder};
use super::schema::schema_files;
use super::search_path::SearchPath;
use super::terminal_effects::is_interactive;
use super::{CommandContext, FILES, FINE, USAGE, WRONG, cannot_read, shelves_for};
use crate::check::program::CheckedGame;
use crate::diagnostic::{Args as Values, Code, Diagnostic};
use crate::engine::{Answer, TypedDice};
use crate::limits::Limits;
use crate::report::schema::SchemaKind;
use crate::report::{Catalogue, Language};
use crate::ruleset::compare::leaves;
use crate::ruleset::{File, is_device};
use crate::session::{RollRequest, Session};
use crate::source::fold;
use crate::yaml::edit::scalar;

/// `tirada new`
#[derive(Debug, Args)]
pub struct NewArgs {
    /// What it is called; its folder is called nearly so.
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The game that it is a version of.
    #[arg(long, value_name = "RULESET", conflicts_with = "dice")]
    pub extends: Option<String>,
    /// The dice that it throws.
    #[arg(long, value_name = "DICE")]
    pub dice: Option<String>,
    /// The language of its words.
    #[arg(long, value_name = "LANG")]
    pub language: Option<String>,
}

/// Bytes of an answer about dice.
const LONGEST_ANSWER: u64 = 200;
/// How often a question is repeated at a terminal.
const TIMES: usize = 3;
/// Numbers of a game that are looked at for one that can be read by itself.
const EXAMPLES: usize = 500;
/// Rows that are looked at for one that nothing needs.
const REMOVED: usize = 20;
/// The dice without an answer.
const COMMON: &str = "2d6";

pub(super) fn run(context: &mut CommandContext, wanted: &NewArgs) -> u8 {
    match made(context, wanted) {
        Ok(()) => FINE,
        Err(code) => code,
    }
}

fn made(context: &mut CommandContext, wanted: &NewArgs) -> Result<(), u8> {
    let (folder, id, name) = place(context, &wanted.name)?;
    let language = language(context, wanted.language.as_deref())?;
    let taken = shelves_for(None).find(&id).is_some();
    if taken || folder.symlink_metadata().is_ok() {
        let there = folder.symlink_metadata().is_ok();
        let (code, help) =
            if there { (Code::NewExists, "help-new-exists") } else { (Code::NewTaken, "help-new-taken") };
        let error = Diagnostic::error(code, None).arg("path", shown(&folder)).arg("id", &*id);
        return wrong(context, &error.help_with(help, "id", id), WRONG);
    }
    // An error about the temporary folder would not help: check the parent first.
    std::fs::read_dir(parent_of(&folder)).map_err(|error| {
        context.complain_alone(&cannot_read(parent_of(&folder), &error));
        FILES
    })?;
    let who = DraftIdentity { id: &id, name: &name, language, path: &shown(&folder), headers: headers() };
    let draft = match &wanted.extends {
        Some(base) => variant(context, &who, base, (&folder, wanted.language.is_none()))?,
        None => {
            let dice = match &wanted.dice {
                Some(text) => understood(text).ok_or_else(|| {
                    context.complain_alone(&not_dice(text));
                    USAGE
                })?,
                None => asked(context)?,
            };
            let Some(draft) = Draft::of_dice(&who, &dice) else {
                return wrong(context, &nothing_open(&dice.text), WRONG);
            };
            draft
        }
    };
    write(&folder, &draft, &context.output.catalogue).map_err(|failed| {
        context.complain_alone(&failed.diagnostic());
        FILES
    })?;
    tell(context, &folder, &draft);
    Ok(())
}

/// The lines by which editors find the schemas that are written with the files.
fn headers() -> [String; 3] {
    [SchemaKind::Ruleset.header(""), SchemaKind::Cases.header(".."), SchemaKind::Character.header("..")]
}

fn wrong<T>(context: &CommandContext, error: &Diagnostic, code: u8) -> Result<T, u8> {
    context.complain_alone(error);
    Err(code)
}

/// Where it comes to stand, its id and its name: `games/Kites at Dusk` is `kites-at-dusk` in `games`.
fn place(context: &CommandContext, text: &str) -> Result<(PathBuf, String, String), u8> {
    let (parent, name) = match text.trim_end_matches(['/', '\\']).rsplit_once(['/', '\\']) {
        Some((parent, name)) => (format!("{parent}/"), name.trim()),
        None => (String::new(), text.trim()),
    };
    let mut id = String::new();
    for letter in fold(name).chars() {
        match letter {
            'a'..='z' | '0'..='9' => id.push(letter),
            _ if !id.is_empty() && !id.ends_with('-') => id.push('-'),
            _ => {}
        }
    }
    let id = id.trim_end_matches('-').to_owned();
    if id.is_empty() {
        return wrong(context, &Diagnostic::error(Code::NewNoName, None).arg("name", text), USAGE);
    }
    if is_device(name.split('.').next().unwrap_or(name)) || is_device(&id) {
        return wrong(context, &Diagnostic::error(Code::NewDevice, None).arg("name", name), USAGE);
    }
    Ok((PathBuf::from(format!("{parent}{id}")), id, name.to_owned()))
}

/// The language of the words: the one that was asked for, or the reader's.
fn language(context: &CommandContext, wanted: Option<&str>) -> Result<Language, u8> {
    let Some(tag) = wanted else { return Ok(context.output.catalogue.language()) };
    Language::from_tag(tag).map_or_else(|| wrong(context, &super::unknown_language(tag), USAGE), Ok)
}

fn nothing_open(dice: &str) -> Diagnostic {
    Diagnostic::error(Code::NewNothingOpen, None).arg("dice", dice).help("help-new-more-faces")
}

fn not_dice(text: &str) -> Diagnostic {
    Diagnostic::error(Code::NewNotDice, None).arg("text", text).help("help-new-dice")
}

/// `2d6`, `under d100`, `pool d6`, also with the Spanish words.
fn understood(text: &str) -> Option<DraftDice> {
    let text = text.trim();
    let (manner, dice) = match text.split_once(char::is_whitespace) {
        Some((word, dice)) => match fold(word).as_str() {
            "pool" | "reserva" => (DraftMechanic::Pool, dice.trim()),
            "under" | "bajo" => (DraftMechanic::Under, dice.trim()),
            _ => (DraftMechanic::Added, text),
        },
        None => (DraftMechanic::Added, text),
    };
    let dice = match manner {
        // Of a pool only the die counts: how many there are says a trait.
        DraftMechanic::Pool => dice.trim_start_matches(|letter: char| letter.is_ascii_digit()).to_owned(),
        _ => dice.to_owned(),
    };
    // One die is the smallest pool.
    let thrown = if manner == DraftMechanic::Pool { format!("1{dice}") } else { dice.clone() };
    is_a_throw(&thrown).then_some(DraftDice { manner, text: dice })
}

/// Asks for the dice: at a terminal three times, in a pipe once. Without an answer it takes the most common ones, and
/// says so.
fn asked(context: &CommandContext) -> Result<DraftDice, u8> {
    let say = |id: &str| context.output.catalogue.text(id, &Values::new());
    for _ in 0..TIMES {
        ask(&format!("{}\n>", say("new-ask-dice")));
        let mut line = String::new();
        let read = std::io::stdin().lock().take(LONGEST_ANSWER).read_line(&mut line).unwrap_or(0);
        if !is_interactive() {
            context.output.tell("");
        }
        let text = line.trim();
        if read == 0 || text.is_empty() {
            context.output.tell(&context.output.catalogue.text("new-common", &vec![("dice", COMMON.into())]));
            return Ok(DraftDice { manner: DraftMechanic::Added, text: COMMON.to_owned() });
        }
        if let Some(dice) = understood(text) {
            return Ok(dice);
        }
        context.complain_alone(&not_dice(text));
        if !is_interactive() {
            break;
        }
    }
    Err(WRONG)
}

/// A variant of a game, with the first number of a table as the example. Unless a language was asked for, the notes are
/// in that of the game, if the program has it.
fn variant(
    context: &mut CommandContext,
    who: &DraftIdentity<'_>,
    base: &str,
    (folder, open_language): (&Path, bool),
) -> Result<Draft, u8> {
    let places = shelves_for(Some(base));
    let mut session = Session::within(&places, Limits::FULL);
    let loaded = open(context, &mut session, &places, base)?;
    let id = loaded.game.id.clone();
    if SearchPath::new(parent_of(folder).canonicalize().ok()).find(&id).is_none() {
        let error = Diagnostic::error(Code::NewBaseElsewhere, None).arg("id", id).arg("path", shown(folder));
        return wrong(context, &error.help("help-new-beside"), WRONG);
    }
    let tree = files_of(&places, base).ok().and_then(|files| session.rules(files)).map(|(tree, _)| tree);
    let values = tree.iter().flat_map(leaves).filter_map(|leaf| {
        let number = leaf.said.text.parse::<i64>().is_ok();
        match leaf.path.as_slice() {
            [section, table, rows, row, rest @ ..] if number && section == "tables" && rows == "rows" => {
                let column = match rest {
                    [] => None,
                    [column] => Some(column.clone()),
                    _ => return None,
                };
                let (table, row, text) = (table.clone(), row.clone(), leaf.said.text);
                Some(TableNumber { table, row, column, text, formula: String::new() })
            }
            _ => None,
        }
    });
    let values: Vec<TableNumber> = values.take(EXAMPLES).collect();
    let value = values.iter().cloned().find_map(|value| readable(&mut session, &loaded.game, value));
    // What nothing else needs, and not what is changed: both may be taken over.
    let changed = value.as_ref().map(TableNumber::row_path);
    let others = values.iter().map(TableNumber::row_path).filter(|path| Some(path) != changed.as_ref());
    let removed = others.take(REMOVED).find(|path| {
        let text = format!("tirada: 1\nid: draft\nextends: {}\nremove: [{}]\n", scalar(&id), scalar(path));
        session.load_files(vec![File { name: RULES.to_owned(), text }]).is_sound()
    });
    let language = loaded.game.language.clone().unwrap_or_else(|| who.language.tag().to_owned());
    let notes = if open_language { context.output.catalogue.language() } else { who.language };
    let who = DraftIdentity { language: notes, ..who.clone() };
    Ok(Draft::of_game(&who, &Base { id: &id, language: &language, value, removed }))
}

/// The value with the formula that reads it; `None` if none does without dice and answers.
fn readable(session: &mut Session<'_>, game: &CheckedGame, value: TableNumber) -> Option<TableNumber> {
    let formula = value.formulas().into_iter().find(|formula| {
        let request = RollRequest { text: formula.clone(), source: RULES.to_owned(), ..RollRequest::default() };
        let Ok(ready) = session.prepare(game, &request) else { return false };
        let found = session.evaluate(game, &ready, &mut TypedDice::new(&[]), &[]);
        found.is_ok_and(|found| matches!(found.value, Answer::Number(number) if number.to_string() == value.text))
    })?;
    Some(TableNumber { formula, ..value })
}

fn parent_of(folder: &Path) -> &Path {
    folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes all of it, or nothing: into a folder beside it, which then gets its name.
fn write(folder: &Path, draft: &Draft, catalogue: &Catalogue) -> Result<(), SaveError> {
    let mut saving = Saving::begin([folder])?;
    if folder.symlink_metadata().is_ok() {
        // Another program has made it since the first check.
        let error = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
        return Err(SaveError { path: folder.to_path_buf(), error });
    }
    saving.put_folder(folder, |made| {
        // Schemas of any game: this one will not long have only the names that it begins with.
        let sorts = [SchemaKind::Ruleset, SchemaKind::Cases, SchemaKind::Character];
        let schemas = schema_files(made, &sorts, None, catalogue);
        let own = draft.files.iter().map(|(name, text)| (made.join(name), text.clone()));
        own.chain(schemas).try_for_each(|(path, text)| write_in_new_folder(&path, text.as_bytes()))
    })?;
    saving.commit()
}

/// A folder as `-r` takes it for a path.
fn shown(folder: &Path) -> String {
    match folder.display().to_string() {
        path if path.contains(['/', '\\']) => path,
        path => format!("./{path}"),
    }
}

/// Lists the written files and the next steps.
fn tell(context: &CommandContext, folder: &Path, draft: &Draft) {
    let folder = shown(folder);
    let about = [(RULES, "new-rules"), (CASES, "new-cases"), (PERSON, "new-person")];
    let longest = draft.files.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let say = |id: &str| context.output.catalogue.text(id, &vec![("path", folder.as_str().into())]);
    let output = &context.output;
    for (name, _) in &draft.files {
        let what = about.iter().find(|(file, _)| file == name).map_or(String::new(), |(_, id)| say(id));
        output.print(&format!("{folder}/{name:<longest$}  {what}"));
    }
    output.print("");
    let plays = draft.files.iter().any(|(name, _)| *name == PERSON);
    output.print(&say(if plays { "new-next" } else { "new-next-variant" }));
}
