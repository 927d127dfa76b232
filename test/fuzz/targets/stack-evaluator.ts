import { Configuration } from "../../../src/stack/configuration";
import { Evaluator } from "../../../src/stack/evaluator";
import { parseVariableType } from "../../../src/stack/types";
import { UnreadError } from "../../../src/stack/unread-error";
import { parseTerraformJson } from "../../../src/text/terraform-json";
import { type FuzzTarget, insist } from "../fuzz-target";

/** Characters of a message about a value; names in it are as long as they are. */
const MAX_MESSAGE_LENGTH = 500;

/**
 * Any text of a stack has a value or an error that says why not: nothing else is thrown, and nothing takes
 * longer than its bounds (rule S-18).
 */
export const STACK_EVALUATOR: FuzzTarget = {
  name: "stack-evaluator",
  words: [
    ...["${", "%{ if ", "$${", "%%{", "}", "var.a", "local.b", '["x"]', "[0]", "[*]", "toset(", "tolist("],
    ...[
      "jsondecode(",
      '["a"]',
      '"',
      "\\",
      "\\u00e9",
      "null",
      "true",
      "1e9",
      '{"a": ',
      "]",
      ")",
      "list(",
      "map(any)",
    ],
  ],
  run(input) {
    const text = Buffer.from(input).toString();
    const configuration = new Configuration();
    configuration.locals.set("b", { labels: [], body: new Map([["value", text]]), file: "main.tf.json" });
    configuration.variable.set("a", {
      labels: [],
      body: new Map([["default", text]]),
      file: "main.tf.json",
    });
    const evaluator = new Evaluator({ configuration, given: new Map(), findQueueValue: () => undefined });
    tryRun(text, () => evaluator.evaluate(text));
    tryRun(text, () => evaluator.evaluate(parseTerraformJson(text, (reason) => new UnreadError(reason))));
    parseVariableType(text);
  },
};

function tryRun(text: string, run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof UnreadError)) throw error;
    insist(error.describe().length <= MAX_MESSAGE_LENGTH + text.length, "a message is short");
  }
}
