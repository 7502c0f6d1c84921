//! What changes and what is done, as it is read: a whole invented game that uses every
//! key, its characters and its cases; and small wrong games.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "reading_play/written.rs"]
mod written;

use tirada::internals::diagnostic::Diagnostic;
use tirada::internals::ruleset::model::{
    CellDecl, CellKind, DefaultDecl, DurationDecl, Least, Overflow, Ruleset, Start,
};
use tirada::internals::ruleset::{File, RawStepKind, Shelf, load, read_cases, read_character};
use tirada::internals::source::{Sources, Span};
use tirada::internals::yaml;

use written::{kind, lasting, names, pairs, steps, text, word};

/// A shelf that holds nothing but the invented game.
struct One;

impl Shelf for One {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        (id == "velo").then(|| vec![File { name: "velo.yml".to_owned(), text: GAME.to_owned() }])
    }

    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
}

fn read(text: &str) -> (Option<Ruleset>, Vec<Diagnostic>, Sources) {
    let mut sources = Sources::new();
    let loaded = load(
        vec![File { name: "game.yml".to_owned(), text: text.to_owned() }],
        &One,
        &mut sources,
        &tirada::internals::limits::Limits::FULL,
    );
    (loaded.ruleset, loaded.errors, sources)
}

/// A line for each error: code, line, and the underlined text, and what to write instead.
fn wrong(errors: &[Diagnostic], sources: &Sources) -> Vec<String> {
    let line = |at: Span| sources.get(at.source).unwrap().position(at.start).line;
    errors
        .iter()
        .map(|error| {
            let at = error.at.unwrap();
            let fix = error.fixes.first().map_or(String::new(), |fix| format!(" -> {}", fix.replacement));
            format!("{} {} {}{fix}", error.code.as_str(), line(at), sources.slice(at))
        })
        .collect()
}

fn right(text: &str) -> (Ruleset, Sources) {
    let (ruleset, mut errors, sources) = read(text);
    // Formulas that read `somebody.something` are the grammar's affair.
    errors.retain(|error| error.code.as_str() != "syntax" || sources.slice(error.at.unwrap()) != ".");
    assert!(errors.is_empty(), "{:#?}", wrong(&errors, &sources));
    (ruleset.unwrap(), sources)
}

const HEAD: &str = "tirada: 1\nid: velo\n";

/// What is wrong in a game of which only this is written.
#[track_caller]
fn errors(text: &str, expected: &[&str]) {
    let (_, errors, sources) = read(&format!("{HEAD}{text}"));
    assert_eq!(wrong(&errors, &sources), expected, "\n{text}");
}

const GAME: &str = include_str!("reading_play/velo.yml");

