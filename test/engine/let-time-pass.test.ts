import { applyEvent } from "../../src/engine/apply-event";
import type { EngineEvent } from "../../src/engine/engine-event";
import type { EngineTest, Queue, Submission } from "../../src/engine/engine-state";
import { createSortedMap } from "../../src/engine/sorted-map";
import { toIdentityKey } from "../../src/queue/queue-identity";
import { MAIN, NOW_MS } from "./engine-fixtures";
import { QueuePlay } from "./support/queue-play";

/** Applies an event two minutes later, in a state whose queue is damaged. */
function applyDamaged({ engine, queue }: QueuePlay, damage: Partial<Queue>, event: EngineEvent): void {
  const queues = new Map([[toIdentityKey(MAIN), { ...queue, ...damage }]]);
  const context = { nowMs: NOW_MS + 120_000, options: engine.options };
  applyEvent({ ...engine.state, queues }, event, context);
}

describe("an engine that would never rest throws with what is due", () => {
  test("if something stays due at a moment that has passed", () => {
    const play = new QueuePlay({ settings: { testingTimeoutMinutes: 1 } }).submit(1);
    const testRuns = createSortedMap<string, EngineTest>();
    testRuns.set(play.run(1).id, { ...play.run(1), status: "succeeded" });
    expect(() => {
      applyDamaged(play, { testRuns }, { type: "tick" });
    }).toThrow(
      "The engine loops forever at 2026-01-02T03:05:05.000Z. github.com/acme/web/main: " +
        "due at 2026-01-02T03:05:05.000Z; in the line: 1 testing; 0 waiting.",
    );
  });

  test("if what happens by itself has no end", () => {
    const play = new QueuePlay({ requiredStatuses: [], options: { withoutRequiredStatuses: "pass" } });
    play.update({ state: "paused" }).submit(1);
    const submissions = createSortedMap<number, Submission>();
    submissions.set(1, { ...play.submission(1), turn: undefined });
    expect(() => {
      applyDamaged(
        play,
        { submissions },
        { type: "updateQueue", identity: MAIN, settings: { state: "running" } },
      );
    }).toThrow(
      "The engine loops forever at 2026-01-02T03:06:05.000Z. github.com/acme/web/main: nothing is due",
    );
  });
});
