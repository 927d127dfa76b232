import { type ChildProcess, spawn } from "node:child_process";
import { createCertificate } from "../../../src/plugin/handshake/create-certificate";

/** Terraform's cookie for providers. */
const COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ClientIdentity {
  readonly pem: string;
  readonly privateKeyPem: string;
}

/** A provider's process as Terraform runs it. */
export interface PluginProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** The client's certificate, as the process received it; undefined without TLS. */
  readonly client: ClientIdentity | undefined;
  /** Everything that it has written so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the first line of standard output; with undefined if there is none at the end. */
  readonly firstLine: Promise<string | undefined>;
  readonly exited: Promise<Exit>;
  /** Ends it if it still runs, and waits for its end; kills it after some seconds. */
  end(): Promise<void>;
}

export interface PluginOptions {
  /** The command line, for example `["node", "provider.cjs"]`. */
  readonly command: readonly string[];
  /** More arguments, for example `--debug`. */
  readonly args?: readonly string[];
  /** Changes to the environment that Terraform makes; undefined removes a variable. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** Working directory. Default: that of the tests. */
  readonly cwd?: string;
  /** Without it as with TF_DISABLE_PLUGIN_TLS=1. Default: true. */
  readonly tls?: boolean;
  /** Certificate of the client. Default: a new one. */
  readonly identity?: ClientIdentity;
  /** Open file to be its standard input. Default: nothing. */
  readonly stdin?: number;
}

/** Starts a provider as go-plugin's client does. */
export function startProcess(options: PluginOptions): PluginProcess {
  const { command, args = [], env = {}, cwd, tls = true, identity, stdin } = options;
  // go-plugin's client makes a P-521 certificate (rule G-09).
  const client = tls ? (identity ?? createCertificate({ curve: "P-521" })) : undefined;
  const [program = "", ...programArgs] = command;
  const child = spawn(program, [...programArgs, ...args], {
    env: {
      PATH: process.env["PATH"],
      TMPDIR: process.env["TMPDIR"],
      TF_PLUGIN_MAGIC_COOKIE: COOKIE,
      PLUGIN_PROTOCOL_VERSIONS: "5,6",
      PLUGIN_MIN_PORT: "10000",
      PLUGIN_MAX_PORT: "25000",
      PLUGIN_CLIENT_CERT: client?.pem,
      ...env,
    },
    ...(cwd === undefined ? {} : { cwd }),
    stdio: [stdin ?? "ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  const { stdout: outputPipe, stderr: errorPipe } = child;
  if (outputPipe === null || errorPipe === null) throw new Error("The process has no output pipes.");
  outputPipe.setEncoding("utf8");
  errorPipe.setEncoding("utf8");
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      resolve({ code, signal });
    });
  });
  const firstLine = new Promise<string | undefined>((resolve) => {
    outputPipe.on("data", (text: string) => {
      stdout += text;
      const end = stdout.indexOf("\n");
      if (end !== -1) resolve(stdout.slice(0, end));
    });
    void exited.then(() => {
      resolve(undefined);
    });
  });
  errorPipe.on("data", (text: string) => {
    stderr += text;
  });
  return {
    child,
    pid: child.pid ?? -1,
    client,
    stdout: () => stdout,
    stderr: () => stderr,
    firstLine,
    exited,
    async end() {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 8000);
      await exited;
      clearTimeout(timer);
    },
  };
}

export interface HandshakeLine {
  readonly fields: readonly string[];
  readonly network: string;
  readonly address: string;
  /** The server's certificate in PEM; undefined without one. */
  readonly certificate: string | undefined;
}

/** Reads a handshake as go-plugin's client does. @throws Error for a line that it would refuse */
export function parseHandshake(line: string | undefined): HandshakeLine {
  if (line === undefined) throw new Error("Failed to read any lines from plugin's stdout");
  const fields = line.split("|");
  const [core, version, network = "", address = "", protocol, certificate = ""] = fields;
  if (core !== "1" || version !== "6" || protocol !== "grpc" || !["unix", "tcp"].includes(network))
    throw new Error(`Unrecognized remote plugin message: ${line}`);
  if (certificate.includes("=")) throw new Error("illegal base64 data: Go reads no padding here");
  return {
    fields,
    network,
    address,
    certificate: certificate.length > 50 ? toPem(Buffer.from(certificate, "base64")) : undefined,
  };
}

function toPem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
