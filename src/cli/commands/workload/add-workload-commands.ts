import type { Command } from "commander";
import type { CommandSession } from "../../command-session";
import { addWorkloadFromGitCommand } from "./from-git";
import { addWorkloadImportCommand } from "./import";
import { addWorkloadRecordCommand } from "./record";
import { addWorkloadShowCommand } from "./show";

/** Adds the commands that estimate what a queue has to work on. */
export function addWorkloadCommands(parent: Command, session: CommandSession): void {
  addWorkloadRecordCommand(parent, session);
  addWorkloadImportCommand(parent, session);
  addWorkloadFromGitCommand(parent, session);
  addWorkloadShowCommand(parent, session);
}
