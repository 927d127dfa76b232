import { type Construct, type TerraformProvider, TerraformStack } from "../cdk";
import { KeptList } from "../kept-list";

/** A provider with `via: "local-exec"`, and how its queues call the command. */
export interface LocalExecMode {
  /** The provider that queues name. */
  readonly chosenBy: TerraformProvider;
  /** The provider of the null resources. */
  readonly nullProvider: TerraformProvider;
  /** Shell command that starts `mergequeue`. */
  readonly command: string;
  /** The shell and its arguments; undefined for Terraform's default. */
  readonly interpreter: readonly string[] | undefined;
  /** Returns the declared provider arguments by Terraform name, with tokens at any depth. */
  readonly readConnection: () => Readonly<Record<string, unknown>>;
}

const MODES = new KeptList<LocalExecMode>("local-exec");

/** Registers a mode for the constructs of its stack that are created later. */
export function addLocalExecMode(mode: LocalExecMode): void {
  MODES.add(TerraformStack.of(mode.chosenBy), mode);
}

/**
 * Finds the mode of a construct's provider.
 * @param provider - as named by the construct; undefined for the stack's default provider
 * @returns undefined if the provider is the plugin, or does not exist yet
 */
export function tryFindLocalExecMode(
  construct: Construct,
  provider: TerraformProvider | undefined,
): LocalExecMode | undefined {
  return MODES.list(TerraformStack.of(construct)).find(({ chosenBy }) =>
    provider === undefined ? chosenBy.alias === undefined : chosenBy === provider,
  );
}
