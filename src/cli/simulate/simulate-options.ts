import { type Command, InvalidArgumentError, Option } from "commander";
import type { Goal } from "../../foresight/goal";
import type { TestMinutes } from "../../foresight/load";
import type { GivenArrivals, GivenLoadChange } from "../../foresight/load-change";
import type { LoadInputs } from "../../foresight/load-source";
import type { SimulateOptions } from "../../foresight/simulate";
import {
  SIMULATED_SETTING_NAMES,
  SINGLE_MODES,
  type SimulatedSettingName,
  type SingleMode,
} from "../../foresight/simulated-settings";
import type { Workload } from "../../foresight/workload";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { SettingDefinition } from "../../queue/setting-definition";
import { SETTING_NAMES, SETTINGS, type SettingName } from "../../queue/settings";
import { checkSetting } from "../../queue/validate-settings";
import { type FormatWith, listFormats } from "../../report/formats";
import { MINUTE_MS } from "../../text/milliseconds";
import { quote } from "../../text/quote";
import { suggestName } from "../../text/suggest-name";
import { addReadingOptions } from "../connection/add-connection-options";
import type { ShowOptions } from "../connection/connection-options";
import type { InputContext } from "../files/read-input-file";
import { parseCount, parseDurationMs, parseShare } from "../parse-options";
import type { StackOptions } from "../plans/stack-options";
import { readWorkloadFile } from "../workload/read-workload-file";
import { checkPresentSetting, type SomeSettings } from "../workload/resolve-settings";

const HOURS: ReadonlyMap<string, number> = new Map(Object.entries({ min: 1 / 60, h: 1, d: 24 }));

type Spread =
  | { readonly kind: Exclude<TestMinutes["kind"], "lognormal" | "empirical"> }
  | { readonly kind: "lognormal"; readonly cv: number };

export interface SimulateArguments extends ShowOptions, Omit<StackOptions, "json"> {
  readonly stack?: string;
  readonly now?: SomeSettings;
  readonly set?: SomeSettings;
  readonly arrivals?: GivenArrivals;
  readonly saturated?: true;
  /** Mean duration of a test run, in minutes. */
  readonly testTime?: number;
  readonly testTimeSpread?: Spread;
  readonly failureRate?: number;
  readonly flakeRate?: number;
  /** Mean duration of a test run under the proposed settings, in minutes. */
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

/** Adds the options of a simulation. @param result - the kind of the simulation's output */
export function addSimulateOptions(command: Command, result: "forecast" | "recommendation"): Command {
  command
    .option(
      "--now <name=value>",
      "a current setting, named as in the interface or in Terraform; can be repeated",
      (text: string, collected?: SomeSettings) => collectValue(text, checkPresentSetting, collected),
    )
    .addOption(new Option("--format <format>", "output format (default: text)").choices(listFormats(result)))
    .optionsGroup("Load:")
    .option("--workload <file>", "file with the queue's workload, - for standard input")
    .option("--arrivals <rate>", "arrival rate, 4.8/h or 110/d; x2: twice the workload's rate", parseArrivals)
    .addOption(
      new Option("--saturated", "keep a pull request waiting at all times, to measure capacity").conflicts([
        "arrivals",
        "thenArrivals",
      ]),
    )
    .option("--test-time <duration>", "mean duration of a test run, such as 10m", parseTestMinutes)
    .option(
      "--test-time-spread <spread>",
      "constant, exponential, or lognormal:CV, where CV is the coefficient of variation (default: constant)",
      parseSpread,
    )
    .option("--failure-rate <share>", "share of broken changes, 5% or 0.05 (default: 0)", parseShare)
    .option("--flake-rate <share>", "share of tests of good changes that fail (default: 0)", parseShare)
    // A queue with more lines would not be realistic.
    .option("--targets <number>", "targets; each change impacts one (default: 1)", parseCount(1, 10_000));
  if (result === "forecast") addThenOptions(command);
  command
    .optionsGroup("Simulation:")
    .addOption(
      new Option(
        "--single-mode <mode>",
        "tests in mode single: one at a time, or with one-line several at once (concurrency)",
      )
        .choices(SINGLE_MODES)
        .default("one-at-a-time"),
    )
    .option(
      "--pull-requests <number>",
      "pull requests per replication, 10 to 1000000 (default: 2000 to 32000, depending on the load)",
      parseCount(10, 1_000_000),
    )
    .option("--replications <number>", "replications, 2 to 1000 (default: 10)", parseCount(2, 1_000))
    .option("--seed <text>", "text that determines the random numbers", "1")
    .option("--workers <number>", "threads, 1 to 64 (default: up to 1 per processor)", parseCount(1, 64));
  return addReadingOptions(command);
}

/** Options that change the load under the proposed settings. Only a simulation of one queue has them. */
export const THEN_OPTIONS = ["thenTestTime", "thenFailureRate", "thenArrivals"] as const;

function addThenOptions(command: Command): void {
  command
    .optionsGroup("Load with the proposed settings:")
    .option("--then-test-time <duration>", "another mean duration of a test, such as 9m", parseTestMinutes)
    .option("--then-failure-rate <share>", "another share of broken changes", parseShare)
    .option("--then-arrivals <rate>", "another rate, 10/h; x2: twice the current rate", parseArrivals);
}

function parseArrivals(text: string): GivenArrivals {
  const [, factor, rate, unit = ""] =
    /^(?:x(\d{1,6}(?:\.\d{1,6})?)|(\d{1,9}(?:\.\d{1,9})?) ?\/ ?(min|h|d))$/.exec(text) ?? [];
  if (Number(factor) > 0) return { factor: Number(factor) };
  const perHour = Number(rate) / Number(HOURS.get(unit));
  if (perHour > 0) return { perHour };
  throw new InvalidArgumentError("It must be a rate above 0 such as 4.8/h or 110/d, or a factor such as x2.");
}

function parseTestMinutes(text: string): number {
  return parseDurationMs(text) / MINUTE_MS;
}

function parseSpread(text: string): Spread {
  if (text === "constant" || text === "exponential") return { kind: text };
  const [, cv] = /^lognormal:(\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})$/.exec(text) ?? [];
  if (Number(cv) > 0) return { kind: "lognormal", cv: Number(cv) };
  throw new InvalidArgumentError(
    "It must be constant, exponential, or lognormal with a coefficient of variation above 0 such as lognormal:0.5.",
  );
}

