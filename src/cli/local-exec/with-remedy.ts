import { type ErrorCode, isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";

export interface LocalExecTask {
  readonly name: "create" | "configure" | "delete" | "drain" | "release";
  readonly identity: QueueIdentity;
  /** Terraform address of the resource that creates the queue. Undefined if unknown. */
  readonly address?: string | undefined;
}

type Remedy = (task: LocalExecTask, details: MergeQueueError["details"]) => string;

const ADOPT = 'To adopt it and apply the declared settings, set onExisting: "adopt" and apply again.';

const TAKE_OVER: Remedy = (task) =>
  `${ADOPT} If an interrupted apply of this stack created it, run terraform untaint ${toAddress(task)} and apply again.`;

const REMEDIES: Readonly<Partial<Record<ErrorCode, Remedy>>> = {
  invalid_configuration: () =>
    "In the stack, the address is the prop baseUrl of MergeQueueProvider. The token comes only from the environment " +
    "variable MERGEQUEUE_TOKEN.",
  // Only a queue that was found has a record.
  outcome_unknown: ({ name, identity }, { record }) =>
    name === "create" && record !== undefined
      ? ADOPT
      : `To see the queue as it is now, run mergequeue queue get ${quoteForShell(formatQueueId(identity))}.`,
  deadline_exceeded: () => "To allow more time, set the prop timeouts of the queue.",
  queue_exists: TAKE_OVER,
  create_unproven: TAKE_OVER,
  create_rolled_back: () => "Fix the cause, then apply again.",
  adoption_failed: () => "Fix the cause, then apply again.",
  create_incomplete: (task, { record }) =>
    record === undefined
      ? ADOPT
      : "Terraform has marked the resource as tainted. To keep the queue and only finish its configuration, run " +
        `terraform untaint ${toAddress(task)} and apply again.`,
  queue_gone: (task) =>
    `Terraform does not notice this by itself. To create the queue again, run terraform apply -replace=${toAddress(task)}.`,
  queue_not_empty: ({ name, identity }) =>
    (name === "drain"
      ? "Run Terraform again to continue waiting, or cancel the pull requests first."
      : `Cancel the pull requests, let the ready ones merge, or run mergequeue queue drain ${quoteForShell(formatQueueId(identity))} --wait; then run Terraform again.`) +
    " To keep the queue but stop managing it, remove the resource from the state with terraform state rm.",
};

export async function withRemedy<Result>(task: LocalExecTask, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const remedy = isMergeQueueError(error) ? REMEDIES[error.code] : undefined;
    if (!isMergeQueueError(error) || remedy === undefined) throw error;
    const { code, message, details, cause } = error;
    throw new MergeQueueError(code, `${message} ${remedy(task, details)}`, details, cause);
  }
}

function toAddress({ address = "ADDRESS" }: LocalExecTask): string {
  return quoteForShell(address);
}
