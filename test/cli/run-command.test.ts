import { version } from "../../package.json";
import { type DescribedCommand, listDescribed } from "../../scripts/command/describe-program";
import { run, TERMINAL } from "./fake-context";
import { describeCommands, listCommands } from "./support/list-commands";
import { answerLike, QUEUE_ID } from "./support/run-on-service";
import { call, onStage } from "./support/stage";

describe("mergequeue", () => {
  test("loads the subcommand alone that a command line names, which is then that of the whole program", async () => {
    const whole = listDescribed(await describeCommands());
    for (const command of whole.filter(({ isGroup, words }) => !isGroup && words.length > 0)) {
      const [first = "", second] = command.words;
      const listed = listDescribed(await describeCommands([...command.words, "--json"]));
      const find = (words: string): DescribedCommand | undefined =>
        listed.find((each) => each.words.join(" ") === words);
      expect(find(command.words.join(" "))).toEqual(command);
      const other = first === "plan" ? "apply" : "plan";
      expect([first, second, find(other)?.description]).toEqual([first, second, ""]);
    }
  });

  test.each([[[]], [["--help"]], [["-h"]], [["queue"]], [["queue", "--help"]]])(
    "loads no subcommand for the help that %j prints",
    async (args) => {
      const listed = listDescribed(await describeCommands(args));
      expect(listed.filter(({ isGroup, description }) => !isGroup && description !== "")).toEqual([]);
    },
  );

  test.each([
    [["--help"], "Usage: mergequeue [options] [command]"],
    [["help"], "Usage: mergequeue [options] [command]"],
    [["serve", "--help"], "Usage: mergequeue serve [options]"],
    [["provider", "install", "-h"], "Usage: mergequeue provider install [options]"],
  ])("L-1: %j prints help on standard output and succeeds", async (args, usage) => {
    const { out } = await run(args).succeeds();
    expect(out).toContain(usage);
  });

  test.each([80, 120])("no line of any help is wider than %i columns, as COLUMNS says", async (columns) => {
    for (const { words } of await listCommands()) {
      const { out } = await run([...words, "--help"], { environment: { COLUMNS: String(columns) } });
      expect(out).toContain(`Usage: mergequeue ${words.join(" ")}`.slice(0, columns - 10));
      expect(out.split("\n").filter((line) => line.length > columns)).toEqual([]);
    }
  });

  test.each(["", "plan ", "serve ", "provider install "])(
    "the help of mergequeue %shas examples and exit statuses",
    async (words) => {
      expect((await run(`${words}--help`)).out).toMatch(
        /\nExamples:\n {2}\$ mergequeue [^]*\nExit status:\n {2}0 /,
      );
    },
  );

  test("a message is broken between words on a terminal, and not in a log", async () => {
    const args = ["plan", "/nowhere/at/all"];
    const whole = (await run(args)).error;
    expect(Math.max(...whole.split("\n").map((line) => line.length))).toBeGreaterThan(80);
    const terminal = { isInput: true, isOut: false, isError: true, columns: 60 };
    const { error } = await run(args, { terminal });
    expect(error.split("\n").filter((line) => line.length > 60)).toEqual([]);
    expect(error.replaceAll("\n", " ")).toBe(whole.replaceAll("\n", " "));
  });

  test("L-2: in a deleted working directory it says so, even in JSON", async () => {
    const { exitStatus, out, error } = await run("plan --json", { workingDirectory: "" });
    const message = "The working directory was deleted. Change to another one and run the command again.";
    expect({ exitStatus, error }).toEqual({ exitStatus: 1, error: `Error: ${message}\n` });
    expect(JSON.parse(out)).toEqual({ error: { code: "invalid_configuration", message } });
  });

  test.each([["--version"], ["-V"]])("%s prints the version alone on a line", async (flag) => {
    await run([flag]).succeeds(`mergequeue ${version} (terraform-provider-mergequeue)\n`);
  });

  test.each([[[]], [["provider"]]])(
    "L-1: %j lacks a command: help on standard error, status 1",
    async (args) => {
      const { out, error } = await run(args).endsWith(1);
      expect(out).toBe("");
      expect(error).toContain("Usage: mergequeue");
      expect(error).not.toContain("Error:");
    },
  );

  test.each([
    [["srve"], "unknown command 'srve'\n(Did you mean serve?)"],
    [["serve", "--prt", "1"], "unknown option '--prt'\n(Did you mean --port?)"],
    [["serve", "now"], "too many arguments for 'serve'"],
    [["serve", "--port"], "option '-p, --port <number>' argument missing"],
  ])("L-1: %j is not understood: one message, status 1", async (args, message) => {
    const { error } = await run(args).fails(message, "--help");
    expect(error).toMatch(/^Error: /);
  });

  test("S-14: user input cannot control the terminal", async () => {
    const { error } = await run("\u001b]0;title\u0007‮");
    expect(error).toContain("\\x1b]0;title\\x07\\u202e");
    expect(error).not.toMatch(/[\u001b\u0007\u202e]/);
  });
});

