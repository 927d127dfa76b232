import * as z from "zod/mini";
import { checkBranchShape, checkPartShape, type QueueIdentity } from "../../queue/queue-identity";

/** Makes a check for zod from a function that returns a message only if the value is invalid. */
export function toCheck<Value>(findProblem: (value: Value) => string | undefined): z.core.CheckFn<Value> {
  return ({ value: input, issues }) => {
    const message = findProblem(input);
    if (message !== undefined) issues.push({ code: "custom", message, input });
  };
}

/** The request fields of every queue operation: `repo` and `targetBranch`. Both are required. */
export const IDENTITY_FIELDS = {
  repo: z.strictObject({
    host: z.string().check(toCheck((value) => checkPartShape("host", value))),
    owner: z.string().check(toCheck((value) => checkPartShape("owner", value))),
    name: z.string().check(toCheck((value) => checkPartShape("name", value))),
  }),
  targetBranch: z.string().check(toCheck(checkBranchShape)),
} as const;

export const LABEL_SCHEMA = z.string().check(z.minLength(1, "Must not be empty."));

/** Creates the lazy schema of a request that has {@link IDENTITY_FIELDS} and the fields of `listFields`. */
export function toQueueRequestSchema<Request>(
  listFields: () => Readonly<Record<string, z.ZodMiniType>>,
): z.ZodMiniType<Request> {
  return z.lazy(() =>
    z.strictObject({ ...IDENTITY_FIELDS, ...listFields() }),
  ) as unknown as z.ZodMiniType<Request>;
}

/** A request that only names a queue (interface, `/getQueue` and `/deleteQueue`). */
export const IDENTITY_SCHEMA: z.ZodMiniType<QueueIdentity> = z.strictObject(IDENTITY_FIELDS);

/** Creates the schema of a whole number. @param orElse - end of its message, such as `, a string or null` */
export function toWholeNumberSchema(min: number, max: number, orElse = ""): z.ZodMiniNumberFormat {
  const error = `Must be a whole number from ${min} to ${max}${orElse}.`;
  return z.int(error).check(z.gte(min, error), z.lte(max, error));
}

/** Creates the schema of a word that may be in upper case. Converts the word to the interface's spelling. */
export function toWordSchema<Word extends string>(words: readonly Word[]): z.ZodMiniType<Word> {
  const read = (value: unknown): unknown =>
    words.find((word) => word.toLowerCase() === value || word.toUpperCase() === value) ?? value;
  return z.pipe(z.transform(read), z.enum(words));
}

/** A date and time in ISO 8601, with an offset from UTC. */
export const TIME_SCHEMA: z.ZodMiniType<string> = z.lazy(() =>
  z.iso.datetime({ offset: true, error: "Must be a date and time such as 2026-01-31T08:00:00Z." }),
);
