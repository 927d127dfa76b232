import * as z from "zod";
import { SINGLE_MODES } from "./simulated-settings";
import {
  checkDistinct,
  checkOrder,
  checkQueueId,
  checkSum,
  describeRule,
  makeInterval,
  makeNumber,
  SIMULATED_SETTINGS_SCHEMA,
  toQueueKey,
} from "./workload/schema-rules";
import {
  HOURS_OF_WEEK,
  WORKLOAD_FORMAT,
  WORKLOAD_SOURCES,
  WORKLOAD_VERSION,
} from "./workload/workload-constants";

/** Maximum number of durations in a file. More durations would add little, and nobody could review them. */
const MAX_DURATIONS = 1000;
/** Maximum number of targets, the same as on the command line. */
const MAX_TARGETS = 10_000;
const SHARE = makeInterval(makeNumber({ what: "a number", min: 0, max: 1 }));
/** Minutes of a test. The minimum is shorter than any test. The maximum is one year. */
const MINUTES = makeNumber({ what: "a number of minutes", min: 1e-6, max: 525_600 });
/** The minimum is one pull request in a century. The maximum is more than any service accepts. */
const RATE_RANGE = { what: "a number per hour", min: 1e-6, max: 1_000_000 } as const;
const RATE = makeNumber({ ...RATE_RANGE, mayBeZero: true });
const SLOTS = makeNumber({ min: 1, max: 1_000_000 });

function count(description: string): z.ZodNumber {
  return makeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER, description });
}

const BASIS = {
  source: z
    .enum(WORKLOAD_SOURCES, {
      error: describeRule(`Must be one of ${WORKLOAD_SOURCES.map((source) => `"${source}"`).join(", ")}`),
    })
    .describe("Where the estimate comes from."),
  conclusions: count(
    "Number of observations: pull requests that left the queue, or CI runs that ended. 0 if assumed.",
  ),
  days: count("Number of working days (Monday to Friday, UTC) with observations. 0 if assumed."),
};

const HOUR = z
  .strictObject({
    hourOfWeek: makeNumber({
      min: 0,
      max: HOURS_OF_WEEK - 1,
      description: "0 is Monday 0:00 to 1:00 UTC, 167 is Sunday 23:00 to 24:00 UTC.",
    }),
    ...makeInterval(RATE),
  })
  .check(checkOrder);

const ARRIVALS = z
  .strictObject({
    ...makeInterval(makeNumber(RATE_RANGE), RATE),
    ...BASIS,
    byHourOfWeek: z
      .array(HOUR)
      .min(1, "Must contain at least one hour.")
      .check(checkDistinct("an hour of the week", ({ hourOfWeek }) => hourOfWeek))
      .refine((hours) => hours.some(({ value }) => value > 0), "At least one hour must have arrivals.")
      .exactOptional()
      .describe(
        "Arrivals by hour of the week, where known; every other hour has the mean rate. If absent, the rate is constant.",
      ),
  })
  .check(checkOrder)
  .describe("Mean number of pull requests submitted per hour, over the whole week.");

const TEST_MINUTES = z
  .strictObject({
    ...makeInterval(MINUTES),
    ...BASIS,
    censored: count(
      "Number of additional runs, which were cancelled or timed out. Their full durations are unknown, so they are estimated.",
    ).exactOptional(),
    minutes: z
      .array(MINUTES)
      .min(1, "Must contain at least one duration.")
      .max(MAX_DURATIONS, `Must contain at most ${MAX_DURATIONS} durations.`)
      .describe("Durations that are equally likely. A long history is reduced to evenly spaced quantiles."),
  })
  .check(checkOrder)
  .describe("Minutes that a test run takes: the mean and the distribution.");

const SHARE_ESTIMATE = z.strictObject({ ...SHARE, ...BASIS }).check(checkOrder);

const PRIORITY = z
  .strictObject({
    priority: makeNumber({ min: 0, max: 255, description: "Smaller numbers go first." }),
    ...SHARE,
  })
  .check(checkOrder);

const TARGET = z
  .strictObject({ target: z.string({ error: describeRule("Must be a string") }), ...SHARE })
  .check(checkOrder);

const COMPARED_MINUTES = z.number().min(0);

const COMPARED = z
  .strictObject({
    observed: COMPARED_MINUTES.describe("The real value."),
    value: COMPARED_MINUTES.describe("The forecast value."),
    low: COMPARED_MINUTES.describe("Lower end of the forecast's 95 % interval."),
    high: COMPARED_MINUTES.describe("Upper end of the forecast's 95 % interval."),
  })
  .exactOptional();

