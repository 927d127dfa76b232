import { Command } from "commander";
import { VERSION_LINE } from "../product";
import { wrapHelp } from "../report/terminal/wrap-text";
import type { CommandSession } from "./command-session";
import { getColumns } from "./print/columns";
import { HELP_LAYOUT } from "./print/help-layout";

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

/** Adds the description, arguments, options and action of a subcommand. */
type Define = (command: Command, session: CommandSession) => void;

/** Its summary, and what loads its code. */
type Subcommand = readonly [summary: string, load: () => Promise<Define>, isHidden?: true];

/** Summaries of the commands that only have subcommands. */
const GROUPS: { readonly [name: string]: string } = {
  provider: "install the Terraform provider",
  queue: "look at a queue, pause, resume or drain it",
  pr: "submit, cancel, wait for and look at pull requests",
  "test-run": "look at what a queue tests",
  events: "upload events of CI runs",
  workload: "find out what a queue has to work on",
};

/** All subcommands by their paths, under the headings of the help. */
const COMMANDS: { readonly [heading: string]: { readonly [path: string]: Subcommand } } = {
  "Getting started:": {
    init: ["start a project that declares a queue", async () => (await import("./commands/init")).defineInit],
    doctor: ["find out what is wrong here", async () => (await import("./commands/doctor")).defineDoctor],
    serve: [
      "run a merge queue service on this machine",
      async () => (await import("./commands/serve")).defineServe,
    ],
    "provider install": [
      "install the provider plugin for HCL and Pulumi projects",
      async () => (await import("./commands/provider-install")).defineProviderInstall,
    ],
  },
  "Queues as code:": {
    plan: [
      "show the changes that make queues match what stacks declare",
      async () => (await import("./commands/plan")).definePlan,
    ],
    apply: [
      "make queues match what stacks declare, or apply a saved plan",
      async () => (await import("./commands/apply")).defineApply,
    ],
    destroy: [
      "delete the queues that stacks declare",
      async () => (await import("./commands/apply")).defineDestroy,
    ],
    review: [
      "write a report of a plan for a pull request",
      async () => (await import("./commands/review")).defineReview,
    ],
    export: ["write live queues as code", async () => (await import("./commands/export")).defineExport],
  },
  "Live queues:": {
    "queue get": [
      "show a queue: its state, pull requests and settings",
      async () => (await import("./commands/get")).defineQueueGet,
    ],
    "queue pause": [
      "pause a queue: nothing merges and no new test starts",
      async () => (await import("./commands/queue-state")).defineQueuePause,
    ],
    "queue resume": [
      "let a paused or draining queue run again",
      async () => (await import("./commands/queue-state")).defineQueueResume,
    ],
    "queue drain": [
      "let a queue finish running tests, and start nothing new",
      async () => (await import("./commands/queue-state")).defineQueueDrain,
    ],
    "pr submit": [
      "submit a pull request to a queue",
      async () => (await import("./commands/pr-change")).definePrSubmit,
    ],
    "pr cancel": [
      "remove a pull request from a queue",
      async () => (await import("./commands/pr-change")).definePrCancel,
    ],
    "pr restart": [
      "restart the tests of a pull request",
      async () => (await import("./commands/pr-change")).definePrRestart,
    ],
    "pr wait": [
      "wait until a pull request is merged, has failed or was cancelled",
      async () => (await import("./commands/pr-change")).definePrWait,
    ],
    "pr get": ["show a pull request of a queue", async () => (await import("./commands/get")).definePrGet],
    "pr list": [
      "list the pull requests in a queue",
      async () => (await import("./commands/pr-list")).definePrList,
    ],
    "pr impacted-targets": [
      "set which targets a pull request impacts",
      async () => (await import("./commands/pr-impacted-targets")).definePrImpactedTargets,
    ],
    "test-run get": [
      "show a test run with its pull requests and checks",
      async () => (await import("./commands/get")).defineTestRunGet,
    ],
    metrics: ["show the metrics of queues", async () => (await import("./commands/metrics")).defineMetrics],
    "events upload": [
      "upload events that describe CI runs",
      async () => (await import("./commands/events-upload")).defineEventsUpload,
    ],
  },
  "Forecasts:": {
    simulate: [
      "say what a change of settings will do",
      async () => (await import("./commands/simulate")).defineSimulate,
    ],
    "workload record": [
      "estimate a workload from the service, or watch a queue for it",
      async () => (await import("./commands/workload/record")).defineWorkloadRecord,
    ],
    "workload import": [
      "estimate a workload from a CSV file of CI runs",
      async () => (await import("./commands/workload/estimate")).defineWorkloadImport,
    ],
    "workload from-git": [
      "estimate arrivals from the history of the target branch",
      async () => (await import("./commands/workload/estimate")).defineWorkloadFromGit,
    ],
    "workload show": [
      "show a workload, its sources and their caveats",
      async () => (await import("./commands/workload/show")).defineWorkloadShow,
    ],
  },
  "More:": {
    completion: [
      "print a script that completes commands with Tab",
      async () => (await import("./commands/completion")).defineCompletion,
    ],
    version: ["print the version", async () => (await import("./commands/version")).defineVersion],
    "local-exec": [
      "commands that Terraform calls",
      async () => (await import("./commands/local-exec")).defineLocalExec,
      true,
    ],
  },
};

/**
 * Makes the parser of a command line. It throws `CommanderError` instead of ending the process, also for `--help`.
 * @param args - the command line. If it begins with a subcommand, only that is loaded; if it asks for the help of the program
 *   or of a group, none is. Default: all are
 */
export async function createProgram(session: CommandSession, args?: readonly string[]): Promise<Command> {
  const program = createRoot(session);
  const isLoaded = choose(args);
  for (const [heading, rows] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const [path, [summary, load, isHidden = false]] of Object.entries(rows)) {
      const [first = "", second] = path.split(" ");
      const parent = second === undefined ? program : findGroup(program, first);
      const command = parent.command(second ?? first, { hidden: isHidden }).summary(summary);
      if (isLoaded(path)) (await load())(command, session);
    }
  }
  return addHelpCommand(program);
}

function findGroup(program: Command, name: string): Command {
  const summary = GROUPS[name] ?? "";
  const description = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return (
    program.commands.find((group) => group.name() === name) ??
    addHelpCommand(program.command(name).summary(summary).description(description))
  );
}

/** Returns whether a command line needs the subcommand at a path of names. */
function choose(args: readonly string[] | undefined): (path: string) => boolean {
  if (args === undefined) return () => true;
  const [first = "", second = ""] = args;
  const named = Object.values(COMMANDS)
    .flatMap((rows) => Object.keys(rows))
    .find((path) => path === first || path === `${first} ${second}`);
  if (named !== undefined) return (path) => path === named;
  const isAboutHelp = isHelp(Object.hasOwn(GROUPS, first) ? args.slice(1) : args);
  return () => !isAboutHelp;
}

function isHelp(args: readonly string[]): boolean {
  return args.length === 0 || (args.length === 1 && ["--help", "-h"].includes(args[0] ?? ""));
}

/** Makes the program without its subcommands. */
function createRoot(session: CommandSession): Command {
  const { context } = session;
  const columns = getColumns(context, "isOut");
  return new Command("mergequeue")
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
}

function addHelpCommand(command: Command): Command {
  return command.helpCommand("help [command]", "print the help of a command");
}
