import { type Law, type QueueStep, showNumbers } from "../queue-step";

/** What does not happen while a queue is paused, drains or switches modes. */
export const GATE_LAWS: readonly Law[] = [
  {
    title: "nothing merges and no run starts while the queue is paused",
    begin:
      () =>
      ({ after, started, concluded }) => {
        if (after.settings.state !== "paused") return undefined;
        const merged = concluded.filter(({ state }) => state === "merged");
        if (merged.length > 0)
          return `${merged.map(({ number }) => `#${number}`).join(", ")} merged in a pause`;
        return describeStarted("started in a pause", after, started);
      },
  },
  {
    title: "a submission to a draining queue does not start before it runs again",
    begin: watchDraining,
  },
  {
    title: "no run starts while the queue switches modes, until no run of before is in progress",
    begin: watchSwitching,
  },
];

function describeStarted(
  what: string,
  queue: QueueStep["after"],
  runs: QueueStep["started"],
): string | undefined {
  const [run] = runs;
  return run === undefined ? undefined : `${showNumbers(queue, run.sequences)} ${what}`;
}

function watchDraining(): (step: QueueStep) => string | undefined {
  let heldFrom: number | undefined;
  return ({ event, before, after, started, concluded }) => {
    const { state } = after.settings;
    if (state === "running") heldFrom = undefined;
    else if (state === "draining" && event.type === "updateQueue") heldFrom ??= before.submissions.size + 1;
    if (heldFrom === undefined) return undefined;
    const from = heldFrom;
    const early = started.filter((run) => run.sequences.some((sequence) => sequence >= from));
    const merged = concluded.find((one) => one.state === "merged" && one.sequence >= from);
    if (merged !== undefined)
      return `#${merged.number} merged, although it was submitted to a draining queue`;
    return describeStarted("started, although submitted to a draining queue", after, early);
  };
}

function watchSwitching(): (step: QueueStep) => string | undefined {
  let former: readonly string[] = [];
  return ({ before, after, runs, started }) => {
    if (before.settings.mode !== after.settings.mode) {
      former = runs.filter(({ id }) => before.testRuns.get(id)?.status === "in_progress").map(({ id }) => id);
    }
    former = former.filter((id) => after.testRuns.get(id)?.status === "in_progress");
    const isSwitching = former.length > 0;
    if (isSwitching !== after.isSwitchingModes) {
      return isSwitching
        ? "does not switch modes, although earlier runs are in progress"
        : "still switches modes";
    }
    return isSwitching ? describeStarted("started while modes are switched", after, started) : undefined;
  };
}
