import { type Client, type ServiceError, status } from "@grpc/grpc-js";
import { resolveClientConfig } from "../../../src/api/client-config";
import { createApiClient } from "../../../src/api/create-api-client";
import type { Transport } from "../../../src/api/exchange";
import { RequestLimiter } from "../../../src/api/request-limiter";
import { GrpcError } from "../../../src/plugin/grpc/grpc-error";
import type { Routes } from "../../../src/plugin/grpc/route";
import { CallSignals } from "../../../src/plugin/lifecycle/call-signals";
import { WorkTracker } from "../../../src/plugin/lifecycle/work-tracker";
import type { ProviderDefinition } from "../../../src/plugin/provider-definition";
import { createRoutes } from "../../../src/plugin/server/provider-routes";
import type { ProviderData } from "../../../src/provider/provider-data";
import { createProviderDefinition } from "../../../src/provider/provider-definition";
import { QueueClaims } from "../../../src/provider/queue-claims";
import { SeenQueues } from "../../../src/provider/seen-queues";
import type { SharedClaims } from "../../../src/provider/shared-claims";
import { Reconciler } from "../../../src/reconcile/reconciler";
import { createRedactor } from "../../../src/text/create-redactor";
import type { PluginProcess } from "../../plugin/support/plugin-process";
import { TerraformSide } from "../../plugin/support/terraform-side";
import { VirtualClock } from "../../support/virtual-clock";
import { createLoss, type MemoryService } from "./memory-service";

let started = 0;

/**
 * The provider in the test's process: every message is encoded and decoded as on the wire and goes through
 * the same handlers, but without a process, gRPC's transport, the HTTP library and real waiting.
 */
export class SessionProvider {
  readonly side: TerraformSide;
  readonly #life: Life;

  private constructor(side: TerraformSide, life: Life) {
    this.side = side;
    this.#life = life;
  }

  /**
   * Starts it; it calls this service regardless of its configuration.
   * @param share - returns, each time it is configured, what knows the other providers. Default: nothing does
   * @param clock - its time. Default: its own
   * @param send - sends a request to the service. Default: that takes no time
   */
  static async start(
    service: MemoryService,
    share?: () => SharedClaims,
    clock = new VirtualClock(),
    send: Transport = (request) => clock.work(() => service.send(request)),
  ): Promise<SessionProvider> {
    const life = new Life();
    const transport: Transport = (request) => {
      if (life.isOver) return Promise.resolve(createLoss("the provider was killed"));
      return life.track(send(request));
    };
    const routes = createRoutes({
      definition: withoutNetwork(service, clock, transport, share),
      log: () => undefined,
      redactor: createRedactor(),
      work: new WorkTracker(),
      signals: new CallSignals({ isDebug: false }),
    });
    // Only the exit of the process would be used, and this process never exits.
    const side = await TerraformSide.attach({} as PluginProcess, createClient(routes, life));
    return new SessionProvider(side, life);
  }

  /** Simulates SIGKILL: calls in progress get no response, and nothing more is sent. */
  kill(): void {
    this.#life.end();
  }

  /** Resolves when every request that was sent has been handled. */
  async settle(): Promise<void> {
    await this.#life.settle();
  }
}

/** Whether something still runs, and the callbacks for its end. */
class Life {
  isOver = false;
  readonly #mourners = new Set<() => void>();
  readonly #deeds = new Set<Promise<unknown>>();

  /** Adds a callback for the end. @returns removes the callback */
  watch(onEnd: () => void): () => void {
    this.#mourners.add(onEnd);
    return () => this.#mourners.delete(onEnd);
  }

  /** Tracks work in progress until it is done. */
  track<Result>(deed: Promise<Result>): Promise<Result> {
    const tracked = deed.finally(() => this.#deeds.delete(tracked));
    this.#deeds.add(tracked);
    return tracked;
  }

  async settle(): Promise<void> {
    await Promise.all(this.#deeds);
  }

  end(): void {
    this.isOver = true;
    for (const onEnd of this.#mourners) onEnd();
    this.#mourners.clear();
  }
}

function withoutNetwork(
  service: MemoryService,
  clock: VirtualClock,
  transport: Transport,
  share?: () => SharedClaims,
): ProviderDefinition<ProviderData> {
  started += 1;
  const { config } = resolveClientConfig(
    { baseUrl: `https://service-${started}.invalid/v1`, token: service.token },
    {},
  );
  if (config === undefined) throw new Error("the client's configuration is wrong");
  const limiter = new RequestLimiter(clock);
  const api = createApiClient(config, { source: "terraform", clock, random: () => 0.5, limiter, transport });
  const createData = (): ProviderData => ({
    reconciler: new Reconciler(api, clock),
    api,
    clock,
    unknownArguments: [],
    seenQueues: new SeenQueues(),
    claims: new QueueClaims("", share?.()),
    isFirst: () => true,
  });
  return {
    ...createProviderDefinition({ env: {}, addSecret: () => undefined }),
    configure: () => Promise.resolve({ data: createData(), diagnostics: [] }),
  };
}

function createClient(routes: Routes, life: Life): Client {
  const makeUnaryRequest = (
    path: string,
    serialize: (request: unknown) => Buffer,
    deserialize: (bytes: Buffer) => unknown,
    request: unknown,
    callback: (error: Partial<ServiceError> | null, response?: unknown) => void,
  ): void => {
    const route = routes.get(path);
    if (route?.kind !== "unary") throw new Error(`there is no handler for ${path}`);
    let isOpen = !life.isOver;
    const fail = (): void => {
      isOpen = false;
      callback({ code: status.UNAVAILABLE, message: "14 UNAVAILABLE: Connection dropped" });
    };
    if (!isOpen) {
      fail();
      return;
    }
    const forget = life.watch(fail);
    void route.handle(serialize(request)).then(
      (response) => {
        forget();
        if (isOpen) callback(null, deserialize(response));
      },
      (error: unknown) => {
        forget();
        if (!isOpen) return;
        if (!(error instanceof GrpcError)) throw error;
        callback({ code: status.INTERNAL, message: error.message });
      },
    );
  };
  return { makeUnaryRequest } as unknown as Client;
}
