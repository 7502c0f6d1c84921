//! Reads scalars: words, numbers, truth values, formulas, templates.

use std::ops::Range;
use std::sync::Arc;

use super::keys::{self, PENDING};
use super::{Fields, Reader, first_place};
use crate::diagnostic::{Code, Diagnostic, Severity, nearest, nearest_of, words};
use crate::ruleset::accent::{Accent, LEAST};
use crate::ruleset::model::{Formula, FormulaDecl, Pending, Template, TemplatePart, Word};
use crate::source::{Placement, ScalarStyle, Span, nfc, out_of_printed_quotes, out_of_quotes, unseen, whole};
use crate::syntax::{
    BinaryOp, Expr, ExprKind, FormulaProblem, Name, SyntaxLimits, TextSpan, our_word, our_words, parse_expr, tokens,
};
use crate::yaml::{Entry, Node, NodeKind, Scalar, cut_at_hash, in_quotes};

/// A range of numbers as written: `0..10`, `7`, `..0`, `12..`.
pub(crate) type Bounds = (Option<i64>, Option<i64>);

/// The names of a list that is closed and was not opened.
fn half_a_list(text: &str) -> Option<&str> {
    text.trim().strip_suffix(']').filter(|text| !text.contains(['[', ']']))
}

/// `1_000` as a number is written here, if there is one among some numbers.
fn ungrouped(text: &str) -> Option<String> {
    let inside = |at: usize| {
        let before = text.get(..at).is_some_and(|before| before.ends_with(|one: char| one.is_ascii_digit()));
        before && text.get(at + 1..).is_some_and(|after| after.starts_with(|one: char| one.is_ascii_digit()))
    };
    let mut groups = text.match_indices('_').peekable();
    groups.peek()?;
    groups.all(|(at, _)| inside(at)).then(|| text.replace('_', ""))
}

/// `{dice: (n)d10, when: bold}` as the dice that are meant: none where the condition does not hold.
fn dice_under_a_condition(entries: &[Entry]) -> Option<String> {
    let text = |key: &str| entries.iter().find(|entry| &*entry.key.text == key)?.value.as_text().map(str::trim);
    let (dice, when) = (text("dice").filter(|_| entries.len() == 2)?, text("when")?);
    let count = match dice.strip_prefix('(') {
        Some(inside) => {
            let mut open = 1_usize;
            let closes = |letter: char| {
                open = match letter {
                    '(' => open + 1,
                    ')' => open - 1,
                    _ => open,
                };
                open == 0
            };
            inside.find(closes)? + 2
        }
        None => dice.find(|letter: char| !letter.is_ascii_digit())?,
    };
    let (count, rest) = (dice.get(..count)?, dice.get(count..)?);
    let count = count.strip_prefix('(').and_then(|count| count.strip_suffix(')')).unwrap_or(count);
    let count = if count.is_empty() { "1" } else { count };
    rest.starts_with('d').then(|| format!("(if {when} then {count} else 0){rest}"))
}

