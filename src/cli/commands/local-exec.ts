import type { Command } from "commander";
import { findProtectionLosses } from "../../queue/find-protection-losses";
import { isSameSetting } from "../../queue/find-setting-changes";
import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { isAnythingWanted, type WantedQueue } from "../../queue/wanted-queue";
import { DEFAULT_TIMEOUTS_MS } from "../../reconcile/default-timeouts";
import { toReleaseCommand } from "../../reconcile/describe-status-release";
import { findWantedChanges, pickWanted } from "../../reconcile/find-wanted-changes";
import { toCell } from "../../text/to-cell";
import { EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { type Connection, connect } from "../connection/connect";
import { readDeletionDocument, readQueueDocument, tryReadOwnStatuses } from "../local-exec/read-document";
import { type LocalExecTask, withRemedy } from "../local-exec/with-remedy";

/** Defines `local-exec`, for stacks with `via: "local-exec"`. Never asks, because Terraform has asked. */
export function defineLocalExec(command: Command, session: CommandSession): void {
  command
    .description(
      'The provisioners of a stack call these commands if its MergeQueueProvider has via: "local-exec". The commands read ' +
        "environment variables instead of arguments.",
    )
    .addHelpText("after", EXIT_HELP);
  for (const [name, summary, description, run] of COMMANDS) {
    command
      .command(name)
      .summary(summary)
      .description(description)
      .action(async () => {
        session.write(await run(session));
      });
  }
}

const COMMANDS = [
  [
    "create",
    "create a queue with its settings",
    "Creates the queue in MERGEQUEUE_QUEUE with all its settings, or not at all.",
    createQueue,
  ],
  [
    "configure",
    "change a queue's settings to the declared ones",
    "Gives the queue in MERGEQUEUE_QUEUE the settings declared there. Sends only the settings that differ.",
    configureQueue,
  ],
  [
    "release",
    "take required statuses from branch protection again",
    "If the queue in MERGEQUEUE_QUEUE_ID still has the list MERGEQUEUE_REQUIRED_STATUSES, removes this list. The queue " +
      "then takes its required statuses from branch protection or the repository's configuration file. A queue with " +
      "the deletion policy abandon keeps its list.",
    releaseStatuses,
  ],
  [
    "delete",
    "delete or keep a queue, as its deletion policy says",
    "Deletes the queue in MERGEQUEUE_QUEUE_ID, following MERGEQUEUE_DELETION. If the queue contains pull " +
      "requests, the command either refuses to delete it or drains it first.",
    deleteQueue,
  ],
] as const;

/** Calls the service. If Terraform exits before this command does, the command ends as if interrupted. */
function callService<Result>(
  session: CommandSession,
  task: LocalExecTask,
  { timeoutMs, environment = {} }: { timeoutMs: number; environment?: Readonly<Record<string, string>> },
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { context } = session;
  const catchStop: typeof context.catchStop = () =>
    Promise.race([context.catchStop(), context.awaitOrphaned().then(() => "SIGTERM" as const)]);
  const adapted = { ...context, environment: { ...context.environment, ...environment }, catchStop };
  return withRemedy(task, async () => work(await connect({ ...session, context: adapted }, {}, timeoutMs)));
}

async function createQueue(session: CommandSession): Promise<string> {
  const { identity, wanted, onExisting, address, timeoutsMs } = readQueueDocument(session.context);
  const task = { name: "create", identity, address } as const;
  await callService(session, task, { timeoutMs: timeoutsMs.create }, ({ reconciler, taskOptions }) =>
    reconciler.create(identity, wanted, { ...taskOptions, onExisting }),
  );
  const id = toCell(formatQueueId(identity));
  return onExisting === "adopt"
    ? `Queue ${id} exists as declared: it was created or adopted.\n`
    : `Queue ${id} was created.\n`;
}

async function configureQueue(session: CommandSession): Promise<string> {
  const { identity, wanted, address, timeoutsMs } = readQueueDocument(session.context);
  const id = toCell(formatQueueId(identity));
  if (!isAnythingWanted(wanted)) return `No setting of queue ${id} is declared.\n`;
  const task = { name: "configure", identity, address } as const;
  const lines = await callService(session, task, { timeoutMs: timeoutsMs.update }, (connection) =>
    bringTo(connection, identity, wanted),
  );
  return lines.map((line) => `Queue ${id} ${line}\n`).join("");
}

/** Changes a queue. @returns what to say after the queue's name: `was changed: concurrency.` */
async function bringTo(
  { reconciler, taskOptions }: Connection,
  identity: QueueIdentity,
  wanted: WantedQueue,
): Promise<string[]> {
  const live = await reconciler.read(identity, taskOptions).catch((error: unknown) => {
    if (!hasErrorCode(error, "not_found")) throw error;
    const message = `Queue ${formatQueueId(identity)} is gone: it was deleted outside Terraform. Nothing was changed.`;
    throw new MergeQueueError("queue_gone", message, { ...error.details, queue: identity }, error);
  });
  const change = pickWanted(wanted, findWantedChanges(wanted, live));
  if (!isAnythingWanted(change)) return ["is already as declared: nothing was sent."];
  await reconciler.update(identity, change, taskOptions);
  const names = [...Object.keys(change.settings), ...change.additionalSettings.keys()];
  const losses = findProtectionLosses(live.settings, change.settings);
  // Not the values, which may be secrets: Terraform's plan shows them.
  return [
    `was changed: ${names.map((name) => toCell(name)).join(", ")}.`,
    ...losses.map(({ message }) => `is less protected: ${toCell(message)}`),
  ];
}

/** Releases the list of required statuses, but only if the stack has set this list. */
async function releaseStatuses(session: CommandSession): Promise<string> {
  const { identity, policy, environment } = readDeletionDocument(session.context);
  const own = tryReadOwnStatuses(session.context);
  const id = toCell(formatQueueId(identity));
  // This command cannot see whether the queue itself is being forgotten.
  if (policy === "abandon")
    return `Queue ${id} keeps its required statuses: its deletionPolicy is "abandon".\n`;
  const task = { name: "release", identity } as const;
  const { update: timeoutMs } = DEFAULT_TIMEOUTS_MS;
  return callService(session, task, { environment, timeoutMs }, async ({ reconciler, taskOptions }) => {
    try {
      const { requiredStatuses: live = [] } = (await reconciler.read(identity, taskOptions)).settings;
      if (own === undefined || !isSameSetting("requiredStatuses", live, own)) {
        if (live.length === 0) return `Queue ${id} has no required statuses of its own: nothing was sent.\n`;
        const reason =
          own === undefined
            ? "Terraform's state does not say which list this stack has set"
            : `this stack has set ${JSON.stringify(own)}`;
        const how = reconciler.abilities.inheritsByEmptyList
          ? "apply requiredStatuses: [] once."
          : `run:\n  ${toCell(toReleaseCommand(identity))}`;
        session.context.writeError(
          `Warning: Queue ${id} keeps its required statuses. They are ${toCell(JSON.stringify(live))}, and ` +
            `${toCell(reason)}. To remove them, ${how}\n`,
        );
        return "";
      }
      await reconciler.update(identity, { settings: {}, deleteRequiredStatuses: true }, taskOptions);
    } catch (error) {
      // Usually the queue was deleted a moment ago.
      if (hasErrorCode(error, "not_found") || hasErrorCode(error, "queue_gone"))
        return `Queue ${id} is gone.\n`;
      throw error;
    }
    return `The required statuses of queue ${id} come from branch protection or the configuration file again.\n`;
  });
}

async function deleteQueue(session: CommandSession): Promise<string> {
  const { identity, policy, timeoutMs, environment } = readDeletionDocument(session.context);
  const id = toCell(formatQueueId(identity));
  if (policy === "abandon") return `Queue ${id} is kept, but Terraform no longer manages it.\n`;
  const onHeld = (message: string): void => {
    session.context.writeError(`Warning: ${toCell(message)}\n`);
  };
  const isDrained = policy === "drain";
  const drain = isDrained ? { drain: { priorState: undefined, onHeld } } : {};
  const task = { name: isDrained ? "drain" : "delete", identity } as const;
  const limits = { environment, timeoutMs };
  const outcome = await callService(session, task, limits, ({ reconciler, taskOptions }) =>
    reconciler.delete(identity, { ...taskOptions, ...drain }),
  );
  return `Queue ${id} ${outcome === "already_gone" ? "was already gone" : "was deleted"}.\n`;
}
