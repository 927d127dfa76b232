import { HTML_PALETTE } from "../../text/html-palette";

/** Style sheet of the page: light or dark as the reader prefers. */
export const PAGE_STYLE = `${HTML_PALETTE}
* { box-sizing: border-box; }
html { scroll-padding-top: 64px; }
body {
  margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere;
  font: 15px / 1.45 system-ui, "Segoe UI", "DejaVu Sans", sans-serif;
}
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.92em; }
h1, h2, h3, p, ul, ol, dl, dd, pre { margin: 0; padding: 0; font-size: 1rem; }
ul { list-style: none; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.soft, #now { color: var(--soft); font-size: 0.87em; font-weight: 400; }
.note { padding: 6px 12px; border-left: 4px solid var(--held); border-radius: 4px; background: var(--held-ground); color: var(--held); }
.only-read { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.page-head {
  position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: 4px 14px;
  padding: 10px 24px; border-bottom: 1px solid var(--line); background: var(--card);
}
h1 { flex: 1; font-size: 1.2rem; white-space: nowrap; }
#status, .badge {
  display: inline-block; padding: 1px 9px; border: 1px solid transparent; border-radius: 10px;
  background: var(--still-ground); color: var(--still); font-size: 0.82rem; font-weight: 600; white-space: nowrap;
}
[data-connection="live"] #status, .good.badge { background: var(--good-ground); color: var(--good); }
.busy.badge { background: var(--busy-ground); color: var(--busy); }
.held.badge { background: var(--held-ground); color: var(--held); }
.bad.badge, [data-connection="gone"] #status { background: var(--bad-ground); color: var(--bad); }
[data-connection="gone"] #status { flex-basis: 100%; padding: 8px 14px; white-space: normal; }
/* What is not current any more looks like it. */
[data-connection="gone"] main { filter: grayscale(1); }

main { padding: 12px 24px 40px; }
.trouble { display: flex; flex-wrap: wrap; gap: 4px 24px; margin-bottom: 12px; }
.trouble bdi { display: inline-block; max-width: 21em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom; text-decoration: underline; }
.desk { display: grid; grid-template-columns: 290px minmax(0, 1fr); gap: 20px; align-items: start; }
.list { position: sticky; top: 64px; display: flex; flex-direction: column; gap: 8px; max-height: calc(100vh - 76px); }
.list-head { display: flex; gap: 8px; }
input, select {
  flex: 1 1 50%; min-width: 0; padding: 6px 10px; border: 1px solid var(--soft); border-radius: 6px;
  background: var(--card); color: inherit; font: inherit;
}
::placeholder { color: var(--soft); opacity: 1; }
.list ul { overflow-y: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.list ul:empty { display: none; }
.list li + li { border-top: 1px solid var(--line); }
.list a { display: block; padding: 6px 12px; border-left: 4px solid transparent; color: inherit; text-decoration: none; }
.list a:focus-visible { outline-offset: -2px; }
.list a:hover, .list [aria-current] { background: var(--inset); }
.list [aria-current] { border-left-color: var(--link); }
.name { display: block; font-weight: 600; }
.name code { font-weight: 400; }

.queue { display: grid; grid-template-columns: minmax(0, 1fr); gap: 22px; padding: 16px 20px 20px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.queue:focus { outline: none; }
.queue > header { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 12px; }
h2 { font-size: 1.15rem; }
h2 code { padding: 1px 7px; border-radius: 5px; background: var(--inset); font-weight: 500; }
.queue > header .note { flex-basis: 100%; }
section > .note { margin: 6px 0; }
.first-steps { max-width: 760px; gap: 14px; }
.first-steps ol { padding-left: 24px; }
.first-steps li { margin-bottom: 14px; }
.first-steps pre { margin-bottom: 4px; }
pre { padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--inset); overflow-x: auto; }

table { width: 100%; table-layout: fixed; border-collapse: collapse; }
th, td { padding: 5px 16px 5px 0; border-top: 1px solid var(--line); font-weight: 400; text-align: left; vertical-align: baseline; }
thead th { padding-bottom: 3px; border-top: 0; color: var(--soft); font-size: 0.87em; }
thead th:first-child { width: 40%; }
tr > :last-child { width: 7.2em; padding-right: 0; text-align: right; white-space: nowrap; }
tbody tr:hover { background: var(--inset); }
.pull-request { display: flex; align-items: baseline; gap: 0.5em; }
.number { flex: none; font-weight: 600; font-variant-numeric: tabular-nums; }
.title, .waiting .reason { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.waiting td:nth-child(2) { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.reason { color: var(--soft); }
/* Author and branch are for the row that the reader is at; a screen reader always reads them. */
.detail { color: var(--soft); font-size: 0.87em; }
tr:not(:hover, :focus-within) .detail { position: absolute; width: 1px; min-width: 0; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.pull-request .detail { flex: 0 1 auto; overflow: hidden; min-width: 6em; text-overflow: ellipsis; white-space: nowrap; }
tr:focus-within td:nth-child(2), tr:focus-within .reason { white-space: normal; }
.run { display: inline-flex; flex-wrap: wrap; align-items: baseline; gap: 2px 12px; margin-right: 12px; font-size: 0.93em; }
.check.good > :first-child { color: var(--good); }
.check.bad { color: var(--bad); font-weight: 600; }
summary { cursor: pointer; }
.run details[open] { flex-basis: 100%; }
.run summary { color: var(--soft); }
summary h3 { display: inline; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(320px, 1fr)); gap: 0 28px; margin-top: 8px; }
dl div { display: flex; justify-content: space-between; gap: 12px; padding: 3px 0; border-top: 1px solid var(--line); }
dt { color: var(--soft); }

@media (max-width: 900px) {
  .page-head, main { padding-right: 12px; padding-left: 12px; }
  .desk { grid-template-columns: minmax(0, 1fr); }
  .list { position: static; max-height: 36vh; }
}
/* A row becomes a card; its title has the whole width. */
@media (max-width: 620px) {
  .queue { padding: 12px; }
  table, tbody, tbody tr, tbody th, tbody td { display: block; width: auto !important; padding: 0; border: 0; }
  thead { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); }
  tbody tr { margin-top: 8px; padding: 8px 10px; border: 1px solid var(--line); border-radius: 8px; }
  .pull-request { flex-wrap: wrap; gap: 0 0.5em; }
  .title, .waiting td:nth-child(2), .waiting .reason { white-space: normal; }
  .title { flex: 1 1 80%; }
  .pull-request .detail, tr:not(:hover, :focus-within) .pull-request .detail { position: static; flex-basis: 100%; width: auto; height: auto; clip-path: none; }
  tr > :last-child { text-align: left; }
  .line td:last-child::before, .waiting td:last-child::before { content: "for "; }
  .merged td:last-child::after, .dropped td:last-child::after { content: " ago"; }
  dl { grid-template-columns: minmax(0, 1fr); }
}
/* Where colours are the reader's own, the border is what is left. */
@media (forced-colors: active) { .badge { border-color: currentColor; } }
`;
