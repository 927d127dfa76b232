import { CrashStage, listErrors, toId } from "../../support/e2e/crash-stage";

const OURS = '  concurrency = 3\n  merge_method = "squash"';
const THEIRS = '  concurrency = 5\n  merge_method = "rebase"';

describe("two pipelines at once", () => {
  const stages: CrashStage[] = [];

  async function createStage(...args: Parameters<typeof CrashStage.create>): Promise<CrashStage> {
    const stage = await CrashStage.create(...args);
    stages.push(stage);
    return stage;
  }

  afterEach(async () => {
    for (const stage of stages.splice(0)) await stage.close();
  });

  test("F-13: with one state, the second is refused by Terraform's lock and calls nothing", async () => {
    const stage = await createStage({ main: OURS });
    const first = await stage.start([{ queue: "main", time: 3, phase: "before" }]);
    const before = stage.emulator.requests.length;
    const second = await stage.workspace.tryRun(["apply", "-auto-approve"]);
    expect(second.status).toBe(1);
    expect(second.output).toContain("Error acquiring the state lock");
    expect(stage.emulator.requests).toHaveLength(before);
    first.held.release();
    const report = await first.report();
    expect(report.status).toBe(0);
    expect(report.state.get("main")?.attributes).toMatchObject({ merge_method: "squash" });
  });

  test("F-13: with a state each, one creates a queue, the other is refused, and neither deletes it", async () => {
    const ours = await createStage({ late: OURS, early: OURS });
    const theirs = await createStage({ late: THEIRS, early: THEIRS }, ours.emulator);
    // We have found no such queue, and have created the other one.
    const run = await ours.start([
      { queue: "late", time: 3, phase: "before" },
      { queue: "early", time: 4, phase: "before" },
    ]);
    const second = await theirs.apply();
    run.held.release();
    const first = await run.report();

    for (const [report, mine, other] of [
      [first, "early", "late"],
      [second, "late", "early"],
    ] as const) {
      expect(report.status).toBe(1);
      expect([...report.state.keys()]).toEqual([mine]);
      expect(listErrors(report, mine)).toEqual([]);
      const [error, ...others] = listErrors(report, other);
      expect(others).toEqual([]);
      expect(error?.summary).toBe("Queue exists already");
      expect(error?.detail).toContain(`terraform import ADDRESS "${toId(other)}"`);
    }
    expect(ours.tryFindSettings("early")).toMatchObject({ concurrency: 3, mergeMethod: "squash" });
    expect(ours.tryFindSettings("late")).toMatchObject({ concurrency: 5, mergeMethod: "rebase" });
    expect(ours.emulator.requests.map(({ operation }) => operation)).not.toContain("deleteQueue");
  });
});
