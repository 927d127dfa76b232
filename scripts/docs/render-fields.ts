import * as z from "zod";

const OPTIONS = { io: "input", unrepresentable: "any" } as const;

const PAGE = "`limit?` (1 to 100), `cursor?`, `includeTotal?` (boolean)";

/** Lists a request's fields with types and bounds; those that may be left out have a `?`. */
export function renderFields(schema: z.core.$ZodType): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, OPTIONS);
  const fields = Object.entries(properties).map(([name, field]) => {
    const type = describe(field as z.core.JSONSchema.JSONSchema);
    return `\`${name}${required.includes(name) ? "" : "?"}\`${type === "" ? "" : ` (${type})`}`;
  });
  return fields.join(", ").replace(PAGE, "*page*");
}

/** Describes the values of a field: a type, bounds or words; empty for any string. */
export function renderType(schema: z.core.$ZodType | undefined): string {
  return schema === undefined ? "" : describe(z.toJSONSchema(schema, OPTIONS));
}

function describe(field: z.core.JSONSchema.JSONSchema): string {
  const {
    type,
    format,
    multipleOf = 1,
    items,
    enum: values = field.const === undefined ? [] : [field.const],
  } = field;
  if (values.length > 0) return values.map((value) => `\`${String(value)}\``).join(", ");
  if (type === "integer") {
    const step = multipleOf === 1 ? "" : `, a multiple of ${multipleOf}`;
    return `${field.minimum} to ${field.maximum}${step}`;
  }
  if (type === "array") {
    const element = items === undefined ? "" : describe(items as z.core.JSONSchema.JSONSchema);
    return `at most ${field.maxItems}${element === "" ? "" : ` of: ${element}`}`;
  }
  if (format === "uuid") return "UUID";
  if (format === "date-time") return "date and time";
  return type === "boolean" ? "boolean" : "";
}
