import * as z from "zod/mini";
import { isPlainObject } from "../text/is-plain-object";
import type { AdditionalFields } from "./additional-fields";

/** Makes the schema of a field that is undefined if it is missing or does not match. */
export function orUndefined<Schema extends z.ZodMiniType>(
  schema: Schema,
): z.ZodMiniCatch<z.ZodMiniOptional<Schema>> {
  return z.catch(z.optional(schema), undefined);
}

/** Makes the schema of a field that is undefined if it is missing or null. */
export function withoutNull<Value>(schema: z.ZodMiniType<Value>): z.ZodMiniType<Value | undefined> {
  return z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? undefined),
  );
}

export const TEXT = orUndefined(z.string());
export const FLAG = orUndefined(z.boolean());
export const NUMBER = orUndefined(z.number());

/** A word, known or new. Converts the word to lower case, because services differ in case. */
export const WORD = orUndefined(z.string().check(z.toLowerCase()));

/** Makes a list's schema. Drops invalid elements. Fast, because a response may have millions of elements. */
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

/** Makes the schema of a name, or of an object with a name in one of `fields`. Other values: undefined. */
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

/** Makes an object's schema; unknown fields go under `additionalFields`. @param aliases - fields by alias */
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
  // Built from entries: a name like __proto__ stays a field.
  return { ...response, additionalFields: Object.fromEntries(others) };
}
