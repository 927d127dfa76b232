import type { Command } from "commander";
import { PACKAGE_NAME, VERSION, VERSION_LINE } from "../../product";
import { addJsonOption } from "../command-options";
import type { CommandSession } from "../command-session";
import { printJson } from "../print/print-json";

/** Adds `version`, which prints the version as `--version` does, or as JSON. */
export function addVersionCommand(parent: Command, session: CommandSession): void {
  addJsonOption(parent.command("version"))
    .summary("print the version")
    .description("Prints the version, as --version does.")
    .action(({ json }: { readonly json?: boolean }) => {
      session.write(
        json === true ? printJson({ package: PACKAGE_NAME, version: VERSION }) : `${VERSION_LINE}\n`,
      );
    });
}
