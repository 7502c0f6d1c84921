//! Reads questions and their possible answers.

use std::sync::Arc;

use super::choices;
use super::keys::{KINDS, QUESTION};
use super::value::{Bounds, fixed_ends, in_parentheses, range_of};
use super::{Fields, FormatKey, KeyPlace, Reader};
use crate::diagnostic::{Code, Diagnostic, words};
use crate::ruleset::model::{DefaultDecl, DiceAsked, Formula, OneOfSeveralDecl, QuestionDecl, QuestionKind, Word};
use crate::ruleset::option_patches::quoted;
use crate::syntax::{Expr, ExprKind, TextSpan, our_word};
use crate::yaml::{Node, NodeKind, cut_at_hash};

/// Where a question is, and so what it can ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QuestionContext {
    /// Before anything is played: there are no characters yet.
    Before,
    /// On a sheet: what is there may be bounded by what else is there.
    OnSheet,
    /// A value of a tag.
    OfTag,
    /// A test: it has a roller.
    InTest,
    /// Of an action: characters, their entries, visible dice.
    InAction,
}

impl QuestionContext {
    /// What is asked in a place of questions.
    pub(crate) fn of(place: KeyPlace) -> Self {
        match place {
            KeyPlace::QuestionOfTag => Self::OfTag,
            KeyPlace::QuestionOfTest => Self::InTest,
            KeyPlace::QuestionOfAction => Self::InAction,
            _ => Self::Before,
        }
    }

    /// Whether a key of questions makes sense here.
    pub(crate) fn allows(self, key: &str) -> bool {
        match key {
            "trait" | "points" | "tag" | "optional" | "dice" | "exactly" | "up to" => {
                matches!(self, Self::InTest | Self::InAction)
            }
            "by" | "of" | "when" | "character" | "test" | "asked" | "one of each" => self == Self::InAction,
            "text" => matches!(self, Self::OfTag | Self::InTest | Self::InAction),
            _ => true,
        }
    }
}

/// What can be asked for several times at once.
const SEVERAL: [&str; 7] = ["trait", "points", "tag", "character", "row", "one of", "test"];
/// Those of which no two may have something in common.
const ALIKE: [&str; 3] = ["trait", "points", "tag"];
/// Answers to one question.
const MOST_ANSWERS: usize = 12;

fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.into_iter().map(|kind| kind.name)
}