/** Adds the setting that `--set NAME=VALUE` gives. If a setting is given twice, the later value counts. */
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

/** Adds the wire name of the simulated setting that `--keep` gives. */
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

/** Parses a value. Returns invalid text unchanged, so that the message can quote it. */
function parseValue({ kind }: SettingDefinition, text: string): unknown {
  if (kind === "integer" && /^-?\d{1,12}$/.test(text)) return Number(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  if (kind !== "stringSet") return text;
  return text === "" ? [] : text.split(",");
}

export interface SimulationRequest
  extends Pick<LoadInputs, "given" | "arrivalFactor">,
    Pick<SimulateOptions, "singleMode" | "pullRequests" | "mostPullRequests" | "replications" | "seed"> {
  readonly givenChange?: GivenLoadChange;
  /** Number of worker threads. If undefined, up to one thread for each processor. */
  readonly workers?: number | undefined;
  /** The workload in the file. Undefined without a file: the options then give the load of every queue. */
  readonly workload: Workload | undefined;
  readonly workloadFile?: string | undefined;
}

/** Reads and completes the request. @throws MergeQueueError `invalid_configuration`, `invalid_workload` */
export async function readSimulation(
  context: InputContext,
  options: SimulateArguments,
): Promise<SimulationRequest & { readonly format: FormatWith<"forecast"> }> {
  requireCompatible(options);
  const { arrivals, saturated, testTime, testTimeSpread, failureRate, flakeRate, targets } = options;
  const { singleMode, pullRequests, replications, seed, workers } = options;
  const { thenTestTime, thenFailureRate, thenArrivals } = options;
  const { workload, json, format = json === true ? "json" : "text" } = options;
  const read = workload === undefined ? undefined : await readWorkloadFile(context, workload);
  if (json === true && format !== "json") {
    throw createSimulationRefusal(`--json is short for --format json; leave it out for --format ${format}.`);
  }
  const rate = arrivals !== undefined && "perHour" in arrivals ? arrivals.perHour : undefined;
  return {
    given: {
      ...(saturated === true && { arrivals: { kind: "saturated" } }),
      ...(rate !== undefined && { arrivals: { kind: "poisson", perHour: rate } }),
      ...(testTime !== undefined && { testMinutes: { kind: "constant", ...testTimeSpread, mean: testTime } }),
      ...(failureRate !== undefined && { failureRate }),
      ...(flakeRate !== undefined && { flakeRate }),
      ...(targets !== undefined && { targets: Array.from({ length: targets }, () => 1 / targets) }),
    },
    givenChange: { testMinutes: thenTestTime, failureRate: thenFailureRate, arrivals: thenArrivals },
    arrivalFactor: arrivals !== undefined && "factor" in arrivals ? arrivals.factor : undefined,
    ...{ singleMode, pullRequests, replications, seed, workers, format },
    ...{ workload: read, workloadFile: workload },
  };
}

function requireCompatible(options: SimulateArguments): void {
  const { arrivals, saturated, testTime, testTimeSpread, workload } = options;
  const hasNone = workload === undefined;
  if (hasNone && arrivals === undefined && saturated !== true)
    throw createSimulationRefusal(
      "--arrivals is missing. Give a rate such as 4.8/h, or --saturated, or a file with --workload.",
    );
  if (hasNone && testTime === undefined)
    throw createSimulationRefusal(
      "--test-time is missing. Give the mean duration of a test run such as 10m, or a file with --workload.",
    );
  if (hasNone && arrivals !== undefined && "factor" in arrivals)
    throw createSimulationRefusal("A factor in --arrivals needs a workload to multiply: add --workload.");
  if (testTimeSpread !== undefined && testTime === undefined)
    throw createSimulationRefusal("--test-time-spread needs --test-time.");
}

export function createSimulationRefusal(message: string): MergeQueueError {
  return new MergeQueueError("invalid_configuration", message);
}
