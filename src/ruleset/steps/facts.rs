//! What steps do, for all that ask without regard to their kinds: each kind says it beside its parts.

use super::{Phase, PhasedDuration, PhasedVerb};
use crate::ruleset::model::RerollKeep;
use crate::ruleset::read::Bounds;

/// What is answered: names, and formulas that say it.
pub type With<'s, P> = &'s [(<P as Phase>::Name, <P as Phase>::Formula)];

/// A side, if there are two, and what is answered for it.
pub type SideAnswers<'s, P> = (Option<usize>, With<'s, P>);

/// How an entry of a character changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlterationKind {
    Gained,
    Lost,
    /// Gained or lost, depending on the sign.
    Either,
    Set,
}

/// A test, and the answers of each of its rolls.
pub type RolledTest<'s, P> = (&'s <P as Phase>::Test, Vec<SideAnswers<'s, P>>);

/// Something that a step does.
#[derive(Debug)]
pub enum Fact<'s, P: Phase> {
    /// Its label holds what a formula yields.
    Holds(&'s P::Formula),
    Asks(&'s P::Question),
    /// Gives a thing to a character; for how long, unless that is beside the thing.
    Gives(&'s P::Given, AlterationKind, &'s P::Who, Option<&'s PhasedDuration<P>>),
    /// Takes a thing from a character; `None`: from its owner.
    Takes(&'s P::Taken, AlterationKind, Option<&'s P::Who>),
    /// Changes points; `None`: by the amount that another character loses.
    Points(&'s P::Points, AlterationKind, &'s P::Who, Option<&'s P::Formula>),
    /// Changes a track; `None`: all of its boxes.
    Boxes(&'s P::Track, AlterationKind, &'s P::Who, Option<&'s P::Formula>),
    Sets(&'s P::Target, &'s P::Formula),
    /// Rolls a test: for which side, if there are two, and with which answers.
    Rolls(&'s P::Test, Option<usize>, With<'s, P>),
    /// Changes inputs of the running test.
    Changes(With<'s, P>),
    /// Does an action, with these answers; `None`: only of those that are equal, without any.
    Does(&'s P::Name, Option<With<'s, P>>),
    /// Draws so many cards.
    Draws(&'s P::Deck, Option<&'s P::Formula>),
    /// Does its steps for each of these.
    Each(&'s P::Name, &'s P::Over),
    /// Does its steps so many times.
    Rounds(&'s P::Formula),
    /// Does its steps, or some of them, at most once.
    Block,
    /// Does steps that stand elsewhere, perhaps none.
    Leads,
    /// Throws dice of the running test again: which, only those that show from here to there, and what is kept.
    Rerolls(&'s P::Dice, Option<Bounds>, RerollKeep),
    /// Passes cards or tags on, or discards them.
    Moves,
    /// Leaves something else to chance.
    Chance,
    Says,
    /// Ends the action; `true`: what was done before remains.
    Ends(bool),
    /// It could not be read.
    Unknown,
}

impl<P: Phase> PhasedVerb<P> {
    /// What it does, in its order.
    pub fn facts(&self) -> Vec<Fact<'_, P>> {
        let mut facts = Vec::new();
        self.each_fact(&mut |fact| facts.push(fact));
        facts
    }

    /// What there is of one sort; most steps have none of it, and nothing is allocated for them.
    fn picked<'s, T>(&'s self, pick: impl Fn(Fact<'s, P>) -> Option<T>) -> impl Iterator<Item = T> {
        let mut found = Vec::new();
        self.each_fact(&mut |fact| found.extend(pick(fact)));
        found.into_iter()
    }

    /// Whether it does something of that sort.
    pub fn does(&self, sort: impl Fn(&Fact<'_, P>) -> bool) -> bool {
        let mut found = false;
        self.each_fact(&mut |fact| found |= sort(&fact));
        found
    }

    /// Whether it does nothing but what is of that sort.
    pub fn only_does(&self, sort: impl Fn(&Fact<'_, P>) -> bool) -> bool {
        !self.does(|fact| !sort(fact))
    }

    /// Whether the action ends there.
    pub fn ends(&self) -> bool {
        self.does(|fact| matches!(fact, Fact::Ends(_)))
    }

    /// Whether its steps may be done several times.
    pub fn is_loop(&self) -> bool {
        self.does(|fact| matches!(fact, Fact::Each(..) | Fact::Rounds(_)))
    }

    /// Whether it throws dice of the running test again.
    pub fn rerolls(&self) -> bool {
        self.does(|fact| matches!(fact, Fact::Rerolls(..)))
    }

    /// The first of what it does of which something is picked.
    pub fn find<'s, T>(&'s self, pick: impl Fn(Fact<'s, P>) -> Option<T>) -> Option<T> {
        let mut found = None;
        self.each_fact(&mut |fact| found = found.take().or_else(|| pick(fact)));
        found
    }

    /// The question that it asks.
    pub fn question(&self) -> Option<&P::Question> {
        self.find(|fact| if let Fact::Asks(question) = fact { Some(question) } else { None })
    }

    /// The formula of the value of its label.
    pub fn held(&self) -> Option<&P::Formula> {
        self.find(|fact| if let Fact::Holds(formula) = fact { Some(formula) } else { None })
    }

    /// The inputs of the running test that it changes.
    pub fn changed(&self) -> With<'_, P> {
        self.find(|fact| if let Fact::Changes(inputs) = fact { Some(inputs) } else { None }).unwrap_or_default()
    }

    /// The label for each of those that its steps are done for.
    pub fn each(&self) -> Option<(&P::Name, &P::Over)> {
        self.find(|fact| if let Fact::Each(one, over) = fact { Some((one, over)) } else { None })
    }

    /// What it sets, and to what.
    pub fn targets(&self) -> impl Iterator<Item = (&P::Target, &P::Formula)> {
        self.picked(|fact| if let Fact::Sets(what, to) = fact { Some((what, to)) } else { None })
    }

    /// The actions that it may do, with the answers that it gives.
    pub fn actions(&self) -> impl Iterator<Item = (&P::Name, With<'_, P>)> {
        self.picked(|fact| match fact {
            Fact::Does(action, with) => Some((action, with.unwrap_or_default())),
            _ => None,
        })
    }

    /// The test that it rolls, with the side and the answers of each roll.
    pub fn rolled(&self) -> Option<RolledTest<'_, P>> {
        let (mut test, mut rolls) = (None, Vec::new());
        self.each_fact(&mut |fact| {
            if let Fact::Rolls(rolled, side, with) = fact {
                test = Some(rolled);
                rolls.push((side, with));
            }
        });
        Some((test?, rolls))
    }
}
