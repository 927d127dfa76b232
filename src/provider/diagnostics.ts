import type { AttributePath, Diagnostic } from "../plugin/diagnostic";
import { UNKNOWN, type Value } from "../plugin/values/value";
import { formatPath } from "../plugin/values/value-error";
import { MUST_BE_SET } from "../queue/check-attributes";

/** Makes the error about an attribute that validation refuses. */
export function createInvalid(path: AttributePath, message: string): Diagnostic {
  return { severity: "error", summary: `Invalid ${formatPath(path)}`, detail: message, path };
}

/**
 * Makes a warning. Its summary names the subject, because Terraform shows only the first of several warnings with the
 * same summary.
 */
export function createWarning(
  headline: string,
  subject: string,
  detail: string,
  path?: AttributePath,
): Diagnostic {
  const summary = `${headline}: ${subject}`;
  return { severity: "warning", summary, detail, ...(path === undefined ? {} : { path }) };
}

/**
 * Checks a required attribute. Terraform takes an explicit null for one and leaves it to the provider to refuse
 * it; what is unknown is never wrong (rule C-20).
 */
export function checkRequired(
  path: AttributePath,
  value: Value,
  check: (value: unknown) => string | undefined,
): Diagnostic[] {
  if (value === UNKNOWN) return [];
  const message = value === null ? MUST_BE_SET : check(value);
  return message === undefined ? [] : [createInvalid(path, message)];
}
