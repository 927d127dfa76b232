import { type Command, InvalidArgumentError, Option } from "commander";
import type { Goal } from "../../foresight/goal";
import type { TestMinutes } from "../../foresight/load";
import type { GivenArrivals } from "../../foresight/load-change";
import {
  SIMULATED_SETTING_NAMES,
  SINGLE_MODES,
  type SimulatedSettingName,
  type SingleMode,
} from "../../foresight/simulated-settings";
import type { SettingDefinition } from "../../queue/setting-definition";
import { SETTING_NAMES, SETTINGS, type SettingName } from "../../queue/settings";
import { checkSetting } from "../../queue/validate-settings";
import { type FormatWith, listFormats } from "../../report/formats";
import { MINUTE_MS } from "../../text/milliseconds";
import { tryParseDurationMs } from "../../text/parse-duration";
import { tryParseShare } from "../../text/parse-share";
import { quote } from "../../text/quote";
import { suggestName } from "../../text/suggest-name";
import { addReadingOptions } from "../connection/add-connection-options";
import type { ShowOptions } from "../connection/connection-options";
import type { StackOptions } from "../plans/stack-options";
import { checkPresentSetting, type SomeSettings } from "../workload/resolve-settings";

const HOURS: ReadonlyMap<string, number> = new Map([
  ["min", 1 / 60],
  ["h", 1],
  ["d", 24],
]);

type Spread =
  | { readonly kind: Exclude<TestMinutes["kind"], "lognormal" | "empirical"> }
  | { readonly kind: "lognormal"; readonly cv: number };

export interface SimulateArguments extends ShowOptions, Omit<StackOptions, "json"> {
  readonly stack?: string;
  readonly now?: SomeSettings;
  readonly set?: SomeSettings;
  readonly arrivals?: GivenArrivals;
  readonly saturated?: true;
  /** Mean of a test run in minutes. */
  readonly testTime?: number;
  readonly testTimeSpread?: Spread;
  readonly failureRate?: number;
  readonly flakeRate?: number;
  /** Mean of a test run in minutes. */
  readonly thenTestTime?: number;
  readonly thenFailureRate?: number;
  readonly thenArrivals?: GivenArrivals;
  readonly singleMode: SingleMode;
  readonly targets?: number;
  readonly pullRequests?: number;
  readonly replications?: number;
  readonly seed: string;
  readonly workers?: number;
  readonly workload?: string;
  readonly format?: FormatWith<"forecast">;
}

export interface RecommendArguments extends SimulateArguments {
  readonly goal?: readonly Goal[];
  /** Key of `GOAL_MEASURES`. */
  readonly minimize: string;
  readonly keep?: readonly SimulatedSettingName[];
}

/** Adds the options of a simulation. @param result - what it prints */
export function addSimulateOptions(command: Command, result: "forecast" | "recommendation"): Command {
  command
    .option(
      "--now <name=value>",
      "a setting of now, named as in the interface or in Terraform; may be given several times",
      (text: string, collected?: SomeSettings) => collectValue(text, checkPresentSetting, collected),
    )
    .addOption(
      new Option("--format <format>", "format of the forecast (default: text)").choices(listFormats(result)),
    )
    .optionsGroup("Load:")
    .option("--workload <file>", "file with the queue's workload, - for standard input")
    .option(
      "--arrivals <rate>",
      "pull requests per hour or day, 4.8/h or 110/d; x2: twice those of the workload",
      parseArrivals,
    )
    .addOption(
      new Option("--saturated", "there is always a pull request waiting: measures capacity").conflicts([
        "arrivals",
        "thenArrivals",
      ]),
    )
    .option("--test-time <duration>", "mean duration of a test run, such as 10m", parseTestMinutes)
    .option(
      "--test-time-spread <spread>",
      "constant, exponential, or lognormal:CV with the coefficient of variation (default: constant)",
      parseSpread,
    )
    .option("--failure-rate <share>", "share of broken changes, 5% or 0.05 (default: 0)", parseShare)
    .option(
      "--flake-rate <share>",
      "how often the test of one good change fails nevertheless (default: 0)",
      parseShare,
    )
    // More lines in a queue say nothing about a real one.
    .option(
      "--targets <number>",
      "each change impacts one of so many targets (default: 1)",
      parseCount(1, 10_000),
    );
  if (result === "forecast") addThenOptions(command);
  command
    .optionsGroup("Simulation:")
    .addOption(
      new Option(
        "--single-mode <mode>",
        "how mode single works; one-line has up to concurrency tests at once",
      )
        .choices(SINGLE_MODES)
        .default("one-at-a-time"),
    )
    .option(
      "--pull-requests <number>",
      "pull requests in a replication, 10 to 1000000 (default: what the load needs, 2000 to 32000)",
      parseCount(10, 1_000_000),
    )
    .option("--replications <number>", "2 to 1000 (default: 10)", parseCount(2, 1_000))
    .option("--seed <text>", "other random numbers", "1")
    .option("--workers <number>", "threads, 1 to 64 (default: one for each processor)", parseCount(1, 64));
  return addReadingOptions(command);
}

