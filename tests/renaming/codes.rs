//! Codes that mean nothing for names, in formulas and in texts.

use std::collections::{BTreeMap, BTreeSet};

use tirada::internals::check::program::CheckedGame;
use tirada::internals::syntax::{self, Body, CallArg, Expr, ExprKind, Name};

use crate::shipped;

/// Words of the format that a game may use for its own things as well. They keep their
/// meaning wherever they stand in a formula, so that they keep their name.
const OF_THE_FORMAT: [&str; 41] = [
    "best",
    "die",
    "worst",
    "largest",
    "smallest",
    "rest",
    "showing",
    "run",
    "sets",
    "sides",
    "total",
    "margin",
    "lost",
    "left",
    "discarded",
    "boxes",
    "worth",
    "state",
    "max",
    "owner",
    "winner",
    "loser",
    "tied",
    "outcome",
    "success",
    "failure",
    "tie",
    "any",
    "none",
    "nobody",
    "all",
    "table",
    "yes",
    "no",
    "permanent",
    "error",
    "said",
    "for",
    "until",
    // Answers that read as dice.
    "d",
    "d1",
];

/// The codes of all names.
pub struct Codes {
    pub names: BTreeMap<String, String>,
    dice: Vec<(String, String)>,
    /// Names that may stand in a text, by their first letter, longest first.
    in_texts: BTreeMap<char, Vec<String>>,
}

