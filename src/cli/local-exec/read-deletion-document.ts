import type { Finding } from "../../queue/finding";
import { parseStoredQueueId } from "../../queue/parse-queue-id";
import { ADDRESS_ARGUMENTS, toVariableName } from "../../queue/provider-arguments";
import { type QueueIdentity } from "../../queue/queue-identity";
import { checkDeletionPolicy, type DeletionPolicy } from "../../queue/queue-policies";
import { getDefaultTimeoutMs } from "../../reconcile/default-timeouts";
import { checkDuration, tryParseDurationMs } from "../../text/parse-duration";
import { isJsonObject, type JsonNode, type JsonObject } from "../../text/terraform-json";
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

/** Returns what is wrong with a value that is not null. */
type Check = (value: JsonNode) => string | undefined;
type Checks = ReadonlyMap<string, Check>;

const CHECKS: Checks = new Map<string, Check>([
  ["policy", checkDeletionPolicy],
  ["timeout", checkDuration],
  ["connection", (value) => (isJsonObject(value) ? undefined : "Must be an object.")],
]);
const CONNECTION_CHECKS: Checks = new Map(ADDRESS_ARGUMENTS.map((name) => [name, () => undefined]));

/**
 * Reads which queue a destroy provisioner deletes, and how.
 * @throws MergeQueueError `invalid_configuration`, `invalid_identity`, or `invalid_request` that lists all problems
 */
export function readDeletionDocument({ environment }: Pick<CommandContext, "environment">): DeletionDocument {
  const fields = readDocument(environment, "MERGEQUEUE_DELETION");
  const id = environment["MERGEQUEUE_QUEUE_ID"];
  if (id === undefined) throw createVariableError("MERGEQUEUE_QUEUE_ID is not set.");
  const connection = fields.get("connection");
  refuseFindings("MERGEQUEUE_DELETION", [
    ...checkFields(fields, CHECKS),
    ...(isJsonObject(connection) ? checkFields(connection, CONNECTION_CHECKS, ["connection"]) : []),
  ]);
  const policy = (fields.get("policy") ?? "refuse") as DeletionPolicy;
  const timeout = fields.get("timeout");
  return {
    identity: parseStoredQueueId(id),
    policy,
    timeoutMs:
      (typeof timeout === "string" ? tryParseDurationMs(timeout) : undefined) ??
      getDefaultTimeoutMs("delete", policy === "drain"),
    environment: isJsonObject(connection) ? toVariables(connection) : {},
  };
}

function checkFields(fields: JsonObject, checks: Checks, path: readonly string[] = []): Finding[] {
  return [...fields].flatMap(([name, value]) => {
    const check = checks.get(name) ?? (() => "There is no field of this name.");
    const isUnset = value === null && checks.has(name);
    const message = isUnset ? undefined : check(value);
    return message === undefined ? [] : [{ path: [...path, name], message }];
  });
}

function toVariables(connection: JsonObject): Record<string, string> {
  const entries = ADDRESS_ARGUMENTS.flatMap((name): [string, string][] => {
    const value = connection.get(name) ?? null;
    if (value === null) return [];
    return [[toVariableName(name), typeof value === "string" ? value : JSON.stringify(value)]];
  });
  return Object.fromEntries(entries);
}
