import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliDecompressSync, gzipSync } from "node:zlib";

import { check, Dice, Game } from "../node.js";
import { printed } from "./native.js";

/** The value of a result; its problems are an error of the test. */
function value(result) {
  assert.ok(result.ok, JSON.stringify(result.problems));
  return result.value;
}

const file = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const cases = (id) => {
  const names = readdirSync(new URL(`../../rulesets/${id}/cases`, import.meta.url)).sort();
  return names.map((name) => `rulesets/${id}/cases/${name}`).map((name) => ({ name, text: file(name) }));
};
const game = (id, options = {}) => value(Game.builtIn(id, { language: "en", limits: "full", ...options }));
const lamp = `
tirada: 1
id: lamp
name: Lamp
points: {Oil: {min: 0, start: 3}}
actions:
  burn:
    roles: [keeper]
    steps:
      much: {ask: {number: 1..3}}
      less: {lose: {Oil: much}, of: keeper}
`;

for (const id of Game.ids()) {
  test(`all cases of ${id} come out as in the program`, () => {
    const played = game(id).playCases(cases(id));
    assert.equal(played.failed, 0);
    assert.ok(played.passed > 10, `only ${played.passed}`);
    assert.deepEqual(played, printed("test", id, "--format", "json"));
  });

  test(`${id} has the reference that the program writes`, () => {
    const page = game(id).doc("html");
    assert.ok(page.startsWith("<!DOCTYPE html>"));
    assert.ok(game(id).doc().startsWith("# "));
  });
}

test("rolls and odds are those of the program", () => {
  const rolls = [
    ["hitos", "C + 7 vs Difícil"],
    ["hitos", "4d6kh3 + 1"],
    ["hitos", "10d6!"],
    ["mirada", "C + 9 vs C + 3"],
    ["terror", "5d6"],
    ["cdb", "3d10!"],
  ];
  for (const [id, text] of rolls) {
    const expression = value(game(id).prepare(text));
    for (const seed of [0, 1, 7, 4_000_000_001]) {
      const here = value(expression.roll(Dice.seeded(seed))).toJSON();
      const there = printed("roll", "-r", id, text, "--seed", `${seed}`, "--json");
      assert.deepEqual({ ...here, seed: null, seed_given: null }, { ...there, seed: null, seed_given: null });
      assert.equal(expression.value(Dice.seeded(seed)), there.value);
    }
    assert.deepEqual(value(expression.odds()).toJSON(), printed("odds", "-r", id, text, "--json"));
  }
});

test("what is done at a table is what the program does", () => {
  const table = game("hitos").table();
  value(table.sit("mike.yml", file("docs/characters/mike.yml")));
  assert.deepEqual(value(table.character("Mike")).toJSON(), printed("sheet", "docs/characters/mike.yml", "--json"));
  const played = value(table.act("perder estabilidad Mike 2", Dice.seeded(3)));
  const done = ["do", "perder estabilidad", "--as", "docs/characters/mike.yml", "--set", "puntos=2", "--seed", "3"];
  const { seed, seed_given, ...there } = printed(...done, "--json");
  const { seed: none, seed_given: neither, ...here } = played.toJSON();
  assert.deepEqual(here, there);
  assert.equal(none ?? null, null);
  assert.equal(neither ?? null, null);
  assert.deepEqual([seed, seed_given], [3, true]);
});

