import { attributePath, type Diagnostic } from "../plugin/diagnostic";
import { getNestedAttribute } from "../plugin/values/get-attribute";
import { type ObjectValue, UNKNOWN } from "../plugin/values/value";
import {
  type AttributeSource,
  checkIdentityAttributes,
  checkRepositoryAttribute,
} from "../queue/check-attributes";
import type { Finding } from "../queue/finding";
import { createInvalid } from "./diagnostics";

/** Checks `repo` and `target_branch`, both required, and collects everything that is wrong with them. */
export function validateIdentityAttributes(config: ObjectValue): Diagnostic[] {
  return toInvalid(checkIdentityAttributes({ find: createFinder(config) }));
}

/** Checks the parts of `repo`, which must not be null itself. */
export function validateRepository(config: ObjectValue): Diagnostic[] {
  return toInvalid(checkRepositoryAttribute({ find: createFinder(config) }));
}

/** Returns the function that finds strings in a configuration. */
export function createFinder(config: ObjectValue): AttributeSource["find"] {
  return ([name, part]) => {
    const value = getNestedAttribute(config, name, part);
    return value === UNKNOWN ? undefined : value;
  };
}

/** Returns findings as errors. */
export function toInvalid(findings: readonly Finding[]): Diagnostic[] {
  return findings.map(({ path, message }) => createInvalid(attributePath(...path), message));
}
