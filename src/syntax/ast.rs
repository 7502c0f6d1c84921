//! The syntax tree. Two trees are equal if they have the same structure; places are not compared.

use std::ops::Range;

use crate::dice::{CompareOp, Suffix};

/// A place in the text that was parsed, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TextSpan {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl TextSpan {
    /// The bytes as a range.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A whole text: an expression or a test, and the comment behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// What is to be computed.
    pub body: Body,
    /// The comment after `#`, trimmed; never empty.
    pub comment: Option<String>,
}

/// An expression, or one side against another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// `mM + 2`
    Value(Expr),
    /// `C + 7 vs 12`; the right side is the defender.
    Versus {
        /// The side that acts.
        left: Expr,
        /// The difficulty, or the side that defends itself.
        right: Expr,
    },
}

/// An expression and its place.
#[derive(Debug, Clone)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: TextSpan,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Expr {}

/// The kinds of expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// `7`
    Number(i64),
    /// `yes`, `no`
    Flag(bool),
    /// `zurlo`, `«zur mol»`, and juxtaposed dice such as `mM`, which only
    /// the checker can tell from a name.
    Name(Name),
    /// `2C`, `2CC`: a number that touches a word of dice names. It multiplies the
    /// first of them.
    Multiple {
        /// The factor of the first die name.
        times: i64,
        word: Name,
    },
    /// `4d6kh3`
    Pool(PoolExpr),
    /// `-x`
    Negate(Box<Expr>),
    /// `not x`
    Not(Box<Expr>),
    /// `a + b`, `a >= b`, `a and b`, `5d6 beats 3d6` …
    Binary { op: BinaryOp, left: Box<Expr>, right: Box<Expr> },
    /// `if a then b else c`
    If {
        condition: Box<Expr>,
        /// The value if it holds.
        then: Box<Expr>,
        /// The value if it does not.
        otherwise: Box<Expr>,
    },
    /// `let x = 2d6 in x + x`: rolled once, used twice.
    Let {
        /// The name that `in` binds.
        name: Name,
        /// What it stands for; several are dice that lie together, as in `let x = 2d6, d8 in highest(x)`.
        values: Vec<Expr>,
        /// Where the name holds.
        body: Box<Expr>,
    },
    /// `count(8d6, >= 5)`, `plim(7)`
    Call {
        /// The function or test.
        name: Name,
        /// Its arguments in order.
        args: Vec<CallArg>,
    },
    /// `Frut[zurlo]`, `Frut[zurlo, total]`
    Cell {
        table: Name,
        /// Row, column, and then what the table is given by name.
        keys: Vec<CallArg>,
    },
    /// `zurlo.plim`, `zurlo.«zur mol»`, `zurlo.Frut[1]`, `zurlo.plim.count(10)`: what
    /// something has.
    Member {
        of: Name,
        /// A name, a call, a cell or one more member; nothing else.
        what: Box<Expr>,
    },
    /// Stands where something could not be read and an error was reported.
    Missing,
}

/// A name as written, in NFC, without its quotes.
#[derive(Debug, Clone)]
pub struct Name {
    /// The name. Runs of words (`Zur mol`) are joined by single spaces.
    pub text: String,
    /// Written in quotes, or as a run of several words: then it is never read
    /// as juxtaposed dice.
    pub quoted: bool,
    pub span: TextSpan,
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.quoted == other.quoted
    }
}

impl Eq for Name {}

/// An argument of a call, or a key of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallArg {
    /// `7`
    Value(Expr),
    /// `plim = 7`
    Named {
        /// The name of the input.
        name: Name,
        value: Expr,
    },
    /// `>= 5`, `= 6`: what faces have to meet.
    Condition {
        op: CompareOp,
        value: Expr,
        /// Where the whole condition is.
        span: IgnoredSpan,
    },
}

/// A place that takes no part in comparisons.
#[derive(Debug, Clone, Copy, Default)]
pub struct IgnoredSpan(pub TextSpan);

impl PartialEq for IgnoredSpan {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for IgnoredSpan {}

/// A throw of equal dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoolExpr {
    pub count: Amount,
    pub die: DieExpr,
    /// What is done to them, in order.
    pub modifiers: Vec<Modifier>,
}

/// A number in dice: how many, of how many sides, how many of them are kept …
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Amount {
    /// `3d6`; `d6` is `1d6`.
    Fixed(i64),
    /// `(zurlo + 2)d6`, `d(zurlo)`, `8d6kh(zurlo)`
    Computed(Box<Expr>),
}

