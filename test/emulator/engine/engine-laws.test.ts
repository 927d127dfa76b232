import fc from "fast-check";
import { applyEvent } from "../../../src/emulator/engine/apply-event";
import type { EngineContext } from "../../../src/emulator/engine/draft/engine-draft";
import type { EngineEvent } from "../../../src/emulator/engine/engine-event";
import { DEFAULT_ENGINE_OPTIONS } from "../../../src/emulator/engine/engine-options";
import { createState, type EngineState } from "../../../src/emulator/engine/engine-state";
import { countEnqueued } from "../../../src/emulator/engine/list-enqueued";
import type { Transition } from "../../../src/emulator/engine/transition";
import { formatQueueId } from "../../../src/queue/queue-identity";
import { arbitrarySettings } from "../../support/arbitrary-settings";
import { MAIN, NOW_MS } from "./engine-fixtures";

const identity = fc.constantFrom(
  MAIN,
  { ...MAIN, targetBranch: "develop" },
  {
    repo: { ...MAIN.repo, owner: "ACME" },
    targetBranch: "main",
  },
);
const number = fc.integer({ min: 0, max: 3 });

const event: fc.Arbitrary<EngineEvent> = fc.oneof(
  fc.record({
    type: fc.constant("createQueue" as const),
    identity,
    settings: fc.constant({ concurrency: 2 }),
  }),
  fc.record({ type: fc.constant("readQueue" as const), identity }),
  fc.record({
    type: fc.constant("updateQueue" as const),
    identity,
    settings: arbitrarySettings(),
    deletesRequiredStatuses: fc.boolean(),
  }),
  fc.record({ type: fc.constant("deleteQueue" as const), identity }),
  fc.record({
    type: fc.constant("submitPullRequest" as const),
    identity,
    number,
    priority: fc.constantFrom(undefined, "high", 3),
    noBatch: fc.boolean(),
  }),
  fc.record({ type: fc.constant("cancelPullRequest" as const), identity, number }),
);

const context: EngineContext = {
  nowMs: NOW_MS,
  options: { ...DEFAULT_ENGINE_OPTIONS, switchingModes: { reads: 2, refusesWrites: true } },
};

/** Nothing has happened, and time stands still. */
const BEGINNING: EngineState = { ...createState("laws"), nowMs: NOW_MS };

describe("applyEvent, for any sequence of events", () => {
  function always(check: (before: EngineState, event: EngineEvent, transition: Transition) => void): void {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), (events) => {
        events.reduce((before, next) => {
          const transition = applyEvent(before, next, context);
          check(before, next, transition);
          return transition.state;
        }, BEGINNING);
      }),
    );
  }

  test("a refused event changes nothing", () => {
    always((before, _event, { state, outcome }) => {
      if (outcome.kind === "refused") expect(state).toBe(before);
    });
  });

  test("I-6: there is at most one queue for each identity", () => {
    always((_before, _event, { state }) => {
      const ids = Array.from(state.queues.values(), (queue) => formatQueueId(queue.identity).toLowerCase());
      expect(new Set(ids).size).toBe(ids.length);
    });
  });

  test("a queue that contains pull requests is never deleted", () => {
    always((before, _event, { state }) => {
      for (const [key, queue] of before.queues) {
        if (countEnqueued(queue) > 0) expect(state.queues.has(key)).toBe(true);
      }
    });
  });
});
