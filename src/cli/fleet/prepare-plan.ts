import { MergeQueueError } from "../../queue/merge-queue-error";
import { bindPlan, fromPlanDocument } from "../../reconcile/plan/document/from-plan-document";
import type { ConnectionArguments, Plan, PreparedPlan, ReachableQueue } from "../../reconcile/plan/plan";
import { prepareFleet } from "../../reconcile/plan/prepare-fleet";
import type { CommandSession } from "../command-session";
import { watchStop } from "../connection/connect";
import { type ConnectionOptions, WRITE_TIMEOUT } from "../connection/connection-options";
import { nameFileInError, readInputFile } from "../files/read-input-file";
import { createView } from "../print/create-view";
import { createFleetProgress } from "../print/fleet-progress";
import { connectServices, type FleetService } from "./connect-services";
import type { FleetOptions } from "./fleet-options";
import { readMembers } from "./read-members";
import { fromSavedConnection } from "./service-source";

/** A plan and its interrupt. */
export interface OpenPlan {
  readonly prepared: PreparedPlan;
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly stopSignal: AbortSignal;
}

/**
 * Plans what stacks declare: reads them, then every queue once.
 * @param adapt - changes what is wanted of a queue. Default: nothing
 * @throws MergeQueueError as {@link readMembers} and `prepareFleet`; `plan_unsafe` for a queue that must stay
 */
export async function preparePlan(
  session: CommandSession,
  mode: Plan["mode"],
  directory: string,
  options: FleetOptions,
  adapt: (member: ReachableQueue) => ReachableQueue = (member) => member,
): Promise<OpenPlan> {
  const { context } = session;
  const { members, undestroyable, warnings } = await readMembers(session, directory, options);
  if (mode === "destroy" && undestroyable.length > 0) throw createForbidden(undestroyable);
  const stopSignal = watchStop(context);
  const progress = createFleetProgress(context, () => undefined, createView(context));
  try {
    const prepared = await prepareFleet(mode, members.map(adapt), {
      stopSignal,
      onProgress: progress.show,
      timeoutMs: options.timeout ?? WRITE_TIMEOUT.ms,
      parallelism: options.parallelism,
      clock: context.clock,
    });
    const plan = { ...prepared.plan, warnings: [...warnings, ...prepared.plan.warnings] };
    return { prepared: { ...prepared, plan }, stopSignal };
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
): Promise<OpenPlan> {
  const text = await readInputFile(session.context, file, "The plan", "invalid_plan");
  const saved = nameFileInError(file, () => fromPlanDocument(text));
  const sources = new Map(
    saved.tasks.map(({ connection }) => [connection, fromSavedConnection(connection)] as const),
  );
  const services = await connectServices(session, options, [...new Set(sources.values())]);
  const findService = (connection: ConnectionArguments): FleetService | undefined => {
    const source = sources.get(connection);
    return source === undefined ? undefined : services.get(source);
  };
  const prepared = bindPlan(saved, ({ connection, origin }) => {
    const service = findService(connection);
    if (service?.origin === origin) return service.reconciler;
    throw new MergeQueueError(
      "invalid_plan",
      `The plan names the service ${origin}, but contains another address for it. Make a new plan.`,
    );
  });
  return { prepared, stopSignal: watchStop(session.context) };
}
