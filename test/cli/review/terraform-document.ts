import { readTerraformPlan } from "../../../src/cli/review/read-plan-file";
import type { Plan } from "../../../src/plan/plan";

/** A resource change of a document, with what a queue has by default. */
export interface ChangeInput {
  readonly address?: string;
  readonly name?: string;
  readonly module?: string;
  readonly type?: string;
  readonly mode?: string;
  readonly deposed?: string;
  readonly actions: readonly string[];
  readonly before?: object | null;
  readonly after?: object | null;
  readonly unknown?: object;
  readonly beforeSensitive?: unknown;
  readonly afterSensitive?: unknown;
  readonly importing?: object;
}

/** The identity of the queue that the changes are about, as a resource has it. */
export const WEB = { repo: { host: "github.com", owner: "acme", name: "web" }, target_branch: "main" };

/** Makes what Terraform writes of one change. */
function toResourceChange(input: ChangeInput): object {
  const { name = "web", module, deposed, importing } = input;
  return {
    address:
      input.address ?? [...(module === undefined ? [] : [module]), `mergequeue_queue.${name}`].join("."),
    module_address: module,
    deposed,
    mode: input.mode ?? "managed",
    type: input.type ?? "mergequeue_queue",
    name,
    change: {
      actions: input.actions,
      before: input.before ?? null,
      after: input.after ?? null,
      after_unknown: input.unknown ?? {},
      before_sensitive: input.beforeSensitive ?? false,
      after_sensitive: input.afterSensitive ?? false,
      importing,
    },
  };
}

/** Makes a document as `terraform show -json` writes it of a plan. */
export function toDocument(changes: readonly ChangeInput[], more: object = {}): Record<string, unknown> {
  return {
    format_version: "1.2",
    terraform_version: "1.11.4",
    planned_values: { root_module: {} },
    prior_state: {
      values: { root_module: { child_modules: [{ resources: [{ mode: "managed", values: {} }] }] } },
    },
    resource_changes: changes.map(toResourceChange),
    configuration: {},
    errored: false,
    ...more,
  };
}

/** Reads the plan of such a document. */
export function readDocument(...input: Parameters<typeof toDocument>): Plan {
  return readTerraformPlan(JSON.parse(JSON.stringify(toDocument(...input))));
}

/** Makes the configuration of a document: what one resource of the root module sets. */
export function configure(expressions: object, baseUrl?: object): object {
  const web = { mode: "managed", type: "mergequeue_queue", name: "web", provider_config_key: "mergequeue" };
  return {
    configuration: {
      provider_config: { mergequeue: { name: "mergequeue", expressions: { base_url: baseUrl } } },
      root_module: { resources: [{ ...web, expressions }] },
    },
  };
}
