import type { EngineOptions } from "./engine-options";
import type { EngineTest, ImpactedTargets, Queue, Submission } from "./engine-state";
import { findTargets, matchTargets } from "./line/dependencies";
import { findHolderOf, hasUndecided } from "./line/holders";
import { findSubmission } from "./queue-contents";
import { predictBatches } from "./waiting/collect-batches";

interface QueueOrder {
  /** The latest run of each entry or bisection part in the line, whether in progress or ended. */
  readonly runs: readonly (Pick<EngineTest, "isBisection" | "sequences"> & { readonly testRunId: string })[];
  readonly waiting: readonly {
    readonly submission: Submission;
    /** Number of the batch in which it is expected to start, from 1; undefined if a failure holds it. */
    readonly batch: number | undefined;
    /** Sequence numbers of the submissions directly ahead of it, in the line or waiting. */
    readonly ahead: readonly number[];
    /** Sequence numbers of the failed submissions that hold it until their failure is decided. */
    readonly heldBy: readonly number[];
  }[];
}

/** Reads the order of a queue. In `runs`, bisections come last; in `waiting`, held pull requests do. */
export function readOrder(queue: Queue, options: EngineOptions): QueueOrder {
  const whole = queue.line.filter(({ phase }) => phase !== "bisecting");
  const parts = queue.line.flatMap((entry) => entry.parts);
  const runs = [...whole, ...parts].flatMap(({ sequences, testRunId, phase }) =>
    testRunId === undefined || phase === "waiting"
      ? []
      : [{ testRunId, sequences, isBisection: queue.testRuns.get(testRunId)?.isBisection ?? false }],
  );
  const held = findHeld(queue);
  const free = listPending(queue).filter((sequence) => !held.has(sequence));
  const waitingParts = parts.filter(({ phase }) => phase === "waiting").map(({ sequences }) => sequences);
  const predicted = predictBatches(queue, options, free).map(({ submissions }) =>
    submissions.map(({ sequence }) => sequence),
  );
  const groups = [...waitingParts, ...predicted];
  const batches = new Map(groups.flatMap((group, index) => group.map((sequence) => [sequence, index + 1])));
  const findAhead = rememberAhead(queue);
  for (const { sequences } of whole) for (const sequence of sequences) findAhead(sequence);
  const waiting = [...batches.keys(), ...held.keys()].map((sequence) => ({
    submission: findSubmission(queue, sequence),
    batch: batches.get(sequence),
    ahead: findAhead(sequence),
    heldBy: held.get(sequence) ?? [],
  }));
  return { runs, waiting };
}

function listPending(queue: Queue): number[] {
  return [...queue.waiting.values()].filter((one) => findSubmission(queue, one).state === "pending");
}

/** Maps each held pull request to the failed ones that hold it, directly or by way of a shared target. */
function findHeld(queue: Queue): ReadonlyMap<number, readonly number[]> {
  const held = new Map<number, readonly number[]>();
  if (!hasUndecided(queue)) return held;
  for (const sequence of listPending(queue)) {
    const sharesTarget = matchTargets(queue, findTargets(queue, sequence));
    const [, behind] = [...held].find(([other]) => sharesTarget(findTargets(queue, other))) ?? [];
    const holder = behind ?? findHolderOf(queue, findSubmission(queue, sequence))?.sequences;
    if (holder !== undefined) held.set(sequence, holder);
  }
  return held;
}

/** Returns a function to call once per submission, in order. It returns the submissions directly ahead. */
function rememberAhead(queue: Queue): (sequence: number) => readonly number[] {
  const before: { sequence: number; targets: ImpactedTargets; all: ReadonlySet<number> }[] = [];
  return (sequence) => {
    const targets = findTargets(queue, sequence);
    const sharesTarget = matchTargets(queue, targets);
    const all = new Set<number>();
    const ahead = before.toReversed().filter((other) => {
      if (all.has(other.sequence) || !sharesTarget(other.targets)) return false;
      for (const one of [other.sequence, ...other.all]) all.add(one);
      return true;
    });
    before.push({ sequence, targets, all });
    return ahead.map((other) => other.sequence);
  };
}
