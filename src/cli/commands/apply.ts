import { resolve } from "node:path";
import type { Command } from "commander";
import { findStackDirectory, tryGetKind } from "../../stack/find-stack-directory";
import { addChangeOptions, addExamples } from "../command-options";
import type { CommandSession } from "../command-session";
import { approveAndApply } from "../plans/approve-and-apply";
import { openSavedPlan, preparePlan } from "../plans/prepare-plan";
import { addStackOptions, createForceOption, type StackOptions } from "../plans/stack-options";

const EXAMPLES = `
A plan that mergequeue plan --out has saved is applied exactly, or not at all if
a queue has changed since. For a directory, or without an argument, the command
plans as mergequeue plan does, shows the plan, and asks before it applies it.

Examples:
  $ mergequeue apply
  $ mergequeue apply cdktf.out/stacks/queues --auto-approve
  $ mergequeue apply plan.json --auto-approve`;

/** Options for planning, which a saved plan does not need. */
const PLANNING = { only: "--only", var: "--var", varFile: "--var-file", baseUrl: "--base-url" } as const;

export function defineApply(command: Command, session: CommandSession): void {
  command
    .description(
      "Makes queues match what synthesized stacks declare, or applies a saved plan. Queues that are not declared are " +
        "never touched.",
    )
    .argument("[plan-or-directory]", "a saved plan, or the stacks")
    .addOption(createForceOption());
  addExamples(addStackOptions(addChangeOptions(command)), EXAMPLES).action(
    async (given: string | undefined, options: StackOptions) => {
      const { context } = session;
      if (given !== undefined && (await tryGetKind(resolve(context.workingDirectory, given))) === "file") {
        const idle = Object.entries(PLANNING).filter(([name]) => options[name] !== undefined);
        if (idle.length > 0) {
          const flags = idle.map(([, flag]) => flag).join(", ");
          command.error(`${flags}: a saved plan already contains this. Leave it out.`);
        }
        await approveAndApply(session, await openSavedPlan(session, given, options), options);
        return;
      }
      const what = "a plan that mergequeue plan --out has saved";
      const directory = await findStackDirectory(context, given, what);
      await approveAndApply(session, await preparePlan(session, "apply", directory, options), options);
    },
  );
}

const DESTROY_EXAMPLES = `
A queue with pull requests in it is deleted only if its deletion policy is
drain. A queue with the policy abandon is kept. Queues that are not declared are
never touched.

Examples:
  $ mergequeue destroy --only 'github.com/acme/web/release/*'
  $ mergequeue destroy cdktf.out/stacks/trial --auto-approve`;

export function defineDestroy(command: Command, session: CommandSession): void {
  command
    .description("Deletes the queues that synthesized stacks declare, following their deletion policies.")
    .argument("[directory]", "the stacks")
    .addOption(createForceOption());
  addExamples(addStackOptions(addChangeOptions(command)), DESTROY_EXAMPLES).action(
    async (directory: string | undefined, options: StackOptions) => {
      await approveAndApply(session, await preparePlan(session, "destroy", directory, options), options);
    },
  );
}
