import { Command } from "commander";
import { VERSION_LINE } from "../product";
import { wrapHelp } from "../report/terminal/wrap-text";
import type { CommandSession } from "./command-session";
import { getColumns } from "./print/create-view";
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

interface Subcommand {
  readonly summary: string;
  readonly isHidden?: true;
  /** Loads the code of the subcommand. */
  readonly load: () => Promise<Define>;
}

interface Group {
  readonly summary: string;
  readonly commands: { readonly [name: string]: Subcommand };
}

/** All subcommands by their names, under the headings of the help. */
const COMMANDS: { readonly [heading: string]: { readonly [name: string]: Subcommand | Group } } = {
  "Getting started:": {
    init: {
      summary: "start a project that declares a queue",
      load: async () => (await import("./commands/init")).defineInit,
    },
    doctor: {
      summary: "find out what is wrong here",
      load: async () => (await import("./commands/doctor")).defineDoctor,
    },
    serve: {
      summary: "run a merge queue service on this machine",
      load: async () => (await import("./commands/serve")).defineServe,
    },
    provider: {
      summary: "install the Terraform provider",
      commands: {
        install: {
          summary: "install the provider plugin for HCL and Pulumi projects",
          load: async () => (await import("./commands/provider-install")).defineProviderInstall,
        },
      },
    },
  },
  "Queues as code:": {
    plan: {
      summary: "show the changes that make queues match what stacks declare",
      load: async () => (await import("./commands/plan")).definePlan,
    },
    apply: {
      summary: "make queues match what stacks declare, or apply a saved plan",
      load: async () => (await import("./commands/apply")).defineApply,
    },
    destroy: {
      summary: "delete the queues that stacks declare",
      load: async () => (await import("./commands/apply")).defineDestroy,
    },
    review: {
      summary: "write a report of a plan for a pull request",
      load: async () => (await import("./commands/review")).defineReview,
    },
    export: {
      summary: "write live queues as code",
      load: async () => (await import("./commands/export")).defineExport,
    },
  },
  "Live queues:": {
    queue: {
      summary: "look at a queue, pause, resume or drain it",
      commands: {
        get: {
          summary: "show a queue: its state, pull requests and settings",
          load: async () => (await import("./commands/get")).defineQueueGet,
        },
        pause: {
          summary: "pause a queue: nothing merges and no new test starts",
          load: async () => (await import("./commands/queue-state")).defineQueuePause,
        },
        resume: {
          summary: "let a paused or draining queue run again",
          load: async () => (await import("./commands/queue-state")).defineQueueResume,
        },
        drain: {
          summary: "let a queue finish running tests, and start nothing new",
          load: async () => (await import("./commands/queue-state")).defineQueueDrain,
        },
      },
    },
    pr: {
      summary: "submit, cancel, wait for and look at pull requests",
      commands: {
        submit: {
          summary: "submit a pull request to a queue",
          load: async () => (await import("./commands/pr-change")).definePrSubmit,
        },
        cancel: {
          summary: "remove a pull request from a queue",
          load: async () => (await import("./commands/pr-change")).definePrCancel,
        },
        restart: {
          summary: "restart the tests of a pull request",
          load: async () => (await import("./commands/pr-change")).definePrRestart,
        },
        wait: {
          summary: "wait until a pull request is merged, has failed or was cancelled",
          load: async () => (await import("./commands/pr-change")).definePrWait,
        },
        get: {
          summary: "show a pull request of a queue",
          load: async () => (await import("./commands/get")).definePrGet,
        },
        list: {
          summary: "list the pull requests in a queue",
          load: async () => (await import("./commands/pr-list")).definePrList,
        },
        "impacted-targets": {
          summary: "set which targets a pull request impacts",
          load: async () => (await import("./commands/pr-impacted-targets")).definePrImpactedTargets,
        },
      },
    },
    "test-run": {
      summary: "look at what a queue tests",
      commands: {
        get: {
          summary: "show a test run with its pull requests and checks",
          load: async () => (await import("./commands/get")).defineTestRunGet,
        },
      },
    },
    metrics: {
      summary: "show the metrics of queues",
      load: async () => (await import("./commands/metrics")).defineMetrics,
    },
    events: {
      summary: "upload events of CI runs",
      commands: {
        upload: {
          summary: "upload events that describe CI runs",
          load: async () => (await import("./commands/events-upload")).defineEventsUpload,
        },
      },
    },
  },
  "Forecasts:": {
    simulate: {
      summary: "say what a change of settings will do",
      load: async () => (await import("./commands/simulate")).defineSimulate,
    },
    workload: {
      summary: "find out what a queue has to work on",
      commands: {
        record: {
          summary: "estimate a workload from the service, or watch a queue for it",
          load: async () => (await import("./commands/workload/record")).defineWorkloadRecord,
        },
        import: {
          summary: "estimate a workload from a CSV file of CI runs",
          load: async () => (await import("./commands/workload/import")).defineWorkloadImport,
        },
        "from-git": {
          summary: "estimate arrivals from the history of the target branch",
          load: async () => (await import("./commands/workload/from-git")).defineWorkloadFromGit,
        },
        show: {
          summary: "show a workload, its sources and their caveats",
          load: async () => (await import("./commands/workload/show")).defineWorkloadShow,
        },
      },
    },
  },
  "More:": {
    completion: {
      summary: "print a script that completes commands with Tab",
      load: async () => (await import("./commands/completion")).defineCompletion,
    },
    version: {
      summary: "print the version",
      load: async () => (await import("./commands/version")).defineVersion,
    },
    "local-exec": {
      summary: "commands that Terraform calls",
      isHidden: true,
      load: async () => (await import("./commands/local-exec")).defineLocalExec,
    },
  },
};

/** Whether a subcommand at a path of names is loaded. */
type Choice = (path: string) => boolean;

/**
 * Makes the parser of a command line. It throws a `CommanderError` instead of ending the process, also for `--help` and
 * `--version`.
 * @param args - the command line. If it begins with a subcommand, only that is loaded; if it asks for the help of the program
 *   or of a group, none is. Default: all are
 */
export async function createProgram(session: CommandSession, args?: readonly string[]): Promise<Command> {
  const program = createRoot(session);
  const isLoaded = choose(args);
  for (const [heading, rows] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const [name, row] of Object.entries(rows)) {
      if ("load" in row) await add(program, name, row, isLoaded(name), session);
      else {
        const description = `${row.summary.charAt(0).toUpperCase()}${row.summary.slice(1)}.`;
        const group = addHelpCommand(program.command(name).summary(row.summary).description(description));
        for (const [below, each] of Object.entries(row.commands)) {
          await add(group, below, each, isLoaded(`${name} ${below}`), session);
        }
      }
    }
  }
  return addHelpCommand(program);
}

async function add(
  parent: Command,
  name: string,
  { summary, isHidden, load }: Subcommand,
  isLoaded: boolean,
  session: CommandSession,
): Promise<void> {
  const command = parent.command(name, { hidden: isHidden === true }).summary(summary);
  if (isLoaded) (await load())(command, session);
}

/** Chooses what a command line needs. */
function choose(args: readonly string[] | undefined): Choice {
  if (args === undefined) return () => true;
  const [first = "", second = ""] = args;
  const named = Object.values(COMMANDS).flatMap((rows) =>
    Object.hasOwn(rows, first) ? [rows[first]] : [],
  )[0];
  if (named === undefined) return () => !isHelp(args);
  if ("load" in named) return (path) => path === first;
  if (Object.hasOwn(named.commands, second)) return (path) => path === `${first} ${second}`;
  return () => !isHelp(args.slice(1));
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
