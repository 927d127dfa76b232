import type { Finding } from "../../../queue/finding";
import { quote } from "../../../text/quote";
import { createFindingsError } from "../create-findings-error";

const GIT_LOG = "git log --first-parent --format=%cI";

/** Reads a list of times, as {@link GIT_LOG} prints it. @throws MergeQueueError `invalid_workload` */
export function readMergeTimes(text: string): number[] {
  const findings: Finding[] = [];
  const times = text.split("\n").flatMap((line, index) => {
    const trimmed = line.trim();
    if (trimmed === "") return [];
    const ms = tryReadTime(trimmed);
    if (ms !== undefined) return [ms];
    const message = `${quote(trimmed)} is not a time.`;
    findings.push({ path: ["line", String(index + 1)], message });
    return [];
  });
  if (findings.length === 0) return times;
  throw createFindingsError(`Not a list of times. Write it with: ${GIT_LOG} BRANCH`, findings, " ");
}

/** Seconds since 1970 have ten digits from 2001 to 2286. */
const SECONDS = /^\d{10}(\.\d+)?$/;
const MILLISECONDS = /^\d{13}$/;

/** RFC 3339, or a variant: with a blank before the time, without seconds, with the zone `UTC` or no zone. */
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:[.,](\d{1,9}))? ?(?:(Z|UTC)|([+-]\d\d):?(\d\d))?$/i;

/** Parses a time of CI or git. No zone means UTC. @returns milliseconds since 1970 (UTC), or undefined */
export function tryReadTime(text: string): number | undefined {
  if (SECONDS.test(text)) return Math.round(Number(text) * 1000);
  if (MILLISECONDS.test(text)) return Number(text);
  const [, day, time, seconds = ":00", fraction = "0", , hours, minutes] = DATE_TIME.exec(text) ?? [];
  if (day === undefined || time === undefined) return undefined;
  const zone = hours === undefined || minutes === undefined ? "Z" : `${hours}:${minutes}`;
  const ms = Date.parse(`${day}T${time}${seconds}.${fraction.slice(0, 3)}${zone}`);
  return Number.isNaN(ms) ? undefined : ms;
}
