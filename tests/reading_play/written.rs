//! What was read, in short lines.

use tirada::internals::ruleset::model::{
    DurationDecl, Formula, GainAmount, QuestionKind, StepDecl, Template, TemplatePart, VerbDecl, Word,
};

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
    let part = |part: &TemplatePart| match part {
        TemplatePart::Text(text) => text.clone(),
        TemplatePart::Formula(_) => "{…}".to_owned(),
    };
    template.parts.iter().map(part).collect()
}

pub fn lasting(duration: &DurationDecl) -> String {
    match duration {
        DurationDecl::Permanent => "permanent".to_owned(),
        DurationDecl::Times(None, time) => format!("one {}", time.text),
        DurationDecl::Times(Some(count), time) => format!("[{}] {}", count.text, time.text),
        DurationDecl::Unit(formula) => format!("unit {}", formula.text),
    }
}

pub fn amount(amount: &GainAmount) -> String {
    match amount {
        GainAmount::Formula(formula) => formula.text.to_string(),
        GainAmount::Lasts(duration) => lasting(duration),
        GainAmount::Usual => "usual".to_owned(),
        GainAmount::Named(name) => format!("named {}", said(name)),
    }
}

pub fn word(word: &Option<Word>) -> &str {
    word.as_ref().map_or("-", |word| &word.text)
}

/// A step in one line.
pub fn step(one: &StepDecl) -> String {
    let when = one.when.as_ref().map_or(String::new(), |when| format!(" when {}", when.text));
    let several = |steps: &[StepDecl]| steps.iter().map(step).collect::<Vec<_>>().join("; ");
    let on = |on: &[(Word, Vec<StepDecl>)]| {
        on.iter().map(|(name, steps)| format!("{} ({})", name.text, several(steps))).collect::<Vec<_>>().join(" ")
    };
    let verb = match &one.verb {
        VerbDecl::Value(one) => one.formula.text.to_string(),
        VerbDecl::Ask(one) => format!("ask {}", kind(&one.question.kind)),
        VerbDecl::Roll(one) => {
            let (test, by, with) = (&one.test.text, word(&one.by), pairs(&one.with));
            format!("roll {test} by {by} {with:?} on {} seen ({})", on(&one.on), several(&one.seen))
        }
        VerbDecl::Oppose(one) => {
            let sides = one.sides.iter().map(|(role, with)| format!("{}{:?}", role.text, pairs(with)));
            let (sides, with) = (sides.collect::<Vec<_>>().join(" "), pairs(&one.with));
            format!("oppose {} {sides} {with:?} on {} seen ({})", one.test.text, on(&one.on), several(&one.seen))
        }
        VerbDecl::Do(one) => {
            let roles: Vec<_> = one.roles.iter().map(|(role, who)| format!("{}={}", word(role), who.text)).collect();
            format!("do {} {} {:?}", one.action.text, roles.join(" "), pairs(&one.with))
        }
        VerbDecl::First(one) => format!("first ({})", several(&one.rows)),
        VerbDecl::Steps(one) => format!("steps ({})", several(&one.steps)),
        VerbDecl::Each(one) => {
            let whose = one.owner.as_ref().map_or(String::new(), |whose| format!(" of {}", whose.text));
            format!("each {} of {}{whose} ({})", one.each.0.text, one.each.1.text, several(&one.steps))
        }
        VerbDecl::Repeat(one) => {
            let until = one.until.as_ref().map_or(String::new(), |until| format!(" until {}", until.text));
            format!("repeat {}{until} ({})", one.rounds.text, several(&one.round.steps))
        }
        VerbDecl::Gain(one) => {
            let what: Vec<_> = one.what.iter().map(|(name, how)| format!("{}: {}", name.text, amount(how))).collect();
            let lasts = one.lasts.as_ref().map_or("-".to_owned(), lasting);
            let until = one.until.as_ref().map_or("-", text);
            let by = if one.any { " by any" } else { "" };
            let (to, with) = (word(&one.to), pairs(&one.with));
            format!("gain {} to {to} for {lasts} until {until} {with:?}{by}", what.join(", "))
        }
        VerbDecl::Give(one) => {
            let what = one.what.iter();
            let what: Vec<_> =
                what.map(|(name, much)| format!("{}: {}", name.text, much.as_ref().map_or("-", text))).collect();
            format!("give {} from {} to {}", what.join(", "), word(one.from.as_ref().unwrap()), word(&one.to))
        }
        VerbDecl::Lose(one) => {
            let what = one.what.iter();
            let what: Vec<_> =
                what.map(|(name, much)| format!("{}: {}", name.text, much.as_ref().map_or("-", text))).collect();
            let by = if one.any { " by any" } else { "" };
            format!("lose {} of {}{by}", what.join(", "), word(one.of.as_ref().unwrap()))
        }
        VerbDecl::Draw(one) => {
            let number = one.number.as_ref().map_or("one", text);
            format!("draw {number} of {} to {}", one.deck.text, word(&one.to))
        }
        VerbDecl::Discard(one) => {
            let what: Vec<_> = one.what.iter().map(|(name, _)| name.text.as_str()).collect();
            format!("discard {} of {}", what.join(", "), word(one.of.as_ref().unwrap()))
        }
        VerbDecl::Shuffle(one) => format!("shuffle {}", one.deck.text),
        VerbDecl::Pay(one) => {
            let to = one.to.as_ref().map_or("-", word);
            format!("pay {:?} from {} to {to}", pairs(&one.what), word(&one.from))
        }
        VerbDecl::Mark(one) => {
            let (track, of, mark) = (word(&one.track), word(&one.of), word(&one.mark));
            format!("mark {} on {track} of {of} as {mark}", one.count.text)
        }
        VerbDecl::Heal(one) => {
            let count = one.count.as_ref().map_or("all", text);
            format!("heal {count} on {} of {} from {}", word(&one.track), word(&one.of), word(&one.mark))
        }
        VerbDecl::Set(one) => {
            let of = one.of.as_ref().map_or(String::new(), |of| format!(" of {}", of.text));
            format!("set {:?}{of}", pairs(&one.what))
        }
        VerbDecl::Effects(one) => format!("effects {} to {}", one.cell.text, word(&one.to)),
        VerbDecl::Say(one) => format!("say {}", said(&one.text)),
        VerbDecl::Stop(one) => format!("stop {}", said(&one.text)),
        VerbDecl::Fail(one) => format!("fail {}", said(&one.text)),
        VerbDecl::Order(one) => {
            let by: Vec<_> = one.by.iter().map(text).collect();
            format!("order {} by {by:?} ties {}", one.role.text, word(&one.ties))
        }
        VerbDecl::Reroll(one) => {
            let showing = one.showing.map_or(String::new(), |showing| format!(" showing {showing:?}"));
            format!("reroll {}{showing} {:?}", word(&one.dice), one.keep)
        }
        VerbDecl::Change(one) => format!("change {:?}", pairs(&one.inputs)),
        VerbDecl::Broken => "broken".to_owned(),
    };
    format!("{}: {verb}{when}", one.label.text)
}

pub fn steps(steps: &[StepDecl]) -> Vec<String> {
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
        QuestionKind::Character(kind) => {
            kind.as_ref().map_or("character".to_owned(), |kind| format!("character {}", kind.text))
        }
        QuestionKind::Test(words) => format!("test {}", names(words).join("/")),
        QuestionKind::Dice => "dice".to_owned(),
        QuestionKind::Text => "text".to_owned(),
        QuestionKind::Broken => "broken".to_owned(),
    }
}
