import type { Forecasts } from "./queue-forecast";

const DEFAULT_TITLE = "Merge queues";
/** Maximum length of a title in UTF-16 units. A longer title is cut. */
export const MAX_TITLE_LENGTH = 100;

/** What a report contains in addition to its plan. */
export interface ReportOptions {
  /** The title of the report. At most 100 characters are shown. Default: `Merge queues`. */
  readonly title?: string | undefined;
  /** Address of the full report, which begins with http or https. Default: none. */
  readonly link?: string | undefined;
  /** Date of the report, in milliseconds since 1970 (UTC). Default: none. */
  readonly writtenAtMs?: number | undefined;
  /** Forecasts for the plan's queues. Default: none. */
  readonly forecasts?: Forecasts | undefined;
  /** Why the plan needs `--force`, from `describeStop`. Absent if the plan needs no `--force`. */
  readonly stop?: string | undefined;
}

/** Returns the line with which every report of a stopped plan begins; undefined for other plans. */
export function tryDescribeStopped({ stop }: ReportOptions): string | undefined {
  return stop === undefined ? undefined : `Stopped: ${stop} After a review, apply the plan with --force.`;
}

export function toTitle({ title = "" }: ReportOptions): string {
  return title.trim() === "" ? DEFAULT_TITLE : title.slice(0, MAX_TITLE_LENGTH);
}

/** Maximum length of an address. Longer addresses do not open in every browser. */
export const MAX_LINK_LENGTH = 2_000;

/** Returns a normalised link; undefined if a browser cannot open the link as a page. */
export function toLink({ link }: ReportOptions): string | undefined {
  if (link === undefined || !URL.canParse(link)) return undefined;
  const { protocol, href } = new URL(link);
  const isPage = protocol === "https:" || protocol === "http:";
  return isPage && href.length <= MAX_LINK_LENGTH ? href : undefined;
}
