import { resolve } from "node:path";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { type QueueIdentity, validateIdentity } from "../../queue/queue-identity";
import { tryGetKind } from "../../stack/find-stack-directory";
import { readStacks } from "../../stack/read-stacks";
import { quote } from "../../text/quote";
import type { CommandContext } from "../command-session";
import { readPlanFile } from "../review/read-plan-file";

export interface QueueDeclaration {
  /** Terraform address: `mergequeue_queue.main`, `module.team.mergequeue_queue.web["eu"]`. */
  readonly address: string;
  readonly identity: QueueIdentity;
}

/** Reads the queues that a plan creates or one stack declares. @throws `invalid_plan`, `invalid_stack` */
export async function readDeclaredQueues(context: CommandContext, path: string): Promise<QueueDeclaration[]> {
  const { environment, workingDirectory } = context;
  const directory = resolve(workingDirectory, path);
  const isDirectory = (await tryGetKind(directory)) === "directory";
  // Terraform imports no queue of a null resource.
  const declared = isDirectory
    ? (await readStacks(directory, { environment })).queues.filter(({ address }) => ADDRESS.test(address))
    : await readPlan(context, path);
  const stacks = new Set(declared.map(({ stack }) => stack));
  if (stacks.size > 1) {
    throw new MergeQueueError(
      "invalid_stack",
      `${quote(path)} declares queues in ${stacks.size} stacks, but import blocks belong to one stack. Name the directory of one ` +
        `stack, for example cdktf.out/stacks/${String([...stacks][0])}.`,
    );
  }
  return declared;
}

/** Matches the Terraform address of a queue. A plan's address enters generated code only if it matches. */
const ADDRESS = (() => {
  const step = String.raw`\.[\p{ID_Continue}-]+(?:\[(?:\d+|"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*")\])?`;
  return new RegExp(String.raw`^(?:module${step}\.)*mergequeue_queue${step}$`, "u");
})();

type StackDeclaration = QueueDeclaration & { readonly stack: string | undefined };

async function readPlan(context: CommandContext, file: string): Promise<StackDeclaration[]> {
  const { queues } = await readPlanFile(context, file);
  return queues.flatMap(({ action, address, identity, stack }) => {
    // A plan does not show the identity if it is sensitive or known only after the apply.
    if (action !== "create" || address === undefined || validateIdentity(identity).length > 0) return [];
    if (ADDRESS.test(address)) return [{ address, identity, stack }];
    throw new MergeQueueError("invalid_plan", `${quote(address)} is not the address of a queue.`);
  });
}