/** Options for the load with the proposed settings, which only `simulate` of one queue has. */
export const THEN_OPTIONS = ["thenTestTime", "thenFailureRate", "thenArrivals"] as const;

function addThenOptions(command: Command): void {
  command
    .optionsGroup("Load with the proposed settings:")
    .option("--then-test-time <duration>", "another mean duration of a test, such as 9m", parseTestMinutes)
    .option("--then-failure-rate <share>", "another share of broken changes", parseShare)
    .option("--then-arrivals <rate>", "other arrivals, 10/h; x2: twice those of now", parseArrivals);
}

function parseArrivals(text: string): GivenArrivals {
  const [, factor, rate, unit = ""] =
    /^(?:x(\d{1,6}(?:\.\d{1,6})?)|(\d{1,9}(?:\.\d{1,9})?) ?\/ ?(min|h|d))$/.exec(text) ?? [];
  if (Number(factor) > 0) return { factor: Number(factor) };
  const perHour = Number(rate) / Number(HOURS.get(unit));
  if (perHour > 0) return { perHour };
  throw new InvalidArgumentError(
    "It must be a rate above 0 such as 4.8/h or 110/d, or a factor for a known one such as x2.",
  );
}

function parseTestMinutes(text: string): number {
  const ms = tryParseDurationMs(text);
  if (ms !== undefined) return ms / MINUTE_MS;
  throw new InvalidArgumentError(
    'It must be a duration above 0 and of at most 24 hours, such as "90s", "10m" or "1h30m".',
  );
}

function parseSpread(text: string): Spread {
  if (text === "constant" || text === "exponential") return { kind: text };
  const [, cv] = /^lognormal:(\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})$/.exec(text) ?? [];
  if (Number(cv) > 0) return { kind: "lognormal", cv: Number(cv) };
  throw new InvalidArgumentError(
    "It must be constant, exponential, or lognormal with a coefficient of variation above 0 such as lognormal:0.5.",
  );
}

function parseShare(text: string): number {
  const share = tryParseShare(text);
  if (share !== undefined) return share;
  throw new InvalidArgumentError("It must be a share from 0 to 1, such as 0.05 or 5%.");
}

function parseCount(min: number, max: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (/^\d{1,10}$/.test(text) && count >= min && count <= max) return count;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Adds a setting of `--set`, `NAME=VALUE`, named as in the interface or Terraform. The last value counts. */
export function collectSetting(text: string, collected?: SomeSettings): SomeSettings {
  return collectValue(text, checkSetting, collected);
}

function collectValue(text: string, check: typeof checkPresentSetting, given?: SomeSettings): SomeSettings {
  const at = text.indexOf("=");
  if (at === -1)
    throw new InvalidArgumentError("It must be the name of a setting, an equals sign and its value.");
  const setting = findGivenSetting(text.slice(0, at));
  const value = parseValue(setting, text.slice(at + 1));
  const messages = check(setting, value);
  if (messages.length > 0) throw new InvalidArgumentError(messages.join(" "));
  return { ...given, [setting.name]: value };
}

/** Adds the wire name of a setting of `--keep`, which a simulation must use. */
export function collectKept(
  text: string,
  collected: readonly SimulatedSettingName[] = [],
): readonly SimulatedSettingName[] {
  const name = SIMULATED_SETTING_NAMES.find((each) => each === findGivenSetting(text).name);
  if (name !== undefined) return [...collected, name];
  throw new InvalidArgumentError(`It must be one of ${SIMULATED_SETTING_NAMES.join(", ")}.`);
}

function findGivenSetting(name: string): SettingDefinition & { readonly name: SettingName } {
  const found = SETTINGS.find((setting) => setting.name === name || setting.attribute === name);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`There is no setting ${quote(name)}.${suggestName(name, SETTING_NAMES)}`);
}

/** Returns the value that a text stands for; if it stands for none, the text itself, for the message. */
function parseValue({ kind }: SettingDefinition, text: string): unknown {
  if (kind === "integer" && /^-?\d{1,12}$/.test(text)) return Number(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  if (kind !== "stringSet") return text;
  return text === "" ? [] : text.split(",");
}
