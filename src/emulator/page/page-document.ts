import { hash } from "node:crypto";
import { PAGE_SCRIPT, PAGE_STYLE } from "./page-assets.generated";

/** Inline icon, so that browsers do not request one. */
const ICON =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="#1557b0">' +
      '<rect width="4" height="12" y="2" rx="1"/><rect x="6" width="4" height="12" y="2" rx="1"/>' +
      '<path d="M12 4l4 4-4 4z"/></svg>',
  );

/** Version of the page's code. */
export const PAGE_VERSION: string = hash("sha256", PAGE_STYLE + PAGE_SCRIPT).slice(0, 16);

/** The page. It is static; its script loads the data. */
export const PAGE_DOCUMENT = `<!doctype html>
<html lang="en" data-version="${PAGE_VERSION}" data-connection="new">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Merge queues</title>
<link rel="icon" href="${ICON}">
<style>${PAGE_STYLE}</style>
</head>
<body>
<header class="page-head">
<h1>Merge queues</h1>
<span id="updated"></span>
<p id="status" role="status">Connecting …</p>
</header>
<main id="content">
<noscript><p>This page needs JavaScript. Its data is at <a href="/page.json">/page.json</a>.</p></noscript>
</main>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;

/**
 * Content security policy: allows only the page's own script, style sheet and service; scripts cannot create markup
 * from text.
 */
export const PAGE_POLICY = [
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

function toSource(text: string): string {
  return `'sha256-${hash("sha256", text, "base64")}'`;
}
