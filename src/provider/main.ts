import { startPlugin } from "../plugin/start-plugin";

startPlugin(process, async (runtime) => {
  const { serve } = await import("../plugin/serve");
  const { PROVIDER_SOURCE, REGISTRY_HOSTS, VERSION } = await import("../product");
  const { createProviderDefinition } = await import("./provider-definition");
  const definition = createProviderDefinition({
    env: process.env,
    addSecret: (secret) => {
      runtime.redactor.add(secret);
    },
  });
  const addresses = REGISTRY_HOSTS.map((host) => `${host}/${PROVIDER_SOURCE}`);
  await serve({ runtime, definition, addresses, version: VERSION });
});
