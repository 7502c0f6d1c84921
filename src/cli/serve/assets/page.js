// What a page does by itself: it comes in with the secret of its link, hears what changes, and sends forms without
// loading anew. Everything that is shown was made by the server.
const main = document.querySelector("main");
const byId = (id) => document.getElementById(id);

const knock = () => {
  const fragment = location.hash.slice(1);
  if (/^[0-9a-f]{32}$/.test(fragment)) comeIn(fragment);
  return /^[0-9a-f]{32}$/.test(fragment);
};
addEventListener("hashchange", knock);
if (!knock() && main?.dataset.version) table();

async function comeIn(token) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  history.replaceState(null, "", location.pathname);
  const answer = await send("join", new URLSearchParams({ token, nonce }));
  // Each seat has an address of its own: the pages of several in one browser do not get in one another's way.
  if (answer.done) {
    localStorage.setItem(`nonce ${answer.page}`, nonce);
    location.replace(answer.page);
  } else (byId("message") ?? byId("problem")).textContent = answer.lines.join("\n");
}

async function send(path, body) {
  const size = body instanceof Blob ? body.size : body.toString().length;
  const most = Number(path === "images" ? main.dataset.mostImage : main.dataset.most);
  // A server that refuses may hang up before the browser has read why.
  if (size > most) return { done: false, code: "too-large", lines: [main.dataset.large] };
  try {
    const response = await fetch(path, { method: "POST", body, headers: { accept: "application/json" } });
    const answer = await response.json();
    return { lines: [], ...answer, status: response.status };
  } catch {
    return { done: false, code: "lost", lines: [main?.dataset.lost ?? ""] };
  }
}

