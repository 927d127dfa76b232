import * as z from "zod";
import { SIMULATED_SETTINGS_SCHEMA } from "../drive/simulated-settings-schema";

const MINUTES = z.number().min(0);

const COMPARED = z
  .strictObject({
    observed: MINUTES.meta({ description: "What happened." }),
    value: MINUTES.meta({ description: "What was forecast." }),
    low: MINUTES.meta({ description: "Lower end of the 95 % interval of what may happen." }),
    high: MINUTES.meta({ description: "Upper end of it." }),
  })
  .exactOptional();

/** Schema of what was forecast of the last third of a history, and what happened. */
export const BACKTEST_SCHEMA = z
  .strictObject({
    merged: z.int().min(1).meta({
      description: "Pull requests of the last third: those that were seen from their arrival to their merge.",
    }),
    since: z.iso.datetime({ offset: true }).meta({
      description: "When the last third begins. The forecast knows only what happened before.",
    }),
    settings: SIMULATED_SETTINGS_SCHEMA.meta({
      description: "The settings of the last third, with which it was simulated.",
    }),
    settingsFrom: z.enum(["recording", "queue"]).meta({
      description: "Where the settings come from. queue: they were not recorded at that time, only later.",
    }),
    singleMode: z.enum(["one-at-a-time", "one-line"]).meta({ description: "How mode single was simulated." }),
    keepsUp: z.boolean().meta({
      description:
        "Whether the simulated queue keeps up. If not, there are no measures, and the forecast was wrong.",
    }),
    measures: z.strictObject({
      timeToMergeMeanMinutes: COMPARED,
      timeToMergeP50Minutes: COMPARED,
      timeToMergeP90Minutes: COMPARED,
      timeToMergeP95Minutes: COMPARED,
    }),
  })
  .meta({
    description:
      "A forecast of the last third of the history from its first two thirds, and what happened. Forecasts from the workload show how far the two are apart. Written by mergequeue; if absent, forecasts are not backtested.",
  });
