import type { ArgumentFinding } from "../../api/configuration/client-arguments";
import type { ArgumentName } from "../../queue/provider-arguments";
import { toOptionFlag, toVariableName } from "../../queue/provider-arguments";
import type { Vocabulary } from "../../queue/vocabulary";
import { keepWireName } from "../../queue/vocabulary";
import { quote } from "../../text/quote";
import { STANDARD_INPUT } from "../files/read-input-file";

/**
 * Returns the names of the command's options; settings keep their wire names.
 * @param tokenFile - as `--token-file` gives it
 */
export function createCommandVocabulary(tokenFile: string | undefined): Vocabulary {
  return {
    tokenSource: describeTokenFile(tokenFile),
    nameArgument: toOptionFlag,
    nameSetting: keepWireName,
  };
}

/** Returns where the token of `--token-file` comes from, for messages. */
export function describeTokenFile(file: string | undefined): string {
  return file === STANDARD_INPUT ? "standard input" : `the file ${quote(file)}`;
}

/**
 * Returns a finding about options or the environment in the words of the command.
 * @param hasStack - whether a stack can give the address of the service
 */
export function describeOptionFinding(
  { argument, isMissing, variable, message }: ArgumentFinding,
  { hasStack = false } = {},
): string {
  if (argument === undefined) return message;
  if (isMissing === true) return describeMissing(argument, hasStack);
  // A message about the token names its source itself.
  return argument === "token" ? message : `${variable ?? toOptionFlag(argument)}: ${message}`;
}

function describeMissing(argument: ArgumentName, hasStack: boolean): string {
  const option = toOptionFlag(argument);
  const variable = toVariableName(argument);
  if (argument === "token") {
    return `The API token is missing. Set the environment variable ${variable}, or give a file that contains it with ${option}.`;
  }
  return (
    `The address of the merge queue service is missing. Give it ${hasStack ? "to the provider in the stack, or " : ""}as ` +
    `${option}, or set the environment variable ${variable}. To try things out on this machine, run mergequeue serve.`
  );
}
