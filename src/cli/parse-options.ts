import { InvalidArgumentError } from "commander";
import { INTEGER_BOUNDS } from "../queue/settings";
import { MAX_LINK_LENGTH, MAX_TITLE_LENGTH, toLink } from "../report/report-options";
import { DAY_MS } from "../text/milliseconds";
import { tryParseDurationMs } from "../text/parse-duration";
import { tryParseShare } from "../text/parse-share";

/** Parses the number of a pull request: `7` or `#7`. */
export function parsePullRequestNumber(text: string): number {
  return parseCount(0, INTEGER_BOUNDS.max)(text.replace(/^#/, ""));
}

export function parseCount(min: number, max: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (/^\d{1,10}$/.test(text) && count >= min && count <= max) return count;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Parses a priority: a number, or a name that the service defines. */
export function parsePriority(text: string): number | string {
  parseNonEmpty("a priority")(text);
  if (!/^\d+$/.test(text)) return text;
  const value = Number(text);
  if (value <= INTEGER_BOUNDS.max) return value;
  throw new InvalidArgumentError(`A priority is a name, or a whole number from 0 to ${INTEGER_BOUNDS.max}.`);
}

/** Parses an ISO 8601 time, or an age such as `90m`, `24h` or `7d` before `nowMs` (Unix milliseconds). */
export function parseSince(text: string, nowMs: number): string {
  const ageMs = /^\d{1,5}d$/.test(text) ? Number.parseInt(text, 10) * DAY_MS : tryParseDurationMs(text);
  if (ageMs !== undefined) return new Date(nowMs - ageMs).toISOString();
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (isTime && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new InvalidArgumentError(
    "It must be a date and time such as 2026-01-31T08:00:00Z, or an age such as 90m, 24h or 7d.",
  );
}

/** Parses a maximum number of results or requests. */
export const parseLimit = parseCount(1, 999_999_999);

/** Parses a share of a whole, such as `0.05` or `5%`. */
export function parseShare(text: string): number {
  const share = tryParseShare(text);
  if (share !== undefined) return share;
  throw new InvalidArgumentError("It must be a share from 0 to 1, such as 0.05 or 5%.");
}

/** Parses a duration to milliseconds. */
export function parseDurationMs(text: string): number {
  const ms = tryParseDurationMs(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError(
    'It must be a duration of more than 0 and at most 24 hours, such as "90s", "5m" or "1h30m".',
  );
}

/** Returns an object without the fields that are undefined. */
export function pickGiven<Fields extends object>(
  fields: Fields,
): { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as ReturnType<typeof pickGiven<Fields>>;
}

/** Makes a parser that refuses empty text, such as an unset variable. `what` names the value: `a file` */
export function parseNonEmpty(what: string): (text: string) => string {
  return (text) => {
    if (text !== "") return text;
    throw new InvalidArgumentError(`It is empty. Give ${what}, or leave the option out.`);
  };
}

export const parseFile = parseNonEmpty("a file");

export function parseTitle(text: string): string {
  if (text.trim() !== "" && text.length <= MAX_TITLE_LENGTH) return text;
  throw new InvalidArgumentError(`A title has 1 to ${MAX_TITLE_LENGTH} characters.`);
}

export function parseLink(text: string): string {
  if (toLink({ link: text }) !== undefined) return text;
  throw new InvalidArgumentError(`It must be an http or https URL of at most ${MAX_LINK_LENGTH} characters.`);
}

export function collect(text: string, collected: readonly string[] = []): readonly string[] {
  return [...collected, text];
}
