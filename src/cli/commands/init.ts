import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Command, Option } from "commander";
import { findProviderBundle } from "../../distribution/find-provider-bundle";
import { PACKAGE_NAME, VERSION } from "../../product";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import { formatQueueId, formatRepository, type QueueIdentity } from "../../queue/queue-identity";
import { validateSettings } from "../../queue/validate-settings";
import { escapeControl } from "../../text/escape-control";
import { canAsk } from "../changes/confirm";
import { addExamples } from "../command-options";
import type { CommandSession } from "../command-session";
import { addConnectionOptions } from "../connection/add-connection-options";
import { connect, watchStop } from "../connection/connect";
import { type ConnectionOptions, READ_TIMEOUT } from "../connection/connection-options";
import { describeQueue } from "../export/describe-queue";
import { toGroup } from "../export/group-queues";
import { nameQueues } from "../export/name-queues";
import { readLiveQueues } from "../export/read-live-queues";
import { readCdkProject } from "../export/typescript/print-typescript";
import { isTaken } from "../files/read-input-file";
import { askAnswers } from "../init/ask-answers";
import { makeProject, writeProject } from "../init/project";
import {
  ADDED,
  DEFAULT_TEMPLATE,
  type ProjectTemplate,
  TEMPLATE_NAMES,
  TEMPLATES,
  type TemplateName,
} from "../init/templates";
import { collect } from "../parse-options";

const EXAMPLES = `
The command asks for everything that the options leave open. Without a terminal,
it needs --queue or --from. If a file that it would write exists already, it
writes nothing. It calls the service only to read an existing queue.

Without --required-status, the queue requires the statuses of branch protection.
With it, the queue requires only the statuses that you name.

Examples:
  $ mergequeue init
  $ mergequeue init --queue github.com/acme/web/main
  $ mergequeue init --template hcl --from github.com/acme/web/main`;

export function defineInit(command: Command, session: CommandSession): void {
  command
    .description(
      "Writes a small project into the working directory: a queue, a policy, a test, and a workflow for GitHub Actions. " +
        "In a project that depends on cdktf or cdktn, it adds the queue, the policy and the test.",
    )
    .addOption(
      new Option(
        "--template <name>",
        `language of the project (default without a terminal: ${DEFAULT_TEMPLATE})`,
      ).choices(TEMPLATE_NAMES),
    )
    .option("--queue <queue>", "the queue's id, host/owner/name/branch", parseQueueId)
    .option(
      "--required-status <name>",
      "a required status; replaces branch protection's statuses; can be repeated",
      collect,
    )
    .addOption(
      new Option("--from <queue>", "instead of --queue: an existing queue, with its current settings")
        .argParser(parseQueueId)
        .conflicts(["queue", "requiredStatus"]),
    );
  addExamples(addConnectionOptions(command, READ_TIMEOUT.text), EXAMPLES);
  command.action(async (options: InitOptions) => {
    const canAskUser = canAsk(session.context, options);
    if (!canAskUser && options.from === undefined && options.queue === undefined) {
      command.error("There is no terminal to ask on. Give --queue or --from. Nothing was written.");
    }
    await writeNewProject(session, options, canAskUser ? undefined : DEFAULT_TEMPLATE);
  });
}

interface InitOptions extends ConnectionOptions {
  readonly template?: TemplateName;
  readonly queue?: QueueIdentity;
  readonly requiredStatus?: readonly string[];
  readonly from?: QueueIdentity;
}

async function writeNewProject(
  session: CommandSession,
  options: InitOptions,
  template: TemplateName | undefined,
): Promise<void> {
  const { context, write } = session;
  const { from, requiredStatus } = options;
  const requiredStatuses = requiredStatus ?? [];
  const problems = validateSettings({ requiredStatuses }).map(({ message }) => message);
  if (problems.length > 0) {
    throw new MergeQueueError("invalid_configuration", `Required statuses: ${problems.join(" ")}`);
  }
  let connection = from === undefined ? undefined : await connect(session, options, READ_TIMEOUT.ms);
  const project = await readCdkProject(context.workingDirectory);
  const isDecided = [from, options.queue, requiredStatus].some((option) => option !== undefined);
  const answers = await askAnswers(context, connection?.stopSignal ?? watchStop(context), {
    template: options.template ?? project.library ?? template,
    queue: from ?? options.queue,
    isLive: isDecided ? from !== undefined : undefined,
  });
  if (answers.isLive) connection ??= await connect(session, options, READ_TIMEOUT.ms);
  const { queue } = answers;
  const { imports = {}, printQueue, ...chosen }: ProjectTemplate = TEMPLATES[answers.template];
  const isAdded = answers.template === project.library;
  const folders = isAdded ? ADDED.folders : chosen.folders;
  const [name = ""] = nameQueues([queue]);
  const archive = `${PACKAGE_NAME}-${VERSION}.tgz`;
  const shown = connection && [...(await readLiveQueues(connection, context, [queue])).values()][0];
  const live = shown && describeQueue(name, queue, shown);
  const merging = requiredStatuses.length > 0 ? "statuses" : "protection";
  const { files: made, next } = await makeProject(context, folders, {
    sections: new Set([
      answers.template,
      ...folders,
      ...(live === undefined ? ["new", merging] : ["live"]),
      ...(live !== undefined && live.suggested.length > 0 ? ["inherited"] : []),
      ...(existsSync(join(context.workingDirectory, archive)) ? [] : ["pack"]),
    ]),
    imports: isAdded ? { ...imports, "node:test": project.testModule } : imports,
    code: live === undefined ? "" : printQueue(toGroup(live)),
    values: {
      NAME: name,
      ID: formatQueueId(queue),
      REPO: formatRepository(queue.repo),
      HOST: queue.repo.host,
      OWNER: queue.repo.owner,
      REPOSITORY: queue.repo.name,
      BRANCH: queue.targetBranch,
      STATUSES: requiredStatuses,
      PACKAGE: `file:${archive}`,
      PACKAGE_ROOT: resolve(findProviderBundle(context.codeDirectory), "../../.."),
    },
  });
  // Code hosts create repositories with a README.
  const left = (await isTaken(join(context.workingDirectory, "README.md"))) ? "README.md" : "";
  const files = new Map([...made].filter(([name]) => (isAdded ? ADDED.names.test(name) : name !== left)));
  await writeProject(session, files);
  write(escapeControl(`Wrote\n${[...files.keys()].map((file) => `  ${file}\n`).join("")}\n${next}`));
}
