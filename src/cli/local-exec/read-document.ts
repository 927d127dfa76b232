import type { Finding } from "../../queue/finding";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { isJsonObject, type JsonObject, parseTerraformJson } from "../../text/terraform-json";

/** The variables that contain the input of provisioners. */
export type LocalExecVariable = "MERGEQUEUE_QUEUE" | "MERGEQUEUE_DELETION";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the JSON object that a provisioner passes in a variable (promise S-15). Its fields are not checked.
 * @throws MergeQueueError `invalid_configuration` if there is none
 */
export function readDocument(environment: Environment, variable: LocalExecVariable): JsonObject {
  const text = environment[variable];
  if (text === undefined || text === "") {
    throw createVariableError(
      `${variable} is not set. Terraform runs this command for a stack whose MergeQueueProvider has via: ` +
        '"local-exec", and sets the variable. To change a queue by hand, use mergequeue queue or mergequeue apply.',
    );
  }
  const document = parseTerraformJson(text, (reason) =>
    createVariableError(`${variable} cannot be read: ${reason}.`),
  );
  if (isJsonObject(document)) return document;
  throw createVariableError(`${variable} is not a JSON object.`);
}

/** Makes the error for an unusable variable. */
export function createVariableError(message: string): MergeQueueError {
  return new MergeQueueError("invalid_configuration", message);
}

/** @throws MergeQueueError `invalid_request` that lists all findings, if there are any */
export function refuseFindings(variable: LocalExecVariable, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const lines = findings.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new MergeQueueError(
    "invalid_request",
    `${variable} is invalid:\n${lines.join("\n")}\n` +
      "If the stack is right, the constructs and the command may have different versions: install the same one.",
    { findings },
  );
}
