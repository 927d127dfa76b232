import {
  MergeQueue,
  type MergeQueueProps,
  QueuePolicy,
  type QueueRule,
  type QueueView,
} from "../../../../src/constructs";
import { listFaults, makeStack, WEB } from "../../synth";

/** The end of the message about a broken rule. */
export const REMEDY = "Change the queue, its defaults, or the policy.";

/** The result of a rule that is met. */
export const KEPT = { faults: [], warnings: [] };

/** Returns the policy's results for one queue: errors without its path, and warnings. */
export function judge(
  rule: QueueRule,
  props: Partial<MergeQueueProps> = {},
  kind: "require" | "forbid" = "require",
): { faults: string[]; warnings: string[] } {
  const stack = makeStack();
  const queue = new MergeQueue(stack, "main", { ...WEB, ...props });
  QueuePolicy.of(stack)[kind](rule);
  const faults = listFaults(stack).map((fault) => fault.replace("[stack/main] ", ""));
  return { faults, warnings: queue.node.metadata.map(({ data }) => String(data)) };
}

/** Returns a value that a rule reads from a queue. */
export function view<T>(props: Partial<MergeQueueProps>, read: (queue: QueueView) => T): T {
  const values: T[] = [];
  const { faults } = judge({ message: "is read", test: (queue) => values.push(read(queue)) > 0 }, props);
  expect(faults).toEqual([]);
  expect(values).toHaveLength(1);
  return values[0] as T;
}
