import { Configuration } from "../../../src/stack/configuration";
import { Evaluator } from "../../../src/stack/evaluator";
import { parseVariableType } from "../../../src/stack/types";
import { UnreadError } from "../../../src/stack/unread-error";
import { parseTerraformJson } from "../../../src/text/terraform-json";
import { type FuzzTarget, insist } from "../fuzz-target";

/** Maximum characters of a message about a value, besides names, which are not shortened. */
const MAX_MESSAGE_LENGTH = 500;

/** Any text of a stack gives a value or an error with the reason, within the limit of time (rule S-18). */
export const STACK_EVALUATOR: FuzzTarget = {
  name: "stack-evaluator",
  words: [
    ...["${", "%{ if ", "$${", "%%{", "}", "var.a", "local.b", '["x"]', "[0]", "[*]", "toset(", "tolist("],
    ...["jsondecode(", '["a"]', '"', "\\", "\\u00e9", "null", "true", "1e9", '{"a": ', "]", ")"],
    ...["list(", "map(any)"],
  ],
  run(input) {
    const text = Buffer.from(input).toString();
    const configuration = new Configuration();
    const block = (name: string) => ({ labels: [], body: new Map([[name, text]]), file: "main.tf.json" });
    configuration.locals.set("b", block("value"));
    configuration.variable.set("a", block("default"));
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
