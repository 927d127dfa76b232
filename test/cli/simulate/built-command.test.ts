import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const COMMAND = join(__dirname, "../../../dist/cli.js");

const ARGS = [
  ...["--now", "mode=parallel", "--set", "concurrency=4", "--arrivals", "8/h", "--test-time", "10m"],
  ...["--pull-requests", "50", "--replications", "4", "--format", "json"],
];

test("the built mergequeue simulate writes the same bytes with one worker thread and with two", async () => {
  const [one, two] = await Promise.all(
    ["1", "2"].map((workers) =>
      promisify(execFile)(process.execPath, [COMMAND, "simulate", ...ARGS, "--workers", workers]),
    ),
  );
  expect(JSON.parse(one?.stdout ?? "")).toMatchObject({ replications: 4 });
  expect(two).toEqual(one);
});
