import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { confirm } from "../changes/confirm";
import type { CommandContext, CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { type ChangeOptions, toApproval, WRITE_TIMEOUT } from "../connection/connection-options";
import { readInputFile } from "../files/read-input-file";
import { readTextList } from "../files/read-text-list";
import { printJson } from "../print/print-json";
import { toCell } from "../print/to-cell";

/** What the command line says. */
export interface TargetsOptions extends ChangeOptions {
  readonly all?: boolean;
  readonly target?: readonly string[];
  /** Path, or `-` for standard input. */
  readonly from?: string;
  readonly sha?: string;
}

/** Stands for every target (interface, `/setImpactedTargets`). */
const ALL_TARGETS = "ALL";

/** Sets the targets that a pull request impacts. */
export async function setImpactedTargets(
  session: CommandSession,
  queue: QueueIdentity,
  number: number,
  options: TargetsOptions,
): Promise<void> {
  const { context } = session;
  const { sha, from } = options;
  const impactedTargets = await collectTargets(context, options);
  const connection = await connect(session, options, WRITE_TIMEOUT.ms);
  const what = describeTargets(impactedTargets);
  const where = `pull request #${number} in queue ${toCell(formatQueueId(queue))}`;
  await confirm(context, toApproval(options, connection, from), `Record that ${where} impacts ${what}?`);
  const pr = { number, ...(sha === undefined ? {} : { sha }) };
  const request = { ...toQueueReference(queue), pr, impactedTargets };
  await connection.api.call("setImpactedTargets", request, connection.startCall());
  const { repo, targetBranch } = request;
  session.write(
    options.json === true
      ? printJson({ repo, targetBranch, pr, impactedTargets })
      : `The service has recorded that ${where} impacts ${what}.\n`,
  );
}

async function collectTargets(
  context: CommandContext,
  { all, target, from }: TargetsOptions,
): Promise<readonly string[] | typeof ALL_TARGETS> {
  if (all === true) return ALL_TARGETS;
  if (from === undefined) return [...new Set(target)];
  return readTargets(await readInputFile(context, from, "The list of impacted targets", "invalid_request"));
}

/**
 * Reads the names of targets: a JSON array of strings, or one name a line. A repeated name counts once.
 * @throws MergeQueueError `invalid_request` if there are none; `[]` stands for no target
 */
export function readTargets(text: string): readonly string[] {
  const targets = readTextList(text, {
    name: "The list of impacted targets",
    advice:
      "Nothing was sent. Write one target a line, or a JSON array of strings; [] if the pull request impacts no " +
      "target. If it impacts every target, use --all.",
    code: "invalid_request",
    details: { operation: "setImpactedTargets", field: "impactedTargets" },
    mayBeEmpty: true,
  });
  return [...new Set(targets)];
}

function describeTargets(targets: readonly string[] | typeof ALL_TARGETS): string {
  if (targets === ALL_TARGETS) return "every target";
  if (targets.length === 0) return "no target";
  return targets.length === 1 ? `1 target (${toCell(targets[0] ?? "")})` : `${targets.length} targets`;
}
