import { Annotations, type IConstruct, TerraformStack } from "../cdk";
import { type BrandedQueue, findDuplicateQueues, isBrandedQueue, readBrand } from "../queue/branded-queue";
import { validateQueueProps } from "../queue/validate-queue-props";
import { formatFinding } from "../values/check-props";
import { describeScope, judgeQueue } from "./judge-queue";
import { checkDefaults } from "./queue-defaults";
import { checkPolicy } from "./queue-policy";

const INSPECTION = Symbol.for("terraform-provider-mergequeue/Inspection");

/** Results for a stack in one run of its validations, by the construct whose validation reports them. */
interface Inspection {
  readonly faults: ReadonlyMap<IConstruct, readonly string[]>;
  /** Constructs whose validation has already reported. */
  readonly asked: Set<IConstruct>;
}

interface QueueReport {
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

interface InspectedStack extends TerraformStack {
  [INSPECTION]?: Inspection | undefined;
}

/**
 * Checks a queue whenever the validations of its stack run: its props, duplicates and policies.
 *
 * The CDK stops at the first stack with errors, and does not validate constructs above stacks. So the validation of a
 * stack also reports errors of defaults and policies above it and, if the stack itself has errors, those of queues in
 * other stacks.
 */
export function inspectAtSynth(queue: BrandedQueue): void {
  const stack: InspectedStack = findOuterStack(queue);
  if (!(INSPECTION in stack)) {
    Object.defineProperty(stack, INSPECTION, { value: undefined, writable: true });
    stack.node.addValidation({ validate: () => takeFaults(stack, stack) });
  }
  queue.node.addValidation({ validate: () => takeFaults(stack, queue) });
}

/** Once per run of validations, so that the time is linear. A construct that asks again starts another run. */
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
      const findings = validateQueueProps(readBrand(queue).props);
      const duplicate = duplicates.get(queue);
      const { violations, warnings } = judgeQueue(queue);
      const faults = [
        ...findings.map(formatFinding),
        ...(duplicate === undefined ? [] : [duplicate]),
        ...violations,
      ];
      return [queue, { faults, warnings }];
    }),
  );
}

function listStatementFaults(scope: IConstruct): string[] {
  return [...checkDefaults(scope), ...checkPolicy(scope)].map((fault) => `${describeScope(scope)}: ${fault}`);
}

/** Returns the errors elsewhere in the app: neither in this stack nor above it. */
function listFaultsElsewhere(stack: TerraformStack): string[] {
  const here = new Set([...stack.node.scopes, ...stack.node.findAll()]);
  const constructs = stack.node.root.node.findAll().filter((construct) => !here.has(construct));
  const queues: ReadonlyMap<IConstruct, QueueReport> = inspectQueues(constructs);
  return constructs.flatMap((construct) => [
    ...listStatementFaults(construct),
    ...(queues.get(construct)?.faults ?? []).map((fault) => `${construct.node.path}: ${fault}`),
  ]);
}

/** Returns the outermost stack of a queue. Nested stacks are validated with it. */
function findOuterStack(queue: BrandedQueue): TerraformStack {
  return queue.node.scopes.find((scope) => TerraformStack.isStack(scope)) ?? TerraformStack.of(queue);
}

/** Validations can run more than once. */
function warnOnce(queue: BrandedQueue, message: string): void {
  if (queue.node.metadata.some(({ data }) => data === message)) return;
  Annotations.of(queue).addWarning(message);
}
