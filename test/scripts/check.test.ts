import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { checkExclusions } from "../../scripts/check/check-exclusions";
import { checkExportedNames } from "../../scripts/check/check-exported-names";
import { checkForeignWords } from "../../scripts/check/check-foreign-words";
import { checkGeneratedFiles } from "../../scripts/check/check-generated-files";
import { checkLicenses } from "../../scripts/check/check-licenses";
import { checkLockfile, checkVersions } from "../../scripts/check/check-lockfile";
import { checkRoomPages } from "../../scripts/check/check-room-pages";
import { findGates } from "../../scripts/check/gates";
import { type Gate, runGates } from "../../scripts/check/run-gates";
import { runCommand } from "../../scripts/support/run-command";
import { listRows, readText } from "../docs/support/registry-pages";
import { makeScratch } from "../support/make-scratch";

let directory = "";

beforeEach(() => {
  directory = makeScratch();
});

async function write(file: string, content: unknown): Promise<void> {
  const path = join(directory, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
}

async function runGate(name: string): Promise<string | undefined> {
  return findGates([name])[0]?.run(directory);
}

async function initGit(): Promise<void> {
  const { status, output } = await runCommand("git", ["init", "--quiet"], { cwd: directory });
  expect({ status, output }).toEqual({ status: 0, output: "" });
}

describe("checkVersions", () => {
  test("S-21: refuses ranges, except for peers", async () => {
    await write("package.json", {
      dependencies: { exact: "1.2.3", range: "^1.2.3" },
      devDependencies: { tag: "latest", preRelease: "1.0.0-rc.1" },
      peerDependencies: { peer: "^10.4.2" },
    });
    expect(await checkVersions(directory)).toBe(
      'range has the version "^1.2.3": name one exact version.\ntag has the version "latest": name one exact version.',
    );
  });
});

describe("checkLicenses", () => {
  const HEAVY = "=".repeat(80);

  test("S-21: refuses unreviewed licences of runtime dependencies and of bundled packages", async () => {
    await write("package-lock.json", {
      packages: {
        "": { license: "Apache-2.0" },
        "node_modules/right": { license: "MIT" },
        "node_modules/chosen": { license: "(GPL-3.0-only OR MIT)" },
        "node_modules/wrong": { license: "GPL-3.0-only" },
        "node_modules/both": { license: "(MIT AND LGPL-2.1-only)" },
        "node_modules/unnamed": {},
        "node_modules/tool": { license: "GPL-3.0-only", dev: true },
        "node_modules/peer": { license: "MPL-2.0", devOptional: true },
      },
    });
    const named = ["inside 1.0.0 ((Apache-2.0 AND BSD-3-Clause))", "odd 1.0.0 (Beerware)"];
    const titles = [...named, "hidden 2.0.0 (see below)", "silent 1.0.0 (MIT)"];
    const parts = titles.map(
      (title) => `${HEAVY}\n${title}\n${HEAVY}\n\n${title.startsWith("silent") ? "" : "text"}\n`,
    );
    await write("dist/provider/LICENSES.txt", parts.join("\n"));
    const findings = (await checkLicenses(directory)).split("\n");
    expect(findings.map((finding) => finding.split(", which")[0])).toEqual([
      "node_modules/wrong is a run-time dependency with GPL-3.0-only",
      "node_modules/both is a run-time dependency with (MIT AND LGPL-2.1-only)",
      "node_modules/unnamed is a run-time dependency with no named licence",
      "odd is part of the provider with Beerware",
      "hidden is part of the provider with no named licence",
      "silent 1.0.0 (MIT) is part of the provider without the text of its licence.",
    ]);
  });
});

describe("the gate package", () => {
  // What the gate accepts is the project itself.
  test("refuses an entry without a file, and types that declare an export that is missing at run time", async () => {
    await symlink(resolve(__dirname, "../../node_modules"), join(directory, "node_modules"));
    await write("package.json", {
      name: "example",
      version: "1.0.0",
      license: "MIT",
      repository: "github:example/example",
      type: "commonjs",
      files: ["index.js", "index.d.ts"],
      exports: { ".": { types: "./index.d.ts", default: "./index.js" }, "./gone": "./gone.js" },
      main: "index.js",
      types: "index.d.ts",
    });
    await write("index.js", "exports.there = 1;\n");
    await write("index.d.ts", "export declare const there: number;\nexport declare class Missing {}\n");
    const findings = await runGate("package");
    expect(findings).toContain("but the file does not exist");
    expect(findings).toContain("don’t exist");
  });
});

describe("checkLockfile", () => {
  async function check(packages: object): Promise<string> {
    await write("package-lock.json", { packages });
    return checkLockfile(directory);
  }

  test("S-21: refuses install scripts at run time and unreviewed ones", async () => {
    const findings = await check({
      "": { name: "root" },
      "node_modules/esbuild": { integrity: "sha512-a", dev: true, hasInstallScript: true },
      "node_modules/sneaky": { integrity: "sha512-a", dev: true, hasInstallScript: true },
      "node_modules/native": { integrity: "sha512-a", hasInstallScript: true },
    });
    expect(findings.split("\n")).toEqual([
      expect.stringContaining("node_modules/sneaky has an unreviewed install script"),
      expect.stringContaining("node_modules/native is needed at run time and has an install script"),
    ]);
  });

  test("refuses addresses and missing hashes, except for packages inside another archive", async () => {
    const findings = await check({
      "node_modules/a": { integrity: "sha512-a", resolved: "https://mirror.example/a.tgz" },
      "node_modules/b": {},
      "node_modules/c/node_modules/d": { inBundle: true },
    });
    expect(findings).toBe(
      "node_modules/a has an address: https://mirror.example/a.tgz\nnode_modules/b has no hash.",
    );
  });

  test("S-21: only a development tool for another platform may have no hash", async () => {
    const findings = await check({
      "node_modules/tool-darwin": { optional: true, dev: true, os: ["darwin"] },
      "node_modules/needed-darwin": { optional: true, os: ["darwin"] },
      "node_modules/tool": { optional: true, dev: true },
    });
    expect(findings).toBe("node_modules/needed-darwin has no hash.\nnode_modules/tool has no hash.");
  });

  test("refuses a lock file that leaves out another platform's package, as npm ci does", async () => {
    const tool = { integrity: "sha512-x", dev: true, optionalDependencies: { "tool-darwin": "1.0.0" } };
    const locked = { "": {}, "node_modules/tool": tool };
    expect(await check(locked)).toBe("node_modules/tool may need tool-darwin, which is not locked.");
    const platform = { optional: true, dev: true, os: ["darwin"] };
    expect(await check({ ...locked, "node_modules/tool-darwin": platform })).toBe("");
  });
});

describe("checkForeignWords", () => {
  test("names file and line of a machine's path and of a package registry", async () => {
    await initGit();
    await write("a.txt", `fine\nsee ${["", "home", "me", "notes"].join("/")}\n`);
    await write("b/c.md", `from ${["registry", "packages", "org"].join(".")}\n`);
    await write("d.md", "see https://registry.terraform.io/home/news and /tmp/x\n");
    const findings = await checkForeignWords(directory);
    expect(findings.split("\n").sort()).toEqual([
      expect.stringContaining("a.txt:2 names a path of one machine"),
      expect.stringContaining("b/c.md:1 names a package registry"),
    ]);
  });
});

describe("checkExportedNames", () => {
  test("names what two files of src export, functions as well as types", async () => {
    await write("src/a.ts", "export function one() {}\nexport interface Two {}\nexport class Three {}\n");
    await write("src/b.ts", "export async function one() {}\nexport type Two = 1;\ninterface Three {}\n");
    // What one file declares twice, what is generated, and a twin are no second thing.
    await write("src/c.ts", "export interface Four {}\nexport abstract class Four {}\n");
    await write("src/d.generated.ts", "export interface Two {}\n");
    await write("src/c.cdktn.ts", "export class Four {}\n");
    expect(await checkExportedNames(directory)).toBe(
      "one is exported by src/a.ts and src/b.ts: a name stands for one thing.\n" +
        "Two is exported by src/a.ts and src/b.ts: a name stands for one thing.",
    );
  });
});

describe("checkGeneratedFiles", () => {
  test("names changed, missing and surplus files", async () => {
    await write("pages/same.md", "text");
    await write("pages/deep/changed.md", "edited by hand");
    await write("pages/surplus.md", "text");
    await write("pages/written-by-people.txt", "text");
    const generate = async (_root: string, folder: string): Promise<void> => {
      await mkdir(join(folder, "deep"));
      for (const file of ["same.md", "deep/changed.md", "missing.md"])
        await writeFile(join(folder, file), "text");
    };
    expect(await checkGeneratedFiles(directory, [{ generate, directory: "pages", files: /\.md$/ }])).toBe(
      "pages/surplus.md is not generated any more; remove it.\n" +
        "pages/deep/changed.md differs from what npm run generate writes; run it.\n" +
        "pages/missing.md differs from what npm run generate writes; run it.",
    );
  });
});

describe("checkExclusions", () => {
  test("refuses an exclusion without a reason and another number of exclusions", async () => {
    await write("src/a.ts", "/* istanbul ignore next */\nexport const a = 1;\n");
    const findings = await checkExclusions(directory);
    expect(findings).toContain("src/a.ts:1 is an exclusion from coverage without a reason.");
    expect(findings).toContain("1 exclusions from coverage, not ");
  });
});

describe("the gate clean", () => {
  test("names files that are neither committed nor ignored", async () => {
    await initGit();
    await write(".gitignore", "*.log\n.gitignore\n");
    await write("ignored.log", "");
    expect(await runGate("clean")).toBe("");
    await write("left-over.txt", "");
    expect(await runGate("clean")).toBe("?? left-over.txt\n");
  });
});

describe("runGates", () => {
  const pass: Gate = { name: "pass", claim: "nothing is wrong", run: async () => "" };
  const fail: Gate = { name: "fail", claim: "all is well", run: async () => "this is wrong\n" };
  const noTool = async () => Promise.reject(new Error("no such tool"));
  const crash: Gate = { name: "crash", claim: "it runs", run: noTool };

  test("continues after failures and shows the findings of each", async () => {
    const lines: string[] = [];
    expect(await runGates([fail, crash, pass], directory, (line) => lines.push(line))).toBe(false);
    const text = lines.join("\n");
    expect(text).toContain("ok   pass");
    expect(text).toContain("--- fail: npm run check -- fail\nthis is wrong");
    expect(text).toContain("--- crash: npm run check -- crash\nError: no such tool");
    expect(lines.at(-1)).toMatch(/2 of 3 gates failed: (fail, crash|crash, fail)\./);
  });

  test("runs gates marked first before the others, and those marked last after them", async () => {
    const order: string[] = [];
    const note = (name: string, when?: "first" | "last"): Gate => ({
      name,
      claim: name,
      ...(when === undefined ? {} : { order: when }),
      run: async () => {
        await new Promise(setImmediate);
        order.push(name);
        return "";
      },
    });
    const gates = [note("last", "last"), note("a"), note("first", "first"), note("b")];
    expect(await runGates(gates, directory, () => undefined)).toBe(true);
    expect(order).toEqual(["first", "a", "b", "last"]);
  });
});

describe("findGates", () => {
  test("finds gates by name, and all of them without one", () => {
    expect(findGates(["format", "types"]).map((gate) => gate.name)).toEqual(["types", "format"]);
    expect(findGates([]).length).toBeGreaterThan(10);
  });

  test("finds exactly the gates that CONTRIBUTING.md lists", async () => {
    const rows = listRows(readText("CONTRIBUTING.md"), "| gate | ensures that |");
    const listed = rows.map(([cell = ""]) => cell.replaceAll("`", ""));
    const names = findGates([]).map(({ name }) => name);
    expect(listed.sort()).toEqual(names.sort());
  });

  test("refuses an unknown name and lists the known ones", () => {
    expect(() => findGates(["lint", "nope"])).toThrow(/^There is no gate nope\. There are: .*lint.*clean\.$/);
  });
});

describe("checkRoomPages", () => {
  test("refuses a room without a page, a long page, a door that is not named, and a name that is no door", async () => {
    await write("src/one/door.ts", "export const a = 1;\n");
    await write("src/one/inner/own.ts", 'import { a } from "../door";\nexport const b = a;\n');
    const page = `# one\n\n## Doors\n\n\`other.ts\`\n\n## Read first\n\n\`door.ts\`${"\n\nmore".repeat(20)}\n`;
    await write("src/one/README.md", page);
    await write("src/two/user.ts", 'export type A = typeof import("../one/door").a;\n');
    expect((await checkRoomPages(directory)).split("\n")).toEqual([
      "src/one/README.md has 49 lines, not at most 40.",
      "src/one/README.md does not name the door door.ts.",
      "src/one/README.md names the door other.ts, which no other room imports.",
      "src/two/README.md is missing.",
    ]);
  });
});
