import { MergeQueueError } from "../../queue/merge-queue-error";
import { SETTING_NAMES } from "../../queue/settings";
import type { QueueFact, QueueFacts } from "./queue-facts";
import type { QueueView, QueueViewName } from "./queue-view";

const SETTINGS: ReadonlySet<string> = new Set(SETTING_NAMES);

/** Records what one rule reads of one queue. */
export class QueueReading {
  /** The queue, for the rule. */
  readonly view: QueueView;
  /** Known settings that were read, with their values; undefined if not declared. */
  readonly declared = new Map<string, unknown>();
  /** Names that were read although only Terraform knows them. */
  readonly unknown = new Set<string>();
  /** Names that were read although their values are invalid. */
  readonly wrong = new Set<string>();
  readonly #facts: QueueFacts;

  constructor(facts: QueueFacts) {
    this.#facts = facts;
    this.view = Object.freeze(this.#createView());
  }

  #createView(): QueueView {
    const readOther = (name: string): unknown => this.#read(name, this.#facts.others.get(name));
    const readStatuses = (): readonly string[] => this.#readKnownStatuses();
    const additionalSettings = this.#createRecord(this.#facts.additionalSettings, "additionalSettings.");
    const hasNames = this.#facts.additionalSettings.size > 0;
    return {
      path: this.#facts.path,
      get repo() {
        return readOther("repo") as QueueView["repo"];
      },
      get targetBranch() {
        return readOther("targetBranch") as string;
      },
      settings: this.#createRecord(this.#facts.settings, ""),
      get knownStatuses() {
        return readStatuses();
      },
      get additionalSettings() {
        return hasNames ? additionalSettings : (readOther("additionalSettings") as typeof additionalSettings);
      },
      get deletionPolicy() {
        return readOther("deletionPolicy") as string;
      },
      get onExisting() {
        return readOther("onExisting") as string;
      },
      get timeouts() {
        return readOther("timeouts") as QueueView["timeouts"];
      },
      isKnown: (name) => this.#isKnown(name),
    };
  }

  /** Makes an object that records which fields the rule reads. */
  #createRecord(facts: ReadonlyMap<string, QueueFact>, prefix: string): Readonly<Record<string, unknown>> {
    const values = Object.fromEntries([...facts].map(([name, { value }]) => [name, value]));
    return new Proxy(Object.freeze(values), {
      get: (target, name) => {
        const isField = typeof name === "string" && (facts.has(name) || SETTINGS.has(name));
        if (!isField) return Reflect.get(target, name) as unknown;
        return this.#read(`${prefix}${name}`, facts.get(name));
      },
    });
  }

  #read(name: string, fact: QueueFact | undefined): unknown {
    if (SETTINGS.has(name)) this.declared.set(name, fact?.value);
    if (fact === undefined || fact.state === "known") return fact?.value;
    this.declared.delete(name);
    (fact.state === "wrong" ? this.wrong : this.unknown).add(name);
    throw new MergeQueueError(
      "invalid_request",
      `Only Terraform knows ${name} of ${this.#facts.path}, so it cannot be read at synth. Call ` +
        `isKnown(${JSON.stringify(name)}) first.`,
    );
  }

  #readKnownStatuses(): readonly string[] {
    const fact = this.#facts.settings.get("requiredStatuses");
    if (fact?.state === "wrong") return this.#read("requiredStatuses", fact) as readonly string[];
    if (fact?.state !== "unknown") this.declared.set("requiredStatuses", fact?.value);
    return Array.isArray(fact?.value) ? (fact.value as readonly string[]) : [];
  }

  #isKnown(name: QueueViewName): boolean {
    const { settings, additionalSettings, others } = this.#facts;
    const prefix = "additionalSettings.";
    const fact = name.startsWith(prefix)
      ? additionalSettings.size > 0
        ? additionalSettings.get(name.slice(prefix.length))
        : others.get("additionalSettings")
      : (settings.get(name) ?? others.get(name));
    return fact === undefined || fact.state === "known";
  }
}
