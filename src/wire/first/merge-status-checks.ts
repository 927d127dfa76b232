import type { StatusCheck } from "./get-merge-queue-testing-details";

/** One status of a test run, with all its reports merged. */
export interface MergedStatusCheck {
  readonly context: string;
  readonly state: string;
  /** The address in the first report with the worst state. */
  readonly url: string | undefined;
  /** How many reports have the worst state. */
  readonly count: number;
  /** How many reports there are of the status. */
  readonly total: number;
}

/** States from best to worst. Any other state counts as `pending`. */
const STATES: readonly string[] = ["success", "pending", "error", "failure"];

/** Merges all reports of a status into one with the worst state. Keeps the order of the first reports. */
export function mergeStatusChecks(checks: readonly StatusCheck[] = []): MergedStatusCheck[] {
  const byContext = new Map<string, MergedStatusCheck>();
  for (const { context, url, state = "pending" } of checks) {
    const before = byContext.get(context) ?? { context, state, url, count: 0, total: 0 };
    const worse = rank(state) - rank(before.state);
    const merged = worse > 0 ? { ...before, state, url, count: 0 } : before;
    const count = merged.count + (worse < 0 ? 0 : 1);
    byContext.set(context, { ...merged, count, total: before.total + 1 });
  }
  return [...byContext.values()];
}

function rank(state: string): number {
  const index = STATES.indexOf(state);
  return index === -1 ? STATES.indexOf("pending") : index;
}
