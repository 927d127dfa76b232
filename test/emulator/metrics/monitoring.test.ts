import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { parseMetrics } from "../../../src/api/parse-metrics";
import { createWorld } from "../service-fixtures";

/** An expression of an example, and the texts that show its labels. */
type Rule = Readonly<Record<"expr" | "shown", string>>;

// YAML contains JSON.
const read = (name: string): unknown =>
  parse(readFileSync(join(__dirname, "../../../examples/monitoring", name), "utf8"));

const ALERTS = read("alerts.yml") as { groups: { rules: { expr: string; annotations: object }[] }[] };
const DASHBOARD = read("dashboard.json") as {
  panels: { targets: { expr: string; legendFormat: string }[] }[];
  templating: { list: { query: string }[] };
};
const RULES: Rule[] = [
  ...ALERTS.groups
    .flatMap(({ rules }) => rules)
    .map(({ expr, annotations }) => ({ expr, shown: Object.values(annotations).join(" ") })),
  ...DASHBOARD.panels
    .flatMap(({ targets }) => targets)
    .map(({ expr, legendFormat: shown }) => ({ expr, shown })),
  ...DASHBOARD.templating.list.slice(1).map(({ query: expr }) => ({ expr, shown: "" })),
];
const FUNCTIONS = ["sum", "by", "and", "histogram_quantile", "absent", "label_values"];

/** The labels of each metric of the local service, as `label` and `label="value"`. */
const METRICS = new Map<string, Set<string>>();
for (const { name, labels } of parseMetrics(createWorld().getMetrics().text).flatMap(
  ({ samples }) => samples,
)) {
  const known = METRICS.get(name) ?? new Set();
  for (const [label, value] of Object.entries(labels)) known.add(label).add(`${label}="${value}"`);
  METRICS.set(name, known);
}

test.each(RULES)("$expr uses only what the local service has", ({ expr, shown }) => {
  const words = expr.replaceAll(/"[^"]*"/g, "").match(/[a-z_]\w*/gi) ?? [];
  const metrics = words.filter((word) => METRICS.has(word));
  const labels = words.filter((word) => !METRICS.has(word) && !FUNCTIONS.includes(word));
  expect(metrics.filter((name) => name.startsWith("mq_"))).not.toEqual([]);
  for (const name of metrics) expect([...(METRICS.get(name) ?? [])]).toEqual(expect.arrayContaining(labels));
  for (const [, name = "", selected = ""] of expr.matchAll(/(\w+)\{([^}]*)\}/g)) {
    const values = selected.split(", ").filter((one) => !one.includes("=~"));
    expect([...(METRICS.get(name) ?? [])]).toEqual(expect.arrayContaining(values));
  }
  // What is added up has no other labels.
  const kept = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(", "));
  const named = [...shown.matchAll(/\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g)].map(([, label = ""]) => label);
  expect(kept).toEqual(expect.arrayContaining(named));
});
