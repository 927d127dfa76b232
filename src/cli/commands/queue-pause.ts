import type { Command } from "commander";
import { addQueueStateCommand } from "../changes/queue-state-command";
import type { CommandSession } from "../command-session";

/** Adds `pause` to `queue`, which brings a queue to the state `paused`. */
export function addQueuePauseCommand(parent: Command, session: CommandSession): void {
  addQueueStateCommand(parent, session, {
    name: "pause",
    summary: "pause a queue: nothing merges and nothing new starts",
    description:
      "Pauses a queue: tests that run go on, but nothing merges and nothing new starts until it is resumed.",
    change: {
      state: "paused",
      verb: "Pause",
      meaning: "While it is paused, tests go on, but nothing merges and nothing new starts.",
    },
  });
}
