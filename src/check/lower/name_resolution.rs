//! Resolves a name by its scope.

use std::sync::Arc;

use super::{FormulaSite, InputName, Lower, MOST_COPIED, TypedIr, Want};
use crate::check::dice_words::{Split, same_but_case, split};
use crate::check::program::{
    CellRead, Choosing, ColumnPick, Ir, Kind, LookupTable, Named, NamedFormula, Op, Outcome, Pick, Piece, RowSelector,
    TrackId, TraitSource, by_outcome, rank_among,
};
use crate::diagnostic::{Code, is_few, nearest, nearest_of, words};
use crate::dice::Suffix;
use crate::id::Id;
use crate::ruleset::holes;
use crate::sort::Sort as _;
use crate::source::fold;
use crate::syntax::{
    Expr, ExprKind, FormulaProblem, Name, TextSpan, TranslatedNotation, our_word, our_words, parse, parse_expr,
    translated,
};

/// Bound on the outcomes of a side that are distinguished by nested conditions.
const MOST_ENDS: usize = 64;

impl<'a> Lower<'a> {
    /// The outcomes whose conditions are read by `outcome`, `success` and classes: of one of two sides, or of the test
    /// whose dice lie there.
    fn ends(&self) -> &'a [Outcome] {
        self.scope.lying.map_or(self.scope.ends, |test| &self.game.tests[test].outcomes)
    }

    /// What `outcome`, `success` and a class are of one of two sides, or where dice lie.
    fn end_named(&self, text: &str) -> Option<(Op, Kind)> {
        let outcomes = self.ends();
        let flag = |is: &dyn Fn(&Outcome) -> bool| {
            Some((by_outcome(outcomes, &|index| i64::from(outcomes.get(index).is_some_and(is)))?, Kind::Flag))
        };
        match text {
            "outcome" => {
                let open = outcomes.last().is_some_and(|last| last.when.is_some());
                let words = outcomes.iter().map(|outcome| &*outcome.name).chain(open.then_some("none"));
                let words: Vec<String> = words.map(str::to_owned).collect();
                Some((by_outcome(outcomes, &|index| index as i64)?, Kind::Choice(words.into())))
            }
            "success" => flag(&|outcome| outcome.success == Some(true)),
            "failure" => flag(&|outcome| outcome.success == Some(false)),
            _ => {
                let class = self.game.classes.iter().position(|class| **class == *text)?;
                let is = |outcome: &Outcome| outcome.classes.contains(&class);
                outcomes.iter().any(is).then(|| flag(&is)).flatten()
            }
        }
    }

    /// Whether a word is something of how a side of two ends.
    pub(super) fn is_end(&self, text: &str) -> bool {
        let class = || self.game.classes.iter().any(|class| **class == *text);
        let taken = || self.locals.iter().any(|(name, _)| name == text);
        !self.ends().is_empty() && (matches!(text, "outcome" | "success" | "failure") || class()) && !taken()
    }

    /// To find out how a side ends, the conditions of its outcomes are repeated: there may not be too many.
    fn may_read_end(&mut self, span: TextSpan) -> bool {
        self.reads_ends = true;
        let ends = self.ends();
        let parts = ends.iter().filter_map(|outcome| outcome.when.as_ref()).flat_map(Ir::parts);
        let parts = parts.take(self.copied_left + 1).count() + ends.len();
        self.may_copy(if ends.len() <= MOST_ENDS { parts } else { usize::MAX }, span)
    }

    /// Whether a formula may take over so many parts that it does not write itself. That they are too many is reported once.
    pub(super) fn may_copy(&mut self, parts: usize, span: TextSpan) -> bool {
        let left = self.copied_left.checked_sub(parts);
        if left.is_none() && self.copied_left > 0 {
            self.report(FormulaProblem::new(Code::TooMuchToCheck, span).arg("limit", MOST_COPIED));
        }
        self.copied_left = left.unwrap_or(0);
        left.is_some()
    }

    /// A formula that compares two sides: by their outcomes, the better one is more.
    pub(crate) fn comparing_sides(&mut self, expr: &Expr) -> Ir {
        let outcomes = self.ends();
        if let ExprKind::Name(name) = &expr.kind
            && name.text == "outcome"
            && self.is_end("outcome")
        {
            if !self.may_read_end(expr.span) {
                return self.broken(expr.span).0;
            }
            if let Some(op) = by_outcome(outcomes, &|index| rank_among(outcomes, index)) {
                return self.ir(op, expr.span);
            }
        }
        self.number(expr, &Want::Anything)
    }

    /// Words that are a text, with formulas in `{ }`.
    fn words(&mut self, name: &Name) -> TypedIr {
        let written = self.text.get(name.span.range()).unwrap_or_default();
        let mark = |letter: char| !letter.is_alphanumeric() && letter != '{';
        let quoted = !written.starts_with(&*name.text);
        let start = written.chars().next().filter(|first| quoted && mark(*first)).map_or(0, char::len_utf8);
        let holes = holes(written);
        if holes.is_empty() {
            return (self.ir(Op::Template(vec![Piece::Text(name.text.clone())]), name.span), Kind::Text);
        }
        let (mut pieces, mut from) = (Vec::new(), start);
        let plain = |pieces: &mut Vec<Piece>, range: std::ops::Range<usize>| {
            let text = written.get(range).unwrap_or_default().replace("{{", "{").replace("}}", "}");
            if !text.is_empty() {
                pieces.push(Piece::Text(text));
            }
        };
        for hole in holes {
            plain(&mut pieces, from..hole.start.saturating_sub(1));
            from = hole.end + 1;
            let inside = written.get(hole.clone()).unwrap_or_default();
            // Blanks before it, so that its places are those of the whole text.
            let (expr, problems) = parse_expr(&format!("{}{inside}", " ".repeat(name.span.range().start + hole.start)));
            let broken = !problems.is_empty();
            self.problems.extend(problems);
            if !broken {
                let (ir, kind) = self.expr(&expr, &Want::Anything);
                pieces.push(Piece::Value(ir, kind));
            }
        }
        let end = written.chars().next_back().filter(|_| start > 0).map_or(0, char::len_utf8);
        plain(&mut pieces, from..written.len().saturating_sub(end).max(from));
        (self.ir(Op::Template(pieces), name.span), Kind::Text)
    }

    pub(super) fn name(&mut self, name: &Name, want: &Want) -> TypedIr {
        // In quotes, words that do not mean a text are the text.
        if *want == Want::Text && name.quoted && !matches!(self.exact(&name.text), Some((_, Kind::Text))) {
            return self.words(name);
        }
        // A text with holes, where none is due, is the formula that it is not.
        if name.quoted && self.text == name.text && !holes(self.text).is_empty() {
            self.problems.extend(parse_expr(self.text).1);
            return self.broken(name.span);
        }
        if let Some(found) = self.wanted(name, want) {
            return found;
        }
        if self.is_end(&name.text) && !self.may_read_end(name.span) {
            return self.broken(name.span);
        }
        if let Some((op, kind)) = self.lookup(name) {
            match op {
                Op::Slot(_) | Op::Input(_)
                    if kind == Kind::Points && !matches!(want, Want::Points | Want::RowOf(_) | Want::ColumnOf(_)) =>
                {
                    return self.now(op, name.span);
                }
                Op::Dice(_) => self.may_read_roll(name.span),
                // Alone, dice with a name are their sum.
                Op::Value(index) if kind == Kind::Dice => {
                    let sum = self.ir(Op::Roll, name.span);
                    return (self.ir(Op::InHand(index, Box::new(sum)), name.span), Kind::Number);
                }
                Op::Input(index) if kind == Kind::Chosen => {
                    let dice = self.picked(index, name.span);
                    return (self.off_the_roll(dice), kind);
                }
                Op::Slot(_) if kind == Kind::Chosen => {
                    let dice = self.ir(op, name.span);
                    return (self.ir(Op::Chosen(Choosing::All, vec![dice]), name.span), kind);
                }
                Op::Cell(_) | Op::Let(..) if !self.scope.throws => self.no_dice(name.span),
                Op::Margin if !self.scope.has_target => self.report(FormulaProblem::new(Code::NoTarget, name.span)),
                _ => {}
            }
            let ir = self.ir(op, name.span);
            let ir = self.off_the_roll(ir);
            return self.owned((ir, kind), &name.text, name.span);
        }
        if let Some(at) = self.scope.early.iter().position(|one| *one.name == *name.text) {
            return self.formula_call(self.game.formulas.len() + at, &[], name.span, None);
        }
        if !name.quoted {
            let dice = &self.game.die_names;
            if let Split::Several(one, other) = split(&name.text, dice) {
                let spell = |way: &[usize]| {
                    way.iter().filter_map(|&die| Some(&*dice.get(die)?.name)).collect::<Vec<_>>().join(" + ")
                };
                let problem = FormulaProblem::new(Code::DiceWordInTwoWays, name.span).arg("word", &*name.text);
                self.report(problem.arg("one", spell(&one)).arg("other", spell(&other)));
                return self.broken(name.span);
            }
        }
        if let Some(found) = self.names_of_answers(name).or_else(|| self.forgiven(name, want)) {
            return found;
        }
        self.unknown(name, want);
        self.broken(name.span)
    }

    /// `2C`, `2CC`
    pub(super) fn multiple(&mut self, times: i64, word: &Name, span: TextSpan) -> TypedIr {
        match self.lookup(word) {
            Some((Op::Dice(mut dice), kind)) => {
                self.may_read_roll(word.span);
                if let Some((first, _)) = dice.first_mut() {
                    *first = times;
                }
                let ir = self.ir(Op::Dice(dice), span);
                (self.off_the_roll(ir), kind)
            }
            Some(_) => {
                let fix = format!("{times} * {}", word.text);
                self.report(FormulaProblem::new(Code::TimesNeedsStar, span).arg("name", &*word.text).fix(span, fix));
                self.broken(span)
            }
            None => {
                self.unknown(word, &Want::Anything);
                self.broken(span)
            }
        }
    }

    pub(super) fn may_read_roll(&mut self, span: TextSpan) {
        let mut hands = self.scope.values.iter().filter(|(_, kind)| *kind == Kind::Dice).peekable();
        if hands.peek().is_some() {
            let hands = words(hands.map(|(name, _)| name));
            self.report(FormulaProblem::new(Code::WhichDice, span).help_with("help-there-is", "names", hands));
            return;
        }
        if self.scope.reads_roll {
            return;
        }
        if self.scope.place == FormulaSite::Action {
            let problem = self.no_one_roll(span);
            self.report(problem);
            return;
        }
        self.no_dice(span);
    }

    /// Dice stand where there can be none.
    pub(super) fn no_dice(&mut self, span: TextSpan) {
        self.report(match self.scope.place {
            FormulaSite::Cell => FormulaProblem::new(Code::CellWithoutDice, span).arg("table", self.scope.table),
            FormulaSite::Derived => FormulaProblem::new(Code::DiceInDerived, span),
            FormulaSite::Action => FormulaProblem::new(Code::DiceInACondition, span),
            _ => FormulaProblem::new(Code::DiceNotHere, span),
        });
    }

    /// A row, column or word that the place hopes for.
    fn wanted(&self, name: &Name, want: &Want) -> Option<TypedIr> {
        let index = |names: &[String]| names.iter().position(|one| *one == name.text);
        let (op, kind) = match want {
            Want::Anything => return None,
            Want::CellOf(table, column) => {
                let row = *self.game.tables[*table].names.get(&name.text)?;
                let read = CellRead {
                    table: *table,
                    row: Pick::Fixed(row),
                    column: ColumnPick::Fixed(*column),
                    given: Vec::new(),
                    worth: Vec::new(),
                };
                (Op::Cell(Box::new(read)), Kind::Number)
            }
            Want::RowOf(table) => {
                let row = *self.game.tables[*table].names.get(&name.text)?;
                (Op::Number(i64::try_from(row).ok()?), Kind::Row(*table))
            }
            Want::ColumnOf(table) => {
                let columns = &self.game.tables[*table].columns;
                let column = columns.iter().position(|column| column.name.as_deref() == Some(&*name.text))?;
                (Op::Number(i64::try_from(column).ok()?), Kind::Column(*table))
            }
            Want::Choice(words) => (Op::Number(i64::try_from(index(words)?).ok()?), Kind::Choice(Arc::clone(words))),
            Want::Points => (Op::Number(self.game.points.find(|one| *one.name == *name.text)?.number()), Kind::Points),
            Want::Text => return None,
            Want::Thing(kind) if name.text == "none" => (Op::Number(-1), kind.clone()),
            Want::Thing(_) => return None,
            Want::Time => {
                let index = self.game.times.iter().position(|one| *one.name == *name.text)?;
                (Op::Number(i64::try_from(index).ok()?), Kind::Time)
            }
        };
        Some((self.ir(op, name.span), kind))
    }

    /// What a name means here, exactly as it is written.
    pub(crate) fn lookup(&self, name: &Name) -> Option<(Op, Kind)> {
        // An outcome that is called like a class.
        if name.quoted && !self.locals.is_empty() {
            let one = format!("«{}»", name.text);
            if let Some(slot) = self.locals.iter().position(|(local, _)| *local == one) {
                return Some((Op::Local(slot), Kind::Flag));
            }
        }
        if let Some(found) = self.exact(&name.text) {
            return Some(found);
        }
        if name.quoted {
            return None;
        }
        match split(&name.text, &self.game.die_names) {
            Split::One(dice) if !dice.is_empty() => {
                Some((Op::Dice(dice.into_iter().map(|die| (1, die)).collect()), Kind::Number))
            }
            _ => None,
        }
    }

    /// The words that something of a kind can be.
    pub(super) fn words_of(&self, kind: &Kind) -> Option<Vec<String>> {
        match kind {
            Kind::Choice(words) => Some(words.to_vec()),
            Kind::Row(table) => Some(self.game.tables[*table].row_names().map(str::to_owned).collect()),
            Kind::Column(table) => Some(self.game.tables[*table].column_names()),
            _ => None,
        }
    }

    pub(crate) fn exact(&self, text: &str) -> Option<(Op, Kind)> {
        if let Some((_, ir)) = self.arguments.iter().find(|(name, _)| **name == *text) {
            return Some((ir.op.clone(), Kind::Number));
        }
        if let Some(slot) = self.locals.iter().rposition(|(name, _)| name == text) {
            let kind = self.locals.get(slot).map_or(Kind::Broken, |(_, kind)| kind.clone());
            return Some((Op::Local(slot), kind));
        }
        if let Some(index) = self.scope.given.iter().position(|name| name == text) {
            return Some((Op::Given(index), Kind::Number));
        }
        if let Some(found) = self.own_named(text) {
            return Some(found);
        }
        if let Some(found) = self.end_named(text) {
            return Some(found);
        }
        if let Some((index, input)) = self.input_named(text) {
            return Some((Op::Input(index), input.kind.clone()));
        }
        if let Some(index) = self.scope.values.iter().position(|(name, _)| &**name == text) {
            let kind = self.scope.values.get(index).map_or(Kind::Broken, |(_, kind)| kind.clone());
            return Some((Op::Value(index), kind));
        }
        if let Some((name, kind)) = self.scope.late.iter().find(|(name, _)| &**name == text) {
            return Some((Op::Late(Arc::clone(name)), kind.clone()));
        }
        if self.scope.has_total {
            match text {
                "total" => return Some((Op::Total, Kind::Number)),
                "margin" => return Some((Op::Margin, Kind::Number)),
                _ => {}
            }
        }
        if let Some(found) = self.slot_named(text) {
            return Some(found);
        }
        if let Some(index) = self.scope.people.iter().position(|name| name == text) {
            return Some((Op::Number(i64::try_from(index).ok()?), Kind::Person));
        }
        match self.game.names.get(text) {
            Some(named @ (Named::Points(_) | Named::Tag(_))) if self.sees_traits() => return self.thing_named(*named),
            Some(Named::Trait(index)) if self.sees_traits() => {
                return Some((Op::Trait(*index), self.game.trait_kind(*index)));
            }
            Some(Named::Option(index)) if self.scope.place != FormulaSite::Default => {
                let kind = self.game.options.get(*index).map_or(Kind::Broken, |option| option.question.value_kind());
                return Some((Op::Option(*index), kind));
            }
            Some(Named::Die(index)) => return Some((Op::Dice(vec![(1, *index)]), Kind::Number)),
            Some(Named::Table(index)) => return self.rolled_on(*index, None),
            _ => {}
        }
        let value = *self.scope.known.get(text)?;
        Some((Op::Known(text.into(), value), Kind::Number))
    }

    /// The question of the running test with a name.
    pub(super) fn input_named(&self, text: &str) -> Option<(usize, &InputName)> {
        self.scope.inputs.iter().enumerate().find(|(_, input)| *input.name == *text)
    }

    /// Whether a word is dice side by side.
    pub(super) fn spells_dice(&self, name: &Name) -> bool {
        !name.quoted && matches!(split(&name.text, &self.game.die_names), Split::One(dice) if !dice.is_empty())
    }

    pub(super) fn sees_traits(&self) -> bool {
        matches!(self.scope.place, FormulaSite::Typed | FormulaSite::Derived | FormulaSite::Test | FormulaSite::Action)
    }

    /// At the prompt: the only name that is the same but for case and accents, unless just this one means something
    /// else.
    fn forgiven(&self, name: &Name, want: &Want) -> Option<TypedIr> {
        let interventions = self.game.interventions.iter().map(|one| &one.name);
        let mut done = self.game.actions.iter().map(|one| &one.name).chain(interventions);
        if !self.scope.forgiving || done.any(|one| **one == *name.text) {
            return None;
        }
        let folded = fold(&name.text);
        let rows = self.wanted_names(want);
        let mut rows = rows.iter().filter(|one| fold(one) == folded);
        if let (Some(row), None) = (rows.next(), rows.next()) {
            return self.wanted(&Name { text: row.clone(), quoted: true, span: name.span }, want);
        }
        let same = self.visible(|one| fold(one) == folded);
        let [only] = same.as_slice() else { return None };
        if self.game.die_names.iter().any(|die| &*die.name == only.as_str()) {
            return None;
        }
        let (op, kind) = self.exact(only)?;
        Some((self.ir(op, name.span), kind))
    }

    pub(super) fn wanted_names(&self, want: &Want) -> Vec<String> {
        match want {
            Want::Anything => Vec::new(),
            Want::CellOf(table, _) | Want::RowOf(table) => {
                self.game.tables[*table].row_names().map(str::to_owned).collect()
            }
            Want::ColumnOf(table) => self.game.tables[*table].column_names(),
            Want::Choice(words) => words.to_vec(),
            Want::Points => self.game.points.iter().map(|one| one.name.to_string()).collect(),
            Want::Thing(_) | Want::Text => Vec::new(),
            Want::Time => self.game.times.iter().map(|one| one.name.to_string()).collect(),
        }
    }

    /// Every name that has a value here, of those that are looked for.
    pub(super) fn visible(&self, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut names: Vec<String> = self.locals.iter().map(|(name, _)| name.clone()).collect();
        names.extend(self.scope.given.iter().cloned());
        names.extend(self.scope.inputs.iter().map(|input| input.name.to_string()));
        names.extend(self.scope.values.iter().map(|(name, _)| name.to_string()));
        names.extend(self.own_names());
        if self.scope.has_total {
            names.extend(["total".to_owned(), "margin".to_owned()]);
        }
        names.extend(self.scope.known.keys().cloned());
        names.retain(|name| wanted(name) && !name.starts_with('·'));
        let seen = |name: &str| match self.exact(name) {
            Some((Op::Dice(_), _)) => self.scope.reads_roll,
            Some((Op::Cell(_) | Op::Let(..), _)) => self.scope.throws,
            found => found.is_some(),
        };
        let mut declared: Vec<&String> = self.game.names.keys().filter(|name| wanted(name) && seen(name)).collect();
        declared.order();
        names.extend(declared.into_iter().cloned());
        names
    }

    /// Says why a name has no meaning here, and what may have been meant.
    fn unknown(&mut self, name: &Name, want: &Want) {
        let text = &*name.text;
        if self.game.unread.contains(text) {
            return;
        }
        let span = name.span;
        if let Some(problem) = self.about_label(name) {
            self.report(problem);
            return;
        }
        // A name of a character's own, but not of the roller.
        let people = self.scope.people.iter().zip(self.scope.open).filter(|(_, open)| open.contains_key(text));
        let written = self.text.get(span.range()).unwrap_or(text);
        let theirs: Vec<String> = people.map(|(who, _)| format!("{}.{written}", quoted_where_needed(who))).collect();
        if !theirs.is_empty() {
            self.report(FormulaProblem::new(Code::WhoseName, span).arg("name", text).help_with(
                "help-one-of",
                "names",
                theirs,
            ));
            return;
        }
        let problem = match self.game.names.get(text) {
            Some(Named::Table(index)) => {
                let example = format!("{}[{}]", quoted_where_needed(text), self.some_row(*index));
                let problem = FormulaProblem::new(Code::TableNeedsRow, span).arg("name", text);
                let problem = problem.help_with("help-write", "example", example);
                let is_numbered = !self.game.tables[*index].intervals.is_empty();
                if is_numbered { problem.help("help-table-dice") } else { problem }
            }
            Some(Named::Test(_)) => FormulaProblem::new(Code::TestNeedsCall, span).arg("name", text).help_with(
                "help-write",
                "example",
                format!("{}(…)", quoted_where_needed(text)),
            ),
            Some(Named::Group(_)) => FormulaProblem::new(Code::GroupIsNotAValue, span).arg("name", text),
            Some(Named::Trait(_) | Named::Option(_)) => {
                let place = if self.scope.place == FormulaSite::Cell { "cell" } else { "default" };
                let problem = FormulaProblem::new(Code::NameNotHere, span).arg("name", text).arg("place", place);
                if place == "default" { problem.help("help-default-is-fixed") } else { problem }
            }
            Some(Named::Track(track)) => self.track_needs_dot(*track, text, span),
            Some(Named::Points(_) | Named::Tag(_)) => {
                let place = if self.scope.place == FormulaSite::Cell { "cell" } else { "default" };
                FormulaProblem::new(Code::NameNotHere, span).arg("name", text).arg("place", place)
            }
            Some(Named::Formula(index)) => {
                let call = self.game.formulas.get(*index).map(NamedFormula::call).unwrap_or_default();
                let needs = self.game.formulas.get(*index).map_or(0, |one| one.parameters.len());
                let problem = FormulaProblem::new(Code::WrongNumberOfArguments, span).arg("name", text);
                problem.arg("expected", needs).arg("found", 0_i64).help_with("help-write", "example", call)
            }
            Some(Named::Class(_)) => {
                let problem = FormulaProblem::new(Code::ClassOfWhichRoll, span).arg("name", text);
                let sides = self.of_sides(text);
                if !sides.is_empty() {
                    self.report(problem.help_with("help-one-of", "names", sides));
                    return;
                }
                let mut rolls =
                    self.scope.slots.iter().filter(|slot| {
                        matches!(slot.kind, crate::check::program::SlotKind::Roll(_)) && !slot.is_hidden()
                    });
                let written = quoted_where_needed(text);
                match rolls.next().map(|slot| quoted_where_needed(&slot.name)) {
                    Some(label) => problem.help_with("help-write", "example", format!("{label}.{written}")),
                    None => problem,
                }
            }
            Some(Named::Action(_) | Named::Die(_)) | None => self.unknown_word(name, want),
        };
        self.report(problem);
    }

    /// The first row of a table, as it is read.
    pub(super) fn some_row(&self, table: Id<LookupTable>) -> String {
        let table = &self.game.tables[table];
        let row = match table.chosen {
            RowSelector::Interval => {
                let first = table.intervals.first();
                first.map(|(low, high, _)| if *low == i64::MIN { *high } else { *low }).map(|row| row.to_string())
            }
            _ => table.rows.first().map(|row| quoted_where_needed(&row.label)),
        };
        row.unwrap_or_default()
    }

    /// What can be read by this word of the sides of a contest: `left.margin`.
    fn of_sides(&self, text: &str) -> Vec<String> {
        let parts = self.locals.iter().filter_map(|(name, _)| name.split_once('.'));
        let named = parts.filter(|(_, last)| crate::check::unquoted(last) == text);
        named.map(|(side, last)| format!("{side}.{}", quoted_where_needed(crate::check::unquoted(last)))).collect()
    }

    /// What a word is a state of.
    fn holder_in_state(&self, text: &str) -> Option<&str> {
        let mut holders = self.game.holders().filter(|one| one.states.iter().any(|state| *state.name == *text));
        holders.next().map(|one| &**one.name)
    }

    /// The row of a table that a word is, or nearly is.
    fn near_row(&self, text: &str) -> Option<(&str, &str)> {
        let own =
            self.game.tables.iter().find_map(|table| Some((&*table.name, table.row_names().find(|row| *row == text)?)));
        own.or_else(|| {
            self.game.tables.iter().find_map(|table| Some((&*table.name, nearest(text, table.row_names())?)))
        })
    }

    fn unknown_word(&self, name: &Name, want: &Want) -> FormulaProblem {
        let text = &*name.text;
        let span = name.span;
        if !self.suggests() {
            return FormulaProblem::new(Code::UnknownName, span).arg("name", text);
        }
        if let Some(flag) = our_word("flags", text).filter(|_| !name.quoted) {
            let problem = FormulaProblem::new(Code::UnknownName, span).arg("name", text);
            return problem.help_with("help-write", "example", flag).fix(span, flag);
        }
        let sides = self.of_sides(text);
        if !sides.is_empty() && !name.quoted {
            return FormulaProblem::new(Code::UnknownName, span).arg("name", text).help_with(
                "help-one-of",
                "names",
                sides,
            );
        }
        if let Some(roll) = self.roll_that_ends(text).filter(|_| !name.quoted) {
            let read = super::unset_labels::outcome_of(roll, text);
            let problem = FormulaProblem::new(Code::UnknownName, span).arg("name", text);
            return problem.help_with("help-write", "example", &*read).may_fix(span, read);
        }
        if self.game.modifiers.iter().any(|modifier| **modifier == *text) {
            let gathered = format!("sum({})", quoted_where_needed(text));
            let problem = FormulaProblem::new(Code::UnknownName, span).arg("name", text);
            return problem.help_with("help-write", "example", &*gathered).may_fix(span, gathered);
        }
        let mut slots = self.scope.slots.iter().rev();
        let roll =
            slots.find(|slot| matches!(slot.kind, crate::check::program::SlotKind::Roll(_)) && !slot.is_hidden());
        if let Some(roll) = roll.filter(|_| !name.quoted && ROLLED.contains(&text)) {
            let read = format!("{}.{text}", quoted_where_needed(&roll.name));
            let problem = FormulaProblem::new(Code::UnknownName, span).arg("name", text);
            return problem.help_with("help-write", "example", &*read).may_fix(span, read);
        }
        if super::calls::READS.contains(&text) && !name.quoted {
            let call = format!("{text}()");
            let problem = FormulaProblem::new(Code::UnknownName, span).arg("name", text);
            return problem.help_with("help-write", "example", &*call).may_fix(span, call);
        }
        // A word of the format from another language: it is offered if it can stand here.
        let ours = our_words("values", text).iter().chain(our_words("reads", text));
        let offered = |problem: FormulaProblem| {
            ours.clone().filter(|_| !name.quoted).fold(problem, |problem, ours| problem.may_fix(span, *ours))
        };
        if let Some(dice) = self.many_dice(text).filter(|_| !name.quoted) {
            let problem = FormulaProblem::new(Code::UnknownName, span).arg("name", text);
            return problem.help_with("help-write", "example", &*dice).may_fix(span, dice);
        }
        let die_names = self.game.die_names.words();
        if !name.quoted && self.scope.reads_roll {
            let meant = same_but_case(text, &die_names, 4);
            if !meant.is_empty() {
                return FormulaProblem::new(Code::DiceCase, span).arg("word", text).help_with(
                    "help-meant",
                    "names",
                    meant,
                );
            }
        }
        let table = match want {
            Want::CellOf(table, ..) | Want::RowOf(table) => Some(&self.game.tables[*table]),
            _ => None,
        };
        if let Some(table) =
            table.filter(|table| table.columns.iter().any(|column| column.name.as_deref() == Some(text)))
        {
            // A column where the row should be.
            let example = format!("{}[…, {}]", quoted_where_needed(&table.name), quoted_where_needed(text));
            return FormulaProblem::new(Code::UnknownRow, span).arg("name", text).help_with(
                "help-write",
                "example",
                example,
            );
        }
        let rows = self.wanted_names(want);
        if let Some(track) = self.holder_in_state(text).filter(|_| rows.is_empty()) {
            let example = format!("{}.state = {}", quoted_where_needed(track), quoted_where_needed(text));
            return FormulaProblem::new(Code::UnknownName, span).arg("name", text).help_with(
                "help-write",
                "example",
                example,
            );
        }
        let visible = self.visible(|_| true);
        let behind = behind_dice(text).filter(|_| !name.quoted);
        let digits = |name: &str| name.contains(|letter: char| letter.is_ascii_digit());
        for (code, names) in [(wanted_code(want), &rows), (Code::UnknownName, &visible)] {
            let near = nearest_of(text, names.iter().map(String::as_str));
            if let Some(near) = near.filter(|near| behind.is_none() || digits(near.name)) {
                let problem = FormulaProblem::new(code, span).arg("name", text);
                return problem.instead(span, near, quoted_where_needed(near.name));
            }
        }
        if !name.quoted
            && self.scope.reads_roll
            && text.chars().count() <= 4
            && let Some((at, letter)) = stray_letter(text, &die_names)
        {
            let start = span.start + u32::try_from(at).unwrap_or(0);
            let length = u32::try_from(letter.len_utf8()).unwrap_or(1);
            let place = TextSpan { start, end: (start + length).min(span.end) };
            let problem =
                FormulaProblem::new(Code::UnknownDie, place).arg("letter", letter.to_string()).arg("word", text);
            return problem.help_with("help-dice-are", "names", words(die_names));
        }
        if !rows.is_empty() {
            let problem = offered(FormulaProblem::new(wanted_code(want), span).arg("name", text));
            return problem.help_with("help-there-is", "names", rows);
        }
        let mut problem = offered(FormulaProblem::new(Code::UnknownName, span).arg("name", text));
        if *want == Want::Text {
            return problem.help_with("help-words-quoted", "text", format!("«{text}»"));
        }
        if let Some(example) = self.advantage(text) {
            return problem.help_with("help-write", "example", example);
        }
        if let Some(example) = behind {
            return problem.help_with("help-behind-dice", "example", example);
        }
        let nameless = visible.is_empty();
        if let Some((table, row)) = self.near_row(text) {
            let example = format!("{}[{}]", quoted_where_needed(table), quoted_where_needed(row));
            problem = problem.help_with("help-row-of", "example", example);
        } else if visible.len() <= FEW {
            problem = problem.help_with("help-there-is", "names", visible);
        }
        let open = self.game.traits.iter().any(|one| matches!(one.source, TraitSource::Group(_)));
        if open && self.scope.place == FormulaSite::Typed {
            let given = format!("--with \"{text}=3\"");
            return problem.help_with("help-open-name", "example", given);
        }
        if nameless && self.scope.place == FormulaSite::Typed {
            return problem.help_with(
                "help-write",
                "example",
                format!("let {} = 3 in {}", quoted_where_needed(text), self.text.trim()),
            );
        }
        problem
    }
}

