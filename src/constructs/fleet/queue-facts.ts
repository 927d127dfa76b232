import { BATCHING_SETTINGS } from "../../queue/batching-settings";
import { isPlainObject } from "../../text/is-plain-object";
import { type BrandedQueue, readBrand } from "../queue/branded-queue";
import { collectDeclaredSettings } from "../queue/queue-attributes";
import { validateQueueProps } from "../queue/validate-queue-props";
import { listElements, someNested } from "../values/nested-value";
import { tryToRepository } from "../values/repository-attribute";
import { isUnresolved, toMeaning } from "../values/terraform-value";
import { toEffectiveProps } from "./queue-defaults";

/** How the names of additional settings begin. */
export const ADDITIONAL_PREFIX = "additionalSettings.";

/** One value that a rule can read of a queue. */
export interface QueueFact {
  /** The known part of the value that Terraform evaluates. */
  readonly value: unknown;
  /** `unknown`: only Terraform knows it, or a part of it. `wrong`: validation already reports it. */
  readonly state: "known" | "unknown" | "wrong";
}

/**
 * Everything that rules can read of one queue, by name: `concurrency`, `additionalSettings.color`, `repo`. Undeclared
 * settings are absent.
 */
export type QueueFacts = ReadonlyMap<string, QueueFact>;

/** Collects the facts of a queue, with its defaults. */
export function collectFacts(queue: BrandedQueue): QueueFacts {
  const props = toEffectiveProps(queue, readBrand(queue).props);
  const { additionalSettings, repo, targetBranch, deletionPolicy, onExisting, timeouts } = props;
  const wrong = new Set(validateQueueProps(props).flatMap(({ path }) => listNames(path)));
  const additional = Object.entries(isPlainObject(additionalSettings) ? additionalSettings : {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [`${ADDITIONAL_PREFIX}${name}`, value] as const);
  const values = new Map<string, unknown>([
    ...collectDeclaredSettings(props),
    ...additional,
    ["additionalSettings", additionalSettings ?? {}],
    ["repo", tryToRepository(repo)],
    ["targetBranch", targetBranch],
    ["deletionPolicy", deletionPolicy ?? "refuse"],
    ["onExisting", onExisting ?? "fail"],
    ["timeouts", timeouts ?? {}],
  ]);
  const toState = (name: string, value: unknown): QueueFact["state"] => {
    if (wrong.has(name)) return "wrong";
    return someNested(value, isUnresolved) ? "unknown" : "known";
  };
  return new Map(
    [...values].map(([name, value]) => [name, { value: toValue(value), state: toState(name, value) }]),
  );
}

function listNames([prop = "", key]: readonly string[]): string[] {
  if (prop === "additionalSettings" && key !== undefined) return [prop, `${ADDITIONAL_PREFIX}${key}`];
  if (prop !== "batching") return [prop];
  const settings = BATCHING_SETTINGS.filter(([name]) => key === undefined || name === key);
  return settings.map(([, setting]) => setting);
}

function toValue(value: unknown): unknown {
  const known = Array.isArray(value) ? value.filter((element) => !isUnresolved(element)) : value;
  return freeze(toMeaning(known));
}

function freeze(value: unknown): unknown {
  if (!Object.isFrozen(value)) listElements(Object.freeze(value)).forEach(freeze);
  return value;
}
