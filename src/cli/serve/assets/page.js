// What a page does by itself: it comes in with the secret of its link, hears what changes, and sends forms without
// loading anew. Everything that is shown was made by the server.
const main = document.querySelector("main");
const byId = (id) => document.getElementById(id);

const fragment = location.hash.slice(1);
if (/^[0-9a-f]{32}$/.test(fragment)) comeIn(fragment);
else if (main?.dataset.version) table();

async function comeIn(token) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  history.replaceState(null, "", location.pathname);
  const answer = await send("join", new URLSearchParams({ token, nonce }));
  if (answer.done) location.reload();
  else (byId("message") ?? byId("problem")).textContent = answer.lines.join("\n");
}

async function send(path, body) {
  try {
    const response = await fetch(path, { method: "POST", body, headers: { accept: "application/json" } });
    const answer = await response.json();
    return { lines: [], ...answer, status: response.status };
  } catch {
    return { done: false, code: "lost", lines: [main?.dataset.lost ?? ""] };
  }
}

function table() {
  const status = byId("status");
  let version = Number(main.dataset.version);
  let heard = Date.now();
  let source;
  const waiting = new Map();

  const live = (is, word) => {
    document.body.classList.toggle("is-live", is);
    const text = status.dataset[word ?? (is ? "live" : "stale")];
    if (status.textContent !== text) status.textContent = text;
  };

  // A part in which something is being filled in is not taken away from under it.
  const busy = (part) =>
    [...part.querySelectorAll("details.act[open] form, form.question")].some((form) =>
      [...form.elements].some((one) =>
        one.type === "checkbox" ? one.checked !== one.defaultChecked
        : one.tagName === "SELECT" ? [...one.options].some((option) => option.selected !== option.defaultSelected && option.index > 0)
        : one.tagName === "TEXTAREA" ? one.value !== one.defaultValue
        : one.tagName === "INPUT" && one.type !== "hidden" && one.value !== one.defaultValue));

  const show = (id, html) => {
    const part = byId(id);
    if (!part) return;
    if (["acts", "offers", "turns", "tell"].includes(id) && busy(part)) {
      waiting.set(id, html);
      return;
    }
    waiting.delete(id);
    const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
    const open = [...part.querySelectorAll("details[data-key][open]")].map((one) => one.dataset.key);
    const sheets = [...part.querySelectorAll(".sheet > details")].map((one) => one.open);
    part.innerHTML = html;
    for (const one of part.querySelectorAll("details[data-key]")) one.open = open.includes(one.dataset.key);
    part.querySelectorAll(".sheet > details").forEach((one, at) => { if (at in sheets) one.open = sheets[at]; });
    if (focused) byId(focused)?.focus();
    if (id === "ask" && html) (part.querySelector(".options button, input:not([type=hidden])"))?.focus({ preventScroll: true });
  };

  const log = byId("log");
  const change = ({ run, version: now, log: entries, parts }) => {
    // The server was started anew: numbers mean something else now.
    if (run !== main.dataset.run) { location.reload(); return; }
    version = now;
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
    for (const [number, html] of entries) {
      const holder = document.createElement("ol");
      holder.innerHTML = html;
      const entry = holder.firstElementChild;
      const old = byId(`e${number}`);
      if (old) old.replaceWith(entry);
      else {
        const next = [...log.children].find((one) => Number(one.id.slice(1)) > number);
        log.insertBefore(entry, next ?? null);
      }
    }
    for (const [id, html] of Object.entries(parts)) show(id, html);
    if (entries.length) {
      if (atEnd || entries.some(([number]) => number === Number(log.lastElementChild?.id.slice(1)))) log.scrollTop = log.scrollHeight;
      if (!byId("talk").classList.contains("here")) document.querySelector('[data-tab="talk"]').classList.add("news");
    }
  };

  const connect = () => {
    source?.close();
    source = new EventSource(`events?after=${version}`);
    const hear = () => { heard = Date.now(); live(true); };
    source.addEventListener("change", (event) => { hear(); change(JSON.parse(event.data)); });
    source.addEventListener("beat", hear);
    source.addEventListener("bye", (event) => {
      live(false);
      // Now everybody can verify the dice; a server that could not close the session tells no secret.
      if (!JSON.parse(event.data).secret) return;
      const entry = document.createElement("li");
      entry.className = "entry note";
      entry.textContent = `${log.dataset.secret} ${JSON.parse(event.data).secret}`;
      log.append(entry);
    });
    source.addEventListener("gone", (event) => {
      // Another character was handed over.
      if (JSON.parse(event.data).again) { location.reload(); return; }
      source.close(); source = null; live(false, "gone");
    });
    source.addEventListener("error", () => live(false));
  };
  connect();
  // A phone that slept does not always notice that nobody speaks any more.
  setInterval(() => {
    if (!source) return;
    const silent = Date.now() - heard;
    if (silent > 12000) live(false);
    if (silent > 12000 || source.readyState === EventSource.CLOSED) connect();
  }, 3000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && source && Date.now() - heard > 7000) { live(false); connect(); } });

  // Forms are sent, and what came of it is heard with everybody else.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    event.preventDefault();
    const data = new FormData(form, event.submitter);
    const file = data.get("file");
    data.delete("file");
    const body = new URLSearchParams(data);
    if (event.submitter?.value === "note") body.set("what", "note");
    form.querySelectorAll(".problem").forEach((one) => one.remove());
    byId("problem").textContent = "";
    // An image goes ahead of the message that shows it.
    const sent = file?.size ? await send("images", file) : undefined;
    if (sent?.done) body.set("image", sent.image);
    const answer = !sent || sent.done ? await send("do", body) : sent;
    if (answer.done) {
      if (form.id === "line") { form.reset(); offer([]); }
      const details = form.closest("details.act");
      if (details) { form.reset(); details.open = false; if (matchMedia("(max-width: 48rem)").matches) location.hash = "talk"; }
      for (const [id, html] of [...waiting]) show(id, html);
      return;
    }
    if (answer.code === "unknown-link") { location.reload(); return; }
    const place = form.closest("details.act, .question") && form.id !== "line" ? form : null;
    const lines = answer.lines.join("\n");
    if (place) {
      const problem = document.createElement("p");
      problem.className = "problem";
      problem.setAttribute("role", "alert");
      problem.textContent = lines;
      place.append(problem);
    } else byId("problem").textContent = lines;
    if (answer.code === "moved-on") for (const [id, html] of [...waiting]) { waiting.delete(id); byId(id).innerHTML = html; }
  });

  // Completion of what is typed.
  const typed = byId("typed");
  const found = byId("found");
  let start = 0, chosen = -1, asked = 0;
  const offer = (list) => {
    chosen = -1;
    found.replaceChildren(...list.map(([text, about], at) => {
      const item = document.createElement("li");
      item.role = "option";
      item.id = `found-${at}`;
      item.dataset.text = text;
      const name = document.createElement("b");
      name.textContent = text;
      const more = document.createElement("small");
      more.textContent = about;
      item.append(name, more);
      item.addEventListener("mousedown", (event) => { event.preventDefault(); take(item); });
      return item;
    }));
    found.hidden = list.length === 0;
    typed.setAttribute("aria-expanded", String(list.length > 0));
    typed.removeAttribute("aria-activedescendant");
  };
  const take = (item) => {
    typed.value = new TextDecoder().decode(new TextEncoder().encode(typed.value).slice(0, start)) + item.dataset.text;
    offer([]);
    typed.focus();
  };
  const complete = async () => {
    const mine = ++asked;
    const answer = await send("do", new URLSearchParams({ what: "complete", line: typed.value }));
    if (mine !== asked || !answer.found) return;
    start = answer.start;
    offer(typed.value ? answer.found : []);
  };
  let timer;
  if (document.body.classList.contains("gm")) {
    typed.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(complete, 150); });
  }
  typed.addEventListener("blur", () => offer([]));
  typed.addEventListener("keydown", (event) => {
    const items = [...found.children];
    if (event.key === "Escape") offer([]);
    else if (items.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      chosen = (chosen + (event.key === "ArrowDown" ? 1 : -1) + items.length) % items.length;
      items.forEach((item, at) => item.setAttribute("aria-selected", String(at === chosen)));
      items[chosen].scrollIntoView({ block: "nearest" });
      typed.setAttribute("aria-activedescendant", items[chosen].id);
    } else if (items.length && (event.key === "Tab" || event.key === "Enter") && chosen >= 0) {
      event.preventDefault();
      take(items[chosen]);
    }
  });

  // On a phone one part is shown at a time.
  const tabs = [...document.querySelectorAll(".tabs a")];
  const go = () => {
    const id = ["who", "do", "talk"].includes(location.hash.slice(1)) ? location.hash.slice(1) : "who";
    for (const section of main.children) section.classList.toggle("here", section.id === id);
    for (const tab of tabs) {
      if (tab.dataset.tab === id) { tab.setAttribute("aria-current", "page"); tab.classList.remove("news"); }
      else tab.removeAttribute("aria-current");
    }
    if (id === "talk") log.scrollTop = log.scrollHeight;
    if (matchMedia("(max-width: 48rem)").matches) scrollTo(0, id === "talk" ? document.body.scrollHeight : 0);
  };
  addEventListener("hashchange", go);
  go();
  log.scrollTop = log.scrollHeight;
}
