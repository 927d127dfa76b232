import type { Finding } from "../../queue/finding";
import { isPlainObject } from "../../queue/is-plain-object";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { CommandContext } from "../command-session";

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

/** The variables that contain the input of provisioners. */
export type LocalExecVariable = "MERGEQUEUE_QUEUE" | "MERGEQUEUE_SETTINGS" | "MERGEQUEUE_DELETION";

/** The fields of a JSON object by name, without nulls. A map, so that no name reaches a prototype. */
export type Fields = ReadonlyMap<string, unknown>;

/**
 * Reads the JSON object that a provisioner passes in a variable (promise S-15). Its values are not checked.
 * @throws MergeQueueError `invalid_configuration` if there is none
 */
export function readDocument(
  { environment }: Pick<CommandContext, "environment">,
  variable: LocalExecVariable,
): Fields {
  const text = environment[variable];
  if (text === undefined || text === "") {
    throw createVariableError(
      `${variable} is not set. Terraform runs this command for a stack whose MergeQueueProvider has via: ` +
        '"local-exec", and sets the variable. To change a queue by hand, use mergequeue queue or mergequeue apply.',
    );
  }
  const document = tryParse(text);
  if (!isPlainObject(document)) throw createVariableError(`${variable} is not a JSON object.`);
  return toFields(document);
}

/** Returns the fields of an object; Terraform writes null for those that are left out. */
function toFields(object: object): Fields {
  const entries = Object.entries(object) as [string, unknown][];
  return new Map(entries.filter(([, value]) => value !== null));
}

/** Makes the error for an unusable variable. */
export function createVariableError(message: string): MergeQueueError {
  return new MergeQueueError("invalid_configuration", message);
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
