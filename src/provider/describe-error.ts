import { type AttributePath, attributePath, type Diagnostic } from "../plugin/diagnostic";
import { toAttributeName } from "../queue/attribute-name";
import type { TimedOperation } from "../queue/check-attributes";
import {
  type ErrorCode,
  hasErrorCode,
  isMergeQueueError,
  MergeQueueError,
  toErrorMessage,
} from "../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity, REPOSITORY_PARTS } from "../queue/queue-identity";
import { tryFindSetting } from "../queue/settings";
import { quote } from "../text/quote";
import { quoteForHcl } from "../text/quote-for-hcl";
import { quoteForShell } from "../text/quote-for-shell";
import { createError } from "./diagnostics";
import { NotConfiguredError } from "./provider-data";

/** The kind of call that failed. The advice depends on it. `drain`: a delete that empties the queue. */
export type FailedBlock = TimedOperation | "drain" | "configuration" | "data source" | "list" | "action";

/** The object that a block looks up. If it does not exist, the error names it. */
export interface LookupTarget {
  /** The start of a sentence that ends in "not found", for example `Pull request 7 of queue "…" was`. */
  readonly name: string;
  readonly path: AttributePath;
}

export function toQueueTarget(queue: QueueIdentity): LookupTarget {
  return { name: `Queue ${quote(formatQueueId(queue))} was`, path: attributePath("target_branch") };
}

const TAKEOVER_REMEDY = ({ details }: MergeQueueError): string =>
  details.queue === undefined ? "" : describeTakeover(details.queue);

const REFUSED_REMEDY = ({ details: { queue } }: MergeQueueError): string =>
  "Cancel these pull requests, or let the ready ones merge. Then run the same command again. To have Terraform empty the " +
  'queue first, apply deletion_policy = "drain" while the queue is still in the configuration. To forget the queue and leave it ' +
  'as it is, first apply deletion_policy = "abandon".' +
  (queue === undefined
    ? ""
    : ` To drain the queue now:\n\n  mergequeue queue drain ${quoteForShell(formatQueueId(queue))} --wait`);

const DRAINED_REMEDY =
  "Cancel the waiting pull requests. To wait for the running tests, run the same command again. To wait longer, apply " +
  'timeouts = { delete = … }, at most "24h", while the queue is still in the configuration. To forget the queue ' +
  'and leave it as it is, first apply deletion_policy = "abandon".';

const EMPTYING: Partial<Readonly<Record<FailedBlock, string>>> = {
  drain: DRAINED_REMEDY,
  action:
    "Cancel the waiting pull requests. To wait for the running tests, run the same command again. To wait longer, set " +
    'timeouts = { invoke = … } in the action\'s config block, at most "24h".',
};

const MORE_TIME: Partial<Readonly<Record<FailedBlock, string>>> = {
  drain: giveTime("delete"),
  configuration: "",
  "data source":
    "A data source may take one minute, but a list of pull requests may take five. Narrow the list with since or state.",
  list: "Reading each queue may take one minute. Run the query again when the service responds faster.",
  action: 'To give the action more time, set timeouts = { invoke = "10m" } in its config block.',
};

function giveTime(operation: string): string {
  return `To give the operation more time, set timeouts = { ${operation} = "10m" } in the resource.`;
}

/** Maximum length of a diagnostic's text, in bytes of UTF-8. */
const LONGEST_DETAIL_BYTES = 2_048;

const IDENTITY_FIELDS: ReadonlySet<string> = new Set(["repo", ...REPOSITORY_PARTS, "targetBranch"]);

const SUMMARIES: Readonly<Record<ErrorCode, string>> = {
  invalid_configuration: "Invalid provider configuration",
  invalid_identity: "Invalid queue id",
  invalid_request: "Invalid queue configuration",
  refused: "Request refused by the merge queue service",
  unauthorized: "Token not accepted by the merge queue service",
  forbidden: "Operation not allowed for this token",
  not_found: "Not found by the merge queue service",
  wrong_address: "No merge queue service at this address",
  proxy_refused: "Proxy refused the request",
  rate_limited: "Too many requests for the merge queue service",
  server_error: "Merge queue service failed",
  unreachable: "Merge queue service not reachable",
  no_answer: "Response of the merge queue service lost",
  outcome_unknown: "Outcome of the request unknown",
  unexpected_response: "Response of the merge queue service not understood",
  deadline_exceeded: "Operation took too long",
  interrupted: "Operation interrupted",
  not_approved: "Change not approved",
  queue_exists: "Queue exists already",
  declared_twice: "Queue declared by more than one resource",
  queue_gone: "Queue deleted outside Terraform",
  queue_replaced: "Queue replaced outside Terraform",
  queue_not_empty: "Queue has pull requests in it",
  not_stored: "Service did not store the configured values",
  create_rolled_back: "Queue not created",
  create_incomplete: "Queue created but not configured",
  create_unproven: "Queue created but not configured",
  adoption_failed: "Queue not adopted",
  plan_outdated: "Queue changed since the plan",
  // Only the command has these.
  invalid_stack: "Invalid stack",
  invalid_plan: "Invalid plan",
  plan_unsafe: "Plan takes too much away",
  apply_incomplete: "Plan applied in part",
  invalid_workload: "Invalid workload",
  history_too_small: "History too small",
};

