import type { PageModel } from "../page-model";
import { drawPage, formatTitle } from "./draw-page";
import { pollService } from "./poll-service";
import { patchChildren } from "./virtual-node";

const pageVersion = document.documentElement.dataset["version"];
const main = findElement("content");
const status = findElement("status");
const updated = findElement("updated");
let updatedAt: Date | undefined;
let latest: PageModel | undefined;
let opensSettings: boolean | undefined;
/** Id of the queue that is shown; undefined: the first of the list. */
let chosen = readLink();
/** Whether a link chose it and the page has not scrolled to it yet. */
let mustScroll = chosen !== undefined;
let showsAllWaiting = false;
let search = "";
let filter = "all";

const pollNow = pollService({
  getQuery: () =>
    new URLSearchParams({
      ...(chosen === undefined ? {} : { queue: chosen }),
      ...(showsAllWaiting ? { waiting: "all" } : {}),
    }).toString(),
  onModel: (model) => {
    if (model.pageVersion !== pageVersion) {
      // The service now has another version of the page.
      location.reload();
      return;
    }
    updatedAt = new Date();
    setStatus("live", "Live");
    setText(updated, `Time of the service: ${new Date(model.nowMs).toLocaleTimeString()}`);
    setText(findTitle(), formatTitle(model));
    const isOutdated = model.shown?.id !== chosen && model.queues.some(({ id }) => id === chosen);
    // Another queue was chosen after this request.
    if (isOutdated) return;
    // Keep showing this queue, even if another one becomes the first.
    chosen = model.shown?.id;
    latest = model;
    draw();
    if (mustScroll) showChosen();
    mustScroll = false;
  },
  onProblem: (problem) => {
    const since = updatedAt === undefined ? "" : ` Last update: ${updatedAt.toLocaleTimeString()}.`;
    setStatus("gone", `The service ${problem}.${since} This page reconnects automatically.`);
    setText(findTitle(), "Not connected · Merge queues");
  },
});

window.addEventListener("hashchange", () => {
  chosen = readLink();
  mustScroll = true;
  showsAllWaiting = false;
  pollNow();
});
main.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement) search = target.value;
  if (target instanceof HTMLSelectElement) filter = target.value;
  draw();
});
main.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element) || target.closest("#show-all") === null) return;
  showsAllWaiting = !showsAllWaiting;
  pollNow();
});

function draw(): void {
  if (latest === undefined) return;
  // Decided once, on wide screens only; afterwards the user opens and closes them.
  opensSettings ??= latest.queues.length <= 1 && matchMedia("(min-width: 961px)").matches;
  patchChildren(main, drawPage(latest, { opensSettings, showsAllWaiting, search, filter }));
}

function setStatus(connection: "live" | "gone", text: string): void {
  document.documentElement.dataset["connection"] = connection;
  setText(status, text);
}

/** Changes text only if it differs, because screen readers announce each change. */
function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function readLink(): string | undefined {
  try {
    return decodeURIComponent(location.hash.slice(1)) || undefined;
  } catch {
    // An invalid address does not name a queue.
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
