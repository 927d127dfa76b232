import type { MergeQueueProps } from "../queue/merge-queue-props";
import type { LocalExecMode } from "./local-exec-mode";

/** What a lifecycle would have to say of attributes that the resource does not have. */
const FOREIGN_RULES = ["ignoreChanges", "postcondition"] as const;

/**
 * Checks the meta-arguments of a queue that is made of null resources.
 * @returns everything that is wrong, as sentences that begin with the prop
 */
export function checkLocalExecProps({ connection, lifecycle, provisioners }: MergeQueueProps): string[] {
  const taken = Object.entries({ connection, provisioners })
    .filter(([, value]) => value !== undefined)
    .map(
      ([name]) =>
        `${name}: With via: "local-exec" the queue is made of provisioners of its own. Put yours into a resource that ` +
        "depends on the queue.",
    );
  const foreign = FOREIGN_RULES.filter((name) => lifecycle?.[name] !== undefined).map(
    (name) =>
      `lifecycle.${name}: With via: "local-exec" the attributes that it is about are not those of the resource. A ` +
      "setting that shall be ignored is best left out.",
  );
  return [...taken, ...foreign];
}

/**
 * Says that a queue's provider was not there, or was another one, when the queue was created.
 * @param mode - how queues of the provider are made that is there now; undefined if it is the plugin
 */
export function describeLateProvider(mode: LocalExecMode | undefined): string {
  const what =
    mode === undefined
      ? "The provider's alias was changed after the queue was created"
      : `The provider ${mode.chosenBy.node.path} was created after the queue, and has via: "local-exec"`;
  return `provider: ${what}: the provider decides what a queue is made of. Create it, with its alias, before its queues.`;
}

/** Checks the provider of a data source: reading takes the plugin. */
export function checkDataMode(mode: LocalExecMode | undefined): string[] {
  if (mode === undefined) return [];
  return [
    `provider: The provider ${mode.chosenBy.node.path} has via: "local-exec", by which nothing can be read. Read outside ` +
      "of Terraform, for example with mergequeue queue get --json, and pass what you need as a variable.",
  ];
}
