import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../scripts/support/run-command";
import type { Emulator } from "../../src/emulator/index";
import * as entry from "../../src/emulator/index";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { makeScratch } from "../support/make-scratch";
import { listBlocks } from "./support/page-program";
import { listMatches, listRows, ROOT, readText } from "./support/registry-pages";

const GUIDE = readText("docs/guides/testing-your-stacks.md");

/** A user's project with the package and everything that is installed here. */
let project = "";

beforeAll(async () => {
  project = makeScratch();
  const modules = join(project, "node_modules");
  await mkdir(modules);
  const installed = (await readdir(join(ROOT, "node_modules"))).filter((name) => name !== ".cache");
  for (const name of installed) await symlink(join(ROOT, "node_modules", name), join(modules, name));
  await symlink(ROOT, join(modules, "terraform-provider-mergequeue"));
  const [config = ""] = listBlocks(GUIDE, "js");
  const [queues = "", service = ""] = listBlocks(GUIDE, "ts");
  const files = { "jest.config.cjs": config, "queues.test.ts": queues, "service.test.ts": service };
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
});

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
    const named = listRows(GUIDE, "| member |").flatMap(([cell = ""]) => listMatches(cell, /`(\w+)/g));
    expect(named.sort()).toEqual(Object.keys(emulator).sort());
  });
});
