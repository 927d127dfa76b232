import { Command } from "commander";
import { VERSION_LINE } from "../product";
import type { CommandSession } from "./command-session";
import { addApplyCommand, addDestroyCommand } from "./commands/apply";
import { addCompletionCommand } from "./commands/completion";
import { addDoctorCommand } from "./commands/doctor";
import { addEventsUploadCommand } from "./commands/events-upload";
import { addExportCommand } from "./commands/export";
import { addInitCommand } from "./commands/init";
import { addLocalExecCommands } from "./commands/local-exec";
import { addMetricsCommand } from "./commands/metrics";
import { addPlanCommand } from "./commands/plan";
import { addPrChangeCommands } from "./commands/pr-change";
import { addPrGetCommand } from "./commands/pr-get";
import { addPrImpactedTargetsCommand } from "./commands/pr-impacted-targets";
import { addPrListCommand } from "./commands/pr-list";
import { addPrWaitCommand } from "./commands/pr-wait";
import { addProviderInstallCommand } from "./commands/provider-install";
import { addQueueGetCommand } from "./commands/queue-get";
import { addQueueStateCommands } from "./commands/queue-state";
import { addReviewCommand } from "./commands/review";
import { addServeCommand } from "./commands/serve";
import { addSimulateCommand } from "./commands/simulate";
import { addTestRunGetCommand } from "./commands/test-run-get";
import { addVersionCommand } from "./commands/version";
import { addWorkloadCommands } from "./commands/workload/add-workload-commands";
import { HELP_LAYOUT } from "./print/help-layout";
import { getColumns } from "./print/view";
import { wrapHelp } from "./print/wrap-text";

const EXAMPLES = `
Examples:
  $ mergequeue init                           # start a project
  $ mergequeue serve                          # try it out on this machine
  $ mergequeue plan                           # what your stacks would change
  $ mergequeue provider install               # use the provider in HCL projects
  $ mergequeue queue get github.com/acme/web/main
  $ mergequeue pr submit github.com/acme/web/main 7

Environment:
  MERGEQUEUE_BASE_URL  address of the service, up to and including /v1
  MERGEQUEUE_TOKEN     API token

Exit status:
  0 done, 1 error, 130 interrupted
  2 there are differences (plan --detailed-exitcode), or a pull request was not
    merged (pr wait)`;

type AddCommand = (program: Command, session: CommandSession) => void;

/** The subcommands by their names, under the headings of the help. */
const SUBCOMMANDS: { readonly [heading: string]: { readonly [name: string]: AddCommand } } = {
  "Getting started:": {
    init: addInitCommand,
    doctor: addDoctorCommand,
    serve: addServeCommand,
    provider: (program, session) => {
      addProviderInstallCommand(addGroup(program, "provider", "install the Terraform provider"), session);
    },
  },
  "Queues as code:": {
    plan: addPlanCommand,
    apply: addApplyCommand,
    destroy: addDestroyCommand,
    review: addReviewCommand,
    export: addExportCommand,
  },
  "Live queues:": {
    queue: (program, session) => {
      const queue = addGroup(program, "queue", "look at a queue, pause, resume or drain it");
      addQueueGetCommand(queue, session);
      addQueueStateCommands(queue, session);
    },
    pr: (program, session) => {
      const pr = addGroup(program, "pr", "submit, cancel, wait for and look at pull requests");
      addPrChangeCommands(pr, session);
      addPrWaitCommand(pr, session);
      addPrGetCommand(pr, session);
      addPrListCommand(pr, session);
      addPrImpactedTargetsCommand(pr, session);
    },
    "test-run": (program, session) => {
      addTestRunGetCommand(addGroup(program, "test-run", "look at what a queue tests"), session);
    },
    metrics: addMetricsCommand,
    events: (program, session) => {
      addEventsUploadCommand(addGroup(program, "events", "upload events of CI runs"), session);
    },
  },
  "Forecasts:": {
    simulate: addSimulateCommand,
    workload: (program, session) => {
      addWorkloadCommands(addGroup(program, "workload", "find out what a queue has to work on"), session);
    },
  },
  "More:": {
    completion: addCompletionCommand,
    version: addVersionCommand,
    "local-exec": addLocalExecCommands,
  },
};

/** Reads the other subcommands. */
const COMPLETION = "completion";

/**
 * Makes the parser of a command line. It throws a `CommanderError` instead of ending the process, also for `--help` and
 * `--version`.
 * @param args - the command line: if it begins with the name of a subcommand, the parser has no other one, so that it is
 *   made sooner; empty for a parser with all of them
 */
export function createProgram(session: CommandSession, [first = ""]: readonly string[] = []): Command {
  const { context } = session;
  const columns = getColumns(context, "isOut");
  const program = new Command("mergequeue")
    .description("Merge queues as code: tools around the Terraform provider and the constructs.")
    .version(VERSION_LINE, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .option("-q, --quiet", "print results, warnings and errors only")
    .option("--no-color", "print no colours, as with NO_COLOR=1")
    .option("--verbose", "print stack traces of errors")
    .exitOverride()
    .configureOutput({
      // Commander writes only help and the version.
      writeOut: (text) => {
        session.write(wrapHelp(text, columns));
      },
      writeErr: (text) => {
        context.writeError(wrapHelp(text, columns));
      },
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
      // runCommand prints all errors.
      outputError: () => undefined,
    })
    .configureHelp(HELP_LAYOUT)
    .addHelpText("after", EXAMPLES);
  const isNamed =
    first !== COMPLETION && Object.values(SUBCOMMANDS).some((group) => Object.hasOwn(group, first));
  for (const [heading, group] of Object.entries(SUBCOMMANDS)) {
    program.commandsGroup(heading);
    for (const [name, add] of Object.entries(group)) if (!isNamed || name === first) add(program, session);
  }
  addHelpCommand(program);
  return program;
}

function addGroup(program: Command, name: string, summary: string): Command {
  const description = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return addHelpCommand(program.command(name).summary(summary).description(description));
}

function addHelpCommand(command: Command): Command {
  return command.helpCommand("help [command]", "print the help of a command");
}
