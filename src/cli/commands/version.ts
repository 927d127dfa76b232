import type { Command } from "commander";
import { PACKAGE_NAME, VERSION, VERSION_LINE } from "../../product";
import { addJsonOption } from "../command-options";
import type { CommandSession } from "../command-session";
import { writeResult } from "../print/create-view";

/** Defines `version`, which prints the version as `--version` does, or as JSON. */
export function defineVersion(command: Command, session: CommandSession): void {
  addJsonOption(command)
    .description("Prints the version, as --version does.")
    .action((options: { readonly json?: boolean }) => {
      const result = { package: PACKAGE_NAME, version: VERSION };
      writeResult(session, options, result, () => `${VERSION_LINE}\n`);
    });
}
