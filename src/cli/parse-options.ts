import { InvalidArgumentError } from "commander";
import { INTEGER_BOUNDS } from "../queue/settings";
import { MAX_LINK_LENGTH, MAX_TITLE_LENGTH, toLink } from "../report/report-options";
import { DAY_MS } from "../text/milliseconds";
import { tryParseDurationMs } from "../text/parse-duration";

/** Parses the number of a pull request: `7` or `#7`. */
export function parsePullRequestNumber(text: string): number {
  const number = Number(text.replace(/^#/, ""));
  if (/^#?\d{1,10}$/.test(text) && number <= INTEGER_BOUNDS.max) return number;
  throw new InvalidArgumentError(
    `A pull request's number is a whole number from 0 to ${INTEGER_BOUNDS.max}.`,
  );
}

/** Parses a priority: digits are a number, anything else is one of the service's names. */
export function parsePriority(text: string): number | string {
  parseNonEmpty("a priority")(text);
  if (!/^\d+$/.test(text)) return text;
  const value = Number(text);
  if (value <= INTEGER_BOUNDS.max) return value;
  throw new InvalidArgumentError(`A priority is a name, or a whole number from 0 to ${INTEGER_BOUNDS.max}.`);
}

/** Parses a time: ISO 8601 date and time, or how long before `nowMs` (since 1970): `90m`, `24h`, `7d`. */
export function parseSince(text: string, nowMs: number): string {
  const ageMs = /^\d{1,5}d$/.test(text) ? Number.parseInt(text, 10) * DAY_MS : tryParseDurationMs(text);
  if (ageMs !== undefined) return new Date(nowMs - ageMs).toISOString();
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (isTime && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new InvalidArgumentError(
    "It must be a date and time such as 2026-01-31T08:00:00Z, or how long ago: 90m, 24h, 7d.",
  );
}

/** Parses a maximum, such as that of results: 1 or more. */
export function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d{1,9}$/.test(text) && limit > 0) return limit;
  throw new InvalidArgumentError("It must be a whole number of at least 1.");
}

/** Makes the parser of a text that must not be empty, as an unset shell variable is. It asks for `a file`. */
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
  throw new InvalidArgumentError(
    `It must be an address with https or http, of at most ${MAX_LINK_LENGTH} characters.`,
  );
}

export function collect(text: string, collected: readonly string[] = []): readonly string[] {
  return [...collected, text];
}