impl Reader<'_> {
    pub(crate) fn key(&mut self, entry: &Entry) -> Word {
        if entry.key.text.trim().is_empty() {
            self.report(Diagnostic::error(Code::EmptyKey, entry.key.span));
        }
        if !unseen(&entry.key.text).is_empty() {
            // Such a name can only be copied, and not typed.
            self.report(Diagnostic::warning(Code::InvisibleInName, entry.key.span));
        }
        let key = &entry.key;
        let text = self.bare_name(&key.text, key.span, key.style != ScalarStyle::Plain);
        Word { text: text.to_owned(), span: key.span }
    }

    /// A name without the quotes that do not belong to it, which is reported.
    fn bare_name<'t>(&mut self, text: &'t str, at: Span, quoted: bool) -> &'t str {
        let Some(name) = out_of_quotes(text) else { return text };
        let written = if quoted { in_quotes(name) } else { name.to_owned() };
        let error = Diagnostic::error(Code::NameWithQuotes, at).arg("name", text);
        self.report(error.help_with("help-write", "example", &*written).fix(at, written));
        name
    }

    /// Says that a text keeps the quotes of a printed page that it is in. Inside those of YAML they are meant, and so are
    /// those around a whole sentence of direct speech.
    fn printed_quotes(&mut self, node: &Node) {
        let plain = node.as_scalar().filter(|scalar| !scalar.is_quoted());
        let inner = plain.and_then(|scalar| out_of_printed_quotes(&scalar.text));
        let Some(inner) = inner.filter(|inner| !inner.trim_end().ends_with(['.', '!', '?', '…'])) else { return };
        let warning = Diagnostic::warning(Code::PrintedQuotes, node.span).help("help-printed-quotes");
        self.report(warning.may_fix(node.span, in_quotes(inner)));
    }

    /// Prose of the author. What is behind a `#` in it is a comment only where it looks like
    /// one: two blanks before it, and one behind.
    pub(crate) fn prose(&mut self, node: &Node) -> Option<String> {
        let text = self.text(node)?;
        self.errors.extend(cut_at_hash(self.sources, node, true));
        self.printed_quotes(node);
        Some(text)
    }

    /// A value whose kind only its place in the game tells: a number, a name, a word. Behind a name
    /// `#2` belongs to it, and `# two` does not.
    pub(crate) fn value(&mut self, node: &Node) -> Option<String> {
        let text = self.text(node)?;
        let is_whole = text.trim().parse::<i64>().is_ok() || matches!(text.trim(), "yes" | "no");
        if !is_whole {
            self.errors.extend(cut_at_hash(self.sources, node, false));
        }
        Some(text)
    }

    /// Any text; a list or map is an error.
    pub(crate) fn text(&mut self, node: &Node) -> Option<String> {
        match &node.kind {
            NodeKind::Scalar(scalar) => Some(scalar.text.to_string()),
            NodeKind::Bad => None,
            NodeKind::Empty => {
                self.report(Diagnostic::error(Code::EmptyValue, node.span));
                None
            }
            _ => {
                self.report(Diagnostic::error(Code::NotAText, node.span));
                None
            }
        }
    }

    /// A name of the author.
    pub(crate) fn word(&mut self, node: &Node) -> Option<Word> {
        let text = self.value(node)?;
        let text = nfc(text.trim());
        if text.is_empty() {
            self.report(Diagnostic::error(Code::EmptyWord, node.span));
            return None;
        }
        if !unseen(&text).is_empty() {
            self.report(Diagnostic::warning(Code::InvisibleInName, node.span));
        }
        let quoted = node.as_scalar().is_some_and(Scalar::is_quoted);
        let text = self.bare_name(&text, node.span, quoted).to_owned();
        Some(Word { text, span: node.span })
    }

    /// A tag of a language, such as `es` or `pt-BR`.
    pub(crate) fn language(&mut self, node: &Node) -> Option<Word> {
        let word = self.word(node)?;
        let mut parts = word.text.split('-');
        let letters = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphabetic());
        let is_tag = parts.next().is_some_and(|first| matches!(first.len(), 2..=3) && letters(first))
            && parts.all(|part| matches!(part.len(), 2..=8) && part.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        if !is_tag {
            let error = Diagnostic::error(Code::NotALanguage, node.span).arg("text", &*word.text);
            self.report(error.help("help-language-tag"));
            return None;
        }
        Some(word)
    }

    /// A colour in which text can be read.
    pub(crate) fn accent(&mut self, node: &Node) -> Option<Accent> {
        let word = self.word(node)?;
        let error = Diagnostic::error(Code::NotAnAccent, node.span).arg("text", &*word.text);
        let Some(accent) = Accent::read(&word.text) else {
            self.report(error.arg("why", "form"));
            return None;
        };
        if accent.contrast_with_white() < LEAST {
            let darker = accent.readable().to_string();
            let error = error.arg("why", "light").help_with("help-accent-darker", "colour", &*darker);
            self.report(error.fix(node.span, darker));
            return None;
        }
        Some(accent)
    }

    /// A list of names; a single name is a list of one.
    pub(crate) fn words(&mut self, node: &Node) -> Vec<Word> {
        let mut words = Vec::new();
        let is_list = matches!(node.kind, NodeKind::List(_));
        for node in self.list(node) {
            let Some(word) = self.word(node) else { continue };
            // `[light; heavy]`
            let plain = matches!(&node.kind, NodeKind::Scalar(scalar) if !scalar.is_quoted());
            let parted = is_list && plain && word.text.contains(';');
            if !parted {
                words.push(word);
                continue;
            }
            let names: Vec<&str> = word.text.split(';').map(str::trim).filter(|name| !name.is_empty()).collect();
            self.report(Diagnostic::error(Code::WrongSeparator, node.span).fix(node.span, names.join(", ")));
            words.extend(names.into_iter().map(|name| Word { text: name.to_owned(), ..word.clone() }));
        }
        words
    }

    /// Names, none of which has a comma: one text with commas is a list without its brackets.
    pub(crate) fn names(&mut self, node: &Node) -> Vec<Word> {
        let words = self.words(node);
        let ([word], NodeKind::Scalar(_)) = (words.as_slice(), &node.kind) else { return words };
        if !word.text.contains(',') || half_a_list(&word.text).is_some() {
            return words;
        }
        let names: Vec<&str> = word.text.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        let list = format!("[{}]", names.join(", "));
        self.report(Diagnostic::error(Code::NotAList, node.span).fix(node.span, list));
        names.into_iter().map(|name| Word { text: name.to_owned(), ..word.clone() }).collect()
    }

    /// A list; a single value is a list of one.
    pub(crate) fn list<'n>(&mut self, node: &'n Node) -> &'n [Node] {
        match &node.kind {
            NodeKind::List(items) => items,
            NodeKind::Empty | NodeKind::Bad => &[],
            NodeKind::Scalar(scalar) => {
                if let Some(text) = half_a_list(&scalar.text).filter(|_| !scalar.is_quoted()) {
                    let last = Span { start: node.span.end - 1, ..node.span };
                    let error = Diagnostic::error(Code::YamlExtraBracket, last).arg("sign", "]");
                    self.report(error.may_fix(node.span, format!("[{text}]")));
                }
                std::slice::from_ref(node)
            }
            NodeKind::Map(entries) => {
                let error = Diagnostic::error(Code::NotAList, node.span);
                let inner = self.sources.slice(node.span).strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
                let list = inner.filter(|_| entries.iter().all(|entry| entry.value.is_empty()));
                self.report(match list {
                    Some(list) => error.fix(node.span, format!("[{list}]")),
                    None => error,
                });
                &[]
            }
        }
    }

    pub(crate) fn number(&mut self, node: &Node) -> Option<i64> {
        let text = self.text(node)?;
        let digits = text.trim();
        if let Some(number) = whole(digits) {
            return Some(number);
        }
        let error = Diagnostic::error(Code::NotANumber, node.span).arg("text", text.as_str());
        let sides = digits.strip_prefix(['d', 'D']).filter(|rest| rest.parse::<i64>().is_ok());
        let plain = ungrouped(digits);
        let number = plain.as_deref().and_then(whole);
        self.report(match (sides, &plain) {
            (Some(sides), _) => error.fix(node.span, sides),
            (None, Some(plain)) if number.is_some() => error.fix(node.span, plain.as_str()),
            _ => error,
        });
        number
    }

    /// Whether a key says `yes`; without it, no.
    pub(crate) fn flag(&mut self, fields: &Fields<'_>, key: &str) -> bool {
        fields.get(key).and_then(|node| self.yes_no(node)).unwrap_or(false)
    }

    pub(crate) fn yes_no(&mut self, node: &Node) -> Option<bool> {
        let text = self.text(node)?;
        match text.trim() {
            "yes" => Some(true),
            "no" => Some(false),
            other => {
                let error = Diagnostic::error(Code::NotYesOrNo, node.span).arg("text", other);
                let meant = match our_word("flags", other).unwrap_or(other) {
                    "yes" | "y" | "Y" => Some(true),
                    "no" | "n" | "N" => Some(false),
                    _ => None,
                };
                self.report(match meant {
                    Some(meant) => error.fix(node.span, if meant { "yes" } else { "no" }),
                    None => error,
                });
                meant
            }
        }
    }

    pub(crate) fn one_of<T: Copy>(&mut self, node: &Node, known: &[(&'static str, T)]) -> Option<T> {
        let text = self.text(node)?;
        if let Some(&(_, value)) = known.iter().find(|(name, _)| *name == text.trim()) {
            return Some(value);
        }
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        // Read on as it is surely meant.
        let near = self.none_of(&text, node.span, &names)?;
        known.iter().find(|(name, _)| *name == near).map(|&(_, value)| value)
    }

    /// A word that is none of those that its place knows.
    pub(crate) fn none_of<'k>(&mut self, text: &str, at: Span, known: &[&'k str]) -> Option<&'k str> {
        let mut error = Diagnostic::error(Code::NotOneOf, at).arg("text", text).arg("known", words(known));
        let meant = our_words("values", text.trim());
        let ours = meant.iter().find_map(|ours| known.iter().copied().find(|one| one == ours));
        let near = nearest_of(text, known.iter().copied());
        error = match (ours, near) {
            (Some(ours), _) => error.help_with("help-did-you-mean", "name", ours).fix(at, ours),
            (None, Some(near)) => error.instead(at, near, near.name),
            (None, None) => error,
        };
        self.report(error);
        ours.or(near.map(|near| near.name))
    }

    /// `0..10`, `7`, `..0`, `12..`, `any`.
    pub(crate) fn bounds(&mut self, text: &str, at: crate::source::Span) -> Option<Bounds> {
        let text = text.trim();
        if text == "any" {
            return Some((None, None));
        }
        let bounds = bounds_in(text);
        match bounds {
            Some((Some(low), Some(high))) if low > high => Some((Some(high), Some(low))),
            Some(bounds) => Some(bounds),
            None => {
                let error = Diagnostic::error(Code::NotARange, at).arg("text", text);
                let meant = match ungrouped(text) {
                    Some(plain) => bounds_in(&plain).or_else(|| meant_range(&plain)),
                    None => meant_range(text),
                };
                self.report(match meant {
                    _ if is_any(text) => error.fix(at, "any"),
                    Some((low, high)) => error.fix(at, range_of(low, high)),
                    None => error,
                });
                meant.or(is_any(text).then_some((None, None)))
            }
        }
    }

    /// `0..(Maximum)`: the formulas in place of the least and the greatest number.
    pub(crate) fn ends(&mut self, node: &Node) -> [Option<Formula>; 2] {
        let (Some(scalar), Some(placement)) = (node.as_scalar(), node.placement()) else { return [None, None] };
        let text = &scalar.text;
        let Some(dots) = between_ends(text) else { return [None, None] };
        [(0, text.get(..dots)), (dots + 2, text.get(dots + 2..))].map(|(start, side)| {
            let side = side.filter(|side| side.trim().starts_with('('))?;
            Some(self.hole(side, start, text, placement))
        })
    }

    /// `{pending: why}`
    pub(crate) fn pending(&mut self, node: &Node) -> Option<Pending> {
        let NodeKind::Map(entries) = &node.kind else { return None };
        let [entry] = entries.as_slice() else { return None };
        if &*entry.key.text != PENDING {
            return None;
        }
        let why = self.prose(&entry.value).unwrap_or_default();
        Some(Pending { why, span: entry.key.span })
    }

    /// A formula of the language. Without one, something replaces it of
    /// which nothing more is reported.
    /// `modifier(score): score / 2 - 5`; otherwise the name, as far as it can be read.
    pub(crate) fn named_formula(&mut self, entry: &Entry) -> Result<FormulaDecl, Word> {
        let whole = self.key(entry);
        let (name, inside) = match whole.text.split_once('(') {
            Some((name, inside)) => (name.trim(), inside.trim_end().strip_suffix(')')),
            None => (whole.text.as_str(), None),
        };
        let word = |text: &str| Word { text: text.trim_matches(['«', '»', '"']).to_owned(), span: whole.span };
        let parameters: Vec<Word> =
            inside.into_iter().flat_map(|inside| inside.split(',')).map(|one| word(one.trim())).collect();
        let name = word(name);
        let twice = parameters
            .iter()
            .enumerate()
            .any(|(at, one)| parameters.iter().take(at).any(|other| other.text == one.text));
        let empty = name.text.is_empty() || parameters.iter().any(|one| one.text.is_empty());
        if parameters.is_empty() || empty || twice || parameters.iter().any(|one| one.text.contains(['(', ')'])) {
            let error = Diagnostic::error(Code::BadFormulaName, whole.span).arg("text", &*whole.text);
            let example = format!("{}(score)", if name.text.is_empty() { "modifier" } else { &name.text });
            self.report(error.help_with("help-write", "example", example).help("help-computed-trait"));
            return Err(name);
        }
        Ok(FormulaDecl { name, parameters, formula: self.worded(&entry.value) })
    }

    pub(crate) fn formula(&mut self, node: &Node) -> Formula {
        match (&node.kind, node.placement()) {
            (NodeKind::Scalar(scalar), Some(placement)) => {
                return self.formula_of(Arc::clone(&scalar.text), placement);
            }
            (NodeKind::Empty, _) => self.report(Diagnostic::error(Code::EmptyValue, node.span)),
            (NodeKind::List(_) | NodeKind::Map(_), _) => {
                let mut error = Diagnostic::error(Code::NotAFormula, node.span);
                // `{2d6 + 1}` is a name without a value for YAML.
                let lonely = node.as_map().is_some_and(|entries| entries.iter().all(|entry| entry.value.is_empty()));
                let written = self.sources.slice(node.span);
                let inner = written.trim_matches(['{', '}']).trim();
                let (left, right) = inner.split_once('=').unwrap_or_default();
                let assigned = !left.trim_end().ends_with(['<', '>', '!', '=']) && !right.starts_with(['=', '>', '<']);
                if lonely && written.starts_with('{') && assigned && !left.is_empty() {
                    // `{Luck = Luck - 1}`: a comparison would do nothing.
                    let example = format!("set: {{{}: {}}}", left.trim(), right.trim());
                    error = error.help_with("help-write", "example", example);
                } else if let Some(meant) = node.as_map().and_then(dice_under_a_condition) {
                    error = error.help_with("help-write", "example", &*meant).fix(node.span, in_quotes(&meant));
                } else if lonely && written.starts_with('{') {
                    let plain = !inner.contains([',', '[', ']', '{', '}', '#', ':']);
                    error = error.fix(node.span, if plain { inner.to_owned() } else { in_quotes(inner) });
                }
                self.report(error);
            }
            _ => {}
        }
        no_formula(node.span)
    }

    /// A formula, or one that yields words of a list: `{is: …, one of: [light, heavy]}`.
    pub(crate) fn worded(&mut self, node: &Node) -> Formula {
        let own = node.as_map().unwrap_or_default();
        if !own.iter().any(|one| keys::WORDED.iter().any(|key| *key.name == *one.key.text)) {
            return self.formula(node);
        }
        let fields = self.fields(node, "formula", &keys::WORDED);
        self.due(&fields, &keys::WORDED, first_place(node), "formula");
        let Some(is) = fields.get("is") else { return no_formula(node.span) };
        let formula = self.formula(is);
        self.with_words(formula, &fields)
    }

    /// A formula with the words of which it yields one, where they are listed.
    pub(crate) fn with_words(&mut self, formula: Formula, fields: &Fields<'_>) -> Formula {
        let Some(node) = fields.get("one of") else { return formula };
        let one_of = self.names(node);
        if one_of.is_empty() && !node.is_bad() && node.as_map().is_none() {
            self.report(Diagnostic::error(Code::OneOfNothing, node.span));
        }
        for (at, word) in one_of.iter().enumerate() {
            if one_of.iter().take(at).any(|other| other.text == word.text) {
                self.report(Diagnostic::error(Code::DeclaredTwice, word.span).arg("name", &*word.text));
            }
        }
        Formula { one_of, ..formula }
    }

    /// A map from label to formula, which may yield words.
    pub(crate) fn values(&mut self, node: &Node) -> Vec<(Word, Formula)> {
        self.map(node, "values").iter().map(|entry| (self.key(entry), self.worded(&entry.value))).collect()
    }

    /// A map from label to formula.
    pub(crate) fn labelled(&mut self, node: &Node, what: &'static str) -> Vec<(Word, Formula)> {
        let mut list = Vec::new();
        for entry in self.map(node, what) {
            let label = self.key(entry);
            if matches!(what, "set" | "lose") && self.in_owner(&label, &entry.value, what, "of") {
                continue;
            }
            if matches!(what, "need" | "require") && self.turned(entry) {
                continue;
            }
            let formula = self.added(&label, &entry.value, what);
            let text = if matches!(what, "set" | "with") { self.text_with_holes(&entry.value) } else { None };
            list.push((label, formula.or(text).unwrap_or_else(|| self.formula(&entry.value))));
        }
        list
    }

    /// `from {who}`, where an answer may be a text: as if it stood in quotes of the language.
    fn text_with_holes(&mut self, node: &Node) -> Option<Formula> {
        let (NodeKind::Scalar(scalar), Some(placement)) = (&node.kind, node.placement()) else { return None };
        let text = &scalar.text;
        if holes(text).is_empty()
            || text.len() > SyntaxLimits::STANDARD.name
            || self.parse(text, placement).1.is_empty()
        {
            return None;
        }
        let span = TextSpan { start: 0, end: u32::try_from(text.len()).ok()? };
        let name = Name { text: text.to_string(), quoted: true, span };
        Some(Formula { expr: ExprKind::Name(name).at(span), text: Arc::clone(text), placement, one_of: Vec::new() })
    }

    /// `Luck > 0: Too tired`: a condition, and behind it what is said when it does not hold.
    pub(crate) fn turned(&mut self, entry: &Entry) -> bool {
        let decides = |text: &str| {
            let (expr, problems) = parse_expr(text);
            let decides = match expr.kind {
                ExprKind::Binary { op, .. } => matches!(op, BinaryOp::Compare(_) | BinaryOp::And | BinaryOp::Or),
                kind => matches!(kind, ExprKind::Not(_)),
            };
            decides && problems.is_empty()
        };
        if entry.value.as_text().is_none_or(decides) || !decides(&entry.key.text) {
            return false;
        }
        let (condition, said) = (self.sources.slice(entry.key.span), self.sources.slice(entry.value.span));
        let meant = format!("{said}: {condition}");
        let error = Diagnostic::error(Code::NotAFormula, entry.value.span).help_with("help-write", "example", &*meant);
        self.report(error.may_fix(entry.key.span.to(entry.value.span), meant));
        true
    }

    /// `{gain: {hero: {Fame: 1}}}`: the owner is beside what is done, not around it.
    pub(crate) fn in_owner(&mut self, owner: &Word, node: &Node, verb: &str, beside: &str) -> bool {
        let Some(entries) = node.as_map().filter(|entries| !entries.is_empty()) else { return false };
        let name =
            |entry: &crate::yaml::Entry| &*entry.key.text == "name" || nearest(&entry.key.text, ["name"]).is_some();
        if entries.iter().any(|entry| name(entry) || entry.value.as_scalar().is_none()) {
            return false;
        }
        let slice = |span: Span| self.sources.slice(span).trim();
        let inner = entries.iter().map(|one| format!("{}: {}", slice(one.key.span), slice(one.value.span)));
        let inner = inner.collect::<Vec<_>>().join(", ");
        let example = format!("{verb}: {{{inner}}}, {beside}: {}", owner.text);
        let mut error = Diagnostic::error(Code::NotAFormula, node.span).help_with("help-write", "example", example);
        if verb == "gain" {
            // The name may be a tag's as well, and these its values.
            let values = format!("gain: {}, with: {{{inner}}}", owner.text);
            error = error.help_with("help-write", "example", values);
        }
        self.report(error);
        true
    }

    /// `{set: {Fame: +1}}`: what looks as if it were added, where it would take the place of what was there.
    fn added(&mut self, label: &Word, node: &Node, what: &str) -> Option<Formula> {
        let takes = matches!(what, "set" | "change" | "renew");
        let text = node.as_text().filter(|text| takes && text.trim_start().starts_with('+'))?;
        if what == "renew" {
            // What is renewed has its name further out.
            let meant = format!("… + {}", text.trim_start().trim_start_matches('+').trim());
            let error = Diagnostic::error(Code::OtherNotation, node.span).arg("written", text.trim());
            self.report(error.arg("meant", meant));
            return Some(no_formula(node.span));
        }
        let name = &label.text;
        let name = if crate::syntax::is_plain_name(name) { name.clone() } else { format!("«{name}»") };
        let meant = format!("{name} + {}", text.trim_start().trim_start_matches('+').trim());
        let error = Diagnostic::error(Code::OtherNotation, node.span).arg("written", text.trim());
        self.report(error.arg("meant", &*meant).may_fix(node.span, meant));
        Some(no_formula(node.span))
    }

    /// Reads a formula, unless all together are too long; that is reported once.
    pub(super) fn parse(&mut self, text: &str, placement: Placement) -> (Expr, Vec<FormulaProblem>) {
        let before = self.formulas;
        self.formulas = before.saturating_add(text.len());
        if self.formulas <= self.limits.formulas {
            if let Some(expr) = self.read.get(text) {
                return (expr.clone(), Vec::new());
            }
            let (expr, problems) = parse_expr(text);
            if problems.is_empty() {
                self.read.insert(text.to_owned(), expr.clone());
            }
            return (expr, problems);
        }
        if before <= self.limits.formulas {
            self.report(Diagnostic::error(Code::TooManyFormulas, placement.span).arg("limit", self.limits.formulas));
            self.formulas = usize::MAX;
        }
        (nothing(), Vec::new())
    }

    pub(crate) fn formula_of(&mut self, text: Arc<str>, placement: Placement) -> Formula {
        let (expr, problems) = self.parse(&text, placement);
        let torn = self.slipped(problems, &text, placement);
        Formula { expr: if torn { nothing() } else { expr }, text, placement, one_of: Vec::new() }
    }

    /// Reports the first syntax error without a suggested change, since the others may be its consequences. For an
    /// error with a change, reports what belongs to it. Unclosed quotes hide everything after them. If only words are
    /// adjacent, reports each: each needs its own quotes. Returns whether another error remains; then the formula is
    /// not checked further.
    fn slipped(&mut self, problems: Vec<FormulaProblem>, text: &str, placement: Placement) -> bool {
        let unclosed = problems.iter().position(|problem| problem.code == Code::UnclosedQuote);
        let is_torn = |problem: &FormulaProblem| {
            problem.severity == Severity::Error && problem.code != Code::SideBySide && problem.fixes.is_empty()
        };
        let cause = unclosed.or_else(|| problems.iter().position(is_torn));
        for (at, problem) in problems.into_iter().enumerate() {
            let sources = self.sources;
            let told = problem.severity != Severity::Error || cause.is_none_or(|cause| cause == at);
            let error = problem.into_diagnostic(|span| placement.locate(sources, text, span.range()));
            self.slips.extend(error.at);
            if told {
                self.report(error);
            }
        }
        cause.is_some()
    }

    /// A text with formulas in `{ }`.
    pub(crate) fn template(&mut self, node: &Node) -> Option<Template> {
        let NodeKind::Scalar(scalar) = &node.kind else {
            if matches!(node.kind, NodeKind::Empty) {
                return Some(Template { parts: Vec::new() });
            }
            self.text(node)?;
            return None;
        };
        self.errors.extend(cut_at_hash(self.sources, node, true));
        self.printed_quotes(node);
        let text = &scalar.text;
        let placement = node.placement()?;
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest: &str = text;
        let mut at = 0;
        while let Some(open) = rest.find(['{', '}']) {
            let brace = rest.get(open..=open).unwrap_or("");
            plain.push_str(rest.get(..open).unwrap_or(""));
            let after = rest.get(open + 1..).unwrap_or("");
            if after.starts_with(brace) {
                plain.push_str(brace);
                at += open + 2;
                rest = after.get(1..).unwrap_or("");
                continue;
            }
            let place = |start: usize, end: usize| placement.locate(self.sources, text, start..end);
            if brace == "}" {
                let at = place(at + open, at + open + 1);
                self.report(Diagnostic::error(Code::StrayBrace, at));
                return None;
            }
            let Some(close) = closing_brace(after) else {
                let end = at + open + 1 + formula_length(after);
                let error = Diagnostic::error(Code::OpenBrace, place(at + open, end));
                let close = place(end, end);
                self.report(if end > at + open + 1 { error.may_fix(close, "}") } else { error });
                return None;
            };
            if !plain.is_empty() {
                parts.push(TemplatePart::Text(std::mem::take(&mut plain)));
            }
            let hole = after.get(..close).unwrap_or("");
            let start = at + open + 1;
            parts.push(TemplatePart::Formula(self.hole(hole, start, text, placement)));
            if self.formulas > self.limits.formulas {
                return None;
            }
            at = start + close + 1;
            rest = after.get(close + 1..).unwrap_or("");
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            parts.push(TemplatePart::Text(plain));
        }
        Some(Template { parts })
    }

    /// A formula inside a text: parsed by itself, placed within the whole. Blanks take
    /// the place of what is before it, so that its places are those of the text.
    fn hole(&mut self, hole: &str, start: usize, text: &Arc<str>, placement: Placement) -> Formula {
        let padded = if self.formulas.saturating_add(start) > self.limits.formulas {
            // No need to build what will not be read. That they are too many may have been said before.
            self.formulas = self.formulas.max(self.limits.formulas);
            String::from("0")
        } else {
            format!("{}{hole}", " ".repeat(start))
        };
        let (expr, problems) = self.parse(&padded, placement);
        let expr = if self.slipped(problems, text, placement) { nothing() } else { expr };
        Formula { expr, text: Arc::clone(text), placement, one_of: Vec::new() }
    }
}

