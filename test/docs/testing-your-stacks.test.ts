import { readFileSync } from "node:fs";
import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { runCommand } from "../../scripts/support/run-command";
import type { Emulator } from "../../src/emulator/index";
import * as entry from "../../src/emulator/index";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { makeScratch } from "../support/make-scratch";

const ROOT = resolve(__dirname, "../..");
const GUIDE = readFileSync(join(ROOT, "docs/guides/testing-your-stacks.md"), "utf8");

/** A user's project with the package and everything that is installed here. */
let project = "";

beforeAll(async () => {
  project = makeScratch();
  const modules = join(project, "node_modules");
  await mkdir(modules);
  const installed = (await readdir(join(ROOT, "node_modules"))).filter((name) => name !== ".cache");
  for (const name of installed) await symlink(join(ROOT, "node_modules", name), join(modules, name));
  await symlink(ROOT, join(modules, "terraform-provider-mergequeue"));
  for (const [language, name] of FILES) await writeFile(join(project, name), takeBlock(language));
});

/** The guide's files in their order, by the language of their blocks. */
const FILES = [
  ["js", "jest.config.cjs"],
  ["ts", "queues.test.ts"],
  ["ts", "service.test.ts"],
] as const;
const blocks = [...GUIDE.matchAll(/^```(\w+)\n(.*?)^```$/gms)];

function takeBlock(language: string): string {
  const index = blocks.findIndex(([, found]) => found === language);
  const [[, , text = ""] = []] = blocks.splice(index, 1);
  return text;
}

describe("docs/guides/testing-your-stacks.md", () => {
  test("its examples pass under jest with the configuration that it shows, and jest ends by itself", async () => {
    const result = await runCommand(join(project, "node_modules/.bin/jest"), ["--runInBand"], {
      cwd: project,
      env: scrubEnvironment(project),
    });
    expect(result.output).toContain("4 passed, 4 total");
    expect(result.status).toBe(0);
  });

  test("its table of faults lists every function of the entry except startEmulator", () => {
    const table = GUIDE.slice(GUIDE.indexOf("| fault |"));
    const others = ["startEmulator", "hasErrorCode", "isMergeQueueError", "MergeQueueError"];
    const faults = Object.keys(entry).filter((name) => !others.includes(name));
    expect(faults.length).toBeGreaterThan(10);
    expect(faults.filter((name) => !table.includes(`\`${name}`))).toEqual([]);
  });

  test("its table of members lists exactly what startEmulator returns", async () => {
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
