import { MAX_ADDITIONAL_DEPTH } from "../../queue/additional-settings";
import { BATCHING_SETTINGS } from "../../queue/batching-settings";
import { isPlainObject } from "../../queue/is-plain-object";
import type { BrandedQueue } from "../queue/branded-queue";
import { readOwnProps, tryFindIdentity } from "../queue/branded-queue";
import { collectSettings } from "../queue/queue-attributes";
import { validateQueueProps } from "../queue/validate-queue-props";
import { toAdditionalMeaning } from "../values/additional-settings-value";
import { isUnresolvedText } from "../values/known-value";
import { tryToRepository } from "../values/repository-attribute";
import { toEffectiveProps } from "./effective-props";

/** Additional settings are an object of values. */
const MAX_DEPTH = MAX_ADDITIONAL_DEPTH + 1;

/** One thing that a rule may read of a queue. */
export interface QueueFact {
  /** What it means to Terraform, as far as it is known. */
  readonly value: unknown;
  /** `unknown`: only Terraform knows it, or a part of it. `wrong`: validation reports it, and no rule should. */
  readonly state: "known" | "unknown" | "wrong";
}

/** Everything that rules may read of one queue, by name. What nobody says is absent. */
export interface QueueFacts {
  readonly path: string;
  /** The queue's id, undefined as far as only Terraform knows it. */
  readonly identity: string | undefined;
  readonly settings: ReadonlyMap<string, QueueFact>;
  readonly additionalSettings: ReadonlyMap<string, QueueFact>;
  /** What is no setting: `repo`, `targetBranch`, `additionalSettings` as a whole, … */
  readonly others: ReadonlyMap<string, QueueFact>;
}

/** Collects what counts for a queue now. */
export function collectFacts(queue: BrandedQueue): QueueFacts {
  const props = toEffectiveProps(queue, readOwnProps(queue));
  const wrong = new Set(validateQueueProps(props).flatMap(({ path }) => listNames(path)));
  const toFact = (name: string, value: unknown): [string, QueueFact] => [
    name,
    { value: toValue(value), state: wrong.has(name) ? "wrong" : isWhollyKnown(value) ? "known" : "unknown" },
  ];
  const { additionalSettings, repo, targetBranch, deletionPolicy, onExisting, timeouts } = props;
  const names = isPlainObject(additionalSettings) ? Object.entries(additionalSettings) : [];
  return {
    path: queue.node.path,
    identity: tryFindIdentity(queue),
    settings: new Map([...collectSettings(props)].map(([name, value]) => toFact(name, value))),
    additionalSettings: new Map(
      names
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, toFact(`additionalSettings.${name}`, value)[1]]),
    ),
    others: new Map([
      toFact("repo", tryToRepository(repo)),
      toFact("targetBranch", targetBranch),
      toFact("additionalSettings", additionalSettings ?? {}),
      toFact("deletionPolicy", deletionPolicy ?? "refuse"),
      toFact("onExisting", onExisting ?? "fail"),
      toFact("timeouts", timeouts ?? {}),
    ]),
  };
}

/** Answers the names of the facts that a finding is about. */
function listNames([prop = "", key]: readonly string[]): string[] {
  if (prop === "additionalSettings" && key !== undefined) return [prop, `${prop}.${key}`];
  if (prop !== "batching") return [prop];
  const settings = BATCHING_SETTINGS.filter(([name]) => key === undefined || name === key);
  return settings.map(([, setting]) => setting);
}

function toValue(value: unknown): unknown {
  const known = Array.isArray(value) ? value.filter((element) => !isUnresolvedText(element)) : value;
  return freeze(toAdditionalMeaning(known));
}

function isWhollyKnown(value: unknown, depth = 0): boolean {
  if (isUnresolvedText(value)) return false;
  return depth > MAX_DEPTH || listElements(value).every((element) => isWhollyKnown(element, depth + 1));
}

function freeze(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  for (const element of listElements(value)) freeze(element, depth + 1);
  return Object.freeze(value);
}

function listElements(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isPlainObject(value) ? Object.values(value) : [];
}
