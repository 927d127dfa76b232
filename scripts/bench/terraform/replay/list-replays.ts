import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { PROMISED } from "../cell-runs";
import { describeOwn, NODE_NAME, OWN_EXECUTABLE } from "../list-subjects";
import type { Subject } from "../subject";
import { toSubject } from "../subject";
import { recordAnswers } from "./record-answers";

/** Names of the replays, as tables show them: one answers at once, one waits before each answer to a read. */
export const REPLAY_NAME = "replay";
export const WAITING_REPLAY_NAME = "replay that waits";

const BUILD_TIMEOUT_MS = 300_000;

/**
 * Makes providers that cost nothing: they know by heart what the one on Node.js answers in the cell whose time is promised.
 * One answers at once, the other waits before each answer to a read as long as a request would take.
 * @param directory - an existing directory to lay them out in
 * @param roundTripMs - milliseconds that one waits
 * @returns why there are none if there are none
 * @throws Error if they cannot be built, or nothing can be recorded
 */
export async function listReplays(
  directory: string,
  roundTripMs: number,
): Promise<readonly Subject[] | string> {
  const folder = join(directory, "replay");
  const whyNot = tryBuild(join(folder, OWN_EXECUTABLE));
  if (whyNot !== undefined) return whyNot;
  const recorded = join(directory, "recorded");
  await mkdir(recorded);
  const record = await recordAnswers({ ...describeOwn(NODE_NAME), starts: [] }, PROMISED.queues, recorded);
  const latencies = [
    [REPLAY_NAME, 0],
    [WAITING_REPLAY_NAME, roundTripMs],
  ] as const;
  return latencies.map(([name, latencyMs]) => {
    const env = { REPLAY_RECORD: record, REPLAY_LATENCY_MS: String(latencyMs) };
    return toSubject({ ...describeOwn(name), starts: [], connect: () => env }, folder);
  });
}

/** Builds it, or answers why it cannot be built here. */
function tryBuild(executable: string): string | undefined {
  const args = ["build", "-trimpath", "-ldflags", "-s -w", "-o", executable, join(__dirname, "replay.go")];
  const { error, status, stderr } = spawnSync("go", args, {
    // It needs nothing but the standard library.
    env: {
      ...process.env,
      CGO_ENABLED: "0",
      GOFLAGS: "",
      GOPROXY: "off",
      GOTOOLCHAIN: "local",
      GOWORK: "off",
    },
    encoding: "utf8",
    timeout: BUILD_TIMEOUT_MS,
  });
  if (error !== undefined) return `The replay is not measured: there is no Go (${error.message}).`;
  if (status !== 0) throw new Error(`The replay cannot be built:\n${stderr}`);
  return undefined;
}
