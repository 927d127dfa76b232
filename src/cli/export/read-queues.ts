import { resolve } from "node:path";
import { Deadline } from "../../api/clock";
import { MAX_IN_FLIGHT } from "../../api/retry/request-limiter";
import type { Finding } from "../../queue/finding";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import {
  formatQueueId,
  type QueueIdentity,
  toIdentityKey,
  validateIdentity,
} from "../../queue/queue-identity";
import type { ShownQueue } from "../../reconcile/find-differences";
import { forEachLimited } from "../../reconcile/plan/for-each-limited";
import { isFatal, requireAllRead } from "../../reconcile/plan/queue-failures";
import { tryGetKind } from "../../stack/find-stack-directory";
import { readStacks } from "../../stack/read-stacks";
import { quote } from "../../text/quote";
import type { CommandContext } from "../command-session";
import type { Connection } from "../connection/connect";
import { readTextList } from "../files/read-input-file";
import { readPlanFile } from "../review/read-plan-file";

/**
 * Reads queue ids from the text of a file: a JSON array of strings, or one id a line with `#` comments.
 * @throws MergeQueueError `invalid_identity` if there are none
 */
export function readQueueIds(text: string): readonly string[] {
  return readTextList(text, {
    name: "The list of queues",
    advice: "Write one id, host/owner/name/branch, a line, or a JSON array of ids.",
    code: "invalid_identity",
    // An id contains no white space, so a # after white space is not part of it.
    stripLine: (line) => line.replace(/(?:^|\s)#.*$/s, ""),
  });
}

/**
 * Parses queue ids. Of ids that name the same queue, the first one counts.
 * @throws MergeQueueError `invalid_identity` that lists every invalid id
 */
export function parseQueueIds(ids: readonly string[]): readonly QueueIdentity[] {
  const queues = new Map<string, QueueIdentity>();
  const findings: Finding[] = [];
  for (const [index, id] of ids.entries()) {
    try {
      const identity = parseQueueId(id);
      const key = toIdentityKey(identity);
      if (!queues.has(key)) queues.set(key, identity);
    } catch (error) {
      if (!isMergeQueueError(error)) throw error;
      findings.push({ path: [String(index)], message: error.message });
    }
  }
  if (findings.length === 0) return [...queues.values()];
  const message = findings.map((finding) => finding.message).join("\n");
  throw new MergeQueueError("invalid_identity", message, { findings });
}

/**
 * Reads queues, one `/getQueue` each, a few at a time, within one time limit.
 * @throws MergeQueueError as {@link requireAllRead}
 */
export async function readLiveQueues(
  { reconciler, timeoutMs, stopSignal, parallelism = MAX_IN_FLIGHT }: Connection,
  { clock }: Pick<CommandContext, "clock">,
  queues: readonly QueueIdentity[],
  ifAbsent: "fail" | "skip" = "fail",
): Promise<ReadonlyMap<string, ShownQueue>> {
  const deadline = Deadline.after(timeoutMs, clock);
  const shown = new Map<string, ShownQueue>();
  const failed = new Map<QueueIdentity, MergeQueueError>();
  let isLost = false;
  await forEachLimited(queues, parallelism, async (queue) => {
    if (isLost) return;
    try {
      const options = { timeoutMs, within: deadline, stopSignal };
      // Pull requests are not needed, and there may be many.
      const { settings, additionalFields } = await reconciler.read(queue, options);
      shown.set(toIdentityKey(queue), { settings, additionalFields });
    } catch (error) {
      if (!isMergeQueueError(error)) throw error;
      if (ifAbsent === "skip" && error.code === "not_found") return;
      failed.set(queue, error);
      isLost ||= isFatal(error) || deadline.remainingMs === 0;
    }
  });
  requireAllRead(queues, formatQueueId, failed, shown.size, "nothing was written");
  return shown;
}

/** A queue that a stack declares: where, and which one. */
export interface QueueDeclaration {
  /** Terraform address: `mergequeue_queue.main`, `module.team.mergequeue_queue.web["eu"]`. */
  readonly address: string;
  readonly identity: QueueIdentity;
}

/**
 * Reads the queues that an apply would create. A plan has exactly these; a directory does not know the state, and has all
 * that are declared: Terraform ignores an `import` block of what is in the state.
 * @param path - a directory with one synthesized stack, a file with a plan as `mergequeue review` takes, `-` for standard input
 * @throws MergeQueueError `invalid_stack` or `invalid_plan` if it is neither, or has queues of several stacks
 */
export async function readDeclaredQueues(
  context: CommandContext,
  path: string,
): Promise<readonly QueueDeclaration[]> {
  const { environment, workingDirectory } = context;
  const directory = resolve(workingDirectory, path);
  const isDirectory = (await tryGetKind(directory)) === "directory";
  // What null resources stand for is not imported.
  const declared = isDirectory
    ? (await readStacks(directory, { environment })).queues.filter(({ address }) => ADDRESS.test(address))
    : await readPlan(context, path);
  const stacks = new Set(declared.map(({ stack }) => stack));
  if (stacks.size > 1) {
    throw new MergeQueueError(
      "invalid_stack",
      `${quote(path)} declares queues in ${stacks.size} stacks, and import blocks belong to one. Name the directory of one ` +
        `stack, for example cdktf.out/stacks/${String([...stacks][0])}.`,
    );
  }
  return declared;
}

/** The form of a Terraform address: nothing else from a plan may enter generated code. */
const ADDRESS = (() => {
  const step = String.raw`\.[\p{ID_Continue}-]+(?:\[(?:\d+|"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*")\])?`;
  return new RegExp(String.raw`^(?:module${step}\.)*mergequeue_queue${step}$`, "u");
})();

type StackDeclaration = QueueDeclaration & { readonly stack: string | undefined };

async function readPlan(context: CommandContext, file: string): Promise<StackDeclaration[]> {
  const { queues } = await readPlanFile(context, file);
  return queues.flatMap(({ action, address, identity, stack }) => {
    // Of what is known after apply only, or sensitive, a plan does not say which queue it is.
    if (action !== "create" || address === undefined || validateIdentity(identity).length > 0) return [];
    if (ADDRESS.test(address)) return [{ address, identity, stack }];
    throw new MergeQueueError("invalid_plan", `${quote(address)} is not the address of a queue.`);
  });
}
