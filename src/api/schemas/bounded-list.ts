import * as z from "zod";

/** How many wrong elements of a list are told: more help nobody, and millions would take all memory. */
export const MAX_WRONG_ELEMENTS = 10_000;

/**
 * Makes the schema of a list that comes from outside, and so may have millions of wrong elements.
 * @param maxWrong - how many of them are told before the rest of the list is left alone
 */
export function boundedList<Element>(
  element: z.ZodType<Element>,
  maxWrong: number = MAX_WRONG_ELEMENTS,
): z.ZodType<Element[]> {
  return z.array(z.unknown()).transform((elements, context) => {
    const read: Element[] = [];
    let wrong = 0;
    for (const [index, each] of elements.entries()) {
      const { success, data, error } = element.safeParse(each);
      if (success) {
        read.push(data);
        continue;
      }
      for (const issue of error.issues) {
        context.issues.push({ ...issue, path: [index, ...issue.path], input: each } as z.core.$ZodRawIssue);
      }
      wrong++;
      if (wrong === maxWrong) break;
    }
    return read;
  });
}
