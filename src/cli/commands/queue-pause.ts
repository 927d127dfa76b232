import type { Command } from "commander";
import { addQueueStateCommand } from "../changes/queue-state-command";
import type { CommandSession } from "../command-session";

/** Adds `pause` to `queue`, which sets the state of a queue to `paused`. */
export function addQueuePauseCommand(parent: Command, session: CommandSession): void {
  addQueueStateCommand(parent, session, {
    name: "pause",
    summary: "pause a queue: nothing merges and no new test starts",
    description:
      "Pauses a queue: running tests continue, but nothing merges and no new test starts until it is resumed.",
    change: {
      state: "paused",
      verb: "Pause",
      meaning: "While it is paused, running tests continue, but nothing merges and no new test starts.",
    },
  });
}
