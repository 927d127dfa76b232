import type { WantedQueue } from "../queue/wanted-queue";
import type { Difference, ShownQueue } from "./find-differences";
import { findDifferences } from "./find-differences";
import { SWITCHING_MODES } from "./write/wait-until-settled";

/**
 * Compares what was asked with what the service shows. The passing state `switching_modes` counts as the
 * requested state (promise F-25).
 * @returns the settings that differ, in the order of `findDifferences`
 */
export function findMismatches(asked: WantedQueue, shown: ShownQueue): Difference[] {
  return findDifferences(shown, asked).filter(
    ({ name, isAdditional, now }) => isAdditional || name !== "state" || now !== SWITCHING_MODES,
  );
}
