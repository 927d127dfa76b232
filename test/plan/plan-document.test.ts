import { hash } from "node:crypto";
import { applyPlan } from "../../src/plan/apply-plan";
import { bindPlan, fromPlanDocument } from "../../src/plan/from-plan-document";
import { toPlanDocument } from "../../src/plan/to-plan-document";
import { isMergeQueueError } from "../../src/queue/merge-queue-error";
import { MemoryService } from "../conformance/support/memory-service";
import { catchError } from "../support/catch-error";
import { PlanStage } from "./support/plan-stage";
import { API, DOCS, refer, WEB } from "./support/queue-ids";
import { textWith } from "./support/text-with";

/** Makes a plan that has everything a plan can have, and its text. */
async function makePlan(mode: "apply" | "destroy" = "apply") {
  const stage = new PlanStage({ additionalSettings: { webhook: { secret: "old" } } });
  for (const id of [WEB, DOCS]) stage.make(id, { concurrency: 2 });
  stage.submit(WEB, 7);
  const members = [
    stage.declare(
      WEB,
      { concurrency: 3, requiredStatuses: [] },
      {
        additionalSettings: new Map([["webhook", { secret: "new" }]]),
        sensitive: ["webhook"],
        deletionPolicy: "drain",
        timeoutsMs: { read: 1_000, delete: 90_000 },
      },
    ),
    stage.declare(API, { mode: "parallel" }),
    stage.declare(DOCS, { concurrency: 2 }),
    stage.declare(WEB, {}, {}, new MemoryService({})),
  ];
  const prepared = await stage.plan(members, mode);
  return { stage, prepared, text: JSON.stringify(toPlanDocument(prepared)) };
}

/** Returns a document with another value at a path (undefined: none), and the checksum that this demands. */
function forge(text: string, path: readonly (string | number)[] = [], value?: unknown): string {
  const document = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const [last, ...outer] = [...path].reverse();
  let place: unknown = document;
  for (const part of outer.reverse()) place = (place as Record<string | number, unknown>)[part];
  if (last !== undefined) (place as Record<string | number, unknown>)[last] = value;
  const { mode, digest, connections, queues } = document;
  const content = JSON.stringify({ mode, digest, connections, queues });
  return JSON.stringify({ ...document, checksum: `sha256:${hash("sha256", content)}` });
}

describe("a saved plan", () => {
  test.each(["apply", "destroy"] as const)("to %s is read back unchanged", async (mode) => {
    const { prepared, text } = await makePlan(mode);
    const saved = fromPlanDocument(text);
    expect(saved.plan).toEqual(prepared.plan);
    expect(saved.tasks.map(({ queue }) => queue.identity)).toEqual(
      prepared.tasks.map(({ queue }) => queue.identity),
    );
    expect(JSON.stringify(toPlanDocument(saved))).toBe(text);
  });

  test("is applied as the plan itself: one client for each connection", async () => {
    const { stage, text } = await makePlan();
    const asked: string[] = [];
    const services = [stage.service, new MemoryService({})].map((service) => stage.connect(service));
    const members = new Map(services.map((service) => [service.origin, service]));
    const prepared = bindPlan(fromPlanDocument(text), ({ origin, connection }) => {
      asked.push(`${origin} ${String(connection.get("base_url"))}`);
      // The second service of this test is the third that the stage knows.
      const found = members.get(origin) ?? [...members.values()][1];
      if (found === undefined) throw new Error("no service");
      return found;
    });
    expect(asked).toEqual([
      "https://service-1.invalid https://service-1.invalid/v1",
      "https://service-2.invalid https://service-2.invalid/v1",
    ]);
    await applyPlan(prepared, stage.options);
    expect(stage.writes().map(({ operation, body }) => [operation, body])).toEqual(
      expect.arrayContaining([
        ["createQueue", { ...refer(API), mode: "parallel" }],
        ["updateQueue", { ...refer(WEB), concurrency: 3, webhook: { secret: "new" } }],
      ]),
    );
    expect(stage.writes()).toHaveLength(2);
  });

  test("S-02: never contains a token", async () => {
    const { prepared } = await makePlan();
    const kept = { base_url: "https://service-1.invalid/v1", allow_insecure_http: false };
    const connection = new Map(Object.entries({ ...kept, token: "canary-token" }));
    const tasks = prepared.tasks.map((task) => ({ ...task, service: { ...task.service, connection } }));
    const document = toPlanDocument({ ...prepared, tasks });
    expect(JSON.stringify(document)).not.toContain("canary-token");
    expect(document).toHaveProperty("connections", [
      { origin: "https://service-1.invalid", arguments: kept },
      { origin: "https://service-2.invalid", arguments: kept },
    ]);
  });
});

