import type { Exchange, HttpRequest } from "../../../src/api/exchange";
import type { ObjectValue } from "../../../src/plugin/value";
import { toAttributeName } from "../../../src/queue/attribute-name";
import { formatQueueId, type QueueIdentity, toIdentityKey } from "../../../src/queue/queue-identity";
import { SETTINGS, type SettingName } from "../../../src/queue/settings";
import type { OutsideAction } from "../../model/command";
import { Ledger, toEntry } from "../../model/ownership/ledger";
import type { Move, Schedule, Step, Trouble, Values } from "../../model/ownership/schedule";
import { type Told, Witness } from "../../model/ownership/witness";
import { ServiceSide } from "../../model/service-side";
import { additional, config, type Plain, toPlainObject } from "../../provider/support/queue-values";
import { VirtualClock } from "../../support/virtual-clock";
import { CoreResource } from "./core-resource";
import { createLoss, MemoryService } from "./memory-service";
import { QUEUE_TYPE } from "./provider-under-test";
import { SessionProvider } from "./session-provider";

const QUEUES = ["main", "next"].map(
  (targetBranch): QueueIdentity => ({
    repo: { host: "github.com", owner: "acme", name: "web" },
    targetBranch,
  }),
);
/** Pull requests from this number on are not ready. */
const NOT_READY = 100;
/** How long what is slow takes on its way, and again on its way back, in milliseconds. */
const SLOW_MS = 2_500;
const LOSS = createLoss("the connection was reset (ECONNRESET)");
const CANCELLED = { ...createLoss("the request was cancelled"), reason: "cancelled" } as Exchange;

/** Runs pipelines, with a provider each, and other hands on one service. @returns what broke the rule */
export async function runSchedule(schedule: Schedule): Promise<readonly string[]> {
  const { pipelines, moves, isLive } = schedule;
  const clock = new VirtualClock();
  const service = new MemoryService(
    {
      answers: isLive ? "live" : "interface",
      inheritedStatuses: ["ci"],
      additionalSettings: { shiny: 1 },
      describePullRequest: (_queue, number) => (number > NOT_READY ? { mergeability: "not_mergeable" } : {}),
    },
    { now: () => clock.now() },
  );
  const hands = new ServiceSide(service);
  const ledger = new Ledger(hands);
  const violations: string[] = [];
  let submitted = 0;
  const act = (identity: QueueIdentity, { does, values }: Move): void => {
    const key = toIdentityKey(identity);
    const { enqueued = [] } = hands.listQueues().find((each) => toIdentityKey(each.identity) === key) ?? {};
    for (const action of listActions(identity, does, values, enqueued, (submitted += 1))) {
      hands.act(action);
      ledger.record("another hand");
    }
  };
  const plan = (move: Move, identity: QueueIdentity): void => {
    if (move.afterMs === 0) act(identity, move);
    else
      clock.after(move.afterMs, () => {
        act(identity, move);
      });
  };
  for (const move of moves) plan(move, getQueue(move.queue));
  let sent = 0;
  const nextLatencyMs = (): number => schedule.latenciesMs[(sent += 1) % schedule.latenciesMs.length] ?? 0;

  const runPipeline = async (steps: readonly Step[], pipeline: number): Promise<void> => {
    const name = `pipeline ${pipeline}`;
    const counts = new Map<string, number>();
    const witnesses = QUEUES.map(() => new Witness(name, () => clock.now()));
    const send = async (request: HttpRequest): Promise<Exchange> => {
      const operation = request.path.split("/").at(-1) ?? "";
      const given = JSON.parse(request.body ?? "{}") as Readonly<Record<string, unknown>>;
      const { targetBranch, additionalSettings, ...settings } = given;
      const body: Record<string, unknown> = { ...settings, ...(additionalSettings as object | undefined) };
      delete body["repo"];
      const write = { operation, body };
      const identity = QUEUES.find((each) => each.targetBranch === targetBranch);
      const witness = identity && witnesses[QUEUES.indexOf(identity)];
      const time = counts.get(operation) ?? 0;
      counts.set(operation, time + 1);
      const turn = schedule.turns.find(
        (each) => each.pipeline === pipeline && each.operation === operation && each.time === time,
      );
      const { trouble = "none" } = turn ?? {};
      const isWrite = !["getQueue", "listPullRequests"].includes(operation);
      const wrong = isWrite && identity ? witness?.judge(write, ledger.find(identity)) : undefined;
      const slowMs = trouble === "slow" ? SLOW_MS : 0;
      try {
        await clock.sleep(nextLatencyMs() + slowMs, request.signal);
        const answer = REFUSALS.includes(trouble) ? undefined : await clock.work(() => service.send(request));
        ledger.record(name);
        const isCommitted = answer !== undefined && service.requests.at(-1)?.isCommitted === true;
        if (wrong !== undefined && isCommitted) violations.push(`${wrong} [${clock.now()} ms]`);
        const view = identity && ledger.find(identity);
        if (identity) for (const move of turn?.moves ?? []) plan(move, identity);
        const lateMs = trouble === "late 400" ? SLOW_MS : slowMs;
        await clock.sleep(nextLatencyMs() + lateMs, request.signal);
        const response = ANSWERS[trouble] ?? answer ?? LOSS;
        const told = toTold(response);
        if (isWrite) witness?.conclude(write, told, view);
        else if (operation === "getQueue" && response === answer && told !== "lost") witness?.see(view);
        return response;
      } catch {
        if (isWrite) witness?.conclude(write, "lost", undefined);
        return CANCELLED;
      }
    };
    const { side } = await SessionProvider.start(service, undefined, clock, send);
    const resources = QUEUES.map(() => new CoreResource(side, QUEUE_TYPE));

    const carryOut = async (step: Step, resource: CoreResource): Promise<void> => {
      const { does, queue, adopts } = step;
      // Terraform starts a process for every plan and every apply.
      await side.configure({});
      if (does === "forget") resource.restore({ state: null, private: Buffer.alloc(0), isTainted: false });
      if (does === "import" && !resource.exists) await resource.import(formatQueueId(getQueue(queue)));
      if (does === "forget" || does === "import") return;
      await resource.refresh();
      const wanted = does === "destroy" ? null : toConfig(step);
      if (wanted === null && !resource.exists) return;
      const change = await resource.plan(wanted, { isReplaced: does === "replace" });
      await clock.sleep(step.pauseMs);
      await side.configure({});
      if (change.action === "no-op") return;
      const { prior, isKept } = readState(resource.state);
      const work = change.action === "replace" && isKept ? "create" : change.action;
      const declared = new Set([...prior.keys(), ...Object.keys(step.values)]);
      witnesses[queue]?.begin(work, prior, declared, adopts);
      await resource.apply(change, wanted);
    };
    for (const step of steps) {
      await clock.sleep(step.afterMs);
      const resource = resources[step.queue];
      if (resource === undefined) continue;
      await carryOut(step, resource).catch((error: unknown) => {
        // Any other error is one of Terraform itself.
        const isRefusal =
          error instanceof Error && /^The (?:read|plan|destroy plan) failed:/.test(error.message);
        if (!isRefusal) throw error;
      });
    }
  };
  await Promise.all(pipelines.map(runPipeline));
  return violations;
}

