import nodeModule from "node:module";
import { tmpdir } from "node:os";
import { versions } from "node:process";
import type { ConstantResponses, RouteFinderOptions } from "./create-route-finder";
import type { Routes } from "./grpc/route";
import { createCertificate } from "./handshake/create-certificate";
import {
  maxSocketPathBytes,
  type SocketPlace,
  tryCreateSocketPlace,
} from "./handshake/create-socket-directory";
import { formatHandshake, formatReattach } from "./handshake/format-handshake";
import { type HandshakeEnvironment, readHandshakeEnvironment } from "./handshake/handshake-environment";
import { CallSignals } from "./lifecycle/call-signals";
import type { ProcessHost } from "./lifecycle/process-host";
import { superviseProcess } from "./lifecycle/supervise-process";
import { WorkTracker } from "./lifecycle/work-tracker";
import { createLogSink } from "./logging/format-log-line";
import { readLogLevel } from "./logging/logger";
import type { ProviderDefinition } from "./provider-definition";
import { ConnectionQueue, openAddress } from "./server/open-address";
import type { PluginRuntime } from "./start-plugin";
import { type CachingModule, useCodeCache } from "./use-code-cache";

export interface ServeOptions {
  readonly runtime: PluginRuntime;
  /** The prefix of the provider's resource types, for example `mergequeue`. */
  readonly type: string;
  /** Loads the provider. This happens after the handshake, so that it does not delay the start. */
  readonly definition: () => Promise<ProviderDefinition<unknown>>;
  /** Loads the responses that the build has made. Not used at the log level trace. Default: none. */
  readonly constantResponses?: () => Promise<ConstantResponses>;
  /** Full source addresses, such as `registry.terraform.io/acme/example`. `--debug` prints all of them. */
  readonly addresses: readonly string[];
  /** The provider's version, shown in the log and after a start by hand. */
  readonly version: string;
}

/**
 * Serves a provider to Terraform or OpenTofu. Resolves after it has printed the handshake. Ends the process
 * when the host is done. With `--debug`, prints how to attach Terraform, and serves any number of runs.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { runtime, type, definition, constantResponses, version } = options;
  const { host, output } = runtime;
  const isDebug = host.argv.slice(2).some((argument) => /^--?debug$/.test(argument));
  const handshake = readHandshakeEnvironment(host.env);
  if (!isDebug && !handshake.hasCookie) {
    output.writeError(describeStartByHand(type, version));
    host.exit(1);
    return;
  }
  const level = readLogLevel(host.env, type);
  const log = createLogSink({
    level,
    module: `provider.${type}`,
    write: (line) => {
      output.writeError(line);
    },
    redact: (text) => runtime.redactor.redact(text),
    now: () => new Date(),
  });
  output.drainTo(log);
  const work = new WorkTracker();
  const calls = new WorkTracker();
  const signals = new CallSignals({ isDebug });
  let socket: SocketPlace | undefined;
  const cleanUp = (): void => socket?.remove();
  const supervisor = superviseProcess({ host, log, work, calls, signals, isDebug, cleanUp });
  log("debug", "Starting", { version, is_debug: isDebug });
  let routes: Promise<Routes> | undefined;
  const loadRoutes = (): Promise<Routes> => {
    if (routes === undefined) {
      const { enableCompileCache } = nodeModule as CachingModule;
      // A compiled program contains its compiled code.
      const enable = "bun" in versions ? undefined : enableCompileCache;
      useCodeCache(host, `terraform-provider-${type}`, enable);
      routes = import("./server/provider-routes").then(async ({ createRoutes }) =>
        createRoutes({ definition: await definition(), log, redactor: runtime.redactor, work, signals }),
      );
    }
    return routes;
  };
  try {
    socket = createPlace(host, handshake);
    // The ordinary code writes the lines of level trace.
    const loadConstants = level === "trace" ? undefined : constantResponses;
    const onShutdown = (): void => {
      supervisor.shutDown();
    };
    const routing = { loadConstants, loadRoutes, onShutdown };
    await open(options, handshake, { socket, isDebug, calls, routing });
  } catch (error) {
    const text = `The provider ${type} cannot start. ${error instanceof Error ? error.message : String(error)}`;
    // Terraform shows users a first line that is not a handshake.
    const hasReader = !isDebug && output.writeOutput(`${text.replaceAll("\n", " ")}\n`);
    output.writeError(`${text}\n`);
    supervisor.giveUp(hasReader);
  }
}

interface Opening {
  readonly socket: SocketPlace | undefined;
  readonly isDebug: boolean;
  readonly calls: WorkTracker;
  readonly routing: RouteFinderOptions;
}

async function open(
  { runtime: { host, output }, addresses }: ServeOptions,
  { clientCertificate, portRange, asksForMultiplexing }: HandshakeEnvironment,
  { socket, isDebug, calls, routing }: Opening,
): Promise<void> {
  const tls =
    isDebug || clientCertificate === undefined
      ? undefined
      : { certificate: createCertificate(), clientCertificate };
  const connections = new ConnectionQueue();
  const allowsTcp = tls !== undefined || host.platform === "win32";
  const address = await openAddress(connections.server, { socket, portRange, allowsTcp });
  const line = isDebug
    ? formatReattach(addresses, address, host.pid)
    : formatHandshake({ address, certificate: tls?.certificate.der, asksForMultiplexing });
  if (!output.writeOutput(line)) throw new Error("Its standard output is closed.");
  // From here on the host works in parallel: it reads the line, connects, and checks the certificate.
  const { createGrpcServer } = await import("./grpc/grpc-server");
  const { createRouteFinder } = await import("./create-route-finder");
  const server = createGrpcServer(tls, { findRoute: createRouteFinder(routing), calls });
  connections.open((connection) => {
    server.accept(connection);
  });
}

/** Returns undefined on Windows, where Node.js has only named pipes, which go-plugin's hosts cannot use. */
function createPlace(host: ProcessHost, handshake: HandshakeEnvironment): SocketPlace | undefined {
  if (host.platform === "win32") return undefined;
  return tryCreateSocketPlace({
    directory: handshake.socketDirectory,
    group: handshake.socketGroup,
    parents: [tmpdir(), "/tmp", "/var/tmp"],
    maxPathBytes: maxSocketPathBytes(host.platform),
  });
}

function describeStartByHand(type: string, version: string): string {
  return (
    `This is the ${type} provider ${version} for Terraform and OpenTofu. They start it themselves; it does ` +
    "nothing when started by hand.\n\n" +
    "To debug it, start it with --debug and give Terraform the TF_REATTACH_PROVIDERS that it prints.\n"
  );
}
