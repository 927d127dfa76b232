import type { QueueView } from "./queue-view";

/** A condition that a queue can meet or not, to be required or forbidden by `QueuePolicy`. */
export interface QueueRule {
  /** What meets it, for people: `"at least 1 required status"`. Reports name it beside the queue and the policy. */
  readonly message: string;
  /**
   * Tells whether a queue meets it. Called at synth with what counts for the queue, defaults included.
   *
   * Reading what only Terraform knows ends the test by an error, and the rule counts as neither kept nor broken: a
   * warning at the queue says that it cannot be checked. Ask {@link QueueView.isKnown} where that is too strict.
   */
  readonly test: (queue: QueueView) => boolean;
}
