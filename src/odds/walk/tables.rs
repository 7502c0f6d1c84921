//! Distributions of statistics of pools, computed once for all runs.

use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::dice::Covered;
use crate::check::program::{Die, Pool, PoolModifier};
use crate::dice::{CompareOp, Face, Faces};
use crate::engine::{Statistic, Throwing};
use crate::limits::Budget;
use crate::odds::conservation::lost;
use crate::odds::error::OddsError;
use crate::odds::pool::{
    Again, BoundedLevelSet, IidPool, Member, ThrowRange, Throws, TruncatedThrows, adds_up, beats, inside, joint,
    together,
};

/// Dice of one kind, and the distributions of the statistics that were asked for so far.
#[derive(Debug)]
struct DistributionTable {
    /// Of several pools that are read together those of the first.
    dice: IidPool,
    /// All of these, and how some of their dice were thrown again.
    members: Vec<Member>,
    /// The number of all ways, and of those in which explosions were cut.
    all: BigUint,
    cut: BigUint,
    /// The throws in which dice were cut, if they are distinguished.
    beyond: Option<TruncatedThrows>,
    nodes: Vec<StatisticNode>,
    /// All throws, if they are few; filled in when a second statistic is asked for.
    throws: Option<Throws>,
    counted: bool,
    /// By lists of statistics: the values that they can have together, and the ways of each. Rows with the same first
    /// values are neighbours. There are none if each throw is looked at.
    joints: Vec<(Rc<[Statistic]>, Vec<JointRow>)>,
}

/// Pools that are read together: what dice of each there are, and how some of them were thrown again: which, and as what.
pub(super) type Together = Vec<(DiceKind, Vec<(Rc<[(CompareOp, i64)]>, Die)>)>;

/// Dice that are all alike: their number, their die and its modifiers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct DiceKind {
    count: u32,
    die: Die,
    modifiers: Vec<PoolModifier>,
}

impl DiceKind {
    fn of(throwing: &Throwing<'_>) -> Self {
        let Pool { die, modifiers, .. } = throwing.pool;
        Self { count: throwing.count, die: die.clone(), modifiers: modifiers.clone() }
    }
}

/// The most pairs of `beats`: the dice of one side times those of the other.
const MOST_BEATEN: u64 = 1_000;

/// Work of one node.
const NODE: u64 = 200;

/// Estimated bytes of a node, without the digits of its ways.
const NODE_BYTES: u64 = size_of::<StatisticNode>() as u64 + 40;

/// Estimated bytes of a row.
const ROW_BYTES: u64 = size_of::<JointRow>() as u64 + 48;

/// Values of several statistics, and the number of ways of these.
type JointRow = (Vec<Option<i64>>, BigUint);

/// The rows that begin with these values.
fn beginning<'r>(rows: &'r [JointRow], seen: &'r [Option<i64>]) -> impl Iterator<Item = &'r JointRow> {
    let begin = move |row: &JointRow| row.0.iter().take(seen.len()).cmp(seen);
    let from = rows.partition_point(|row| begin(row).is_lt());
    rows.iter().skip(from).take_while(move |row| begin(row).is_eq())
}

/// What is known of dice: what was asked and seen so far.
#[derive(Debug)]
struct StatisticNode {
    /// What was asked, the last thing last.
    stats: Rc<[Statistic]>,
    /// What was known before that.
    before: usize,
    /// What was seen then.
    seen: Option<i64>,
    ways: BigUint,
    /// Which throws they can still be, if each is looked at.
    throws: ThrowRange,
    /// By the statistics up to the one that sees them: nodes that follow one another.
    children: Vec<(Rc<[Statistic]>, Range<usize>)>,
}

impl DistributionTable {
    /// Of dice nothing is known but that they were thrown.
    fn new(dice: IidPool, members: Vec<Member>, all: BigUint, cut: BigUint) -> Self {
        let root = StatisticNode {
            stats: Rc::new([]),
            before: 0,
            seen: None,
            ways: all.clone(),
            throws: ThrowRange::default(),
            children: Vec::new(),
        };
        let (nodes, joints) = (vec![root], Vec::new());
        Self { dice, members, all, cut, beyond: None, nodes, throws: None, counted: false, joints }
    }

