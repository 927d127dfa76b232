import type { AttemptEvent } from "../../api/retry/run-attempts";
import { escapeControl } from "../../text/escape-control";
import type { CommandContext } from "../command-context";

/** Milliseconds of silence after which a retry is told where standard error is not a terminal (promise F-01). */
const SILENCE_MS = 3_000;

/** Starts the terminal's line anew: progress may stand in it. */
const NEW_LINE = "\r\u001b[K";

/**
 * Makes what tells on standard error why requests are repeated, and when: every time on a terminal. Elsewhere one line
 * once retries have been silent for {@link SILENCE_MS}, and then one at each longer wait, until a request succeeds.
 */
export function tellRetries(
  context: Pick<CommandContext, "clock" | "terminal" | "writeError">,
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
    context.writeError(terminal.isError ? NEW_LINE + line : line);
  };
}
