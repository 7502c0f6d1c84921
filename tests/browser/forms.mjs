// What people type stays until it is sent, and what is wrong is seen where they look.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import assert from "node:assert/strict";

export async function forms({ program, home, files, start, open, tab, sound, entries, heard }) {
  const traits = "traits: {Fortaleza: 3, Reflejos: 4, Voluntad: 3, Intelecto: 3, Drama: 2, Guardia: 3, habilidad: {Pelea: 2}}";
  const people = files("hitos", {
    Ada: `${traits}\ntags: {aspecto: {Creció en el puerto: {tipo: hito}}}`, Bruno: traits,
    Diablo: "traits: {papel: PNJ, Fortaleza: 5, Reflejos: 3, Voluntad: 2, Intelecto: 2, Drama: 1}",
  });
  const campaign = join(home, "forms.tirada");
  const options = { env: { HOME: home, LANG: "C" } };
  execFileSync(program, ["campaign", "new", campaign, "-r", "hitos"], options);
  execFileSync(program, ["campaign", "import", campaign, ...people], options);
  let server = await start([campaign]);
  const port = new URL(server.links.GM).port;
  const gm = await open(server.links.GM);
  const ada = await open(server.links.Ada, { phone: true });
  const form = (page, name) => page.locator(`details.act[data-key="${name}"]`);
  const shown = (page, words) =>
    page.waitForFunction((words) => [...document.querySelectorAll(".problem, #problem, #notice")].some((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return one.innerText.includes(words) && top >= 0 && bottom <= innerHeight && one.checkVisibility();
    }), words);

  // A click takes longer than the list needs to close.
  let count = await entries(gm);
  await gm.click("#typed");
  await gm.keyboard.type("2d6 ");
  await gm.waitForSelector("#found li");
  await sound(gm, "gm-found");
  const { x, y, width, height } = await gm.locator("#line button.main").boundingBox();
  await gm.mouse.move(x + width / 2, y + height / 2);
  await gm.mouse.down();
  await gm.waitForTimeout(100);
  await gm.mouse.up();
  await heard(gm, ++count);

  // Odds leave the form as it is; what is asked is answered at the beginning of the entry.
  const attack = form(gm, "atacar");
  await attack.locator("> summary").click();
  const filled = { "f.atacante": "Ada", "f.objetivo": "Diablo", "f.arma": "Sin armas", "f.habilidad": "Pelea" };
  for (const [name, value] of Object.entries(filled)) {
    const one = attack.locator(`[name="${name}"]`);
    if ((await one.evaluate((one) => one.tagName)) === "SELECT") await one.selectOption(value);
    else await one.fill(value);
  }
  await attack.locator('button[value="odds"]').click();
  await heard(gm, ++count);
  await gm.waitForTimeout(300);
  for (const [name, value] of Object.entries(filled)) assert.equal(await attack.locator(`[name="${name}"]`).inputValue(), value);
  const above = await gm.evaluate(() => {
    const log = document.getElementById("log");
    return log.lastElementChild.getBoundingClientRect().top - log.getBoundingClientRect().top;
  });
  assert.ok(above >= -1, `the odds begin ${above} pixels below the top of the log`);
  await sound(gm, "gm-odds");
  await attack.locator('[name="dice"]').fill("3 2 9");
  await attack.locator("button.main").click();
  await heard(gm, ++count);

  // A form about something that is over is refused, and that is seen; where it still makes sense, it stays filled in.
  await tab(ada, "talk");
  const favour = ada.locator("details.offer", { hasText: "favor" });
  await favour.locator("summary").click();
  await favour.locator('[name="f.frase"]').selectOption("Creció en el puerto");
  await favour.locator('[name="f.dados"]').fill("2");
  await gm.click("#typed");
  await gm.keyboard.type("2d10 + 77");
  // Counted before it is sent: it may be there at once.
  const next = (await entries(ada)) + 1;
  await gm.keyboard.press("Enter");
  await heard(ada, next);
  await favour.locator("button.main").click();
  await shown(ada, "La mesa ha seguido adelante");
  // What is sent says whose it is.
  assert.equal(await favour.locator('[name="f.frase"]').inputValue(), "Ada.Creció en el puerto");
  assert.equal(await favour.locator('[name="f.dados"]').inputValue(), "2");
  await sound(ada, "ada-stale");
  // Whoever has seen it may go on; what is gone meanwhile says so as well.
  await gm.locator('#undo button[value="undo"]').click();
  await ada.waitForFunction(() => document.querySelectorAll("#log > li.undone").length === 1);
  await favour.locator("button.main").click();
  await shown(ada, "La mesa ha seguido adelante");
  assert.equal(await ada.locator("details.offer").count(), 0);

  // So does what is over on a part of the page that does not show the line.
  await tab(ada, "do");
  await ada.locator('#undo button[value="undo"]').evaluate((button) => { button.disabled = false; });
  await ada.locator('#undo button[value="undo"]').click();
  // Who came before the table was opened is no move: there is nothing to take back.
  await shown(ada, "deshacer");
  await sound(ada, "ada-notice");

  // Too much is said, and stays in the line.
  await tab(ada, "talk");
  await ada.fill("#typed", "x".repeat(70000));
  await ada.click("#line button.main");
  await shown(ada, "64 KB");
  await ada.fill("#typed", "");

  // The link of a player in the browser of the GM opens a page beside that of the GM.
  const other = await gm.context().newPage();
  await other.goto(server.links.Bruno);
  await other.waitForSelector("body.is-live.player");
  count = await entries(gm);
  await gm.fill("#typed", "2d6 + 400");
  await gm.keyboard.press("Escape");
  await gm.click("#line button.main");
  await heard(gm, ++count);
  assert.match(await gm.locator("#log > li:last-child .head b").innerText(), /Quien dirige/);
  await gm.reload();
  await gm.waitForSelector("body.is-live.gm");
  await other.reload();
  await other.waitForSelector("body.is-live.player");
  await other.close();

  // The server is started anew: what was being typed is still there. That nobody answers is seen also far down.
  await ada.fill("#typed", "una frase a medias");
  await tab(ada, "do");
  const own = form(ada, "atacar");
  await own.locator("> summary").click();
  await own.locator('[name="f.objetivo"]').selectOption("Bruno");
  await ada.evaluate(() => scrollTo(0, 400));
  await server.stop();
  await ada.waitForSelector("body:not(.is-live)");
  assert.ok(await ada.locator("#status").evaluate((one) => one.getBoundingClientRect().top >= 0), "the status is in sight");
  await sound(ada, "ada-away");
  server = await start([campaign], port);
  // The page may be loaded anew a moment after it is live again: the text is there before and after.
  const keeps = () => ada.waitForFunction(() =>
    document.body.classList.contains("is-live") && document.getElementById("typed")?.value === "una frase a medias");
  await keeps();
  await ada.waitForTimeout(1000);
  await keeps();
  assert.equal(await own.locator('[name="f.objetivo"]').inputValue(), "Bruno");
  assert.ok(await own.evaluate((one) => one.open));
  await server.stop();
  await Promise.all([gm, ada].map((page) => page.context().close()));
}
