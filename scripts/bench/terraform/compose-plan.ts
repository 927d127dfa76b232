import type { Section } from "../bench-part";
import { median, toSeconds } from "../figure";
import type { CellRuns } from "./cell-runs";
import { isSameCell, PROMISED, tryFindRuns } from "./cell-runs";
import { computeFloorMs, computeRoundTripsMs, GOAL, listDurations } from "./list-figures";
import { REPLAY_NAME, WAITING_REPLAY_NAME } from "./replay/list-replays";
import { FLOOR } from "./subject";

/** What the subjects of the table are compared with, in milliseconds. */
interface Bases {
  /** Terraform alone and the round trips. */
  readonly strictMs: number;
  /** The replay and the round trips. */
  readonly floorMs: number;
  /** The replay that waits. */
  readonly waitingMs: number;
}

/**
 * Makes the table that takes the plan apart whose time is promised: what Terraform takes, what the plugin protocol takes,
 * what waiting takes, and what a provider adds.
 * @returns undefined where there are no replays
 */
export function tryComposePlan(results: readonly CellRuns[]): Section | undefined {
  const promised = results.filter(({ cell }) => isSameCell(cell, PROMISED));
  const [alone, replay, waiting] = [FLOOR.name, REPLAY_NAME, WAITING_REPLAY_NAME].map((subject) =>
    tryFindRuns(results, subject, PROMISED),
  );
  if (alone === undefined || replay === undefined || waiting === undefined) return undefined;
  const bases = {
    strictMs: computeFloorMs(alone),
    floorMs: computeFloorMs(replay),
    waitingMs: median(listDurations(waiting)),
  };
  const rest = promised.filter((it) => ![alone, replay, waiting].includes(it));
  const { queues, line } = PROMISED;
  return {
    title: `Terraform: what a plan of ${queues} queues at ${line.latencyMs} ms over TLS is made of`,
    text: describe(bases, listDurations(replay).length),
    columns: [
      "",
      "time, s",
      "as a multiple of the strict floor",
      "of the floor",
      `of the ${WAITING_REPLAY_NAME}`,
    ],
    rows: [
      // Both wait for nothing: a floor is not what they are to be compared with.
      [`\`${FLOOR.name}\``, formatSeconds(alone), "", "", ""],
      [REPLAY_NAME, formatSeconds(replay), "", "", ""],
      ...[waiting, ...rest].map((it) => toRow(it, bases)),
    ],
  };
}

function toRow(result: CellRuns, { strictMs, floorMs, waitingMs }: Bases): string[] {
  const ms = median(listDurations(result));
  const ratios = [strictMs, floorMs, waitingMs].map((base) => (ms / base).toFixed(2));
  return [result.subject, formatSeconds(result), ...ratios];
}

function describe(bases: Bases, rounds: number): string[] {
  const { strictMs, floorMs, waitingMs } = bases;
  const { latencyMs } = PROMISED.line;
  return [
    `Seconds of \`terraform plan\` without changes; medians of ${rounds} runs that were made in turn, in brackets the fastest. ` +
      `\`${FLOOR.name}\` is Terraform alone: no plugin is started and none is asked, and its resources have a small schema. ` +
      `\`${REPLAY_NAME}\` is a program in Go that knows by heart what this provider answered to the same commands before: it ` +
      "decodes nothing, computes nothing and makes no request, so that its time is what Terraform and the plugin protocol " +
      `take with this schema when the provider costs nothing. \`${WAITING_REPLAY_NAME}\` is the same program, and sleeps ` +
      `${latencyMs} ms before it answers that a queue is read, as long as the one request takes that each queue needs. The ` +
      "others are providers at work: they make these requests over TLS, and decode, compare and encode what comes back.",
    `The round trips of ${PROMISED.queues} queues, ten at once, are ${toSeconds(computeRoundTripsMs(PROMISED))} s. The ` +
      `\`strict floor\` is \`${FLOOR.name}\` and the round trips, ${toSeconds(strictMs)} s; the \`floor\` is ` +
      `\`${REPLAY_NAME}\` and the round trips, ${toSeconds(floorMs)} s. The goal is ${GOAL} times a floor; what is promised ` +
      `is said above. ${judge(bases)}`,
    "The floor is a sum, and what it adds up can happen at the same time: while some answers are waited for, Terraform works on " +
      `others. The ${WAITING_REPLAY_NAME} does that as well as it can be done, and takes ${(waitingMs / floorMs).toFixed(2)} ` +
      "times the floor; the last column compares with it.",
  ];
}

/** Says what the strict floor is worth on this machine. */
function judge({ strictMs, waitingMs }: Bases): string {
  const leftMs = GOAL * strictMs - waitingMs;
  const taken =
    `The ${WAITING_REPLAY_NAME} makes no request at all, and already takes ${(waitingMs / strictMs).toFixed(2)} times the ` +
    "strict floor: ";
  return leftMs < 0
    ? `${taken}no provider can keep ${GOAL} times the strict floor on this machine.`
    : `${taken}to keep ${GOAL} times the strict floor a provider would have ${toSeconds(leftMs)} s for everything else.`;
}

function formatSeconds(result: CellRuns): string {
  const durations = listDurations(result);
  return `${toSeconds(median(durations))} (${toSeconds(Math.min(...durations))})`;
}
