import { isRemoved, type PlannedChange, type PlannedQueue, type PlannedValue } from "../../plan/plan";
import { toAttributeName } from "../../queue/attribute-name";
import { SETTING_NAMES } from "../../queue/settings";
import { type Html, html, joinHtml } from "../../text/html";
import { ACTION_WORDS, count } from "../describe-counts";
import { describeValue, nameChange, toLine } from "../describe-value";
import type { QueueForecast } from "../queue-forecast";
import { MAX_NAME, printCode, printSentences } from "./print-document";
import { printForecastHtml } from "./print-forecasts-html";

const MAX_PULL_REQUESTS = 100;

/** Marks beside the words, so that cards can be told apart at a glance. */
export const ACTION_MARKS: { readonly [Action in PlannedQueue["action"]]: string } = {
  create: "+",
  update: "~",
  replace: "±",
  delete: "−",
  forget: "○",
  none: "=",
};

/** Writes one queue as a card: the action, its changes, what they mean, and all other settings. */
export function printCard(queue: PlannedQueue, anchor: string, forecast?: QueueForecast): Html {
  const { action, isImported, protection, changes } = queue;
  const { host, owner, name } = queue.identity.repo;
  const names = [queue.id, queue.address ?? "", queue.stack ?? ""].map((text) => toLine(text, MAX_NAME));
  const search = names.join("\n").normalize("NFC").toLowerCase();
  const parts = [
    html`<article class="card${protection.length > 0 ? " guarded" : ""}" id="${anchor}" data-action="${action}" data-search="${search}" aria-labelledby="${anchor}-name">`,
    html`<header>${printBadge(action)}${isImported ? html`<span class="badge import">import</span>` : ""}`,
    html`<h3 id="${anchor}-name"><bdi>${toLine(`${host}/${owner}/${name}`, MAX_NAME)}</bdi> <span class="branch"><bdi>${toLine(queue.identity.targetBranch, MAX_NAME)}</bdi></span></h3></header>`,
    ...printPlace(queue),
    ...printNotes(queue),
    ...(changes.length === 0 ? [] : [printChanges(queue)]),
    ...(forecast === undefined ? [] : [printForecastHtml(forecast)]),
    ...printPullRequests(queue),
    ...printSettings(queue),
    html`</article>\n`,
  ];
  return joinHtml(parts, "\n");
}

export function printBadge(action: PlannedQueue["action"]): Html {
  return html`<span class="badge ${action}"><span aria-hidden="true">${ACTION_MARKS[action]} </span>${ACTION_WORDS[action]}</span>`;
}

function printPlace({ address, stack, origin }: PlannedQueue): Html[] {
  const parts = [
    ...(address === undefined ? [] : [printCode(address)]),
    ...(stack === undefined ? [] : [html`stack ${printCode(stack)}`]),
    ...(origin === undefined ? [] : [printCode(origin)]),
  ];
  return parts.length === 0 ? [] : [html`<p class="place">${joinHtml(parts, " · ")}</p>`];
}

function printNotes({ protection, warnings }: PlannedQueue): Html[] {
  return [
    ...protection.map(
      ({ kind, name, message }) =>
        html`<div class="said ${kind}"><p><strong>⚠ ${PROTECTION_WORDS[kind]}</strong> (${printCode(toAttributeName(name))})</p><p>${printSentences(message)}</p></div>`,
    ),
    ...warnings.map(
      ({ summary, detail }) =>
        html`<div class="said"><p><strong>Warning:</strong> ${printSentences(summary)}</p><p>${printSentences(detail)}</p></div>`,
    ),
  ];
}

export const PROTECTION_WORDS = {
  loss: "Loses merge protection",
  pause: "Stops merging or taking in",
} as const;

