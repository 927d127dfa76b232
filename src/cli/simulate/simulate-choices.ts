import type { SingleMode } from "../../foresight/drive/replication";

/** Formats of a forecast. */
export const FORECAST_FORMATS = ["text", "json", "markdown", "html"] as const;

/** One of {@link FORECAST_FORMATS}. */
export type ForecastFormat = (typeof FORECAST_FORMATS)[number];

/** How mode `single` can work. */
export const SINGLE_MODES: readonly SingleMode[] = ["one-at-a-time", "one-line"];
