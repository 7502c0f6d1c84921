// A session in a real browser: the GM at a desk and players on phones, from the first link to the verified dice.
import { spawn, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { coming } from "./coming.mjs";
import { forms } from "./forms.mjs";

const program = process.env.TIRADA_PROGRAM;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const home = mkdtempSync(join(tmpdir(), "tirada-browser-"));
const shots = process.env.SCREENSHOTS;

/** Seconds for all of it, also where other programs keep the machine busy. */
const LIMIT = 1500;
/** The exit code where the browser itself crashed. */
const CRASHED = 75;

const children = new Set();

/** Files of characters. */
const files = (ruleset, people) =>
  Object.entries(people).map(([name, text]) => {
    const path = join(home, `${name}.yml`);
    writeFileSync(path, `tirada character: 1\nname: ${name}\nruleset: ${ruleset}\n${text}\n`);
    return path;
  });

/** A campaign with some characters: its file. */
function campaign(name, ruleset, people) {
  const at = { cwd: home, env: { HOME: home, LANG: "C" } };
  execFileSync(program, ["campaign", "new", name, "-r", ruleset], at);
  execFileSync(program, ["campaign", "import", `${name}.tirada`, ...files(ruleset, people)], at);
  return join(home, `${name}.tirada`);
}

/** A server with some characters, and everybody's links. */
const serve = (ruleset, people) => start(["-r", ruleset, ...files(ruleset, people)]);

/** A server of what is named. */
async function start(what, port = 0) {
  const args = ["serve", ...what, "--port", String(port)];
  const child = spawn(program, args, { env: { HOME: home, LANG: "C" }, stdio: ["ignore", "pipe", "inherit"] });
  children.add(child);
  const links = {};
  const lines = createInterface({ input: child.stdout });
  let secret = "";
  await new Promise((done, failed) => {
    child.on("exit", () => failed(new Error("the server did not start")));
    lines.on("line", (line) => {
      const link = line.match(/^\s*(.+?): (http:\/\/\S+)$/);
      if (link) links[Object.keys(links).length ? link[1] : "GM"] = link[2];
      if (line.includes("Ctrl-C")) done();
      secret = line.match(/[0-9a-f]{64}$/)?.[0] ?? secret;
    });
  });
  const stop = () => new Promise((done) => {
    child.removeAllListeners("exit");
    child.on("close", () => setTimeout(() => done(secret), 50));
    child.kill("SIGINT");
  });
  // As a phone that sleeps, or a network that is gone, sees it.
  const pause = (seconds) => new Promise((done) => {
    child.kill("SIGSTOP");
    setTimeout(() => done(child.kill("SIGCONT")), seconds * 1000);
  });
  return { links, stop, pause };
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
  handleSIGTERM: false,
});
// The browser ends with this program, and its end is then no crash.
process.on("SIGTERM", () => process.exit(143));
let isGone = false;
const gone = () => { isGone = true; };
browser.on("disconnected", gone);
const wrong = [];

async function open(link, { phone = false, dark = false } = {}) {
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    isMobile: phone, hasTouch: phone, locale: "es-ES", reducedMotion: "reduce", colorScheme: dark ? "dark" : "light",
  });
  // On a loaded machine all takes its time; what never comes is still told.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  page.on("pageerror", (error) => wrong.push(`page: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !/40[019]|ERR_|503/.test(message.text())) wrong.push(`console: ${message.text()}`);
  });
  await page.goto(link);
  await page.waitForSelector("body.is-live");
  assert.ok(!page.url().match(/[0-9a-f]{32}/), "the secret does not stay in the address");
  page.before = await page.locator("#log > li").count();
  return page;
}

/** Nothing is wider than the screen, and axe finds nothing. */
async function sound(page, name) {
  await narrow(page, name);
  const known = await page.evaluate("typeof axe !== 'undefined'");
  const found = await page.evaluate(`${known ? "" : axe}; axe.run(document, { resultTypes: ["violations"] })`);
  for (const one of found.violations) wrong.push(`${name}: ${one.id} (${one.nodes.length}): ${one.nodes[0].html.slice(0, 120)}`);
}