/** Lists what another hand does. @param number - of the pull request that it may submit */
function listActions(
  identity: QueueIdentity,
  does: Move["does"],
  { shiny, ...settings }: Values,
  enqueued: readonly number[],
  number: number,
): readonly OutsideAction[] {
  const change = (given: object, more = {}): OutsideAction[] => [
    { kind: "change", identity, settings: given, additional: more, deletesRequiredStatuses: false },
  ];
  const changed = change(settings, shiny === undefined ? {} : { shiny });
  const cancels = enqueued.map((each): OutsideAction => ({ kind: "dequeue", identity, number: each }));
  const gone: readonly OutsideAction[] = [...cancels, { kind: "delete", identity }];
  const actions: Readonly<Record<Move["does"], readonly OutsideAction[]>> = {
    change: changed,
    pause: change({ state: "paused" }),
    resume: change({ state: "running" }),
    delete: gone,
    "create anew": [...gone, { kind: "create", identity }, ...changed],
    submit: [{ kind: "enqueue", identity, number }],
    "submit not ready": [{ kind: "enqueue", identity, number: NOT_READY + number }],
    "cancel all": cancels,
  };
  return actions[does];
}

function answer(status: number, retryAfter?: string): Exchange {
  return { kind: "response", status, contentType: "text/plain", retryAfter, text: "This was injected." };
}

/** The responses that take the place of the service's. */
const ANSWERS: { readonly [Kind in Trouble]?: Exchange } = {
  lost: LOSS,
  "lost 503": answer(503),
  "503": answer(503),
  "429": answer(429, "3"),
  "late 400": answer(400),
  "404": answer(404),
};

/** Trouble that keeps a request from the service. */
const REFUSALS: readonly Trouble[] = ["503", "429", "late 400", "404"];

function toTold(response: Exchange): Told {
  if (response.kind !== "response" || response.status >= 500) return "lost";
  if (response.status === 429) return "limited";
  return response.status === 200 ? "success" : "refused";
}

function getQueue(index: number): QueueIdentity {
  const queue = QUEUES[index];
  if (queue === undefined) throw new Error(`there is no queue ${index}`);
  return queue;
}

function toConfig({ queue, values: { shiny, ...settings }, adopts, deletionPolicy }: Step): ObjectValue {
  const attributes = Object.entries(settings).map(([name, value]): [string, Plain] => [
    toAttributeName(name as SettingName),
    value,
  ]);
  const whole = config({
    ...Object.fromEntries(attributes),
    target_branch: getQueue(queue).targetBranch,
    on_existing: adopts ? "adopt" : null,
    deletion_policy: deletionPolicy,
    timeouts: { create: "90s", read: null, update: "90s", delete: "90s" },
  });
  return shiny === undefined ? whole : new Map([...whole, ["additional_settings", additional({ shiny })]]);
}

/** Reads what a state says of a queue but its state, by wire name, and whether a destroy keeps the queue. */
function readState(state: ObjectValue | null): { prior: ReadonlyMap<string, string>; isKept: boolean } {
  const plain = state === null ? {} : toPlainObject(state);
  const { value: more = {} } = (plain["additional_settings"] ?? {}) as { readonly value?: object };
  const settings = SETTINGS.filter(({ name }) => name !== "state").map(({ name }): [string, unknown] => [
    name,
    plain[toAttributeName(name)],
  ]);
  const known = [...settings, ...Object.entries(more)].filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return {
    prior: new Map(known.map(([name, value]) => [name, toEntry(value)])),
    isKept: plain["deletion_policy"] === "abandon",
  };
}
