import { changeAnswer, fail, onOperation } from "../../../src/emulator/faults";
import { QUEUE_ID } from "../support/run-on-service";
import { call, directory, emulator, onStage } from "../support/stage";
import { writeStack } from "../support/write-stack";

/** Values of sensitive variables: one of more than a word, and two that are words of the language. */
const VALUES = ["deploy/hunter2-of-production", "deploy", "parallel"];

onStage();

/** Applies a stack that requires statuses of sensitive variables. */
async function apply(...args: readonly string[]): Promise<string> {
  const variables = VALUES.map((value, index) => [`v${index}`, { default: value, sensitive: true }] as const);
  const required_statuses = VALUES.map((_value, index) => `\${var.v${index}}`);
  const blocks = { variable: Object.fromEntries(variables) };
  writeStack(directory, { [QUEUE_ID]: { required_statuses } }, {}, blocks);
  const { out, error } = await call(["apply", "--auto-approve", ...args]).endsWith(1);
  return out + error;
}

/** Lists the lines in which a sensitive value stands as a word. */
function listLeaks(text: string): string[] {
  return text.split("\n").filter((line) => VALUES.some((value) => new RegExp(`\\b${value}\\b`).test(line)));
}

describe.each([[[]], [["--json"]], [["--verbose"]]])("mergequeue apply %j", (args) => {
  test("C-21: a sensitive value is in no error, although the service repeats it in whatever form", async () => {
    const said = [
      ...VALUES,
      JSON.stringify(VALUES),
      encodeURIComponent(VALUES[0] ?? ""),
      Buffer.from(VALUES[0] ?? "").toString("base64"),
    ].join(", ");
    emulator.setFaults(onOperation("updateQueue", fail(400, { commits: true, body: `bad value: ${said}` })));
    const text = await apply(...args);
    expect(text).toContain("bad value: [redacted], [redacted], [redacted], [");
    expect(listLeaks(text)).toEqual([]);
    expect(text).not.toMatch(/hunter2|aHVudGVy|ZGVwbG95/);
  });

  test("C-21: if the service stores a different value, no error contains the requested one", async () => {
    const other = changeAnswer({ set: { requiredStatuses: [VALUES[0]] } });
    emulator.setFaults(onOperation(["updateQueue", "getQueue"], other));
    const text = await apply(...args);
    expect(text).toContain("requiredStatuses: 1 of the 3 requested strings are stored, plus 0 that were not");
    expect(listLeaks(text)).toEqual([]);
  });
});
