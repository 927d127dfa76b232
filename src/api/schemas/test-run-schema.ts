import * as z from "zod";
import { isTextList } from "./is-text-list";
import { TEXT, toResponseSchema, WORD } from "./response-schema";

/** A list without its invalid elements. Fast, because a response may have millions of elements. */
function readable<Element>(element: z.ZodType<Element>): z.ZodType<Element[]> {
  return z.array(z.unknown()).transform((elements) =>
    elements.flatMap((each) => {
      if (typeof each !== "object" || each === null) return [];
      const read = element.safeParse(each);
      return read.success ? [read.data] : [];
    }),
  );
}

/**
 * A test run, read tolerantly: fields of another type are undefined, and checks without a name and suites without a list
 * of checks are left out.
 */
export const TEST_RUN_SCHEMA = toResponseSchema({
  requiredStatuses: z.custom<string[]>(isTextList).optional().catch(undefined),
  requiredStatusesSource: WORD,
  testBranch: TEXT,
  testBranchSha: TEXT,
  createdAt: TEXT,
  status: WORD,
  checkSuites: readable(toResponseSchema({ checkRuns: readable(toResponseSchema({ name: z.string() })) }))
    .optional()
    .catch(undefined),
});