/** Nothing is wider than the screen. */
async function narrow(page, name) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - Math.min(innerWidth, screen.width));
  if (over > 0) wrong.push(`${name}: ${over} pixels too wide`);
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
}

const tab = (page, name) => page.click(`[data-tab="${name}"]`);
const act = async (page, name, fields, button = "button.main") => {
  const form = page.locator(`details.act[data-key="${name}"]`);
  await form.locator("> summary").click();
  for (const [field, value] of Object.entries(fields)) {
    const input = form.locator(`[name="${field}"]`).first();
    if ((await input.evaluate((one) => one.tagName)) === "SELECT") await input.selectOption(value);
    else await input.fill(value);
  }
  await form.locator(button).first().click();
};
// What came since a page was opened: whoever directs sees the characters come, too.
const entries = async (page) => (await page.locator("#log > li").count()) - page.before;
const heard = (page, count) =>
  page.waitForFunction((count) => document.querySelectorAll("#log > li").length >= count, count + page.before);

async function hitos() {
  const traits = "traits: {Fortaleza: 3, Reflejos: 4, Voluntad: 3, Intelecto: 3, Drama: 2, Guardia: 3, habilidad: {Pelea: 2}}";
  const played = campaign("puerto", "hitos", {
    Ada: `${traits}\ntags: {aspecto: {Creció en el puerto: {tipo: hito}}}`,
    Bruno: traits, Carla: traits, Diablo: "traits: {papel: PNJ, Fortaleza: 5, Reflejos: 3, Voluntad: 2, Intelecto: 2, Drama: 1}",
  });
  const { links, stop, pause } = await start([played]);
  const gm = await open(links.GM);
  const [ada, bruno, carla] = await Promise.all(["Ada", "Bruno", "Carla"].map((name) => open(links[name], { phone: true, dark: name === "Bruno" })));
  for (const [page, name] of [[gm, "gm"], [ada, "ada"]]) await sound(page, name);
  for (const name of ["do", "talk", "who"]) { await tab(bruno, name); await sound(bruno, `bruno-${name}`); }

  // An attack with the dice that lie on the table; everybody hears of it, and Ada may intervene.
  await tab(ada, "do");
  await act(ada, "atacar", { "f.objetivo": "Diablo", "f.arma": "Sin armas", "f.habilidad": "Pelea", dice: "3 2 9" });
  // The GM is asked for what the rules leave to the GM; all others see that they wait, whichever part they look at.
  await gm.waitForSelector(".question");
  assert.match(await gm.locator(".question .about").innerText(), /Ada → Diablo, atacar/);
  await sound(gm, "gm-asked");
  await ada.waitForSelector("#do .pending");
  for (const page of [ada, bruno]) assert.match(await page.locator("#wait .waiting").innerText(), /Se espera a quien dirige/);
  await ada.locator('details.act[data-key="atacar"] button.main').click();
  await sound(ada, "ada-waits");
  assert.equal(await ada.locator(".problem").count(), 0);
  await gm.locator(".question button.main").click();
  await Promise.all([gm, bruno, carla].map((page) => heard(page, 1)));
  assert.equal(await ada.locator("#wait .waiting").count(), 0);
  const favour = ada.locator("details.offer", { hasText: "favor" });
  await favour.waitFor();
  assert.equal(await bruno.locator("details.offer", { hasText: "favor" }).count(), 0);
  await favour.locator("summary").click();
  await favour.locator('[name="f.frase"]').selectOption("Creció en el puerto");
  await favour.locator('[name="f.dados"]').fill("2");
  await favour.locator('[name="dice"]').fill("6");
  await sound(ada, "ada-offer");
  await favour.locator("button.main").click();
  // What the rules leave to the GM is put to the GM.
  for (let asked = 0; asked < 4 && (await entries(gm)) < 2; asked++) {
    const most = 2 + gm.before;
    await gm.waitForFunction((most) => document.querySelector(".question") || document.querySelectorAll("#log > li").length >= most, most);
    const question = gm.locator(".question");
    if (!(await question.count())) break;
    assert.equal(await ada.locator(".question").count(), 0);
    if (asked === 0) await sound(gm, "gm-question");
    const number = await question.getAttribute("data-number");
    await question.locator("button.quiet[name=text]").click();
    await gm.waitForFunction((number) => document.querySelector(".question")?.dataset.number !== number, number);
  }
  await Promise.all([gm, ada, bruno].map((page) => heard(page, 2)));

  // A hidden roll; then it is shown.
  await gm.fill("#typed", "3d10 + 77");
  await gm.check('#line [name="hidden"]');
  await gm.click("#line button.main");
  await heard(gm, 3);
  await gm.waitForTimeout(300);
  assert.equal(await entries(carla), 2);
  await gm.locator("#log > li:last-child button", { hasText: "Mostrar" }).click();
  await heard(carla, 3);

  // An answer that is pressed counts, whatever was typed beside it; Enter sends what was typed.
  const ways = {
    Reflejos: (question) => question.locator('.options button[value="Reflejos"]').click(),
    Voluntad: (question) => question.locator('input[name="typed"]').press("Enter"),
  };
  for (const [meant, press] of Object.entries(ways)) {
    await gm.fill("#typed", "«hacer una prueba» Ada");
    await gm.click("#line button.main");
    await gm.waitForSelector('.question input[name="typed"]');
    const question = gm.locator(".question");
    const number = await question.getAttribute("data-number");
    await question.locator('input[name="typed"]').fill("Voluntad");
    const sent = gm.waitForRequest((request) => (request.postData() ?? "").includes("what=answer"));
    await press(question);
    const body = new URLSearchParams((await sent).postData());
    assert.equal(body.get("text") ?? body.get("typed"), meant);
    await gm.waitForFunction((number) => document.querySelector(".question")?.dataset.number !== number, number);
    if (await question.count()) await question.locator("button", { hasText: "No hacerlo" }).click();
    await gm.waitForFunction(() => !document.querySelector(".question"));
  }

  // Boxes are clicked; the player sees it; both undo.
  await gm.locator('button[id="box-Ada-Resistencia-0"]').click();
  await heard(gm, 4);
  await tab(ada, "who");
  await ada.waitForFunction(() => document.querySelectorAll(".box.marked").length === 1);
  assert.ok(await ada.locator('#undo button[value="undo"]').isDisabled());
  await gm.locator('#undo button[value="undo"]').click();
  await ada.waitForFunction(() => document.querySelectorAll(".box.marked").length === 0);

  // A page that hears nothing says so, and catches up.
  const resumed = pause(18);
  await carla.waitForSelector("body:not(.is-live)");
  await resumed;
  await carla.waitForSelector("body.is-live");
  const count = await entries(gm);
  await gm.fill("#typed", "2d10 + 5");
  await gm.click("#line button.main");
  await Promise.all([gm, carla].map((page) => heard(page, count + 1)));

  // Characters act in turn: all pages say whose turn it is.
  await gm.locator("#turns summary").click();
  await gm.locator("#turns button.main").click();
  await Promise.all([gm, ada, bruno].map((page) => page.waitForSelector(".order li.now")));
  await sound(gm, "gm-turns");
  const turn = (page) => page.locator(".order li.now").innerText();
  const first = await turn(gm);
  await gm.click("#next-turn");
  await ada.waitForFunction((first) => document.querySelector(".order li.now").innerText !== first, first);
  await carla.waitForFunction((first) => document.querySelector(".order li.now").innerText !== first, first);
  assert.equal(await turn(ada), await turn(gm));
  assert.equal(await ada.locator("#next-turn").count(), 0);
  await sound(ada, "ada-turns");

  // A long word breaks, and widens nothing.
  await tab(ada, "talk");
  await ada.fill("#typed", `https://example.org/${"carta".repeat(40)}`);
  await ada.click('#line button[value="note"]');
  await gm.waitForFunction(() => document.querySelector("#log > li:last-child").innerText.includes("example.org"));
  const wide = (page) => page.evaluate(() => [...document.querySelectorAll("#log, #log > li, #people, #people *, #acts, #talk")]
    .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 2).map((one) => one.outerHTML.slice(0, 80)));
  for (const [page, width] of [[gm, 1440], [gm, 1024], [gm, 390], [ada, 390]]) {
    if (page === gm) await page.setViewportSize({ width, height: 900 });
    if (width === 390) await tab(page, "talk");
    for (const one of await wide(page)) wrong.push(`a long word at ${width}: ${one}`);
    await sound(page, `${page === gm ? "gm" : "ada"}-long-${width}`);
  }
  await gm.setViewportSize({ width: 1440, height: 900 });

  // A handout for one of them.
  await gm.locator("#tell summary").click();
  await gm.check('#tell [name="to"][value="Ada"]');
  await gm.fill("#told", "Una carta:\nno bajes al sótano.");
  await gm.locator("#tell button.main").click();
  await ada.waitForFunction(() => document.querySelector("#log > li:last-child").innerText.includes("sótano"));
  await carla.waitForTimeout(300);
  assert.ok(!(await carla.content()).includes("sótano"));

  // The page of the links has plain forms, and the browser says where they come from.
  const seats = await gm.context().newPage();
  await seats.goto(new URL("links", gm.url()).href);
  await seats.locator("button", { hasText: "Retirar el enlace" }).last().click();
  await seats.waitForSelector("text=No hay enlace");
  await seats.close();

  // The server stops: pages say so and learn the secret, which verifies the rolls that were saved.
  await tab(ada, "talk");
  const [saved] = await Promise.all([ada.waitForEvent("download"), ada.click('a[download]')]);
  const rolls = join(home, "rolls.json");
  await saved.saveAs(rolls);
  const secret = await stop();
  await ada.waitForSelector("body:not(.is-live)");
  assert.match(await ada.locator("#log > li:last-child").innerText(), new RegExp(secret));
  const told = execFileSync(program, ["verify", rolls, "--secret", secret], { encoding: "utf8" });
  assert.match(told, / 0 (not|no)/);
  await Promise.all([gm, ada, bruno, carla].map((page) => page.context().close()));

  // The log that is exported tells the session from the first roll to the handout, and how all are at its end.
  for (const format of ["text", "markdown", "bbcode", "html"]) {
    const log = execFileSync(program, ["log", played, "--format", format], { encoding: "utf8", env: { HOME: home, LANG: "C" } });
    for (const part of [/Ada/, /Diablo/, /atacar/, /Creció en el puerto/, /77/, /sótano/, /Resistencia/]) assert.match(log, part, format);
    if (format !== "html") continue;
    const path = join(home, "log.html");
    writeFileSync(path, log);
    for (const [width, dark] of [[390, true], [1440, false]]) {
      const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme: dark ? "dark" : "light" });
      await page.goto(`file://${path}`);
      await sound(page, `log-${width}`);
      await page.close();
    }
  }
}

