import { type AttributePath, attributePath } from "../../../src/plugin/diagnostic";
import { fingerprintValue, valuesEqual } from "../../../src/plugin/fingerprint-value";
import type { Attribute, Attributes, NestedAttribute, Schema } from "../../../src/plugin/schema";
import { toAttributeType } from "../../../src/plugin/to-object-type";
import {
  isListValue,
  isObjectValue,
  isUnknown,
  type ObjectValue,
  type Value,
} from "../../../src/plugin/value";
import { formatPath } from "../../../src/plugin/value-error";
import { conformsTo } from "./conforms-to";

/**
 * Checks a planned state by the rules of Terraform core. A configured value is planned as configured, or
 * exactly as before (C-30). Another value is planned only if its attribute is computed, and stays unknown if
 * it was unknown (C-31). The shape conforms to the schema (C-10).
 * @param prior - null for a create. @param config - null for a destroy. @throws Error that lists every fault
 */
export function assertPlanValid(
  schema: Schema,
  prior: ObjectValue | null,
  config: ObjectValue | null,
  planned: ObjectValue | null,
): void {
  const faults = conformsTo(planned, schema);
  if (faults.length === 0) {
    if (planned === null && config !== null)
      faults.push("absence is planned, but the configuration wants existence");
    if (planned !== null && config === null)
      faults.push("existence is planned, but the configuration wants absence");
    if (planned !== null && config !== null)
      faults.push(...checkAttributes(schema.attributes, { prior, config, planned }, []));
  }
  if (faults.length > 0) throw new Error(`Provider produced invalid plan:\n- ${faults.join("\n- ")}`);
}

/** The three values that stand at one place. */
interface Values {
  readonly prior: Value;
  readonly config: Value;
  readonly planned: Value;
}

function checkAttributes(attributes: Attributes, objects: Values, path: AttributePath): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    checkAttribute(attribute, pick(objects, name), [...path, ...attributePath(name)]),
  );
}

function checkAttribute(attribute: Attribute, values: Values, path: AttributePath): string[] {
  const { prior, config, planned } = values;
  const type = toAttributeType(attribute);
  if (valuesEqual(planned, config, type)) return [];
  if (prior !== null && config !== null && valuesEqual(planned, prior, type)) return [];
  if (attribute.computed === true && (attribute.optional !== true || config === null)) return [];
  if (config === null)
    return [tell(path, `is neither configured nor computed but planned as ${show(planned)}`)];
  if ("attributes" in attribute) return checkNested(attribute, values, path);
  return [
    tell(
      path,
      `is planned as ${show(planned)}: neither configured (${show(config)}) nor prior (${show(prior)})`,
    ),
  ];

  function show(value: Value): string {
    return attribute.sensitive === true ? "a sensitive value" : fingerprintValue(value, type);
  }
}

function checkNested(attribute: NestedAttribute, values: Values, path: AttributePath): string[] {
  const { config, planned } = values;
  if (planned === null) return [tell(path, "is planned for absence, but configured")];
  if (isUnknown(planned)) return [tell(path, "is planned unknown for a configured value")];
  if (attribute.nesting === "single") return checkAttributes(attribute.attributes, values, path);
  const count = asList(planned).length;
  if (isUnknown(config) || asList(config).length !== count)
    return [tell(path, "has another count than configured")];
  return asList(planned).flatMap((_element, index) =>
    checkAttributes(attribute.attributes, pick(values, index), [...path, { index }]),
  );
}

/** Returns what is below each of three values; below null is null, and below unknown is unknown. */
function pick(values: Values, step: string | number): Values {
  const at = (value: Value): Value => {
    if (isUnknown(value)) return value;
    if (typeof step === "number") return asList(value)[step] ?? null;
    return isObjectValue(value) ? (value.get(step) ?? null) : null;
  };
  return { prior: at(values.prior), config: at(values.config), planned: at(values.planned) };
}

function asList(value: Value): readonly Value[] {
  return isListValue(value) ? value : [];
}

function tell(path: AttributePath, problem: string): string {
  return `${formatPath(path)} ${problem}`;
}
