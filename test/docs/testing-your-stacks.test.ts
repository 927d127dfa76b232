import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { runCommand } from "../../scripts/support/run-command";
import type { Emulator } from "../../src/emulator/index";
import * as entry from "../../src/emulator/index";
import { scrubEnvironment } from "../support/e2e/scrub-environment";

const ROOT = resolve(__dirname, "../..");
const GUIDE = readFileSync(join(ROOT, "docs/guides/testing-your-stacks.md"), "utf8");

let directory = "";

beforeAll(async () => {
  const example = /^```ts\n(.*?)^```$/ms.exec(GUIDE)?.[1];
  if (example === undefined) throw new Error("the guide has no example");
  // Inside the project, so that the package finds itself by its own name, as a user's project finds it.
  await mkdir(join(ROOT, ".scratch"), { recursive: true });
  directory = await mkdtemp(join(ROOT, ".scratch/guide-"));
  await writeFile(join(directory, "example.test.ts"), example);
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

describe("docs/guides/testing-your-stacks.md", () => {
  test("its example type-checks", async () => {
    const config = {
      extends: "../../tsconfig.json",
      compilerOptions: { types: ["node", "jest"] },
      files: ["example.test.ts"],
      include: [],
    };
    await writeFile(join(directory, "tsconfig.json"), JSON.stringify(config));
    const result = await runCommand(join(ROOT, "node_modules/.bin/tsc"), ["-p", directory], { cwd: ROOT });
    expect(result.output).toBe("");
    expect(result.status).toBe(0);
  });

  test("its example passes under jest, and jest ends by itself", async () => {
    const config = `const ours = require("../../.config/jest.config.cjs");
      module.exports = {
        ...ours,
        rootDir: "../..",
        testMatch: [__dirname + "/*.test.ts"],
        modulePathIgnorePatterns: ["<rootDir>/dist/"],
        coverageThreshold: undefined,
      };`;
    await writeFile(join(directory, "jest.config.cjs"), config);
    const args = ["--config", join(directory, "jest.config.cjs"), "--runInBand"];
    const result = await runCommand(join(ROOT, "node_modules/.bin/jest"), args, {
      cwd: ROOT,
      env: scrubEnvironment(directory),
    });
    expect(result.output).toContain("3 passed, 3 total");
    expect(result.status).toBe(0);
  });

  test("its table of faults lists every function that the entry offers beside startEmulator", () => {
    const table = GUIDE.slice(GUIDE.indexOf("| fault |"));
    const others = ["startEmulator", "QueueEngine", "hasErrorCode", "isMergeQueueError", "MergeQueueError"];
    const faults = Object.keys(entry).filter((name) => !others.includes(name));
    expect(faults.length).toBeGreaterThan(10);
    expect(faults.filter((name) => !table.includes(`\`${name}`))).toEqual([]);
  });

  test("its table of members lists exactly what startEmulator answers", async () => {
    const emulator: Emulator = await entry.startEmulator();
    await emulator.close();
    const table = /\| member \|.*?\n\n/s.exec(GUIDE)?.[0] ?? "";
    const rows = table.split("\n").slice(2);
    const named = rows.flatMap((row) =>
      [...(row.split("|")[1] ?? "").matchAll(/`(\w+)/g)].map(([, name]) => name),
    );
    expect(named.sort()).toEqual(Object.keys(emulator).sort());
  });
});
