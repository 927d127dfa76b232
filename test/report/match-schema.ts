import { isPlainObject } from "../../src/text/is-plain-object";

/** The words of JSON Schema that docs/report.schema.json uses. */
interface Schema {
  readonly $schema?: string;
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: Schema };
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
}

const WORDS = new Set(
  "$schema $ref $defs title description examples type const enum pattern minimum required properties items".split(
    " ",
  ),
);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  object: isPlainObject,
  array: Array.isArray,
};

/**
 * Lists where a value does not match a schema, and fields of objects that the schema does not name, which the schema
 * itself would allow.
 * @throws Error if the schema uses a keyword that this checker does not know
 */
export function listMismatches(schema: Schema, value: unknown, root = schema, path = ""): string[] {
  const strange = Object.keys(schema).filter((word) => !WORDS.has(word));
  if (strange.length > 0) throw new Error(`the checker does not know ${strange.join(", ")}`);
  if (schema.$ref !== undefined) {
    const target = root.$defs?.[schema.$ref.replace("#/$defs/", "")];
    if (target === undefined) throw new Error(`${schema.$ref} leads nowhere`);
    return listMismatches(target, value, root, path);
  }
  const where = path === "" ? "the document" : path.slice(1);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => TYPES[type]?.(value)))
    return [`${where} is no ${types.join(", ")}`];
  if ("const" in schema && schema.const !== value) return [`${where} is not ${JSON.stringify(schema.const)}`];
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`${where} is none of the words`];
  if (typeof value === "string" && schema.pattern !== undefined && !new RegExp(schema.pattern).test(value)) {
    return [`${where} does not match`];
  }
  if (typeof value === "number" && value < (schema.minimum ?? value)) return [`${where} is too small`];
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined
      ? []
      : value.flatMap((element: unknown, index) => listMismatches(items, element, root, `${path}.${index}`));
  }
  return isPlainObject(value) ? listFields(schema, value, root, path, where) : [];
}

function listFields(
  { required = [], properties }: Schema,
  value: Readonly<Record<string, unknown>>,
  root: Schema,
  path: string,
  where: string,
): string[] {
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${where} has no ${name}`);
  if (properties === undefined) return missing;
  const wrong = Object.entries(value).flatMap(([name, field]) => {
    const schema = properties[name];
    return schema === undefined
      ? [`${where} has ${name}`]
      : listMismatches(schema, field, root, `${path}.${name}`);
  });
  return [...missing, ...wrong];
}
