import { applyFleet } from "../../../src/reconcile/plan/apply-fleet";
import { prepareFleet } from "../../../src/reconcile/plan/prepare-fleet";
import { FleetStage } from "./support/fleet-stage";

const WEB = "github.com/acme/web/main";
const API = "github.com/acme/api/main";
const DOCS = "github.com/acme/docs/main";

describe("applyFleet", () => {
  test("I-2: sends exactly what the plan shows, and nothing for queues without changes", async () => {
    const stage = new FleetStage();
    stage.make(WEB, { concurrency: 2, mergeMethod: "squash" });
    stage.make(DOCS, { concurrency: 3 });
    const members = [
      stage.declare(WEB, { concurrency: 4, mergeMethod: "squash" }),
      stage.declare(API, { mode: "parallel", mergeMethod: "rebase" }),
      stage.declare(DOCS, { concurrency: 3 }),
    ];
    const prepared = await prepareFleet("apply", members, stage.options);
    expect(prepared.plan.counts).toEqual({ create: 1, update: 1, replace: 0, delete: 0, forget: 0, none: 1 });
    const outcome = await applyFleet(prepared, stage.options);
    expect(outcome.queues.map(({ id, result }) => [id, result])).toEqual([
      [API, "created"],
      [WEB, "updated"],
    ]);
    const reference = (name: string) => ({
      repo: { host: "github.com", owner: "acme", name },
      targetBranch: "main",
    });
    const writes = stage.writes().map(({ operation, body }) => [operation, body]);
    expect(writes).toHaveLength(3);
    expect(writes).toEqual(
      expect.arrayContaining([
        ["createQueue", { ...reference("api"), mode: "parallel" }],
        ["updateQueue", { ...reference("api"), mergeMethod: "rebase" }],
        ["updateQueue", { ...reference("web"), concurrency: 4 }],
      ]),
    );
  });
});
