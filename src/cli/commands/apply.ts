import { resolve } from "node:path";
import type { Command } from "commander";
import { findStackDirectory, tryGetKind } from "../../stack/find-stack-directory";
import { addChangeOptions, EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { type ApplyOptions, approveAndApply } from "../fleet/approve-and-apply";
import { openSavedPlan, preparePlan } from "../fleet/prepare-plan";
import { addStackOptions, createForceOption, type StackOptions } from "../fleet/stack-options";

const EXAMPLES = `
A plan that mergequeue plan --out has saved is applied exactly, or not at all if
a queue has changed since. For a directory, or without an argument, the command
plans as mergequeue plan does, shows the plan, and asks before it applies it.

Examples:
  $ mergequeue apply
  $ mergequeue apply cdktf.out/stacks/queues --auto-approve
  $ mergequeue apply plan.json --auto-approve
${EXIT_HELP}`;

/** Options for planning, which a saved plan does not need. */
const PLANNING: readonly (readonly [name: keyof ApplyArguments, flag: string])[] = [
  ["only", "--only"],
  ["var", "--var"],
  ["varFile", "--var-file"],
  ["baseUrl", "--base-url"],
];

/** Defines `apply`, which makes queues match what stacks declare. */
export function defineApply(command: Command, session: CommandSession): void {
  command
    .description(
      "Makes queues match what synthesized stacks declare, or applies a saved plan. Queues that are not declared are " +
        "never touched.",
    )
    .argument("[plan-or-directory]", "a saved plan, or the stacks")
    .addOption(createForceOption());
  addStackOptions(addChangeOptions(command))
    .addHelpText("after", EXAMPLES)
    .action(async (given: string | undefined, options: ApplyArguments) => {
      const { context } = session;
      const isPlan =
        given !== undefined && (await tryGetKind(resolve(context.workingDirectory, given))) === "file";
      const idle = PLANNING.filter(([name]) => options[name] !== undefined).map(([, flag]) => flag);
      if (isPlan && idle.length > 0) {
        command.error(`${idle.join(", ")}: a saved plan already contains this. Leave it out.`);
      }
      const open =
        given !== undefined && isPlan
          ? await openSavedPlan(session, given, options)
          : await preparePlan(
              session,
              "apply",
              await findStackDirectory(session.context, given, "a plan that mergequeue plan --out has saved"),
              options,
            );
      await approveAndApply(session, open, options);
    });
}

const DESTROY_EXAMPLES = `
A queue with pull requests in it is deleted only if its deletion policy is drain.
A queue with the policy abandon is kept. Queues that are not declared are never
touched.

Examples:
  $ mergequeue destroy --only 'github.com/acme/web/release/*'
  $ mergequeue destroy cdktf.out/stacks/trial --auto-approve
${EXIT_HELP}`;

/** Defines `destroy`, which deletes the queues that stacks declare. */
export function defineDestroy(command: Command, session: CommandSession): void {
  command
    .description("Deletes the queues that synthesized stacks declare, following their deletion policies.")
    .argument("[directory]", "the stacks")
    .addOption(createForceOption());
  addStackOptions(addChangeOptions(command))
    .addHelpText("after", DESTROY_EXAMPLES)
    .action(async (given: string | undefined, options: ApplyArguments) => {
      const directory = await findStackDirectory(session.context, given);
      const open = await preparePlan(session, "destroy", directory, options);
      await approveAndApply(session, open, options);
    });
}

/** What the command line says. */
type ApplyArguments = StackOptions & ApplyOptions;
