import * as z from "zod/mini";
import { boundedList } from "../bounded-list";
import { LABEL_SCHEMA, toCheck, toWholeNumberSchema } from "../first/request-schema";

export const MAX_TARGETS = 100_000;

/** Makes the schema of a value in a query. Accepts the value itself, or a text that `read` converts. */
function inQuery<Value>(read: (text: string) => unknown, schema: z.ZodMiniType<Value>): z.ZodMiniType<Value> {
  return z.pipe(
    z.transform((value: unknown) => (typeof value === "string" ? read(value) : value)),
    schema,
  );
}

const readNumber = (text: string): unknown => (/^\d{1,15}$/.test(text) ? Number(text) : text);

/** Makes the schema of a list in a query. Commas separate the elements. */
export function toQueryList<Element>(element: z.ZodMiniType<Element>, max: number): z.ZodMiniType<Element[]> {
  const error = `Must have 1 to ${max} elements, separated by commas.`;
  return inQuery(
    (text) => text.split(","),
    z.array(element).check(z.minLength(1, error), z.maxLength(max, error)),
  );
}

/** Makes the schema of a list in a body. */
export function limitedList<Element>(element: z.ZodMiniType<Element>, max: number): z.ZodMiniType<Element[]> {
  const inBounds = z.array(z.unknown()).check(z.maxLength(max, `Must have at most ${max} elements.`));
  return z.pipe(inBounds, boundedList(element, 1) as z.ZodMiniType<Element[], unknown[]>);
}

const QUERY_FLAG = inQuery((text) => (/^(true|false)$/.test(text) ? text === "true" : text), z.boolean());

export const PAGE_FIELDS = {
  limit: z.optional(inQuery(readNumber, toWholeNumberSchema(1, 100))),
  cursor: z.optional(LABEL_SCHEMA),
  includeTotal: z.optional(QUERY_FLAG),
};

/** The order of a list. Each field allows only one value, which is also the default: newest first. */
export const DEFAULT_ORDER = {
  sort: z.optional(z.literal("createdAt")),
  direction: z.optional(z.literal("desc")),
};

/** The id of a queue or of a run: any string. */
export const ID = LABEL_SCHEMA;

/** The id of a pull request or of a repository. */
export const UUID = z.guid({ error: "Must be a UUID." });

/** The number of a pull request, in a body. */
export const NUMBER_FIELD = toWholeNumberSchema(1, 10_000_000);

/** The number of a pull request, in a query. */
export const QUERY_NUMBER = inQuery(readNumber, NUMBER_FIELD);

/** The priority of a pull request, by value or by name. The value 0 puts it first. */
export const PRIORITY_FIELDS = {
  priorityValue: z.optional(toWholeNumberSchema(0, 32_767)),
  priorityName: z.optional(LABEL_SCHEMA),
};

/** Makes the lazy schema of a request. @param check - returns a message if fields contradict each other */
export function toRequestSchema<Fields extends z.core.$ZodShape>(
  listFields: () => Fields,
  check: (request: z.output<z.ZodMiniObject<Fields>>) => string | undefined = () => undefined,
): z.ZodMiniType<z.output<z.ZodMiniObject<Fields>>> {
  return z.lazy(() => z.strictObject(listFields()).check(toCheck(check)));
}

type Named<Field extends string> = { readonly [Name in Field]?: unknown };

/** Refuses a request with both kinds of priority. If `isNeeded`, also refuses a request with neither. */
export function checkPriority(
  { priorityValue, priorityName }: Named<"priorityValue" | "priorityName">,
  isNeeded = false,
): string | undefined {
  const given = [priorityValue, priorityName].filter((value) => value !== undefined).length;
  if (given === 1 || (given === 0 && !isNeeded)) return undefined;
  return `Must have ${isNeeded ? "exactly" : "at most"} one of priorityValue and priorityName.`;
}

/** Refuses a request that has both a number and a branch, or neither. */
export function checkSelector({ number, branch }: Named<"number" | "branch">): string | undefined {
  const isNamed = (number === undefined) !== (branch === undefined);
  return isNamed ? undefined : "Must have exactly one of number and branch.";
}
