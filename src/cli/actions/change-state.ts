import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { describeLeft } from "../../reconcile/describe-pull-requests";
import type { ListedQueue } from "../../reconcile/drain/listed-queue";
import type { ChangedState } from "../../reconcile/queue-state";
import {
  changeQueueState,
  printQueueRecord,
  printQueueState,
  type QueueStateChange,
} from "../changes/queue-state-change";
import { waitUntilEmpty } from "../changes/wait-until-empty";
import type { CommandSession } from "../command-session";
import { type Connection, connect } from "../connection/connect";
import { type ChangeOptions, WAIT_TIMEOUT, WRITE_TIMEOUT } from "../connection/connection-options";
import { changeFleetState } from "../fleet/change-fleet-state";
import type { FleetOptions } from "../fleet/fleet-options";
import { createStatusLine } from "../print/status-line";
import { toCell } from "../print/to-cell";

/** What the command line says. */
export interface StateOptions extends ChangeOptions, FleetOptions {
  /** Only of `drain`. */
  readonly wait?: boolean;
  /** Path of the stacks whose queues are meant. */
  readonly stack?: string;
}

/** Changes the state of one queue, or of all that stacks declare. */
export async function changeState(
  session: CommandSession,
  queue: QueueIdentity | undefined,
  options: StateOptions,
  change: QueueStateChange,
): Promise<void> {
  const isWaiting = options.wait === true;
  if (queue === undefined) {
    await changeFleetState(session, options, change, isWaiting);
    return;
  }
  const connection = await connect(session, options, isWaiting ? WAIT_TIMEOUT.ms : WRITE_TIMEOUT.ms);
  const changed = await changeQueueState(session, connection, queue, options, change);
  if (isWaiting) await waitForEnd(session, connection, queue, changed, options);
  else if (options.json === true) session.write(printQueueRecord(queue, changed.settings));
  else session.write(printQueueState(queue, changed));
}

async function waitForEnd(
  { context, write }: CommandSession,
  connection: Connection,
  queue: QueueIdentity,
  changed: ChangedState,
  { json }: StateOptions,
): Promise<void> {
  if (json !== true) context.writeNote(printQueueState(queue, changed));
  const line = createStatusLine(context);
  const show = ({ pullRequests }: ListedQueue): void => {
    line.show(describeLeft(pullRequests));
  };
  const { settings } = await waitUntilEmpty(connection, queue, changed.before, show, line.warn).finally(
    line.end,
  );
  const text = `Queue ${toCell(formatQueueId(queue))} is empty. It is ${toCell(String(settings.state))}.\n`;
  write(json === true ? printQueueRecord(queue, settings) : text);
}
