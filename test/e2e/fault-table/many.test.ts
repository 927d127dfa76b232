import { delay, type Fault, limitInFlight, onOperation } from "../../../src/emulator/faults";
import { attachStage, declareQueue, onStages, stage } from "../../support/e2e/queue-stage";

onStages();

/** Declares queues that differ in their branch. */
function declareMany(count: number, settings: string): string {
  const one = declareQueue(`  count = ${count}\n  ${settings}`);
  return one.replace('target_branch = "main"', 'target_branch = "branch-${count.index}"');
}

describe("many queues in one apply", () => {
  test("F-05, R-5: thirty queues at once get over 429", async () => {
    await attachStage(declareMany(30, "concurrency = 2"));
    const { emulator, workspace } = stage;
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

    emulator.setFaults(
      onOperation("createQueue", watch),
      onOperation("createQueue", limitInFlight(6, 1)),
      delay(40),
    );
    await workspace.apply("-parallelism=30");
    expect(emulator.listQueues()).toHaveLength(30);
    const first = arrivals.find(({ isLimited }) => isLimited);
    if (first === undefined) throw new Error("The limit was never reached.");
    // All callers wait as long as the refused one: until then, only requests in progress arrive.
    const early = arrivals.filter(({ atMs }) => atMs >= first.atMs && atMs < first.atMs + 900);
    expect(early.length).toBeLessThanOrEqual(30);

    emulator.setFaults();
    expect(inFlight.most).toBeLessThanOrEqual(30);
    const commits = emulator.requests.filter(({ isCommitted }) => isCommitted);
    expect(commits.filter(({ operation }) => operation === "createQueue")).toHaveLength(30);
    // It slows down: each queue is refused a few times at most, where hammering would be refused hundreds of times.
    expect(arrivals.filter(({ isLimited }) => isLimited).length).toBeLessThan(120);
    await workspace.expectEmptyPlan();
  });
});
