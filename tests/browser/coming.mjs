// Characters come to a table that is open: one whose player fills in the sheet on a phone, and others who join the turns.
import assert from "node:assert/strict";

export async function coming({ files, start, open, tab, sound, heard }) {
  const traits = "traits: {Fortaleza: 3, Reflejos: 4, Voluntad: 3, Intelecto: 3, Guardia: 3, habilidad: {Pelea: 2}}";
  const server = await start(["-r", "hitos", ...files("hitos", { Ada: traits, Bruno: traits })]);
  const gm = await open(server.links.GM);

  // A name, a link, and a sheet that is filled in where the player sits.
  const add = gm.locator('details.act[data-key="add"]');
  await add.locator("summary").click();
  await gm.fill("#new-name", "Eva");
  await sound(gm, "gm-add");
  await gm.click("#add-own button.main");
  await gm.waitForSelector('details.act[data-key="fill Eva"]');
  const links = await gm.context().newPage();
  await links.goto(new URL("links", gm.url()).href);
  const link = await links.locator('article:has(h2:text-is("Eva")) p a').getAttribute("href");
  await links.close();
  const eva = await open(link, { phone: true, dark: true });
  const fill = eva.locator('details.act[data-key="fill Eva"]');
  await sound(eva, "eva-blank");
  for (const [name, value] of Object.entries({ Fortaleza: "4", Reflejos: "5", Voluntad: "3", Intelecto: "6" })) {
    await fill.locator(`[name="f.${name}"]`).fill(value);
  }
  await fill.locator('[name="f.habilidad"]').fill("Tiro con arco -5");
  // What others do meanwhile takes nothing away; what is beyond the limits is refused in the form.
  await gm.fill("#typed", "2d6 + 400");
  await gm.keyboard.press("Escape");
  await gm.click("#line button.main");
  await heard(eva, 1);
  assert.equal(await fill.locator('[name="f.Reflejos"]').inputValue(), "5");
  await fill.locator("button.main").click();
  await fill.locator(".problem").waitFor();
  await sound(eva, "eva-refused");
  await fill.locator('[name="f.habilidad"]').fill("Tiro con arco 3\nSaltar: 2");
  await fill.locator("button.main").click();
  await eva.waitForFunction(() => document.querySelector("#people .sheet").innerText.includes("Tiro con arco"));
  assert.equal(await fill.count(), 0);
  assert.ok(await eva.locator("#who").evaluate((one) => one.checkVisibility()), "the sheet stays in sight");
  await sound(eva, "eva-filled");

  // Somebody who comes in the middle of it joins the order.
  await gm.locator("#turns summary").click();
  await gm.locator("#turns button.main").click();
  await gm.waitForSelector(".order li.now");
  const now = await gm.locator(".order li.now").innerText();
  if (!(await add.evaluate((one) => one.open))) await add.locator("summary").click();
  await gm.selectOption("#template", "sectario");
  await gm.click("#add-npc button.main");
  const join = gm.locator('details.act[data-key="join"]');
  await join.locator("summary").click();
  await join.locator('input[name="who"]').check();
  await sound(gm, "gm-join");
  await join.locator("button.main").click();
  await eva.waitForFunction(() => document.querySelectorAll(".order li").length === 4);
  await join.waitFor({ state: "detached" });
  assert.equal(await gm.locator(".order li.now").innerText(), now);

  // Without a network a page says so, and is there again with it.
  await eva.context().setOffline(true);
  await eva.waitForSelector("body:not(.is-live)");
  await eva.context().setOffline(false);
  await eva.waitForSelector("body.is-live");
  await server.stop();
  await Promise.all([gm, eva].map((page) => page.context().close()));
}
