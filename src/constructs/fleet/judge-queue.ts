import { toErrorMessage } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";
import type { IConstruct } from "../cdk";
import { type BrandedQueue, isMovedAway, readBrand } from "../queue/branded-queue";
import { collectFacts, type QueueFacts } from "./queue-facts";
import { isQueueRule, POLICY_ENTRIES } from "./queue-policy";
import { QueueReading } from "./queue-reading";
import type { QueueRule } from "./queue-view";

/** Results of all policies for one queue, in sentences. */
export interface Judgement {
  /** Broken rules, and rules that cannot be checked because they are faulty. */
  readonly violations: string[];
  /** Rules that read a value that only Terraform knows. */
  readonly warnings: string[];
}

/**
 * Checks a queue against the policies of all constructs above it, from the app down. Skips queues that have moved
 * elsewhere, and rules that read an invalid value, because validation reports it.
 */
export function judgeQueue(queue: BrandedQueue): Judgement {
  const judgement: Judgement = { violations: [], warnings: [] };
  if (isMovedAway(queue)) return judgement;
  let facts: QueueFacts | undefined;
  for (const scope of queue.node.scopes) {
    for (const { kind, rule } of POLICY_ENTRIES.list(scope)) {
      if (!isQueueRule(rule)) continue;
      const reading = new QueueReading(queue.node.path, (facts ??= collectFacts(queue)));
      const { result, fault } = runTest(rule, reading);
      if (reading.wrong.size > 0) continue;
      const policy = `policy of ${describeScope(scope)}`;
      const verb = kind === "require" ? "requires" : "forbids";
      const what = rule.message.replace(/\.$/, "");
      if (reading.unknown.size > 0) {
        const names = [...reading.unknown].join(", ");
        judgement.warnings.push(
          `The ${policy} ${verb}: ${what}. Synthesis cannot check this: only Terraform knows ${names}.`,
        );
      } else if (fault !== undefined) {
        judgement.violations.push(
          `The ${policy} ${verb}: ${what}. This cannot be checked: ${fault}. Correct the rule.`,
        );
      } else if (result !== (kind === "require")) {
        const name = readBrand(queue).identity ?? "The queue";
        judgement.violations.push(
          `${name} breaks the ${policy}, which ${verb}: ${what}${describeDeclared(reading.declared)}. ` +
            "Change the queue, its defaults, or the policy.",
        );
      }
    }
  }
  return judgement;
}

function runTest(
  rule: QueueRule,
  { view }: QueueReading,
): { readonly result?: unknown; readonly fault?: string } {
  try {
    const result: unknown = rule.test(view);
    if (typeof result === "boolean") return { result };
    return { fault: `its test returned ${quote(result)}, not true or false` };
  } catch (error) {
    return { fault: `its test failed: ${toErrorMessage(error)}` };
  }
}

/** Names a construct in a message by its path; the app does not have one. */
export function describeScope(scope: IConstruct): string {
  return scope.node.path === "" ? "the app" : scope.node.path;
}

function describeDeclared(declared: ReadonlyMap<string, unknown>): string {
  if (declared.size === 0) return "";
  const texts = [...declared].map(([name, value]) =>
    value === undefined ? `no ${name}` : `${name} ${quote(value)}`,
  );
  return ` (declared: ${texts.join(", ")})`;
}
