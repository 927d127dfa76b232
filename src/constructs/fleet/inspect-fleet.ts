import type { IConstruct } from "../cdk";
import { Annotations, TerraformStack } from "../cdk";
import type { BrandedQueue } from "../queue/branded-queue";
import { isBrandedQueue, readOwnProps } from "../queue/branded-queue";
import { findDuplicateQueues } from "../queue/find-duplicate-queues";
import { validateQueueProps } from "../queue/validate-queue-props";
import { checkDefaults } from "./check-defaults";
import { checkPolicy } from "./check-policy";
import { describeScope } from "./describe-scope";
import { judgeQueue } from "./judge-queue";

const INSPECTION = Symbol.for("terraform-provider-mergequeue/Inspection");

/** Everything that is to be said of a stack in one run of its validations, by the construct whose validation says it. */
interface Inspection {
  readonly faults: ReadonlyMap<IConstruct, readonly string[]>;
  /** Constructs whose validation has asked already. */
  readonly asked: Set<IConstruct>;
}

/** What is to be said of one queue, in sentences. */
interface QueueReport {
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

interface InspectedStack extends TerraformStack {
  [INSPECTION]?: Inspection | undefined;
}

/**
 * Has a queue checked whenever the validations of its stack run: its props, whether it is declared twice, and policies.
 *
 * The CDK validates and ends at the first stack that has faults, and knows nothing of what lies above stacks. Once a
 * stack has faults of ours, its own validation therefore says as well what is wrong with the queues of other stacks;
 * and it says in any case what is wrong with defaults and policies above it.
 */
export function inspectAtSynth(queue: BrandedQueue): void {
  const stack: InspectedStack = findOuterStack(queue);
  if (!(INSPECTION in stack)) {
    Object.defineProperty(stack, INSPECTION, { value: undefined, writable: true });
    stack.node.addValidation({ validate: () => takeFaults(stack, stack) });
  }
  queue.node.addValidation({ validate: () => takeFaults(stack, queue) });
}

/**
 * Answers what the validation of a construct is to say. The whole stack is inspected once in each run of validations,
 * so that the time grows with its queues and not with their square; a construct that asks again begins another run.
 */
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
    for (const warning of warnings) warnOnce(queue, warning);
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
      const findings = validateQueueProps(readOwnProps(queue));
      const duplicate = duplicates.get(queue);
      const { violations, warnings } = judgeQueue(queue);
      const faults = [
        ...findings.map(({ path, message }) => `${path.join(".")}: ${message}`),
        ...(duplicate === undefined ? [] : [duplicate]),
        ...violations,
      ];
      return [queue, { faults, warnings }];
    }),
  );
}

/** Answers what is wrong with defaults and policies that were stated at a scope, with its name. */
function listStatementFaults(scope: IConstruct): string[] {
  return [...checkDefaults(scope), ...checkPolicy(scope)].map((fault) => `${describeScope(scope)}: ${fault}`);
}

/** Answers what is wrong elsewhere in the app: neither in a stack, where its own validations tell, nor above it. */
function listFaultsElsewhere(stack: TerraformStack): string[] {
  const here = new Set([...stack.node.scopes, ...stack.node.findAll()]);
  const constructs = stack.node.root.node.findAll().filter((construct) => !here.has(construct));
  const queues: ReadonlyMap<IConstruct, QueueReport> = inspectQueues(constructs);
  return constructs.flatMap((construct) => [
    ...listStatementFaults(construct),
    ...(queues.get(construct)?.faults ?? []).map((fault) => `${construct.node.path}: ${fault}`),
  ]);
}

/** Answers the outermost stack that a queue is in: those within a stack are validated with it. */
function findOuterStack(queue: BrandedQueue): TerraformStack {
  return queue.node.scopes.find((scope) => TerraformStack.isStack(scope)) ?? TerraformStack.of(queue);
}

/** Validations may run more than once. */
function warnOnce(queue: BrandedQueue, message: string): void {
  if (queue.node.metadata.some(({ data }) => data === message)) return;
  Annotations.of(queue).addWarning(message);
}
