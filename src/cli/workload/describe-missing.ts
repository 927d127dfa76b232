import { tryFindQueueWorkload } from "../../foresight/queue-workload";
import type { Workload } from "../../foresight/workload";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";
import { STANDARD_INPUT } from "../files/read-input-file";

/** Parameters that a forecast needs. `option` is the option of `simulate` that gives the parameter. */
const NEEDED = [
  { name: "arrivalsPerHour", what: "arrivals", option: "--arrivals 4/h" },
  { name: "testMinutes", what: "test durations", option: "--test-time 12m" },
  { name: "failureRate", what: "failure rate", option: "--failure-rate 5%" },
] as const;

/**
 * Says which parameters a forecast of a queue lacks. Adds two indented commands: one adds these parameters to
 * the workload, the other simulates with the user's numbers. Returns undefined if no parameter is missing.
 * @param set - settings to simulate, such as `concurrency=8`
 */
export function describeMissing(
  { workload, file = STANDARD_INPUT }: { readonly workload: Workload; readonly file?: string | undefined },
  queue: QueueIdentity,
  set: readonly string[],
): string | undefined {
  const found = tryFindQueueWorkload(workload, queue);
  const missing = NEEDED.filter(({ name }) => found?.[name] === undefined);
  if (missing.length === 0) return undefined;
  const name = file === STANDARD_INPUT ? "workload.json" : file;
  const [id, target] = [formatQueueId(queue), name].map(quoteForShell);
  const lacks = missing.map((each) => `no ${each.what} (${each.name})`).join(", ");
  const names = missing.map((each) => each.name);
  // The service may not list test runs, but a CI system exports them.
  const add =
    found !== undefined && names.includes("testMinutes")
      ? `import runs.csv --queue ${id} --only ${names.join(" ")}`
      : `record ${id}`;
  const known = found === undefined ? [] : [`--workload ${target}`];
  const options = [...set.map((each) => `--set ${each}`), ...known, ...missing.map(({ option }) => option)];
  return [
    found === undefined ? `${name} does not contain this queue.` : `${name} has ${lacks} of this queue.`,
    `Add the missing parameters:\n  mergequeue workload ${add} --add-to ${target}`,
    `Or simulate with numbers of your own:\n  mergequeue simulate ${id} ${options.join(" ")}`,
  ].join("\n");
}
