import type { Queue, Submission } from "../../engine/engine-state";
import { STATE_TONES } from "../../queue/state-tones";
import { formatDuration } from "../../text/format-duration";
import { formatMoment } from "../../text/format-moment";
import { type Html, html } from "../../text/html";

/** Maximum length of a foreign text on the page, in UTF-16 code units. */
const MAX_LENGTH = 200;

/** Shortens a foreign text that is too long. A shortened text ends in `…`. */
export function shortenText(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  // Do not split a surrogate pair.
  return `${text.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Draws a foreign text: shortened, and with its own text direction. */
export function drawText(text: string): Html {
  return html`<bdi>${shortenText(text)}</bdi>`;
}

export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** Draws how far a moment is from now. The tooltip shows the moment itself. */
export function drawTime(atMs: number, nowMs: number): Html {
  const duration = formatDuration(Math.abs(nowMs - atMs));
  return html`<time datetime="${new Date(atMs).toISOString()}" title="${formatMoment(atMs)}">${duration}</time>`;
}

/** Draws a complete command on its own line, with a button that copies it. */
export function drawCommand(command: string): Html {
  return html`<span class="command"><code>${command}</code> <button type="button">Copy</button></span>`;
}

/** Draws the state of a queue, an entry or a pull request as a coloured badge. */
export function drawBadge(state: keyof typeof STATE_TONES): Html {
  return html`<span class="badge ${STATE_TONES[state]}">${state.replaceAll("_", " ")}</span>`;
}

interface TableParts {
  /** Key of the section, id of its heading, and class of its table. */
  readonly id: string;
  readonly title: string;
  readonly count: string;
  readonly columns: readonly [string, string, string];
  readonly rows: readonly Html[];
  /** Text that is shown above the table. */
  readonly note?: Html | string;
  /** Text below the table, or instead of an empty table. */
  readonly end?: Html | string;
}

/** Draws a section with a table. `role` keeps it a table for screen readers if CSS shows rows as cards. */
export function drawTable({ id, title, count, columns, rows, note = "", end = "" }: TableParts): Html {
  const heads = columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`);
  const table = html`<table class="${id}" role="table" aria-labelledby="${id}">
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">${rows}</tbody></table>`;
  return html`<section data-key="${id}" aria-labelledby="${id}">
<h3 id="${id}">${title} <span class="soft">${count}</span></h3>
${note === "" ? "" : html`<p class="note" data-key="note">${note}</p>`}${rows.length === 0 ? "" : table}
${end === "" ? "" : html`<p class="soft" data-key="end">${end}</p>`}</section>
`;
}

/** Draws a row. @param key - row's unique key @param isChosen - whether the reader chose this row */
export function drawRow(
  key: string | number,
  [first, second, third]: readonly [Html, Html, Html],
  { isChosen }: { readonly isChosen: boolean },
): Html {
  const mark = isChosen ? html` aria-current="true" tabindex="-1"` : "";
  return html`<tr role="row" data-key="${key}"${mark}><th role="rowheader" scope="row">${first}</th>
<td role="cell">${second}</td><td role="cell">${third}</td></tr>
`;
}

export function drawPullRequest({ identity: { repo } }: Queue, { number, pullRequest }: Submission): Html {
  const { title, author, headBranch } = pullRequest;
  const path = /(?:^|\.)gitlab\./i.test(repo.host) ? "-/merge_requests" : "pull";
  const url = `https://${repo.host}/${encodeURIComponent(repo.owner)}/${encodeURIComponent(repo.name)}/${path}`;
  const isHost = /^[a-z0-9.-]+(?::\d+)?$/i.test(repo.host);
  const shown = title.trim() === "" ? "(no title)" : shortenText(title);
  return html`<span class="pull-request">${isHost ? html`<a class="number" href="${url}/${number}">#${number}</a>` : html`<span class="number">#${number}</span>`}
<bdi class="title" title="${shown}">${shown}</bdi> <span class="detail">${drawText(author)} · ${drawText(headBranch)}</span></span>`;
}
