import { type Command, InvalidArgumentError } from "commander";
import { createPlainOption } from "../command-options";
import { addParallelConnectionOptions } from "../connection/add-connection-options";
import { type ChangeOptions, WRITE_TIMEOUT } from "../connection/connection-options";
import { collect, parseFile } from "../parse-options";

const VARIABLE_NAME = /^[\p{ID_Start}_][\p{ID_Continue}-]*$/u;

const MAX_PATTERN_LENGTH = 500;

export interface StackOptions extends ChangeOptions {
  readonly only?: readonly string[];
  /** Terraform variables by name. Values are expressions in Terraform's language. */
  readonly var?: ReadonlyMap<string, string>;
  readonly varFile?: readonly string[];
  readonly force?: boolean;
}

export function addStackOptions(command: Command): Command {
  const force = createPlainOption(
    "--force",
    "continue even if ten or more queues exist and more than 30 % of them would be destroyed, paused, drained or less protected",
  );
  const timeout = `${WRITE_TIMEOUT.text} to read all queues`;
  return addParallelConnectionOptions(addStackChoice(command.addOption(force)), timeout);
}

export function addStackChoice(command: Command): Command {
  return command
    .optionsGroup("Stack:")
    .option(
      "--only <glob>",
      "only queues whose id matches: * within one part, ** across parts; can be repeated",
      collectPattern,
    )
    .option("--var <name=value>", "a Terraform variable; can be repeated", collectVariable)
    .option(
      "--var-file <file>",
      "file with Terraform variables; can be repeated",
      (text, files?: readonly string[]) => collect(parseFile(text), files),
    );
}

function collectPattern(text: string, collected?: readonly string[]): readonly string[] {
  if (text !== "" && text.length <= MAX_PATTERN_LENGTH) return collect(text, collected);
  throw new InvalidArgumentError(
    text === ""
      ? 'It is empty. Give a pattern such as "github.com/acme/*/main".'
      : `It has more than ${MAX_PATTERN_LENGTH} characters.`,
  );
}

/** If a variable has several values, the last one counts, as in Terraform. */
function collectVariable(
  text: string,
  collected: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const [name = "", ...rest] = text.split("=");
  // The message does not repeat the text, which may be a secret.
  if (rest.length === 0 || !VARIABLE_NAME.test(name)) {
    throw new InvalidArgumentError("It must be a variable's name, an equals sign and a value: owner=acme.");
  }
  return new Map([...collected, [name, rest.join("=")]]);
}
