import * as z from "zod/mini";
import { describeIssue } from "./describe-issue";

/** At most this many invalid elements of a list are reported. Millions of reports would fill the memory. */
export const MAX_WRONG_ELEMENTS = 10_000;

/** Creates the schema of a list in foreign data. The check stops after `maxWrong` invalid elements. */
export function boundedList<Element>(
  element: z.ZodMiniType<Element>,
  maxWrong: number = MAX_WRONG_ELEMENTS,
): z.ZodMiniType<Element[]> {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((elements: unknown[], context) => {
      const read: Element[] = [];
      let wrong = 0;
      for (const [index, each] of elements.entries()) {
        const { success, data, error } = element.safeParse(each, { error: describeIssue });
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
    }),
  );
}

/** Maximum depth of foreign JSON. Up to this depth, recursive functions such as `JSON.stringify` are safe. */
export const MAX_JSON_DEPTH = 200;

/** Tells whether arrays and objects in parsed JSON are nested deeper than `levels`. */
export function isDeeperThan(json: unknown, levels: number): boolean {
  if (typeof json !== "object" || json === null) return false;
  return levels === 0 || Object.values(json).some((inner) => isDeeperThan(inner, levels - 1));
}
