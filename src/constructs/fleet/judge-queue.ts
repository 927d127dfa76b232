import { toErrorMessage } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";
import type { BrandedQueue } from "../queue/branded-queue";
import { isMovedAway } from "../queue/branded-queue";
import { describeScope } from "./describe-scope";
import type { PolicyEntry } from "./policy-entries";
import { isQueueRule, POLICY_ENTRIES } from "./policy-entries";
import type { QueueFacts } from "./queue-facts";
import { collectFacts } from "./queue-facts";
import { QueueReading } from "./queue-reading";
import type { QueueRule } from "./queue-rule";

/** What policies say of one queue, in sentences. */
export interface Judgement {
  /** Rules that are broken, and such that could not be asked because they are faulty. */
  readonly violations: readonly string[];
  /** Rules that depend on what only Terraform knows. */
  readonly warnings: readonly string[];
}

/**
 * Asks the rules of every policy that holds for a queue, the one stated farthest away first. A queue that has moved
 * elsewhere is not asked about, and neither is what validation reports anyway.
 */
export function judgeQueue(queue: BrandedQueue): Judgement {
  const judgement = { violations: [] as string[], warnings: [] as string[] };
  if (isMovedAway(queue)) return judgement;
  let facts: QueueFacts | undefined;
  for (const scope of queue.node.scopes) {
    for (const { kind, rule } of POLICY_ENTRIES.list(scope)) {
      if (!isQueueRule(rule)) continue;
      facts ??= collectFacts(queue);
      ask({ kind, rule, policy: `the policy of ${describeScope(scope)}` }, facts, judgement);
    }
  }
  return judgement;
}

interface Statement extends PolicyEntry {
  readonly rule: QueueRule;
  readonly policy: string;
}

function ask(
  { kind, rule, policy }: Statement,
  facts: QueueFacts,
  judgement: { violations: string[]; warnings: string[] },
): void {
  const reading = new QueueReading(facts);
  const what = rule.message.replace(/\.$/, "");
  let fault: string | undefined;
  let answer: unknown;
  try {
    answer = rule.test(reading.view);
    if (typeof answer !== "boolean") fault = `its test answered ${quote(answer)} instead of true or false`;
  } catch (error) {
    fault = `its test failed: ${toErrorMessage(error)}`;
  }
  if (reading.wrong.size > 0) return;
  const queue = facts.identity ?? "The queue";
  const verb = kind === "require" ? "requires" : "forbids";
  if (reading.unknown.size > 0) {
    const names = [...reading.unknown].join(", ");
    judgement.warnings.push(
      `What ${policy} ${verb} cannot be checked at synth: ${what}. Only Terraform will know ${names}.`,
    );
  } else if (fault !== undefined) {
    judgement.violations.push(
      `What ${policy} ${verb} cannot be checked: ${what}; ${fault}. Correct the rule.`,
    );
  } else if (answer !== (kind === "require")) {
    judgement.violations.push(
      `${queue} ${kind === "require" ? "lacks" : "has"} what ${policy} ${verb}: ${what}` +
        `${describeDeclared(reading.declared)}. Change the queue or the defaults that it inherits, or the policy.`,
    );
  }
}

/** Says what the rule has looked at. */
function describeDeclared(declared: ReadonlyMap<string, unknown>): string {
  if (declared.size === 0) return "";
  const texts = [...declared].map(([name, value]) =>
    value === undefined ? `no ${name}` : `${name} ${quote(value)}`,
  );
  return ` (declared: ${texts.join(", ")})`;
}
