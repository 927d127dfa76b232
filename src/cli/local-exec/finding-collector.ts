import type { Finding } from "../../queue/finding";
import { isPlainObject } from "../../queue/is-plain-object";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { Fields, LocalExecVariable } from "./read-document";
import { toFields } from "./read-document";

/** Checks a value; returns what is wrong with it as a sentence, or undefined. */
type Check = (value: unknown) => string | undefined;

/** Reads the fields of a document and collects all problems. */
export class FindingCollector {
  readonly #variable: LocalExecVariable;
  readonly #findings: Finding[] = [];

  /** @param variable - the source of the document */
  constructor(variable: LocalExecVariable) {
    this.#variable = variable;
  }

  /** Adds findings. */
  add(...findings: readonly Finding[]): void {
    this.#findings.push(...findings);
  }

  /** Returns an optional string, checked; undefined also for other types. */
  pickText(fields: Fields, name: string, check: Check = checkText): string | undefined {
    const value = fields.get(name);
    const message = value === undefined ? undefined : check(value);
    if (message !== undefined) this.add({ path: [name], message });
    return typeof value === "string" ? value : undefined;
  }

  /** Returns the fields of an optional object. */
  pickFields(fields: Fields, name: string): Fields {
    const value = fields.get(name) ?? {};
    if (isPlainObject(value)) return toFields(value);
    this.add({ path: [name], message: "Must be an object." });
    return new Map();
  }

  /** Adds a finding for each unknown field. */
  refuseOthers(fields: Fields, known: readonly string[]): void {
    for (const name of fields.keys()) {
      if (!known.includes(name)) this.add({ path: [name], message: "There is no field of this name." });
    }
  }

  /** @throws MergeQueueError `invalid_request` that lists all findings, if there are any */
  finish(): void {
    const findings = this.#findings;
    if (findings.length === 0) return;
    const lines = findings.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new MergeQueueError(
      "invalid_request",
      `${this.#variable} is invalid:\n${lines.join("\n")}\n` +
        "If the stack is right, the constructs and the command may have different versions: install the same one.",
      { findings },
    );
  }
}

function checkText(value: unknown): string | undefined {
  return typeof value === "string" ? undefined : "Must be a string.";
}