function table() {
  const isPhone = () => matchMedia("(max-width: 48rem)").matches;
  const status = byId("status");
  let version = Number(main.dataset.version);
  let heard = Date.now();
  let source;
  const waiting = new Map();
  const nonce = localStorage.getItem(`nonce ${location.pathname}`);
  if (nonce) {
    byId("nonce").hidden = false;
    byId("nonce").querySelector("code").textContent = nonce;
  }

  const live = (is, word) => {
    document.body.classList.toggle("is-live", is);
    const text = status.dataset[word ?? (is ? "live" : "stale")];
    if (status.textContent !== text) status.textContent = text;
  };

  const PARTS = "#acts, #offers, #turns, #tell, #ask, #wait, #people";
  const isFilled = (one) =>
    one.type === "checkbox" ? one.checked !== one.defaultChecked
    : one.tagName === "SELECT" ? [...one.options].some((option) => option.selected !== option.defaultSelected && option.index > 0)
    : one.tagName === "TEXTAREA" ? one.value !== one.defaultValue
    : one.tagName === "INPUT" && !["hidden", "file"].includes(one.type) && one.value !== one.defaultValue;

  // A part in which something is being filled in is not taken away from under it.
  const busy = (part) =>
    [...part.querySelectorAll("details.act[open] form, form.question")].some((form) => [...form.elements].some(isFilled));

  // What a form is, whenever it is made anew.
  const nameOf = (form) => {
    const key = form.closest("details[data-key]")?.dataset.key;
    return form.id || (key && `${form.closest(PARTS)?.id} ${key}`);
  };

  // What is filled in below an element, with what is said about it.
  const filled = (root) =>
    [...root.querySelectorAll("form")].flatMap((form) => {
      const values = [...form.elements].filter(isFilled).map((one) => [one.name, one.value, one.checked]);
      const problem = form.querySelector(".problem")?.textContent;
      const open = form.closest("details")?.open;
      return nameOf(form) && (values.length || problem) ? [{ form: nameOf(form), values, problem, open }] : [];
    });

  // The same, put back into forms that were made anew. What has no place any more is left out, but not what was said.
  const fill = (root, list) => {
    const forms = [...root.querySelectorAll("form")];
    for (const { form: name, values, problem, open } of list) {
      const form = forms.find((one) => nameOf(one) === name);
      for (const [name, value, checked] of form ? values : []) {
        for (const one of [...form.elements].filter((one) => one.name === name && one.type !== "hidden")) {
          if (one.type === "checkbox") { if (one.value === value) one.checked = checked; }
          else if (one.tagName !== "SELECT") one.value = value;
          else if ([...one.options].some((option) => option.value === value && !option.disabled)) one.value = value;
        }
      }
      const details = form?.closest("details");
      if (details && open) details.open = true;
      if (problem) tell(form, problem);
    }
  };

  // Says what is wrong where it is seen: in the form if it stays, below the line, or above everything.
  const tell = (form, words, calm) => {
    const isPlace = form?.isConnected && form.closest("details.act, .question") && form.id !== "line";
    const isNear = !form?.isConnected || form.closest("#talk");
    let place = byId(isNear && byId("talk").offsetParent ? "problem" : "notice");
    if (isPlace) {
      place = document.createElement("p");
      place.className = "problem";
      place.setAttribute("role", "alert");
      form.append(place);
    }
    place.classList.toggle("calm", calm === true);
    place.textContent = words;
    place.scrollIntoView({ block: "nearest" });
  };
  // A form that was sent and waits for an answer says so, and is not sent again.
  const pend = (form) => {
    const place = form.querySelector(".pending") ?? document.createElement("p");
    place.className = "pending waiting";
    place.setAttribute("role", "status");
    place.textContent = document.querySelector("#wait .waiting")?.textContent ?? main.dataset.sent;
    form.append(place);
  };
  const hush = () => { byId("problem").textContent = ""; byId("notice").textContent = ""; };
  byId("notice").addEventListener("click", hush);

  // The page is loaded anew, and what was being typed stays.
  const again = () => {
    sessionStorage.setItem(location.pathname, JSON.stringify(filled(document)));
    location.reload();
  };
  const before = sessionStorage.getItem(location.pathname);
  sessionStorage.removeItem(location.pathname);
  if (before) fill(document, JSON.parse(before));

  // Parts whose forms were refused because they are about something that is over.
  const over = new Set();
  const show = (id, html) => {
    const part = byId(id);
    if (!part) return;
    if (!over.delete(id) && ["acts", "offers", "turns", "tell"].includes(id) && busy(part)) {
      waiting.set(id, html);
      return;
    }
    waiting.delete(id);
    const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
    const open = [...part.querySelectorAll("details[data-key][open]")].map((one) => one.dataset.key);
    const sheets = [...part.querySelectorAll(".sheet > details")].map((one) => one.open);
    const list = filled(part);
    part.innerHTML = html;
    for (const one of part.querySelectorAll("details[data-key]")) one.open = open.includes(one.dataset.key);
    part.querySelectorAll(".sheet > details").forEach((one, at) => { if (at in sheets) one.open = sheets[at]; });
    fill(part, list);
    if (focused) byId(focused)?.focus();
    if (id === "ask" && html) (part.querySelector(".options button, input:not([type=hidden])"))?.focus({ preventScroll: true });
  };

  const log = byId("log");
  // The newest entry is shown from its beginning, if it does not fit as a whole.
  const toNewest = () => {
    const top = log.lastElementChild?.getBoundingClientRect().top ?? 0;
    log.scrollTop += top - log.getBoundingClientRect().top;
    if (isPhone() && byId("talk").classList.contains("here")) scrollTo(0, scrollY + top - 8);
  };
  // An image makes its entry longer once it is there.
  let follows = Date.now();
  log.addEventListener("load", (event) => { if (log.lastElementChild?.contains(event.target) || Date.now() - follows < 5000) toNewest(); }, true);
  const change = ({ run, version: now, log: entries, parts }) => {
    // The server was started anew: numbers mean something else now.
    if (run !== main.dataset.run) { again(); return; }
    version = now;
    const atEnd = isPhone()
      ? document.body.scrollHeight - scrollY - innerHeight < 200
      : log.scrollHeight - log.scrollTop - log.clientHeight < 60;
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
    const asked = () => document.querySelector("#ask form.question")?.dataset.number;
    const before = asked();
    for (const [id, html] of Object.entries(parts)) show(id, html);
    for (const place of document.querySelectorAll(".pending")) pend(place.parentElement);
    // The table waits for an answer to a question: it comes to the player asked, whichever part is open.
    if (isPhone() && asked() && asked() !== before) location.hash = "talk";
    if (entries.length) {
      if (atEnd || (!isPhone() && entries.some(([number]) => number === Number(log.lastElementChild?.id.slice(1))))) toNewest();
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
      if (JSON.parse(event.data).again) { again(); return; }
      source.close(); source = null; live(false, "gone");
    });
    source.addEventListener("error", () => live(false));
  };
  const reconnect = () => {
    if (!source) return;
    live(false, "again");
    connect();
  };
  addEventListener("offline", () => live(false));
  // With a network again, the next attempt is made at once.
  addEventListener("online", reconnect);
  connect();
  // A phone that slept does not always notice that nobody speaks any more.
  setInterval(async () => {
    if (!source) return;
    const silent = Date.now() - heard;
    if (silent > 12000) live(false);
    if (silent <= 12000 && source.readyState !== EventSource.CLOSED) return;
    // A server that has forgotten the link does not hear of it again and again.
    const status = await fetch("state", { method: "HEAD" }).then((answer) => answer.status, () => 0);
    if (status === 401) { source?.close(); source = null; live(false, "gone"); }
    else if (status) reconnect();
  }, 3000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && Date.now() - heard > 7000) reconnect(); });

  // Forms are sent, and what came of it is heard with everybody else.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    // What is done on a sheet is seen there, also where its form is gone then.
    const isSheet = form.closest("#who") !== null;
    event.preventDefault();
    if (form.dataset.sent) return;
    form.dataset.sent = "yes";
    const waits = setTimeout(() => pend(form), 400);
    const data = new FormData(form, event.submitter);
    const file = data.get("file");
    data.delete("file");
    const body = new URLSearchParams(data);
    if (event.submitter?.value === "note") body.set("what", "note");
    form.querySelectorAll(".problem").forEach((one) => one.remove());
    hush();
    // An image goes ahead of the message that shows it.
    const sent = file?.size ? await send("images", file) : undefined;
    if (sent?.done) body.set("image", sent.image);
    const answer = !sent || sent.done ? await send("do", body) : sent;
    clearTimeout(waits);
    delete form.dataset.sent;
    form.querySelector(".pending")?.remove();
    if (answer.done) {
      if (form.id === "line") { form.reset(); offer([]); }
      const details = form.closest("details.act");
      // Odds are asked before something is done: what is filled in stays.
      const asks = data.getAll("what").at(-1) === "odds";
      if (details && !asks) { form.reset(); details.open = false; }
      if (details && isPhone() && !isSheet) location.hash = "talk";
      for (const [id, html] of [...waiting]) show(id, html);
      return;
    }
    if (answer.code === "unknown-link") { location.reload(); return; }
    // The table waits for somebody: nothing is wrong.
    tell(form, answer.lines.join("\n") || answer.code, answer.code === "waiting");
    const part = answer.code === "moved-on" && form.closest(PARTS);
    if (part) over.add(part.id);
    if (part && waiting.has(part.id)) show(part.id, waiting.get(part.id));
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
    // It lies over the page: nothing moves away from under a hand on its way to a button.
    found.classList.toggle("above", typed.getBoundingClientRect().top > 240);
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
    if (id === "talk") toNewest();
    else if (isPhone()) scrollTo(0, 0);
  };
  addEventListener("hashchange", go);
  go();
  toNewest();
}
