"use strict";
(() => {
  const form = document.querySelector(".filter");
  const cards = [...document.querySelectorAll(".card")];
  const search = form.querySelector("input[type=search]");
  const boxes = [...form.querySelectorAll("input[type=checkbox]")];
  const output = form.querySelector("output");
  const texts = cards.map((card) => card.dataset.search);
  const update = () => {
    const words = search.value.normalize("NFC").toLowerCase().split(/\s+/).filter(Boolean);
    const actions = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    let shown = 0;
    cards.forEach((card, index) => {
      const fits = actions.has(card.dataset.action) && words.every((word) => texts[index].includes(word));
      card.hidden = !fits;
      if (fits) shown += 1;
    });
    const count = shown === 0 ? "No queue matches." : shown + " of " + cards.length + " queues";
    output.textContent = shown === cards.length ? "" : count;
  };
  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href^='#']");
    const card = link && document.getElementById(link.hash.slice(1));
    // A link to a card that the filter hides would lead nowhere.
    if (card) card.hidden = false;
  });
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll(".card:not([data-action=none]) details:not([open])")];
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
  });
  form.hidden = false;
  // A browser that goes back fills the form as it was left.
  update();
})();
