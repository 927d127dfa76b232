import { type Command, Option } from "commander";
import { parseQueueId } from "../../queue/parse-queue-id";
import { type QueueIdentity, toIdentityKey } from "../../queue/queue-identity";
import { assumeDefaults } from "../../queue/settings";
import type { ShownQueue } from "../../reconcile/find-wanted-changes";
import { quote } from "../../text/quote";
import { addExamples } from "../command-options";
import type { CommandSession } from "../command-session";
import { addParallelConnectionOptions, refuseSharedInput } from "../connection/add-connection-options";
import { connect } from "../connection/connect";
import { type ConnectionOptions, WRITE_TIMEOUT } from "../connection/connection-options";
import { describeQueue } from "../export/describe-queue";
import { type ExportedQueues, groupQueues } from "../export/group-queues";
import { printDeclaredImports, printHcl, printImportBlocks } from "../export/hcl/print-hcl";
import { nameQueues } from "../export/name-queues";
import { EXPORT_FORMATS, type ExportFormat } from "../export/print-comment";
import { readDeclaredQueues } from "../export/read-declared-queues";
import { listLiveQueues, readLiveQueues } from "../export/read-live-queues";
import { parseQueueIds, readQueueIds } from "../export/read-queue-ids";
import { findCdkLibrary, printTypeScript } from "../export/typescript/print-typescript";
import { readInputFile } from "../files/read-input-file";

const EXAMPLES = `
A setting that is left out of the code is not managed: it is never changed.
A file of ids has one id per line, or is a JSON array. Without ids, the command
writes all queues of the organization, if the service has the second interface.

Examples:
  $ mergequeue export github.com/acme/web/main > main.ts
  $ mergequeue export --format hcl --import-blocks > queues.tf
  $ mergequeue export --from queues.txt > main.ts
  $ terraform show -json tfplan | mergequeue export --declared-in - > imports.tf
  $ mergequeue export --from queues.txt --defaults-from github.com/acme/new/main`;

export function defineExport(command: Command, session: CommandSession): void {
  command
    .description(
      "Writes live queues as code, and changes nothing. A plan of this code imports the queues and contains no " +
        "other change. HCL needs --import-blocks for this.",
    )
    .argument("[queues...]", "ids, host/owner/name/branch (default: all, if the service lists queues)")
    .option("--from <file>", "file of ids: one per line, or a JSON array; - for standard input")
    .addOption(
      new Option(
        "--declared-in <plan>",
        "instead of ids: a plan (the output of terraform show -json, - for standard input) or the directory of one stack; writes import blocks for those of its queues that exist already",
      ).implies({ format: "import-blocks" }),
    )
    .addOption(
      new Option("--format <format>", "language of the code; typescript imports the project's cdktf or cdktn")
        .choices(EXPORT_FORMATS)
        .default("typescript"),
    )
    .option("--import-blocks", "with --format hcl: import blocks too, in the same file")
    .option("--minimal", "leave out settings whose values are the assumed defaults of a new queue")
    .option("--defaults-from <queue>", "leave out settings with the same values as in this queue")
    .option("--required-statuses", "also declare required statuses, instead of suggesting them in a comment")
    .option("--additional-settings", "also declare settings that this version of mergequeue does not know");
  addExamples(addParallelConnectionOptions(command, WRITE_TIMEOUT.text), EXAMPLES);
  command.action(async (ids: string[], options: ExportOptions) => {
    const { from, declaredIn, format } = options;
    const sources = [ids.length > 0, from !== undefined, declaredIn !== undefined];
    if (sources.filter(Boolean).length > 1) {
      command.error("Name the queues in one way only: by their ids, with --from, or with --declared-in.");
    }
    if (options.importBlocks === true && format !== "hcl")
      command.error("--import-blocks needs --format hcl.");
    refuseSharedInput(command, "--from", from, options);
    refuseSharedInput(command, "--declared-in", declaredIn, options);
    if (declaredIn === undefined) {
      await exportQueues(session, ids, options);
    } else {
      if (format !== "import-blocks") command.error("--declared-in writes import blocks only.");
      await exportImports(session, declaredIn, options);
    }
  });
}

