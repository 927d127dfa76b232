import { fail } from "../../src/emulator/faults";
import type { OpenEmulator } from "../../src/emulator/start-emulator";
import { errorLike } from "../support/error-like";
import { isRead } from "../support/is-read";
import { makeScratch } from "../support/make-scratch";
import { run } from "./fake-context";
import { type ListedCommand, listCommands } from "./support/list-commands";
import { configure, QUEUE_ID, runOn, startService, TOKEN } from "./support/run-on-service";
import { writeStack } from "./support/write-stack";

/** A stack that wants something else of the queue than it has. */
const STACK = makeScratch();
writeStack(STACK, { [QUEUE_ID]: { concurrency: 9 } });

/** What stands for each argument and for options that must be given. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  "<queue>": [QUEUE_ID],
  "<number>": ["7"],
  "[number]": ["7"],
  "<run>": ["some-run"],
  "<file>": ["-"],
  "[queue]": [QUEUE_ID],
  "[repository]": ["github.com/acme/web"],
  "[directory]": [STACK],
  "[plan-or-directory]": [STACK],
};
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  "pr impacted-targets": ["--all"],
  "pr set": ["--priority", "high"],
  "events upload": ["--repo", "github.com/acme/web"],
  simulate: ["--arrivals", "8/h", "--test-time", "10m"],
  "simulate recommend": ["--arrivals", "8/h", "--test-time", "10m", "--goal", "p90<30m"],
};

function compose({ words, operands, flags }: ListedCommand): string[] {
  const approval = flags.includes("--auto-approve") ? ["--auto-approve"] : [];
  const given = operands.flatMap((operand) => VALUES[operand] ?? []);
  return [...words, ...given, ...(OPTIONS[words.join(" ")] ?? []), ...approval];
}

type Case = readonly [name: string, args: string[]];

const toCase = (command: ListedCommand): Case => [command.words.join(" "), compose(command)];

let commands: ListedCommand[];
/** The commands with `--json`. */
let cases: Case[];
/** Those that call the service. `doctor` reports what is wrong in its own document: test/cli/doctor. */
let calls: Case[];

const EVENT =
  '{"id":"a","chainId":"a","createdAt":1,"finishedAt":2,"conclusion":"SUCCESS","sequence":{"platform":"ci","kind":"job","key":"k","name":"n"}}';
const readInput = (): Promise<Uint8Array> => Promise.resolve(Buffer.from(EVENT));

let emulator: OpenEmulator;

beforeAll(async () => {
  commands = await listCommands();
  const printing = commands.filter(({ flags }) => flags.includes("--json"));
  cases = printing.map(toCase);
  calls = printing
    .filter(({ words, flags }) => flags.includes("--base-url <url>") && words[0] !== "doctor")
    .map(toCase);
  emulator = await startService();
});

afterAll(() => emulator.close());

/** Reads standard output as a program does. */
function readDocument(out: string): { error?: { code: string; message: string } } {
  return JSON.parse(out) as { error?: { code: string; message: string } };
}

describe("--json", () => {
  test("every command that calls the service has it, but for those that write files: init and export, which write code, and workloads, which are JSON", () => {
    const calling = commands.filter(({ flags }) => flags.includes("--base-url <url>"));
    const lacking = calling.filter(({ flags }) => !flags.includes("--json"));
    expect(lacking.map(({ words }) => words.join(" "))).toEqual(["init", "export", "workload record"]);
    expect(calls.length).toBeGreaterThanOrEqual(13);
  });

  test("L-2: each command without a configuration prints one document with the error, without --json nothing", async () => {
    for (const [name, args] of calls) {
      const { exitStatus, out, error } = await run([...args, "--json"], { readInput });
      const code = readDocument(out).error?.code;
      expect([name, exitStatus, code]).toEqual([name, 1, "invalid_configuration"]);
      expect(error).toMatch(/^Error: /);
      expect(await run(args, { readInput })).toMatchObject({ exitStatus: 1, out: "" });
    }
  });

  test("L-2: each command with an option that is not known prints one document", async () => {
    for (const [name, args] of cases) {
      const { exitStatus, out } = await run([...args, "--jsno", "--json"]);
      expect([name, exitStatus]).toEqual([name, 1]);
      expect(readDocument(out).error).toMatchObject(errorLike("usage", "unknown option '--jsno'"));
    }
  });

  test("L-2, S-03: each command that is refused prints one document without the token", async () => {
    emulator.setFaults(fail(401, { body: `no such token: ${TOKEN}` }));
    for (const [name, args] of calls) {
      const options = { readInput };
      const { exitStatus, out, error } = await runOn(emulator, ["--verbose", ...args, "--json"], options);
      expect([name, exitStatus]).toEqual([name, 1]);
      expect(readDocument(out).error).toMatchObject({ code: "unauthorized", status: 401 });
      expect(out + error).not.toContain(TOKEN);
      expect(out + error).not.toContain(TOKEN.slice(4, 20));
    }
    emulator.setFaults();
  });

  test("L-2: --json after a double dash is not an option", async () => {
    const { out } = await run("queue get -- --json");
    expect(out).toBe("");
  });
});

describe("--auto-approve", () => {
  test("L-4: exactly the commands that change something have it", () => {
    const changing = commands.filter(({ flags }) => flags.includes("--auto-approve"));
    expect(changing.map(({ words }) => words.join(" ")).sort()).toEqual([
      "apply",
      "destroy",
      "events upload",
      "pr cancel",
      "pr impacted-targets",
      "pr restart",
      "pr set",
      "pr submit",
      "queue drain",
      "queue pause",
      "queue resume",
    ]);
  });

  /** Without a terminal these do not ask: they name the one pull request that they change. */
  const unasked = ["pr submit", "pr set", "pr restart", "pr cancel"];

  test("L-4: each of them without it and without a terminal changes nothing", async () => {
    const asking = cases.filter(([name, args]) => args.includes("--auto-approve") && !unasked.includes(name));
    expect(asking.length).toBeGreaterThan(5);
    for (const [name, args] of asking) {
      // A queue that already has the state is not changed, and there is no question.
      configure(emulator, { state: name === "queue resume" ? "paused" : "running" });
      const before = emulator.requests.length;
      const asked = args.filter((arg) => arg !== "--auto-approve");
      const { exitStatus, out } = await runOn(emulator, [...asked, "--json"], { readInput });
      expect([name, exitStatus, readDocument(out).error?.code]).toEqual([name, 1, "not_approved"]);
      const sent = emulator.requests.slice(before).map(({ operation }) => operation ?? "");
      expect(sent.filter((operation) => !isRead(operation))).toEqual([]);
    }
  });
});

describe("--token", () => {
  test("L-5: no command has an option that takes a token", () => {
    const flags = commands.flatMap((command) => command.flags);
    expect(flags.filter((flag) => /token/i.test(flag) && !flag.includes("--token-file"))).toEqual([]);
  });
});
