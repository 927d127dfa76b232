import { PULL_REQUEST_HANDLERS } from "./pull-request-handlers";
import { QUEUE_HANDLERS } from "./queue-handlers";
import { RECORD_HANDLERS } from "./record-handlers";
import { REPOSITORY_HANDLERS } from "./repository-handlers";
import { RUN_HANDLERS } from "./run-handlers";
import type { SecondHandlers } from "./second-handler";

/** What the service does for each operation of the second interface. */
export const SECOND_HANDLERS: SecondHandlers = {
  ...QUEUE_HANDLERS,
  ...REPOSITORY_HANDLERS,
  ...PULL_REQUEST_HANDLERS,
  ...RECORD_HANDLERS,
  ...RUN_HANDLERS,
};