/// The kind of die.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DieExpr {
    /// `3d`: the game's own die.
    Own,
    /// `d6`: faces 1 to 6; `d%` is `d100`; `d(zurlo)`: as many as that.
    Sides(Amount),
    /// `dF`: faces -1, 0, 1.
    Fate,
    /// `d{0,0,1,2}`
    Faces(Vec<i64>),
}

/// What is done to the dice of a pool, and where that is written.
#[derive(Debug, Clone)]
pub struct Modifier {
    pub suffix: Suffix,
    /// Its number of dice, or the faces that are meant; without: the highest.
    pub when: Option<FaceCondition>,
    /// Further faces that are meant: one of all conditions is enough.
    pub also: Vec<FaceCondition>,
    /// How often one die explodes at most; without: as often as it falls so.
    pub most: Option<u32>,
    pub span: TextSpan,
}

impl PartialEq for Modifier {
    fn eq(&self, other: &Self) -> bool {
        (self.suffix, &self.when, &self.also, self.most) == (other.suffix, &other.when, &other.also, other.most)
    }
}

impl Eq for Modifier {}

impl Modifier {
    /// Its conditions, of which one is enough, as they are written.
    pub fn conditions(&self) -> impl Iterator<Item = &FaceCondition> {
        self.when.iter().chain(&self.also)
    }
}

impl PoolExpr {
    /// The formulas that stand in place of numbers, to be changed.
    pub fn formulas_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let sides = match &mut self.die {
            DieExpr::Sides(sides) => Some(sides),
            _ => None,
        };
        let conditions = self.modifiers.iter_mut().flat_map(|one| one.when.iter_mut().chain(&mut one.also));
        let suffixes = conditions.map(|condition| &mut condition.value);
        let amounts = std::iter::once(&mut self.count).chain(sides).chain(suffixes);
        amounts.filter_map(|amount| match amount {
            Amount::Computed(expr) => Some(&mut **expr),
            Amount::Fixed(_) => None,
        })
    }

    /// The formulas that stand in place of numbers, in the order in which they are written.
    pub fn formulas(&self) -> impl Iterator<Item = &Expr> {
        let sides = match &self.die {
            DieExpr::Sides(sides) => Some(sides),
            _ => None,
        };
        let suffixes = self.modifiers.iter().flat_map(Modifier::conditions).map(|condition| &condition.value);
        let amounts = std::iter::once(&self.count).chain(sides).chain(suffixes);
        amounts.filter_map(|amount| match amount {
            Amount::Computed(expr) => Some(&**expr),
            Amount::Fixed(_) => None,
        })
    }
}

/// A condition on a face: `>=9`; a bare number means equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaceCondition {
    pub op: CompareOp,
    pub value: Amount,
    /// The last of the faces that begin with `value`, in `2..5`.
    pub to: Option<i64>,
}

impl FaceCondition {
    /// Each number that a face is compared with; `None`: a formula says it.
    pub fn faces(&self) -> impl Iterator<Item = Option<i64>> {
        let (from, to) = match self.value {
            Amount::Fixed(from) => (Some(from), self.to.unwrap_or(from)),
            Amount::Computed(_) => (None, 0),
        };
        let later = from.map(|from| (from..=to).skip(1).map(Some));
        std::iter::once(from).chain(later.into_iter().flatten())
    }
}

/// Operators between two expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `or`
    Or,
    /// `and`
    And,
    /// `=`, `<=` … at most one in a row: `a < b < c` is an error.
    Compare(CompareOp),
    /// `5d6 beats 3d6`: both pools sorted from the highest down and compared pair
    /// by pair; the value is how many dice of the left are higher than theirs.
    Beats,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, rounded as the ruleset says.
    Divide,
    /// `div down`, regardless of the rounding of the ruleset.
    DivideDown,
    /// `div up`
    DivideUp,
    /// `div nearest`, halves up.
    DivideNearest,
    /// `%`, the remainder of that division.
    Remainder,
}

impl BinaryOp {
    /// As it is written.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::And => "and",
            Self::Compare(op) => op.symbol(),
            Self::Beats => "beats",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::DivideDown => "div down",
            Self::DivideUp => "div up",
            Self::DivideNearest => "div nearest",
            Self::Remainder => "%",
        }
    }
}
