import type { Arrivals, Load, TestMinutes } from "../../foresight/load";
import type { Finding } from "../../queue/finding";
import { tryParseDurationMs } from "../../text/parse-duration";
import { tryParseShare } from "../../text/parse-share";
import { quote } from "../../text/quote";
import type { SimulateArguments } from "./simulate-options";

const MINUTE_MS = 60_000;

const HOURS: ReadonlyMap<string, number> = new Map([
  ["min", 1 / 60],
  ["h", 1],
  ["d", 24],
]);

/** More lines in a queue say nothing about a real one. */
const MAX_TARGETS = 10_000;

/** What the command line says about the load; absent parts are not given. */
export interface GivenLoad extends Partial<Load> {
  /** Factor for the number of pull requests in the workload. */
  readonly arrivalFactor?: number;
}

/**
 * Reads the load from the command line.
 * @param findings - gets all problems
 */
export function readLoad(options: SimulateArguments, findings: Finding[]): GivenLoad {
  const { failureRate, flakeRate, targets } = options;
  const load: Mutable<GivenLoad> = readArrivals(options, findings);
  const testMinutes = readTestMinutes(options, findings);
  if (testMinutes !== undefined) load.testMinutes = testMinutes;
  if (failureRate !== undefined) load.failureRate = readShare("--failure-rate", failureRate, findings);
  if (flakeRate !== undefined) load.flakeRate = readShare("--flake-rate", flakeRate, findings);
  if (targets !== undefined) {
    const count = readCount("--targets", targets, 1, MAX_TARGETS, findings);
    load.targets = Array.from({ length: count }, () => 1 / count);
  }
  return load;
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

function readArrivals(
  { arrivals, saturated, workload }: SimulateArguments,
  findings: Finding[],
): Pick<GivenLoad, "arrivals" | "arrivalFactor"> {
  const report = (message: string): void => {
    findings.push({ path: ["--arrivals"], message });
  };
  if (saturated === true) {
    if (arrivals !== undefined) report("Must be left out with --saturated.");
    return { arrivals: { kind: "saturated" } };
  }
  if (arrivals === undefined) return {};
  const [, factor, rate, unit = ""] =
    /^(?:x(\d{1,6}(?:\.\d{1,6})?)|(\d{1,9}(?:\.\d{1,9})?) ?\/ ?(min|h|d))$/.exec(arrivals) ?? [];
  if (factor !== undefined) {
    if (Number(factor) === 0) report(`Must be above 0, got ${quote(arrivals)}.`);
    if (workload === undefined)
      report(`${quote(arrivals)} multiplies the arrivals of a workload: add --workload.`);
    return { arrivalFactor: Number(factor) };
  }
  const perHour = Number(rate) / Number(HOURS.get(unit));
  if (perHour > 0) return { arrivals: { kind: "poisson", perHour } satisfies Arrivals };
  report(
    rate === undefined
      ? `Must be a rate such as 4.8/h or 110/d, or with a workload a factor such as x2, got ${quote(arrivals)}.`
      : `Must be above 0, got ${quote(arrivals)}.`,
  );
  return {};
}

function readTestMinutes(
  { testTime, testTimeSpread }: SimulateArguments,
  findings: Finding[],
): TestMinutes | undefined {
  const spread = readSpread(testTimeSpread ?? "constant", findings);
  if (testTime === undefined) {
    if (testTimeSpread !== undefined) {
      findings.push({ path: ["--test-time-spread"], message: "Needs --test-time." });
    }
    return undefined;
  }
  const ms = tryParseDurationMs(testTime);
  if (ms === undefined) {
    const message = `Must be a duration above 0 and of at most 24 hours, such as "90s", "10m" or "1h30m", got ${quote(testTime)}.`;
    findings.push({ path: ["--test-time"], message });
  }
  return ms === undefined || spread === undefined ? undefined : { ...spread, mean: ms / MINUTE_MS };
}

type Spread =
  | { readonly kind: "constant" | "exponential" }
  | { readonly kind: "lognormal"; readonly cv: number };

function readSpread(text: string, findings: Finding[]): Spread | undefined {
  if (text === "constant" || text === "exponential") return { kind: text };
  const [, cv] = /^lognormal:(\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})$/.exec(text) ?? [];
  if (Number(cv) > 0) return { kind: "lognormal", cv: Number(cv) };
  const message =
    "Must be constant, exponential, or lognormal with a coefficient of variation above 0 such as lognormal:0.5, " +
    `got ${quote(text)}.`;
  findings.push({ path: ["--test-time-spread"], message });
  return undefined;
}

function readShare(option: string, text: string, findings: Finding[]): number {
  const share = tryParseShare(text);
  if (share !== undefined) return share;
  const message = `Must be a share from 0 to 1, such as 0.05 or 5%, got ${quote(text)}.`;
  findings.push({ path: [option], message });
  return Number.NaN;
}

/** Reads a whole number. @returns `min` after a finding */
export function readCount(
  option: string,
  text: string,
  min: number,
  max: number,
  findings: Finding[],
): number {
  const count = Number(text);
  if (/^\d{1,10}$/.test(text) && count >= min && count <= max) return count;
  findings.push({
    path: [option],
    message: `Must be a whole number from ${min} to ${max}, got ${quote(text)}.`,
  });
  return min;
}
