import { type Command, Option } from "commander";
import { parseQueueId } from "../../queue/parse-queue-id";
import { type QueueIdentity, toIdentityKey } from "../../queue/queue-identity";
import { assumeDefaults } from "../../queue/settings";
import type { ShownQueue } from "../../reconcile/find-differences";
import { quote } from "../../text/quote";
import { addExamples, addParallelConnectionOptions, refuseSharedInput } from "../command-options";
import type { CommandContext, CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { type ConnectionOptions, WRITE_TIMEOUT } from "../connection/connection-options";
import { describeQueue } from "../export/describe-queue";
import { type ExportedQueues, groupQueues } from "../export/group-queues";
import { printDeclaredImports, printHcl, printImportBlocks } from "../export/hcl/print-hcl";
import { nameQueues } from "../export/name-queues";
import { EXPORT_FORMATS, type ExportFormat } from "../export/print-comment";
import { parseQueueIds, readDeclaredQueues, readLiveQueues, readQueueIds } from "../export/read-queues";
import { findCdkLibrary, printTypeScript } from "../export/typescript/print-typescript";
import { readInputFile } from "../files/read-input-file";

const EXAMPLES = `
A setting that is left out of the code is not managed: it is never changed.
A file of ids has one id a line, or is a JSON array.

Examples:
  $ mergequeue export github.com/acme/web/main > main.ts
  $ mergequeue export --from queues.txt --format hcl > queues.tf
  $ mergequeue export --from queues.txt --format import-blocks > imports.tf
  $ terraform show -json tfplan | mergequeue export --declared-in - > imports.tf
  $ mergequeue export --from queues.txt --defaults-from github.com/acme/new/main`;

/** Defines `export`, which writes live queues as code. */
export function defineExport(command: Command, session: CommandSession): void {
  command
    .description(
      "Writes live queues as code. A plan of this code imports the queues and changes nothing. The command itself changes " +
        "nothing either.",
    )
    .argument("[queues...]", "ids of queues, host/owner/name/branch")
    .option(
      "--from <file>",
      "instead of ids: file with one a line, or a JSON array of them; - for standard input",
    )
    .addOption(
      new Option(
        "--declared-in <plan>",
        "instead of ids: write import blocks for the existing ones of the queues that a plan (terraform show -json) creates or the directory of one stack declares; - for standard input",
      ).implies({ format: "import-blocks" }),
    )
    .addOption(
      new Option(
        "--format <format>",
        "what to write; typescript imports what the project uses, cdktf or cdktn",
      )
        .choices(EXPORT_FORMATS)
        .default("typescript"),
    )
    .option("--minimal", "leave out settings with the values that new queues are assumed to have")
    .option("--defaults-from <queue>", "leave out settings with the same values as in this queue")
    .option("--required-statuses", "also declare required statuses, instead of suggesting them in a comment")
    .option("--additional-settings", "also declare settings that this version does not know");
  addExamples(addParallelConnectionOptions(command, WRITE_TIMEOUT.text), EXAMPLES).action(
    async (ids: readonly string[], options: ExportOptions) => {
      const { from, declaredIn, format } = options;
      const sources = [ids.length > 0, from !== undefined, declaredIn !== undefined];
      if (sources.filter(Boolean).length !== 1) {
        command.error("Name the queues in one way only: by their ids, with --from, or with --declared-in.");
      }
      refuseSharedInput(command, "--from", from, options);
      refuseSharedInput(command, "--declared-in", declaredIn, options);
      if (declaredIn === undefined) {
        await exportQueues(session, ids, options);
      } else {
        if (format !== "import-blocks") command.error("--declared-in writes import blocks only.");
        await exportImports(session, declaredIn, options);
      }
    },
  );
}

interface ExportOptions extends ConnectionOptions {
  readonly from?: string;
  readonly declaredIn?: string;
  readonly format: ExportFormat;
  readonly minimal?: boolean;
  readonly defaultsFrom?: string;
  readonly requiredStatuses?: boolean;
  readonly additionalSettings?: boolean;
}

async function exportQueues(
  session: CommandSession,
  ids: readonly string[],
  options: ExportOptions,
): Promise<void> {
  const { context } = session;
  const { from, format, defaultsFrom } = options;
  const queueIds =
    from === undefined
      ? ids
      : readQueueIds(await readInputFile(context, from, "The list of queues", "invalid_identity"));
  const toRead = parseQueueIds([...queueIds, ...(defaultsFrom === undefined ? [] : [defaultsFrom])]);
  const queues = parseQueueIds(queueIds);
  const connection = await connect(session, options, WRITE_TIMEOUT.ms);
  const shown = await readLiveQueues(connection, context, toRead);
  const show = (queue: QueueIdentity): ShownQueue => shown.get(toIdentityKey(queue)) as ShownQueue;
  const reference = defaultsFrom === undefined ? undefined : show(parseQueueId(defaultsFrom));
  const baseline = chooseBaseline(options, reference);
  const names = nameQueues(queues);
  const exported = queues.map((queue, index) => {
    const live = show(queue);
    return describeQueue(names[index] ?? "", queue, live, {
      ...options,
      baseline: baseline?.chooseFor(live),
    });
  });
  session.write({ document: await printQueues(context, format, groupQueues(exported), baseline?.name) });
}

async function printQueues(
  { workingDirectory }: Pick<CommandContext, "workingDirectory">,
  format: ExportFormat,
  exported: ExportedQueues,
  baseline: string | undefined,
): Promise<string> {
  switch (format) {
    case "typescript":
      return printTypeScript(exported, baseline, await findCdkLibrary(workingDirectory));
    case "cdktn":
      return printTypeScript(exported, baseline, format);
    case "hcl":
      return printHcl(exported, baseline);
    case "import-blocks":
      return printImportBlocks(exported);
  }
}

/** Writes import blocks for the declared queues that exist, for example after an apply that was killed. */
async function exportImports(session: CommandSession, path: string, options: ExportOptions): Promise<void> {
  const { context } = session;
  const declared = await readDeclaredQueues(context, path);
  const toRead = new Map(declared.map(({ identity }) => [toIdentityKey(identity), identity]));
  const connection = await connect(session, options, WRITE_TIMEOUT.ms);
  const shown = await readLiveQueues(connection, context, [...toRead.values()], "skip");
  const existing = declared.filter(({ identity }) => shown.has(toIdentityKey(identity)));
  session.write({ document: printDeclaredImports(existing, declared.length) });
}

/** A queue to compare with, so that only differences are written. */
interface Baseline {
  /** Returns the queue that an exported one is compared with. */
  readonly chooseFor: (queue: ShownQueue) => ShownQueue;
  /** Its name, as the end of a sentence. */
  readonly name: string;
}

/** @param reference - the queue of `--defaults-from` */
function chooseBaseline(
  { defaultsFrom, minimal }: ExportOptions,
  reference: ShownQueue | undefined,
): Baseline | undefined {
  if (reference !== undefined) return { chooseFor: () => reference, name: `queue ${quote(defaultsFrom)}` };
  if (minimal !== true) return undefined;
  return {
    chooseFor: ({ settings }) => ({ settings: assumeDefaults(settings), additionalFields: {} }),
    name: "a new queue, as docs/assumptions.md of the package describes it: the interface itself names no defaults",
  };
}
