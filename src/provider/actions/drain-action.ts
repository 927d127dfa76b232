import { formatQueueId } from "../../queue/queue-identity";
import { DEFAULT_DRAIN_TIMEOUT_MS } from "../../reconcile/default-timeouts";
import { describeLeft } from "../../reconcile/describe-pull-requests";
import { createAction, type Invocation } from "./create-action";

export const DRAIN_ACTION = createAction({
  description:
    "Drains a merge queue, and waits until it is empty: running tests finish and merge, and nothing new " +
    "starts. The queue is still `draining` afterwards. If it is not empty in time, or Terraform is interrupted, it gets " +
    "its earlier state back.",
  activity: "draining the queue",
  defaultTimeoutMs: DEFAULT_DRAIN_TIMEOUT_MS,
  run: drain,
});

/** A report is repeated after this time: CI systems end jobs that are silent for ten minutes. */
const REPEAT_MS = 60_000;

async function drain({ reconciler, clock, queue, options, report }: Invocation): Promise<void> {
  const id = formatQueueId(queue);
  const startedAtMs = clock.now();
  let shown: string | undefined;
  let shownAtMs = startedAtMs;
  await reconciler.empty(queue, {
    ...options,
    onDraining: (before) => {
      report(
        before === "draining"
          ? `Queue ${id} is draining already.`
          : `Queue ${id} is draining now; it was ${before ?? "in an unknown state"}.`,
      );
    },
    onBusy: ({ pullRequests }) => {
      const left = describeLeft(pullRequests);
      const nowMs = clock.now();
      if (left === shown && nowMs - shownAtMs < REPEAT_MS) return;
      const minutes = Math.floor((nowMs - startedAtMs) / 60_000);
      report(left === shown ? `${left} (after ${minutes} min)` : left);
      shown = left;
      shownAtMs = nowMs;
    },
    onHeld: report,
  });
  report(`Queue ${id} is empty. It is still draining; mergequeue_resume lets it run again.`);
}
