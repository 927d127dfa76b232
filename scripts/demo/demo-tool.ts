import type { CommandResult } from "../support/run-command";

/** What plans and applies the stack in the demo. */
export interface DemoTool {
  /** How the demo calls it. */
  readonly name: string;
  /** What its plan says of a queue to be created. */
  readonly creates: string;
  /** Makes it ready for the stack. */
  readonly prepare: () => Promise<void>;
  /** Plans, and insists on the exit status: 2 if there are changes. */
  readonly plan: (expectedStatus: number) => Promise<CommandResult>;
  /** Applies without asking. */
  readonly apply: () => Promise<CommandResult>;
  /** Destroys without asking, and insists on the exit status. */
  readonly destroy: (expectedStatus: number) => Promise<CommandResult>;
}
