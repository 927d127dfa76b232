import { type Command, Option } from "commander";
import { FORECAST_FORMATS } from "../../report/formats";
import { addReadingOptions } from "../command-options";
import type { ShowOptions } from "../connection/connection-options";
import type { StackOptions } from "../fleet/stack-options";
import { collect } from "../parse-arguments";
import { SINGLE_MODES } from "./simulate-choices";

/** The options of `mergequeue simulate` as they were typed: all of them are checked together. */
export interface SimulateArguments extends ShowOptions, Omit<StackOptions, "json"> {
  /** Directory of synthesized stacks. */
  readonly stack?: string;
  /** `NAME=VALUE` each. */
  readonly now?: readonly string[];
  /** `NAME=VALUE` each. */
  readonly set?: readonly string[];
  readonly arrivals?: string;
  readonly saturated?: true;
  readonly testTime?: string;
  readonly testTimeSpread?: string;
  readonly failureRate?: string;
  readonly flakeRate?: string;
  readonly singleMode?: string;
  readonly targets?: string;
  readonly pullRequests?: string;
  readonly replications?: string;
  readonly seed?: string;
  readonly workers?: string;
  /** Path, or `-` for standard input. */
  readonly workload?: string;
  readonly format?: string;
}

/** The options of `mergequeue simulate recommend` as they were typed. */
export interface RecommendArguments extends SimulateArguments {
  /** `p90<30m` each. */
  readonly goal?: readonly string[];
  readonly minimize?: string;
  /** Names of settings. */
  readonly keep?: readonly string[];
}

/** Adds the options of a simulation. Their values are not checked here, so that one error can list all problems. */
export function addSimulateOptions(command: Command): Command {
  command
    .option(
      "--now <name=value>",
      "a setting of now, named as in the interface or in Terraform; may be given several times",
      collect,
    )
    .addOption(createChoice("--format <format>", "format of the forecast, text by default", FORECAST_FORMATS))
    .optionsGroup("Load:")
    .option("--workload <file>", "file with the queue's workload, - for standard input")
    .option(
      "--arrivals <rate>",
      "pull requests per hour or day, 4.8/h or 110/d; x2: twice those of the workload",
    )
    .option("--saturated", "there is always a pull request waiting: measures capacity")
    .option("--test-time <duration>", "mean duration of a test run, such as 10m")
    .option(
      "--test-time-spread <spread>",
      "constant, exponential, or lognormal:CV with the coefficient of variation (default: constant)",
    )
    .option("--failure-rate <share>", "share of broken changes, 5% or 0.05 (default: 0)")
    .option("--flake-rate <share>", "how often the test of one good change fails nevertheless (default: 0)")
    .option("--targets <number>", "each change impacts one of so many targets (default: 1)")
    .optionsGroup("Simulation:")
    .addOption(
      createChoice(
        "--single-mode <mode>",
        "how mode single works: one-at-a-time by default, or one-line with up to concurrency tests at once",
        SINGLE_MODES,
      ),
    )
    .option("--pull-requests <number>", "pull requests in a replication, 10 to 1000000 (default: 2000)")
    .option(
      "--replications <number>",
      "2 to 1000 (default: up to 20, until intervals are within 5 % or 1 min)",
    )
    .option("--seed <text>", "other random numbers (default: 1)")
    .option("--workers <number>", "threads, 1 to 64 (default: one for each processor)");
  return addReadingOptions(command);
}

/** Makes an option with choices that the help shows and a shell completes, but that are checked with the other options. */
export function createChoice(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices).argParser((text) => text);
}
