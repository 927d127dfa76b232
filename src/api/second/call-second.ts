import * as z from "zod/mini";
import { findSecondProblem, SECOND_SETTINGS } from "../../queue/second-settings";
import { SETTING_NAMES } from "../../queue/settings";
import { describeIssue } from "../../wire/describe-issue";
import { OPERATIONS, type OperationName } from "../../wire/first/operations";
import { IDENTITY_FIELDS } from "../../wire/first/request-schema";
import type { ClientOperation } from "../client-operations";
import { toInvalidError } from "../encode-request";
import { PULL_REQUEST_METHODS } from "./pull-request-calls";
import { QUEUE_METHODS } from "./queue-calls";
import { RUN_METHODS } from "./run-calls";
import type { SecondMethod, SecondMethods } from "./second-call";

const METHODS: SecondMethods = { ...QUEUE_METHODS, ...PULL_REQUEST_METHODS, ...RUN_METHODS };

export function tryFindSecondCall<Name extends ClientOperation>(name: Name): SecondMethod<Name> | undefined {
  // The table has each method under its own name.
  return (METHODS as Readonly<Record<string, unknown>>)[name] as SecondMethod<Name> | undefined;
}

const IDENTITY = z.object(IDENTITY_FIELDS);

/** Tells whether the second interface takes what the first does not: other bounds, and cursors of its own. */
function isTakenThere({ path: [field] }: z.core.$ZodIssue, request: object): boolean {
  const value: unknown = request[field as keyof object];
  if (field === "cursor") return typeof value === "string" && value !== "";
  return (
    typeof value === "number" && Number.isInteger(value) && Object.hasOwn(SECOND_SETTINGS, String(field))
  );
}

/** Checks a request of a method in its own words. @throws MergeQueueError `invalid_request` */
export function checkSecondRequest(name: ClientOperation, request: object): void {
  const schema = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name as OperationName].requestSchema : IDENTITY;
  const { error } = "targetBranch" in request ? schema.safeParse(request, { error: describeIssue }) : {};
  const issues = error?.issues.filter((issue) => !isTakenThere(issue, request)) ?? [];
  const problems = SETTING_NAMES.flatMap((setting): z.core.$ZodIssueCustom[] => {
    const message = findSecondProblem(setting, request[setting as keyof object]);
    return message === undefined ? [] : [{ code: "custom", path: [setting], message, input: undefined }];
  });
  if (issues.length + problems.length > 0) throw toInvalidError(name, { issues: [...issues, ...problems] });
}