    /// Makes it possible to look at each of a few throws, from a node on at which one thing at
    /// least was seen: the first is seen at once, without them.
    fn count_throws(&mut self, node: usize) -> Result<(), OddsError> {
        if !self.members.is_empty() {
            return Ok(());
        }
        if !self.counted {
            self.counted = true;
            self.throws = Throws::of(&self.dice);
        }
        let Some(throws) = &mut self.throws else { return Ok(()) };
        let known = self.nodes.get(node).ok_or_else(|| lost())?;
        let [stat] = &*Rc::clone(&known.stats) else { return Ok(()) };
        if !known.throws.is_empty() {
            return Ok(());
        }
        let root = self.nodes.first().ok_or_else(|| lost())?;
        let (_, nodes) = root.children.iter().find(|(_, nodes)| nodes.contains(&node)).ok_or_else(|| lost())?;
        let nodes = nodes.clone();
        let alike = throws.apart(&self.dice, stat, throws.all())?;
        let nodes = self.nodes.get_mut(nodes).filter(|nodes| nodes.len() == alike.len()).ok_or_else(|| lost())?;
        for (node, alike) in nodes.iter_mut().zip(alike) {
            node.throws = alike.throws;
        }
        Ok(())
    }

    /// What was seen up to a node, the first thing first.
    fn seen(&self, node: usize) -> Result<Vec<Option<i64>>, OddsError> {
        let mut seen = Vec::new();
        let mut known = self.node(node)?;
        while !known.stats.is_empty() {
            seen.push(known.seen);
            known = self.node(known.before)?;
        }
        seen.reverse();
        Ok(seen)
    }

    /// What the statistic at this place saw on the way to a node.
    fn seen_at(&self, node: usize, place: usize) -> Result<Option<i64>, OddsError> {
        let mut known = self.node(node)?;
        while known.stats.len() > place + 1 {
            known = self.node(known.before)?;
        }
        Ok(known.seen)
    }

    fn node(&self, node: usize) -> Result<&StatisticNode, OddsError> {
        self.nodes.get(node).ok_or_else(|| lost())
    }
}

/// The distribution of the number of dice of one roll that beat those of another, and the number of all ways.
pub(super) type Beaten = (Vec<Face>, BigUint);

/// The tables of all kinds of dice, computed when they are asked for.
#[derive(Debug, Default)]
pub(super) struct Tables {
    tables: Vec<DistributionTable>,
    /// The index of the table of each kind; `None`: these dice cannot be deferred, or each face is read.
    of: FxHashMap<DiceKind, Option<usize>>,
    /// The same of pools that are read together.
    together: FxHashMap<Together, usize>,
    /// Kinds of dice of which each face is read, in any number: the die and its modifiers.
    open: HashSet<(Die, Vec<PoolModifier>)>,
    /// Distributions of `beats` for two kinds of dice; `None`: each throw has to be looked at.
    beaten: FxHashMap<(DiceKind, DiceKind), Option<Rc<Beaten>>>,
}

/// What can come next of a statistic.
pub(super) enum Next {
    /// Its value is known.
    Known(Option<i64>),
    /// One of several values: the range of their nodes, and whether there are also throws in which dice were cut.
    Choose(Range<usize>, bool),
}

impl Tables {
    /// The index of the table of these dice; `None`: they cannot be deferred.
    pub(super) fn of(
        &mut self,
        throwing: &Throwing<'_>,
        depth: u32,
        budget: &Budget,
    ) -> Result<Option<usize>, OddsError> {
        let kind = DiceKind::of(throwing);
        if let Some(known) = self.of.get(&kind) {
            return Ok(*known);
        }
        let is_open = self.open.contains(&(kind.die.clone(), kind.modifiers.clone()));
        let dice = if is_open { None } else { IidPool::of(throwing.pool, throwing.count, depth, budget)? };
        let Some(dice) = dice else {
            self.of.insert(kind, None);
            return Ok(None);
        };
        budget.hold(dice.bytes())?;
        let all = dice.all();
        let cut = &all - dice.followed();
        self.of.insert(kind, Some(self.tables.len()));
        self.tables.push(DistributionTable::new(dice, Vec::new(), all, cut));
        Ok(Some(self.tables.len() - 1))
    }

    /// Whether dice can be read together with others: nothing of them is cut.
    pub(super) fn can_join(&self, table: usize) -> Result<bool, OddsError> {
        let table = self.table(table)?;
        Ok(!table.members.is_empty() || table.dice.is_followed())
    }

