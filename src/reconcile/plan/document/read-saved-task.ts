import type { Operation } from "../../../api/operations/operation";
import { listProblems } from "../../../api/schemas/list-problems";
import { QUEUED_PULL_REQUEST_SCHEMA } from "../../../api/schemas/pull-request-schema";
import { QUEUE_RECORD_SCHEMA } from "../../../api/schemas/queue-schema";
import type { JsonValue } from "../../../queue/additional-settings";
import { validateAdditionalSettings } from "../../../queue/additional-settings";
import type { Finding } from "../../../queue/finding";
import type { QueueIdentity } from "../../../queue/queue-identity";
import { REPOSITORY_PARTS, validateIdentity } from "../../../queue/queue-identity";
import { DELETION_POLICIES } from "../../../queue/queue-policies";
import type { QueueSettings } from "../../../queue/settings";
import { validateSettings } from "../../../queue/validate-settings";
import type { WantedQueue } from "../../../queue/wanted-queue";
import { MAX_DURATION_MS } from "../../../text/parse-duration";
import type { TimedOperation } from "../../default-timeouts";
import { DEFAULT_TIMEOUTS_MS } from "../../default-timeouts";
import type { FleetPlace, FleetQueue } from "../fleet-member";
import type { FleetPlan, PlannedTask, SeenQueue } from "../fleet-plan";
import { planTask } from "../plan-task";
import type { FieldPath } from "./plan-fields";
import { createFieldError, readFields, readList, readText, readWord } from "./plan-fields";

/** A connection of a saved plan. */
export type SavedConnection = Pick<FleetPlace, "origin" | "connection">;

/**
 * Reads one queue of a saved plan, and plans it again. Checks everything that could be sent.
 * @throws MergeQueueError `invalid_plan` naming the field
 */
export function readSavedTask(
  mode: FleetPlan["mode"],
  connections: readonly SavedConnection[],
  raw: unknown,
  path: FieldPath,
): PlannedTask {
  const fields = readFields(raw, path);
  const connection = connections[Number(fields.get("connection"))];
  if (connection === undefined)
    throw createFieldError([...path, "connection"], "is not one of the connections");
  const queue: FleetQueue = {
    address: readText(fields.get("address"), [...path, "address"]),
    stack: readText(fields.get("stack"), [...path, "stack"]),
    identity: readIdentity(fields.get("identity"), [...path, "identity"]),
    wanted: readWanted(fields, path),
    sensitive: new Set(readList(fields.get("sensitive"), [...path, "sensitive"], readText)),
    deletionPolicy: readWord(fields.get("deletionPolicy"), [...path, "deletionPolicy"], DELETION_POLICIES),
    timeoutsMs: readTimeouts(fields.get("timeoutsMs"), [...path, "timeoutsMs"]),
  };
  return planTask(mode, { queue, ...connection }, readSeen(fields.get("seen"), [...path, "seen"]));
}

function readIdentity(raw: unknown, path: FieldPath): QueueIdentity {
  const fields = readFields(raw, path);
  const repo = readFields(fields.get("repo"), [...path, "repo"]);
  const [host, owner, name] = REPOSITORY_PARTS.map((part) =>
    readText(repo.get(part), [...path, "repo", part]),
  );
  const targetBranch = readText(fields.get("targetBranch"), [...path, "targetBranch"]);
  const identity = { repo: { host, owner, name }, targetBranch } as QueueIdentity;
  requireNone(validateIdentity(identity), path);
  return identity;
}

function readWanted(fields: ReadonlyMap<string, unknown>, path: FieldPath): WantedQueue {
  const settings = Object.fromEntries(
    readFields(fields.get("settings"), [...path, "settings"]),
  ) as QueueSettings;
  requireNone(validateSettings(settings), [...path, "settings"]);
  const additional = readFields(fields.get("additionalSettings"), [...path, "additionalSettings"]);
  // JSON.parse returns only JSON values.
  const additionalSettings = additional as ReadonlyMap<string, JsonValue>;
  requireNone(validateAdditionalSettings(additionalSettings), path);
  return { settings, additionalSettings };
}

function requireNone([first]: readonly Finding[], path: FieldPath): void {
  if (first !== undefined) throw createFieldError([...path, ...first.path], `is not valid: ${first.message}`);
}

function readTimeouts(raw: unknown, path: FieldPath): FleetQueue["timeoutsMs"] {
  const fields = [...readFields(raw, path)].map(([name, value]) => {
    const operation = readWord(name, path, Object.keys(DEFAULT_TIMEOUTS_MS) as TimedOperation[]);
    const isBounded = typeof value === "number" && value >= 1 && value <= MAX_DURATION_MS;
    if (!isBounded)
      throw createFieldError([...path, name], `must be milliseconds from 1 to ${MAX_DURATION_MS}`);
    return [operation, value] as const;
  });
  return Object.fromEntries(fields);
}

function readSeen(raw: unknown, path: FieldPath): SeenQueue | undefined {
  if (raw === null) return undefined;
  const fields = readFields(raw, path);
  const additional = readFields(fields.get("additionalFields"), [...path, "additionalFields"]);
  return {
    settings: readAnswer(QUEUE_RECORD_SCHEMA, fields.get("settings"), [...path, "settings"]),
    additionalFields: Object.fromEntries(additional),
    pullRequests: readPullRequests(fields.get("pullRequests"), [...path, "pullRequests"]),
  };
}

function readPullRequests(raw: unknown, path: FieldPath): SeenQueue["pullRequests"] {
  return raw === undefined
    ? undefined
    : readList(raw, path, (each, place) => readAnswer(QUEUED_PULL_REQUEST_SCHEMA, each, place));
}

/** Reads a part of a response of the service. */
function readAnswer<Answer>(
  schema: Operation<string, never, Answer>["responseSchema"],
  raw: unknown,
  path: FieldPath,
): Answer {
  const read = schema.safeParse(raw);
  if (read.success) return read.data;
  const problems = listProblems(read.error, raw);
  throw createFieldError(path, `is not a valid response of a service: ${problems.join(" ")}`);
}
