import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { EstimatedWorkload } from "../../foresight/estimate-workload";
import {
  addToWorkload,
  PARAMETER_NAMES,
  type ParameterName,
  pickParameters,
  tryFindQueueWorkload,
} from "../../foresight/queue-workload";
import { formatWorkload, parseWorkload } from "../../foresight/workload-file";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import { toSafeJson } from "../../report/print-json";
import { escapeControl } from "../../text/escape-control";
import { quote } from "../../text/quote";
import { toCell } from "../../text/to-cell";
import type { CommandContext, CommandSession } from "../command-session";
import { isTaken, requireNoInput } from "../files/read-input-file";
import { writeOutputFile } from "../files/write-output-file";
import { parseFile } from "../parse-options";
import { describeMissing } from "./describe-missing";
import { readWorkloadFile } from "./read-workload-file";

export interface WorkloadOutputOptions {
  readonly out?: string;
  readonly force?: boolean;
  readonly addTo?: string;
  readonly only?: readonly ParameterName[];
}

export function addWorkloadOutputOptions(command: Command): Command {
  return command
    .optionsGroup("Output:")
    .option("--out <file>", "write to this new file instead of standard output", parseFile)
    .option("--force", "replace the file of --out if it exists")
    .option("--add-to <file>", "add to this file, replacing estimates of the same parameters", parseFile)
    .addOption(new Option("--only <parameters...>", "take only these parameters").choices(PARAMETER_NAMES));
}

export function refuseContradiction(command: Command, { out, force, addTo }: WorkloadOutputOptions): void {
  if (out !== undefined && addTo !== undefined) command.error("Choose one of --out and --add-to.");
  if (force === true && out === undefined) command.error("--force needs --out.");
}

/** Refuses to overwrite a file, before slow work begins. @throws MergeQueueError `invalid_configuration` */
export async function requireWritable(
  context: Pick<CommandContext, "workingDirectory" | "inputFiles">,
  { out, force }: WorkloadOutputOptions,
): Promise<void> {
  if (out === undefined) return;
  await requireNoInput(context, out, "The workload");
  if (force === true || !(await isTaken(resolve(context.workingDirectory, out)))) return;
  const message = `The file ${quote(out)} exists and was not changed. Replace it with --force, or add to it with --add-to.`;
  throw new MergeQueueError("invalid_configuration", message, { argument: "out" });
}

/** Checks that `simulate` can read the workload. An unusual history may give estimates out of range. */
function requireReadable(text: string): void {
  try {
    parseWorkload(text);
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    const message = `The estimates from this history are not a valid workload, so nothing was written. Check the times in the history.\n${error.message}`;
    throw new MergeQueueError(error.code, message, error.details, error);
  }
}

/** @throws MergeQueueError `invalid_workload` if none of the parameters of `--only` has an estimate */
export async function writeWorkload(
  session: CommandSession,
  { workload, notes }: EstimatedWorkload,
  options: WorkloadOutputOptions,
): Promise<void> {
  const { context } = session;
  const { out, addTo, only } = options;
  for (const note of notes) context.writeNote(escapeControl(`Note: ${note}\n`));
  const picked = only === undefined ? workload : pickParameters(workload, only);
  if (Object.keys(picked).length === 1) {
    const message = "This source gives no estimate of these parameters.";
    throw new MergeQueueError("invalid_workload", message);
  }
  await requireWritable(context, options);
  const before = addTo === undefined ? undefined : await readWorkloadFile(context, addTo);
  const replaced = before && tryFindQueueWorkload(before, parseQueueId(picked.queue));
  if (picked.backtest === undefined && replaced?.backtest !== undefined) {
    context.writeNote(
      "Note: The backtest in the file is removed, because it tested other numbers. To test the new numbers, record the queue again with --add-to.\n",
    );
  }
  const written = addToWorkload(before, picked);
  const document = { document: toSafeJson(formatWorkload(written)) };
  requireReadable(document.document);
  const file = out ?? addTo;
  const missing = describeMissing({ workload: written, file }, parseQueueId(picked.queue), ["concurrency=8"]);
  if (missing !== undefined) context.writeNote(escapeControl(`Note: No forecast yet: ${missing}\n`));
  if (file === undefined) {
    session.write(document);
    return;
  }
  const output = { file, what: "The workload", mode: "plain", isUpdate: addTo !== undefined } as const;
  await writeOutputFile(session, document, output);
  const names = PARAMETER_NAMES.filter((name) => picked[name] !== undefined);
  const were = names.length === 1 ? "was" : "were";
  session.write(`${names.join(", ")} of queue ${toCell(picked.queue)} ${were} written to ${toCell(file)}.\n`);
}
