import {
  checkAdditionalSettingName,
  checkAdditionalSettingValue,
  GAINED_SETTINGS,
  tryFindOwnSetting,
} from "../../queue/additional-settings";
import { BATCHING_SETTINGS, isBatchingSetting, toPropName } from "../../queue/batching-settings";
import { TIMED_OPERATIONS } from "../../queue/check-attributes";
import type { Finding } from "../../queue/finding";
import { checkTargetBranch } from "../../queue/queue-identity";
import { checkDeletionPolicy, checkOnExisting } from "../../queue/queue-policies";
import { findSetting, SETTING_NAMES, type SettingName } from "../../queue/settings";
import { checkSetting } from "../../queue/validate-settings";
import { isPlainObject } from "../../text/is-plain-object";
import { checkDuration } from "../../text/parse-duration";
import { quote } from "../../text/quote";
import { Token } from "../cdk";
import {
  checkFields,
  checkPropNames,
  checkProps,
  isObject,
  optional,
  type PropCheck,
  type PropChecks,
  required,
} from "../values/check-props";
import { checkRepositoryProp } from "../values/repository-attribute";
import { isNested, isUnresolved, listElements, someNested, toMeaning } from "../values/terraform-value";
import type { MergeQueueProps } from "./merge-queue-props";
import { META_ARGUMENTS } from "./queue-attributes";

/** Checks of the props that identify a queue. */
export const IDENTITY_CHECKS = {
  repo: checkRepositoryProp,
  targetBranch: required(checkTargetBranch),
} as const;

const BATCHING_CHECKS: PropChecks = Object.fromEntries(
  BATCHING_SETTINGS.map(([field, name]) => [field, checkSettingNamed(name)]),
);

const TIMEOUT_CHECKS: PropChecks = Object.fromEntries(
  TIMED_OPERATIONS.map((operation) => [operation, optional(checkDuration)]),
);

const SHARED_CHECKS: PropChecks = {
  batching: checkBatching,
  ...Object.fromEntries(
    SETTING_NAMES.filter((name) => !isBatchingSetting(name)).map((name) => [name, checkSettingNamed(name)]),
  ),
  deletionPolicy: optional(checkDeletionPolicy),
  onExisting: optional(checkOnExisting),
  additionalSettings: checkAdditionalSettings,
  timeouts: checkTimeouts,
};

/** Names of the props that can have a default. */
export const SHARED_PROPS: readonly string[] = Object.keys(SHARED_CHECKS);

const KNOWN_PROPS = ["repo", "targetBranch", ...META_ARGUMENTS, ...SHARED_PROPS];

export function validateQueueProps(props: MergeQueueProps): Finding[] {
  const checks = { ...IDENTITY_CHECKS, ...SHARED_CHECKS };
  return [...checkProps(props, checks), ...checkPropNames(props, KNOWN_PROPS)];
}

/** Checks the props that can have a default, and ignores all other props. */
export function validateSharedProps(props: object): Finding[] {
  return checkProps(props, SHARED_CHECKS);
}

/** Finds probable mistakes. Returns sentences that begin with the name of a prop. */
export function listPropWarnings(props: MergeQueueProps): string[] {
  const { requiredStatuses, labelCommandsEnabled, enqueueingLabel } = props;
  const padded = listElements(requiredStatuses).filter(
    (status) => typeof status === "string" && !isUnresolved(status) && status.trim() !== status,
  );
  return [
    ...padded.map(
      (status) =>
        `requiredStatuses: ${quote(status)} begins or ends with a blank. Names are compared exactly, so a status that is reported without the blank does not count.`,
    ),
    ...(labelCommandsEnabled === true && enqueueingLabel === ""
      ? ["labelCommandsEnabled: It has no effect, because enqueueingLabel is empty."]
      : []),
  ];
}

function checkSettingNamed(name: SettingName): PropCheck {
  return optional((value) => checkSetting(findSetting(name), value));
}

export function checkBatching(batching: unknown): readonly Finding[] {
  if (batching === undefined || batching === false) return [];
  if (Token.isUnresolved(batching))
    return [{ path: [], message: "Must be false or an object. Pass a token as { enabled: token }." }];
  if (isObject(batching)) return checkFields("batching", batching, BATCHING_CHECKS);
  const hint = batching === true ? " Write {} to switch it on." : "";
  return [{ path: [], message: `Must be false or { enabled, minSize, maxWaitMinutes }.${hint}` }];
}

function checkTimeouts(timeouts: unknown): readonly Finding[] {
  if (isObject(timeouts)) return checkFields("timeouts", timeouts, TIMEOUT_CHECKS);
  return timeouts === undefined ? [] : [{ path: [], message: "Must be { create, read, update, delete }." }];
}

function checkAdditionalSettings(settings: unknown): readonly Finding[] {
  if (settings === undefined || Token.isUnresolved(settings)) return [];
  if (!isPlainObject(settings))
    return [{ path: [], message: "Must be an object of wire names and their values." }];
  return Object.entries(settings).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const messages = Token.isUnresolved(name)
      ? ["The name of a setting must be known at synth; it cannot be a token."]
      : [checkName(name), checkValue(value)];
    const path = [Token.isUnresolved(name) ? "(token)" : name];
    return messages.filter((message) => message !== undefined).map((message) => ({ path, message }));
  });
}

function checkName(name: string): string | undefined {
  const own = tryFindOwnSetting(name);
  if (own === undefined || GAINED_SETTINGS.has(name)) return checkAdditionalSettingName(name);
  return `The setting has its own prop: use ${toPropName(own)}.`;
}

function checkValue(value: unknown): string | undefined {
  const hasTokenKey = (each: unknown): boolean =>
    isNested(each) && Object.keys(each).some((key) => Token.isUnresolved(key));
  if (someNested(value, hasTokenKey)) return "Its keys must be known at synth; one of them is a token.";
  return checkAdditionalSettingValue(toMeaning(value));
}
