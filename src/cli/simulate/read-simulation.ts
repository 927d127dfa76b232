import type { SingleMode } from "../../foresight/drive/replication";
import type { Load } from "../../foresight/load";
import { tryFindQueueWorkload } from "../../foresight/workload/parse-workload";
import type { QueueWorkload, Workload } from "../../foresight/workload/workload-schema";
import type { Finding } from "../../queue/finding";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { FORECAST_FORMATS, type ForecastFormat } from "../../report/formats";
import { quote } from "../../text/quote";
import type { InputContext } from "../files/read-input-file";
import { readWorkloadFile } from "../workload/read-workload-file";
import { readCount, readLoad } from "./read-load";
import { type GivenSettings, readSettings } from "./read-settings";
import { SINGLE_MODES } from "./simulate-choices";
import type { SimulateArguments } from "./simulate-options";

/** The load and the extent of simulations, checked. */
export interface SimulationExtent {
  /** What the command line says about the load. Complete without a workload. */
  readonly given: Partial<Load>;
  readonly arrivalFactor: number | undefined;
  readonly singleMode: SingleMode;
  readonly pullRequests: number;
  readonly replications: number | undefined;
  readonly seed: string;
  readonly workers: number | undefined;
}

/** The checked arguments of a simulation. */
export interface SimulationRequest extends SimulationExtent {
  /** Undefined: no existing queue. */
  readonly queue: QueueIdentity | undefined;
  readonly now: GivenSettings;
  readonly set: GivenSettings;
  readonly workload: QueueWorkload | undefined;
  readonly format: ForecastFormat;
}

/** The checked arguments of a simulation of stacks. */
export interface StackSimulationRequest extends SimulationExtent {
  /** May hold several queues. Undefined: every queue has the load that the command line gives. */
  readonly workload: Workload | undefined;
  readonly format: ForecastFormat;
}

const PULL_REQUESTS = { min: 10, max: 1_000_000, default: 2_000 } as const;
const REPLICATIONS = { min: 2, max: 1_000 } as const;
const WORKERS = { min: 1, max: 64 } as const;

/**
 * Reads the command line and the workload.
 * @param queue - id as it was given, if any
 * @param findings - problems of other options, which are listed first. Default: none
 * @throws MergeQueueError `invalid_configuration` that lists all problems of the options, the queue's id and the workload
 */
export async function readSimulation(
  context: InputContext,
  queue: string | undefined,
  options: SimulateArguments,
  findings: Finding[] = [],
): Promise<SimulationRequest> {
  const identity = queue === undefined ? undefined : readQueue(queue, findings);
  const now = readSettings("--now", options.now ?? [], findings);
  const set = readSettings("--set", options.set ?? [], findings);
  const workload = await tryReadWorkload(context, options, findings);
  const request = {
    queue: identity,
    now,
    set,
    workload: workload === undefined ? undefined : chooseQueue(workload, identity, findings),
    ...readExtent(options, findings),
    format: readFormat(options, findings),
  };
  requireNoFindings(findings);
  return request;
}

/**
 * Reads the command line and the workload for a stack: that says which queues change, and how.
 * @throws MergeQueueError `invalid_configuration` that lists all problems
 */
export async function readStackSimulation(
  context: InputContext,
  queue: string | undefined,
  options: SimulateArguments,
): Promise<StackSimulationRequest> {
  const findings: Finding[] = [];
  const given = { QUEUE: queue, "--now": options.now, "--set": options.set };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const advice = name === "QUEUE" ? " Use --only to select queues." : "";
    findings.push({
      path: [name],
      message: `Must be left out with --stack: the stack says what changes.${advice}`,
    });
  }
  const workload = await tryReadWorkload(context, options, findings);
  const request = { workload, ...readExtent(options, findings), format: readFormat(options, findings) };
  requireNoFindings(findings);
  return request;
}

