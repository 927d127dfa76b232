import * as z from "zod";
import { type Estimate, MEASURE_NAMES, MEASURES, type MeasureName } from "./measures";
import { SINGLE_MODES } from "./simulated-settings";
import { SIMULATED_SETTINGS_SCHEMA } from "./workload/schema-rules";

const ESTIMATE = {
  value: z.number(),
  low: z.number().describe("Lower end of the 95 % interval."),
  high: z.number().describe("Upper end of the 95 % interval."),
};

function eachMeasure<Schema extends z.ZodType>(
  schema: Schema,
): z.ZodObject<Record<MeasureName, z.ZodExactOptional<Schema>>> {
  const fields = MEASURE_NAMES.map((name) => [name, schema.exactOptional().describe(MEASURES[name])]);
  return z.strictObject(Object.fromEntries(fields) as Record<MeasureName, z.ZodExactOptional<Schema>>);
}

const SIDE = z
  .strictObject({
    settings: SIMULATED_SETTINGS_SCHEMA.describe("The settings that were simulated, by wire name."),
    keepsUp: z
      .boolean()
      .nullable()
      .describe(
        "Whether pull requests leave the queue as fast as they arrive. Always false if the load is saturated. null: the load is too close to the capacity to tell. Times to merge are present only if keepsUp is true.",
      ),
    steady: z
      .boolean()
      .describe(
        "Whether the simulated time is long enough for the figures to show the steady state. If false, no goal counts as met, and real times may be longer than the upper ends of the intervals.",
      ),
    neededPullRequests: z
      .int()
      .exactOptional()
      .describe(
        "How many pull requests per replication would be enough. Present only if the simulated time is too short. Absent above 1000000.",
      ),
    simulatedDays: z.number().describe("Mean number of days that a replication simulates after its warm-up."),
    correlation: z
      .number()
      .exactOptional()
      .describe(
        "The simulated time is divided into ten parts. This is the correlation between the mean time to merge of one part and that of the next. Above 0.3, the intervals may be too narrow.",
      ),
    measures: eachMeasure(z.strictObject(ESTIMATE).meta({ id: "estimate" })),
  })
  .meta({ id: "side" });

const CHANGE = z
  .strictObject({
    ...ESTIMATE,
    shown: z.boolean().describe("Whether the interval excludes 0."),
    withinBacktestError: z
      .literal(true)
      .exactOptional()
      .describe(
        "Present if this is an improvement of the time to merge that is smaller than the backtest's error. If so, ignore it.",
      ),
  })
  .meta({ id: "change" });

const BACKTESTED = z.strictObject({
  ...ESTIMATE,
  observed: z.number().describe("The real value. The other fields are the forecast."),
  error: z.number().describe("How far the forecast is from the real value, as a share of the real value."),
});

const BACKTEST = z
  .union([
    z.strictObject({
      kind: z.literal("tested"),
      merged: z.int().describe("Number of pull requests that merged in the last third of the history."),
      since: z.string().describe("When that third begins, in ISO 8601."),
      keepsUp: z
        .boolean()
        .describe("Whether the simulated queue keeps up. If not, the forecast is wrong and has no measures."),
      measures: eachMeasure(BACKTESTED),
    }),
    z.strictObject({
      kind: z.literal("none"),
      reason: z.string().describe("Why there is no backtest, as a sentence without a full stop."),
    }),
  ])
  .describe(
    "A forecast of the last third of the history, made from its first two thirds and compared with the real values.",
  );

const DIFFERENCE = z.strictObject({ now: z.number(), then: z.number() });

const LOAD_CHANGE = z
  .strictObject({
    testMinutes: DIFFERENCE.exactOptional().describe("Mean minutes of a test run."),
    failureRate: DIFFERENCE.exactOptional().describe("Share of broken changes."),
    arrivalsPerHour: DIFFERENCE.exactOptional().describe("Pull requests per hour."),
  })
  .describe(
    "How the load with the proposed settings differs from the present load. Absent if they are equal.",
  );

/** Schema of a `Forecast`. Simulation and printing import only types from here, because zod loads slowly. */
export const FORECAST_SCHEMA = z
  .strictObject({
    format: z.literal("mergequeue-forecast"),
    version: z.literal(1),
    queue: z.string().nullable().describe("The queue's id, host/owner/name/branch; null: no existing queue."),
    assumed: z.boolean().describe("Whether numbers of the load were given by hand."),
    interrupted: z
      .literal(true)
      .exactOptional()
      .describe(
        "Present if the simulation was interrupted. It then has fewer replications, and the intervals are wider.",
      ),
    saturated: z
      .literal(true)
      .exactOptional()
      .describe(
        "Present if the load was saturated: a pull request was always waiting. There are then no times to merge, and mergedPerHour is the capacity.",
      ),
    loadChange: LOAD_CHANGE.exactOptional(),
    seed: z.string(),
    replications: z.int().min(2).describe("How many pairs of replications the intervals come from."),
    pullRequests: z.int().min(10).describe("Pull requests in each replication, including the warm-up."),
    given: z
      .array(z.enum(["replications", "pullRequests"]))
      .describe(
        "Which of the numbers replications and pullRequests were set by hand. The load determines the others.",
      ),
    singleMode: z.enum(SINGLE_MODES).describe("How mode single was simulated."),
    now: SIDE,
    then: SIDE,
    change: eachMeasure(CHANGE).describe("`then` minus `now`, for each measure that both have."),
    backtest: BACKTEST,
    source: z.string().describe("Where the numbers of the load come from, as sentences."),
    assumptions: z.array(z.string()).describe("Assumptions of the simulation."),
  })
  .meta({
    title: "mergequeue-forecast, version 1",
    description: "The output of `mergequeue simulate --format json`. New keys may be added within a version.",
  });

type ReadonlyDeep<Value> = Value extends object
  ? { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> }
  : Value;

/** How a change of settings affects a queue: the JSON document of `mergequeue simulate --format json`. */
export type Forecast = ReadonlyDeep<z.output<typeof FORECAST_SCHEMA>>;

/** The forecast for one choice of settings. */
export type SettingsForecast = Forecast["now"];

/** How much a measure changes: `then` minus `now`, with the 95 % interval of this difference. */
export type Change = ReadonlyDeep<z.output<typeof CHANGE>>;

/** The errors of a forecast of the past, or the reason why there is no such forecast. */
export type ForecastBacktest = Forecast["backtest"];

/** A measure of the last third of a history: its forecast with a 95 % interval, and its real value. */
export type BacktestedMeasure = ReadonlyDeep<z.output<typeof BACKTESTED>>;

/** Data for the plots of one choice of settings. */
export interface Shape {
  /** Minutes from submission to merge, as percentiles 0 to 100. Empty unless the queue keeps up. */
  readonly minutesToMerge: readonly number[];
  /** Mean queue length in each of the 24 hours of a day (UTC). Undefined if a replication lacks the hour. */
  readonly queueLength: readonly (Estimate | undefined)[];
}

/** Data for the plots of both choices of settings. */
export type Shapes = Readonly<Record<"now" | "then", Shape>>;
