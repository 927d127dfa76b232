import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { parseMetrics } from "../../../src/api/parse-metrics";
import { createWorld } from "../service-fixtures";

/** The texts of an example: expressions, and what shows their labels. */
interface Rule {
  readonly expr: string;
  readonly shown: string;
}

const read = (name: string): string =>
  readFileSync(join(__dirname, "../../../examples/monitoring", name), "utf8");

function listRules(): Rule[] {
  const { groups } = parse(read("alerts.yml")) as {
    readonly groups: readonly { readonly rules: readonly { expr: string; annotations: object }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  return rules.map(({ expr, annotations }) => ({ expr, shown: Object.values(annotations).join("\n") }));
}

function listPanels(): Rule[] {
  const { panels, templating } = JSON.parse(read("dashboard.json")) as {
    readonly panels: readonly { readonly targets: readonly { expr: string; legendFormat: string }[] }[];
    readonly templating: { readonly list: readonly { readonly query: string }[] };
  };
  const targets = panels.flatMap((panel) => panel.targets);
  const queries = templating.list.map(({ query }) => query).filter((query) => query.includes("("));
  return [
    ...targets.map(({ expr, legendFormat: shown }) => ({ expr, shown })),
    ...queries.map((expr) => ({ expr, shown: "" })),
  ];
}

const FUNCTIONS = new Set(["sum", "by", "and", "histogram_quantile", "absent", "label_values"]);

/** The values of each label of each metric of the local service. */
const METRICS = new Map<string, Map<string, Set<string>>>();
for (const { samples } of parseMetrics(createWorld().getMetrics().text)) {
  for (const { name, labels } of samples) {
    const known = METRICS.get(name) ?? new Map<string, Set<string>>();
    METRICS.set(name, known);
    for (const [label, value] of Object.entries(labels))
      known.set(label, (known.get(label) ?? new Set()).add(value));
  }
}

test.each([...listRules(), ...listPanels()])(
  "$expr uses only what the local service has",
  ({ expr, shown }) => {
    const words = [...expr.replaceAll(/"[^"]*"/g, "").matchAll(/[a-z_]\w*/gi)].map(([word]) => word);
    const metrics = words.filter((word) => METRICS.has(word));
    expect(metrics).not.toEqual([]);
    for (const metric of metrics) expect(metric).toMatch(/^mq_/);
    const labels = words.filter((word) => !METRICS.has(word) && !FUNCTIONS.has(word));
    for (const metric of metrics)
      for (const label of labels) expect([...(METRICS.get(metric)?.keys() ?? [])]).toContain(label);
    for (const [, metric = "", selected = ""] of expr.matchAll(/(\w+)\{([^}]*)\}/g))
      for (const [, label = "", value = ""] of selected.matchAll(/(\w+)="([^"]*)"/g))
        expect([...(METRICS.get(metric)?.get(label) ?? [])]).toContain(value);
    // What an expression adds up has no other labels.
    const kept = new Set([...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(", ")));
    for (const [, label = ""] of shown.matchAll(/\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g))
      expect([...kept]).toContain(label);
  },
);
