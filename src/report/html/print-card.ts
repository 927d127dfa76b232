import { isRemoved, type PlannedChange, type PlannedQueue, type PlannedValue } from "../../plan/plan";
import { toAttributeName } from "../../queue/attribute-name";
import { SETTING_NAMES } from "../../queue/settings";
import { capitalize } from "../../text/capitalize";
import { type Html, type HtmlValue, html, joinHtml } from "../../text/html";
import { type Card, describeOwn, listBriefChanges } from "../describe-card";
import { ACTION_WORDS, count, describeWeakening, listFirst, listWeakenings } from "../describe-counts";
import { describeValue, nameChange, toLine } from "../describe-value";
import type { Forecasts } from "../queue-forecast";
import { MAX_NAME, printCode, printSentences } from "./print-document";
import { printForecastHtml, printVerdict } from "./print-forecasts-html";

const MAX_PULL_REQUESTS = 100;

/** The mark beside the words of each action, by which readers tell cards apart at a glance. */
const ACTION_MARKS: { readonly [Action in PlannedQueue["action"]]: string } = {
  create: "+",
  update: "~",
  replace: "±",
  delete: "−",
  forget: "○",
  none: "=",
};

/** The HTML ids of queues, and of cards with several queues. Links lead to these ids. */
export type Anchors = ReadonlyMap<PlannedQueue | Card, string>;

type CardOptions = Readonly<{ anchors: Anchors; forecasts: Forecasts | undefined; isOpen: boolean }>;

/** Writes a card: a line with the changes, then the facts that its queues share, then each queue. */
export function printCard(card: Card, options: CardOptions): Html {
  const [queue] = card;
  const { action, isImported, protection } = queue;
  const isSingle = card.length === 1;
  const id = String(options.anchors.get(isSingle ? queue : card));
  const name = isSingle ? printName(queue) : count(card.length, "queue");
  const { facts, marks } = describeOwn(card, options.forecasts);
  const shared = [...printProtection(queue), ...printChanges(queue)];
  const body = isSingle
    ? [...printHead(queue, options), ...shared, ...printRest(queue, options)]
    : [...shared, html`<div class="members">${card.map((each) => printMember(each, options))}</div>`];
  return html`<article class="card${protection.length > 0 ? " guarded" : ""}" data-action="${action}" aria-labelledby="${id}-name">
<details id="${id}"${isSingle ? printSearch(queue) : ""}${options.isOpen ? html` open` : ""}>
<summary><span>${isImported && action === "none" ? "" : printBadge(action)}${isImported ? html`<span class="badge import">import</span>` : ""}</span>
<h3 id="${id}-name">${name}</h3>
<span class="brief">${joinHtml(listBriefChanges(queue, printCode), ", ")}</span>
<span class="brief">${joinHtml(facts, ", ")}${printMarks([...listWeakenings(queue), ...marks])}</span></summary>
${joinHtml(body, "\n")}
</details>
</article>`;
}

function printMember(queue: PlannedQueue, options: CardOptions): Html {
  const { facts, marks } = describeOwn([queue], options.forecasts);
  return html`<details id="${String(options.anchors.get(queue))}"${printSearch(queue)}>
<summary><h4>${printName(queue)}</h4> <span class="brief">${joinHtml(facts, ", ")}${printMarks(marks)}</span></summary>
${joinHtml([...printHead(queue, options), ...printRest(queue, options)], "\n")}
</details>
`;
}

function printName({ identity: { repo, targetBranch } }: PlannedQueue): Html {
  const name = toLine(`${repo.host}/${repo.owner}/${repo.name}`, MAX_NAME);
  return html`<bdi>${name}</bdi> <span class="branch"><bdi>${toLine(targetBranch, MAX_NAME)}</bdi></span>`;
}

function printSearch({ id, address = "", stack = "" }: PlannedQueue): Html {
  const names = [id, address, stack].map((text) => toLine(text, MAX_NAME));
  return html` data-search="${names.join("\n").normalize("NFC").toLowerCase()}"`;
}

function printMarks(marks: readonly string[]): Html[] {
  return marks.map((mark) => html` <strong class="mark">⚠ ${mark}</strong>`);
}

