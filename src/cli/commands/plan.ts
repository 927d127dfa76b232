import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { hasChanges } from "../../plan/plan";
import { describeStop, requireSafe } from "../../plan/require-safe";
import { toPlanDocument } from "../../plan/to-plan-document";
import { FORMATS, type FormatWith, listFormats, toOutput } from "../../report/formats";
import { findStackDirectory, tryGetKind } from "../../stack/find-stack-directory";
import { quoteForShell } from "../../text/quote-for-shell";
import { toCell } from "../../text/to-cell";
import { addChangeOptions, addExamples, addJsonOption } from "../command-options";
import { type CommandSession, EXIT_STATUS } from "../command-session";
import { writeOutputFile } from "../files/write-output-file";
import { parseFile, parseLink, parseTitle } from "../parse-options";
import { approveAndApply } from "../plans/approve-and-apply";
import { openSavedPlan, preparePlan } from "../plans/prepare-plan";
import { addStackOptions, type StackOptions } from "../plans/stack-options";
import { createView } from "../print/create-view";
import {
  addForecastOptions,
  type ForecastOptions,
  hasUnmetGoals,
  tryForecastPlan,
} from "../simulate/forecast-options";

const EXAMPLES = `
The directory is the output of CDK's synth, the directory of one of its stacks,
or any directory with *.tf.json files. Default: cdktf.out if it exists, else the
working directory. Neither Terraform nor a state is needed, because repository
and branch identify a queue. Queues that are not declared are never touched.

Examples:
  $ mergequeue plan
  $ mergequeue plan cdktf.out/stacks/queues --only 'github.com/acme/*/main'
  $ mergequeue plan --detailed-exitcode --out plan.json
  $ mergequeue plan --format markdown > comment.md

Exit status:
  0 done; 130 interrupted
  1 error, or the plan needs --force (it is shown even so, and saved by --out)
  2 there are differences (with --detailed-exitcode), or a goal of --require is
    not met`;

export function definePlan(command: Command, session: CommandSession): void {
  const formats = new Option(
    "--format <format>",
    "format of the plan (default: text); --json is short for --format json",
  ).choices(listFormats("plan"));
  command
    .description(
      "Compares the queues of synthesized stacks with those of the service, and shows the changes that an apply would make. " +
        "Changes nothing.",
    )
    .argument("[directory]", "the stacks")
    .option("--out <file>", "save the plan for mergequeue apply", parseFile)
    .option("--detailed-exitcode", "end with status 2 if there are differences")
    .addOption(formats)
    .option("--destroy", "plan to destroy the declared queues")
    .option("--title <text>", "title of a report", parseTitle)
    .option("--link <url>", "address of the full report; a shortened report links to it", parseLink);
  addStackOptions(addForecastOptions(addJsonOption(command)))
    .addHelpText("after", EXAMPLES)
    .action(async (directory: string | undefined, options: PlanArguments) => {
      if (options.json === true && options.format !== undefined && options.format !== "json") {
        command.error(`--json is short for --format json; leave it out for --format ${options.format}.`);
      }
      // The exit status is right even if the reader closes the output early.
      await session.context.holdOut(() => showPlan(session, directory, options));
    });
}

interface PlanArguments extends StackOptions, ForecastOptions {
  readonly out?: string;
  readonly detailedExitcode?: boolean;
  readonly format?: FormatWith<"plan">;
  readonly destroy?: boolean;
  readonly title?: string;
  readonly link?: string;
}

async function showPlan(
  session: CommandSession,
  directory: string | undefined,
  options: PlanArguments,
): Promise<void> {
  const { context, finish } = session;
  const { out, title, link } = options;
  const mode = options.destroy === true ? "destroy" : "apply";
  const saved = await preparePlan(session, mode, directory, options);
  const { plan } = saved;
  const isForced = options.force === true;
  const stop = isForced ? undefined : describeStop(plan);
  const forecasts = await tryForecastPlan(session, plan, options);
  const format = options.json === true ? "json" : (options.format ?? "text");
  if (out !== undefined) {
    const document = `${JSON.stringify(toPlanDocument(saved), undefined, 1)}\n`;
    await writeOutputFile(session, { document }, { file: out, what: "The plan", mode: "secret" });
  }
  // Programs get one document, the error. People also see the unsafe plan.
  if (format === "json") requireSafe(plan, { isForced });
  const reportOptions = { title, link, forecasts, stop, writtenAtMs: context.nowMs() };
  session.write(toOutput(format, FORMATS[format].plan(plan, reportOptions, createView(context))));
  if (out !== undefined) {
    const [review, force] = stop === undefined ? ["", ""] : ["Review it. ", " --force"];
    context.writeNote(
      `\nThe plan was saved. ${review}To apply it, run: mergequeue apply ${toCell(quoteForShell(out))}${force}\n`,
    );
  }
  requireSafe(plan, { isForced });
  const isChanged = options.detailedExitcode === true && hasChanges(plan);
  if (isChanged || hasUnmetGoals(forecasts)) finish(EXIT_STATUS.changed);
}

const APPLY_EXAMPLES = `
A plan that mergequeue plan --out saved is applied as it is. If a queue has
changed since then, nothing is applied. For a directory, or without an argument,
the command plans as mergequeue plan does, shows the plan, and asks to apply it.

Examples:
  $ mergequeue apply
  $ mergequeue apply cdktf.out/stacks/queues --auto-approve
  $ mergequeue apply plan.json --auto-approve`;

/** Options that affect only planning. A saved plan already contains their values. */
const PLANNING = { only: "--only", var: "--var", varFile: "--var-file", baseUrl: "--base-url" } as const;

export function defineApply(command: Command, session: CommandSession): void {
  command
    .description(
      "Makes queues match synthesized stacks, or applies a saved plan. Never touches queues that are not declared.",
    )
    .argument("[plan-or-directory]", "a saved plan, or the stacks");
  addExamples(addStackOptions(addChangeOptions(command)), APPLY_EXAMPLES);
  command.action(async (given: string | undefined, options: StackOptions) => {
    const { context } = session;
    if (given !== undefined && (await tryGetKind(resolve(context.workingDirectory, given))) === "file") {
      const idle = Object.entries(PLANNING).filter(([name]) => options[name] !== undefined);
      if (idle.length > 0) {
        const flags = idle.map(([, flag]) => flag).join(", ");
        command.error(`Leave out ${flags}: a saved plan already contains such values.`);
      }
      await approveAndApply(session, await openSavedPlan(session, given, options), options);
      return;
    }
    const what = "a plan that mergequeue plan --out has saved";
    const directory = await findStackDirectory(context, given, what);
    await approveAndApply(session, await preparePlan(session, "apply", directory, options), options);
  });
}

const DESTROY_EXAMPLES = `
A queue with pull requests in it is destroyed only if its deletion policy is
drain. A queue with the policy abandon is kept. Queues that are not declared are
never touched.

Examples:
  $ mergequeue destroy --only 'github.com/acme/web/release/*'
  $ mergequeue destroy cdktf.out/stacks/trial --auto-approve`;

export function defineDestroy(command: Command, session: CommandSession): void {
  command
    .description("Destroys the queues that synthesized stacks declare, following their deletion policies.")
    .argument("[directory]", "the stacks");
  addExamples(addStackOptions(addChangeOptions(command)), DESTROY_EXAMPLES);
  command.action(async (directory: string | undefined, options: StackOptions) => {
    await approveAndApply(session, await preparePlan(session, "destroy", directory, options), options);
  });
}
