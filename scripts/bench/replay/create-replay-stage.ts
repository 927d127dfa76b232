import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { executableName } from "../../../src/distribution/layout";
import { quoteForShell } from "../../../src/text/quote-for-shell";
import type { Line } from "../measured-service";
import { connectOwn, layOutNode, type Provider } from "../terraform/providers";
import { APPLY, createStage, PLAN, type Stage } from "../terraform/stage";

export const REPLAY_NAME = "replay";

/**
 * Builds the replay: a provider that returns recorded responses.
 * @param directory - an existing directory for the executable
 * @returns the executable's path
 * @throws Error if Go is missing, or the build fails
 */
export function buildReplay(directory: string): string {
  const executable = join(directory, "replay");
  const args = ["build", "-trimpath", "-ldflags", "-s -w", "-o", executable, join(__dirname, "replay.go")];
  // The standard library is all that it imports.
  const offline = { GOFLAGS: "", GOPROXY: "off", GOTOOLCHAIN: "local", GOWORK: "off", CGO_ENABLED: "0" };
  const env = { ...process.env, ...offline };
  const { error, status, stderr } = spawnSync("go", args, { env, encoding: "utf8", timeout: 300_000 });
  if (error !== undefined)
    throw new Error(`The floor was not measured: Go was not found (${error.message}).`);
  if (status !== 0) throw new Error(`The replay cannot be built:\n${stderr}`);
  return executable;
}

/**
 * Creates queues with the provider on Node.js, records a plan without changes, and lets its launcher start the replay: what
 * Terraform checks and starts is otherwise the package for Node.js.
 * @param replay - its executable, beside which the provider and the record are put
 * @returns a stage in which the replay responds to plans without changes
 * @throws Error if a command fails
 */
export async function createReplayStage(replay: string, queues: number, line: Line): Promise<Stage> {
  const home = await mkdtemp(join(dirname(replay), "replay-"));
  const record = join(home, "record");
  const node = await layOutNode(join(home, "mirror"));
  // The provider's own launcher clears the options of Node.js.
  const [program = "", ...bundle] = node.start;
  await launch(node, [program, "--require", join(__dirname, "recorder.cjs"), ...bundle]);
  const connect: typeof connectOwn = (service, caFile) => ({
    ...connectOwn(service, caFile),
    REPLAY_RECORD: record,
  });
  const stage = await createStage({ ...node, name: REPLAY_NAME, connect }, queues, line);
  await stage.measure(APPLY);
  await rm(record);
  await stage.measure(PLAN);
  await launch(node, [replay]);
  await stage.install();
  return stage;
}

/** Replaces the launcher of a package. */
async function launch({ folder, version }: Provider, words: readonly string[]): Promise<void> {
  const script = `#!/bin/sh\nexec ${words.map(quoteForShell).join(" ")} "$@"\n`;
  await writeFile(join(folder, executableName(version)), script);
}
