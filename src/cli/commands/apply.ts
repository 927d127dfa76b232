import { resolve } from "node:path";
import type { Command } from "commander";
import { addChangeOptions, EXIT_HELP } from "../change-options";
import type { CommandSession } from "../command-session";
import type { ApplyOptions } from "../fleet/apply-plan";
import { applyPlan } from "../fleet/apply-plan";
import { findStackDirectory, tryGetKind } from "../fleet/find-stack-directory";
import type { FleetOptions } from "../fleet/fleet-options";
import { addFleetOptions, createForceOption } from "../fleet/fleet-options";
import { openSavedPlan } from "../fleet/open-saved-plan";
import { preparePlan } from "../fleet/prepare-plan";

type Options = FleetOptions & ApplyOptions;

const EXAMPLES = `
With a plan that mergequeue plan --out has saved, exactly that is done, or
nothing if what is live has moved since. With a directory, or without anything,
the stacks are planned as mergequeue plan does it; the plan is shown, and
applied after a yes.

Examples:
  $ mergequeue apply
  $ mergequeue apply cdktf.out/stacks/queues --auto-approve
  $ mergequeue apply plan.json --auto-approve
${EXIT_HELP}`;

/** Options that say what is planned: a saved plan has been made already. */
const PLANNING: readonly (readonly [name: keyof Options, flag: string])[] = [
  ["only", "--only"],
  ["var", "--var"],
  ["varFile", "--var-file"],
  ["baseUrl", "--base-url"],
];

/** Adds `apply`, which brings queues to what stacks declare. */
export function addApplyCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("apply")
    .summary("bring queues to what stacks declare, or apply a saved plan")
    .description(
      "Brings queues to what synthesized stacks declare, or does what a saved plan says. Queues that are not declared " +
        "are never touched.",
    )
    .argument("[plan-or-directory]", "a saved plan, or what to read")
    .addOption(createForceOption());
  addFleetOptions(addChangeOptions(command))
    .addHelpText("after", EXAMPLES)
    .action(async (given: string | undefined, options: Options) => {
      const { context } = session;
      const isPlan =
        given !== undefined && (await tryGetKind(resolve(context.workingDirectory, given))) === "file";
      const idle = PLANNING.filter(([name]) => options[name] !== undefined).map(([, flag]) => flag);
      if (isPlan && idle.length > 0) {
        command.error(`${idle.join(", ")}: a saved plan says already what is done, and where. Leave it out.`);
      }
      const open = isPlan
        ? await openSavedPlan(session, given, options)
        : await preparePlan(
            session,
            "apply",
            await findStackDirectory(context, given, "a plan that mergequeue plan --out has saved"),
            options,
          );
      await applyPlan(session, open, options);
    });
}
