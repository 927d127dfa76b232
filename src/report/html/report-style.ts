import { HTML_PALETTE } from "../../text/html-palette";

/** Style sheet of the HTML report: light or dark as the reader prefers, and for print. */
export const REPORT_STYLE = `${HTML_PALETTE}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 20px 24px 60px; max-width: 1280px; background: var(--ground); color: var(--text);
  font: 15px / 1.45 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; overflow-wrap: anywhere;
}
h1, h2, h3, p, ul, dl, dd, fieldset { margin: 0; padding: 0; border: 0; }
ul { list-style: none; }
a { color: var(--link); }
code { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.92em; unicode-bidi: isolate; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
h1 { font-size: 1.35rem; }
h2 { font-size: 1.1rem; margin-bottom: 8px; }
h3 { font-size: 1rem; }
[hidden] { display: none !important; }
.soft, .place { color: var(--soft); font-size: 0.9em; }
.counts { display: flex; flex-wrap: wrap; gap: 6px; margin: 10px 0; }
.badge {
  display: inline-block; padding: 1px 9px; border: 1px solid transparent; border-radius: 10px;
  background: var(--still-ground); color: var(--still); font-size: 0.85em; font-weight: 600; white-space: nowrap;
}
.create { background: var(--good-ground); color: var(--good); }
.update, .import { background: var(--busy-ground); color: var(--busy); }
.replace { background: var(--held-ground); color: var(--held); }
.delete { background: var(--bad-ground); color: var(--bad); }
.alarm, .notes { margin: 16px 0; padding: 12px 16px; border: 1px solid var(--bad); border-left-width: 5px; border-radius: 8px; background: var(--card); }
.notes { border-color: var(--held); }
.alarm h2, .alarm strong { color: var(--bad); }
.notes h2 { color: var(--held); }
.alarm li + li, .notes li + li { margin-top: 8px; }
.filter { display: flex; flex-wrap: wrap; align-items: end; gap: 8px 20px; margin: 16px 0; }
.filter input[type="search"] {
  width: min(100%, 320px); padding: 6px 10px; border: 1px solid var(--soft); border-radius: 6px;
  background: var(--card); color: inherit; font: inherit;
}
.filter fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; padding-bottom: 6px; }
.filter legend { float: left; padding: 0; }
.queues { display: grid; gap: 12px; }
.card { padding: 14px 18px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); scroll-margin-top: 12px; }
.card.guarded { border-color: var(--bad); }
.card:target { outline: 2px solid var(--link); }
.card header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; }
.card .place { margin-top: 2px; }
.card > * + :is(table, .said, details) { margin-top: 12px; }
.branch { padding: 1px 7px; border-radius: 5px; background: var(--inset); font-weight: 500; }
.said { padding: 8px 12px; border-left: 4px solid var(--held); background: var(--inset); }
.said.loss, .said.pause { border-left-color: var(--bad); }
.said p + p { margin-top: 4px; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
caption { text-align: left; font-weight: 600; padding-bottom: 4px; }
th, td { padding: 6px 12px 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
thead th { color: var(--soft); font-size: 0.87em; border-top: 0; }
tbody th { font-weight: 600; }
del { text-decoration: line-through; color: var(--bad); background: var(--bad-ground); }
ins { text-decoration: none; color: var(--good); background: var(--good-ground); font-weight: 600; }
ins.careful { color: var(--held); background: var(--held-ground); }
del, ins { padding: 0 4px; border-radius: 4px; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
summary { cursor: pointer; color: var(--link); }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); gap: 2px 24px; margin-top: 8px; }
dl div { display: flex; gap: 10px; justify-content: space-between; border-top: 1px solid var(--line); padding: 3px 0; }
dt { color: var(--soft); }
dd { text-align: right; }
.forecast { margin-top: 12px; }
.verdict { margin-top: 10px; font-size: 1.15em; font-weight: 600; }
.forecast table { table-layout: auto; width: auto; min-width: min(100%, 640px); }
.forecast .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.forecast :is(th, td) + :is(th, td):not(.number) { padding-left: 12px; }
header + .queues { margin-top: 14px; }
.forecast :is(.soft, .said, table) { margin-top: 6px; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 270px), 1fr)); gap: 12px 20px; margin-top: 6px; }
figure { margin: 0; }
figcaption { font-weight: 600; }
.plot { display: block; width: 100%; height: auto; font-size: 11px; }
.plot text { fill: var(--soft); }
.grid { stroke: var(--line); }
.line { fill: none; stroke-width: 2; }
.line.now { stroke: var(--soft); stroke-dasharray: 5 4; }
.line.then { stroke: var(--link); }
.band.now, .bar.now { fill: var(--soft); opacity: 0.25; }
.band.then, .bar.then { fill: var(--link); opacity: 0.3; }
.whisker { stroke: var(--text); stroke-width: 2; }
.swatch { display: inline-block; width: 22px; margin-left: 10px; border-top: 2px dashed var(--soft); vertical-align: middle; }
.swatch.then { border-top: 2px solid var(--link); }
.values li { display: inline; }
.values li + li::before { content: " "; }
@media (max-width: 560px) {
  body { padding: 14px 12px 40px; }
  .card { padding: 12px; }
  th, td { padding-right: 8px; }
  .forecast :is(th, td) { overflow-wrap: break-word; }
  .forecast .number { white-space: normal; }
}
@media print {
  :root {
    --ground: #ffffff; --card: #ffffff; --inset: #ffffff; --line: #999999; --text: #000000; --soft: #333333;
    --link: #000000; --good: #0b4a20; --bad: #7a0f0a; --held: #573500; --busy: #0d3d80; --still: #333333;
    --good-ground: #ffffff; --bad-ground: #ffffff; --held-ground: #ffffff; --busy-ground: #ffffff;
    --still-ground: #ffffff; font-size: 11px;
  }
  body { max-width: none; padding: 0; font-size: 1rem; }
  .filter { display: none; }
  .badge { border-color: currentColor; }
  .card { break-inside: avoid; padding: 8px 12px; }
  .queues { gap: 6px; }
  .card[data-action="none"] { padding: 3px 12px; }
  .card[data-action="none"] :is(.place, details) { display: none; }
}
`;
