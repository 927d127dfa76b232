import type { ArgumentName } from "../../queue/provider-arguments";
import { type Construct, type TerraformProvider, TerraformStack } from "../cdk";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { KeptList } from "../values/kept-list";

/** A provider with `via: "local-exec"`, and how the provider's queues call the command. */
export interface LocalExecMode {
  readonly chosenBy: TerraformProvider;
  readonly nullProvider: TerraformProvider;
  /** Shell command that starts `mergequeue`. */
  readonly command: string;
  /** The shell and the shell's arguments. Undefined for Terraform's default shell. */
  readonly interpreter: readonly string[] | undefined;
  /** Returns the declared provider arguments by Terraform name. The values can contain tokens anywhere. */
  readonly readConnection: () => Readonly<Partial<Record<ArgumentName, unknown>>>;
}

const MODES = new KeptList<LocalExecMode>("local-exec");

/** Registers a mode for all constructs that are created later in the same stack. */
export function addLocalExecMode(mode: LocalExecMode): void {
  MODES.add(TerraformStack.of(mode.chosenBy), mode);
}

/** Finds the mode of a provider, or of the stack's default provider. With the plugin, there is no mode. */
export function tryFindLocalExecMode(
  construct: Construct,
  provider: TerraformProvider | undefined,
): LocalExecMode | undefined {
  return MODES.list(TerraformStack.of(construct)).find(({ chosenBy }) =>
    provider === undefined ? chosenBy.alias === undefined : chosenBy === provider,
  );
}

/** Checks a queue's meta-arguments, and that its mode equals `created`. @returns a sentence per problem */
export function checkQueueMode(
  queue: Construct,
  { connection, lifecycle, provider, provisioners }: MergeQueueProps,
  created: LocalExecMode | undefined,
): string[] {
  const mode = tryFindLocalExecMode(queue, provider);
  if (mode !== created) return [describeLateProvider(mode)];
  if (mode === undefined) return [];
  const taken =
    'With via: "local-exec", the queue already has its own provisioners. Put yours into a separate resource that depends on the queue.';
  const foreign =
    'With via: "local-exec", the queue\'s settings are not attributes of the Terraform resource. To have a setting ignored, do not declare it.';
  const messages: readonly (readonly [name: string, value: unknown, message: string])[] = [
    ["connection", connection, taken],
    ["provisioners", provisioners, taken],
    ["lifecycle.ignoreChanges", lifecycle?.ignoreChanges, foreign],
    ["lifecycle.postcondition", lifecycle?.postcondition, foreign],
  ];
  return messages.flatMap(([name, value, message]) => (value === undefined ? [] : [`${name}: ${message}`]));
}

function describeLateProvider(mode: LocalExecMode | undefined): string {
  const what =
    mode === undefined
      ? "The provider's alias was changed after the queue was created"
      : `The provider ${mode.chosenBy.node.path} was created after the queue, and has via: "local-exec"`;
  return `provider: ${what}. What a queue synthesizes depends on its provider, so create the provider, with its alias, before its queues.`;
}
