//! Access: links with a secret of 128 bits, one for the GM and one for each character.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use super::verifiable_dice::hex;

/// A user's seat at a table. What they may see and do follows from it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Seat {
    /// Leads the game: sees and does everything.
    Gm,
    /// Plays the character of this name.
    Player(String),
}

const GM: &str = "@gm";

impl Seat {
    pub(super) fn is_gm(&self) -> bool {
        *self == Self::Gm
    }

    /// The name of its character; `None` for the GM.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Gm => None,
            Self::Player(name) => Some(name),
        }
    }

    /// As it is distinguished in keys: no character is called `@gm`.
    pub(super) fn key(&self) -> &str {
        self.name().unwrap_or(GM)
    }

    fn of_key(key: &str) -> Self {
        if key == GM { Self::Gm } else { Self::Player(key.to_owned()) }
    }
}

/// The links of a table: those that hold, and those of characters who are not there, as long as the server runs.
#[derive(Debug, Default)]
pub(super) struct Links(Mutex<LinkList>, Mutex<LinkList>);

/// Who may come in, by the secrets of their links, and who may not until the GM gives them another link: a line for
/// each, a secret (or `-`) and a name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct LinkList(String);

/// A change of a seat's link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LinkChange {
    /// Another takes its place.
    Renewed,
    /// It is worth nothing any more, and no other takes its place.
    Revoked,
    /// The link of this other character leads there from now on, and that one has a new link: its player goes on with
    /// the character that was handed over.
    HandedTo(String),
}

impl LinkList {
    /// Links as [`LinkList::text`] tells them; nothing where they are something else.
    pub(super) fn read(text: &str) -> Option<Self> {
        let is_token = |token: &str| token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_link = |line: &str| line.split_once(' ').is_some_and(|(token, _)| token == "-" || is_token(token));
        text.lines().all(is_link).then(|| Self(text.to_owned()))
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// Takes the place of these where they are kept. No new memory is taken if the text has room there.
    pub(super) fn replace(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }

    /// Has room for a text of so many bytes.
    pub(super) fn reserve(&mut self, bytes: usize) {
        self.0.reserve(bytes.saturating_sub(self.0.len()));
    }

    /// Secrets (or `-`), and whose they are.
    fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.lines().filter_map(|line| line.split_once(' '))
    }

    /// Whose link it is.
    pub(super) fn seat(&self, token: &str) -> Option<Seat> {
        self.lines().find(|(known, _)| *known == token && token != "-").map(|(_, key)| Seat::of_key(key))
    }

    /// The link of a seat, if it has one.
    pub(super) fn of(&self, seat: &Seat) -> Option<&str> {
        self.lines().find(|(token, key)| *key == seat.key() && *token != "-").map(|(token, _)| token)
    }
}

impl Links {
    pub(super) fn new(known: LinkList) -> Self {
        Self(Mutex::new(known), Mutex::default())
    }

    fn with<T>(&self, what: impl FnOnce(&mut LinkList) -> T) -> T {
        what(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whose link it is.
    pub(super) fn seat(&self, token: &str) -> Option<Seat> {
        self.with(|known| known.seat(token))
    }

    /// The link of a seat, if it has one.
    pub(super) fn of(&self, seat: &Seat) -> Option<String> {
        self.with(|known| known.of(seat).map(str::to_owned))
    }

    /// All of them as they are now.
    pub(super) fn known(&self) -> LinkList {
        self.with(|known| known.clone())
    }

    /// Whether a link leads to this character.
    pub(super) fn lead_to(&self, name: &str) -> bool {
        let seat = Seat::Player(name.to_owned());
        self.with(|known| known.lines().any(|(token, key)| token != "-" && Seat::of_key(key) == seat))
    }

    /// Writes them as they are now where the links of a closed table are.
    pub(super) fn keep_in(&self, place: &mut LinkList) {
        self.with(|known| place.replace(known));
    }

    /// The links that the GM and these people are to have, if they are others than now. They hold once they are
    /// [published](Links::publish). Where something was undone or done again (`back`), who comes back has the link that
    /// they had.
    ///
    /// # Errors
    ///
    /// If the system has no random numbers.
    pub(super) fn wanted(
        &self,
        people: &[String],
        fate: Option<(&Seat, &LinkChange)>,
        back: bool,
    ) -> Result<Option<LinkList>, rand::rngs::SysError> {
        let now = self.known();
        let (mut links, mut shut_out) = (BTreeMap::new(), BTreeSet::new());
        let seats: BTreeSet<Seat> = people.iter().map(|name| Seat::Player(name.clone())).chain([Seat::Gm]).collect();
        for (token, key) in now.lines() {
            let seat = Seat::of_key(key);
            match token {
                _ if !seats.contains(&seat) => {}
                "-" => drop(shut_out.insert(seat)),
                token => drop(links.insert(token.to_owned(), seat)),
            }
        }
        if let Some((whose, fate)) = fate {
            links.retain(|_, seat| seat != whose);
            shut_out.remove(whose);
            match fate {
                LinkChange::Renewed => {}
                LinkChange::Revoked => drop(shut_out.insert(whose.clone())),
                LinkChange::HandedTo(other) => {
                    let other = Seat::Player(other.clone());
                    for seat in links.values_mut().filter(|seat| **seat == other) {
                        seat.clone_from(whose);
                    }
                }
            }
        }
        for seat in seats {
            if !links.values().any(|one| *one == seat) && !shut_out.contains(&seat) {
                let gone = self.1.lock().unwrap_or_else(PoisonError::into_inner);
                let token = gone.of(&seat).filter(|_| back).map(str::to_owned);
                links.insert(token.map_or_else(|| random::<16>().map(|bytes| hex(&bytes)), Ok)?, seat);
            }
        }
        let links = links.iter().map(|(token, seat)| format!("{token} {}\n", seat.key()));
        let next = LinkList(links.chain(shut_out.iter().map(|seat| format!("- {}\n", seat.key()))).collect());
        Ok((next != now).then_some(next))
    }

    /// From now on these hold.
    pub(super) fn publish(&self, known: LinkList) {
        let mut gone = self.1.lock().unwrap_or_else(PoisonError::into_inner);
        let is_there = |key: &str| known.lines().any(|(_, one)| one == key);
        let now = self.known();
        let left = gone.lines().chain(now.lines()).filter(|(_, key)| !is_there(key));
        *gone = LinkList(left.map(|(token, key)| format!("{token} {key}\n")).collect());
        drop(gone);
        self.with(|now| *now = known);
    }
}

/// Random bytes from the system.
pub(super) fn random<const N: usize>() -> Result<[u8; N], rand::rngs::SysError> {
    use rand::TryRng as _;
    let mut bytes = [0; N];
    rand::rngs::SysRng.try_fill_bytes(&mut bytes)?;
    Ok(bytes)
}
