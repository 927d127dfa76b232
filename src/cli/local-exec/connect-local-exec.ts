import type { CommandSession } from "../command-session";
import type { Connection } from "../connection/connect";
import { connect } from "../connection/connect";

/**
 * As `connect`, for a command that Terraform has started. Interrupted, Terraform kills the shell in which the command
 * runs, and goes: whoever is left alone ends waiting as if it had been interrupted itself, finishes what it has begun,
 * and has nobody to tell.
 * @param environment - variables that win over those of the process
 * @param timeoutMs - how long the command may take
 */
export async function connectLocalExec(
  session: CommandSession,
  environment: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<Connection> {
  const { context } = session;
  const catchStop: typeof context.catchStop = () =>
    Promise.race([context.catchStop(), context.awaitOrphaned().then(() => "SIGTERM" as const)]);
  const adapted = { ...context, environment: { ...context.environment, ...environment }, catchStop };
  return connect({ ...session, context: adapted }, {}, timeoutMs);
}