/// How much of a text can be read as one formula.
fn formula_length(text: &str) -> usize {
    /// Pieces that are looked at.
    const MOST: usize = 20;
    let reads = |end: &usize| text.get(..*end).is_some_and(|formula| parse_expr(formula).1.is_empty());
    let ends: Vec<usize> = tokens(text).iter().take(MOST).map(|(span, _)| span.range().end).collect();
    ends.into_iter().rev().find(reads).unwrap_or(0)
}

fn is_any(text: &str) -> bool {
    our_words("values", text).contains(&"any")
}

/// A range of numbers as it is written.
pub(super) fn range_of(low: Option<i64>, high: Option<i64>) -> String {
    let written = |end: Option<i64>| end.map(|number| number.to_string()).unwrap_or_default();
    format!("{}..{}", written(low), written(high))
}

/// `0..10`, `7`, `..0`, `12..`
pub(super) fn bounds_in(text: &str) -> Option<Bounds> {
    let read = |part: &str| {
        let part = part.trim();
        if part.is_empty() { Some(None) } else { whole(part).map(Some) }
    };
    match text.split_once("..") {
        Some((low, high)) => Some((read(low)?, read(high)?)),
        None => whole(text.trim()).map(|number| (Some(number), Some(number))),
    }
}

/// Where the dots of a range stand that has a formula in parentheses in place of a number.
fn between_ends(text: &str) -> Option<usize> {
    let mut depth = 0_i32;
    let dots = text.char_indices().find(|(at, letter)| {
        depth += i32::from(*letter == '(') - i32::from(*letter == ')');
        depth == 0 && text.get(*at..).is_some_and(|rest| rest.starts_with(".."))
    });
    let (at, _) = dots?;
    let sides = [text.get(..at)?, text.get(at + 2..)?].map(str::trim);
    sides.iter().any(|side| side.starts_with('(') && side.ends_with(')')).then_some(at)
}

