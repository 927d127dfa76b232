import { Reconciler } from "../../src/reconcile/reconciler";
import { play, playFailure } from "./support/play";
import { creates, deletes, failure, GONE, live, looks, QUEUE, reads, record, updates } from "./support/steps";

const OPTIONS = { timeoutMs: 10_000 };

describe("Reconciler", () => {
  test("returns the host and the source of the token", async () => {
    const { result } = await play([], async ({ reconciler }) => reconciler.api);
    expect(result).toMatchObject({ host: "queue.example.com", tokenSource: "MERGEQUEUE_TOKEN" });
  });

  test("creates, reads, peeks, updates and deletes", async () => {
    const steps = [
      reads(GONE),
      creates({ mode: "parallel" }),
      reads(live({ mode: "parallel" })),
      reads(live({ mode: "parallel" })),
      updates({ mode: "single" }, record()),
      looks(live()),
      deletes(),
      reads(GONE),
    ];
    const { result } = await play(steps, async ({ reconciler }) => {
      return [
        await reconciler.create(QUEUE, { settings: { mode: "parallel" } }, OPTIONS),
        (await reconciler.peek(QUEUE))?.settings,
        await reconciler.update(QUEUE, { settings: { mode: "single" } }, OPTIONS),
        await reconciler.delete(QUEUE, OPTIONS),
      ];
    });
    expect(result).toMatchObject([{ mode: "parallel" }, { mode: "parallel" }, { mode: "single" }, "deleted"]);
  });

  test("I-2: sets a state, unless the queue has it already, and asks first", async () => {
    const asked: unknown[] = [];
    const steps = [
      reads(live(), { takesMs: 4_000 }),
      updates({ state: "paused" }, record({ state: "paused" })),
      reads(live({ state: "paused" })),
    ];
    const { result, calls } = await play(steps, async ({ reconciler, clock }) => {
      const change = () =>
        reconciler.changeState(QUEUE, "paused", OPTIONS, async ({ settings }) => {
          asked.push(settings.state);
          clock.advance(60_000);
        });
      return [await change(), await change()];
    });
    expect(result).toMatchObject([
      { before: { settings: { state: "running" } }, settings: { state: "paused" }, isChanged: true },
      { before: { settings: { state: "paused" } }, settings: { state: "paused" }, isChanged: false },
    ]);
    expect(asked).toEqual(["running"]);
    // The time for the change less that of the read; a tenth is reserved for reading after a failure.
    expect(calls[1]?.remainingMs).toBe(5_400);
  });

  test("I-2: a queue whose state was changed is not its own: creating it again says that it exists", async () => {
    const steps = [reads(live()), updates({ state: "paused" }, record({ state: "paused" })), reads(live())];
    const { error } = await playFailure(steps, async ({ reconciler }) => {
      await reconciler.changeState(QUEUE, "paused", OPTIONS);
      await reconciler.create(QUEUE, { settings: {} }, OPTIONS);
    });
    expect(error.code).toBe("queue_exists");
  });

  test("F-22: empties a queue, which stays draining", async () => {
    const steps = [
      looks(live({}, [7])),
      updates({ state: "draining" }, record({ state: "draining" })),
      looks(live({ state: "draining" })),
    ];
    await play(steps, async ({ reconciler }) => reconciler.empty(QUEUE, OPTIONS));
  });

  test("waits until a draining queue is empty or gone", async () => {
    const left: number[] = [];
    const steps = [looks(live({ state: "draining" }, [7])), looks(live({ state: "draining" })), reads(GONE)];
    const { result } = await play(steps, async ({ reconciler }) => {
      const wait = () =>
        reconciler.waitUntilEmpty(QUEUE, OPTIONS, {
          stateBefore: "running",
          onBusy: ({ pullRequests }) => left.push(pullRequests.length),
        });
      return [await wait(), await wait()];
    });
    expect(result).toMatchObject([{ kind: "empty", result: { pullRequests: [] } }, { kind: "gone" }]);
    expect(left).toEqual([1]);
  });

  test("I-3: a delete that waited for its turn asks whether the queue is kept, whatever its spelling", async () => {
    const spelledOtherwise = { ...QUEUE, repo: { ...QUEUE.repo, owner: "ACME" } };
    const { result } = await play([reads(live())], async ({ reconciler }) => {
      let isOwned = false;
      const onOwned = (): void => {
        isOwned = true;
      };
      const isKept = (): boolean => isOwned;
      return Promise.all([
        reconciler
          .create(QUEUE, { settings: {} }, { ...OPTIONS, onExisting: "adopt", onOwned })
          .then(() => "adopted"),
        reconciler.delete(QUEUE, { ...OPTIONS, isKept }),
        reconciler.delete(spelledOtherwise, { ...OPTIONS, isKept, drain: { priorState: "running" } }),
      ]);
    });
    expect(result).toEqual(["adopted", "kept", "kept"]);
  });

  test("F-27: it creates a queue that it deleted again as soon as reading shows the deletion", async () => {
    const steps = [looks(live()), deletes({}), reads(live()), reads(GONE), creates({}), reads(live())];
    const { clock } = await play(steps, async ({ reconciler }) => {
      await reconciler.delete(QUEUE, OPTIONS);
      return reconciler.create(QUEUE, { settings: {} }, OPTIONS);
    });
    expect(clock.sleeps).toEqual([250]);
  });

  test("K-1 (2): a queue that was gone and exists again is refused immediately", async () => {
    const { error } = await playFailure([reads(GONE), reads(live())], async ({ reconciler }) => {
      await reconciler.delete(QUEUE, OPTIONS);
      return reconciler.create(QUEUE, { settings: {} }, OPTIONS);
    });
    expect(error.code).toBe("queue_exists");
  });

  test.each<[string, "fail" | "adopt"]>([
    ["created", "fail"],
    ["taken over", "adopt"],
  ])(
    "I-2: a queue that it has %s for one declaration is not changed for another one",
    async (_, onExisting) => {
      const made = onExisting === "adopt" ? [reads(live())] : [reads(GONE), creates({}), reads(live())];
      const { error } = await playFailure([...made, reads(live())], async ({ reconciler }) => {
        await reconciler.create(QUEUE, { settings: {} }, { ...OPTIONS, onExisting });
        const wanted = { settings: { concurrency: 9 } };
        return reconciler.create(QUEUE, wanted, { ...OPTIONS, onExisting: "adopt" });
      });
      expect(error).toMatchObject({ code: "declared_twice", details: { queue: QUEUE } });
      expect(error.message).toContain("declared by more than one resource");
    },
  );

  test("I-2: a queue that it has changed is not adopted, unless it was deleted or forgotten since", async () => {
    const change = { settings: { mode: "parallel" } } as const;
    const changes = [updates(change.settings, record({ mode: "parallel" }))];
    const twice = await playFailure([...changes, reads(live())], async ({ reconciler }) => {
      await reconciler.update(QUEUE, change, OPTIONS);
      return reconciler.create(QUEUE, { settings: {} }, { ...OPTIONS, onExisting: "adopt" });
    });
    expect(twice.error.code).toBe("declared_twice");

    const { result } = await play([...changes, reads(live())], async ({ reconciler }) => {
      await reconciler.update(QUEUE, change, OPTIONS);
      reconciler.forget(QUEUE);
      return reconciler.create(QUEUE, { settings: {} }, { ...OPTIONS, onExisting: "adopt" });
    });
    expect(result).toMatchObject({ mode: "single" });
  });

  test("K-8: passes the interrupt to read and peek", async () => {
    const steps = [reads(live()), reads(live())];
    const { calls, stop } = await play(steps, async ({ reconciler, stop: given }) => {
      await reconciler.peek(QUEUE, given.signal);
      await reconciler.read(QUEUE, { ...OPTIONS, stopSignal: given.signal });
    });
    expect(calls.map(({ options }) => options.stopSignal)).toEqual([stop.signal, stop.signal]);
  });

  test("F-12: after the end signal, a request in progress is finished and nothing more is written", async () => {
    const end = new AbortController();
    const meanwhile = (): void => {
      end.abort();
    };
    const wanted = { settings: { mergeMethod: "merge_commit" } } as const;
    const { error } = await playFailure([reads(GONE), creates({}, {}, { meanwhile })], ({ reconciler }) =>
      reconciler.create(QUEUE, wanted, { ...OPTIONS, endSignal: end.signal }),
    );
    expect(error.code).toBe("create_incomplete");
  });

  test("I-6: changes of one queue are made one after the other, whatever its spelling and client", async () => {
    const order: string[] = [];
    const spelledOtherwise = { ...QUEUE, repo: { ...QUEUE.repo, owner: "ACME" } };
    const note = (text: string) => ({ meanwhile: () => void order.push(text) });
    const steps = [
      reads(GONE, note("first reads")),
      creates({}, {}, note("first creates")),
      reads(live(), note("first reads back")),
      { ...reads(live(), note("second reads")), request: spelledOtherwise },
    ];
    await play(steps, async ({ api, clock }) => {
      const first = new Reconciler(api, clock).create(QUEUE, { settings: {} }, OPTIONS);
      const second = new Reconciler(api, clock).create(spelledOtherwise, { settings: {} }, OPTIONS);
      await first;
      await expect(second).rejects.toMatchObject({ code: "queue_exists" });
    });
    expect(order).toEqual(["first reads", "first creates", "first reads back", "second reads"]);
  });

  test("a change that fails does not keep the next one of its queue from being made", async () => {
    const steps = [
      updates({ concurrency: 2 }, failure("unauthorized")),
      reads(live()),
      updates({ concurrency: 3 }, record({ concurrency: 3 })),
    ];
    await play(steps, async ({ reconciler }) => {
      const [first, second] = [2, 3].map((concurrency) =>
        reconciler.update(QUEUE, { settings: { concurrency } }, OPTIONS),
      );
      await expect(first).rejects.toMatchObject({ code: "unauthorized" });
      await expect(second).resolves.toMatchObject({ concurrency: 3 });
    });
  });

  test("an operation's time begins when its turn has come", async () => {
    const steps = [
      updates({ concurrency: 2 }, record({ concurrency: 2 }), { takesMs: 8_000 }),
      updates({ concurrency: 3 }, record({ concurrency: 3 }), { takesMs: 8_000 }),
    ];
    const { calls } = await play(steps, async ({ reconciler }) => {
      await Promise.all(
        [2, 3].map((concurrency) => reconciler.update(QUEUE, { settings: { concurrency } }, OPTIONS)),
      );
    });
    expect(calls.map(({ remainingMs }) => remainingMs)).toEqual([9_000, 9_000]);
  });
});
