import type { ObjectType } from "../schema/schema";
import type { ObjectValue } from "../values/value";

/** Objects that are kept of each type: ten resources at once, each with a configuration and two states, and some more. */
const MAX_OBJECTS = 64;

/** Bytes of the longest object that is kept. */
const MAX_BYTES = 4 * 1024;

/** What was decoded last, by type, then by its bytes in Latin-1, oldest first. */
const RECENT = new WeakMap<ObjectType, Map<string, ObjectValue | null>>();

/**
 * Answers what the same bytes of the same type were decoded to a moment ago, else decodes them. While it plans, Terraform
 * sends three of five objects again: a configuration to be validated and to be planned, a state that was read as the prior
 * and as the proposed one. Values do not change, so that everybody may have the same.
 * @param type - the same object each time, as `toObjectType` answers it
 * @throws whatever `decode` throws; nothing is kept then
 */
export function recallObject(
  bytes: Buffer,
  type: ObjectType,
  decode: () => ObjectValue | null,
): ObjectValue | null {
  if (bytes.length > MAX_BYTES) return decode();
  let objects = RECENT.get(type);
  if (objects === undefined) {
    objects = new Map<string, ObjectValue | null>();
    RECENT.set(type, objects);
  }
  const key = bytes.toString("latin1");
  const known = objects.get(key);
  if (known !== undefined) return known;
  const value = decode();
  const [oldest] = objects.keys();
  if (oldest !== undefined && objects.size >= MAX_OBJECTS) objects.delete(oldest);
  objects.set(key, value);
  return value;
}
