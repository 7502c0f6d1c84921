//! A shortcut for the commonest texts: sums and products of numbers, names, cells,
//! calls and simple dice, without the machinery of the grammar.
//!
//! It reads a small part of the language of `grammar/tirada.pest` and gives up at the
//! first letter that does not belong to it; then the grammar reads the text from the
//! beginning. So it decides nothing and reports nothing: what it does read, it reads
//! as the grammar does, to the last span, which property tests below hold it to.

use super::grammar::offset;
use super::{
    Amount, Arg, BinaryOp, Body, Die, Expr, ExprKind, Modifier, ModifierKind, Name, Pool, SyntaxLimits, TextSpan,
    Which, is_keyword,
};

/// Bytes of a text beyond which the grammar is left to look after the limits.
/// No name and no chain in it passes theirs.
const LONGEST: usize = 200;

/// Brackets and signs inside one another, likewise.
const DEEPEST: usize = 32;

/// What was read, and where its `vs` stands.
pub(super) struct Plain {
    pub(super) body: Body,
    pub(super) versus: Option<TextSpan>,
}

/// Reads a plain text; `None` is for the grammar.
pub(super) fn read(text: &str) -> Option<Plain> {
    if text.len() > LONGEST {
        return None;
    }
    let mut reader = Reader { text, at: 0, depth: 0 };
    let left = reader.sum()?;
    let versus = reader.versus();
    let body = match versus {
        Some(_) => Body::Versus { left, right: reader.sum()? },
        None => Body::Value(left),
    };
    (reader.at == text.len()).then_some(Plain { body, versus })
}