/** Where there are warnings, they already list the pull requests. */
function printPullRequests({ action, pullRequests = [], warnings }: PlannedQueue): Html[] {
  if (warnings.length > 0 || pullRequests.length === 0 || !isRemoved({ action })) return [];
  const items = pullRequests.slice(0, MAX_PULL_REQUESTS).map(({ prNumber, prTitle, prAuthor, state }) => {
    const author = prAuthor === undefined ? "" : html` by ${printCode(prAuthor)}`;
    const shownState = state === undefined ? "" : html` (${printCode(state)})`;
    return html`<li>#${prNumber} <bdi>${toLine(prTitle ?? "", MAX_NAME)}</bdi>${author}${shownState}</li>`;
  });
  const more = pullRequests.length - items.length;
  if (more > 0) items.push(html`<li>and ${more} more</li>`);
  return [
    html`<div class="said"><p><strong>In it now: ${count(pullRequests.length, "pull request")}</strong></p><ul>${items}</ul></div>`,
  ];
}

const SETTINGS_TITLES: { readonly [Action in PlannedQueue["action"]]?: string } = {
  update: "Settings that stay",
  replace: "Other settings of the queue that is replaced",
};

function printSettings({ action, changes, settings }: PlannedQueue): Html[] {
  const changed = new Set(changes.filter(({ kind }) => kind === "setting").map(({ name }) => name));
  const names = SETTING_NAMES.filter((name) => settings[name] !== undefined && !changed.has(name));
  if (names.length === 0) return [];
  const rows = names.map(
    (name) =>
      html`<div><dt>${printName({ kind: "setting", name })}</dt><dd>${printValue({ kind: "value", value: settings[name] }, { name, kind: "setting" }, (_text, code) => code)}</dd></div>`,
  );
  const title = SETTINGS_TITLES[action] ?? "Settings now";
  return [html`<details><summary>${title} (${names.length})</summary><dl>${rows}</dl></details>`];
}

const MAX_TEXTS = 500;
const MAX_TEXT = 500;

function printChanges({ changes }: PlannedQueue): Html {
  const rows = changes.map(
    (change) =>
      html`<tr><th scope="row">${printName(change)}</th><td>${printSide(change, "now")}</td><td>${printSide(change, "then")}</td></tr>`,
  );
  return html`<table><caption>Changes</caption><thead><tr><th scope="col">Setting</th><th scope="col">Now</th><th scope="col">Then</th></tr></thead><tbody>
${joinHtml(rows, "\n")}
</tbody></table>`;
}

/** Writes the name of a setting; a narrow page may break it after an underscore. */
function printName(change: Pick<PlannedChange, "kind" | "name">): Html {
  return html`<code>${joinHtml(toLine(nameChange(change), MAX_TEXT).split("_"), html`_<wbr>`)}</code>`;
}

function printSide(change: PlannedChange, side: "now" | "then"): Html {
  const other = describeValue(change[side === "now" ? "then" : "now"], change, Infinity);
  const kept = new Set(other.kind === "texts" ? other.texts : []);
  return printValue(change[side], change, (text, code) => {
    if (kept.has(text)) return code;
    if (side === "now") return html`<del>${code}</del>`;
    // A queue that stops merging must not look like good news.
    const isStop = change.kind === "setting" && change.name === "state" && text !== "running";
    return isStop ? html`<ins class="careful">${code}</ins>` : html`<ins>${code}</ins>`;
  });
}

function printValue(
  value: PlannedValue,
  change: Pick<PlannedChange, "name" | "kind">,
  mark: (text: string, code: Html) => Html,
): Html {
  const shown = describeValue(value, change, MAX_TEXTS);
  if (shown.kind === "words") return shown.words === "—" ? html`—` : html`<em>${shown.words}</em>`;
  const items = shown.texts.map((text) => mark(text, printCode(text, MAX_TEXT)));
  if (shown.more > 0) items.push(html`and ${shown.more} more`);
  const [first] = items;
  if (first !== undefined && items.length === 1) return first;
  return html`<ul class="values">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}
