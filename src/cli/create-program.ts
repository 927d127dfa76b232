import { Command } from "commander";
import { VERSION_LINE } from "../product";
import { capitalize } from "../text/capitalize";
import type { CommandSession } from "./command-session";
import { getColumns } from "./print/create-view";
import { formatCommonHelp, HELP_LAYOUT } from "./print/help-layout";

const EXAMPLES = `
Examples:
  $ mergequeue init                           # start a project
  $ mergequeue serve                          # try it out on this machine
  $ mergequeue plan                           # changes that your stacks make
  $ mergequeue provider install               # use the provider in HCL projects
  $ mergequeue queue get github.com/acme/web/main
  $ mergequeue pr submit github.com/acme/web/main 7

Environment:
  MERGEQUEUE_BASE_URL  address of the service
  MERGEQUEUE_TOKEN     API token

Exit status:
  0 done, 1 error, 130 interrupted
  2 there are differences (plan --detailed-exitcode), or a pull request was not
    merged (pr wait)`;

const SUMMARIES: { readonly [path: string]: string } = {
  init: "start a project that declares a queue",
  doctor: "find problems with the setup",
  serve: "run a merge queue service on this machine",
  provider: "install the Terraform provider",
  "provider install": "install the provider plugin for HCL and Pulumi projects",
  plan: "show the changes that make queues match the declared ones",
  apply: "make queues match the declared ones, or apply a saved plan",
  destroy: "destroy the queues that stacks declare",
  review: "write a report of a plan, for pull requests",
  export: "write live queues as code",
  queue: "look at a queue, pause, resume or drain it",
  "queue get": "show a queue: its state, pull requests and settings",
  "queue pause": "pause a queue: nothing merges and no new test starts",
  "queue resume": "let a paused or draining queue run again",
  "queue drain": "let a queue finish running tests, and start nothing new",
  pr: "submit, cancel, wait for and look at pull requests",
  "pr submit": "submit a pull request to a queue",
  "pr set": "change the priority or the batching of a queued pull request",
  "pr cancel": "remove a pull request from a queue",
  "pr restart": "restart the tests of a pull request",
  "pr wait": "wait until a pull request is merged, has failed or was cancelled",
  "pr get": "show a pull request of a queue",
  "pr history": "show the history of a pull request",
  "pr list": "list the pull requests in a queue",
  "pr impacted-targets": "set which targets a pull request impacts",
  "test-run": "look at the test runs of a queue",
  "test-run get": "show a test run with its pull requests and checks",
  metrics: "show the metrics of queues",
  events: "upload events of CI runs",
  "events upload": "upload events that describe CI runs",
  simulate: "forecast the effects of a change of settings",
  workload: "estimate the load of a queue",
  "workload record": "estimate a workload from a queue's history at the service",
  "workload import": "estimate a workload from a CSV file of CI runs",
  "workload from-git": "estimate arrivals from the history of the target branch",
  "workload show": "show a workload, its sources and their caveats",
  completion: "print a script that completes commands with Tab",
  version: "print the version",
  "local-exec": "commands that Terraform calls",
};

type Define = (command: Command, session: CommandSession) => void;

