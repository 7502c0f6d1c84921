//! `ask`: a question in the middle of an action.

use super::{Fact, kind};
use crate::ruleset::read::{KeyPlace, Takes, key};

kind! {
    Ask run by engine {
        question: P::Question = key("ask", Takes::Keys(KeyPlace::QuestionOfAction)) => question;
    }
    does |ask| [Fact::Asks(&ask.question)]
}
