import type { CommandSession } from "../command-session";
import type { Connection } from "../connection/connect";
import { connect } from "../connection/connect";

/**
 * As `connect`, for a command that Terraform has started. An interrupted Terraform kills the shell of the command and
 * exits; the orphaned command then behaves as if it had been interrupted itself.
 * @param environment - variables that override those of the process
 * @param timeoutMs - time limit of the command
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
