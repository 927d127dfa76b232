/** Formats of a report, without text for a terminal. `print-report.ts` names the printer of each. */
export const REPORT_FORMATS = ["markdown", "json", "junit", "html"] as const;

/** One of {@link REPORT_FORMATS}. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Formats of a forecast: a forecast has nothing that a test report could count. */
export const FORECAST_FORMATS = ["text", "json", "markdown", "html"] as const satisfies readonly (
  | ReportFormat
  | "text"
)[];

/** One of {@link FORECAST_FORMATS}. */
export type ForecastFormat = (typeof FORECAST_FORMATS)[number];
