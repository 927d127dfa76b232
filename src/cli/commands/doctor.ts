import type { Command } from "commander";
import { type CommandSession, EXIT_STATUS } from "../command-session";
import { addReadingOptions } from "../connection/add-connection-options";
import { watchStop } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import {
  type CheckResult,
  countFindings,
  printDoctorJson,
  printGroup,
  printSummary,
  runChecks,
} from "../doctor/check";
import { listPermissionChecks, listPluginChecks } from "../doctor/plugin-checks";
import { readServiceAccess } from "../doctor/service-access";
import { listServiceChecks } from "../doctor/service-checks";
import { listVersionChecks } from "../doctor/version-checks";
import { createView } from "../print/create-view";

const EXAMPLES = `
Checks this directory, this machine and the service, and changes nothing. Sends
at most two requests, which name no queue. Runs node, terraform and tofu, if
they are on the PATH, to read their versions. Runs no other program.

Examples:
  $ mergequeue doctor
  $ mergequeue doctor --base-url https://merge.example.com/v1 --token-file token
  $ mergequeue doctor --json | jq '.checks[] | select(.status == "problem")'

Exit status:
  0 no problems, perhaps warnings; 1 a problem or an error; 130 interrupted`;

export function defineDoctor(command: Command, session: CommandSession): void {
  command.description(
    "Checks the address, certificate, token and clock, the versions of programs, the installed plugin, and " +
      "permissions. Says how to fix each problem.",
  );
  addReadingOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (options: ShowOptions) => {
      const { context, write } = session;
      const stopSignal = watchStop(context);
      const limitMs = options.timeout ?? READ_TIMEOUT.ms;
      const access = await readServiceAccess(session, options);
      const tokenFile =
        options.tokenFile === undefined ? undefined : { name: options.tokenFile, file: access.tokenFile };
      const limits = { limitMs, stopSignal };
      const groups = {
        Service: listServiceChecks(context, options, access, limits),
        Versions: listVersionChecks(context, limits),
        Plugin: listPluginChecks(context),
        Permissions: listPermissionChecks(context, tokenFile),
      };
      const view = createView(context);
      const results: CheckResult[] = [];
      for (const [group, checks] of Object.entries(groups)) {
        const found = await runChecks(group, checks, stopSignal);
        results.push(...found);
        if (options.json !== true) write(printGroup(found, view));
      }
      write(options.json === true ? printDoctorJson(results) : printSummary(results));
      session.finish(countFindings(results).problems > 0 ? EXIT_STATUS.error : EXIT_STATUS.ok);
    });
}