#[test]
fn what_somebody_has() {
    let (game, _) = right(GAME);
    let times: Vec<_> = game.times.iter().map(|time| (time.name.text.as_str(), names(&time.ends))).collect();
    assert_eq!(
        times,
        [("braza", vec![]), ("marea", vec!["braza"]), ("luna llena", vec!["marea", "braza"]), ("gota", vec![])]
    );
    let passes = &game.times[1].passes;
    assert_eq!((passes[0].0, passes[0].1.text.as_str()), (24, "gota"));

    let groups: Vec<_> = game.traits.iter().map(|one| (one.name.text.as_str(), word(&one.group))).collect();
    assert_eq!(groups, [("Nervio", "temple"), ("Pulso", "temple"), ("oficio", "-"), ("Calado", "hondura")]);

    let [luz, sal, plata] = game.points.as_slice() else { panic!() };
    assert!(matches!(&luz.start, Some(Start::Formula(start)) if text(start) == "Nervio"));
    assert!(matches!(luz.min, Least::Zero));
    assert_eq!(luz.max.as_ref().map(text), Some("Nervio + 1"));
    assert_eq!(pairs(&luz.renew), ["marea = Nervio"]);
    assert_eq!(luz.endless.as_ref().map(text), Some("Pulso = 0"));
    assert!(matches!(sal.min, Least::None) && sal.max.is_none());
    assert!(matches!(&sal.start, Some(Start::Pending(pending)) if pending.why == "nadie lo dice"));
    assert_eq!(word(&sal.group), "temple");
    assert!(plata.shared && !luz.shared);
    assert!(matches!(&plata.min, Least::Formula(least) if text(least) == "-3"));

    let [casco] = game.tracks.as_slice() else { panic!() };
    assert_eq!((text(&casco.boxes), casco.row.as_ref().map(text)), ("3 * Pulso", Some("Pulso")));
    let marks: Vec<_> = casco.marks.iter().map(|(name, sign)| (name.text.as_str(), sign.as_str())).collect();
    assert_eq!(marks, [("raja", "/"), ("brecha", "X")]);
    assert_eq!(casco.overflow, Overflow::Worsen);
    let [entero, roto] = casco.states.as_slice() else { panic!() };
    assert_eq!(entero.when.as_ref().map(text), Some("lost < Pulso"));
    assert_eq!(pairs(&roto.gives), ["lastre = -2"]);
    assert_eq!((word(&roto.enter), word(&roto.leave)), ("zozobrar", "reflotar"));
    assert_eq!((roto.every[0].0.text.as_str(), roto.every[0].1.text.as_str()), ("braza", "zozobrar"));

    let tags: Vec<_> = game.tags.iter().map(|tag| (tag.name.text.as_str(), tag.free_names, tag.several)).collect();
    assert_eq!(
        tags,
        [("Empapado", false, false), ("Coraza", false, true), ("voto", true, true), ("voto mayor", true, true)]
    );
    assert_eq!(game.tags[0].lasts.as_ref().map(lasting), Some("[1] marea".to_owned()));
    assert_eq!(word(&game.tags[3].ends), "reflotar");
    let values: Vec<_> =
        game.tags[2].values.iter().map(|(name, question)| (name.text.as_str(), kind(&question.kind))).collect();
    assert_eq!(values[0], ("tono", "one of grave/leve".to_owned()));
    assert_eq!(values[2], ("lema", "text".to_owned()));
    assert_eq!(game.tags[2].every[0].1.text, "renovar");
    assert_eq!(pairs(&game.tags[1].gives), ["cubierta = Mallas[hechura]"]);
}

#[test]
fn what_is_done() {
    let (game, _) = right(GAME);
    let action = |name: &str| game.actions.iter().find(|action| action.name.text == name).unwrap();
    let roles =
        |name: &str| -> Vec<_> { action(name).roles.iter().map(|role| (role.name.text.as_str(), role.many)).collect() };
    assert_eq!(roles("abordar"), [("asaltante", false), ("presa", false)]);
    assert_eq!(roles("remar juntos"), [("patrón", false), ("remeros", true)]);
    let abordar = action("abordar");
    let asked: Vec<_> = abordar
        .ask
        .iter()
        .map(|(name, question)| {
            let when = question.when.as_ref().map_or("-", text);
            let default = matches!(question.default, Some(DefaultDecl::Formula(_)));
            (name.text.as_str(), kind(&question.kind), word(&question.by), word(&question.of), when, default)
        })
        .collect();
    assert_eq!(
        asked,
        [
            ("maña", "trait oficio/Pulso".to_owned(), "-", "asaltante", "-", true),
            ("reserva", "points temple".to_owned(), "-", "-", "-", false),
            ("promesa", "tag voto".to_owned(), "contramaestre", "any", "maña > 2", true),
            ("testigo", "character".to_owned(), "-", "-", "-", false),
            ("grito", "text".to_owned(), "-", "-", "-", false),
        ]
    );
    assert_eq!(pairs(&abordar.need), ["Empapado no se aborda = not asaltante.Empapado"]);
    assert_eq!(pairs(&action("renovar").every), ["luna llena = Nervio > 0"]);
    assert_eq!(
        steps(&abordar.steps),
        [
            "salto: roll bogar by asaltante [\"empuje = asaltante.Pulso + maña\"] on naufraga (fin: stop Al agua.) \
             success (grita: say ¡{…}!) seen (mira: 1)",
            "base: max(1, salto.total)",
            "pulso: oppose bogar asaltante[] presa[] [\"empuje = 1\"] on tie (nada: say Nada.) seen ()",
            "forcejeo: oppose bogar asaltante[\"empuje = 2\"] presa[] [] on  seen ()",
            "hunde: do hundir hundido=presa [\"hondo = base\"] when base > 0",
            "sola: do hundir -=presa []",
            "cual: first (a: 1 when base > 3; b: 2)",
            "junto: steps (x: 1; y: value) when base = 2".replace("value", "2").as_str(),
        ]
    );
    assert_eq!(
        steps(&action("remar juntos").steps),
        [
            "cada: each uno of remeros (sube: gain Luz: 1 to uno for - until - [])",
            "moja: gain Empapado: [3] braza to patrón for - until - []",
            "tal vez: gain Empapado: [(Nervio + 1)] luna llena to - for - until - []",
            "jura: gain voto: named Por {…}, voto: nombre to - for [1d6] gota until not Empapado [\"tono = grave\"]",
            "siempre: gain Empapado: permanent, Coraza: one marea to - for permanent until - []",
            "tabla: gain Luz: Nervio to - for unit Plazos[1] until - []",
            "seca: lose Empapado: -, voto: - of patrón",
            "gasta: lose Luz: 2 of -",
            "paga: pay [\"Luz = 1\"] from patrón to -",
            "cede: pay [\"Luz = 1\"] from patrón to uno",
            "raja: mark 2 on Casco of patrón as brecha",
            "cura: heal all on Casco of - from -",
            "repara: heal 1 on - of - from raja",
            "cambia: set [\"base = 3\", \"x.tono = leve\"]",
            "efecto: effects Vahídos[Nervio, Recio] to patrón",
            "turnos: order remeros by [\"Pulso\", \"1d6\"] ties renovar",
            "pregunta: ask number",
            "guarda: Nervio when Pulso = 1",
            "no: fail Ni hablar.",
        ]
    );
}

