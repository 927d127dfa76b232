import { type Command, Option } from "commander";
import { PARAMETER_NAMES, type ParameterName } from "../../foresight/workload/add-to-workload";
import { parseNonEmpty } from "../command-options";

/** Where an estimated workload goes. */
export interface WorkloadOutputOptions {
  readonly out?: string;
  readonly force?: boolean;
  readonly addTo?: string;
  readonly only?: readonly ParameterName[];
}

/** Adds the options that say where an estimated workload goes. */
export function addWorkloadOutputOptions(command: Command): Command {
  return command
    .optionsGroup("Output:")
    .option("--out <file>", "write to this new file instead of standard output", parseNonEmpty("a file"))
    .option("--force", "replace the file of --out if it exists")
    .option(
      "--add-to <file>",
      "add the estimates to this workload file; estimates of the same parameters are replaced",
      parseNonEmpty("a file"),
    )
    .addOption(new Option("--only <parameters...>", "take only these parameters").choices(PARAMETER_NAMES));
}

/** Ends the command with a usage error if the options contradict each other. */
export function refuseContradiction(command: Command, { out, force, addTo }: WorkloadOutputOptions): void {
  if (out !== undefined && addTo !== undefined) command.error("Choose one of --out and --add-to.");
  if (force === true && out === undefined) command.error("--force needs --out.");
}
