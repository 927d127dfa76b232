import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { FORECAST_SCHEMA } from "../../../src/foresight/forecast";

const COMMAND = join(__dirname, "../../../dist/cli.js");

const LOAD = ["--arrivals", "8/h", "--test-time", "10m", "--failure-rate", "5%", "--format", "json"];

/** Starts the command from `dist/`, whose worker threads run a bundle of their own. */
function start(args: readonly string[]) {
  return spawn(process.execPath, [COMMAND, "simulate", ...args], { stdio: ["ignore", "pipe", "pipe"] });
}

async function finish(child: ReturnType<typeof start>) {
  const exited = once(child, "exit") as Promise<[number | null]>;
  const [out, error, [status]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { out, error, status };
}

describe("the built mergequeue simulate", () => {
  it("writes the same bytes with one worker and with two", async () => {
    const args = [
      ...["--now", "mode=parallel", "--now", "concurrency=2", "--set", "concurrency=4", "--seed", "7"],
      ...["--pull-requests", "50", "--replications", "4", ...LOAD],
    ];
    const one = await finish(start([...args, "--workers", "1"]));
    const two = await finish(start([...args, "--workers", "2"]));
    expect(one).toMatchObject({ status: 0, error: "" });
    expect(FORECAST_SCHEMA.parse(JSON.parse(one.out)).replications).toBe(4);
    expect(two).toEqual(one);
  });
});
