import { type Fault, onOperation, rewriteAnswer, rewriteRequest } from "../../src/emulator/faults";
import { Diagnostic_Severity } from "../../src/plugin/protocol/tfplugin6.generated";
import { SETTINGS } from "../../src/queue/settings";
import { listErrors } from "../plugin/support/terraform-side";
import { config, type Plain, toPlainObject } from "../provider/support/queue-values";
import {
  BuiltProvider,
  configure,
  QUEUE,
  QUEUE_TYPE,
  type Stage,
  startStage,
} from "./support/provider-under-test";
import { toAttribute } from "./support/queue-world";

/** For every setting, another value than a new queue has; typed by hand. */
const OTHER: { readonly [attribute: string]: Plain } = {
  state: "paused",
  mode: "parallel",
  concurrency: 7,
  bisection_concurrency: 6,
  testing_timeout_minutes: 77,
  pending_failure_depth: 3,
  can_optimistically_merge: true,
  batch: true,
  batching_max_wait_time_minutes: 17,
  batching_min_size: 9,
  create_prs_for_testing_branches: true,
  comments_enabled: false,
  commands_enabled: false,
  status_check_enabled: false,
  required_statuses: ["ci/other"],
  direct_merge_mode: "always",
  optimization_mode: "bisection_skip_redundant_tests",
  merge_method: "rebase",
  enqueueing_label: "merge",
  extension_enabled: false,
  label_commands_enabled: true,
  state_labels_enabled: true,
};

let provider: BuiltProvider;
let stage: Stage;

beforeAll(async () => {
  provider = await BuiltProvider.layOut();
  stage = await startStage(provider);
});

afterEach(() => {
  stage.emulator.setFaults();
  stage.emulator.engine.apply({ type: "deleteQueue", identity: QUEUE });
});

afterAll(async () => {
  await provider.remove();
  await stage.emulator.close();
});

/** Simulates a service that ignores one setting of an update. */
function ignore(name: string): Fault {
  return onOperation(
    "updateQueue",
    rewriteRequest((body) =>
      Object.fromEntries(Object.entries(body as object).filter(([key]) => key !== name)),
    ),
  );
}

/** Simulates a newer service with another word for a setting. */
function speakNewer(name: string): Fault {
  return rewriteAnswer((body) =>
    Object.fromEntries(
      Object.entries(body as Record<string, unknown>).map(([key, value]) => [
        key,
        key === name ? "newer" : value,
      ]),
    ),
  );
}

/** Creates the queue, then applies an update, and returns what Terraform sees. */
async function update(attributes: { readonly [name: string]: Plain }, ...faults: readonly Fault[]) {
  const resource = stage.createResource();
  const first = config({});
  // Terraform configures the provider for each plan and each apply.
  await configure(stage.side, stage.emulator);
  expect(await resource.apply(await resource.plan(first), first)).toEqual([]);
  const wanted = config(attributes);
  const change = await resource.plan(wanted);
  stage.emulator.setFaults(...faults);
  const response = await stage.side.apply(QUEUE_TYPE, {
    prior: resource.state,
    planned: change.planned,
    config: wanted,
    plannedPrivate: change.plannedPrivate,
  });
  const warnings = response.diagnostics.filter(({ severity }) => severity === Diagnostic_Severity.WARNING);
  return {
    errors: listErrors(response.diagnostics),
    warnings: warnings.map(({ summary }) => summary),
    state: toPlainObject(response.state ?? new Map()),
    before: toPlainObject(resource.state ?? new Map()),
    planned: toPlainObject(change.planned ?? new Map()),
  };
}

describe("a warning of an apply", () => {
  test("C-54: about an unknown word comes with a state that equals the plan", async () => {
    const { errors, warnings, state, planned } = await update({ concurrency: 7 }, speakNewer("mergeMethod"));

    expect(errors).toEqual([]);
    expect(warnings).toEqual(["Unknown value of merge_method"]);
    expect(state).toEqual(planned);
  });
});

describe("a setting that the service ignores", () => {
  test("C-54: is tested for every setting", () => {
    expect(Object.keys(OTHER)).toEqual(SETTINGS.map(({ name }) => toAttribute(name)));
  });

  test.each(SETTINGS.map(({ name }) => [toAttribute(name), name] as const))(
    "C-54: is an error that names it, and the state has the stored value: %s",
    async (attribute, name) => {
      // Another setting changes with it, which the service applies.
      const rest = attribute === "concurrency" ? "pending_failure_depth" : "concurrency";
      const wanted = Object.fromEntries([attribute, rest].map((key) => [key, OTHER[key] ?? null]));
      const { errors, warnings, state, before, planned } = await update(wanted, ignore(name));

      expect(planned[attribute]).not.toEqual(before[attribute]);
      expect(warnings).toEqual([]);
      expect(errors).toEqual([expect.stringContaining(attribute)]);
      expect(state[attribute]).toEqual(before[attribute]);
      expect(state[rest]).toEqual(OTHER[rest]);
    },
  );
});
