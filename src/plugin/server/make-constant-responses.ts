import { createRedactor } from "../../text/create-redactor";
import { CONSTANT_PATHS, type ConstantResponses } from "../create-route-finder";
import { CallSignals } from "../lifecycle/call-signals";
import { WorkTracker } from "../lifecycle/work-tracker";
import type { ProviderDefinition } from "../provider-definition";
import { createRoutes } from "./provider-routes";

/** Makes `ServeOptions.constantResponses` in a build. @throws Error if the definition has a fault */
export async function makeConstantResponses(
  definition: ProviderDefinition<unknown>,
): Promise<ConstantResponses> {
  const routes = createRoutes({
    definition,
    // A response to a failed call would contain its diagnostics; a build must fail instead.
    log: (level, message, { error } = {}) => {
      if (level === "error") throw new Error(message, { cause: error });
    },
    redactor: createRedactor(),
    work: new WorkTracker(),
    signals: new CallSignals({ isDebug: false }),
  });
  const entries = CONSTANT_PATHS.map(async (path) => {
    const route = routes.get(path);
    if (route?.kind !== "unary") throw new Error(`There is no method ${path}.`);
    return [path, (await route.handle(Buffer.alloc(0))).toString("base64")] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
