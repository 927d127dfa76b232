import { PROVIDER_ARGUMENTS, toVariableName } from "../../queue/provider-arguments";
import { parseQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { checkDeletionPolicy, type DeletionPolicy } from "../../queue/queue-policies";
import { getDefaultTimeoutMs } from "../../reconcile/default-timeouts";
import { checkDuration, tryParseDurationMs } from "../../text/parse-duration";
import type { CommandContext } from "../command-session";
import { createVariableError, FindingCollector, readDocument } from "./finding-collector";

/** The input of a destroy provisioner, as it was when the resource was created. */
export interface DeletionDocument {
  readonly identity: QueueIdentity;
  readonly policy: DeletionPolicy;
  /** Time limit of the deletion in milliseconds. */
  readonly timeoutMs: number;
  /** Variables with the address of the service; they override those of the process. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Arguments for the address of the service: the constructs' name and the environment variable. */
const VARIABLES: ReadonlyMap<string, string> = new Map(
  PROVIDER_ARGUMENTS.filter(({ isAddress }) => isAddress).map(({ attribute }) => [
    attribute,
    toVariableName(attribute),
  ]),
);

/**
 * Reads which queue a destroy provisioner deletes, and how.
 * @throws MergeQueueError `invalid_configuration`, `invalid_identity`, or `invalid_request` that lists all problems
 */
export function readDeletionDocument(context: Pick<CommandContext, "environment">): DeletionDocument {
  const fields = readDocument(context, "MERGEQUEUE_DELETION");
  const id = context.environment["MERGEQUEUE_QUEUE_ID"];
  if (id === undefined) throw createVariableError("MERGEQUEUE_QUEUE_ID is not set.");
  const collector = new FindingCollector("MERGEQUEUE_DELETION");
  collector.refuseOthers(fields, ["policy", "timeout", "connection"]);
  const policy = (collector.pickText(fields, "policy", checkDeletionPolicy) ?? "refuse") as DeletionPolicy;
  const timeout = collector.pickText(fields, "timeout", checkDuration);
  const connection = collector.pickFields(fields, "connection");
  collector.refuseOthers(connection, [...VARIABLES.keys()]);
  collector.finish();
  const defaultMs = getDefaultTimeoutMs("delete", policy === "drain");
  return {
    identity: parseQueueId(id),
    policy,
    timeoutMs: tryParseDurationMs(timeout ?? "") ?? defaultMs,
    environment: Object.fromEntries(
      [...VARIABLES].flatMap(([name, variable]) =>
        connection.has(name) ? [[variable, String(connection.get(name))] as const] : [],
      ),
    ),
  };
}
