import type { PageModel } from "../page-model";
import { drawPage, formatTitle } from "./draw-page";
import { pollService } from "./poll-service";
import { patchChildren } from "./virtual-node";

const pageVersion = document.documentElement.dataset["version"];
const main = findElement("content");
const status = findElement("status");
const updated = findElement("updated");
let answeredAt: Date | undefined;
let latest: PageModel | undefined;
let opensSettings: boolean | undefined;
/** Id of the queue that is shown; undefined: the first of the list. */
let chosen = readLink();
/** Whether it was chosen by a link, and has not been brought into sight yet. */
let isSought = chosen !== undefined;
let showsAllWaiting = false;
let search = "";
let filter = "all";

const askNow = pollService({
  getQuery: () =>
    new URLSearchParams({
      ...(chosen === undefined ? {} : { queue: chosen }),
      ...(showsAllWaiting ? { waiting: "all" } : {}),
    }).toString(),
  onModel: (model) => {
    if (model.pageVersion !== pageVersion) {
      // The service was replaced by one with another page, which knows how to show what it answers.
      location.reload();
      return;
    }
    answeredAt = new Date();
    setStatus("live", "Live");
    setText(updated, `Time of the service: ${new Date(model.nowMs).toLocaleTimeString()}`);
    setText(findTitle(), formatTitle(model));
    const isOutdated = model.shown?.id !== chosen && model.queues.some(({ id }) => id === chosen);
    // Another queue has been chosen since this was asked for.
    if (isOutdated) return;
    // What is shown stays, whatever comes first from now on.
    chosen = model.shown?.id;
    latest = model;
    draw();
    if (isSought) showChosen();
    isSought = false;
  },
  onProblem: (problem) => {
    const since = answeredAt === undefined ? "" : ` What you see is of ${answeredAt.toLocaleTimeString()}.`;
    setStatus("gone", `The service ${problem}.${since} This page goes on by itself when it is back.`);
    setText(findTitle(), "Not connected · Merge queues");
  },
});

window.addEventListener("hashchange", () => {
  chosen = readLink();
  isSought = true;
  showsAllWaiting = false;
  askNow();
});
main.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement) search = target.value;
  if (target instanceof HTMLSelectElement) filter = target.value;
  draw();
});
main.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element) || target.closest("#show-all") === null) return;
  showsAllWaiting = !showsAllWaiting;
  askNow();
});

function draw(): void {
  if (latest === undefined) return;
  // Only where they have room, and never again: what people open and close is theirs.
  opensSettings ??= latest.queues.length <= 1 && matchMedia("(min-width: 961px)").matches;
  patchChildren(main, drawPage(latest, { opensSettings, showsAllWaiting, search, filter }));
}

function setStatus(look: "live" | "gone", text: string): void {
  document.documentElement.dataset["connection"] = look;
  setText(status, text);
}

/** Says it only if it is new: a screen reader reads the status out whenever it is set. */
function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Reads which queue the address links to. */
function readLink(): string | undefined {
  try {
    return decodeURIComponent(location.hash.slice(1)) || undefined;
  } catch {
    // Somebody has written the address by hand, and it names nothing.
    return undefined;
  }
}

function showChosen(): void {
  const queue = chosen === undefined ? null : document.getElementById(chosen);
  queue?.focus({ preventScroll: true });
  queue?.scrollIntoView();
}

function findTitle(): Element {
  return document.head.querySelector("title") ?? document.head;
}

function findElement(id: string): Element {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element ${id}.`);
  return found;
}