impl Codes {
    /// Dice get two letters each, of which none begins another; all else longer codes
    /// that no dice spell.
    pub fn new<'a>(games: impl Iterator<Item = &'a CheckedGame>, free: &BTreeSet<String>) -> Self {
        let mut dice: BTreeSet<String> = BTreeSet::new();
        let mut all: BTreeSet<String> = free.clone();
        for game in games {
            dice.extend(game.die_names.iter().map(|die| die.name.to_string()));
            all.extend(shipped::names(game).into_iter().filter(|name| *name != game.name));
        }
        // Several answers to one question have its name and a number.
        let numbered = |name: &str| {
            let (base, number) = name.rsplit_once(' ')?;
            let is_number = number.parse::<usize>().is_ok();
            is_number.then(|| (base.to_owned(), number.to_owned()))
        };
        let of_several: Vec<(String, (String, String))> =
            all.iter().filter_map(|name| Some((name.clone(), numbered(name)?))).collect();
        for (name, (base, _)) in &of_several {
            all.remove(name);
            all.insert(base.clone());
        }
        let letter = |index: usize| char::from(b'a' + u8::try_from(index).unwrap());
        assert!(dice.len() <= 26);
        let dice: Vec<(String, String)> =
            dice.into_iter().enumerate().map(|(index, name)| (name, format!("X{}", letter(index)))).collect();
        let mut names: BTreeMap<String, String> = dice.iter().cloned().collect();
        let mut in_texts: BTreeMap<char, Vec<String>> = BTreeMap::new();
        for name in all {
            let number = name.parse::<i64>().is_ok();
            if !number && !OF_THE_FORMAT.contains(&name.as_str()) && !names.contains_key(&name) {
                let index = names.len();
                let code = format!("q{}{}{}z", letter(index / 676), letter(index / 26 % 26), letter(index % 26));
                assert!(syntax::is_plain_name(&code) && !syntax::is_dice_word(&code) && !syntax::is_keyword(&code));
                in_texts.entry(name.chars().next().unwrap()).or_default().push(name.clone());
                names.insert(name, code);
            }
        }
        for (name, (base, number)) in of_several {
            let code = names.get(&base).map(|code| format!("{code} {number}"));
            names.extend(code.map(|code| (name, code)));
        }
        in_texts.values_mut().for_each(|list| list.sort_by_key(|name| std::cmp::Reverse(name.len())));
        Self { names, dice, in_texts }
    }

    /// A name; of what is none, the names in it.
    pub fn of(&self, name: &str) -> String {
        self.names.get(name.trim()).cloned().unwrap_or_else(|| self.words(name))
    }

    /// A text in which every name stands in its code. What a hole of a text yields comes out
    /// as what is written in place of it.
    pub fn words(&self, text: &str) -> String {
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let (mut out, mut rest, mut within) = (String::new(), text, false);
        while let Some(letter) = rest.chars().next() {
            let names = self.in_texts.get(&letter).filter(|_| !within);
            let found = names.into_iter().flatten().find(|name| {
                rest.strip_prefix(name.as_str())
                    .is_some_and(|behind| !name.ends_with(is_letter) || !behind.starts_with(is_letter))
            });
            match found {
                Some(name) => {
                    out += &self.names[name];
                    rest = &rest[name.len()..];
                    within = name.ends_with(is_letter);
                }
                None => {
                    out.push(letter);
                    rest = &rest[letter.len_utf8()..];
                    within = is_letter(letter);
                }
            }
        }
        out
    }

    /// A word of a formula: a name, or dice side by side.
    fn word(&self, name: &mut Name) {
        if let Some(code) = self.names.get(&name.text) {
            name.text.clone_from(code);
        } else if !name.quoted
            && let Some(codes) = self.side_by_side(&name.text)
        {
            name.text = codes;
        } else if name.quoted {
            name.text = self.words(&name.text);
        }
    }

    fn side_by_side(&self, word: &str) -> Option<String> {
        if word.is_empty() {
            return Some(String::new());
        }
        self.dice.iter().find_map(|(name, code)| {
            let rest = self.side_by_side(word.strip_prefix(name.as_str())?)?;
            Some(format!("{code}{rest}"))
        })
    }

    fn expr(&self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Name(name) => self.word(name),
            ExprKind::Multiple { word, .. } => self.word(word),
            ExprKind::Pool(pool) => {
                pool.formulas_mut().for_each(|formula| self.expr(formula));
            }
            ExprKind::Negate(inner) | ExprKind::Not(inner) => self.expr(inner),
            ExprKind::Binary { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
            ExprKind::Let { name, values, body } => {
                self.word(name);
                values.iter_mut().for_each(|value| self.expr(value));
                self.expr(body);
            }
            ExprKind::Call { name, args } => {
                self.word(name);
                self.args(args);
            }
            ExprKind::Cell { table, keys } => {
                self.word(table);
                self.args(keys);
            }
            ExprKind::Member { of, what } => {
                self.word(of);
                self.expr(what);
            }
            ExprKind::Number(_) | ExprKind::Flag(_) | ExprKind::Missing => {}
        }
    }

    fn args(&self, args: &mut [CallArg]) {
        for arg in args {
            match arg {
                CallArg::Named { name, value } => {
                    self.word(name);
                    self.expr(value);
                }
                CallArg::Value(value) | CallArg::Condition { value, .. } => self.expr(value),
            }
        }
    }

    pub fn formula(&self, text: &str) -> String {
        // A whole text that is a name needs no quotes where a name is asked for.
        if let Some(code) = self.names.get(text.trim()) {
            return code.clone();
        }
        let (mut expr, problems) = syntax::parse_expr(text);
        if !problems.is_empty() && text.contains('{') {
            return self.template(text);
        }
        assert!(problems.is_empty(), "{text}: {problems:?}");
        self.expr(&mut expr);
        expr.to_string()
    }

    /// What somebody types; of what cannot be read, the names in it.
    pub fn typed(&self, text: &str) -> String {
        let mut parsed = syntax::parse(text);
        if !parsed.problems.is_empty() {
            return self.words(text);
        }
        match &mut parsed.input.body {
            Body::Value(expr) => self.expr(expr),
            Body::Versus { left, right } => {
                self.expr(left);
                self.expr(right);
            }
        }
        parsed.input.to_string()
    }

    /// How long something lasts: perhaps a number or a formula, and a unit of time; or a
    /// formula.
    pub fn duration(&self, text: &str, times: &[String]) -> String {
        let text = text.trim();
        let parted = |before: &str| before.is_empty() || before.ends_with([' ', ')', ']']);
        let mut units = times.iter().filter_map(|time| Some((time, text.strip_suffix(time.as_str())?)));
        match units.find(|(_, before)| parted(before)).map(|(unit, before)| (unit, before.trim())) {
            Some((unit, "")) => self.of(unit),
            Some((unit, count)) if count == "until" || count.parse::<i64>().is_ok() => {
                format!("{count} {}", self.of(unit))
            }
            // Parentheses are not kept where no formula needs them.
            Some((unit, count)) => format!("({}) {}", self.formula(count), self.of(unit)),
            None => self.formula(text),
        }
    }

    /// A text with formulas in braces.
    pub fn template(&self, text: &str) -> String {
        if let Some(code) = self.names.get(text.trim()) {
            return code.clone();
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            out += &self.words(&rest[..open]);
            rest = &rest[open + 1..];
            if let Some(more) = rest.strip_prefix('{') {
                out += "{{";
                rest = more;
                continue;
            }
            let mut depth = 0;
            let close = rest
                .char_indices()
                .find(|(_, letter)| {
                    depth += i32::from(*letter == '{') - i32::from(*letter == '}');
                    depth < 0
                })
                .unwrap()
                .0;
            out += &format!("{{{}}}", self.formula(&rest[..close]));
            rest = &rest[close + 1..];
        }
        out + &self.words(rest)
    }
}
