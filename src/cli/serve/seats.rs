//! Who may come in: links with a secret of 128 bits, one for the GM and one for each character.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use super::fair::hex;

/// Who somebody is at a table. What they may see and do follows from it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Seat {
    /// Leads the game: sees and does everything.
    Gm,
    /// Plays the character of this name.
    Player(String),
}

impl Seat {
    pub(super) fn is_gm(&self) -> bool {
        *self == Self::Gm
    }

    /// The character.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Gm => None,
            Self::Player(name) => Some(name),
        }
    }

    /// As it is told apart in keys: no character is called `@gm`.
    pub(super) fn key(&self) -> &str {
        self.name().unwrap_or("@gm")
    }
}

/// The links of a table.
#[derive(Debug, Default)]
pub(super) struct Links(Mutex<Known>);

/// Who may come in, by the secrets of their links, and who may not until the GM gives them another link.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Known {
    links: BTreeMap<String, Seat>,
    shut_out: BTreeSet<Seat>,
}

/// What becomes of somebody's link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fate {
    /// Another takes its place.
    Renewed,
    /// It is worth nothing any more, and no other takes its place.
    Revoked,
    /// The link of this other character leads there from now on, and that one has a new link: whoever played it goes on
    /// with the character that was handed over.
    HandedTo(String),
}

impl Known {
    /// Links as [`Known::text`] writes them; nothing where they are something else.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut known = Self::default();
        for line in text.lines() {
            let (token, name) = line.split_once(' ')?;
            let seat = if name == Seat::Gm.key() { Seat::Gm } else { Seat::Player(name.to_owned()) };
            let fits = token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
            match token {
                "-" => drop(known.shut_out.insert(seat)),
                token if fits => drop(known.links.insert(token.to_owned(), seat)),
                _ => return None,
            }
        }
        Some(known)
    }

    /// A line for each: a secret (or `-`) and a name.
    pub(super) fn text(&self) -> String {
        let links = self.links.iter().map(|(token, seat)| format!("{token} {}\n", seat.key()));
        links.chain(self.shut_out.iter().map(|seat| format!("- {}\n", seat.key()))).collect()
    }

    /// Whose link it is.
    pub(super) fn seat(&self, token: &str) -> Option<&Seat> {
        self.links.get(token)
    }

    /// The link of a seat, if it has one.
    pub(super) fn of(&self, seat: &Seat) -> Option<&String> {
        self.links.iter().find(|(_, one)| *one == seat).map(|(token, _)| token)
    }
}

impl Links {
    pub(super) fn new(known: Known) -> Self {
        Self(Mutex::new(known))
    }

    fn with<T>(&self, what: impl FnOnce(&mut Known) -> T) -> T {
        what(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whose link it is.
    pub(super) fn seat(&self, token: &str) -> Option<Seat> {
        self.with(|known| known.seat(token).cloned())
    }

    /// The link of a seat, if it has one.
    pub(super) fn of(&self, seat: &Seat) -> Option<String> {
        self.with(|known| known.of(seat).cloned())
    }

    /// All of them as they are now.
    pub(super) fn known(&self) -> Known {
        self.with(|known| known.clone())
    }

    /// The links that the GM and these people are to have, if they are others than now. They hold once they are
    /// [published](Links::publish).
    ///
    /// # Errors
    ///
    /// That the system has no random numbers.
    pub(super) fn wanted(
        &self,
        people: &[String],
        fate: Option<(&Seat, &Fate)>,
    ) -> Result<Option<Known>, rand::rngs::SysError> {
        let now = self.known();
        let mut next = now.clone();
        let seats: BTreeSet<Seat> = people.iter().map(|name| Seat::Player(name.clone())).chain([Seat::Gm]).collect();
        next.links.retain(|_, seat| seats.contains(seat));
        next.shut_out.retain(|seat| seats.contains(seat));
        if let Some((whose, fate)) = fate {
            next.links.retain(|_, seat| seat != whose);
            next.shut_out.remove(whose);
            match fate {
                Fate::Renewed => {}
                Fate::Revoked => drop(next.shut_out.insert(whose.clone())),
                Fate::HandedTo(other) => {
                    let other = Seat::Player(other.clone());
                    for seat in next.links.values_mut().filter(|seat| **seat == other) {
                        seat.clone_from(whose);
                    }
                }
            }
        }
        for seat in seats {
            if next.of(&seat).is_none() && !next.shut_out.contains(&seat) {
                next.links.insert(hex(&random::<16>()?), seat);
            }
        }
        Ok((next != now).then_some(next))
    }

    /// From now on these hold.
    pub(super) fn publish(&self, known: Known) {
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
