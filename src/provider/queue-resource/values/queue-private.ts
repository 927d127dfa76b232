import { randomBytes } from "node:crypto";
import type { PrivateState } from "../../../plugin/provider-definition";
import { isPlainObject } from "../../../text/is-plain-object";
import { isTextList } from "../../../text/is-text-list";

export interface QueuePrivate {
  /** Whether `required_statuses` was configured in the last create or update of the resource. */
  readonly managesRequiredStatuses: boolean;
  /** The required statuses that this resource set; undefined if unknown. States up to 1.6 lack them. */
  readonly ownStatuses?: readonly string[] | undefined;
  /** The service's own id of the queue; undefined until the second interface has returned it in a read. */
  readonly queueId?: string | undefined;
  readonly isImported: boolean;
  /** The unique name of this object of the state. Empty in states of version 1.3 and older. */
  readonly object: string;
}

const NOTHING: QueuePrivate = { managesRequiredStatuses: false, isImported: false, object: "" };

/** Reads private state. If private state is absent or damaged, returns empty data, which is safest. */
export function decodePrivate(bytes: PrivateState): QueuePrivate {
  const parsed = tryParse(bytes);
  const { ownStatuses, queueId, object, ...flags } = isPlainObject(parsed) ? parsed : {};
  return {
    ...(isTextList(ownStatuses) ? { ownStatuses } : {}),
    ...(typeof queueId === "string" ? { queueId } : {}),
    managesRequiredStatuses: flags["managesRequiredStatuses"] === true,
    isImported: flags["isImported"] === true,
    object: typeof object === "string" ? object : "",
  };
}

export function encodePrivate(remembered: Partial<QueuePrivate>): PrivateState {
  return Buffer.from(JSON.stringify({ ...NOTHING, ...remembered }), "utf8");
}

export function nameObject(): string {
  return randomBytes(9).toString("base64url");
}

function tryParse(bytes: PrivateState): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    // Nothing may depend on private state, which Terraform loses in several situations.
    return undefined;
  }
}
