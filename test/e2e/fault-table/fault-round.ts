import { chainFaults, type Fault, firstTimes, onOperation, onQueue } from "../../../src/emulator/faults";
import type { RequestRecord } from "../../../src/emulator/http/request-log";
import type { QueueEngine } from "../../../src/engine/queue-engine";
import { toAttributeName } from "../../../src/queue/attribute-name";
import { formatQueueId, isSameQueue, type QueueIdentity } from "../../../src/queue/queue-identity";
import { QueueStage } from "../../support/e2e/queue-stage";
import { type Run, readRun } from "../../support/e2e/read-run";
import type { StoredObject } from "../../support/e2e/terraform-workspace";
import { type Attributes, type FaultCase, toIdentity } from "./fault-case";

/** When the faults start: for the whole apply, or only after a plan was saved. */
export type Beginning = "before the plan" | "behind the plan";

/** The observations at one time. */
export interface Snapshot {
  /** The command that led to it. */
  readonly run: Run;
  /** The requests that it made. */
  readonly requests: readonly RequestRecord[];
  readonly state: ReadonlyMap<string, StoredObject>;
  /** Settings of the queues that the service has, under their Terraform names, by the queue's id. */
  readonly queues: ReadonlyMap<string, Attributes>;
}

/** What became of all rows of a round. */
export interface Outcome {
  /** While it went wrong. */
  readonly faulty: Snapshot;
  /** The plan after that. */
  readonly nextPlan: Run;
  /** The same command once more, with nothing going wrong. */
  readonly again: Snapshot;
  /** The plan after that. */
  readonly lastPlan: Run;
}

/**
 * Lets things go wrong with many queues in one apply, each with its own, and follows them to where the same command
 * is run again. Every row has its queue, so that none sees the others' faults; together they take six commands.
 */
export async function playRound(cases: readonly FaultCase[], beginning: Beginning): Promise<Outcome> {
  const before = declareAll(cases, "before");
  const after = declareAll(cases, "after");
  const stage = await QueueStage.attach("");
  const { emulator, workspace } = stage;

  async function run(command: string, ...args: readonly string[]): Promise<Run> {
    return readRun(await workspace.tryRun([command, "-json", ...args]));
  }
  type Arguments = Parameters<typeof run>;
  async function succeed(...args: Arguments): Promise<void> {
    const { status, output } = await run(...args);
    if (status !== 0) throw new Error(`${args.join(" ")} ended with status ${status}:\n${output}`);
  }
  async function observe(...args: Arguments): Promise<Snapshot> {
    const start = emulator.requests.length;
    const told = await run(...args);
    const requests = emulator.requests.slice(start);
    return { run: told, requests, state: await workspace.readState(), queues: readQueues(stage) };
  }

  try {
    await workspace.write({ "main.tf.json": before });
    // Also where nothing is declared: the state file then exists.
    await succeed("apply", "-auto-approve", PARALLELISM);
    await workspace.write({ "main.tf.json": after });
    if (beginning === "behind the plan") await succeed("plan", "-out=saved.tfplan");
    for (const { name, meanwhile = [] } of cases) {
      for (const { before: call, act } of meanwhile) {
        if (call === undefined) act(emulator.engine, toIdentity(name));
      }
    }
    emulator.setFaults(...cases.map(isolate), ...cases.flatMap((row) => interfere(row, emulator.engine)));
    const target = beginning === "behind the plan" ? ["saved.tfplan"] : ["-auto-approve"];
    const faulty = await observe("apply", PARALLELISM, ...target);
    emulator.setFaults(...cases.filter(({ doFaultsStay }) => doFaultsStay === true).map(isolate));
    const nextPlan = await run("plan", "-detailed-exitcode");
    emulator.setFaults();
    const again = await observe("apply", PARALLELISM, "-auto-approve");
    const lastPlan = await run("plan", "-detailed-exitcode");
    return { faulty, nextPlan, again, lastPlan };
  } finally {
    await stage.close();
  }
}

/** All rows at once, so that waiting for one costs the others nothing. */
const PARALLELISM = "-parallelism=100";

function isolate({ name, faults = [] }: FaultCase): Fault {
  return onQueue(toIdentity(name), chainFaults(faults));
}

/** Makes outside changes right before our calls. */
function interfere({ name, meanwhile = [] }: FaultCase, engine: QueueEngine): Fault[] {
  return meanwhile.flatMap(({ before, act }) => {
    if (before === undefined) return [];
    const actFirst: Fault = (_request, next) => {
      act(engine, toIdentity(name));
      return next();
    };
    return onQueue(toIdentity(name), onOperation(before, firstTimes(1, actFirst)));
  });
}

/** Returns the configuration of all rows in Terraform's JSON form. */
function declareAll(cases: readonly FaultCase[], moment: "before" | "after"): string {
  const resources = cases.flatMap((row) => {
    const attributes = row[moment];
    if (attributes === undefined) return [];
    const { repo, targetBranch } = toIdentity(row.name);
    return [[row.name, { repo, target_branch: targetBranch, ...attributes }] as const];
  });
  return JSON.stringify({
    terraform: { required_providers: { mergequeue: { source: "mergequeue/mergequeue" } } },
    ...(resources.length === 0 ? {} : { resource: { mergequeue_queue: Object.fromEntries(resources) } }),
  });
}

function readQueues({ emulator }: QueueStage): ReadonlyMap<string, Attributes> {
  return new Map(
    [...emulator.engine.state.queues.values()].map(({ identity, settings, requiredStatuses }) => {
      const all = Object.entries({ ...settings, requiredStatuses: requiredStatuses ?? null });
      const named = all.map(([name, value]) => [toAttributeName(name), value] as const);
      return [formatQueueId(identity), Object.fromEntries(named)];
    }),
  );
}

/** Returns the requests that name a queue. */
export function pickRequests(
  requests: readonly RequestRecord[],
  queue: QueueIdentity,
): readonly RequestRecord[] {
  return requests.filter(({ body }) => namesQueue(body) && isSameQueue(body, queue));
}

function namesQueue(body: unknown): body is QueueIdentity {
  return typeof body === "object" && body !== null && "repo" in body && "targetBranch" in body;
}
