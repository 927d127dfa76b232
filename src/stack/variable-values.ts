import { join } from "node:path";
import { evaluateExpression } from "../hcl/evaluate/evaluate-expression";
import { makeClosedEvaluation } from "../hcl/evaluate/make-closed-evaluation";
import { ExpressionError } from "../hcl/expression-error";
import { JsonObject } from "../hcl/json/json-node";
import { parseJson } from "../hcl/json/parse-json";
import { parseDefinitions } from "../hcl/parse-definitions";
import type { HclValue } from "../hcl/values/hcl-value";
import { toErrorMessage } from "../queue/merge-queue-error";
import { evaluateNode } from "./evaluate-node";
import type { FaultLog } from "./fault-log";
import type { ConfigurationPlace } from "./find-configurations";
import { readRegularFile } from "./read-regular-file";
import type { StackInputs } from "./stack-reading";

/** A value that somebody gives a variable. */
export interface GivenValue {
  /** Where it is given, for messages: `TF_VAR_x`, a file's name. */
  readonly source: string;
  /** Text whose meaning depends on the variable's type, or a value. */
  readonly given: { readonly text: string } | { readonly value: HclValue };
}

/**
 * Collects the values of variables by name, in Terraform's order, the last one counting: `TF_VAR_NAME`,
 * `terraform.tfvars`, `terraform.tfvars.json`, `*.auto.tfvars` and `*.auto.tfvars.json`, given files, given variables.
 * @param log - takes what is wrong with files
 */
export async function collectVariableValues(
  place: ConfigurationPlace,
  inputs: StackInputs,
  log: FaultLog,
): Promise<Map<string, GivenValue>> {
  const values = new Map<string, GivenValue>();
  for (const [name, text] of Object.entries(inputs.environment)) {
    if (name.startsWith(ENVIRONMENT_PREFIX) && text !== undefined) {
      values.set(name.slice(ENVIRONMENT_PREFIX.length), { source: name, given: { text } });
    }
  }
  const ownFiles = [
    ...["terraform.tfvars", "terraform.tfvars.json"].filter((name) => place.fileNames.includes(name)),
    ...place.fileNames.filter((name) => /\.auto\.tfvars(?:\.json)?$/.test(name)),
  ];
  const files = [
    ...ownFiles.map((name) => [join(place.directory, name), place.prefix + name] as const),
    ...inputs.variableFiles.map((path) => [path, path] as const),
  ];
  for (const [path, source] of files) {
    for (const [name, value] of await readValueFile(path, source, log)) {
      values.set(name, { source, given: { value } });
    }
  }
  for (const [name, text] of inputs.variables) values.set(name, { source: `--var ${name}`, given: { text } });
  return values;
}

const ENVIRONMENT_PREFIX = "TF_VAR_";

async function readValueFile(
  path: string,
  source: string,
  log: FaultLog,
): Promise<ReadonlyMap<string, HclValue>> {
  try {
    const text = await readRegularFile(path);
    return path.endsWith(".json") ? readJsonValues(text) : readHclValues(text);
  } catch (error) {
    const reason = toErrorMessage(error);
    const message = error instanceof ExpressionError ? `It holds no values of variables: ${reason}.` : reason;
    log.addFinding([source], message);
    return new Map();
  }
}

function readJsonValues(text: string): ReadonlyMap<string, HclValue> {
  const root = parseJson(text);
  if (!(root instanceof JsonObject)) throw new ExpressionError("syntax", "an object is required");
  const evaluation = makeClosedEvaluation();
  return new Map(
    root.fields
      .filter(([name]) => name !== "//")
      .map(([name, node]) => [name, evaluateNode(node, evaluation)]),
  );
}

function readHclValues(text: string): ReadonlyMap<string, HclValue> {
  const evaluation = makeClosedEvaluation();
  return new Map(
    [...parseDefinitions(text)].map(([name, expression]) => [
      name,
      evaluateExpression(expression, evaluation),
    ]),
  );
}
