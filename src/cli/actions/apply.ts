import type { CommandSession } from "../command-session";
import { type ApplyOptions, applyPlan } from "../fleet/apply-plan";
import { findStackDirectory } from "../fleet/find-stack-directory";
import type { FleetOptions } from "../fleet/fleet-options";
import { openSavedPlan, preparePlan } from "../fleet/prepare-plan";

/** What the command line says. */
export type ApplyArguments = FleetOptions & ApplyOptions;

/** Makes queues match what a saved plan or stacks say. */
export async function apply(
  session: CommandSession,
  given: string | undefined,
  isPlan: boolean,
  options: ApplyArguments,
): Promise<void> {
  const open =
    given !== undefined && isPlan
      ? await openSavedPlan(session, given, options)
      : await preparePlan(
          session,
          "apply",
          await findStackDirectory(session.context, given, "a plan that mergequeue plan --out has saved"),
          options,
        );
  await applyPlan(session, open, options);
}

/** Deletes the queues that stacks declare. */
export async function destroy(
  session: CommandSession,
  given: string | undefined,
  options: ApplyArguments,
): Promise<void> {
  const directory = await findStackDirectory(session.context, given);
  const open = await preparePlan(session, "destroy", directory, options);
  await applyPlan(session, open, options);
}
