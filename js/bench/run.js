// tirada beside other dice libraries, in one process: `npm install && node run.js` (build the package first).
//
// The candidates of a row take turns, and of each the median of its rounds counts: on a shared machine whoever is
// measured last would otherwise be compared with the neighbours.
import { DiceRoll } from "@dice-roller/rpg-dice-roller";
import { Dice as DiceTs, DiceInterpreter, DiceParser } from "dice-typescript";
import lexers from "dice-typescript/dist/lexer/index.js";

import { Dice, Game } from "../node.js";

const ROUNDS = 31;
const ROUND = 15; // milliseconds

const game = Game.load("tirada: 1\nid: bench\nname: Bench\n").value;
const dice = Dice.seeded(7);
const other = new DiceTs();
const interpreter = new DiceInterpreter();

/** How a text is written for each, what rolls it from its text, and what rolls it once it is prepared. */
const texts = ["3d10", "4d6kh3", "2d6+3", "10d6!"];
const candidates = (text) => {
  const expression = game.prepare(text).value;
  const rolled = new DiceRoll(text);
  const { root } = new DiceParser(new lexers.DiceLexer(text)).parse();
  return {
    "from its text": {
      tirada: () => {
        const prepared = game.prepare(text).value;
        const value = prepared.value(dice);
        prepared.free();
        return value;
      },
      "rpg-dice-roller": () => new DiceRoll(text).total,
      "dice-typescript": () => other.roll(text).total,
    },
    prepared: {
      tirada: () => expression.value(dice),
      "rpg-dice-roller": () => {
        rolled.roll();
        return rolled.total;
      },
      "dice-typescript": () => interpreter.interpret(root).total,
    },
  };
};

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

function once(run, count) {
  const start = process.hrtime.bigint();
  for (let index = 0; index < count; index += 1) run();
  return Number(process.hrtime.bigint() - start) / count;
}

console.log("| what | who | time | beside tirada |\n| --- | --- | ---: | ---: |");
for (const text of texts) {
  for (const [what, row] of Object.entries(candidates(text))) {
    const names = Object.keys(row);
    const counts = names.map((name) => Math.max(1, Math.round((ROUND * 1e6) / Math.max(once(row[name], 200), once(row[name], 200)))));
    const times = names.map(() => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      names.forEach((name, index) => times[index].push(once(row[name], counts[index])));
    }
    const medians = times.map(median);
    names.forEach((name, index) => {
      const beside = index === 0 ? "" : `${(medians[index] / medians[0]).toFixed(1)} ×`;
      console.log(`| \`${text}\`, ${what} | ${name} | ${(medians[index] / 1000).toFixed(2)} µs | ${beside} |`);
    });
  }
}