impl Lower<'_> {
    /// The dice that a word for advantage or disadvantage means, of which the best or worst is kept.
    pub(crate) fn advantage(&self, word: &str) -> Option<String> {
        let keep = match our_word("language", word)? {
            "advantage" => "kh1",
            "disadvantage" => "kl1",
            _ => return None,
        };
        Some(format!("2d{}{keep}", self.game.own_die.unwrap_or(USUAL_SIDES)))
    }
}

/// What is read off a roll in an action.
const ROLLED: [&str; 5] = ["margin", "total", "outcome", "success", "failure"];

/// `rr1`, `kh3`: what is behind dice, as it is written there.
fn behind_dice(word: &str) -> Option<String> {
    let letters = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let theirs = our_word("suffixes", letters);
    if letters == word || theirs.is_none() && Suffix::ALL.iter().all(|one| one.word() != letters) {
        return None;
    }
    let dice = if matches!(theirs, Some("max" | "min")) { "d6" } else { "4d6" };
    let written = format!("{dice}{word}");
    if parse(&written).problems.is_empty() {
        return Some(written);
    }
    let TranslatedNotation { span, replacement, .. } = translated(&written, &|_| false)?;
    let mut ours = written;
    ours.replace_range(span.range(), &replacement);
    Some(ours)
}

