import * as z from "zod";

/**
 * Makes the schema of a list in an answer. It stops at the first element that is wrong: millions of them, which an
 * answer may have, would take all memory if each had a message of its own.
 */
export function answeredList<Element>(element: z.ZodType<Element>): z.ZodType<Element[]> {
  return z.array(z.unknown()).transform((elements, context) => {
    const read: Element[] = [];
    for (const [index, each] of elements.entries()) {
      const { success, data, error } = element.safeParse(each);
      if (!success) {
        for (const { message, path } of error.issues) {
          context.issues.push({ code: "custom", message, path: [index, ...path], input: each });
        }
        return z.NEVER;
      }
      read.push(data);
    }
    return read;
  });
}
