import { QUEUE_HANDLERS } from "./queue-handlers";
import { REPOSITORY_HANDLERS } from "./repository-handlers";
import type { SecondHandlers } from "./second-handler";

/** What the service does for each operation of the second interface; what is not here is not found. */
export const SECOND_HANDLERS: Partial<SecondHandlers> = { ...QUEUE_HANDLERS, ...REPOSITORY_HANDLERS };
