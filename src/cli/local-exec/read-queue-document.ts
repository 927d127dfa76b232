import {
  type AdditionalSettings,
  type JsonValue,
  validateAdditionalSettings,
} from "../../queue/additional-settings";
import type { TimedOperation } from "../../queue/check-attributes";
import { type QueueIdentity, REPOSITORY_PARTS, validateIdentity } from "../../queue/queue-identity";
import { checkDeletionPolicy, checkOnExisting, type OnExisting } from "../../queue/queue-policies";
import type { QueueSettings } from "../../queue/settings";
import { validateSettings } from "../../queue/validate-settings";
import type { WantedQueue } from "../../queue/wanted-queue";
import { DEFAULT_TIMEOUTS_MS } from "../../reconcile/default-timeouts";
import { checkDuration, tryParseDurationMs } from "../../text/parse-duration";
import type { CommandContext } from "../command-session";
import { type Fields, FindingCollector, readDocument } from "./finding-collector";

/** A queue as a provisioner describes it. */
export interface QueueDocument {
  readonly identity: QueueIdentity;
  readonly wanted: WantedQueue;
  /** What a create does if the queue exists. */
  readonly onExisting: OnExisting;
  /** Terraform address of the resource that creates it. */
  readonly address: string;
  /** Time limits of operations in milliseconds. */
  readonly timeoutsMs: Readonly<Record<TimedOperation, number>>;
}

const FIELDS = [
  "address",
  "repo",
  "targetBranch",
  "settings",
  "additionalSettings",
  "timeouts",
  "onExisting",
  "deletionPolicy",
];

/**
 * Reads which queue a provisioner creates or changes, and its settings.
 * @throws MergeQueueError `invalid_configuration` if the variable is missing, `invalid_request` that lists all problems
 */
export function readQueueDocument(
  context: Pick<CommandContext, "environment">,
  variable: "MERGEQUEUE_QUEUE" | "MERGEQUEUE_SETTINGS",
): QueueDocument {
  const fields = readDocument(context, variable);
  const collector = new FindingCollector(variable);
  collector.refuseOthers(fields, FIELDS);
  const document = {
    identity: readIdentity(fields, collector),
    wanted: readWanted(fields, collector),
    onExisting: (collector.pickText(fields, "onExisting", checkOnExisting) ?? "fail") as OnExisting,
    address: collector.pickText(fields, "address") ?? "",
    timeoutsMs: readTimeouts(fields, collector),
  };
  collector.pickText(fields, "deletionPolicy", checkDeletionPolicy);
  collector.finish();
  return document;
}

function readIdentity(fields: Fields, collector: FindingCollector): QueueIdentity {
  const repo = collector.pickFields(fields, "repo");
  collector.refuseOthers(repo, REPOSITORY_PARTS);
  const [host, owner, name] = REPOSITORY_PARTS.map((part) => repo.get(part) as string);
  const identity = { repo: { host, owner, name }, targetBranch: fields.get("targetBranch") } as QueueIdentity;
  collector.add(...validateIdentity(identity));
  return identity;
}

function readWanted(fields: Fields, collector: FindingCollector): WantedQueue {
  const settings: QueueSettings = Object.fromEntries(collector.pickFields(fields, "settings"));
  collector.add(...validateSettings(settings));
  const additional = collector.pickFields(fields, "additionalSettings");
  const additionalSettings: AdditionalSettings = new Map(additional as ReadonlyMap<string, JsonValue>);
  collector.add(...validateAdditionalSettings(additionalSettings));
  return { settings, additionalSettings };
}

function readTimeouts(fields: Fields, collector: FindingCollector): QueueDocument["timeoutsMs"] {
  const timeouts = collector.pickFields(fields, "timeouts");
  collector.refuseOthers(timeouts, Object.keys(DEFAULT_TIMEOUTS_MS));
  const read = (operation: TimedOperation): number => {
    const text = collector.pickText(timeouts, operation, checkDuration);
    return tryParseDurationMs(text ?? "") ?? DEFAULT_TIMEOUTS_MS[operation];
  };
  return { create: read("create"), read: read("read"), update: read("update"), delete: read("delete") };
}
