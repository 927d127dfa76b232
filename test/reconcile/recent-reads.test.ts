import type { Reconciler } from "../../src/reconcile/reconciler";
import { expectError, play, playFailure } from "./support/play";
import type { Stage } from "./support/stage";
import { creates, deletes, GONE, live, looks, QUEUE, reads } from "./support/steps";

const OPTIONS = { timeoutMs: 10_000 };

describe("reads that follow each other at once", () => {
  const CREATED = [creates({ mode: "parallel" }), reads(live({ mode: "parallel" }))];

  async function create(reconciler: Reconciler): Promise<unknown> {
    return reconciler.create(QUEUE, { settings: { mode: "parallel" } }, OPTIONS);
  }
  async function peekAndCreate({ reconciler }: Stage): Promise<unknown> {
    await reconciler.peek(QUEUE);
    return create(reconciler);
  }
  test("a create does not repeat the read of the plan before it", async () => {
    const { calls } = await play([reads(GONE), ...CREATED], peekAndCreate);
    expect(calls).toHaveLength(3);
  });

  test("a queue that the plan found is read again before it is refused or adopted", async () => {
    await expectError(playFailure([reads(live()), reads(live())], peekAndCreate), "queue_exists");
  });

  test("a second declaration of a queue is found by reading, whatever a plan read before", async () => {
    const steps = [reads(GONE), ...CREATED, reads(GONE), reads(live({ mode: "parallel" }))];
    const failing = playFailure(steps, async (stage) => {
      await create(stage.reconciler);
      return peekAndCreate(stage);
    });
    await expectError(failing, "declared_twice");
  });

  test("advice on a queue uses the read of the refresh before it", async () => {
    const { result } = await play([reads(live({}, [7]))], async ({ reconciler }) => {
      await reconciler.read(QUEUE, OPTIONS);
      return reconciler.peek(QUEUE);
    });
    expect(result?.pullRequests).toMatchObject([{ prNumber: 7 }]);
  });

  test("a refresh uses the read of the advice before it, once, but not that a queue was not found", async () => {
    const steps = [reads(live()), reads(live({ state: "paused" })), reads(GONE), reads(live())];
    const { result } = await play(steps, async ({ reconciler, clock }) => {
      const advised = await reconciler.peek(QUEUE);
      const refreshed = await reconciler.refresh(QUEUE, OPTIONS);
      const again = await reconciler.refresh(QUEUE, OPTIONS);
      await clock.sleep(10_001);
      await reconciler.peek(QUEUE);
      const found = await reconciler.refresh(QUEUE, OPTIONS);
      return [refreshed === advised, again.settings.state, found.settings.state];
    });
    expect(result).toEqual([true, "paused", "running"]);
  });

  test("a refresh does not use the read of another refresh", async () => {
    const steps = [reads(live()), reads(live({ state: "paused" }))];
    const { result } = await play(steps, async ({ reconciler }) => {
      await reconciler.read(QUEUE, OPTIONS);
      return reconciler.refresh(QUEUE, OPTIONS);
    });
    expect(result.settings.state).toBe("paused");
  });

  test("a delete reads the queue itself, and what was read before it no longer counts", async () => {
    const steps = [reads(live()), looks(live()), deletes(), reads(GONE), reads(GONE)];
    const { result } = await play(steps, async ({ reconciler }) => {
      await reconciler.read(QUEUE, OPTIONS);
      await reconciler.delete(QUEUE, OPTIONS);
      return reconciler.peek(QUEUE);
    });
    expect(result).toBeUndefined();
  });
});
