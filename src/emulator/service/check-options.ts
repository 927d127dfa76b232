import * as z from "zod/mini";
import { ANSWERS } from "../../engine/engine-options";
import { DEFAULT_STATUSES } from "../../engine/refusal";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { INTEGER_BOUNDS, SETTINGS } from "../../queue/settings";
import { REQUIRED_STATUSES_SOURCES } from "../../queue/test-run-words";
import { quote } from "../../text/quote";
import { suggestName } from "../../text/suggest-name";
import { describeIssue, toSentence } from "../../wire/describe-issue";
import { toWholeNumberSchema } from "../../wire/first/request-schema";
import { ADDITIONAL_SETTINGS_SCHEMA, toSettingFields } from "../../wire/first/setting-schema";
import {
  type EmulatorOptions,
  type EmulatorOptionsInput,
  NEW_QUEUE_CHOICES,
  resolveOptions,
} from "../emulator-options";

/** HTTP statuses that a refusal may have: all final statuses. A status of 1xx is not final. */
const STATUS = z.optional(toWholeNumberSchema(200, 599));
const STATUSES = z.strictObject(
  Object.fromEntries(Object.keys(DEFAULT_STATUSES).map((kind) => [kind, STATUS])),
);

/** Settings of a new queue. Numbers may be 0, because services show zeros that no request can set. */
const NEW_SETTINGS = SETTINGS.filter(({ name }) => name !== "requiredStatuses").map((setting) =>
  setting.kind === "integer" ? { ...setting, min: 0, firstMin: 0 } : setting,
);
const NEW_QUEUE = z.strictObject(toSettingFields(NEW_SETTINGS));

const COUNT = toWholeNumberSchema(0, INTEGER_BOUNDS.max);
const SOURCES = REQUIRED_STATUSES_SOURCES.filter((source) => source !== "merge_instance");

const NESTED: ReadonlyMap<string, z.ZodMiniObject> = new Map([
  ["statuses", STATUSES],
  ["newQueue", NEW_QUEUE],
]);

const OPTIONS = z.strictObject({
  answers: z.optional(z.enum(ANSWERS)),
  statuses: z.optional(STATUSES),
  unknownFields: z.optional(z.enum(["refuse", "ignore"])),
  acknowledgements: z.optional(z.enum(["json", "text"])),
  testRunIds: z.optional(z.enum(["show", "hide"])),
  repositories: z.optional(
    z.array(z.string().check(z.regex(/^[^/\s]+\/[^/\s]+\/[^/\s]+$/, "Must be host/owner/name."))),
  ),
  defaults: z.optional(z.enum(NEW_QUEUE_CHOICES)),
  newQueue: z.optional(NEW_QUEUE),
  additionalSettings: z.optional(ADDITIONAL_SETTINGS_SCHEMA),
  inheritedStatuses: z.optional(z.array(z.string().check(z.minLength(1, "Must not be empty.")))),
  switchingModes: z.optional(
    z.strictObject({ reads: z.optional(COUNT), refusesWrites: z.optional(z.boolean()) }),
  ),
  priorities: z.optional(z.record(z.string(), COUNT)),
  defaultPriority: z.optional(z.string()),
  describePullRequest: z.optional(z.custom((value) => typeof value === "function", "Must be a function.")),
  undeclaredPullRequests: z.optional(z.enum(["accept", "refuse"])),
  requiresImpactedTargets: z.optional(z.enum(["parallel", "always", "never"])),
  inheritedStatusesSource: z.optional(z.enum(SOURCES)),
  withoutRequiredStatuses: z.optional(z.enum(["first_check", "pass", "fail"])),
  pendingFailureDepthCounts: z.optional(z.enum(["levels", "pull_requests"])),
  singleMode: z.optional(z.enum(["one-at-a-time", "one-line"])),
  maxBatchSize: z.optional(toWholeNumberSchema(INTEGER_BOUNDS.min, INTEGER_BOUNDS.max)),
  submissionsWhileDraining: z.optional(z.enum(["hold", "refuse"])),
});

/** Checks options of the local service and fills in defaults. @throws MergeQueueError with every problem */
export function checkOptions(input: unknown): EmulatorOptions {
  const checked = OPTIONS.safeParse(input, { error: describeIssue });
  if (!checked.success) {
    refuse(
      checked.error.issues.map((issue) => {
        const where = issue.path.map(String).join(".");
        const unknown = issue.code === "unrecognized_keys" ? explainUnknown(issue.keys, where) : undefined;
        const message = unknown ?? toSentence(issue.message);
        return where === "" ? message : `${where}: ${message}`;
      }),
    );
  }
  // The schema has exactly the fields of the type.
  const options = resolveOptions(checked.data as EmulatorOptionsInput);
  if (!Object.hasOwn(options.priorities, options.defaultPriority)) {
    const words = Object.keys(options.priorities).map(quote).join(", ");
    refuse([`defaultPriority: ${quote(options.defaultPriority)} is not in priorities, which has ${words}.`]);
  }
  return options;
}

function explainUnknown(keys: readonly string[], where: string): string {
  const names = Object.keys(where === "" ? OPTIONS.shape : (NESTED.get(where)?.shape ?? {}));
  const known = where === "" ? ` The options are ${names.join(", ")}.` : "";
  const suggestions = keys.map((key) => suggestName(key, names));
  return `Unknown name ${keys.map(quote).join(", ")}.${known}${suggestions.join("")}`;
}

function refuse(problems: readonly string[]): never {
  throw new MergeQueueError(
    "invalid_configuration",
    `The options of the local service are wrong. ${problems.join(" ")} docs/assumptions.md describes each option.`,
    { argument: "options" },
  );
}
