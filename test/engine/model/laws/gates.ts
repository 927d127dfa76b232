import { isMergedByQueue, type Law, type QueueStep, showNumbers } from "../queue-step";

/** What does not happen while a queue is paused, drains or switches modes. */
export const GATE_LAWS: readonly Law[] = [
  {
    title: "nothing merges and no run starts while the queue is paused",
    begin:
      () =>
      ({ after, started, concluded }) => {
        if (after.settings.state !== "paused") return undefined;
        const merged = concluded.filter(isMergedByQueue);
        if (merged.length > 0)
          return `${merged.map(({ number }) => `#${number}`).join(", ")} merged in a pause`;
        return describeStarted("started in a pause", after, started);
      },
  },
  {
    title: "while a queue drains, only what has been in the line before starts, until the queue runs again",
    begin: watchDraining,
  },
  {
    title:
      "a queue switches modes while what was in the line is there, and only that starts meanwhile; in a pause while it is tested",
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
  let isHolding = false;
  return ({ event, before, after, started, concluded }) => {
    const { state } = after.settings;
    if (state === "running") isHolding = false;
    else if (state === "draining" && event.type === "updateQueue") isHolding = true;
    if (!isHolding) return undefined;
    const isNew = (sequence: number) => before.submissions.get(sequence)?.place === undefined;
    const merged = concluded.find((one) => isMergedByQueue(one) && isNew(one.sequence));
    if (merged !== undefined) return `#${merged.number} merged, although the queue drains`;
    const early = started.filter((run) => run.sequences.some(isNew));
    return describeStarted("started, although the queue drains", after, early);
  };
}

function watchSwitching(): (step: QueueStep) => string | undefined {
  let isOn = false;
  return ({ before, after, running, started }) => {
    const wasInLine = (sequence: number) => before.submissions.get(sequence)?.place !== undefined;
    // A second change goes back to the mode of the line.
    if (before.settings.mode !== after.settings.mode)
      isOn = !before.isSwitchingModes && before.line.length > 0;
    const left = [...after.line.flatMap(({ sequences }) => sequences), ...after.ready.values()];
    isOn &&= after.settings.state === "paused" ? running.length > 0 : left.some(wasInLine);
    if (isOn !== after.isSwitchingModes) {
      return isOn ? "does not switch modes, although earlier ones are in the line" : "still switches modes";
    }
    if (!isOn) return undefined;
    const early = started.filter((run) => !run.sequences.every(wasInLine));
    return describeStarted("started while modes are switched", after, early);
  };
}
