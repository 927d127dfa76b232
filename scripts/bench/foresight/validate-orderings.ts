import { measureConflicts, measureWays, WAYS } from "../../../test/foresight/support/published-orderings";
import type { Validation } from "./validate-forecasts";

/** A published ordering, not a figure: the next way must be faster by this factor at least. */
const CLEAR_FACTOR = 2;

/** Compares simulated queues with SubmitQueue's orderings (EuroSys 2019), whose figures are for its load. */
export function validateOrderings(pullRequests: number): Validation[] {
  const minutes = measureWays(pullRequests);
  const names = Object.keys(WAYS);
  const last = minutes.length - 1;
  const pairs = [...minutes.slice(1).map((_, index) => [index, index + 1] as const), [0, last] as const];
  const ways = pairs.map(([slow, fast]): Validation => {
    const factor = (minutes[slow] ?? 0) / (minutes[fast] ?? 0);
    return {
      name: `time in the queue (${pullRequests} changes, 500 an hour, tests of 30 minutes, 3 % of the changes broken): ${names[slow] ?? ""} / ${names[fast] ?? ""}`,
      expected: slow === 0 && fast === last ? "some 80 (published)" : "above 1 (published order)",
      value: factor.toFixed(1),
      limit: `at least ${CLEAR_FACTOR}`,
      isKept: factor >= CLEAR_FACTOR,
    };
  });
  const [few, many] = [measureConflicts(2, 4 * pullRequests), measureConflicts(16, 4 * pullRequests)];
  return [
    ...ways,
    {
      name: "changes that fail because of a conflict, with 2 changes in the queue, if 5 % of the pairs conflict",
      expected: "5 % (published)",
      value: formatShare(few),
      limit: "above 0",
      isKept: few > 0,
    },
    {
      name: "changes that fail because of a conflict, with 16 changes in the queue, if 5 % of the pairs conflict",
      expected: "40 % (published)",
      value: formatShare(many),
      limit: `at least ${CLEAR_FACTOR} times as many`,
      isKept: many >= CLEAR_FACTOR * few,
    },
  ];
}

function formatShare(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
