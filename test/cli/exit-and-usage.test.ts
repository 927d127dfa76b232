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

const NO_LIST = "The first interface has no list of queues";
const BY_CODE = "A queue is created, changed and deleted by code.";

describe("what a group does not have is a usage error that says what does it here", () => {
  test.each([
    ["queue list", NO_LIST, ["metrics", "plan", "--only", "terraform query"]],
    ["queue ls", NO_LIST, ["metrics", "plan"]],
    ["queue create", BY_CODE, ["init", "plan", "queue pause"]],
    ["queue set", BY_CODE, ["init", "plan", "queue pause"]],
  ])("%s", async (line, advice, commands) => {
    const [, name = ""] = line.split(" ");
    const { error } = await run(line).fails(`Error: unknown command '${name}'\n${advice}`);
    for (const command of commands) expect(error).toContain(command);
    expect(error.split("\n").filter((each) => each.length > 80)).toEqual([]);
  });

  test("other words get only the parser's answer", async () => {
    const { error } = await run("queue -o json").fails();
    expect(error).toBe("Error: unknown option '-o'\nAdd --help to see its arguments and options.\n");
  });
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

  const WRONG = ["", "2026-01-31", "2026-01-31T08:00:00", "2026-13-31T08:00:00Z", "7", "d"];
  test.each(WRONG)("refuses %j", (text) => {
    expect(() => parseSince(text, NOW_MS)).toThrow("It must be a date and time");
  });
});

describe("parseLimit", () => {
  test.each(["1", "100000"])("takes %j", (text) => {
    expect(parseLimit(text)).toBe(Number(text));
  });

  test.each(["0", "-1", "1.5", "", "all", "1e3"])("refuses %j", (text) => {
    expect(() => parseLimit(text)).toThrow("from 1 to 999999999");
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
