import type { Command } from "commander";
import { addQueueStateCommand } from "../changes/queue-state-command";
import type { CommandSession } from "../command-session";

/** Adds `resume` to `queue`, which brings a queue to the state `running`. */
export function addQueueResumeCommand(parent: Command, session: CommandSession): void {
  addQueueStateCommand(parent, session, {
    name: "resume",
    summary: "let a queue that is paused or drains run again",
    description: "Lets a queue run again that is paused or drains.",
    change: {
      state: "running",
      verb: "Resume",
      meaning: "It will test and merge pull requests again.",
    },
  });
}
