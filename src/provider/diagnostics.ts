import { type AttributePath, attributePath, type Diagnostic } from "../plugin/diagnostic";
import { getNestedAttribute } from "../plugin/get-attribute";
import { type ObjectValue, UNKNOWN, type Value } from "../plugin/value";
import { formatPath } from "../plugin/value-error";
import {
  type AttributeSource,
  checkIdentityAttributes,
  checkRepositoryAttribute,
  MUST_BE_SET,
} from "../queue/check-attributes";
import type { Finding } from "../queue/finding";

export function createError(summary: string, detail: string, path?: AttributePath): Diagnostic {
  return { severity: "error", summary, detail, path };
}

/** Makes the error for an attribute that validation refuses. */
export function createInvalid(path: AttributePath, message: string): Diagnostic {
  return createError(`Invalid ${formatPath(path)}`, message, path);
}

/** Makes a warning. Its summary names the subject, because Terraform shows equal summaries only once. */
export function createWarning(
  headline: string,
  subject: string,
  detail: string,
  path?: AttributePath,
): Diagnostic {
  return { severity: "warning", summary: `${headline}: ${subject}`, detail, path };
}

/** Checks a required attribute. Refuses null, because Terraform does not. Accepts an unknown value. */
export function checkRequired(
  path: AttributePath,
  value: Value,
  check: (value: unknown) => string | undefined,
): Diagnostic[] {
  if (value === UNKNOWN) return [];
  const message = value === null ? MUST_BE_SET : check(value);
  return message === undefined ? [] : [createInvalid(path, message)];
}

/** Returns all problems of `repo` and `target_branch`. Both are required. */
export function validateIdentityAttributes(config: ObjectValue): Diagnostic[] {
  return toInvalid(checkIdentityAttributes({ find: createFinder(config) }));
}

/** Checks the parts of `repo`. Reports a null `repo`, too. */
export function validateRepository(config: ObjectValue): Diagnostic[] {
  return toInvalid(checkRepositoryAttribute({ find: createFinder(config) }));
}

/** Returns a function that finds attributes in a configuration: null if unset, undefined if unknown. */
export function createFinder(config: ObjectValue): AttributeSource["find"] {
  return ([name, part]) => {
    const value = getNestedAttribute(config, name, part);
    return value === UNKNOWN ? undefined : value;
  };
}

export function toInvalid(findings: readonly Finding[]): Diagnostic[] {
  return findings.map(({ path, message }) => createInvalid(attributePath(...path), message));
}