type Remedy = (error: MergeQueueError, block: FailedBlock) => string;

/** What to do next, for errors whose message does not say so. */
const REMEDIES: Partial<Readonly<Record<ErrorCode, Remedy>>> = {
  outcome_unknown: (error) => {
    const look = "Run terraform plan: it reads the queue from the service.";
    const { operation, record } = error.details;
    if (operation !== "createQueue") return look;
    // Only a queue that was found has a record.
    return record === undefined
      ? `${look} If the queue exists: ${TAKEOVER_REMEDY(error)}`
      : TAKEOVER_REMEDY(error);
  },
  deadline_exceeded: (_, block) => MORE_TIME[block] ?? giveTime(block),
  queue_exists: TAKEOVER_REMEDY,
  declared_twice: () => "Keep one of the resources in the configuration, then apply again.",
  queue_gone: (_, block) =>
    `Plan again: Terraform will then propose to create the queue${block === "action" ? ", if a resource declares it" : ""}.`,
  queue_replaced: ({ details: { queue } }) =>
    queue === undefined
      ? ""
      : `To manage the new queue with this resource, forget the old one first:\n  terraform state rm ADDRESS\n${describeImport(queue)}`,
  plan_outdated: () => "The plan must refresh the state: run it without -refresh=false.",
  queue_not_empty: (error, block) => EMPTYING[block] ?? REFUSED_REMEDY(error),
  create_rolled_back: () => "Fix the cause, then apply again.",
  create_incomplete: (error) =>
    error.details.record === undefined
      ? `The queue is not in the state. ${TAKEOVER_REMEDY(error)}`
      : "Terraform has marked the resource as tainted and would replace the queue on the next apply. To keep it " +
        "and only finish its configuration, run terraform untaint ADDRESS with the address shown here, " +
        "for example terraform untaint mergequeue_queue.main, and apply again.",
  create_unproven: TAKEOVER_REMEDY,
  adoption_failed: ({ details: { queue } }) =>
    "Fix the cause, then apply again: the apply tries again to adopt the queue. " +
    (queue === undefined ? "" : describeImport(queue)),
};

/** Converts a caught value to a diagnostic. Never throws. */
export function describeError(error: unknown, block: FailedBlock): Diagnostic {
  if (error instanceof NotConfiguredError)
    return createError("Provider configuration not known yet", error.message);
  if (!isMergeQueueError(error)) {
    return createError(
      "Unexpected error in the mergequeue provider",
      `${toErrorMessage(error)}\n\nThis is a bug in the provider. Nothing further was changed. Please report it with the ` +
        "output of TF_LOG_PROVIDER=trace.",
    );
  }
  const advice = REMEDIES[error.code]?.(error, block) ?? "";
  const ending = advice === "" ? "" : `\n\n${advice}`;
  // The advice is never shortened.
  const message = shortenToBytes(error.message, LONGEST_DETAIL_BYTES - Buffer.byteLength(ending));
  return createError(SUMMARIES[error.code], message + ending, toPath(error));
}

/** Like {@link describeError}, but also names the target if the target does not exist. */
export function describeLookupError(error: unknown, target: LookupTarget, block: FailedBlock): Diagnostic {
  if (!hasErrorCode(error, "not_found")) return describeError(error, block);
  const { name, path } = target;
  const { code, message, details } = error;
  const told = new MergeQueueError(code, `${name} not found. ${message}`, details, error);
  return { ...describeError(told, block), path };
}

function toPath({ code, details }: MergeQueueError): Diagnostic["path"] {
  if (code === "invalid_configuration")
    return details.argument === undefined ? undefined : attributePath(details.argument);
  if (details.field === undefined) return undefined;
  const names = details.field.split(".");
  // Its type is the user's own, so a path cannot lead into it.
  if (names[0] === "additionalSettings") return attributePath(toAttributeName(names[0]));
  // A field without an attribute has no path in a configuration.
  const isAttribute = names.every((name) => tryFindSetting(name) !== undefined || IDENTITY_FIELDS.has(name));
  return isAttribute ? attributePath(...names.map(toAttributeName)) : undefined;
}

function shortenToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let room = maxBytes - Buffer.byteLength("…");
  let shortened = "";
  for (const character of text) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    shortened += character;
  }
  return shortened + "…";
}

/** Says how to import an existing queue. */
export function describeImport(queue: QueueIdentity): string {
  const id = formatQueueId(queue);
  return (
    "To manage it with this resource, import it:\n" +
    `  terraform import ADDRESS ${quoteForShell(id)}\n` +
    "or declare it, and let Terraform plan the import:\n" +
    `  import {\n    to = ADDRESS\n    id = ${quoteForHcl(id)}\n  }\n` +
    "ADDRESS is the resource's address, for example mergequeue_queue.main."
  );
}

/** Says how to import or adopt a queue that already exists. */
export function describeTakeover(queue: QueueIdentity): string {
  return (
    `${describeImport(queue)}\n` +
    'Or set on_existing = "adopt" and apply again: that changes the queue to what is declared.\n' +
    "After an apply that was interrupted, write the import blocks of all such queues at once:\n" +
    "  terraform plan -out=tfplan\n" +
    "  terraform show -json tfplan | mergequeue export --declared-in - > imports.tf"
  );
}
