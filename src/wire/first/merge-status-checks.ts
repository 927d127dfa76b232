import type { StatusCheck } from "./get-merge-queue-testing-details";

/** All reports of one status of a test run. */
export interface MergedStatusCheck {
  readonly context: string;
  readonly state: string;
  /** Address in the first report of that state. */
  readonly url: string | undefined;
  /** How many reports have that state. */
  readonly count: number;
  /** How many reports there are. */
  readonly total: number;
}

/** States from best to worst. Any other word counts as `pending`. */
const STATES: readonly string[] = ["success", "pending", "error", "failure"];

/** Merges the reports of each status, in the order of their first reports. The result has the worst state. */
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
