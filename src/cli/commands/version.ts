import type { Command } from "commander";
import { PACKAGE_NAME, VERSION, VERSION_LINE } from "../../product";
import { printJson } from "../../report/print-json";
import { addJsonOption } from "../command-options";
import type { CommandSession } from "../command-session";

/** Defines `version`, which prints the version as `--version` does, or as JSON. */
export function defineVersion(command: Command, session: CommandSession): void {
  addJsonOption(command)
    .description("Prints the version, as --version does.")
    .action(({ json }: { readonly json?: boolean }) => {
      session.write(
        json === true ? printJson({ package: PACKAGE_NAME, version: VERSION }) : `${VERSION_LINE}\n`,
      );
    });
}
