import { ABILITIES } from "./abilities-by-interface";
import type { ApiClient } from "./api-client";
import type { ClientConfig } from "./client-config";
import { ServiceClock, SYSTEM_CLOCK } from "./clock";
import type { CallerDependencies } from "./operation-caller";
import { PROCESS_LIMITER } from "./request-limiter";

/** Default dependencies: the machine's clock, `Math.random`, the process's limiter, and undici. */
export type ClientDependencies = Pick<CallerDependencies, "source"> & Partial<CallerDependencies>;

/** Creates a client. The first call loads the HTTP library. Clients share connections and one limiter. */
export function createApiClient(config: ClientConfig, dependencies: ClientDependencies): ApiClient {
  const { clock = SYSTEM_CLOCK } = dependencies;
  const serviceClock = new ServiceClock(clock);
  let loading: Promise<ApiClient["call"]> | undefined;

  async function load(): Promise<ApiClient["call"]> {
    const { createOperationCaller } = await import("./operation-caller");
    const defaults = { random: Math.random, limiter: PROCESS_LIMITER };
    return createOperationCaller(config, { ...defaults, ...dependencies, clock, serviceClock });
  }

  const { host, tokenSource, vocabulary, interfaceName } = config;
  const call: ApiClient["call"] = async (operation, request, options) => {
    loading ??= load();
    return (await loading)(operation, request, options);
  };
  const tellServiceTime = (): number | undefined => serviceClock.tell();
  return { host, tokenSource, vocabulary, abilities: ABILITIES[interfaceName], tellServiceTime, call };
}
