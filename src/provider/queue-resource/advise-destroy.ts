import type { Diagnostic } from "../../plugin/diagnostic";
import type { CallContext } from "../../plugin/provider-definition";
import type { ObjectValue } from "../../plugin/values/value";
import { formatQueueId } from "../../queue/queue-identity";
import { describePullRequests } from "../../reconcile/describe-pull-requests";
import type { LiveQueue } from "../../reconcile/read-queue";
import { isAbandoned, isDrained, tryGetIdentity } from "../identity-values";
import type { ProviderData } from "../provider-data";
import { describeTimeout } from "./operation-timeout";
import { readForAdvice } from "./read-for-advice";

/** Warns of pull requests in a queue that is about to be destroyed or replaced. */
export async function adviseDestroy(
  prior: ObjectValue,
  data: ProviderData | undefined,
  context: CallContext,
): Promise<readonly Diagnostic[]> {
  const identity = tryGetIdentity(prior);
  if (identity === undefined || isAbandoned(prior)) return [];
  const { live, diagnostics } = await readForAdvice(identity, data, context);
  if (live === undefined || live.pullRequests.length === 0) return diagnostics;
  const id = formatQueueId(identity);
  const what = isDrained(prior) ? "will be drained first" : "has pull requests in it";
  return [
    {
      severity: "warning",
      // Of several warnings with one summary Terraform shows the first only.
      summary: `Queue to be deleted ${what}: ${id}`,
      detail:
        `In queue ${id} are now:\n${describePullRequests(live.pullRequests)}\n` +
        (isDrained(prior) ? describeDrain(prior, live) : REFUSAL),
    },
  ];
}

const REFUSAL = "Deleting it will be refused as long as they are there. Let them merge or cancel them first.";

function describeDrain(prior: ObjectValue, { settings: { state } }: LiveQueue): string {
  const wait = `waits for at most ${describeTimeout(prior, "delete")} until it is empty, then deletes it.`;
  if (state === "draining")
    return `It is draining already. Terraform ${wait} If it is not empty by then, it stays.`;
  const resumed = state === "paused" ? " It is paused now, and draining lets what is in it go on." : "";
  return (
    `It will take in nothing new, and Terraform ${wait}${resumed} If it is not empty by then, it gets its present ` +
    "state back and stays."
  );
}
