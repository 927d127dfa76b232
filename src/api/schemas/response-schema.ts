import * as z from "zod";
import { isPlainObject } from "../../text/is-plain-object";
import type { AdditionalFields } from "../additional-fields";

/** A string; undefined if it is missing or of another type. */
export const TEXT = z.string().optional().catch(undefined);

/** A boolean; undefined if it is missing or of another type. */
export const FLAG = z.boolean().optional().catch(undefined);

/** A number; undefined if it is missing or of another type. */
export const NUMBER = z.number().optional().catch(undefined);

/** A word of an enumeration, known or new, in lower case because services differ in case (promise F-18). */
export const WORD = z.string().toLowerCase().optional().catch(undefined);

const FURTHER_FIELDS = { additionalFields: z.custom<AdditionalFields>().optional() };

/**
 * Creates the schema of an object in a response. Unknown fields go under `additionalFields`, which is absent if there are
 * none.
 */
export function toResponseSchema<Fields extends z.ZodRawShape>(
  fields: Fields,
): z.ZodType<z.output<z.ZodObject<Fields & typeof FURTHER_FIELDS>>> {
  const named: ReadonlySet<string> = new Set(Object.keys(fields));
  return z.preprocess(
    (response) => (isPlainObject(response) ? sortOut(response, named) : response),
    z.object({ ...fields, ...FURTHER_FIELDS }),
  );
}

function sortOut(response: object, named: ReadonlySet<string>): object {
  const entries = Object.entries(response);
  const others = entries.filter(([name]) => !named.has(name));
  if (others.length === 0) return response;
  // Built from entries: a name like __proto__ stays a field (promise S-12).
  return { ...response, additionalFields: Object.fromEntries(others) };
}
