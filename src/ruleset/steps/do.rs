//! `do`: another action.

use super::kind;
use crate::ruleset::model::Word;
use crate::ruleset::read::{ACTION_NAME, Fields, Key, PLAYED, Reader, WITH, key};

kind! {
    Do by act runs act {
        action: P::Name = key("do", ACTION_NAME);
        roles: Vec<P::Role> = key("as", PLAYED), roles;
        /// Answers to its questions.
        with: Vec<(P::Name, P::Formula)> = WITH;
    }
}

fn roles(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &Key) -> Option<Vec<(Option<Word>, Word)>> {
    Some(fields.get(key.name).map(|node| reader.played(node)).unwrap_or_default())
}