#[test]
fn what_is_done_in_the_middle() {
    let (game, _) = right(GAME);
    let [favor, ola, golpe] = game.interventions.as_slice() else { panic!() };
    let at = |one: &tirada::internals::ruleset::model::InterventionDecl| -> Vec<_> {
        one.at.iter().map(|hook| (hook.before, hook.name.text.clone(), word(&hook.label).to_owned())).collect()
    };
    assert_eq!(at(favor), [(false, "bogar".to_owned(), "-".to_owned())]);
    assert_eq!(
        at(ola),
        [(true, "abordar".to_owned(), "base".to_owned()), (true, "remar juntos".to_owned(), "moja".to_owned())]
    );
    // Like `favor`, before the test as well.
    assert_eq!(at(golpe), [(false, "bogar".to_owned(), "-".to_owned()), (true, "bogar".to_owned(), "-".to_owned())]);
    assert_eq!((word(&favor.roller), favor.roles[0].name.text.as_str()), ("quien", "ayuda"));
    assert_eq!(kind(&favor.ask[0].1.kind), "dice");
    assert_eq!(favor.when.as_ref().map(text), Some("ayuda.Luz >= 1"));
    assert_eq!(pairs(&favor.need), ["Nada que dar = ayuda.Luz > 0"]);
    assert_eq!(
        steps(&favor.steps),
        ["repite: reroll dados Better", "todo: reroll - New", "lee: change [\"empuje = 1\"]"]
    );
    assert_eq!(ola.must.as_ref().map(text), Some("base > 20"));
    assert_eq!(steps(&golpe.steps)[3], "más: 1");
}

#[test]
fn what_cells_do() {
    let (game, _) = right(GAME);
    let table = |name: &str| game.tables.iter().find(|table| table.name.text == name).unwrap();
    let cells = |name: &str, row: usize| -> Vec<Vec<String>> {
        let cell = |cell: &CellDecl| match cell {
            CellDecl::Effects(list) => steps(list),
            CellDecl::Pending(pending) => vec![format!("pending {}", pending.why)],
            CellDecl::Name(word) => vec![word.text.clone()],
            other => panic!("{other:?}"),
        };
        table(name).rows[row].cells.iter().map(cell).collect()
    };
    assert!(matches!(table("Vahídos").columns[1].kind, CellKind::Effects));
    assert_eq!(
        cells("Vahídos", 0),
        [
            vec!["·1: gain Empapado: [1] braza, Luz: 3 to - for - until - []".to_owned()],
            vec!["·1: lose voto: - of -".to_owned(), "·2: say Cae.".to_owned()],
        ]
    );
    assert_eq!(
        cells("Vahídos", 1),
        [
            vec![],
            vec![
                "a: roll bogar by - [] on failure (x: gain Empapado: permanent to - for - until - []) seen ()"
                    .to_owned()
            ]
        ]
    );
    assert_eq!(cells("Vahídos", 2), [vec!["pending no se sabe"], vec![]]);
    assert_eq!(
        cells("Vahídos", 3),
        [
            vec!["·1: gain voto: [2] marea to - for - until - [\"tono = grave\"]".to_owned()],
            vec![
                "·1: do hundir hundido=quien [\"hondo = 2\"]".to_owned(),
                "·2: gain Luz: 1 to - for - until - []".to_owned()
            ],
        ]
    );
    assert_eq!(cells("Sustos", 0), [vec!["·1: gain Empapado: one braza to - for - until - []"]]);
    assert_eq!(cells("Plazos", 0), [vec!["marea"]]);
}

