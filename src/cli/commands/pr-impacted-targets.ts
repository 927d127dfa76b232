import type { Command } from "commander";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { toCell } from "../../text/to-cell";
import { confirm } from "../changes/confirm";
import { addExamples, addPullRequestArguments } from "../command-options";
import type { CommandContext, CommandSession } from "../command-session";
import { addWritingOptions, refuseSharedInput } from "../connection/add-connection-options";
import { connect } from "../connection/connect";
import { type ChangeOptions, WRITE_TIMEOUT } from "../connection/connection-options";
import { readInputFile, readTextList } from "../files/read-input-file";
import { collect, parseNonEmpty } from "../parse-options";
import { writeResult } from "../print/create-view";

const EXAMPLES = `
Give exactly one of --all, --target and --from. A file has one target per line,
or is a JSON array. The list replaces the earlier one.

Examples:
  $ mergequeue pr impacted-targets github.com/acme/web/main 7 --all
  $ mergequeue pr impacted-targets github.com/acme/web/main 7 --target api
  $ mergequeue pr impacted-targets github.com/acme/web/main 7 --target api \\
      --forked-run "$GITHUB_RUN_ID"
  $ bazel query ... | mergequeue pr impacted-targets \\
      github.com/acme/web/main 7 --from - --auto-approve`;

export function definePrImpactedTargets(command: Command, session: CommandSession): void {
  addPullRequestArguments(command)
    .description(
      "Sets which build or test targets a pull request impacts. In a parallel queue, pull requests that impact " +
        "different targets do not wait for each other.",
    )
    .option("--all", "the pull request impacts every target")
    .option("--target <name>", "a target that the pull request impacts; can be repeated", collect)
    .option("--from <file>", "file with the targets, - for standard input")
    .option("--sha <sha>", "which commit of the pull request impacts these targets (default: the latest)")
    .option(
      "--forked-run <id>",
      "in a workflow of a fork, where no token is available: the id of the workflow run, sent instead of a token",
      parseNonEmpty("the id of a workflow run"),
    );
  addExamples(addWritingOptions(command), EXAMPLES);
  command.action(async (queue: QueueIdentity, number: number, options: TargetsOptions) => {
    if ([options.all, options.target, options.from].filter((given) => given !== undefined).length !== 1) {
      command.error("Give exactly one of --all, --target and --from.");
    }
    refuseSharedInput(command, "--from", options.from, options);
    const { context } = session;
    const { sha, from } = options;
    const impactedTargets = await collectTargets(context, options);
    const { api, startCall, stopSignal } = await connect(session, options, WRITE_TIMEOUT.ms);
    const where = `pull request #${number} in queue ${toCell(formatQueueId(queue))}`;
    const fact = `${where} impacts ${describeTargets(impactedTargets)}`;
    await confirm(context, { ...options, input: from }, stopSignal, `Record that ${fact}?`);
    const pr = { number, ...(sha === undefined ? {} : { sha }) };
    const request = { ...toQueueReference(queue), pr, impactedTargets };
    await api.call("setImpactedTargets", request, startCall());
    writeResult(session, options, request, () => `The service has recorded that ${fact}.\n`);
  });
}

interface TargetsOptions extends ChangeOptions {
  readonly all?: boolean;
  readonly target?: readonly string[];
  readonly from?: string;
  readonly sha?: string;
}

/** `ALL` stands for every target, as in the interface's `/setImpactedTargets`. */
type Targets = readonly string[] | "ALL";

async function collectTargets(context: CommandContext, options: TargetsOptions): Promise<Targets> {
  const { all, target, from } = options;
  if (all === true) return "ALL";
  if (from === undefined) return [...new Set(target)];
  const kind = { what: "The list of impacted targets", code: "invalid_request" } as const;
  return readTargets(await readInputFile(context, from, kind));
}

/** Returns each target once. Accepts `[]`. @throws MergeQueueError `invalid_request` for an empty file */
export function readTargets(text: string): readonly string[] {
  const targets = readTextList(text, {
    name: "The list of impacted targets",
    advice:
      "Nothing was sent. Write one target per line, or a JSON array of strings. If the pull request impacts no " +
      "target, write []. If it impacts every target, use --all.",
    code: "invalid_request",
    details: { operation: "setImpactedTargets", field: "impactedTargets" },
    mayBeEmpty: true,
  });
  return [...new Set(targets)];
}

function describeTargets(targets: Targets): string {
  if (targets === "ALL") return "every target";
  if (targets.length === 0) return "no target";
  return targets.length === 1 ? `1 target (${toCell(targets[0] ?? "")})` : `${targets.length} targets`;
}
