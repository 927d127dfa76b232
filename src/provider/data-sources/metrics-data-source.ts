import { type MetricSample, parseMetrics } from "../../api/parse-metrics";
import { attributePath } from "../../plugin/diagnostic";
import { getAttribute } from "../../plugin/get-attribute";
import { TfNumber } from "../../plugin/tf-number";
import type { ObjectValue, Value } from "../../plugin/value";
import { formatRepository } from "../../queue/queue-identity";
import { quote } from "../../text/quote";
import { tryGetRepository } from "../argument-values";
import { computed, computedNested, createRepositoryAttributes } from "../attributes";
import { validateRepository } from "../diagnostics";
import { createDataSource } from "./create-data-source";

export const METRICS_DATA_SOURCE = createDataSource({
  schema: {
    version: 0,
    description:
      "Metrics of the merge queues of one repository, or of the token's whole organization, as text and as samples. The " +
      "metrics change with every read, and so does every output that contains them.",
    attributes: {
      repo: {
        nesting: "single",
        optional: true,
        description: "Reads only the metrics of this repository. Default: the whole organization.",
        attributes: createRepositoryAttributes(),
      },
      text: computed(
        "string",
        "The metrics as the service returns them, in the Prometheus text format 0.0.4.",
      ),
      samples: computedNested(
        "list",
        {
          name: computed("string", "Name of the metric, with any suffix, such as `_bucket`."),
          labels: computed({ map: "string" }, "The sample's labels."),
          value: computed(
            "number",
            "The value. Null for NaN and for infinity, because Terraform has no such numbers.",
          ),
          value_text: computed("string", "The value as text: a decimal number, `NaN`, `+Inf` or `-Inf`."),
        },
        "All samples of `text`, grouped by metric family. The service chooses the names and labels.",
      ),
    },
  },
  validate: (config) => (getAttribute(config, "repo") === null ? [] : validateRepository(config)),
  describeTarget: (config) => {
    const repo = tryGetRepository(config);
    const whose = repo === undefined ? "all repositories" : `repository ${quote(formatRepository(repo))}`;
    return { name: `Metrics of ${whose} were`, path: attributePath("repo") };
  },
  read: async (config, context) => {
    const repo = tryGetRepository(config);
    const request = repo && { repo: `${repo.owner}/${repo.name}`, repoHost: repo.host };
    const text = await context.api.call("getMergeQueueMetrics", request ?? {}, context);
    const samples = parseMetrics(text).flatMap((family) => family.samples.map(toSampleValue));
    return { text, samples };
  },
});

function toSampleValue({ name, labels, value }: MetricSample): ObjectValue {
  // Terraform's wire format cannot carry this key safely.
  const entries = Object.entries(labels).filter(([label]) => label !== "__proto__");
  return new Map<string, Value>([
    ["name", name],
    ["labels", new Map(entries)],
    ["value", Number.isFinite(value) ? TfNumber.of(value) : null],
    ["value_text", toText(value)],
  ]);
}

function toText(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? "+Inf" : "-Inf";
}
