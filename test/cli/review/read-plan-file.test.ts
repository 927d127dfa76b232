import { readTerraformPlan } from "../../../src/cli/review/read-plan-file";
import { catchError } from "../../support/catch-error";
import { type ChangeInput, readDocument, toDocument, WEB } from "./terraform-document";

function invocation(type: string): object {
  const place = { triggering_resource_address: "mergequeue_queue.web" };
  const trigger = { ...place, action_trigger_event: "BeforeUpdate" };
  return { address: `action.${type}.web`, type, config_values: WEB, lifecycle_action_trigger: trigger };
}

const IN_STATE = { address: "mergequeue_queue.web", mode: "managed", type: "mergequeue_queue", values: WEB };

function drift(name: string, change?: object): object {
  return { ...IN_STATE, address: `mergequeue_queue.${name}`, values: undefined, change };
}

describe("readTerraformPlan", () => {
  test("other resources and data sources are left out; a plan without any queue is a plan", () => {
    const others = readDocument([
      { actions: ["create"], type: "null_resource" },
      { actions: ["read"], mode: "data", after: WEB },
    ]);
    const counts = { create: 0, update: 0, replace: 0, delete: 0, forget: 0, none: 0 };
    expect(others).toEqual({ mode: "apply", queues: [], counts, digest: undefined, warnings: [] });
    expect(readTerraformPlan({ format_version: "1.2", planned_values: {} }).queues).toEqual([]);
  });

  test("contains the queues of every module and instance, sorted", () => {
    const at = (name: string): object => ({ ...WEB, repo: { ...WEB.repo, name } });
    const { queues, counts } = readDocument([
      { actions: ["create"], after: at("z"), module: 'module.a["x.y"].module.b[0]', name: "w" },
      { actions: ["no-op"], before: at("a"), after: at("a"), address: 'mergequeue_queue.web["eu"]' },
      { actions: ["delete"], before: at("m"), deposed: "1a2b3c4d" },
    ]);
    expect(queues.map(({ id, address }) => [id, address])).toEqual([
      ["github.com/acme/a/main", 'mergequeue_queue.web["eu"]'],
      ["github.com/acme/m/main", "mergequeue_queue.web (deposed object 1a2b3c4d)"],
      ["github.com/acme/z/main", 'module.a["x.y"].module.b[0].mergequeue_queue.w'],
    ]);
    expect(counts).toEqual({ create: 1, update: 0, replace: 0, delete: 1, forget: 0, none: 1 });
  });

  test.each([
    [{ errored: true, complete: false }, "The plan ended with an error"],
    [{ complete: false }, "The plan is incomplete: changes"],
    [{ deferred_changes: [{ resource_change: { type: "mergequeue_queue" } }] }, "changes that are deferred"],
    [
      { action_invocations: [invocation("mergequeue_pause"), invocation("aws_lambda_invoke")] },
      "The apply invokes action.mergequeue_pause.web on queue github.com/acme/web/main (before update of mergequeue_queue.web).",
    ],
    [
      { action_invocations: [{ ...invocation("mergequeue_drain"), lifecycle_action_trigger: undefined }] },
      "The apply invokes action.mergequeue_drain.web on queue github.com/acme/web/main.",
    ],
    [
      { resource_drift: Array.from({ length: 12 }, (_, index) => drift(`q${index}`)) },
      "Changed or deleted outside Terraform since its last run: mergequeue_queue.q0,",
    ],
  ])("what concerns the whole plan is a warning: %j", (more, warning) => {
    const { warnings } = readDocument([], more);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(warning);
  });

  const prior = (more: object = {}): object => ({
    prior_state: { values: { root_module: { resources: [{ ...IN_STATE, ...more }] } } },
  });
  const gone = { ...IN_STATE, values: undefined, change: { before: WEB } };
  test.each<[string, readonly ChangeInput[], object, boolean]>([
    ["a plan without anything", [], {}, false],
    ["new queues", [{ actions: ["create"], after: WEB }], {}, false],
    ["imports", [{ actions: ["update"], before: WEB, after: WEB, importing: {} }], prior(), false],
    ["a data source in the state", [], prior({ mode: "data" }), false],
    ["a queue in the state", [{ actions: ["no-op"], before: WEB, after: WEB }], {}, true],
    ["another resource in the state", [], prior({ type: "null_resource" }), true],
    ["a queue that is gone", [{ actions: ["create"], after: WEB }], { resource_drift: [gone] }, true],
  ])("S-26: %s: says whether it cannot see deletions and releases", (_what, changes, more, hasState) => {
    const [warning = ""] = readDocument(changes, { prior_state: undefined, ...more }).warnings;
    const start = "This plan has no earlier state. It cannot show queues and required statuses";
    expect(warning.startsWith(start)).toBe(!hasState);
  });

  test("what changed outside of Terraform is said by setting, and secrets are not shown", () => {
    const secret = { merge_method: true };
    const before = { ...WEB, concurrency: 4, state: "running", merge_method: "squash" };
    const after = { ...WEB, concurrency: 1, state: "paused", merge_method: "rebase" };
    const { warnings } = readDocument([], {
      resource_drift: [
        drift("web", {
          actions: ["update"],
          before,
          after,
          before_sensitive: secret,
          after_sensitive: secret,
        }),
        drift("gone", { actions: ["delete"], before, after: null }),
        // A move to the other interface: the queue is the same.
        drift("moved", { before: { ...WEB, queue_id: null }, after: { ...WEB, queue_id: "q" } }),
      ],
    });
    expect(warnings).toEqual([
      "Changed or deleted outside Terraform since its last run: mergequeue_queue.web (state: running → paused; " +
        "concurrency: 4 → 1; merge_method: (sensitive value) → (sensitive value)), mergequeue_queue.gone (deleted).",
    ]);
  });

  test.each<[string, unknown, string]>([
    ["a state", { format_version: "1.0", values: {} }, "it is a state, not a plan"],
    ["a state file", { version: 4, lineage: "x", resources: [] }, "it is a state, not a plan"],
    ["another document", { hello: 1 }, "it is another kind of document"],
    ["a newer format", { format_version: "2.0", planned_values: {} }, 'format_version is "2.0"'],
    [
      "an unknown action",
      toDocument([{ actions: ["merge"], before: WEB }]),
      'this version of mergequeue does not know its action on "mergequeue_queue.web": ["merge"]',
    ],
    ["a queue without a repository", toDocument([{ actions: ["create"], after: {} }]), "has no repo.host"],
    [
      "a resource without an address",
      { format_version: "1.2", resource_changes: [{ type: "mergequeue_queue", mode: "managed" }] },
      "one of its resource_changes has no address",
    ],
  ])("%s is refused", async (_what, document, problem) => {
    const error = await catchError(() => readTerraformPlan(document));
    expect(error).toMatchObject({ code: "invalid_plan" });
    expect(String(error)).toContain(problem);
    expect(String(error)).toContain("terraform show -json PLANFILE");
  });
});
