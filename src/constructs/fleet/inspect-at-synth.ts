import { toErrorMessage } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";
import { Annotations, type IConstruct, TerraformStack } from "../cdk";
import {
  type BrandedQueue,
  findDuplicateQueues,
  isBrandedQueue,
  isMovedAway,
  readBrand,
} from "../queue/branded-queue";
import { listPropWarnings, validateQueueProps } from "../queue/validate-queue-props";
import { formatFinding } from "../values/check-props";
import { checkDefaults, toEffectiveProps } from "./queue-defaults";
import { checkPolicy, isQueueRule, POLICY_ENTRIES, type QueueRule } from "./queue-policy";
import { collectFacts, type QueueFacts, QueueReading } from "./queue-reading";

const INSPECTION = Symbol.for("terraform-provider-mergequeue/Inspection");

interface InspectedStack extends TerraformStack {
  /** The errors of one validation run, by construct, and the constructs that have asked for their errors. */
  [INSPECTION]?:
    | { readonly faults: ReadonlyMap<IConstruct, readonly string[]>; readonly asked: Set<IConstruct> }
    | undefined;
}

type QueueReport = Readonly<{ faults: string[]; warnings: string[] }>;

/**
 * Checks a queue whenever its stack is validated. The CDK stops at the first stack with errors, and does not
 * validate the constructs above stacks. A stack with errors therefore also reports the errors of other
 * stacks, and every stack reports the errors of the constructs above it.
 */
export function inspectAtSynth(queue: BrandedQueue): void {
  // Nested stacks are validated with the outermost one.
  const stack: InspectedStack =
    queue.node.scopes.find((scope) => TerraformStack.isStack(scope)) ?? TerraformStack.of(queue);
  if (!(INSPECTION in stack)) {
    Object.defineProperty(stack, INSPECTION, { value: undefined, writable: true });
    stack.node.addValidation({ validate: () => takeFaults(stack, stack) });
  }
  queue.node.addValidation({ validate: () => takeFaults(stack, queue) });
}

/** Inspects once per validation run, to take linear time. If a construct asks again, a new run has begun. */
function takeFaults(stack: InspectedStack, construct: IConstruct): string[] {
  let inspection = stack[INSPECTION];
  if (inspection === undefined || inspection.asked.has(construct) || !inspection.faults.has(construct)) {
    inspection = { faults: inspect(stack), asked: new Set() };
    stack[INSPECTION] = inspection;
  }
  inspection.asked.add(construct);
  return [...(inspection.faults.get(construct) ?? [])];
}

function inspect(stack: TerraformStack): Map<IConstruct, readonly string[]> {
  const constructs = stack.node.findAll();
  const faults = new Map<IConstruct, readonly string[]>();
  for (const [queue, { faults: found, warnings }] of inspectQueues(constructs)) {
    faults.set(queue, found);
    for (const warning of warnings) {
      const isKnown = queue.node.metadata.some(({ data }) => data === warning);
      if (!isKnown) Annotations.of(queue).addWarning(warning);
    }
  }
  const above = stack.node.scopes.filter((scope) => scope !== stack).flatMap(listStatementFaults);
  const isFaulty =
    above.length > 0 ||
    [...faults.values()].some(({ length }) => length > 0) ||
    constructs.some((construct) => listStatementFaults(construct).length > 0);
  return faults.set(stack, isFaulty ? [...above, ...listFaultsElsewhere(stack)] : []);
}

function inspectQueues(constructs: readonly IConstruct[]): Map<BrandedQueue, QueueReport> {
  const queues = constructs.filter((construct) => isBrandedQueue(construct));
  const duplicates = findDuplicateQueues(queues);
  return new Map(
    queues.map((queue) => {
      const findings = validateQueueProps(readBrand(queue).props);
      const { faults, warnings } = judgeQueue(queue);
      warnings.push(...listPropWarnings(toEffectiveProps(queue, readBrand(queue).props)));
      const own = [...findings.map(formatFinding), ...[duplicates.get(queue) ?? []].flat()];
      return [queue, { faults: [...own, ...faults], warnings }];
    }),
  );
}

function listStatementFaults(scope: IConstruct): string[] {
  return [...checkDefaults(scope), ...checkPolicy(scope)].map((fault) => `${describeScope(scope)}: ${fault}`);
}

function listFaultsElsewhere(stack: TerraformStack): string[] {
  const here = new Set([...stack.node.scopes, ...stack.node.findAll()]);
  const constructs = stack.node.root.node.findAll().filter((construct) => !here.has(construct));
  const queues: ReadonlyMap<IConstruct, QueueReport> = inspectQueues(constructs);
  return constructs.flatMap((construct) => [
    ...listStatementFaults(construct),
    ...(queues.get(construct)?.faults ?? []).map((fault) => `${construct.node.path}: ${fault}`),
  ]);
}

/** Checks a queue against the policies above it. Skips moved queues, and rules that read invalid values. */
function judgeQueue(queue: BrandedQueue): QueueReport {
  const report: QueueReport = { faults: [], warnings: [] };
  if (isMovedAway(queue)) return report;
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
        report.warnings.push(
          `The ${policy} ${verb}: ${what}. Synthesis cannot check this: only Terraform knows ${names}.`,
        );
      } else if (fault !== undefined) {
        report.faults.push(
          `The ${policy} ${verb}: ${what}. This cannot be checked: ${fault}. Correct the rule.`,
        );
      } else if (result !== (kind === "require")) {
        const name = readBrand(queue).identity ?? "The queue";
        report.faults.push(
          `${name} breaks the ${policy}, which ${verb}: ${what}${describeDeclared(reading.declared)}. ` +
            "Change the queue, its defaults, or the policy.",
        );
      }
    }
  }
  return report;
}

function runTest(rule: QueueRule, { view }: QueueReading): { result?: unknown; fault?: string } {
  try {
    const result: unknown = rule.test(view);
    if (typeof result === "boolean") return { result };
    return { fault: `its test returned ${quote(result)}, not true or false` };
  } catch (error) {
    return { fault: `its test failed: ${toErrorMessage(error)}` };
  }
}

function describeScope(scope: IConstruct): string {
  return scope.node.path === "" ? "the app" : scope.node.path;
}

function describeDeclared(declared: ReadonlyMap<string, unknown>): string {
  if (declared.size === 0) return "";
  const texts = [...declared].map(([name, value]) =>
    value === undefined ? `no ${name}` : `${name} ${quote(value)}`,
  );
  return ` (declared: ${texts.join(", ")})`;
}
