import {
  type CrashStage,
  listCalls,
  listEffects,
  listErrors,
  type RunReport,
  toId,
} from "../../support/e2e/crash-stage";
import {
  createEventfulStage,
  DRAINED,
  letDrain,
  reportsFailure,
  startEventfulApply,
} from "../../support/e2e/eventful-apply";
import { waitFor } from "../../support/wait-for";

// The keys of a terminal also signal the provider, so this also proves what a signal to Terraform alone does.
describe("F-11, C-75, G-18: Ctrl-C while queues are created, updated and deleted", () => {
  let stage: CrashStage;
  let stopped: RunReport;
  let again: RunReport;

  beforeAll(async () => {
    stage = await createEventfulStage();
    const run = await startEventfulApply(stage, { leadsGroup: true });
    process.kill(-(run.command.child.pid ?? 0), "SIGINT");
    await waitFor(() => reportsFailure(run, "reads"), "the provider to hear of it");
    run.held.release();
    stopped = await run.report();
    await letDrain(stage);
    again = await stage.apply();
  });

  afterAll(async () => {
    await stage.close();
  });

  test("K-7: nothing is created by what read or waited for its next read, and it says so", () => {
    for (const name of ["reads", "repeats"]) {
      expect(listErrors(stopped, name)).toEqual([
        expect.objectContaining({ summary: "Operation interrupted" }),
      ]);
      expect(new Set(listCalls(stopped, name))).toEqual(new Set(["getQueue"]));
      expect(stopped.state.has(name)).toBe(false);
    }
  });

  test("C-75, K-7: a create that is on its way is finished with its settings, and is clean", () => {
    for (const name of ["creates", "created"]) {
      expect(listErrors(stopped, name)).toEqual([]);
      expect(listEffects([stopped], name)).toEqual(["createQueue", "updateQueue"]);
      expect(stopped.state.get(name)).toMatchObject({
        isTainted: false,
        attributes: { concurrency: 3, merge_method: "rebase" },
      });
      expect(listEffects([again], name)).toEqual([]);
    }
  });

  test("K-8: an update that is on its way is heard out", () => {
    expect(listErrors(stopped, "updates")).toEqual([]);
    expect(stopped.state.get("updates")?.attributes).toMatchObject({ concurrency: 4 });
    expect(listEffects([again], "updates")).toEqual([]);
  });

  test("K-7, F-10: an update that waited for its next try is not tried again; the state is true", () => {
    expect(listErrors(stopped, "repeated")).toEqual([
      expect.objectContaining({ summary: "Operation interrupted" }),
    ]);
    expect(stopped.state.get("repeated")).toMatchObject({ isTainted: false, attributes: { concurrency: 3 } });
    expect(listEffects([again], "repeated")).toEqual(["updateQueue"]);
  });

  test("K-8: a deletion that is on its way is heard out", () => {
    expect(stage.tryFindSettings("deletes")).toBeUndefined();
    expect(listEffects([stopped, again], "deletes")).toEqual(["deleteQueue"]);
  });

  test("F-22: queues that were draining, or about to, get their state back and are kept", () => {
    for (const name of DRAINED) {
      expect(listEffects([stopped], name)).toEqual(["updateQueue", "updateQueue"]);
      expect(stopped.requests.get(name)?.at(-1)?.body).toMatchObject({ state: "running" });
      expect(stopped.state.has(name)).toBe(true);
      const errors = stopped.diagnostics.filter(({ detail }) => detail.includes(toId(name)));
      const [error, ...others] = errors.filter(({ severity }) => severity === "error");
      expect(others).toEqual([]);
      expect(error?.detail).toContain("It was set back to running.");
    }
  });

  test("I-5: the same command again does the rest", () => {
    expect(stopped.status).toBe(1);
    expect(again.status).toBe(0);
    expect([...again.state.keys()].sort()).toEqual(
      ["created", "creates", "reads", "repeated", "repeats", "updates"].sort(),
    );
    for (const name of ["reads", "repeats"])
      expect(listEffects([again], name)).toEqual(["createQueue", "updateQueue"]);
  });
});