/** Writes an action in colour. @param look - the action that determines the colour */
export function printBadge(
  action: PlannedQueue["action"],
  words: string = ACTION_WORDS[action],
  look: PlannedQueue["action"] = action,
): Html {
  return html`<span class="badge ${look}"><span aria-hidden="true">${ACTION_MARKS[action]} </span>${words}</span>`;
}

function printHead(queue: PlannedQueue, { forecasts }: CardOptions): Html[] {
  const { address, stack, origin } = queue;
  const parts = [
    ...(address === undefined ? [] : [printCode(address)]),
    ...(stack === undefined ? [] : [html`stack ${printCode(stack)}`]),
    ...(origin === undefined ? [] : [printCode(origin)]),
  ];
  const forecast = forecasts?.get(queue);
  return [
    ...(parts.length === 0 ? [] : [html`<p class="place">${joinHtml(parts, " · ")}</p>`]),
    ...(forecast === undefined ? [] : [printVerdict(forecast)]),
  ];
}

function printRest(queue: PlannedQueue, { forecasts }: CardOptions): Html[] {
  const forecast = forecasts?.get(queue);
  return [
    ...queue.warnings.map(
      ({ summary, detail }) =>
        html`<div class="said"><p><strong>Warning:</strong> ${printSentences(summary)}</p><p>${printSentences(detail)}</p></div>`,
    ),
    ...(forecast?.kind === "forecast" ? [printForecastHtml(forecast)] : []),
    ...printPullRequests(queue),
    ...printSettings(queue),
  ];
}

function printProtection(queue: PlannedQueue): Html[] {
  return queue.protection.map(
    ({ kind, name, message }) =>
      html`<div class="said ${kind}"><p><strong>⚠ ${capitalize(describeWeakening(queue, kind))}</strong> (${printCode(toAttributeName(name))})</p><p>${printSentences(message)}</p></div>`,
  );
}

/** Lists a removed queue's pull requests, unless its warnings already list them. */
function printPullRequests({ action, pullRequests = [], warnings }: PlannedQueue): Html[] {
  if (warnings.length > 0 || pullRequests.length === 0 || !isRemoved({ action })) return [];
  const items = listFirst(pullRequests, MAX_PULL_REQUESTS, ({ prNumber, prTitle, prAuthor, state }) => {
    const author = prAuthor === undefined ? "" : html` by ${printCode(prAuthor)}`;
    const shownState = state === undefined ? "" : html` (${printCode(state)})`;
    return html`#${prNumber} <bdi>${toLine(prTitle ?? "", MAX_NAME)}</bdi>${author}${shownState}`;
  });
  return [
    html`<div class="said"><p><strong>In it now: ${count(pullRequests.length, "pull request")}</strong></p><ul>${toItems(items)}</ul></div>`,
  ];
}

function toItems(items: readonly HtmlValue[]): Html[] {
  return items.map((item) => html`<li>${item}</li>`);
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
      html`<div><dt>${printSetting({ kind: "setting", name })}</dt><dd>${printValue({ kind: "value", value: settings[name] }, { name, kind: "setting" }, (_text, code) => code)}</dd></div>`,
  );
  const title = SETTINGS_TITLES[action] ?? "Settings now";
  return [
    html`<details class="settings"><summary>${title} (${names.length})</summary><dl>${rows}</dl></details>`,
  ];
}

const MAX_TEXTS = 500;
const MAX_TEXT = 500;

function printChanges({ changes }: PlannedQueue): Html[] {
  if (changes.length === 0) return [];
  const rows = changes.map(
    (change) =>
      html`<tr><th scope="row">${printSetting(change)}</th><td>${printSide(change, "now")}</td><td>${printSide(change, "then")}</td></tr>`,
  );
  return [
    html`<table><caption>Changes</caption><thead><tr><th scope="col">Setting</th><th scope="col">Now</th><th scope="col">Then</th></tr></thead><tbody>
${joinHtml(rows, "\n")}
</tbody></table>`,
  ];
}

/** Writes the name of a setting. A narrow page may break the name after an underscore. */
function printSetting(change: Pick<PlannedChange, "kind" | "name">): Html {
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
  const items: HtmlValue[] = shown.texts.map((text) => mark(text, printCode(text, MAX_TEXT)));
  if (shown.more > 0) items.push(`and ${shown.more} more`);
  return items.length === 1 ? html`${items}` : html`<ul class="values">${toItems(items)}</ul>`;
}
