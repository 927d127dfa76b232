import { version } from "../../package.json";
import type { OpenEmulator } from "../../src/emulator/start-emulator";
import { run } from "./fake-context";
import { QUEUE_ID, runOn, startService } from "./support/run-on-service";

const TERMINAL = { isInput: true, isOut: true, isError: true, columns: 200 };

describe("--quiet", () => {
  const drain = ["queue", "drain", QUEUE_ID, "--wait", "--auto-approve"];

  test.each([
    ["before", (args: readonly string[]) => ["--quiet", ...args]],
    ["after", (args: readonly string[]) => [...args, "-q"]],
  ])("silences notes, and keeps the result, %s the command", async (_place, add) => {
    const emulator = await startService();
    const { out, error } = await runOn(emulator, add(drain));
    await emulator.close();
    expect({ out, error }).toEqual({ out: `Queue ${QUEUE_ID} is empty. It is draining.\n`, error: "" });
    const loud = await startService();
    const noisy = await runOn(loud, drain);
    await loud.close();
    expect(noisy.out).toBe(out);
    expect(noisy.error).toContain("is draining now");
  });

  test("keeps errors and warnings", async () => {
    const { exitStatus, error } = await run(["--quiet", "metrics"], {
      environment: { MERGEQUEUE_BASE_URL: "https://queue.example.com/v1" },
    });
    expect(exitStatus).toBe(1);
    expect(error).toMatch(/^Error: The API token is missing\./);
    const serve = ["serve", "--quiet"];
    const short = await run(serve, { environment: { MERGEQUEUE_TOKEN: "short" } });
    expect(short.error).toMatch(/^Warning: /);
    expect(short.error.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(short.out)).toMatchObject({ token: "$MERGEQUEUE_TOKEN" });
  });

  test("L-4: keeps questions", async () => {
    const emulator = await startService();
    const { error } = await runOn(emulator, ["queue", "pause", QUEUE_ID, "-q"], {
      terminal: TERMINAL,
      readLine: () => Promise.resolve("no"),
    });
    await emulator.close();
    expect(error).toContain("[y/N]");
  });
});

describe("--no-color", () => {
  let emulator: OpenEmulator;

  beforeEach(async () => {
    emulator = await startService();
  });

  afterEach(async () => {
    await emulator.close();
  });

  test.each([
    ["before", ["--no-color", "queue", "get", QUEUE_ID]],
    ["after", ["queue", "get", QUEUE_ID, "--no-color"]],
  ])("prints no colours on a terminal, %s the command", async (_place, args) => {
    const { out } = await runOn(emulator, args, { terminal: TERMINAL });
    expect(out).toContain("running");
    expect(out).not.toContain("\u001b");
  });

  test("without it, a terminal gets colours", async () => {
    const { out } = await runOn(emulator, ["queue", "get", QUEUE_ID], { terminal: TERMINAL });
    expect(out).toContain("\u001b[32mrunning");
  });

  test("behind -- it is an argument", async () => {
    const { out } = await runOn(emulator, ["queue", "get", "--", QUEUE_ID, "--no-color"], {
      terminal: TERMINAL,
    });
    expect(out).toBe("");
  });
});

describe("mergequeue version", () => {
  test("prints what --version prints", async () => {
    const { exitStatus, out, error } = await run(["version"]);
    expect({ exitStatus, error }).toEqual({ exitStatus: 0, error: "" });
    expect(out).toBe((await run(["--version"])).out);
  });

  test("L-2: --json prints one document", async () => {
    const { out } = await run(["version", "--json"]);
    expect(JSON.parse(out)).toEqual({ package: "terraform-provider-mergequeue", version });
  });
});

describe("the help of mergequeue", () => {
  test("lists every command under a heading, before the options, on lines of at most 80 columns", async () => {
    const { out } = await run(["--help"], { environment: { COLUMNS: undefined } });
    const headings = [...out.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      ...["Getting started", "Queues as code", "Live queues", "Forecasts", "More"],
      ...["Options", "Examples", "Environment", "Exit status"],
    ]);
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test.each([[["queue", "get"]], [["queue"]], [["simulate", "recommend"]]])(
    "%j has the options of all commands, and none of its parents",
    async (words) => {
      const { out } = await run([...words, "--help"]);
      const [, options = ""] = /^Global Options:\n((?: .*\n)*)/m.exec(out) ?? [];
      expect([...options.matchAll(/--[a-z-]+/g)].map(([flag]) => flag)).toEqual([
        "--quiet",
        "--no-color",
        "--verbose",
      ]);
    },
  );
});
