import type { ErrorCode } from "../../queue/merge-queue-error";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";

/** What a provisioner was about to do. */
export interface LocalExecTask {
  readonly name: "create" | "configure" | "delete" | "drain" | "release";
  readonly identity: QueueIdentity;
  /** Terraform address of the resource that stands for the queue's existence; where it is told. */
  readonly address?: string;
}

/** Answers what to do next, beyond what the message itself says. */
type Remedy = (task: LocalExecTask) => string;

const SOLVE_AND_APPLY: Remedy = () => "Solve the cause, then apply again.";

const TAKE_OVER: Remedy = (task) =>
  'To take it over and change it to what is declared, set onExisting: "adopt" and apply again. If an apply of this ' +
  `stack that was broken off has created it, run terraform untaint ${toAddress(task)} and apply again.`;

const EMPTY: Remedy = ({ name, identity }) =>
  name === "drain"
    ? "Run this again to go on waiting, or cancel them first. To forget the queue and leave it as it is, take the " +
      "resource out of the state with terraform state rm."
    : `Let them merge, cancel them, or run mergequeue queue drain ${quoteForShell(formatQueueId(identity))} --wait; then ` +
      "run this again. To forget the queue and leave it as it is, take the resource out of the state with terraform " +
      "state rm.";

const REMEDIES: Readonly<Partial<Record<ErrorCode, Remedy>>> = {
  invalid_configuration: () =>
    "In the stack, the address is the prop baseUrl of MergeQueueProvider; the token comes from the environment " +
    "variable MERGEQUEUE_TOKEN alone.",
  outcome_unknown: ({ identity }) =>
    `What the service has now, mergequeue queue get ${quoteForShell(formatQueueId(identity))} tells.`,
  deadline_exceeded: () => "More time can be given with the prop timeouts of the queue.",
  queue_exists: TAKE_OVER,
  create_unproven: TAKE_OVER,
  create_rolled_back: SOLVE_AND_APPLY,
  adoption_failed: SOLVE_AND_APPLY,
  create_incomplete: (task) =>
    "Terraform has marked the resource as tainted. To keep the queue and only finish its configuration, run terraform " +
    `untaint ${toAddress(task)} and apply again.`,
  queue_gone: (task) =>
    `Terraform cannot notice that by itself. To create the queue anew, run terraform apply -replace=${toAddress(task)}.`,
  queue_not_empty: EMPTY,
};

/**
 * Does what a provisioner is about; a failure says what to do next to whoever works with Terraform.
 * @throws MergeQueueError as the work
 */
export async function withRemedy<Result>(task: LocalExecTask, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const remedy = isMergeQueueError(error) ? REMEDIES[error.code] : undefined;
    if (!isMergeQueueError(error) || remedy === undefined) throw error;
    throw new MergeQueueError(error.code, `${error.message} ${remedy(task)}`, error.details, error.cause);
  }
}

function toAddress({ address = "ADDRESS" }: LocalExecTask): string {
  return quoteForShell(address);
}
