import type { IConstruct } from "../cdk";
import type { MergeQueueProviderProps } from "../provider/merge-queue-provider-props";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { isUnresolved } from "../values/terraform-value";
import type { LocalExecMode } from "./local-exec-mode";

/** Arguments of a lifecycle that name attributes, which null resources do not have. */
const FOREIGN_RULES = ["ignoreChanges", "postcondition"] as const;

/**
 * Checks the meta-arguments of a queue that consists of null resources.
 * @returns everything that is wrong, as sentences that begin with the prop
 */
export function checkLocalExecProps({ connection, lifecycle, provisioners }: MergeQueueProps): string[] {
  const taken = Object.entries({ connection, provisioners })
    .filter(([, value]) => value !== undefined)
    .map(
      ([name]) =>
        `${name}: With via: "local-exec", the queue uses provisioners itself. Put yours into a resource that depends ` +
        "on the queue.",
    );
  const foreign = FOREIGN_RULES.filter((name) => lifecycle?.[name] !== undefined).map(
    (name) =>
      `lifecycle.${name}: With via: "local-exec", the resource does not have the queue's attributes. To ignore a ` +
      "setting, leave it out.",
  );
  return [...taken, ...foreign];
}

/**
 * Describes a queue whose provider was created, or changed, after the queue.
 * @param mode - mode of the provider now; undefined if it is the plugin
 */
export function describeLateProvider(mode: LocalExecMode | undefined): string {
  const what =
    mode === undefined
      ? "The provider's alias was changed after the queue was created"
      : `The provider ${mode.chosenBy.node.path} was created after the queue, and has via: "local-exec"`;
  return `provider: ${what}. The provider decides what a queue consists of. Create it, with its alias, before its queues.`;
}

/** Checks the provider of a data source: only the plugin can read. */
export function checkDataMode(mode: LocalExecMode | undefined): string[] {
  if (mode === undefined) return [];
  return [
    `provider: The provider ${mode.chosenBy.node.path} has via: "local-exec", which cannot read. Read outside of ` +
      "Terraform, for example with mergequeue queue get --json, and pass the result as a variable.",
  ];
}

/**
 * Checks `via`, and the props that depend on it.
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
      if (value !== undefined) messages.push(`${name}: Needs via: "local-exec".`);
    }
    return messages;
  }
  if (token !== undefined) {
    messages.push(
      'token: With via: "local-exec", Terraform would store it in the state. Remove the prop, and set the environment ' +
        "variable MERGEQUEUE_TOKEN where Terraform runs.",
    );
  }
  if (command !== undefined && !isKnownText(command)) {
    messages.push("command: Must be a command line known at synth.");
  }
  if (interpreter !== undefined && !(interpreter.length > 0 && interpreter.every(isKnownText))) {
    messages.push("interpreter: Must be a list of strings known at synth, the program first.");
  }
  return messages;
}

/** Checks that the stack is written as JSON: the CDK writes provisioners in HCL that Terraform cannot read. */
export function checkOutput(provider: IConstruct): string[] {
  const app = provider.node.root as { readonly hclOutput?: unknown };
  return app.hclOutput === true
    ? ['via: "local-exec" needs JSON output: remove hclOutput from the app, and unset SYNTH_HCL_OUTPUT.']
    : [];
}

function isKnownText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && !isUnresolved(value);
}
