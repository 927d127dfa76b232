import type { Command } from "commander";
import type { CommandSession } from "../command-session";
import { addWorkloadFromGitCommand } from "./workload-from-git";
import { addWorkloadFromMetricsCommand } from "./workload-from-metrics";
import { addWorkloadImportCommand } from "./workload-import";
import { addWorkloadRecordCommand } from "./workload-record";
import { addWorkloadShowCommand } from "./workload-show";

/** Adds the commands that estimate what a queue has to work on. */
export function addWorkloadCommands(parent: Command, session: CommandSession): void {
  addWorkloadRecordCommand(parent, session);
  addWorkloadImportCommand(parent, session);
  addWorkloadFromGitCommand(parent, session);
  addWorkloadFromMetricsCommand(parent, session);
  addWorkloadShowCommand(parent, session);
}
