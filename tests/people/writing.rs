//! Characters are written back into their files.

use insta::assert_snapshot;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::id::Id;
use tirada::internals::report::Language;
use tirada::internals::source::{SourceId, Sources};
use tirada::internals::world::{FileOwner, HeldTag, Lasts, Person, TagValue, write_person};

use super::game::{game, person, read, words};

const NUBE: &str = "\
# Nube, of the northern isles
tirada character: 1
name: Nube
ruleset: islas

traits:
  Brazo: 3        # strong
  \"Zurdo\": sí
  oficio: {Nudos: 4, 'Velas rotas': 2}   # learnt

tags:
  # what cannot be seen
  promesa:
    Volver:                     # to whom?
    Callar: {tono: leve}
    # the last one
    Cantar:
      tono: grave   # really
      for: 3 luna llena
  Mojado: yes  # since yesterday
  Capa:
    - tejido: hule   # the good one
      rota: yes
    # and
    - {peso: 2}

marks:
  Casco: {raja: 3, brecha: 1}
points: {Suerte: 2}   # spent 1
";

fn write(game: &CheckedGame, text: &str, change: impl FnOnce(&mut Person)) -> Result<String, String> {
    let (old, sources, id) = person(game, text);
    let mut new = old.clone();
    change(&mut new);
    write_person(&sources, id, game, FileOwner::Character, &old, &new)
        .map(|written| written.text)
        .map_err(|error| words(&[error], &sources, Language::English))
}

fn written(text: &str, change: impl FnOnce(&mut Person)) -> String {
    write(&game(), text, change).unwrap()
}

fn named(kind: usize, name: Option<&str>, values: Vec<TagValue>, lasts: Lasts) -> HeldTag {
    HeldTag { number: 90, kind: Id::new(kind), name: name.map(str::to_owned), values, lasts, turn: None }
}

fn promise(name: &str, tone: i64, lasts: Lasts) -> HeldTag {
    named(2, Some(name), vec![TagValue::Number(tone), TagValue::Number(0), TagValue::Text("nadie".to_owned())], lasts)
}

#[test]
fn nothing_new_is_the_same_file() {
    assert_eq!(written(NUBE, |_| {}), NUBE);
    let crlf = NUBE.replace('\n', "\r\n");
    assert_eq!(written(&crlf, |_| {}), crlf);
}

#[test]
fn numbers_change_in_place() {
    assert_snapshot!(written(NUBE, |nube| {
        nube.traits.insert(0, 4);
        nube.traits.insert(2, 0);
        nube.open.insert("Velas rotas".to_owned(), 3);
        nube.points.insert(Id::new(0), 0);
        nube.marks.insert(Id::new(0), vec![0, 4]);
        nube.tags[1].values[0] = TagValue::Number(0);
        nube.tags[2].lasts = Lasts::Times(2, 2);
        nube.tags[4].values[2] = TagValue::Number(0);
    }));
}

#[test]
fn what_is_new_comes_after_the_others() {
    assert_snapshot!(written(NUBE, |nube| {
        nube.traits.insert(4, 2);
        nube.open.insert("Remos".to_owned(), 1);
        nube.points.insert(Id::new(1), -3);
        nube.marks.insert(Id::new(1), vec![2]);
        nube.tags[0].values[1] = TagValue::Number(1);
        nube.tags.push(promise("No reír: nunca", 0, Lasts::Until(1)));
        nube.tags.push(promise("Zarpar", 1, Lasts::Permanent));
        nube.tags.push(named(
            1,
            None,
            vec![TagValue::Number(1), TagValue::Number(5), TagValue::Number(0)],
            Lasts::Times(1, 0),
        ));
        nube.tags.push(named(3, None, Vec::new(), Lasts::Times(4, 0)));
        nube.tags.push(named(4, None, vec![TagValue::Number(2)], Lasts::Permanent));
    }));
}

#[test]
fn what_is_lost_goes_with_its_lines() {
    assert_snapshot!(written(NUBE, |nube| {
        nube.traits.remove(&0);
        nube.open.remove("Nudos");
        nube.points.clear();
        nube.marks.insert(Id::new(0), vec![0, 0]);
        nube.tags.retain(|tag| [1, 4].contains(&tag.number));
    }));
    assert_snapshot!(written(NUBE, |nube| *nube = Person::default()));
}