const BACKTEST = z
  .strictObject({
    merged: z
      .int()
      .min(1)
      .describe("Number of pull requests in the last third whose arrival and merge times are known."),
    since: z.iso
      .datetime({ offset: true })
      .describe("When the last third begins. The forecast uses only the history before that time."),
    settings: SIMULATED_SETTINGS_SCHEMA.describe("The settings with which the last third was simulated."),
    settingsFrom: z
      .enum(["recording", "queue"])
      .describe(
        "Where these settings come from. queue: read from the queue when it was recorded. recording: written by a version before 2.0.",
      ),
    singleMode: z.enum(SINGLE_MODES).describe("How mode single was simulated."),
    keepsUp: z
      .boolean()
      .describe("Whether the simulated queue keeps up. If not, the forecast is wrong and has no measures."),
    measures: z.strictObject({
      timeToMergeMeanMinutes: COMPARED,
      timeToMergeP50Minutes: COMPARED,
      timeToMergeP90Minutes: COMPARED,
      timeToMergeP95Minutes: COMPARED,
    }),
  })
  .describe(
    "A forecast of the last third of the history, made from its first two thirds, and the real values. mergequeue writes this object. Forecasts that are made from the workload show the error of this backtest. If this object is absent, they have no backtest.",
  );

const QUEUE = z.strictObject({
  queue: z
    .string({ error: describeRule("Must be a queue's id, host/owner/name/branch") })
    .check(checkQueueId)
    .describe("The queue's id, host/owner/name/branch."),
  arrivalsPerHour: ARRIVALS.exactOptional(),
  testMinutes: TEST_MINUTES.exactOptional(),
  failureRate: SHARE_ESTIMATE.exactOptional().describe("Share of broken changes: their tests always fail."),
  flakeRate: SHARE_ESTIMATE.exactOptional().describe(
    "Probability that the test of one change fails in one attempt although the change is not broken.",
  ),
  priorities: z
    .strictObject({
      ...BASIS,
      shares: z
        .array(PRIORITY)
        .min(1, "Must contain at least one priority.")
        .check(checkDistinct("a priority", ({ priority }) => priority))
        .check(checkSum),
    })
    .exactOptional()
    .describe("How common each priority is. If absent, all pull requests have the same priority."),
  targets: z
    .strictObject({
      ...BASIS,
      shares: z
        .array(TARGET)
        .min(1, "Must contain at least one target.")
        .max(MAX_TARGETS, `Must contain at most ${MAX_TARGETS} targets.`)
        .check(checkDistinct("a target", ({ target }) => target))
        .check(checkSum),
    })
    .exactOptional()
    .describe("How common each impacted target is. If absent, all changes impact the same target."),
  ciSlots: z
    .strictObject({ ...makeInterval(SLOTS), ...BASIS })
    .check(checkOrder)
    .exactOptional()
    .describe("How many test runs CI executes at once. If absent, there is no limit."),
  conflictRate: SHARE_ESTIMATE.exactOptional().describe(
    "Probability that two changes with the same target conflict while both are in the queue: each passes alone, both together fail. If absent, none conflict.",
  ),
  backtest: BACKTEST.exactOptional(),
});

/** The content of a workload file. */
export const WORKLOAD_SCHEMA = z
  .strictObject({
    $schema: z.string().exactOptional().describe("Address of this schema, for editors."),
    format: z.literal(WORKLOAD_FORMAT),
    version: z.literal(WORKLOAD_VERSION),
    queues: z
      .array(QUEUE)
      .min(1, "Must contain at least one queue.")
      .check(checkDistinct("a queue", ({ queue }) => toQueueKey(queue))),
  })
  .meta({
    title: "Workload of merge queues",
    description: "The load of queues: when pull requests arrive, and how their tests behave.",
  });

/** The loads of queues: the content of a workload file. */
export type Workload = z.output<typeof WORKLOAD_SCHEMA>;

/** The load of one queue. Parameters without an estimate are absent. */
export type QueueWorkload = Workload["queues"][number];

/** An estimate in a workload: a value, its 95 % interval, and its source. */
export type WorkloadEstimate = NonNullable<QueueWorkload["failureRate"]>;

/** Where an estimate comes from. */
export type WorkloadSource = WorkloadEstimate["source"];