async function terror() {
  const people = JSON.parse(readFileSync(new URL("terror.json", import.meta.url), "utf8"));
  const { links, stop } = await serve("terror", people.characters);
  const gm = await open(links.GM, { dark: true });
  const player = await open(links.Mark, { phone: true });
  await sound(gm, "terror-gm");
  await tab(player, "do");
  await sound(player, "terror-do");
  await gm.fill("#typed", people.line);
  await gm.click("#line button.main");
  await heard(player, 1);
  // A player's test gets its difficulty and its trait from the GM, who is asked for all at once.
  await act(player, "afrontar", { "f.característica": "Acción actual" });
  const question = gm.locator(".question");
  await question.waitFor();
  assert.match(await question.locator(".about").innerText(), /Mark, afrontar/);
  await sound(gm, "terror-asked");
  await question.locator('[name="f.dificultad"]').fill("Difícil");
  await question.locator('[name="f.rasgo"]').fill("Discreto");
  await question.locator("button.main").click();
  await heard(player, 2);
  assert.match(await player.locator("#log > li:last-child").innerText(), /Mark, afrontar Acción actual: \d+ contra/);
  await stop();
}

/** The reference of a game: no screen is too narrow, a desktop has room, and searching finds what is meant. */
async function reference() {
  // Axe takes seconds for a page of a whole game: it reads one of them at each width, and each at one.
  const read = { cdb: [1440], hitos: [1024], mirada: [1440, 1024, 390], terror: [390] };
  for (const id of Object.keys(read)) {
    const path = join(home, `${id}.html`);
    writeFileSync(path, execFileSync(program, ["doc", id, "--format", "html"]));
    for (const width of [1440, 1024, 390]) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: width === 1024 ? "dark" : "light" });
      page.on("pageerror", (error) => wrong.push(`${id}: ${error.message}`));
      await page.goto(`file://${path}`);
      await (read[id].includes(width) ? sound : narrow)(page, `doc-${id}-${width}`);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      if (width === 1440 && height > 20000) wrong.push(`doc-${id}: ${height} pixels high`);
      const shown = () => page.locator("main article[id]:visible").count();
      const all = await shown();
      const title = (await page.locator("main article[id] h3").last().innerText()).toUpperCase();
      await page.fill("nav input", title);
      const found = await shown();
      if (!(found >= 1 && found < all / 2)) wrong.push(`doc-${id}: “${title}” finds ${found} of ${all}`);
      await page.fill("nav input", "");
      assert.equal(await shown(), all);
      await page.close();
    }
  }
}

