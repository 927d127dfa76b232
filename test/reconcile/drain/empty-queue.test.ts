import { type EmptyingProgress, emptyQueue } from "../../../src/reconcile/drain/empty-queue";
import {
  BEGUN,
  BUSY,
  BUSY_DRAINING,
  BUSY_SWITCHING,
  DRAIN,
  EMPTY,
  LATE,
  RESTORE,
} from "../support/drain-steps";
import { expectError, type FailedOutcome, type Outcome, play, playFailure } from "../support/play";
import {
  failure,
  GONE,
  INTERRUPT,
  INTERRUPT_LIST,
  live,
  looks,
  pullRequest,
  QUEUE_ID,
  record,
  type Step,
  times,
  updates,
} from "../support/steps";

const told: unknown[] = [];

const PROGRESS: EmptyingProgress = {
  onDraining: (before) => told.push({ before }),
  onBusy: ({ pullRequests }) => told.push(pullRequests.length),
  onHeld: (message) => told.push(message),
};

function empty(steps: readonly Step[], progress = PROGRESS): Promise<Outcome<void>> {
  return play(steps, ({ context }) => emptyQueue(context, progress));
}

function failToEmpty(steps: readonly Step[], timeoutMs?: number): Promise<FailedOutcome> {
  return playFailure(steps, ({ context }) => emptyQueue(context, PROGRESS), timeoutMs);
}

beforeEach(() => {
  told.length = 0;
});

describe("emptyQueue", () => {
  test("F-22: sets draining, waits until the queue is empty, and leaves it draining", async () => {
    const two = looks(live({ state: "draining" }, [7, 8]));
    expect((await empty([BUSY, DRAIN, two, BUSY_DRAINING, EMPTY])).clock.sleeps).toEqual([250, 500, 1_000]);
    expect(told).toEqual([{ before: "running" }, 1, 2, 1]);
  });

  test("F-22: nobody has to listen", async () => {
    await empty([...BEGUN, EMPTY], {});
  });

  test("I-2: an empty queue is set to draining, and read once more, because a pull request may have come first", async () => {
    await empty([looks(live()), DRAIN, EMPTY]);
    await empty([looks(live()), DRAIN, BUSY_DRAINING, EMPTY]);
    expect(told).toEqual([{ before: "running" }, { before: "running" }, 1]);
  });

  test("I-2: nothing is sent to a queue that drains already, and an empty one is read once", async () => {
    await empty([EMPTY]);
    await empty([BUSY_DRAINING, EMPTY]);
    expect(told).toEqual([{ before: "draining" }, { before: "draining" }, 1]);
  });

  test("F-27: a read that lags behind the change does not show the end", async () => {
    await empty([looks(live()), DRAIN, ...times(3, looks(live())), EMPTY]);
  });

  test("F-17: an empty queue in a state that this version does not know is empty", async () => {
    await empty([...BEGUN, looks(live({ state: "drained" }))]);
  });

  test("an outside change of the state ends it and is kept, even if the queue is empty", async () => {
    for (const left of [[], [7]]) {
      const { error } = await failToEmpty([...BEGUN, looks(live({ state: "paused" }, left))]);
      expect(error.code).toBe("queue_not_empty");
      expect(error.details.operation).toBeUndefined();
      expect(error.message).toContain(
        `Queue ${QUEUE_ID} was not drained: its state was changed to paused while it was draining. That change was kept.`,
      );
    }
  });

  test("a queue that does not exist is an error", async () => {
    await expectError(failToEmpty([looks(GONE)]), "not_found");
  });

  test("F-23: a queue that disappears meanwhile is an error", async () => {
    await expectError(failToEmpty([...BEGUN, looks(GONE)]), "queue_gone");
    const later = await failToEmpty([...BEGUN, looks(failure("unauthorized")), looks(GONE)]);
    expect(later.error.code).toBe("queue_gone");
    expect(later.error.message).toContain("The service: unauthorized.");
  });

  test("F-22: if only pull requests are left that do not start, it says so once and continues to wait", async () => {
    const enqueuedPullRequests = [pullRequest(7, "pending")];
    const held = looks({ ...live({ state: "draining" }), enqueuedPullRequests });
    await empty([BUSY, DRAIN, held, held, EMPTY]);
    const messages = told.filter((each) => typeof each === "string");
    expect(messages).toEqual([expect.stringContaining("Cancel the waiting pull request")]);
  });

  test("F-22: after the timeout the previous state is restored, and the error says what is left", async () => {
    const { error } = await failToEmpty([...LATE, BUSY_DRAINING, RESTORE], 10_000);
    expect(error.code).toBe("queue_not_empty");
    expect(error.message).toBe(
      `Queue ${QUEUE_ID} was not drained: it was not empty after 8 s. This is the timeout, less the time that is ` +
        'reserved for restoring the state of the queue. It was set back to running. 1 pull request is in it:\n  #7 "Change 7" by ada (testing)',
    );
  });

  test("K-7: an interrupt ends the wait, and the previous state is restored", async () => {
    const pause = updates({ state: "paused" }, record({ state: "paused" }));
    const paused = looks(live({ state: "paused" }, [7]));
    const steps = [paused, DRAIN, { ...BUSY_DRAINING, ...INTERRUPT }, BUSY_DRAINING, pause];
    const { error } = await failToEmpty(steps);
    expect(error.code).toBe("interrupted");
    expect(error.message).toBe(
      `Interrupted while queue ${QUEUE_ID} was draining. It was set back to paused. 1 pull request is in it:\n` +
        '  #7 "Change 7" by ada (testing)',
    );
  });

  test("K-7: an interrupt before the change leaves everything as it is", async () => {
    for (const first of [BUSY, looks(live())]) {
      await expectError(failToEmpty([{ ...first, ...INTERRUPT_LIST }]), "interrupted", "nothing was changed");
    }
  });

  test("F-22: if something fails, the previous state is restored", async () => {
    const steps = [...BEGUN, looks(failure("forbidden")), BUSY_DRAINING, RESTORE];
    const message = `Queue ${QUEUE_ID} could not be drained. The service: forbidden. It was set back to running.`;
    await expectError(failToEmpty(steps), "forbidden", message);
  });

  test("F-25: a queue that is switching modes gets time to show the state that may have to be restored", async () => {
    await empty([BUSY_SWITCHING, looks(live({ state: "switching_modes" })), BUSY, DRAIN, EMPTY]);
    expect(told).toEqual([{ before: "running" }, 1]);
  });
});
