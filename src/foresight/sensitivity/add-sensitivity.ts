import type { Forecast } from "../forecast";
import type { LoadInputs } from "../load-source";
import type { SimulateOptions, SimulateRun } from "../simulate";
import { findSensitivity } from "./find-sensitivity";
import { listLoadRanges } from "./list-load-ranges";

/**
 * Adds to a forecast how it depends on the load.
 * @param forecast - of `options`; an interrupted one stays as it is, as does undefined
 * @param inputs - what the load of `options` was made from
 */
export async function addSensitivity(
  forecast: Forecast | undefined,
  options: SimulateOptions,
  inputs: LoadInputs,
  run: SimulateRun,
): Promise<Forecast | undefined> {
  if (forecast === undefined || forecast.interrupted === true) return forecast;
  return { ...forecast, sensitivity: await findSensitivity(options, listLoadRanges(inputs), run) };
}