#[test]
fn sections_are_made_where_there_are_none() {
    let add = |nube: &mut Person| {
        nube.traits.insert(3, 1);
        nube.open.insert("Nudos".to_owned(), 1);
        nube.points.insert(Id::new(0), 3);
        nube.marks.insert(Id::new(0), vec![1, 0]);
        nube.tags.push(promise("Zarpar", 1, Lasts::Permanent));
        nube.tags.push(promise("Volver", 0, Lasts::Permanent));
        nube.tags.push(named(0, None, Vec::new(), Lasts::Times(1, 1)));
        nube.tags.push(named(
            1,
            None,
            vec![TagValue::Number(1), TagValue::Number(-1), TagValue::Number(0)],
            Lasts::Permanent,
        ));
        nube.tags.push(named(
            1,
            None,
            vec![TagValue::Number(0), TagValue::Number(-1), TagValue::Number(0)],
            Lasts::Permanent,
        ));
    };
    assert_snapshot!(written("tirada character: 1\nname: Nube  # nobody else\n# the end", add));
    assert_snapshot!(written("tirada character: 1\npoints:  # few\n# the rest\ntags:\n", add));
    assert_snapshot!(written("{tirada character: 1, tags: {}}\n", add));
}

#[test]
fn the_only_one_becomes_one_of_several() {
    let more = |nube: &mut Person| {
        nube.tags.push(named(
            1,
            None,
            vec![TagValue::Number(1), TagValue::Number(-1), TagValue::Number(0)],
            Lasts::Permanent,
        ));
    };
    let file = |capa: &str| format!("tirada character: 1\ntags:\n  Capa: {capa}\n  Mojado: yes\n");
    assert_eq!(written(&file("yes # old"), more), file("[yes, {tejido: hule}] # old"));
    assert_eq!(written(&file("{peso: 2}"), more), file("[{peso: 2}, {tejido: hule}]"));
    assert_eq!(
        written(&file("# old\n    peso: 2 # heavy"), more),
        file("# old\n    - peso: 2 # heavy\n    - tejido: hule")
    );
}

#[test]
fn one_takes_the_place_of_another() {
    let file = |boat: &str| format!("tirada character: 1\ntags:\n  Barco: {boat}\n");
    let other = |nube: &mut Person| nube.tags = vec![named(4, None, vec![TagValue::Number(1)], Lasts::Permanent)];
    assert_eq!(written(&file("{vela: Foque} # mine"), other), file("{vela: Mesana} # mine"));
    let wet = |lasts| move |nube: &mut Person| nube.tags = vec![named(0, None, Vec::new(), lasts)];
    let file = |wet: &str| format!("tirada character: 1\ntags:\n  Mojado: {wet}\n");
    assert_eq!(written(&file("no # dry"), wet(Lasts::Times(1, 1))), file("yes # dry"));
    assert_eq!(written(&file("yes"), wet(Lasts::Times(3, 1))), file("{for: 3 jornada}"));
    assert_eq!(written(&file("yes"), wet(Lasts::Permanent)), file("{for: permanent}"));
    assert_eq!(written(&file("{for: 3 jornada}"), wet(Lasts::Until(0))), file("{until: 'Suerte > 3'}"));
    assert_eq!(written(&file("{for: 3 jornada}"), wet(Lasts::Times(1, 1))), file("yes"));
}

#[test]
fn lists_of_names_stay_lists() {
    let file = |list: &str| format!("tirada character: 1\ntags:\n  promesa: {list}\n");
    let more = |nube: &mut Person| {
        nube.tags.remove(0);
        nube.tags[0].values[1] = TagValue::Number(1);
        nube.tags.push(promise("Zarpar", 1, Lasts::Permanent));
    };
    assert_eq!(written(&file("[Volver, Callar]"), more), file("[{Callar: {gastada: yes}}, {Zarpar: {}}]"));
    assert_eq!(
        written(&file("\n    - Volver # home\n    - {Callar: {tono: leve}, Cantar: {}} # hush"), more),
        file("\n    - {Callar: {tono: leve, gastada: yes}, Cantar: {}} # hush\n    - Zarpar: {}")
    );
    let gone = |nube: &mut Person| nube.tags.clear();
    assert_eq!(written(&file("Volver"), gone), file("{}"));
}

fn refused(text: &str, change: impl FnOnce(&mut Person)) -> String {
    write(&game(), text, change).unwrap_err()
}