struct Reader<'t> {
    text: &'t str,
    /// The next byte.
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Goes on while bytes are of a kind; what that was.
    fn take(&mut self, is: impl Fn(u8) -> bool) -> &str {
        let start = self.at;
        while self.peek().is_some_and(&is) {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or("")
    }

    /// Goes on while letters belong to a word.
    fn take_word(&mut self) -> &str {
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or("");
        let length = rest.find(|letter: char| !(is_latin(letter) || u8::try_from(letter).is_ok_and(follows)));
        self.at = start + length.unwrap_or(rest.len());
        rest.get(..self.at - start).unwrap_or("")
    }

    fn span(&self, start: usize) -> TextSpan {
        TextSpan { start: offset(start), end: offset(self.at) }
    }

    /// Operands with `+` and `-` between them.
    fn sum(&mut self) -> Option<Expr> {
        let mut left = self.product()?;
        loop {
            let op = match self.peek() {
                Some(b'+') => BinaryOp::Add,
                Some(b'-') => BinaryOp::Subtract,
                _ => return Some(left),
            };
            self.at += 1;
            left = binary(op, left, self.product()?);
        }
    }

    /// Operands with `*`, `/` and `%` between them.
    fn product(&mut self) -> Option<Expr> {
        let mut left = self.signed()?;
        loop {
            let op = match self.peek() {
                Some(b'*') => BinaryOp::Multiply,
                Some(b'/') => BinaryOp::Divide,
                Some(b'%') => BinaryOp::Remainder,
                _ => return Some(left),
            };
            self.at += 1;
            left = binary(op, left, self.signed()?);
        }
    }

    /// An operand, the minus before it and the blanks around it.
    fn signed(&mut self) -> Option<Expr> {
        self.skip_blanks();
        let start = self.at;
        let byte = self.peek()?;
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let expr = match byte {
            b'-' => {
                self.at += 1;
                let inner = self.signed()?;
                let span = TextSpan { start: offset(start), end: inner.span.end };
                Expr { kind: ExprKind::Negate(Box::new(inner)), span }
            }
            b'(' => {
                self.at += 1;
                let inner = self.sum()?;
                if self.peek() != Some(b')') {
                    return None;
                }
                self.at += 1;
                Expr { kind: inner.kind, span: self.span(start) }
            }
            b'0'..=b'9' => {
                let number = self.number()?;
                match self.peek() {
                    Some(b'd' | b'D') => self.dice(start, number)?,
                    Some(next) if begins(next) || !next.is_ascii() => {
                        let word = self.word()?;
                        Expr { kind: ExprKind::Multiple { times: number, word }, span: self.span(start) }
                    }
                    _ => Expr { kind: ExprKind::Number(number), span: self.span(start) },
                }
            }
            b'd' | b'D' => self.dice(start, 1)?,
            _ => self.reference()?,
        };
        self.depth -= 1;
        // What touches an operand belongs to it, or stands beside it: not plain.
        if self.peek().is_some_and(follows) {
            return None;
        }
        self.skip_blanks();
        Some(expr)
    }

    fn number(&mut self) -> Option<i64> {
        self.take(|byte| byte.is_ascii_digit()).parse().ok()
    }

    /// A name alone, or one that brackets follow; before either, what has it.
    fn reference(&mut self) -> Option<Expr> {
        let start = self.at;
        let name = if self.text.get(start..)?.starts_with('«') { self.quoted()? } else { self.word()? };
        let alone = self.at;
        self.skip_blanks();
        let close = match self.peek() {
            Some(b'(') => b')',
            Some(b'[') => b']',
            Some(b'.') if self.at == alone => return self.path(name),
            _ => {
                self.at = alone;
                return Some(Expr { kind: ExprKind::Name(name), span: self.span(start) });
            }
        };
        let mut args = Vec::new();
        loop {
            self.at += 1;
            if close == b')' && args.is_empty() {
                self.skip_blanks();
                if self.peek() == Some(close) {
                    break;
                }
            }
            args.push(Arg::Value(self.sum()?));
            match self.peek() {
                Some(b',') => {}
                Some(byte) if byte == close => break,
                _ => return None,
            }
        }
        self.at += 1;
        let kind =
            if close == b')' { ExprKind::Call { name, args } } else { ExprKind::Cell { table: name, keys: args } };
        Some(Expr { kind, span: self.span(start) })
    }

    /// What the dot behind a name leads to.
    #[cold]
    fn path(&mut self, of: Name) -> Option<Expr> {
        self.at += 1;
        let what = Box::new(self.reference()?);
        let span = TextSpan { start: of.span.start, end: what.span.end };
        Some(Expr { kind: ExprKind::Member { of, what }, span })
    }

    /// A name without quotes that can be nothing else.
    fn word(&mut self) -> Option<Name> {
        let start = self.at;
        // What begins with these is a number or may be dice.
        if matches!(self.peek()?, b'0'..=b'9' | b'd' | b'D') {
            return None;
        }
        let text = self.take_word().to_owned();
        // Other letters that are not ASCII may belong to the word.
        let whole = !text.is_empty() && self.peek().is_none_or(|byte| byte.is_ascii());
        (whole && !is_keyword(&text)).then(|| Name { text, quoted: false, span: self.span(start) })
    }

    /// `«Words with single spaces»`
    fn quoted(&mut self) -> Option<Name> {
        let start = self.at;
        self.at += '«'.len_utf8();
        let inside = self.at;
        while !self.take_word().is_empty() && self.peek() == Some(b' ') {
            self.at += 1;
        }
        let text = self.text.get(inside..self.at)?.to_owned();
        if text.is_empty() || text.ends_with(' ') || !self.text.get(self.at..)?.starts_with('»') {
            return None;
        }
        self.at += '»'.len_utf8();
        Some(Name { text, quoted: true, span: self.span(start) })
    }

    /// Dice with sides in figures, from the `d` on.
    fn dice(&mut self, start: usize, count: i64) -> Option<Expr> {
        self.at += 1;
        let sides = self.number()?;
        if count == 0 || sides == 0 || sides > SyntaxLimits::STANDARD.sides {
            return None;
        }
        let mut modifiers = Vec::new();
        let mut explodes = false;
        loop {
            let from = self.at;
            let kind = match self.peek() {
                Some(b'k' | b'd') => self.keep()?,
                Some(b'!') if !explodes => {
                    self.at += 1;
                    // Also compounding and conditions begin so.
                    if matches!(self.peek(), Some(b'!' | b'<' | b'>' | b'=' | b'(' | b'0'..=b'9')) {
                        return None;
                    }
                    explodes = true;
                    ModifierKind::Explode { compound: false, when: None }
                }
                _ => break,
            };
            modifiers.push(Modifier { kind, span: self.span(from) });
        }
        let pool = Pool { count: Amount::Fixed(count), die: Die::Sides(Amount::Fixed(sides)), modifiers };
        Some(Expr { kind: ExprKind::Pool(pool), span: self.span(start) })
    }

    /// `kh3` and its like.
    fn keep(&mut self) -> Option<ModifierKind> {
        let kind = match self.take(|byte| byte.is_ascii_alphabetic()) {
            "kh" | "k" => |n| ModifierKind::Keep(Which::Highest, Amount::Fixed(n)),
            "kl" => |n| ModifierKind::Keep(Which::Lowest, Amount::Fixed(n)),
            "km" => |n| ModifierKind::Keep(Which::Middle, Amount::Fixed(n)),
            "dh" => |n| ModifierKind::Drop(Which::Highest, Amount::Fixed(n)),
            "dl" => |n| ModifierKind::Drop(Which::Lowest, Amount::Fixed(n)),
            _ => return None,
        };
        self.number().map(kind)
    }

    /// `vs`, if it stands here.
    fn versus(&mut self) -> Option<TextSpan> {
        let start = self.at;
        let found = self.take(follows) == "vs" && self.peek().is_none_or(|byte| byte.is_ascii());
        if !found {
            self.at = start;
        }
        found.then(|| self.span(start))
    }
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let span = TextSpan { start: left.span.start, end: right.span.end };
    Expr { kind: ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }, span }
}

