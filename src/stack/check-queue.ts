import type { HclValue } from "../hcl/values/hcl-value";
import { HclMap, lookInto, Sensitive } from "../hcl/values/hcl-value";
import type { AdditionalSettings } from "../queue/additional-settings";
import { checkAdditionalSettingName, checkAdditionalSettingValue } from "../queue/additional-settings";
import { toAttributeName } from "../queue/attribute-name";
import { checkRepositoryPart, checkTargetBranch, REPOSITORY_PARTS } from "../queue/queue-identity";
import type { DeletionPolicy } from "../queue/queue-policies";
import { checkDeletionPolicy, checkOnExisting } from "../queue/queue-policies";
import type { QueueSettings } from "../queue/settings";
import { SETTINGS } from "../queue/settings";
import { checkSetting } from "../queue/validate-settings";
import type { WantedQueue } from "../queue/wanted-queue";
import { checkDuration, tryParseDurationMs } from "../text/parse-duration";
import { quote } from "../text/quote";
import type { DeclaredQueue } from "./declared-queue";
import { TIMED_OPERATIONS } from "./queue-attributes";
import type { QueueInstance } from "./queue-block";
import { toPlainFields, toPlainValue } from "./to-plain-value";

/** What the attributes of a queue mean. */
export interface CheckedQueue extends Pick<DeclaredQueue, "sensitive" | "deletionPolicy" | "timeoutsMs"> {
  readonly wanted: WantedQueue;
  /** What is wrong: attribute and sentence. The rest means something only if there is nothing. */
  readonly problems: readonly (readonly [string, string])[];
}

/** What is said of a required attribute that is null. */
const MUST_BE_SET = "It is required: it must be set, and not to null.";

/**
 * Checks the attributes of a queue by the rules of the provider, and collects everything that is wrong with them.
 * @param ignored - attributes that are not managed, by Terraform name
 */
export function checkQueue({ attributes }: QueueInstance, ignored: ReadonlySet<string>): CheckedQueue {
  const problems: (readonly [string, string])[] = [];
  const add = (attribute: string, message: string | undefined): void => {
    if (message !== undefined) problems.push([attribute, message]);
  };
  for (const [name, { fault }] of attributes) add(name, fault?.message);
  const find = (name: string): HclValue | undefined => {
    const attribute = attributes.get(name);
    return attribute?.fault === undefined ? (attribute?.value ?? null) : undefined;
  };
  checkIdentity(find, add);
  const sensitive = new Set<string>();
  const settings = collectSettings(find, add, ignored, sensitive);
  const additionalSettings = collectAdditional(
    ignored.has("additional_settings") ? null : find("additional_settings"),
    add,
    sensitive,
  );
  const deletionPolicy = checkWord(find("deletion_policy"), checkDeletionPolicy, (message) => {
    add("deletion_policy", message);
  });
  checkWord(find("on_existing"), checkOnExisting, (message) => {
    add("on_existing", message);
  });
  return {
    wanted: { settings, ...(additionalSettings.size > 0 ? { additionalSettings } : {}) },
    sensitive,
    deletionPolicy: (deletionPolicy ?? "refuse") as DeletionPolicy,
    timeoutsMs: collectTimeouts(find("timeouts"), add),
    problems,
  };
}

type Find = (name: string) => HclValue | undefined;
type Add = (attribute: string, message: string | undefined) => void;

/** What could not be evaluated is undefined, and has been told of. */
function checkIdentity(find: Find, add: Add): void {
  const repo = find("repo");
  if (repo === null) add("repo", MUST_BE_SET);
  else if (repo !== undefined) {
    const fields = toPlainFields(repo);
    for (const part of REPOSITORY_PARTS) {
      const value = fields.get(part) ?? null;
      add(`repo.${part}`, value === null ? MUST_BE_SET : checkRepositoryPart(part, value));
    }
  }
  const branch = find("target_branch");
  if (branch === undefined) return;
  add("target_branch", branch === null ? MUST_BE_SET : checkTargetBranch(toPlainValue(branch)));
}

function collectSettings(
  find: Find,
  add: Add,
  ignored: ReadonlySet<string>,
  sensitive: Set<string>,
): QueueSettings {
  const settings: [string, unknown][] = [];
  for (const setting of SETTINGS) {
    const name = toAttributeName(setting.name);
    const marked = find(name);
    if (marked === undefined || marked === null) continue;
    const value = toPlainValue(marked);
    // A null that is sensitive is a null.
    if (value === null) continue;
    const messages = checkSetting(setting, value);
    for (const message of messages) add(name, hide(message, marked));
    if (ignored.has(name)) continue;
    settings.push([setting.name, value]);
    if (lookInto(marked).isSensitive) sensitive.add(setting.name);
  }
  return Object.fromEntries(settings);
}

/** Names each setting at fault; values are never told, for they may be secrets (rule C-21). */
function collectAdditional(
  marked: HclValue | undefined,
  add: Add,
  sensitive: Set<string>,
): AdditionalSettings {
  const settings = toPlainFields(marked ?? null);
  for (const [name, value] of settings) {
    for (const message of [checkAdditionalSettingName(name), checkAdditionalSettingValue(value)]) {
      if (message !== undefined) add("additional_settings", `Setting ${quote(name)}: ${message}`);
    }
    if (isFieldSensitive(marked ?? null, name)) sensitive.add(name);
  }
  return settings;
}

function isFieldSensitive(marked: HclValue, name: string): boolean {
  if (marked instanceof Sensitive) return true;
  return marked instanceof HclMap && lookInto(marked.fields.get(name) ?? null).isSensitive;
}

function checkWord(
  marked: HclValue | undefined,
  check: (value: unknown) => string | undefined,
  tell: (message: string) => void,
): string | undefined {
  const value = toPlainValue(marked ?? null);
  if (value === null) return undefined;
  const message = check(value);
  if (message !== undefined) tell(hide(message, marked ?? null));
  return typeof value === "string" ? value : undefined;
}

function collectTimeouts(marked: HclValue | undefined, add: Add): DeclaredQueue["timeoutsMs"] {
  const fields = toPlainFields(marked ?? null);
  const timeouts: [string, number][] = [];
  for (const operation of TIMED_OPERATIONS) {
    const text = fields.get(operation) ?? null;
    if (text === null) continue;
    const message = checkDuration(text);
    add(`timeouts.${operation}`, message && hide(message, marked ?? null));
    const timeoutMs = typeof text === "string" ? tryParseDurationMs(text) : undefined;
    if (timeoutMs !== undefined) timeouts.push([operation, timeoutMs]);
  }
  return Object.fromEntries(timeouts);
}

/** The words of a rule end with what was given. */
function hide(message: string, marked: HclValue): string {
  return lookInto(marked).isSensitive
    ? message.replace(/,? got .*$/s, ", got something sensitive.")
    : message;
}
