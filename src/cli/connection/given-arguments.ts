import type { ClientArguments } from "../../api/configuration/client-arguments";
import type { ConnectionOptions } from "./connection-options";

/**
 * Answers the client's arguments that the options of a command give; what is not given is undefined.
 * @param token - what the file holds that `--token-file` names
 */
export function toGivenArguments(options: ConnectionOptions, token: string | undefined): ClientArguments {
  return {
    baseUrl: options.baseUrl,
    token,
    requestTimeoutSeconds: options.requestTimeout,
    maxRetries: options.maxRetries,
    maxRequestsPerSecond: options.maxRequestsPerSecond,
    allowInsecureHttp: options.allowInsecureHttp,
    caFile: options.caFile,
  };
}