    /// The pools that a table is about.
    pub(super) fn members(&self, table: usize) -> Option<Together> {
        if let Some((members, _)) = self.together.iter().find(|(_, one)| **one == table) {
            return Some(members.clone());
        }
        let kind = self.of.iter().find(|(_, one)| **one == Some(table)).map(|(kind, _)| kind.clone());
        kind.map(|kind| vec![(kind, Vec::new())])
    }

    /// The pools of a table in words, for an error; `None` for dice that beat others, which are no pool.
    pub(super) fn named(&self, table: usize) -> Option<String> {
        let members = self.members(table)?;
        let named: Vec<String> = members.iter().map(|(kind, _)| super::dice::named(kind.count, &kind.die)).collect();
        Some(named.join(" + "))
    }

    /// The table of pools that are read together; `None`: some of their dice cannot be thrown again so.
    pub(super) fn of_several(&mut self, several: &Together, budget: &Budget) -> Result<Option<usize>, OddsError> {
        if let Some(known) = self.together.get(several) {
            return Ok(Some(*known));
        }
        let mut members = Vec::with_capacity(several.len());
        for (kind, again) in several {
            let table = self.of.get(kind).copied().flatten().ok_or_else(|| lost())?;
            let dice = self.dice(table)?.clone();
            budget.hold(dice.bytes())?;
            let again =
                again.iter().map(|(showing, die)| Again { showing: Rc::clone(showing), fresh: Faces::plain(die) });
            let member = Member { dice, again: again.collect() };
            if !member.again.is_empty() && !member.is_apart() {
                return Ok(None);
            }
            members.push(member);
        }
        let all = members.iter().map(Member::all).product::<BigUint>();
        self.together.insert(several.clone(), self.tables.len());
        let dice = members.first().ok_or_else(|| lost())?.dice.clone();
        self.tables.push(DistributionTable::new(dice, members, all, BigUint::default()));
        Ok(Some(self.tables.len() - 1))
    }

    /// Whether this can be read of some of several pools.
    pub(super) fn sees_of(&self, table: usize, parts: &[(usize, usize)], stat: &Statistic) -> Result<bool, OddsError> {
        let mut sees = parts.len() < 2 || adds_up(inside(stat));
        for (member, layer) in parts {
            let member = self.table(table)?.members.get(*member).ok_or_else(|| lost())?;
            sees &= member.sees(*layer, inside(stat)) && member.dice.sees(stat);
        }
        Ok(sees)
    }

    /// What was asked up to a node, and what was seen.
    pub(super) fn path(&self, table: usize, node: usize) -> Result<Vec<(Statistic, Option<i64>)>, OddsError> {
        let table = self.table(table)?;
        let stats = table.node(node)?.stats.iter().cloned();
        Ok(stats.zip(table.seen(node)?).collect())
    }

    /// Whether dice can be thrown again by what they show, each by itself.
    pub(super) fn is_apart(&self, table: usize, member: usize) -> Result<bool, OddsError> {
        let table = self.table(table)?;
        let dice =
            if table.members.is_empty() { Some(&table.dice) } else { table.members.get(member).map(|one| &one.dice) };
        Ok(dice.is_some_and(|dice| dice.is_whole() && dice.keep.is_empty()))
    }

    /// The node at which this has been seen.
    pub(super) fn follow(
        &mut self,
        table: usize,
        path: &[(Statistic, Option<i64>)],
        budget: &Budget,
    ) -> Result<usize, OddsError> {
        let mut node = 0;
        for (stat, seen) in path {
            let Next::Choose(nodes, _) = self.next(table, node, stat, budget)? else { return Err(lost()) };
            let known = self.tables.get(table).ok_or_else(|| lost())?;
            let at = nodes.clone().find(|node| known.nodes.get(*node).is_some_and(|node| node.seen == *seen));
            node = at.ok_or_else(|| lost())?;
        }
        Ok(node)
    }

    /// From now on dice of this kind are thrown for all to see.
    pub(super) fn open_kind(&mut self, kind: &DiceKind) -> Result<(), OddsError> {
        *self.of.get_mut(kind).ok_or_else(|| lost())? = None;
        Ok(())
    }

