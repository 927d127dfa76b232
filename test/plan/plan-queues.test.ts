import { fail, onOperation } from "../../src/emulator/faults";
import { fromPlanDocument } from "../../src/plan/from-plan-document";
import { toPlanDocument } from "../../src/plan/to-plan-document";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { MemoryService } from "../conformance/support/memory-service";
import { PlanStage } from "./support/plan-stage";
import { API, DOCS, WEB } from "./support/queue-ids";
import { textWith } from "./support/text-with";

let stage: PlanStage;

beforeEach(() => {
  stage = new PlanStage();
});

/** A planned change; `now` is undefined if there is no value. */
function change(name: string, now: unknown, then: unknown, kind = "setting"): object {
  const before = now === undefined ? { kind: "absent" } : { kind: "value", value: now };
  return { name, kind, now: before, then: { kind: "value", value: then } };
}

describe("planQueues", () => {
  test("plans what differs: now and then of each setting, in the table's order, then the additional ones", async () => {
    stage = new PlanStage({ additionalSettings: { mergeTrain: "slow", spare: 1 } });
    stage.make(WEB, { concurrency: 2, mergeMethod: "merge_commit", requiredStatuses: ["a", "b"] });
    const wanted = { mergeMethod: "rebase", requiredStatuses: ["b", "a", "a"], concurrency: 3 } as const;
    const additionalSettings = new Map([["mergeTrain", "fast"]]);
    const { plan } = await stage.plan([stage.declare(WEB, wanted, { additionalSettings })]);
    expect(plan).toMatchObject({ mode: "apply", counts: { update: 1, none: 0 }, warnings: [] });
    expect(plan.queues).toEqual([
      {
        id: WEB,
        identity: parseQueueId(WEB),
        address: "mergequeue_queue.q1",
        stack: "queues",
        origin: "https://service-1.invalid",
        action: "update",
        isImported: false,
        changes: [
          change("concurrency", 2, 3),
          change("mergeMethod", "merge_commit", "rebase"),
          change("mergeTrain", "slow", "fast", "additional"),
        ],
        settings: expect.objectContaining({ concurrency: 2, state: "running", batch: false }) as unknown,
        protection: [],
        warnings: [],
        pullRequests: [],
      },
    ]);
  });

  test("says once what queues need that become parallel", async () => {
    stage.make(WEB, { mode: "parallel" });
    stage.make(API, { mode: "single" });
    const declared = [WEB, API, DOCS].map((id) => stage.declare(id, { mode: "parallel" }));
    const { plan } = await stage.plan(declared);
    expect(plan.warnings).toEqual([expect.stringContaining(`mergequeue pr impacted-targets ${API} NUMBER`)]);
    expect((await stage.plan(declared, "destroy")).plan.warnings).toEqual([]);
  });

  test("plans to create missing queues with all declared settings, and nothing for queues that already match", async () => {
    stage = new PlanStage({ additionalSettings: { mergeTrain: "slow" } });
    stage.make(WEB, { concurrency: 2 });
    stage.submit(WEB, 7);
    const additionalSettings = new Map(Object.entries({ mergeTrain: "fast", other: null }));
    const members = [
      stage.declare(WEB, { concurrency: 2 }),
      stage.declare(API, { mode: "parallel", concurrency: 5 }, { additionalSettings }),
    ];
    const { plan } = await stage.plan(members);
    const changes = [
      change("mode", undefined, "parallel"),
      change("concurrency", undefined, 5),
      change("mergeTrain", undefined, "fast", "additional"),
    ];
    expect(plan.queues).toEqual([
      expect.objectContaining({ id: API, action: "create", changes, pullRequests: [], settings: {} }),
      expect.objectContaining({ id: WEB, action: "none", changes: [], pullRequests: undefined }),
    ]);
    expect(plan.queues[1]?.settings).toMatchObject({ concurrency: 2, mode: "single" });
  });

  test("reads each queue once, and a queue that is declared nowhere never", async () => {
    for (const id of [WEB, DOCS, API]) stage.make(id);
    await stage.plan([stage.declare(WEB), stage.declare(DOCS)]);
    expect(stage.operations()).toEqual(["getQueue", "getQueue"]);
    const step = { phase: "read", event: "done", action: undefined, total: 2 };
    expect(stage.progress).toEqual([
      { ...step, id: WEB, address: "mergequeue_queue.q1", ended: 1 },
      { ...step, id: DOCS, address: "mergequeue_queue.q2", ended: 2 },
    ]);
  });

  test("F-25: switching_modes is never a difference, whatever state is wanted", async () => {
    stage = new PlanStage({ switchingModes: { reads: 5, refusesWrites: false } });
    stage.make(WEB);
    stage.change(WEB, { mode: "parallel" });
    const { plan } = await stage.plan([stage.declare(WEB, { state: "paused" })]);
    expect(plan.queues).toMatchObject([
      { action: "none", changes: [], protection: [], settings: { state: "switching_modes" } },
    ]);
  });

  test("sensitive settings are never shown: neither their current and planned values nor in messages", async () => {
    stage = new PlanStage({ additionalSettings: { webhookSecret: "old-secret" } });
    stage.make(WEB, { requiredStatuses: ["secret-status"], concurrency: 2 });
    const additionalSettings = new Map([["webhookSecret", "new-secret"]]);
    const wanted = { requiredStatuses: ["secret-other"], concurrency: 3 };
    const more = { additionalSettings, sensitive: ["webhookSecret", "requiredStatuses"] };
    const created = stage.declare(API, {}, { additionalSettings, sensitive: ["webhookSecret"] });
    const { plan } = await stage.plan([stage.declare(WEB, wanted, more), created]);
    expect(JSON.stringify(plan)).not.toMatch(/secret-|-secret/);
    const [ofApi, ofWeb] = plan.queues;
    expect(ofApi?.changes).toEqual([
      { name: "webhookSecret", kind: "additional", now: { kind: "absent" }, then: { kind: "sensitive" } },
    ]);
    expect(ofWeb?.changes.map(({ name, now, then }) => [name, now.kind, then.kind])).toEqual([
      ["concurrency", "value", "value"],
      ["requiredStatuses", "sensitive", "sensitive"],
      ["webhookSecret", "sensitive", "sensitive"],
    ]);
    expect(ofWeb?.protection).toMatchObject([
      { name: "requiredStatuses", kind: "loss", message: textWith("not shown") },
    ]);
    expect(ofWeb?.settings).toMatchObject({ concurrency: 2 });
  });

  test("S-26: reports reduced merge protection, even for a queue that is created", async () => {
    stage.make(WEB, { requiredStatuses: ["ci/build", "ci/test"] });
    stage.make(DOCS, { directMergeMode: "off" });
    const members = [
      stage.declare(WEB, { requiredStatuses: ["ci/build"] }),
      stage.declare(API, { requiredStatuses: [] }),
      stage.declare(DOCS, { state: "paused", directMergeMode: "always" }),
    ];
    const { plan } = await stage.plan(members);
    expect(
      plan.queues.map(({ id, protection }) => [id, ...protection.map(({ name, kind }) => `${kind} ${name}`)]),
    ).toEqual([
      [API, "loss requiredStatuses"],
      [DOCS, "loss directMergeMode", "pause state"],
      [WEB, "loss requiredStatuses"],
    ]);
    expect(plan.queues[2]?.protection[0]?.message).toContain('"ci/test"');
  });

  test("queues of several services make one plan, sorted by origin and id; the same queue may be at both", async () => {
    const second = new MemoryService({});
    stage.make(WEB);
    const members = [
      stage.declare(WEB),
      stage.declare(WEB, {}, {}, second),
      stage.declare(API, {}, {}, second),
    ];
    const { plan, tasks } = await stage.plan(members);
    expect(plan.queues.map(({ origin, id, action }) => [origin, id, action])).toEqual([
      ["https://service-1.invalid", WEB, "none"],
      ["https://service-2.invalid", API, "create"],
      ["https://service-2.invalid", WEB, "create"],
    ]);
    const addresses = ["q1", "q3", "q2"].map((name) => `mergequeue_queue.${name}`);
    expect(tasks.map(({ queue }) => queue.address)).toEqual(addresses);
  });

  test("a queue that is declared twice at one service is an error before any call", async () => {
    const members = [
      stage.declare(WEB),
      stage.declare("GitHub.com/ACME/web/main", {}, { stack: "other" }),
      stage.declare(API),
      stage.declare(API),
      stage.declare(DOCS),
    ];
    const planning = stage.plan(members);
    await expect(planning).rejects.toMatchObject({
      code: "invalid_stack",
      message:
        `Queue ${WEB} at https://service-1.invalid is declared 2 times: mergequeue_queue.q1 of stack queues, ` +
        "mergequeue_queue.q2 of stack other. Keep one of them.\n" +
        `Queue ${API} at https://service-1.invalid is declared 2 times: mergequeue_queue.q3 of stack queues, ` +
        "mergequeue_queue.q4 of stack queues. Keep one of them.",
      details: { findings: [{ path: ["mergequeue_queue.q1"] }, { path: ["mergequeue_queue.q3"] }] },
    });
    expect(stage.operations()).toEqual([]);
  });
});

