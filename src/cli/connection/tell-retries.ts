import type { AttemptEvent } from "../../api/retry/run-attempts";
import { escapeControl } from "../../text/escape-control";
import type { CommandContext } from "../command-session";

/** After this time without output, retries are reported even without a terminal, in milliseconds (promise F-01). */
const SILENCE_MS = 3_000;

/** Clears the terminal's line, which may show progress. */
const NEW_LINE = "\r\u001b[K";

/**
 * Returns an observer that reports on standard error why and when a request is retried. On a terminal it reports every
 * retry; elsewhere the first one after {@link SILENCE_MS}, then each longer wait, until a request succeeds.
 */
export function tellRetries(
  context: Pick<CommandContext, "clock" | "terminal" | "writeNote">,
): (event: AttemptEvent) => void {
  const { clock, terminal } = context;
  let silentSinceMs = clock.now();
  let longestMs = 0;
  return ({ operation, result, retryInMs }) => {
    if (retryInMs === undefined) {
      silentSinceMs = clock.now();
      longestMs = 0;
      return;
    }
    const silentMs = clock.now() - silentSinceMs + retryInMs;
    if (!terminal.isError && (silentMs < SILENCE_MS || retryInMs <= longestMs)) return;
    longestMs = Math.max(longestMs, retryInMs);
    const line = escapeControl(
      `Trying ${operation} again in ${(retryInMs / 1000).toFixed(1)} s: ${result}.\n`,
    );
    context.writeNote(terminal.isError ? NEW_LINE + line : line);
  };
}
