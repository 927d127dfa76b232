import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { html, trustHtml } from "../../text/html";
import { type ServiceResponse, textResponse } from "../http/delivery";
import type { ServedEngine, ServiceRequest } from "../service/handle-request";
import { drawPage } from "./draw-page";
import { readChoice } from "./page-choice";

/** Style sheet of the page. */
export const PAGE_STYLE =
  readFileSync(join(__dirname, "../../text/html-palette.css"), "utf8") +
  readFileSync(join(__dirname, "page.css"), "utf8");

/** Script of the page. */
export const PAGE_SCRIPT = readFileSync(join(__dirname, "page-script.js"), "utf8");

const ICON =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="#1557b0">' +
      '<rect width="4" height="12" y="2" rx="1"/><rect x="6" width="4" height="12" y="2" rx="1"/>' +
      '<path d="M12 4l4 4-4 4z"/></svg>',
  );

const VERSION = hash("sha256", PAGE_STYLE + PAGE_SCRIPT).slice(0, 16);

/** Allows only the page's own script, style sheet and service; scripts cannot create markup from text. */
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

/** Serves the page, read-only and without a token. */
export function handlePageRequest(
  { engine, options }: ServedEngine,
  { method, query }: ServiceRequest,
): ServiceResponse {
  if (method !== "GET" && method !== "HEAD") {
    const answer = textResponse(405, `/ takes GET, not ${method}.`);
    return { ...answer, headers: { ...answer.headers, allow: "GET, HEAD" } };
  }
  const { state } = engine;
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
    body: printPage(drawPage(state, options, readChoice(query)), state.nowMs),
  };
}

/** Writes the page. Its script asks for the whole page again and takes over what has changed. */
function printPage({ title, shown, main }: ReturnType<typeof drawPage>, nowMs: number): string {
  return html`<!doctype html>
<html lang="en" data-version="${VERSION}" data-connection="new">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${ICON}">
<style>${trustHtml(PAGE_STYLE)}</style>
</head>
<body>
<header class="page-head">
<h1>Merge queues</h1>
<time id="now" title="The service's clock">${new Date(nowMs).toISOString().slice(11, 19)} UTC</time>
<p id="status" role="status">Connecting …</p>
</header>
<noscript><p class="note">Without JavaScript, this page is not live: reload it.</p></noscript>
<main data-shown="${shown}">${main}</main>
<script>${trustHtml(PAGE_SCRIPT)}</script>
</body>
</html>
`.toString();
}

function toSource(text: string): string {
  return `'sha256-${hash("sha256", text, "base64")}'`;
}
