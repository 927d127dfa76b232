import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";
import { WRITE_TIMEOUT } from "../change-options";
import type { ConnectionOptions } from "../connection/connection-options";
import { addConnectionOptions } from "../connection/connection-options";
import type { QueuePattern } from "./queue-pattern";
import { createQueuePattern, MAX_PATTERN_LENGTH } from "./queue-pattern";

/** A name that Terraform takes for a variable. */
const VARIABLE_NAME = /^[\p{ID_Start}_][\p{ID_Continue}-]*$/u;

/** Options of every command that works on what stacks declare. */
export interface FleetOptions extends ConnectionOptions {
  /** Which queues; all by default. */
  readonly only?: readonly QueuePattern[];
  /** Terraform variables by name, as the language writes values. */
  readonly var?: ReadonlyMap<string, string>;
  /** Paths of files with Terraform variables. */
  readonly varFile?: readonly string[];
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Adds the options that say what is read of a stack, and how its services are reached. */
export function addFleetOptions(command: Command): Command {
  const withStack = command
    .optionsGroup("Stack:")
    .option("--only <glob>", "only queues whose id matches; may be given several times", collectPattern)
    .option("--var <name=value>", "a Terraform variable; may be given several times", collectVariable)
    .option("--var-file <file>", "file with Terraform variables; may be given several times", collectFile);
  return addConnectionOptions(withStack, `${WRITE_TIMEOUT.text} to read all queues`);
}

/** Makes the option that lets a plan pass which takes much away. */
export function createForceOption(): Option {
  return new Option(
    "--force",
    "do it even if more than 30 % of at least ten existing queues are deleted or lose required statuses",
  );
}

function collectPattern(text: string, collected: readonly QueuePattern[] = []): readonly QueuePattern[] {
  if (text === "")
    throw new InvalidArgumentError('It is empty; write a pattern such as "github.com/acme/*/main".');
  if (text.length > MAX_PATTERN_LENGTH) {
    throw new InvalidArgumentError(`It has more than ${MAX_PATTERN_LENGTH} characters.`);
  }
  return [...collected, createQueuePattern(text)];
}

/** As with Terraform, the last value of a variable counts. */
function collectVariable(
  text: string,
  collected: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const [name = "", ...rest] = text.split("=");
  // The text is not repeated: it may be a secret.
  if (rest.length === 0 || !VARIABLE_NAME.test(name)) {
    throw new InvalidArgumentError(
      "It must be the name of a variable, an equals sign and its value: owner=acme.",
    );
  }
  return new Map([...collected, [name, rest.join("=")]]);
}

function collectFile(text: string, collected: readonly string[] = []): readonly string[] {
  if (text === "") throw new InvalidArgumentError("It is empty; name a file, or leave the option out.");
  return [...collected, text];
}
