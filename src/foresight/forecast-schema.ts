import * as z from "zod";
import { tryFindSetting } from "../queue/settings";
import { SIMULATED_SETTING_NAMES } from "./drive/simulated-settings";
import { MEASURE_NAMES, type MeasureName, SENSITIVE_PARAMETERS } from "./forecast";

const MEANINGS: { readonly [Name in MeasureName]: string } = {
  timeToMergeMeanMinutes: "Mean of the minutes from submission to merge.",
  timeToMergeP50Minutes: "Half of the merged pull requests took at most so many minutes.",
  timeToMergeP90Minutes: "90 % of the merged pull requests took at most so many minutes.",
  timeToMergeP95Minutes: "95 % of the merged pull requests took at most so many minutes.",
  mergedPerHour: "Pull requests that merged per hour.",
  ciMinutesPerMerge: "Minutes of executed tests, all runs together, per merged pull request.",
  testRunsPerMerge: "Test runs that ended, cancelled ones included, per merged pull request.",
  wronglyEvictedShare: "Share of the good changes that left the queue as failed, 0 to 1.",
  brokenMergedShare: "Share of broken changes among the merged ones, 0 to 1.",
};

const ESTIMATE = {
  value: z.number(),
  low: z.number().meta({ description: "Lower end of the 95 % interval." }),
  high: z.number().meta({ description: "Upper end of the 95 % interval." }),
};

function eachMeasure<Schema extends z.ZodType>(
  schema: Schema,
): z.ZodObject<Record<MeasureName, z.ZodExactOptional<Schema>>> {
  const fields = MEASURE_NAMES.map((name) => [
    name,
    schema.exactOptional().meta({ description: MEANINGS[name] }),
  ]);
  return z.strictObject(Object.fromEntries(fields) as Record<MeasureName, z.ZodExactOptional<Schema>>);
}

const SETTINGS = z.strictObject(
  Object.fromEntries(SIMULATED_SETTING_NAMES.map((name) => [name, toSettingSchema(name)])),
);

function toSettingSchema(name: (typeof SIMULATED_SETTING_NAMES)[number]): z.ZodType {
  const setting = tryFindSetting(name);
  switch (setting?.kind) {
    case "integer":
      // A service may show a 0 that cannot be requested.
      return z.int().min(0).max(setting.max);
    case "boolean":
      return z.boolean();
    case "enum":
      return z.enum(setting.values);
    default:
      throw new TypeError(`${name} cannot be simulated.`);
  }
}

const SUMMARY = {
  keepsUp: z.boolean().meta({
    description:
      "Whether the queue concludes pull requests as fast as they arrive. If not, or if the load is saturated, there is no time to merge.",
  }),
  measures: eachMeasure(z.strictObject(ESTIMATE).meta({ id: "estimate" })),
};

const SIDE = z
  .strictObject({
    settings: SETTINGS.meta({ description: "The settings that were simulated, by wire name." }),
    ...SUMMARY,
  })
  .meta({ id: "side" });

const CHANGES = eachMeasure(
  z
    .strictObject({
      ...ESTIMATE,
      shown: z.boolean().meta({ description: "Whether the interval excludes 0." }),
    })
    .meta({ id: "change" }),
).meta({ description: "Differences, then - now, of the measures that both have." });

const SUMMARIES = z.strictObject(SUMMARY).meta({ id: "summary" });

const END = z
  .strictObject({
    value: z.number().meta({
      description:
        "The parameter: a share, or the mean of the test durations in minutes; for arrivals, how many times as many as in the forecast.",
    }),
    now: SUMMARIES,
    then: SUMMARIES,
    change: CHANGES,
  })
  .meta({ id: "end" });

const SENSITIVITY = z
  .strictObject({
    replications: z
      .int()
      .min(2)
      .meta({ description: "How many pairs of replications the intervals at each end come from." }),
    rows: z.array(z.strictObject({ parameter: z.enum(SENSITIVE_PARAMETERS), low: END, high: END })),
    interrupted: z
      .literal(true)
      .exactOptional()
      .meta({ description: "Present if it was interrupted: rows are missing." }),
  })
  .meta({
    description:
      "The same forecast with one parameter of the load at an end: of its 95 % interval, or for arrivals half and twice as many. Absent unless it was asked for.",
  });

/** Schema of a `Forecast`. */
export const FORECAST_SCHEMA = z
  .strictObject({
    format: z.literal("mergequeue-forecast"),
    version: z.literal(1),
    queue: z
      .string()
      .nullable()
      .meta({ description: "The queue's id, host/owner/name/branch; null: no existing queue." }),
    assumed: z.boolean().meta({ description: "Whether numbers of the load were given by hand." }),
    interrupted: z.literal(true).exactOptional().meta({
      description: "Present if the simulation was interrupted: the intervals are wider than asked for.",
    }),
    saturated: z.literal(true).exactOptional().meta({
      description:
        "Present if a pull request was always waiting: there is no time to merge, and mergedPerHour is the capacity.",
    }),
    seed: z.string(),
    replications: z
      .int()
      .min(2)
      .meta({ description: "How many pairs of replications the intervals come from." }),
    pullRequests: z.int().min(10).meta({
      description: "Pull requests in each replication, those that warm it up included.",
    }),
    singleMode: z.enum(["one-at-a-time", "one-line"]).meta({ description: "How mode single was simulated." }),
    now: SIDE,
    then: SIDE,
    change: CHANGES,
    sensitivity: SENSITIVITY.exactOptional(),
    source: z.string().meta({ description: "Where the numbers of the load come from, as sentences." }),
    assumptions: z.array(z.string()).meta({ description: "What the simulation assumes." }),
  })
  .meta({
    title: "mergequeue-forecast, version 1",
    description: "The output of `mergequeue simulate --format json`. New keys may be added within a version.",
  });
