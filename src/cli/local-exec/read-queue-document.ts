import type { TimedOperation } from "../../queue/check-attributes";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { OnExisting } from "../../queue/queue-policies";
import type { WantedQueue } from "../../queue/wanted-queue";
import { DEFAULT_TIMEOUTS_MS } from "../../reconcile/default-timeouts";
import { collectAttributes, readAttributes, tryToIdentity } from "../../stack/read-attributes";
import { convertAttribute } from "../../stack/types";
import { toLiteral } from "../../text/terraform-json";
import type { CommandContext } from "../command-session";
import { readDocument, refuseFindings } from "./read-document";

/** A queue as a provisioner describes it. */
export interface QueueDocument {
  readonly identity: QueueIdentity;
  readonly wanted: WantedQueue;
  /** What a create does if the queue exists. */
  readonly onExisting: OnExisting;
  /** Terraform address of the resource that creates it, if known. */
  readonly address: string | undefined;
  /** Time limits of operations in milliseconds. */
  readonly timeoutsMs: Readonly<Record<TimedOperation, number>>;
}

/**
 * Reads which queue a provisioner creates or changes, and its settings: the attributes of `mergequeue_queue`, and `address`.
 * @throws MergeQueueError `invalid_configuration` if the variable is missing, `invalid_request` that lists all problems
 */
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
  refuseFindings("MERGEQUEUE_QUEUE", [
    ...problems,
    ...(isText ? [] : [{ path: ["address"], message: "Must be a string." }]),
  ]);
  return {
    identity: tryToIdentity(read.values) as QueueIdentity,
    wanted: meaning.wanted,
    onExisting: (read.values.get("on_existing") ?? "fail") as OnExisting,
    address: isText ? address : undefined,
    timeoutsMs: { ...DEFAULT_TIMEOUTS_MS, ...meaning.timeoutsMs },
  };
}
