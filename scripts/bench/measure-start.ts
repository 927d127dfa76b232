import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificate } from "../../src/plugin/handshake/create-certificate";
import type { Figure } from "./figure";
import { median } from "./figure";

/** Terraform's cookie for providers. */
const MAGIC_COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
const PAIRS = 21;
const LIMIT = 3;

/**
 * Measures how long the provider takes from process start to its handshake line, as a multiple of a
 * whole run of `node -e 0` measured in turn with it: the machine's own speed cancels out.
 */
export async function measureStart(root: string): Promise<Figure> {
  const bundle = join(root, "dist/provider/provider.cjs");
  // Providers that are killed leave their sockets.
  const scratch = await mkdtemp(join(tmpdir(), "bench-"));
  // As Terraform starts it: with a client certificate, so that both sides use TLS.
  const env = {
    PATH: process.env["PATH"],
    TMPDIR: scratch,
    TF_PLUGIN_MAGIC_COOKIE: MAGIC_COOKIE,
    PLUGIN_PROTOCOL_VERSIONS: "6",
    PLUGIN_CLIENT_CERT: createCertificate({ curve: "P-521" }).pem,
  };
  const ratios: number[] = [];
  const handshakes: number[] = [];
  try {
    // The first pair only warms the file cache.
    for (let pair = 0; pair <= PAIRS; pair += 1) {
      const emptyMs = await timeUntilHeard(["-e", "0"], env, "");
      const handshakeMs = await timeUntilHeard([bundle], env, "1|6|");
      if (pair === 0) continue;
      ratios.push(handshakeMs / emptyMs);
      handshakes.push(handshakeMs);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  const ratio = median(ratios);
  return {
    name: `process start to handshake line, as a multiple of node -e 0 (median of ${PAIRS} pairs)`,
    value: `${ratio.toFixed(2)} (${median(handshakes).toFixed(0)} ms here)`,
    limit: `at most ${LIMIT}`,
    isKept: ratio <= LIMIT,
  };
}

/**
 * Milliseconds from the start of a Node process to its first output, or to its end if it prints nothing.
 * @throws Error if the output does not begin as expected: a provider that fails at once is not a fast one
 */
async function timeUntilHeard(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  expected: string,
): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"], env });
  const exited = once(child, "exit");
  try {
    let heard = "";
    await Promise.race([once(child.stdout, "data").then(([data]) => (heard = String(data))), exited]);
    const durationMs = performance.now() - startedAt;
    if (!heard.startsWith(expected) || (expected === "" && heard !== "")) {
      throw new Error(`node ${args.join(" ")} printed ${JSON.stringify(heard)} instead of "${expected}".`);
    }
    return durationMs;
  } finally {
    child.kill("SIGKILL");
    // Its end must not fall into the next measurement.
    await exited;
  }
}
