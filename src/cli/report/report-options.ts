/** The title of a report that has none of its own. */
const DEFAULT_TITLE = "Merge queues";

/** UTF-16 units that a report's title may have; the rest is cut. */
export const MAX_TITLE_LENGTH = 100;

/** What a report says beside its plan. */
export interface ReportOptions {
  /** What the report is about, in a few words; at most 100 characters are shown. Default: `Merge queues`. */
  readonly title?: string | undefined;
  /** Where the whole report is, an address with http or https; default: none is named. */
  readonly link?: string | undefined;
  /** When the report is written, in milliseconds since 1970 (UTC). Default: it is not said. */
  readonly writtenAtMs?: number | undefined;
}

/** Answers the title to be shown. */
export function toTitle({ title = "" }: ReportOptions): string {
  return title.trim() === "" ? DEFAULT_TITLE : title.slice(0, MAX_TITLE_LENGTH);
}

/** Longer addresses open nowhere. */
const MAX_LINK_LENGTH = 2_000;

/** Answers the link as an address that a browser opens as a page; undefined if it is none. */
export function toLink({ link }: ReportOptions): string | undefined {
  if (link === undefined || !URL.canParse(link)) return undefined;
  const { protocol, href } = new URL(link);
  const isPage = protocol === "https:" || protocol === "http:";
  return isPage && href.length <= MAX_LINK_LENGTH ? href : undefined;
}
