import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { MINIMUM_NODE_VERSION } from "../../src/product";

const COMMAND = resolve(__dirname, "../../dist/cli.js");

test("the built command says which Node.js it needs before it loads anything else", () => {
  const directory = mkdtempSync(join(tmpdir(), "old-node-"));
  const old = join(directory, "old.cjs");
  writeFileSync(old, 'Object.defineProperty(process, "version", { value: "v18.20.8" });');
  const args = ["--require", old, COMMAND, "doctor"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: {} });
  rmSync(directory, { recursive: true });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toBe(
    `Error: mergequeue cannot start: it needs Node.js ${MINIMUM_NODE_VERSION} or newer, but ${process.execPath} is v18.20.8.\n`,
  );
});
