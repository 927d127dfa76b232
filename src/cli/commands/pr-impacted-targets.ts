import type { Command } from "commander";
import { formatQueueId, parseQueueId } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import type { ChangeOptions } from "../change-options";
import { addChangeOptions, EXIT_HELP, toApproval, WRITE_TIMEOUT } from "../change-options";
import { confirm } from "../changes/confirm";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { addConnectionOptions } from "../connection/connection-options";
import { readInputFile, STANDARD_INPUT } from "../files/read-input-file";
import { readTargets } from "../files/read-targets";
import { collect, parsePullRequestNumber } from "../parse-arguments";
import { printJson } from "../print/print-json";
import { toCell } from "../print/to-cell";

interface TargetsOptions extends ChangeOptions {
  readonly all?: boolean;
  readonly target?: readonly string[];
  /** Path, or `-` for standard input. */
  readonly from?: string;
  readonly sha?: string;
}

/** What the service takes for every target (interface, `/setImpactedTargets`). */
const ALL_TARGETS = "ALL";

const EXAMPLES = `
Exactly one of --all, --target and --from says which targets. A file has one
target a line, or is a JSON array; the list replaces the one before.

Examples:
  $ mergequeue pr impacted-targets github.com/acme/web/main 7 --all
  $ mergequeue pr impacted-targets github.com/acme/web/main 7 --target api
  $ bazel query ... | mergequeue pr impacted-targets \\
      github.com/acme/web/main 7 --from - --auto-approve
${EXIT_HELP}`;

/** Adds `impacted-targets` to `pr`, which tells a queue which targets a pull request impacts. */
export function addPrImpactedTargetsCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("impacted-targets")
    .summary("set which targets a pull request impacts")
    .description(
      "Tells a queue which build or test targets a pull request impacts: in a parallel queue, pull requests that " +
        "impact other targets do not wait for each other.",
    )
    .argument("<queue>", "the queue's id, host/owner/name/branch")
    .argument("<number>", "the pull request's number", parsePullRequestNumber)
    .option("--all", "it impacts every target")
    .option("--target <name>", "it impacts this target; may be given several times", collect)
    .option("--from <file>", "file with the targets, - for standard input")
    .option("--sha <sha>", "the commit that was examined (the latest)");
  addConnectionOptions(addChangeOptions(command), WRITE_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (id: string, number: number, options: TargetsOptions) => {
      if ([options.all, options.target, options.from].filter((given) => given !== undefined).length !== 1) {
        command.error("Say which targets by exactly one of --all, --target and --from.");
      }
      if (options.from === STANDARD_INPUT && options.tokenFile === STANDARD_INPUT) {
        command.error("Only one of --from and --token-file can be standard input.");
      }
      await setTargets(session, id, number, options);
    });
}

async function setTargets(
  session: CommandSession,
  id: string,
  number: number,
  options: TargetsOptions,
): Promise<void> {
  const { context } = session;
  const { sha } = options;
  const queue = parseQueueId(id);
  const impactedTargets = await collectTargets(session, options);
  const connection = await connect(session, options, WRITE_TIMEOUT.ms);
  const what = describeTargets(impactedTargets);
  const where = `pull request #${number} in queue ${toCell(formatQueueId(queue))}`;
  await confirm(context, toApproval(options, connection, [options.from]), `Let ${where} impact ${what}?`);
  const pr = { number, ...(sha === undefined ? {} : { sha }) };
  const request = { ...toQueueReference(queue), pr, impactedTargets };
  await connection.api.call("setImpactedTargets", request, connection.startCall());
  const { repo, targetBranch } = request;
  if (options.json === true) session.writeDocument(printJson({ repo, targetBranch, pr, impactedTargets }));
  else context.writeOut(`The service has noted that ${where} impacts ${what}.\n`);
}

async function collectTargets(
  { context }: CommandSession,
  { all, target, from }: TargetsOptions,
): Promise<readonly string[] | typeof ALL_TARGETS> {
  if (all === true) return ALL_TARGETS;
  if (from === undefined) return [...new Set(target)];
  return readTargets(await readInputFile(context, from, "The list of impacted targets", "invalid_request"));
}

function describeTargets(targets: readonly string[] | typeof ALL_TARGETS): string {
  if (targets === ALL_TARGETS) return "every target";
  if (targets.length === 0) return "no target";
  return targets.length === 1 ? `1 target (${toCell(targets[0] ?? "")})` : `${targets.length} targets`;
}
