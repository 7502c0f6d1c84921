//! A table of characters: somebody acts, it is taken back, and the files say what is true.
//!
//! ```sh
//! cargo run --example campaign
//! ```

#![allow(clippy::print_stdout)]

use tirada::{Dice, Format, Game, Problems};

/// The game: a lamp, and the oil that it burns.
const RULES: &str = "
tirada: 1
id: lamp
name: Lamp
points: {Oil: {min: 0, start: 3}}
actions:
  burn:
    roles: [keeper]
    need: {There is no oil left: keeper.Oil > 0}
    steps:
      less: {lose: {Oil: 1}, of: keeper}
      glow: {say: '{keeper} sees a little further.'}
";

/// What happens in one evening, and Ada's file at its end.
pub fn evening() -> Result<(String, String), Problems> {
    let game = Game::from_text(RULES)?;
    let mut table = game.table();
    table.sit("ada.yml", "tirada character: 1\nruleset: lamp\nname: Ada # keeps the lamp\n")?;
    let mut dice = Dice::seeded(7);
    let mut told = String::new();
    for _ in 0..2 {
        told += &table.act("burn Ada", &mut dice)?.write(Format::Text);
        told.push('\n');
    }
    // The second time was a mistake: all of it is as if it had never been done.
    table.undo();
    for played in table.history() {
        told += &format!("done: {}\n", played.action());
    }
    Ok((told, table.file("Ada")?))
}

fn main() -> Result<(), Problems> {
    let (told, file) = evening()?;
    println!("{told}\n{file}");
    Ok(())
}
