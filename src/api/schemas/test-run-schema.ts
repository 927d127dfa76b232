import * as z from "zod";

const text = z.string().optional().catch(undefined);

/** A list in which what cannot be read is left out; quickly, because an answer may have millions of elements. */
function readable<Element>(element: z.ZodType<Element>): z.ZodType<Element[]> {
  return z.array(z.unknown()).transform((elements) =>
    elements.flatMap((each) => {
      if (typeof each !== "object" || each === null) return [];
      const read = element.safeParse(each);
      return read.success ? [read.data] : [];
    }),
  );
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((element) => typeof element === "string");
}

/**
 * A test run, read tolerantly: a field of another type is undefined; a check without a name, and a suite
 * without a list of checks, are left out.
 */
export const TEST_RUN_SCHEMA = z.looseObject({
  requiredStatuses: z.custom<string[]>(isTextList).optional().catch(undefined),
  requiredStatusesSource: text,
  testBranch: text,
  testBranchSha: text,
  createdAt: text,
  status: text,
  checkSuites: readable(z.looseObject({ checkRuns: readable(z.looseObject({ name: z.string() })) }))
    .optional()
    .catch(undefined),
});
