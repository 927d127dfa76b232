import * as z from "zod/mini";
import { isPlainObject } from "../text/is-plain-object";
import type { AdditionalFields } from "./additional-fields";

/** Makes the schema of an optional field. A value that does not match `schema` becomes undefined. */
export function orUndefined<Schema extends z.ZodMiniType>(
  schema: Schema,
): z.ZodMiniCatch<z.ZodMiniOptional<Schema>> {
  return z.catch(z.optional(schema), undefined);
}

/** Makes the schema of an optional field. Null becomes undefined. */
export function withoutNull<Value>(schema: z.ZodMiniType<Value>): z.ZodMiniType<Value | undefined> {
  return z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? undefined),
  );
}

export const TEXT = orUndefined(z.string());
export const FLAG = orUndefined(z.boolean());
export const NUMBER = orUndefined(z.number());

/** Any word. Converts the word to lower case, because some services send upper case. */
export const WORD = orUndefined(z.string().check(z.toLowerCase()));

/** Makes the schema of a list. Drops invalid elements. Must be fast: a list may have millions of elements. */
export function readable<Element>(element: z.ZodMiniType<Element>): z.ZodMiniType<Element[]> {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((elements: unknown[]) =>
      elements.flatMap((each) => {
        if (!isPlainObject(each)) return [];
        const read = element.safeParse(each);
        return read.success ? [read.data] : [];
      }),
    ),
  );
}

/**
 * Makes a schema that reads a name: the value itself if it is a string, or the first string in the `fields`
 * of an object. Any other value becomes undefined.
 */
export function toNameSchema(...fields: readonly string[]): z.ZodMiniType<string | undefined> {
  return z.pipe(
    z.transform((value: unknown) => {
      const names = isPlainObject(value) ? fields.map((field) => value[field]) : [value];
      return names.find((name) => typeof name === "string");
    }),
    z.optional(z.string()),
  );
}

const FURTHER_FIELDS = { additionalFields: z.optional(z.custom<AdditionalFields>()) };

/** Makes an object's schema. Moves unknown fields to `additionalFields`. @param aliases - fields by alias */
export function toResponseSchema<Fields extends z.core.$ZodShape>(
  fields: Fields,
  aliases: ReadonlyMap<string, string> = new Map(),
): z.ZodMiniType<z.output<z.ZodMiniObject<Fields & typeof FURTHER_FIELDS>>> {
  const named: ReadonlySet<string> = new Set(Object.keys(fields));
  return z.pipe(
    z.transform((response: unknown) =>
      isPlainObject(response) ? sortOut(renameFields(response, aliases), named) : response,
    ),
    z.object({ ...fields, ...FURTHER_FIELDS }),
  );
}

/** As {@link toResponseSchema}, but makes the schema on first use. */
export function toLazySchema<Fields extends z.core.$ZodShape>(
  listFields: () => Fields,
): z.ZodMiniLazy<ReturnType<typeof toResponseSchema<Fields>>> {
  return z.lazy(() => toResponseSchema(listFields()));
}

function renameFields(response: object, aliases: ReadonlyMap<string, string>): object {
  if (aliases.size === 0) return response;
  const entries = Object.entries(response).map(([name, value]): [string, unknown] => {
    const field = aliases.get(name);
    return [field === undefined || Object.hasOwn(response, field) ? name : field, value];
  });
  return Object.fromEntries(entries);
}

function sortOut(response: object, named: ReadonlySet<string>): object {
  const entries = Object.entries(response);
  const others = entries.filter(([name]) => !named.has(name));
  if (others.length === 0) return response;
  // Built from entries, so that a name like __proto__ stays an ordinary field.
  return { ...response, additionalFields: Object.fromEntries(others) };
}
