import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureGrowth, toGrowthFigure } from "../../scripts/soak/applies/growth";
import { listFiles, listMarkedProcesses } from "../../scripts/soak/applies/leftovers";
import { readSoakPlan } from "../../scripts/soak/read-soak-plan";
import { runSoak } from "../../scripts/soak/run-soak";
import type { SoakPart } from "../../scripts/soak/soak-part";

function makePart(name: string, findings: string): SoakPart {
  const base = { name, unit: "rounds", claim: "all is well", count: 500, shortCount: 5 };
  return { ...base, variable: `ROUNDS_OF_${name.toUpperCase()}`, run: () => Promise.resolve(findings) };
}

const PARTS = [makePart("first", ""), makePart("second", "")];

describe("readSoakPlan", () => {
  const counts = (args: readonly string[], env: NodeJS.ProcessEnv = {}): unknown =>
    readSoakPlan(args, PARTS, env).jobs.map(({ part, count }) => [part.name, count]);

  test.each<[string, string[], NodeJS.ProcessEnv, unknown]>([
    [
      "all parts, whole",
      [],
      {},
      [
        ["first", 500],
        ["second", 500],
      ],
    ],
    [
      "all parts, short",
      ["--short"],
      {},
      [
        ["first", 5],
        ["second", 5],
      ],
    ],
    ["one part", ["second"], {}, [["second", 500]]],
    [
      "a count for one part, which overrides the others",
      ["--short", "second=7"],
      { ROUNDS_OF_SECOND: "8" },
      [["second", 7]],
    ],
    [
      "a number from the environment",
      ["--short"],
      { ROUNDS_OF_SECOND: "8" },
      [
        ["first", 5],
        ["second", 8],
      ],
    ],
  ])("plans %s", (_what, args, env, expected) => {
    expect(counts(args, env)).toEqual(expected);
  });

  test("takes the seed from the command line, else from the environment, else a random one", () => {
    expect(readSoakPlan(["--seed", "3"], PARTS, { MERGEQUEUE_SEED: "4" }).seed).toBe(3);
    expect(readSoakPlan([], PARTS, { MERGEQUEUE_SEED: "4" }).seed).toBe(4);
    const { seed } = readSoakPlan([], PARTS, {});
    expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true);
  });

  test.each<[string[], NodeJS.ProcessEnv, string]>([
    [["third"], {}, "There is no part third. The parts are: first, second."],
    [["first=0"], {}, 'first must be a whole number from 1 to 2147483647, not "0".'],
    [["first=many"], {}, 'not "many"'],
    [["--seed", "-1"], {}, "--seed"],
    [["--seed=2147483648"], {}, "the seed must be a whole number from 0 to 2147483647"],
    [[], { ROUNDS_OF_FIRST: "1.5" }, "ROUNDS_OF_FIRST must be a whole number"],
    [["--long"], {}, "--long"],
  ])("refuses %j with %j", (args, env, message) => {
    expect(() => readSoakPlan(args, PARTS, env)).toThrow(message);
  });
});

describe("runSoak", () => {
  test("continues after a failure and prints the commands that repeat it", async () => {
    const lines: string[] = [];
    const broken = { ...PARTS[0], run: () => Promise.reject(new Error("no such tool")) } as SoakPart;
    const jobs = [broken, makePart("wrong", "one is left"), makePart("right", "")];
    const plan = { seed: 42, jobs: jobs.map((part) => ({ part, count: 9 })) };
    expect(await runSoak(plan, tmpdir(), (line) => lines.push(line))).toBe(false);
    const text = lines.join("\n");
    expect(text).toContain("The seed is 42.");
    expect(text).toContain("no such tool");
    expect(text).toMatch(/one is left\nFAIL wrong: 9 rounds/);
    expect(text).toContain("ok   right: 9 rounds");
    expect(text.split("\n").slice(-2)).toEqual([
      "npm run soak -- first=9 --seed 42",
      "npm run soak -- wrong=9 --seed 42",
    ]);
  });

  test("passes count and seed to each part and reports success", async () => {
    const seen: unknown[] = [];
    const part: SoakPart = {
      ...makePart("only", ""),
      run: ({ root, count, seed }) => Promise.resolve(void seen.push({ root, count, seed })).then(() => ""),
    };
    const lines: string[] = [];
    const plan = { seed: 1, jobs: [{ part, count: 2 }] };
    expect(await runSoak(plan, "/root-of-all", (line) => lines.push(line))).toBe(true);
    expect(seen).toEqual([{ root: "/root-of-all", count: 2, seed: 1 }]);
    expect(lines.at(-1)).toContain("All parts (1) passed with the seed 1.");
  });
});

describe("measureGrowth", () => {
  const rising = (length: number): number[] => Array.from({ length }, (_, index) => 100 + index);

  test("compares the last twenty with twenty after the first quarter", () => {
    const growth = 289.5 / 159.5;
    const values = rising(200);
    expect(measureGrowth(values)).toBeCloseTo(growth, 10);
    const disturbed = values.map((value, index) => (index < 50 || index === 60 ? 9999 : value));
    expect(measureGrowth(disturbed)).toBeCloseTo(growth, 1);
  });

  test("compares quarters if there are fewer than eighty", () => {
    expect(measureGrowth([1, 10, 99, 40])).toBe(4);
    expect(measureGrowth(rising(8))).toBeCloseTo(106.5 / 102.5, 10);
  });

  test("a figure says whether the limit is kept", () => {
    expect(toGrowthFigure("memory", [2 ** 20, 2 ** 20, 2 ** 20, 2 ** 21], 1.5)).toEqual({
      name: "growth of memory",
      value: "2.000 (now 2.0 MiB)",
      limit: "at most 1.5",
      isKept: false,
    });
    expect(toGrowthFigure("memory", [1, 1, 1, 1], 1.5).isKept).toBe(true);
  });
});

describe("leftovers", () => {
  let folder = "";

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "soak-test-"));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test("are files and folders at any depth", async () => {
    await mkdir(join(folder, "plugin-1"));
    await writeFile(join(folder, "plugin-1/socket"), "");
    expect(listFiles(folder)).toEqual(["plugin-1", "plugin-1/socket"]);
  });

  // Only Linux has /proc; elsewhere the soak of applies does not run.
  const testOnLinux = process.platform === "linux" ? test : test.skip;

  testOnLinux("are processes that outlive the one that started them", async () => {
    const mark = `SOAK_TEST_MARK=${folder}`;
    const script = `process.stdout.write(String(require("node:child_process").spawn(process.execPath,
      ["-e", "setTimeout(() => {}, 60_000)"], { detached: true, stdio: "ignore" }).pid))`;
    const parent = spawn(process.execPath, ["-e", script], {
      env: { PATH: process.env["PATH"], SOAK_TEST_MARK: folder },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    parent.stdout.on("data", (data) => (printed += String(data)));
    await once(parent.stdout, "data");
    parent.kill("SIGKILL");
    await once(parent, "close");
    const orphan = Number(printed);
    expect(listMarkedProcesses(mark)).toEqual([orphan]);
    process.kill(orphan, "SIGKILL");
  });
});