/** Sheets as pages: on a phone and at a desk, light and dark, each on one page of A4. */
async function sheets() {
  const traits = "traits: {Fortaleza: 3, Reflejos: 4, Voluntad: 3, Intelecto: 3, Drama: 2, Guardia: 3, habilidad: {Pelea: 2}}";
  const long = `tags: {aspecto: {${"Interminable".repeat(9)}: {tipo: hito}}}`;
  const people = files("hitos", { Ada: traits, Bruno: `${traits}\n${long}` });
  const path = join(home, "sheets.html");
  writeFileSync(path, execFileSync(program, ["sheet", ...people, "--format", "html"], { env: { HOME: home, LANG: "C" } }));
  for (const [width, dark] of [[390, false], [390, true], [1440, false], [1440, true]]) {
    const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme: dark ? "dark" : "light" });
    await page.goto(`file://${path}`);
    await sound(page, `sheets-${width}-${dark ? "dark" : "light"}`);
    await page.close();
  }
}

process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));
const begin = Date.now();
const parts = {
  hitos,
  terror,
  forms: () => forms({ program, home, files, start, open, tab, sound, entries, heard }),
  coming: () => coming({ files, start, open, tab, sound, heard }),
  reference,
  sheets,
};
let playing;
setTimeout(() => {
  console.error(`a session in a browser: not done after ${LIMIT} s, but in the part “${playing}”`);
  process.exit(1);
}, LIMIT * 1000).unref();
try {
  for (const [part, play] of Object.entries(parts)) {
    playing = part;
    await play();
  }
} catch (error) {
  console.error(`in the part “${playing}”, after ${Math.round((Date.now() - begin) / 1000)} s:`, error);
  process.exit(isGone || /crashed/i.test(error.message) ? CRASHED : 1);
}
browser.off("disconnected", gone);
await browser.close();
assert.deepEqual(wrong, []);
console.log(`a session in a browser: well after ${Math.round((Date.now() - begin) / 1000)} s`);
