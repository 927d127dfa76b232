import type { IConstruct } from "../cdk";
import type { MergeQueueProviderProps } from "../provider/merge-queue-provider-props";
import { isUnresolvedText } from "../values/known-value";

/**
 * Checks the props of a provider that say how Terraform reaches the service.
 * @returns everything that is wrong, as sentences that begin with the prop
 */
export function checkLocalExecProvider({
  via = "plugin",
  command,
  interpreter,
  token,
}: MergeQueueProviderProps): string[] {
  const messages: string[] = [];
  if (!["plugin", "local-exec"].includes(via)) messages.push('via: Must be "plugin" or "local-exec".');
  if (via !== "local-exec") {
    for (const [name, value] of Object.entries({ command, interpreter })) {
      if (value !== undefined) messages.push(`${name}: It is only used with via: "local-exec".`);
    }
    return messages;
  }
  if (token !== undefined) {
    messages.push(
      'token: With via: "local-exec" there is no place for it that Terraform would not store. Leave the prop out and ' +
        "set the environment variable MERGEQUEUE_TOKEN where Terraform runs.",
    );
  }
  if (command !== undefined && !isKnownText(command)) {
    messages.push("command: Must be a command line that is known at synth.");
  }
  if (interpreter !== undefined && !(interpreter.length > 0 && interpreter.every(isKnownText))) {
    messages.push("interpreter: Must be a list of texts that are known at synth, the program first.");
  }
  return messages;
}

/**
 * Checks in which language the stack is written: in HCL the CDK writes provisioners that Terraform does not understand.
 * @returns what is wrong, as sentences
 */
export function checkOutput(provider: IConstruct): string[] {
  const app = provider.node.root as { readonly hclOutput?: unknown };
  return app.hclOutput === true
    ? ['via: "local-exec" needs a stack in JSON: leave hclOutput off, and SYNTH_HCL_OUTPUT unset.']
    : [];
}

function isKnownText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && !isUnresolvedText(value);
}
