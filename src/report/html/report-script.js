"use strict";
(() => {
  const form = document.querySelector(".filter");
  const cards = [...document.querySelectorAll(".card")];
  const queues = [...document.querySelectorAll("[data-search]")];
  const search = form.querySelector("input[type=search]");
  const boxes = [...form.querySelectorAll("input[type=checkbox]")];
  const output = form.querySelector("output");
  const texts = queues.map((queue) => queue.dataset.search);
  const update = () => {
    const words = search.value.normalize("NFC").toLowerCase().split(/\s+/).filter(Boolean);
    const actions = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    let shown = 0;
    queues.forEach((queue, index) => {
      const { action } = queue.closest(".card").dataset;
      const fits = actions.has(action) && words.every((word) => texts[index].includes(word));
      queue.hidden = !fits;
      if (fits) shown += 1;
    });
    for (const card of cards) card.hidden = !card.querySelector("[data-search]:not([hidden])");
    const count = shown === 0 ? "No queue matches." : shown + " of " + queues.length + " queues";
    output.textContent = shown === queues.length ? "" : count;
  };
  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href^='#']");
    let each = link && document.getElementById(link.hash.slice(1));
    // A link to what the filter hides, or what is closed, would lead nowhere.
    for (; each; each = each.parentElement) {
      each.hidden = false;
      if (each.localName === "details") each.open = true;
    }
  });
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll(".card:not([data-action=none]) details:not([open])")];
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
  });
  form.hidden = cards.length < 2;
  // A browser that goes back fills the form as it was left.
  update();
})();
