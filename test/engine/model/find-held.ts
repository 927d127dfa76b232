import type { ImpactedTargets, Queue } from "../../../src/engine/engine-state";
import { findLineMode } from "./queue-step";
import { conflicts, findTargets } from "./shares-target";

interface Placed {
  readonly sequences: readonly number[];
  readonly targets: ImpactedTargets;
  readonly level: number;
}

/**
 * Sequences of what is ready and may not start, because it would contain a failure that is not final, on a
 * level deeper than `pendingFailureDepth`. Read from what runs contain and from targets.
 */
export function findHeld(queue: Queue): ReadonlySet<number> {
  const mode = findLineMode(queue);
  const held = new Set<number>();
  for (const failure of queue.line.filter(({ phase }) => phase === "pending_failure")) {
    const behind: Placed[] = [{ ...failure, level: 0 }];
    const place = (one: Omit<Placed, "level">, isOn: (other: Placed) => boolean): number | undefined => {
      const levels = behind.filter(isOn).map(({ level }) => level);
      if (levels.length === 0) return undefined;
      const level = Math.max(...levels) + 1;
      behind.push({ ...one, level });
      return level;
    };
    for (const entry of queue.line.slice(queue.line.indexOf(failure) + 1)) {
      if (entry.phase === "bisecting") continue;
      place(entry, ({ sequences }) => sequences.some((one) => entry.beneath.includes(one)));
    }
    for (const sequence of queue.ready.values()) {
      const targets = findTargets(queue, sequence);
      const level = place({ targets, sequences: [sequence] }, (other) =>
        conflicts(mode, other.targets, targets),
      );
      if (level !== undefined && level > queue.settings.pendingFailureDepth) held.add(sequence);
    }
  }
  return held;
}
