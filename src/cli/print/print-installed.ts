import { PROVIDER_SOURCE } from "../../product";
import { escapeControl } from "../../text/escape-control";

/** What an installation led to. */
export interface Installed {
  /** The mirror, absolute. */
  readonly directory: string;
  /** Version of the provider. */
  readonly version: string;
  /** Whether anything was written; false: this version was there already. */
  readonly changed: boolean;
  /** Whether Terraform looks into this directory by itself. */
  readonly isOwnDirectory: boolean;
}

/** Writes what was installed where, and introduces the CLI configuration that follows on standard output. */
export function printInstalled({ directory, version, changed, isOwnDirectory }: Installed): string {
  const done = changed
    ? `Installed ${PROVIDER_SOURCE} ${version} in ${directory}.`
    : `${PROVIDER_SOURCE} ${version} is in ${directory} already; nothing was changed.`;
  const use = isOwnDirectory
    ? "Terraform looks there by itself. Only if your CLI configuration has a provider_installation\nblock, merge this into it:"
    : "To use it, put this into your CLI configuration (~/.terraformrc or ~/.tofurc, or a file of its own that\nTF_CLI_CONFIG_FILE names):";
  return `${escapeControl(`${done}\n${use}`)}\n\n`;
}
