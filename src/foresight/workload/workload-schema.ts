import * as z from "zod";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId, toIdentityKey } from "../../queue/queue-identity";
import { BACKTEST_SCHEMA } from "./backtest-schema";
import { HOURS_OF_WEEK, WORKLOAD_FORMAT, WORKLOAD_SOURCES, WORKLOAD_VERSION } from "./workload-constants";

/** Maximum number of durations in a file: more would say little more, and could not be reviewed. */
const MAX_DURATIONS = 1000;

/** Sums of shares may be off by this much, because files contain rounded numbers. */
const SHARE_TOLERANCE = 0.01;

const MAX_PRIORITY = 255;

/** Describes a value of another type: missing ones as missing, others by the rule. */
function describeType(rule: string): z.core.$ZodErrorMap {
  return ({ input }) => (input === undefined ? "Is missing." : rule);
}

/** Makes the schema of a number whose only message is the whole rule. */
function number(
  rule: string,
  isValid: (value: number) => boolean,
  meta: z.core.JSONSchema.BaseSchema,
): z.ZodNumber {
  return z
    .number({ error: describeType(rule) })
    .refine(isValid, rule)
    .meta(meta);
}

const SHARE = number("Must be a number from 0 to 1.", (value) => value >= 0 && value <= 1, {
  minimum: 0,
  maximum: 1,
});

const MINUTES = number("Must be a number of minutes above 0.", (value) => value > 0, { exclusiveMinimum: 0 });

const RATE = number("Must be a number per hour, 0 or more.", (value) => value >= 0, { minimum: 0 });

const MEAN_RATE = number("Must be a number per hour above 0.", (value) => value > 0, { exclusiveMinimum: 0 });

const SLOTS = number(
  "Must be a whole number of at least 1.",
  (value) => Number.isInteger(value) && value > 0,
  {
    minimum: 1,
    multipleOf: 1,
  },
);

function count(description: string): z.ZodNumber {
  return number("Must be a whole number, 0 or more.", (value) => Number.isInteger(value) && value >= 0, {
    minimum: 0,
    multipleOf: 1,
    description,
  });
}

/** Returns the fields of a number with the ends of its 95 % interval. */
function interval(value: z.ZodNumber, bound: z.ZodNumber): Record<"value" | "low" | "high", z.ZodNumber> {
  return {
    value,
    low: bound.meta({ ...bound.meta(), description: "Lower end of the 95 % interval." }),
    high: bound.meta({ ...bound.meta(), description: "Upper end of the 95 % interval." }),
  };
}

const BASIS = {
  source: z
    .enum(WORKLOAD_SOURCES, {
      error: describeType(`Must be one of ${WORKLOAD_SOURCES.map((source) => `"${source}"`).join(", ")}.`),
    })
    .meta({ description: "Where the estimate comes from." }),
  conclusions: count(
    "How many observations it is based on: pull requests that left the queue, or CI runs that ended. 0 if assumed.",
  ),
  days: count("On how many working days (Monday to Friday, UTC) they were observed. 0 if assumed."),
};

interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

function checkOrder({ value, issues }: z.core.ParsePayload<Interval>): void {
  const { low, value: middle, high } = value;
  if (low <= middle && middle <= high) return;
  issues.push({ code: "custom", continue: true, message: "Must be low <= value <= high.", input: value });
}

/** Checks that shares add up to 1. */
function checkSum<Value>(toShare: (value: Value) => number): z.core.CheckFn<Value[]> {
  return ({ value, issues }) => {
    const sum = value.reduce((total, each) => total + toShare(each), 0);
    if (Math.abs(sum - 1) <= SHARE_TOLERANCE) return;
    issues.push({
      code: "custom",
      continue: true,
      message: `The shares must add up to 1, not ${Number(sum.toFixed(4))}.`,
      input: value,
    });
  };
}

/** Checks that no two entries have the same key. */
function checkDistinct<Value>(what: string, toKey: (value: Value) => unknown): z.core.CheckFn<Value[]> {
  return ({ value, issues }) => {
    const seen = new Set<unknown>();
    for (const [index, each] of value.entries()) {
      const key = toKey(each);
      if (seen.has(key)) {
        issues.push({
          code: "custom",
          continue: true,
          path: [index],
          message: `Repeats ${what}.`,
          input: each,
        });
      }
      seen.add(key);
    }
  };
}

const HOUR = z
  .strictObject({
    hourOfWeek: number(
      `Must be a whole number from 0 to ${HOURS_OF_WEEK - 1}.`,
      (value) => Number.isInteger(value) && value >= 0 && value < HOURS_OF_WEEK,
      {
        minimum: 0,
        maximum: HOURS_OF_WEEK - 1,
        multipleOf: 1,
        description: "0 is Monday 0:00 to 1:00 UTC, 167 is Sunday 23:00 to 24:00 UTC.",
      },
    ),
    ...interval(RATE, RATE),
  })
  .check(checkOrder);

const ARRIVALS = z
  .strictObject({
    ...interval(MEAN_RATE, RATE),
    ...BASIS,
    byHourOfWeek: z
      .array(HOUR)
      .min(1, "Must contain at least one hour.")
      .check(checkDistinct("an hour of the week", ({ hourOfWeek }) => hourOfWeek))
      .check(({ value, issues }) => {
        if (value.some((hour) => hour.value > 0)) return;
        issues.push({
          code: "custom",
          continue: true,
          message: "At least one hour must have arrivals.",
          input: value,
        });
      })
      .exactOptional()
      .meta({
        description:
          "Arrivals by hour of the week, where known; every other hour has the mean rate. If absent, the rate is constant.",
      }),
  })
  .check(checkOrder)
  .meta({ description: "Pull requests that are submitted per hour: the mean over the whole week." });

