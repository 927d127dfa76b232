import { hash } from "node:crypto";
import { formatMoment } from "../../text/format-moment";
import { html, trustHtml } from "../../text/html";
import { type ServiceResponse, textResponse } from "../http/delivery";
import type { ServedEngine, ServiceRequest } from "../service/handle-request";
import { drawPage } from "./draw-page";
import { readChoice } from "./page-choice";
import { PAGE_SCRIPT, PAGE_STYLE } from "./page-texts";

const ICON =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="#1557b0">' +
      '<rect width="4" height="12" y="2" rx="1"/><rect x="6" width="4" height="12" y="2" rx="1"/>' +
      '<path d="M12 4l4 4-4 4z"/></svg>',
  );

const VERSION = hash("sha256", PAGE_STYLE + PAGE_SCRIPT).slice(0, 16);

/** Allows only the page's own script, style and service. Forbids scripts to create markup from text. */
const PAGE_POLICY = [
  "default-src 'none'",
  `script-src ${toSource(PAGE_SCRIPT)}`,
  `style-src ${toSource(PAGE_STYLE)}`,
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Serves the page, which is read-only and needs no token. */
export function handlePageRequest(
  { engine, options, isAutomatic }: ServedEngine,
  { method, query }: ServiceRequest,
): ServiceResponse {
  if (method !== "GET" && method !== "HEAD") {
    const answer = textResponse(405, `/ takes GET, not ${method}.`);
    return { ...answer, headers: { ...answer.headers, allow: "GET, HEAD" } };
  }
  const { state } = engine;
  const choice = readChoice(query);
  return {
    status: 200,
    headers: {
      // Its content changes every second.
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": PAGE_POLICY,
    },
    body: printPage(drawPage(state, options, choice, isAutomatic), choice.search, state.nowMs),
  };
}

/** Writes the page. Its script requests the whole page every second, and applies the differences. */
function printPage(page: ReturnType<typeof drawPage>, search: string, nowMs: number): string {
  return html`<!doctype html>
<html lang="en" data-version="${VERSION}" data-connection="new">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<link rel="icon" href="${ICON}">
<style>${trustHtml(PAGE_STYLE)}</style>
</head>
<body>
<header class="page-head">
<a class="skip" href="#main">Skip to the queue</a>
<h1>Merge queues</h1>
<input name="search" type="search" placeholder="Search queues and pull requests" aria-label="Search queues and pull requests" value="${search}">
<time id="now" title="The service's clock">${formatMoment(nowMs).slice(11)}</time>
<p id="status" role="status">Connecting …</p>
</header>
<noscript><p class="note">Without JavaScript, this page is not live: reload it.</p></noscript>
<main id="main" data-shown="${page.shown}">${page.main}</main>
<script>${trustHtml(PAGE_SCRIPT)}</script>
</body>
</html>
`.toString();
}

function toSource(text: string): string {
  return `'sha256-${hash("sha256", text, "base64")}'`;
}
