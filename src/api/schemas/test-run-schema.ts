import * as z from "zod/mini";
import { isTextList } from "./is-text-list";
import { orUndefined, TEXT, toResponseSchema, WORD } from "./response-schema";

/** A list without its invalid elements. Fast, because a response may have millions of elements. */
function readable<Element>(element: z.ZodMiniType<Element>): z.ZodMiniType<Element[]> {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((elements: unknown[]) =>
      elements.flatMap((each) => {
        if (typeof each !== "object" || each === null) return [];
        const read = element.safeParse(each);
        return read.success ? [read.data] : [];
      }),
    ),
  );
}

/**
 * A test run, read tolerantly: fields of another type are undefined, and checks without a name and suites without a list
 * of checks are left out.
 */
export const TEST_RUN_SCHEMA = z.lazy(() =>
  toResponseSchema({
    requiredStatuses: orUndefined(z.custom<string[]>(isTextList)),
    requiredStatusesSource: WORD,
    testBranch: TEXT,
    testBranchSha: TEXT,
    createdAt: TEXT,
    status: WORD,
    checkSuites: orUndefined(
      readable(toResponseSchema({ checkRuns: readable(toResponseSchema({ name: z.string() })) })),
    ),
  }),
);
