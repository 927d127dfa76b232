import type { AttributePath, PathStep } from "../../../src/plugin/diagnostic";
import { fingerprintValue, valuesEqual } from "../../../src/plugin/fingerprint-value";
import type { AttributeType, Schema } from "../../../src/plugin/schema";
import { toAttributeType } from "../../../src/plugin/to-object-type";
import { formatType, parseType } from "../../../src/plugin/type-expression";
import {
  DynamicValue,
  isListValue,
  isObjectValue,
  isUnknown,
  isWhollyKnown,
  type ObjectValue,
  type Value,
} from "../../../src/plugin/value";
import { formatPath } from "../../../src/plugin/value-error";
import { conformsTo } from "./conforms-to";

/**
 * Checks a new state by the rules of Terraform core: every known planned value is kept (C-32), lists keep
 * length and order, elements of sets correlate (C-50), nothing is unknown (C-51), the shape conforms (C-10).
 * @param planned - the result of the last plan; null for a destroy
 * @throws Error in core's words that lists every fault
 */
export function assertApplyConsistent(
  schema: Schema,
  planned: ObjectValue | null,
  applied: ObjectValue | null,
): void {
  const unknown = [...(applied ?? [])].flatMap(([name, value]) =>
    isWhollyKnown(value) ? [] : [`${name} is unknown after apply`],
  );
  const faults = unknown.length > 0 ? unknown : compare(schema, planned, applied);
  throwFaults("Provider produced inconsistent result after apply", faults);
}

/**
 * Checks the plan that Terraform core makes once more while it applies: every value that the first plan knew
 * is repeated, and unknown ones may stay unknown (C-36). @throws Error that lists every fault
 */
export function assertPlanRepeated(
  schema: Schema,
  planned: ObjectValue | null,
  final: ObjectValue | null,
): void {
  throwFaults("Provider produced inconsistent final plan", compare(schema, planned, final));
}

function throwFaults(what: string, faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`${what}:\n- ${faults.join("\n- ")}`);
}

function compare(schema: Schema, planned: ObjectValue | null, actual: ObjectValue | null): string[] {
  const faults = conformsTo(actual, schema);
  if (faults.length > 0) return faults;
  if (planned === null) return actual === null ? [] : ["absence was planned, but the object is present"];
  if (actual === null) return ["existence was planned, but the object is absent"];
  return checkAttributes(schema, planned, actual);
}

function checkAttributes(schema: Schema, planned: ObjectValue, applied: ObjectValue): string[] {
  return Object.entries(schema.attributes).flatMap(([name, attribute]) => {
    const actual = applied.get(name) ?? null;
    const faults = checkValue(planned.get(name) ?? null, actual, toAttributeType(attribute), [
      { attribute: name },
    ]);
    return attribute.sensitive === true && faults.length > 0
      ? [`${name} is sensitive and inconsistent`]
      : faults;
  });
}

function checkValue(planned: Value, actual: Value, type: AttributeType, path: AttributePath): string[] {
  if (isUnknown(planned)) return [];
  if (planned === null || actual === null || isUnknown(actual))
    return valuesEqual(planned, actual, type) ? [] : [change(planned, actual, type, path)];
  if (planned instanceof DynamicValue && actual instanceof DynamicValue) {
    const [plannedType, actualType] = [parseType(planned.type), parseType(actual.type)];
    // A type that the plan left open may have become any.
    if (plannedType !== "dynamic" && formatType(plannedType) !== formatType(actualType))
      return [`${formatPath(path)} has another type than planned`];
    return checkValue(planned.value, actual.value, actualType, path);
  }
  if (typeof type === "string")
    return valuesEqual(planned, actual, type) ? [] : [change(planned, actual, type, path)];
  if (isListValue(planned) && isListValue(actual)) {
    if ("set" in type) return checkSet(planned, actual, type.set, path);
    return checkEntries(indexed(planned), indexed(actual), (index) => findItem(type, index), path);
  }
  if (isObjectValue(planned) && isObjectValue(actual))
    return checkEntries(planned, actual, (key) => findEntry(type, key), path);
  return [change(planned, actual, type, path)];
}

function checkEntries<Key>(
  planned: ReadonlyMap<Key, Value>,
  actual: ReadonlyMap<Key, Value>,
  findInner: (key: Key) => Inner,
  path: AttributePath,
): string[] {
  const faults: string[] = [];
  for (const [key, item] of planned) {
    const { type, step } = findInner(key);
    const now = actual.get(key);
    if (now === undefined) faults.push(`${formatPath([...path, step])} has vanished`);
    else faults.push(...checkValue(item, now, type, [...path, step]));
  }
  for (const key of actual.keys()) {
    if (!planned.has(key)) faults.push(`${formatPath([...path, findInner(key).step])} has appeared`);
  }
  return faults;
}

/** Every planned element must correlate with an actual one and the other way round, and none may be added. */
function checkSet(
  planned: readonly Value[],
  actual: readonly Value[],
  type: AttributeType,
  path: AttributePath,
): string[] {
  const correlates = (a: Value, b: Value): boolean => checkValue(a, b, type, path).length === 0;
  const faults = planned
    .filter((item) => !actual.some((now) => correlates(item, now)))
    .map((item) => `${formatPath(path)}: planned element ${fingerprintValue(item, type)} has vanished`);
  if (faults.length > 0) return faults;
  const added = actual
    .filter((now) => !planned.some((item) => correlates(item, now)))
    .map((now) => `${formatPath(path)}: element ${fingerprintValue(now, type)} was not planned`);
  if (added.length > 0) return added;
  return actual.length > planned.length ? [`${formatPath(path)} has more elements than planned`] : [];
}

function indexed(items: readonly Value[]): ReadonlyMap<number, Value> {
  return new Map(items.entries());
}

/** The type of what stands inside a value, and the step that leads there. */
interface Inner {
  readonly type: AttributeType;
  readonly step: PathStep;
}

function findItem(type: Exclude<AttributeType, string>, index: number): Inner {
  if ("list" in type) return { type: type.list, step: { index } };
  const inner = "tuple" in type ? type.tuple[index] : undefined;
  if (inner === undefined) throw new Error(`${formatType(type)} has no element ${index}`);
  return { type: inner, step: { index } };
}

function findEntry(type: Exclude<AttributeType, string>, key: string): Inner {
  if ("map" in type) return { type: type.map, step: { key } };
  const inner = "object" in type ? type.object[key] : undefined;
  if (inner === undefined) throw new Error(`${formatType(type)} has no attribute ${key}`);
  return { type: inner, step: { attribute: key } };
}

function change(planned: Value, actual: Value, type: AttributeType, path: AttributePath): string {
  return `${formatPath(path)} was ${fingerprintValue(planned, type)}, but now ${fingerprintValue(actual, type)}`;
}
