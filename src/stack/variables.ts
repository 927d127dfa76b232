import { join } from "node:path";
import { normalizeText } from "../text/normalize-text";
import {
  COMMENT,
  isBool,
  isJsonObject,
  type JsonNode,
  listObjects,
  parseTerraformJson,
  toLiteral,
} from "../text/terraform-json";
import type { Block } from "./configuration";
import type { ConfigurationPlace } from "./find-configurations";
import { readRegularFile } from "./read-json-file";
import type { FaultLog, StackInputs } from "./stack-reading";
import { convertValue, parseType, type TfType } from "./types";
import { terraformOnly, UnreadError } from "./unread-error";
import type { MarkedValue, Value } from "./values";

/** A value for a variable, and where it comes from: `TF_VAR_x`, the name of a file. */
export type GivenValue = { readonly source: string } & (
  | { readonly text: string }
  | { readonly node: JsonNode }
);

const ENVIRONMENT_PREFIX = "TF_VAR_";

/**
 * Collects the values of variables by name in Terraform's order, in which the last one counts: `TF_VAR_NAME`,
 * `terraform.tfvars.json`, `*.auto.tfvars.json`, given files, given variables.
 * @param log - collects problems of files; a file in HCL, which Terraform would read, is one
 */
export async function collectVariableValues(
  place: ConfigurationPlace,
  inputs: StackInputs,
  log: FaultLog,
): Promise<Map<string, GivenValue>> {
  const values = new Map<string, GivenValue>();
  for (const [name, text] of Object.entries(inputs.environment)) {
    if (name.startsWith(ENVIRONMENT_PREFIX) && text !== undefined)
      values.set(name.slice(ENVIRONMENT_PREFIX.length), { source: name, text });
  }
  const named = place.fileNames.filter((name) => /^terraform\.tfvars(?:\.json)?$/.test(name));
  const automatic = place.fileNames.filter((name) => /\.auto\.tfvars(?:\.json)?$/.test(name));
  const files = [
    ...[...named, ...automatic].map((name) => [join(place.directory, name), place.prefix + name] as const),
    ...inputs.variableFiles.map((path) => [path, path] as const),
  ];
  for (const [path, source] of files) {
    await log.catchFault([source], async () => {
      for (const [name, node] of await readValues(path)) values.set(name, { source, node });
    });
  }
  for (const [name, text] of inputs.variables) values.set(name, { source: `--var ${name}`, text });
  return values;
}

async function readValues(path: string): Promise<readonly (readonly [string, JsonNode])[]> {
  // Reading comes first, so that a missing file is called missing.
  const text = await readRegularFile(path);
  if (!path.endsWith(".json"))
    throw new UnreadError(
      "values of variables are not read from HCL: write them as JSON, in a .tfvars.json file",
    );
  const root = parseTerraformJson(text, (reason) => new UnreadError(reason));
  if (!isJsonObject(root)) throw new UnreadError("an object with the values of variables is required");
  return [...root].filter(([name]) => name !== COMMENT);
}

/**
 * Returns the value of a variable: the given one, else its default, converted to its type.
 * @throws UnreadError if it has none, if its type is not read here, or if Terraform would check it
 */
export function resolveVariable(name: string, { body }: Block, given: GivenValue | undefined): MarkedValue {
  if (listObjects(body.get("validation")).length > 0)
    throw terraformOnly(`var.${name} has a validation, which only Terraform checks`);
  const typeNode = body.get("type") ?? "";
  const type = typeof typeNode === "string" && typeNode !== "" ? parseType(typeNode) : undefined;
  if (typeNode !== "" && type === undefined) throw terraformOnly(`the type of var.${name} is not read`);
  const fallback = body.get("default");
  const isSensitive = ["sensitive", "ephemeral"].some(
    (argument) => !isBool(body.get(argument) ?? false, false),
  );
  if (given !== undefined) {
    const value = explainValue(`the value of var.${name} from ${given.source}`, () => readGiven(given, type));
    // What must not be null has its default in place of a null that is given.
    const isReplaced = value === null && isBool(body.get("nullable"), false) && fallback !== undefined;
    if (!isReplaced) return { value, isSensitive };
  }
  if (fallback === undefined) throw new UnreadError(`set TF_VAR_${name} or give --var ${name}=…`);
  const readDefault = (): Value => convertValue(toLiteral(fallback), type ?? "any");
  return {
    value: explainValue(`the default of var.${name}`, readDefault),
    isSensitive,
  };
}

/** Text is the value itself where the type is a primitive or absent; else Terraform reads an expression, here JSON. */
function readGiven(given: GivenValue, type: TfType | undefined): Value {
  if ("node" in given) return convertValue(toLiteral(given.node), type ?? "any");
  if (type === undefined || type === "string" || type === "number" || type === "bool")
    return convertValue(normalizeText(given.text), type ?? "any");
  return convertValue(toLiteral(parseGiven(given.text)), type);
}

/** The message does not quote the text, which may be a secret. */
function parseGiven(text: string): JsonNode {
  const error = new UnreadError("values of this type must be written as JSON, without templates");
  if (/[$%]\{/.test(text)) throw error;
  return parseTerraformJson(text, () => error);
}

function explainValue(what: string, evaluate: () => Value): Value {
  try {
    return evaluate();
  } catch (error) {
    throw error instanceof UnreadError ? new UnreadError(`${what} is wrong: ${error.message}`) : error;
  }
}
