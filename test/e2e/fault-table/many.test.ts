import { delay, type Fault, limitInFlight, onOperation } from "../../../src/emulator/faults";
import { CANARY_TOKEN, declareQueue, QueueStage } from "../../support/e2e/queue-stage";
import { type Run, readRun } from "../../support/e2e/read-run";
import { revokeAfter } from "./fault-case";

/** Declares queues that differ in their branch. */
function declareMany(count: number, settings: string): string {
  const one = declareQueue(`  count = ${count}\n  ${settings}`);
  return one.replace('target_branch = "main"', 'target_branch = "branch-${count.index}"');
}

describe("many queues in one apply", () => {
  let stage: QueueStage;

  afterEach(async () => {
    await stage.close();
  });

  async function apply(...args: readonly string[]): Promise<Run> {
    return readRun(await stage.workspace.tryRun(["apply", "-auto-approve", "-json", ...args]));
  }

  test("F-15: after a token is revoked midway, applied changes are in the state, and the rest converges", async () => {
    stage = await QueueStage.attach(declareMany(3, 'concurrency = 2\n  merge_method = "squash"'));
    const { emulator, workspace } = stage;
    emulator.setFaults(revokeAfter("updateQueue"));
    const { status, diagnostics, output } = await apply("-parallelism=1");
    expect(status).toBe(1);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ detail }) => detail)).toEqual([
      expect.stringContaining("MERGEQUEUE_TOKEN"),
      expect.stringContaining("MERGEQUEUE_TOKEN"),
    ]);
    expect(output).not.toContain(CANARY_TOKEN);
    expect([...(await workspace.readState()).keys()]).toHaveLength(1);
    expect(emulator.listQueues()).toHaveLength(1);
    // Each refused call was made once: calls are not repeated with a token that is not accepted.
    expect(emulator.requests.filter(({ status: answered }) => answered === 401)).toHaveLength(2);

    emulator.setFaults();
    const { planned } = await apply();
    expect([...planned.values()]).toEqual(["create", "create"]);
    expect(emulator.listQueues()).toHaveLength(3);
    await workspace.expectEmptyPlan();
  });

  test("F-05, R-5: thirty queues at once get over 429, with Retry-After and without", async () => {
    stage = await QueueStage.attach(declareMany(30, "concurrency = 2"));
    const { emulator, workspace } = stage;
    const writes = ["createQueue", "updateQueue"] as const;
    const inFlight = { now: 0, most: 0 };
    const arrivals: { readonly atMs: number; readonly isLimited: boolean }[] = [];
    const watch: Fault = async (_request, next) => {
      const atMs = performance.now();
      inFlight.now += 1;
      inFlight.most = Math.max(inFlight.most, inFlight.now);
      try {
        const delivery = await next();
        arrivals.push({ atMs, isLimited: delivery.kind === "whole" && delivery.answer.status === 429 });
        return delivery;
      } finally {
        inFlight.now -= 1;
      }
    };

    emulator.setFaults(onOperation(writes, watch), onOperation(writes, limitInFlight(6, 1)), delay(40));
    await workspace.apply("-parallelism=30");
    expect(emulator.listQueues()).toHaveLength(30);
    const first = arrivals.find(({ isLimited }) => isLimited);
    if (first === undefined) throw new Error("The limit was never reached.");
    // All callers wait as long as the refused one: until then, only requests in progress arrive.
    const early = arrivals.filter(({ atMs }) => atMs >= first.atMs && atMs < first.atMs + 900);
    expect(early.length).toBeLessThanOrEqual(30);

    await stage.declare(declareMany(30, "concurrency = 3"));
    emulator.setFaults(onOperation(writes, watch), onOperation(writes, limitInFlight(6)), delay(40));
    await workspace.apply("-parallelism=30");
    emulator.setFaults();
    expect(inFlight.most).toBeLessThanOrEqual(30);
    const commits = emulator.requests.filter(({ isCommitted }) => isCommitted);
    for (const operation of writes) {
      expect(commits.filter((request) => request.operation === operation)).toHaveLength(30);
    }
    // It slows down: each queue is refused a few times at most, where hammering would be refused hundreds of times.
    expect(arrivals.filter(({ isLimited }) => isLimited).length).toBeLessThan(120);
    await workspace.expectEmptyPlan();
  });
});
