import type { EngineEvent } from "../../../src/engine/engine-event";
import { DEFAULT_ENGINE_OPTIONS } from "../../../src/engine/engine-options";
import type { EngineState, LineEntry, Queue } from "../../../src/engine/engine-state";
import { NOW_MS } from "../engine-fixtures";
import type { Schedule } from "./arbitrary-schedule";
import { playSchedule, type Step } from "./play-schedule";
import { showNumbers } from "./queue-step";

/**
 * Describes what is wrong with a schedule, by a schedule that is as short as possible.
 * @param findWrong - what is wrong with a schedule; undefined: nothing
 */
export function describeShortest(
  schedule: Schedule,
  findWrong: (schedule: Schedule) => string | undefined,
): string {
  const isEnough = (actions: Schedule["actions"]) => findWrong({ ...schedule, actions }) !== undefined;
  const shortest = { ...schedule, actions: shortenList(schedule.actions, isEnough) };
  return `${findWrong(shortest)}\n${showSchedule(shortest)}`;
}

/**
 * Removes ever smaller parts of a list while the rest still has the wanted effect.
 * @param isEnough - whether a list does; true of the whole one
 */
function shortenList<Item>(
  list: readonly Item[],
  isEnough: (list: readonly Item[]) => boolean,
): readonly Item[] {
  let shortest = list;
  let size = list.length;
  while (size >= 1) {
    const length = shortest.length;
    let start = 0;
    while (start < shortest.length) {
      const rest = [...shortest.slice(0, start), ...shortest.slice(start + size)];
      if (isEnough(rest)) shortest = rest;
      else start += size;
    }
    // What one item was needed for may not be needed any more.
    if (shortest.length === length) size = Math.floor(size / 2);
  }
  return shortest;
}

/** Formats a schedule for people: every event with its minute, and the queues after it. */
function showSchedule(schedule: Schedule): string {
  const lines = [`options: ${showOptions(schedule)}`];
  try {
    playSchedule(schedule, (step) => lines.push(showStep(step)));
  } catch (error) {
    lines.push(String(error));
  }
  return lines.join("\n");
}

function showOptions({ options }: Schedule): string {
  const standard = Object.entries(DEFAULT_ENGINE_OPTIONS);
  const different = Object.entries(options).filter(
    ([name, value]) => standard.find(([other]) => other === name)?.[1] !== value,
  );
  return JSON.stringify(Object.fromEntries(different));
}

function showStep({ event, nowMs, after, isRefused }: Step): string {
  const minute = ((nowMs - NOW_MS) / 60_000).toFixed(3).replace(/\.?0+$/u, "");
  const happening = `${minute} ${showEvent(event, after)}${isRefused ? " (refused)" : ""}`;
  const queues = [...after.queues.values()].filter(({ submissions }) => submissions.size > 0);
  return [happening, ...queues.map((queue) => `      ${showQueue(queue)}`)].join("\n");
}

function showEvent(event: EngineEvent, state: EngineState): string {
  const { type, ...given } = event;
  if (event.type === "reportCheck") {
    for (const queue of state.queues.values()) {
      const run = queue.testRuns.get(event.testRunId);
      if (run === undefined) continue;
      return `${type} ${event.name} ${event.conclusion} of the run of ${showNumbers(queue, run.sequences)}`;
    }
  }
  return `${type} ${JSON.stringify(given, (name, value: unknown) => (name === "repo" ? undefined : value))}`;
}

function showQueue(queue: Queue): string {
  const line = queue.line.map((entry) => showEntry(queue, entry)).join(" | ");
  const waiting = Array.from(queue.waiting.values(), (sequence) => {
    const { number = "?", state = "?" } = queue.submissions.get(sequence) ?? {};
    return `#${number} ${state}`;
  });
  const state = queue.isSwitchingModes ? "switching_modes" : queue.settings.state;
  const merged = Array.from(queue.concluded.values()).filter(
    (sequence) => queue.submissions.get(sequence)?.state === "merged",
  );
  return (
    `${queue.identity.targetBranch} ${state} ${queue.settings.mode}: ${line} || ${waiting.join(", ")} ` +
    `|| merged ${showNumbers(queue, merged)}`
  );
}

function showEntry(queue: Queue, { sequences, phase, beneath, parts, targets }: LineEntry): string {
  const on = beneath.length === 0 ? "" : ` on ${showNumbers(queue, beneath)}`;
  const bisected = parts.map((part) => ` [${showNumbers(queue, part.sequences)} ${part.phase}]`).join("");
  const impacts = targets === "ALL" ? "ALL" : targets.join("");
  return `${showNumbers(queue, sequences)} (${impacts}) ${phase}${on}${bisected}`;
}
