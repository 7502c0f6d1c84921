//! Lowers comparisons of numbers, of words with the possible words, and of texts.

use super::name_resolution::quoted_where_needed;
use super::{Lower, TypedIr, Want, misfit};
use crate::check::program::{Cell, CheckedGame, ColumnPick, Ir, Kind, Op, Piece, SlotKind};
use crate::diagnostic::Code;
use crate::syntax::{CompareOp, Expr, ExprKind, FormulaProblem, Name, TextSpan};

impl Lower<'_> {
    /// Two numbers; or a word against one of the words, rows or columns that the
    /// other side can be.
    pub(super) fn compare(&mut self, op: CompareOp, left: &Expr, right: &Expr, span: TextSpan) -> TypedIr {
        if let Some(found) =
            self.compare_names(op, (left, right), span).or_else(|| self.compare_names(op, (right, left), span))
        {
            return found;
        }
        if matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
            self.compare_values(op, (left, right), span);
            self.compare_values(op, (right, left), span);
        }
        for (answer, none) in [(left, right), (right, left)] {
            if let Some(found) = self.compare_with_none(op, answer, none, span) {
                return found;
            }
        }
        if let (ExprKind::Name(one), ExprKind::Name(other), CompareOp::Equal) = (&left.kind, &right.kind, op)
            && let Some(problem) = self.about_outcome(one, other, span).or_else(|| self.about_outcome(other, one, span))
        {
            self.report(problem);
            return self.broken(span);
        }
        let unknown = |side: &Expr, lower: &Self| match &side.kind {
            ExprKind::Name(name) => lower.lookup(name).is_none(),
            _ => false,
        };
        // Beside a tag with a name of its own, words in quotes are such a name.
        let named_tag = |side: &Expr, lower: &Self| match &side.kind {
            ExprKind::Name(name) => match lower.lookup(name) {
                Some((_, Kind::Tag(tag))) => lower.game.tags[tag].free_names,
                _ => false,
            },
            _ => false,
        };
        let by_the_other = |lower: &Self| {
            let quoted = matches!(&left.kind, ExprKind::Name(name) if name.quoted);
            unknown(left, lower) || quoted && named_tag(right, lower) && !named_tag(left, lower)
        };
        let ((first, first_kind), (second, second_kind)) = if by_the_other(self) && !unknown(right, self) {
            let (second, second_kind) = self.expr(right, &Want::Anything);
            (self.expr(left, &self.beside(&second_kind, left)), (second, second_kind))
        } else {
            let (first, first_kind) = self.expr(left, &Want::Anything);
            let want = self.beside(&first_kind, right);
            // A word that could only be one of those of what is broken says nothing by itself.
            let word = matches!(op, CompareOp::Equal | CompareOp::NotEqual) && unknown(right, self);
            let second =
                if first_kind == Kind::Broken && word { self.broken(right.span) } else { self.expr(right, &want) };
            ((first, first_kind), second)
        };
        // Beside a text, words in quotes are a text, whatever else is called so.
        let (first, first_kind) = match &left.kind {
            ExprKind::Name(name) if name.quoted && second_kind == Kind::Text && first_kind != Kind::Text => {
                self.expr(left, &Want::Text)
            }
            _ => (first, first_kind),
        };
        if first_kind == Kind::Text || second_kind == Kind::Text {
            return self.compare_texts(op, (first, &first_kind), (second, &second_kind), span);
        }
        let labels = |kind: &Kind| {
            matches!(
                kind,
                Kind::Row(_)
                    | Kind::Column(_)
                    | Kind::Choice(_)
                    | Kind::Person
                    | Kind::Tag(_)
                    | Kind::Points
                    | Kind::Time
            )
        };
        if labels(&first_kind) || labels(&second_kind) {
            let ordered = match &first_kind {
                Kind::Row(table) => self.game.tables[*table].ordered,
                _ => false,
            };
            let same = first_kind == second_kind || first_kind == Kind::Broken || second_kind == Kind::Broken;
            if !same {
                let mut problem = FormulaProblem::new(Code::DifferentThings, span);
                // A class of outcomes holds or not; no outcome is equal to it.
                for (one, other) in [(left, right), (right, left)] {
                    if let (ExprKind::Name(outcome), ExprKind::Name(class)) = (&one.kind, &other.kind)
                        && outcome.text == "outcome"
                        && self.is_end(&class.text)
                    {
                        let not = if op == CompareOp::NotEqual { "not " } else { "" };
                        let example = format!("{not}{}", class.text);
                        self.report(problem.help_with("help-write", "example", &*example).fix(span, example));
                        return (self.ir(Op::Compare(op, Box::new(first), Box::new(second)), span), Kind::Flag);
                    }
                }
                let meant = self.in_quotes((left, &first_kind), &second_kind);
                let meant = meant.or_else(|| self.in_quotes((right, &second_kind), &first_kind));
                let words = [&first_kind, &second_kind].into_iter().find_map(|kind| self.words_of(kind));
                if let Some((at, word)) = meant {
                    let written = |side: &Expr| match side.span == at {
                        true => &*word,
                        false => self.text.get(side.span.range()).unwrap_or_default(),
                    };
                    let example = format!("{} {} {}", written(left), op.symbol(), written(right));
                    problem = problem.help_with("help-write", "example", example).fix(at, word);
                } else if let Some(words) = words {
                    let words: Vec<String> = words.iter().map(|word| quoted_where_needed(word)).collect();
                    problem = problem.help_with("help-compare-with", "names", words);
                }
                self.report(problem);
            } else if !ordered && !matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
                self.report(FormulaProblem::new(Code::NoOrder, span));
            }
            return (self.ir(Op::Compare(op, Box::new(first), Box::new(second)), span), Kind::Flag);
        }
        // A number is 1 by accident, where `yes` is meant.
        let flag = |expr: &Expr| matches!(expr.kind, ExprKind::Flag(_));
        if flag(left) && second_kind == Kind::Number || first_kind == Kind::Number && flag(right) {
            self.report(FormulaProblem::new(Code::DifferentThings, span).help("help-compare-number"));
        }
        let first = self.as_number(first, &first_kind, left.span);
        let second = self.as_number(second, &second_kind, right.span);
        (self.ir(Op::Compare(op, Box::new(first), Box::new(second)), span), Kind::Flag)
    }

    /// What means something else, in the quotes in which it is a word that the other side can be.
    fn in_quotes(&self, (side, own): (&Expr, &Kind), other: &Kind) -> Option<(TextSpan, String)> {
        if !matches!(own, Kind::Number | Kind::Flag) {
            return None;
        }
        match (&side.kind, other) {
            (ExprKind::Flag(_), _) => {
                let word = self.text.get(side.span.range())?;
                self.words_of(other)?.iter().any(|one| one == word).then(|| (side.span, format!("«{word}»")))
            }
            (ExprKind::Name(name), Kind::Tag(tag)) if !name.quoted && self.game.tags[*tag].free_names => {
                Some((side.span, format!("«{}»", name.text)))
            }
            _ => None,
        }
    }

    /// A question that may stay without an answer, and `none`.
    fn compare_with_none(&mut self, op: CompareOp, answer: &Expr, none: &Expr, span: TextSpan) -> Option<TypedIr> {
        let ExprKind::Name(name) = &answer.kind else { return None };
        if !matches!(&none.kind, ExprKind::Name(none) if none.text == "none" && !none.quoted) {
            return None;
        }
        let slots = self.scope.slots;
        let is_answer = match slots.find(&name.text) {
            Some(at) => slots.get(at).is_some_and(|one| match &one.kind {
                SlotKind::Value(kind) => may_be_none(kind),
                SlotKind::Points(_) => true,
                _ => false,
            }),
            None => self.input_named(&name.text).is_some_and(|(_, input)| may_be_none(&input.kind)),
        };
        if !is_answer || !matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
            return None;
        }
        let (ir, kind) = self.is_answered(answer, span);
        match op {
            CompareOp::Equal if kind != Kind::Broken => Some((self.ir(Op::Not(Box::new(ir)), span), kind)),
            _ => Some((ir, kind)),
        }
    }

    /// Warns where the value of an answer that is a trait is compared with that of a trait that it can be: surely it is
    /// asked which one it is.
    fn compare_values(&mut self, op: CompareOp, (answer, known): (&Expr, &Expr), span: TextSpan) {
        let (ExprKind::Name(answer_name), ExprKind::Name(known)) = (&answer.kind, &known.kind) else { return };
        if !matches!(self.lookup(known), Some((Op::Trait(_), _))) {
            return;
        }
        let what = Expr { kind: ExprKind::Name(Name { text: "name".to_owned(), quoted: false, span }), span };
        let member = Expr { kind: ExprKind::Member { of: answer_name.clone(), what: Box::new(what) }, span };
        let before = self.problems.len();
        let (read, _) = self.expr(&member, &Want::Anything);
        self.problems.truncate(before);
        if answer_called(&read) == Some(true) {
            let example = format!("{answer_name}.name {} {known}", op.symbol());
            let problem = FormulaProblem::warning(Code::ComparedByValue, span).arg("name", &*answer_name.text);
            self.report(problem.arg("other", &*known.text).help_with("help-write", "example", example));
        }
    }

    /// The name of the answer to a question for a trait or points, `which.name`, against one that it can be.
    fn compare_names(&mut self, op: CompareOp, (answer, name): (&Expr, &Expr), span: TextSpan) -> Option<TypedIr> {
        let ExprKind::Name(name) = &name.kind else { return None };
        // What is called so here is a text by itself.
        let is_value = self.scope.values.iter().any(|(value, _)| **value == *name.text);
        let own = is_value || self.input_named(&name.text).is_some();
        if !ends_with_name(answer) || own || self.scope.slots.find(&name.text).is_some() {
            return None;
        }
        let before = self.problems.len();
        let (read, _) = self.expr(answer, &Want::Anything);
        let known: Vec<&str> = match answer_called(&read) {
            Some(true) => self.game.traits.iter().map(|one| &*one.name).collect(),
            Some(false) => self.game.points.iter().map(|one| &*one.name).collect(),
            None => {
                self.problems.truncate(before);
                return None;
            }
        };
        let own = name.quoted && answer_called(&read) == Some(true) && self.game.open_group().is_some();
        if !own && !known.contains(&&*name.text) {
            let problem = FormulaProblem::new(Code::NobodyHas, name.span).arg("name", &*name.text);
            self.report(self.suggest(problem, &name.text, name.span, known));
            return Some(self.broken(span));
        }
        let word = self.ir(Op::Template(vec![Piece::Text(name.text.clone())]), name.span);
        Some(self.compare_texts(op, (read, &Kind::Text), (word, &Kind::Text), span))
    }

    /// What is compared with something of a kind: a tag is known by its name as well.
    fn beside(&self, kind: &Kind, other: &Expr) -> Want {
        match (kind, &other.kind) {
            (Kind::Tag(tag), ExprKind::Name(name))
                if name.quoted
                    && self.game.tags[*tag].free_names
                    && !matches!(self.lookup(name), Some((_, Kind::Tag(_)))) =>
            {
                Want::Text
            }
            _ => Want::of(kind),
        }
    }

    /// Two texts, or a text and what is called by a word, which is compared by that.
    fn compare_texts(
        &mut self,
        op: CompareOp,
        (left, first): (Ir, &Kind),
        (right, second): (Ir, &Kind),
        span: TextSpan,
    ) -> TypedIr {
        let sides = [(&left, first), (&right, second)];
        let number =
            |kind: &Kind| matches!(kind, Kind::Number | Kind::Dice | Kind::Chosen | Kind::Flag | Kind::Effects);
        if let Some((_, other)) = sides.into_iter().find(|(_, kind)| number(kind)) {
            for (ir, kind) in sides.into_iter().filter(|(_, kind)| *kind != other) {
                self.problems.extend(misfit(self.game, &Kind::Number, kind, ir.at.span));
            }
            return self.broken(span);
        }
        if *first == Kind::Broken || *second == Kind::Broken {
            return (self.ir(Op::Number(0), span), Kind::Flag);
        }
        if !matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
            self.report(FormulaProblem::new(Code::NoOrder, span));
        }
        for (one, other) in [(&left, &right), (&right, &left)] {
            if let (Some(words), Some(known)) = (literal(one), texts_of(self.game, other))
                && literal(other).is_none()
                && !known.contains(&words)
            {
                let problem = FormulaProblem::new(Code::UnknownChoice, one.at.span).arg("name", words);
                let problem = self.suggest(problem, words, one.at.span, known.iter());
                self.report(problem);
            }
        }
        let text = |ir: Ir, kind: &Kind| match kind {
            Kind::Text => ir,
            kind => Ir { at: ir.at, op: Op::Template(vec![Piece::Value(ir, kind.clone())]) },
        };
        let (left, right) = (Box::new(text(left, first)), Box::new(text(right, second)));
        let same = self.ir(Op::SameText(left, right), span);
        if op == CompareOp::NotEqual {
            return (self.ir(Op::Not(Box::new(same)), span), Kind::Flag);
        }
        (same, Kind::Flag)
    }
}

