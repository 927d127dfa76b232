import { applyEvent } from "../../../../src/engine/apply-event";
import { explainWaiting } from "../../../../src/engine/explain-waiting";
import { listEnqueued } from "../../../../src/engine/queue-contents";
import { readReadiness } from "../../../../src/engine/readiness";
import type { Law, QueueStep } from "../queue-step";

/** The engine comes to rest. */
export const REST_LAWS: readonly Law[] = [
  {
    title:
      "the engine leaves nothing to do: neither time that has passed nor an update of nothing changes anything",
    begin: () => findWorkLeft,
  },
  {
    title: "whatever is in the queue has a reason for being where it is, in a sentence, or an obstacle",
    begin: () => findUnexplained,
  },
];

function findWorkLeft({ state, options, after }: QueueStep): string | undefined {
  const context = { nowMs: state.nowMs, options };
  if (applyEvent(state, { type: "tick" }, context).state !== state) return "time has passed, and has not";
  if (after.switchingReadsLeft > 0 && options.switchingModes.refusesWrites) return undefined;
  const update = { type: "updateQueue", identity: after.identity, settings: {} } as const;
  const later = applyEvent(state, update, context);
  if (later.outcome.kind === "refused")
    return after.isSwitchingModes ? undefined : later.outcome.refusal.message;
  const { queue } = later.outcome;
  const hasMoved =
    later.state.identifiers !== state.identifiers ||
    queue?.concluded.size !== after.concluded.size ||
    queue.waiting.size !== after.waiting.size ||
    queue.dueAtMs !== after.dueAtMs ||
    queue.isSwitchingModes !== after.isSwitchingModes ||
    queue.line.some(
      ({ id, phase }, index) => `${id} ${phase}` !== `${after.line[index]?.id} ${after.line[index]?.phase}`,
    );
  return hasMoved ? "an update of nothing lets something happen" : undefined;
}

function findUnexplained({ after, options }: QueueStep): string | undefined {
  for (const submission of listEnqueued(after)) {
    const why =
      submission.state === "not_ready"
        ? readReadiness(after, submission, options).obstacle
        : explainWaiting(after, submission, options);
    if (why === undefined || !/^(?:[A-Z].*\.|[a-z_]+)$/su.test(why))
      return `#${submission.number} is ${submission.state}: ${JSON.stringify(why)}`;
  }
  return undefined;
}
