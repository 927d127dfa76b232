import type { Recommendation } from "../foresight/recommend";
import type { Plan } from "../plan/plan";
import type { RecommendationSearch } from "./forecast/describe-recommendation";
import { printForecastPage, printForecastsPage } from "./html/print-forecasts-html";
import {
  printForecastsMarkdown,
  printNamedForecastMarkdown,
  printRecommendationMarkdown,
} from "./markdown/print-forecast-markdown";
import type { OutputDocument } from "./output-document";
import { printForecastsJson, printRecommendationJson } from "./print-forecast-json";
import { printHtml } from "./print-html";
import { printJson } from "./print-json";
import { printJunit } from "./print-junit";
import { printMarkdown } from "./print-markdown";
import { printPlan } from "./print-plan";
import { printReportJson } from "./print-report-json";
import type { DrawnForecast, Forecasts } from "./queue-forecast";
import { type ReportOptions, tryDescribeStopped } from "./report-options";
import { printForecast, printForecasts, printRecommendation } from "./terminal/print-forecast";
import type { View } from "./view";
import { wrapText } from "./wrap-text";

/** The printers of a format. Every result ends with a line break. */
interface FormatPrinters {
  readonly ending?: string;
  readonly plan: (plan: Plan, options: ReportOptions, view: View) => string;
  readonly forecast?: (forecast: DrawnForecast, view: View) => string;
  readonly forecasts?: (plan: Plan, forecasts: Forecasts, view: View) => string;
  readonly recommendation?: (found: Recommendation, search: RecommendationSearch, view: View) => string;
}

/** The formats of plans and forecasts. JUnit is for plans only, because a forecast has no test cases. */
export const FORMATS = {
  text: {
    plan: (plan, options, view) => {
      const stopped = tryDescribeStopped(options);
      const start = stopped === undefined ? "" : `${wrapText(stopped, "", view.columns)}\n`;
      return start + printPlan(plan, view, options.forecasts);
    },
    forecast: ({ forecast }, view) => printForecast(forecast, view),
    forecasts: printForecasts,
    recommendation: printRecommendation,
  },
  markdown: {
    ending: ".md",
    plan: (plan, options) => printMarkdown(plan, options),
    forecast: ({ forecast }) => printNamedForecastMarkdown(forecast),
    forecasts: printForecastsMarkdown,
    recommendation: printRecommendationMarkdown,
  },
  json: {
    ending: ".json",
    plan: printReportJson,
    forecast: ({ forecast }) => printJson(forecast).document,
    forecasts: printForecastsJson,
    recommendation: printRecommendationJson,
  },
  junit: { ending: ".xml", plan: printJunit },
  html: { ending: ".html", plan: printHtml, forecast: printForecastPage, forecasts: printForecastsPage },
} as const satisfies Readonly<Record<string, FormatPrinters>>;

type Formats = typeof FORMATS;

/** The names of the formats in {@link FORMATS} that have this part, such as `plan` or `forecast`. */
export type FormatWith<Part extends keyof FormatPrinters> = {
  [Name in keyof Formats]: Formats[Name] extends Readonly<Record<Part, unknown>> ? Name : never;
}[keyof Formats];

export function listFormats<Part extends keyof FormatPrinters>(part: Part): FormatWith<Part>[] {
  const names = Object.keys(FORMATS) as (keyof Formats)[];
  return names.filter((name): name is FormatWith<Part> => part in FORMATS[name]);
}

/** Turns a format's result into an output: text for readers, or a document for programs. */
export function toOutput(format: keyof Formats, printed: string): string | OutputDocument {
  return format === "text" ? printed : { document: printed };
}
