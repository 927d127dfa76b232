import { MergeQueueError } from "../../queue/merge-queue-error";
import { bindPlan, fromPlanDocument } from "../../reconcile/plan/document/from-plan-document";
import type { ConnectionArguments } from "../../reconcile/plan/plan";
import type { CommandSession } from "../command-session";
import { watchStop } from "../connection/connect";
import type { ConnectionOptions } from "../connection/connection-options";
import { nameFileInError, readInputFile } from "../files/read-input-file";
import { connectServices, OWN_TOKEN } from "./connect-services";
import type { InterruptiblePlan } from "./prepare-plan";
import type { ServiceSource } from "./resolve-source";

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
  const sources = new Map(saved.tasks.map(({ connection }) => [connection, toSource(connection)]));
  const services = await connectServices(session, options, sources);
  const bound = bindPlan(saved, ({ connection, origin }) => {
    const service = services.get(connection);
    if (service?.origin === origin) return service.reconciler;
    throw new MergeQueueError(
      "invalid_plan",
      `The plan names the service ${origin}, but contains another address for it. Make a new plan.`,
    );
  });
  return { ...bound, stopSignal: watchStop(session.context) };
}

function toSource(connection: ConnectionArguments): ServiceSource {
  const unknownToken =
    "The stack gives the token of this service, and a plan holds no token. That of the environment may be another " +
    "service's.";
  return {
    name: "The plan",
    faultCode: "invalid_plan",
    arguments: connection,
    unresolved: new Map(connection.has(OWN_TOKEN) ? [["token", unknownToken]] : []),
  };
}
