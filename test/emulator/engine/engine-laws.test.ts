import fc from "fast-check";
import { applyEvent } from "../../../src/emulator/engine/apply-event";
import type { EngineContext } from "../../../src/emulator/engine/draft/engine-draft";
import type { EngineEvent } from "../../../src/emulator/engine/engine-event";
import { DEFAULT_ENGINE_OPTIONS } from "../../../src/emulator/engine/engine-options";
import type { EngineState } from "../../../src/emulator/engine/engine-state";
import { createState } from "../../../src/emulator/engine/engine-state";
import { countEnqueued } from "../../../src/emulator/engine/list-enqueued";
import type { SortedMap } from "../../../src/emulator/engine/sorted-map";
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

/** The state as text, so that a change in place shows. */
function write(state: EngineState): string {
  return JSON.stringify(state, (_key, value: unknown) =>
    value instanceof Map ? [...value] : isSortedMap(value) ? [...value.entries()] : value,
  );
}

function isSortedMap(value: unknown): value is SortedMap<unknown, unknown> {
  return typeof value === "object" && value !== null && "entriesReversed" in value;
}

/** Nothing has happened, and time stands still. */
const BEGINNING: EngineState = { ...createState("laws"), nowMs: NOW_MS };

/** Goes through the events and shows every step. */
function walk(
  events: readonly EngineEvent[],
  visit: (before: EngineState, event: EngineEvent) => void,
): EngineState {
  return events.reduce((state, next) => {
    visit(state, next);
    return applyEvent(state, next, context).state;
  }, BEGINNING);
}

describe("applyEvent, for any sequence of events", () => {
  test("is a function: it changes no argument, and the same arguments give the same result", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), (events) => {
        walk(events, (before, next) => {
          const text = write(before);
          const once = applyEvent(before, next, context);
          const twice = applyEvent(before, next, context);
          expect(write(before)).toBe(text);
          expect(write(twice.state)).toBe(write(once.state));
          expect(twice.outcome).toEqual(once.outcome);
        });
      }),
    );
  });

  test("a refused event changes nothing", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), (events) => {
        walk(events, (before, next) => {
          const { state, outcome } = applyEvent(before, next, context);
          if (outcome.kind === "refused") expect(state).toBe(before);
        });
      }),
    );
  });

  test("I-6: there is at most one queue for each identity", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), (events) => {
        const ids = [...walk(events, () => undefined).queues.values()].map((queue) =>
          formatQueueId(queue.identity).toLowerCase(),
        );
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test("a queue with pull requests in it is never lost", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), (events) => {
        walk(events, (before, next) => {
          const after = applyEvent(before, next, context).state;
          for (const [key, queue] of before.queues) {
            if (countEnqueued(queue) > 0) expect(after.queues.has(key)).toBe(true);
          }
        });
      }),
    );
  });
});
