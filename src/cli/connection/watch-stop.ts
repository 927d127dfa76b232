import type { CommandContext } from "../command-context";

/**
 * From here on the first stop signal ends waiting instead of the process.
 * @returns a signal that aborts then
 */
export function watchStop({ catchStop }: Pick<CommandContext, "catchStop">): AbortSignal {
  const stop = new AbortController();
  void catchStop().then(() => {
    stop.abort();
  });
  return stop.signal;
}
