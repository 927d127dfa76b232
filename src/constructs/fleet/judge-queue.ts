import { toErrorMessage } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";
import type { IConstruct } from "../cdk";
import { type BrandedQueue, isMovedAway } from "../queue/branded-queue";
import { isQueueRule, POLICY_ENTRIES, type PolicyEntry } from "./policy-entries";
import { collectFacts, type QueueFacts } from "./queue-facts";
import { QueueReading } from "./queue-reading";
import type { QueueRule } from "./queue-view";

/** Results of all policies for one queue, in sentences. */
export interface Judgement {
  /** Broken rules, and rules that cannot be checked because they are faulty. */
  readonly violations: readonly string[];
  /** Rules that read a value that only Terraform knows. */
  readonly warnings: readonly string[];
}

/**
 * Checks a queue against the policies of all constructs above it, from the app down. Skips queues that have moved
 * elsewhere, and rules that read an invalid value, because validation reports it.
 */
export function judgeQueue(queue: BrandedQueue): Judgement {
  const judgement = { violations: [] as string[], warnings: [] as string[] };
  if (isMovedAway(queue)) return judgement;
  let facts: QueueFacts | undefined;
  for (const scope of queue.node.scopes) {
    for (const { kind, rule } of POLICY_ENTRIES.list(scope)) {
      if (!isQueueRule(rule)) continue;
      facts ??= collectFacts(queue);
      checkRule({ kind, rule, policy: `policy of ${describeScope(scope)}` }, facts, judgement);
    }
  }
  return judgement;
}

interface Statement extends PolicyEntry {
  readonly rule: QueueRule;
  readonly policy: string;
}

function checkRule(
  { kind, rule, policy }: Statement,
  facts: QueueFacts,
  judgement: { violations: string[]; warnings: string[] },
): void {
  const reading = new QueueReading(facts);
  const what = rule.message.replace(/\.$/, "");
  let fault: string | undefined;
  let result: unknown;
  try {
    result = rule.test(reading.view);
    if (typeof result !== "boolean") fault = `its test returned ${quote(result)}, not true or false`;
  } catch (error) {
    fault = `its test failed: ${toErrorMessage(error)}`;
  }
  if (reading.wrong.size > 0) return;
  const queue = facts.identity ?? "The queue";
  const verb = kind === "require" ? "requires" : "forbids";
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
    judgement.violations.push(
      `${queue} breaks the ${policy}, which ${verb}: ${what}${describeDeclared(reading.declared)}. ` +
        "Change the queue, its defaults, or the policy.",
    );
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
