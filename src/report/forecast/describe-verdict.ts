import type { Change, Forecast } from "../../foresight/forecast";
import type { MeasureName } from "../../foresight/measures";
import { changesForecast, describeDifference } from "./describe-forecast";

/**
 * Says in a few words what a change does: `p90 −9 min (−31 %), CI minutes per merge +0.7 %`.
 * @returns undefined if nothing changes
 */
export function describeVerdict(forecast: Forecast): string | undefined {
  if (!changesForecast(forecast)) return undefined;
  return `${describeSpeed(forecast)}, CI minutes per merge ${describeShare(forecast, "ciMinutesPerMerge")}`;
}

function describeSpeed(forecast: Forecast): string {
  const { now, then, saturated } = forecast;
  if (saturated === true) return `merged per hour ${describeShare(forecast, "mergedPerHour")}`;
  if (!then.keepsUp) return now.keepsUp ? "no longer keeps up" : "still does not keep up";
  if (!now.keepsUp) return "keeps up (now it does not)";
  const change = forecast.change.timeToMergeP90Minutes;
  if (!isResult(change)) return "p90 about the same";
  const [minutes = ""] = describeDifference("min", change).split(" (");
  return `p90 ${minutes} (${describeShare(forecast, "timeToMergeP90Minutes")})`;
}

/** Describes a difference as a share of the current value. */
function describeShare({ now, change }: Forecast, measure: MeasureName): string {
  const difference = change[measure];
  const value = now.measures[measure]?.value;
  if (difference === undefined || value === undefined || value === 0) return "unknown";
  if (!isResult(difference)) return "about the same";
  const percent = (difference.value / value) * 100;
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(Math.abs(percent) < 10 ? 1 : 0)} %`;
}

function isResult(change: Change | undefined): change is Change {
  return change?.shown === true && change.withinBacktestError !== true;
}