#[test]
fn likeness() {
    let (game, sources) = right(GAME);
    let test = |name: &str| game.tests.iter().find(|test| test.name.text == name).unwrap();
    assert!(test("bogar").like.is_none());
    let like = test("bogar mejor").like.as_ref().unwrap();
    assert_eq!((like.text.as_str(), sources.slice(like.span)), ("bogar", "bogar"));
    assert_eq!(word(&test("bogar aún mejor").like), "bogar mejor");
    assert_eq!(text(&test("bogar aún mejor").total), "sum() + empuje + 2");
    let hundir = |name: &str| {
        let action = game.actions.iter().find(|action| action.name.text == name).unwrap();
        action.steps.iter().map(|step| step.label.text.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(hundir("hundir"), ["uno", "dos", "tres"]);
    assert_eq!(hundir("hundir más"), ["uno", "dos", "nuevo", "cuatro"]);
    assert_eq!(hundir("hundir antes"), ["cero", "uno", "dos", "tres"]);
    assert_eq!(hundir("hundir al final"), ["uno", "dos", "tres", "cuatro"]);
}

/// One name for each list that gets something new.
#[test]
fn each_list_has_its_own_place() {
    let (game, _) = right(&format!(
        "{HEAD}tests:\n  cruce:\n    ask: {{uno: {{number: any}}, dos: {{number: any}}}}\n    roll: 1d6\n    total: sum() + uno \
         + dos\n    outcomes: {{bien: {{when: total > 6, is: success}}, mal: {{is: failure}}}}\n  otro:\n    like: cruce\n    \
         ask: {{medio: {{number: any, default: 0}}}}\n    outcomes: {{justo: {{when: total = 6, is: success}}}}\n    \
         before: [mal, dos]\n"
    ));
    let other = game.tests.iter().find(|test| test.name.text == "otro").unwrap();
    assert_eq!(other.ask.iter().map(|(name, _)| name.text.as_str()).collect::<Vec<_>>(), ["uno", "medio", "dos"]);
    let outcomes: Vec<&str> = other.outcomes.iter().map(|one| one.name.text.as_str()).collect();
    assert_eq!(outcomes, ["bien", "justo", "mal"]);
}

/// A game that is built on another puts its steps where it wants them.
#[test]
fn steps_of_a_game_that_is_extended() {
    let (game, _) = right(
        "tirada: 1\nid: otro\nextends: velo\nremove: [actions.zozobrar.steps.nada]\nchange:\n  actions: {abordar: \
         {steps: {salto: {with: {empuje: 7}}, base: {value: 5, when: 1 > 2}}}}\nactions:\n  hundir: {before: tres, \
         steps: {dos y medio: 5}}\n  renovar: {steps: {nada: 0}}\ninterventions:\n  favor: {steps: {luego: 1}}\n",
    );
    let all = |name: &str| steps(&game.actions.iter().find(|action| action.name.text == name).unwrap().steps);
    assert_eq!(all("hundir"), ["uno: 1", "dos: 2", "dos y medio: 5", "tres: 3"]);
    assert_eq!(all("renovar").last().map(String::as_str), Some("nada: 0"));
    assert!(all("abordar")[0].contains("empuje = 7"), "{}", all("abordar")[0]);
    assert_eq!(all("abordar")[1], "base: 5 when 1 > 2");
    assert_eq!(steps(&game.interventions[0].steps).last().map(String::as_str), Some("luego: 1"));
}

/// Every place in a duration is the place in the file.
#[test]
fn places_in_durations() {
    let source = format!(
        "{HEAD}times: {{giro: {{}}, luna llena: {{}}}}\ntags:\n  a: {{lasts: \"(x  + \\u0031) giro\"}}\n  \
         b:\n    lasts: |\n      (2 +\n      3) luna llena\n  c: {{lasts: (x + 1) «luna llena»}}\n"
    );
    let (game, sources) = right(&source);
    for (tag, written) in game.tags.iter().zip(["(x  + \\u0031)", "(2 +\n      3)", "(x + 1)"]) {
        let Some(DurationDecl::Times(Some(count), time)) = &tag.lasts else { panic!("{tag:?}") };
        assert_eq!(sources.slice(time.span).trim_matches(['«', '»']), time.text);
        let whole = 0..count.text.len();
        assert_eq!(sources.slice(count.placement.locate(&sources, &count.text, whole)), written);
    }
}

#[test]
fn wrong_durations() {
    errors(
        "times: {giro: {}, día: {passes: -1 giro}}\ntags:\n  a: {lasts: 3 giros}\n  b: {lasts: (x + ) giro}\n  c: {lasts: 2 luna}\n",
        &["not-a-count-of-time 3 -1 giro", "unknown-time 5 giros -> giro", "syntax 6 )", "unknown-time 7 luna"],
    );
    errors("times: {día: {passes: 0 giro}}\n", &["not-a-count-of-time 3 0 giro"]);
    errors("tags: {a: {lasts: }}\n", &["empty-value 3 "]);
}

#[test]
fn wrong_steps() {
    let of = |steps: &str| format!("actions:\n  a:\n    steps:\n{steps}");
    errors(&of("      x: {rol: t}\n"), &["unknown-key 6 rol -> roll"]);
    errors(&of("      x: {roll: t, onn: {}}\n"), &["unknown-key 6 onn -> on"]);
    errors(&of("      x: {frob: t}\n"), &["step-without-verb 6 frob"]);
    errors(&of("      x: {when: a}\n"), &["step-without-verb 6 when"]);
    errors(&of("      x: {}\n"), &["step-without-verb 6 {}"]);
    errors(&of("      x: {roll: t, say: hola}\n"), &["step-with-two-verbs 6 say"]);
    errors(&of("      x: {value: 3, to: y}\n"), &["unknown-key 6 to"]);
    errors(&of("      x: {roll: t, on: {failure: {stop: no}}}\n"), &["verb-as-label 6 stop"]);
    errors(&of("      x: {2d6 + 1}\n"), &["not-a-formula 6 {2d6 + 1} -> 2d6 + 1"]);
    errors(&of("      x: [a, b]\n"), &["not-a-formula 6 [a, b]"]);
    errors(&of("      x:\n"), &["empty-value 6 "]);
    errors("actions: {a: {steps: [b, c]}}\n", &["not-a-map 3 [b, c]"]);
    errors(&of("      x: {oppose: t, sides: [a]}\n"), &["not-two-sides 6 [a]"]);
    errors(&of("      x: {oppose: t}\n"), &["missing-key 6 t"]);
    errors(&of("      x: {each: a, steps: {y: 1}}\n"), &["bad-each 6 a"]);
    errors(&of("      x: {each: {a: b}}\n"), &["missing-key 6 {a: b}"]);
    errors(&of("      x: {gain: {y: {nam: z}}}\n"), &["unknown-key 6 nam -> name"]);
    errors(&of("      x: {gain: {y: {}}}\n"), &["missing-key 6 {}"]);
    errors(&of("      x: {gain: [y, {}]}\n"), &["not-a-text 6 {}"]);
    errors(&of("      x: {say: }\n"), &["empty-value 6 "]);
    errors(&of("      x: {reroll: all, keep: best}\n"), &["not-one-of 6 best"]);
}

#[test]
fn wrong_sections() {
    errors("points: {a: {minimum: 1}}\n", &["unknown-key 3 minimum"]);
    errors("points: {a: {of: everyone}}\n", &["not-one-of 3 everyone"]);
    errors(
        "tracks:\n  a: {boxes: 1, marks: {m: /}}\n  b: {boxes: 1, marks: {}, overflow: worse}\n",
        &["missing-key 4 a", "track-without-marks 5 {}", "not-one-of 5 worse -> worsen"],
    );
    errors("options: {a: {dice: any, default: 1}}\n", &["unknown-key 3 dice"]);
    errors("tags: {a: {values: {b: {trait: c}, d: {text: any}}}}\n", &["unknown-key 3 trait"]);
    errors(
        "tests: {a: {total: 1, ask: {b: {trait: c, by: d}, e: {character: any}}}}\n",
        &["not-in-a-test 3 by", "unknown-key 3 character"],
    );
    errors("interventions: {a: {steps: {b: 1}}}\n", &["hook-missing 3 a"]);
    errors("interventions: {a: {after: b., steps: {b: 1}}}\n", &["bad-hook 3 b."]);
    errors("actions: {a: {roles: [b, c, b]}}\n", &["role-twice 3 b"]);
    errors("actions: {a: {steps: {x: 1}}, b: {like: a, after: y, steps: {z: 1}}}\n", &["no-such-step 3 y"]);
    errors("actions: {b: {like: a}, ac: {}}\n", &["like-of-nothing 3 a"]);
    errors("tables: {t: {cells: effects, rows: {a: b}}}\n", &["not-a-map 3 b"]);
    errors("tables: {t: {cells: effects, rows: {a: {as: b}}}}\n", &["missing-key 3 as"]);
    errors("tables: {t: {cells: effects, rows: {a: {steps: {}, say: b}}}}\n", &["unknown-key 3 say"]);
    errors("time: {a: {}}\n", &["unknown-key 3 time -> times"]);
}

fn tree(text: &str) -> (yaml::Node, Sources) {
    let mut sources = Sources::new();
    let id = sources.add("file.yml", text);
    let (node, errors) = yaml::parse(&sources, id, &yaml::YamlLimits::default());
    assert!(errors.is_empty(), "{errors:?}");
    (node, sources)
}

#[test]
fn a_character() {
    let (node, sources) = tree(include_str!("reading_play/ana.yml"));
    let (sheet, errors) = read_character(&node, &sources);
    assert!(errors.is_empty(), "{:?}", wrong(&errors, &sources));
    assert_eq!(sheet.name.as_deref(), Some("Ana"));
    let tags: Vec<_> = sheet
        .tags
        .iter()
        .map(|tag| {
            let values: Vec<_> = tag.values.iter().map(|entry| format!("{}={}", entry.name.text, entry.text)).collect();
            let lasts = tag.lasts.as_ref().map_or("-", |entry| &entry.text);
            let until = tag.until.as_ref().map_or("-", |entry| &entry.text);
            let denied = if tag.denied { " denied" } else { "" };
            format!("{} {} {} for {lasts} until {until}{denied}", tag.kind.text, word(&tag.name), values.join(" "))
        })
        .collect();
    assert_eq!(
        tags,
        [
            "voto No volver tono=grave for - until -",
            "voto Nadie me cree  for - until -",
            "voto Callar  for - until - denied",
            "voto mayor Uno  for - until -",
            "voto mayor Dos  for - until -",
            "Coraza - hechura=Escamas for - until -",
            "Coraza - hechura=Cuero for - until -",
            "Empapado -  for - until -",
            "Seco -  for - until - denied",
            "Mareado -  for 3 braza until Luz > 0",
            "Alerta -  for - until -",
        ]
    );
    assert_eq!(sheet.marks[0].track.text, "Casco");
    let marks: Vec<_> = sheet.marks[0].marks.iter().map(|entry| (entry.name.text.as_str(), &*entry.text)).collect();
    assert_eq!(marks, [("raja", "3"), ("brecha", "1")]);
    assert_eq!(sheet.points[0].text, "3");
    let placement = sheet.points[0].placement.unwrap();
    assert_eq!(sources.slice(placement.span), "3");
    assert_eq!(sheet.members[0].1.text, "Calafate");

    let (node, sources) = tree(
        "tirada character: 1\nmarks: {a: {b: x}}\npoints: {c: d}\nlike: e\ntags: {f: {g: {h: [1]}}, i: {j: {k: 1}, l: 2}}\n",
    );
    let (_, errors) = read_character(&node, &sources);
    assert_eq!(
        wrong(&errors, &sources),
        ["unknown-key 4 like", "not-a-map 5 2", "not-a-number 2 x", "not-a-number 3 d"]
    );
}

#[test]
fn cases() {
    let (node, sources) = tree(include_str!("reading_play/cases.yml"));
    let (file, errors) = read_cases(&node, &sources);
    assert!(errors.is_empty(), "{:?}", wrong(&errors, &sources));
    assert_eq!(file.characters[0].1.name.as_deref(), Some("Ana"));
    let [fight, old, several] = file.cases.as_slice() else { panic!() };
    assert_eq!(old.roll.as_ref().unwrap().text, "bogar");
    assert_eq!(several.each.len(), 1);
    assert_eq!(word(&fight.characters[0].1.like), "Ana");
    let [first, second, third] = fight.steps.as_slice() else { panic!() };
    assert!(matches!(&first.kind, RawStepKind::Do(action) if action.text == "abordar"));
    let roles: Vec<_> = first.roles.iter().map(|(role, who)| (word(role), names(who))).collect();
    assert_eq!(roles, [("asaltante", vec!["Ana"]), ("presa", vec!["Oso"]), ("remeros", vec!["Ana", "Oso"])]);
    let set: Vec<_> = first.set.iter().map(|entry| (entry.name.text.as_str(), entry.text.as_str())).collect();
    assert_eq!(set, [("maña", "Pulso"), ("grito", "Ea")]);
    assert_eq!(first.dice, [8, 7]);
    let done: Vec<_> = first
        .interventions
        .iter()
        .map(|one| {
            let answers: Vec<_> =
                one.answers.iter().map(|entry| format!("{}={}", entry.name.text, entry.text)).collect();
            (one.name.text.as_str(), word(&one.at), answers)
        })
        .collect();
    assert_eq!(
        done,
        [
            ("favor", "-", vec!["ayuda=Ana".to_owned(), "dados=4, 1".to_owned()]),
            ("ola", "base", vec![]),
            ("golpe", "-", vec![])
        ]
    );
    for entry in &first.expect {
        let place = entry.name_placement.unwrap();
        assert_eq!(sources.slice(place.locate(&sources, &entry.name.text, 0..entry.name.text.len())), entry.name.text);
    }
    let expected: Vec<_> = first.expect.iter().map(|entry| (entry.name.text.as_str(), entry.text.as_str())).collect();
    assert_eq!(expected, [("salto.total", "13"), ("count(Oso.voto, tono = leve)", "1"), ("said", "¡Ea!, Nada.")]);
    assert!(matches!(&second.kind, RawStepKind::Pass(time) if time.text == "luna llena"));
    assert!(matches!(&third.kind, RawStepKind::Roll(roll) if roll.text == "bogar vs 3"));
    assert!(matches!(third.roles.as_slice(), [(None, who)] if names(who) == ["Ana"]));
}

#[test]
fn wrong_cases() {
    #[track_caller]
    fn case(text: &str, expected: &[&str]) {
        let (node, sources) = tree(&format!("tirada cases: 1\ncases:\n  A:\n{text}"));
        let (_, errors) = read_cases(&node, &sources);
        assert_eq!(wrong(&errors, &sources), expected, "\n{text}");
    }
    case("    steps: [{do: a, expect: {b: 1}, pas: x}]\n", &["unknown-key 4 pas -> pass", "step-with-two-verbs 4 pas"]);
    case("    steps: [{expect: {b: 1}}]\n", &["case-step-without-deed 4 expect"]);
    case("    steps: [{do: a}]\n", &["case-expects-nothing 3 A"]);
    case("    roll: 1\n", &["case-expects-nothing 3 A"]);
    case("    steps: []\n", &["case-expects-nothing 3 A"]);
    case("    each: {}\n", &["case-expects-nothing 3 A"]);
    case("    roll: 1\n    expect: total 4\n", &["not-a-map 5 total 4"]);
    case("    roll: 1\n    steps: [{do: a, expect: {b: 1}}]\n", &["case-rolls-nothing 3 A"]);
    case("    dice: [1]\n    steps: [{do: a, expect: {b: 1}}]\n", &["unknown-key 4 dice"]);
    case(
        "    steps: [{do: a, expect: {b: 1}, interventions: [{c: {}, d: {}}]}]\n",
        &["not-one-intervention 4 {c: {}, d: {}}"],
    );
    case(
        "    characters: {C: {traist: {a: 1}}}\n    steps: [{do: a, expect: {b: 1}}]\n",
        &["unknown-key 4 traist -> traits"],
    );
}
