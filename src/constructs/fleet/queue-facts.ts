import { BATCHING_SETTINGS } from "../../queue/batching-settings";
import { isPlainObject } from "../../text/is-plain-object";
import { type BrandedQueue, readOwnProps, tryFindIdentity } from "../queue/branded-queue";
import { collectDeclaredSettings } from "../queue/queue-attributes";
import { validateQueueProps } from "../queue/validate-queue-props";
import { listElements, someNested } from "../values/nested-value";
import { tryToRepository } from "../values/repository-attribute";
import { isUnresolved, toMeaning } from "../values/terraform-value";
import { toEffectiveProps } from "./effective-props";

/** One value that a rule can read of a queue. */
export interface QueueFact {
  /** The known part of the value that Terraform evaluates. */
  readonly value: unknown;
  /** `unknown`: only Terraform knows it, or a part of it. `wrong`: validation already reports it. */
  readonly state: "known" | "unknown" | "wrong";
}

/** Everything that rules can read of one queue, by name. Undeclared settings are absent. */
export interface QueueFacts {
  readonly path: string;
  /** The queue's identity; undefined if only Terraform knows a part of it. */
  readonly identity: string | undefined;
  readonly settings: ReadonlyMap<string, QueueFact>;
  readonly additionalSettings: ReadonlyMap<string, QueueFact>;
  /** Other props: `repo`, `targetBranch`, `additionalSettings` as a whole, … */
  readonly others: ReadonlyMap<string, QueueFact>;
}

/** Collects the facts of a queue, with its defaults. */
export function collectFacts(queue: BrandedQueue): QueueFacts {
  const props = toEffectiveProps(queue, readOwnProps(queue));
  const wrong = new Set(validateQueueProps(props).flatMap(({ path }) => listNames(path)));
  const toFact = (name: string, value: unknown): [string, QueueFact] => [
    name,
    {
      value: toValue(value),
      state: wrong.has(name) ? "wrong" : someNested(value, isUnresolved) ? "unknown" : "known",
    },
  ];
  const { additionalSettings, repo, targetBranch, deletionPolicy, onExisting, timeouts } = props;
  const names = isPlainObject(additionalSettings) ? Object.entries(additionalSettings) : [];
  return {
    path: queue.node.path,
    identity: tryFindIdentity(queue),
    settings: new Map([...collectDeclaredSettings(props)].map(([name, value]) => toFact(name, value))),
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

function listNames([prop = "", key]: readonly string[]): string[] {
  if (prop === "additionalSettings" && key !== undefined) return [prop, `${prop}.${key}`];
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
