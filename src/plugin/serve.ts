import { tmpdir } from "node:os";
import { createCertificate } from "./handshake/create-certificate";
import {
  maxSocketPathBytes,
  type SocketPlace,
  tryCreateSocketPlace,
} from "./handshake/create-socket-directory";
import { formatHandshake } from "./handshake/format-handshake";
import { formatReattach } from "./handshake/format-reattach";
import { type HandshakeEnvironment, readHandshakeEnvironment } from "./handshake/handshake-environment";
import type { ProcessHost } from "./lifecycle/process-host";
import { type Supervisor, superviseProcess } from "./lifecycle/supervise-process";
import { WorkTracker } from "./lifecycle/work-tracker";
import { createLogSink } from "./logging/create-log-sink";
import { readLogLevel } from "./logging/read-log-level";
import { ProviderSession, type ProviderSource } from "./rpc/provider-session";
import { openAddress } from "./server/open-address";
import { createPluginServer } from "./server/plugin-server";
import { loadCalls } from "./server/provider-service";
import type { PluginRuntime } from "./start-plugin";

/** What to serve. */
export interface ServeOptions<Data> {
  /** From {@link PluginRuntime}: the process to serve in. */
  readonly runtime: PluginRuntime;
  /** The provider's type, for example `example`: the prefix of its resource types. */
  readonly type: string;
  /** The provider, or what loads it: as that happens after the handshake, it does not delay the start. */
  readonly definition: ProviderSource<Data>;
  /** Full source addresses, for example `registry.terraform.io/acme/example`; `--debug` prints them all. */
  readonly addresses: readonly string[];
  /** The provider's version, for the log and for people who start it by hand. */
  readonly version: string;
}

/**
 * Serves a provider to Terraform or OpenTofu until they are done with it. Resolves when it listens and has said
 * so; ends the process by itself. With the argument `--debug` it prints what Terraform needs to attach to it
 * and serves any number of runs (rule G-26).
 */
export async function serve<Data>(options: ServeOptions<Data>): Promise<void> {
  const { runtime, type, definition, version } = options;
  const { host, output } = runtime;
  const isDebug = host.argv.slice(2).some((argument) => /^--?debug$/.test(argument));
  const handshake = readHandshakeEnvironment(host.env);
  if (!isDebug && !handshake.hasCookie) {
    output.writeError(describeStartByHand(type, version), () => {
      host.exit(1);
    });
    return;
  }
  const log = createLogSink({
    level: readLogLevel(host.env, type),
    module: `provider.${type}`,
    write: (line) => {
      output.writeError(line);
    },
    redact: (text) => runtime.redactor.redact(text),
    now: () => new Date(),
  });
  output.drainTo(log);
  const session = new ProviderSession({
    definition,
    log,
    redactor: runtime.redactor,
    work: new WorkTracker(),
    isDebug,
  });
  let socket: SocketPlace | undefined;
  const supervisor = superviseProcess({ host, session, cleanUp: () => socket?.remove() });
  log("debug", "Starting", { version, is_debug: isDebug });
  try {
    socket = createPlace(host, handshake);
    await open(options, session, supervisor, handshake, socket);
  } catch (error) {
    const text = `The provider ${type} cannot start. ${error instanceof Error ? error.message : String(error)}`;
    // Terraform shows users what stands in place of the handshake.
    if (!isDebug) output.writeOutput(`${text.replaceAll("\n", " ")}\n`);
    output.writeError(`${text}\n`, () => {
      supervisor.leave(1);
    });
  }
}

async function open<Data>(
  { runtime: { host, output }, addresses }: ServeOptions<Data>,
  session: ProviderSession<Data>,
  supervisor: Supervisor,
  { clientCertificate, portRange, asksForMultiplexing }: HandshakeEnvironment,
  socket: SocketPlace | undefined,
): Promise<void> {
  const server = createPluginServer(session, () => {
    supervisor.shutDown();
  });
  const tls =
    session.isDebug || clientCertificate === undefined
      ? undefined
      : { certificate: createCertificate(), clientCertificate };
  const address = await openAddress(server, {
    socket,
    portRange,
    tls,
    allowsPlainTcp: host.platform === "win32",
  });
  if (session.isDebug) {
    output.writeOutput(formatReattach(addresses, address, host.pid));
    await loadCalls(session);
    return;
  }
  const line = formatHandshake({
    address,
    certificate: tls?.certificate.der,
    answersMultiplexing: asksForMultiplexing,
  });
  output.writeOutput(line, (error) => {
    // The host was gone before it could read the line, and its going has not been seen.
    if (error) supervisor.leave(1);
  });
  // While the host reads the line; what fails here is reported as every other crash.
  setImmediate(() => void loadCalls(session));
}

/** Node's sockets on Windows are pipes, which go-plugin's hosts do not speak (rule G-11). */
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
    "nothing when it is started by hand.\n\n" +
    "To debug it, start it with --debug and give Terraform the TF_REATTACH_PROVIDERS that it prints.\n"
  );
}
