import { type Command, Option } from "commander";
import { parseQueueId } from "../../queue/queue-identity";
import type { InitOptions } from "../actions/write-new-project";
import { canAsk } from "../changes/ask-line";
import { addConnectionOptions, EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { READ_TIMEOUT } from "../connection/connection-options";
import { STANDARD_INPUT } from "../files/read-input-file";
import { DEFAULT_TEMPLATE, TEMPLATE_NAMES } from "../init/template-names";
import { collect } from "../parse-arguments";

const EXAMPLES = `
It asks for what the options do not say. Without a terminal, it needs --queue or
--from. Files are never overwritten: if one exists, nothing is written. The
service is called only for a queue that exists.

Without --required-status, the queue requires the statuses of branch protection.
A list that is declared replaces them.

Examples:
  $ mergequeue init
  $ mergequeue init --queue github.com/acme/web/main
  $ mergequeue init --template hcl --from github.com/acme/web/main
${EXIT_HELP}`;

/** Adds `init`, which writes a small project. */
export function addInitCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("init")
    .summary("start a project that declares a queue")
    .description(
      "Writes a small project into the working directory: a queue, a policy, a test, and a workflow for pull requests.",
    )
    .addOption(
      new Option(
        "--template <name>",
        `what the project is written in; without a terminal ${DEFAULT_TEMPLATE}`,
      ).choices(TEMPLATE_NAMES),
    )
    .option("--queue <queue>", "the queue's id, host/owner/name/branch", parseQueueId)
    .option(
      "--required-status <name>",
      "a status that pull requests need, instead of those of branch protection; may be given several times",
      collect,
    )
    .addOption(
      new Option("--from <queue>", "declare this existing queue instead, as it is now")
        .argParser(parseQueueId)
        .conflicts(["queue", "requiredStatus"]),
    );
  addConnectionOptions(command, READ_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (options: InitOptions) => {
      const canAskUser = canAsk(session.context) && options.tokenFile !== STANDARD_INPUT;
      if (!canAskUser && options.from === undefined && options.queue === undefined) {
        command.error("There is no terminal to ask on. Give --queue or --from. Nothing was written.");
      }
      const { writeNewProject } = await import("../actions/write-new-project");
      await writeNewProject(session, options, canAskUser ? undefined : DEFAULT_TEMPLATE);
    });
}