/** Functions that load subcommands. Outer keys are headings of the help; inner keys are subcommands. */
const COMMANDS: { readonly [heading: string]: { readonly [path: string]: () => Promise<Define> } } = {
  "Getting started:": {
    init: async () => (await import("./commands/init")).defineInit,
    doctor: async () => (await import("./commands/doctor")).defineDoctor,
    serve: async () => (await import("./commands/serve")).defineServe,
    "provider install": async () => (await import("./commands/provider-install")).defineProviderInstall,
  },
  "Queues as code:": {
    plan: async () => (await import("./commands/plan")).definePlan,
    apply: async () => (await import("./commands/plan")).defineApply,
    destroy: async () => (await import("./commands/plan")).defineDestroy,
    review: async () => (await import("./commands/review")).defineReview,
    export: async () => (await import("./commands/export")).defineExport,
  },
  "Live queues:": {
    "queue get": async () => (await import("./commands/get")).defineQueueGet,
    "queue pause": async () => (await import("./commands/queue-state")).defineQueuePause,
    "queue resume": async () => (await import("./commands/queue-state")).defineQueueResume,
    "queue drain": async () => (await import("./commands/queue-state")).defineQueueDrain,
    "pr submit": async () => (await import("./commands/pr-change")).definePrSubmit,
    "pr set": async () => (await import("./commands/pr-change")).definePrSet,
    "pr cancel": async () => (await import("./commands/pr-change")).definePrCancel,
    "pr restart": async () => (await import("./commands/pr-change")).definePrRestart,
    "pr wait": async () => (await import("./commands/get")).definePrWait,
    "pr get": async () => (await import("./commands/get")).definePrGet,
    "pr history": async () => (await import("./commands/get")).definePrHistory,
    "pr list": async () => (await import("./commands/pr-list")).definePrList,
    "pr impacted-targets": async () =>
      (await import("./commands/pr-impacted-targets")).definePrImpactedTargets,
    "test-run get": async () => (await import("./commands/get")).defineTestRunGet,
    metrics: async () => (await import("./commands/metrics")).defineMetrics,
    "events upload": async () => (await import("./commands/events-upload")).defineEventsUpload,
  },
  "Forecasts:": {
    simulate: async () => (await import("./commands/simulate")).defineSimulate,
    "workload record": async () => (await import("./commands/workload")).defineWorkloadRecord,
    "workload import": async () => (await import("./commands/workload")).defineWorkloadImport,
    "workload from-git": async () => (await import("./commands/workload")).defineWorkloadFromGit,
    "workload show": async () => (await import("./commands/workload")).defineWorkloadShow,
  },
  "More:": {
    completion: async () => (await import("./commands/completion")).defineCompletion,
    version: async () => (await import("./commands/version")).defineVersion,
    "local-exec": async () => (await import("./commands/local-exec")).defineLocalExec,
  },
};

/**
 * Makes the parser of the command line. The parser throws `CommanderError` and never ends the process.
 * @param args - the command line. Only its subcommand is loaded, and none for the help of the program or of a
 *   group. Default: all subcommands are loaded
 */
export async function createProgram(session: CommandSession, args?: readonly string[]): Promise<Command> {
  const program = createRoot(session);
  const isLoaded = choose(args);
  for (const [heading, loaders] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const [path, load] of Object.entries(loaders)) {
      const [first = "", second] = path.split(" ");
      const parent = second === undefined ? program : findGroup(program, first);
      // Only Terraform calls local-exec.
      const command = parent.command(second ?? first, { hidden: path === "local-exec" });
      command.summary(SUMMARIES[path] ?? "");
      if (isLoaded(path)) (await load())(command, session);
    }
  }
  return addHelpCommand(program);
}

function findGroup(program: Command, name: string): Command {
  const existing = program.commands.find((group) => group.name() === name);
  if (existing !== undefined) return existing;
  const summary = SUMMARIES[name] ?? "";
  const description = `${capitalize(summary)}.`;
  return addHelpCommand(program.command(name).summary(summary).description(description));
}

function choose(args: readonly string[] | undefined): (path: string) => boolean {
  if (args === undefined) return () => true;
  const [first = "", second = ""] = args;
  const paths = Object.values(COMMANDS).flatMap((loaders) => Object.keys(loaders));
  const named = paths.find((path) => path === first || path === `${first} ${second}`);
  if (named !== undefined) return (path) => path === named;
  const rest = paths.some((path) => path.startsWith(`${first} `)) ? args.slice(1) : args;
  const isAboutHelp = rest.length === 0 || (rest.length === 1 && ["--help", "-h"].includes(rest[0] ?? ""));
  return () => !isAboutHelp;
}

function createRoot(session: CommandSession): Command {
  const { context } = session;
  const columns = getColumns(context, "isOut");
  return new Command("mergequeue")
    .description("Merge queues as code: tools around the Terraform provider and the constructs.")
    .version(VERSION_LINE, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .option("-q, --quiet", "print results, warnings and errors only")
    .option("--no-color", "print no colours, as with NO_COLOR=1")
    .option("--verbose", "print stack traces of errors, and the interface in use")
    .exitOverride()
    .configureOutput({
      // Commander writes only help and the version.
      writeOut: session.write,
      writeErr: context.writeError,
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
      // runCommand prints all errors.
      outputError: () => undefined,
    })
    .configureHelp(HELP_LAYOUT)
    .addHelpText("after", EXAMPLES)
    .addHelpText("afterAll", ({ command }) => formatCommonHelp(command));
}

function addHelpCommand(command: Command): Command {
  return command.helpCommand("help [command]", "print the help of a command");
}
