import { isPlainObject } from "../../queue/is-plain-object";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { CommandContext } from "../command-context";

/** The variables in which provisioners tell what they want. */
export type LocalExecVariable = "MERGEQUEUE_QUEUE" | "MERGEQUEUE_SETTINGS" | "MERGEQUEUE_DELETION";

/** A JSON object that a provisioner passes: fields by name, nulls left out. A map, so that no name reaches a prototype. */
export type Fields = ReadonlyMap<string, unknown>;

/**
 * Reads the JSON object that a provisioner passes in a variable (promise S-15). Values are of any type as yet.
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
  if (!isPlainObject(document)) throw createVariableError(`${variable} holds no JSON object.`);
  return toFields(document);
}

/** Answers the fields of an object; a null is what Terraform makes of what is left out. */
export function toFields(object: object): Fields {
  const entries = Object.entries(object) as [string, unknown][];
  return new Map(entries.filter(([, value]) => value !== null));
}

/** Makes the error for a variable that cannot be used. */
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
