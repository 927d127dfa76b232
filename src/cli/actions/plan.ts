import { hasErrorCode } from "../../queue/merge-queue-error";
import { requireSafe } from "../../reconcile/plan/apply/require-safe";
import { toPlanDocument } from "../../reconcile/plan/document/to-plan-document";
import { type FleetPlan, hasChanges } from "../../reconcile/plan/fleet-plan";
import { quoteForShell } from "../../text/quote-for-shell";
import { type CommandSession, EXIT_STATUS } from "../command-session";
import { writeOutputFile } from "../files/write-output-file";
import { findStackDirectory } from "../fleet/find-stack-directory";
import type { FleetOptions } from "../fleet/fleet-options";
import { preparePlan } from "../fleet/prepare-plan";
import { printPlan } from "../print/print-plan";
import { toCell } from "../print/to-cell";
import { createView } from "../print/view";
import { printReport } from "../report/print-report";
import type { ReportFormat } from "../report/report-options";
import type { ForecastOptions } from "../simulate/forecast-options";
import { hasUnmetGoals, tryForecastPlan } from "../simulate/try-forecast-plan";

/** What the command line says. */
export interface PlanOptions extends FleetOptions, ForecastOptions {
  readonly out?: string;
  readonly detailedExitcode?: boolean;
  readonly format?: ReportFormat | "text";
  readonly destroy?: boolean;
  readonly title?: string;
  readonly link?: string;
}

/** Shows what an apply would change. */
export async function plan(
  session: CommandSession,
  given: string | undefined,
  options: PlanOptions,
): Promise<void> {
  const { context, finish } = session;
  const directory = await findStackDirectory(context, given);
  const mode = options.destroy === true ? "destroy" : "apply";
  const { prepared } = await preparePlan(session, mode, directory, options);
  const shown = prepared.plan;
  const refusal = tryGetRefusal(shown, options);
  const forecasts = await tryForecastPlan(session, shown, options);
  const format = options.json === true ? "json" : (options.format ?? "text");
  // Programs read one document, the error. People also see the plan that is refused.
  if (refusal !== undefined && format === "json") throw refusal;
  if (refusal === undefined && options.out !== undefined) {
    const document = `${JSON.stringify(toPlanDocument(prepared), undefined, 1)}\n`;
    await writeOutputFile(session, options.out, { document }, "The plan", "secret");
  }
  session.write(
    format === "text"
      ? printPlan(shown, createView(context), forecasts)
      : printReport(format, shown, {
          title: options.title,
          link: options.link,
          forecasts,
          writtenAtMs: context.nowMs(),
        }),
  );
  if (refusal !== undefined) throw refusal;
  if (options.out !== undefined) {
    context.writeNote(
      `\nThe plan was saved. To apply it, run: mergequeue apply ${toCell(quoteForShell(options.out))}\n`,
    );
  }
  finish(hasUnmetGoals(forecasts) ? EXIT_STATUS.difference : getStatus(shown, options));
}

/** Returns why a plan needs `--force`; undefined if it does not. */
function tryGetRefusal(shown: FleetPlan, { force }: PlanOptions): Error | undefined {
  try {
    requireSafe(shown, { isForced: force === true });
    return undefined;
  } catch (error) {
    if (hasErrorCode(error, "plan_unsafe")) return error;
    throw error;
  }
}

function getStatus(shown: FleetPlan, { detailedExitcode }: PlanOptions): number {
  return detailedExitcode === true && hasChanges(shown) ? EXIT_STATUS.difference : EXIT_STATUS.ok;
}
