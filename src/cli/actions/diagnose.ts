import { Deadline } from "../../api/clock";
import { type CommandSession, EXIT_STATUS } from "../command-session";
import { watchStop } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { type CheckResult, runChecks } from "../doctor/check";
import { listPermissionChecks } from "../doctor/permission-checks";
import { listPluginChecks } from "../doctor/plugin-checks";
import { listPluginDirectories, type PluginPlaces, readPluginPlaces } from "../doctor/plugin-places";
import { countFindings, printDoctorJson, printGroup, printSummary } from "../doctor/print-doctor";
import { probeAccess, readServiceAccess } from "../doctor/service-access";
import { listServiceChecks } from "../doctor/service-checks";
import { listVersionChecks } from "../doctor/version-checks";
import { createView } from "../print/view";

/** Looks for what keeps the product from working. */
export async function diagnose(session: CommandSession, options: ShowOptions): Promise<void> {
  const { context, write } = session;
  const stopSignal = watchStop(context);
  const limitMs = options.timeout ?? READ_TIMEOUT.ms;
  const access = await readServiceAccess(session, options);
  let reading: Promise<PluginPlaces> | undefined;
  const readPlaces = (): Promise<PluginPlaces> => (reading ??= readPluginPlaces(context));
  const tokenFile =
    options.tokenFile === undefined ? undefined : { name: options.tokenFile, file: access.tokenFile };
  const groups = [
    listServiceChecks(context, options, access, (config) =>
      probeAccess(session, config, access, { deadline: Deadline.after(limitMs, context.clock), stopSignal }),
    ),
    listVersionChecks(context, { limitMs, stopSignal }),
    listPluginChecks(context, readPlaces),
    listPermissionChecks(context, tokenFile, async () => listPluginDirectories(await readPlaces())),
  ];
  const view = createView(context);
  const results: CheckResult[] = [];
  for (const group of groups) {
    const found = await runChecks(group, stopSignal);
    results.push(...found);
    if (options.json !== true) write(printGroup(found, view));
  }
  write(options.json === true ? printDoctorJson(results) : printSummary(results));
  session.finish(countFindings(results).problems > 0 ? EXIT_STATUS.error : EXIT_STATUS.ok);
}
