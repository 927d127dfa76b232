import { drawPage, formatTitle } from "./draw-page";
import { pollService } from "./poll-service";
import { patchChildren } from "./virtual-node";

const pageVersion = document.documentElement.dataset["version"];
const main = findElement("content");
const status = findElement("status");
const updated = findElement("updated");
let answeredAt: Date | undefined;
let isFirst = true;
let opensSettings: boolean | undefined;

pollService({
  onModel: (model) => {
    if (model.pageVersion !== pageVersion) {
      // The service was replaced by one with another page, which knows how to show what it answers.
      location.reload();
      return;
    }
    answeredAt = new Date();
    setStatus("live", "Live");
    setText(updated, `Time of the service: ${new Date(model.nowMs).toLocaleTimeString()}`);
    // Only where they have room, and never again: what people open and close is theirs.
    opensSettings ??= model.queues.length <= 1 && matchMedia("(min-width: 961px)").matches;
    patchChildren(main, drawPage(model, opensSettings));
    setText(findTitle(), formatTitle(model));
    if (isFirst) showLinkedQueue();
    isFirst = false;
  },
  onProblem: (problem) => {
    const since = answeredAt === undefined ? "" : ` What you see is of ${answeredAt.toLocaleTimeString()}.`;
    setStatus("gone", `The service ${problem}.${since} This page goes on by itself when it is back.`);
    setText(findTitle(), "Not connected · Merge queues");
  },
});

function setStatus(look: "live" | "gone", text: string): void {
  document.documentElement.dataset["connection"] = look;
  setText(status, text);
}

/** Says it only if it is new: a screen reader reads the status out whenever it is set. */
function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** The browser looked for what the address links to before there was anything to find. */
function showLinkedQueue(): void {
  const { hash } = location;
  if (hash === "") return;
  const links = [...document.links].filter((link) => link.hash === hash);
  const id = links[0]?.dataset["queue"];
  if (id !== undefined) document.getElementById(id)?.scrollIntoView();
}

function findTitle(): Element {
  return document.head.querySelector("title") ?? document.head;
}

function findElement(id: string): Element {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element ${id}.`);
  return found;
}