/// The numbers of a range in which a formula replaces another.
pub(super) fn fixed_ends(text: &str) -> Option<Bounds> {
    let at = between_ends(text)?;
    let [low, high] = [text.get(..at)?, text.get(at + 2..)?].map(|side| {
        let side = side.trim();
        if side.is_empty() || side.starts_with('(') { Some(None) } else { whole(side).map(Some) }
    });
    Some((low?, high?))
}

/// `0..Maximum` with its formulas in parentheses.
pub(super) fn in_parentheses(text: &str) -> Option<String> {
    let (low, high) = text.split_once("..").filter(|_| ungrouped(text).is_none())?;
    let [low, high] = [low, high].map(|side| match side.trim() {
        plain if plain.is_empty() || whole(plain).is_some() => plain.to_owned(),
        formula => format!("({formula})"),
    });
    let readable = |side: &str| !side.starts_with('(') || parse_expr(side).1.is_empty();
    let ours = format!("{low}..{high}");
    (ours.contains('(') && readable(&low) && readable(&high)).then_some(ours)
}

/// A range of numbers as others write it: `0-10`, `0,10`, `0 to 10`, `5+`, `<= 2`, `5 or more`.
pub(super) fn meant_range(text: &str) -> Option<Bounds> {
    let two = ["...", "…", "–", "—", " - ", ",", ";", ":", " to ", " a ", "-", "/"].iter().find_map(|sign| {
        let (low, high) = text.split_once(sign)?;
        let (low, high) = (whole(low)?, whole(high)?);
        (low <= high).then_some((Some(low), Some(high)))
    });
    let signed = || {
        let number = |sign: &str| whole(text.strip_prefix(sign)?);
        let least = number(">=").or_else(|| number("≥")).or_else(|| number(">")?.checked_add(1));
        let most = number("<=").or_else(|| number("≤")).or_else(|| number("<")?.checked_sub(1));
        least.map(|least| (Some(least), None)).or(most.map(|most| (None, Some(most))))
    };
    let open = || whole(text.strip_suffix('+')?).map(|low| (Some(low), None));
    let worded = || {
        let (number, bound) = text.split_once(' ')?;
        let bound = bound.trim().split_once(' ').filter(|(or, _)| our_word("language", or) == Some("or"))?.1;
        match (whole(number)?, our_word("bounds", bound.trim())?) {
            (low, ">=") => Some((Some(low), None)),
            (high, _) => Some((None, Some(high))),
        }
    };
    two.or_else(signed).or_else(open).or_else(worded)
}

/// An expression of which nothing more is reported.
fn nothing() -> Expr {
    Expr { kind: ExprKind::Missing, span: TextSpan::default() }
}

/// What replaces a formula that could not be read.
pub(crate) fn no_formula(span: Span) -> Formula {
    Formula { expr: nothing(), text: Arc::from(""), placement: Placement { span, style: None }, one_of: Vec::new() }
}

/// Where the formulas of a text stand, without their braces.
pub(crate) fn holes(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(['{', '}'])) {
        let open = from + at;
        let (brace, after) = (text.get(open..=open), text.get(open + 1..).unwrap_or(""));
        if brace.is_some_and(|brace| after.starts_with(brace)) {
            from = open + 2;
            continue;
        }
        let Some(close) = closing_brace(after).filter(|_| brace == Some("{")) else { break };
        found.push(open + 1..open + 1 + close);
        from = open + close + 2;
    }
    found
}

/// The brace that closes a hole; dice such as `d{0,1}` may stand inside.
fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}