fn wanted_code(want: &Want) -> Code {
    match want {
        Want::CellOf(..) | Want::RowOf(_) => Code::UnknownRow,
        Want::ColumnOf(_) => Code::UnknownColumn,
        Want::Choice(_) => Code::UnknownChoice,
        Want::Time => Code::UnknownTime,
        Want::Anything | Want::Points | Want::Thing(_) | Want::Text => Code::UnknownName,
    }
}

/// The die in an example, where a game has none of its own.
const USUAL_SIDES: u32 = 20;

/// How many names a suggestion lists at most.
const FEW: usize = 12;

impl Lower<'_> {
    /// A track where a value is needed: what can be read of it, or its state where that is compared with one.
    pub(super) fn track_needs_dot(&self, track: TrackId, name: &str, span: TextSpan) -> FormulaProblem {
        let behind = self.text.get(span.end as usize..).unwrap_or("");
        let compared = ["!=", "="].into_iter().find_map(|sign| Some((sign, behind.trim_start().strip_prefix(sign)?)));
        let state = compared.and_then(|(sign, rest)| {
            let mut states = self.game.tracks[track].states.iter().map(|state| quoted_where_needed(&state.name));
            Some((sign, states.find(|state| rest.trim_start().starts_with(&**state))?))
        });
        let name = quoted_where_needed(name);
        let example = match state {
            Some((sign, state)) => format!("{name}.state {sign} {state}"),
            None => format!("{name}.lost"),
        };
        FormulaProblem::new(Code::TrackNeedsDot, span).arg("name", &*name).help_with("help-write", "example", example)
    }

    /// Suggests the nearest of the names that there are; where none is near, says which
    /// there are. After many mistakes no name is searched for.
    pub(super) fn suggest<S: AsRef<str>>(
        &self,
        problem: FormulaProblem,
        written: &str,
        span: TextSpan,
        names: impl IntoIterator<Item = S>,
    ) -> FormulaProblem {
        if !self.suggests() {
            return problem;
        }
        let names: Vec<S> = names.into_iter().collect();
        let mut ours = our_words("reads", written).iter();
        if let Some(ours) = ours.find(|ours| names.iter().any(|name| name.as_ref() == **ours)) {
            return problem.help_with("help-did-you-mean", "name", *ours).fix(span, *ours);
        }
        match nearest_of(written, names.iter().map(AsRef::as_ref)) {
            Some(near) => problem.instead(span, near, quoted_where_needed(near.name)),
            None => problem.help_with("help-there-is", "names", words(&names)),
        }
    }

    /// Whether few mistakes were found so far, in this formula and elsewhere.
    pub(super) fn suggests(&self) -> bool {
        is_few(self.found + self.problems.len())
    }
}

/// A name as it has to be written in a formula.
pub(crate) fn quoted_where_needed(name: &str) -> String {
    if crate::syntax::is_plain_name(name) { name.to_owned() } else { format!("«{name}»") }
}

/// The first letter of a word that is no die, where all others are.
fn stray_letter(word: &str, names: &[&str]) -> Option<(usize, char)> {
    let mut strays = word.char_indices().filter(|(at, letter)| {
        let one = word.get(*at..at + letter.len_utf8()).unwrap_or("");
        !names.contains(&one)
    });
    let first = strays.next()?;
    (strays.next().is_none() && word.chars().count() > 1).then_some(first)
}