describe("a file that is not a saved plan", () => {
  let text = "";
  beforeAll(async () => {
    ({ text } = await makePlan());
  });

  /** Expects a refusal that says this. */
  function expectRefusal(given: string, message: string | RegExp): void {
    const refusal = { code: "invalid_plan", message: textWith(message) };
    expect(catchError(() => fromPlanDocument(given))).toMatchObject(refusal);
  }

  const deep = `{"format":"mergequeue-plan","version":1,"queues":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;

  test.each([
    ["", /: it is not JSON, or is cut off\.$/],
    ["{", /it is not JSON/],
    ["[]", /it has no "format"/],
    ["null", /it has no "format"/],
    ['{"format_version":"1.2"}', /it has no "format": "mergequeue-plan"/],
    ['{"format":"mergequeue-plan","version":2}', /reads only version 1 of the format/],
    ['{"format":"mergequeue-plan","version":1}', /changed after it was written, or is damaged/],
    [deep, /nested deeper than 210 levels/],
  ])("document %# is refused", expectRefusal);

  test("a document that was changed after it was written is refused", () => {
    for (const [from, to] of [
      ['"concurrency":3', '"concurrency":4'],
      ['"mode":"apply"', '"mode":"destroy"'],
      ["service-1.invalid/v1", "evil.invalid/v1"],
      ['"prNumber":7', '"prNumber":8'],
    ] as const) {
      expect(text).toContain(from);
      expectRefusal(text.replace(from, to), "changed after it was written");
    }
  });

  test.each<[string, unknown, string]>([
    ["digest", "sha256:0", "would do something different from the plan"],
    ["queues.2.settings.concurrency", 4, "would do something different"],
    ["mode", "replace", ': Must be one of "apply", "destroy"'],
    ["queues", {}, ": Must be a list"],
    ["queues.0", 7, ": Must be an object"],
    ["queues.0.address", null, ": Must be a string"],
    ["queues.0.stack", undefined, ": Is missing"],
    ["queues.0.identity", "x", ": Must be an object"],
    ["queues.0.identity.repo.host", 1, ": Must be a string"],
    ["queues.0.identity.repo.owner", "a/b", ": The owner must not contain a slash"],
    ["queues.0.identity.targetBranch", "", ": The target branch must not be empty"],
    ["queues.0.settings.concurrency", 0, ": Must be a whole number"],
    ["queues.0.settings.deleteRequiredStatuses", true, ": There is no setting of this name"],
    ["queues.0.additionalSettings.repo", {}, ": "],
    ["queues.0.sensitive", [1], "queues.0.sensitive.0: Must be a string"],
    ["queues.0.deletionPolicy", "force", ': Must be one of "refuse", "drain", "abandon"'],
    ["queues.0.timeoutsMs.replace", 1, 'queues.0.timeoutsMs: The interface has no field "replace" here'],
    ["queues.0.timeoutsMs.read", 0, ": Must be milliseconds from 1 to 86400000"],
    ["queues.0.timeoutsMs.read", 1e9, ": Must be"],
    ["queues.0.timeoutsMs.read", "5m", ": Must be"],
    ["queues.0.connection", 5, ": There is no such connection"],
    ["queues.0.connection", undefined, ": Is missing"],
    ["queues.1.seen", 1, ": Must be an object"],
    ["queues.1.seen.settings.concurrency", "two", ": Must be a number that can be read exactly"],
    ["queues.2.seen.pullRequests.0.prNumber", "7", ": Must be a number"],
    ["connections.0", null, ": Must be an object"],
    ["connections.0.origin", 1, ": Must be a string"],
    ["connections.0.arguments.token", "x", ": Is not part of a saved plan"],
    ["connections.0.arguments.base_url", {}, ": Is not part of a saved plan"],
  ])("a document with another %s (%j) is refused even with the right checksum", (place, value, problem) => {
    const path = place.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    expectRefusal(forge(text, path, value), problem.startsWith(": ") ? `${place}${problem}` : problem);
  });

  test("F-22: a queue whose pull requests the service did not show is read as such", () => {
    const forged = forge(text, ["queues", 2, "seen", "pullRequests"], undefined);
    expect(fromPlanDocument(forged).plan.queues[2]?.pullRequests).toBeUndefined();
  });

  test("only the number of a pull request is required; fields of another type are dropped, unknown ones are kept", () => {
    const given = { prNumber: 7, prTitle: 1, prAuthor: "ada", skipTheLine: true, more: 1 };
    const forged = forge(text, ["queues", 2, "seen", "pullRequests", 0], given);
    expect(fromPlanDocument(forged).plan.queues[2]?.pullRequests).toEqual([
      { prNumber: 7, prAuthor: "ada", skipTheLine: true, additionalFields: { more: 1 } },
    ]);
  });

  test("S-12: names of prototypes remain names", () => {
    const forged = text.replace('"timeoutsMs":{}', '"timeoutsMs":{"__proto__":{"read":1}}');
    const error = catchError(() => fromPlanDocument(forge(forged)));
    expect(error).toMatchObject({ code: "invalid_plan" });
    expect(isMergeQueueError(error)).toBe(true);
    expect(({} as { read?: number }).read).toBeUndefined();
  });
});
