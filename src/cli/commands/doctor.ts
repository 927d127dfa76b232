import type { Command } from "commander";
import { addReadingOptions } from "../command-options";
import type { CommandSession } from "../command-session";
import type { ShowOptions } from "../connection/connection-options";

const EXAMPLES = `
It looks at this directory, this machine and the service, and changes nothing.
The service gets two requests that name no queue. To learn their versions, it
runs node, terraform and tofu if they are on the PATH, in a Pulumi project also
pulumi, and no other program.

Examples:
  $ mergequeue doctor
  $ mergequeue doctor --base-url https://merge.example.com/v1 --token-file token
  $ mergequeue doctor --json | jq '.checks[] | select(.status == "problem")'

Exit status:
  0 no problem, warnings aside; 1 a problem, or an error; 130 interrupted`;

/** Adds `doctor`, which looks for what keeps the product from working. */
export function addDoctorCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("doctor")
    .summary("find out what is wrong here")
    .description(
      "Checks what the product needs: the address, the certificate, the token and the clock; the versions of programs; " +
        "where the plugin is, and whether the lock file accepts it; permissions. For everything that is wrong it says " +
        "what to do.",
    );
  addReadingOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (options: ShowOptions) => {
      const { diagnose } = await import("../actions/diagnose");
      await diagnose(session, options);
    });
}
