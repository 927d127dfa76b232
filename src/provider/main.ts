import { startPlugin } from "../plugin/start-plugin";

startPlugin(process, async (runtime) => {
  const { serve } = await import("../plugin/serve");
  const { PROVIDER_SOURCE, PROVIDER_TYPE, REGISTRY_HOSTS, VERSION } = await import("../product");
  const addresses = REGISTRY_HOSTS.map((host) => `${host}/${PROVIDER_SOURCE}`);
  await serve({
    runtime,
    type: PROVIDER_TYPE,
    definition: async () => {
      const { createProviderDefinition } = await import("./provider-definition");
      return createProviderDefinition({
        env: process.env,
        addSecret: (secret) => {
          runtime.redactor.add(secret);
        },
        // With --debug, one process serves many runs, which cannot be told apart.
        run: runtime.host.argv.some((it) => /^--?debug$/.test(it)) ? undefined : runtime.host,
      });
    },
    constantResponses: async () => (await import("./constant-responses")).CONSTANT_RESPONSES,
    addresses,
    version: VERSION,
  });
});