/// Letters with accents and the like that are one character in Unicode's composed form.
fn is_latin(letter: char) -> bool {
    matches!(letter, 'À'..='ɏ') && !matches!(letter, '×' | '÷')
}

fn begins(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

fn follows(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::syntax::parse::by_grammar;

    /// What is read is what the grammar reads, with all its places.
    fn agrees(text: &str) -> bool {
        let Some(plain) = super::read(text) else { return false };
        let read = by_grammar(text);
        assert!(read.problems.is_empty(), "{text:?} is read though it is wrong: {:?}", read.problems);
        assert_eq!(read.input.comment, None, "{text:?}");
        // Trees are equal wherever they stand; written out they are not.
        assert_eq!(format!("{:?}", plain.body), format!("{:?}", read.input.body), "{text:?}");
        assert_eq!(plain.versus, read.versus, "{text:?}");
        true
    }

    #[test]
    fn what_is_common_is_plain() {
        for text in [
            "7",
            "-7",
            "3d10",
            "d6",
            "2D6",
            "4d6kh3",
            "4d6k3!",
            "10d6!",
            "2d6+3",
            " 2d6 - -3 ",
            "mM+2",
            "2CC*3",
            "(a + 2d6) / 3 % 2",
            "-(-x)",
            "C + 7 vs 12",
            "C+9 vs C+3",
            "a vs B_2",
            "ñá + Ü_1",
            "2ñ",
            "max(1, ac+2)",
            "Plim[zurlo] + 1",
            "Plim [ «zur mol» , 2*x ]",
            "f(g(1), -h[2])",
            "«a»",
            "a.b",
            "-2C + ab.«zur mol».c * 2",
            "a.f(1, b.c) vs c.T[x.y]",
            "a()",
            "2 * a.f( ) + g()",
        ] {
            assert!(agrees(text), "{text}");
        }
    }

    #[test]
    fn everything_else_is_left_to_the_grammar() {
        for text in [
            "",
            "d",
            "3d",
            "dF",
            "d%",
            "d0",
            "0d6",
            "2d6x",
            "4d6kh",
            "2d6!!",
            "2d6!>4",
            "2d6r1",
            "a b",
            "T[]",
            "f(1, )",
            "f( , )",
            "f(x = 1)",
            "f(>= 2)",
            "T[a b]",
            "T[a](1)",
            "f(1; 2)",
            "f(1",
            "« a»",
            "«a  b»",
            "«»",
            "«a",
            "\"a\"",
            "a\u{301}",
            "×",
            "2«a»",
            "if a then b else c",
            "1.5",
            "a.5",
            "a.",
            "a. b",
            "a .b",
            "a.d6",
            "a.vs",
            "d.a",
            "2C.a",
            "f(1).a",
            "2d6 # so",
            "(1+2)d6",
            "a vs b vs c",
            "(a vs b)",
            "1 2",
            "(1",
            "1)",
            "aя",
            "a vsé",
            "a < b",
            "not a",
            "yes",
            "9999999999999999999",
            "d1000001",
            "1 + ",
            "a vs",
            "+1",
            "2d6dh1é",
        ] {
            assert!(!agrees(text), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn what_is_plain_is_read_as_the_grammar_reads_it(
            parts in prop::collection::vec(prop::sample::select(vec![
                "7", "12", "0", "d", "d6", "D8", "3d10", "kh3", "k1", "dl2", "km1", "!", "!!", "-", "−", "+", "*", "/",
                "%", "(", ")", " ", "\t", "\n", "vs", " vs ", "m", "Mo", "x_1", "and", "not ", "é", ".", ",", "[", "]",
                "#", "<", "=", "99999999999999999999", "F", "r1", "C", "«zur mol»", "f(", "f()", "T[", ", ", "ñ", "×", "\u{301}",
            ]), 0..12),
        ) {
            agrees(&parts.concat());
        }

        #[test]
        fn sums_are_read_as_the_grammar_reads_them(
            text in "[-(]{0,2}([0-9]{0,2}d[0-9]{1,3}((k|kh|kl|km|dh|dl)[0-9])?!?|[0-9]{0,2}[A-Zm-u_][a-z]?)( ?[-+*/%] ?-?\\(?([0-9]{1,2}|[a-cA-C]{1,2}|2d6)\\)?){0,4}\\)?( vs [0-9A-C]{1,2})?",
        ) {
            agrees(&text);
        }

        #[test]
        fn calls_and_cells_are_read_as_the_grammar_reads_them(
            text in "([a-zÁ-ñ]{1,3}[.]){0,2}[a-zÁ-ñ]{1,3} ?[(\\[] ?([a-z0-9À-ɏ«».]{1,3}|-?[a-c]\\[[a-f ]{1,3}\\]|«[a-e ]{1,4}»)( ?[,;+*] ?[a-z0-9 ]{1,3}){0,3} ?[)\\]][a-z ]?",
        ) {
            agrees(&text);
        }
    }
}
