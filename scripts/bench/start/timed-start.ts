import { spawn } from "node:child_process";
import { once } from "node:events";
import { ProviderService } from "../../../src/plugin/protocol/services";
import { call, connect } from "../../../test/plugin/support/connect";
import type { ClientIdentity } from "../../../test/plugin/support/plugin-process";
import { parseHandshake } from "../../../test/plugin/support/plugin-process";

/** Terraform's cookie for providers. */
const MAGIC_COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** A start of a provider, in milliseconds from the start of its process. */
export interface TimedStart {
  /** Until its handshake line. */
  readonly handshakeMs: number;
  /** Until the answer to Terraform's first call, GetProviderSchema. */
  readonly schemaMs: number;
}

/**
 * Starts a provider as Terraform does, TLS on both sides, asks it for its schema and ends it by force.
 * @param command - its command line
 * @param client - Terraform's certificate
 * @param scratch - directory for its socket, which it leaves there
 * @throws Error if it does not answer
 */
export async function timeStart(
  command: readonly string[],
  client: ClientIdentity,
  scratch: string,
): Promise<TimedStart> {
  const [program = "", ...args] = command;
  const env = {
    PATH: process.env["PATH"],
    TMPDIR: scratch,
    TF_PLUGIN_MAGIC_COOKIE: MAGIC_COOKIE,
    PLUGIN_PROTOCOL_VERSIONS: "6",
    PLUGIN_CLIENT_CERT: client.pem,
  };
  const startedAt = performance.now();
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"], env });
  const exited = once(child, "exit");
  try {
    let heard = "";
    while (!heard.includes("\n")) {
      const data = await Promise.race([once(child.stdout, "data"), exited.then(() => undefined)]);
      if (data === undefined) break;
      heard += String(data[0]);
    }
    const handshakeMs = performance.now() - startedAt;
    const [line] = heard.split("\n");
    if (line === "") throw new Error(`${command.join(" ")} ended without a handshake.`);
    const connection = connect(parseHandshake(line), client);
    const { resourceSchemas } = await call(connection, ProviderService.getProviderSchema, {});
    const schemaMs = performance.now() - startedAt;
    connection.close();
    if (resourceSchemas.size === 0) throw new Error(`${command.join(" ")} answers no schema.`);
    return { handshakeMs, schemaMs };
  } finally {
    child.kill("SIGKILL");
    // Its end must not fall into the next measurement.
    await exited;
  }
}

/** Measures a whole run of `node -e 0`, in milliseconds: what all times of a start are compared with. */
export async function timeEmptyRun(): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["-e", "0"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env["PATH"] },
  });
  await once(child, "exit");
  return performance.now() - startedAt;
}