    /// From now on throws in which dice were cut are distinguished; whether anything is other than before.
    pub(super) fn tell_apart(&mut self, budget: &Budget) -> bool {
        let mut other = false;
        for table in self.tables.iter_mut().filter(|table| table.beyond.is_none()) {
            table.beyond = TruncatedThrows::of(&table.dice, budget);
            other |= table.beyond.is_some();
        }
        other
    }

    /// From now on all throws in which dice were cut are one.
    pub(super) fn tell_together(&mut self) {
        self.tables.iter_mut().for_each(|table| table.beyond = None);
    }

    /// Throws in which dice were cut, by what a statistic sees of some of them; `None`: all of them are one.
    pub(super) fn apart(
        &mut self,
        table: usize,
        part: usize,
        stat: &Statistic,
    ) -> Result<Option<Rc<[BoundedLevelSet]>>, OddsError> {
        let beyond = &mut self.tables.get_mut(table).ok_or_else(|| lost())?.beyond;
        beyond.as_mut().map(|beyond| beyond.apart(part, stat)).transpose()
    }

    /// The ways of some throws in which dice were cut.
    pub(super) fn ways_of_part(&self, table: usize, part: usize) -> Result<&BigUint, OddsError> {
        self.table(table)?.beyond.as_ref().ok_or_else(|| lost())?.ways(part)
    }

    /// From now on these dice are thrown for all to see.
    pub(super) fn open(&mut self, table: usize) -> Result<(), OddsError> {
        *self.of.values_mut().find(|one| **one == Some(table)).ok_or_else(|| lost())? = None;
        Ok(())
    }

    /// From now on dice like these are thrown for all to see, however many there are.
    pub(super) fn open_all(&mut self, table: usize) -> Result<(), OddsError> {
        let (kind, _) = self.of.iter().find(|(_, one)| **one == Some(table)).ok_or_else(|| lost())?;
        let (die, modifiers) = (kind.die.clone(), kind.modifiers.clone());
        let alike = self.of.iter_mut().filter(|(kind, _)| (&kind.die, &kind.modifiers) == (&die, &modifiers));
        alike.for_each(|(_, one)| *one = None);
        self.open.insert((die, modifiers));
        Ok(())
    }

    /// How many dice of one roll beat those of another; nothing where each throw has to be looked at.
    ///
    /// # Errors
    ///
    /// If that would take too long.
    pub(super) fn beaten(
        &mut self,
        left: &Throwing<'_>,
        right: &Throwing<'_>,
        (depth, budget): (u32, &Budget),
    ) -> Result<Option<Rc<Beaten>>, OddsError> {
        let kinds = (DiceKind::of(left), DiceKind::of(right));
        if let Some(known) = self.beaten.get(&kinds) {
            return Ok(known.clone());
        }
        let plain = |dice: &IidPool| dice.is_whole() && dice.keep.is_empty();
        let one = IidPool::of(left.pool, left.count, depth, budget)?.filter(plain);
        let other = IidPool::of(right.pool, right.count, depth, budget)?.filter(plain);
        let found = match (one, other) {
            (Some(one), Some(other)) => {
                if u64::from(one.count).saturating_mul(u64::from(other.count)) > MOST_BEATEN {
                    return Err(OddsError::TooLarge);
                }
                let all = one.each.all.pow(one.count) * other.each.all.pow(other.count);
                budget.room(Faces::written_bytes(&[&one.each.faces, &other.each.faces]))?;
                let (left, right) = (one.each.faces.written(budget)?, other.each.faces.written(budget)?);
                Some(Rc::new((beats((&left, one.count as usize), (&right, other.count as usize), budget)?, all)))
            }
            _ => None,
        };
        self.beaten.insert(kinds, found.clone());
        Ok(found)
    }

    fn table(&self, table: usize) -> Result<&DistributionTable, OddsError> {
        self.tables.get(table).ok_or_else(|| lost())
    }

    pub(super) fn dice(&self, table: usize) -> Result<&IidPool, OddsError> {
        self.table(table).map(|table| &table.dice)
    }

