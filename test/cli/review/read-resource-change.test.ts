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
  ])(
    "a replacement by %s that only forgets the old one says so, and whether it is refused",
    (_, changes, isRefused) => {
      const after = { ...WEB, ...changes };
      const { warnings } = readOne([{ actions: ["forget", "create"], before: WEB, after }]);
      expect(warnings[0]).toMatchObject({
        summary: "Queue will be forgotten and not replaced: github.com/acme/web/main",
        detail: expect.stringContaining("{ destroy = false }: destroying it there only forgets") as string,
      });
      expect(warnings[0]?.detail.includes("will be refused")).toBe(isRefused);
    },
  );

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
    expect(queue.changes[0]).toEqual({
      name: "concurrency",
      kind: "setting",
      now: { kind: "value", value: 1 },
      then: { kind: "value", value: 2 },
    });
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
    const queue = readOne([
      { actions: ["update"], before, after: { ...WEB, batch: true }, unknown: { batching_min_size: true } },
    ]);
    expect(queue.changes.map(({ name, now, then }) => [name, now.kind, then.kind])).toEqual([
      ["batch", "value", "value"],
      ["batchingMinSize", "value", "unknown"],
    ]);
  });

  test("unknown additional settings are one line, or one line each if their names are known", () => {
    const change = { actions: ["update"], before: WEB };
    expect(
      readOne([{ ...change, after: WEB, unknown: { additional_settings: true } }]).changes,
    ).toMatchObject([{ name: "additionalSettings", kind: "additional", then: { kind: "unknown" } }]);
    const named = { additional_settings: { known: 1 } };
    expect(
      readOne([{ ...change, after: { ...WEB, ...named }, unknown: { additional_settings: { later: true } } }])
        .changes,
    ).toMatchObject([
      { name: "known", then: { kind: "value", value: 1 } },
      { name: "later", then: { kind: "unknown" } },
    ]);
  });

  test("a replaced queue is the old one, and its new settings are changes", () => {
    const queue = readOne([
      {
        actions: ["delete", "create"],
        before: { ...WEB, concurrency: 5, mode: "single" },
        after: { ...WEB, target_branch: "next", mode: "parallel" },
        unknown: { concurrency: true },
      },
    ]);
    expect(queue).toMatchObject({ id: "github.com/acme/web/main", action: "replace", warnings: [] });
    expect(queue.changes.map(({ name, kind }) => [name, kind])).toEqual([
      ["targetBranch", "identity"],
      ["mode", "setting"],
    ]);
  });

  test("S-26: settings that a replacement loses get the service's defaults, and removed statuses are lost protection", () => {
    const before = {
      ...WEB,
      state: "paused",
      mode: "single",
      concurrency: 4,
      required_statuses: ["ci/test", "security/codeql"],
    };
    const unknown = { state: true, mode: true, required_statuses: true, concurrency: true };
    const change = { actions: ["delete", "create"], before, after: WEB, unknown };
    const queue = readOne([change], configure({ concurrency: {} }));
    expect(queue.changes).toEqual([
      { name: "state", kind: "setting", now: { kind: "value", value: "paused" }, then: { kind: "default" } },
      { name: "concurrency", kind: "setting", now: { kind: "value", value: 4 }, then: { kind: "unknown" } },
      {
        name: "requiredStatuses",
        kind: "setting",
        now: { kind: "value", value: before.required_statuses },
        then: { kind: "default" },
      },
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
    expect(readOne([{ actions: ["delete", "create"], before, after: WEB }]).warnings).toEqual([
      {
        summary: "Queue will be forgotten and not replaced: github.com/acme/web/main",
        detail: expect.stringContaining("stays as it is on the service") as string,
      },
    ]);
  });

  test("an unknown or sensitive identity is written in words", () => {
    const queue = readOne([
      {
        actions: ["create"],
        after: { repo: { host: "github.com", owner: "hidden-owner" }, target_branch: "main" },
        unknown: { repo: { name: true } },
        afterSensitive: { repo: { owner: true } },
      },
    ]);
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
    const queue = readOne([
      {
        actions: ["update"],
        before,
        after,
        beforeSensitive: { required_statuses: [true, false], merge_method: true },
        afterSensitive: { merge_method: true, additional_settings: { key: true, nested: { deep: true } } },
      },
    ]);
    expect(JSON.stringify(queue)).not.toMatch(/canary-[acdef]/);
    expect(queue.changes.map(({ name, then }) => [name, then.kind])).toEqual([
      ["requiredStatuses", "value"],
      ["mergeMethod", "sensitive"],
      ["key", "sensitive"],
      ["nested", "sensitive"],
    ]);
    expect(queue.protection).toMatchObject([{ name: "requiredStatuses", kind: "loss" }]);
    const hidden = readOne([
      { actions: ["update"], before, after, beforeSensitive: true, afterSensitive: true },
    ]);
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
    expect(released.protection).toEqual([
      {
        name: "requiredStatuses",
        kind: "loss",
        message: expect.stringContaining('the list that was set ("a") will be deleted') as string,
      },
    ]);
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
    const queue = readOne(
      [
        {
          actions: ["create"],
          module: 'module.a["x.module.y\\"]"].module.b[0]',
          after: WEB,
          unknown: { mode: true, concurrency: true },
        },
      ],
      { configuration: { root_module: { module_calls: { a: { module: inner } } } } },
    );
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
    expect(readOne([{ actions: ["create"], after }]).warnings).toEqual([
      {
        summary: "Queue may exist and would be adopted: github.com/acme/web/main",
        detail: expect.stringMatching(detail) as string,
      },
    ]);
    expect(readOne([{ actions: ["create"], after: { ...after, on_existing: "fail" } }]).warnings).toEqual([]);
  });
});
