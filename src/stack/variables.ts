import { join } from "node:path";
import { normalizeText } from "../text/normalize-text";
import {
  isBool,
  isJsonObject,
  type JsonNode,
  type JsonObject,
  listObjects,
  parseTerraformJson,
  toLiteral,
} from "../text/terraform-json";
import type { Block, ConfigurationFiles, FaultLog, ReadFile, StackInputs } from "./stack-reading";
import { type Converter, PRIMITIVES, parseVariableType, toAny } from "./types";
import { terraformOnly, UnreadError } from "./unread-error";
import type { MarkedValue, StackValue } from "./values";

/** A variable's value from one source. */
export interface GivenValue {
  /** The value's source: `TF_VAR_x`, `--var x`, or the name of a file. */
  readonly source: string;
  /** Converts the value to the variable's declared type, if any. @throws UnreadError for the wrong type */
  readonly convert: (type: Converter | undefined) => StackValue;
}

const ENVIRONMENT_PREFIX = "TF_VAR_";

/**
 * Collects the values of variables by name. As in Terraform, later sources win: `TF_VAR_NAME`,
 * `terraform.tfvars.json`, `*.auto.tfvars.json`, given files, given variables.
 * @param log - collects problems of files, for example files in HCL
 */
export async function collectVariableValues(
  { prefix, directory, names }: ConfigurationFiles,
  inputs: StackInputs & { readonly readFile: ReadFile },
  log: FaultLog,
): Promise<Map<string, GivenValue>> {
  const { environment, variables = new Map<string, string>(), variableFiles = [], readFile } = inputs;
  const values = new Map<string, GivenValue>();
  for (const [name, text] of Object.entries(environment)) {
    if (name.startsWith(ENVIRONMENT_PREFIX) && text !== undefined)
      values.set(name.slice(ENVIRONMENT_PREFIX.length), givenAsText(name, text));
  }
  const found = [/^terraform\.tfvars(?:\.json)?$/, /\.auto\.tfvars(?:\.json)?$/]
    .flatMap((pattern) => names.filter((name) => pattern.test(name)))
    .map((name) => [prefix + name, join(directory, name)] as const);
  for (const [file, path] of [...found, ...variableFiles.map((name) => [name, name] as const)]) {
    await log.catchFault([file], async () => {
      // Read the file first, so that a missing file is reported as missing.
      for (const [name, node] of parseValues(file, await readFile(path)))
        values.set(name, givenAsJson(file, node));
    });
  }
  for (const [name, text] of variables) values.set(name, givenAsText(`--var ${name}`, text));
  return values;
}

function parseValues(file: string, text: string): JsonObject {
  const advice = "values of variables are not read from HCL: write them as JSON, in a .tfvars.json file";
  if (!file.endsWith(".json")) throw new UnreadError(advice);
  const root = parseTerraformJson(text, (reason) => new UnreadError(reason));
  if (isJsonObject(root)) return root;
  throw new UnreadError("an object with the values of variables is required");
}

/** Returns the given value or the default. @throws UnreadError if there is no value, or it is unsupported */
export function resolveVariable(name: string, { body }: Block, given: GivenValue | undefined): MarkedValue {
  if (listObjects(body.get("validation")).length > 0)
    throw terraformOnly(`var.${name} has a validation, which only Terraform checks`);
  const typeNode = body.get("type") ?? "";
  const type = typeof typeNode === "string" ? parseVariableType(typeNode) : undefined;
  if (type === undefined && typeNode !== "") throw terraformOnly(`the type of var.${name} is not supported`);
  const isSensitive = ["sensitive", "ephemeral"].some((rule) => !isBool(body.get(rule) ?? false, false));
  const node = body.get("default");
  const fallback = node === undefined ? undefined : givenAsJson("its default", node);
  const toValue = ({ source, convert }: GivenValue): StackValue => {
    try {
      return convert(type);
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error;
      throw new UnreadError(`the value of var.${name} from ${source} is wrong: ${error.message}`);
    }
  };
  const first = given ?? fallback;
  if (first === undefined) throw new UnreadError(`set TF_VAR_${name} or give --var ${name}=…`);
  const value = toValue(first);
  // The default replaces null if the variable is not nullable.
  const isReplaced = value === null && isBool(body.get("nullable"), false) && fallback !== undefined;
  return { value: isReplaced ? toValue(fallback) : value, isSensitive };
}

function givenAsJson(source: string, node: JsonNode): GivenValue {
  return { source, convert: (type = toAny) => type(toLiteral(node)) };
}

/** Makes a value from text. The text must be JSON, unless the variable's type is primitive or missing. */
function givenAsText(source: string, text: string): GivenValue {
  const convert = (type: Converter = PRIMITIVES.string): StackValue => {
    if (Object.values(PRIMITIVES).includes(type)) return type(normalizeText(text));
    // The message does not quote the text, which may be a secret.
    const error = new UnreadError("values of this type must be written as JSON, without templates");
    if (/[$%]\{/.test(text)) throw error;
    return type(toLiteral(parseTerraformJson(text, () => error)));
  };
  return { source, convert };
}
