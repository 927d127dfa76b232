import { DEFAULT_TIMEOUTS_MS } from "../../reconcile/default-timeouts";
import { describeStateChange, type RequestableState } from "../../reconcile/queue-state";
import { createAction, type Invocation } from "./create-action";

export const PAUSE_ACTION = createAction({
  description:
    "Pauses a merge queue: tests that are running continue, but nothing merges and no new test starts until the queue " +
    "is resumed. A queue that is paused already is not changed.",
  activity: "pausing the queue",
  defaultTimeoutMs: DEFAULT_TIMEOUTS_MS.update,
  run: async (invocation) => changeState(invocation, "paused"),
});

export const RESUME_ACTION = createAction({
  description:
    "Lets a paused or draining merge queue run again. A queue that is running already is not changed.",
  activity: "resuming the queue",
  defaultTimeoutMs: DEFAULT_TIMEOUTS_MS.update,
  run: async (invocation) => changeState(invocation, "running"),
});

async function changeState(invocation: Invocation, state: RequestableState): Promise<void> {
  const { reconciler, queue, options, report } = invocation;
  report(describeStateChange(queue, await reconciler.changeState(queue, state, options)));
}
