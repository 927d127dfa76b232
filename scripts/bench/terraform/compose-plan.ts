import type { Section } from "../bench-part";
import { median, toSeconds } from "../figure";
import type { CellRuns } from "./cell-runs";
import { isSameCell, PROMISED, tryFindRuns } from "./cell-runs";
import {
  computeFloorMs,
  computeRoundTripsMs,
  GOAL,
  listDurations,
  tryComputeOwnFloorMs,
} from "./list-figures";
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
    text: describe(bases, waiting),
    columns: [
      "",
      "time, s",
      "as a multiple of its own floor",
      "of the floor",
      "of the strict floor",
      `of the ${WAITING_REPLAY_NAME}`,
    ],
    rows: [
      // Both wait for nothing: a floor is not what they are to be compared with.
      [`\`${FLOOR.name}\``, formatSeconds(alone), "", "", "", ""],
      [REPLAY_NAME, formatSeconds(replay), "", "", "", ""],
      ...[waiting, ...rest].map((it) => toRow(it, tryComputeOwnFloorMs(results, it), bases)),
    ],
  };
}

function toRow(
  result: CellRuns,
  ownFloorMs: number | undefined,
  { strictMs, floorMs, waitingMs }: Bases,
): string[] {
  const ms = median(listDurations(result));
  const ratios = [ownFloorMs, floorMs, strictMs, waitingMs].map((base) =>
    base === undefined ? "" : (ms / base).toFixed(2),
  );
  return [result.subject, formatSeconds(result), ...ratios];
}

function describe(bases: Bases, waiting: CellRuns): string[] {
  const { strictMs, floorMs, waitingMs } = bases;
  const rounds = listDurations(waiting).length;
  const roundTrip = `${waiting.roundTripMs.toFixed(1)} ms`;
  return [
    `Seconds of \`terraform plan\` without changes; medians of ${rounds} runs that were made in turn, in brackets the fastest. ` +
      `\`${FLOOR.name}\` is Terraform alone: no plugin is started and none is asked, and its resources have a small schema. ` +
      `\`${REPLAY_NAME}\` is a program in Go that knows by heart what this provider answered to the same commands before: it ` +
      "decodes nothing, computes nothing and makes no request, so that its time is what Terraform and the plugin protocol " +
      `take with this schema when the provider costs nothing. The \`${WAITING_REPLAY_NAME}\` is the same program, and sleeps ` +
      `${roundTrip} before it answers that a queue is read: that is what the one call takes that each queue needs, for a client ` +
      "that is alone with the service. The others are providers at work: they make these calls over TLS, and decode, compare " +
      "and encode what comes back.",
    `The goal is ${GOAL} times a floor that is made of the round trips, which for ${PROMISED.queues} queues, ten at once, are ` +
      `${toSeconds(computeRoundTripsMs(waiting))} s, and of a fixed cost, which no latency changes. Three things can be meant by that: what ` +
      "the same plan takes without latency, which makes the provider's `own floor` and tells whether latency costs more than " +
      `it has to; \`${REPLAY_NAME}\`, which makes the \`floor\`, ${toSeconds(floorMs)} s, as if the provider cost nothing; ` +
      `and \`${FLOOR.name}\`, which makes the \`strict floor\`, ${toSeconds(strictMs)} s, as if no plugin was there at ` +
      `all. What is promised of each is said above. ${judge(bases)}`,
    "A floor is a sum, and what it adds up can happen at the same time: while some answers are waited for, Terraform works on " +
      `others. The ${WAITING_REPLAY_NAME} does that as well as it can be done, and takes ${(waitingMs / floorMs).toFixed(2)} ` +
      "times the floor; the last column compares with it.",
  ];
}

/** Says what the strict floor is worth on this machine. */
function judge({ strictMs, waitingMs }: Bases): string {
  const leftMs = GOAL * strictMs - waitingMs;
  const taken =
    `The ${WAITING_REPLAY_NAME} makes no call at all, and already takes ${(waitingMs / strictMs).toFixed(2)} times the ` +
    "strict floor: ";
  return leftMs < 0
    ? `${taken}no provider can keep ${GOAL} times the strict floor on this machine.`
    : `${taken}to keep ${GOAL} times the strict floor a provider would have ${toSeconds(leftMs)} s for everything else.`;
}

function formatSeconds(result: CellRuns): string {
  const durations = listDurations(result);
  return `${toSeconds(median(durations))} (${toSeconds(Math.min(...durations))})`;
}
