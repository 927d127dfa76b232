import * as z from "zod/mini";

/** Creates the schema of a whole number. @param orElse - further valid values, for the message: `, a string or null` */
export function toWholeNumberSchema(min: number, max: number, orElse = ""): z.ZodMiniNumberFormat {
  const error = `Must be a whole number from ${min} to ${max}${orElse}.`;
  return z.int(error).check(z.gte(min, error), z.lte(max, error));
}
