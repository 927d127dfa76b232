import type { ImpactedTargets, Queue } from "../../../src/engine/engine-state";
import { findLineMode } from "./queue-step";

/**
 * Sequences of what is ready and may not start: it would contain a failure that is not final, on a deeper level
 * than `pendingFailureDepth`. Read from targets alone, without what the engine has noted.
 */
export function findHeld(queue: Queue): ReadonlySet<number> {
  const isOneLine = findLineMode(queue) === "single";
  const shares = (some: ImpactedTargets, others: ImpactedTargets): boolean =>
    isOneLine || some === "ALL" || others === "ALL" || some.some((target) => others.includes(target));
  const held = new Set<number>();
  for (const failure of queue.line.filter(({ phase }) => phase === "pending_failure")) {
    const behind = [{ targets: failure.targets, level: 0 }];
    const place = (targets: ImpactedTargets): number | undefined => {
      const levels = behind.filter((one) => shares(one.targets, targets)).map(({ level }) => level);
      if (levels.length === 0) return undefined;
      const level = Math.max(...levels) + 1;
      behind.push({ targets, level });
      return level;
    };
    for (const entry of queue.line.slice(queue.line.indexOf(failure) + 1)) {
      if (entry.phase !== "bisecting") place(entry.targets);
    }
    for (const sequence of queue.ready.values()) {
      const number = queue.submissions.get(sequence)?.number ?? 0;
      const level = place(queue.impactedTargets.get(number) ?? "ALL");
      if (level !== undefined && level > queue.settings.pendingFailureDepth) held.add(sequence);
    }
  }
  return held;
}
