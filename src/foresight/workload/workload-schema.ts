import * as z from "zod";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import { toIdentityKey } from "../../queue/queue-identity";
import { quote } from "../../text/quote";
import { BACKTEST_SCHEMA } from "./backtest-schema";
import { HOURS_OF_WEEK, WORKLOAD_FORMAT, WORKLOAD_SOURCES, WORKLOAD_VERSION } from "./workload-constants";

/** Maximum number of durations in a file: more would say little more, and could not be reviewed. */
const MAX_DURATIONS = 1000;

/** Sums of shares may be off by this much, because files contain rounded numbers. */
const SHARE_TOLERANCE = 0.01;

const MAX_PRIORITY = 255;

/** Maximum number of targets: as many as the command line can ask for. */
const MAX_TARGETS = 10_000;

/** Describes a value that breaks a rule; missing ones as missing. @param rule - without its full stop */
function describe(rule: string): z.core.$ZodErrorMap {
  return ({ input }) => (input === undefined ? "Is missing." : `${rule}, got ${quote(input)}.`);
}

interface NumberRange {
  /** What it is: `a number of minutes`. */
  readonly what: string;
  readonly minimum: number;
  readonly maximum: number;
  /** Whether only whole numbers are allowed. Default: no */
  readonly isWhole?: boolean;
  /** Whether 0 is allowed besides the range. Default: no */
  readonly mayBeZero?: boolean;
  readonly description?: string;
}

/** Makes the schema of a number whose only message is the whole rule, and names the value. */
function number({ what, minimum, maximum, isWhole, mayBeZero, description }: NumberRange): z.ZodNumber {
  const isValid = (value: number): boolean =>
    (value >= minimum && value <= maximum && (isWhole !== true || Number.isInteger(value))) ||
    (mayBeZero === true && value === 0);
  const error = describe(
    `Must be ${what} from ${minimum} to ${maximum}${mayBeZero === true ? ", or 0" : ""}`,
  );
  return z
    .number({ error })
    .refine(isValid, { error })
    .meta({
      minimum: mayBeZero === true ? 0 : minimum,
      maximum,
      ...(isWhole === true ? { multipleOf: 1 } : {}),
      ...(description === undefined ? {} : { description }),
    });
}

const SHARE = number({ what: "a number", minimum: 0, maximum: 1 });

/** From less than the shortest test to a year. */
const MINUTES = number({ what: "a number of minutes", minimum: 1e-6, maximum: 525_600 });

/** From one pull request in a century, less than any queue gets, to more than any service takes. */
const RATE_RANGE = { what: "a number per hour", minimum: 1e-6, maximum: 1_000_000 } as const;

const RATE = number({ ...RATE_RANGE, mayBeZero: true });

const MEAN_RATE = number(RATE_RANGE);

const SLOTS = number({ what: "a whole number", minimum: 1, maximum: 1_000_000, isWhole: true });

function count(description: string): z.ZodNumber {
  return number({
    what: "a whole number",
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    isWhole: true,
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
      error: describe(`Must be one of ${WORKLOAD_SOURCES.map((source) => `"${source}"`).join(", ")}`),
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
    hourOfWeek: number({
      what: "a whole number",
      minimum: 0,
      maximum: HOURS_OF_WEEK - 1,
      isWhole: true,
      description: "0 is Monday 0:00 to 1:00 UTC, 167 is Sunday 23:00 to 24:00 UTC.",
    }),
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
    priority: number({
      what: "a whole number",
      minimum: 0,
      maximum: MAX_PRIORITY,
      isWhole: true,
      description: "Smaller numbers go first.",
    }),
    ...interval(SHARE, SHARE),
  })
  .check(checkOrder);

const TARGET = z
  .strictObject({ target: z.string({ error: describe("Must be a string") }), ...interval(SHARE, SHARE) })
  .check(checkOrder);

const QUEUE_ID = z
  .string({ error: describe("Must be a queue's id, host/owner/name/branch") })
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
        .max(MAX_TARGETS, `Must contain at most ${MAX_TARGETS} targets.`)
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
