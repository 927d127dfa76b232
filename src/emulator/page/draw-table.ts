import { findSubmission } from "../../engine/draft/queue-draft";
import type { Queue, Submission } from "../../engine/engine-state";
import { type Html, html } from "../../text/html";
import { drawText, shortenText } from "./shown-text";

/** A section of a queue: a table, and what is said before and after it. */
export interface TableParts {
  /** Also its class. */
  readonly id: string;
  readonly title: string;
  readonly count: string;
  readonly columns: readonly [string, string, string];
  readonly rows: readonly Html[];
  /** Said above the table. */
  readonly note?: Html | string;
  /** Said below the table, or in place of it. */
  readonly end?: Html | string;
}

/** Draws a section. Roles keep its table one for screen readers where a narrow page lays out rows as cards. */
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

/** Draws a row. @param key - identifies it among the rows of its table */
export function drawRow(key: string | number, [first, second, third]: readonly [Html, Html, Html]): Html {
  return html`<tr role="row" data-key="${key}"><th role="rowheader" scope="row">${first}</th>
<td role="cell">${second}</td><td role="cell">${third}</td></tr>
`;
}

/** Draws pull requests: number and title of each, author and branch on demand. */
export function drawPullRequests(queue: Queue, sequences: readonly number[]): Html[] {
  return sequences.map((sequence) => drawPullRequest(queue, findSubmission(queue, sequence)));
}

function drawPullRequest({ identity: { repo } }: Queue, { number, pullRequest }: Submission): Html {
  const { title, author, headBranch } = pullRequest;
  const path = /(?:^|\.)gitlab\./i.test(repo.host) ? "-/merge_requests" : "pull";
  const url = `https://${repo.host}/${encodeURIComponent(repo.owner)}/${encodeURIComponent(repo.name)}/${path}`;
  const isHost = /^[a-z0-9.-]+(?::\d+)?$/i.test(repo.host);
  const shown = title.trim() === "" ? "(no title)" : shortenText(title);
  return html`<span class="pull-request">${isHost ? html`<a class="number" href="${url}/${number}">#${number}</a>` : html`<span class="number">#${number}</span>`}
<bdi class="title" title="${shown}">${shown}</bdi> <span class="detail">${drawText(author)} · ${drawText(headBranch)}</span></span>`;
}