test("a table remembers, takes back, and writes files", () => {
  const table = value(Game.load(lamp)).table();
  value(table.sit("ada.yml", "tirada character: 1\nruleset: lamp\nname: Ada # keeps it\n"));
  const asked = [];
  const dice = Dice.seeded(1).deciding((choice) => {
    asked.push(choice);
    return "2";
  });
  const played = value(table.act("burn Ada", dice));
  assert.deepEqual(asked.map((choice) => choice.name), ["much"]);
  assert.equal(played.action, "burn");
  assert.match(played.write(), /Oil 3 → 1/);
  assert.match(value(table.file("Ada")), /Ada # keeps it\n[^]*Oil: 1/);
  assert.equal(table.history.length, 1);
  assert.ok(table.undo());
  assert.doesNotMatch(value(table.file("Ada")), /Oil/);
  assert.ok(table.redo() && !table.redo());
  assert.deepEqual(table.names, ["Ada"]);
  value(table.leave("Ada"));
  assert.deepEqual(table.names, []);
});

test("somebody at a table rolls as they are", () => {
  const table = game("hitos").table();
  value(table.sit("mike.yml", file("docs/characters/mike.yml")));
  const prepared = value(table.prepare("mike", "Fortaleza + 1"));
  assert.equal(prepared.value(Dice.seeded(1)), 5);
  assert.equal(table.prepare("nobody", "Fortaleza").problems[0].code, "nobody-of-that-name");
  const given = value(game("hitos").prepare("Fortaleza + 1", { with: { Fortaleza: 3 } }));
  assert.equal(given.value(Dice.seeded(1)), 4);
});

test("errors are data, with their places", () => {
  const wrong = value(Game.load(lamp)).prepare("3d6 + nothing");
  assert.ok(!wrong.ok);
  assert.deepEqual(
    wrong.problems.map(({ code, severity, line, column }) => ({ code, severity, line, column })),
    [{ code: "unknown-name", severity: "error", line: 1, column: 7 }],
  );
  const found = check(lamp.replace("points:", "ponts:"), undefined, { language: "es" });
  assert.ok(found.some((problem) => problem.severity === "error" && problem.line === 5), JSON.stringify(found));
  const table = value(Game.load(lamp)).table();
  const nobody = table.character("Ada");
  assert.deepEqual([nobody.ok, nobody.problems[0].code], [false, "nobody-of-that-name"]);
  const undecided = value(Game.load(lamp)).table();
  value(undecided.sit("ada.yml", "tirada character: 1\nruleset: lamp\nname: Ada\n"));
  assert.equal(undecided.act("burn Ada", Dice.seeded(1)).problems[0].code, "decision-needed");
  const dice = value(Game.load(lamp)).prepare("2d6").value.value(Dice.faces([1]));
  assert.equal(dice[0].code, "too-few-dice");
});

test("calls of the wrong shape throw", () => {
  assert.throws(() => Game.builtIn("hitos", { language: "xx" }), /there are en, es/);
  assert.throws(() => Game.builtIn("hitos", { limit: "full" }), /unknown field/);
  assert.throws(() => Game.load([{ nombre: "x" }]), /missing field/);
  assert.throws(() => Dice.seeded(-1), /whole number/);
  assert.throws(() => Dice.seeded(0.5), /whole number/);
  const roll = value(value(Game.load(lamp)).prepare("1d6").value.roll(Dice.seeded(1n)));
  assert.throws(() => roll.write("latex"), /there are text, markdown, bbcode, html/);
});

test("numbers that JavaScript would round are texts", () => {
  const expression = value(value(Game.load(lamp)).prepare("1000000 * 1000000 * 1000000"));
  assert.equal(expression.value(Dice.seeded(1)), "1000000000000000000");
  const roll = value(expression.roll(Dice.seeded(1)));
  assert.equal(roll.total, "1000000000000000000");
  assert.equal(roll.toJSON().value, "1000000000000000000");
});

test("nobody can foresee random dice, and seeds may be large", () => {
  const expression = value(value(Game.load(lamp)).prepare("20d1000"));
  const rolled = (dice) => value(expression.roll(dice)).faces.join();
  assert.notEqual(rolled(Dice.random()), rolled(Dice.random()));
  assert.equal(rolled(Dice.seeded(2n ** 64n - 1n)), rolled(Dice.seeded(2n ** 64n - 1n)));
});

test("strangers' texts are bounded unless the caller raises the limits", () => {
  const many = "2000d6";
  assert.equal(value(Game.load(lamp)).prepare(many).ok, false);
  assert.equal(value(Game.load(lamp, { limits: "full" })).prepare(many).ok, true);
  const endless = value(Game.load(lamp)).prepare("3d2r2 beats 3d100!");
  const odds = endless.ok ? endless.value.odds() : endless;
  assert.equal(odds.ok, false);
});

test("a ruleset may extend one that is handed over", () => {
  const own = "tirada: 1\nid: lantern\nname: Lantern\nextends: lamp\n";
  const lantern = value(Game.load(own, { rulesets: { lamp: [{ name: "lamp.yml", text: lamp }] } }));
  assert.deepEqual(lantern.actions, ["burn"]);
});

test("preparing texts does not grow memory", () => {
  const hitos = game("hitos");
  const prepare = (from, to) => {
    for (let number = from; number < to; number += 1) value(hitos.prepare(`3d10 + ${number}`)).free();
    return globalThis.process.memoryUsage().arrayBuffers + globalThis.process.memoryUsage().external;
  };
  const before = prepare(0, 2000);
  const after = prepare(2000, 12000);
  assert.ok(after - before < 4 << 20, `${before} → ${after}`);
});

// An engine that is built for tests alone says nothing about what is shipped: whoever releases measures that.
const quick = globalThis.process.env.TIRADA_ENGINE === "quick";

test("the package is no larger than 1.5 MB compressed", { skip: quick && "built for tests" }, () => {
  const bytes = readFileSync(new URL("../dist/tirada_bg.wasm", import.meta.url));
  // What servers send over HTTPS: a file of the package, which every browser reads.
  const sent = readFileSync(new URL("../dist/tirada_bg.wasm.br", import.meta.url));
  assert.ok(brotliDecompressSync(sent).equals(bytes));
  assert.ok(sent.length <= 1.5e6, `${sent.length} bytes`);
  // What a server makes of it that knows nothing but gzip must not run away either.
  const made = gzipSync(bytes, { level: 9 }).length;
  assert.ok(made <= 1.85e6, `${made} bytes`);
  console.log(`dist/tirada_bg.wasm: ${bytes.length} bytes, ${sent.length} in tirada_bg.wasm.br, ${made} by gzip -9`);
});

test("the glue is of the version that the engine was compiled with", () => {
  const version = (lock) => /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(file(lock))[1];
  const glue = /name = "wasm-bindgen-cli-support"\nversion = "([^"]+)"/.exec(file("js/build/Cargo.lock"))[1];
  assert.equal(glue, version("js/Cargo.lock"));
});

test("the README's program runs", async () => {
  const [, code] = /```js\n(import \{ Dice[^]*?)```/.exec(file("js/README.md"));
  const here = new URL("../node.js", import.meta.url).href;
  const lines = [];
  const log = console.log;
  console.log = (...words) => lines.push(words);
  try {
    await import(`data:text/javascript,${encodeURIComponent(code.replace('"tirada"', `"${here}"`))}`);
  } finally {
    console.log = log;
  }
  assert.equal(lines.length, 3);
  assert.deepEqual(lines[1], ["8/1"]);
  assert.deepEqual(lines[2].slice(0, 1), [1]);
});
