//! Who may come in: links with a secret of 128 bits, one for the GM and one for each character.

use std::collections::BTreeMap;
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

#[derive(Debug, Default)]
struct Known {
    /// By their secrets.
    links: BTreeMap<String, Seat>,
    /// Not kept yet.
    changed: bool,
}

impl Links {
    /// Links as [`Links::changed`] wrote them: a secret and a name a line.
    pub(super) fn read(text: &str) -> Self {
        let one = |line: &str| {
            let (token, name) = line.split_once(' ')?;
            Some((token.to_owned(), if name == Seat::Gm.key() { Seat::Gm } else { Seat::Player(name.to_owned()) }))
        };
        Self(Mutex::new(Known { links: text.lines().filter_map(one).collect(), changed: false }))
    }

    /// All links to be kept, if they are others than before.
    pub(super) fn changed(&self) -> Option<String> {
        self.with(|known| {
            let lines = known.links.iter().map(|(token, seat)| format!("{token} {}\n", seat.key()));
            std::mem::take(&mut known.changed).then(|| lines.collect())
        })
    }

    fn with<T>(&self, what: impl FnOnce(&mut Known) -> T) -> T {
        what(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whose link it is.
    pub(super) fn seat(&self, token: &str) -> Option<Seat> {
        self.with(|known| known.links.get(token).cloned())
    }

    /// The link of a seat; it is made when it is first asked for.
    ///
    /// # Errors
    ///
    /// That the system has no random numbers.
    pub(super) fn of(&self, seat: &Seat) -> Result<String, rand::rngs::SysError> {
        let there = self.with(|known| known.links.iter().find(|(_, one)| *one == seat).map(|(token, _)| token.clone()));
        there.map_or_else(|| self.renew(seat), Ok)
    }

    /// Another link takes the place of a seat's: the old one is worth nothing any more.
    ///
    /// # Errors
    ///
    /// As [`Links::of`].
    pub(super) fn renew(&self, seat: &Seat) -> Result<String, rand::rngs::SysError> {
        let token = hex(&random::<16>()?);
        self.with(|known| {
            known.links.retain(|_, one| one != seat);
            known.links.insert(token.clone(), seat.clone());
            known.changed = true;
        });
        Ok(token)
    }

    /// Whoever left has no link any more.
    pub(super) fn keep(&self, people: &[String]) {
        self.with(|known| {
            let before = known.links.len();
            known.links.retain(|_, seat| seat.name().is_none_or(|name| people.iter().any(|one| one == name)));
            known.changed |= known.links.len() < before;
        });
    }
}

/// Random bytes from the system.
pub(super) fn random<const N: usize>() -> Result<[u8; N], rand::rngs::SysError> {
    use rand::TryRng as _;
    let mut bytes = [0; N];
    rand::rngs::SysRng.try_fill_bytes(&mut bytes)?;
    Ok(bytes)
}