/// All texts that a formula can come to, where that is known.
pub(crate) fn texts_of<'g>(game: &'g CheckedGame, ir: &'g Ir) -> Option<Vec<&'g str>> {
    match &ir.op {
        Op::Template(_) => Some(vec![literal(ir)?]),
        Op::RowName(table, _) => Some(game.tables[*table].rows.iter().map(|row| &*row.label).collect()),
        Op::Cell(read) => {
            let ColumnPick::Fixed(column) = read.column else { return None };
            let cells = game.tables[read.table].rows.iter().map(|row| row.cells.get(column));
            cells.map(|cell| if let Some(Cell::Value(ir)) = cell { literal(ir) } else { None }).collect()
        }
        Op::If(_, then, otherwise) => {
            let mut all = texts_of(game, then)?;
            all.extend(texts_of(game, otherwise)?);
            Some(all)
        }
        Op::Let(_, _, body) => texts_of(game, body),
        _ => None,
    }
}

/// Whether something is read that is called `name`: `which.name`, `blow.skill.name`.
fn ends_with_name(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Member { what, .. } => match &what.kind {
            ExprKind::Name(name) => name.text == "name",
            _ => ends_with_name(what),
        },
        _ => false,
    }
}

/// Whether a formula is what the answer to a question for a trait is called, or (`false`) one for points.
fn answer_called(ir: &Ir) -> Option<bool> {
    match &ir.op {
        Op::NameOf(_) => Some(true),
        Op::Template(pieces) if matches!(pieces.as_slice(), [Piece::Value(_, Kind::Points)]) => Some(false),
        Op::InRoll(_, _, inner) | Op::Inside(_, inner) => answer_called(inner),
        _ => None,
    }
}

/// A text without holes.
fn literal(ir: &Ir) -> Option<&str> {
    match &ir.op {
        Op::Template(pieces) => match pieces.as_slice() {
            [] => Some(""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        },
        _ => None,
    }
}

/// Whether `none`, of an answer of this kind, says that there is none.
fn may_be_none(kind: &Kind) -> bool {
    match kind {
        Kind::Choice(words) => words.iter().all(|word| word != "none"),
        kind => !matches!(kind, Kind::Person | Kind::Tag(_) | Kind::Broken | Kind::Chosen),
    }
}
