import { MergeQueueError } from "../../queue/merge-queue-error";
import { planQueues } from "../../reconcile/plan/create-plan";
import { bindPlan, fromPlanDocument } from "../../reconcile/plan/document/from-plan-document";
import type {
  ConnectionArguments,
  Plan,
  ReachableQueue,
  ReachableTask,
  SavedPlan,
} from "../../reconcile/plan/plan";
import type { CommandSession } from "../command-session";
import { watchStop } from "../connection/connect";
import { type ConnectionOptions, WRITE_TIMEOUT } from "../connection/connection-options";
import { nameFileInError, readInputFile } from "../files/read-input-file";
import { createView } from "../print/create-view";
import { createPlanProgress } from "../print/plan-progress";
import { type ConnectedService, connectServices } from "./connect-services";
import { readReachableQueues } from "./read-reachable-queues";
import { fromSavedConnection } from "./service-source";
import type { StackOptions } from "./stack-options";

/** A plan and its interrupt. */
export interface InterruptiblePlan extends SavedPlan<ReachableTask> {
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly stopSignal: AbortSignal;
}

/**
 * Plans what stacks declare: reads them, then every queue once.
 * @param adapt - changes what is wanted of a queue. Default: nothing
 * @throws MergeQueueError as {@link readReachableQueues} and `planQueues`; `plan_unsafe` for a queue that must stay
 */
export async function preparePlan(
  session: CommandSession,
  mode: Plan["mode"],
  directory: string,
  options: StackOptions,
  adapt: (queue: ReachableQueue) => ReachableQueue = (queue) => queue,
): Promise<InterruptiblePlan> {
  const { context } = session;
  const { queues, undestroyable, warnings } = await readReachableQueues(session, directory, options);
  if (mode === "destroy" && undestroyable.length > 0) throw createForbidden(undestroyable);
  const stopSignal = watchStop(context);
  const progress = createPlanProgress(context, () => undefined, createView(context));
  try {
    const { plan, tasks } = await planQueues(mode, queues.map(adapt), {
      stopSignal,
      onProgress: progress.show,
      timeoutMs: options.timeout ?? WRITE_TIMEOUT.ms,
      parallelism: options.parallelism,
      clock: context.clock,
    });
    return { plan: { ...plan, warnings: [...warnings, ...plan.warnings] }, tasks, stopSignal };
  } finally {
    progress.end();
  }
}

/** Terraform refuses this too, and has no option to override it. */
function createForbidden(addresses: readonly string[]): MergeQueueError {
  const more = addresses.length > MAX_NAMES ? ` and ${addresses.length - MAX_NAMES} more` : "";
  return new MergeQueueError(
    "plan_unsafe",
    `prevent_destroy forbids to destroy ${addresses.slice(0, MAX_NAMES).join(", ")}${more}. ` +
      "Nothing was changed. Remove it from the lifecycle of these queues, or select others with --only.",
  );
}

const MAX_NAMES = 5;

/**
 * Reads a saved plan and prepares calls of its services. Calls nothing yet.
 * @throws MergeQueueError `invalid_plan`, `invalid_configuration`
 */
export async function openSavedPlan(
  session: CommandSession,
  file: string,
  options: ConnectionOptions,
): Promise<InterruptiblePlan> {
  const text = await readInputFile(session.context, file, "The plan", "invalid_plan");
  const saved = nameFileInError(file, () => fromPlanDocument(text));
  const sources = new Map(
    saved.tasks.map(({ connection }) => [connection, fromSavedConnection(connection)] as const),
  );
  const services = await connectServices(session, options, [...new Set(sources.values())]);
  const findService = (connection: ConnectionArguments): ConnectedService | undefined => {
    const source = sources.get(connection);
    return source === undefined ? undefined : services.get(source);
  };
  const bound = bindPlan(saved, ({ connection, origin }) => {
    const service = findService(connection);
    if (service?.origin === origin) return service.reconciler;
    throw new MergeQueueError(
      "invalid_plan",
      `The plan names the service ${origin}, but contains another address for it. Make a new plan.`,
    );
  });
  return { ...bound, stopSignal: watchStop(session.context) };
}