    /// What a statistic can see of dice of which something is known.
    ///
    /// # Errors
    ///
    /// If that would take too long.
    pub(super) fn next(
        &mut self,
        table: usize,
        node: usize,
        stat: &Statistic,
        budget: &Budget,
    ) -> Result<Next, OddsError> {
        let table = self.tables.get_mut(table).ok_or_else(|| lost())?;
        let known = table.node(node)?;
        if let Some(at) = known.stats.iter().position(|one| one == stat) {
            return Ok(Next::Known(table.seen_at(node, at)?));
        }
        let cut = known.stats.is_empty() && !table.dice.is_followed();
        if let Some((_, children)) = known.children.iter().find(|(stats, _)| stats.last() == Some(stat)) {
            return Ok(Next::Choose(children.clone(), cut));
        }
        let first = known.stats.is_empty();
        if !first {
            table.count_throws(node)?;
        }
        let so_far = table.seen(node)?;
        let known = table.nodes.get(node).ok_or_else(|| lost())?;
        let continues = |stats: &[Statistic]| stats.split_last() == Some((stat, &*known.stats));
        let at = match table.joints.iter().position(|(stats, _)| continues(stats)) {
            Some(at) => at,
            None => {
                let stats: Rc<[Statistic]> = known.stats.iter().chain([stat]).cloned().collect();
                let rows = match table.throws {
                    Some(_) if !first => Vec::new(),
                    _ => {
                        budget.room(ROW_BYTES.saturating_mul(table.dice.each.faces.len()))?;
                        let rows = match table.members.as_slice() {
                            [] => joint(&table.dice, &stats, budget)?.rows,
                            members => together(members, &stats, budget)?.rows,
                        };
                        if !first {
                            // They stay beside the nodes that are made of them.
                            let each = ROW_BYTES + 16 * stats.len() as u64 + table.all.bits() / 8;
                            budget.hold(each.saturating_mul(rows.len() as u64))?;
                        }
                        rows
                    }
                };
                table.joints.push((stats, rows));
                table.joints.len() - 1
            }
        };
        let (stats, rows) = table.joints.get_mut(at).ok_or_else(|| lost())?;
        let stats = Rc::clone(stats);
        let new = |seen: Option<i64>, ways: BigUint, throws: ThrowRange| {
            let stats = Rc::clone(&stats);
            StatisticNode { stats, before: node, seen, ways, throws, children: Vec::new() }
        };
        let from = table.nodes.len();
        let bytes = NODE_BYTES + table.all.bits() / 4;
        match &mut table.throws {
            Some(throws) if !first => {
                let alike = throws.apart(&table.dice, stat, known.throws)?;
                table.nodes.extend(alike.into_iter().map(|alike| new(alike.value, alike.ways.into(), alike.throws)));
            }
            _ if first => {
                // They are not needed again: the nodes are kept.
                budget.room((bytes + size_of::<JointRow>() as u64).saturating_mul(rows.len() as u64))?;
                table.nodes.reserve_exact(rows.len());
                for (seen, ways) in std::mem::take(rows) {
                    table.nodes.push(new(*seen.last().ok_or_else(|| lost())?, ways, ThrowRange::default()));
                }
            }
            _ => {
                for (seen, ways) in beginning(rows, &so_far) {
                    table.nodes.push(new(*seen.last().ok_or_else(|| lost())?, ways.clone(), ThrowRange::default()));
                }
            }
        }
        let children = from..table.nodes.len();
        budget.spend(NODE.saturating_mul(children.len() as u64 + 1))?;
        budget.hold(bytes.saturating_mul(children.len() as u64))?;
        table.nodes.get_mut(node).ok_or_else(|| lost())?.children.push((stats, children.clone()));
        Ok(Next::Choose(children, cut))
    }

    /// What was seen last on the way to each of these nodes, and the ways of each.
    pub(super) fn each_seen(
        &self,
        table: usize,
        nodes: Range<usize>,
    ) -> Result<impl Iterator<Item = (Option<i64>, &BigUint)>, OddsError> {
        let nodes = self.table(table)?.nodes.get(nodes).ok_or_else(|| lost())?;
        Ok(nodes.iter().map(|node| (node.seen, &node.ways)))
    }

    /// What was seen last on the way to what is known of dice.
    pub(super) fn seen(&self, table: usize, node: usize) -> Result<Option<i64>, OddsError> {
        Ok(self.table(table)?.node(node)?.seen)
    }

    /// The ways of what is known of dice, out of all.
    pub(super) fn ways(&self, covered: &Covered) -> Result<(&BigUint, &BigUint), OddsError> {
        let table = self.table(covered.table)?;
        Ok((if covered.cut.is_some() { &table.cut } else { &table.node(covered.node)?.ways }, &table.all))
    }
}
