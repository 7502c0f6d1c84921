//! `odds`: how likely what a line says is, with all that is in force here.

use super::command::{Part, uncommented};
use super::state::{Here, Outcome, State};
use crate::cli::odds::sweep::{MOST_BYTES, Oddsmaker, sweep};
use crate::diagnostic::Diagnostic;
use crate::odds::{Bounds, Odds};
use crate::render::odds::{Series, View, document};
use crate::session::{Ready, Request};
use crate::source::Span;

/// The prompt as it is while one line is looked at.
struct Maker<'a, 's>(&'a mut State<'s>);

impl Oddsmaker for Maker<'_, '_> {
    fn prepare(&mut self, request: &Request) -> Result<Ready, Vec<Diagnostic>> {
        self.0.check(request.text.clone(), request.placement)
    }

    fn odds(&self, ready: &Ready) -> Result<Odds, Diagnostic> {
        self.0.session.odds(self.0.game(), ready, &Bounds::default())
    }
}

impl State<'_> {
    /// `odds EXPRESSION`, `odds last`
    pub(super) fn odds(&mut self, part: &Part, here: &mut Here<'_>) -> Outcome {
        let said = here.slice(&uncommented(here.typed.text, part));
        let own = self.game().names.contains_key("last") || self.lets.contains_key("last");
        let (text, typed) = if said == "last" && !own {
            let Some(last) = &self.last else {
                return Err(vec![Diagnostic::error("nothing-rolled-yet", here.at(part))]);
            };
            let text = last.text.clone();
            let name = self.catalogue.text("typed", &Vec::new());
            let source = self.session.sources.add(name, text.as_str());
            // What is wrong with it now points into it and not into this line.
            here.loaded = true;
            let end = text.len();
            (text, Span { source, start: 0, end })
        } else {
            (here.slice(part).to_owned(), here.at(part))
        };
        let game = std::rc::Rc::clone(&self.game);
        let request = Request { text: text.clone(), ..Request::default() };
        let mut room = MOST_BYTES;
        let swept = sweep(&mut Maker(self), &game.game, &request, typed, Vec::new(), &mut room)?;
        here.warnings.extend(swept.warnings);
        let (name, ruleset) = (text.trim().to_owned(), game.game.id.clone());
        let series = Series { expression: name.clone(), name, ruleset, points: swept.points };
        let view = View { series: vec![series], parameters: swept.parameters, ..View::default() };
        Ok(document(&view, &self.catalogue))
    }
}
