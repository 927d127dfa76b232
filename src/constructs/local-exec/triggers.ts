import { ADDRESS_ARGUMENTS } from "../../queue/provider-arguments";
import { formatRepository } from "../../queue/queue-identity";
import { toUnitEscapes } from "../../text/escape-control";
import { isPlainObject } from "../../text/is-plain-object";
import { escapeLiteral, unescapeLiteral } from "../../text/terraform-template";
import { type TerraformResourceLifecycle, Token } from "../cdk";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { collectDeclaredSettings } from "../queue/queue-attributes";
import { writeExpression } from "../values/hcl-attribute";
import { tryToRepository } from "../values/repository-attribute";
import {
  isUnresolved,
  mapNested,
  resolveLater,
  someNested,
  toAttributeValue,
} from "../values/terraform-value";
import type { LocalExecMode } from "./local-exec-mode";

/** Returns the triggers `queue` (repository in lower case) and `id` (as written; the first value stays). */
export function toIdentityTriggers({ repo, targetBranch }: MergeQueueProps): Record<"queue" | "id", unknown> {
  const parts = tryToRepository(repo);
  const branch = toAttributeValue(targetBranch);
  // Validation reports an invalid repository.
  const repository = parts === undefined ? "" : formatRepository(parts);
  return { queue: resolveLater(() => [repository, branch], writeKey), id: [repository, branch].join("/") };
}

function writeKey(value: unknown): string {
  const [repository = "", branch = ""] = value as readonly string[];
  // Lower case can break the normal form (NFC) that Terraform gives every string.
  const key = isUnresolved(repository)
    ? `\${lower(${writeExpression(repository)})}`
    : escapeLiteral(unescapeLiteral(repository).normalize("NFC").toLowerCase().normalize("NFC"));
  return `${key}/${branch}`;
}

/** Returns the declared settings by name, as JSON strings. */
export function toSettingTriggers(props: MergeQueueProps): Record<string, unknown> {
  const settings = new Map<string, unknown>(
    [...collectDeclaredSettings(props)].map(([name, value]) => [name, toSetting(value)]),
  );
  const additional = toAttributeValue(props.additionalSettings);
  if (isUnresolved(additional)) settings.set("additionalSettings", additional);
  else
    for (const [name, value] of Object.entries(additional ?? {}))
      settings.set(`additionalSettings.${name}`, value);
  return Object.fromEntries([...settings].map(([name, each]) => [name, resolveLater(() => each, writeJson)]));
}

/** Sorts a list of names and drops duplicates, so that a different order does not count as a change. */
function toSetting(value: unknown): unknown {
  const written = toAttributeValue(value);
  const isKnown = (element: unknown): boolean => typeof element === "string" && !isUnresolved(element);
  if (!Array.isArray(written) || !written.every(isKnown)) return written;
  return [...new Set(written as readonly string[])].sort();
}

/** Returns the trigger `deletion`, which holds the facts that the destroy provisioner of the queue needs. */
export function toDeletion(props: MergeQueueProps, { readConnection }: LocalExecMode): unknown {
  const connection = readConnection();
  const given = ADDRESS_ARGUMENTS.filter((name) => connection[name] !== undefined);
  return {
    policy: toAttributeValue(props.deletionPolicy) ?? "refuse",
    timeout: toAttributeValue(props.timeouts?.delete),
    connection: Object.fromEntries(given.map((name) => [name, connection[name]])),
  };
}

/** Keeps the stored trigger `deletion`. A new value would destroy the queue, so it makes the plan fail. */
export function keepDeletion(
  readDeletion: () => unknown,
  readAddress: () => string,
  given?: TerraformResourceLifecycle,
): TerraformResourceLifecycle {
  const condition = resolveLater(
    readDeletion,
    (declared) => `\${self.triggers.deletion == ${writeJsonExpression(declared)}}`,
  );
  const errorMessage = resolveLater(() => escapeLiteral(describeChange(readAddress())));
  return {
    ...given,
    ignoreChanges: ["id", "deletion"].map((name) => `triggers["${name}"]`),
    postcondition: [{ condition: Token.asString(condition), errorMessage: Token.asString(errorMessage) }],
  };
}

function describeChange(address: string): string {
  return (
    "The state keeps the values that deletionPolicy, timeouts.delete, and the provider's baseUrl, allowInsecureHttp and caFile " +
    "had when the queue was created. The stack now declares other values, and Terraform cannot change the stored ones in place. " +
    `To store the new values, set onExisting: "adopt", run terraform state rm '${address}' and apply. This does not change the queue. ` +
    "To keep the stored values instead, declare them in the stack again."
  );
}

/** Characters that Terraform's `jsonencode` escapes, but `JSON.stringify` does not. */
const ESCAPED = /[<>&\u2028\u2029]/g;

/**
 * Writes a value without tokens as JSON in a Terraform string. If strings of the value contain expressions,
 * writes a call of `jsonencode` instead.
 */
export function writeJson(value: unknown): string {
  const hasExpression = someNested(
    value,
    (each) => isUnresolved(each) || (isPlainObject(each) && Object.keys(each).some(isUnresolved)),
  );
  if (hasExpression) return `\${${writeJsonExpression(value)}}`;
  const unescape = (leaf: unknown): unknown => (typeof leaf === "string" ? unescapeLiteral(leaf) : leaf);
  const meaning = mapNested(value, unescape, unescapeLiteral);
  return escapeLiteral(JSON.stringify(meaning, sortKeys).replace(ESCAPED, toUnitEscapes));
}

function writeJsonExpression(value: unknown): string {
  return `jsonencode(${writeExpression(value)})`;
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
