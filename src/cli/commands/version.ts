import type { Command } from "commander";
import { PACKAGE_NAME, VERSION, VERSION_LINE } from "../../product";
import { printJson } from "../../report/print-json";
import { addJsonOption } from "../command-options";
import type { CommandSession } from "../command-session";

export function defineVersion(command: Command, { write }: CommandSession): void {
  addJsonOption(command)
    .description("Prints the version, as --version does.")
    .action((options: { readonly json?: boolean }) => {
      const result = { package: PACKAGE_NAME, version: VERSION };
      write(options.json === true ? printJson(result) : `${VERSION_LINE}\n`);
    });
}