#[test]
fn what_cannot_be_changed_is_left_alone() {
    let luck = |nube: &mut Person| {
        nube.points.insert(Id::new(0), 9);
    };
    let copies = "tirada character: 1\ntraits: {Brazo: &many 3}\npoints: {Suerte: *many}\n";
    assert_snapshot!(refused(copies, luck));
    let twice = |nube: &mut Person| {
        nube.tags = vec![promise("Volver", 0, Lasts::Permanent), promise("Volver", 1, Lasts::Permanent)]
    };
    assert_snapshot!(refused("tirada character: 1\n", twice));
    let game = game();
    let (mut old, sources, id): (Person, Sources, SourceId) = person(&game, NUBE);
    old.points.insert(Id::new(0), 7);
    let mut new = old.clone();
    new.points.insert(Id::new(0), 8);
    let error = write_person(&sources, id, &game, FileOwner::Character, &old, &new).unwrap_err();
    assert_eq!(error.code.as_str(), "file-not-as-read");
    // What the game cannot say is not written either.
    assert!(refused(NUBE, |nube| _ = nube.traits.insert(0, 12)).contains("cannot-rewrite"));
}

/// What becomes of a file when two have changed what `base` says, each without the other.
fn both(base: &str, theirs: impl FnOnce(&mut Person), ours: impl FnOnce(&mut Person)) -> Result<String, String> {
    let game = game();
    let there = written(base, theirs);
    let (old, ..) = person(&game, base);
    let mut new = old.clone();
    ours(&mut new);
    let (_, sources, id) = person(&game, &there);
    let text = write_person(&sources, id, &game, FileOwner::Character, &old, &new);
    text.map(|written| written.text).map_err(|error| words(&[error], &sources, Language::English))
}

#[test]
fn what_two_have_changed_is_all_there() {
    let luck = |nube: &mut Person| _ = nube.points.insert(Id::new(0), 9);
    let arm = |nube: &mut Person| _ = nube.traits.insert(0, 2);
    let vow = |nube: &mut Person| nube.tags.push(promise("Remar", 1, Lasts::Permanent));
    let dry = |nube: &mut Person| nube.tags.retain(|tag| tag.kind.index() != 0);
    // In whichever order, it is what one of them would have written alone.
    let alone = written(NUBE, |nube| {
        luck(nube);
        arm(nube);
    });
    assert_eq!(both(NUBE, luck, arm).unwrap(), alone);
    assert_eq!(both(NUBE, arm, luck).unwrap(), alone);
    let alone = written(NUBE, |nube| {
        vow(nube);
        dry(nube);
    });
    assert_eq!(both(NUBE, vow, dry).unwrap(), alone);
    assert_eq!(both(NUBE, |_| {}, vow).unwrap(), written(NUBE, vow));
    assert_eq!(both(NUBE, vow, |_| {}).unwrap(), written(NUBE, vow));
    // The same on both sides, be it alike.
    for (theirs, ours) in [(9, 8), (9, 9)] {
        let points = |value| move |nube: &mut Person| _ = nube.points.insert(Id::new(0), value);
        let error = both(NUBE, points(theirs), points(ours)).unwrap_err();
        assert!(error.contains("changed in both places: Suerte"), "{error}");
    }
    let error = both(NUBE, vow, |nube| nube.tags.push(promise("Remar", 0, Lasts::Permanent))).unwrap_err();
    assert!(error.contains("changed in both places: Remar"), "{error}");
    let marks = |mark: usize| {
        move |nube: &mut Person| {
            if let Some(count) = nube.marks.values_mut().next().and_then(|counts| counts.get_mut(mark)) {
                *count += 1;
            }
        }
    };
    // Marks of one track share its boxes.
    assert!(both(NUBE, marks(0), marks(1)).unwrap_err().contains("changed in both places: Casco"));
}

#[test]
fn the_table_has_a_file_as_well() {
    let game = game();
    let text = "tirada character: 1\npoints: {Marea: 4}\n";
    let (old, errors, sources, id) = read(&game, text, FileOwner::Table);
    assert!(errors.is_empty());
    let mut new = old.clone();
    new.points.insert(Id::new(2), 5);
    new.tags.push(promise("Paz", 0, Lasts::Permanent));
    let written = write_person(&sources, id, &game, FileOwner::Table, &old, &new).unwrap();
    assert_eq!(written.text, "tirada character: 1\npoints: {Marea: 5}\ntags:\n  promesa:\n    Paz: {tono: grave}\n");
}
