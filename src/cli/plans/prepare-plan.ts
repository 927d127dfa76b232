import { dirname, resolve } from "node:path";
import { planQueues } from "../../plan/create-plan";
import { bindPlan, fromPlanDocument } from "../../plan/from-plan-document";
import type { Plan, QueueAtService, SavedPlan } from "../../plan/plan";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { findStackDirectory } from "../../stack/find-stack-directory";
import { readRegularFile } from "../../stack/read-regular-file";
import { readStacks } from "../../stack/read-stacks";
import type { StackQueue, StackReading } from "../../stack/stack-reading";
import { joinFirst } from "../../text/join-first";
import { quote } from "../../text/quote";
import type { CommandSession } from "../command-session";
import { watchStop } from "../connection/connect";
import { type ConnectionOptions, WRITE_TIMEOUT } from "../connection/connection-options";
import { addInputFile, nameFileInError, readInputFile } from "../files/read-input-file";
import { createPlanProgress } from "../print/plan-progress";
import { connectServices, OWN_TOKEN, type ServiceSource } from "./connect-services";
import { QueueChoice } from "./queue-choice";
import type { StackOptions } from "./stack-options";

export interface InterruptiblePlan extends SavedPlan {
  readonly stopSignal: AbortSignal;
}

interface PlanOptions extends StackOptions {
  readonly adapt?: (queue: QueueAtService) => QueueAtService;
}

/** Reads the stacks, then each queue once. @throws MergeQueueError `plan_unsafe` for `prevent_destroy` */
export async function preparePlan(
  session: CommandSession,
  mode: Plan["mode"],
  stack: string | undefined,
  options: PlanOptions,
): Promise<InterruptiblePlan> {
  const { context } = session;
  const directory = await findStackDirectory(context, stack);
  const { adapt = (queue: QueueAtService) => queue } = options;
  const { queues, warnings, synthesizedAt } = await readChosen(session, directory, options);
  const sources = new Map(queues.map((queue) => [toKey(queue), toSource(queue, directory)]));
  const services = await connectServices(session, options, sources);
  const reachable = queues.flatMap((queue) => {
    const service = services.get(toKey(queue));
    return service === undefined ? [] : [adapt({ queue, service })];
  });
  if (mode === "destroy") requireDestroyable(queues);
  const stopSignal = watchStop(context);
  const progress = createPlanProgress(context);
  const planning = planQueues(mode, reachable, {
    stopSignal,
    onProgress: progress.show,
    timeoutMs: options.timeout ?? WRITE_TIMEOUT.ms,
    parallelism: options.parallelism,
    clock: context.clock,
  });
  const { plan, tasks } = await planning.finally(progress.end);
  return { plan: { ...plan, synthesizedAt, warnings: [...warnings, ...plan.warnings] }, tasks, stopSignal };
}

async function readChosen(
  { context }: CommandSession,
  directory: string,
  options: StackOptions,
): Promise<StackReading> {
  const choice = new QueueChoice(options.only ?? []);
  const reading = await readStacks(directory, {
    environment: context.environment,
    variables: options.var ?? new Map(),
    variableFiles: (options.varFile ?? []).map((file) => resolve(context.workingDirectory, file)),
    readFile: async (path) => {
      await addInputFile(context, path);
      return readRegularFile(path);
    },
    isWanted: (identity) => choice.includes(identity),
  });
  choice.requireMatches();
  // Warn, because a pipeline may read the wrong directory.
  const none =
    `The stacks in ${quote(directory)} declare no queue. If you expect queues, synthesize the stacks first, or name the ` +
    "directory that contains them.";
  return reading.queues.length > 0 ? reading : { ...reading, warnings: [...reading.warnings, none] };
}

/** Returns a key of a queue's service. Queues of one provider in one directory have the same service. */
function toKey({ provider: { name, stack }, file }: StackQueue): string {
  return JSON.stringify([stack, name, dirname(file)]);
}

/** Returns a queue's connection. As in Terraform, a `ca_file` is relative to the stack's directory. */
function toSource({ provider, file }: StackQueue, directory: string): ServiceSource {
  const given = new Map(provider.arguments);
  const caFile = given.get("ca_file");
  if (typeof caFile === "string") given.set("ca_file", resolve(directory, dirname(file), caFile));
  return {
    name: `Provider ${quote(provider.name)} of stack ${quote(provider.stack)}`,
    faultCode: "invalid_stack",
    arguments: given,
    unresolved: provider.unresolved,
  };
}

const MAX_NAMES = 5;

/** Refuses to destroy protected queues. As in Terraform, no option overrides `prevent_destroy`. */
function requireDestroyable(queues: readonly StackQueue[]): void {
  const kept = queues.filter(({ preventsDestroy }) => preventsDestroy).map(({ address }) => address);
  if (kept.length === 0) return;
  throw new MergeQueueError(
    "plan_unsafe",
    `prevent_destroy protects ${joinFirst(kept, MAX_NAMES)}. ` +
      "Nothing was changed. Remove prevent_destroy from the lifecycle of these queues, or select other queues with --only.",
  );
}

/** Reads a saved plan. Sends no request. @throws MergeQueueError `invalid_plan`, `invalid_configuration` */
export async function openSavedPlan(
  session: CommandSession,
  file: string,
  options: ConnectionOptions,
): Promise<InterruptiblePlan> {
  const text = await readInputFile(session.context, file, { what: "The plan", code: "invalid_plan" });
  const saved = nameFileInError(file, () => fromPlanDocument(text));
  const sources = new Map(
    saved.tasks.map(({ service: { connection } }) => [connection, toSavedSource(connection)]),
  );
  const services = await connectServices(session, options, sources);
  const bound = bindPlan(saved, ({ connection, origin }) => {
    const service = services.get(connection);
    if (service?.origin === origin) return service;
    throw new MergeQueueError(
      "invalid_plan",
      `The plan names the service ${origin}, but connects to another address. Make a new plan.`,
    );
  });
  return { ...bound, stopSignal: watchStop(session.context) };
}

function toSavedSource(connection: ServiceSource["arguments"]): ServiceSource {
  const unknownToken =
    "The environment's token is not used, because it may belong to another service. The token of this service " +
    "comes from the stack, and a plan contains no token.";
  return {
    name: "The plan",
    faultCode: "invalid_plan",
    arguments: connection,
    unresolved: new Map(connection.has(OWN_TOKEN) ? [["token", unknownToken]] : []),
  };
}
