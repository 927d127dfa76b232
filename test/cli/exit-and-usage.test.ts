import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { toExitStatus } from "../../src/cli/command-session";
import { parseLimit, parsePriority, parsePullRequestNumber, parseSince } from "../../src/cli/parse-options";
import { MINIMUM_NODE_VERSION } from "../../src/product";
import { ERROR_CODES, MergeQueueError } from "../../src/queue/merge-queue-error";
import { makeScratch } from "../support/make-scratch";
import { run } from "./fake-context";

describe("toExitStatus", () => {
  test.each(ERROR_CODES.filter((code) => code !== "interrupted"))("L-1: %s is 1", (code) => {
    expect(toExitStatus(new MergeQueueError(code, "what happened"))).toBe(1);
  });

  test("L-1: interrupted is 130", () => {
    expect(toExitStatus(new MergeQueueError("interrupted", "what happened"))).toBe(130);
  });

  test.each([new TypeError("a fault of ours"), "a string", undefined])("any other error is 1", (thrown) => {
    expect(toExitStatus(thrown)).toBe(1);
  });
});

const QUEUE = "github.com/acme/web/main";

describe("a habit from another tool is a usage error that says what does the same here", () => {
  test.each([
    [`queue get ${QUEUE} -o json`, "-o", "For JSON, add --json."],
    [`pr list ${QUEUE} --output=json`, "--output=json", "For JSON, add --json."],
    ["metrics --format json", "--format", "For JSON, add --json."],
    ["plan --output json", "--output", "For JSON, add --json. To write a file, name it with --out."],
    ["export -o json", "-o", "Choose the format with --format."],
    ["apply --yes", "--yes", "To confirm on the command line, add --auto-approve."],
    ["metrics -y", "-y", "This command asks for no confirmation. Leave it out."],
    ["apply --dry-run", "--dry-run", "run mergequeue plan."],
    ["destroy --dry-run", "--dry-run", "run mergequeue plan --destroy."],
    [
      `queue pause ${QUEUE} --dry-run`,
      "--dry-run",
      "Without --auto-approve, this command says what it would change and asks",
    ],
    ["plan -target=web", "-target=web", "To select queues, use --only with a pattern"],
  ])("%s", async (line, option, advice) => {
    const { error } = await run(line).fails(advice);
    expect(error.startsWith(`Error: unknown option '${option}'\n`)).toBe(true);
    expect(error).not.toContain("Did you mean");
  });

  test("the advice names only options that the command has", async () => {
    const { error } = await run("serve -o json");
    expect(error).toBe("Error: unknown option '-o'\nAdd --help to see its arguments and options.\n");
  });

  test.each(["list", "ls"])(
    "queue %s says that there is no list, and what shows queues instead",
    async (name) => {
      const { error } = await run(["queue", name]).fails(
        `Error: unknown command '${name}'\nThe first interface has no list of queues`,
      );
      for (const command of ["mergequeue metrics", "mergequeue plan", "--only", "terraform query"]) {
        expect(error).toContain(command);
      }
      expect(error.split("\n").filter((line) => line.length > 80)).toEqual([]);
    },
  );
});

const NOW_MS = Date.UTC(2026, 0, 31, 8);

describe("parsePullRequestNumber", () => {
  test("accepts every number of the interface, with or without a hash", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_294_967_295 }), (number) => {
        expect(parsePullRequestNumber(String(number))).toBe(number);
        expect(parsePullRequestNumber(`#${number}`)).toBe(number);
      }),
    );
  });

  test.each(["", "#", "##7", "7#", "1e3", "0x7", "4294967296", " 7", "-7", "７"])("refuses %j", (text) => {
    expect(() => parsePullRequestNumber(text)).toThrow("whole number from 0 to 4294967295");
  });
});

describe("parsePriority", () => {
  test.each([
    ["0", 0],
    ["4294967295", 4_294_967_295],
    ["high", "high"],
    ["-1", "-1"],
  ])("%j is %j", (text, priority) => {
    expect(parsePriority(text)).toBe(priority);
  });

  test.each(["", "4294967296", "99999999999999999999"])("refuses %j", (text) => {
    expect(() => parsePriority(text)).toThrow(/priority/);
  });
});

describe("parseSince", () => {
  test.each([
    ["2026-01-31T08:00:00Z", "2026-01-31T08:00:00.000Z"],
    ["2026-01-31T08:00:00.25+01:00", "2026-01-31T07:00:00.250Z"],
    ["2026-01-31T08:00-05:30", "2026-01-31T13:30:00.000Z"],
    ["1h30m", "2026-01-31T06:30:00.000Z"],
    ["7d", "2026-01-24T08:00:00.000Z"],
  ])("%j is %j", (text, moment) => {
    expect(parseSince(text, NOW_MS)).toBe(moment);
  });

  test.each(["", "2026-01-31", "2026-01-31T08:00:00", "2026-13-31T08:00:00Z", "7", "d"])(
    "refuses %j",
    (text) => {
      expect(() => parseSince(text, NOW_MS)).toThrow("It must be a date and time");
    },
  );
});

describe("parseLimit", () => {
  test.each(["1", "100000"])("takes %j", (text) => {
    expect(parseLimit(text)).toBe(Number(text));
  });

  test.each(["0", "-1", "1.5", "", "all", "1e3"])("refuses %j", (text) => {
    expect(() => parseLimit(text)).toThrow("at least 1");
  });
});

const COMMAND = resolve(__dirname, "../../dist/cli.js");

const old = join(makeScratch(), "old.cjs");

test("the built command says which Node.js it needs before it loads anything else", () => {
  writeFileSync(old, 'Object.defineProperty(process, "version", { value: "v18.20.8" });');
  const args = ["--require", old, COMMAND, "doctor"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: {} });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toBe(
    `Error: mergequeue cannot start: it needs Node.js ${MINIMUM_NODE_VERSION} or newer, but ${process.execPath} is v18.20.8.\n`,
  );
});
