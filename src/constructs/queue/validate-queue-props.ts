import { BATCHING_SETTINGS, isBatchingSetting, toPropName } from "../../queue/batching-settings";
import type { Finding } from "../../queue/finding";
import { checkTargetBranch } from "../../queue/queue-identity";
import { checkDeletionPolicy, checkOnExisting } from "../../queue/queue-policies";
import { findSetting, SETTING_NAMES } from "../../queue/settings";
import { checkSetting } from "../../queue/validate-settings";
import { checkDuration } from "../../text/parse-duration";
import { suggestName } from "../../text/suggest-name";
import { Token } from "../cdk";
import { describeUnknownProp } from "../describe-unknown-prop";
import { checkTemplates } from "../values/check-templates";
import { isUnresolvedText, toMeaning } from "../values/known-value";
import { checkRepository } from "../values/repository-attribute";
import { checkAdditionalSettings } from "./check-additional-settings";
import type { MergeQueueProps } from "./merge-queue-props";
import { collectSettings, META_ARGUMENTS, TIMED_OPERATIONS } from "./queue-attributes";

/** Props that queues may have in common. */
const SHARED_PROPS: ReadonlySet<string> = new Set([
  "batching",
  "deletionPolicy",
  "onExisting",
  "additionalSettings",
  "timeouts",
  ...SETTING_NAMES.filter((name) => !isBatchingSetting(name)),
]);

const KNOWN_PROPS: ReadonlySet<string> = new Set([
  "repo",
  "targetBranch",
  ...META_ARGUMENTS,
  ...SHARED_PROPS,
]);

type SharedProps = Omit<MergeQueueProps, "repo" | "targetBranch">;

/**
 * Checks the props of a queue as far as they are known at synth; tokens and expressions are never wrong.
 * Values may be of any type, because JavaScript callers can pass anything.
 * @returns everything that is wrong, with paths of props: `["batching", "minSize"]`
 */
export function validateQueueProps(props: MergeQueueProps): Finding[] {
  return [
    ...checkRepository(props.repo).map(({ path, message }) => ({ path: ["repo", ...path], message })),
    ...checkBranch(props.targetBranch),
    ...checkTemplates(["repo"], props.repo),
    ...checkTemplates(["targetBranch"], props.targetBranch),
    ...validateSharedProps(props),
    ...Object.entries(props)
      .filter(([name, value]) => value !== undefined && !KNOWN_PROPS.has(name))
      .map(([name]) => ({ path: [name], message: describeUnknownProp(name, [...KNOWN_PROPS]) })),
  ];
}

/** Checks the props that queues may have in common, as {@link validateQueueProps} does; others are passed over. */
export function validateSharedProps(props: SharedProps): Finding[] {
  return [
    ...checkBatchingShape(props.batching),
    ...checkSettings(props),
    ...checkWordOf("deletionPolicy", props.deletionPolicy, checkDeletionPolicy),
    ...checkWordOf("onExisting", props.onExisting, checkOnExisting),
    ...checkAdditionalSettings(props.additionalSettings),
    ...checkTimeouts(props.timeouts),
    ...Object.entries(props)
      .filter(([name]) => SHARED_PROPS.has(name))
      .flatMap(([name, value]) => checkTemplates([name], value)),
  ];
}

function checkBranch(branch: unknown): Finding[] {
  if (isUnresolvedText(branch)) return [];
  const message = checkTargetBranch(toMeaning(branch));
  return message === undefined ? [] : [{ path: ["targetBranch"], message }];
}

function checkSettings(props: SharedProps): Finding[] {
  const findings: Finding[] = [];
  for (const [name, value] of collectSettings(props)) {
    if (isUnresolvedText(value)) continue;
    const path = toPropName(name).split(".");
    for (const message of checkSetting(findSetting(name), toMeaning(value))) findings.push({ path, message });
  }
  return findings;
}

function checkBatchingShape(batching: unknown): Finding[] {
  if (batching === undefined || batching === false) return [];
  if (typeof batching !== "object" || batching === null || Array.isArray(batching)) {
    return [{ path: ["batching"], message: "Must be false or { enabled, minSize, maxWaitMinutes }." }];
  }
  if (Token.isUnresolved(batching)) {
    const message = "Must be false or an object; pass a token as { enabled: token }.";
    return [{ path: ["batching"], message }];
  }
  return checkKeys(
    "batching",
    batching,
    BATCHING_SETTINGS.map(([key]) => key),
  );
}

function checkWordOf(prop: string, word: unknown, check: (value: unknown) => string | undefined): Finding[] {
  if (word === undefined || isUnresolvedText(word)) return [];
  const message = check(toMeaning(word));
  return message === undefined ? [] : [{ path: [prop], message }];
}

function checkTimeouts(timeouts: unknown): Finding[] {
  if (timeouts === undefined) return [];
  if (typeof timeouts !== "object" || timeouts === null || Array.isArray(timeouts)) {
    return [{ path: ["timeouts"], message: "Must be { create, read, update, delete }." }];
  }
  const findings = checkKeys("timeouts", timeouts, TIMED_OPERATIONS);
  for (const operation of TIMED_OPERATIONS) {
    const value = (timeouts as Readonly<Record<string, unknown>>)[operation];
    if (value === undefined || isUnresolvedText(value)) continue;
    const message = checkDuration(toMeaning(value));
    if (message !== undefined) findings.push({ path: ["timeouts", operation], message });
  }
  return findings;
}

function checkKeys(prop: string, value: object, known: readonly string[]): Finding[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => ({
      path: [prop, key],
      message: `${prop} has only ${known.join(", ")}.${suggestName(key, known)}`,
    }));
}
