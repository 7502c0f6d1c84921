//! A chat bot's reply: what a stranger types goes in, a message for the chat comes out.
//!
//! The limits of the library are those for strangers, so no line takes long or holds much memory.
//!
//! ```sh
//! cargo run --example chat_bot -- '4d6kh3 + 1' 'odds 2d6'
//! ```

#![allow(clippy::print_stdout)]

use rand::TryRng as _;
use tirada::{Dice, Expression, Format, Game, OddsFormat, Problems, Roll};

/// What the bot answers to a line: a roll, or the odds of one.
pub fn reply(game: &Game, line: &str, seed: u64) -> String {
    let answered = match line.strip_prefix("odds ") {
        Some(text) => game.prepare(text).and_then(|roll| roll.odds()).map(|odds| odds.write(OddsFormat::Markdown)),
        None => game.prepare(line).and_then(|roll| rolled(&roll, seed)).map(|roll| roll.write(Format::Markdown)),
    };
    // One line is enough in a chat: what is wrong, and where it stands.
    answered.unwrap_or_else(|problems| match problems.iter().next() {
        Some(problem) => format!("{} ({})", problem.message, problem.at.column.unwrap_or(1)),
        None => String::new(),
    })
}

fn rolled(roll: &Expression, seed: u64) -> Result<Roll, Problems> {
    roll.roll(&mut Dice::seeded(seed))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::built_in("terror")?;
    for line in std::env::args().skip(1) {
        // The library has no source of chance of its own: its caller brings one.
        let seed = rand::rngs::SysRng.try_next_u64()?;
        println!("{}", reply(&game, &line, seed));
    }
    Ok(())
}
