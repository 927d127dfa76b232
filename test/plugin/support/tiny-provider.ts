import { startPlugin } from "../../../src/plugin/start-plugin";

startPlugin(process, async (runtime) => {
  console.log("So would this one.");
  const [{ serve }, { createTinyProvider }] = await Promise.all([
    import("../../../src/plugin/serve"),
    import("./tiny-definition"),
  ]);
  await serve({
    runtime,
    type: "tiny",
    definition: async () => createTinyProvider(),
    addresses: ["registry.terraform.io/test/tiny", "registry.opentofu.org/test/tiny"],
    version: "1.2.3",
  });
});
