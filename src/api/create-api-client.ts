import type { ApiClient } from "./api-client";
import { SYSTEM_CLOCK } from "./clock";
import type { ClientConfig } from "./configuration/client-config";
import type { CallerDependencies } from "./operation-caller";
import { PROCESS_LIMITER } from "./retry/request-limiter";

/** What a client needs beside its configuration; only `source` has no default. */
export type ClientDependencies = Pick<CallerDependencies, "source"> & Partial<CallerDependencies>;

/**
 * Makes a client of the service: one transport, one retry policy, one error vocabulary. All clients of the
 * process share connections and the limit of requests on their way. Making one neither connects nor loads the
 * HTTP library; the first call does.
 * @param config - as `resolveClientConfig` answers it
 * @param dependencies - who calls, and, for tests, time, chance and transport. Defaults: the machine's clock,
 *   `Math.random`, the limiter of the process, undici
 */
export function createApiClient(config: ClientConfig, dependencies: ClientDependencies): ApiClient {
  let loading: Promise<ApiClient["call"]> | undefined;

  async function load(): Promise<ApiClient["call"]> {
    const { createOperationCaller } = await import("./operation-caller");
    return createOperationCaller(config, {
      clock: SYSTEM_CLOCK,
      random: Math.random,
      limiter: PROCESS_LIMITER,
      ...dependencies,
    });
  }

  return {
    host: config.host,
    tokenSource: config.tokenSource,
    vocabulary: config.vocabulary,
    call: async (operation, request, options) => {
      loading ??= load();
      const call = await loading;
      return call(operation, request, options);
    },
  };
}
