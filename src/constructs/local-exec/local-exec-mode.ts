import type { Construct, TerraformProvider } from "../cdk";
import { TerraformStack } from "../cdk";
import { KeptList } from "../kept-list";

/** How the queues of a provider with `via: "local-exec"` are made. */
export interface LocalExecMode {
  /** The provider by which queues choose it. */
  readonly chosenBy: TerraformProvider;
  /** The provider of the null resources. */
  readonly nullProvider: TerraformProvider;
  /** What starts the command `mergequeue` in a shell. */
  readonly command: string;
  /** The shell, with its arguments; undefined for Terraform's own choice. */
  readonly interpreter: readonly string[] | undefined;
  /** Answers the arguments of the provider that are given, by their Terraform names; tokens at any depth. */
  readonly readConnection: () => Readonly<Record<string, unknown>>;
}

/** The modes of each stack. */
const MODES = new KeptList<LocalExecMode>("local-exec");

/** Makes a mode known to the constructs of its stack that are created from now on. */
export function addLocalExecMode(mode: LocalExecMode): void {
  MODES.add(TerraformStack.of(mode.chosenBy), mode);
}

/**
 * Finds the mode of a construct's provider.
 * @param provider - the one that the construct names; undefined for the default one of its stack
 * @returns undefined if the provider is the plugin, or not there as yet
 */
export function tryFindLocalExecMode(
  construct: Construct,
  provider: TerraformProvider | undefined,
): LocalExecMode | undefined {
  return MODES.list(TerraformStack.of(construct)).find(({ chosenBy }) =>
    provider === undefined ? chosenBy.alias === undefined : chosenBy === provider,
  );
}