interface ExportOptions extends ConnectionOptions {
  readonly from?: string;
  readonly declaredIn?: string;
  readonly format: ExportFormat;
  readonly importBlocks?: boolean;
  readonly minimal?: boolean;
  readonly defaultsFrom?: string;
  readonly requiredStatuses?: boolean;
  readonly additionalSettings?: boolean;
}

async function exportQueues(session: CommandSession, ids: string[], options: ExportOptions): Promise<void> {
  const { context } = session;
  const { from, format, defaultsFrom } = options;
  const kind = { what: "The list of queues", code: "invalid_identity" } as const;
  const queueIds = from === undefined ? ids : readQueueIds(await readInputFile(context, from, kind));
  const isAll = from === undefined && ids.length === 0;
  const toRead = parseQueueIds([...queueIds, ...(defaultsFrom === undefined ? [] : [defaultsFrom])]);
  const named = parseQueueIds(queueIds);
  const connection = await connect(session, options, WRITE_TIMEOUT.ms);
  const all = isAll ? await listLiveQueues(connection) : [];
  const queues = isAll ? all.map(({ identity }) => identity) : named;
  const shown = new Map([
    ...all.map(({ identity, live }) => [toIdentityKey(identity), live] as const),
    ...(await readLiveQueues(connection, context, toRead)),
  ]);
  const show = (queue: QueueIdentity): ShownQueue => shown.get(toIdentityKey(queue)) as ShownQueue;
  const reference = defaultsFrom === undefined ? undefined : show(parseQueueId(defaultsFrom));
  const assume = ({ settings }: ShownQueue): ShownQueue | undefined =>
    options.minimal === true ? { settings: assumeDefaults(settings), additionalFields: {} } : undefined;
  const names = nameQueues(queues);
  const exported = queues.map((queue, at) => {
    const live = show(queue);
    return describeQueue(names[at] ?? "", queue, live, { ...options, baseline: reference ?? assume(live) });
  });
  const print = PRINTERS[format];
  const document = await print(groupQueues(exported), describeBaseline(options), { ...options, ...context });
  session.write({ document });
}

type Print = (
  exported: ExportedQueues,
  baseline: string | undefined,
  where: { readonly workingDirectory: string; readonly importBlocks?: boolean },
) => string | Promise<string>;

const PRINTERS: Readonly<Record<ExportFormat, Print>> = {
  typescript: async (exported, baseline, { workingDirectory }) =>
    printTypeScript(exported, baseline, await findCdkLibrary(workingDirectory)),
  cdktn: (exported, baseline) => printTypeScript(exported, baseline, "cdktn"),
  hcl: printHcl,
  "import-blocks": printImportBlocks,
};

function describeBaseline({ defaultsFrom, minimal }: ExportOptions): string | undefined {
  const same = "Settings with the same value as in";
  if (defaultsFrom !== undefined) return `${same} queue ${quote(defaultsFrom)} are left out.`;
  if (minimal !== true) return undefined;
  return `${same} a new queue are left out (see docs/assumptions.md in the package). This service may give new queues other values.`;
}

async function exportImports(session: CommandSession, path: string, options: ExportOptions): Promise<void> {
  const { context } = session;
  const declared = await readDeclaredQueues(context, path);
  const toRead = new Map(declared.map(({ identity }) => [toIdentityKey(identity), identity]));
  const connection = await connect(session, options, WRITE_TIMEOUT.ms);
  const shown = await readLiveQueues(connection, context, [...toRead.values()], "skip");
  const existing = declared.filter(({ identity }) => shown.has(toIdentityKey(identity)));
  session.write({ document: printDeclaredImports(existing, declared.length) });
}