function readExtent(options: SimulateArguments, findings: Finding[]): SimulationExtent {
  const { arrivalFactor, ...given } = readLoad(options, findings);
  if (options.workload === undefined) findings.push(...listMissing(options));
  return {
    given,
    arrivalFactor,
    singleMode: readOptionChoice(
      "--single-mode",
      options.singleMode ?? "one-at-a-time",
      SINGLE_MODES,
      findings,
    ),
    pullRequests: readCount(
      "--pull-requests",
      options.pullRequests ?? String(PULL_REQUESTS.default),
      PULL_REQUESTS.min,
      PULL_REQUESTS.max,
      findings,
    ),
    replications: readOptionalCount("--replications", options.replications, REPLICATIONS, findings),
    seed: options.seed ?? "1",
    workers: readOptionalCount("--workers", options.workers, WORKERS, findings),
  };
}

/** @throws MergeQueueError that lists the findings, if there are any */
export function requireNoFindings(findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const lines = findings.map(({ path, message }) => `  ${path.join(" ")}: ${message}`);
  throw new MergeQueueError(
    "invalid_configuration",
    `The simulation cannot start. Nothing was simulated.\n${lines.join("\n")}`,
    { findings },
  );
}

function readQueue(text: string, findings: Finding[]): QueueIdentity | undefined {
  try {
    return parseQueueId(text);
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    findings.push({ path: ["QUEUE"], message: error.message });
    return undefined;
  }
}

async function tryReadWorkload(
  context: InputContext,
  { workload: file }: SimulateArguments,
  findings: Finding[],
): Promise<Workload | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readWorkloadFile(context, file);
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    const { findings: inside } = error.details;
    if (inside === undefined) findings.push({ path: ["--workload"], message: error.message });
    else
      findings.push(
        ...inside.map(({ path, message }) => ({ path: ["--workload", path.join(".")], message })),
      );
    return undefined;
  }
}

function chooseQueue(
  workload: Workload,
  queue: QueueIdentity | undefined,
  findings: Finding[],
): QueueWorkload | undefined {
  const { queues } = workload;
  if (queue === undefined) {
    if (queues.length === 1) return queues[0];
    const message = `It contains ${queues.length} queues. Name one of them: ${listQueues(workload)}.`;
    findings.push({ path: ["--workload"], message });
    return undefined;
  }
  const found = tryFindQueueWorkload(workload, queue);
  if (found === undefined) {
    const message = `It does not contain the queue ${formatQueueId(queue)}, but ${listQueues(workload)}.`;
    findings.push({ path: ["--workload"], message });
  }
  return found;
}

const MAX_NAMES = 5;

function listQueues({ queues }: Workload): string {
  const names = queues.slice(0, MAX_NAMES).map(({ queue }) => quote(queue));
  return queues.length > MAX_NAMES ? `${names.join(", ")}, …` : names.join(", ");
}

/** Lists what only a workload could replace. */
function listMissing({ arrivals, saturated, testTime }: SimulateArguments): Finding[] {
  const findings: Finding[] = [];
  if (arrivals === undefined && saturated !== true) {
    const message = "Is missing. Give a rate such as 4.8/h, or --saturated, or a file with --workload.";
    findings.push({ path: ["--arrivals"], message });
  }
  if (testTime === undefined) {
    const message =
      "Is missing. Give the mean duration of a test run such as 10m, or a file with --workload.";
    findings.push({ path: ["--test-time"], message });
  }
  return findings;
}

function readFormat({ json, format }: SimulateArguments, findings: Finding[]): ForecastFormat {
  const chosen = readOptionChoice(
    "--format",
    format ?? (json === true ? "json" : "text"),
    FORECAST_FORMATS,
    findings,
  );
  if (json === true && chosen !== "json") {
    findings.push({
      path: ["--json"],
      message: `Is short for --format json; leave it out for --format ${chosen}.`,
    });
  }
  return chosen;
}

/** Reads one of several words. @returns the first one after a finding */
export function readOptionChoice<Choice extends string>(
  option: string,
  text: string,
  choices: readonly [Choice, ...Choice[]] | readonly Choice[],
  findings: Finding[],
): Choice {
  const choice = choices.find((each) => each === text);
  if (choice !== undefined) return choice;
  const message = `Must be one of ${choices.join(", ")}, got ${quote(text)}.`;
  findings.push({ path: [option], message });
  return choices[0];
}

function readOptionalCount(
  option: string,
  text: string | undefined,
  { min, max }: { readonly min: number; readonly max: number },
  findings: Finding[],
): number | undefined {
  return text === undefined ? undefined : readCount(option, text, min, max, findings);
}