impl Reader<'_> {
    /// A map from name to question.
    pub(crate) fn questions(
        &mut self,
        node: Option<&Node>,
        what: &'static str,
        asked: QuestionContext,
    ) -> Vec<(Word, QuestionDecl)> {
        let all = self.each(node, what, |reader, entry| {
            let name = reader.key(entry);
            let mut question = reader.question(&entry.value, asked);
            if asked == QuestionContext::InAction {
                question.part = reader.several(&entry.value, &name);
            } else if asked == QuestionContext::InTest && !matches!(question.kind, QuestionKind::Dice) {
                reader.not_in_a_test(&entry.value, &name, &question);
            }
            (name, question)
        });
        all.into_iter().flat_map(|(name, question)| question.spread(name)).collect()
    }

    pub(crate) fn question(&mut self, node: &Node, asked: QuestionContext) -> QuestionDecl {
        self.question_of(node, "question", asked, &[])
    }

    /// A question that its place calls something else; `more` are keys that its place
    /// allows besides.
    pub(crate) fn question_of(
        &mut self,
        node: &Node,
        what: &'static str,
        asked: QuestionContext,
        more: &[FormatKey],
    ) -> QuestionDecl {
        let usual = KINDS.into_iter().chain(QUESTION);
        let in_test = asked == QuestionContext::InTest && node.get("dice").is_some();
        let picked = in_test || asked == QuestionContext::InAction && node.get("dice").is_some();
        let has = |key: &str| node.get(key).is_some();
        let several = asked == QuestionContext::InAction && SEVERAL.into_iter().any(has);
        let allows = |key: &str| match key {
            "exactly" => picked || several,
            "up to" => (picked || several) && !has("exactly"),
            "one of each" => several && ALIKE.into_iter().any(has) && (has("exactly") || has("up to")),
            "of" | "by" | "when" | "optional" if in_test => false,
            "default" if several => !(has("exactly") || has("up to")),
            "optional" if several => !has("up to"),
            // What to write instead is reported.
            "by" | "of" | "when" if asked == QuestionContext::InTest => has(key),
            key => asked.allows(key),
        };
        let mut known: Vec<FormatKey> = usual.filter(|key| allows(key.name)).collect();
        known.extend(more);
        if let Some((error, kind)) = self.other_shape(node, what) {
            self.report(error);
            let dice = DiceAsked { among: None, exactly: None, most: None };
            // None may be missing where one is needed.
            let default = node.as_list().and_then(<[Node]>::first).map(|first| self.answer(first));
            let (span, doc) = (node.span, None);
            return QuestionDecl {
                kind,
                default,
                doc,
                span,
                by: None,
                of: None,
                when: None,
                late: None,
                dice,
                part: None,
            };
        }
        let before = self.errors.len();
        let fields = self.fields(node, what, &known);
        self.bounds_apart(node, before);
        let kind = self.question_kind(node, &fields, asked);
        let doc = fields.get("doc").and_then(|node| self.prose(node));
        let words = matches!(kind, QuestionKind::Text);
        let mut default =
            fields.get("default").map(|node| if words { self.plain_words(node) } else { self.answer(node) });
        // For what has no such value, it is that there is no answer.
        let open = match &kind {
            QuestionKind::Tag(_) | QuestionKind::Character(_) | QuestionKind::Dice | QuestionKind::Broken => false,
            QuestionKind::OneOf(words) => words.iter().all(|word| word.text != "none"),
            _ => true,
        };
        if asked.allows("optional")
            && open
            && fields.get("default").and_then(Node::as_text).is_some_and(|text| text.trim() == "none")
        {
            default = Some(DefaultDecl::Open);
        }
        if let (QuestionKind::YesNo, Some(node)) = (&kind, fields.get("yes no"))
            && !node.is_empty()
        {
            if let Some(entry) = fields.entry("default") {
                self.report(Diagnostic::error(Code::TwoDefaults, entry.key.span));
            }
            default = Some(DefaultDecl::Formula(self.formula(node)));
        }
        let late = fields.get("asked").and_then(|node| self.one_of(node, &choices::ASKED).map(|()| node.span));
        if fields.get("optional").and_then(|node| self.yes_no(node)) == Some(true) {
            let why = match (&default, &kind) {
                (Some(_), _) => Some("default"),
                _ if late.is_some() => Some("asked"),
                (None, QuestionKind::Dice) => Some("dice"),
                (None, _) => None,
            };
            if let (Some(why), Some(entry)) = (why, fields.entry("optional")) {
                self.report(Diagnostic::error(Code::OptionalAnyway, entry.key.span).arg("why", why));
            }
            default.get_or_insert(DefaultDecl::Open);
        }
        if several && fields.get("up to").is_some() {
            default = Some(DefaultDecl::Open);
        }
        let by = fields.get("by").and_then(|node| self.word(node));
        let of = fields.get("of").and_then(|node| self.word(node));
        let when = fields.get("when").map(|node| self.formula(node));
        let mut count = |key| fields.get(key).filter(|_| picked).map(|node| self.formula(node));
        let (exactly, most) = (count("exactly"), count("up to"));
        let any = |node: &&Node| node.as_text().is_some_and(|text| text.trim() == "any");
        let among = fields.get("dice").filter(|node| picked && !any(node)).map(|node| self.formula(node));
        let dice = DiceAsked { among, exactly, most };
        QuestionDecl { kind, default, doc, span: node.span, by, of, when, late, dice, part: None }
    }

    /// `[left, right]` for `{one of: [left, right]}`.
    fn other_shape(&mut self, node: &Node, what: &'static str) -> Option<(Diagnostic, QuestionKind)> {
        let words = node.as_list().filter(|list| list.len() > 1)?;
        let plain = |word: &Node| word.as_text().is_some_and(|text| text.chars().any(char::is_alphabetic));
        if !words.iter().all(plain) {
            return None;
        }
        let meant = format!("{{one of: {}}}", self.sources.slice(node.span));
        let flow = self.sources.slice(node.span).starts_with('[');
        let error = Diagnostic::error(Code::NotAMap, node.span).arg("what", what);
        let error = match flow {
            true => error.help_with("help-write", "example", &*meant).may_fix(node.span, meant),
            false => error.help_with("help-write", "example", "{one of: […]}"),
        };
        Some((error, QuestionKind::OneOf(self.words(node))))
    }

    /// `{min: 1, max: 3}` for `{number: 1..3}`: one error, of the errors from one on.
    fn bounds_apart(&mut self, node: &Node, before: usize) {
        let bound = |key: &str| node.get(key).and_then(Node::as_text).map(str::trim);
        if bound("min").is_none() && bound("max").is_none() {
            return;
        }
        let own = |error: &Diagnostic| {
            error.code == Code::UnknownKey && error.text("key").is_some_and(|key| matches!(key, "min" | "max"))
        };
        let (mut apart, others): (Vec<_>, Vec<_>) = self.errors.split_off(before).into_iter().partition(own);
        self.errors.extend(others);
        if apart.is_empty() {
            return;
        }
        let mut error = apart.swap_remove(0);
        let range = format!("number: {}..{}", bound("min").unwrap_or(""), bound("max").unwrap_or(""));
        error.fixes.clear();
        error.helps.clear();
        self.report(error.help_with("help-write", "example", range));
    }

    /// A question of a test is asked where something reads it, of the roller: that is where its condition belongs.
    fn not_in_a_test(&mut self, node: &Node, name: &Word, question: &QuestionDecl) {
        let keys = node.as_map().into_iter().flatten().map(|entry| &entry.key);
        for key in keys.filter(|key| matches!(&*key.text, "by" | "of" | "when")) {
            let mut error = Diagnostic::error(Code::NotInATest, key.span).arg("key", &*key.text);
            if let ("when", Some(when)) = (&*key.text, &question.when) {
                let (when, name) = (when.text.trim(), quoted(&name.text));
                let example = match (&question.kind, &question.default) {
                    (QuestionKind::YesNo, _) => format!("({when}) and {name}"),
                    (_, Some(DefaultDecl::Formula(default))) => {
                        format!("if {when} then {name} else {}", default.text.trim())
                    }
                    _ => format!("if {when} then {name} else 0"),
                };
                error = error.help_with("help-write", "example", example);
            }
            self.report(error);
        }
    }

    /// How many answers a question of an action has, if given.
    fn several(&mut self, node: &Node, name: &Word) -> Option<OneOfSeveralDecl> {
        if !SEVERAL.into_iter().any(|key| node.get(key).is_some()) {
            return None;
        }
        let count = node.get("exactly").or_else(|| node.get("up to"))?;
        let unlike = node.get("one of each").and_then(|node| self.word(node));
        let number = count.as_text().and_then(crate::source::whole).and_then(|number| usize::try_from(number).ok());
        match number.filter(|number| (1..=MOST_ANSWERS).contains(number)) {
            Some(number) => Some(OneOfSeveralDecl { of: name.clone(), index: 0, count: number, unlike }),
            None => {
                let range = format!("1..{MOST_ANSWERS}");
                self.report(Diagnostic::error(Code::HowManyAnswers, count.span).arg("range", range));
                None
            }
        }
    }

    /// What may be answered.
    fn question_kind(&mut self, node: &Node, fields: &Fields<'_>, asked: QuestionContext) -> QuestionKind {
        let given: Vec<&'static str> = kinds().filter(|kind| fields.entry(kind).is_some()).collect();
        let kind_name = match given.as_slice() {
            [one] => *one,
            [] => {
                if !fields.unclear() {
                    let kinds: Vec<&str> = kinds().filter(|kind| asked.allows(kind)).collect();
                    self.report(Diagnostic::error(Code::QuestionWithoutKind, node.span).arg("kinds", words(&kinds)));
                }
                return QuestionKind::Broken;
            }
            [first, second, ..] => {
                let at = fields.entry(second).map_or(node.span, |entry| entry.key.span);
                let error = Diagnostic::error(Code::QuestionWithTwoKinds, at).arg("first", *first);
                self.report(error.arg("second", *second));
                return QuestionKind::Broken;
            }
        };
        if kind_name == "dice" && matches!(asked, QuestionContext::InTest | QuestionContext::InAction) {
            return QuestionKind::Dice;
        }
        if let ("number", QuestionContext::OnSheet, Some((min, max))) =
            (kind_name, asked, fields.get("number").and_then(Node::as_text).and_then(fixed_ends))
        {
            return QuestionKind::Number { min, max };
        }
        if let ("number", QuestionContext::OnSheet, Some(node)) = (kind_name, asked, fields.get("number"))
            && let Some(ours) = node.as_text().and_then(in_parentheses)
        {
            let error = Diagnostic::error(Code::NotARange, node.span).arg("text", self.sources.slice(node.span));
            self.report(error.may_fix(node.span, ours));
            return QuestionKind::Broken;
        }
        fields.get(kind_name).and_then(|answer| self.kind_of_answer(kind_name, answer)).unwrap_or(QuestionKind::Broken)
    }

    fn kind_of_answer(&mut self, kind_name: &str, answer: &Node) -> Option<QuestionKind> {
        Some(match kind_name {
            "number" => {
                let (min, max) = match self.two_ends(answer) {
                    Some(ends) => ends,
                    None => {
                        let text = self.text(answer)?;
                        self.bounds(&text, answer.span)?
                    }
                };
                QuestionKind::Number { min, max }
            }
            "yes no" => {
                // What is neither of both, in no language, is a formula.
                if answer.as_scalar().is_none_or(|scalar| our_word("flags", scalar.text.trim()).is_some())
                    && !answer.is_empty()
                {
                    self.yes_no(answer)?;
                }
                QuestionKind::YesNo
            }
            "one of" => {
                let words = self.choices(answer);
                if words.is_empty() {
                    if !answer.is_bad() && answer.as_map().is_none() {
                        self.report(Diagnostic::error(Code::OneOfNothing, answer.span));
                    }
                    return None;
                }
                QuestionKind::OneOf(words)
            }
            "row" => QuestionKind::Row(self.word(answer)?),
            "column" => QuestionKind::Column(self.word(answer)?),
            "trait" => QuestionKind::Trait(self.some_words(answer)?),
            "points" => QuestionKind::Points(self.some_words(answer)?),
            "tag" => QuestionKind::Tag(self.word(answer)?),
            "character" => QuestionKind::Character(Some(self.word(answer)?).filter(|word| word.text != "any")),
            "test" => {
                let words = self.some_words(answer)?;
                let any = matches!(words.as_slice(), [word] if word.text == "any");
                QuestionKind::Test(if any { Vec::new() } else { words })
            }
            "dice" => self.one_of(answer, &choices::ANY).map(|()| QuestionKind::Dice)?,
            "text" => self.one_of(answer, &choices::ANY).map(|()| QuestionKind::Text)?,
            _ => {
                let mut words = self.words(answer).into_iter();
                let (Some(table), column) = (words.next(), words.next()) else {
                    if answer.is_empty() || answer.as_list().is_some_and(<[Node]>::is_empty) {
                        self.report(Diagnostic::error(Code::EmptyValue, answer.span));
                    }
                    return None;
                };
                if let Some(extra) = words.next() {
                    self.report(Diagnostic::error(Code::CellOfTooMuch, extra.span));
                }
                QuestionKind::Cell(table, column)
            }
        })
    }

    /// `[0, 6]`, `{min: 0, max: 6}`: a range in another form, which is reported.
    fn two_ends(&mut self, node: &Node) -> Option<Bounds> {
        let number = |node: &Node| node.as_text().and_then(crate::source::whole);
        let ends = match (&node.kind, node.get("min"), node.get("max")) {
            (NodeKind::List(items), ..) => match items.as_slice() {
                [low, high] => (Some(number(low)?), Some(number(high)?)),
                _ => return None,
            },
            (NodeKind::Map(_), None, None) => return None,
            (NodeKind::Map(_), low, high) => {
                let end = |end: Option<&Node>| end.map_or(Some(None), |node| number(node).map(Some));
                (end(low)?, end(high)?)
            }
            _ => return None,
        };
        let right = range_of(ends.0, ends.1);
        let error = Diagnostic::error(Code::NotARange, node.span).arg("text", self.sources.slice(node.span));
        self.report(error.fix(node.span, right));
        Some(ends)
    }

    /// Words to choose from. A single one is no choice: of several in one text the list has lost its commas.
    fn choices(&mut self, node: &Node) -> Vec<Word> {
        let words = self.names(node);
        let ([word], NodeKind::Scalar(_)) = (words.as_slice(), &node.kind) else { return words };
        let signs = ['|', '/', ';'];
        let parts: Vec<&str> = match word.text.contains(signs) {
            true => word.text.split(signs).map(str::trim).filter(|part| !part.is_empty()).collect(),
            false => word.text.split(' ').filter(|part| our_word("language", part) != Some("or")).collect(),
        };
        if parts.len() < 2 {
            return words;
        }
        let list = format!("[{}]", parts.join(", "));
        self.report(Diagnostic::error(Code::NotAList, node.span).may_fix(node.span, list));
        parts.into_iter().map(|part| Word { text: part.to_owned(), ..word.clone() }).collect()
    }

    /// At least one name.
    fn some_words(&mut self, node: &Node) -> Option<Vec<Word>> {
        let words = self.words(node);
        if words.is_empty() && matches!(node.kind, NodeKind::Empty | NodeKind::List(_)) {
            self.report(Diagnostic::error(Code::EmptyValue, node.span));
        }
        (!words.is_empty()).then_some(words)
    }

    /// Words that answer a question about words; they are no formula.
    fn plain_words(&mut self, node: &Node) -> DefaultDecl {
        self.errors.extend(cut_at_hash(self.sources, node, true));
        match (self.pending(node), node.as_scalar(), node.placement()) {
            (Some(pending), ..) => DefaultDecl::Pending(pending),
            (None, Some(scalar), Some(placement)) => DefaultDecl::Formula(Formula {
                expr: Expr { kind: ExprKind::Missing, span: TextSpan::default() },
                text: Arc::clone(&scalar.text),
                placement,
                one_of: Vec::new(),
            }),
            _ => self.answer(node),
        }
    }

    /// A default: a formula, or pending.
    fn answer(&mut self, node: &Node) -> DefaultDecl {
        match self.pending(node) {
            Some(pending) => DefaultDecl::Pending(pending),
            None => DefaultDecl::Formula(self.formula(node)),
        }
    }
}
