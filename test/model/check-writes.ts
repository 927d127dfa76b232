import { toIdentityKey } from "../../src/queue/queue-identity";
import type { QueueConfig } from "./command";
import type { Outcome, Write } from "./expect-apply";
import { isSame, toFields, toIdentity } from "./model-values";
import type { ObservedCall } from "./world";

/** A write that reached the service. */
export interface ObservedWrite extends Omit<ObservedCall, "operation" | "body">, Write {}

const WRITES: readonly (string | undefined)[] = ["createQueue", "updateQueue", "deleteQueue"];

/** Returns the writes among calls. */
export function listWrites(calls: readonly ObservedCall[]): ObservedWrite[] {
  return calls
    .filter(({ operation }) => WRITES.includes(operation))
    .map(({ operation, body, isCommitted, hasResponse }) => {
      const { repo, targetBranch, ...fields } = body;
      const identity = toIdentity({ repo, target_branch: targetBranch });
      return {
        operation: operation as Write["operation"],
        key: toIdentityKey(identity),
        fields,
        isCommitted,
        hasResponse,
      };
    });
}

/** Lists calls that no plan causes. */
export function listForeignCalls(calls: readonly ObservedCall[]): string[] {
  return calls
    .filter(
      ({ operation }) =>
        !["getQueue", "listPullRequests"].includes(operation ?? "") && !WRITES.includes(operation),
    )
    .map(({ operation }) => `${operation ?? "an unknown path"} was called`);
}

/** Compares the writes of a command in which nothing went wrong: exactly these, each once, in this order. */
export function compareWrites(actual: readonly ObservedWrite[], expected: readonly Write[]): string[] {
  const keys = new Set([...actual, ...expected].map(({ key }) => key));
  return [...keys].flatMap((key) => {
    const now = actual.filter((write) => write.key === key).map(describeWrite);
    const then = expected.filter((write) => write.key === key).map(describeWrite);
    if (JSON.stringify(now) === JSON.stringify(then)) return [];
    return [
      `I-2: the writes to ${key} were ${now.join(", ") || "none"} instead of ${then.join(", ") || "none"}`,
    ];
  });
}

/**
 * Checks the writes of a command in which something went wrong: each may be repeated, but nothing is sent
 * that the plan did not show (rule I-2), no queue is made twice (I-6), and none is deleted but as planned, or
 * because this very command made it (I-3).
 */
export function checkWrites(
  actual: readonly ObservedWrite[],
  expected: readonly Write[],
  configs: readonly QueueConfig[],
): string[] {
  const faults: string[] = [];
  for (const [index, write] of actual.entries()) {
    const before = actual.slice(0, index).filter(({ key }) => key === write.key);
    if (expected.some((other) => isSameWrite(other, write))) {
      const commits = before.filter(
        ({ operation, isCommitted }) => operation === "createQueue" && isCommitted,
      );
      if (write.operation === "createQueue" && write.isCommitted && commits.length > 0) {
        faults.push(`I-6: ${write.key} was created twice`);
      }
      continue;
    }
    const creation = before.find(({ operation }) => operation === "createQueue");
    if (write.operation === "deleteQueue") {
      const isOurs = before.some(
        ({ operation, isCommitted, hasResponse }) =>
          operation === "createQueue" && isCommitted && hasResponse,
      );
      if (!isOurs) faults.push(`I-3: ${write.key} was deleted without a plan`);
      continue;
    }
    // Whether a queue whose creation was never answered has our values is unknown, so that all are sent
    // again. If it is adopted, those that a read shows otherwise are.
    const isDeclared = configs.some((config) => {
      const fields = toFields(config);
      const isAdopted = config["on_existing"] === "adopt" && creation?.hasResponse === false;
      return (
        toIdentityKey(toIdentity(config)) === write.key &&
        (isSame("fields", fields, write.fields) ||
          (isAdopted &&
            Object.entries(write.fields).every(([name, value]) => isSame(name, value, fields[name]))))
      );
    });
    if (!(write.operation === "updateQueue" && creation !== undefined && isDeclared)) {
      faults.push(`I-2: ${describeWrite(write)} was sent for ${write.key}, which the plan does not show`);
    }
  }
  return faults;
}

/** Puts together what all resources want written. */
export function joinWrites(outcomes: readonly Outcome[]): Write[] {
  return outcomes.flatMap(({ writes }) => writes);
}

function isSameWrite(a: Write, b: Write): boolean {
  return a.key === b.key && describeWrite(a) === describeWrite(b);
}

function describeWrite({ operation, fields }: Write): string {
  const entries = Object.entries(fields).map(([name, value]): [string, unknown] => [
    name,
    name === "requiredStatuses" ? [...(value as readonly string[])].sort() : value,
  ]);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `${operation} ${JSON.stringify(Object.fromEntries(sorted))}`;
}
