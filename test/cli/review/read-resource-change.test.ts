import type { PlannedQueue } from "../../../src/plan/plan";
import { configure, readDocument, type toDocument, WEB } from "./terraform-document";

/** Reads a plan of one queue. */
function readOne(...input: Parameters<typeof toDocument>): PlannedQueue {
  const [queue] = readDocument(...input).queues;
  if (queue === undefined) throw new Error("the plan has no queue");
  return queue;
}

describe("readResourceChange", () => {
  test.each([
    [["no-op"], "none"],
    [["create"], "create"],
    [["update"], "update"],
    [["delete"], "delete"],
    [["delete", "create"], "replace"],
    [["create", "delete"], "replace"],
    [["forget"], "forget"],
    [["create", "forget"], "create"],
    [["forget", "create"], "create"],
  ])("the actions %j are %s", (actions, action) => {
    const queue = readOne([{ actions, before: WEB, after: WEB }]);
    expect(queue).toMatchObject({ action, id: "github.com/acme/web/main", address: "mergequeue_queue.web" });
    expect(queue).toMatchObject({ stack: undefined, origin: undefined, pullRequests: undefined });
  });

  test.each([
    ["another queue", { target_branch: "next" }, false],
    ["the same queue", {}, true],
    ["the same queue, adopted", { on_existing: "adopt" }, false],
  ])("a replacement by %s that only forgets the old one says so, refused or not", (_, changes, isRefused) => {
    const after = { ...WEB, ...changes };
    const { warnings } = readOne([{ actions: ["forget", "create"], before: WEB, after }]);
    expect(warnings[0]).toMatchObject({
      summary: "Queue will be forgotten and not replaced: github.com/acme/web/main",
      detail: expect.stringContaining(
        "{ destroy = false }. A destroy therefore only forgets the queue, which stays",
      ) as string,
    });
    expect(warnings[0]?.detail.includes("will be refused")).toBe(isRefused);
  });

  test("changes are listed as in a plan of ours: settings in the table's order, additional ones, arguments", () => {
    const before = {
      ...WEB,
      concurrency: 1,
      state: "running",
      required_statuses: ["a", "b"],
      additional_settings: { old: 1, same: [1], gone: true },
      timeouts: { create: "1m" },
    };
    const after = {
      ...before,
      concurrency: 2,
      required_statuses: ["b", "a"],
      additional_settings: { old: 2, same: [1], __proto__x: 1 },
      timeouts: { create: "1m", delete: "2m" },
      deletion_policy: "drain",
    };
    const queue = readOne([{ actions: ["update"], before, after }]);
    expect(queue.changes.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      "setting concurrency",
      "additional old",
      "additional gone",
      "additional __proto__x",
      "argument deletionPolicy",
      "argument timeouts.delete",
    ]);
    const [now, then] = [1, 2].map((value) => ({ kind: "value", value }));
    expect(queue.changes[0]).toEqual({ name: "concurrency", kind: "setting", now, then });
    expect(queue.changes[2]?.then).toEqual({ kind: "absent" });
    expect(queue.settings).toEqual({ concurrency: 1, state: "running", requiredStatuses: ["a", "b"] });
  });

  test("a new queue has a line for configured unknown settings, and none for those that the service chooses", () => {
    const input = {
      actions: ["create"],
      after: { ...WEB, mode: "single", deletion_policy: null },
      unknown: { concurrency: true, merge_method: true, required_statuses: true, repo: {} },
    };
    const names = readOne([input], configure({ mode: {}, merge_method: {} })).changes.map(({ name }) => name);
    expect(names).toEqual(["mode", "mergeMethod"]);
    expect(readOne([input]).changes.map(({ name }) => name)).toEqual(["mode"]);
  });

  test("of an existing queue everything that becomes known later has a line", () => {
    const before = { ...WEB, batch: false, batching_min_size: 2 };
    const after = { ...WEB, batch: true };
    const queue = readOne([{ actions: ["update"], before, after, unknown: { batching_min_size: true } }]);
    const lines = queue.changes.map(({ name, now, then }) => `${name}: ${now.kind} -> ${then.kind}`);
    expect(lines).toEqual(["batch: value -> value", "batchingMinSize: value -> unknown"]);
  });

  test("unknown additional settings are one line, or one line each if their names are known", () => {
    const change = { actions: ["update"], before: WEB };
    const whole = readOne([{ ...change, after: WEB, unknown: { additional_settings: true } }]).changes;
    expect(whole).toMatchObject([
      { name: "additionalSettings", kind: "additional", then: { kind: "unknown" } },
    ]);
    const after = { ...WEB, additional_settings: { known: 1 } };
    const each = readOne([{ ...change, after, unknown: { additional_settings: { later: true } } }]).changes;
    expect(each).toMatchObject([
      { name: "known", then: { kind: "value", value: 1 } },
      { name: "later", then: { kind: "unknown" } },
    ]);
  });

  test("a replaced queue is the old one, and its new settings are changes", () => {
    const before = { ...WEB, concurrency: 5, mode: "single" };
    const after = { ...WEB, target_branch: "next", mode: "parallel" };
    const queue = readOne([{ actions: ["delete", "create"], before, after, unknown: { concurrency: true } }]);
    expect(queue).toMatchObject({ id: "github.com/acme/web/main", action: "replace", warnings: [] });
    const lines = queue.changes.map(({ name, kind }) => `${kind} ${name}`);
    expect(lines).toEqual(["identity targetBranch", "setting mode"]);
  });

  test("S-26: settings that a replacement loses get the service's defaults, and removed statuses are lost protection", () => {
    const required_statuses = ["ci/test", "security/codeql"];
    const before = { ...WEB, state: "paused", mode: "single", concurrency: 4, required_statuses };
    const unknown = { state: true, mode: true, required_statuses: true, concurrency: true };
    const change = { actions: ["delete", "create"], before, after: WEB, unknown };
    const queue = readOne([change], configure({ concurrency: {} }));
    const listed = { kind: "value", value: required_statuses };
    expect(queue.changes).toEqual([
      { name: "state", kind: "setting", now: { kind: "value", value: "paused" }, then: { kind: "default" } },
      { name: "concurrency", kind: "setting", now: { kind: "value", value: 4 }, then: { kind: "unknown" } },
      { name: "requiredStatuses", kind: "setting", now: listed, then: { kind: "default" } },
    ]);
    expect(queue.protection).toMatchObject([
      { name: "requiredStatuses", kind: "loss", message: expect.stringContaining("codeql") as string },
    ]);

    const hidden = readOne([{ ...change, beforeSensitive: { required_statuses: true } }]);
    expect(JSON.stringify(hidden)).not.toContain("codeql");
    expect(hidden.protection).toHaveLength(1);
    const kept = readOne([{ ...change, before: { ...before, deletion_policy: "abandon" } }]);
    expect(kept.protection).toEqual([]);
    expect(kept.changes.map(({ name }) => name)).toEqual(["deletionPolicy"]);
  });

  test('a queue with deletion_policy = "abandon" is forgotten, even if it is replaced, and a warning says so', () => {
    const before = { ...WEB, deletion_policy: "abandon" };
    expect(readOne([{ actions: ["delete"], before }]).action).toBe("forget");
    const summary = "Queue will be forgotten and not replaced: github.com/acme/web/main";
    const detail = expect.stringContaining("stays as it is on the service") as string;
    const { warnings } = readOne([{ actions: ["delete", "create"], before, after: WEB }]);
    expect(warnings).toEqual([{ summary, detail }]);
  });

  test("an unknown or sensitive identity is written in words", () => {
    const after = { repo: { host: "github.com", owner: "hidden-owner" }, target_branch: "main" };
    const masks = { unknown: { repo: { name: true } }, afterSensitive: { repo: { owner: true } } };
    const queue = readOne([{ actions: ["create"], after, ...masks }]);
    expect(queue.id).toBe("github.com/(sensitive value)/(known after apply)/main");
  });

  test("S-02: sensitive values are nowhere, not even in messages about merge protection", () => {
    const before = { ...WEB, required_statuses: ["canary-a", "canary-b"], merge_method: "canary-c" };
    const after = {
      ...WEB,
      required_statuses: ["canary-b"],
      merge_method: "canary-d",
      additional_settings: { key: "canary-e", nested: { deep: "canary-f" } },
    };
    const change = { actions: ["update"], before, after };
    const beforeSensitive = { required_statuses: [true, false], merge_method: true };
    const additional_settings = { key: true, nested: { deep: true } };
    const afterSensitive = { merge_method: true, additional_settings };
    const queue = readOne([{ ...change, beforeSensitive, afterSensitive }]);
    expect(JSON.stringify(queue)).not.toMatch(/canary-[acdef]/);
    const lines = queue.changes.map(({ name, then }) => `${then.kind} ${name}`);
    expect(lines.join()).toBe("value requiredStatuses,sensitive mergeMethod,sensitive key,sensitive nested");
    expect(queue.protection).toMatchObject([{ name: "requiredStatuses", kind: "loss" }]);
    const hidden = readOne([{ ...change, beforeSensitive: true, afterSensitive: true }]);
    expect(JSON.stringify(hidden)).not.toContain("canary");
    expect(hidden.id).toContain("(sensitive value)");
  });

  test("S-26: required statuses that are given back to the service are a loss; those not known yet are none", () => {
    const input = {
      actions: ["update"],
      before: { ...WEB, required_statuses: ["a"] },
      after: WEB,
      unknown: { required_statuses: true },
    };
    const released = readOne([input], configure({ repo: {} }));
    const message = expect.stringContaining('the list that was set ("a") will be deleted') as string;
    expect(released.protection).toEqual([{ name: "requiredStatuses", kind: "loss", message }]);
    expect(readOne([input], configure({ required_statuses: { references: ["x"] } })).protection).toEqual([]);
    expect(readOne([input]).protection).toEqual([]);
  });

  test("the service is known if the configuration contains its address", () => {
    const input = { actions: ["no-op"], before: WEB, after: WEB };
    const url = { constant_value: "https://merge.example.com/v1" };
    expect(readOne([input], configure({}, url)).origin).toBe("https://merge.example.com");
    expect(readOne([input], configure({}, { references: ["var.url"] })).origin).toBeUndefined();
    expect(readOne([input], configure({}, { constant_value: "::" })).origin).toBeUndefined();
  });

  test("the configuration of a module is found for every kind of instance key", () => {
    const resource = { mode: "managed", type: "mergequeue_queue", name: "web", expressions: { mode: {} } };
    const inner = { module_calls: { b: { module: { resources: [resource] } } } };
    const configuration = { root_module: { module_calls: { a: { module: inner } } } };
    const change = { actions: ["create"], module: 'module.a["x.module.y\\"]"].module.b[0]', after: WEB };
    const queue = readOne([{ ...change, unknown: { mode: true, concurrency: true } }], { configuration });
    expect(queue.changes.map(({ name, then }) => [name, then.kind])).toEqual([["mode", "unknown"]]);
    expect(queue.origin).toBeUndefined();
  });

  test("F-44: of a deleted queue, everything that goes is a change", () => {
    const gone = { concurrency: 2, mode: null, additional_settings: { old: 1 }, deletion_policy: "drain" };
    const before = { ...WEB, ...gone };
    const { changes } = readOne([{ actions: ["delete"], before }]);
    expect(changes.map(({ name, now, then }) => [name, now, then.kind])).toEqual([
      ["concurrency", { kind: "value", value: 2 }, "absent"],
      ["old", { kind: "value", value: 1 }, "absent"],
    ]);
  });

  test.each([
    [{ required_statuses: ["ci"] }, /overwrites required_statuses\. Required statuses that are/],
    [{ concurrency: 2 }, /takes it over and overwrites concurrency\. The warnings of terraform plan/],
    [{}, /takes it over and keeps its settings\. The warnings/],
  ])("S-26: a new queue that may be adopted says what that overwrites: %j", (settings, detail) => {
    const after = { ...WEB, ...settings, on_existing: "adopt" };
    const summary = "Queue may exist and would be adopted: github.com/acme/web/main";
    const warning = { summary, detail: expect.stringMatching(detail) as string };
    expect(readOne([{ actions: ["create"], after }]).warnings).toEqual([warning]);
    expect(readOne([{ actions: ["create"], after: { ...after, on_existing: "fail" } }]).warnings).toEqual([]);
  });
});
