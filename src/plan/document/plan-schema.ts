import * as z from "zod/mini";
import { type JsonValue, validateAdditionalSettings } from "../../queue/additional-settings";
import type { Finding } from "../../queue/finding";
import { validateIdentity } from "../../queue/queue-identity";
import { DELETION_POLICIES } from "../../queue/queue-policies";
import { validateSettings } from "../../queue/validate-settings";
import { isPlainObject } from "../../text/is-plain-object";
import { MAX_DURATION_MS } from "../../text/parse-duration";
import { QUEUED_PULL_REQUEST_SCHEMA } from "../../wire/first/pull-request-schema";
import { QUEUE_RECORD_SCHEMA } from "../../wire/first/setting-schema";
import { TOKEN_ARGUMENT } from "../to-plan-document";

const TIMEOUT_RULE = `Must be milliseconds from 1 to ${MAX_DURATION_MS}.`;
const BOUNDS = [z.gte(1, TIMEOUT_RULE), z.lte(MAX_DURATION_MS, TIMEOUT_RULE)] as const;
const TIMEOUT = z.exactOptional(z.number(TIMEOUT_RULE).check(...BOUNDS));

/** Any object. A key such as `__proto__` has no special meaning. */
const FIELDS = z.custom<Readonly<Record<string, JsonValue>>>(isPlainObject, "Must be an object.");

const ARGUMENT = z.union([z.string(), z.number(), z.boolean()], "Is not part of a saved plan.");

const ARGUMENTS = z
  .record(z.string(), ARGUMENT)
  .check(
    reportFindings((given) =>
      Object.hasOwn(given, TOKEN_ARGUMENT)
        ? [{ path: [TOKEN_ARGUMENT], message: "Is not part of a saved plan." }]
        : [],
    ),
  );

const CONNECTION = derive(
  z.object({ origin: z.string(), arguments: ARGUMENTS }),
  ({ origin, arguments: given }) => ({ origin, connection: new Map(Object.entries(given)) }),
);

const QUEUE = z.object({
  connection: z.number(),
  address: z.string(),
  stack: z.string(),
  identity: z
    .object({
      repo: z.object({ host: z.string(), owner: z.string(), name: z.string() }),
      targetBranch: z.string(),
    })
    .check(reportFindings(validateIdentity)),
  settings: FIELDS.check(reportFindings(validateSettings)),
  additionalSettings: derive(FIELDS, (fields) => new Map(Object.entries(fields))),
  sensitive: derive(z.array(z.string()), (names) => new Set(names)),
  deletionPolicy: z.enum(DELETION_POLICIES),
  timeoutsMs: z.strictObject({ create: TIMEOUT, read: TIMEOUT, update: TIMEOUT, delete: TIMEOUT }),
  seen: z.nullable(
    z.object({
      queueId: z.optional(z.string()),
      settings: QUEUE_RECORD_SCHEMA,
      additionalFields: FIELDS,
      pullRequests: z.optional(z.array(QUEUED_PULL_REQUEST_SCHEMA)),
      notReadyProblem: z.optional(z.string()),
    }),
  ),
});

/** Schema of a saved plan. Checks every value that an apply could send. */
export const PLAN_SCHEMA = z.object({
  mode: z.enum(["apply", "destroy"]),
  connections: z.array(CONNECTION),
  queues: z.array(QUEUE.check(reportFindings((each) => validateAdditionalSettings(each.additionalSettings)))),
});

function derive<Value, Derived>(
  schema: z.ZodMiniType<Value>,
  convert: (value: Value) => Derived,
): z.ZodMiniType<Derived> {
  return z.pipe(schema, z.transform(convert));
}

function reportFindings<Value>(validate: (value: Value) => readonly Finding[]): z.core.CheckFn<Value> {
  return ({ value, issues }) => {
    for (const { path, message } of validate(value)) {
      issues.push({ code: "custom", path: [...path], message, input: value });
    }
  };
}
