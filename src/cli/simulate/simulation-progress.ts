import type { CommandContext } from "../command-session";

/** Shows how far a simulation is. */
export interface SimulationProgress {
  /** @param most - how many replications there will be at most */
  readonly show: (done: number, most: number) => void;
  /** Removes the line, so that other text begins on a new one. */
  readonly end: () => void;
}

/** Makes a progress display: one line that is rewritten, on a terminal only. */
export function createSimulationProgress({
  terminal,
  writeNote,
}: Pick<CommandContext, "terminal" | "writeNote">): SimulationProgress {
  let isLineOpen = false;
  return {
    show: (done, most) => {
      if (!terminal.isError) return;
      writeNote(`\r\u001b[KSimulating: ${done} of at most ${most} replications`);
      isLineOpen = true;
    },
    end: () => {
      if (isLineOpen) writeNote("\r\u001b[K");
      isLineOpen = false;
    },
  };
}
