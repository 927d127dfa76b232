import { applyOrRefuse } from "../../src/emulator/control/control-operation";
import { type EmulatorOptionsInput, resolveOptions } from "../../src/emulator/emulator-options";
import { FaultSwitch } from "../../src/emulator/fault-switch";
import type { Fault } from "../../src/emulator/faults";
import type { Delivery, ServiceResponse } from "../../src/emulator/http/delivery";
import { RequestLog, type RequestRecord } from "../../src/emulator/http/request-log";
import { serveOperation } from "../../src/emulator/serve-request";
import {
  createServedEngine,
  handleRequest,
  type ServedEngine,
  type ServiceRequest,
} from "../../src/emulator/service/handle-request";
import type { CheckConclusion, Submission } from "../../src/engine/engine-state";
import type { HostPullRequestInput } from "../../src/engine/host-pull-request";
import { tryFindLatest } from "../../src/engine/queue-contents";
import { QueueEngine } from "../../src/engine/queue-engine";
import { applyOrThrow, createEngineWithQueue, MAIN, NOW_MS } from "../engine/engine-fixtures";

/** Token that the services of the tests accept. */
export const TOKEN = "test-token-0000";

/** Makes a service without a socket, with one queue in it. */
export function createService(options: EmulatorOptionsInput = {}): ServedEngine {
  const resolved = resolveOptions({ defaults: "careful", ...options });
  return createServedEngine({ engine: createEngineWithQueue(resolved), token: TOKEN, options: resolved });
}

/** Makes a request as a good client does; `changes` spoils it. */
export function request(operation: string, body: unknown, changes?: Partial<ServiceRequest>): ServiceRequest {
  return {
    method: "POST",
    path: `/v1/${operation}`,
    headers: { "content-type": "application/json", "x-api-token": TOKEN },
    body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)),
    ...changes,
  };
}

/** Serves requests one after another, with faults, and returns deliveries and records. */
export async function serveAll(
  service: ServedEngine,
  faults: readonly Fault[],
  requests: readonly ServiceRequest[],
): Promise<{ readonly deliveries: readonly Delivery[]; readonly records: readonly RequestRecord[] }> {
  const active = new FaultSwitch();
  active.setFunctions(faults);
  const log = new RequestLog("all");
  const { signal } = new AbortController();
  const running = { ...service, faults: active, log, signal, passTime: () => undefined };
  const deliveries: Delivery[] = [];
  for (const one of requests) deliveries.push(await serveOperation(running, one));
  return { deliveries, records: log.records };
}

/** A response as the tests read it. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; undefined if it is not declared as JSON. */
  readonly json: unknown;
}

/** A service without a socket whose time stands still until it is moved. */
export interface World {
  readonly service: ServedEngine;
  /** Lets time pass. */
  readonly advance: (ms: number) => void;
  /** Posts a body. */
  readonly post: (operation: string, body: unknown) => Reply;
  /** Posts a body, with fields of {@link MAIN} for missing ones, and expects status 200. */
  readonly ask: (operation: string, body?: object) => unknown;
  /** Gets the metrics. */
  readonly getMetrics: (query?: string) => Reply;
  /** Lets the code host know something about a pull request. */
  readonly declare: (pullRequest: HostPullRequestInput) => void;
  /** Reports a check of the latest run of a pull request. */
  readonly report: (number: number, name: string, conclusion: CheckConclusion) => void;
  /** Returns the latest submission of a pull request. */
  readonly find: (number: number) => Submission;
}

/** Makes a world with {@link MAIN} in it. */
export function createWorld(input: EmulatorOptionsInput = {}): World {
  const options = resolveOptions({ defaults: "careful", ...input });
  let nowMs = NOW_MS;
  const engine = new QueueEngine(options, { now: () => nowMs, seed: "tests" });
  const service = createServedEngine({ engine, token: TOKEN, options });
  applyOrThrow(engine, { type: "createQueue", identity: MAIN, settings: {} });
  const post = (operation: string, body: unknown): Reply =>
    toReply(handleRequest(service, request(operation, body)));
  const find = (number: number): Submission => {
    const queue = engine.tryFindQueue(MAIN);
    const latest = queue && tryFindLatest(queue, number);
    if (latest === undefined) throw new Error(`#${number} was never submitted.`);
    return latest;
  };
  return {
    service,
    advance: (ms) => {
      nowMs += ms;
    },
    post,
    ask: (operation, body = {}) => {
      const reply = post(operation, { ...MAIN, ...body });
      if (reply.status !== 200) throw new Error(`${operation}: ${reply.status} ${reply.text}`);
      return reply.json;
    },
    getMetrics: (query = "") =>
      toReply(handleRequest(service, request("getMergeQueueMetrics", "", { method: "GET", query }))),
    declare: (pullRequest) => {
      applyOrRefuse(engine, { type: "declarePullRequest", repo: MAIN.repo, pullRequest });
    },
    report: (number, name, conclusion) => {
      const testRunId = find(number).testRunId ?? "";
      applyOrRefuse(engine, { type: "reportCheck", testRunId, name, conclusion });
    },
    find,
  };
}

function toReply({ status, headers, body }: ServiceResponse): Reply {
  const isParsed = headers["content-type"] === "application/json";
  return { status, headers, text: body, json: isParsed ? (JSON.parse(body) as unknown) : undefined };
}
