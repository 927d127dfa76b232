import { findLineMode, type Law, type QueueStep, showNumbers } from "../queue-step";
import { findTargets, sharesTarget } from "../shares-target";
import { listIdle } from "./capacity";

/** What is batched, and for how long it may wait for others. */
export const BATCH_LAWS: readonly Law[] = [
  {
    title: "a batch never waits longer than its maximum wait, counted from when one of it became ready first",
    begin: watchWaits,
  },
  {
    title:
      "no disjoint batch: in parallel mode those of a batch are connected by the targets that they share",
    begin: () => findDisjoint,
  },
  { title: "nothing that a rule isolates is batched", begin: () => findUnisolated },
];

/** Watches those that share no target with anything ready ahead of them, because nothing can hold these. */
function watchWaits(): (step: QueueStep) => string | undefined {
  const firstReadyMs = new Map<number, number>();
  return (step) => {
    const { after, submissions, state } = step;
    for (const { sequence, state: is } of submissions) {
      const isReady = is !== "not_ready" && is !== "cancelled";
      if (isReady && !firstReadyMs.has(sequence)) firstReadyMs.set(sequence, state.nowMs);
    }
    const { batchingMaxWaitTimeMinutes, state: queueState } = after.settings;
    const waits = queueState === "running" && !after.isSwitchingModes;
    const mostMs = waits ? batchingMaxWaitTimeMinutes * 60_000 : 0;
    const late = listIdle(step).find(
      (sequence, index, all) =>
        state.nowMs - (firstReadyMs.get(sequence) ?? Infinity) >= mostMs &&
        !all.slice(0, index).some((other) => sharesTarget(after, other, sequence)),
    );
    return late === undefined ? undefined : `${showNumbers(after, [late])} waits for too long`;
  };
}

/** What has just entered the line, in batches. */
function listNew({ before, after }: QueueStep): readonly (readonly number[])[] {
  if ([before, after].some((queue) => findLineMode(queue) === "single")) return [];
  const isNew = (id: number) => id > before.places;
  return after.line.flatMap(({ id, sequences }) => (isNew(id) && sequences.length > 1 ? [sequences] : []));
}

function findDisjoint(step: QueueStep): string | undefined {
  const { after } = step;
  for (const sequences of listNew(step)) {
    const [first = 0] = sequences;
    const connected = new Set([first]);
    // What is added is looked at as well.
    for (const one of connected) {
      for (const other of sequences) if (sharesTarget(after, one, other)) connected.add(other);
    }
    if (connected.size < sequences.length) return `${showNumbers(after, sequences)} are disjoint`;
  }
  return undefined;
}

function findUnisolated(step: QueueStep): string | undefined {
  const { after } = step;
  const patterns = after.settings.batchingRules.map(({ targetPattern }) => targetPattern);
  const isMatch = (target: string) => patterns.some((one) => one === target || one === `${target}*`);
  const sequence = listNew(step)
    .flat()
    .find((one) => {
      const targets = findTargets(after, one);
      return targets !== "ALL" && targets.some(isMatch);
    });
  return sequence === undefined ? undefined : `${showNumbers(after, [sequence])} is batched`;
}
