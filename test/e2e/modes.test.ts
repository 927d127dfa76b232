import { createStage, declareQueue, onStages, stage } from "../support/e2e/queue-stage";
import { startDebugProvider } from "../support/e2e/start-debug-provider";

onStages();

/** Creates and deletes a queue, and returns the requests. */
async function live(env: { readonly [name: string]: string }): Promise<unknown> {
  const { workspace } = stage;
  await stage.declare(declareQueue('  concurrency = 3\n  merge_method = "rebase"'));
  return stage.record(async () => {
    await workspace.run(["apply", "-auto-approve"], env);
    await workspace.run(["destroy", "-auto-approve"], env);
  });
}

describe("the ways in which Terraform reaches the provider", () => {
  test("G-29: with TLS, without TLS and reattached, the same lifecycle makes the same requests", async () => {
    await createStage(declareQueue(""));
    const withTls = await live({});
    const withoutTls = await live({ TF_DISABLE_PLUGIN_TLS: "1" });
    const provider = await startDebugProvider({
      MERGEQUEUE_BASE_URL: stage.emulator.url,
      MERGEQUEUE_TOKEN: stage.emulator.token,
    });
    try {
      const reattached = await live({ TF_REATTACH_PROVIDERS: provider.reattach });
      // The one process of a reattached provider proves the address once, each started one proves it anew.
      const isProof = (request: { body: unknown }): boolean => JSON.stringify(request.body) === "{}";
      const withoutProofs = (requests: unknown): unknown =>
        (requests as { body: unknown }[]).filter((request) => !isProof(request));
      expect(withoutTls).toEqual(withTls);
      expect(withoutProofs(reattached)).toEqual(withoutProofs(withTls));
    } finally {
      await provider.stop();
    }
  });
});
