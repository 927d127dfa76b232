import type { Finding } from "../../queue/finding";
import { isPlainObject } from "../../queue/is-plain-object";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { Fields, LocalExecVariable } from "./read-document";
import { toFields } from "./read-document";

/** Checks a value that is there; answers what is wrong with it as a sentence, or undefined. */
type Check = (value: unknown) => string | undefined;

/** Takes the fields of a document one after the other, and collects everything that is wrong with them. */
export class FindingCollector {
  readonly #variable: LocalExecVariable;
  readonly #findings: Finding[] = [];

  /** @param variable - where the document comes from */
  constructor(variable: LocalExecVariable) {
    this.#variable = variable;
  }

  /** Adds findings. */
  add(...findings: readonly Finding[]): void {
    this.#findings.push(...findings);
  }

  /** Answers a text that may be left out, checked; undefined also for what is no text. */
  pickText(fields: Fields, name: string, check: Check = checkText): string | undefined {
    const value = fields.get(name);
    const message = value === undefined ? undefined : check(value);
    if (message !== undefined) this.add({ path: [name], message });
    return typeof value === "string" ? value : undefined;
  }

  /** Answers the fields of a field that is an object; none where it is left out. */
  pickFields(fields: Fields, name: string): Fields {
    const value = fields.get(name) ?? {};
    if (isPlainObject(value)) return toFields(value);
    this.add({ path: [name], message: "Must be an object." });
    return new Map();
  }

  /** Complains of fields that nobody knows. */
  refuseOthers(fields: Fields, known: readonly string[]): void {
    for (const name of fields.keys()) {
      if (!known.includes(name)) this.add({ path: [name], message: "There is no field of this name." });
    }
  }

  /** @throws MergeQueueError `invalid_request` with everything that was found */
  finish(): void {
    const findings = this.#findings;
    if (findings.length === 0) return;
    const lines = findings.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new MergeQueueError(
      "invalid_request",
      `${this.#variable} does not say what it has to:\n${lines.join("\n")}\n` +
        "If nothing is wrong in the stack, the constructs and the command may be of two versions: install one.",
      { findings },
    );
  }
}

function checkText(value: unknown): string | undefined {
  return typeof value === "string" ? undefined : "Must be a string.";
}
