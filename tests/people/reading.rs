//! What stands in a file, and what is wrong with it.

use insta::assert_snapshot;
use tirada::internals::report::Language;
use tirada::internals::ruleset::read_character;
use tirada::internals::source::Sources;
use tirada::internals::world::{FileOwner, Lasts, Person, TagLook, TagValue, read_person};
use tirada::internals::yaml::{YamlLimits, parse};

use super::game::{game, person, read, words};

const NUBE: &str = "\
tirada character: 1
name: Nube
ruleset: islas
traits:
  Brazo: 3
  Zurdo: sí
  Rumbo: sur
  Vela: Gran vela
  oficio: {Nudos: 4, Velas rotas: 2}
tags:
  Mojado: yes
  Capa:
    - {tejido: hule, peso: -3}
    - yes
    - rota: yes
      for: permanent
  promesa:
    Volver:
    Callar: {tono: grave, testigo: 'Ana, la del faro'}
    Cantar: {for: 3 luna llena}
    No reír: {until: 'Suerte>3'}
  Fiebre: {for: soplo}
  Barco: {vela: Foque}
marks:
  Casco: {brecha: 1}
points: {Suerte: 2, Deuda: -5}
";

/// Everything that is true of somebody, one thing a line.
fn told(game: &tirada::internals::check::program::CheckedGame, person: &Person) -> String {
    let mut lines = vec![format!("{:?}", person.name)];
    lines.extend(person.traits.iter().map(|(index, value)| format!("{} = {value}", game.traits[*index].name)));
    lines.extend(person.open.iter().map(|(name, value)| format!("«{name}» = {value}")));
    lines.extend(person.points.iter().map(|(index, value)| format!("{} = {value}", game.points[*index].name)));
    lines.extend(person.marks.iter().map(|(index, counts)| format!("{}: {counts:?}", game.tracks[*index].name)));
    lines.extend(person.tags.iter().map(|tag| {
        let look = TagLook::of(game, tag);
        let values: Vec<String> =
            look.values.iter().map(|(name, value)| format!("{name} {}", super::written(value))).collect();
        format!("{}. {} {:?} {values:?} {:?}", tag.number, look.kind, look.name, look.lasts)
    }));
    lines.join("\n")
}

#[test]
fn a_character_is_read_whole() {
    let game = game();
    let (nube, ..) = person(&game, NUBE);
    assert_snapshot!(told(&game, &nube));
}

#[test]
fn empty_sections_are_defaults() {
    let game = game();
    let (nobody, ..) = person(&game, "tirada character: 1\ntraits:\ntags:\n  promesa:\nmarks:\npoints: {}\n");
    assert_eq!(nobody, Person::default());
    let (nobody, ..) = person(&game, "tirada character: 1\ntags: {promesa: {}, Mojado: no, Capa: [no]}\n");
    assert_eq!(nobody, Person::default());
}

#[test]
fn names_alone_are_tags_of_a_kind_with_names() {
    let game = game();
    for written in ["Volver", "[Volver]", "{Volver: yes}", "{Volver}", "[{Volver: {}}]", "{Volver: {}, Callar: no}"] {
        let (one, ..) = person(&game, &format!("tirada character: 1\ntags: {{promesa: {written}}}\n"));
        assert_eq!(one.tags.len(), 1, "{written}");
        assert_eq!(one.tags[0].name.as_deref(), Some("Volver"), "{written}");
        assert_eq!(one.tags[0].values, [TagValue::Number(1), TagValue::Number(0), TagValue::Text("nadie".to_owned())]);
        assert_eq!(one.tags[0].lasts, Lasts::Permanent);
    }
}

fn wrong(text: &str, whose: FileOwner) -> String {
    let (_, errors, sources, _) = read(&game(), text, whose);
    let mut all = words(&errors, &sources, Language::English);
    all.push_str(&words(&errors, &sources, Language::Spanish));
    all
}

#[test]
fn all_errors_of_a_sheet_are_reported_in_place() {
    let text = "\
tirada character: 1
name: Nube
traits:
  Braso: 3
  Brazo: 11
  Vista: mucha
  Zurdo: quizás
  Rumbo: Nort
  Vela: Foke
  Suerte: 3
  oficio: 3
  Calado: {Nudos: 3}
  ofizio: {Nudos: 4, Remos: 2}
points:
  Suerte: -1
  Deuda: 21
  Marea: 3
  Suert: 1
  Brazo: 2
marks:
  Casko: {raja: 1}
  Casco: {raha: 1, brecha: -2}
";
    assert_snapshot!(wrong(text, FileOwner::Character));
}

#[test]
fn all_errors_of_tags_are_reported() {
    let text = "\
tirada character: 1
name: Nube
traits:
  oficio: {Nudos: 11, Nudos marinos: x, Brazo: 2, Suerte: 3}
tags:
  Moxado: yes
  Mojado: [yes, {for: 2 soplo}]
  Fiebre: yes
  Barco: yes
  Casco: yes
  Capa:
    - {tegido: lana}
    - {tejido: seda, peso: 10, rota: a medias}
    - Vieja
  promesa:
    Volver: {tono: grabe, for: 3 soplos}
    Callar: {for: 0 soplo}
    Cantar: {for: 3}
    Bailar: {for: un rato}
    Reír: {until: Suerte > 4}
    Llorar: {for: soplo, until: not Mojado}
";
    assert_snapshot!(wrong(text, FileOwner::Character));
    let lists = "tirada character: 1\ntags: {promesa: [Volver, Volver, yes, {tono: leve}]}\n";
    assert_snapshot!(wrong(lists, FileOwner::Character));
}

#[test]
fn the_table_has_only_what_belongs_to_it() {
    let game = game();
    let fine = "tirada character: 1\ntags: {promesa: {Paz: {tono: grave}}}\npoints: {Marea: 4}\n";
    let (table, errors, ..) = read(&game, fine, FileOwner::Table);
    assert_eq!(errors, []);
    assert_eq!(
        told(&game, &table),
        "\"table\"\nMarea = 4\n1. promesa Some(\"Paz\") [\"tono grave\", \"gastada no\", \"testigo nadie\"] None"
    );
    let text = "tirada character: 1\ntraits: {Brazo: 3, oficio: {Nudos: 3, Remos: 2}}\nmarks: {Casco: {raja: 1}}\npoints: {Suerte: 4, Mara: 1}\n";
    assert_snapshot!(wrong(text, FileOwner::Table));
}

#[test]
fn one_character_is_like_another() {
    let game = game();
    let (nube, ..) = person(&game, NUBE);
    let text = "\
tirada character: 1
name: Bruma
traits: {Brazo: 5, oficio: {Nudos: 1}}
tags: {Mojado: no, Capa: {tejido: lana}, promesa: {Volver: no, Callar: {tono: leve}, Zarpar: }}
marks: {Casco: {raja: 2}}
points: {Suerte: 0}
";
    let mut sources = Sources::new();
    let id = sources.add("bruma.yml", text);
    let (file, errors) = read_character(&parse(&sources, id, &YamlLimits::default()).0, &sources);
    assert_eq!(errors, []);
    let (bruma, errors) = read_person(&file, &game, FileOwner::Character, Some(&nube));
    assert_eq!(errors, []);
    assert_snapshot!(told(&game, &bruma));
}
