//! What was read, in short lines.

use tirada::ruleset::model::{Amount, Duration, Formula, Part, QuestionKind, Step, Template, Verb, Word};

pub fn names(words: &[Word]) -> Vec<&str> {
    words.iter().map(|word| word.text.as_str()).collect()
}

pub fn text(formula: &Formula) -> &str {
    &formula.text
}

pub fn pairs(list: &[(Word, Formula)]) -> Vec<String> {
    list.iter().map(|(name, formula)| format!("{} = {}", name.text, formula.text)).collect()
}

pub fn said(template: &Template) -> String {
    let part = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Formula(_) => "{…}".to_owned(),
    };
    template.parts.iter().map(part).collect()
}

pub fn lasting(duration: &Duration) -> String {
    match duration {
        Duration::Permanent => "permanent".to_owned(),
        Duration::Times(None, time) => format!("one {}", time.text),
        Duration::Times(Some(count), time) => format!("[{}] {}", count.text, time.text),
        Duration::Unit(formula) => format!("unit {}", formula.text),
    }
}

pub fn amount(amount: &Amount) -> String {
    match amount {
        Amount::Formula(formula) => formula.text.to_string(),
        Amount::Lasts(duration) => lasting(duration),
        Amount::Usual => "usual".to_owned(),
        Amount::Named(name) => format!("named {}", said(name)),
    }
}

pub fn word(word: &Option<Word>) -> &str {
    word.as_ref().map_or("-", |word| &word.text)
}

/// A step in one line.
pub fn step(one: &Step) -> String {
    let when = one.when.as_ref().map_or(String::new(), |when| format!(" when {}", when.text));
    let several = |steps: &[Step]| steps.iter().map(step).collect::<Vec<_>>().join("; ");
    let on = |on: &[(Word, Vec<Step>)]| {
        on.iter().map(|(name, steps)| format!("{} ({})", name.text, several(steps))).collect::<Vec<_>>().join(" ")
    };
    let verb = match &one.verb {
        Verb::Value(formula) => formula.text.to_string(),
        Verb::Ask(question) => format!("ask {}", kind(&question.kind)),
        Verb::Roll { test, by, with, on: branches, seen } => {
            format!("roll {} by {} {:?} on {} seen ({})", test.text, word(by), pairs(with), on(branches), several(seen))
        }
        Verb::Oppose { test, sides, with, on: branches, seen } => {
            let sides: Vec<_> = sides.iter().map(|(role, with)| format!("{}{:?}", role.text, pairs(with))).collect();
            let sides = sides.join(" ");
            format!("oppose {} {sides} {:?} on {} seen ({})", test.text, pairs(with), on(branches), several(seen))
        }
        Verb::Do { action, roles, with } => {
            let roles: Vec<_> = roles.iter().map(|(role, who)| format!("{}={}", word(role), who.text)).collect();
            format!("do {} {} {:?}", action.text, roles.join(" "), pairs(with))
        }
        Verb::First(steps) => format!("first ({})", several(steps)),
        Verb::Steps(steps) => format!("steps ({})", several(steps)),
        Verb::Each { one, of, whose, steps } => {
            let whose = whose.as_ref().map_or(String::new(), |whose| format!(" of {}", whose.text));
            format!("each {} of {}{whose} ({})", one.text, of.text, several(steps))
        }
        Verb::Gain { what, to, lasts, until, with, any } => {
            let what: Vec<_> = what.iter().map(|(name, how)| format!("{}: {}", name.text, amount(how))).collect();
            let lasts = lasts.as_ref().map_or("-".to_owned(), lasting);
            let until = until.as_ref().map_or("-", text);
            let by = if *any { " by any" } else { "" };
            format!("gain {} to {} for {lasts} until {until} {:?}{by}", what.join(", "), word(to), pairs(with))
        }
        Verb::Lose { what, of, any } => {
            let what: Vec<_> =
                what.iter().map(|(name, much)| format!("{}: {}", name.text, much.as_ref().map_or("-", text))).collect();
            let by = if *any { " by any" } else { "" };
            format!("lose {} of {}{by}", what.join(", "), word(of))
        }
        Verb::Pay { what, from, to } => format!("pay {:?} from {} to {}", pairs(what), word(from), word(to)),
        Verb::Mark { count, on, of, mark } => {
            format!("mark {} on {} of {} as {}", count.text, word(on), word(of), word(mark))
        }
        Verb::Heal { count, on, of, from } => {
            format!("heal {} on {} of {} from {}", count.as_ref().map_or("all", text), word(on), word(of), word(from))
        }
        Verb::Set { what, of: None } => format!("set {:?}", pairs(what)),
        Verb::Set { what, of: Some(of) } => format!("set {:?} of {}", pairs(what), of.text),
        Verb::Effects { cell, to } => format!("effects {} to {}", cell.text, word(to)),
        Verb::Say(text) => format!("say {}", said(text)),
        Verb::Stop(text) => format!("stop {}", said(text)),
        Verb::Fail(text) => format!("fail {}", said(text)),
        Verb::Order { role, by, ties } => {
            format!("order {} by {:?} ties {}", role.text, by.iter().map(text).collect::<Vec<_>>(), word(ties))
        }
        Verb::Reroll { dice, showing, keep_better } => {
            let showing = showing.map_or(String::new(), |showing| format!(" showing {showing:?}"));
            format!("reroll {}{showing} {keep_better}", word(dice))
        }
        Verb::Change(values) => format!("change {:?}", pairs(values)),
        Verb::Broken => "broken".to_owned(),
    };
    format!("{}: {verb}{when}", one.label.text)
}

pub fn steps(steps: &[Step]) -> Vec<String> {
    steps.iter().map(step).collect()
}

pub fn kind(kind: &QuestionKind) -> String {
    match kind {
        QuestionKind::Number { .. } => "number".to_owned(),
        QuestionKind::YesNo => "yes no".to_owned(),
        QuestionKind::OneOf(words) => format!("one of {}", names(words).join("/")),
        QuestionKind::Row(word) => format!("row {}", word.text),
        QuestionKind::Cell(word, _) => format!("cell {}", word.text),
        QuestionKind::Column(word) => format!("column {}", word.text),
        QuestionKind::Trait(words) => format!("trait {}", names(words).join("/")),
        QuestionKind::Points(words) => format!("points {}", names(words).join("/")),
        QuestionKind::Tag(word) => format!("tag {}", word.text),
        QuestionKind::Character => "character".to_owned(),
        QuestionKind::Dice => "dice".to_owned(),
        QuestionKind::Text => "text".to_owned(),
        QuestionKind::Broken => "broken".to_owned(),
    }
}
