import type { ClientArguments, Environment } from "../../api/configuration/client-arguments";
import { ARGUMENT_KEYS, toVariableName } from "../../api/configuration/client-arguments";
import { OPTION_OF_ARGUMENT } from "./command-names";

/** Arguments without which no service can be called. */
const NEEDED = ["base_url", "token"] as const;

type NeededArgument = (typeof NEEDED)[number];

/** Answers which of the two arguments that must be given is not; an empty variable counts as unset. */
export function findMissingArguments(given: ClientArguments, environment: Environment): NeededArgument[] {
  return NEEDED.filter(
    (argument) =>
      given[ARGUMENT_KEYS[argument]] === undefined && !environment[toVariableName(argument)]?.trim(),
  );
}

/**
 * Says that an argument is missing, and where it can be given.
 * @param hasStack - whether a stack may say where the service is
 */
export function describeMissingArgument(argument: NeededArgument, { hasStack = false } = {}): string {
  const option = OPTION_OF_ARGUMENT[argument];
  const variable = toVariableName(argument);
  if (argument === "token") {
    return `The API token is missing. Set the environment variable ${variable}, or name a file that holds it with ${option}.`;
  }
  return (
    `The address of the merge queue service is missing. Give it ${hasStack ? "to the provider in the stack, or " : ""}as ` +
    `${option}, or set the environment variable ${variable}. To try things out on this machine, run mergequeue serve.`
  );
}
