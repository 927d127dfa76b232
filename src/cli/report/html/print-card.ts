import { toAttributeName } from "../../../queue/attribute-name";
import type { SettingName } from "../../../queue/settings";
import { SETTING_NAMES } from "../../../queue/settings";
import type { PlannedQueue } from "../../../reconcile/plan/fleet-plan";
import { ACTION_WORDS, count } from "../describe-counts";
import { escapeHtml } from "../escape-html";
import { toLine } from "../to-line";
import { printCode, printSentences } from "./html-text";
import { printChanges, printKnownValue, printName } from "./print-changes";

const MAX_NAME = 300;
const MAX_PULL_REQUESTS = 100;

/** Marks beside the words, so that a card is told apart at a glance. */
export const ACTION_MARKS: { readonly [Action in PlannedQueue["action"]]: string } = {
  create: "+",
  update: "~",
  replace: "±",
  delete: "−",
  forget: "○",
  none: "=",
};

/**
 * Writes one queue as a card: what happens to it, what changes, what it means, and all its other settings.
 * @param anchor - the card's id within the document
 */
export function printCard(queue: PlannedQueue, anchor: string): string {
  const { action, isImported, protection } = queue;
  const { host, owner, name } = queue.identity.repo;
  const repository = escapeHtml(toLine(`${host}/${owner}/${name}`, MAX_NAME));
  const branch = escapeHtml(toLine(queue.identity.targetBranch, MAX_NAME));
  const search = escapeHtml(
    [queue.id, queue.address ?? "", queue.stack ?? ""]
      .map((text) => toLine(text, MAX_NAME))
      .join("\n")
      .normalize("NFC")
      .toLowerCase(),
  );
  return [
    `<article class="card${protection.length > 0 ? " guarded" : ""}" id="${anchor}" data-action="${action}"` +
      ` data-search="${search}" aria-labelledby="${anchor}-name">`,
    `<header>${printBadge(action)}${isImported ? '<span class="badge import">import</span>' : ""}`,
    `<h3 id="${anchor}-name"><bdi>${repository}</bdi> <span class="branch"><bdi>${branch}</bdi></span></h3></header>`,
    printPlace(queue),
    ...printNotes(queue),
    printChanges(queue),
    printPullRequests(queue),
    printSettings(queue),
    "</article>\n",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** Writes an action as a mark and a word. */
export function printBadge(action: PlannedQueue["action"]): string {
  return `<span class="badge ${action}"><span aria-hidden="true">${ACTION_MARKS[action]} </span>${ACTION_WORDS[action]}</span>`;
}

function printPlace({ address, stack, origin }: PlannedQueue): string {
  const parts = [
    ...(address === undefined ? [] : [printCode(address, MAX_NAME)]),
    ...(stack === undefined ? [] : [`stack ${printCode(stack, MAX_NAME)}`]),
    ...(origin === undefined ? [] : [printCode(origin, MAX_NAME)]),
  ];
  return parts.length === 0 ? "" : `<p class="place">${parts.join(" · ")}</p>`;
}

function printNotes({ protection, warnings }: PlannedQueue): string[] {
  return [
    ...protection.map(
      ({ kind, name, message }) =>
        `<div class="said ${kind}"><p><strong>⚠ ${PROTECTION_WORDS[kind]}</strong> (${printCode(toAttributeName(name), MAX_NAME)})</p>` +
        `<p>${printSentences(message)}</p></div>`,
    ),
    ...warnings.map(
      ({ summary, detail }) =>
        `<div class="said"><p><strong>Warning:</strong> ${printSentences(summary)}</p><p>${printSentences(detail)}</p></div>`,
    ),
  ];
}

/** What each kind of a change of merge protection is called. */
export const PROTECTION_WORDS = {
  loss: "Loses merge protection",
  pause: "Stops merging or taking in",
} as const;

/** A warning that pull requests are in the queue lists them already. */
function printPullRequests({ action, pullRequests = [], warnings }: PlannedQueue): string {
  if (warnings.length > 0) return "";
  if ((action !== "delete" && action !== "replace") || pullRequests.length === 0) return "";
  const items = pullRequests.slice(0, MAX_PULL_REQUESTS).map(({ prNumber, prTitle, prAuthor, state }) => {
    const author = prAuthor === undefined ? "" : ` by ${printCode(prAuthor, MAX_NAME)}`;
    return (
      `<li>#${prNumber} <bdi>${escapeHtml(toLine(prTitle ?? "", MAX_NAME))}</bdi>${author}` +
      `${state === undefined ? "" : ` (${printCode(state, MAX_NAME)})`}</li>`
    );
  });
  const more = pullRequests.length - items.length;
  return (
    `<div class="said"><p><strong>In it now: ${count(pullRequests.length, "pull request")}</strong></p>` +
    `<ul>${items.join("")}${more > 0 ? `<li>and ${more} more</li>` : ""}</ul></div>`
  );
}

const SETTINGS_TITLES: { readonly [Action in PlannedQueue["action"]]?: string } = {
  update: "Settings that stay",
  replace: "Other settings of the queue that is replaced",
};

/** Writes the settings that the card has not shown yet. */
function printSettings({ action, changes, settings }: PlannedQueue): string {
  const changed = new Set(changes.filter(({ kind }) => kind === "setting").map(({ name }) => name));
  const names = SETTING_NAMES.filter((name) => settings[name] !== undefined && !changed.has(name));
  if (names.length === 0) return "";
  const rows = names.map(
    (name: SettingName) =>
      `<div><dt>${printName({ kind: "setting", name })}</dt><dd>${printKnownValue(name, settings[name])}</dd></div>`,
  );
  const title = SETTINGS_TITLES[action] ?? "Settings now";
  return `<details><summary>${title} (${names.length})</summary><dl>${rows.join("")}</dl></details>`;
}
