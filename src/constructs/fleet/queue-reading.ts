import { BATCHING_SETTINGS } from "../../queue/batching-settings";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { SETTING_NAMES } from "../../queue/settings";
import { isPlainObject } from "../../text/is-plain-object";
import { type BrandedQueue, readBrand } from "../queue/branded-queue";
import { collectDeclaredSettings } from "../queue/queue-attributes";
import { validateQueueProps } from "../queue/validate-queue-props";
import { tryToRepository } from "../values/repository-attribute";
import { isUnresolved, listElements, someNested, toMeaning } from "../values/terraform-value";
import { toEffectiveProps } from "./queue-defaults";
import type { QueueView } from "./queue-policy";

const ADDITIONAL_PREFIX = "additionalSettings.";

interface QueueFact {
  /** The value, with Terraform's escapes resolved, and without list elements that only Terraform knows. */
  readonly value: unknown;
  /** `unknown` if only Terraform knows the value or a part of it. `wrong` if validation refuses the value. */
  readonly state: "known" | "unknown" | "wrong";
}

/** What rules can read of a queue, by name, such as `concurrency`, `additionalSettings.color` or `repo`. */
export type QueueFacts = ReadonlyMap<string, QueueFact>;

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

const SETTINGS: ReadonlySet<string> = new Set(SETTING_NAMES);

/** Records what one rule reads of one queue. */
export class QueueReading {
  readonly view: QueueView;
  /** Known settings that the rule read, with their values. An undeclared setting has the value undefined. */
  readonly declared = new Map<string, unknown>();
  /** Names of the values that the rule tried to read, but that only Terraform knows. */
  readonly unknown = new Set<string>();
  /** Names of the values that the rule tried to read, but that are invalid. */
  readonly wrong = new Set<string>();
  readonly #path: string;
  readonly #facts: QueueFacts;

  constructor(path: string, facts: QueueFacts) {
    this.#path = path;
    this.#facts = facts;
    const additional = [...facts.keys()].filter((name) => name.startsWith(ADDITIONAL_PREFIX));
    const additionalSettings = this.#createRecord(additional, ADDITIONAL_PREFIX);
    const names = ["repo", "targetBranch", "deletionPolicy", "onExisting", "timeouts"];
    const getters = {
      ...Object.fromEntries(names.map((name) => [name, () => this.#read(name)])),
      additionalSettings: () =>
        additional.length > 0 ? additionalSettings : this.#read("additionalSettings"),
      knownStatuses: () => this.#readKnownStatuses(),
    };
    const declared = SETTING_NAMES.filter((name) => facts.has(name));
    const view = {
      path,
      settings: this.#createRecord(declared, ""),
      isKnown: (name: string): boolean => {
        const isPart = name.startsWith(ADDITIONAL_PREFIX) && additional.length === 0;
        return (facts.get(isPart ? "additionalSettings" : name)?.state ?? "known") === "known";
      },
    };
    for (const [name, get] of Object.entries(getters))
      Object.defineProperty(view, name, { get, enumerable: true });
    this.view = Object.freeze(view) as unknown as QueueView;
  }

  /** Makes an object that records which fields a rule reads. @param names - fact names, `prefix` included */
  #createRecord(names: readonly string[], prefix: string): Readonly<Record<string, unknown>> {
    const fields = names.map((name) => [name.slice(prefix.length), this.#facts.get(name)?.value]);
    return new Proxy(Object.freeze(Object.fromEntries(fields) as Record<string, unknown>), {
      get: (target, field) => {
        const name = `${prefix}${String(field)}`;
        if (typeof field === "string" && (this.#facts.has(name) || SETTINGS.has(name)))
          return this.#read(name);
        return Reflect.get(target, field) as unknown;
      },
    });
  }

  #read(name: string): unknown {
    const fact = this.#facts.get(name);
    if (SETTINGS.has(name)) this.declared.set(name, fact?.value);
    if (fact === undefined || fact.state === "known") return fact?.value;
    this.declared.delete(name);
    (fact.state === "wrong" ? this.wrong : this.unknown).add(name);
    throw new MergeQueueError(
      "invalid_request",
      `Only Terraform knows ${name} of ${this.#path}, so it cannot be read at synth. Call ` +
        `isKnown(${JSON.stringify(name)}) first.`,
    );
  }

  #readKnownStatuses(): unknown {
    const fact = this.#facts.get("requiredStatuses");
    if (fact?.state === "unknown") return Array.isArray(fact.value) ? fact.value : [];
    return this.#read("requiredStatuses") ?? [];
  }
}
