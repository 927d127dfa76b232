import { PROVIDER_ARGUMENTS, toVariableName } from "../../queue/provider-arguments";
import { parseQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { checkDeletionPolicy, type DeletionPolicy } from "../../queue/queue-policies";
import { getDefaultTimeoutMs } from "../../reconcile/default-timeouts";
import { checkDuration, tryParseDurationMs } from "../../text/parse-duration";
import { isJsonObject, type JsonNode } from "../../text/terraform-json";
import type { CommandContext } from "../command-session";
import { createVariableError, readDocument, refuseFindings } from "./read-document";

/** The input of a destroy provisioner, as it was when the resource was created. */
export interface DeletionDocument {
  readonly identity: QueueIdentity;
  readonly policy: DeletionPolicy;
  /** Time limit of the deletion in milliseconds. */
  readonly timeoutMs: number;
  /** Variables with the address of the service; they override those of the process. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Arguments for the address of the service. */
const ADDRESSES = PROVIDER_ARGUMENTS.filter(({ isAddress }) => isAddress).map(({ attribute }) => attribute);

/** The fields, and what is wrong with a value that is not null. */
const CHECKS: Readonly<Record<string, (value: JsonNode) => string | undefined>> = {
  policy: checkDeletionPolicy,
  timeout: checkDuration,
  connection: checkConnection,
};

/**
 * Reads which queue a destroy provisioner deletes, and how.
 * @throws MergeQueueError `invalid_configuration`, `invalid_identity`, or `invalid_request` that lists all problems
 */
export function readDeletionDocument({ environment }: Pick<CommandContext, "environment">): DeletionDocument {
  const fields = readDocument(environment, "MERGEQUEUE_DELETION");
  const id = environment["MERGEQUEUE_QUEUE_ID"];
  if (id === undefined) throw createVariableError("MERGEQUEUE_QUEUE_ID is not set.");
  const findings = [...fields].flatMap(([name, value]) => {
    const message = Object.hasOwn(CHECKS, name)
      ? value === null
        ? undefined
        : CHECKS[name]?.(value)
      : "There is no field of this name.";
    return message === undefined ? [] : [{ path: [name], message }];
  });
  refuseFindings("MERGEQUEUE_DELETION", findings);
  const policy = (fields.get("policy") ?? "refuse") as DeletionPolicy;
  const timeout = fields.get("timeout");
  return {
    identity: parseQueueId(id),
    policy,
    timeoutMs:
      (typeof timeout === "string" ? tryParseDurationMs(timeout) : undefined) ??
      getDefaultTimeoutMs("delete", policy === "drain"),
    environment: toVariables(fields.get("connection")),
  };
}

function toVariables(connection: JsonNode | undefined): Record<string, string> {
  const entries = ADDRESSES.flatMap((name): [string, string][] => {
    const value = isJsonObject(connection) ? connection.get(name) : undefined;
    if (value === undefined || value === null) return [];
    return [[toVariableName(name), typeof value === "string" ? value : JSON.stringify(value)]];
  });
  return Object.fromEntries(entries);
}

function checkConnection(connection: JsonNode): string | undefined {
  if (!isJsonObject(connection)) return "Must be an object.";
  const other = [...connection.keys()].find((name) => !ADDRESSES.some((address) => address === name));
  return other === undefined ? undefined : `There is no field ${other}.`;
}
