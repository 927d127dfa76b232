import { CommanderError } from "commander";
import { printError, printJsonError } from "../../../src/cli/print/print-error";
import { DistributionError } from "../../../src/distribution/distribution-error";
import { MergeQueueError } from "../../../src/queue/merge-queue-error";
import { createRedactor } from "../../../src/text/create-redactor";

const TOKEN = "canary-0123456789-abcdefghij";

const keep = (text: string): string => text;
const { add, redact } = createRedactor();
add(TOKEN);

describe("printError", () => {
  test.each([
    new MergeQueueError("refused", "The service said no. Ask again."),
    new DistributionError("not_writable", "The service said no. Ask again."),
  ])("prints the message of an expected error and nothing else", (error) => {
    expect(printError(error, keep, false)).toBe("Error: The service said no. Ask again.\n");
  });

  test("adds where to look to the parser's message", () => {
    const error = new CommanderError(1, "commander.unknownOption", "error: unknown option '--x'");
    expect(printError(error, keep, false)).toBe(
      "Error: unknown option '--x'\nAdd --help to see its arguments and options.\n",
    );
  });

  test.each([
    ["-out=plan.json", "--out"],
    ["-auto-approve", "--auto-approve"],
  ])("explains the hyphens to a user who writes %s, as for Terraform", (given, option) => {
    const error = new CommanderError(1, "commander.unknownOption", `error: unknown option '${given}'`);
    expect(printError(error, keep, false)).toBe(
      `Error: unknown option '${given}'\nLong options begin with two hyphens: ${option}.\n` +
        "Add --help to see its arguments and options.\n",
    );
  });

  test("writes the parser's message about an argument in plain words", () => {
    const told =
      "error: command-argument value '7.5' is invalid for argument 'number'. It is a whole number.";
    const error = new CommanderError(1, "commander.invalidArgument", told);
    expect(printError(error, keep, false)).toMatch(
      /^Error: The value '7\.5' is invalid for argument 'number'\./,
    );
  });

  test.each([new TypeError("x is not a function"), "x is not a function"])(
    "calls an unexpected error a bug",
    (thrown) => {
      const text = printError(thrown, keep, false);
      expect(text).toMatch(/^Error: x is not a function\nThis is a bug in mergequeue\./);
      expect(text).not.toContain("print-error.test");
    },
  );

  test("shows the stacks of an error and its causes only with --verbose", () => {
    const cause = new TypeError("the cause");
    const error = new MergeQueueError("refused", "the error", {}, cause);
    expect(printError(error, keep, false)).not.toMatch(/the cause|print-error\.test/);
    expect(printError(error, keep, true)).toMatch(
      /the error[\s\S]*print-error\.test[\s\S]*TypeError: the cause[\s\S]*print-error\.test/,
    );
  });

  test("ends, even when an error is its own cause", () => {
    const error = new Error("round and round");
    error.cause = error;
    expect(printError(error, keep, true).match(/round and round/g)?.length).toBeLessThan(20);
  });

  test("S-03: the token never appears, neither in a message nor in a stack", () => {
    const error = new Error(`request with ${TOKEN} failed`, {
      cause: new Error(`Basic ${Buffer.from(`user:${TOKEN}`).toString("base64")}`),
    });
    const text = printError(error, redact, true);
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(TOKEN.slice(3, 20));
    expect(text).toContain("request with [redacted] failed");
  });

  test("S-03: the token is not in the document for programs, even if the service has repeated it", () => {
    const error = new MergeQueueError("refused", `It said ${TOKEN}.`, { serverText: `<${TOKEN}>` });
    const { document: text } = printJsonError(error, redact);
    expect(text).not.toContain(TOKEN);
    expect(JSON.parse(text)).toMatchObject({
      error: { message: "It said [redacted].", serverText: "<[redacted]>" },
    });
  });

  test("S-14: text from elsewhere cannot steer the terminal", () => {
    const error = new MergeQueueError("refused", "It said \u001b[2J\r\u009b1m\u2066.");
    expect(printError(error, keep, false)).toBe("Error: It said \\x1b[2J\\r\\x9b1m\\u2066.\n");
  });
});
