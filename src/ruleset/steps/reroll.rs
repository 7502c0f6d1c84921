//! `reroll`: throws dice of the running test again.

use super::{Fact, kind};
use crate::ruleset::model::{RerollKeep, Word};
use crate::ruleset::read::{Bounds, Fields, FormatKey, KEEP_WORDS, NEAR, Reader, Takes, key};

kind! {
    Reroll run by engine {
        dice: P::Dice = key("reroll", NEAR), dice => dice;
        /// Only those that show from here to there.
        showing: Option<(Option<i64>, Option<i64>)> = key("showing", Takes::Range(&["2..5", "..1"])), showing => showing;
        keep: RerollKeep = key("keep", Takes::OneOf(KEEP_WORDS)) => keep;
    }
    does |reroll| [Fact::Rerolls(&reroll.dice, reroll.showing, reroll.keep)]
}

fn dice(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &FormatKey) -> Option<Option<Word>> {
    let dice = reader.word(fields.get(key.name)?)?;
    Some((dice.text != "all").then_some(dice))
}

fn showing(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &FormatKey) -> Option<Option<Bounds>> {
    let word = fields.get(key.name).and_then(|node| reader.word(node));
    Some(word.and_then(|word| reader.bounds(&word.text, word.span)))
}
