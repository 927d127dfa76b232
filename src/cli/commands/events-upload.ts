import { type Command, InvalidArgumentError } from "commander";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import { parseRepository, type Repository } from "../../queue/queue-identity";
import type { UploadOptions } from "../actions/upload-events";
import { addWritingOptions, EXIT_HELP, refuseSharedInput } from "../command-options";
import type { CommandSession } from "../command-session";
import { WRITE_TIMEOUT } from "../connection/connection-options";

const EXAMPLES = `
The file is a JSON array of events, or has one event a line. All events are
checked before any is sent. Large files are sent in several requests.

Examples:
  $ mergequeue events upload events.json --repo github.com/acme/web
  $ ci-events | mergequeue events upload - --repo github.com/acme/web \\
      --auto-approve
${EXIT_HELP}`;

/** Adds `upload` to `events`, which uploads events that describe CI runs. */
export function addEventsUploadCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("upload")
    .summary("upload events that describe CI runs")
    .description("Uploads events that describe CI runs. An event that is uploaded twice counts once.")
    .argument("<file>", "the file of events, - for standard input")
    .requiredOption("--repo <repository>", "the repository of the runs, host/owner/name", parseRepo);
  addWritingOptions(command, `${WRITE_TIMEOUT.text} a request`)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: UploadOptions) => {
      refuseSharedInput(command, "the file", file, options);
      const { uploadEvents } = await import("../actions/upload-events");
      await uploadEvents(session, file, options);
    });
}

function parseRepo(text: string): Repository {
  try {
    return parseRepository(text);
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    throw new InvalidArgumentError(error.message);
  }
}
