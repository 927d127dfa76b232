import { Command } from "commander";
import { PACKAGE_NAME, VERSION } from "../product";
import type { CommandContext } from "./command-context";
import { addProviderInstallCommand } from "./commands/provider-install";
import { addServeCommand } from "./commands/serve";

const EXAMPLES = `
Examples:
  $ mergequeue serve              try everything on this machine
  $ mergequeue provider install   use the provider in HCL projects

Exit status:
  0 done, 1 error, 130 interrupted`;

/**
 * Makes the parser of the command line with all subcommands. It throws a `CommanderError` instead of ending
 * the process, also for `--help` and `--version`.
 * @param finish - takes the exit status of a subcommand that has one of its own
 */
export function createProgram(context: CommandContext, finish: (exitStatus: number) => void): Command {
  const program = new Command("mergequeue")
    .description("Merge queues as code: tools around the Terraform provider and the constructs.")
    .version(`mergequeue ${VERSION} (${PACKAGE_NAME})`, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .option("--verbose", "print where errors come from")
    .exitOverride()
    .configureOutput({
      writeOut: context.writeOut,
      writeErr: context.writeError,
      // The error is printed where all errors are.
      outputError: () => undefined,
    })
    .addHelpText("after", EXAMPLES);
  addServeCommand(program, context, finish);
  const provider = program
    .command("provider")
    .summary("install the Terraform provider")
    .description("Installs the Terraform provider.");
  addProviderInstallCommand(provider, context);
  return program;
}
