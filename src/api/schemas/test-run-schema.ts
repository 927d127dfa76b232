import * as z from "zod";

const text = z.string().optional().catch(undefined);

/** A list in which what cannot be read is left out. */
function readable<Element>(element: z.ZodType<Element>): z.ZodType<Element[]> {
  const list = z.array(element.nullable().catch(null));
  return list.transform((elements) => elements.filter((each) => each !== null));
}

/**
 * A test run, read tolerantly: a field of another type is undefined; a check without a name, and a suite
 * without a list of checks, are left out.
 */
export const TEST_RUN_SCHEMA = z.looseObject({
  requiredStatuses: z.array(z.string()).optional().catch(undefined),
  requiredStatusesSource: text,
  testBranch: text,
  testBranchSha: text,
  createdAt: text,
  status: text,
  checkSuites: readable(z.looseObject({ checkRuns: readable(z.looseObject({ name: z.string() })) }))
    .optional()
    .catch(undefined),
});
