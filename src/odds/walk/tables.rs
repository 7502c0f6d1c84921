//! What can be seen of dice, found out once for all runs.

use std::rc::Rc;

use num_bigint::BigUint;

use super::dice::Covered;
use crate::check::program::{Die, Pool, PoolModifier};
use crate::eval::{Glance, Throwing};
use crate::odds::pool::{Dice, joint};
use crate::odds::trouble::Trouble;

/// Dice of one kind: what can be seen of them, as far as somebody asked.
#[derive(Debug)]
struct Table {
    die: Die,
    modifiers: Vec<PoolModifier>,
    dice: Dice,
    /// All ways, whatever was cut included.
    all: BigUint,
    nodes: Vec<Node>,
    /// By the glances, in their order: what they can see together, and in how many ways. Rows
    /// that begin alike stand together.
    joints: Vec<(Rc<[Glance]>, Vec<Row>)>,
}

/// What several glances see, and in how many ways.
type Row = (Vec<Option<i64>>, BigUint);

/// The rows that begin so.
fn beginning<'r>(rows: &'r [Row], seen: &[Option<i64>]) -> &'r [Row] {
    let begin = |row: &Row| row.0.get(..seen.len()).unwrap_or(&row.0).cmp(seen);
    let from = rows.partition_point(|row| begin(row).is_lt());
    let rows = rows.get(from..).unwrap_or_default();
    rows.get(..rows.partition_point(|row| begin(row).is_eq())).unwrap_or_default()
}

/// What is known of dice: what was asked and seen so far.
#[derive(Debug)]
struct Node {
    glances: Rc<[Glance]>,
    seen: Vec<Option<i64>>,
    ways: BigUint,
    /// By the glances up to the one that sees them.
    children: Vec<(Rc<[Glance]>, Vec<Child>)>,
}

/// What a glance sees, and the node of what is known then.
type Child = (Option<i64>, usize);

/// All dice.
#[derive(Debug, Default)]
pub(super) struct Tables {
    tables: Vec<Table>,
}

/// What a glance can see next.
pub(super) enum Next {
    /// It was seen before.
    Known(Option<i64>),
    /// How many things; one more if some dice were cut.
    Choose(usize, bool),
}

impl Tables {
    /// The number of the table for these dice; `None` where they cannot lie covered.
    pub(super) fn of(&mut self, throwing: &Throwing<'_>, depth: u32) -> Option<usize> {
        let Pool { die, modifiers, .. } = throwing.pool;
        let same =
            |table: &Table| table.dice.count == throwing.count && table.die == *die && table.modifiers == *modifiers;
        if let Some(found) = self.tables.iter().position(same) {
            return Some(found);
        }
        let dice = Dice::of(throwing.pool, throwing.count, depth)?;
        let all = match dice.exploding.is_empty() {
            true => dice.all.pow(dice.count),
            false => dice.all.pow(dice.depth + 1).pow(dice.count),
        };
        let root = Node { glances: Rc::new([]), seen: Vec::new(), ways: all.clone(), children: Vec::new() };
        self.tables.push(Table {
            die: die.clone(),
            modifiers: modifiers.clone(),
            dice,
            all,
            nodes: vec![root],
            joints: Vec::new(),
        });
        Some(self.tables.len() - 1)
    }

    /// The dice themselves.
    pub(super) fn dice(&self, table: usize) -> Option<&Dice> {
        self.tables.get(table).map(|table| &table.dice)
    }

    /// What a glance can see of dice of which something is known.
    ///
    /// # Errors
    ///
    /// If that would take too long.
    pub(super) fn next(&mut self, table: usize, node: usize, glance: &Glance) -> Result<Next, Trouble> {
        let Some(table) = self.tables.get_mut(table) else { return Ok(Next::Known(None)) };
        let Some(known) = table.nodes.get(node) else { return Ok(Next::Known(None)) };
        if let Some(at) = known.glances.iter().position(|one| one == glance) {
            return Ok(Next::Known(known.seen.get(at).copied().flatten()));
        }
        let cut = known.glances.is_empty() && !table.dice.is_whole();
        if let Some((_, children)) = known.children.iter().find(|(glances, _)| glances.last() == Some(glance)) {
            return Ok(Next::Choose(children.len(), cut));
        }
        let continues = |glances: &[Glance]| glances.split_last() == Some((glance, &*known.glances));
        let at = match table.joints.iter().position(|(glances, _)| continues(glances)) {
            Some(at) => at,
            None => {
                let glances: Rc<[Glance]> = known.glances.iter().chain([glance]).cloned().collect();
                let found = joint(&table.dice, &glances)?;
                table.joints.push((glances, found.rows));
                table.joints.len() - 1
            }
        };
        let Some((glances, rows)) = table.joints.get(at) else { return Ok(Next::Known(None)) };
        let rows = beginning(rows, &known.seen);
        let mut children = Vec::with_capacity(rows.len());
        let mut nodes = Vec::with_capacity(rows.len());
        for (seen, ways) in rows {
            children.push((seen.last().copied().flatten(), table.nodes.len() + nodes.len()));
            let (glances, seen, ways) = (Rc::clone(glances), seen.clone(), ways.clone());
            nodes.push(Node { glances, seen, ways, children: Vec::new() });
        }
        table.nodes.append(&mut nodes);
        let count = children.len();
        if let Some(known) = table.nodes.get_mut(node) {
            known.children.push((Rc::clone(glances), children));
        }
        Ok(Next::Choose(count, cut))
    }

    /// One of the things that a glance can see: its value, and what is known then.
    pub(super) fn child(&self, table: usize, node: usize, glance: &Glance, at: usize) -> Option<Child> {
        let node = self.tables.get(table)?.nodes.get(node)?;
        let (_, children) = node.children.iter().find(|(glances, _)| glances.last() == Some(glance))?;
        children.get(at).copied()
    }

    /// The ways of what is known of dice, out of all.
    pub(super) fn ways(&self, covered: &Covered) -> Option<(BigUint, &BigUint)> {
        let table = self.tables.get(covered.table)?;
        if covered.cut {
            let followed: BigUint = table.nodes.first()?.children.first().map(|(_, children)| {
                children.iter().filter_map(|(_, node)| Some(&table.nodes.get(*node)?.ways)).sum()
            })?;
            return Some((&table.all - followed, &table.all));
        }
        Some((table.nodes.get(covered.node)?.ways.clone(), &table.all))
    }
}
