import type { ClientArgument } from "../../api/configuration/client-arguments";
import { replaceUnquoted } from "../../text/replace-unquoted";

/** The command's option for each argument of the client. */
export const OPTION_OF_ARGUMENT: Readonly<Record<ClientArgument, string>> = {
  base_url: "--base-url",
  token: "--token-file",
  request_timeout_seconds: "--request-timeout",
  max_retries: "--max-retries",
  max_requests_per_second: "--max-requests-per-second",
  allow_insecure_http: "--allow-insecure-http",
  ca_file: "--ca-file",
};

/** Arguments as messages name them; they are words of no language. The word `token` means the token itself. */
const ARGUMENTS = /\b(?:base_url|request_timeout_seconds|max_retries|max_requests_per_second|ca_file)\b/g;

/** Answers a message about the client with the names that the user of the command knows; what is quoted stays as it came. */
export function toCommandNames(message: string): string {
  const named = message
    .replaceAll("set allow_insecure_http to true", `add ${OPTION_OF_ARGUMENT.allow_insecure_http}`)
    .replaceAll('Give the API token as "token" instead.', "Give the API token in MERGEQUEUE_TOKEN instead.");
  return replaceUnquoted(named, ARGUMENTS, (argument) => OPTION_OF_ARGUMENT[argument as ClientArgument]);
}