const TEST_MINUTES = z
  .strictObject({
    ...interval(MINUTES, MINUTES),
    ...BASIS,
    censored: count(
      "Further runs that were cancelled or timed out: their full durations are unknown, and are estimated.",
    ).exactOptional(),
    minutes: z
      .array(MINUTES)
      .min(1, "Must contain at least one duration.")
      .max(MAX_DURATIONS, `Must contain at most ${MAX_DURATIONS} durations.`)
      .meta({
        description: "Equally likely durations. A long history is reduced to evenly spaced quantiles.",
      }),
  })
  .check(checkOrder)
  .meta({ description: "Minutes that a test run takes: the mean and the distribution." });

const SHARE_ESTIMATE = z.strictObject({ ...interval(SHARE, SHARE), ...BASIS }).check(checkOrder);

const PRIORITY = z
  .strictObject({
    priority: number(
      `Must be a whole number from 0 to ${MAX_PRIORITY}.`,
      (value) => Number.isInteger(value) && value >= 0 && value <= MAX_PRIORITY,
      { minimum: 0, maximum: MAX_PRIORITY, multipleOf: 1, description: "Smaller numbers go first." },
    ),
    ...interval(SHARE, SHARE),
  })
  .check(checkOrder);

const TARGET = z
  .strictObject({ target: z.string({ error: describeType("Must be a string.") }), ...interval(SHARE, SHARE) })
  .check(checkOrder);

const QUEUE_ID = z
  .string({ error: describeType("Must be a queue's id, host/owner/name/branch.") })
  .check(({ value, issues }) => {
    try {
      parseQueueId(value);
    } catch (error) {
      if (!isMergeQueueError(error)) throw error;
      issues.push({ code: "custom", continue: true, message: error.message, input: value });
    }
  })
  .meta({ description: "The queue's id, host/owner/name/branch." });

const QUEUE = z.strictObject({
  queue: QUEUE_ID,
  arrivalsPerHour: ARRIVALS.exactOptional(),
  testMinutes: TEST_MINUTES.exactOptional(),
  failureRate: SHARE_ESTIMATE.exactOptional().meta({
    description: "Share of the changes that are broken: their tests fail in every attempt.",
  }),
  flakeRate: SHARE_ESTIMATE.exactOptional().meta({
    description:
      "Probability that the test of one change fails in one attempt although the change is not broken.",
  }),
  priorities: z
    .strictObject({
      ...BASIS,
      shares: z
        .array(PRIORITY)
        .min(1, "Must contain at least one priority.")
        .check(checkDistinct("a priority", ({ priority }) => priority))
        .check(checkSum(({ value }) => value)),
    })
    .exactOptional()
    .meta({ description: "How common each priority is. If absent, all pull requests have the same." }),
  targets: z
    .strictObject({
      ...BASIS,
      shares: z
        .array(TARGET)
        .min(1, "Must contain at least one target.")
        .check(checkDistinct("a target", ({ target }) => target))
        .check(checkSum(({ value }) => value)),
    })
    .exactOptional()
    .meta({ description: "How common each impacted target is. If absent, all changes impact the same one." }),
  ciSlots: z
    .strictObject({ ...interval(SLOTS, SLOTS), ...BASIS })
    .check(checkOrder)
    .exactOptional()
    .meta({ description: "How many test runs CI executes at once. If absent, there is no limit." }),
  conflictRate: SHARE_ESTIMATE.exactOptional().meta({
    description:
      "Probability that two changes conflict of which one was submitted while the other was in the queue, if they impact the same target: each passes its tests alone, but not together with the other. If absent, none do.",
  }),
  backtest: BACKTEST_SCHEMA.exactOptional(),
});

/** The content of a workload file. */
export const WORKLOAD_SCHEMA = z
  .strictObject({
    $schema: z.string().exactOptional().meta({ description: "Address of this schema, for editors." }),
    format: z.literal(WORKLOAD_FORMAT),
    version: z.literal(WORKLOAD_VERSION),
    queues: z
      .array(QUEUE)
      .min(1, "Must contain at least one queue.")
      .check(checkDistinct("a queue", ({ queue }) => toKey(queue))),
  })
  .meta({
    title: "Workload of merge queues",
    description: "What queues have to work on: when pull requests arrive, and how their tests behave.",
  });

/** The id as it is if it cannot be parsed: that is reported elsewhere. */
function toKey(queue: string): string {
  try {
    return toIdentityKey(parseQueueId(queue));
  } catch {
    return queue;
  }
}

/** What queues have to work on. */
export type Workload = z.output<typeof WORKLOAD_SCHEMA>;

/** What one queue has to work on. Parameters without an estimate are absent. */
export type QueueWorkload = Workload["queues"][number];

/** An estimate in a workload: a value, its 95 % interval, and what it is based on. */
export type WorkloadEstimate = NonNullable<QueueWorkload["failureRate"]>;

/** Where an estimate comes from. */
export type WorkloadSource = (typeof WORKLOAD_SOURCES)[number];
