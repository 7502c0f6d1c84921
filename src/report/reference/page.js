// Finds entries by their titles. Letters with and without accents are the same.
(() => {
  const nav = document.querySelector("nav");
  const field = nav.querySelector("input");
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const entries = [...nav.querySelectorAll("ul ul a")].map((link) => ({
    item: link.parentElement,
    text: fold(link.textContent),
    article: document.getElementById(decodeURIComponent(link.hash.slice(1))),
  }));
  const sections = [...document.querySelectorAll("main > section")];
  const tops = [...nav.querySelectorAll(":scope > ul > li")];
  field.hidden = false;
  field.addEventListener("input", () => {
    const wanted = fold(field.value.trim());
    nav.classList.toggle("searched", wanted !== "");
    for (const { item, text, article } of entries) {
      const hidden = !text.includes(wanted);
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
  const here = entries.find(({ article }) => `#${article.id}` === decodeURIComponent(location.hash));
  here?.item.closest("details").setAttribute("open", "");
})();
