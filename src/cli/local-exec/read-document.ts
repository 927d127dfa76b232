import type { TimedOperation } from "../../queue/check-attributes";
import type { Finding } from "../../queue/finding";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { parseStoredQueueId } from "../../queue/parse-queue-id";
import { ADDRESS_ARGUMENTS, type ArgumentName, toVariableName } from "../../queue/provider-arguments";
import type { QueueIdentity } from "../../queue/queue-identity";
import { checkDeletionPolicy, type DeletionPolicy, type OnExisting } from "../../queue/queue-policies";
import type { WantedQueue } from "../../queue/wanted-queue";
import { DEFAULT_TIMEOUTS_MS, getDefaultTimeoutMs } from "../../reconcile/default-timeouts";
import { collectAttributes, readAttributes, tryToIdentity } from "../../stack/read-attributes";
import { convertAttribute } from "../../stack/types";
import { checkDuration, tryParseDurationMs } from "../../text/parse-duration";
import {
  isJsonObject,
  type JsonNode,
  type JsonObject,
  parseTerraformJson,
  toLiteral,
} from "../../text/terraform-json";
import type { CommandContext } from "../command-session";

export interface QueueDocument {
  readonly identity: QueueIdentity;
  readonly wanted: WantedQueue;
  readonly onExisting: OnExisting;
  /** Terraform address of the resource that creates the queue. Undefined if unknown. */
  readonly address: string | undefined;
  /** Milliseconds. */
  readonly timeoutsMs: Readonly<Record<TimedOperation, number>>;
}

/** @throws MergeQueueError `invalid_configuration` (no document), `invalid_request` (lists all problems) */
export function readQueueDocument({ environment }: Pick<CommandContext, "environment">): QueueDocument {
  const attributes = new Map(readDocument(environment, "MERGEQUEUE_QUEUE"));
  const address = attributes.get("address") ?? undefined;
  attributes.delete("address");
  const read = collectAttributes([...attributes.keys()], (name) => ({
    value: convertAttribute(name, toLiteral(attributes.get(name) ?? null)),
    isSensitive: false,
  }));
  const { meaning, problems } = readAttributes(read);
  const isText = address === undefined || typeof address === "string";
  const addressFindings = isText ? [] : [{ path: ["address"], message: "Must be a string." }];
  refuseFindings("MERGEQUEUE_QUEUE", [...problems, ...addressFindings]);
  return {
    identity: tryToIdentity(read.values) as QueueIdentity,
    wanted: meaning.wanted,
    onExisting: (read.values.get("on_existing") ?? "fail") as OnExisting,
    address: isText ? address : undefined,
    timeoutsMs: { ...DEFAULT_TIMEOUTS_MS, ...meaning.timeoutsMs },
  };
}

/** Input of a destroy provisioner. Terraform stored the input when it created the resource. */
export interface DeletionDocument {
  readonly identity: QueueIdentity;
  readonly policy: DeletionPolicy;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly environment: Readonly<Record<string, string>>;
}

type Check = (value: JsonNode) => string | undefined;
type Checks = ReadonlyMap<string, Check>;

const CHECKS: Checks = new Map<string, Check>([
  ["policy", checkDeletionPolicy],
  ["timeout", checkDuration],
  ["connection", (value) => (isJsonObject(value) ? undefined : "Must be an object.")],
]);
const CONNECTION_CHECKS: Checks = new Map(ADDRESS_ARGUMENTS.map((name) => [name, () => undefined]));

/** @throws MergeQueueError `invalid_configuration`, `invalid_identity`, `invalid_request` (all problems) */
export function readDeletionDocument({ environment }: Pick<CommandContext, "environment">): DeletionDocument {
  const fields = readDocument(environment, "MERGEQUEUE_DELETION");
  const id = environment["MERGEQUEUE_QUEUE_ID"];
  if (id === undefined) throw createVariableError("MERGEQUEUE_QUEUE_ID is not set.");
  const [given, policy, timeout] = ["connection", "policy", "timeout"].map((name) => fields.get(name));
  const connection = isJsonObject(given) ? given : new Map<string, JsonNode>();
  refuseFindings("MERGEQUEUE_DELETION", [
    ...checkFields(fields, CHECKS),
    ...checkFields(connection, CONNECTION_CHECKS, ["connection"]),
  ]);
  const timeoutMs = typeof timeout === "string" ? tryParseDurationMs(timeout) : undefined;
  const variables = [...connection].flatMap(([name, value]): [string, string][] =>
    value === null
      ? []
      : [[toVariableName(name as ArgumentName), typeof value === "string" ? value : JSON.stringify(value)]],
  );
  return {
    identity: parseStoredQueueId(id),
    policy: (policy ?? "refuse") as DeletionPolicy,
    timeoutMs: timeoutMs ?? getDefaultTimeoutMs("delete", { isDrained: policy === "drain" }),
    environment: Object.fromEntries(variables),
  };
}

/** @throws MergeQueueError `invalid_configuration` if the variable is not a JSON array of strings */
export function tryReadOwnStatuses({
  environment,
}: Pick<CommandContext, "environment">): readonly string[] | undefined {
  const text = environment["MERGEQUEUE_REQUIRED_STATUSES"];
  if (text === undefined || text === "") return undefined;
  const fail = (): Error =>
    createVariableError("MERGEQUEUE_REQUIRED_STATUSES is not a JSON array of strings.");
  const list = parseTerraformJson(text, fail);
  if (!Array.isArray(list) || !list.every((name) => typeof name === "string")) throw fail();
  return list;
}

function checkFields(fields: JsonObject, checks: Checks, path: readonly string[] = []): Finding[] {
  return [...fields].flatMap(([name, value]) => {
    const check = checks.get(name) ?? (() => "There is no field of this name.");
    const message = value === null && checks.has(name) ? undefined : check(value);
    return message === undefined ? [] : [{ path: [...path, name], message }];
  });
}

/** Reads a provisioner's JSON object from a variable. Does not check the object's fields. */
function readDocument(environment: CommandContext["environment"], variable: string): JsonObject {
  const text = environment[variable];
  if (text === undefined || text === "") {
    throw createVariableError(
      `${variable} is not set. Terraform runs this command for a stack whose MergeQueueProvider has via: ` +
        '"local-exec", and sets the variable. To change a queue by hand, use mergequeue queue or mergequeue apply.',
    );
  }
  const fail = (reason: string): Error => createVariableError(`${variable} cannot be read: ${reason}.`);
  const document = parseTerraformJson(text, fail);
  if (isJsonObject(document)) return document;
  throw createVariableError(`${variable} is not a JSON object.`);
}

function createVariableError(message: string): MergeQueueError {
  return new MergeQueueError("invalid_configuration", message);
}

/** @throws MergeQueueError `invalid_request` if there are findings. The message lists all of them. */
function refuseFindings(variable: string, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const lines = findings.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new MergeQueueError(
    "invalid_request",
    `${variable} is invalid:\n${lines.join("\n")}\n` +
      "If the stack is right, the constructs and the command may have different versions: install the same version of both.",
    { findings },
  );
}
