import type { LineEntry } from "../../../../src/engine/engine-state";
import { findLineMode, type Law, type QueueStep, showNumbers } from "../queue-step";
import { conflicts } from "../shares-target";

/** The bases on which the entries of the line are tested. */
export const GROUND_LAWS: readonly Law[] = [
  {
    title: "nothing is on top of a pull request that left without merging, or that is not ahead of it",
    begin: () => findGroundless,
  },
  {
    title:
      "everything in the line is on top of all ahead of it that impacts its targets, in single mode of all, except of a batch that is bisected",
    begin: watchGround,
  },
  { title: "being on top of is transitive", begin: () => findGap },
  { title: "nothing is on top of a batch that is bisected", begin: () => findOnBisected },
];

function findGroundless({ after, submissions }: QueueStep): string | undefined {
  const ahead = new Set<number>();
  for (const entry of after.line) {
    const lost = entry.beneath.find(
      (sequence) => !ahead.has(sequence) && submissions[sequence - 1]?.state !== "merged",
    );
    if (lost !== undefined) {
      const { number, state } = submissions[lost - 1] ?? {};
      return `an entry that is ${entry.phase} is on top of #${number}, which is ${state} and not ahead`;
    }
    for (const sequence of entry.sequences) ahead.add(sequence);
  }
  return undefined;
}

function watchGround(): (step: QueueStep) => string | undefined {
  /** Modes in which runs have started. */
  const modes = new Map<string, "single" | "parallel">();
  return ({ after, started }) => {
    for (const { id } of started) modes.set(id, findLineMode(after));
    const line = after.line.filter(({ phase }) => phase !== "bisecting");
    for (const [index, entry] of line.entries()) {
      const missing = line.slice(0, index).find((ahead) => {
        // An entry that skipped the line came later than those behind it.
        const isSingle = [entry, ahead.id > entry.id ? ahead : entry].every(
          ({ testRunId = "" }) => modes.get(testRunId) === "single",
        );
        return (
          conflicts(isSingle ? "single" : "parallel", ahead.targets, entry.targets) && !isOn(entry, ahead)
        );
      });
      if (missing !== undefined) {
        const [above, below] = [entry, missing].map(({ sequences }) => showNumbers(after, sequences));
        return `${above} is not on top of ${below}`;
      }
    }
    return undefined;
  };
}

function findGap({ after }: QueueStep): string | undefined {
  for (const [index, entry] of after.line.entries()) {
    const ahead = after.line.slice(0, index);
    for (const middle of ahead.filter((other) => isOn(entry, other))) {
      const gap = ahead.find((other) => isOn(middle, other) && !isOn(entry, other));
      if (gap !== undefined) {
        const [top, between, bottom] = [entry, middle, gap].map((one) => showNumbers(after, one.sequences));
        return `${top} is on top of ${between} without ${bottom}`;
      }
    }
  }
  return undefined;
}

function findOnBisected({ after }: QueueStep): string | undefined {
  for (const bisected of after.line.filter(({ phase }) => phase === "bisecting")) {
    const top = after.line.find(({ beneath }) => bisected.sequences.some((one) => beneath.includes(one)));
    if (top === undefined) continue;
    return `${showNumbers(after, top.sequences)} is on top of ${showNumbers(after, bisected.sequences)}`;
  }
  return undefined;
}

function isOn(entry: LineEntry, ahead: LineEntry): boolean {
  return ahead.sequences.every((sequence) => entry.beneath.includes(sequence));
}
