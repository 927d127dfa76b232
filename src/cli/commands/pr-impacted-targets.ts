import type { Command } from "commander";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { TargetsOptions } from "../actions/set-impacted-targets";
import { addPullRequestArguments, addWritingOptions, EXIT_HELP, refuseSharedInput } from "../command-options";
import type { CommandSession } from "../command-session";
import { collect } from "../parse-arguments";

const EXAMPLES = `
Exactly one of --all, --target and --from says which targets. A file has one
target a line, or is a JSON array; the list replaces the one before.

Examples:
  $ mergequeue pr impacted-targets github.com/acme/web/main 7 --all
  $ mergequeue pr impacted-targets github.com/acme/web/main 7 --target api
  $ bazel query ... | mergequeue pr impacted-targets \\
      github.com/acme/web/main 7 --from - --auto-approve
${EXIT_HELP}`;

/** Adds `impacted-targets` to `pr`, which sets the targets that a pull request impacts. */
export function addPrImpactedTargetsCommand(parent: Command, session: CommandSession): void {
  const command = addPullRequestArguments(parent.command("impacted-targets"))
    .summary("set which targets a pull request impacts")
    .description(
      "Sets which build or test targets a pull request impacts. In a parallel queue, pull requests that impact " +
        "different targets do not wait for each other.",
    )
    .option("--all", "it impacts every target")
    .option("--target <name>", "it impacts this target; may be given several times", collect)
    .option("--from <file>", "file with the targets, - for standard input")
    .option("--sha <sha>", "the commit that was examined (the latest)");
  addWritingOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (queue: QueueIdentity, number: number, options: TargetsOptions) => {
      if ([options.all, options.target, options.from].filter((given) => given !== undefined).length !== 1) {
        command.error("Give exactly one of --all, --target and --from.");
      }
      refuseSharedInput(command, "--from", options.from, options);
      const { setImpactedTargets } = await import("../actions/set-impacted-targets");
      await setImpactedTargets(session, queue, number, options);
    });
}