describe("planQueues to destroy", () => {
  test("F-22: deletes existing queues, forgets those with abandon, and warns of pull requests", async () => {
    const MOBILE = "github.com/acme/mobile/main";
    for (const id of [WEB, API, DOCS, MOBILE]) stage.make(id);
    for (const id of [WEB, API]) stage.submit(id, 7);
    const members = [
      stage.declare(WEB),
      stage.declare(API, {}, { deletionPolicy: "drain" }),
      stage.declare(DOCS, {}, { deletionPolicy: "abandon" }),
      stage.declare(MOBILE),
      stage.declare("github.com/acme/gone/main", {}, { deletionPolicy: "abandon" }),
    ];
    const { plan } = await stage.plan(members, "destroy");
    expect(plan.counts).toEqual({ create: 0, update: 0, replace: 0, delete: 3, forget: 1, none: 1 });
    const [api, docs, gone, mobile, web] = plan.queues;
    expect(api).toMatchObject({ action: "delete", pullRequests: [{ prNumber: 7 }] });
    const drained =
      "It will start nothing new. mergequeue waits at most 60m until the queue is empty, then deletes it.";
    expect(api?.warnings).toEqual([
      { summary: `Queue to be deleted will be drained first: ${API}`, detail: textWith(drained) },
    ]);
    expect(docs).toMatchObject({ action: "forget", changes: [], warnings: [] });
    expect(gone).toMatchObject({ action: "none", settings: {}, pullRequests: undefined });
    expect(mobile).toMatchObject({ action: "delete", warnings: [], pullRequests: [] });
    const refused = /^Queue .* now contains:\n {2}#7 .*\nThe deletion is refused until the queue is empty\./;
    expect(web?.warnings).toEqual([
      { summary: `Queue to be deleted has pull requests in it: ${WEB}`, detail: textWith(refused) },
    ]);
    expect(stage.writes()).toEqual([]);
  });

  test("F-44: of a queue that is deleted, it shows every setting that goes, declared or not, but no secret", async () => {
    stage = new PlanStage({ additionalSettings: { mergeTrain: "slow", windows: 1 } });
    stage.make(WEB, { concurrency: 7, requiredStatuses: ["ci"], mergeMethod: "merge_commit" });
    const more = { additionalSettings: new Map([["mergeTrain", "x"]]), sensitive: ["mergeMethod"] };
    const { plan } = await stage.plan([stage.declare(WEB, { concurrency: 2 }, more)], "destroy");
    const changes = plan.queues[0]?.changes ?? [];
    const names = [...Object.keys(stage.find(WEB) ?? {}), "mergeTrain"];
    expect(changes.map(({ name }) => name).sort()).toEqual(names.sort());
    expect(changes.every(({ then }) => then.kind === "absent")).toBe(true);
    const find = (name: string): unknown => changes.find((change) => change.name === name);
    expect(find("concurrency")).toMatchObject({ kind: "setting", now: { kind: "value", value: 7 } });
    expect(find("requiredStatuses")).toMatchObject({ now: { value: ["ci"] } });
    expect(find("mergeMethod")).toMatchObject({ now: { kind: "sensitive" } });
    expect(find("mergeTrain")).toMatchObject({ kind: "additional", now: { value: "slow" } });
  });

  test("F-47: goes on where what is not ready cannot be listed, and the plan says so, also when it is read back", async () => {
    for (const id of [WEB, DOCS]) stage.make(id);
    stage.fault(onOperation("listPullRequests", fail(403)));
    const members = [stage.declare(WEB), stage.declare(DOCS, {}, { deletionPolicy: "abandon" })];
    const saved = await stage.plan(members, "destroy");
    const summary = `Queue to be deleted may not be empty: ${WEB}`;
    const { plan } = fromPlanDocument(JSON.stringify(toPlanDocument(saved)));
    for (const { queues } of [saved.plan, plan])
      expect(queues.flatMap(({ warnings }) => warnings)).toMatchObject([{ summary }]);
    expect(stage.operations().filter((each) => each === "listPullRequests")).toHaveLength(1);
    expect(stage.progress.filter(({ event }) => event === "failed")).toEqual([]);
  });

  test("F-47: only a plan to destroy asks what is not ready", async () => {
    stage.make(WEB, { concurrency: 2 });
    await stage.apply([stage.declare(WEB, { concurrency: 3 }), stage.declare(API)]);
    expect(stage.operations()).not.toContain("listPullRequests");
  });

  test("says how long it waits for a queue to become empty", async () => {
    stage.make(WEB);
    stage.submit(WEB, 7);
    const more = { deletionPolicy: "drain", timeoutsMs: { delete: 90_000 } } as const;
    const { plan } = await stage.plan([stage.declare(WEB, {}, more)], "destroy");
    expect(plan.queues[0]?.warnings[0]?.detail).toContain("waits at most 90s until");
  });
});
