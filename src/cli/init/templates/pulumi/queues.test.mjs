import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startEmulator } from "terraform-provider-mergequeue/emulator";

/** Lists the messages of a preview in JSON, which are not on standard error. */
function listDiagnostics(text) {
  try {
    return JSON.parse(text)
      .diagnostics.map(({ message }) => message)
      .join("\n");
  } catch {
    return text;
  }
}

/** Previews the program in a stack of its own, without the state and the service of the real one. */
async function previewQueues() {
  const service = await startEmulator();
  const state = mkdtempSync(join(tmpdir(), "state-"));
  const env = {
    ...process.env,
    MERGEQUEUE_BASE_URL: service.url,
    MERGEQUEUE_TOKEN: service.token,
    PULUMI_BACKEND_URL: `file://${state}`,
    PULUMI_CONFIG_PASSPHRASE: "test",
  };
  const pulumi = (...args) => {
    const { status, stdout, stderr, error } = spawnSync("pulumi", args, { env, encoding: "utf8" });
    if (error?.code === "ENOENT")
      throw new Error("There is no pulumi on the PATH: install Pulumi, and test again.");
    if (error) throw error;
    assert.equal(status, 0, `pulumi ${args[0]} failed:\n${listDiagnostics(stdout)}\n${stderr}`);
    return stdout;
  };
  try {
    pulumi("stack", "init", "test-of-queues", "--no-select");
    const { steps } = JSON.parse(pulumi("preview", "--json", "--stack", "test-of-queues"));
    return steps
      .map(({ newState }) => newState)
      .filter(({ type }) => type === "mergequeue:index/queue:Queue");
  } finally {
    rmSync("Pulumi.test-of-queues.yaml", { force: true });
    rmSync(state, { recursive: true, force: true });
    await service.close();
  }
}

test("the branch has a queue, and all queues keep to the policy", async () => {
  const queues = await previewQueues();
  assert.ok(queues.some(({ inputs }) => inputs.targetBranch === "__BRANCH__"));
  for (const { urn, inputs } of queues) {
    assert.notEqual(inputs.deletionPolicy, "abandon", `${urn} would be forgotten instead of deleted.`);
  }
});
