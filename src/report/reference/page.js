// Finds entries by their titles, and where no title has it, by what they say. Letters with and without accents are the same.
(() => {
  const nav = document.querySelector("nav");
  const field = nav.querySelector("input");
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const entries = [...nav.querySelectorAll("ul ul a")].map((link) => {
    const article = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return { item: link.parentElement, text: fold(link.textContent), inside: fold(article.textContent), article };
  });
  const sections = [...document.querySelectorAll("main > section")];
  const tops = [...nav.querySelectorAll(":scope > ul > li")];
  const none = nav.querySelector("[role=status]");
  field.hidden = false;
  field.addEventListener("input", () => {
    const wanted = fold(field.value.trim());
    nav.classList.toggle("searched", wanted !== "");
    const titled = entries.some(({ text }) => text.includes(wanted));
    const found = ({ text, inside }) => (titled ? text : inside).includes(wanted);
    none.hidden = entries.some(found);
    for (const entry of entries) {
      const { item, article } = entry;
      const hidden = !found(entry);
      item.hidden = hidden;
      article.hidden = hidden;
    }
    for (const section of sections) {
      section.hidden = wanted !== "" && !section.querySelector(":scope > article:not([hidden])");
    }
    for (const top of tops) {
      const details = top.querySelector("details");
      top.hidden = wanted !== "" && !top.querySelector("li:not([hidden])");
      if (details) details.open = wanted !== "";
    }
  });
  // Whoever comes by a link sees where they are.
  const there = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("article");
  const here = entries.find(({ article }) => article === there);
  here?.item.closest("details").setAttribute("open", "");
})();
