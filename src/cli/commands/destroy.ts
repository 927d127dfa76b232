import type { Command } from "commander";
import { addChangeOptions, EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import type { ApplyOptions } from "../fleet/apply-plan";
import { applyPlan } from "../fleet/apply-plan";
import { findStackDirectory } from "../fleet/find-stack-directory";
import type { FleetOptions } from "../fleet/fleet-options";
import { addFleetOptions, createForceOption } from "../fleet/fleet-options";
import { preparePlan } from "../fleet/prepare-plan";

const EXAMPLES = `
A queue with pull requests in it is deleted only if its deletion policy is drain.
A queue with the policy abandon is kept. Queues that are not declared are never
touched.

Examples:
  $ mergequeue destroy --only 'github.com/acme/web/release/*'
  $ mergequeue destroy cdktf.out/stacks/trial --auto-approve
${EXIT_HELP}`;

/** Adds `destroy`, which deletes the queues that stacks declare. */
export function addDestroyCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("destroy")
    .summary("delete the queues that stacks declare")
    .description("Deletes the queues that synthesized stacks declare, following their deletion policies.")
    .argument("[directory]", "the stacks")
    .addOption(createForceOption());
  addFleetOptions(addChangeOptions(command))
    .addHelpText("after", EXAMPLES)
    .action(async (given: string | undefined, options: FleetOptions & ApplyOptions) => {
      const directory = await findStackDirectory(session.context, given);
      const open = await preparePlan(session, "destroy", directory, options);
      await applyPlan(session, open, options);
    });
}
