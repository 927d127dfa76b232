import type { Command } from "commander";
import { addQueueStateCommand } from "../changes/queue-state-command";
import type { CommandSession } from "../command-session";

/** Adds `resume` to `queue`, which sets the state of a queue to `running`. */
export function addQueueResumeCommand(parent: Command, session: CommandSession): void {
  addQueueStateCommand(parent, session, {
    name: "resume",
    summary: "let a paused or draining queue run again",
    description: "Lets a paused or draining queue run again.",
    change: {
      state: "running",
      verb: "Resume",
      meaning: "It will test and merge pull requests again.",
    },
  });
}
