import { resolve } from "node:path";
import type { ApiClient } from "../../api/api-client";
import type { ClientConfig } from "../../api/configuration/client-config";
import { readCaFile } from "../../api/configuration/read-ca-file";
import { createApiClient } from "../../api/create-api-client";
import type { CommandSession } from "../command-session";
import { tellRetries } from "./tell-retries";

/**
 * Makes the client of a command. It connects to nothing yet. From here on its token is in no output.
 * @throws MergeQueueError `invalid_configuration` if the file of authorities cannot be read
 */
export async function createClient(
  { context, addSecret }: CommandSession,
  config: ClientConfig,
): Promise<ApiClient> {
  addSecret(config.token.reveal());
  const { caFile } = config;
  return createApiClient(config, {
    source: "mergequeue",
    clock: context.clock,
    ca: caFile === undefined ? undefined : await readCaFile(resolve(context.workingDirectory, caFile)),
    observe: tellRetries(context),
  });
}
