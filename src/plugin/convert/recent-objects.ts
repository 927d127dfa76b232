import type { ObjectType } from "../schema/schema";
import type { ObjectValue } from "../values/value";

/** Objects kept for each type: enough for the configuration and two states of ten resources at once, and some more. */
const MAX_OBJECTS = 64;

/** Longer objects are not kept. */
const MAX_BYTES = 4 * 1024;

/** Recently decoded objects by type, then by their bytes as Latin-1, oldest first. */
const RECENT = new WeakMap<ObjectType, Map<string, ObjectValue | null>>();

/**
 * Returns the object that the same bytes of the same type were decoded to recently, or decodes them. During a plan,
 * Terraform sends three of five objects repeatedly: a configuration to validate and to plan, a state as the prior and as
 * the proposed one. Values are immutable, so callers can share them.
 * @param type - the same object each time, from `toObjectType`
 * @throws what `decode` throws; nothing is kept then
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
