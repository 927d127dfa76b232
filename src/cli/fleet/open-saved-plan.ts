import { MergeQueueError } from "../../queue/merge-queue-error";
import { bindPlan, fromPlanDocument } from "../../reconcile/plan/document/from-plan-document";
import type { ConnectionArguments } from "../../reconcile/plan/fleet-member";
import type { CommandSession } from "../command-session";
import type { ConnectionOptions } from "../connection/connection-options";
import { watchStop } from "../connection/watch-stop";

import { nameFileInError, readInputFile } from "../files/read-input-file";
import type { FleetService } from "./connect-services";
import { connectServices } from "./connect-services";
import type { OpenPlan } from "./prepare-plan";
import { fromSavedConnection } from "./service-source";

/**
 * Reads a saved plan and prepares calls of its services. Calls nothing yet.
 * @param file - path as it was given
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
