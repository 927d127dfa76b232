import { decodeValue, encodeValue } from "../plugin/msgpack-codec";
import { toObjectType } from "../plugin/to-object-type";
import { isObjectValue, type ObjectValue } from "../plugin/value";
import type { MergeQueueError } from "../queue/merge-queue-error";
import { type QueueIdentity, toIdentityKey } from "../queue/queue-identity";
import { QUEUE_SCHEMA } from "./queue-schema";

const STATE_TYPE = toObjectType(QUEUE_SCHEMA.attributes);

/** Remembers queues that were seen, deleted or replaced. Stores their states encoded, to save memory. */
export class SeenQueues {
  readonly #stateByKey = new Map<string, Uint8Array>();
  readonly #deletedByKey = new Map<string, Uint8Array>();
  readonly #replacedByKey = new Map<string, MergeQueueError>();

  add(identity: QueueIdentity, state: ObjectValue): void {
    const key = toIdentityKey(identity);
    this.#stateByKey.set(key, encodeValue(state, STATE_TYPE));
    this.#deletedByKey.delete(key);
  }

  /** Remembers that a queue is gone. @param deleted - the queue's state, if this process has deleted it */
  remove(identity: QueueIdentity, deleted?: ObjectValue): void {
    const key = toIdentityKey(identity);
    this.#stateByKey.delete(key);
    if (deleted !== undefined) this.#deletedByKey.set(key, encodeValue(deleted, STATE_TYPE));
  }

  /** Remembers that another queue has replaced this one. @param error - with the code `queue_replaced` */
  addReplaced(identity: QueueIdentity, error: MergeQueueError): void {
    this.#replacedByKey.set(toIdentityKey(identity), error);
  }

  /** Returns the error for a replaced queue; undefined for other queues. */
  tryFindReplaced(identity: QueueIdentity): MergeQueueError | undefined {
    return this.#replacedByKey.get(toIdentityKey(identity));
  }

  /** Returns the state of a queue that this process has deleted; undefined for other queues. */
  tryFindDeleted(identity: QueueIdentity): ObjectValue | undefined {
    return tryDecode(this.#deletedByKey.get(toIdentityKey(identity)));
  }

  /** Returns the state of a queue; undefined if the queue has not been seen. */
  tryFindState(identity: QueueIdentity): ObjectValue | undefined {
    return tryDecode(this.#stateByKey.get(toIdentityKey(identity)));
  }
}

function tryDecode(bytes: Uint8Array | undefined): ObjectValue | undefined {
  const state = bytes === undefined ? null : decodeValue(bytes, STATE_TYPE);
  return isObjectValue(state) ? state : undefined;
}
