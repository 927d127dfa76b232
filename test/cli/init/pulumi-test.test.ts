import { spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeScratchInProject } from "../../support/make-scratch";

const TEMPLATE = resolve(__dirname, "../../../src/cli/init/templates/pulumi/queues.test.mjs");

/** Stands in for Pulumi, whose preview fails; in JSON, the reason is on standard output alone. */
const PULUMI = `#!/bin/sh
test "$1" = preview || exit 0
echo '{"diagnostics": [{"severity": "error", "message": "error: concurrency must be 1 to 100"}]}'
exit 255
`;

describe("the test of a project for Pulumi", () => {
  const directory = makeScratchInProject();

  test("prints the diagnostics of a preview that fails", () => {
    copyFileSync(TEMPLATE, join(directory, "queues.test.mjs"));
    writeFileSync(join(directory, "pulumi"), PULUMI, { mode: 0o755 });
    const { status, stdout } = spawnSync(process.execPath, ["--test", "queues.test.mjs"], {
      cwd: directory,
      env: { PATH: `${directory}:${process.env["PATH"] ?? ""}` },
      encoding: "utf8",
    });
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: expect.stringMatching(/pulumi preview failed:\s+error: concurrency must be 1 to 100/) as string,
    });
  });
});
