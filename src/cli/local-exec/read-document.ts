import { isPlainObject } from "../../queue/is-plain-object";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { CommandContext } from "../command-context";

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
export function toFields(object: object): Fields {
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
