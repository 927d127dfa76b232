import { quote } from "./quote";

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Checks a time in RFC 3339, the format of Terraform. @returns the problem as a sentence, or undefined */
export function checkDateTime(text: string): string | undefined {
  const [, year, month, day] = DATE_TIME.exec(text) ?? [];
  if (isDay(Number(year), Number(month), Number(day))) return undefined;
  return `Must be a date and time in RFC 3339 such as "2026-01-31T08:00:00Z", got ${quote(text)}.`;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