describe("--quiet", () => {
  onStage();
  const drain = ["queue", "drain", QUEUE_ID, "--wait", "--auto-approve"];

  test.each([
    ["before", ["--quiet", ...drain]],
    ["after", [...drain, "-q"]],
  ])("silences notes, and keeps the result, %s the command", async (_place, args) => {
    await call(args).succeeds(`Queue ${QUEUE_ID} is empty. It is draining.\n`);
  });

  test("keeps errors and warnings", async () => {
    const { error } = await run("--quiet metrics", {
      environment: { MERGEQUEUE_BASE_URL: "https://queue.example.com/v1" },
    }).fails();
    expect(error).toMatch(/^Error: The API token is missing\./);
    const serve = ["serve", "--quiet"];
    const short = await run(serve, { environment: { MERGEQUEUE_TOKEN: "short" } });
    expect(short.error).toMatch(/^Warning: /);
    expect(short.error.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(short.out)).toMatchObject({ token: "$MERGEQUEUE_TOKEN" });
  });

  test("L-4: keeps questions", async () => {
    const { error } = await call(`queue pause ${QUEUE_ID} -q`, answerLike("no"));
    expect(error).toContain("[y/N]");
  });
});

describe("--no-color", () => {
  onStage();

  test.each([
    ["before", ["--no-color", "queue", "get", QUEUE_ID]],
    ["after", ["queue", "get", QUEUE_ID, "--no-color"]],
  ])("prints no colours on a terminal, %s the command", async (_place, args) => {
    const { out } = await call(args, { terminal: TERMINAL });
    expect(out).toContain("running");
    expect(out).not.toContain("\u001b");
  });
});

describe("mergequeue version", () => {
  test("prints what --version prints", async () => {
    await run("version").succeeds((await run("--version")).out);
  });

  test("L-2: --json prints one document", async () => {
    const { out } = await run("version --json");
    expect(JSON.parse(out)).toEqual({ package: "terraform-provider-mergequeue", version });
  });
});

describe("the help of mergequeue", () => {
  test("lists every command under a heading, before the options, on lines of at most 80 columns", async () => {
    const { out } = await run("--help", { environment: { COLUMNS: undefined } });
    const headings = [...out.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      ...["Getting started", "Queues as code", "Live queues", "Forecasts", "More"],
      ...["Options", "Examples", "Environment", "Exit status"],
    ]);
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test.each(["queue get", "queue", "simulate recommend"])(
    "%s has the options of all commands, and none of its parents",
    async (words) => {
      const { out } = await run(`${words} --help`);
      const [, options = ""] = /^Global Options:\n((?: .*\n)*)/m.exec(out) ?? [];
      const flags = [...options.matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
      expect(flags).toEqual(["--quiet", "--no-color", "--verbose"]);
      const headings = [...out.matchAll(/^(Examples|Connection|Global Options):$/gm)].map(([, name]) => name);
      expect(headings.join()).toMatch(/^(?:Examples,Connection,)?Global Options$/);
    },
  );
});
